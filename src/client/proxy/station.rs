//! `org.touchmove.Hall1.Station`.

use std::collections::HashMap;

use zbus::proxy;

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Hall1.Station`: the root of the live tree.
#[proxy(
    interface = "org.touchmove.Hall1.Station",
    default_service = "org.touchmove.Hall1",
    default_path = "/org/touchmove/Hall1"
)]
pub trait Station {
    /// Loads the pairings of a file: PGN, TRF16 or CSV, told apart by what is in it.
    fn load_round(&self, file: Vec<u8>, round: u16) -> call_error::Result<Vec<u16>>;

    /// The same, for a tournament in sections: pairings to which the file gives no section are of `section`;
    /// the first table gets the number `tables_from`, the others follow at their distances.
    fn load_section(
        &self,
        file: Vec<u8>,
        round: u16,
        section: String,
        tables_from: u16,
        others: String,
    ) -> call_error::Result<Vec<u16>>;

    /// The same, and says what was loaded, by its particulars: `round` (u); `pairings` (u), how many;
    /// `replaced` (u), how many of the round were there before in their place.
    fn load_pairings(
        &self,
        file: Vec<u8>,
        round: u16,
        section: String,
        tables_from: u16,
        others: String,
    ) -> call_error::Result<Vec<Details>>;

    /// Takes the game on the board of a table, which began before its pairing, for the table's.
    fn adopt(&self, table: u16, plies: u32) -> call_error::Result<()>;

    /// Assigns the board of this name, such as `dgt_12345`, to a table.
    fn assign(&self, table: u16, board: String) -> call_error::Result<()>;

    /// Assigns the connected boards that are at no table, by name, to the free tables of the loaded rounds in
    /// their order; returns how many.
    fn assign_plugged(&self) -> call_error::Result<u32>;

    /// Takes the board away from a table.
    fn free(&self, table: u16) -> call_error::Result<()>;

    /// Has boards that come asked for before they are served, for so many milliseconds, 60000 at most: they stand in
    /// `Sought` until `ServeBoard` or `TakeBoardOver` answers, until the time is over, or for fifteen seconds.
    fn ask_first(&self, milliseconds: u32) -> call_error::Result<()>;

    /// Serves a board of `Sought`, such as `dgt_12345`, as this station knows it.
    fn serve_board(&self, board: String) -> call_error::Result<()>;

    /// Takes a part of what another station has kept of a board of `Sought`: the bytes of its journal from this one on.
    fn receive_evidence(&self, board: String, from: u64, bytes: Vec<u8>) -> call_error::Result<()>;

    /// Serves a board of `Sought` with all that was received of it, and what was decided about it. Where it was at a table of a
    /// round that this station has, `round` and `table` say it, and `game` the game there, by its name at the other station; 0, 0
    /// and nothing otherwise. Returns the names that its games have here, by those that they had there.
    fn take_board_over(
        &self,
        board: String,
        decisions: Vec<String>,
        round: u16,
        table: u16,
        game: String,
    ) -> call_error::Result<HashMap<String, String>>;

    /// The boards, such as `dgt_12345`, that have come and are not served yet: a hall of several stations is asked first
    /// whether another one had them.
    #[zbus(property)]
    fn sought(&self) -> zbus::Result<Vec<String>>;

    /// Version of touchmove.
    #[zbus(property(emits_changed_signal = "const"))]
    fn version(&self) -> zbus::Result<String>;

    /// Whether everything that was kept is shown: after a start, boards, games and rounds are read back from
    /// their journals.
    #[zbus(property)]
    fn ready(&self) -> zbus::Result<bool>;

    /// What somebody should see to at the disk on which evidence is kept, while there still is space; empty
    /// while nothing is.
    #[zbus(property)]
    fn disk(&self) -> zbus::Result<String>;

    /// The ports that are looked after, each with its name (`port`, s); its `state` (s): `searching` while
    /// nobody there has said who he is, `cannot-open`, `refused` where a board is there that cannot be heard,
    /// `serving`, or `restarting`; `why` (s), as a word, such as `no-answer`, `busy`, `denied`, `gone`,
    /// `doubled`, `unsure` or `too-many-new`; `advice` (s), what that means and what to do, in English; and
    /// the `boards` (ao) that are heard there.
    #[zbus(property)]
    fn ports(&self) -> zbus::Result<Vec<Details>>;
}
