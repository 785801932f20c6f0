//! What is public of the hall, followed by one task for all readers.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};
use touchmove_client::address::Bus;
use touchmove_client::mirror::MirrorError;
use touchmove_client::public::{PublicGame, PublicMirror, PublicRound};
use touchmove_core::game::number::MoveNumber;
use touchmove_core::pairing::Outcome;
use touchmove_core::sheet::{Sheet, pgn};
use touchmove_core::tournament::rounds::GamePlace;

use super::text::Text;
use crate::say;

/// From one view to the next: what happens after a quiet time is shown at once, and what comes then together.
const BETWEEN_VIEWS: Duration = Duration::from_millis(5);

/// From one look to the next whether the daemon is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A daemon that was started reads its games back within this time. Until then those that it does not have yet stay as they were:
/// a reader is not to find a round that has lost its games.
const READ_BACK_WITHIN: Duration = Duration::from_secs(60);

/// What is public at one moment.
#[derive(Debug, Default)]
pub(super) struct PublicView {
    /// Grows with every change.
    number: u64,
    /// Whether the daemon answers; otherwise this is what was last known.
    is_current: bool,
    /// When the first signal was heard by which it is other than the one before; `None` where it was read anew.
    heard: Option<Instant>,
    /// By number.
    rounds: Vec<Arc<Round>>,
    /// The games by number, those of no round, too.
    games: Vec<Arc<PublicGame>>,
    /// Its tournaments in Cloud JSON by their ids, once somebody has asked.
    pub(super) tournaments: OnceLock<HashMap<String, Text>>,
}

/// A round that has begun, and its boards.
#[derive(Debug)]
pub(super) struct Round {
    shown: Arc<PublicRound>,
    /// By table.
    boards: Vec<Arc<Board>>,
    /// All games as PGN, once somebody has asked.
    pgn: OnceLock<Text>,
    /// Its pairings in Cloud JSON, once somebody has asked.
    pub(super) index: OnceLock<Text>,
}

/// A table of a round, and its game as far as it is public.
#[derive(Debug)]
pub(super) struct Board {
    /// The number of the view in which it was last different.
    since: u64,
    place: GamePlace,
    game: Option<Arc<PublicGame>>,
    pgn: OnceLock<Text>,
    ends_before: OnceLock<Option<MoveNumber>>,
    /// Its game in Cloud JSON, once somebody has asked: when it is not played, and while it is.
    pub(super) cloud: [OnceLock<Text>; 2],
}

/// What the daemon has of it now.
struct Known {
    rounds: Vec<Arc<PublicRound>>,
    /// All of them, by number.
    games: Vec<Arc<PublicGame>>,
    /// By round and table. Of several at one table the last one counts.
    seated: HashMap<(u16, u16), Arc<PublicGame>>,
    /// Whether what is not there yet may still come.
    is_reading_back: bool,
    /// When the first signal was heard that led here; `None` where it was read anew.
    heard: Option<Instant>,
}

impl PublicView {
    /// Grows with every change.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// When the first signal was heard by which it is other than the one before; `None` where it was read anew.
    pub(super) const fn heard(&self) -> Option<Instant> {
        self.heard
    }

    /// Whether the daemon answers; otherwise this is what was last known.
    pub(super) const fn is_current(&self) -> bool {
        self.is_current
    }

    /// The rounds by number.
    pub(super) fn rounds(&self) -> &[Arc<Round>] {
        &self.rounds
    }

    /// The games that the daemon has, by number.
    pub(super) fn games(&self) -> &[Arc<PublicGame>] {
        &self.games
    }

    /// The round of this number.
    pub(super) fn round(&self, number: u16) -> Option<&Arc<Round>> {
        self.rounds.iter().find(|round| round.number() == number)
    }

    /// The round that is played, or else the last one.
    pub(super) fn current_round(&self) -> Option<&Arc<Round>> {
        let played = self.rounds.iter().rfind(|round| round.is_played());
        played.or_else(|| self.rounds.last())
    }

