//! Which arbiter walks where, so that not two do.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use tokio::sync::watch;
use touchmove_client::arbiters::ArbiterName;

use super::choice::Choice;
use super::door::Who;
use super::live::Reader;
use super::{Shared, waiting};
use crate::speech::Speech;

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

    /// Somebody goes to what waits, or not. What does not wait any more is forgotten, and nobody goes to what never did.
    fn set(&self, wait: String, who: ArbiterName, walk: Walk, waiting: &HashSet<String>) {
        let mut walks = self.walks.lock().unwrap_or_else(PoisonError::into_inner);
        match walk {
            Walk::Go => drop(walks.insert(wait, who)),
            Walk::Stay => drop(walks.remove(&wait)),
        }
        walks.retain(|wait, _| waiting.contains(wait));
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
    speech: Speech,
    Form(Said { wait, walk }): Form<Said>,
) -> Response {
    let view = desk.view();
    let reader = Reader { arbiter: &arbiter, speech, view: &view };
    let lines = waiting::pieces(&desk, reader, &Choice::default());
    let waiting = lines.into_iter().map(|line| line.id).collect();
    desk.going.set(wait, arbiter.name.clone(), walk, &waiting);
    Redirect::to("/").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_walks_is_known_until_he_does_not_or_nothing_waits_there() {
        let (going, anna): (_, ArbiterName) = (Going::default(), "Anna".parse().unwrap());
        let [one, other] = ["dgt_1-incident-1", "dgt_1-incident-2"];
        let both = HashSet::from([one.to_owned(), other.to_owned()]);
        going.set(one.into(), anna.clone(), Walk::Go, &both);
        assert_eq!(going.to(one), Some(anna.clone()));
        assert_eq!(going.to(other), None);
        going.set(one.into(), anna.clone(), Walk::Stay, &both);
        assert_eq!(going.to(one), None);
        going.set(one.into(), anna.clone(), Walk::Go, &both);
        going.set("nowhere".into(), anna.clone(), Walk::Go, &both);
        assert_eq!(going.to("nowhere"), None, "nothing ever waited there");
        going.set(other.into(), anna.clone(), Walk::Go, &HashSet::from([other.to_owned()]));
        assert_eq!((going.to(one), going.to(other)), (None, Some(anna)));
    }
}
