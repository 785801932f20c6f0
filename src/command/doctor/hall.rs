//! What the daemon knows of boards, clocks, ports and the disk.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_client::shown::{ShownBoard, ShownPort};
use touchmove_core::health::Ail;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{Doctor, Listed, Span};
use touchmove_core::words::{Notice, Saying, Vocabulary, told};
use touchmove_drivers::observation::{ClockPresence, Placement, Reading, Square};

use super::finding::Finding;
use super::matter::Matter;
use super::radio::{Need, is_in_air};
use crate::known::untried;
use crate::notices::Notices;

/// Where the men stand before a game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board that differs on more squares is being used for something else.
const MAX_WRONG_LISTED: usize = 8;

/// So often within the hour a link through the air breaks by itself; once may be somebody who switched the board off.
const LEAST_BREAKS: u64 = 2;

/// So many boards of a line that fall silent together have a reason in common.
const TOGETHER: usize = 2;

/// What is wrong in the hall.
///
/// # Errors
/// [`MirrorError`] where the daemon does not answer.
pub(super) async fn findings(
    mirror: &Mirror,
    notices: &Notices,
) -> Result<Vec<Finding>, MirrorError> {
    let (boards, ports) = (mirror.boards(), mirror.ports().await?);
    let disk = mirror.disk().await?.map(|disk| {
        Finding::fault(Doctor::ThisMachine, Matter::Disk, told(&disk), Doctor::DiskAdvice)
    });
    let none = boards.is_empty().then(|| {
        let (about, kind) = (Doctor::ThisMachine, Matter::NoBoard);
        Finding::fault(about, kind, Doctor::NoBoard, Doctor::NoBoardAdvice)
    });
    let mut all: Vec<_> = none.into_iter().chain(disk).collect();
    all.extend(ports.iter().filter_map(of_port));
    all.extend(of_families(&boards));
    all.extend(of_lines(&boards));
    all.extend(boards.iter().flat_map(|board| of_board(board, notices)));
    Ok(all)
}

/// Whether boards of the hall are in the air.
///
/// # Errors
/// [`MirrorError`] where the daemon does not answer.
pub(super) async fn need_of_radio(mirror: &Mirror) -> Result<Need, MirrorError> {
    let ports = mirror.ports().await?;
    let is_needed = ports.iter().any(|port| is_in_air(&port.name))
        || mirror.boards().iter().any(|board| is_in_air(&board.port));
    Ok(if is_needed { Need::Boards } else { Need::Nothing })
}

/// What is wrong with a port.
pub(super) fn of_port(port: &ShownPort) -> Option<Finding> {
    let state = &port.state;
    let kind = match state.word.as_str() {
        "serving" => return None,
        "searching" => Matter::PortSearching,
        "cannot-open" => Matter::PortClosed,
        "refused" if state.why == "doubled" => Matter::BoardDoubled,
        _ => Matter::PortUnusable,
    };
    let seen = match kind {
        Matter::PortSearching => Doctor::PortSearching,
        Matter::BoardDoubled => Doctor::BoardDoubled,
        _ => Doctor::PortClosed,
    };
    let finding = Finding::fault(&port.name, kind, seen, told(&state.advice));
    // It may be a printer.
    Some(if kind == Matter::PortSearching { finding.hint() } else { finding })
}

/// Families of which no board was ever tried: what goes wrong with one is best seen before a round.
fn of_families(boards: &[ShownBoard]) -> impl Iterator<Item = Finding> + '_ {
    let finding = |(title, known)| {
        Finding::fault(title, Matter::FamilyUntried, known, Doctor::FamilyUntriedAdvice).hint()
    };
    untried(boards).into_iter().map(finding)
}

/// Boards of one line that are silent together: whoever plugs boards into a line under power damages them.
fn of_lines(boards: &[ShownBoard]) -> Vec<Finding> {
    let mut silent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for board in boards.iter().filter(|board| board.state.why == "no-answer") {
        silent.entry(&board.port).or_default().push(&board.id);
    }
    let together = silent.into_iter().filter(|(_, boards)| boards.len() >= TOGETHER);
    let finding = |(port, boards): (&str, Vec<&str>)| {
        let silent = Doctor::LineSilent { boards: boards.join(", ").into() };
        Finding::fault(port, Matter::LineSilent, silent, Doctor::LineSilentAdvice)
    };
    together.map(finding).collect()
}

fn of_board(board: &ShownBoard, notices: &Notices) -> Vec<Finding> {
    let is_heard = matches!(board.state.word.as_str(), "in-step" | "out-of-step");
    if !is_heard {
        return of_link(board).into_iter().chain(of_health(board, notices)).collect();
    }
    let is_played = board.game.as_ref().is_some_and(|game| game.result.is_none());
    let pieces = if is_played { out_of_step(board) } else { of_pieces(board, notices) };
    let all = [pieces, of_clock(board), of_battery(board), of_evidence(board)];
    all.into_iter().flatten().chain(of_health(board, notices)).collect()
}

