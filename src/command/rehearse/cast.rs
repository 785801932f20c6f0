//! Who plays: a virtual board for each table, on a port of its own or on a line with others.

use std::io;
use std::num::NonZeroUsize;

use touchmove_drivers::Device;
use touchmove_drivers::device::Make;
use touchmove_drivers::family::{Family, SerialLine};
use touchmove_lab::simulate::{
    AtPort, BoardTurn, Cue, Gong, PgnGame, PlayStyle, PlayedTable, PlayerLine, Progress, Rate,
    RateSetting, Rates, RepeatedGames, Speaks, Tape, Taped, VirtualBoard,
};

use super::{Arguments, Failure, line_of};

/// The first game of a file.
pub(super) const FIRST: NonZeroUsize = NonZeroUsize::MIN;

/// More games are not read: there are no more tables.
pub(super) const MAX_GAMES: usize = 1_000;

/// Boards on a shared line. More would do, but each would be asked more seldom.
const ON_A_LINE: usize = 20;

/// The serial number of the board at the first table; the others follow.
const FIRST_SERIAL: u32 = 10_001;

/// Everybody who plays.
pub(super) struct Cast {
    /// Who sits at the tables, in their order.
    pub(super) tables: Vec<Seat>,
    boards: Vec<(&'static Family, VirtualBoard)>,
}

/// A table with a virtual board.
#[derive(Debug)]
pub(super) struct Seat {
    /// The board's name.
    pub(super) board: String,
    /// What is really played on it: the moves in UCI.
    pub(super) moves: Vec<String>,
    /// The result that the board shows, if it does.
    pub(super) result: Option<String>,
    /// The serial number of the board.
    pub(super) serial: u32,
    /// Whose wire the board speaks: its own, or that of the line that it is on.
    pub(super) wire_of: &'static Family,
    /// What makes it speak there.
    pub(super) speaks: Speaks,
    /// All that it sends.
    pub(super) tape: Tape,
}

impl Cast {
    /// Seats players at so many tables; they begin at the gong.
    ///
    /// # Errors
    /// [`Failure`] where the system has no pseudo-terminal or no thread left, and where boards of this family
    /// share no lines.
    pub(super) fn new(
        arguments: &Arguments,
        games: &[PgnGame],
        tables: usize,
        gong: &Gong,
    ) -> Result<Self, Failure> {
        let mut cast = Self { tables: Vec::new(), boards: Vec::new() };
        let single = tables - arguments.shared as usize;
        let mut on_line = Vec::new();
        let games = games.iter().cycle().take(tables);
        for ((index, serial), game) in (FIRST_SERIAL..).enumerate().zip(games) {
            if index < single {
                let at = (arguments.family, arguments.family.line());
                let player = cast.seat(arguments, game, (serial, at), gong)?;
                cast.plug_in(arguments.family, player, arguments)?;
            } else {
                let at = (line_of(arguments.family)?, None);
                on_line.push(cast.seat(arguments, game, (serial, at), gong)?);
            }
        }
        let mut on_line = on_line.into_iter().peekable();
        while on_line.peek().is_some() {
            let line = PlayerLine::new(on_line.by_ref().take(ON_A_LINE));
            cast.plug_in(line_of(arguments.family)?, line, arguments)?;
        }
        Ok(cast)
    }

    /// Two players at the next table, with a board at a port of its own, or on a line where its wire takes no time.
    fn seat(
        &mut self,
        arguments: &Arguments,
        game: &PgnGame,
        (serial, (wire_of, wire)): (u32, (&'static Family, Option<SerialLine>)),
        gong: &Gong,
    ) -> Result<Taped<PlayedTable>, Failure> {
        let chance = arguments.seed.wrapping_add(u64::from(serial));
        let manner = PlayStyle {
            rates: rates(arguments),
            sins: arguments.sins.0,
            clock: Some(arguments.clock),
        };
        let timeline = RepeatedGames::new(game.clone(), manner, chance).next();
        let truth = timeline.as_ref().map(|timeline| timeline.truth.clone()).unwrap_or_default();
        let tape = Tape::default();
        self.tables.push(Seat {
            board: format!("{}_{serial}", arguments.family.name),
            moves: truth.moves.iter().map(|played| played.uci.to_string()).collect(),
            result: truth.result.map(|result| result.as_str().to_owned()),
            serial,
            wire_of,
            speaks: if wire.is_some() { Speaks::ByItself } else { Speaks::WhenAsked },
            tape: tape.clone(),
        });
        let board = board(arguments, serial, chance).map_err(Failure::failed)?;
        let cue = Cue::Gong(gong.clone());
        Ok(Taped::new(PlayedTable::new(board, wire, BoardTurn::Usual, cue, timeline), tape))
    }

    fn plug_in(
        &mut self,
        family: &'static Family,
        player: impl AtPort + 'static,
        arguments: &Arguments,
    ) -> Result<(), Failure> {
        let board = VirtualBoard::start(player, arguments.speed).map_err(Failure::failed)?;
        self.boards.push((family, board));
        Ok(())
    }

    /// The names of the boards, in the order of the tables.
    pub(super) fn boards(&self) -> impl Iterator<Item = &String> {
        self.tables.iter().map(|seat| &seat.board)
    }

    /// The ports, each with the family of what is there.
    pub(super) fn ports(&self) -> Vec<String> {
        let port = |(family, board): &(&Family, VirtualBoard)| {
            format!("{}:{}", family.name, board.port().display())
        };
        self.boards.iter().map(port).collect()
    }

    /// Plies that are to be played.
    pub(super) fn plies(&self) -> usize {
        self.tables.iter().map(|seat| seat.moves.len()).sum()
    }

    /// Plies that are on the boards.
    pub(super) fn played(&self) -> usize {
        self.progress().map(|progress| progress.plies).sum()
    }

    /// Whether a game has come to its end.
    pub(super) fn has_ended_any(&self) -> bool {
        self.progress().any(|progress| progress.games > 0)
    }

    /// Whether all games have.
    pub(super) fn is_over(&self) -> bool {
        self.progress().all(|progress| progress.over)
    }

    fn progress(&self) -> impl Iterator<Item = Progress> {
        self.boards.iter().map(|(_, board)| *board.progress().borrow())
    }
}

fn board(arguments: &Arguments, serial: u32, chance: u64) -> io::Result<Box<dyn Device>> {
    let clock = Some(arguments.clock.setting());
    let make = Make { serial, chance, scan: None, clock };
    let device = arguments.family.device(&make);
    device.ok_or_else(|| io::Error::other("these boards are not simulated"))
}

/// The hands asked for, and at the end of a game they show its result with the kings.
fn rates(arguments: &Arguments) -> Rates {
    let mut rates = arguments.hands.0.rates();
    rates.set(RateSetting::always(Rate::Kings));
    rates
}
