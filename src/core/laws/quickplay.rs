//! The quickplay finish (Guidelines III; 10.2 of 1997): a player short of time asks for an increment or claims a draw, and the
//! arbiter decides, at once or later.
//!
//! The machine holds how far that has got. Whether a player may ask at all is in `admission`, what the arbiter is told of
//! the game in `evidence`. Nobody appeals against what he decides (III.6.2 and the commentary on III.5): it ends the matter.

mod admission;
mod evidence;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;

pub use self::evidence::QuickplayEvidence;

use self::admission::{
    AskedFor, Asking, IncrementRequest, NotAdmitted, NotAdmittedBecause, PeriodKind, WhoseTurn,
};
use self::evidence::ClaimMade;
use super::article::Article;
use super::casebook::Casebook;
use super::clock_readings::ClockReadings;
use super::command::{AddedTime, ArbiterPresence, Ground, Verdict};
use super::control::{Extra, Mode, Seconds};
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag::FlagCaller;
use super::flag_fall;
use super::play::Play;
use super::rulebook::Rulebook;
use super::says::{Act, Awaited, Holds, OfferState, Supervised};

/// What the opponent gets (III.4, III.5.2, III.5.3).
const TWO_MINUTES: Duration = Duration::from_secs(120);

/// What each move has once an increment is granted, in seconds (III.4).
const INCREMENT_S: u32 = 5;

/// How far a quickplay finish has got.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quickplay {
    stage: Stage,
    request: IncrementRequest,
}

#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    /// Nobody waits for the arbiter.
    #[default]
    Play,
    /// A player has asked for an increment (III.4).
    Requested(Color),
    /// A player has claimed a draw (III.5).
    Claimed(Claimed),
    /// The arbiter decides later (III.5.2).
    Postponed(Claimed),
    /// No arbiter was there: play is over, and one decides finally (III.6).
    Referred(Claimed),
    /// Each move has an increment: nothing of this holds any more (III.4).
    Incremented,
}

#[derive(Clone, Copy, Debug)]
struct Claimed {
    made: ClaimMade,
    ground: Ground,
    /// Whose flag has fallen since.
    fallen: Option<Color>,
}

/// What a player claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuickplayClaim {
    pub(super) side: Color,
    pub(super) ground: Ground,
    pub(super) arbiter: ArbiterPresence,
}

/// What the arbiter decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArbiterRuling {
    pub(super) verdict: Verdict,
    pub(super) time: AddedTime,
    /// The result, where the final arbiter rejects the claim (III.6.2).
    pub(super) result: Option<ResultValue>,
}

impl Quickplay {
    /// Whether somebody waits for the arbiter.
    pub(super) const fn is_before_arbiter(&self) -> bool {
        !matches!(self.stage, Stage::Play | Stage::Incremented)
    }

    /// Whether a flag has fallen that waits for the arbiter.
    pub(super) const fn holds_flag(&self) -> bool {
        matches!(
            self.stage,
            Stage::Claimed(Claimed { fallen: Some(_), .. })
                | Stage::Postponed(Claimed { fallen: Some(_), .. })
        )
    }

    /// This side's flag falls. Answers whether that waits for the arbiter (III.5.2).
    fn hold_flag(&mut self, side: Color) -> bool {
        match &mut self.stage {
            Stage::Claimed(claim) | Stage::Postponed(claim) | Stage::Referred(claim) => {
                claim.fallen.get_or_insert(side);
                true
            }
            Stage::Play | Stage::Requested(_) | Stage::Incremented => false,
        }
    }
}

/// A flag has fallen. Answers whether it waits for the arbiter, who is told what the game shows (III.5.2).
pub(super) fn hold_flag(play: &mut Play, casebook: &mut Casebook, side: Color) -> bool {
    if !play.quickplay_mut().hold_flag(side) {
        return false;
    }
    if let Stage::Claimed(claim) | Stage::Postponed(claim) = play.quickplay().stage {
        evidence::tell(play, casebook, claim.made);
    }
    casebook.say_holds(Holds::Await(Awaited::Arbiter));
    true
}

