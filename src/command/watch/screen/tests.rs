//! Screens of 80 columns and 24 rows with 40 boards.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;
use shakmaty::Color as Side;
use touchmove_client::seats::at_tables;
use touchmove_client::shown::samples::{a_board, a_clock, a_game, a_game_path};
use touchmove_client::shown::{ClockFace, ShownBoard, ShownGame, State};
use touchmove_client::waits::{Onlooker, Waits};
use touchmove_core::words::Saying;
use touchmove_drivers::observation::LinkState;

use super::*;
use crate::notices::Notices;
use crate::seats::Seats;
use crate::watch::view::Wish;

const NOW: Duration = Duration::from_secs(110);

/// Forty tables: a press without a move at the 7th and the 30th, the board of the 12th lost, the game at the 20th over.
struct Hall40 {
    boards: Vec<ShownBoard>,
    seats: Seats,
    notices: Notices,
    bus: Saying,
}

impl Hall40 {
    fn new(notices: Notices) -> Self {
        let boards: Vec<_> = (1..=40).map(board).collect();
        let players = ["Nepomniachtchi", "Anna", "Żurawik-Kaya", "Gökçe Şahin", "Li"];
        let names = |table: u16| {
            let name = |at: u16| players[usize::from(at) % players.len()].to_owned();
            [name(table), name(table * 3 + 1)]
        };
        let tables = boards.iter().zip(1..).map(|(board, table)| (table, board, names(table)));
        let seats = at_tables(tables);
        Self { boards, seats, notices, bus: "the system bus".into() }
    }

    fn waits(&self) -> Waits {
        let (seats, notices) = (&self.seats, &self.notices);
        let onlooker =
            Onlooker { seats, notices, now: NOW, is_shared: &|_| false, more: &|_, _| None };
        Waits::of(&self.boards, onlooker)
    }

    fn with_room<T>(&self, then: impl FnOnce(&Room<'_>) -> T) -> T {
        let (seats, notices, bus, waits) = (&self.seats, &self.notices, &self.bus, &self.waits());
        let boards = &self.boards;
        then(&Room { boards, seats, waits, absence: "", bus, notices, now: NOW })
    }

    /// What is seen after these keys; and what was wished last.
    fn after(&self, keys: &[Key]) -> (String, Wish) {
        self.shown(&mut View::default(), keys)
    }

    fn shown(&self, view: &mut View, keys: &[Key]) -> (String, Wish) {
        self.with_room(|room| {
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| draw(frame, room, view)).unwrap();
            let mut wish = Wish::Look;
            for key in keys {
                wish = view.press(*key, room);
                terminal.draw(|frame| draw(frame, room, view)).unwrap();
            }
            (text(terminal.backend().buffer()), wish)
        })
    }
}

fn board(table: u16) -> ShownBoard {
    let moves = [("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3")];
    let path = a_game_path(table.into());
    let mut game = ShownGame { path, ..a_game(&moves[..usize::from(table) % 4]) };
    if [7, 30].contains(&table) {
        let told = json!({
            "incident": 2, "kind": "press-without-move", "side": "white", "certainty": "high",
            "state": "raised", "since": 60_000_000 + u64::from(table) * 1_000_000, "article": "6.2.4", "ply": 3,
        });
        game.incidents = vec![serde_json::from_value(told).unwrap()];
    }
    if table == 20 {
        game.result = Some(("1-0".into(), "kings".into()));
    }
    let running = Some([Side::White, Side::Black][usize::from(table) % 2]);
    let times = [u64::from(table) * 37, 5_400].map(Duration::from_secs);
    let clock = ClockFace { running, times, ..a_clock() };
    let mut board = ShownBoard {
        id: format!("dgt_{}", 10_000 + table),
        game: Some(game),
        clock: Some(clock),
        ..a_board()
    };
    if table == 12 {
        board.link = LinkState::Lost;
        let advice = "look at its power and its cable".into();
        board.state = State { word: "lost".into(), advice, ..State::default() };
        board.since = Some(Duration::from_secs(100));
    }
    board
}

