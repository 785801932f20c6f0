//! `org.touchmove.Hall1.Station`: the root of the live tree.

use zbus::message::Header;
use zbus::{Connection, fdo, interface};

use super::desk::Desk;
use crate::hall::news::BoardId;
use crate::hall::rounds::order::{RoundAnswer, RoundWish};
use crate::pairing::{BoardNumber, Round};

/// This station. Its boards, clocks, games and rounds are the objects below it, which
/// `org.freedesktop.DBus.ObjectManager` lists.
#[derive(Debug)]
pub(super) struct Station {
    desk: Desk,
}

impl Station {
    pub(super) const fn new(desk: Desk) -> Self {
        Self { desk }
    }
}

#[interface(
    name = "org.touchmove.Hall1.Station",
    proxy(default_service = "org.touchmove.Hall1", default_path = "/org/touchmove/Hall1")
)]
impl Station {
    /// Loads the pairings of a file: PGN, TRF16 or CSV, told apart by what is in it. `round` picks one
    /// round; 0 takes what the file has, of TRF the last round. Returns the rounds that are loaded.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` with the line of the file and what to do; `Failed` where
    /// the round has begun; `Timeout`.
    #[zbus(out_args("rounds"))]
    async fn load_round(
        &self,
        file: Vec<u8>,
        round: u16,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<Vec<u16>> {
        let round = match round {
            0 => None,
            number => Some(Round::new(number).ok_or_else(|| no_such("round", number))?),
        };
        match self.desk.ask(connection, &call, RoundWish::Load { file, round }).await? {
            RoundAnswer::Loaded(rounds) => Ok(rounds.into_iter().map(Round::get).collect()),
            _ => Ok(Vec::new()),
        }
    }

    /// Assigns the board of this name, such as `dgt_12345`, to a table.
    ///
    /// Errors: `AccessDenied`; `FileNotFound` where there is no such board; `Failed` where it is at
    /// another table; `Timeout`.
    async fn assign(
        &self,
        table: u16,
        board: String,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<()> {
        let wish = RoundWish::Assign { table: number(table)?, board: BoardId(board.into()) };
        self.desk.ask(connection, &call, wish).await.map(drop)
    }

    /// Assigns the connected boards that are at no table, by name, to the free tables of the loaded
    /// rounds in their order; returns how many.
    #[zbus(out_args("assigned"))]
    async fn assign_plugged(
        &self,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<u32> {
        match self.desk.ask(connection, &call, RoundWish::AssignPlugged).await? {
            RoundAnswer::Assigned(count) => Ok(u32::try_from(count).unwrap_or(u32::MAX)),
            _ => Ok(0),
        }
    }

    /// Takes the board away from a table.
    async fn free(
        &self,
        table: u16,
        #[zbus(connection)] connection: &Connection,
        #[zbus(header)] call: Header<'_>,
    ) -> fdo::Result<()> {
        let wish = RoundWish::Free { table: number(table)? };
        self.desk.ask(connection, &call, wish).await.map(drop)
    }

    /// Version of touchmove.
    #[zbus(property(emits_changed_signal = "const"))]
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
}

fn number(table: u16) -> fdo::Result<BoardNumber> {
    BoardNumber::new(table).ok_or_else(|| no_such("table", table))
}

fn no_such(what: &str, number: u16) -> fdo::Error {
    fdo::Error::InvalidArgs(format!("there is no {what} {number}"))
}