/// A move is made: while the arbiter has postponed his decision he is told what it changes.
pub(super) fn note_move(play: &Play, casebook: &mut Casebook) {
    if let Stage::Postponed(claim) = play.quickplay().stage
        && !casebook.is_over()
    {
        evidence::tell(play, casebook, claim.made);
    }
}

/// A player asks for an increment, which is an offer of a draw too (III.4).
pub(super) fn request(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    side: Color,
) {
    if ignore_while_waiting(play, casebook, "qpf-increment") {
        return;
    }
    let article = casebook.article(Rule::QuickplayRequest);
    match admit(play, casebook, clock, Who { side, what: AskedFor::Increment }) {
        Ok(()) => {
            offer(play, casebook, side, article);
            play.quickplay_mut().stage = Stage::Requested(side);
            casebook.say_holds(Holds::Await(Awaited::OpponentThenArbiter));
        }
        Err(NotAdmitted { reason, article }) => {
            // Asked too early it is an offer all the same.
            if reason == NotAdmittedBecause::TwoMinutesOrMore {
                offer(play, casebook, side, article);
            }
            casebook.refuse_because("qpf-increment", reason.word(), article);
        }
    }
}

/// A player claims that the opponent cannot win by normal means, or makes no effort to (III.5, III.6; 10.2 of 1997).
pub(super) fn claim(
    play: &mut Play,
    casebook: &mut Casebook,
    clock: &ClockReadings,
    claim: QuickplayClaim,
) {
    if ignore_while_waiting(play, casebook, "qpf-claim") {
        return;
    }
    let QuickplayClaim { side, ground, arbiter } = claim;
    let what = match arbiter {
        ArbiterPresence::There => AskedFor::Draw,
        ArbiterPresence::Missing => AskedFor::DrawWithoutArbiter,
    };
    if let Err(NotAdmitted { reason, article }) = admit(play, casebook, clock, Who { side, what }) {
        return casebook.refuse_because("qpf-claim", reason.word(), article);
    }
    casebook.instruct(None, casebook.article(Rule::ClockStopped), Act::ClockPause);
    let offers = casebook.article(Rule::QuickplayClaim);
    if casebook.edition().has_quickplay_guidelines() {
        offer(play, casebook, side, offers);
    }
    let made = ClaimMade { by: side, after_ply: play.moves().last_ply() };
    let claimed = Claimed { made, ground, fallen: None };
    evidence::tell(play, casebook, made);
    let (stage, awaited) = match arbiter {
        ArbiterPresence::There => (Stage::Claimed(claimed), Awaited::Arbiter),
        ArbiterPresence::Missing => (Stage::Referred(claimed), final_arbiter(ground)),
    };
    play.quickplay_mut().stage = stage;
    casebook.say_holds(Holds::Await(awaited));
}

/// The opponent declines: now the arbiter decides of the increment (III.4).
pub(super) fn note_declined(play: &Play, casebook: &mut Casebook, by: Color) {
    if matches!(play.quickplay().stage, Stage::Requested(side) if side != by) {
        casebook.say_holds(Holds::Await(Awaited::Arbiter));
    }
}

/// The arbiter decides.
pub(super) fn decide(play: &mut Play, casebook: &mut Casebook, ruling: ArbiterRuling) {
    match play.quickplay().stage {
        Stage::Play | Stage::Incremented => {}
        Stage::Requested(by) => decide_request(play, casebook, by, ruling.verdict),
        Stage::Claimed(claim) => decide_claim(play, casebook, claim, ruling),
        Stage::Postponed(claim) => decide_postponed(play, casebook, claim, ruling),
        Stage::Referred(claim) => decide_finally(casebook, claim, ruling),
    }
}

