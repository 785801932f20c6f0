//! A game played by simulated hands under a clock that jumps from deadline to deadline: a device and
//! its driver, and what is concluded of it. Nothing waits, and every pause is as long as in real life.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::CastlingMode;
use touchmove_core::game::conclusion::{Conclusion, Told};
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::GameView;
use touchmove_drivers::device::Make;
use touchmove_drivers::observation::{DeviceFact, LinkState, Placement};
use touchmove_drivers::recording::{BoardName, Headers};
use touchmove_drivers::{
    Approach, Before, Driver, Family, Instant, Known, Observation, Output, Request,
};
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, PgnGame, PlayStyle, PlayedTable, Rate, RateSetting, RepeatedGames,
    Sins, Style,
};

use crate::support::ways::Way;

/// How long players wait, after the host has come, until a board that learns its pieces has learned them.
pub(crate) const SITTING_DOWN: Duration = Duration::from_secs(8);

/// Time after the last reading: whatever waits for rest is concluded by then.
const QUIET: Duration = Duration::from_secs(60);

/// Both ends of a link, and what is concluded.
struct Table {
    way: Way,
    now: Instant,
    player: PlayedTable,
    /// `None` while nobody listens.
    driver: Option<Box<dyn Driver>>,
    sitting: Sitting,
    records: u64,
    told: Vec<Told>,
    /// What the host knows of the board.
    known: Option<Known>,
    /// Whether it has said a number of its own.
    has_number: bool,
    /// When nobody listens.
    absence: Absence,
    /// When the host left, if it has.
    left: Option<Instant>,
}

/// When nobody listens to a board.
pub(crate) enum Absence {
    Never,
    /// From this ply on and up to that one.
    Plies(Range<usize>),
    /// From this ply on for so long.
    For(usize, Duration),
}

impl Absence {
    /// Whether it is so after so many plies, where the host left at that moment.
    fn is_now(&self, plies: usize, now: Instant, left: Option<Instant>) -> bool {
        match self {
            Self::Never => false,
            Self::Plies(away) => away.contains(&plies),
            Self::For(from, _) => *from <= plies && self.ends(left).is_none_or(|end| now < end),
        }
    }

    /// When it ends, where that is known beforehand.
    fn ends(&self, left: Option<Instant>) -> Option<Instant> {
        match self {
            Self::For(_, span) => Some(left? + *span),
            Self::Never | Self::Plies(_) => None,
        }
    }
}

/// Plays `game` with hands of this style and seed, and returns the game that is concluded.
pub(crate) fn play(
    game: &PgnGame,
    family: &'static Family,
    style: Style,
    orientation: BoardTurn,
    seed: u64,
) -> Arc<GameView> {
    play_without(game, family, style, orientation, seed, Absence::Never)
}

/// The same, while at times nobody listens.
pub(crate) fn play_without(
    game: &PgnGame,
    family: &'static Family,
    style: Style,
    orientation: BoardTurn,
    seed: u64,
    absence: Absence,
) -> Arc<GameView> {
    assert_eq!(game.castling, CastlingMode::Standard);
    let way = Way { family, transport: family.transports[0] };
    watch(way, player(game, family, style, orientation, seed), absence)
}

/// Lets the people at a board of this way play, and returns the game that is concluded, while at times nobody listens.
pub(crate) fn watch(way: Way, player: PlayedTable, absence: Absence) -> Arc<GameView> {
    let mut table = Table {
        way,
        now: Instant::ZERO,
        player,
        driver: None,
        sitting: sitting(way.family),
        records: 0,
        told: Vec::new(),
        known: None,
        has_number: false,
        absence,
        left: None,
    };
    table.come();
    while !table.player.progress().over {
        table.pass_time();
        let plies = table.player.progress().plies;
        match (&table.driver, table.absence.is_now(plies, table.now, table.left)) {
            (Some(_), true) => table.leave(),
            (None, false) => table.come(),
            _ => {}
        }
    }
    table.sitting.advance(table.now + QUIET);
    table.sitting.view().cloned().unwrap_or_default()
}

fn player(
    game: &PgnGame,
    family: &Family,
    style: Style,
    orientation: BoardTurn,
    seed: u64,
) -> PlayedTable {
    let control = game.control.unwrap_or(Control::USUAL);
    let make = Make { serial: 12_345, chance: 0, scan: None, clock: Some(control.setting()) };
    let mut rates = style.rates();
    rates.set(RateSetting::new(Rate::Kings, 1.0).unwrap());
    let manner = PlayStyle { rates, sins: Sins::Usual, clock: Some(control) };
    let cue = Cue::Host(Duration::from_secs(2));
    let rounds = RepeatedGames::new(game.clone(), manner, seed).take(1);
    PlayedTable::new(family.device(&make).unwrap(), family.line(), orientation, cue, rounds)
}

