//! Games on boards that share a line, by simulated hands under a virtual clock: what is heard late and in
//! one piece is still told as it was played.

use std::collections::BTreeMap;
use std::time::Duration;

use touchmove_core::game::conclusion::Conclusion;
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::laws::says::{Certainty, IncidentState};
use touchmove_drivers::device::Make;
use touchmove_drivers::device::line::SharedLine;
use touchmove_drivers::recording::{BoardName, Headers};
use touchmove_drivers::{Approach, Driver, Instant, Output, Packet, Request, Unit, dgt};
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, PlayStyle, PlayedTable, RepeatedGames, Sins, Style,
};

use crate::support::games::Scored;
use crate::support::players;

/// Time after the last reading: whatever waits for rest is concluded by then.
const QUIET: Duration = Duration::from_secs(60);

/// A hall with one line.
struct Hall {
    now: Instant,
    line: SharedLine<PlayedTable>,
    driver: Box<dyn Driver>,
    sittings: BTreeMap<Unit, Board>,
}

/// What is concluded of one board.
struct Board {
    sitting: Sitting,
    records: u64,
    accused: Vec<String>,
}

impl Hall {
    fn new(players: Vec<PlayedTable>) -> Self {
        let mut driver = dgt::LINE.driver(Approach::Known);
        driver.start(Instant::ZERO);
        let line = SharedLine::new(players);
        Self { now: Instant::ZERO, line, driver, sittings: BTreeMap::new() }
    }

    fn play(&mut self) {
        while !self.line.devices().all(|player| player.progress().over) {
            let sittings = self.sittings.values().filter_map(|board| board.sitting.deadline());
            let due = [self.line.deadline(), self.driver.deadline()];
            let next = due.into_iter().flatten().chain(sittings).min().unwrap();
            self.now = self.now.max(next);
            self.line.timeout(self.now);
            self.exchange();
            if self.driver.deadline().is_some_and(|due| due <= self.now) {
                self.driver.timeout(self.now);
                self.exchange();
            }
            for board in self.sittings.values_mut() {
                if board.sitting.deadline().is_some_and(|due| due <= self.now) {
                    board.sitting.advance(self.now);
                }
            }
            self.conclude();
        }
        for board in self.sittings.values_mut() {
            board.sitting.advance(self.now + QUIET);
        }
        self.conclude();
    }

    fn exchange(&mut self) {
        loop {
            if let Some(bytes) = self.line.poll() {
                self.driver.receive(self.now, Packet::stream(&bytes));
                continue;
            }
            match self.driver.poll() {
                Some(Output::Send(packet)) => self.line.receive(self.now, &packet.bytes),
                Some(Output::Observed { unit, since, observation }) => {
                    let board = self.sittings.entry(unit.unwrap()).or_insert_with(Board::new);
                    board.records += 1;
                    board.sitting.observe_late(self.now, since, board.records, &observation);
                }
                Some(Output::Answer { .. }) => {}
                Some(Output::Lost) => panic!("a line is never lost"),
                None => return,
            }
        }
    }

    fn conclude(&mut self) {
        for (unit, board) in &mut self.sittings {
            while let Some(told) = board.sitting.poll() {
                match told.what {
                    // As the hall does: a board that differs may have lost an update.
                    Conclusion::Standing { differs } if !differs.is_empty() => {
                        self.driver.request(self.now, Some(unit), Request::ReadBoard).unwrap();
                    }
                    Conclusion::Incident(incident)
                        if incident.state == IncidentState::Raised
                            && incident.certainty >= Certainty::Medium =>
                    {
                        board.accused.push(format!("{incident:?}"));
                    }
                    _ => {}
                }
            }
        }
    }
}

impl Board {
    fn new() -> Self {
        let mut headers = Headers::default();
        headers.board = Some(BoardName { family: "dgt".to_owned(), serial: None });
        let sitting = Sitting::new(setup::of_headers(&headers.with_lags()).unwrap());
        Self { sitting, records: 0, accused: Vec::new() }
    }
}

const FIRST: u32 = 1_001;

fn player(game: &Scored, place: u32, style: Style) -> PlayedTable {
    let game = game.game();
    let control = game.control.unwrap_or(Control::USUAL);
    let rates = players::who_think(800.0..=8_000.0, style);
    let manner = PlayStyle { rates, sins: Sins::None, clock: Some(control) };
    let serial = FIRST + place;
    let clock = Some(control.setting());
    let make = Make { serial, chance: place.into(), scan: None, clock };
    let cue = Cue::Host(Duration::from_secs(30));
    let rounds = RepeatedGames::new(game, manner, u64::from(serial)).take(1);
    let lies = if place.is_multiple_of(2) { BoardTurn::Usual } else { BoardTurn::Turned };
    PlayedTable::new(dgt::FAMILY.device(&make).unwrap(), None, lies, cue, rounds)
}

/// Plays on so many boards at once; says which games are not told right, and who was accused of what.
fn play(style: Style, boards: u32) -> (Vec<String>, Vec<String>) {
    let games = ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo);
    let game = |place: u32| &games[place as usize / 2 % 2];
    let mut hall = Hall::new((0..boards).map(|place| player(game(place), place, style)).collect());
    hall.play();
    let (mut wrong, mut accused) = (Vec::new(), Vec::new());
    for place in 0..boards {
        let board = &hall.sittings[&Unit(format!("{:05}", FIRST + place).into())];
        let view = board.sitting.view().unwrap();
        let told: Vec<_> = view.moves.iter().map(|made| made.told.uci.to_string()).collect();
        if told != game(place).moves {
            let same = told.iter().zip(&game(place).moves).take_while(|(one, other)| one == other);
            wrong.push(format!(
                "{style:?}, board {place} of {boards}: right up to ply {}",
                same.count()
            ));
        }
        accused
            .extend(board.accused.iter().map(|what| format!("{style:?}, board {place}: {what}")));
    }
    (wrong, accused)
}

#[test]
fn calm_hands_on_a_full_line_are_told_as_they_played_and_nobody_is_accused() {
    for boards in [2, 8, 32] {
        let (wrong, accused) = play(Style::Clean, boards);
        println!("clean, {boards} boards: {} wrong, {} accused", wrong.len(), accused.len());
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(accused.is_empty(), "{accused:#?}");
    }
}

#[test]
fn mixed_hands_on_a_full_line_are_told_as_they_played_and_nobody_is_accused() {
    for boards in [2, 8, 32] {
        let (wrong, accused) = play(Style::Mixed, boards);
        println!("mixed, {boards} boards: {} wrong, {} accused", wrong.len(), accused.len());
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(accused.is_empty(), "{accused:#?}");
    }
}
