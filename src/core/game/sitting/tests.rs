//! What must hold of a sitting, whatever is observed.

mod hands;

use std::collections::HashSet;

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use touchmove_drivers::{Instant, Observation};

use self::hands::{Deed, deeds, perform};
use super::{Sitting, Told};
use crate::game::conclusion::MoveTold;
use crate::game::conclusion::{Conclusion, MoveState};
use crate::game::setup;

type Observed = (Instant, Observation);

fn sitting() -> Sitting {
    Sitting::new(setup::of_headers(&touchmove_drivers::recording::Headers::default()).unwrap())
}

const END: Instant = Instant::from_micros(u64::MAX);

/// Feeds observations and hands out what is told, up to the end of time.
fn told_of(mut sitting: Sitting, observed: &[Observed], first: u64) -> Vec<Told> {
    for (record, (at, observation)) in (first..).zip(observed) {
        sitting.observe(*at, record, observation);
    }
    sitting.advance(END);
    std::iter::from_fn(|| sitting.poll()).collect()
}

/// The games as those who were told know them.
struct Listener {
    game: u32,
    seq: u64,
    ids: HashSet<u64>,
    /// Moves by their numbers, positions after a gap without one, each with its FEN.
    line: Vec<(Option<u64>, String)>,
    result: bool,
    /// No illegal move stands, and nothing is missing.
    lawful: bool,
}

impl Default for Listener {
    fn default() -> Self {
        let (ids, line) = (HashSet::new(), Vec::new());
        Self { game: 0, seq: 0, ids, line, result: false, lawful: true }
    }
}

impl Listener {
    fn hear(&mut self, told: &Told) {
        if told.game != self.game {
            assert!(told.game > self.game, "games are told one after the other");
            *self = Self { game: told.game, ..Self::default() };
        }
        let Some(seq) = told.seq else {
            let provisional = |mv: &MoveTold| mv.state == MoveState::Provisional;
            assert!(matches!(&told.what, Conclusion::Move(mv) if provisional(mv)));
            return;
        };
        self.seq += 1;
        assert_eq!(seq, self.seq, "numbers are without gaps");
        match &told.what {
            Conclusion::Move(mv) => self.hear_move(mv),
            Conclusion::Result(_) => {
                assert!(!self.result, "a game ends once, until its result is withdrawn");
                self.result = true;
            }
            Conclusion::Reopened => {
                assert!(self.result, "only a result can be withdrawn, and only once");
                self.result = false;
            }
            Conclusion::Position { fen, .. } => {
                self.lawful = false;
                self.line.push((None, fen.clone()));
            }
            Conclusion::Standing { .. }
            | Conclusion::Question(_)
            | Conclusion::Incident(_)
            | Conclusion::Instruction(_)
            | Conclusion::Holds(_) => {}
            Conclusion::Renewed { .. } => panic!("a sitting has told nothing before"),
        }
    }

    fn hear_move(&mut self, mv: &MoveTold) {
        let id = mv.id.expect("what has a number in the sequence has an id").0;
        match mv.state {
            MoveState::Provisional => panic!("a provisional move has no number in the sequence"),
            MoveState::Made => {
                assert!(self.ids.insert(id), "an id is given once");
                let moves = self.line.iter().filter(|(stands, _)| stands.is_some()).count();
                assert_eq!(mv.ply as usize, moves + 1);
                let before = match self.line.last() {
                    None => Ok(Chess::default()),
                    Some((_, fen)) => {
                        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard)
                    }
                };
                // After an illegal move that stands, or a gap, whose turn it is only the next move tells.
                if let (Ok(before), true) = (before, self.lawful) {
                    let legal = mv.uci.to_move(&before);
                    assert!(legal.is_ok() || !mv.is_legal(), "only an illegal move has no SAN");
                    if let (Ok(legal), Some(_)) = (legal, mv.san()) {
                        let after = before.play(legal).unwrap();
                        let fen = Fen::from_position(&after, EnPassantMode::Legal).to_string();
                        assert_eq!(fen, mv.fen());
                    }
                }
                self.lawful &= mv.is_legal();
                self.line.push((Some(id), mv.fen().to_owned()));
            }
            MoveState::Completed { .. } => {
                assert!(self.line.iter().any(|(stands, _)| *stands == Some(id)));
            }
            MoveState::Superseded => {
                let numbered = self.line.iter().rposition(|(stands, _)| stands.is_some());
                self.line.truncate(numbered.expect("only what was told can be taken back") + 1);
                let last = self.line.pop().unwrap();
                assert_eq!(last.0, Some(id), "the last move is taken back first");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn told_moves_are_a_line_at_all_times(deeds in deeds()) {
        let mut listener = Listener::default();
        for told in told_of(sitting(), &perform(&deeds), 1) {
            listener.hear(&told);
        }
    }

    #[test]
    fn a_sitting_goes_on_from_a_copy_and_from_the_start_alike(deeds in deeds(), cut in 0_usize..200) {
        let observed = perform(&deeds);
        let whole = told_of(sitting(), &observed, 1);
        let (before, after) = observed.split_at(cut.min(observed.len()));
        let mut first = sitting();
        for (record, (at, observation)) in (1..).zip(before) {
            first.observe(*at, record, observation);
        }
        let mut pieced: Vec<_> = std::iter::from_fn(|| first.poll()).collect();
        pieced.extend(told_of(first.clone(), after, before.len() as u64 + 1));
        prop_assert_eq!(whole, pieced);
    }

    #[test]
    fn time_in_small_steps_is_time(deeds in deeds(), step in 1_u64..700) {
        let observed = perform(&deeds);
        let mut sitting = sitting();
        let mut stepped = Vec::new();
        let mut now = 0;
        for (record, (at, observation)) in (1..).zip(&observed) {
            while now + step < at.as_millis() {
                now += step;
                sitting.advance(Instant::from_millis(now));
            }
            sitting.observe(*at, record, observation);
            stepped.extend(std::iter::from_fn(|| sitting.poll()));
        }
        while let Some(deadline) = sitting.deadline() {
            sitting.advance(deadline);
            stepped.extend(std::iter::from_fn(|| sitting.poll()));
        }
        prop_assert_eq!(stepped, told_of(self::sitting(), &observed, 1));
    }

    #[test]
    fn what_is_due_is_done_once(deeds in deeds()) {
        let mut sitting = sitting();
        for (record, (at, observation)) in (1..).zip(perform(&deeds)) {
            sitting.observe(at, record, &observation);
            prop_assert!(sitting.deadline().is_none_or(|deadline| deadline > at));
        }
        for _ in 0..100 {
            let Some(deadline) = sitting.deadline() else { return Ok(()) };
            sitting.advance(deadline);
            prop_assert!(sitting.deadline().is_none_or(|next| next > deadline));
        }
        prop_assert!(false, "duties never end");
    }

    /// Hands that only play, rest after each move and press, are understood exactly.
    #[test]
    fn quiet_play_is_told_as_it_was_played(choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let deeds: Vec<_> = choices.iter().map(|&choice| Deed::Play { choice, late: false }).collect();
        let observed = perform(&deeds);
        let told = told_of(sitting(), &observed, 1);
        let played = hands::played(&choices);
        let made: Vec<_> = told.iter().filter_map(|told| match &told.what {
            Conclusion::Move(mv) if mv.state == MoveState::Made => Some(mv.uci),
            _ => None,
        }).collect();
        let played: Vec<_> =
            played.iter().map(|mv| mv.to_uci(CastlingMode::Standard)).collect();
        prop_assert_eq!(made, played);
    }
}