fn decide_request(play: &mut Play, casebook: &mut Casebook, by: Color, verdict: Verdict) {
    let article = casebook.article(Rule::QuickplayRequest);
    if play.undoable().offers.has_open_from(by) {
        return casebook.say_holds(Holds::Await(Awaited::OpponentThenArbiter));
    }
    match verdict {
        Verdict::Agree => grant_increment(play, casebook, by, article),
        Verdict::Deny | Verdict::Reject => {
            let request = IncrementRequest::Denied;
            *play.quickplay_mut() = Quickplay { stage: Stage::Play, request };
            casebook.say_holds(Holds::Continue(article, Supervised::No));
        }
        Verdict::Postpone => casebook.say_holds(Holds::Await(Awaited::Arbiter)),
    }
}

/// III.4: five seconds for each move of both, and two minutes for the opponent.
fn grant_increment(play: &mut Play, casebook: &mut Casebook, by: Color, article: Article) {
    play.quickplay_mut().stage = Stage::Incremented;
    let Some(time) = Seconds::new(INCREMENT_S) else { return };
    let extra = Extra { mode: Mode::Increment, time };
    let mut rulebook: Rulebook = casebook.rulebook().clone();
    rulebook.control = rulebook.control.with_extra(extra);
    casebook.play_under(Arc::new(rulebook));
    casebook.instruct(None, article, Act::ClockMode(extra));
    casebook.instruct(None, article, Act::ClockAdd { side: by.other(), time: TWO_MINUTES });
}

fn decide_claim(
    play: &mut Play,
    casebook: &mut Casebook,
    claim: Claimed,
    ArbiterRuling { verdict, time, .. }: ArbiterRuling,
) {
    match verdict {
        Verdict::Agree => draw(casebook, Rule::QuickplayAgreed),
        Verdict::Postpone if claim.fallen.is_some() => {
            casebook.say_holds(Holds::Await(Awaited::Arbiter));
        }
        Verdict::Postpone => {
            play.quickplay_mut().stage = Stage::Postponed(claim);
            let article = casebook.article(Rule::QuickplayPostponed);
            give_time(casebook, claim, time, article);
            casebook.instruct(None, article, Act::ClockRun(play.turn().side()));
            casebook.say_holds(Holds::Continue(article, Supervised::Yes));
        }
        Verdict::Deny | Verdict::Reject => {
            play.quickplay_mut().stage = Stage::Play;
            if let Some(side) = claim.fallen {
                return end_by_flag(play, casebook, side);
            }
            let article = casebook.article(Rule::QuickplayRejected);
            if casebook.edition().has_quickplay_guidelines() {
                give_time(casebook, claim, AddedTime::Given, article);
            }
            casebook.instruct(None, article, Act::ClockRun(play.turn().side()));
            casebook.say_holds(Holds::Continue(article, Supervised::No));
        }
    }
}

fn decide_postponed(
    play: &mut Play,
    casebook: &mut Casebook,
    claim: Claimed,
    ArbiterRuling { verdict, time, .. }: ArbiterRuling,
) {
    let article = casebook.article(Rule::QuickplayPostponed);
    match (verdict, claim.fallen) {
        (Verdict::Agree, _) => draw(casebook, Rule::QuickplayPostponed),
        (Verdict::Postpone, Some(_)) => casebook.say_holds(Holds::Await(Awaited::Arbiter)),
        (Verdict::Postpone, None) => {
            give_time(casebook, claim, time, article);
            casebook.say_holds(Holds::Continue(article, Supervised::Yes));
        }
        (Verdict::Deny | Verdict::Reject, fallen) => {
            play.quickplay_mut().stage = Stage::Play;
            match fallen {
                Some(side) => end_by_flag(play, casebook, side),
                // Whether the opponent gets two minutes then the Guidelines do not say.
                None => casebook.say_holds(Holds::ArbiterChoice(article)),
            }
        }
    }
}

