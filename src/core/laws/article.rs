//! How an article is named.

/// An article of an edition, as the Laws number it: `4.3.1`.
pub type Article = &'static str;
