//! The slowest single entries.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use shakmaty::Position;
use touchmove_core::account::{Entry, What};
use touchmove_core::laws::says::Says;
use touchmove_core::laws::{Laws, Ruling};

use crate::account::Account;

/// Every game is heard so often. The shortest time of an entry over all runs is its own, in time of a core;
/// what a run takes longer is the system's doing.
const RUNS: usize = 7;

/// Prints the slowest entries of all games, which are `what`.
pub(crate) fn print(what: &str, accounts: &[Account]) {
    let mut slowest = [(Duration::ZERO, 0, None); 2];
    for (number, account) in accounts.iter().enumerate() {
        let mut shortest = vec![(Duration::MAX, false); account.entries.len()];
        (0..RUNS).for_each(|_| hear(account, &mut shortest));
        for (entry, (time, may_search)) in account.entries.iter().zip(shortest) {
            let slowest = &mut slowest[usize::from(may_search)];
            if time > slowest.0 {
                *slowest = (time, number, Some(entry));
            }
        }
    }
    for (name, (time, number, entry)) in ["no search", "may search"].iter().zip(slowest) {
        let Some(entry) = entry else { continue };
        println!("worst single entry, {what}, {name}: {:.1} µs", time.as_secs_f64() * 1e6);
        println!("    game {number}, record {}, {}", entry.record, name_of(entry));
    }
}

fn hear(account: &Account, shortest: &mut [(Duration, bool)]) {
    let mut laws = account.laws.clone();
    for (entry, (shortest, search)) in account.entries.iter().zip(shortest) {
        let begun = spent();
        let rulings = black_box(laws.hear(entry));
        *shortest = spent().saturating_sub(begun).min(*shortest);
        *search = may_search(&laws, entry, &rulings);
    }
}

/// What this thread has had of a core.
fn spent() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a time since the start")
}

/// Whether mates may have been looked for: the game might be over with this move, or was, or somebody has
/// to do something about it.
fn may_search(laws: &Laws, entry: &Entry, rulings: &[Ruling]) -> bool {
    let board = laws.position().board();
    let is_move = matches!(entry.what, What::Move(_));
    let is_forced = laws.position().legal_moves().len() <= 2;
    is_move && (is_forced || (board.queens() | board.rooks()).is_empty())
        || rulings.iter().any(|ruling| matches!(ruling.what, Says::Ended(_) | Says::Instruction(_)))
}

const fn name_of(entry: &Entry) -> &'static str {
    match entry.what {
        What::Begin(_) => "begin",
        What::Touch(_) => "touch",
        What::Release(_) => "release",
        What::Standing(_) => "standing",
        What::Move(_) => "move",
        What::Press(_) => "press",
        What::Clock(_) => "clock",
        What::Kings(_) => "kings",
        What::Decision(_) => "decision",
        What::Position(_) => "position",
        What::Question(_) => "question",
        What::LinkLost => "link lost",
        What::ClockAway => "clock away",
    }
}
