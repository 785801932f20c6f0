//! What waits for somebody, as text.

use std::time::Duration;

use touchmove_client::shown::ShownBoard;
use touchmove_client::span::span;
use touchmove_client::waits::{Numbered, Onlooker, Wait, Waits};
use touchmove_core::words::phrases::{Listed, Span};

use super::super::clock;
use super::super::notices::Notices;
use super::super::rows::{folded, width};
use super::super::seats::Seats;
use super::alike::Alike;

/// What waits at these boards, with the command that does it where one can be named.
pub(super) fn of(
    boards: &[ShownBoard],
    seats: &Seats,
    notices: &Notices,
    alike: &Alike<'_>,
    now: Duration,
) -> Waits {
    let onlooker = Onlooker {
        seats,
        notices,
        now,
        is_shared: &|told| alike.has(told),
        more: &|board, told| clock::offer(board, seats, told).map(|offer| notices.say(offer)),
    };
    Waits::of(boards, onlooker)
}

/// Table by table, the most urgent first, each with the age of what has waited longest there; what does not fit in
/// so many columns goes on below.
pub(super) fn text(waits: &Waits, notices: &Notices, columns: Option<usize>) -> String {
    groups(waits).iter().map(|group| group.text(notices, columns)).collect()
}

/// At how many tables, boards and ports something waits.
pub(super) fn places(waits: &Waits) -> usize {
    groups(waits).len()
}

/// What waits by where it does, in the order of the most urgent of each.
fn groups(waits: &Waits) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for wait in waits.all().iter().filter(|wait| !wait.is_shared) {
        match groups.iter_mut().find(|group| group.of == wait.of) {
            Some(group) => group.waits.push(wait),
            None => groups.push(Group { of: &wait.of, waits: vec![wait] }),
        }
    }
    groups
}

/// What waits at one place.
struct Group<'a> {
    of: &'a str,
    waits: Vec<&'a Wait>,
}

impl Group<'_> {
    /// One thing in a line; several below the place, those that say the same together.
    fn text(&self, notices: &Notices, columns: Option<usize>) -> String {
        /// Columns of the age.
        const AGE: usize = 8;
        let seconds = self.waits.iter().filter_map(|wait| wait.seconds).max();
        let age = match seconds {
            Some(0) => notices.say(Span::Now),
            Some(seconds) => notices.say(span(Duration::from_secs(seconds))),
            None => String::new(),
        };
        let age = format!("{}{age}", " ".repeat(AGE.saturating_sub(width(&age))));
        let (place, items) = (self.place(notices), self.items(notices));
        if let [item] = items.as_slice() {
            let text = wrapped(&format!("{place}: {item}"), columns, AGE + 2);
            return format!("{age}  {text}\n");
        }
        let mut text = format!("{age}  {}\n", wrapped(&place, columns, AGE + 2));
        for item in items {
            text.push_str(&" ".repeat(AGE + 4));
            text.push_str(&wrapped(&item, columns, AGE + 4));
            text.push('\n');
        }
        text
    }

    /// Where it is, with the name of the board where one of them has it.
    fn place(&self, notices: &Notices) -> String {
        let with_board = self.waits.iter().find(|wait| wait.board.is_some());
        with_board.map_or_else(|| self.of.to_owned(), |wait| wait.place(notices))
    }

    /// What waits, as in `incident 1, 4: White: Time on the clock jumped`.
    fn items(&self, notices: &Notices) -> Vec<String> {
        let mut items: Vec<(Option<Numbered>, Vec<String>, &str)> = Vec::new();
        for wait in &self.waits {
            let (what, number) = wait.number.unzip();
            let same = |item: &&mut (Option<Numbered>, Vec<String>, &str)| {
                (item.0, item.2) == (what, wait.what.as_str()) && number.is_some()
            };
            let number = number.map(|number| number.to_string());
            match items.iter_mut().find(same) {
                Some((_, numbers, _)) => numbers.extend(number),
                None => items.push((what, number.into_iter().collect(), &wait.what)),
            }
        }
        let item = |(what, numbers, says): (Option<Numbered>, Vec<String>, &str)| {
            let (numbers, title) = (numbers.join(", ").into(), says.into());
            match what {
                Some(Numbered::Incident) => notices.say(Listed::Incidents { numbers, title }),
                Some(Numbered::Instruction) => notices.say(Listed::Instructions { numbers, title }),
                None => says.to_owned(),
            }
        };
        items.into_iter().map(item).collect()
    }
}

