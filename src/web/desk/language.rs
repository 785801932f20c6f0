//! The language in which the desk speaks: chosen by its reader, or else what the browser asks for.

use axum::Form;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;

use super::door::cookie;
use crate::speech::Speech;

/// The cookie of the language.
const LANGUAGE: &str = "language";

/// What a language is remembered for.
const YEAR_SECONDS: u32 = 365 * 24 * 3_600;

/// What headers ask for.
pub(super) fn language_of(headers: &HeaderMap) -> Speech {
    let chosen = cookie(headers, LANGUAGE).and_then(Speech::coded);
    chosen.or_else(|| Speech::asked(headers)).unwrap_or(Speech::English)
}

impl<S: Sync> FromRequestParts<S> for Speech {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(language_of(&parts.headers))
    }
}

/// Which language somebody chooses, and on which page he is.
#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    code: String,
    from: String,
}

/// Remembers the language on this device.
pub(super) async fn choose(Form(Choice { code, from }): Form<Choice>) -> Response {
    let code = Speech::coded(&code).unwrap_or(Speech::English).code();
    let cookie = format!("{LANGUAGE}={code}; Path=/; SameSite=Strict; Max-Age={YEAR_SECONDS}");
    // Nobody is led elsewhere by a form.
    let is_ours = from.starts_with('/') && !from.starts_with("//") && !from.contains('\\');
    let back = if is_ours { from.as_str() } else { "/" };
    ([(header::SET_COOKIE, cookie)], Redirect::to(back)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speech(headers: &[(header::HeaderName, &str)]) -> Speech {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
        language_of(&headers.collect())
    }

    #[test]
    fn a_page_speaks_as_its_reader_chose_or_else_as_the_browser_asks() {
        use header::{ACCEPT_LANGUAGE, COOKIE};
        assert_eq!(speech(&[]), Speech::English);
        assert_eq!(speech(&[(ACCEPT_LANGUAGE, "de-DE,tr;q=0.8,en;q=0.5")]), Speech::Turkish);
        let both = [(ACCEPT_LANGUAGE, "tr-TR"), (COOKIE, "a=b; language=en")];
        assert_eq!(speech(&both), Speech::English);
        assert_eq!(speech(&[(COOKIE, "language=xx")]), Speech::English);
        assert_ne!(Speech::English.say(said()), Speech::Turkish.say(said()));
    }

    fn said() -> touchmove_core::words::phrases::AtDesk {
        touchmove_core::words::phrases::AtDesk::Waiting
    }
}
