//! What the Laws are told of games.

use std::sync::Arc;

use shakmaty::Chess;
use touchmove_core::account::{ClockState, Entry, GameStart, What};
use touchmove_core::laws::rulebook::Rulebook;
use touchmove_core::laws::{Exactness, Laws, Touching};
use touchmove_core::reconstruct::Reconstruct;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use crate::evidence::ObservedRecording;
use crate::mating;

/// The account of a game.
pub(crate) struct Account {
    /// The Laws before anything is heard.
    pub(crate) laws: Laws,
    pub(crate) entries: Vec<Entry>,
}

/// What reconstruction says of each game.
pub(crate) fn all_of(games: &[ObservedRecording]) -> Vec<Account> {
    games.iter().flat_map(of).collect()
}

fn of(evidence: &ObservedRecording) -> Vec<Account> {
    let mut reconstruct = Reconstruct::new(evidence.setup.clone());
    let mut accounts: Vec<Account> = Vec::new();
    let mut take = |reconstruct: &mut Reconstruct| {
        while let Some(entry) = reconstruct.poll() {
            if let What::Begin(GameStart { position, .. }) = &entry.what {
                let laws = laws(evidence, position);
                accounts.push(Account { laws, entries: Vec::new() });
            }
            if let Some(account) = accounts.last_mut() {
                account.entries.push(entry);
            }
        }
    };
    for step in &evidence.steps {
        reconstruct.observe(step.at, step.record, &step.observation);
        take(&mut reconstruct);
    }
    reconstruct.advance(Instant::from_micros(u64::MAX));
    take(&mut reconstruct);
    accounts
}

fn laws(evidence: &ObservedRecording, position: &Arc<Chess>) -> Laws {
    let together = evidence.setup.timing.reading_lag;
    let touching = Touching { together, account: Exactness::Read };
    Laws::new(Arc::clone(&evidence.rulebook), touching, Arc::clone(position))
}

/// Games in which White's flag falls at once, in the positions in which mates are looked for.
pub(crate) fn flags() -> Vec<Account> {
    let times = [ClockTime::from_millis(0), ClockTime::from_millis(60_000)];
    let times = times.map(|time| time.expect("a time"));
    let state = ClockState { times, run: None, flags: [true, false], doubtful: false };
    let touching = Touching { together: std::time::Duration::ZERO, account: Exactness::Exact };
    let flag = |(_, fen): &(&str, &str)| Account {
        laws: Laws::new(Arc::<Rulebook>::default(), touching, Arc::new(mating::position(fen))),
        entries: vec![Entry { at: Instant::ZERO, record: 1, what: What::Clock(state) }],
    };
    mating::POSITIONS.iter().map(flag).collect()
}
