//! A hall with boards of many families, by real links of every kind: terminals, and a radio of the test's own.

use std::process::Command;

use tempfile::TempDir;
use tokio::time::timeout;
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownBoard, ShownPort};
use touchmove_drivers::family::{Gatt, Rfcomm, Transport};
use touchmove_lab::simulate::{PlayedTable, PlayerLine, Speed, VirtualBoard};
use touchmove_station::link::address::BluetoothAddress;

use super::PrivateBus;
use super::bluez::{Bluez, Peer};
use super::client::START;
use super::daemon::{Daemon, TOUCHMOVE, beside_radio};
use super::patience::PATIENCE;
use super::reports::ReportBoard;
use super::ways::Way;

/// How boards stand on which a game may begin: those that name their pieces, and the others.
const SET_UP: [&str; 2] = [START, "********/********/8/8/8/8/********/********"];

/// Boards with people at them, which no daemon has heard yet.
#[derive(Default)]
pub(crate) struct Boards {
    cables: Vec<VirtualBoard>,
    reporting: Vec<ReportBoard>,
    /// The ports of those that are not in the air.
    ports: Vec<String>,
    peers: Vec<Peer>,
    addresses: Vec<BluetoothAddress>,
}

/// A hall with a daemon that looks after boards.
pub(crate) struct HallOfBoards {
    daemon: Daemon,
    mirror: Mirror,
    _cables: Vec<VirtualBoard>,
    _reporting: Vec<ReportBoard>,
    _bluez: Bluez,
    _bus: PrivateBus,
    folder: TempDir,
}

impl Boards {
    /// Adds a board; how its port is called. Call it within a tokio runtime.
    pub(crate) fn add(&mut self, way: Way, player: PlayedTable) -> String {
        let family = way.family.name;
        match way.transport {
            Transport::Serial(_) => {
                let board = on_cable(way, player);
                let port = format!("{family}:{}", board.port().display());
                self.cables.push(board);
                self.ports.push(port.clone());
                port
            }
            Transport::Hid(_) => {
                let board = ReportBoard::start(player);
                let port = format!("{family}:{}", board.node().display());
                self.reporting.push(board);
                self.ports.push(port.clone());
                port
            }
            Transport::Gatt(Gatt { names, .. }) | Transport::Rfcomm(Rfcomm { names, .. }) => {
                let number = u8::try_from(self.peers.len()).unwrap();
                let address = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, number]);
                let name = format!("{}{number}", names.first().unwrap_or(&"Board "));
                self.peers.push(Peer::played(way.transport, address, &name, player).paired());
                self.addresses.push(address);
                format!("{family}:{address}")
            }
            Transport::Recording => panic!("a recording has no board"),
        }
    }

    /// A daemon begins to look after them. Those in the air it finds by itself.
    pub(crate) async fn heard(self) -> HallOfBoards {
        let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let bluez = Bluez::start(&bus, self.peers).await;
        let ports: Vec<_> = self.ports.iter().map(String::as_str).collect();
        let daemon = Daemon::of(&mut beside_radio(&bus, folder.path(), &ports));
        let mirror = Mirror::connect(&bus.bus()).await.unwrap();
        for address in self.addresses {
            bluez.come_near(address).await;
        }
        HallOfBoards {
            daemon,
            mirror,
            _cables: self.cables,
            _reporting: self.reporting,
            _bluez: bluez,
            _bus: bus,
            folder,
        }
    }
}

fn on_cable(way: Way, player: PlayedTable) -> VirtualBoard {
    if way.is_line() {
        VirtualBoard::start(PlayerLine::new([player]), Speed::REAL).unwrap()
    } else {
        VirtualBoard::start(player, Speed::REAL).unwrap()
    }
}

impl HallOfBoards {
    /// Ends the daemon: its evidence, and what it logged.
    pub(crate) fn stop(self) -> (TempDir, String) {
        (self.folder, self.daemon.stop())
    }

    /// The boards that are shown at this port.
    pub(crate) fn at(&self, port: &str) -> Vec<ShownBoard> {
        self.mirror.boards().into_iter().filter(|board| board.port == port).collect()
    }

    /// How it is with the ports.
    pub(crate) async fn ports(&self) -> Vec<ShownPort> {
        self.mirror.ports().await.unwrap()
    }

    /// Waits until the boards at all of these ports show that a game may begin.
    pub(crate) async fn until_set_up(&mut self, ports: &[String]) {
        let is_set_up = |board: &ShownBoard| {
            board.placement.as_deref().is_some_and(|placement| SET_UP.contains(&placement))
        };
        self.until_all(ports, is_set_up).await;
    }

    /// Waits until these moves, and no others, are told of the boards at all of these ports.
    pub(crate) async fn until_told(&mut self, ports: &[String], moves: &[String]) {
        let told = |board: &ShownBoard| board.game.as_ref().is_some_and(|it| it.moves == moves);
        self.until_all(ports, told).await;
    }

    /// Waits until it is so with a board at each of these ports.
    async fn until_all(&mut self, ports: &[String], is_so: impl Fn(&ShownBoard) -> bool) {
        let until = timeout(PATIENCE, async {
            while !self.waiting(ports, &is_so).is_empty() {
                let signal = self.mirror.signal().await.unwrap();
                self.mirror.take(signal).await.unwrap();
            }
        });
        let is_in_time = until.await.is_ok();
        let others = || self.others(ports, &is_so).join("\n");
        assert!(is_in_time, "{PATIENCE:?}:\n{}\n{}", others(), self.recordings(ports, &is_so));
    }

    /// What was kept of the boards at these ports where it is not so: replayed, it tells why.
    fn recordings(&self, ports: &[String], is_so: &impl Fn(&ShownBoard) -> bool) -> String {
        let recording = |board: ShownBoard| {
            let journal = self.folder.path().join(format!("boards/{}.journal", board.id));
            let exported = Command::new(TOUCHMOVE).arg("export").arg(journal).output().unwrap();
            String::from_utf8_lossy(&exported.stdout).into_owned()
        };
        let waiting = self.waiting(ports, is_so).into_iter();
        waiting.flat_map(|port| self.at(port)).map(recording).collect()
    }

    /// What is shown of each of these ports where it is not so.
    fn others(&self, ports: &[String], is_so: &impl Fn(&ShownBoard) -> bool) -> Vec<String> {
        let shown = |board: ShownBoard| {
            let moves = board.game.map(|game| game.moves);
            format!("{}, {:?}: {:?}, {moves:?}", board.id, board.link, board.placement)
        };
        let shown = |port: &String| self.at(port).into_iter().map(shown).collect::<Vec<_>>();
        let waiting = self.waiting(ports, is_so).into_iter();
        waiting.map(|port| format!("{port}: {:?}", shown(port))).collect()
    }

    /// Those of these ports where it is not so. All boards are read once for it: each signal asks.
    fn waiting<'a>(
        &self,
        ports: &'a [String],
        is_so: &impl Fn(&ShownBoard) -> bool,
    ) -> Vec<&'a String> {
        let boards = self.mirror.boards();
        let is_there =
            |port: &String| boards.iter().any(|board| board.port == *port && is_so(board));
        ports.iter().filter(|port| !is_there(port)).collect()
    }
}
