//! An adjourned game is resumed (14 of 1995): who is there, what is in the envelope, and what was set up wrongly.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move};

use super::envelope::{self, Arrival, EnvelopeVerdict, Opened};
use super::{
    Adjourned, Adjournment, Attendance, KnownMove, NOT_ON_MOVE, Place, Stage, complete,
    known_article,
};
use crate::laws::article::Article;
use crate::laws::casebook::Casebook;
use crate::laws::command::{Identified, Presence, SealedMove};
use crate::laws::edition::Rule;
use crate::laws::ending::Ending;
use crate::laws::play::Play;
use crate::laws::says::{Act, Awaited, Colours, Holds, InstructionState};

/// An envelope is opened.
#[derive(Clone, Copy, Debug)]
pub(in crate::laws) struct Opening<'a> {
    /// Whose move is in it; of who is on move, where nobody says.
    pub(in crate::laws) side: Option<Color>,
    pub(in crate::laws) sealed: &'a SealedMove,
    /// How long after the time of resumption who has sealed came.
    pub(in crate::laws) late: Option<Duration>,
}

/// The game is resumed: position and times are restored (14.1). Where who is to reply is not there, his clock runs (14.3).
pub(in crate::laws) fn resume(
    play: &mut Play,
    casebook: &mut Casebook,
    sealer_there: Presence,
    replier_there: Presence,
) {
    let Some(article) = known_article(casebook, Rule::Resumed, "resume") else { return };
    let adjournment = play.adjournment();
    let is_new = matches!(adjournment.stage, Stage::Play) && adjournment.kept.is_none();
    if !is_new && !matches!(adjournment.stage, Stage::Sealed(_) | Stage::Resumed(_)) {
        return casebook.say_holds(Holds::Ignored("resume"));
    }
    let sealer = adjournment.writer().unwrap_or_else(|| play.turn().side());
    let sealing = casebook.article(Rule::MoveSealed);
    casebook.end_instructions(InstructionState::Waived, |given| {
        given.article == sealing && given.act == Act::ClockPause
    });
    restore(play, casebook, article);
    let (sealer_came, replier_came) = (arrival_of(sealer_there), arrival_of(replier_there));
    play.adjournment_mut().stage = Stage::Resumed(Attendance { sealer, sealer_came, replier_came });
    if replier_came == Arrival::Awaited {
        let absent = casebook.article(Rule::ReplierAbsent);
        casebook.instruct(None, absent, Act::ClockRun(sealer.other()));
        return casebook.say_holds(Holds::Await(Awaited::Replier));
    }
    casebook.say_holds(Holds::Await(Awaited::Envelope));
}

const fn arrival_of(presence: Presence) -> Arrival {
    match presence {
        Presence::Present => Arrival::InTime,
        Presence::Absent => Arrival::Awaited,
    }
}

/// The adjourned position is to be set up, where it does not stand on a board yet, and the clocks with it.
fn restore(play: &mut Play, casebook: &mut Casebook, article: Article) {
    let kept = keep_present(play).clone();
    if play.is_exact() || play.adjournment().place == Place::OffBoard {
        casebook.instruct(None, article, Act::Restore(kept.position));
    }
    if let Some(left) = kept.left {
        casebook.instruct(None, article, Act::ClockSet(left));
    }
}

/// What was kept when the game was adjourned; what stands now, where nobody said that it was.
fn keep_present(play: &mut Play) -> &Adjourned {
    let (sealer, position) = (play.turn().side(), Arc::clone(play.position()));
    let kept = &mut play.adjournment_mut().kept;
    kept.get_or_insert_with(|| Adjourned { sealer, position, left: None })
}

/// A player comes to a game that is resumed, so long after the time for it. Who comes more than an hour late loses (10.15), but
/// what the envelope of one who has sealed brings is asked first.
pub(in crate::laws) fn arrive(
    play: &mut Play,
    casebook: &mut Casebook,
    side: Color,
    after: Duration,
    opponent: Presence,
) {
    let Some(mut there) = play.adjournment().attendance() else { return };
    let is_late = after > casebook.rulebook().default_time();
    let came = if is_late { Arrival::TooLate } else { Arrival::InTime };
    let was_awaited = there.replier_came == Arrival::Awaited;
    let is_sealer = side == there.sealer;
    let (own, other) = if is_sealer {
        (&mut there.sealer_came, &mut there.replier_came)
    } else {
        (&mut there.replier_came, &mut there.sealer_came)
    };
    *own = came;
    if is_late && opponent == Presence::Absent && *other == Arrival::Awaited {
        *other = Arrival::TooLate;
    }
    let other_came = *other;
    play.adjournment_mut().set_attendance(there);
    let is_closed = matches!(play.adjournment().stage, Stage::Resumed(_));
    let asks_envelope = is_sealer || other_came != Arrival::InTime;
    if is_late && !(is_closed && asks_envelope) {
        let verdict = envelope::lost_by_lateness(play.position(), side);
        return follow_verdict(casebook, verdict);
    }
    if !is_late {
        casebook.say_holds(Holds::Arrived(side));
    }
    if is_closed && !is_sealer && was_awaited {
        casebook.instruct(None, casebook.article(Rule::ReplierAbsent), Act::ClockPause);
    }
    let awaited = match play.adjournment().stage {
        Stage::Resumed(Attendance { replier_came: Arrival::Awaited, .. }) => Awaited::Replier,
        Stage::Resumed(_) | Stage::ReplySealed(_) => Awaited::Envelope,
        _ => return,
    };
    casebook.say_holds(Holds::Await(awaited));
}

