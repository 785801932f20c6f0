//! A player as LiveChess and its Cloud have him.

use serde::Serialize;
use touchmove_core::pairing::Player;

/// A player. All keys are there, whatever is known: some readers miss none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct NamedPlayer {
    fname: Option<String>,
    mname: Option<String>,
    lname: Option<String>,
    title: Option<&'static str>,
    federation: Option<String>,
    gender: Option<String>,
    /// A number: readers give up a whole round where it is a text.
    fideid: Option<u64>,
}

impl NamedPlayer {
    /// What is known of him. A name without a comma is one name.
    pub(crate) fn of(player: &Player) -> Self {
        let (last, first) = match player.name.split_once(',') {
            Some((last, first)) => (last.trim(), first.trim()),
            None => (player.name.trim(), ""),
        };
        let known = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
        Self {
            fname: known(first),
            mname: None,
            lname: known(last),
            title: player.title.map(|title| title.word()),
            federation: player.federation.clone(),
            gender: None,
            fideid: player.fide_id.map(|id| id.get()),
        }
    }
}
