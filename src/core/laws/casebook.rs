//! What the Laws have said of a game: its incidents, its instructions and its result, under one rulebook.
//!
//! Whatever judges a game says it here. An entry of the account begins with [`Casebook::begin_entry`], and what was said
//! of it is taken with [`Casebook::take_rulings`].

use std::sync::Arc;

use shakmaty::{Chess, Color, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Policy;

use super::article::Article;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag::CanMate;
use super::incident_ledger::{IncidentLedger, NewIncident};
use super::mate::{self, Mating, Search};
use super::offence::Offences;
use super::result_record::ResultRecord;
use super::rulebook::{Edition, Rulebook};
use super::rulings::Rulings;
use super::says::{
    Act, Certainty, Holds, Incident, IncidentKind, IncidentState, Instruction, InstructionState,
    Ruling, Says,
};
use crate::account::EvidenceSpan;

/// Why something is refused of which an edition says nothing.
pub(super) const NOT_IN_EDITION: &str = "not-in-edition";

/// What the Laws have said of a game.
#[derive(Clone, Debug)]
pub(super) struct Casebook {
    rulebook: Arc<Rulebook>,
    ledger: IncidentLedger,
    result: ResultRecord,
    /// Sides whose opponents are known to be safe from them: Black, White.
    cannot_mate: [bool; 2],
    rulings: Rulings,
}

/// What somebody is accused of, with what the account has last as evidence.
#[derive(Clone, Debug)]
pub(super) struct Charge {
    pub(super) kind: IncidentKind,
    pub(super) rule: Rule,
    pub(super) side: Color,
    pub(super) certainty: Certainty,
    pub(super) ply: u32,
    pub(super) squares: Vec<Square>,
}

/// How a game is lost, where the opponent can mate, and what happens where he cannot.
#[derive(Clone, Copy, Debug)]
pub(super) struct LossRule {
    /// The reason where the opponent can mate.
    pub(super) lost: ResultReason,
    /// The reason where he cannot: then the game is drawn.
    pub(super) saved: ResultReason,
    pub(super) rule: Rule,
}

/// What a loss comes to, which is none where the opponent cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// The game ends so.
    Sure(Ending),
    /// Whether the opponent can mate was not found out: it ends one way or the other, and the arbiter is asked.
    Undetermined {
        /// Where he can.
        lost: Ending,
        /// Where he cannot.
        drawn: Ending,
    },
}

impl Casebook {
    /// Of a game in which these offences were committed before.
    pub(super) fn new(rulebook: Arc<Rulebook>, offences: Offences, cannot_mate: [bool; 2]) -> Self {
        Self {
            rulebook,
            ledger: IncidentLedger::after(offences),
            result: ResultRecord::default(),
            cannot_mate,
            rulings: Rulings::default(),
        }
    }

    /// From now on the game is judged by these Laws.
    pub(super) fn play_under(&mut self, rulebook: Arc<Rulebook>) {
        self.rulebook = rulebook;
    }

    pub(super) fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    pub(super) fn edition(&self) -> Edition {
        self.rulebook.edition
    }

    pub(super) fn article(&self, rule: Rule) -> Article {
        self.rulebook.article(rule)
    }

    /// What is said from now on is said of this moment, and of what the record shows.
    pub(super) fn begin_entry(&mut self, at: Instant, record: u64) {
        self.rulings = Rulings::at(at, record);
    }

    /// What was said since the entry began, in order.
    pub(super) fn rulings(&self) -> &[Ruling] {
        self.rulings.list()
    }

    /// Takes what was said since the entry began, in order.
    pub(super) fn take_rulings(&mut self) -> Vec<Ruling> {
        self.rulings.take()
    }

    /// The moment of the entry that is judged.
    pub(super) const fn now(&self) -> Instant {
        self.rulings.moment()
    }

    pub(super) fn say(&mut self, what: Says) {
        self.rulings.say(what);
    }

    pub(super) fn say_at(&mut self, at: Instant, what: Says) {
        self.rulings.say_at(at, what);
    }

    pub(super) fn say_holds(&mut self, holds: Holds) {
        self.rulings.say(Says::Holds(holds));
    }

    /// What was asked is refused by this article, or because the edition has none about it.
    pub(super) fn refuse(&mut self, what: &'static str, article: Article) {
        let reason = article.is_empty().then_some(NOT_IN_EDITION);
        self.say_holds(Holds::Refused { what, reason, article });
    }

    /// What was asked is refused by this article, for this reason.
    pub(super) fn refuse_because(
        &mut self,
        what: &'static str,
        reason: &'static str,
        article: Article,
    ) {
        self.say_holds(Holds::Refused { what, reason: Some(reason), article });
    }
}

