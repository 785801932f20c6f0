//! Boards of which an arbiter wants to hear nothing for a while: each for himself.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use touchmove_client::arbiters::ArbiterName;

use super::Shared;
use super::door::Who;

/// For how long a board is muted at once.
pub(super) const MINUTES: [u32; 3] = [5, 15, 60];

const MAX_MINUTES: u32 = 240;

/// Until when, by arbiter and board.
#[derive(Debug, Default)]
pub(super) struct Mutes(Mutex<HashMap<(ArbiterName, String), Instant>>);

impl Mutes {
    /// For how much longer a board is muted for an arbiter; `None` where it is not.
    pub(super) fn left(&self, who: &ArbiterName, board: &str, now: Instant) -> Option<Duration> {
        let until = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = *until.get(&(who.clone(), board.to_owned()))?;
        Some(until.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Mutes a board for an arbiter; for no time at all, he hears of it again.
    fn set(&self, who: ArbiterName, board: String, time: Duration, now: Instant) {
        let mut until = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.insert((who, board), now + time);
        until.retain(|_, until| *until > now);
    }
}

/// Somebody wants to hear nothing of a board for so long.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    board: String,
    minutes: u32,
}

/// Takes it down, of a board that there is.
pub(super) async fn set(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    Form(Wanted { board, minutes }): Form<Wanted>,
) -> Response {
    let is_there = desk.view().places.iter().any(|place| place.board.id == board);
    if is_there {
        let time = Duration::from_secs(u64::from(minutes.min(MAX_MINUTES)) * 60);
        desk.mutes.set(arbiter.name, board, time, Instant::now());
    }
    Redirect::to("/").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_muted_for_one_arbiter_until_the_time_is_over() {
        let [anna, ben]: [ArbiterName; 2] = ["Anna", "Ben"].map(|name| name.parse().unwrap());
        let (mutes, now, time) = (Mutes::default(), Instant::now(), Duration::from_secs(300));
        mutes.set(anna.clone(), "dgt_1".into(), time, now);
        assert_eq!(mutes.left(&anna, "dgt_1", now), Some(time));
        assert_eq!(mutes.left(&anna, "dgt_2", now), None);
        assert_eq!(mutes.left(&ben, "dgt_1", now), None);
        assert_eq!(mutes.left(&anna, "dgt_1", now + time), None);
        mutes.set(anna.clone(), "dgt_1".into(), Duration::ZERO, now);
        assert_eq!(mutes.left(&anna, "dgt_1", now), None, "it was taken back");
    }
}
