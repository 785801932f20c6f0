//! Commands as records of decisions hold them: a table of verbs, from which all that is known of a verb follows.

mod particular;
mod times;

use touchmove_drivers::observation::Decision;

use self::particular::{given, needed, or_usual, penalty, sealed_move};
use self::times::{found_times, used_time};
use super::Command;

/// Makes of each row of the table what a record says of its variant: `VARIANT { FIELD: NAME = HOW("KEY"), … } = "VERB",
/// "WHAT THE RECORD NEEDS"`. How a particular is read and written is a module of `particular`. The particulars are written
/// in their order here.
macro_rules! verbs {
    ($($variant:ident { $($field:tt: $name:ident = $how:ident($key:literal)),* } = $verb:literal, $needs:expr;)*) => {
        impl Command {
            /// All verbs, in the order of the table.
            pub const VERBS: &[&'static str] = &[$($verb),*];

            /// What the record of a command with this verb needs; `None` where no command has it.
            pub fn needs(verb: &str) -> Option<&'static str> {
                match verb {
                    $($verb => Some($needs),)*
                    _ => None,
                }
            }

            /// The verb of its record.
            pub const fn verb(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $verb,)*
                }
            }

            /// The particulars of its record.
            pub fn particulars(&self) -> Vec<(&'static str, String)> {
                let mut all = Vec::new();
                match self {
                    $(Self::$variant { $($field: $name),* } => {
                        $(all.extend($how::written($key, $name));)*
                    })*
                }
                all
            }

            /// The command that a decision holds; `None` where it is none, or makes no sense.
            pub fn of_record(record: &Decision) -> Option<Self> {
                Some(match record.verb.as_str() {
                    $($verb => Self::$variant { $($field: $how::read(record, $key)?),* },)*
                    _ => return None,
                })
            }
        }
    };
}

const SIDE: &str = "side=white|black";

verbs! {
    Adjust { 0: side = needed("side") } = "adjust", SIDE;
    AdjustEnd { 0: side = needed("side") } = "adjust_end", SIDE;
    Accidental { 0: square = needed("sq") } = "accidental", "sq=e2";
    CastlingIntent { 0: intent = or_usual("value") } = "castling_intent", "value=yes|no";
    TwoHands { 0: side = needed("side") } = "two_hands", SIDE;
    OfferDraw { 0: side = needed("side") } = "offer_draw", SIDE;
    AcceptDraw { 0: side = needed("side") } = "accept_draw", SIDE;
    DeclineDraw { 0: side = needed("side") } = "decline_draw", SIDE;
    WithdrawOffer { 0: side = needed("side") } = "withdraw_offer", SIDE;
    Resign { 0: side = needed("side") } = "resign", SIDE;
    ClaimDraw { side: side = needed("side"), kind: kind = or_usual("kind"), intended: intended = given("move") }
        = "claim_draw", "side=white|black and kind=threefold|fifty";
    ClaimFlag { 0: side = needed("side") } = "claim_flag", SIDE;
    ClaimIllegal { 0: side = needed("side") } = "claim_illegal", SIDE;
    AgreeCorrectIllegal { 0: fen = needed("fen") } = "agree_correct_illegal", "fen=…";
    Arrived { side: side = needed("side"), after: after = needed("at_ms"), opponent: opponent = or_usual("opponent_present") }
        = "arrived", "side=white|black and at_ms=…";
    WhiteAbsentUntil { 0: after = needed("at_ms") } = "white_absent_until", "at_ms=…";
    Scoresheet { 0: side = needed("side") } = "scoresheet", SIDE;
    FoundStartWrong { misplaced: misplaced = given("misplaced") } = "found_initial_position_wrong", "nothing";
    FoundBoardTurned {} = "found_board_turned", "nothing";
    FoundColoursReversed { used: used = used_time("used_ms") } = "found_colours_reversed", "nothing";
    FoundClockSetting { 0: schedule = or_usual("schedule_affected") } = "found_clock_setting_wrong", "nothing";
    FoundIllegalMove { before: before = needed("fen"), side: side = given("side"), known: known = or_usual("position_known"),
        last_known: last_known = given("last_known"), times: times = found_times("illegal_move_no") }
        = "found_illegal_move", "fen=…, the position before it";
    FoundDisplacement { before: before = needed("fen"), known: known = or_usual("position_known"),
        last_known: last_known = given("last_known"), times: times = found_times("move_no") }
        = "found_displacement", "fen=…, the position before it";
    WatchIllegalPosition {} = "watch_illegal_position", "nothing";
    NextMoveCompleted { 0: fen = needed("fen") } = "next_move_completed", "fen=…";
    BothFlags { 0: period = or_usual("last_period") } = "both_flags", "last_period=yes|no";
    QuickplayIncrement { 0: side = needed("side") } = "qpf_increment", SIDE;
    QuickplayClaim { side: side = needed("side"), ground: ground = or_usual("ground"), arbiter: arbiter = or_usual("no_arbiter") }
        = "qpf_claim", "side=white|black and ground=cannot-win|no-effort|both";
    ArbiterDecision { verdict: verdict = needed("decision"), time: time = or_usual("add_time"), result: result = given("result") }
        = "arbiter_decision", "decision=agree|deny|postpone|reject";
    Penalty { side: side = needed("side"), kind: kind = penalty("kind") }
        = "arbiter_penalty", "side=white|black and kind=add-opponent|reduce-offender, with ms=…, or kind=warning|opponent-points|offender-points|lose-game";
    Seal { 0: side = needed("side") } = "seal", SIDE;
    AdjournEarly { side: side = needed("side"), time: time = needed("ms") } = "adjourn_early", "side=white|black and ms=…";
    Resume { sealer: sealer = or_usual("sealer_present"), replier: replier = or_usual("replier_present") } = "resume", "nothing";
    SealReply { side: side = given("side") } = "seal_reply", "nothing";
    OpenEnvelope { side: side = given("side"), sealed: sealed = sealed_move("sealed"), late: late = given("sealer_late_ms") }
        = "open_envelope", "sealed=e2e4, or ambiguous=yes";
    EnvelopeLost { side: side = given("side"), known: known = or_usual("position_known") } = "envelope_lost", "position_known=yes|no";
    PreResume { side: side = needed("side"), what: what = needed("what") } = "pre_resume", "side=white|black and what=agree-draw|resign";
    FoundAdjournedPosition { position: position = given("fen") } = "found_adjourned_position_wrong", "nothing";
    FoundAdjournedTimes {} = "found_adjourned_times_wrong", "nothing";
    ArbiterClock { side: side = needed("side"), change: change = needed("ms") } = "arbiter_clock", "side=white|black and ms=…, less than 0 to take time";
    ScoresheetIncomplete { 0: whose = needed("side") } = "scoresheet_incomplete", "side=white|black|both";
    Confirm { 0: incident = needed("incident") } = "confirm", "incident=…";
    Dismiss { 0: incident = needed("incident") } = "dismiss", "incident=…";
    Reopen { 0: incident = needed("incident") } = "reopen", "incident=…";
}

