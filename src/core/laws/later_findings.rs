//! What is found later to have been wrong (articles 6.10.2, 7.2, 7.3, 7.5.1, A.5).

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, Position};

use super::article::Article;
use super::casebook::Casebook;
use super::command::{Identified, Misplaced, Schedule, UsedTime};
use super::edition::Rule;
use super::made_moves::MadeMove;
use super::offence::Offence;
use super::pending_offence::Offending;
use super::play::Play;
use super::restored_times::FoundTimes;
use super::says::{Act, Certainty, Colours, Holds, Right, Supervised};
use super::standing::position_of;
use super::turn::Turn;

/// After so many moves by both, what was wrong from the start stays (7.3, A.5.1).
const MAX_MOVES_TO_BEGIN_ANEW: u32 = 10;

/// Both players agree to correct an illegal move that stands (A.5.2).
pub(super) fn agree_to_correct(casebook: &mut Casebook, fen: &Fen) {
    let article = casebook.article(Rule::IllegalReduced);
    let Some(position) = position_of(fen) else { return };
    if article.is_empty() {
        return casebook.refuse("illegal-move-correction", article);
    }
    casebook.instruct(None, article, Act::Restore(Arc::new(position)));
}

/// 7.2.1: a new game. After ten moves under reduced supervision nobody may claim it, and nobody castles with
/// what stood wrong (A.5.1.2).
pub(super) fn correct_start(
    play: &mut Play,
    casebook: &mut Casebook,
    misplaced: Option<Misplaced>,
) {
    if is_too_late(play, casebook) {
        let article = casebook.article(Rule::StartReduced);
        casebook.refuse("set-up-claim", article);
        if let Some(misplaced) = misplaced {
            casebook.instruct(None, article, Act::CastlingForbidden(misplaced));
            play.bar_castling(misplaced);
            if play.turn().has_touched() {
                play.tell_obligation(casebook);
            }
        }
        return;
    }
    let article = casebook.article(Rule::StartPosition);
    casebook.instruct(None, article, Act::NewGame(Colours::Same));
}

/// 7.2.2: the position goes to a board that lies rightly.
pub(super) fn turn_board(play: &Play, casebook: &mut Casebook) {
    if is_too_late(play, casebook) {
        let article = casebook.article(Rule::StartReduced);
        return casebook.refuse("orientation-claim", article);
    }
    let article = casebook.article(Rule::BoardTurned);
    casebook.instruct(None, article, Act::TransferPosition);
}

/// 7.3: a new game, unless one of them has made ten moves. In 1995 play goes on once more than a quarter of the time is used,
/// and before that the arbiter may have a new game begun (8.6).
pub(super) fn correct_colours(play: &Play, casebook: &mut Casebook, used: Option<UsedTime>) {
    let article = casebook.article(Rule::ColoursReversed);
    if casebook.edition().colours_count_by_time() {
        let goes_on = used.is_some_and(|used| used.is_over_a_quarter());
        let holds = if goes_on { goes_on_by(article) } else { Holds::ArbiterChoice(article) };
        return casebook.say_holds(holds);
    }
    if Color::ALL
        .into_iter()
        .all(|side| play.undoable().count.completed(side) < MAX_MOVES_TO_BEGIN_ANEW)
    {
        let act = Act::NewGame(Colours::Correct);
        casebook.instruct(None, article, act);
    } else {
        casebook.say_holds(goes_on_by(article));
    }
}

const fn goes_on_by(article: Article) -> Holds {
    Holds::Continue(article, Supervised::No)
}

/// 6.10.2: the clock is stopped and set right. After ten moves under reduced supervision it stays, but
/// where the schedule suffers (A.5.1.1).
pub(super) fn correct_clock_setting(play: &Play, casebook: &mut Casebook, schedule: Schedule) {
    if is_too_late(play, casebook) {
        let article = casebook.article(Rule::SettingReduced);
        return match schedule {
            Schedule::Suffers => casebook.say_holds(Holds::ArbiterChoice(article)),
            Schedule::Kept => {
                casebook.refuse("clock-setting-change", article);
            }
        };
    }
    let article = casebook.article(Rule::ClockSetting);
    casebook.instruct(None, article, Act::ClockPause);
    casebook.say_holds(Holds::ArbiterChoice(article));
}

