//! What is said around the articles of the Laws.

use crate::words::phrase::phrases;

phrases! {
    /// Around the articles of the Laws.
    OfLaws {
        NoSuchArticle { edition, article, near } = "laws-no-such-article",
        /// Of 1997 only the changes are known.
        OnlyChanges = "laws-only-changes",
    }
}
