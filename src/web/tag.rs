//! Entity tags (RFC 9110, 8.8.3): equal texts have equal ones, after a restart too.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use axum::http::{HeaderMap, header};

/// The tag of a text, in quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag(String);

impl Tag {
    /// That of this text.
    pub(crate) fn of(text: &str) -> Self {
        Self(format!("\"{:x}-{:016x}\"", text.len(), version_of(text)))
    }

    /// Whether a client has the text already (RFC 9110, 13.1.2: weak comparison).
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let fields = headers.get_all(header::IF_NONE_MATCH).into_iter();
        let words = fields.filter_map(|field| field.to_str().ok()).flat_map(|it| it.split(','));
        let is_it = |word: &str| word == "*" || word.strip_prefix("W/").unwrap_or(word) == self.0;
        words.map(str::trim).any(is_it)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A version by how something looks.
pub(crate) fn version_of(looks: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    looks.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_says_which_texts_it_has() {
        let tag = Tag::of("1. e4 *");
        let knows = |said: &str| {
            let headers = [(header::IF_NONE_MATCH, said.parse().unwrap())];
            tag.is_known(&headers.into_iter().collect())
        };
        assert!(knows(&tag.to_string()) && knows("*") && knows(&format!("\"0-1\", W/{tag}")));
        assert!(!knows("\"0-1\"") && !knows("") && !tag.is_known(&HeaderMap::new()));
        assert_ne!(tag, Tag::of("1. d4 *"));
    }
}
