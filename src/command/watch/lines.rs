//! The games line by line: a move a line, in the order in which they were told.
//!
//! A move waits for its clock time until it is completed, the next move is made, or the game ends;
//! where no clock is connected it doesn't wait.

mod matter;

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use shakmaty::Color;
use touchmove_client::details::{Details, PastEvent};
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::game::number::MoveNumber;
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::words::phrases::Play;
use touchmove_core::words::{Saying, Vocabulary};
use touchmove_drivers::observation::{ClockPresence, LinkState};
use zbus::OwnedVariant;

use crate::notices::Notices;
use crate::rows::padded;
use crate::status::link_word;

/// What was written so far.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    notices: Notices,
    links: HashMap<String, LinkState>,
    games: BTreeMap<String, Written>,
}

/// How far a game is written.
#[derive(Debug, Default)]
struct Written {
    heard: u64,
    /// The last move, made but not written yet: its id and its line without the time.
    waiting: Option<(u64, String)>,
}

impl Lines {
    /// Nothing yet; incidents and instructions are written in these words.
    pub(crate) fn new(notices: Notices) -> Self {
        Self { notices, ..Self::default() }
    }

    /// What is new of a board itself, which is called by this title: its link.
    pub(super) fn board(&mut self, title: &str, board: &ShownBoard) -> String {
        let before = self.links.insert(board.id.clone(), board.link);
        match board.link {
            LinkState::Up if before.is_none() => return String::new(),
            state if before == Some(state) => return String::new(),
            LinkState::Up | LinkState::Stale | LinkState::Lost => {}
        }
        let link = Vocabulary::Link.word(link_word(board.link));
        format!("{title}  {}\n", self.notices.say(Play::LinkIs { link }))
    }

    /// Sequence number of the last event written of a game.
    pub(super) fn heard(&self, game: &ShownGame) -> u64 {
        self.games.get(game.path.as_str()).map_or(0, |written| written.heard)
    }

    /// The lines for new events of a game on a board, which is called by this title.
    pub(super) fn events(
        &mut self,
        title: &str,
        board: &ShownBoard,
        game: &ShownGame,
        events: &[PastEvent],
    ) -> String {
        let mut out = self.told(Of { name: title, game }, events);
        if board.clock_presence == Some(ClockPresence::Absent) {
            out.push_str(&self.games.entry(game.path.to_string()).or_default().rest());
        }
        out
    }

    /// The lines for events of a game, which is called by this title.
    pub(crate) fn game_events(
        &mut self,
        title: &str,
        game: &ShownGame,
        events: &[PastEvent],
    ) -> String {
        self.told(Of { name: title, game }, events)
    }

    fn told(&mut self, of: Of<'_>, events: &[PastEvent]) -> String {
        let written = self.games.entry(of.game.path.to_string()).or_default();
        let mut out = String::new();
        for (sequence, name, arguments) in events {
            written.heard = *sequence;
            match matter::line(&self.notices, of.game, name, arguments) {
                Some(said) => {
                    out.push_str(&written.rest());
                    push_line(&mut out, of.name, &said);
                }
                None => written.write(&mut out, (of, &self.notices), name, &Arguments(arguments)),
            }
        }
        out
    }

    /// The moves that still wait.
    pub(crate) fn rest(&mut self) -> String {
        self.games.values_mut().map(Written::rest).collect()
    }
}

