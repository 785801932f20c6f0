//! What the daemon knows of boards, clocks, ports and the disk.

use std::collections::BTreeMap;
use std::time::Duration;

use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_client::shown::{Board, Port};
use touchmove_core::health::Ail;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::Notice;
use touchmove_drivers::observation::{ClockPresence, Placement, Reading, Square};

use super::finding::{Finding, MACHINE};
use crate::notices::Notices;

/// Where the men stand before a game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board that differs on more squares is being used for something else.
const MOST_WRONG: usize = 8;

/// So many boards of a line that fall silent together have a reason in common.
const TOGETHER: usize = 2;

/// What is wrong in the hall.
///
/// # Errors
/// [`MirrorError`] where the daemon does not answer.
pub(super) async fn findings(mirror: &Mirror) -> Result<Vec<Finding>, MirrorError> {
    let (boards, ports) = (mirror.boards(), mirror.ports().await?);
    let disk = mirror.disk().await?.map(|disk| {
        Finding::fault(
            MACHINE,
            "disk",
            disk,
            "see to it where the evidence is kept, before the round",
        )
    });
    let none = boards.is_empty().then(|| {
        Finding::fault(
            MACHINE,
            "no-board",
            "no board is connected",
            "plug one in: it appears by itself",
        )
    });
    let mut all: Vec<_> = none.into_iter().chain(disk).collect();
    all.extend(ports.iter().filter_map(of_port));
    all.extend(of_lines(&boards));
    all.extend(boards.iter().flat_map(of_board));
    Ok(all)
}

fn of_port(port: &Port) -> Option<Finding> {
    let state = &port.state;
    let kind = match state.word.as_str() {
        "serving" => return None,
        "searching" => "port-searching",
        "cannot-open" => "port-closed",
        "refused" if state.why == "doubled" => "board-doubled",
        _ => "port",
    };
    let seen = match kind {
        "port-searching" => "nobody has said who he is",
        "board-doubled" => "a board answers here that is heard at another port already",
        _ => "nobody can be heard here",
    };
    let finding = Finding::fault(&port.name, kind, seen, &state.advice);
    // It may be a printer.
    Some(if kind == "port-searching" { finding.hint() } else { finding })
}

/// Boards of one line that are silent together: whoever plugs boards into a line under power damages them.
fn of_lines(boards: &[Board]) -> Vec<Finding> {
    let mut silent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for board in boards.iter().filter(|board| board.state.why == "no-answer") {
        silent.entry(&board.port).or_default().push(&board.id);
    }
    let together = silent.into_iter().filter(|(_, boards)| boards.len() >= TOGETHER);
    let finding = |(port, boards): (&str, Vec<&str>)| {
        Finding::fault(
            port,
            "line-silent",
            format!("{} fell silent together", boards.join(", ")),
            "switch the line off before anything else: a board plugged in under power damages the others; then \
             look at the supply, and try each board alone on USB",
        )
    };
    together.map(finding).collect()
}

fn of_board(board: &Board) -> Vec<Finding> {
    let is_heard = matches!(board.state.word.as_str(), "in-step" | "out-of-step");
    if !is_heard {
        return of_link(board).into_iter().chain(of_health(board)).collect();
    }
    let is_played = board.game.as_ref().is_some_and(|game| game.result.is_none());
    let men = if is_played { out_of_step(board) } else { of_men(board) };
    let all = [men, of_clock(board), of_battery(board), of_evidence(board)];
    all.into_iter().flatten().chain(of_health(board)).collect()
}

/// What is known of the board itself by how it was played on. Its battery is looked at anyway.
fn of_health(board: &Board) -> Vec<Finding> {
    let notices = Notices::of_environment();
    let finding = |told: &Fields| {
        let kind = told.get("kind")?.as_str()?;
        let ail = Ail::ALL.into_iter().find(|ail| ail.word() == kind)?;
        let Notice { title, seen, may } = notices.notice(told);
        let seen = seen.map_or_else(|| title.clone(), |seen| format!("{title}. {seen}"));
        let looked_at = ail == Ail::Battery;
        (!looked_at).then(|| Finding::fault(&board.id, ail.word(), seen, may.unwrap_or_default()))
    };
    board.health.findings.iter().filter_map(finding).collect()
}

fn of_link(board: &Board) -> Option<Finding> {
    let state = &board.state;
    let finding =
        Finding::fault(&board.id, "board-away", format!("it is {}", state.word), &state.advice);
    match (state.word.as_str(), state.why.as_str()) {
        // It will be there in a moment, or belongs to another day.
        ("starting", _) | ("lost", "not-seen" | "over") => Some(finding.hint()),
        _ => Some(finding),
    }
}

fn out_of_step(board: &Board) -> Option<Finding> {
    let state = &board.state;
    (state.word == "out-of-step").then(|| {
        Finding::fault(
            &board.id,
            "out-of-step",
            "it does not show what the moves say",
            &state.advice,
        )
    })
}

