//! A game played by simulated hands under a clock that jumps from deadline to deadline: a device and
//! its driver, and what is concluded of it. Nothing waits, and every pause is as long as in real life.

use std::time::Duration;

use shakmaty::CastlingMode;
use touchmove::game::conclusion::{Conclusion, Told};
use touchmove::game::setup;
use touchmove::game::sitting::Sitting;
use touchmove::game::view::GameView;
use touchmove::simulate::{
    Control, Cue, Game, Manner, Orientation, Player, Rate, Rounds, Setting, Sins, Style,
};
use touchmove_drivers::device::Make;
use touchmove_drivers::recording::{BoardName, Headers};
use touchmove_drivers::{Approach, Driver, Family, Instant, Output, Request};

/// Time after the last reading: whatever waits for rest is concluded by then.
const QUIET: Duration = Duration::from_secs(60);

/// Both ends of a line, and what is concluded.
struct Table {
    now: Instant,
    player: Player,
    driver: Box<dyn Driver>,
    sitting: Sitting,
    records: u64,
    told: Vec<Told>,
}

/// Plays `game` with hands of this style and seed, and returns the game that is concluded.
pub fn play(
    game: &Game,
    family: &'static Family,
    style: Style,
    orientation: Orientation,
    seed: u64,
) -> GameView {
    let mut table = Table {
        now: Instant::ZERO,
        player: player(game, family, style, orientation, seed),
        driver: (family.driver)(Approach::Known),
        sitting: sitting(game, family),
        records: 0,
        told: Vec::new(),
    };
    table.driver.start(table.now);
    table.exchange();
    while !table.player.progress().over {
        table.pass_time();
    }
    table.sitting.advance(table.now + QUIET);
    table.sitting.view().cloned().unwrap_or_default()
}

fn player(
    game: &Game,
    family: &Family,
    style: Style,
    orientation: Orientation,
    seed: u64,
) -> Player {
    let control = game.control.unwrap_or(Control::USUAL);
    let make = Make { serial: 12_345, scan: None, clock: Some(control.setting()) };
    let mut rates = style.rates();
    rates.set(Setting::new(Rate::Kings, 1.0).unwrap());
    let manner = Manner { rates, sins: Sins::Usual, clock: Some(control) };
    let cue = Cue::Host(Duration::from_secs(2));
    let rounds = Rounds::new(game.clone(), manner, seed).take(1);
    Player::new(family.device.unwrap()(&make), family.line, orientation, cue, rounds)
}

fn sitting(game: &Game, family: &Family) -> Sitting {
    assert_eq!(game.castling, CastlingMode::Standard);
    let mut headers = Headers::default();
    headers.board = Some(BoardName { family: family.name.to_owned(), serial: None });
    Sitting::new(setup::of_headers(&headers.with_lags()).unwrap())
}

impl Table {
    /// Goes on to the next moment at which anything is due.
    fn pass_time(&mut self) {
        let due = [self.player.deadline(), self.driver.deadline(), self.sitting.deadline()];
        let next = due.into_iter().flatten().min().expect("somebody waits for something");
        self.now = self.now.max(next);
        self.player.timeout(self.now);
        if self.driver.deadline().is_some_and(|at| at <= self.now) {
            self.driver.timeout(self.now);
        }
        self.sitting.advance(self.now);
        self.exchange();
    }

    /// Lets everybody hear what the others have to say.
    fn exchange(&mut self) {
        loop {
            if let Some(bytes) = self.player.poll() {
                self.driver.receive(self.now, &bytes);
            } else if let Some(output) = self.driver.poll() {
                self.carry(output);
            } else if let Some(told) = self.sitting.poll() {
                // As the hall does: a board that differs may have lost an update.
                if matches!(&told.what, Conclusion::Standing { differs } if !differs.is_empty()) {
                    self.driver.request(self.now, Request::ReadBoard).unwrap();
                }
                self.told.push(told);
            } else {
                return;
            }
        }
    }

    fn carry(&mut self, output: Output) {
        match output {
            Output::Send(bytes) => self.player.receive(self.now, &bytes),
            Output::Observed { observation, .. } => {
                self.records += 1;
                self.sitting.observe(self.now, self.records, &observation);
            }
            Output::Lost => panic!("the board is lost"),
        }
    }
}
