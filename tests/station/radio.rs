//! A board in the air, from its characteristics to a client: the toy's own end is the peer, the test hands in who
//! connects to it and who tells that it is there.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::family::Gatt;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Body;
use touchmove_drivers::{Channel, Instant, Packet, toy};
use touchmove_lab::simulate::{BoardTurn, Cue, PlayedTable, Timeline};
use touchmove_station::bus::Service;
use touchmove_station::hall::keeping::archive::Retention;
use touchmove_station::hall::{Clients, Discovery, Hall, Surroundings};
use touchmove_station::hotplug::source::{AddressChange, FoundAddress, Source, Watching};
use touchmove_station::journal::{PastEntry, look};
use touchmove_station::link::address::{Address, BluetoothAddress};
use touchmove_station::link::connector::{Connector, Connectors};
use touchmove_station::link::{Link, LinkError, LinkFuture};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::TOUCHMOVE;
use crate::support::played::played;

const ADDRESS: BluetoothAddress = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x9A]);

const BOARD: &str = "toy_7";

/// How long each move takes.
const PACE: Duration = Duration::from_secs(1);

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// A toy with people at it, and how it is with the way there.
#[derive(Clone)]
struct Peer(Arc<Inner>);

struct Inner {
    player: Mutex<PlayedTable>,
    start: tokio::time::Instant,
    /// What keeps it from being heard.
    trouble: Mutex<Option<LinkError>>,
    /// Rung when the player may have something to say.
    bell: Notify,
    /// Where it is told that it comes and goes.
    listeners: Mutex<Vec<mpsc::Sender<AddressChange>>>,
}

impl Peer {
    fn new(timeline: Timeline, trouble: LinkError) -> Self {
        let base = ClockTime::from_hms(0, 5, 0).unwrap();
        let clock = Some(ClockSetting { base: [base; 2], increment: Duration::ZERO });
        let device = toy::FAMILY.device(&Make { serial: 7, chance: 0, scan: None, clock }).unwrap();
        let cue = Cue::Host(Duration::from_millis(500));
        Self(Arc::new(Inner {
            player: Mutex::new(PlayedTable::new(device, None, BoardTurn::Usual, cue, [timeline])),
            start: tokio::time::Instant::now(),
            trouble: Mutex::new(Some(trouble)),
            bell: Notify::new(),
            listeners: Mutex::default(),
        }))
    }

    fn now(&self) -> Instant {
        Instant::ZERO + self.0.start.elapsed()
    }

    fn player(&self) -> MutexGuard<'_, PlayedTable> {
        self.0.player.lock().unwrap()
    }

    /// It is heard from now on.
    fn come_near(&self) {
        *self.0.trouble.lock().unwrap() = None;
    }

    async fn vanish(&self) {
        let listeners = self.0.listeners.lock().unwrap().clone();
        for listener in listeners {
            listener.send(AddressChange::Vanished(Address::Bluetooth(ADDRESS))).await.unwrap();
        }
    }
}

impl Source for Peer {
    fn watch(&self, changes: mpsc::Sender<AddressChange>) -> Watching {
        self.0.listeners.lock().unwrap().push(changes.clone());
        Box::pin(async move {
            let found = FoundAddress {
                address: Address::Bluetooth(ADDRESS),
                families: vec![&toy::FAMILY],
                what: "Toy 7",
            };
            let _ = changes.send(AddressChange::Appeared(found)).await;
            changes.closed().await;
        })
    }
}

impl Connector<Gatt> for Peer {
    fn open<'a>(
        &'a self,
        address: &'a BluetoothAddress,
        gatt: Gatt,
    ) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async move {
            assert_eq!(*address, ADDRESS);
            match &*self.0.trouble.lock().unwrap() {
                Some(LinkError::OutOfRange { port }) => {
                    Err(LinkError::OutOfRange { port: port.clone() })
                }
                Some(other) => panic!("{other}"),
                None => Ok(Box::new(Connection { peer: self.clone(), gatt }) as Box<dyn Link>),
            }
        })
    }
}

struct Connection {
    peer: Peer,
    gatt: Gatt,
}

impl Link for Connection {
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            loop {
                let rung = self.peer.0.bell.notified();
                let now = self.peer.now();
                let (packet, due) = {
                    let mut player = self.peer.player();
                    player.timeout(now);
                    (player.poll(), player.deadline())
                };
                if let Some(Packet { channel, bytes }) = packet {
                    assert!(self.gatt.notifying().any(|one| one.channel == channel));
                    buffer[..bytes.len()].copy_from_slice(&bytes);
                    return Ok(Packet { channel, bytes: &buffer[..bytes.len()] });
                }
                let wait = due.map_or(Duration::MAX, |due| due.since(now));
                let _ = tokio::time::timeout(wait, rung).await;
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async move {
            let Packet { channel, .. } = packet;
            if self.gatt.written(channel).is_none() {
                return Err(LinkError::NoChannel { port: ADDRESS.to_string(), channel });
            }
            self.peer.player().receive(self.peer.now(), packet);
            self.peer.0.bell.notify_one();
            Ok(())
        })
    }
}

