//! Which language a reader wants.

pub use unic_langid::LanguageIdentifier as Language;

/// What the environment says about language; POSIX says which of them counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locale<'a> {
    /// The value of `LC_ALL`.
    pub lc_all: Option<&'a str>,
    /// The value of `LC_MESSAGES`.
    pub lc_messages: Option<&'a str>,
    /// The value of `LANG`.
    pub lang: Option<&'a str>,
}

impl Locale<'_> {
    /// The language, of the first value that says anything: `tr_TR.UTF-8` is Turkish of Türkiye. English
    /// where none is named, as in `C`.
    #[must_use]
    pub fn language(&self) -> Language {
        let values = [self.lc_all, self.lc_messages, self.lang];
        let value = values.into_iter().flatten().find(|value| !value.is_empty());
        value.and_then(named).unwrap_or_else(english)
    }
}

/// The language of the fallback.
pub(super) fn english() -> Language {
    Language::from_parts("en".parse().unwrap_or_default(), None, None, &[])
}

fn named(value: &str) -> Option<Language> {
    value.split(['.', '@']).next()?.parse().ok()
}
