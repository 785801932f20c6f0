//! What is released to the public of what was concluded: pure, and the only way there.
//!
//! Rule: the arbiter hears, the players and the room don't. A move is released when it is told
//! *made*; that a press completed it, or didn't, is the arbiter's business, so a released move
//! carries no clock time either: the time would tell whether the player has pressed. An illegal
//! move, a provisional one, and a board that differs from the line are not released at all.
//! Results, moves taken back and positions that no move leads to are.
//!
//! Nothing live gets through: a game has a public number of its own and its releases are numbered
//! from 1 without gaps. Both follow from the order of the news alone, so the same news give the
//! same numbers again after a restart.

use std::collections::{HashMap, HashSet};
use std::fmt;

use shakmaty::Color;

use super::news::GameId;
use crate::account::MoveId;
use crate::game::conclusion::{Conclusion, GameResult, MoveState, MoveTold, ResultValue, Told};

/// Number of a game in public, from 1, in the order in which the games of this station appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId(u64);

impl fmt::Display for PublicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{:06}", self.0)
    }
}

/// Something released of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Released {
    /// Number within the public game, from 1, without gaps.
    pub seq: u64,
    /// What is released.
    pub what: Release,
}

/// What is released.
#[derive(Clone, Debug, PartialEq)]
pub enum Release {
    /// A move was made.
    Move(ReleasedMove),
    /// The released move of this ply was taken back.
    TakenBack {
        /// Its ply, from 1.
        ply: u32,
        /// The move in UCI.
        uci: String,
    },
    /// Play goes on from a position that no released move leads to.
    Position {
        /// The position as a FEN.
        fen: String,
    },
    /// The game is over.
    Ended(GameResult),
    /// The result released before does not hold; the game goes on.
    Reopened,
}

/// A move as the public hears of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedMove {
    /// Ply in the game, from 1.
    pub ply: u32,
    /// The move in UCI.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The position after it, as a FEN.
    pub fen: String,
    /// Who moved.
    pub side: Color,
}

/// What has been released of the games of this station.
#[derive(Debug, Default)]
pub struct Releases {
    games: HashMap<GameId, Progress>,
}

impl Releases {
    /// Releases what may be released of conclusions newly told of a game. Conclusions that were
    /// told before are passed over.
    pub fn release(&mut self, game: GameId, told: &[Told]) -> (PublicId, Vec<Released>) {
        let next = PublicId(self.games.len() as u64 + 1);
        let progress = self.games.entry(game).or_insert_with(|| Progress::new(next));
        let released = told.iter().filter_map(|told| progress.release(told)).collect();
        (progress.id, released)
    }
}

/// How far one game is released.
#[derive(Debug)]
struct Progress {
    id: PublicId,
    /// Live number of the last conclusion looked at.
    heard: u64,
    /// Public number of the last release.
    seq: u64,
    /// The released moves that stand.
    standing: HashSet<MoveId>,
}

impl Progress {
    fn new(id: PublicId) -> Self {
        Self { id, heard: 0, seq: 0, standing: HashSet::new() }
    }

    fn release(&mut self, told: &Told) -> Option<Released> {
        let heard = told.seq.filter(|&seq| seq > self.heard)?;
        self.heard = heard;
        let what = match &told.what {
            Conclusion::Move(told) => self.release_move(told)?,
            Conclusion::Position { fen, .. } => Release::Position { fen: fen.clone() },
            Conclusion::Standing { .. } | Conclusion::Question(_) => return None,
            Conclusion::Result(GameResult { value: ResultValue::Open, .. }) => Release::Reopened,
            Conclusion::Result(result) => Release::Ended(*result),
        };
        self.seq += 1;
        Some(Released { seq: self.seq, what })
    }

