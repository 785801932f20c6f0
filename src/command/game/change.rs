//! What a correction would change, shown before it is carried out.

use std::io::{self, IsTerminal};

use touchmove_client::details::{Details, PastEvent};
use touchmove_core::game::number::MoveNumber;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Failed, Listed, Play};

use super::plies::holding;
use crate::notices::Notices;
use crate::watch::lines::numbered_move;
use crate::{Failure, print};

/// No more lines of a kind are shown.
const MAX_SHOWN_LINES: usize = 30;

/// What becomes of the moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    before: Vec<Line>,
    after: Vec<Line>,
}

/// A line of the scoresheet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    /// The number of a move; `None` for a position that was set.
    number: Option<MoveNumber>,
    said: Saying,
    /// The position that it leads to, as a FEN.
    fen: String,
}

impl Change {
    /// Of a game that these events were told of, by what would be told next.
    pub(super) fn of(told: &[PastEvent], next: &[PastEvent]) -> Self {
        let mut before = Vec::new();
        for event in holding(told) {
            hear(&mut before, event);
        }
        let mut after = before.clone();
        for event in next {
            hear(&mut after, event);
        }
        Self { before, after }
    }

    /// What goes and what comes, a line each, and what stays behind it; empty where all moves stay.
    pub(super) fn text(&self, notices: &Notices) -> String {
        let first = alike(self.before.iter().zip(&self.after));
        let (before, after) = (&self.before[first..], &self.after[first..]);
        let rest = alike(before.iter().rev().zip(after.iter().rev()));
        let (gone, come) = (&before[..before.len() - rest], &after[..after.len() - rest]);
        if gone.is_empty() && come.is_empty() {
            return String::new();
        }
        let text = lines('-', gone, notices) + &lines('+', come, notices);
        let numbers = |lines: &[Line]| lines.last().and_then(|line| line.number);
        let plies = Listed::Plies { count: rest.into() }.into();
        let stays = match rest {
            0 => return text,
            _ if numbers(before) == numbers(after) => Play::FollowsStays { plies },
            _ => Play::FollowsRenumbered { plies },
        };
        format!("{text}    {}\n", notices.say(stays))
    }
}

/// What else would be told than of moves. A result, with its reason, that is withdrawn only to stand again is left out.
pub(super) fn besides_moves(
    next: &[PastEvent],
    result: Option<&(String, String)>,
) -> Vec<PastEvent> {
    let is_of_result = |event: &&PastEvent| ["Ended", "Reopened"].contains(&event.1.as_str());
    let stands_again = next.iter().rev().find(is_of_result).is_some_and(|(_, name, arguments)| {
        let value = match text(arguments, "points") {
            "" => text(arguments, "result"),
            points => points,
        };
        let told = (value, text(arguments, "reason"));
        name == "Ended"
            && result.is_some_and(|(value, reason)| told == (value.as_str(), reason.as_str()))
    });
    let is_of_moves = |event: &&PastEvent| ["Moved", "PositionSet"].contains(&event.1.as_str());
    let is_left_out =
        |event: &&PastEvent| is_of_moves(event) || stands_again && is_of_result(event);
    next.iter().filter(|event| !is_left_out(event)).cloned().collect()
}

/// Whether the person at the terminal agrees to what was shown.
///
/// # Errors
/// Nobody is there to ask, or they do not agree: what to do.
pub(super) async fn ask_for_a_nod(notices: &Notices) -> Result<(), Failure> {
    if !io::stdin().is_terminal() {
        return Err(Failure::because(Failed::Unchanged));
    }
    print(&(notices.say(Play::CarryOut) + " "))?;
    // The connection to the bus is served meanwhile.
    let answer = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        io::stdin().read_line(&mut line).map(|_| line)
    });
    let answer = answer.await.ok().and_then(Result::ok).unwrap_or_default();
    let answer = answer.trim().to_lowercase();
    match notices.say(Play::Nods).split(' ').any(|nod| nod == answer) {
        true => Ok(()),
        false => Err(Failure::because(Failed::UnchangedByNod)),
    }
}

fn hear(lines: &mut Vec<Line>, (_, name, arguments): &PastEvent) {
    match (name.as_str(), text(arguments, "state")) {
        ("Moved", "made") => lines.push(Line::of_move(arguments)),
        ("Moved", "superseded") => {
            let last = lines.iter().rposition(|line| line.number.is_some());
            lines.truncate(last.unwrap_or_default());
        }
        ("PositionSet", _) => {
            let fen = text(arguments, "fen");
            // A position that was set is told anew when it goes.
            while lines.last().is_some_and(|last| last.number.is_none()) {
                lines.pop();
            }
            if lines.last().is_none_or(|last| last.fen != fen) {
                let said = Play::GoesOnFrom { fen: fen.into() }.into();
                lines.push(Line { number: None, said, fen: fen.to_owned() });
            }
        }
        _ => {}
    }
}

impl Line {
    fn of_move(arguments: &Details) -> Self {
        let (number, said) = numbered_move(arguments);
        Self { number: Some(number), said, fen: text(arguments, "fen").to_owned() }
    }
}

