//! Boards of which an arbiter wants to hear nothing for a while: each for himself.
//!
//! They are kept in a file, so that a desk that is started anew knows them. Nothing but quiet hangs on it: one that cannot
//! be read is left out, and arbiters hear of all boards.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::{Deserialize, Serialize};
use touchmove_client::arbiters::ArbiterName;

use super::Shared;
use super::door::Who;
use crate::kept;

/// For how long a board is muted at once.
pub(super) const MINUTES: [u32; 3] = [5, 15, 60];

const MAX_MINUTES: u32 = 240;

const MAX_TIME: Duration = Duration::from_secs(MAX_MINUTES as u64 * 60);

/// The most that are kept; a further one is not taken.
const MAX_MUTES: usize = 2_000;

const FILE: &str = "mutes.json";

type Untils = HashMap<(ArbiterName, String), SystemTime>;

/// Until when, by arbiter and board.
#[derive(Debug)]
pub(super) struct Mutes {
    file: PathBuf,
    until: Mutex<Untils>,
    /// Who has it writes the file.
    writing: Mutex<()>,
}

/// One of them, as the file has it.
#[derive(Serialize, Deserialize)]
struct Kept {
    arbiter: ArbiterName,
    board: String,
    /// In seconds since 1970.
    until: u64,
}

impl Mutes {
    /// Those that are kept in a folder.
    pub(super) fn in_folder(folder: &Path) -> Self {
        let file = folder.join(FILE);
        let known: Vec<Kept> = kept::read(&file);
        let until =
            known.into_iter().take(MAX_MUTES).filter_map(|Kept { arbiter, board, until }| {
                let until = UNIX_EPOCH.checked_add(Duration::from_secs(until))?;
                Some(((arbiter, board), until))
            });
        Self { file, until: Mutex::new(until.collect()), writing: Mutex::default() }
    }

    /// For how much longer a board is muted for an arbiter; `None` where it is not.
    pub(super) fn left(&self, who: &ArbiterName, board: &str, now: SystemTime) -> Option<Duration> {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        left(*until.get(&(who.clone(), board.to_owned()))?, now)
    }

    /// Mutes a board for an arbiter; for no time at all, he hears of it again.
    fn set(&self, who: ArbiterName, board: String, time: Duration, now: SystemTime) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let kept: Vec<Kept> = {
            let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
            until.retain(|_, until| left(*until, now).is_some());
            let name = (who, board);
            match now.checked_add(time) {
                _ if time.is_zero() => drop(until.remove(&name)),
                Some(end) if until.len() < MAX_MUTES || until.contains_key(&name) => {
                    until.insert(name, end);
                }
                _ => return,
            }
            until.iter().map(Kept::of).collect()
        };
        kept::write(&self.file, &kept);
    }
}

impl Kept {
    fn of(((arbiter, board), until): (&(ArbiterName, String), &SystemTime)) -> Self {
        let until = until.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Self { arbiter: arbiter.clone(), board: board.clone(), until }
    }
}

/// What is left until then. What is further away than any board is muted for was said before the clock went back.
fn left(until: SystemTime, now: SystemTime) -> Option<Duration> {
    let left = until.duration_since(now).ok()?;
    (!left.is_zero() && left <= MAX_TIME).then_some(left)
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
        let set = move || desk.mutes.set(arbiter.name, board, time, SystemTime::now());
        // It waits for the disk. One that falls over has muted nothing, and the page shows so.
        let _ = tokio::task::spawn_blocking(set).await;
    }
    Redirect::to("/").into_response()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names() -> [ArbiterName; 2] {
        ["Anna", "Ben"].map(|name| name.parse().unwrap())
    }

    const TIME: Duration = Duration::from_secs(300);

    #[test]
    fn a_board_is_muted_for_one_arbiter_until_the_time_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let ([anna, ben], now) = (names(), SystemTime::now());
        let mutes = Mutes::in_folder(folder.path());
        mutes.set(anna.clone(), "dgt_1".into(), TIME, now);
        assert_eq!(mutes.left(&anna, "dgt_1", now), Some(TIME));
        assert_eq!(mutes.left(&anna, "dgt_2", now), None);
        assert_eq!(mutes.left(&ben, "dgt_1", now), None);
        assert_eq!(mutes.left(&anna, "dgt_1", now + TIME), None);
        assert_eq!(mutes.left(&anna, "dgt_1", now - MAX_TIME), None, "the clock went back");
        mutes.set(anna.clone(), "dgt_1".into(), Duration::ZERO, now);
        assert_eq!(mutes.left(&anna, "dgt_1", now), None, "it was taken back");
    }

    #[test]
    fn what_is_muted_is_known_again_from_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let ([anna, ben], now) = (names(), SystemTime::now());
        Mutes::in_folder(folder.path()).set(anna.clone(), "dgt_1".into(), TIME, now);
        let mutes = Mutes::in_folder(folder.path());
        let left = mutes.left(&anna, "dgt_1", now).unwrap();
        assert!(left <= TIME && left + Duration::from_secs(1) >= TIME, "{left:?}");
        assert_eq!(mutes.left(&ben, "dgt_1", now), None);
    }

    #[test]
    fn a_file_that_holds_something_else_mutes_nothing_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let ([anna, _], now, file) = (names(), SystemTime::now(), folder.path().join(FILE));
        let far = format!(r#"[{{"arbiter":"Anna","board":"dgt_1","until":{}}}]"#, u64::MAX);
        let nobody = r#"[{"arbiter":"","board":"dgt_1","until":1}]"#;
        for hostile in ["", "{", "[1]", nobody, &far, &"[".repeat(3_000_000)] {
            fs::write(&file, hostile).unwrap();
            let mutes = Mutes::in_folder(folder.path());
            assert_eq!(mutes.left(&anna, "dgt_1", now), None);
            mutes.set(anna.clone(), "dgt_1".into(), TIME, now);
            assert!(Mutes::in_folder(folder.path()).left(&anna, "dgt_1", now).is_some());
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let mutes = Mutes::in_folder(folder.path());
        mutes.set(anna.clone(), "dgt_1".into(), TIME, now);
        assert!(mutes.left(&anna, "dgt_1", now).is_some(), "it cannot be kept, but holds");
    }
}
