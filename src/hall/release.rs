//! What is released to the public of what was concluded: pure, and the only way there.
//!
//! Rule: the arbiter hears, the players and the room don't. A move is released when it is told
//! *made*; that a press completed it, or didn't, is the arbiter's business, so the mover's time is
//! released only with the next move, or with the result: until then it would tell whether the player
//! has pressed. A provisional move and a board that differs from the line are not released at all. Nor
//! is an illegal move: while it can be put right nobody hears of it, and once play goes on after it the
//! next move tells the position that it led to. Results, moves taken back and positions that no move
//! leads to are.
//!
//! Nothing live gets through: a game has a public number of its own and its releases are numbered
//! from 1 without gaps. Both follow from the order of the news alone, so the same news give the
//! same numbers again after a restart.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use shakmaty::Color;
use touchmove_drivers::observation::ClockTime;

use super::news::GameId;
use crate::account::MoveId;
use crate::game::conclusion::{Conclusion, GameResult, MoveState, MoveTold, ResultValue, Told};
use crate::game::view::Break;

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
    /// The mover's time after a released move that was completed.
    Time {
        /// Its ply, from 1.
        ply: u32,
        /// The time.
        left: ClockTime,
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
    /// The position that it was made in, as a FEN, where an illegal move has led there; `None` where it
    /// follows what was released before.
    pub from: Option<String>,
}

/// A game as far as it is released.
#[derive(Clone, Debug, Default)]
pub struct ReleasedGame {
    /// The moves that stand.
    pub moves: Vec<ReleasedMove>,
    /// The movers' times after them, by ply.
    pub times: HashMap<u32, ClockTime>,
    /// Where play went on from a position that no released move leads to.
    pub breaks: Vec<Break>,
    /// The result, once there is one.
    pub result: Option<GameResult>,
}

impl ReleasedGame {
    /// Takes what is released next.
    pub fn take(&mut self, release: &Release) {
        match release {
            Release::Move(made) => self.moves.push(made.clone()),
            Release::Time { ply, left } => {
                self.times.insert(*ply, *left);
            }
            Release::TakenBack { ply, uci } => {
                self.times.remove(ply);
                self.moves.retain(|made| (made.ply, &made.uci) != (*ply, uci));
                self.breaks.retain(|one| one.after <= self.moves.len());
            }
            Release::Position { fen } => {
                self.breaks.push(Break { after: self.moves.len(), fen: fen.clone() });
            }
            Release::Ended(result) => self.result = Some(*result),
            Release::Reopened => self.result = None,
        }
    }
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
        let released = told.iter().flat_map(|told| progress.release(told)).collect();
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
    /// The released moves that stand, with their plies.
    standing: HashMap<MoveId, u32>,
    /// Times of moves after which none was released yet.
    times: BTreeMap<u32, ClockTime>,
    /// The illegal moves that stand: their plies, and the positions that they led to.
    illegal: HashMap<MoveId, (u32, String)>,
}

impl Progress {
    fn new(id: PublicId) -> Self {
        let (standing, times, illegal) = (HashMap::new(), BTreeMap::new(), HashMap::new());
        Self { id, heard: 0, seq: 0, standing, times, illegal }
    }

    fn release(&mut self, told: &Told) -> Vec<Released> {
        let Some(heard) = told.seq.filter(|&seq| seq > self.heard) else { return Vec::new() };
        self.heard = heard;
        let all = match &told.what {
            Conclusion::Move(told) => self.release_move(told),
            Conclusion::Position { fen, .. } => vec![Release::Position { fen: fen.clone() }],
            Conclusion::Standing { .. } | Conclusion::Question(_) => Vec::new(),
            Conclusion::Result(GameResult { value: ResultValue::Open, .. }) => {
                vec![Release::Reopened]
            }
            Conclusion::Result(result) => {
                let mut all = self.times_before(u32::MAX);
                all.push(Release::Ended(*result));
                all
            }
        };
        let mut number = || {
            self.seq += 1;
            self.seq
        };
        all.into_iter().map(|what| Released { seq: number(), what }).collect()
    }