/// What is known of the board itself by how it was played on. Its battery is looked at anyway.
fn of_health(board: &ShownBoard, notices: &Notices) -> Vec<Finding> {
    let finding = |ails: &Fields| {
        let kind = ails.get("kind")?.as_str()?;
        let ail = Ail::ALL.into_iter().find(|ail| ail.word() == kind)?;
        let Notice { title, seen, may } = notices.notice(ails);
        let seen = seen.map_or_else(|| title.clone(), |seen| format!("{title}. {seen}"));
        let looked_at = ail == Ail::Battery;
        (!looked_at)
            .then(|| Finding::fault(&board.id, Matter::Health(ail), seen, may.unwrap_or_default()))
    };
    board.health.findings.iter().filter_map(finding).chain(of_breaks(board, notices)).collect()
}

/// A link through the air that breaks again and again: a cable is looked after by its port.
fn of_breaks(board: &ShownBoard, notices: &Notices) -> Option<Finding> {
    let number = |name| board.health.numbers.get(name).and_then(Value::as_u64).unwrap_or_default();
    let (count, longest) = (number("breaks_hour"), number("longest_break_ms"));
    (count >= LEAST_BREAKS && is_in_air(&board.port)).then(|| {
        let longest = notices.say(Span::Seconds { count: longest.div_ceil(1_000).into() }).into();
        let breaks = Doctor::LinkBreaks { count: count.into(), longest };
        Finding::fault(&board.id, Matter::LinkBreaks, breaks, Doctor::SignalAdvice)
    })
}

fn of_link(board: &ShownBoard) -> Option<Finding> {
    let state = &board.state;
    let away = Doctor::BoardAway { state: Vocabulary::State.word(&state.word) };
    let finding = Finding::fault(&board.id, Matter::BoardAway, away, told(&state.advice));
    match (state.word.as_str(), state.why.as_str()) {
        // It will be there in a moment, or belongs to another day.
        ("starting", _) | ("lost", "not-seen" | "over") => Some(finding.hint()),
        _ => Some(finding),
    }
}

fn out_of_step(board: &ShownBoard) -> Option<Finding> {
    let state = &board.state;
    (state.word == "out-of-step").then(|| {
        Finding::fault(&board.id, Matter::OutOfStep, Doctor::OutOfStep, told(&state.advice))
    })
}

/// Whether the men stand as before a game, whichever way round the board lies.
fn of_pieces(board: &ShownBoard, notices: &Notices) -> Option<Finding> {
    let shown: Placement = board.placement.as_deref()?.parse().ok()?;
    let start: Placement = START.parse().ok()?;
    let ways = [start.clone(), start.turned()];
    let start = ways.into_iter().min_by_key(|start| shown.differences(start).count())?;
    let wrong: Vec<Square> = shown.differences(&start).collect();
    let described =
        |square: &Square| notices.say(described(*square, shown.get(*square), start.get(*square)));
    match wrong.len() {
        0 => None,
        1..=MAX_WRONG_LISTED => {
            let squares = wrong.iter().map(described).collect::<Vec<_>>().join(", ").into();
            let (seen, advice) = (Doctor::StartPosition { squares }, Doctor::StartPositionAdvice);
            Some(Finding::fault(&board.id, Matter::StartPosition, seen, advice))
        }
        count => {
            let (seen, advice) = (Doctor::NotSetUp { count: count.into() }, Doctor::NotSetUpAdvice);
            Some(Finding::fault(&board.id, Matter::NotSetUp, seen, advice).hint())
        }
    }
}

fn described(square: Square, shown: Reading, wanted: Reading) -> Doctor {
    let word = |reading| match reading {
        Reading::Empty => Doctor::Nothing.into(),
        reading => Saying::from(reading.letter().to_string()),
    };
    Doctor::Shows { square: square.to_string().into(), shown: word(shown), wanted: word(wanted) }
}

fn of_clock(board: &ShownBoard) -> Option<Finding> {
    let fault =
        |kind, seen: Doctor, advice: Doctor| Some(Finding::fault(&board.id, kind, seen, advice));
    match (board.clock_presence, &board.clock) {
        (Some(ClockPresence::Absent) | None, _) => {
            fault(Matter::NoClock, Doctor::NoClock, Doctor::NoClockAdvice).map(Finding::hint)
        }
        (_, Some(clock)) if clock.doubtful => {
            fault(Matter::ClockDoubtful, Doctor::ClockDoubtful, Doctor::ClockDoubtfulAdvice)
        }
        (_, Some(clock)) if clock.times.iter().all(Duration::is_zero) => {
            fault(Matter::ClockUnset, Doctor::ClockUnset, Doctor::ClockUnsetAdvice)
        }
        _ => None,
    }
}

