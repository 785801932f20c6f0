//! The languages in which pages speak.

use std::sync::LazyLock;

use axum::http::{HeaderMap, header};
use touchmove_client::notices::Notices;
use touchmove_core::words::{Library, Saying};

static ENGLISH: LazyLock<Notices> = LazyLock::new(Notices::default);

static TURKISH: LazyLock<Notices> = LazyLock::new(|| {
    let turkish = "tr".parse().map(|language| Library::built_in().words(&language));
    turkish.map_or_else(|_| Notices::default(), Notices::new)
});

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    English,
    Turkish,
}

impl Speech {
    /// Every language, and what it calls itself.
    pub(crate) const ALL: [(Self, &'static str); 2] =
        [(Self::English, "English"), (Self::Turkish, "Türkçe")];

    /// What a browser asks for, as far as it is spoken.
    pub(crate) fn asked(headers: &HeaderMap) -> Option<Self> {
        let wanted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        let codes = wanted.split(',').filter_map(|part| part.trim().get(..2));
        codes.filter_map(Self::coded).next()
    }

    /// The one of this code.
    pub(crate) fn coded(code: &str) -> Option<Self> {
        Self::ALL.into_iter().map(|(speech, _)| speech).find(|speech| speech.code() == code)
    }

    /// As HTML names it.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Turkish => "tr",
        }
    }

    /// Its words.
    pub(crate) fn notices(self) -> &'static Notices {
        match self {
            Self::English => &ENGLISH,
            Self::Turkish => &TURKISH,
        }
    }

    pub(crate) fn say(self, said: impl Into<Saying>) -> String {
        self.notices().say(said)
    }
}