/// The replier seals his answer, as who has sealed is not there, whose clock runs (14.4).
pub(in crate::laws) fn seal_reply(play: &mut Play, casebook: &mut Casebook, side: Option<Color>) {
    const WHAT: &str = "seal-reply";
    let Some(article) = known_article(casebook, Rule::ReplySealed, WHAT) else { return };
    let there = match play.adjournment().stage {
        Stage::Resumed(there) | Stage::Opened(there) => there,
        Stage::Play if play.adjournment().kept.is_none() => Attendance {
            sealer: side.map_or_else(|| play.turn().side(), Color::other),
            sealer_came: Arrival::Awaited,
            replier_came: Arrival::InTime,
        },
        _ => return casebook.say_holds(Holds::Ignored(WHAT)),
    };
    let is_right = side.is_none_or(|side| side == there.sealer.other());
    match there {
        _ if !is_right => casebook.refuse_because(WHAT, NOT_ON_MOVE, article),
        Attendance { replier_came: Arrival::Awaited, .. } => {
            casebook.refuse_because(WHAT, "replier-absent", article);
        }
        Attendance { sealer_came: Arrival::Awaited, .. } => {
            keep_present(play);
            play.adjournment_mut().stage = Stage::ReplySealed(there);
            casebook.instruct(None, article, Act::ClockRun(there.sealer));
            casebook.say_holds(Holds::Await(Awaited::Sealer));
        }
        _ => casebook.refuse_because(WHAT, "sealer-present", article),
    }
}

/// The envelope is opened, when who is to reply is there: the move in it is played, and his clock runs (14.2).
pub(in crate::laws) fn open(play: &mut Play, casebook: &mut Casebook, opening: Opening<'_>) {
    const WHAT: &str = "open-envelope";
    let Some(article) = known_article(casebook, Rule::EnvelopeOpened, WHAT) else { return };
    let adjournment = play.adjournment();
    let usual = adjournment.writer().unwrap_or_else(|| play.turn().side());
    let mover = opening.side.unwrap_or(usual);
    let absent = match (adjournment.stage, adjournment.attendance()) {
        (Stage::Resumed(_), Some(Attendance { replier_came: Arrival::Awaited, .. })) => {
            Some("replier-absent")
        }
        (Stage::ReplySealed(_), Some(Attendance { sealer_came: Arrival::Awaited, .. })) => {
            Some("sealer-absent")
        }
        _ => None,
    };
    if let Some(reason) = absent {
        return casebook.refuse_because(WHAT, reason, article);
    }
    let known = play.adjournment().played_openly(mover);
    if known.is_some_and(|known| Some(known) != play.adjournment().written(opening.sealed)) {
        return casebook.say_holds(Holds::ArbiterChoice(casebook.article(Rule::MoveSealed)));
    }
    match known {
        _ if mover == play.turn().side() => open_closed(play, casebook, mover, opening),
        Some(mv) => open_played(play, casebook, mover, mv),
        None => casebook.refuse_because(WHAT, NOT_ON_MOVE, article),
    }
}

/// What is in the envelope is judged, and played.
fn open_closed(play: &mut Play, casebook: &mut Casebook, mover: Color, opening: Opening<'_>) {
    let (article, adjournment) = (casebook.article(Rule::EnvelopeOpened), play.adjournment());
    let limit = casebook.rulebook().default_time();
    let is_late = opening.late.is_some_and(|late| late > limit);
    let there = match (adjournment.stage, adjournment.attendance()) {
        (Stage::Resumed(_), Some(there)) => there,
        _ => Attendance {
            sealer: mover,
            sealer_came: Arrival::InTime,
            replier_came: Arrival::InTime,
        },
    };
    let sealer = if is_late { Arrival::TooLate } else { there.sealer_came };
    let (position, replier) = (Arc::clone(play.position()), there.replier_came);
    let opened = Opened { position: &position, sealed: opening.sealed, sealer, replier };
    match envelope::judge(opened, casebook.edition()) {
        EnvelopeVerdict::Played(mv) => {
            let adjournment = play.adjournment_mut();
            let is_reply = matches!(adjournment.stage, Stage::ReplySealed(_));
            adjournment.stage = if is_reply { Stage::Play } else { Stage::Opened(there) };
            adjournment.sealed = Some(KnownMove { mv, ply: None });
            casebook.say_holds(Holds::SealedMove { side: mover, mv, article });
            casebook.instruct(None, article, Act::ClockRun(mover.other()));
        }
        verdict => follow_verdict(casebook, verdict),
    }
}