/// III.6.2: a claim that is rejected has the result that the arbiter gives it; none is usual.
fn decide_finally(
    casebook: &mut Casebook,
    claim: Claimed,
    ArbiterRuling { verdict, result, .. }: ArbiterRuling,
) {
    match (verdict, result) {
        (Verdict::Agree, _) => draw(casebook, Rule::QuickplayFinal),
        (Verdict::Deny | Verdict::Reject, Some(value)) => {
            let (reason, article) = (ResultReason::QuickplayFinish, Rule::QuickplayFinal);
            casebook.end(Ending { value, reason, article: Some(casebook.article(article)) });
        }
        (Verdict::Deny | Verdict::Reject | Verdict::Postpone, _) => {
            casebook.say_holds(Holds::Await(final_arbiter(claim.ground)));
        }
    }
}

fn draw(casebook: &mut Casebook, rule: Rule) {
    let (value, reason) = (ResultValue::Draw, ResultReason::QuickplayFinish);
    casebook.end(Ending { value, reason, article: Some(casebook.article(rule)) });
}

/// The flag that has waited decides by itself (6.9).
fn end_by_flag(play: &Play, casebook: &mut Casebook, side: Color) {
    match flag_fall::ending_by_flag(play, casebook, side, FlagCaller::Arbiter) {
        Ok(loss) => casebook.end_by_loss(None, loss),
        Err(_) => casebook.say_holds(Holds::Await(Awaited::FlagClaim)),
    }
}

fn give_time(casebook: &mut Casebook, claim: Claimed, time: AddedTime, article: Article) {
    if time == AddedTime::Given {
        let act = Act::ClockAdd { side: claim.made.by.other(), time: TWO_MINUTES };
        casebook.instruct(None, article, act);
    }
}

/// What an arbiter who was not there needs (III.6.1.1, III.6.1.2).
const fn final_arbiter(ground: Ground) -> Awaited {
    match ground {
        Ground::CannotWin => Awaited::FinalArbiterByPosition,
        Ground::NoEffort | Ground::Both => Awaited::FinalArbiterByScoresheet,
    }
}

fn offer(play: &mut Play, casebook: &mut Casebook, side: Color, article: Article) {
    play.undoable_mut().offers.open(side);
    casebook.say_holds(Holds::Offer { side, state: OfferState::Open, article });
}

/// While one claim waits for the arbiter another has no effect.
fn ignore_while_waiting(play: &Play, casebook: &mut Casebook, what: &'static str) -> bool {
    let waits = matches!(
        play.quickplay().stage,
        Stage::Claimed(_) | Stage::Postponed(_) | Stage::Referred(_)
    );
    if waits {
        casebook.say_holds(Holds::Ignored(what));
    }
    waits
}

#[derive(Clone, Copy, Debug)]
struct Who {
    side: Color,
    what: AskedFor,
}

fn admit(
    play: &Play,
    casebook: &Casebook,
    clock: &ClockReadings,
    Who { side, what }: Who,
) -> Result<(), NotAdmitted> {
    let rulebook = casebook.rulebook();
    let period = play.undoable().count.period(side);
    let moves = rulebook.control.periods().and_then(|periods| periods.iter().nth(period)?.moves);
    let is_his = play.turn().side() == side;
    let asking = Asking {
        what,
        turn: if is_his { WhoseTurn::His } else { WhoseTurn::Opponents },
        left: clock.known_left(side),
        extra: rulebook.extra_in(period),
        period: if moves.is_some() { PeriodKind::Counted } else { PeriodKind::Last },
        request: play.quickplay().request,
    };
    match play.quickplay().stage {
        Stage::Incremented => {
            let article = rulebook.article(Rule::QuickplayWhere);
            Err(NotAdmitted { reason: NotAdmittedBecause::Increment, article })
        }
        _ => admission::judge(rulebook, asking),
    }
}

/// Whether both flags down in the last period are a draw here (III.3.1.2).
pub(super) fn draws_both_flags(rulebook: &Rulebook) -> bool {
    let last = rulebook.control.periods().map_or(0, |periods| periods.counted.len());
    admission::holds_in(rulebook, rulebook.extra_in(last)).is_ok()
}
