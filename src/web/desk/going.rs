//! Which arbiter walks where, so that not two do.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use tokio::sync::watch;
use touchmove_client::arbiters::ArbiterName;

use super::Shared;
use super::door::Who;

/// So many are remembered; somebody who walks to more has gone astray.
const MAX_WALKS: usize = 1_000;

/// Who walks, by what waits.
#[derive(Debug)]
pub(super) struct Going {
    walks: Mutex<HashMap<String, ArbiterName>>,
    changes: watch::Sender<u64>,
}

impl Default for Going {
    fn default() -> Self {
        let (changes, _) = watch::channel(0);
        Self { walks: Mutex::default(), changes }
    }
}

impl Going {
    /// Who walks to what waits.
    pub(super) fn to(&self, wait: &str) -> Option<ArbiterName> {
        self.walks.lock().unwrap_or_else(PoisonError::into_inner).get(wait).cloned()
    }

    /// Changes with every walk.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn set(&self, wait: String, who: ArbiterName, walk: Walk) {
        let mut walks = self.walks.lock().unwrap_or_else(PoisonError::into_inner);
        match walk {
            Walk::Go if walks.len() < MAX_WALKS => drop(walks.insert(wait, who)),
            Walk::Go => {}
            Walk::Stay => drop(walks.remove(&wait)),
        }
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Whether somebody goes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Walk {
    Go,
    Stay,
}

/// Somebody says that he goes, or not.
#[derive(Debug, Deserialize)]
pub(super) struct Said {
    wait: String,
    walk: Walk,
}

/// Takes it down.
pub(super) async fn set(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    Form(Said { wait, walk }): Form<Said>,
) -> Response {
    desk.going.set(wait, arbiter.name, walk);
    Redirect::to("/").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_walks_is_known_until_he_does_not() {
        let (going, anna): (_, ArbiterName) = (Going::default(), "Anna".parse().unwrap());
        going.set("dgt_1-incident-1".into(), anna.clone(), Walk::Go);
        assert_eq!(going.to("dgt_1-incident-1"), Some(anna.clone()));
        assert_eq!(going.to("dgt_1-incident-2"), None);
        going.set("dgt_1-incident-1".into(), anna, Walk::Stay);
        assert_eq!(going.to("dgt_1-incident-1"), None);
    }
}
