//! `org.touchmove.Hall1.Station`.

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