impl Written {
    fn write(
        &mut self,
        out: &mut String,
        (of, notices): (Of<'_>, &Notices),
        name: &str,
        arguments: &Arguments<'_>,
    ) {
        let text = |name| Saying::from(arguments.text(name));
        match name {
            "Moved" => return self.write_move(out, (of, notices), arguments),
            "PositionSet" | "Ended" | "Reopened" | "Renewed" => out.push_str(&self.rest()),
            _ => {}
        }
        let said = match name {
            "PositionSet" => {
                let why = Vocabulary::Position.word(arguments.text("why"));
                Play::PositionSet { fen: text("fen"), why }
            }
            "Standing" => match arguments.texts("differs").join(" ") {
                squares if squares.is_empty() => Play::InStep,
                squares => Play::BoardDiffers { squares: squares.into() },
            },
            "Ended" => {
                let reason = Vocabulary::Reason.word(arguments.text("reason"));
                let result = match arguments.text("points") {
                    "" => text("result"),
                    points => points.into(),
                };
                Play::Ended { result, reason }
            }
            "Reopened" => Play::Reopened,
            "Renewed" => {
                let event = arguments.number("first").unwrap_or_default().into();
                Play::Renewed { event }
            }
            _ => return,
        };
        push_line(out, of.name, &notices.say(said));
    }

    fn write_move(
        &mut self,
        out: &mut String,
        (of, notices): (Of<'_>, &Notices),
        arguments: &Arguments<'_>,
    ) {
        let id = arguments.number("id").unwrap_or_default();
        let said = move_text(arguments, notices);
        let is_waiting = self.waiting.as_ref().is_some_and(|(waiting, _)| *waiting == id);
        match arguments.text("state") {
            "made" => {
                out.push_str(&self.rest());
                let mut line = String::new();
                push_line(&mut line, of.name, &said);
                self.waiting = Some((id, line));
            }
            "completed" if is_waiting => {
                self.waiting = None;
                let clock = arguments.number("clk_ms").map(Duration::from_millis).map(h_mm_ss);
                push_line(
                    out,
                    of.name,
                    &format!("{}  {}", padded(&said, 16), clock.unwrap_or_default()),
                );
            }
            "superseded" if is_waiting => self.waiting = None,
            "superseded" => {
                let taken_back = Play::TakenBack { played: said.into() };
                push_line(out, of.name, &notices.say(taken_back));
            }
            _ => {}
        }
    }

    fn rest(&mut self) -> String {
        self.waiting.take().map(|(_, line)| line).unwrap_or_default()
    }
}

/// What an event is of.
#[derive(Clone, Copy)]
struct Of<'a> {
    /// The name under which it is written.
    name: &'a str,
    game: &'a ShownGame,
}

fn push_line(out: &mut String, name: &str, said: &str) {
    out.push_str(format!("{name}  {said}").trim_end());
    out.push('\n');
}

/// A move with its number: `12. Nf3`, `12... Nf6`.
fn move_text(arguments: &Arguments<'_>, notices: &Notices) -> String {
    let (number, said) = numbered_move(arguments.0);
    format!("{number} {}", notices.say(said))
}

/// The number of a move that an event tells, and the move: in SAN, or by its squares where it is illegal.
pub(crate) fn numbered_move(arguments: &Details) -> (MoveNumber, Saying) {
    let arguments = Arguments(arguments);
    let side = if arguments.text("side") == "black" { Color::Black } else { Color::White };
    let said = match arguments.text("san") {
        "" => Play::Illegal { played: arguments.text("uci").into() }.into(),
        san => san.into(),
    };
    (MoveNumber::before(arguments.text("fen"), side), said)
}

/// Arguments of an event. What is missing or of another type is read as empty.
struct Arguments<'a>(&'a HashMap<String, OwnedVariant>);