/// Breaks a text between words, so that it fits behind a margin of so many columns.
fn wrapped(text: &str, columns: Option<usize>, margin: usize) -> String {
    /// What goes on stands further to the right.
    const INDENT: usize = 2;
    let Some(room) = columns.and_then(|columns| columns.checked_sub(margin)) else {
        return text.to_owned();
    };
    let lines = folded(text, room, room.saturating_sub(INDENT));
    lines.join(&format!("\n{}", " ".repeat(margin + INDENT)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::samples::{a_board, a_game};
    use touchmove_client::shown::{ShownGame, State};

    use super::*;
    use touchmove_client::seats::at_table_12;

    const NOW: Duration = Duration::from_secs(1_000);

    fn waits(boards: &[ShownBoard]) -> Waits {
        of(boards, &at_table_12(None), &Notices::default(), &Alike::of(boards), NOW)
    }

    fn lost(id: &str, since: u64) -> ShownBoard {
        let state = State { word: "lost".into(), advice: "unplugged".into(), ..State::default() };
        let since = Some(Duration::from_secs(since));
        ShownBoard { id: id.into(), state, since, ..a_board() }
    }

    fn incident(since: u64) -> ShownGame {
        let told = json!({
            "incident": 1, "kind": "press-without-move", "side": "white", "certainty": "high",
            "state": "raised", "since": since * 1_000_000,
        });
        ShownGame { incidents: vec![serde_json::from_value(told).unwrap()], ..a_game(&[]) }
    }

    #[test]
    fn what_waits_is_told_by_table_and_players_with_how_long_it_has() {
        let board = ShownBoard { game: Some(incident(820)), ..a_board() };
        let line = "   3 min  table 12, Anna – Ben (dgt_12345): incident 1: White: Clock pressed without a move\n";
        assert_eq!(text(&waits(&[board]), &Notices::default(), None), line);
    }

    #[test]
    fn what_is_urgent_comes_first_and_of_the_same_urgency_what_has_waited_longest() {
        let arbiter = ShownBoard { id: "dgt_7".into(), game: Some(incident(100)), ..a_board() };
        let waits = waits(&[lost("dgt_8", 10), arbiter, lost("dgt_9", 5), lost("dgt_12345", 990)]);
        let of: Vec<_> = waits.all().iter().map(|wait| wait.of.as_str()).collect();
        assert_eq!(
            of,
            ["table 12, Anna – Ben", "dgt_7", "dgt_9", "dgt_8"],
            "a table needs its board"
        );
        assert_eq!(waits.boards().len(), 4);
    }

    #[test]
    fn what_says_the_same_at_a_table_is_told_once_with_its_numbers() {
        let mut game = incident(100);
        let mut again = game.incidents[0].clone();
        again.insert("incident".into(), 4.into());
        game.incidents.push(again);
        let add = json!({ "instruction": 1, "kind": "clock_add", "side": "black", "ms": 120_000 });
        game.instructions.push(serde_json::from_value(add).unwrap());
        let board = ShownBoard { game: Some(game), ..a_board() };
        let said = "  15 min  table 12, Anna – Ben (dgt_12345)\n            incident 1, 4: White: Clock pressed without a move\n\
                    \x20           instruction 1: Black: Add two minutes\n";
        assert_eq!(text(&waits(&[board]), &Notices::default(), Some(80)), said);
    }

    #[test]
    fn a_healthy_board_waits_for_nothing() {
        assert!(waits(&[a_board()]).all().is_empty());
    }

    #[test]
    fn a_spare_with_moves_on_it_says_how_its_game_ends() {
        let game = a_game(&[("e2e4", "e4")]);
        let spare = |game| ShownBoard { id: "dgt_9".into(), game: Some(game), ..a_board() };
        let said = text(&waits(&[spare(game.clone())]), &Notices::default(), None);
        assert!(said.contains("dgt_9: a spare with a game of 1 ply on it"), "{said}");
        assert!(said.contains("touchmove game result g17 1/2-1/2"), "{said}");
        let over = ShownGame { result: Some(("1-0".into(), "kings".into())), ..game };
        assert!(waits(&[spare(over)]).all().is_empty());
        let club = of(
            &[spare(a_game(&[("e2e4", "e4")]))],
            &Seats::default(),
            &Notices::default(),
            &Alike::default(),
            NOW,
        );
        assert!(club.all().is_empty(), "where no round is played no board is a spare");
    }

    #[test]
    fn a_long_line_goes_on_below_within_the_terminal() {
        let state = State { word: "lost".into(), advice: "word ".repeat(40), ..State::default() };
        let said =
            text(&waits(&[ShownBoard { state, ..a_board() }]), &Notices::default(), Some(80));
        assert!(
            said.lines().count() > 2 && said.lines().all(|line| line.chars().count() <= 80),
            "{said}"
        );
    }
}
