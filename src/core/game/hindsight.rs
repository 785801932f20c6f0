//! What the whole recording tells of a game that the moment did not.
//!
//! In: a game as it was told, and the same as hindsight has it. Out: where they differ, and how sure hindsight is.

use std::cmp::Ordering;
use std::sync::Arc;

use touchmove_drivers::recording::RecordingEnd;

use super::games::Games;
use super::view::{GameView, ScoredMove};
use crate::account::Sight;

/// Moves that were told, and what hindsight has in their place.
#[derive(Clone, Debug, PartialEq)]
pub struct Revision {
    /// Number of the game on its board, from 1.
    pub game: u32,
    /// The first ply that differs, from 1.
    pub ply: u32,
    /// The moves that were told, in UCI.
    pub told: Vec<String>,
    /// Those that hindsight has instead.
    pub instead: Vec<String>,
    /// How sure hindsight is of the least sure of them, 0–1; where it has none, of the move that follows. Of a board that
    /// loses readings, how many such changes brought games nearer to the truth.
    pub confidence: f32,
}

/// What hindsight changes in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRevisions {
    /// Difference by difference.
    pub each: Vec<Revision>,
    /// All of them in one, where there are several: what lies between may only fit with all of them.
    pub whole: Option<Revision>,
}

/// Lines that part are looked at for so many moves of each: where they do not meet by then they never do.
const MAX_APART: usize = 40;

/// Lines that go on by so many same moves have met, though a piece may stand elsewhere.
const SAME_AGAIN: usize = 4;

/// What hindsight changes in the games that were told. Where the recording was cut, a game that was going on then has
/// moves of which hindsight is not sure yet: that it has none there changes nothing.
pub fn revisions(told: &Games, later: &Games, ending: RecordingEnd) -> Vec<Revision> {
    let pairs = told.all().iter().filter_map(|game| {
        let is_it = |other: &&Arc<GameView>| other.game == game.game;
        Some((game, later.all().iter().find(is_it)?))
    });
    pairs.flat_map(|(told, later)| revisions_at_end(told, later, ending)).collect()
}

/// The same of one game of a board that goes on to be heard.
pub fn revisions_in(told: &GameView, later: &GameView) -> GameRevisions {
    let each = revisions_at_end(told, later, RecordingEnd::Cut);
    let whole = (each.len() > 1).then(|| whole(told, later, &each)).flatten();
    GameRevisions { each, whole }
}

/// All that hindsight changes, from the first ply that differs to the last.
fn whole(told: &GameView, later: &GameView, each: &[Revision]) -> Option<Revision> {
    let Revision { game, ply, .. } = *each.first()?;
    let (a, b) = (&told.moves[..], &later.moves[..]);
    let waited_for: usize =
        revisions_of(told, later)[each.len()..].iter().map(|one| one.told.len()).sum();
    let a = &a[..a.len().saturating_sub(waited_for)];
    let before = a.iter().zip(b).take_while(|(one, other)| is_same(one, other)).count();
    let (a, b) = (&a[before..], &b[before..]);
    let pairs = a.iter().rev().zip(b.iter().rev());
    let after = pairs.take_while(|(one, other)| is_same(one, other)).count();
    let of = |moves: &[Arc<ScoredMove>]| {
        let changed = moves.iter().take(moves.len() - after);
        changed.map(|one| one.told.uci.to_string()).collect()
    };
    let confidence = each.iter().map(|one| one.confidence).fold(1.0, f32::min);
    Some(Revision { game, ply, told: of(a), instead: of(b), confidence })
}

fn revisions_at_end(told: &GameView, later: &GameView, ending: RecordingEnd) -> Vec<Revision> {
    let mut revisions = revisions_of(told, later);
    let goes_on = ending == RecordingEnd::Cut && later.result.is_none();
    let last = later.moves.last().map_or(0, |scored| scored.told.ply);
    let is_waited_for =
        |revision: &mut Revision| revision.instead.is_empty() && revision.ply > last;
    drop(revisions.pop_if(|revision| goes_on && is_waited_for(revision)));
    revisions
}

fn revisions_of(told: &GameView, later: &GameView) -> Vec<Revision> {
    let (mut a, mut b) = (&told.moves[..], &later.moves[..]);
    let loses_readings = told.loses_readings();
    let mut found = Vec::new();
    loop {
        let shared = a.iter().zip(b).take_while(|(one, other)| is_same(one, other)).count();
        (a, b) = (&a[shared..], &b[shared..]);
        let first = a.first().into_iter().chain(b.first()).map(|scored| scored.told.ply).min();
        let Some(ply) = first else { return found };
        let (left, right) = meet(a, b).unwrap_or((a.len(), b.len()));
        let of =
            |moves: &[Arc<ScoredMove>]| moves.iter().map(|one| one.told.uci.to_string()).collect();
        let weighed = if right == 0 { b.get(..1) } else { b.get(..right) };
        let confidences = weighed.unwrap_or_default().iter().map(|one| one.told.confidence);
        let confidence = confidences.fold(1.0, f32::min);
        let confidence = match loses_readings {
            true => confidence.min(share_nearer(&a[..left], &b[..right])),
            false => confidence,
        };
        let (told, instead) = (of(&a[..left]), of(&b[..right]));
        found.push(Revision { game: later.game, ply, told, instead, confidence });
        (a, b) = (&a[left..], &b[right..]);
    }
}

