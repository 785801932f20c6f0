//! What changes on an open page: sent to it in pieces, each of which takes the place of the one with its id.

use std::collections::HashMap;

use axum::response::sse::Event;
use maud::Markup;
use serde_json::json;

/// A piece of a page.
pub(crate) struct Piece<'a> {
    /// Its id on the page.
    pub(crate) id: String,
    /// Another one where it looks different.
    pub(crate) version: u64,
    /// How it looks.
    pub(crate) draw: Box<dyn Fn() -> Markup + 'a>,
}

/// What a page has.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    versions: HashMap<String, u64>,
    order: Vec<String>,
    is_begun: bool,
}

impl Sent {
    /// Whether the page has been sent anything.
    pub(crate) const fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// What is different on a page that is to show these, in their order; `None` where nothing is.
    pub(crate) fn update(&mut self, pieces: Vec<Piece<'_>>) -> Option<Event> {
        self.update_starting(None, pieces)
    }

    /// The same of a page that shows a part of what there is, starting with the one of this number.
    pub(crate) fn update_starting(
        &mut self,
        start: Option<usize>,
        pieces: Vec<Piece<'_>>,
    ) -> Option<Event> {
        let order: Vec<_> = pieces.iter().map(|piece| piece.id.clone()).collect();
        let new =
            pieces.iter().filter(|piece| self.versions.get(&piece.id) != Some(&piece.version));
        let put: Vec<_> = new
            .map(|piece| json!({ "id": piece.id, "html": (piece.draw)().into_string() }))
            .collect();
        let is_same = put.is_empty() && order == self.order && self.is_begun;
        self.versions = pieces.into_iter().map(|piece| (piece.id, piece.version)).collect();
        self.is_begun = true;
        if is_same {
            return None;
        }
        self.order.clone_from(&order);
        let data = json!({ "put": put, "order": order, "start": start }).to_string();
        Some(Event::default().event("put").data(data))
    }
}

/// Word that a page is up to date.
pub(crate) fn beat() -> Event {
    word("beat")
}

/// A word alone. It is its own data, too: browsers tell their scripts of no event whose data is empty.
pub(crate) fn word(word: &str) -> Event {
    Event::default().event(word).data(word)
}
