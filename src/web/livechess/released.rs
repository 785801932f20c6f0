//! The games as far as they are released: the public tree, which is the same for everybody.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{MirrorError, since_boot};
use touchmove_client::public::{PublicGame, PublicMirror};
use touchmove_core::pairing::Outcome;
use touchmove_core::tournament::release::ReleasedMove;

use super::eboard::{ClockTimes, Line, now_ms};
use super::replayed::Standing;

/// What is released within this time is told at once together.
const TOGETHER: Duration = Duration::from_millis(20);

/// From one look to the next whether the daemon is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A game as far as it is released.
#[derive(Clone, Debug, Default)]
pub(super) struct ReleasedGame {
    /// Its round and table; 0 where it is of none.
    pub(super) at: (u16, u16),
    /// Its moves.
    pub(super) line: Line,
    /// How it ended; `None` while it goes on.
    pub(super) outcome: Option<Outcome>,
    /// What the mover has left, in milliseconds, by ply from 1.
    pub(super) left_ms: BTreeMap<u32, u32>,
    /// When a move was heard, in milliseconds since 1970, by ply; not of those that were released before.
    pub(super) heard_ms: BTreeMap<u32, u64>,
    /// What it was made of.
    read_from: Arc<PublicGame>,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Released {
    games: BTreeMap<String, Arc<ReleasedGame>>,
}

impl Released {
    /// The game at a table of a round: the last one that began there.
    pub(super) fn at(&self, place: (u16, u16)) -> Option<&Arc<ReleasedGame>> {
        let is_game = place.0 > 0;
        self.games.values().rev().find(|game| is_game && game.at == place)
    }

    /// The next ones; what is as before stays the same.
    fn next(&self, games: Vec<Arc<PublicGame>>) -> Self {
        let next = |now: Arc<PublicGame>| {
            let before = self.games.get(&now.path);
            let same = before.filter(|before| Arc::ptr_eq(&before.read_from, &now));
            let game = same.map_or_else(
                || Arc::new(ReleasedGame::read(before.map(Arc::as_ref), &now)),
                Arc::clone,
            );
            (now.path.clone(), game)
        };
        Self { games: games.into_iter().map(next).collect() }
    }
}

/// Follows them for as long as somebody looks.
pub(super) async fn follow(bus: Bus, shown: watch::Sender<Arc<Released>>) {
    while !shown.is_closed() {
        // Who follows the hall says why nothing is heard.
        if let Ok(mirror) = PublicMirror::connect(&bus).await {
            let _ = follow_mirror(mirror, &shown).await;
        }
        shown.send_if_modified(|released| {
            let was_shown = !released.games.is_empty();
            *released = Arc::default();
            was_shown
        });
        sleep(LOOK_AGAIN).await;
    }
}

/// Until the daemon cannot be read, or nobody looks any more.
async fn follow_mirror(
    mut mirror: PublicMirror,
    shown: &watch::Sender<Arc<Released>>,
) -> Result<(), MirrorError> {
    loop {
        let games = if mirror.daemon().is_some() { mirror.games() } else { Vec::new() };
        let next = Arc::new(shown.borrow().next(games));
        shown.send_replace(next);
        tokio::select! {
            signal = mirror.signal() => drop(mirror.take(signal?).await?),
            () = shown.closed() => return Ok(()),
        }
        let until = Instant::now() + TOGETHER;
        while let Ok(signal) = timeout_at(until, mirror.signal()).await {
            mirror.take(signal?).await?;
        }
    }
}

impl ReleasedGame {
    /// A game as it is now; when its moves were heard is known from before, but for the last two.
    fn read(before: Option<&Self>, now: &Arc<PublicGame>) -> Self {
        let moves = &now.released.moves;
        let was = before.map_or(&[][..], |before| &before.read_from.released.moves);
        let is_as_before = |made: &&ReleasedMove| {
            was.iter().any(|was| (was.ply, &was.uci) == (made.ply, &made.uci))
        };
        let known = moves.iter().filter(is_as_before).filter_map(|made| {
            let heard = before?.heard_ms.get(&made.ply)?;
            Some((made.ply, *heard))
        });
        let mut heard_ms: BTreeMap<_, _> = known.collect();
        for (made, at) in moves.iter().rev().zip(now.moved_at) {
            let ago = at.map(|at| since_boot().saturating_sub(at).as_millis());
            if let Some(ago) = ago.and_then(|ago| u64::try_from(ago).ok()) {
                heard_ms.entry(made.ply).or_insert_with(|| now_ms().saturating_sub(ago));
            }
        }
        Self {
            at: (now.round, now.table),
            line: Line {
                game: now.path.clone(),
                start: now.start.clone(),
                moves: moves.iter().map(|made| made.uci.clone()).collect(),
                sans: moves.iter().map(|made| made.san.clone()).collect(),
                fen: now.fen.clone(),
            },
            outcome: now.outcome,
            left_ms: now
                .released
                .times
                .iter()
                .map(|(ply, left)| (*ply, left.as_millis()))
                .collect(),
            heard_ms,
            read_from: Arc::clone(now),
        }
    }

