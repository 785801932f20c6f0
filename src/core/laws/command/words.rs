//! Commands as records of decisions hold them.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::observation::Decision;

use super::{Command, Misplaced, Penalty, Presence, Schedule};
use crate::laws::flag::BothIn;
use crate::laws::obligation::CastlingIntent;

/// What the record of a command needs, by its verb.
const NEEDS: [(&str, &str); 29] = [
    ("adjust", SIDE),
    ("adjust_end", SIDE),
    ("accidental", "sq=e2"),
    ("castling_intent", "value=yes|no"),
    ("two_hands", SIDE),
    ("offer_draw", SIDE),
    ("accept_draw", SIDE),
    ("decline_draw", SIDE),
    ("withdraw_offer", SIDE),
    ("resign", SIDE),
    ("claim_draw", "side=white|black and kind=threefold|fifty"),
    ("claim_flag", SIDE),
    ("claim_illegal", SIDE),
    ("agree_correct_illegal", "fen=…"),
    ("arrived", "side=white|black and at_ms=…"),
    ("white_absent_until", "at_ms=…"),
    ("scoresheet", SIDE),
    ("found_initial_position_wrong", "nothing"),
    ("found_board_turned", "nothing"),
    ("found_colours_reversed", "nothing"),
    ("found_clock_setting_wrong", "nothing"),
    ("found_illegal_move", "fen=…, the position before it"),
    ("watch_illegal_position", "nothing"),
    ("next_move_completed", "fen=…"),
    ("both_flags", "last_period=yes|no"),
    (
        "arbiter_penalty",
        "side=white|black and kind=add-opponent|reduce-offender, with ms=…, or kind=warning|lose-game",
    ),
    ("confirm", "incident=…"),
    ("dismiss", "incident=…"),
    ("reopen", "incident=…"),
];

const SIDE: &str = "side=white|black";

impl Command {
    /// What the record of a command with this verb needs; `None` where no command has it.
    pub fn needs(verb: &str) -> Option<&'static str> {
        NEEDS.iter().find(|(known, _)| *known == verb).map(|(_, needs)| *needs)
    }

    /// The record of the command, given by this person, and why.
    pub fn record(&self, by: &str, reason: Option<&str>) -> Decision {
        let own = self.particulars().into_iter();
        let all = own.chain(reason.map(|reason| ("reason", reason.to_owned())));
        let particulars = all.map(|(key, value)| (key.to_owned(), value)).collect();
        Decision { by: by.to_owned(), verb: self.verb().to_owned(), particulars }
    }

    /// The verb of its record.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Adjust(_) => "adjust",
            Self::AdjustEnd(_) => "adjust_end",
            Self::Accidental(_) => "accidental",
            Self::CastlingIntent(_) => "castling_intent",
            Self::TwoHands(_) => "two_hands",
            Self::OfferDraw(_) => "offer_draw",
            Self::AcceptDraw(_) => "accept_draw",
            Self::DeclineDraw(_) => "decline_draw",
            Self::WithdrawOffer(_) => "withdraw_offer",
            Self::Resign(_) => "resign",
            Self::ClaimDraw { .. } => "claim_draw",
            Self::ClaimFlag(_) => "claim_flag",
            Self::ClaimIllegal(_) => "claim_illegal",
            Self::AgreeCorrectIllegal(_) => "agree_correct_illegal",
            Self::Arrived { .. } => "arrived",
            Self::WhiteAbsentUntil(_) => "white_absent_until",
            Self::Scoresheet(_) => "scoresheet",
            Self::FoundStartWrong { .. } => "found_initial_position_wrong",
            Self::FoundBoardTurned => "found_board_turned",
            Self::FoundColoursReversed => "found_colours_reversed",
            Self::FoundClockSetting(_) => "found_clock_setting_wrong",
            Self::FoundIllegalMove { .. } => "found_illegal_move",
            Self::WatchIllegalPosition => "watch_illegal_position",
            Self::NextMoveCompleted(_) => "next_move_completed",
            Self::BothFlags(_) => "both_flags",
            Self::Penalty { .. } => "arbiter_penalty",
            Self::Confirm(_) => "confirm",
            Self::Dismiss(_) => "dismiss",
            Self::Reopen(_) => "reopen",
        }
    }

    /// The particulars of its record.
    pub fn particulars(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Adjust(side)
            | Self::AdjustEnd(side)
            | Self::TwoHands(side)
            | Self::OfferDraw(side)
            | Self::AcceptDraw(side)
            | Self::DeclineDraw(side)
            | Self::WithdrawOffer(side)
            | Self::Resign(side)
            | Self::ClaimFlag(side)
            | Self::ClaimIllegal(side)
            | Self::Scoresheet(side) => vec![("side", side.to_string())],
            Self::Accidental(square) => vec![("sq", square.to_string())],
            Self::CastlingIntent(intent) => {
                vec![("value", yes_or_no(*intent == CastlingIntent::Meant))]
            }
            Self::ClaimDraw { side, kind, intended } => {
                let mut all = vec![("side", side.to_string()), ("kind", kind.word().to_owned())];
                all.extend(intended.map(|mv| ("move", mv.to_string())));
                all
            }
            Self::AgreeCorrectIllegal(fen) | Self::NextMoveCompleted(fen) => {
                vec![("fen", fen.to_string())]
            }
            Self::Arrived { side, after, opponent } => vec![
                ("side", side.to_string()),
                ("at_ms", millis(*after)),
                ("opponent_present", yes_or_no(*opponent == Presence::Present)),
            ],
            Self::WhiteAbsentUntil(after) => vec![("at_ms", millis(*after))],
            Self::FoundStartWrong { misplaced } => {
                let misplaced = misplaced.map(|misplaced| ("misplaced", word_of(misplaced)));
                misplaced.into_iter().collect()
            }
            Self::FoundBoardTurned | Self::FoundColoursReversed | Self::WatchIllegalPosition => {
                Vec::new()
            }
            Self::FoundClockSetting(schedule) => {
                vec![("schedule_affected", yes_or_no(*schedule == Schedule::Suffers))]
            }
            Self::FoundIllegalMove { side, before, last_known } => {
                let mut all = vec![("fen", before.to_string())];
                all.extend(side.map(|side| ("side", side.to_string())));
                all.extend(last_known.as_ref().map(|fen| ("last_known", fen.to_string())));
                all
            }
            Self::BothFlags(period) => vec![("last_period", yes_or_no(*period == BothIn::Last))],
            Self::Penalty { side, kind } => penalty(*side, *kind),
            Self::Confirm(incident) | Self::Dismiss(incident) | Self::Reopen(incident) => {
                vec![("incident", incident.to_string())]
            }
        }
    }
}