fn alike<'a>(pairs: impl Iterator<Item = (&'a Line, &'a Line)>) -> usize {
    pairs.take_while(|(one, other)| one.said == other.said).count()
}

fn lines(sign: char, lines: &[Line], notices: &Notices) -> String {
    let mut text = String::new();
    for Line { number, said, .. } in lines.iter().take(MAX_SHOWN_LINES) {
        let number = number.map(|number| format!("{number} ")).unwrap_or_default();
        text.push_str(&format!("  {sign} {number}{}\n", notices.say(said.clone())));
    }
    if let Some(more @ 1..) = lines.len().checked_sub(MAX_SHOWN_LINES) {
        let more = notices.say(Play::More { count: more.into() });
        text.push_str(&format!("  {sign} {more}\n"));
    }
    text
}

fn text<'a>(arguments: &'a Details, name: &str) -> &'a str {
    arguments.get(name).and_then(|value| <&str>::try_from(value).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, san::San};
    use zbus::Variant;

    use super::*;

    fn event(sequence: u64, name: &str, arguments: &[(&str, &str)]) -> PastEvent {
        let owned = arguments.iter().map(|(name, value)| {
            ((*name).to_owned(), Variant::from((*value).to_owned()).try_to_owned().unwrap())
        });
        (sequence, name.to_owned(), owned.collect())
    }

    /// These moves, told one after the other from a position on.
    fn told(fen: &str, sans: &str) -> Vec<PastEvent> {
        let fen: Fen = fen.parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let made = |san: &str| {
            let side = position.turn().to_string();
            let mv = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(mv);
            let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
            let arguments = [("state", "made"), ("san", san), ("side", &side), ("fen", &fen)];
            event(1, "Moved", &arguments)
        };
        sans.split(' ').map(made).collect()
    }

    fn taken_back(count: usize) -> Vec<PastEvent> {
        vec![event(1, "Moved", &[("state", "superseded")]); count]
    }

    const START: &str = touchmove_core::game::pgn::STANDARD_START;

    #[test]
    fn a_move_that_is_replaced_is_shown_with_what_comes_in_its_place() {
        let before = told(START, "e4 e5 Nf3 Nc6 Bb5");
        let next = [taken_back(3), told(START, "e4 e5 Nh3 Nc6 Bb5").split_off(2)].concat();
        let text = Change::of(&before, &next).text(&Notices::default());
        assert_eq!(text, "  - 2. Nf3\n  + 2. Nh3\n    what follows stays: 2 plies\n");
    }

    #[test]
    fn a_move_that_no_longer_fits_is_shown_to_go() {
        let before = told(START, "e4 e5 d4 exd4");
        let set = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
        let position = event(1, "PositionSet", &[("fen", set), ("why", "decision")]);
        let next =
            [taken_back(4), told(START, "d4 e5"), vec![position], told(set, "exd4")].concat();
        let text = Change::of(&before, &next).text(&Notices::default());
        let shown = format!(
            "  - 1. e4\n  - 1... e5\n  - 2. d4\n  + 1. d4\n  + 1... e5\n  + (play goes on from {set})\n    \
             what follows stays: 1 ply\n"
        );
        assert_eq!(text, shown);
    }

    #[test]
    fn what_follows_with_other_numbers_is_said_to() {
        let before = told(START, "e4 e5 Nf3");
        let next = [taken_back(2), told(START, "e4 a6 a3 e5 Nf3").split_off(1)].concat();
        let text = Change::of(&before, &next).text(&Notices::default());
        let shown = "  + 1... a6\n  + 2. a3\n    what follows stays, with other numbers: 2 plies\n";
        assert_eq!(text, shown);
    }

    #[test]
    fn a_move_that_is_told_again_changes_nothing() {
        let before = told(START, "e4 e5 Nf3");
        let next = [taken_back(1), told(START, "e4 e5 Nf3").split_off(2)].concat();
        assert_eq!(Change::of(&before, &next).text(&Notices::default()), "");
    }

    #[test]
    fn a_result_that_stands_again_is_no_change() {
        let ended = |reason: &str| event(2, "Ended", &[("result", "1-0"), ("reason", reason)]);
        let next = [event(1, "Reopened", &[]), ended("checkmate"), event(3, "Standing", &[])];
        let names = |reason: &str| {
            let result = ("1-0".to_owned(), reason.to_owned());
            let others = besides_moves(&next, Some(&result));
            others.into_iter().map(|(_, name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names("checkmate"), ["Standing"]);
        assert_eq!(names("kings"), ["Reopened", "Ended", "Standing"]);
        assert_eq!(besides_moves(&next, None).len(), 3);
    }

    #[test]
    fn what_no_longer_holds_is_not_there_before() {
        let mut renewed = told(START, "e4 e5");
        renewed[1].0 = 2;
        let first = Variant::from(2_u64).try_to_owned().unwrap();
        renewed.push((3, "Renewed".to_owned(), [("first".to_owned(), first)].into()));
        assert_eq!(
            Change::of(&renewed, &told(START, "e4 c5").split_off(1)).text(&Notices::default()),
            "  + 1... c5\n"
        );
    }
}
