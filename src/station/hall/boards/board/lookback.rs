//! What was seen of a board, from its evidence.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use tokio::sync::Semaphore;
use touchmove_core::account::ClockState;
use touchmove_core::game::sightings::{BoardSighting, BoardWatcher, StandingWay};
use touchmove_drivers::observation::Placement;
use touchmove_drivers::recording::Body;
use touchmove_drivers::{Instant, Observation};

use super::OpenBoard;
use crate::hall::anchor::Anchor;
use crate::hall::orders::lookback::{LookBackOrder, NotSeen};
use crate::journal::{PastEntry, records};

/// So many journals are read at once in the whole daemon, for those who look back.
static READERS: Semaphore = Semaphore::const_new(2);

/// The most sightings that are told; of more, the latest.
const MAX_SIGHTINGS: usize = 2_000;

impl OpenBoard {
    /// Reads in the journal what was seen, while the board is served on.
    pub(super) fn look_back(&self, order: LookBackOrder) {
        let Some(path) = self.evidence.path().map(PathBuf::from) else {
            // Nothing is kept yet, so nothing was seen.
            return drop(order.answer.send(Ok(Vec::new())));
        };
        let anchor = self.evidence.anchor();
        let stretch = Stretch {
            from: anchor.exact(order.from),
            to: anchor.exact(order.to),
            way: self.sitting.standing_way(),
        };
        tokio::spawn(async move {
            let Ok(_permit) = READERS.acquire().await else { return };
            if order.answer.is_closed() {
                return;
            }
            let seen = tokio::task::spawn_blocking(move || read(&path, &stretch, &anchor)).await;
            if let Ok(seen) = seen {
                let _ = order.answer.send(seen);
            }
        });
    }
}

/// From one moment of a journal to another, and how board and clock stand.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: Instant,
    to: Instant,
    way: StandingWay,
}

/// What was seen in a stretch of a journal, by the station's clock.
fn read(
    path: &Path,
    stretch: &Stretch,
    anchor: &Anchor,
) -> Result<Vec<(Instant, BoardSighting)>, NotSeen> {
    let unreadable = |error: &dyn std::fmt::Display| NotSeen::Unreadable(error.to_string());
    let journal = std::fs::read(path).map_err(|error| unreadable(&error))?;
    let entries = records(&journal, path).map_err(|error| unreadable(&error))?;
    let observed = entries.into_iter().filter_map(|entry| match entry {
        PastEntry::Record { record, .. } => match (record.at, record.body) {
            (Some(at), Body::Observed(observation)) => Some((at, observation)),
            _ => None,
        },
        PastEntry::Told(_) | PastEntry::Gap(_) => None,
    });
    let mut seen = stretch.seen(observed);
    seen.iter_mut().for_each(|(at, _)| *at = anchor.station_time(*at));
    Ok(seen)
}

impl Stretch {
    /// What was seen in it: first how board and clock stood when it began, then what happened.
    fn seen(
        &self,
        observed: impl Iterator<Item = (Instant, Observation)>,
    ) -> Vec<(Instant, BoardSighting)> {
        let mut watcher = BoardWatcher::new(self.way);
        let mut opening = Opening::of(self.from, &watcher);
        let mut seen = VecDeque::new();
        for (at, observation) in observed.take_while(|(at, _)| *at <= self.to) {
            let sighting = watcher.observe(&observation);
            if at < self.from {
                opening = Opening::of(self.from, &watcher);
            } else {
                seen.extend(sighting.map(|sighting| (at, sighting)));
            }
            if seen.len() > MAX_SIGHTINGS
                && let Some((at, earliest)) = seen.pop_front()
            {
                opening.pass(at, earliest);
            }
        }
        opening.sightings().chain(seen).collect()
    }
}

/// How board and clock stand when a stretch begins.
#[derive(Debug)]
struct Opening {
    at: Instant,
    placement: Placement,
    clock: Option<ClockState>,
}

impl Opening {
    fn of(at: Instant, watcher: &BoardWatcher) -> Self {
        Self { at, placement: watcher.placement(), clock: watcher.clock() }
    }

    /// The stretch begins after this.
    fn pass(&mut self, at: Instant, seen: BoardSighting) {
        self.at = at;
        match seen {
            BoardSighting::ReadOut { placement, .. } => self.placement = *placement,
            BoardSighting::Square { square, is, .. } => self.placement.set(square, is),
            BoardSighting::Pressed { clock, .. }
            | BoardSighting::TimeRuns { clock, .. }
            | BoardSighting::ClockStands { clock } => self.clock = Some(clock),
            BoardSighting::Press | BoardSighting::Link(_) => {}
        }
    }

    fn sightings(self) -> impl Iterator<Item = (Instant, BoardSighting)> {
        let placement = Box::new(self.placement);
        let board = BoardSighting::ReadOut { placement, new: Vec::new() };
        let clock = self.clock.map(|clock| match clock.run {
            Some(side) => BoardSighting::TimeRuns { side, clock },
            None => BoardSighting::ClockStands { clock },
        });
        [board].into_iter().chain(clock).map(move |seen| (self.at, seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn seen(from_ms: u64, to_ms: u64, lines: &[(u64, &str)]) -> Vec<(u64, BoardSighting)> {
        let [from, to] = [from_ms, to_ms].map(Instant::from_millis);
        let stretch = Stretch { from, to, way: StandingWay::default() };
        let observed =
            lines.iter().map(|(at, line)| (Instant::from_millis(*at), line.parse().unwrap()));
        stretch.seen(observed).into_iter().map(|(at, seen)| (at.as_millis(), seen)).collect()
    }

    fn stands(seen: &BoardSighting) -> String {
        match seen {
            BoardSighting::ReadOut { placement, .. } => placement.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_stretch_begins_with_how_the_board_stood_then() {
        let lines = [(1_000, START), (2_000, "square e2 ."), (3_000, "square e4 P")];
        let told = seen(2_500, 3_500, &lines);
        let [(2_500, opening), (3_000, BoardSighting::Square { .. })] = told.as_slice() else {
            panic!("{told:?}")
        };
        assert_eq!(stands(opening), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
        let quiet = seen(9_000, 9_500, &lines);
        let [(9_000, opening)] = quiet.as_slice() else { panic!("{quiet:?}") };
        assert_eq!(stands(opening), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(seen(0, 1_500, &lines).len(), 2, "what happens later is not told");
    }

    #[test]
    fn of_too_much_the_latest_is_told_and_how_the_board_stood_before_it() {
        let mut lines = vec![(0, START)];
        for flicker in 1..=MAX_SIGHTINGS as u64 {
            lines.push((flicker, if flicker % 2 == 0 { "square e2 P" } else { "square e2 ." }));
        }
        lines.push((5_000, "square d2 ."));
        let told = seen(0, 9_000, &lines);
        assert_eq!(told.len(), MAX_SIGHTINGS + 1);
        assert_eq!(told[0].0, 1);
        assert_eq!(stands(&told[0].1), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
    }
}