fn yes_or_no(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn word_of(misplaced: Misplaced) -> String {
    match misplaced {
        Misplaced::King => "king".to_owned(),
        Misplaced::Rook(square) => square.to_string(),
    }
}

fn penalty(side: Color, kind: Penalty) -> Vec<(&'static str, String)> {
    let time = match kind {
        Penalty::AddOpponent(time) | Penalty::ReduceOffender(time) => Some(time),
        Penalty::Warning | Penalty::LoseGame => None,
    };
    let mut all = vec![("side", side.to_string()), ("kind", kind.word().to_owned())];
    all.extend(time.map(|time| ("ms", millis(time))));
    all
}

fn millis(time: Duration) -> String {
    time.as_millis().to_string()
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::laws::says::ClaimKind;

    #[test]
    fn every_command_is_read_as_it_was_written() {
        use Color::{Black, White};
        let fen = || "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let commands = [
            Command::Adjust(White),
            Command::AdjustEnd(Black),
            Command::Accidental(Square::E2),
            Command::CastlingIntent(CastlingIntent::Denied),
            Command::TwoHands(Black),
            Command::OfferDraw(White),
            Command::AcceptDraw(Black),
            Command::DeclineDraw(Black),
            Command::WithdrawOffer(White),
            Command::Resign(White),
            Command::ClaimDraw { side: White, kind: ClaimKind::Fifty, intended: None },
            Command::ClaimDraw {
                side: Black,
                kind: ClaimKind::Threefold,
                intended: "g8f6".parse().ok(),
            },
            Command::ClaimFlag(White),
            Command::ClaimIllegal(Black),
            Command::AgreeCorrectIllegal(fen()),
            Command::Arrived { side: White, after: minutes(9), opponent: Presence::Absent },
            Command::WhiteAbsentUntil(minutes(4)),
            Command::Scoresheet(Black),
            Command::FoundStartWrong { misplaced: Some(Misplaced::King) },
            Command::FoundStartWrong { misplaced: Some(Misplaced::Rook(Square::H1)) },
            Command::FoundBoardTurned,
            Command::FoundColoursReversed,
            Command::FoundClockSetting(Schedule::Suffers),
            Command::FoundIllegalMove { side: Some(White), before: fen(), last_known: Some(fen()) },
            Command::WatchIllegalPosition,
            Command::NextMoveCompleted(fen()),
            Command::BothFlags(BothIn::Last),
            Command::Penalty { side: White, kind: Penalty::AddOpponent(minutes(2)) },
            Command::Penalty { side: Black, kind: Penalty::LoseGame },
            Command::Confirm(3),
            Command::Dismiss(4),
            Command::Reopen(5),
            Command::Penalty { side: Black, kind: Penalty::Warning },
        ];
        for command in commands {
            assert!(Command::needs(command.verb()).is_some(), "{command:?}");
            let record = command.record("arbiter", Some("heard"));
            assert_eq!(record.particular("reason"), Some("heard"));
            assert_eq!(Command::of_record(&record), Some(command));
        }
        assert_eq!(Command::needs("insert"), None);
    }
}
