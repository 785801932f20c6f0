//! What an envelope comes to when it is opened: the move that was sealed and who has come too late go in, and the move that is
//! played, how the game ends or what the arbiter is asked goes out (10.5, 10.15 to 10.17 of 1995).

use shakmaty::{Chess, Color, Move, Position};

use crate::account::position_after;
use crate::laws::command::SealedMove;
use crate::laws::edition::Rule;
use crate::laws::end_on_board::{EndOnBoard, LastMove};
use crate::laws::ending::{ResultReason, ResultValue};
use crate::laws::repetition::History;
use crate::laws::rulebook::Edition;

/// Whether a player has come within the hour that he has (10.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// He has.
    InTime,
    /// He has not come yet.
    Awaited,
    /// He came later.
    TooLate,
}

/// An envelope that is opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened<'a> {
    /// The adjourned position: who sealed is on move.
    pub(super) position: &'a Chess,
    pub(super) sealed: &'a SealedMove,
    /// Whether who sealed has come in time.
    pub(super) sealer: Arrival,
    /// Whether his opponent has.
    pub(super) replier: Arrival,
}

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EnvelopeVerdict {
    /// The move is played (14.2).
    Played(Move),
    /// The game is over.
    Over { value: ResultValue, reason: ResultReason, rule: Rule },
    /// The text does not say: the arbiter chooses.
    Asked(Rule),
}

/// Judges it under an edition that knows adjourned games.
pub(super) fn judge(opened: Opened<'_>, edition: Edition) -> EnvelopeVerdict {
    let Opened { position, sealed, sealer, replier } = opened;
    let legal = match sealed {
        SealedMove::Written(uci) => uci.to_move(position).ok(),
        SealedMove::Ambiguous | SealedMove::Unplayable => None,
    };
    let end = legal.and_then(|mv| end_by(position, mv, edition));
    match (sealer, replier) {
        (Arrival::TooLate, Arrival::TooLate) if end.is_some() => {
            EnvelopeVerdict::Asked(Rule::BothLate)
        }
        (Arrival::TooLate, Arrival::TooLate) => EnvelopeVerdict::Over {
            value: ResultValue::BothLose,
            reason: ResultReason::BothLate,
            rule: Rule::BothLate,
        },
        (Arrival::TooLate, _) => match (end, legal) {
            (Some(end), _) => end,
            (None, Some(_)) => lost_by_lateness(position, position.turn()),
            (None, None) => judge_bad(position, sealed),
        },
        _ => legal.map_or_else(|| judge_bad(position, sealed), EnvelopeVerdict::Played),
    }
}

/// Who comes more than an hour late loses; against a bare king, which cannot win (10.5), the text does not say.
pub(super) fn lost_by_lateness(position: &Chess, late: Color) -> EnvelopeVerdict {
    let winner = late.other();
    if has_bare_king(position, winner) {
        return EnvelopeVerdict::Asked(Rule::DefaultTime);
    }
    let (value, reason) = (ResultValue::win_of(winner), ResultReason::DefaultTime);
    EnvelopeVerdict::Over { value, reason, rule: Rule::DefaultTime }
}

/// A move that cannot be played loses (10.16). Against a bare king an illegal one draws (10.5); of any other the text does
/// not say.
fn judge_bad(position: &Chess, sealed: &SealedMove) -> EnvelopeVerdict {
    let replier = position.turn().other();
    let is_bare = has_bare_king(position, replier);
    let rule = match sealed {
        SealedMove::Ambiguous => Rule::SealedAmbiguous,
        SealedMove::Written(_) | SealedMove::Unplayable => Rule::SealedBad,
    };
    match sealed {
        SealedMove::Written(_) if is_bare => EnvelopeVerdict::Over {
            value: ResultValue::Draw,
            reason: ResultReason::SealedIllegalBareKing,
            rule: Rule::BareKing,
        },
        _ if is_bare => EnvelopeVerdict::Asked(rule),
        _ => {
            let (value, reason) = (ResultValue::win_of(replier), ResultReason::SealedMoveInvalid);
            EnvelopeVerdict::Over { value, reason, rule }
        }
    }
}

/// How a sealed move ends the game whose player has come too late: by mate he has won (10.15(a)), by stalemate or a position of
/// 10.4 he has drawn (10.15(b)).
fn end_by(position: &Chess, mv: Move, edition: Edition) -> Option<EnvelopeVerdict> {
    let after = position_after(position, mv);
    let last = LastMove { mv, side: position.turn() };
    let (value, reason, rule) = match EndOnBoard::after(&after, &History::default(), last, edition)?
    {
        EndOnBoard::Checkmate(mated) => {
            (ResultValue::win_of(mated.other()), ResultReason::Checkmate, Rule::LateMate)
        }
        EndOnBoard::Stalemate => (ResultValue::Draw, ResultReason::Stalemate, Rule::LateDraw),
        EndOnBoard::DeadPosition => (ResultValue::Draw, ResultReason::DeadPosition, Rule::LateDraw),
        EndOnBoard::Fivefold | EndOnBoard::SeventyFive => return None,
    };
    Some(EnvelopeVerdict::Over { value, reason, rule })
}

