//! What waits for somebody, what is most urgent and has waited longest first.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use touchmove_client::shown::{ShownBoard, ShownGame, ShownPort};
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{Listed, Span};
use touchmove_core::words::{Vocabulary, told};

use super::super::clock;
use super::super::notices::{Notices, number};
use super::super::rows::width;
use super::super::seats::Seats;
use super::alike::Alike;
use super::{health, relays};

/// How urgent something is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Urgency {
    /// Evidence is being lost.
    Evidence,
    /// A game is played on a board that is not heard.
    Unheard,
    /// The arbiter is called.
    Arbiter,
    /// The board or the scoresheets say otherwise than the moves, or a question is open.
    Doubt,
    /// Something is to be seen to before the next round.
    Later,
}

/// Something that waits.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Wait {
    urgency: Urgency,
    /// Table and players, or else the board or the port.
    of: String,
    /// The board of which it is.
    board: Option<String>,
    /// What its number counts, and its number.
    #[serde(skip)]
    number: Option<(Counted, u64)>,
    what: String,
    /// Whether other boards have it, too, and one line tells of all.
    #[serde(skip)]
    is_shared: bool,
    /// For how long; `None` where nobody knows.
    seconds: Option<u64>,
}

/// What has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Incident,
    Instruction,
}

/// All that waits.
#[derive(Debug, Default)]
pub(super) struct Waits(Vec<Wait>);

impl Waits {
    /// What waits at these boards.
    pub(super) fn of(
        boards: &[ShownBoard],
        seats: &Seats,
        notices: &Notices,
        alike: &Alike<'_>,
        now: Duration,
    ) -> Self {
        let mut waits = Self::default();
        for board in boards {
            let title = notices.say(seats.title_of_board(board));
            let of_board = of_board(board, (seats, alike), notices, now).into_iter();
            waits.0.extend(of_board.map(|Of { urgency, number, what, is_shared, since }| Wait {
                is_shared,
                urgency,
                of: title.clone(),
                board: Some(board.id.clone()),
                number,
                what,
                seconds: since.map(|since| now.saturating_sub(since).as_secs()),
            }));
        }
        waits.sort();
        waits
    }

    /// With what waits at ports.
    pub(super) fn and_ports(mut self, ports: &[ShownPort], notices: &Notices) -> Self {
        let state = |port: &ShownPort| notices.say(Vocabulary::State.word(&port.state.word));
        self.0.extend(ports.iter().filter(|port| port.needs_a_hand()).map(|port| Wait {
            urgency: Urgency::Later,
            of: port.name.clone(),
            board: None,
            number: None,
            is_shared: false,
            what: format!("{}: {}", state(port), notices.say(told(&port.state.advice))),
            seconds: None,
        }));
        self.sort();
        self
    }

    /// With a question about the result at a table.
    pub(super) fn and_question(mut self, of: String, board: Option<String>, what: String) -> Self {
        let urgency = Urgency::Doubt;
        self.0.push(Wait {
            urgency,
            of,
            board,
            number: None,
            what,
            is_shared: false,
            seconds: None,
        });
        self.sort();
        self
    }

    /// In their order.
    pub(super) fn all(&self) -> &[Wait] {
        &self.0
    }

    /// The boards at which something waits.
    pub(super) fn boards(&self) -> BTreeSet<&str> {
        self.0.iter().filter_map(|wait| wait.board.as_deref()).collect()
    }

    /// Table by table, the most urgent first, each with the age of what has waited longest there; what does not fit in
    /// so many columns goes on below.
    pub(super) fn text(&self, notices: &Notices, columns: Option<usize>) -> String {
        self.groups().iter().map(|group| group.text(notices, columns)).collect()
    }

    /// At how many tables, boards and ports something waits.
    pub(super) fn places(&self) -> usize {
        self.groups().len()
    }

