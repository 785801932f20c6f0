//! What may be released of one game, in order: from the conclusions about it alone, whatever the delay.

use std::collections::{BTreeMap, HashMap};

use touchmove_drivers::observation::ClockTime;

use super::{IllegalMove, Release, ReleasedMove};
use crate::account::{MoveId, QuestionState};
use crate::game::conclusion::{AskedQuestion, Conclusion, MoveState, MoveTold, Told};

/// The releases of one game.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// Live number of the last conclusion looked at.
    heard: u64,
    /// The legal moves that stand, with their plies.
    standing: HashMap<MoveId, u32>,
    /// Times of moves after which none was made yet.
    times: BTreeMap<u32, ClockTime>,
    /// The illegal moves that stand, with their plies.
    illegal: HashMap<MoveId, (u32, IllegalMove)>,
    /// The doubtful legal moves that stand, by their plies.
    doubtful: BTreeMap<u32, String>,
    has_result: bool,
}

impl Stream {
    /// What may be released of a conclusion. One that was heard before is passed over.
    pub(super) fn take(&mut self, told: &Told) -> Vec<Release> {
        let Some(heard) = told.seq.filter(|&seq| seq > self.heard) else { return Vec::new() };
        self.heard = heard;
        match &told.what {
            Conclusion::Move(told) => self.take_move(told),
            Conclusion::Position { fen, .. } => vec![Release::Position { fen: fen.clone() }],
            Conclusion::Question(AskedQuestion { ply, state: QuestionState::Answered(choice), choices, .. }) => {
                let played = choices.get(*choice).map_or(&[][..], |(_, moves)| moves);
                self.confirm(*ply, played)
            }
            Conclusion::Standing { .. }
            | Conclusion::Question(_)
            | Conclusion::Incident(_)
            | Conclusion::Instruction(_)
            | Conclusion::Holds(_)
            // That was told before this program was started.
            | Conclusion::Renewed { .. } => Vec::new(),
            Conclusion::Reopened => {
                self.has_result = false;
                vec![Release::Reopened]
            }
            Conclusion::Result(result) => {
                self.has_result = true;
                let mut all = self.times_before(u32::MAX);
                all.push(Release::Ended(*result));
                all
            }
        }
    }

    /// How many moves stand, legal or not.
    pub(super) fn made(&self) -> usize {
        self.standing.len() + self.illegal.len()
    }

    /// How many legal moves stand: those that are released sooner or later.
    pub(super) fn legal(&self) -> usize {
        self.standing.len()
    }

    /// Whether the game has a result.
    pub(super) const fn has_result(&self) -> bool {
        self.has_result
    }

    fn take_move(&mut self, told: &MoveTold) -> Vec<Release> {
        let Some(id) = told.id else { return Vec::new() };
        match (told.state, told.san()) {
            (MoveState::Provisional, _) => Vec::new(),
            (MoveState::Superseded, _) => self.take_back(id, told),
            (MoveState::Made | MoveState::Completed { .. }, None) => {
                let (uci, fen) = (told.uci.to_string(), told.fen().to_owned());
                self.illegal.insert(id, (told.ply, IllegalMove { side: told.side, uci, fen }));
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
        if told.is_doubtful() {
            self.doubtful.insert(told.ply, told.uci.to_string());
        }
        let mut all = self.times_before(told.ply);
        all.push(Release::Move(ReleasedMove {
            ply: told.ply,
            uci: told.uci.to_string(),
            san: san.to_owned(),
            fen: told.fen().to_owned(),
            side: told.side,
            is_doubtful: told.is_doubtful(),
            led_by: self.illegal_before(told.ply),
        }));
        all
    }

    /// A person has said that these moves were played from this ply on.
    fn confirm(&mut self, ply: u32, played: &[String]) -> Vec<Release> {
        let doubtful = &mut self.doubtful;
        let was_doubtful = |&(ply, uci): &(u32, &String)| {
            let is_it = doubtful.get(&ply) == Some(uci);
            is_it && doubtful.remove(&ply).is_some()
        };
        let confirmed = (ply..).zip(played).filter(was_doubtful);
        confirmed.map(|(ply, uci)| Release::Confirmed { ply, uci: uci.clone() }).collect()
    }

    /// The illegal moves that stand right before this ply, one after another.
    fn illegal_before(&self, ply: u32) -> Vec<IllegalMove> {
        let at = |ply: u32| {
            let mut standing = self.illegal.values();
            standing.find(|(of, _)| *of == ply).map(|(_, illegal)| illegal.clone())
        };
        let mut led_by: Vec<_> = (1..ply).rev().map_while(at).collect();
        led_by.reverse();
        led_by
    }

    fn take_back(&mut self, id: MoveId, told: &MoveTold) -> Vec<Release> {
        self.illegal.remove(&id);
        if self.standing.remove(&id).is_none() {
            return Vec::new();
        }
        self.times.remove(&told.ply);
        self.doubtful.remove(&told.ply);
        vec![Release::TakenBack { ply: told.ply, uci: told.uci.to_string() }]
    }

    /// The times of moves before this ply.
    fn times_before(&mut self, ply: u32) -> Vec<Release> {
        let later = self.times.split_off(&ply);
        let due = std::mem::replace(&mut self.times, later);
        due.into_iter().map(|(ply, left)| Release::Time { ply, left }).collect()
    }
}
