//! How a game ended, what may yet end it, and which decisions have changed that. It says nothing itself.

use super::ending::Ending;
use super::penalties::PointsPenalty;
use crate::account::KingsSign;

/// So many decisions about the result can be undone.
const MAX_DECISIONS: usize = 16;

/// So many penalties of points are kept: none beyond could change what the players get.
const MAX_PENALTIES: usize = 16;

/// How a game ended.
#[derive(Clone, Debug, Default)]
pub(super) struct ResultRecord {
    ending: Option<Ending>,
    /// The incident that ended the game, if one did.
    blamed: Option<u32>,
    /// How the game would have ended, but for an incident.
    withheld: Option<Withheld>,
    /// What the kings told after the game had ended on the board.
    overruled: Option<KingsSign>,
    /// What changes the points of the game, however it ends, in order.
    penalties: Vec<PointsPenalty>,
    /// The decisions about the result, the oldest first.
    decisions: Vec<ResultDecision>,
}

/// An end that counts only if an incident is dismissed.
#[derive(Clone, Copy, Debug)]
struct Withheld {
    incident: u32,
    ending: Ending,
}

/// A decision about the result.
#[derive(Clone, Copy, Debug)]
struct ResultDecision {
    number: u64,
    /// What had ended the game before it.
    before: Option<Ending>,
}

impl ResultRecord {
    pub(super) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The incident that ended the game, if one did.
    pub(super) const fn blamed(&self) -> Option<u32> {
        self.blamed
    }

    /// Whether an end waits for an incident to be dismissed.
    pub(super) const fn is_withheld(&self) -> bool {
        self.withheld.is_some()
    }

    /// However the game ends, this changes what the players get.
    pub(super) fn penalise(&mut self, penalty: PointsPenalty) {
        if self.penalties.len() < MAX_PENALTIES && !self.penalties.contains(&penalty) {
            self.penalties.push(penalty);
        }
    }

    /// How the game has ended, after the penalties.
    pub(super) fn after_penalties(&self, ending: Ending) -> Ending {
        self.penalties.iter().fold(ending, |ending, penalty| penalty.after(ending))
    }

    /// This ends the game. Answers whether something else had.
    pub(super) const fn end(&mut self, ending: Ending) -> bool {
        self.blamed = None;
        self.ending.replace(ending).is_some()
    }

    /// Nothing ends the game any more. Answers whether something had.
    pub(super) const fn go_on(&mut self) -> bool {
        self.ending.take().is_some()
    }

    /// The game ended by this incident.
    pub(super) const fn blame(&mut self, incident: u32) {
        self.blamed = Some(incident);
    }

    /// The game did not end by this incident. Answers whether it had.
    pub(super) fn clear_blame(&mut self, incident: u32) -> bool {
        self.blamed.take_if(|blamed| *blamed == incident).is_some()
    }

    /// The game would have ended so, but for this incident.
    pub(super) const fn withhold(&mut self, incident: u32, ending: Ending) {
        self.withheld = Some(Withheld { incident, ending });
    }

    /// The end that was withheld for this incident.
    pub(super) fn take_withheld(&mut self, incident: u32) -> Option<Ending> {
        let withheld = self.withheld.take_if(|withheld| withheld.incident == incident);
        withheld.map(|withheld| withheld.ending)
    }

    /// The kings tell another result than the board.
    pub(super) const fn overrule(&mut self, sign: KingsSign) {
        self.overruled = Some(sign);
    }

    /// What the kings told after the game had ended on the board.
    pub(super) const fn take_overruled(&mut self) -> Option<KingsSign> {
        self.overruled.take()
    }

    /// The decision of this number has changed how the game ended: this had ended it before.
    pub(super) fn note_decision(&mut self, number: u64, before: Option<Ending>) {
        if self.decisions.len() == MAX_DECISIONS {
            self.decisions.remove(0);
        }
        self.decisions.push(ResultDecision { number, before });
    }

    /// Whether the decision of this number changed how the game ended.
    pub(super) fn has_decision(&self, number: u64) -> bool {
        self.decisions.iter().any(|known| known.number == number)
    }

    /// Whether it was the last that did.
    pub(super) fn is_last_decision(&self, number: u64) -> bool {
        self.decisions.last().is_some_and(|last| last.number == number)
    }

    /// Forgets the decision of this number, if it is the last; what had ended the game before it.
    #[expect(clippy::option_option, reason = "there may be no such decision, or nothing before it")]
    pub(super) fn undo_decision(&mut self, number: u64) -> Option<Option<Ending>> {
        self.decisions.pop_if(|known| known.number == number).map(|undone| undone.before)
    }

    /// What ended the game on the board, before a decision, has been taken back.
    pub(super) fn forget_board_before_decisions(&mut self) {
        for known in &mut self.decisions {
            known.before = known.before.filter(|ending| !ending.is_on_board());
        }
    }
}