pub(crate) fn touchmove(words: &[&str]) -> String {
    let output = Command::new(TOUCHMOVE).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The channels on which something went by, from the board and to it, as its journal has them.
fn channels(state: &Path) -> (Vec<Channel>, Vec<Channel>) {
    let path = state.join(format!("boards/{BOARD}.journal"));
    let entries = look(&std::fs::read(&path).unwrap(), &path).unwrap().entries;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for entry in entries {
        let PastEntry::Record { record, .. } = entry else { continue };
        match record.body {
            Body::Received(packet) => from.push(packet.channel),
            Body::Sent(packet) => to.push(packet.channel),
            _ => {}
        }
    }
    for channels in [&mut from, &mut to] {
        channels.sort();
        channels.dedup();
    }
    (from, to)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_the_air_is_played_on_and_its_journal_keeps_its_packets() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let bus = PrivateBus::open_to_all();
    let trouble = LinkError::OutOfRange { port: ADDRESS.to_string() };
    let peer = Peer::new(played(PACE, &MATE), trouble);
    let ours = Surroundings::of_this_machine();
    let connectors = Connectors { gatt: Some(Arc::new(peer.clone())), ..ours.connectors };
    let sources: Vec<Arc<dyn Source>> = vec![Arc::new(peer.clone())];
    let surroundings = Surroundings { connectors, sources, clock: ours.clock };
    let (news, told) = mpsc::channel(4_096);
    let (orders, ordered) = mpsc::channel(64);
    let clients = Clients { news, relay: None };
    let hall = Hall::open(&state, 0, Retention::default(), surroundings, clients).unwrap();
    let service = Service::start(bus.bus(), orders).await.unwrap();
    let (leave, left) = oneshot::channel();
    let serving = tokio::spawn(hall.serve(Vec::new(), Discovery::Usb, ordered, left));
    let running = tokio::spawn(service.run(told, None, oneshot::channel().0));

    let mut client = Client::on(&bus).await;
    let port = format!("toy:{ADDRESS}");
    client.until_port_state(&port, "cannot-open", "out-of-range").await;
    peer.come_near();
    let game = client.until_moves(BOARD, &MATE).await;
    client.until_port_state(&port, "serving", "").await;
    client
        .until(async |client| match client.game(game.path.clone()).await? {
            game if game.result.0 == "0-1" => Ok(()),
            game => Err(format!("{game:?}")),
        })
        .await;
    peer.vanish().await;
    client.until_link(BOARD, "lost").await;

    leave.send(()).unwrap();
    serving.await.unwrap();
    running.await.unwrap().unwrap();
    assert_eq!(channels(&state), (vec![Channel(1), Channel(2)], vec![Channel(3)]));
    let judged = touchmove(&["readjudicate", "--from", "wire", "--state", state.to_str().unwrap()]);
    assert!(judged.contains("all concluded as they were told"), "{judged}");
    // How the board was first read out, only a driver that asks knows.
    assert!(judged.contains(" made anew from the wire, 3 as they were recorded"), "{judged}");
}

#[test]
fn a_recording_of_packets_is_adjudicated_and_played_at_a_port() {
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/drivers/toy/recordings/mate.rec");
    let line = touchmove(&["adjudicate", "--format", "uci", recording]);
    assert_eq!(line.trim_end(), format!("{} 0-1", MATE.join(" ")));
    let folder = tempfile::tempdir().unwrap();
    let [opening, copy] = ["opening.rec", "copy.rec"].map(|name| folder.path().join(name));
    let text = std::fs::read_to_string(recording).unwrap();
    let lines: Vec<_> = text.lines().take_while(|line| !line.starts_with("2.")).collect();
    std::fs::write(&opening, lines.join("\n") + "\n- end cut\n").unwrap();
    let replay = format!("replay:{}", opening.display());
    touchmove(&["record", &replay, copy.to_str().unwrap()]);
    let packets = |text: &str| {
        let lines = text.lines().filter_map(|line| Some(line.split_once(" <")?.1.to_owned()));
        lines.collect::<Vec<_>>()
    };
    let copied = packets(&std::fs::read_to_string(&copy).unwrap());
    assert!(copied.len() > 3, "{copied:?}");
    assert_eq!(copied, packets(&lines.join("\n")));
}