    /// What waits by where it does, in the order of the most urgent of each.
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for wait in self.0.iter().filter(|wait| !wait.is_shared) {
            match groups.iter_mut().find(|group| group.of == wait.of) {
                Some(group) => group.waits.push(wait),
                None => groups.push(Group { of: &wait.of, waits: vec![wait] }),
            }
        }
        groups
    }

    fn sort(&mut self) {
        self.0.sort_by_key(|wait| {
            (wait.urgency, std::cmp::Reverse(wait.seconds.unwrap_or_default()))
        });
    }
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
            Some(seconds) => notices.say(relays::span(Duration::from_secs(seconds))),
            None => String::new(),
        };
        let age = format!("{}{age}", " ".repeat(AGE.saturating_sub(width(&age))));
        let items = self.items(notices);
        if let [item] = items.as_slice() {
            let text = wrapped(&format!("{}: {item}", self.of), columns, AGE + 2);
            return format!("{age}  {text}\n");
        }
        let mut text = format!("{age}  {}\n", wrapped(self.of, columns, AGE + 2));
        for item in items {
            text.push_str(&" ".repeat(AGE + 4));
            text.push_str(&wrapped(&item, columns, AGE + 4));
            text.push('\n');
        }
        text
    }

    /// What waits, as in `incident 1, 4: White: Time on the clock jumped`.
    fn items(&self, notices: &Notices) -> Vec<String> {
        let mut items: Vec<(Option<Counted>, Vec<String>, &str)> = Vec::new();
        for wait in &self.waits {
            let (what, number) = wait.number.unzip();
            let same = |item: &&mut (Option<Counted>, Vec<String>, &str)| {
                (item.0, item.2) == (what, wait.what.as_str()) && number.is_some()
            };
            let number = number.map(|number| number.to_string());
            match items.iter_mut().find(same) {
                Some((_, numbers, _)) => numbers.extend(number),
                None => items.push((what, number.into_iter().collect(), &wait.what)),
            }
        }
        let item = |(what, numbers, says): (Option<Counted>, Vec<String>, &str)| {
            let (numbers, title) = (numbers.join(", ").into(), says.into());
            match what {
                Some(Counted::Incident) => notices.say(Listed::Incidents { numbers, title }),
                Some(Counted::Instruction) => notices.say(Listed::Instructions { numbers, title }),
                None => says.to_owned(),
            }
        };
        items.into_iter().map(item).collect()
    }
}

/// Breaks a text between words, so that it fits behind a margin of so many columns.
fn wrapped(text: &str, columns: Option<usize>, margin: usize) -> String {
    let Some(room) = columns.and_then(|columns| columns.checked_sub(margin)) else {
        return text.to_owned();
    };
    let (mut out, mut taken) = (String::new(), 0);
    for word in text.split(' ') {
        let length = width(word);
        if taken > 0 && taken + 1 + length > room {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', margin + 2));
            taken = 2;
        } else if taken > 0 {
            out.push(' ');
            taken += 1;
        }
        out.push_str(word);
        taken += length;
    }
    out
}

/// How urgent, what, and since when.
struct Of {
    urgency: Urgency,
    number: Option<(Counted, u64)>,
    what: String,
    is_shared: bool,
    since: Option<Duration>,
}

impl Of {
    const fn new(urgency: Urgency, what: String) -> Self {
        Self { urgency, number: None, what, is_shared: false, since: None }
    }
}