    /// The next one; what is as before stays the same.
    fn next(&self, known: &Known) -> Self {
        let number = self.number + 1;
        let round = |shown: &Arc<PublicRound>| {
            let before = self.round(shown.number);
            Round::next(before, shown, known, number)
        };
        let mut rounds: Vec<_> = known.rounds.iter().map(round).collect();
        if known.is_reading_back {
            let is_there =
                |before: &&Arc<Round>| rounds.iter().any(|round| round.number() == before.number());
            let gone: Vec<_> = self.rounds.iter().filter(|it| !is_there(it)).cloned().collect();
            rounds.extend(gone);
        }
        rounds.sort_by_key(|round| round.number());
        let (games, tournaments) = (known.games.clone(), OnceLock::new());
        Self { number, is_current: true, heard: known.heard, rounds, games, tournaments }
    }
}

impl Round {
    fn next(
        before: Option<&Arc<Self>>,
        shown: &Arc<PublicRound>,
        known: &Known,
        number: u64,
    ) -> Arc<Self> {
        let board = |place: &GamePlace| {
            let table = place.pairing.board.get();
            let before = before.and_then(|round| round.board(table));
            let mut game = known.seated.get(&(shown.number, table)).cloned();
            if game.is_none() && known.is_reading_back {
                game = before.and_then(|before| before.game.clone());
            }
            match before.filter(|before| before.is(place, game.as_ref())) {
                Some(before) => Arc::clone(before),
                None => Arc::new(Board::new(number, place.clone(), game)),
            }
        };
        let boards: Vec<_> = shown.places.iter().map(board).collect();
        let is_same = |before: &&Arc<Self>| {
            before.shown == *shown
                && before.boards.len() == boards.len()
                && before.boards.iter().zip(&boards).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        before.filter(is_same).cloned().unwrap_or_else(|| {
            let (pgn, index) = Default::default();
            Arc::new(Self { shown: Arc::clone(shown), boards, pgn, index })
        })
    }

    /// Its number.
    pub(super) fn number(&self) -> u16 {
        self.shown.number
    }

    /// The tournament.
    pub(super) fn event(&self) -> Option<&str> {
        self.shown.event.as_deref()
    }

    /// How far it has got: `running`, `paused` or `ended`.
    pub(super) fn stage(&self) -> &str {
        &self.shown.stage
    }

    /// Whether it is not over.
    pub(super) fn is_played(&self) -> bool {
        self.shown.stage != "ended"
    }

    /// Its boards by table.
    pub(super) fn boards(&self) -> &[Arc<Board>] {
        &self.boards
    }

    /// The board at this table.
    pub(super) fn board(&self, table: u16) -> Option<&Arc<Board>> {
        self.boards.iter().find(|board| board.table() == table)
    }

    /// Its games as PGN, by table.
    pub(super) fn pgn(&self) -> &Text {
        self.pgn.get_or_init(|| {
            let games: Vec<_> = self.boards.iter().map(|board| board.pgn().as_str()).collect();
            Text::new(games.join("\n"))
        })
    }
}

impl Board {
    fn new(since: u64, place: GamePlace, game: Option<Arc<PublicGame>>) -> Self {
        let (pgn, ends_before, cloud) = Default::default();
        Self { since, place, game, pgn, ends_before, cloud }
    }

    /// Whether it shows this.
    fn is(&self, place: &GamePlace, game: Option<&Arc<PublicGame>>) -> bool {
        let is_same_game = match (&self.game, game) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (None, None) => true,
            _ => false,
        };
        is_same_game && self.place == *place
    }

    /// The number of the view in which it was last different.
    pub(super) const fn since(&self) -> u64 {
        self.since
    }

    /// Who plays whom, in which round at which table.
    pub(super) const fn place(&self) -> &GamePlace {
        &self.place
    }

    /// The table.
    pub(super) fn table(&self) -> u16 {
        self.place.pairing.board.get()
    }

    /// The game, once something of it is public.
    pub(super) fn game(&self) -> Option<&PublicGame> {
        self.game.as_deref()
    }