/// 7.5.1: the position before it, or the last that is known, is set up again. Under reduced supervision the move stands once
/// the opponent has made his next one (A.5.2).
pub(super) fn go_back_before_illegal_move(
    play: &mut Play,
    casebook: &mut Casebook,
    found: &FoundEarlier,
) {
    let Some(position) = position_of(&found.fen) else { return };
    if casebook.rulebook().is_reduced() && is_answered(play, &position) {
        let (side, article) = (position.turn().other(), casebook.article(Rule::IllegalReduced));
        casebook.say_holds(Holds::RightLost { side, right: Right::ClaimIllegal, article });
        casebook.say_holds(Holds::IllegalMoveStands { side, article });
        return casebook.refuse("illegal-move-claim", article);
    }
    if found.begins_anew(casebook) {
        let article = casebook.article(Rule::IllegalMove);
        return casebook.instruct(None, article, Act::NewGame(Colours::Same));
    }
    let turn = Turn::at(Arc::new(position));
    let (offence, certainty, ply) = (Offence::IllegalMove, Certainty::High, play.next_ply());
    play.offend(Offending { offence, turn, certainty, ply, squares: Vec::new() }, casebook);
    found.restore_times(play, casebook);
}

/// 7.6: the position before the pieces were displaced, or the last that is known, is set up again; nobody is punished.
pub(super) fn go_back_before_displacement(
    play: &Play,
    casebook: &mut Casebook,
    found: &FoundEarlier,
) {
    let article = casebook.article(Rule::DisplacedFound);
    if found.begins_anew(casebook) {
        return casebook.instruct(None, article, Act::NewGame(Colours::Same));
    }
    let Some(position) = position_of(&found.fen) else { return };
    casebook.instruct(None, article, Act::Restore(Arc::new(position)));
    found.restore_times(play, casebook);
}

/// An irregularity that is found when play has gone on.
#[derive(Clone, Debug)]
pub(super) struct FoundEarlier {
    /// The position before it, or the last that is known.
    pub(super) fen: Fen,
    /// Whether the position before it can be set up.
    pub(super) known: Identified,
    /// What was played and used.
    pub(super) times: Option<FoundTimes>,
}

impl FoundEarlier {
    fn begins_anew(&self, casebook: &Casebook) -> bool {
        self.known == Identified::Unknown && casebook.edition().unknown_position_begins_anew()
    }

    /// 12.6 of 1995: what each had used then, by the moves; where that leaves too little the arbiter finds the times.
    fn restore_times(&self, play: &Play, casebook: &mut Casebook) {
        let Some(times) = self.times.filter(|_| casebook.edition().shares_times_by_moves()) else {
            return;
        };
        let article = casebook.article(Rule::TimesRestored);
        let period = play.undoable().count.period(play.turn().side());
        match times.used_then(casebook.rulebook().extra_in(period)) {
            Some(used) => casebook.instruct(None, article, Act::ClockUsed(used)),
            None => casebook.say_holds(Holds::ArbiterChoice(article)),
        }
    }
}

/// Whether the opponent of the player who was on move in this position has made a move since: the moves tell, or else what stands
/// now. While he has not, his pieces stand where they stood, but for one that may have been taken.
fn is_answered(play: &Play, before: &Chess) -> bool {
    let is_same =
        |position: &Chess| position.board() == before.board() && position.turn() == before.turn();
    let moved = |made: &&MadeMove| made.position.as_ref().is_some_and(|position| is_same(position));
    if let Some(made) = play.moves().last_first().find(moved) {
        return play.moves().is_followed(made);
    }
    let now = play.position();
    if now.turn() == before.turn() {
        return !is_same(now);
    }
    let stood = before.board().by_color(now.turn());
    now.us().into_iter().any(|square| {
        !stood.contains(square) || now.board().piece_at(square) != before.board().piece_at(square)
    })
}

/// Whether both have made ten moves under reduced supervision (A.5.1).
fn is_too_late(play: &Play, casebook: &Casebook) -> bool {
    casebook.rulebook().is_reduced()
        && Color::ALL
            .into_iter()
            .all(|side| play.undoable().count.completed(side) >= MAX_MOVES_TO_BEGIN_ANEW)
}
