//! The language in which a page speaks: chosen by its reader, or else what the browser asks for.

use std::sync::LazyLock;

use axum::Form;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use touchmove_client::notices::Notices;
use touchmove_core::words::{Library, Saying};

use super::door::cookie;

/// The cookie of the language.
const LANGUAGE: &str = "language";

/// What a language is remembered for.
const YEAR_SECONDS: u32 = 365 * 24 * 3_600;

static ENGLISH: LazyLock<Notices> = LazyLock::new(Notices::default);

static TURKISH: LazyLock<Notices> = LazyLock::new(|| {
    let turkish = "tr".parse().map(|language| Library::built_in().words(&language));
    turkish.map_or_else(|_| Notices::default(), Notices::new)
});

/// A language of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speech {
    English,
    Turkish,
}

impl Speech {
    /// Every language, and what it calls itself.
    pub(super) const ALL: [(Self, &'static str); 2] =
        [(Self::English, "English"), (Self::Turkish, "Türkçe")];

    /// What headers ask for.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let chosen = cookie(headers, LANGUAGE).and_then(Self::coded);
        let asked = || {
            let wanted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            let codes = wanted.split(',').filter_map(|part| part.trim().get(..2));
            codes.filter_map(Self::coded).next()
        };
        chosen.or_else(asked).unwrap_or(Self::English)
    }

    fn coded(code: &str) -> Option<Self> {
        Self::ALL.into_iter().map(|(speech, _)| speech).find(|speech| speech.code() == code)
    }

    /// As HTML names it.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Turkish => "tr",
        }
    }

    /// Its words.
    pub(super) fn notices(self) -> &'static Notices {
        match self {
            Self::English => &ENGLISH,
            Self::Turkish => &TURKISH,
        }
    }

    pub(super) fn say(self, said: impl Into<Saying>) -> String {
        self.notices().say(said)
    }
}

impl<S: Sync> FromRequestParts<S> for Speech {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers))
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
        Speech::of(&headers.collect())
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