fn has_bare_king(position: &Chess, side: Color) -> bool {
    position.board().by_color(side).count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::standing::position_of;

    const MATES: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    const BARE: &str = "8/8/8/4k3/8/8/4KQ2/8 w - - 0 1";

    fn verdict(fen: &str, sealed: &str, came: [Arrival; 2]) -> EnvelopeVerdict {
        let position = position_of(&fen.parse().unwrap()).unwrap();
        let sealed = match sealed {
            "ambiguous" => SealedMove::Ambiguous,
            text => text.parse().map_or(SealedMove::Unplayable, SealedMove::Written),
        };
        let [sealer, replier] = came;
        judge(Opened { position: &position, sealed: &sealed, sealer, replier }, Edition::Fide1995)
    }

    const fn over(value: ResultValue, reason: ResultReason, rule: Rule) -> EnvelopeVerdict {
        EnvelopeVerdict::Over { value, reason, rule }
    }

    const IN_TIME: [Arrival; 2] = [Arrival::InTime; 2];
    const SEALER_LATE: [Arrival; 2] = [Arrival::TooLate, Arrival::InTime];
    const BOTH_LATE: [Arrival; 2] = [Arrival::TooLate; 2];

    #[test]
    fn a_legal_sealed_move_is_played_whatever_it_brings() {
        for sealed in ["a1a8", "a1a2"] {
            let played = verdict(MATES, sealed, IN_TIME);
            assert!(matches!(played, EnvelopeVerdict::Played(_)), "{sealed}: {played:?}");
        }
    }

    #[test]
    fn article_10_16_a_bad_sealed_move_loses() {
        let lost = |rule| over(ResultValue::BlackWins, ResultReason::SealedMoveInvalid, rule);
        assert_eq!(verdict(MATES, "a1b2", IN_TIME), lost(Rule::SealedBad));
        assert_eq!(verdict(MATES, "scribble", IN_TIME), lost(Rule::SealedBad));
        assert_eq!(verdict(MATES, "ambiguous", IN_TIME), lost(Rule::SealedAmbiguous));
    }

    #[test]
    fn article_10_5_speaks_of_illegal_moves_against_a_bare_king_alone() {
        let (draw, reason) = (ResultValue::Draw, ResultReason::SealedIllegalBareKing);
        assert_eq!(verdict(BARE, "f2h3", IN_TIME), over(draw, reason, Rule::BareKing));
        let asked = EnvelopeVerdict::Asked;
        assert_eq!(verdict(BARE, "ambiguous", IN_TIME), asked(Rule::SealedAmbiguous));
        assert_eq!(verdict(BARE, "scribble", IN_TIME), asked(Rule::SealedBad));
    }

    #[test]
    fn article_10_15_a_sealer_who_is_late_has_what_his_move_brings() {
        let (white, black) = (ResultValue::WhiteWins, ResultValue::BlackWins);
        let mates = over(white, ResultReason::Checkmate, Rule::LateMate);
        assert_eq!(verdict(MATES, "a1a8", SEALER_LATE), mates);
        let late = over(black, ResultReason::DefaultTime, Rule::DefaultTime);
        assert_eq!(verdict(MATES, "a1a2", SEALER_LATE), late);
        let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        let draws = over(ResultValue::Draw, ResultReason::Stalemate, Rule::LateDraw);
        assert_eq!(verdict(stalemate, "f1f7", SEALER_LATE), draws);
        let last_pawn = "8/8/8/4k3/8/8/3p4/4K3 w - - 0 1";
        let draws = over(ResultValue::Draw, ResultReason::DeadPosition, Rule::LateDraw);
        assert_eq!(verdict(last_pawn, "e1d2", SEALER_LATE), draws);
    }

    #[test]
    fn where_the_text_is_at_odds_with_itself_the_arbiter_is_asked() {
        let asked = EnvelopeVerdict::Asked;
        assert_eq!(verdict(BARE, "f2f3", SEALER_LATE), asked(Rule::DefaultTime));
        assert_eq!(verdict(MATES, "a1a8", BOTH_LATE), asked(Rule::BothLate));
        let both = over(ResultValue::BothLose, ResultReason::BothLate, Rule::BothLate);
        assert_eq!(verdict(MATES, "a1a2", BOTH_LATE), both);
    }
}