impl Command {
    /// The record of the command, given by this person, and why.
    pub fn record(&self, by: &str, reason: Option<&str>) -> Decision {
        let own = self.particulars().into_iter();
        let all = own.chain(reason.map(|reason| ("reason", reason.to_owned())));
        let particulars = all.map(|(key, value)| (key.to_owned(), value)).collect();
        Decision { by: by.to_owned(), verb: self.verb().to_owned(), particulars }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::{Color, Square};

    use super::*;
    use crate::laws::command::{
        AddedTime, ArbiterPresence, BeforeEnvelope, Ground, Identified, Incomplete, Misplaced,
        Penalty, Presence, Schedule, SealedMove, TimeChange, UsedTime, Verdict,
    };
    use crate::laws::ending::ResultValue;
    use crate::laws::flag::BothIn;
    use crate::laws::obligation::CastlingIntent;
    use crate::laws::restored_times::{FirstControl, FoundTimes};
    use crate::laws::says::ClaimKind;
    use crate::points::Points;

    fn comes_back(command: Command) {
        assert!(Command::needs(command.verb()).is_some(), "{command:?}");
        let record = command.record("arbiter", Some("heard"));
        assert_eq!(record.particular("reason"), Some("heard"));
        assert_eq!(Command::of_record(&record), Some(command));
    }

    #[test]
    fn what_is_said_of_a_quickplay_finish_is_read_as_it_was_written() {
        use Color::{Black, White};
        let commands = [
            Command::QuickplayIncrement(Black),
            Command::QuickplayClaim {
                side: White,
                ground: Ground::Both,
                arbiter: ArbiterPresence::Missing,
            },
            Command::ArbiterDecision {
                verdict: Verdict::Postpone,
                time: AddedTime::Given,
                result: None,
            },
            Command::ArbiterDecision {
                verdict: Verdict::Reject,
                time: AddedTime::No,
                result: Some(ResultValue::BlackWins),
            },
        ];
        commands.into_iter().for_each(comes_back);
    }

    #[test]
    fn what_is_said_of_an_adjourned_game_is_read_as_it_was_written() {
        use Color::{Black, White};
        let seconds = Duration::from_secs;
        let opened = |sealed| Command::OpenEnvelope { side: Some(White), sealed, late: None };
        let (sealer, replier) = (Presence::Absent, Presence::Present);
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().ok();
        let commands = [
            Command::Seal(Black),
            Command::AdjournEarly { side: White, time: seconds(600) },
            Command::Resume { sealer, replier },
            Command::SealReply { side: None },
            Command::SealReply { side: Some(Black) },
            opened(SealedMove::Written("e2e4".parse().unwrap())),
            opened(SealedMove::Ambiguous),
            opened(SealedMove::Unplayable),
            Command::OpenEnvelope {
                side: None,
                sealed: SealedMove::Ambiguous,
                late: Some(seconds(4_000)),
            },
            Command::EnvelopeLost { side: Some(White), known: Identified::Unknown },
            Command::PreResume { side: White, what: BeforeEnvelope::AgreeDraw },
            Command::PreResume { side: Black, what: BeforeEnvelope::Resign },
            Command::FoundAdjournedPosition { position: None },
            Command::FoundAdjournedPosition { position: fen },
            Command::FoundAdjournedTimes,
            Command::ArbiterClock { side: White, change: TimeChange::Add(seconds(60)) },
            Command::ArbiterClock { side: Black, change: TimeChange::Take(seconds(60)) },
            Command::ScoresheetIncomplete(Incomplete::Of(White)),
            Command::ScoresheetIncomplete(Incomplete::Both),
        ];
        commands.into_iter().for_each(comes_back);
    }

    #[test]
    fn every_command_is_read_as_it_was_written() {
        use Color::{Black, White};
        let fen = || "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let used = [minutes(60), minutes(90)];
        let control = Some(FirstControl { time: minutes(120), moves: 40 });
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
            Command::FoundStartWrong { misplaced: Some(Misplaced::King(None)) },
            Command::FoundStartWrong { misplaced: Some(Misplaced::King(Some(Black))) },
            Command::FoundStartWrong { misplaced: Some(Misplaced::Rook(Square::H1)) },
            Command::FoundBoardTurned,
            Command::FoundColoursReversed { used: None },
            Command::FoundColoursReversed { used: Some(UsedTime { used, control: minutes(120) }) },
            Command::FoundClockSetting(Schedule::Suffers),
            Command::FoundIllegalMove {
                side: Some(White),
                before: fen(),
                known: Identified::Known,
                last_known: Some(fen()),
                times: None,
            },
            Command::FoundDisplacement {
                before: fen(),
                known: Identified::Unknown,
                last_known: None,
                times: Some(FoundTimes { at_move: 20, moves: 30, used, control }),
            },
            Command::WatchIllegalPosition,
            Command::NextMoveCompleted(fen()),
            Command::BothFlags(BothIn::Last),
            Command::Confirm(3),
            Command::Dismiss(4),
            Command::Reopen(5),
        ];
        let penalties = [
            Penalty::AddOpponent(minutes(2)),
            Penalty::LoseGame { opponent: Points::Whole },
            Penalty::LoseGame { opponent: Points::Half },
            Penalty::RaiseOpponent,
            Penalty::LowerOffender(Points::Nothing),
            Penalty::LowerOffender(Points::Half),
            Penalty::Warning,
        ];
        let penalties = penalties.map(|kind| Command::Penalty { side: White, kind });
        commands.into_iter().chain(penalties).for_each(comes_back);
        assert_eq!(Command::needs("insert"), None);
    }