    fn release_move(&mut self, told: &MoveTold) -> Vec<Release> {
        let Some(id) = told.id else { return Vec::new() };
        match (told.state, &told.san) {
            (MoveState::Provisional, _) => Vec::new(),
            (MoveState::Superseded, _) => self.take_back(id, told),
            (MoveState::Made | MoveState::Completed { .. }, None) => {
                self.illegal.insert(id, (told.ply, told.fen.clone()));
                Vec::new()
            }
            (MoveState::Made | MoveState::Completed { .. }, Some(san)) => {
                let mut all = self.go_on(id, told, san);
                if let MoveState::Completed { left: Some(left), .. } = told.state {
                    self.times.insert(told.ply, left);
                    let last = self.standing.values().max().copied();
                    all.extend(self.times_before(last.unwrap_or(0)));
                }
                all
            }
        }
    }

    /// A legal move, with the times before it.
    fn go_on(&mut self, id: MoveId, told: &MoveTold, san: &str) -> Vec<Release> {
        if self.standing.insert(id, told.ply).is_some() {
            return Vec::new();
        }
        let mut all = self.times_before(told.ply);
        let led_here = self.illegal.values().find(|(ply, _)| ply + 1 == told.ply);
        all.push(Release::Move(ReleasedMove {
            ply: told.ply,
            uci: told.uci.clone(),
            san: san.to_owned(),
            fen: told.fen.clone(),
            side: told.side,
            from: led_here.map(|(_, fen)| fen.clone()),
        }));
        all
    }

    fn take_back(&mut self, id: MoveId, told: &MoveTold) -> Vec<Release> {
        self.illegal.remove(&id);
        if self.standing.remove(&id).is_none() {
            return Vec::new();
        }
        self.times.remove(&told.ply);
        vec![Release::TakenBack { ply: told.ply, uci: told.uci.clone() }]
    }

    /// The times of moves before this ply.
    fn times_before(&mut self, ply: u32) -> Vec<Release> {
        let later = self.times.split_off(&ply);
        let due = std::mem::replace(&mut self.times, later);
        due.into_iter().map(|(ply, left)| Release::Time { ply, left }).collect()
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
    fn a_time_is_released_with_the_next_move_and_the_last_with_the_result() {
        let left = ClockTime::from_millis(60_000);
        let pressed = MoveState::Completed { by: CompletedBy::Press, left };
        let result = GameResult { value: ResultValue::WhiteWins, reason: ResultReason::Kings };
        let told = [
            told(1, a_move(1, 1, MoveState::Made)),
            told(2, a_move(1, 1, pressed)),
            told(3, a_move(2, 2, MoveState::Made)),
            told(4, a_move(2, 2, pressed)),
            told(5, Conclusion::Result(result)),
        ];
        let mut releases = Releases::default();
        let mut plies = |told: &Told| {
            let (_, released) = releases.release(GAME, std::slice::from_ref(told));
            let time = |released: &Released| match released.what {
                Release::Time { ply, .. } => Some(ply),
                _ => None,
            };
            released.iter().map(time).collect::<Vec<_>>()
        };
        let released: Vec<_> = told.iter().map(&mut plies).collect();
        let expected: [&[Option<u32>]; 5] = [&[None], &[], &[Some(1), None], &[], &[Some(2), None]];
        assert_eq!(released, expected);
    }

    #[test]
    fn where_an_illegal_move_led_is_released_once_play_goes_on() {
        let told = [told(1, illegal(1, 1)), told(2, a_move(2, 2, MoveState::Made))];
        let released = Releases::default().release(GAME, &told).1;
        let Release::Move(made) = &released[0].what else { panic!("{released:?}") };
        assert_eq!((made.ply, made.from.as_deref()), (2, Some("fen")));
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
