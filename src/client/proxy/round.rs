//! `org.touchmove.Hall1.Round`.

use zbus::proxy;

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Hall1.Round`: a round and its pairings.
#[proxy(
    interface = "org.touchmove.Hall1.Round",
    default_service = "org.touchmove.Hall1",
    assume_defaults = false
)]
pub trait Round {
    /// Begins the round, or goes on with it after a pause: games that begin at its tables are its games.
    fn begin(&self) -> call_error::Result<()>;

    /// The same, whatever is missing.
    fn begin_anyway(&self) -> call_error::Result<()>;

    /// Interrupts the round: games go on, none begins.
    fn pause(&self) -> call_error::Result<()>;

    /// Ends the round.
    fn end(&self) -> call_error::Result<()>;

    /// The same, whatever is open.
    fn end_anyway(&self) -> call_error::Result<()>;

    /// Takes back that the round was ended: it runs again.
    fn reopen(&self) -> call_error::Result<()>;

    /// Takes the round away: one that has not begun, and with `ended` one that is over, too.
    fn remove(&self, ended: bool) -> call_error::Result<()>;

    /// What is missing at the tables whose games have not begun, a line each.
    fn missing(&self) -> call_error::Result<Vec<String>>;

    /// Enters the result at a table from the signed scoresheets: `1-0`, `0-1`, `1/2-1/2`, where nobody played
    /// `+:-`, `-:+` or `-:-`; `*` takes back what was entered.
    fn enter(&self, table: u16, result: String) -> call_error::Result<Details>;

    /// Answers the question `result-differs` of a table: `board`, the result with which the game ended
    /// counts; `entered`, what was entered does.
    fn settle(&self, table: u16, choice: String) -> call_error::Result<Details>;

    /// The results by table, each by its particulars: `table` (u); `result` (s), which counts, `*` while it
    /// is open or two differ; `source` (s): `board`, `entered`, `both`, `settled`, or empty; `board_result`
    /// (s), what the board shows; `entered` (s), and where a person entered it `entered_by` (s) and
    /// `entered_at` (s); `question` (s) where one is open: `result-differs`.
    fn results(&self) -> call_error::Result<Vec<Details>>;

    /// The pairings by table, each by its particulars: `board` (a path) and `game` (a path), `/` where there
    /// is none; `table`; and what the pairing file has, by the names of its CSV form: `white`, `black`,
    /// `white_fide_id`, `time_control` … Beside them stands what is known of the result, as `Results` has it:
    /// `result`, `source`, `board_result`, `entered` …
    fn pairings(&self) -> call_error::Result<Vec<Details>>;

    /// Its number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn number(&self) -> zbus::Result<u16>;

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn event(&self) -> zbus::Result<String>;

    /// How far it has got: `loaded`, `running`, `paused` or `ended`.
    #[zbus(property)]
    fn stage(&self) -> zbus::Result<String>;

    /// How many games it has.
    #[zbus(property)]
    fn tables(&self) -> zbus::Result<u32>;

    /// The tables of which a question is open: the result on the board differs from the entered one.
    #[zbus(property)]
    fn questions(&self) -> zbus::Result<Vec<u16>>;

    /// Grows whenever anything of the round changes: then ask for its `Pairings` and `Results`.
    #[zbus(property)]
    fn revision(&self) -> zbus::Result<u64>;
}
