//! What a server shows: a copy of what is published, each text with its tag.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Bytes;
use tokio::sync::watch;

use crate::relay::report::{Outlet, Readers};
use crate::relay::reporter::Reporter;
use crate::relay::{PgnPath, Published};

/// What is shown over HTTP. The server ends when they are dropped.
#[derive(Debug)]
pub struct Pages {
    address: SocketAddr,
    shown: watch::Sender<Shown>,
    reporter: Reporter,
}

/// The pages by their paths.
pub(super) type Shown = HashMap<PgnPath, Page>;

/// A text and its entity tag (RFC 9110, 8.8.3).
#[derive(Clone, Debug)]
pub(super) struct Page {
    text: Arc<str>,
    tag: Arc<str>,
}

impl Pages {
    /// No pages yet, to be served at `address`.
    pub(super) fn none(address: SocketAddr) -> (Self, watch::Receiver<Shown>) {
        let (shown, watched) = watch::channel(Shown::new());
        let outlet = Outlet::Http { address, readers: Readers::default() };
        (Self { address, shown, reporter: Reporter::new(outlet) }, watched)
    }

    /// Where they are served.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// For reports of what becomes of the texts, and of who reads them.
    pub(in crate::relay) const fn reporter(&self) -> &Reporter {
        &self.reporter
    }

    /// Shows what is published, and wakes whoever waits for what is new in it. It waits for no client.
    pub fn show(&self, published: &Published) {
        let texts = published.rounds().flat_map(|round| published.texts(round));
        let new: Vec<_> = {
            let shown = self.shown.borrow();
            let is_new = |(path, text): &(PgnPath, &Arc<str>)| {
                shown.get(path).is_none_or(|page| !Arc::ptr_eq(&page.text, text))
            };
            texts.filter(is_new).map(|(path, text)| (path, Page::of(text))).collect()
        };
        if !new.is_empty() {
            let paths: Vec<_> = new.iter().map(|(path, _)| *path).collect();
            self.shown.send_modify(|shown| shown.extend(new));
            paths.into_iter().for_each(|path| self.reporter.put(path));
        }
    }
}

impl Page {
    /// Equal texts have equal tags, after a restart too.
    fn of(text: &Arc<str>) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let tag = format!("\"{:x}-{:016x}\"", text.len(), hasher.finish());
        Self { text: Arc::clone(text), tag: tag.into() }
    }

    /// Its tag, in quotation marks.
    pub(super) fn tag(&self) -> &str {
        &self.tag
    }

    /// Its bytes; nothing is copied.
    pub(super) fn bytes(&self) -> Bytes {
        Bytes::from_owner(Arc::<[u8]>::from(Arc::clone(&self.text)))
    }
}