/// The move that is in the envelope was played openly before, and stands.
fn open_played(play: &mut Play, casebook: &mut Casebook, mover: Color, mv: Move) {
    let article = casebook.article(Rule::EnvelopeOpened);
    let (sealer, sealer_came, replier_came) = (mover, Arrival::InTime, Arrival::InTime);
    let there = Attendance { sealer, sealer_came, replier_came };
    let there = play.adjournment().attendance().unwrap_or(there);
    play.adjournment_mut().stage = Stage::Opened(there);
    casebook.say_holds(Holds::SealedMove { side: mover, mv, article });
    complete(play, casebook, casebook.now());
    casebook.instruct(None, article, Act::ClockRun(mover.other()));
}

impl Adjournment {
    /// The move of this side that was played before its envelope was closed (13.1(a)).
    fn played_openly(&self, side: Color) -> Option<Move> {
        let is_closed = !matches!(self.stage, Stage::Play | Stage::Opened(_));
        let is_own = self.kept.as_ref().is_some_and(|kept| kept.sealer == side);
        self.sealed.filter(|_| is_closed && is_own).map(|known| known.mv)
    }

    /// The move that is written, if it can be played in the adjourned position.
    fn written(&self, sealed: &SealedMove) -> Option<Move> {
        match (sealed, &self.kept) {
            (SealedMove::Written(uci), Some(kept)) => uci.to_move(&*kept.position).ok(),
            _ => None,
        }
    }
}

/// The envelope is lost: the game is resumed from the adjourned position, where that is known, and who has sealed plays on the
/// board; else a new game is begun (14.5).
pub(in crate::laws) fn lose_envelope(play: &mut Play, casebook: &mut Casebook, known: Identified) {
    let Some(article) = known_article(casebook, Rule::EnvelopeLost, "envelope-lost") else {
        return;
    };
    if known == Identified::Unknown {
        let article = casebook.article(Rule::AdjournedUnknown);
        return casebook.instruct(None, article, Act::NewGame(Colours::Same));
    }
    restore(play, casebook, article);
    casebook.say_holds(Holds::Await(Awaited::SealerOnBoard));
    let has_times = play.adjournment().kept.as_ref().is_some_and(|kept| kept.left.is_some());
    if !has_times {
        let article = casebook.article(Rule::AdjournedTimesLost);
        casebook.say_holds(Holds::ArbiterChoice(article));
    }
    play.adjournment_mut().stage = Stage::Lost;
}

/// The adjourned position was set up wrongly: it is set up again, and the game resumed from there (8.4).
pub(in crate::laws) fn restore_position(
    play: &mut Play,
    casebook: &mut Casebook,
    given: Option<Chess>,
) {
    const WHAT: &str = "adjourned-position";
    let Some(article) = known_article(casebook, Rule::AdjournedPosition, WHAT) else { return };
    keep_present(play);
    let adjournment = play.adjournment_mut();
    if let (Some(kept), Some(position)) = (&mut adjournment.kept, given) {
        kept.position = Arc::new(position);
    }
    if let Some(known) = &mut adjournment.sealed {
        known.ply = None;
    }
    if let Some(kept) = &adjournment.kept {
        casebook.instruct(None, article, Act::Restore(Arc::clone(&kept.position)));
    }
}

/// The clocks were set wrongly at resumption: pointed out at once, they are set right; what was not stands, if the arbiter is
/// satisfied of the time that is left (14.6).
pub(in crate::laws) fn restore_times(play: &Play, casebook: &mut Casebook) {
    const WHAT: &str = "adjourned-times";
    let Some(article) = known_article(casebook, Rule::AdjournedTimes, WHAT) else { return };
    let is_at_once = !matches!(play.adjournment().stage, Stage::Play);
    let kept = play.adjournment().kept.as_ref().filter(|_| is_at_once);
    match kept.and_then(|kept| kept.left) {
        Some(left) => casebook.instruct(None, article, Act::ClockSet(left)),
        None => casebook.say_holds(Holds::ArbiterChoice(article)),
    }
}

fn follow_verdict(casebook: &mut Casebook, verdict: EnvelopeVerdict) {
    match verdict {
        EnvelopeVerdict::Over { value, reason, rule } => {
            let article = Some(casebook.article(rule));
            casebook.end(Ending { value, reason, article });
        }
        EnvelopeVerdict::Asked(rule) => {
            let article = casebook.article(rule);
            casebook.say_holds(Holds::ArbiterChoice(article));
        }
        EnvelopeVerdict::Played(_) => {}
    }
}