    /// How it ended: as its game has it, or as people decided where nothing is public of any game.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.as_ref().map_or(self.place.pairing.outcome, |game| game.outcome)
    }

    /// Its scoresheet.
    pub(super) fn sheet(&self) -> Sheet {
        let sheet = match &self.game {
            None => Sheet::of_pairing(&self.place.pairing, &self.place.event),
            Some(game) => Sheet::of_released(&self.place, &game.start, &game.released),
        };
        Sheet { outcome: self.outcome(), ..sheet }
    }

    /// The number of the first move to which those from the start on do not lead; `None` where they all follow.
    pub(super) fn ends_before(&self) -> Option<MoveNumber> {
        *self.ends_before.get_or_init(|| {
            let sheet = self.sheet();
            let replayable = sheet.replayable();
            let after = replayable.last().map_or(&sheet.start.fen, |made| &made.fen);
            (replayable.len() < sheet.moves.len()).then(|| MoveNumber::next_in(after))
        })
    }

    /// Its game as PGN.
    pub(super) fn pgn(&self) -> &Text {
        self.pgn.get_or_init(|| Text::new(pgn::write(&self.sheet())))
    }
}

/// Follows what is public for ever.
pub(super) async fn follow(bus: Bus, shown: watch::Sender<Arc<PublicView>>) {
    let mut said = String::new();
    loop {
        let why = match PublicMirror::connect(&bus).await {
            Ok(mirror) => match follow_mirror(mirror, &shown).await {
                Ok(()) => return,
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        if said != why {
            say(&why);
            said = why;
        }
        stand_still(&shown);
        sleep(LOOK_AGAIN).await;
    }
}

/// Says that what is shown is the last that was known.
fn stand_still(shown: &watch::Sender<Arc<PublicView>>) {
    shown.send_if_modified(|view| {
        let was_current = view.is_current;
        if was_current {
            *view = Arc::new(PublicView {
                number: view.number + 1,
                is_current: false,
                heard: None,
                rounds: view.rounds.clone(),
                games: view.games.clone(),
                tournaments: view.tournaments.clone(),
            });
        }
        was_current
    });
}

/// Follows it until nobody looks any more.
async fn follow_mirror(
    mut mirror: PublicMirror,
    shown: &watch::Sender<Arc<PublicView>>,
) -> Result<(), MirrorError> {
    let (mut daemon, mut since, mut heard) = (None, Instant::now(), None);
    loop {
        match mirror.daemon().cloned() {
            None => stand_still(shown),
            Some(now) => {
                if daemon.as_ref() != Some(&now) {
                    (daemon, since) = (Some(now), Instant::now());
                }
                let games = mirror.games();
                let seat = |game: &Arc<PublicGame>| ((game.round, game.table), Arc::clone(game));
                let known = Known {
                    rounds: mirror.rounds(),
                    seated: games.iter().map(seat).collect(),
                    games,
                    is_reading_back: since.elapsed() < READ_BACK_WITHIN,
                    heard,
                };
                let next = Arc::new(shown.borrow().next(&known));
                shown.send_replace(next);
            }
        }
        if shown.is_closed() {
            return Ok(());
        }
        let next_at = Instant::now() + BETWEEN_VIEWS;
        // What was kept only until all is read back goes then, though nothing is heard any more.
        let whole_at = since + READ_BACK_WITHIN;
        let is_reading_back = daemon.is_some() && Instant::now() < whole_at;
        let mut is_different = false;
        heard = None;
        while !is_different {
            let signal = if is_reading_back {
                match timeout_at(whole_at, mirror.signal()).await {
                    Ok(signal) => signal?,
                    Err(_) => break,
                }
            } else {
                mirror.signal().await?
            };
            let now = Instant::now();
            is_different = mirror.take(signal).await?;
            heard = is_different.then_some(now);
        }
        // Nobody says so much that nothing is shown for it.
        let latest = Instant::now() + BETWEEN_VIEWS;
        while Instant::now() < latest
            && let Ok(signal) = timeout_at(next_at, mirror.signal()).await
        {
            mirror.take(signal?).await?;
        }
    }
}

#[cfg(test)]
pub(super) mod samples;