/// Incidents.
impl Casebook {
    /// Raises an incident; its number.
    pub(super) fn raise(&mut self, charge: Charge) -> u32 {
        let Charge { kind, rule, side, certainty, ply, squares } = charge;
        let (article, side, evidence) = (self.article(rule), Some(side), self.evidence());
        let difference = None;
        let finding =
            NewIncident { kind, article, side, certainty, ply, evidence, squares, difference };
        self.raise_at(self.now(), finding)
    }

    /// Raises an incident of this moment, with evidence of its own; its number.
    pub(super) fn raise_at(&mut self, at: Instant, finding: NewIncident) -> u32 {
        self.ledger.raise(at, finding, &mut self.rulings)
    }

    /// The record of the entry that is judged.
    pub(super) const fn evidence(&self) -> EvidenceSpan {
        let record = self.rulings.record();
        EvidenceSpan { from: record, to: record }
    }

    /// An incident that stands.
    pub(super) fn find(&self, incident: u32) -> Option<&Incident> {
        self.ledger.find(incident)
    }

    /// The incidents that stand, as they were told.
    pub(super) fn incidents(&self) -> &[Incident] {
        self.ledger.incidents()
    }

    /// Whether an incident of this kind stands, of this ply or a later one.
    pub(super) fn has_incident(&self, kind: IncidentKind, since: u32) -> bool {
        self.ledger.has(kind, since)
    }

    /// See [`IncidentLedger::close`].
    pub(super) fn close(&mut self, incident: u32, state: IncidentState) -> Option<Incident> {
        self.ledger.close(incident, state, &mut self.rulings)
    }

    /// See [`IncidentLedger::reinstate`].
    pub(super) fn reinstate(&mut self, incident: &Incident, state: IncidentState) {
        self.ledger.reinstate(incident, state, &mut self.rulings);
    }

    /// See [`IncidentLedger::withdraw_from`].
    pub(super) fn withdraw_from(&mut self, ply: u32, of_line: impl Fn(&Incident) -> bool) {
        self.ledger.withdraw_from(ply, &mut self.rulings, of_line);
    }

    /// The offences that count.
    pub(super) const fn offences(&self) -> &Offences {
        self.ledger.offences()
    }

    /// The same, to be counted anew.
    pub(super) const fn offences_mut(&mut self) -> &mut Offences {
        self.ledger.offences_mut()
    }
}

/// Instructions.
impl Casebook {
    /// Gives an instruction, for an incident or for none.
    pub(super) fn instruct(&mut self, incident: Option<u32>, article: Article, act: Act) {
        self.ledger.instruct(incident, article, act, &mut self.rulings);
    }

    /// The instructions that wait.
    pub(super) fn open_instructions(&self) -> &[Instruction] {
        self.ledger.open()
    }

    /// Ends the open instructions that this holds of.
    pub(super) fn end_instructions(
        &mut self,
        state: InstructionState,
        which: impl Fn(&Instruction) -> bool,
    ) {
        self.ledger.end(state, &mut self.rulings, which);
    }

    /// The position was set up, or the pawn replaced, as this incident called for.
    pub(super) fn end_repairs(&mut self, incident: u32) {
        self.end_instructions(InstructionState::Done, |given| {
            given.incident == Some(incident)
                && matches!(given.act, Act::Restore(_) | Act::Replace { .. })
        });
    }
}

/// The result.
impl Casebook {
    /// How the game ended, if it did.
    pub(super) const fn ending(&self) -> Option<Ending> {
        self.result.ending()
    }

    pub(super) const fn is_over(&self) -> bool {
        self.result.ending().is_some()
    }

    /// What ended the game, what may yet, and what was decided of it.
    pub(super) const fn result(&self) -> &ResultRecord {
        &self.result
    }

    /// The same, to be changed without anything that is said.
    pub(super) const fn result_mut(&mut self) -> &mut ResultRecord {
        &mut self.result
    }

    /// This ends the game, instead of what had ended it: after the penalties that change what the players get. What was to
    /// be declared is, or need not be.
    pub(super) fn end(&mut self, ending: Ending) {
        self.end_at(self.now(), ending);
    }

    /// The same, as of this moment.
    pub(super) fn end_at(&mut self, at: Instant, ending: Ending) {
        let penalised = self.result.after_penalties(ending);
        self.end_exactly(at, penalised);
        self.close_declarations(ending);
    }