impl Arguments<'_> {
    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(|value| value.try_into().ok()).unwrap_or_default()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let value = self.0.get(name).and_then(|value| value.try_clone().ok());
        value.and_then(|value| value.try_into().ok()).unwrap_or_default()
    }

    fn number(&self, name: &str) -> Option<u64> {
        let value = self.0.get(name)?;
        u64::try_from(value).or_else(|_| u32::try_from(value).map(u64::from)).ok()
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_game};
    use zbus::Variant;

    use super::*;

    #[test]
    fn a_move_waits_for_its_clock_time() {
        let mut lines = Lines::default();
        assert_eq!(write(&mut lines, &[a_move(1, 1, "made")]), "");
        assert_eq!(
            write(&mut lines, &[completed(2, 1, 83_000)]),
            "dgt_12345  1. e4             0:01:23\n"
        );
    }

    #[test]
    fn a_move_whose_player_does_not_press_comes_before_the_next() {
        let mut lines = Lines::default();
        let events = [a_move(1, 1, "made"), a_move(2, 2, "made"), completed(3, 2, 0)];
        assert_eq!(
            write(&mut lines, &events),
            "dgt_12345  1. e4\ndgt_12345  1... e4           0:00:00\n"
        );
    }

    #[test]
    fn the_last_move_comes_before_the_result() {
        let mut lines = Lines::default();
        let result = event(2, "Ended", &[("result", "1-0".into()), ("reason", "kings".into())]);
        assert_eq!(
            write(&mut lines, &[a_move(1, 1, "made"), result]),
            "dgt_12345  1. e4\ndgt_12345  result 1-0 (kings)\n"
        );
    }

    #[test]
    fn where_no_clock_is_connected_no_move_waits() {
        let board = ShownBoard { clock_presence: Some(ClockPresence::Absent), ..a_board() };
        let out = Lines::default().events(&board.id, &board, &a_game(&[]), &[a_move(1, 1, "made")]);
        assert_eq!(out, "dgt_12345  1. e4\n");
    }

    #[test]
    fn a_move_is_taken_back_aloud_if_it_was_written() {
        let mut lines = Lines::default();
        let unwritten = [a_move(1, 1, "made"), a_move(2, 1, "superseded")];
        assert_eq!(write(&mut lines, &unwritten), "");
        write(&mut lines, &[a_move(3, 2, "made"), completed(4, 2, 0)]);
        assert_eq!(
            write(&mut lines, &[a_move(5, 2, "superseded")]),
            "dgt_12345  taken back 1... e4\n"
        );
    }

    #[test]
    fn what_a_game_shows_of_a_claim_is_written_with_its_numbers() {
        let evidence = [
            ("what", "quickplay_evidence".into()),
            ("side", "black".into()),
            ("moves", 5u32.into()),
            ("progress", 1u32.into()),
            ("repetitions", 2u32.into()),
            ("without_progress", 3u32.into()),
            ("can_mate", "yes".into()),
            ("article", "III.5".into()),
        ];
        let said = write(&mut Lines::default(), &[event(1, "Holds", &evidence)]);
        let expected = "Black: What the game shows of the claim
    White has made 5 moves since the claim, 1 with a capture or of a pawn. The position has stood 2 times. \
The last 3 moves of each took nothing and moved no pawn. White can still mate by some legal moves.\n";
        assert!(said.contains(expected), "{said}");
    }

    #[test]
    fn a_link_is_told_when_it_is_lost_and_when_it_is_back() {
        let (up, lost) = (a_board(), ShownBoard { link: LinkState::Lost, ..a_board() });
        let mut lines = Lines::default();
        let told = [&up, &up, &lost, &lost, &up].map(|board| lines.board(&board.id, board));
        assert_eq!(told, ["", "", "dgt_12345  link lost\n", "", "dgt_12345  link up\n"]);
    }

    fn write(lines: &mut Lines, events: &[PastEvent]) -> String {
        lines.events("dgt_12345", &a_board(), &a_game(&[]), events)
    }

    fn completed(seq: u64, ply: u32, clk_ms: u32) -> PastEvent {
        let mut event = a_move(seq, ply, "completed");
        event.2.insert("clk_ms".into(), clk_ms.into());
        event
    }

    fn a_move(seq: u64, ply: u32, state: &'static str) -> PastEvent {
        let side = if ply % 2 == 1 { "white" } else { "black" };
        let id = u64::from(ply) + 100;
        let fen = format!("8/8/8/8/8/8/8/8 w - - 0 {}", ply / 2 + 1);
        let arguments = [
            ("state", state.into()),
            ("side", side.into()),
            ("san", "e4".into()),
            ("fen", fen.into()),
        ];
        let mut event = event(seq, "Moved", &arguments);
        event.2.extend([("ply".to_owned(), ply.into()), ("id".to_owned(), id.into())]);
        event
    }

    fn event(seq: u64, name: &str, arguments: &[(&str, Variant<'static>)]) -> PastEvent {
        let owned = arguments
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.try_to_owned().unwrap()));
        (seq, name.to_owned(), owned.collect())
    }
}
