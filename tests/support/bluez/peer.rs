//! A board in the air, with people at it.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::family::{Family, Gatt, Rfcomm, Transport};
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::{Channel, Instant, Packet};
use touchmove_lab::simulate::{BoardTurn, Cue, PlayedTable, Timeline};
use touchmove_station::link::address::BluetoothAddress;

/// A board.
pub(crate) struct Peer {
    address: BluetoothAddress,
    name: String,
    transport: Transport,
    player: Mutex<PlayedTable>,
    start: tokio::time::Instant,
    /// Rung when the player may have something to say.
    bell: Notify,
    state: Mutex<State>,
    /// How many links there have been, and whether one is open.
    link: watch::Sender<Link>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Link {
    made: usize,
    is_open: bool,
}

#[derive(Debug, Default)]
struct State {
    is_near: bool,
    is_trusted: bool,
    is_paired: bool,
    is_remembered: bool,
    number: Option<&'static str>,
    is_bare: bool,
    traps: Vec<Trap>,
    notifying: Vec<Channel>,
    subscribed: usize,
    /// After so many more packets it goes out of range.
    range: Option<usize>,
}

/// What goes wrong with a connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trap {
    /// It fails, and the link is there until somebody ends it.
    Abort,
    /// It fails, and BlueZ forgets the board.
    Vanish,
    /// Services are said to be known before they are shown.
    LateServices,
    /// A link is made by the other kind of radio, which has no characteristics.
    WrongBearer,
}

impl Peer {
    /// A board of this family that somebody has trusted, away until it comes near, at which this is played.
    pub(crate) fn new(
        family: &'static Family,
        address: BluetoothAddress,
        name: &str,
        serial: u32,
        timeline: Timeline,
    ) -> Self {
        let is_named = |one: &&Transport| match one {
            Transport::Gatt(Gatt { names, .. }) | Transport::Rfcomm(Rfcomm { names, .. }) => {
                names.iter().any(|start| name.starts_with(start))
            }
            _ => false,
        };
        let transport = *family.transports.iter().rfind(is_named).unwrap();
        let base = ClockTime::from_hms(0, 5, 0).unwrap();
        let clock = Some(ClockSetting { base: [base; 2], increment: Duration::ZERO });
        let make = Make { serial, chance: 0, scan: None, clock };
        let device = (family.device.unwrap())(&make, transport);
        let cue = Cue::Host(Duration::from_millis(500));
        let player = PlayedTable::new(device, None, BoardTurn::Usual, cue, [timeline]);
        Self::played(transport, address, name, player)
    }

    /// A board that somebody has trusted, away until it comes near, with these people at it.
    pub(crate) fn played(
        transport: Transport,
        address: BluetoothAddress,
        name: &str,
        player: PlayedTable,
    ) -> Self {
        let state = State { is_trusted: true, is_remembered: true, ..State::default() };
        Self {
            address,
            name: name.to_owned(),
            transport,
            player: Mutex::new(player),
            start: tokio::time::Instant::now(),
            bell: Notify::new(),
            state: Mutex::new(state),
            link: watch::Sender::default(),
        }
    }

    /// The same, which nobody has trusted and BlueZ has never seen.
    pub(crate) fn unknown(self) -> Self {
        *self.state() = State::default();
        self
    }

    /// The same, which was paired before.
    pub(crate) fn paired(self) -> Self {
        self.state().is_paired = true;
        self
    }

    /// The next connects go wrong so.
    pub(crate) fn with_traps(self, traps: &[Trap]) -> Self {
        self.state().traps = traps.iter().rev().copied().collect();
        self
    }

    /// The same, which tells this serial number beside its protocol.
    pub(crate) fn with_number(self, number: &'static str) -> Self {
        self.state().number = Some(number);
        self
    }

    /// The same, which has none of its family's characteristics.
    pub(crate) fn bare(self) -> Self {
        self.state().is_bare = true;
        self
    }

    pub(super) fn is_bare(&self) -> bool {
        self.state().is_bare
    }

