//! `org.touchmove.Hall1.Station`: the root of the live tree.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use tokio::sync::watch;
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::{Details, details};
use touchmove_client::path::{self, LIVE};
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, Round};
use touchmove_core::text::on_one_line;
use touchmove_core::tournament::rounds::section::SectionName;
use touchmove_core::tournament::rounds::wish::{
    Among, LoadedRound, Others, RoundAnswer, RoundWish,
};
use zbus::fdo::ObjectManager;
use zbus::message::Header;
use zbus::{Connection, OwnedObjectPath, interface};

use super::desk::Desk;
use super::object::Object;
use super::sections;
use crate::hall::orders::joint::{JointOrder, TakenBoard, TakenGame, TakenTable};
use crate::hall::ports::port_view::{PortPlace, PortView};

/// This station. Its boards, clocks, games and rounds are the objects below it, which
/// `org.freedesktop.DBus.ObjectManager` lists.
#[derive(Debug)]
pub(super) struct Station {
    shown: watch::Receiver<Shown>,
    desk: Desk,
}

/// What the properties show.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// Whether all that was kept is shown.
    pub(super) ready: bool,
    /// What is to be seen to at the disk.
    pub(super) disk: Option<String>,
    /// The boards that a hall of several stations is asked for.
    pub(super) sought: Vec<BoardId>,
    /// The ports that are looked after.
    ports: BTreeMap<PortPlace, PortView>,
}

impl Shown {
    /// Shows a port, or no longer.
    pub(super) fn show_port(&mut self, place: PortPlace, view: Option<PortView>) {
        match view {
            Some(view) => drop(self.ports.insert(place, view)),
            None => drop(self.ports.remove(&place)),
        }
    }
}

impl Station {
    pub(super) const fn new(shown: watch::Receiver<Shown>, desk: Desk) -> Self {
        Self { shown, desk }
    }

    /// Serves the root of the live tree.
    pub(super) async fn serve(
        connection: &Connection,
        shown: Shown,
        desk: Desk,
    ) -> zbus::Result<Object<Self, Shown>> {
        let station = |shown| Self::new(shown, desk);
        let station = Object::serve(connection, path::root(), shown, station).await?;
        connection.object_server().at(LIVE, ObjectManager).await?;
        Ok(station)
    }

    async fn load(
        &self,
        file: Vec<u8>,
        round: u16,
        among: Among,
        call: Header<'_>,
    ) -> call_error::Result<Vec<LoadedRound>> {
        let round = match round {
            0 => None,
            number => Some(Round::new(number).ok_or_else(|| no_such("round", number))?),
        };
        match self.desk.ask(&call, RoundWish::Load { file, round, among }).await? {
            RoundAnswer::Loaded(rounds) => Ok(rounds),
            _ => Ok(Vec::new()),
        }
    }
}