fn text(buffer: &ratatui::buffer::Buffer) -> String {
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn english() -> Hall40 {
    Hall40::new(Notices::default())
}

const TO_WAITING: Key = Key::Sign('w');

#[test]
fn forty_boards_are_seen_at_once_and_on_top_of_them_what_waits() {
    insta::assert_snapshot!(english().after(&[]).0);
}

#[test]
fn what_waits_is_listed_with_the_board_of_what_is_picked() {
    insta::assert_snapshot!(english().after(&[TO_WAITING, Key::Down]).0);
}

#[test]
fn a_board_opens_with_what_is_told_of_its_game() {
    insta::assert_snapshot!(english().after(&[TO_WAITING, Key::Down, Key::Enter]).0);
}

#[test]
fn the_keys_are_explained_in_both_languages() {
    let help = Key::Sign('?');
    insta::assert_snapshot!(english().after(&[help]).0);
    insta::assert_snapshot!(Hall40::new(Notices::in_turkish()).after(&[help]).0);
}

#[test]
fn nothing_is_decided_before_it_is_seen_what_follows() {
    let hall = english();
    let mut view = View::default();
    let to_incident = [TO_WAITING, Key::Down, Key::Enter];
    let (_, wish) = hall.shown(&mut view, &[&to_incident[..], &[Key::Sign('c')]].concat());
    let Wish::Preview(decision) = wish else { panic!("{wish:?}") };
    assert_eq!(decision.words, ("confirm", vec![("incident", "2".to_owned())]));
    assert_eq!(decision.game, a_game_path(7));
    view.ask(decision.clone(), "  incident 2 confirmed: Clock pressed without a move\n".into());
    let (asked, wish) = hall.shown(&mut view, &[Key::Enter]);
    assert_eq!(wish, Wish::Look, "Enter may be pressed once too often");
    insta::assert_snapshot!(asked);
    assert_eq!(hall.shown(&mut view, &[Key::Sign('y')]).1, Wish::CarryOut(decision));
}

#[test]
fn why_something_is_decided_is_written_in_a_line_in_which_no_key_means_anything_else() {
    let hall = english();
    let mut view = View::default();
    let to_incident = [TO_WAITING, Key::Down, Key::Enter, Key::Sign('c')];
    let (_, wish) = hall.shown(&mut view, &to_incident);
    let Wish::Preview(decision) = wish else { panic!("{wish:?}") };
    view.ask(decision, "  incident 2 confirmed: Clock pressed without a move\n".into());
    let write = |text: &str| {
        [&[Key::Sign('r')][..], &text.chars().map(Key::Sign).collect::<Vec<_>>()].concat()
    };
    let (written, wish) = hall.shown(&mut view, &write("q?wy stuckk"));
    assert_eq!(wish, Wish::Look);
    insta::assert_snapshot!(written);
    hall.shown(&mut view, &[Key::Erase, Key::Enter]);
    let (asked, _) = hall.shown(&mut view, &[&write(" no")[..], &[Key::Back]].concat());
    assert!(asked.contains("Why: q?wy stuck\n"), "{asked}");
    let (_, wish) = hall.shown(&mut view, &[Key::Sign('y')]);
    let Wish::CarryOut(decision) = wish else { panic!("{wish:?}") };
    assert_eq!(decision.reason, "q?wy stuck");
}

#[test]
fn a_decision_can_be_left_and_the_way_back_leads_where_one_came_from() {
    let hall = english();
    let mut view = View::default();
    hall.shown(&mut view, &[TO_WAITING, Key::Down, Key::Enter, Key::Enter]);
    let (choices, _) = hall.shown(&mut view, &[]);
    assert!(choices.contains(" 1  It happened"), "{choices}");
    let (_, wish) = hall.shown(&mut view, &[Key::Back, Key::Back]);
    assert_eq!(wish, Wish::Look);
    assert!(matches!(view.place(), Place::Waiting));
    hall.shown(&mut view, &[Key::Back]);
    assert!(matches!(view.place(), Place::Hall));
}

#[test]
fn a_result_is_chosen_by_its_number() {
    let down = [Key::Down; 4];
    let (_, wish) =
        english().after(&[&down[..], &[Key::Enter, Key::Sign('r'), Key::Sign('3')]].concat());
    let Wish::Preview(decision) = wish else { panic!("{wish:?}") };
    assert_eq!(decision.words, ("result", vec![("value", "1/2-1/2".to_owned())]));
    assert_eq!(decision.game, a_game_path(5));
}

#[test]
fn the_board_beside_is_reached_by_one_key_and_the_end_is_never_passed() {
    let hall = english();
    let mut view = View::default();
    let picked = |view: &View| hall.with_room(|room| view.picked_board(room));
    hall.shown(&mut view, &[Key::Right]);
    assert_eq!(picked(&view), 20);
    hall.shown(&mut view, &[Key::PageDown, Key::Down]);
    assert_eq!(picked(&view), 39);
    hall.shown(&mut view, &[Key::PageUp, Key::Up]);
    assert_eq!(picked(&view), 0);
}

#[test]
fn boards_are_seen_as_cards_where_somebody_wants_them_so() {
    let (cards, _) = english().after(&[Key::Sign('k')]);
    assert!(cards.contains("3.1 ") && cards.contains("page 1 of 10"), "{cards}");
    let (lines, _) = english().after(&[Key::Sign('k'), Key::Sign('l')]);
    assert!(!lines.contains("page"), "{lines}");
}

#[test]
fn every_key_leaves_a_screen_of_any_size_as_it_should_be() {
    let hall = english();
    let keys = "?wlkcdoru19".chars().map(Key::Sign);
    let keys: Vec<_> = keys
        .chain([
            Key::Up,
            Key::Down,
            Key::Left,
            Key::Right,
            Key::Enter,
            Key::Back,
            Key::Erase,
            Key::PageDown,
        ])
        .collect();
    hall.with_room(|room| {
        for (width, height) in [(0, 0), (1, 1), (20, 5), (80, 24), (200, 60)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let mut view = View::default();
            for key in keys.iter().cycle().take(keys.len() * 3) {
                terminal.draw(|frame| draw(frame, room, &mut view)).unwrap();
                view.press(*key, room);
            }
            assert_eq!(view.press(Key::Sign('q'), room), Wish::Quit);
        }
    });
}