    pub(super) fn number(&self) -> Option<&'static str> {
        self.state().number
    }

    /// The same, which goes out of range when so many packets have been heard of it.
    pub(crate) fn with_range(self, packets: usize) -> Self {
        self.state().range = Some(packets);
        self
    }

    /// Waits until its first link is cut.
    pub(crate) async fn until_cut(&self) {
        let mut link = self.link.subscribe();
        link.wait_for(|link| link.made > 0 && !link.is_open).await.unwrap();
    }

    /// Counts a packet; whether it was the last one within its range.
    pub(super) fn count_packet(&self) -> bool {
        let mut state = self.state();
        state.range = state.range.and_then(|range| range.checked_sub(1));
        state.range.take_if(|range| *range == 0).is_some()
    }

    /// How many links there have been.
    pub(crate) fn links(&self) -> usize {
        self.link.borrow().made
    }

    /// How often somebody subscribed to one of its characteristics.
    pub(crate) fn subscriptions(&self) -> usize {
        self.state().subscribed
    }

    pub(super) fn address(&self) -> BluetoothAddress {
        self.address
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn gatt(&self) -> Gatt {
        let Transport::Gatt(gatt) = self.transport else { panic!("{} is classic", self.name) };
        gatt
    }

    /// What it tells before anybody has connected to it: a classic board its serial line, one that may have any name its
    /// service.
    pub(super) fn services(&self) -> Vec<String> {
        match self.transport {
            Transport::Rfcomm(line) => vec![line.service.to_string()],
            Transport::Gatt(gatt) if gatt.names.is_empty() => vec![gatt.service.to_string()],
            _ => Vec::new(),
        }
    }

    pub(super) fn has_characteristics(&self) -> bool {
        matches!(self.transport, Transport::Gatt(_))
    }

    pub(super) fn is_paired(&self) -> bool {
        self.state().is_paired
    }

    pub(super) fn pair(&self) {
        self.state().is_paired = true;
    }

    pub(super) fn path(&self) -> String {
        format!("{}/dev_{}", super::ADAPTER, self.address.to_string().replace(':', "_"))
    }

    pub(super) fn is_near(&self) -> bool {
        self.state().is_near
    }

    pub(super) fn set_near(&self) {
        self.state().is_near = true;
    }

    pub(super) fn set_away(&self) {
        self.state().is_near = false;
    }

    pub(super) fn is_trusted(&self) -> bool {
        self.state().is_trusted
    }

    pub(super) fn set_trusted(&self, trusted: bool) {
        self.state().is_trusted = trusted;
    }

    pub(super) fn is_remembered(&self) -> bool {
        self.state().is_remembered
    }

    pub(super) fn remember(&self) {
        self.state().is_remembered = true;
    }

    /// Its object is gone.
    pub(super) fn forget(&self) {
        self.state().is_remembered = false;
    }

    pub(super) fn is_connected(&self) -> bool {
        self.link.borrow().is_open
    }

    /// The next trap, which is sprung with that.
    pub(super) fn spring(&self) -> Option<Trap> {
        self.state().traps.pop()
    }

    pub(super) fn connect(&self) {
        self.link.send_modify(|link| {
            link.made += 1;
            link.is_open = true;
        });
    }

    /// Cuts the link; whether there was one. Subscriptions end with it.
    pub(super) fn cut(&self) -> bool {
        self.state().notifying.clear();
        self.link.send_if_modified(|link| std::mem::take(&mut link.is_open))
    }

    pub(super) fn subscribe(&self, channel: Channel) {
        let mut state = self.state();
        state.notifying.push(channel);
        state.subscribed += 1;
    }

    pub(super) fn receive(&self, packet: Packet<&[u8]>) {
        self.player.lock().unwrap().receive(self.now(), packet);
        self.bell.notify_one();
    }

    /// The next packet that somebody is subscribed to; `None` when the link is cut.
    pub(super) async fn next(&self) -> Option<Packet> {
        let mut link = self.link.subscribe();
        loop {
            let rung = self.bell.notified();
            let now = self.now();
            let (packet, due) = {
                let mut player = self.player.lock().unwrap();
                player.timeout(now);
                (player.poll(), player.deadline())
            };
            if !link.borrow_and_update().is_open {
                return None;
            }
            if let Some(packet) = packet {
                let is_line = matches!(self.transport, Transport::Rfcomm(_));
                if is_line || self.state().notifying.contains(&packet.channel) {
                    return Some(packet);
                }
                continue;
            }
            let wait = due.map_or(Duration::MAX, |due| due.since(now));
            tokio::select! {
                _ = tokio::time::timeout(wait, rung) => {}
                _ = link.changed() => {}
            }
        }
    }

    fn now(&self) -> Instant {
        Instant::ZERO + self.start.elapsed()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}