    #[test]
    fn a_record_that_says_less_or_otherwise_is_read_as_it_was_meant() {
        let read = |verb: &str, said: &[(&str, &str)]| {
            let own = |text: &str| text.to_owned();
            let particulars = said.iter().map(|(key, value)| (own(key), own(value))).collect();
            Command::of_record(&Decision { by: own("arbiter"), verb: own(verb), particulars })
        };
        let (side, after) = (Color::White, Duration::from_millis(5));
        let arrived = |opponent| Some(Command::Arrived { side, after, opponent });
        let [white, at] = [("side", "white"), ("at_ms", "5")];
        assert_eq!(read("arrived", &[white, at]), arrived(Presence::Present));
        assert_eq!(
            read("arrived", &[white, at, ("opponent_present", "false")]),
            arrived(Presence::Absent)
        );
        assert_eq!(read("arrived", &[white]), None);
        let claim = |kind| Some(Command::ClaimDraw { side, kind, intended: None });
        assert_eq!(read("claim_draw", &[white]), claim(ClaimKind::Threefold));
        assert_eq!(read("claim_draw", &[white, ("kind", "checkmate")]), None);
        let meant = Some(Command::CastlingIntent(CastlingIntent::Meant));
        assert_eq!(read("castling_intent", &[("value", "true")]), meant);
        let misplaced = |misplaced| Some(Command::FoundStartWrong { misplaced });
        let start = "found_initial_position_wrong";
        assert_eq!(
            read(start, &[("misplaced", "e1")]),
            misplaced(Some(Misplaced::King(Some(Color::White))))
        );
        let rook = misplaced(Some(Misplaced::Rook(Square::H1)));
        assert_eq!(read(start, &[("misplaced", "the rook of h1")]), rook);
        assert_eq!(read(start, &[("misplaced", "somewhere")]), misplaced(None));
        let penalty = [white, ("kind", "add-opponent")];
        assert_eq!(read("arbiter_penalty", &penalty), None, "how much?");
    }

    #[test]
    fn the_page_of_the_words_has_all_verbs() {
        let page = include_str!("../../../../docs/laws/vocabulary.md");
        let (_, section) = page.split_once("\n## 1. ").unwrap();
        let (section, _) = section.split_once("\n## 2. ").unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" |"));
        let mut named: Vec<_> = rows.flat_map(|(verbs, _)| verbs.split(['`', ',', ' '])).collect();
        named.retain(|word| !word.is_empty());
        named.sort_unstable();
        let mut verbs = Command::VERBS.to_vec();
        verbs.sort_unstable();
        assert_eq!(named, verbs);
    }
}
