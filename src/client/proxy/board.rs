//! `org.touchmove.Hall1.Board`.

use zbus::{OwnedObjectPath, proxy};

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Hall1.Board`: one electronic board.
#[proxy(
    interface = "org.touchmove.Hall1.Board",
    default_service = "org.touchmove.Hall1",
    assume_defaults = false
)]
pub trait Board {
    /// Asks the board to read all its squares out again.
    fn read_board(&self) -> call_error::Result<()>;

    /// Has a board whose pieces have chips learn anew which chip is in which piece, from the start position.
    fn calibrate(&self) -> call_error::Result<()>;

    /// Says at which port the board is, such as `/dev/ttyUSB1`: where two say the same serial number, or one
    /// says it at another port in the middle of a round, only that one is heard.
    fn hear_at(&self, port: String) -> call_error::Result<()>;

    /// Sets the clock to White's time and Black's, in milliseconds, and has it stand. Returns once the clock
    /// shows it.
    fn set_clock(&self, white: u32, black: u32) -> call_error::Result<()>;

    /// The next part of what is kept of the board, for a hall of several stations to keep it, too. The caller says of which
    /// `journal` he has so many bytes, and so many decisions; nothing, 0 and 0 before the first part.
    fn evidence(&self, journal: String, bytes: u64, decisions: u32) -> call_error::Result<Details>;

    /// Family of the board, by name, such as `dgt`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn family(&self) -> zbus::Result<String>;

    /// What a person calls the board, such as `DGT board`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn title(&self) -> zbus::Result<String>;

    /// Serial number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn serial(&self) -> zbus::Result<String>;

    /// Version of the firmware; empty while it is not known.
    #[zbus(property)]
    fn firmware(&self) -> zbus::Result<String>;

    /// Where the board is attached, for a person to find it.
    #[zbus(property)]
    fn port(&self) -> zbus::Result<String>;

    /// Why what the board says is not being kept, and what to do; empty while it is.
    #[zbus(property)]
    fn trouble(&self) -> zbus::Result<String>;

    /// How it is with the board: `starting` (it is read out), `in-step`, `out-of-step` (what it shows does
    /// not fit the game, or a question about it is open), `faulty` (it says more changes than hands can
    /// make), `silent` (no answer lately) or `lost`.
    #[zbus(property)]
    fn state(&self) -> zbus::Result<String>;

    /// Why the state is what it is, as a word; empty where there is nothing to say.
    #[zbus(property)]
    fn why(&self) -> zbus::Result<String>;

    /// Since when state and reason have been what they are, in microseconds since boot.
    #[zbus(property)]
    fn since(&self) -> zbus::Result<u64>;

    /// What the state means and what can be done about it, in English; empty where there is nothing to say.
    #[zbus(property)]
    fn advice(&self) -> zbus::Result<String>;

    /// What somebody should see to about the board itself, what is worst first, each with its `kind` (s),
    /// such as `square-flickers`, `piece-not-read`, `square-dead`, `line-errors`, `board-silences` or
    /// `battery-low`; `advice` (s): `swap-board` (at the next round), `look-at-squares`, `check-cable`,
    /// `charge` or `change-clock-battery`; `count` (u), how often, or the charge in per cent; where it is of
    /// squares, `squares` (as), in the board's own numbering; where it is counted, `trend` (s), as in
    /// `Health`.
    #[zbus(property)]
    fn findings(&self) -> zbus::Result<Vec<Details>>;

    /// How well the board reads and is heard: how often questions had to be asked again (`repeats`), bytes
    /// were damaged (`damaged`), it was silent (`silences`), its link was lost and made anew (`breaks`), and
    /// squares changed and turned back while nothing was played (`flicker`), each in the present ten minutes (`…_ten_minutes`, u), in the hour
    /// (`…_hour`, u), and whether the last half an hour has more than the one before (`…_trend`, s: `rising`,
    /// `steady`, `falling`); the longest silence (`longest_silence_ms`, t) and the longest time
    /// without a link that was not over ten minutes (`longest_break_ms`, t); and the squares that flickered
    /// most (`flicker_squares`, as) with how often each did (`flicker_counts`, au).
    #[zbus(property)]
    fn health(&self) -> zbus::Result<Details>;

    /// Whether it is known which chip is in which of its pieces: `unneeded`, `unknown`, `known`; and while it
    /// learns because somebody asked for that, `settling`, `unread` (nothing is read where a piece belongs),
    /// `alike` (several squares say the same chip) or `strange` (something stands where nothing belongs).
    #[zbus(property)]
    fn calibration(&self) -> zbus::Result<String>;

    /// The squares that somebody has to see to before its pieces are known, in the board's own numbering.
    #[zbus(property)]
    fn calibration_squares(&self) -> zbus::Result<Vec<String>>;

    /// The pieces of which it is known which chip is in them, as letters of a FEN; empty where none need be.
    #[zbus(property)]
    fn calibrated_pieces(&self) -> zbus::Result<String>;

    /// State of the link: `up`, `stale` (no answer lately) or `lost`.
    #[zbus(property)]
    fn link(&self) -> zbus::Result<String>;

    /// Charge of the battery in per cent; 255 while it is not known or where there is none.
    #[zbus(property)]
    fn battery(&self) -> zbus::Result<u8>;

    /// What the squares sense: `identity` (which piece), `occupancy` (that there is one) or `colour`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn sensing(&self) -> zbus::Result<String>;

    /// What the daemon's knowledge of this family is from: `recorded` (recordings of real boards), `implemented`
    /// (programs of others; no board of it was tried), `documented` (documents alone; no board of it was
    /// tried) or `own` (it is a form of evidence, no device).
    #[zbus(property(emits_changed_signal = "const"))]
    fn knowledge(&self) -> zbus::Result<String>;

    /// What stands on the board, in the board's own numbering: the placement field of a FEN, with `*`, `+`,
    /// `-` and `?` for some, a white, a black and an unknown piece.
    #[zbus(property)]
    fn placement(&self) -> zbus::Result<String>;

    /// Whether the board lies the other way round, with Black's pieces where its own numbering has White's:
    /// `no`, `yes` or `unknown`.
    #[zbus(property)]
    fn turned(&self) -> zbus::Result<String>;

    /// Whether a clock is connected: `present`, `absent` or `unknown`.
    #[zbus(property)]
    fn clock(&self) -> zbus::Result<String>;

    /// The game being played on the board; `/` while there is none.
    #[zbus(property)]
    fn game(&self) -> zbus::Result<OwnedObjectPath>;
}
