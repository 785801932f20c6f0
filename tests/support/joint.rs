//! Three stations of one hall with a board each, and a round that is played.

use std::path::{Path, PathBuf};

use shakmaty::Chess;

use super::client::Client;
use super::machine::Machine;
use super::stations::{EventServer, JointHall, StationHub};
use super::table::Table;
use super::venue::Venue;

const PAIRINGS: &str = "\
round,board,white,black,time_control,event
3,1,\"Oro, Faustino\",\"Brkic, Ante\",90:00+0:30,Bled Open
3,2,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",90:00+0:30,Bled Open
3,3,\"Harrow, Ken\",\"Stipe, Eva\",90:00+0:30,Bled Open
";

/// A station with a board.
pub(crate) struct Station {
    pub(crate) table: Table,
    pub(crate) venue: Venue,
    /// What the board is called.
    pub(crate) board: String,
    /// A port at which nothing is.
    pub(crate) spare: PathBuf,
}

impl Station {
    fn with(serial: &'static str, folder: &Path, machine: Option<&Machine>) -> Self {
        let table = Table::with_serial(folder, serial, Chess::default());
        let spare = folder.join(format!("spare-{serial}"));
        let ports = vec![table.port(), format!("dgt:{}", spare.display())];
        let venue = match machine {
            Some(machine) => Venue::open_on(machine, ports),
            None => Venue::open(ports),
        };
        Self { table, venue, board: format!("dgt_{serial}"), spare }
    }
}

/// Three stations of one hall, in which round 3 has begun: each has the table of its number.
pub(crate) struct Joint {
    pub(crate) blue: Station,
    pub(crate) red: Station,
    pub(crate) green: Station,
    /// Blue's, red's and green's.
    pub(crate) hubs: [StationHub; 3],
    pub(crate) hall: JointHall,
    pub(crate) server: EventServer,
    /// A client of the hall.
    pub(crate) client: Client,
    pub(crate) _folder: tempfile::TempDir,
}

impl Joint {
    /// Begins it; `None` where there is no server, which is said.
    pub(crate) async fn begin() -> Option<Self> {
        Some(Self::at(EventServer::start()?).await)
    }

    /// The same, at this server.
    pub(crate) async fn at(server: EventServer) -> Self {
        Self::between(server, None).await
    }

    /// The same, where red is on another machine.
    pub(crate) async fn apart(server: EventServer, machine: &Machine) -> Self {
        Self::between(server, Some(machine)).await
    }

    async fn between(server: EventServer, machine: Option<&Machine>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let blue = Station::with("11111", folder.path(), None);
        let red = Station::with("22222", folder.path(), machine);
        let green = Station::with("33333", folder.path(), None);
        let red_hub = match machine {
            Some(machine) => StationHub::join_on(machine, "red", &red.venue.bus, &server),
            None => StationHub::join("red", &red.venue.bus, &server),
        };
        let join = |name, station: &Station| StationHub::join(name, &station.venue.bus, &server);
        let hubs = [join("blue", &blue), red_hub, join("green", &green)];
        let hall = JointHall::open(&server);
        let mut client = Client::on(&hall.bus).await;
        let boards = [&blue.board, &red.board, &green.board];
        for board in boards {
            client.until_state(board, "in-step", "").await;
        }
        let pairings = folder.path().join("pairings.csv");
        std::fs::write(&pairings, PAIRINGS).unwrap();
        hall.touchmove(&["round", "load", pairings.to_str().unwrap()]);
        for (table, board) in ["1", "2", "3"].into_iter().zip(boards) {
            hall.touchmove(&["round", "assign", table, board]);
        }
        hall.begin_round("3");
        Self { blue, red, green, hubs, hall, server, client, _folder: folder }
    }
}