fn of_battery(board: &ShownBoard) -> Option<Finding> {
    let charge = board.battery.filter(|charge| *charge < touchmove_core::health::LOW)?;
    let seen = Doctor::Battery { charge: charge.into() };
    Some(Finding::fault(&board.id, Matter::Battery, seen, Doctor::BatteryAdvice))
}

fn of_evidence(board: &ShownBoard) -> Option<Finding> {
    let why = board.trouble.as_ref()?;
    let seen = Listed::EvidenceNotKept { why: told(why) };
    Some(Finding::fault(&board.id, Matter::Evidence, seen, Doctor::EvidenceAdvice))
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::State;
    use touchmove_client::shown::samples::{a_board, a_clock};
    use touchmove_drivers::family::Knowledge;

    use super::*;

    fn board() -> ShownBoard {
        ShownBoard { placement: Some(START.to_owned()), clock: Some(a_clock()), ..a_board() }
    }

    fn kinds(board: &ShownBoard) -> Vec<&'static str> {
        of_board(board, &Notices::default()).iter().map(|finding| finding.kind.word()).collect()
    }

    fn state(word: &str, why: &str) -> State {
        State { word: word.to_owned(), why: why.to_owned(), ..State::default() }
    }

    #[test]
    fn a_board_that_is_ready_for_its_game_is_passed() {
        assert!(kinds(&board()).is_empty());
        let turned = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr".to_owned();
        assert!(kinds(&ShownBoard { placement: Some(turned), ..board() }).is_empty());
    }

    #[test]
    fn pieces_that_are_missing_or_misread_are_named_with_their_squares() {
        let placement = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK?BNR".to_owned());
        let [finding] =
            of_board(&ShownBoard { placement, ..board() }, &Notices::default()).try_into().unwrap();
        assert_eq!(finding.kind.word(), "start-position");
        let seen = Notices::default().say(finding.seen);
        assert!(seen.ends_with("d1 shows K for Q, e1 shows ? for K"), "{seen}");
    }

    #[test]
    fn a_board_used_otherwise_is_only_a_hint() {
        let placement = Some("4k3/8/8/8/8/8/8/4K3".to_owned());
        let [finding] =
            of_board(&ShownBoard { placement, ..board() }, &Notices::default()).try_into().unwrap();
        assert_eq!(finding, finding.clone().hint());
    }

    #[test]
    fn clocks_batteries_and_links_are_looked_at() {
        assert_eq!(kinds(&ShownBoard { clock_presence: None, ..board() }), ["no-clock"]);
        assert_eq!(kinds(&ShownBoard { battery: Some(12), ..board() }), ["battery"]);
        let away = ShownBoard { state: state("lost", "unplugged"), ..board() };
        assert_eq!(kinds(&away), ["board-away"]);
    }

    #[test]
    fn a_family_that_was_never_tried_is_a_hint_for_all_its_boards() {
        let untried = ShownBoard { knowledge: Some(Knowledge::Documented), ..board() };
        assert_eq!(of_families(&[board()]).count(), 0);
        let found: Vec<_> = of_families(&[untried.clone(), untried, board()]).collect();
        let [finding] = found.try_into().unwrap();
        assert_eq!((finding.kind.word(), &finding.about), ("family-untried", &"DGT board".into()));
        assert_eq!(finding, finding.clone().hint());
    }

    #[test]
    fn a_link_through_the_air_that_breaks_again_and_again_is_told_with_its_longest_absence() {
        let of = |port: &str, breaks: u64| {
            let mut board = ShownBoard { port: port.to_owned(), ..board() };
            board.health.numbers.insert("breaks_hour".into(), breaks.into());
            board.health.numbers.insert("longest_break_ms".into(), 41_200.into());
            of_breaks(&board, &Notices::default())
        };
        let air = "E0:12:34:56:78:9A";
        assert_eq!((of(air, 1), of("/dev/ttyUSB0", 9)), (None, None));
        let finding = of(air, 3).unwrap();
        assert_eq!(finding.kind.word(), "link-breaks");
        let seen = Notices::default().say(finding.seen);
        assert_eq!(seen, "its link broke 3 times within the hour, for 42 s at most");
    }

    #[test]
    fn boards_of_a_line_that_fall_silent_together_warn_of_plugging_under_power() {
        let silent = |id: &str| ShownBoard {
            id: id.to_owned(),
            port: "dgt-bus:/dev/ttyS0".to_owned(),
            state: state("lost", "no-answer"),
            ..board()
        };
        assert!(of_lines(&[silent("dgt_1")]).is_empty());
        let [finding] = of_lines(&[silent("dgt_1"), silent("dgt_2")]).try_into().unwrap();
        assert_eq!(
            (finding.kind.word(), finding.about),
            ("line-silent", "dgt-bus:/dev/ttyS0".into())
        );
    }
}