/// Whether the men stand as before a game, whichever way round the board lies.
fn of_men(board: &Board) -> Option<Finding> {
    let shown: Placement = board.placement.as_deref()?.parse().ok()?;
    let start: Placement = START.parse().ok()?;
    let ways = [start.clone(), start.turned()];
    let start = ways.into_iter().min_by_key(|start| shown.differences(start).count())?;
    let wrong: Vec<Square> = shown.differences(&start).collect();
    let squares: Vec<_> = wrong
        .iter()
        .map(|&square| described(square, shown.get(square), start.get(square)))
        .collect();
    match wrong.len() {
        0 => None,
        1..=MOST_WRONG => Some(Finding::fault(
            &board.id,
            "start-position",
            format!("wrong before a game: {}", squares.join(", ")),
            "put the men right; a man that stands right and is read otherwise has a dead or a wrong chip: exchange it, \
             or the board if every man is misread there",
        )),
        _ => Some(
            Finding::fault(
                &board.id,
                "not-set-up",
                format!("no game is on it, and the men are not set up ({} squares)", wrong.len()),
                "set them up",
            )
            .hint(),
        ),
    }
}

fn described(square: Square, shown: Reading, wanted: Reading) -> String {
    let word = |reading| match reading {
        Reading::Empty => "nothing".to_owned(),
        reading => reading.letter().to_string(),
    };
    format!("{square} shows {} for {}", word(shown), word(wanted))
}

fn of_clock(board: &Board) -> Option<Finding> {
    let fault =
        |kind, seen: &str, advice: &str| Some(Finding::fault(&board.id, kind, seen, advice));
    match (board.clock_presence, &board.clock) {
        (Some(ClockPresence::Absent) | None, _) => fault(
            "no-clock",
            "no clock is heard",
            "plug it into the board, and switch it on; without one nobody hears presses and times",
        )
        .map(Finding::hint),
        (_, Some(clock)) if clock.doubtful => fault(
            "clock-doubtful",
            "what the clock says contradicts the passage of time",
            "look at its cable, and set it anew",
        ),
        (_, Some(clock)) if clock.times.iter().all(Duration::is_zero) => fault(
            "clock-unset",
            "the clock shows no time on either side",
            "choose its mode (not one that the board sets) and set its times",
        ),
        _ => None,
    }
}

fn of_battery(board: &Board) -> Option<Finding> {
    let charge = board.battery.filter(|charge| *charge < touchmove_core::health::LOW)?;
    let seen = format!("its battery is at {charge} %");
    Some(Finding::fault(&board.id, "battery", seen, "charge it, or plug its cable in"))
}

fn of_evidence(board: &Board) -> Option<Finding> {
    let why = board.trouble.as_ref()?;
    let seen = format!("its evidence is not being kept: {why}");
    Some(Finding::fault(
        &board.id,
        "evidence",
        seen,
        "make room on the disk, and look at its rights",
    ))
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::State;
    use touchmove_client::shown::samples::{a_board, a_clock};

    use super::*;

    fn board() -> Board {
        Board { placement: Some(START.to_owned()), clock: Some(a_clock()), ..a_board() }
    }

    fn kinds(board: &Board) -> Vec<&'static str> {
        of_board(board).iter().map(|finding| finding.kind).collect()
    }

    fn state(word: &str, why: &str) -> State {
        State { word: word.to_owned(), why: why.to_owned(), ..State::default() }
    }

    #[test]
    fn a_board_that_is_ready_for_its_game_is_passed() {
        assert!(kinds(&board()).is_empty());
        let turned = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr".to_owned();
        assert!(kinds(&Board { placement: Some(turned), ..board() }).is_empty());
    }

    #[test]
    fn men_that_are_missing_or_misread_are_named_with_their_squares() {
        let placement = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBK?BNR".to_owned());
        let [finding] = of_board(&Board { placement, ..board() }).try_into().unwrap();
        assert_eq!(finding.kind, "start-position");
        assert!(finding.seen.ends_with("d1 shows K for Q, e1 shows ? for K"), "{}", finding.seen);
    }

    #[test]
    fn a_board_used_otherwise_is_only_a_hint() {
        let placement = Some("4k3/8/8/8/8/8/8/4K3".to_owned());
        let [finding] = of_board(&Board { placement, ..board() }).try_into().unwrap();
        assert_eq!(finding, finding.clone().hint());
    }

    #[test]
    fn clocks_batteries_and_links_are_looked_at() {
        assert_eq!(kinds(&Board { clock_presence: None, ..board() }), ["no-clock"]);
        assert_eq!(kinds(&Board { battery: Some(12), ..board() }), ["battery"]);
        let away = Board { state: state("lost", "unplugged"), ..board() };
        assert_eq!(kinds(&away), ["board-away"]);
    }

    #[test]
    fn boards_of_a_line_that_fall_silent_together_warn_of_plugging_under_power() {
        let silent = |id: &str| Board {
            id: id.to_owned(),
            port: "dgt-bus:/dev/ttyS0".to_owned(),
            state: state("lost", "no-answer"),
            ..board()
        };
        assert!(of_lines(&[silent("dgt_1")]).is_empty());
        let [finding] = of_lines(&[silent("dgt_1"), silent("dgt_2")]).try_into().unwrap();
        assert_eq!((finding.kind, finding.about.as_str()), ("line-silent", "dgt-bus:/dev/ttyS0"));
    }
}