/// Where a board loses readings more lines fit what is left of them than are followed: how many of such changes brought
/// games nearer to the truth (`docs/reconstruction.md`). It speaks against one that it has more moves in it that nobody saw.
fn share_nearer(told: &[Arc<ScoredMove>], instead: &[Arc<ScoredMove>]) -> f32 {
    let unseen = |moves: &[Arc<ScoredMove>]| {
        moves.iter().filter(|scored| scored.told.sight != Sight::Seen).count()
    };
    match unseen(instead).cmp(&unseen(told)) {
        Ordering::Less => 0.9,
        Ordering::Equal => 0.8,
        Ordering::Greater => 0.4,
    }
}

fn is_same(one: &ScoredMove, other: &ScoredMove) -> bool {
    one.told.uci == other.told.uci
}

/// After how many moves of each the lines come to one position, or go on alike, if they soon do: as few as can be.
fn meet(a: &[Arc<ScoredMove>], b: &[Arc<ScoredMove>]) -> Option<(usize, usize)> {
    let after = |moves: &[Arc<ScoredMove>], count: usize| {
        Some(moves.get(count.checked_sub(1)?)?.told.fen().to_owned())
    };
    let go_on_alike = |left: usize, right: usize| {
        let next = |moves: &[Arc<ScoredMove>], at: usize| {
            let next = moves.get(at..at + SAME_AGAIN)?;
            Some(next.iter().map(|one| one.told.uci).collect::<Vec<_>>())
        };
        next(a, left).is_some_and(|moves| Some(moves) == next(b, right))
    };
    (1..=2 * MAX_APART).find_map(|both| {
        (0..=both).map(|left| (left, both - left)).find(|&(left, right)| {
            let position = after(a, left);
            position.is_some() && position == after(b, right) || go_on_alike(left, right)
        })
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::account::EvidenceSpan;
    use crate::game::conclusion::{MoveState, MoveTexts, MoveTold};

    /// A game by its moves, each with the position that it leads to.
    fn game(moves: &[(&str, &str)], confidence: f32) -> GameView {
        let scored = |(ply, (uci, fen)): (u32, &(&str, &str))| {
            let told = MoveTold {
                id: None,
                ply,
                state: MoveState::Made,
                uci: uci.parse().unwrap(),
                texts: MoveTexts::known(None, (*fen).to_owned()),
                side: Color::White,
                sight: Sight::Seen,
                confidence,
                evidence: EvidenceSpan { from: 1, to: 1 },
            };
            Arc::new(ScoredMove { told, left: None })
        };
        GameView { game: 1, moves: (1..).zip(moves).map(scored).collect(), ..GameView::default() }
    }

    #[test]
    fn lines_that_part_and_meet_are_one_revision_and_a_missing_end_another() {
        let told = game(&[("e2e4", "A"), ("g8f6", "B"), ("b1c3", "C"), ("e7e5", "D")], 0.7);
        let later =
            game(&[("e2e4", "A"), ("b8c6", "X"), ("b1c3", "Y"), ("g8f6", "Z"), ("d1e2", "C")], 0.9);
        let revision = |ply, told: &[&str], instead: &[&str], confidence| Revision {
            game: 1,
            ply,
            told: told.iter().map(ToString::to_string).collect(),
            instead: instead.iter().map(ToString::to_string).collect(),
            confidence,
        };
        let parted = revision(2, &["g8f6", "b1c3"], &["b8c6", "b1c3", "g8f6", "d1e2"], 0.9);
        let ended = revision(4, &["e7e5"], &[], 1.0);
        assert_eq!(revisions_of(&told, &later), [parted.clone(), ended.clone()]);
        let whole = revision(2, &["g8f6", "b1c3", "e7e5"], &["b8c6", "b1c3", "g8f6", "d1e2"], 0.9);
        let each = vec![parted, ended];
        let later = GameView { result: told.result, ..later };
        assert_eq!(super::whole(&told, &later, &each), Some(whole));
        assert_eq!(revisions_of(&told, &told), []);
    }

    #[test]
    fn of_a_board_that_loses_readings_only_what_leaves_less_unseen_is_sure() {
        let told = game(&[("e2e4", "A"), ("g8f6", "B"), ("b1c3", "C")], 0.7);
        let later = game(&[("e2e4", "A"), ("b8c6", "X"), ("b1c3", "Y")], 0.9);
        let unseen = |mut game: GameView, ply: usize| {
            Arc::make_mut(&mut game.moves[ply - 1]).told.sight = Sight::Bridged;
            game
        };
        let sure = |told: GameView, later: &GameView| {
            let told = GameView { doubted: 2, ..told };
            revisions_of(&told, later).iter().map(|one| one.confidence).collect::<Vec<_>>()
        };
        assert_eq!(sure(unseen(told.clone(), 2), &later), [0.9]);
        assert_eq!(sure(told.clone(), &later), [0.8]);
        assert_eq!(sure(told.clone(), &unseen(later.clone(), 2)), [0.4]);
        let trusted = GameView { doubted: 1, ..told };
        assert!((revisions_of(&trusted, &later)[0].confidence - 0.9).abs() < 1e-6);
    }

    #[test]
    fn moves_that_hindsight_still_waits_for_are_no_revision() {
        let told = game(&[("e2e4", "A"), ("g8f6", "B"), ("b1c3", "C")], 0.7);
        let later = game(&[("e2e4", "A"), ("g8f6", "B")], 0.9);
        let revisions = |ending| revisions_at_end(&told, &later, ending);
        assert_eq!(revisions(RecordingEnd::Cut), []);
        let [missing] = &revisions(RecordingEnd::Quiet)[..] else { panic!("nothing follows") };
        assert_eq!((missing.ply, missing.instead.len()), (3, 0));
    }
}