    /// What the clock showed after the last moves that are released, as far as that is.
    pub(super) fn clock(&self) -> Option<ClockTimes> {
        let last_of = |is_whites: bool| {
            let left = self.left_ms.iter().rev().find(|(ply, _)| (*ply % 2 == 1) == is_whites);
            left.map(|(_, left)| u64::from(*left / 1_000))
        };
        let turn = Standing::of_fen(&self.line.fen)?.turn;
        let heard = self.heard_ms.values().next_back();
        let ago = heard.map(|heard| Duration::from_millis(now_ms().saturating_sub(*heard)));
        Some(ClockTimes {
            white: last_of(true)?,
            black: last_of(false)?,
            running: ago.is_some().then_some(turn).filter(|_| self.outcome.is_none()),
            read_at: since_boot().saturating_sub(ago.unwrap_or_default()),
        })
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::tournament::release::Release;

    use super::*;

    /// A game after so many of `e4 e5 Nf3`, of which the last two were heard just now.
    fn heard(plies: u32) -> Arc<PublicGame> {
        let now = Some(since_boot());
        let mut game =
            PublicGame { path: "p1".into(), moved_at: [now; 2], ..PublicGame::default() };
        for (ply, san) in (1..=plies).zip(["e4", "e5", "Nf3"]) {
            let side = if ply % 2 == 1 { shakmaty::Color::White } else { shakmaty::Color::Black };
            let (uci, fen) = (san.to_owned(), String::new());
            let (is_doubtful, led_by) = (false, Vec::new());
            let made = ReleasedMove { ply, uci, san: san.into(), fen, side, is_doubtful, led_by };
            game.released.take(&Release::Move(made));
        }
        Arc::new(game)
    }

    #[test]
    fn when_a_move_was_heard_stays_known_as_long_as_it_stands() {
        let game = |before: &Released, plies| before.next(vec![heard(plies)]);
        let two = game(&Released::default(), 2);
        let first = two.games["p1"].heard_ms[&1];
        let three = game(&two, 3);
        assert_eq!(three.games["p1"].line.sans, ["e4", "e5", "Nf3"]);
        assert_eq!(three.games["p1"].heard_ms[&1], first);
        let heard_of =
            |released: &Released| released.games["p1"].heard_ms.keys().copied().collect::<Vec<_>>();
        assert_eq!(heard_of(&three), [1, 2, 3]);
        assert_eq!(heard_of(&game(&three, 1)), [1], "moves were taken back");
    }

    #[test]
    fn a_game_of_which_nothing_is_new_stays_the_same() {
        let game = heard(2);
        let before = Released::default().next(vec![Arc::clone(&game)]);
        let after = before.next(vec![game]);
        assert!(Arc::ptr_eq(&before.games["p1"], &after.games["p1"]));
    }
}