#[interface(name = "org.touchmove.Hall1.Station")]
impl Station {
    /// Loads the pairings of a file: PGN, TRF16 or CSV, told apart by what is in it. `round` picks one
    /// round; 0 takes what the file has, of TRF the last round. Returns the rounds that are loaded.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` with the line of the file and what to do; `NotNow` where
    /// the round has begun; `Timeout`.
    #[zbus(out_args("rounds"))]
    async fn load_round(
        &self,
        file: Vec<u8>,
        round: u16,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Vec<u16>> {
        let loaded = self.load(file, round, Among::default(), call).await?;
        Ok(numbers(&loaded))
    }

    /// The same, for a tournament in sections: pairings to which the file gives no section are of
    /// `section`; the first table gets the number `tables_from`, the others follow at their distances. An empty
    /// section and table 0 leave the file as it is. What other sections have in the same round is `kept` or
    /// `dropped`, as `others` says.
    ///
    /// Errors: the same; `NotNow` too where a table is another section's already.
    #[zbus(out_args("rounds"))]
    async fn load_section(
        &self,
        file: Vec<u8>,
        round: u16,
        section: String,
        tables_from: u16,
        others: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Vec<u16>> {
        let among = among(&section, tables_from, &others)?;
        Ok(numbers(&self.load(file, round, among, call).await?))
    }

    /// The same, and says what was loaded, by its particulars: `round` (u); `pairings` (u), how many; `replaced` (u), how
    /// many of the round were there before in their place.
    #[zbus(out_args("loaded"))]
    async fn load_pairings(
        &self,
        file: Vec<u8>,
        round: u16,
        section: String,
        tables_from: u16,
        others: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Vec<Details>> {
        let among = among(&section, tables_from, &others)?;
        let loaded = self.load(file, round, among, call).await?;
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let particulars = |one: LoadedRound| {
            details([
                ("round", u32::from(one.round.get()).into()),
                ("pairings", count(one.pairings).into()),
                ("replaced", count(one.replaced).into()),
            ])
        };
        Ok(loaded.into_iter().map(particulars).collect())
    }

    /// Takes the game on the board of a table, which began before its pairing, for the table's. `plies` is how many it
    /// has, so that nobody takes another one than he means.
    ///
    /// Errors: `AccessDenied`; `NothingToDecide` where there is no such game; `NotNow` where it has another number
    /// of plies; `Timeout`.
    async fn adopt(
        &self,
        table: u16,
        plies: u32,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        let wish = RoundWish::Adopt { table: number(table)?, plies };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Assigns the board of this name, such as `dgt_12345`, to a table.
    ///
    /// Errors: `AccessDenied`; `NoSuchBoard`; `BoardTaken` where it is at another table; `Timeout`.
    async fn assign(
        &self,
        table: u16,
        board: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let wish = RoundWish::Assign { table: number(table)?, board: BoardId(board.into()) };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Assigns the connected boards that are at no table, by name, to the free tables of the loaded
    /// rounds in their order; returns how many.
    #[zbus(out_args("assigned"))]
    async fn assign_plugged(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<u32> {
        match self.desk.ask(&call, RoundWish::AssignPlugged).await? {
            RoundAnswer::Assigned(count) => Ok(u32::try_from(count).unwrap_or(u32::MAX)),
            _ => Ok(0),
        }
    }

    /// Takes the board away from a table.
    async fn free(&self, table: u16, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::Free { table: number(table)? };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Has boards that come asked for before they are served, for so many milliseconds, 60000 at most: they stand in
    /// `Sought` until `ServeBoard` or `TakeBoardOver` answers, until the time is over, or for fifteen seconds. A hall of several
    /// stations asks this again and again, so that it can say first whose a board is.
    ///
    /// Errors: `AccessDenied`; `Timeout`.
    async fn ask_first(&self, milliseconds: u32) -> call_error::Result<()> {
        let lease = Duration::from_millis(milliseconds.into());
        self.desk.join(|answer| JointOrder::AskFirst { lease, answer }).await
    }

    /// Serves a board of `Sought`, such as `dgt_12345`, as this station knows it.
    ///
    /// Errors: `AccessDenied`; `NotNow` where it is not sought; `Timeout`.
    async fn serve_board(&self, board: String) -> call_error::Result<()> {
        let board = BoardId(board.into());
        self.desk.join(|answer| JointOrder::Serve { board, answer }).await
    }

    /// Takes a part of what another station has kept of a board of `Sought`: the bytes of its journal from this one on, as
    /// `Evidence` of the board gave them there.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` where it is too much; `NotNow` where the board is not sought, or the part does not
    /// follow those before; `Timeout`.
    async fn receive_evidence(
        &self,
        board: String,
        from: u64,
        bytes: Vec<u8>,
    ) -> call_error::Result<()> {
        let board = BoardId(board.into());
        self.desk.join(|answer| JointOrder::Receive { board, from, bytes, answer }).await
    }

    /// Serves a board of `Sought` with all that was received of it, and what was decided about it, in the lines that
    /// `Evidence` gave: as if its cable had been pulled for that long. Where it was at a table of a round that this station has,
    /// `round` and `table` say it, and `game` the game there, by its name at the other station; 0, 0 and nothing otherwise. What
    /// this station had of the board itself is kept beside and no longer counts. Returns the names that its games have here, by those that they
    /// had there. Where it cannot be done, the board is served as it is known here.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` where what was received is no journal of the board; `BoardTaken` where it is in use
    /// here; `NotKept`; `NotNow` where it is not sought; `Timeout`.
    #[zbus(out_args("games"))]
    async fn take_board_over(
        &self,
        board: String,
        decisions: Vec<String>,
        round: u16,
        table: u16,
        game: String,
    ) -> call_error::Result<HashMap<String, String>> {
        let table = match (round, table) {
            (0, 0) => None,
            (round, table) => {
                let round = Round::new(round).ok_or_else(|| no_such("round", round))?;
                let game = GameId::named(&game);
                let game =
                    game.ok_or_else(|| sections::invalid("a game is called as in `g000017`"))?;
                Some(TakenTable { round, table: number(table)?, game })
            }
        };
        let board = TakenBoard { id: BoardId(board.into()), decisions, table };
        let games = self.desk.join(|answer| JointOrder::TakeOver { board, answer }).await?;
        let name = |game: TakenGame| (game.there.to_string(), game.here.to_string());
        Ok(games.into_iter().map(name).collect())
    }

    /// The boards, such as `dgt_12345`, that have come and are not served yet: a hall of several stations is asked first
    /// whether another one had them.
    #[zbus(property)]
    fn sought(&self) -> Vec<String> {
        self.shown.borrow().sought.iter().map(ToString::to_string).collect()
    }

    /// Version of touchmove.
    #[zbus(property(emits_changed_signal = "const"))]
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// Whether everything that was kept is shown: after a start, boards, games and rounds are read back
    /// from their journals. Until then, what is not there may still come.
    #[zbus(property)]
    fn ready(&self) -> bool {
        self.shown.borrow().ready
    }

    /// What somebody should see to at the disk on which evidence is kept, while there still is space; empty while
    /// nothing is. What is not being kept of a board, its own `Trouble` says.
    #[zbus(property)]
    fn disk(&self) -> String {
        harmless(self.shown.borrow().disk.as_deref().unwrap_or_default())
    }

    /// The ports that are looked after, each with its name (`port`, s); its `state` (s): `searching` while nobody
    /// there has said who he is, `cannot-open`, `refused` where a board is there that cannot be heard, `serving`, or
    /// `restarting`; `why` (s), as a word, such as `no-answer`, `busy`, `denied`, `gone`, `doubled`, `unsure` or
    /// `too-many-new`; `advice` (s),
    /// what that means and what to do, in English; and the `boards` (ao) that are heard there. Take other words
    /// as `searching`.
    #[zbus(property)]
    fn ports(&self) -> Vec<Details> {
        self.shown.borrow().ports.values().map(of_port).collect()
    }
}

/// A port by its particulars.
fn of_port(port: &PortView) -> Details {
    let boards: Vec<OwnedObjectPath> = port.boards.iter().map(path::board).collect();
    details([
        ("port", harmless(&port.port).into()),
        ("state", port.state.word().into()),
        ("why", port.state.why().into()),
        ("advice", harmless(&port.state.advice()).into()),
        ("boards", boards.into()),
    ])
}

/// A text of the system without what would play tricks on a terminal.
fn harmless(text: &str) -> String {
    on_one_line(text)
}

fn numbers(loaded: &[LoadedRound]) -> Vec<u16> {
    loaded.iter().map(|one| one.round.get()).collect()
}

/// Where the pairings of a file belong, as clients say it.
fn among(section: &str, tables_from: u16, others: &str) -> call_error::Result<Among> {
    Ok(Among {
        section: Some(SectionName::new(section).map_err(sections::invalid)?),
        tables_from: match tables_from {
            0 => None,
            table => Some(number(table)?),
        },
        others: match others {
            "kept" => Others::Kept,
            "dropped" => Others::Dropped,
            _ => return Err(sections::invalid("`others` is `kept` or `dropped`")),
        },
    })
}

/// The table of this number.
pub(super) fn number(table: u16) -> call_error::Result<BoardNumber> {
    BoardNumber::new(table).ok_or_else(|| no_such("table", table))
}

fn no_such(what: &str, number: u16) -> CallError {
    RefusalKind::InvalidArgs.because(format!("there is no {what} {number}"))
}
