//! What is found later to have been wrong in a game.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Color, Square};
use touchmove_core::laws::command::{Command, Identified, Misplaced, Schedule, UsedTime};
use touchmove_core::laws::restored_times::{FirstControl, FoundTimes};
use touchmove_drivers::observation::ClockTime;

use super::duration;

/// What is found.
#[derive(Debug, clap::Subcommand)]
pub(in super::super) enum Found {
    /// The game began from a wrong position
    StartWrong {
        /// A king stood wrong
        #[arg(long, conflicts_with = "rook")]
        king: bool,
        /// The rook that belongs on this square stood wrong
        #[arg(long, value_name = "SQUARE")]
        rook: Option<Square>,
    },
    /// The board lies wrongly
    BoardTurned,
    /// The game began with colours reversed
    ColoursReversed {
        /// What White and Black have used, as in 0:20:00, where the Laws of 1995 or 1997 hold
        #[arg(long, num_args = 2, value_names = ["WHITE", "BLACK"], requires = "control")]
        used: Vec<ClockTime>,
        /// The time of each up to the first control, as in 2:00:00
        #[arg(long, value_name = "H:MM:SS", requires = "used")]
        control: Option<ClockTime>,
    },
    /// The clock was set wrongly
    ClockSetting {
        /// The schedule of the event would suffer by a correction
        #[arg(long)]
        schedule_suffers: bool,
    },
    /// An illegal move was played before
    IllegalMove {
        /// The position before it, as a FEN, or the last one that is known
        before: Fen,
        /// Whose move it was
        #[arg(long)]
        side: Option<Color>,
        #[command(flatten)]
        earlier: Earlier,
    },
    /// Men were displaced before
    Displaced {
        /// The position before it, as a FEN, or the last one that is known
        before: Fen,
        #[command(flatten)]
        earlier: Earlier,
    },
    /// The adjourned position was set up wrongly
    AdjournedPosition {
        /// The adjourned position, as a FEN, where it was not kept here
        position: Option<Fen>,
    },
    /// The clocks were set wrongly as an adjourned game was resumed
    AdjournedTimes,
    /// The position on the board is illegal
    IllegalPosition,
}

/// What is known of an irregularity that is found later. The times are those of the Laws of 1995 and 1997 (12.6): all of
/// them, or none.
#[derive(Debug, clap::Args)]
pub(in super::super) struct Earlier {
    /// The position before it cannot be set up
    #[arg(long)]
    unknown: bool,
    /// The number of the move at which it happened, where the Laws of 1995 or 1997 hold
    #[arg(long, value_name = "N", requires_all = ["moves", "used"])]
    at_move: Option<u32>,
    /// How many moves were made until it was found
    #[arg(long, value_name = "N", requires = "at_move")]
    moves: Option<u32>,
    /// What White and Black have used, as in 1:30:00
    #[arg(long, num_args = 2, value_names = ["WHITE", "BLACK"], requires = "at_move")]
    used: Vec<ClockTime>,
    /// The time of each up to the control, as in 2:00:00
    #[arg(long, value_name = "H:MM:SS", requires_all = ["at_move", "moves_to_control"])]
    control: Option<ClockTime>,
    /// The moves to be made in it
    #[arg(long, value_name = "N", requires = "control")]
    moves_to_control: Option<u32>,
}

impl Found {
    /// What the Laws are told.
    pub(super) fn command(self) -> Command {
        match self {
            Self::StartWrong { king: true, .. } => {
                Command::FoundStartWrong { misplaced: Some(Misplaced::King(None)) }
            }
            Self::StartWrong { king: false, rook } => {
                Command::FoundStartWrong { misplaced: rook.map(Misplaced::Rook) }
            }
            Self::BoardTurned => Command::FoundBoardTurned,
            Self::ColoursReversed { used, control } => {
                let used = of_both(&used).zip(control);
                let used =
                    used.map(|(used, control)| UsedTime { used, control: duration(control) });
                Command::FoundColoursReversed { used }
            }
            Self::ClockSetting { schedule_suffers: true } => {
                Command::FoundClockSetting(Schedule::Suffers)
            }
            Self::ClockSetting { schedule_suffers: false } => {
                Command::FoundClockSetting(Schedule::Kept)
            }
            Self::IllegalMove { before, side, earlier } => {
                let (known, times) = (earlier.known(), earlier.times());
                Command::FoundIllegalMove { side, before, known, last_known: None, times }
            }
            Self::Displaced { before, earlier } => {
                let (known, times) = (earlier.known(), earlier.times());
                Command::FoundDisplacement { before, known, last_known: None, times }
            }
            Self::AdjournedPosition { position } => Command::FoundAdjournedPosition { position },
            Self::AdjournedTimes => Command::FoundAdjournedTimes,
            Self::IllegalPosition => Command::WatchIllegalPosition,
        }
    }
}

impl Earlier {
    const fn known(&self) -> Identified {
        if self.unknown { Identified::Unknown } else { Identified::Known }
    }

    fn times(&self) -> Option<FoundTimes> {
        let used = of_both(&self.used)?;
        let control = self.control.zip(self.moves_to_control);
        let control = control.map(|(time, moves)| FirstControl { time: duration(time), moves });
        Some(FoundTimes { at_move: self.at_move?, moves: self.moves?, used, control })
    }
}

/// White's, Black's: Black, White.
fn of_both(times: &[ClockTime]) -> Option<[Duration; 2]> {
    match times {
        [white, black] => Some([duration(*black), duration(*white)]),
        _ => None,
    }
}