fn sitting(family: &Family) -> Sitting {
    let mut headers = Headers::default();
    headers.sensing = Some(family.sensing);
    headers.reading_lag = Some(family.reading_lag);
    headers.clock_lag = family.clock_lag;
    headers.board = Some(BoardName { family: family.name.to_owned(), serial: None });
    Sitting::new(setup::of_headers(&headers.with_lags()).unwrap())
}

impl Table {
    /// The host opens the board.
    fn come(&mut self) {
        let Way { family, transport } = self.way;
        let mut driver = (family.driver)(Approach::Known, transport);
        driver.start(self.now);
        // Boards that remember nothing have nothing to wait for, and who says no number is known by the link.
        let waits = driver.request(self.now, None, Request::AwaitWord).is_ok();
        self.driver = Some(driver);
        if !waits || self.left.is_some() && !self.has_number {
            self.request(Request::GoOn(self.before()));
        }
        self.player.attend(self.now);
        self.exchange();
    }

    /// The host is gone; what the board says is lost.
    fn leave(&mut self) {
        (self.driver, self.left) = (None, Some(self.now));
        self.observe(&Observation::Link(LinkState::Lost));
        self.exchange();
    }

    /// Goes on to the next moment at which anything is due.
    fn pass_time(&mut self) {
        let driver = self.driver.as_ref().and_then(|driver| driver.deadline());
        let back = self.absence.ends(self.left).filter(|&end| end > self.now);
        let due = [self.player.deadline(), driver, self.sitting.deadline(), back];
        let next = due.into_iter().flatten().min().expect("somebody waits for something");
        self.now = self.now.max(next);
        self.player.timeout(self.now);
        if let (Some(driver), Some(true)) = (&mut self.driver, driver.map(|at| at <= self.now)) {
            driver.timeout(self.now);
        }
        self.sitting.advance(self.now);
        self.exchange();
    }

    /// Lets everybody hear what the others have to say.
    fn exchange(&mut self) {
        loop {
            if let Some(packet) = self.player.poll() {
                let hear = |driver: &mut Box<dyn Driver>| {
                    driver.receive(self.now, packet.as_slice());
                };
                self.driver.iter_mut().for_each(hear);
            } else if let Some(output) = self.driver.as_mut().and_then(|driver| driver.poll()) {
                self.carry(output);
            } else if let Some(told) = self.sitting.poll() {
                // As the hall does: a board that differs may have lost an update.
                if matches!(&told.what, Conclusion::Standing { differs } if !differs.is_empty()) {
                    self.request(Request::ReadBoard);
                }
                self.told.push(told);
            } else {
                return;
            }
        }
    }

    fn carry(&mut self, output: Output) {
        match output {
            Output::Send(packet) => self.player.receive(self.now, packet.as_slice()),
            Output::Observed { observation, .. } => {
                self.observe(&observation);
                if matches!(observation, Observation::Device(DeviceFact::Serial(_))) {
                    self.has_number = true;
                    self.request(Request::GoOn(self.before()));
                }
            }
            Output::Lost | Output::Answer { .. } => panic!("the board is lost, or on a line"),
        }
    }

    /// What the host knows of the board when it comes.
    fn before(&self) -> Before {
        let left = self.left.unwrap_or(Instant::ZERO);
        let known = |known: Known| Before::Known(Arc::new(known), self.now.since(left));
        self.known.clone().map_or(Before::Nothing, known)
    }

    fn observe(&mut self, observation: &Observation) {
        self.records += 1;
        self.sitting.observe(self.now, self.records, observation);
        match (&mut self.known, observation) {
            (Some(known), observation) => known.note(observation),
            (none, Observation::Board(placement)) => *none = Some(Known::of((**placement).clone())),
            // Which chip is in which piece is known before it is known how they stand.
            (none, Observation::Device(DeviceFact::Chips(_))) => {
                none.insert(Known::of(Placement::EMPTY)).note(observation);
            }
            _ => {}
        }
    }

    /// Asks the driver; what its board cannot do it refuses.
    fn request(&mut self, request: Request) {
        self.driver.iter_mut().for_each(|driver| {
            let _ = driver.request(self.now, None, request.clone());
        });
    }
}