    fn release_move(&mut self, told: &MoveTold) -> Option<Release> {
        let id = told.id?;
        match told.state {
            MoveState::Provisional => None,
            MoveState::Made | MoveState::Completed { .. } => {
                let san = told.san.clone()?;
                let is_new = self.standing.insert(id);
                is_new.then(|| {
                    Release::Move(ReleasedMove {
                        ply: told.ply,
                        uci: told.uci.clone(),
                        san,
                        fen: told.fen.clone(),
                        side: told.side,
                    })
                })
            }
            MoveState::Superseded => {
                let was_released = self.standing.remove(&id);
                was_released.then(|| Release::TakenBack { ply: told.ply, uci: told.uci.clone() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use touchmove_drivers::Instant;

    use super::*;
    use crate::account::Evidence;
    use crate::game::conclusion::{CompletedBy, PositionWhy, ResultReason};

    const GAME: GameId = GameId(17);

    #[test]
    fn a_move_is_released_once_when_it_is_made() {
        let made = told(1, a_move(7, 1, MoveState::Made));
        let completed =
            told(2, a_move(7, 1, MoveState::Completed { by: CompletedBy::Press, left: None }));
        let (id, released) = Releases::default().release(GAME, &[made, completed]);
        assert_eq!(id.to_string(), "p000001");
        assert_eq!(released.len(), 1);
        assert!(matches!(&released[0], Released { seq: 1, what: Release::Move(m) } if m.ply == 1));
    }

    #[test]
    fn what_the_arbiter_alone_hears_is_not_released() {
        let told = [
            Told { seq: None, ..told(0, a_move(1, 1, MoveState::Provisional)) },
            told(1, Conclusion::Standing { differs: vec![shakmaty::Square::E4] }),
            told(2, illegal(2, 1)),
            told(3, superseded_illegal(2, 1)),
        ];
        assert_eq!(Releases::default().release(GAME, &told).1, []);
    }

    #[test]
    fn a_released_move_is_taken_back_aloud() {
        let told = [
            told(1, a_move(1, 1, MoveState::Made)),
            told(2, a_move(1, 1, MoveState::Superseded)),
            told(3, a_move(1, 1, MoveState::Superseded)),
        ];
        let released = Releases::default().release(GAME, &told).1;
        assert_eq!(released.len(), 2);
        assert_eq!(released[1].seq, 2);
        assert!(matches!(released[1].what, Release::TakenBack { ply: 1, .. }));
    }

    #[test]
    fn a_result_and_its_withdrawal_are_released() {
        let result = |value, reason| Conclusion::Result(GameResult { value, reason });
        let told = [
            told(1, result(ResultValue::WhiteWins, ResultReason::Kings)),
            told(2, result(ResultValue::Open, ResultReason::Withdrawn)),
        ];
        let released = Releases::default().release(GAME, &told).1;
        assert!(matches!(released[0].what, Release::Ended(_)));
        assert_eq!(released[1].what, Release::Reopened);
    }

    proptest! {
        #[test]
        fn numbers_are_dense_and_the_same_after_a_restart(
            conclusions in prop::collection::vec(conclusion(), 0..60),
            cut in 0_usize..60,
        ) {
            let told: Vec<Told> =
                (1..).zip(conclusions).map(|(seq, what)| told(seq, what)).collect();
            let (_, whole) = Releases::default().release(GAME, &told);
            prop_assert!(whole.iter().map(|r| r.seq).eq(1..=whole.len() as u64));

            let mut releases = Releases::default();
            let (_, mut parts) = releases.release(GAME, &told[..cut.min(told.len())]);
            parts.extend(releases.release(GAME, &told).1);
            prop_assert_eq!(whole, parts);
        }
    }

    fn conclusion() -> impl Strategy<Value = Conclusion> {
        let completed = MoveState::Completed { by: CompletedBy::Press, left: None };
        let state = prop::sample::select(vec![MoveState::Made, completed, MoveState::Superseded]);
        prop_oneof![
            (1_u64..9, state).prop_map(|(id, state)| a_move(id, id as u32, state)),
            Just(Conclusion::Standing { differs: vec![] }),
            Just(Conclusion::Position { fen: String::new(), why: PositionWhy::Gap }),
        ]
    }

    fn told(seq: u64, what: Conclusion) -> Told {
        Told { game: 1, seq: Some(seq), at: Instant::ZERO, what }
    }

    fn a_move(id: u64, ply: u32, state: MoveState) -> Conclusion {
        Conclusion::Move(MoveTold {
            id: Some(MoveId(id)),
            ply,
            state,
            uci: "e2e4".into(),
            san: Some("e4".into()),
            fen: "fen".into(),
            side: Color::White,
            sight: crate::account::Sight::Seen,
            confidence: 1.0,
            evidence: Evidence { from: 1, to: 2 },
        })
    }

    fn illegal(id: u64, ply: u32) -> Conclusion {
        let Conclusion::Move(mut told) = a_move(id, ply, MoveState::Made) else { unreachable!() };
        told.san = None;
        Conclusion::Move(told)
    }

    fn superseded_illegal(id: u64, ply: u32) -> Conclusion {
        let Conclusion::Move(mut told) = a_move(id, ply, MoveState::Superseded) else {
            unreachable!()
        };
        told.san = None;
        Conclusion::Move(told)
    }
}