fn of_board(
    board: &ShownBoard,
    (seats, alike): (&Seats, &Alike<'_>),
    notices: &Notices,
    now: Duration,
) -> Vec<Of> {
    let mut all = Vec::new();
    all.extend(board.trouble.iter().map(|why| {
        Of::new(Urgency::Evidence, notices.say(Listed::EvidenceNotKept { why: told(why) }))
    }));
    all.extend(of_state(board, seats, notices));
    let health = health::notes(board, notices).into_iter();
    all.extend(health.map(|note| Of::new(Urgency::Later, note)));
    let Some(game) = &board.game else { return all };
    let open = game.open_incidents();
    let open = open.map(|told| (Counted::Incident, number(told, "incident"), told));
    let instructions = game.instructions.iter();
    let instructions =
        instructions.map(|told| (Counted::Instruction, number(told, "instruction"), told));
    all.extend(open.chain(instructions).map(|(what, number, told)| Of {
        urgency: Urgency::Arbiter,
        number: Some((what, number)),
        what: match clock::offer(board, seats, told) {
            Some(offer) => {
                format!("{}; {}", notices.notice_in(game, told).title, notices.say(offer))
            }
            None => notices.notice_in(game, told).title,
        },
        is_shared: alike.has(told),
        since: since(told).map(|since| since.min(now)),
    }));
    let spare = spare(board, game, seats).map(|spare| notices.say(spare));
    all.extend(spare.map(|what| Of::new(Urgency::Later, what)));
    all
}

/// That a board is not heard, or shows something else than the moves.
fn of_state(board: &ShownBoard, seats: &Seats, notices: &Notices) -> Option<Of> {
    let is_played = board.game.as_ref().is_some_and(|game| game.result.is_none());
    let is_needed = is_played || seats.has_board(&board.id);
    let urgency = match board.state.word.as_str() {
        "in-step" | "starting" => return None,
        "out-of-step" => Urgency::Doubt,
        _ if is_needed => Urgency::Unheard,
        _ => Urgency::Later,
    };
    let advice = Some(&board.state.advice).filter(|advice| !advice.is_empty())?;
    let advice = notices.say(told(advice));
    // The table does not say where to go to: the board's name is on it.
    let named = seats.of_board(board).map(|_| format!(" ({})", board.id)).unwrap_or_default();
    Some(Of { since: board.since, ..Of::new(urgency, format!("{advice}{named}")) })
}

/// How the game on a spare is ended: a board that stands at no table while a round is there, and has moves on it.
fn spare(board: &ShownBoard, game: &ShownGame, seats: &Seats) -> Option<Listed> {
    let is_spare = !seats.is_empty() && seats.of_board(board).is_none();
    let plies = game.moves.len();
    if !is_spare || game.result.is_some() || plies == 0 {
        return None;
    }
    let number = game.id.trim_start_matches(['g', '0']);
    let plies = Listed::Plies { count: plies.into() }.into();
    Some(Listed::Spare { plies, game: number.into() })
}

/// Since when an incident or an instruction waits, since boot.
fn since(told: &Fields) -> Option<Duration> {
    told.get("since").and_then(Value::as_u64).map(Duration::from_micros)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::State;
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;
    use crate::seats::tests::at_table_12;

    const NOW: Duration = Duration::from_secs(1_000);

    fn waits(boards: &[ShownBoard]) -> Waits {
        Waits::of(boards, &at_table_12(None), &Notices::default(), &Alike::of(boards), NOW)
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
        let line =
            "   3 min  table 12, Anna – Ben: incident 1: White: Clock pressed without a move\n";
        assert_eq!(waits(&[board]).text(&Notices::default(), None), line);
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
        let said = "  15 min  table 12, Anna – Ben\n            incident 1, 4: White: Clock pressed without a move\n\
                    \x20           instruction 1: Black: Add two minutes\n";
        assert_eq!(waits(&[board]).text(&Notices::default(), Some(80)), said);
    }

    #[test]
    fn a_healthy_board_waits_for_nothing() {
        assert!(waits(&[a_board()]).all().is_empty());
    }

    #[test]
    fn a_spare_with_moves_on_it_says_how_its_game_ends() {
        let game = a_game(&[("e2e4", "e4")]);
        let spare = |game| ShownBoard { id: "dgt_9".into(), game: Some(game), ..a_board() };
        let said = waits(&[spare(game.clone())]).text(&Notices::default(), None);
        assert!(said.contains("dgt_9: a spare with a game of 1 ply on it"), "{said}");
        assert!(said.contains("touchmove game result g17 1/2-1/2"), "{said}");
        let over = ShownGame { result: Some(("1-0".into(), "kings".into())), ..game };
        assert!(waits(&[spare(over)]).all().is_empty());
        let club = Waits::of(
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
        let said = waits(&[ShownBoard { state, ..a_board() }]).text(&Notices::default(), Some(80));
        assert!(
            said.lines().count() > 2 && said.lines().all(|line| line.chars().count() <= 80),
            "{said}"
        );
    }
}