    fn end_exactly(&mut self, at: Instant, ending: Ending) {
        if self.result.end(ending) {
            self.say(Says::NotEnded);
        }
        self.say_at(at, Says::Ended(ending));
    }

    /// What was to be declared is, or need not be.
    fn close_declarations(&mut self, ending: Ending) {
        let is_same = |act: &Act| matches!(act, Act::Declare(said) if said.value == ending.value);
        self.end_instructions(InstructionState::Done, |given| is_same(&given.act));
        let is_other = |act: &Act| matches!(act, Act::Declare(_));
        self.end_instructions(InstructionState::Waived, |given| is_other(&given.act));
    }

    /// This has ended the game, and nothing else, whatever the penalties.
    pub(super) fn end_by(&mut self, ending: Option<Ending>) {
        match ending {
            Some(ending) => {
                self.end_exactly(self.now(), ending);
                self.close_declarations(ending);
            }
            None if self.result.go_on() => self.say(Says::NotEnded),
            None => {}
        }
    }

    /// An incident ends the game.
    pub(super) fn end_for(&mut self, incident: u32, ending: Ending) {
        self.end(ending);
        self.result.blame(incident);
    }

    /// The game goes on if this incident ended it.
    pub(super) fn go_on_without(&mut self, incident: u32) {
        if self.result.clear_blame(incident) {
            self.end_by(None);
        }
    }

    /// The arbiter is to declare the game over; where the daemon may act, it is.
    pub(super) fn declare(&mut self, incident: u32, ending: Ending) {
        match self.rulebook.policy {
            Policy::Act => self.end_for(incident, ending),
            Policy::Propose => {
                let article = ending.article.unwrap_or_default();
                self.instruct(Some(incident), article, Act::Declare(ending));
            }
            Policy::Observe => {}
        }
    }

    /// The same of a loss: what is not known is asked, whatever the daemon may do.
    pub(super) fn declare_loss(&mut self, incident: u32, loss: Loss) {
        match loss {
            Loss::Sure(ending) => self.declare(incident, ending),
            Loss::Undetermined { .. } if self.rulebook.policy == Policy::Observe => {}
            Loss::Undetermined { lost, drawn } => self.ask(Some(incident), [lost, drawn]),
        }
    }

    /// A loss ends the game, for an incident or for none; what is not known is asked.
    pub(super) fn end_by_loss(&mut self, incident: Option<u32>, loss: Loss) {
        match (loss, incident) {
            (Loss::Sure(ending), Some(incident)) => self.end_for(incident, ending),
            (Loss::Sure(ending), None) => self.end(ending),
            (Loss::Undetermined { lost, drawn }, _) => self.ask(incident, [lost, drawn]),
        }
    }

    /// The arbiter is to declare one of these results, whichever he finds right.
    fn ask(&mut self, incident: Option<u32>, endings: [Ending; 2]) {
        for ending in endings {
            let act = Act::Declare(ending);
            if !self.open_instructions().iter().any(|given| given.act == act) {
                self.instruct(incident, ending.article.unwrap_or_default(), act);
            }
        }
    }

    /// The result that an incident calls for, if it does, is declared. Of two results nobody has chosen one.
    pub(super) fn declare_for(&mut self, incident: u32) {
        let declared = |given: &Instruction| match given.act {
            Act::Declare(ending) if given.incident == Some(incident) => Some(ending),
            _ => None,
        };
        let endings: Vec<Ending> = self.open_instructions().iter().filter_map(declared).collect();
        if let [ending] = *endings {
            self.end_for(incident, ending);
        }
    }

    /// How a side loses, unless its opponent cannot mate.
    pub(super) fn loss_of(&self, side: Color, position: &Chess, loss: LossRule) -> Loss {
        let opponent = side.other();
        let article = Some(self.article(loss.rule));
        let lost = Ending { value: ResultValue::win_of(opponent), reason: loss.lost, article };
        let drawn = Ending { value: ResultValue::Draw, reason: loss.saved, article };
        match self.can_mate(opponent, position) {
            CanMate::Yes => Loss::Sure(lost),
            CanMate::No => Loss::Sure(drawn),
            CanMate::Undetermined => Loss::Undetermined { lost, drawn },
        }
    }

    /// Whether a side can mate by any series of legal moves.
    pub(super) fn can_mate(&self, side: Color, position: &Chess) -> CanMate {
        if self.cannot_mate[usize::from(side)] {
            return CanMate::No;
        }
        match mate::can_mate(position, side, Search::FULL) {
            Mating::Possible => CanMate::Yes,
            Mating::Impossible => CanMate::No,
            Mating::Undetermined => CanMate::Undetermined,
        }
    }
}
