//! The ports of the hall, in memory: boards on cables that can be pulled, swapped and disturbed. What goes through them
//! is what goes through a serial line, byte for byte and at its time.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use fastrand::Rng;
use tokio::sync::Notify;
use tokio::time::sleep;
use touchmove_drivers::family::Serial;
use touchmove_drivers::{Instant, Packet};
use touchmove_lab::simulate::AtPort;
use touchmove_station::link::connector::Connector;
use touchmove_station::link::{Link, LinkError, LinkFuture};
use touchmove_station::sys::boottime::TimeSource;

use crate::clock::DayClock;

/// All sockets, and the boards that are or were in them.
#[derive(Clone)]
pub(crate) struct Sockets {
    panel: Arc<Mutex<Panel>>,
    clock: DayClock,
}

/// A socket, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Socket(pub(crate) usize);

/// A board, or a line with many, by its place in the list of those that were brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Device(usize);

/// What is wrong with a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Bytes get lost, or become others, or come from nowhere, both ways.
    Noise,
    /// Bytes arrive so much later.
    Slow(Duration),
    /// Nothing arrives.
    Dead,
}

struct Panel {
    devices: Vec<Box<dyn AtPort>>,
    cables: Vec<Cable>,
    random: Rng,
}

/// What is in a socket.
#[derive(Default)]
struct Cable {
    device: Option<Device>,
    /// How often something was plugged in or pulled out.
    changes: u64,
    trouble: Option<Trouble>,
    /// What is on its way to the host, and when it arrives.
    coming: Vec<(Instant, Vec<u8>)>,
    /// Rung when there may be something new.
    bell: Arc<Notify>,
}

/// An open socket.
struct Open {
    sockets: Sockets,
    socket: Socket,
    changes: u64,
    bell: Arc<Notify>,
}

/// One byte in so many is lost in noise, one becomes another, and one is followed by another.
const NOISE: u32 = 120;

impl Sockets {
    /// So many, with nothing in them.
    pub(crate) fn new(count: usize, clock: DayClock, random: Rng) -> Self {
        let cables = (0..count).map(|_| Cable::default()).collect();
        let panel = Panel { devices: Vec::new(), cables, random };
        Self { panel: Arc::new(Mutex::new(panel)), clock }
    }

    /// Brings a board, or a line with many. It is plugged in nowhere.
    pub(crate) fn bring(&self, device: impl AtPort + 'static) -> Device {
        let mut panel = self.lock();
        panel.devices.push(Box::new(device));
        Device(panel.devices.len() - 1)
    }

    /// Plugs it into a socket.
    pub(crate) fn plug(&self, device: Device, socket: Socket) {
        let now = self.clock.now();
        let mut panel = self.lock();
        panel.silence(device, now);
        let cable = &mut panel.cables[socket.0];
        assert_eq!(cable.device, None, "something is in {socket:?}");
        cable.change(Some(device));
    }

    /// Pulls the cable out of a socket. People play on.
    pub(crate) fn unplug(&self, socket: Socket) -> Device {
        let mut panel = self.lock();
        let cable = &mut panel.cables[socket.0];
        let device = cable.device.unwrap();
        cable.change(None);
        device
    }

    /// Something is wrong with the cable in a socket, or nothing any more.
    pub(crate) fn trouble(&self, socket: Socket, trouble: Option<Trouble>) {
        let mut panel = self.lock();
        let cable = &mut panel.cables[socket.0];
        cable.trouble = trouble;
        cable.bell.notify_one();
    }

    /// Whether all has been played on a device.
    pub(crate) fn is_over(&self, device: Device) -> bool {
        self.lock().devices[device.0].progress().over
    }

    fn lock(&self) -> MutexGuard<'_, Panel> {
        self.panel.lock().unwrap()
    }
}

impl Socket {
    /// The name of its port.
    pub(crate) fn path(self) -> PathBuf {
        format!("/hall/{}", self.0).into()
    }

    fn named(path: &Path) -> Option<Self> {
        path.file_name()?.to_str()?.parse().ok().map(Self)
    }
}

impl Panel {
    /// What a device has said that nobody heard is lost.
    fn silence(&mut self, device: Device, now: Instant) {
        let device = &mut self.devices[device.0];
        device.timeout(now);
        while device.poll().is_some() {}
    }

    /// What has arrived at the host; where nothing has, when something may.
    fn pump(&mut self, socket: Socket, now: Instant) -> Result<Vec<u8>, Option<Duration>> {
        let Self { devices, cables, random } = self;
        let cable = &mut cables[socket.0];
        let mut device = cable.device.map(|device| &mut devices[device.0]);
        if let Some(device) = &mut device {
            device.timeout(now);
            while let Some(bytes) = device.poll() {
                if let Some((delay, bytes)) = through(cable.trouble, bytes, random) {
                    cable.coming.push((now + delay, bytes));
                }
            }
        }
        let arrived = cable.coming.iter().take_while(|(at, _)| *at <= now).count();
        let bytes: Vec<u8> = cable.coming.drain(..arrived).flat_map(|(_, bytes)| bytes).collect();
        if !bytes.is_empty() {
            return Ok(bytes);
        }
        let coming = cable.coming.first().map(|(at, _)| *at);
        let due = device.and_then(|device| device.deadline());
        Err(coming.into_iter().chain(due).min().map(|next| next.since(now)))
    }
}

impl Cable {
    fn change(&mut self, device: Option<Device>) {
        self.device = device;
        self.changes += 1;
        self.coming.clear();
        self.bell.notify_one();
    }
}

/// What comes out of a cable, and how much later; `None` where nothing does.
fn through(
    trouble: Option<Trouble>,
    bytes: Vec<u8>,
    random: &mut Rng,
) -> Option<(Duration, Vec<u8>)> {
    match trouble {
        None => Some((Duration::ZERO, bytes)),
        Some(Trouble::Slow(delay)) => Some((delay, bytes)),
        Some(Trouble::Dead) => None,
        Some(Trouble::Noise) => {
            let spoil = |byte: u8| match random.u32(..NOISE) {
                0 => vec![],
                1 => vec![random.u8(..)],
                2 => vec![byte, random.u8(..)],
                _ => vec![byte],
            };
            Some((Duration::ZERO, bytes.into_iter().flat_map(spoil).collect()))
        }
    }
}

impl Connector<Serial> for Sockets {
    fn open<'a>(&'a self, path: &'a Path, _: Serial) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async { self.open_now(path) })
    }
}

impl Sockets {
    fn open_now(&self, path: &Path) -> Result<Box<dyn Link>, LinkError> {
        let gone = || LinkError::Gone { port: path.display().to_string() };
        let (socket, now) = (Socket::named(path).ok_or_else(gone)?, self.clock.now());
        let mut panel = self.lock();
        let device = panel.cables[socket.0].device.ok_or_else(gone)?;
        panel.silence(device, now);
        let cable = &mut panel.cables[socket.0];
        cable.coming.clear();
        let (changes, bell) = (cable.changes, Arc::clone(&cable.bell));
        Ok(Box::new(Open { sockets: self.clone(), socket, changes, bell }))
    }
}

impl Open {
    /// The panel, as long as what was opened is still in the socket.
    fn panel(&self) -> Result<MutexGuard<'_, Panel>, LinkError> {
        let panel = self.sockets.lock();
        if panel.cables[self.socket.0].changes == self.changes {
            Ok(panel)
        } else {
            Err(LinkError::Gone { port: self.socket.path().display().to_string() })
        }
    }

    /// Bytes that are there, as many as there is room for; or how long to wait for some.
    fn arrived(&self, buffer: &mut [u8]) -> Result<Result<usize, Option<Duration>>, LinkError> {
        let now = self.sockets.clock.now();
        let mut panel = self.panel()?;
        Ok(panel.pump(self.socket, now).map(|mut bytes| {
            let rest = bytes.split_off(bytes.len().min(buffer.len()));
            if !rest.is_empty() {
                panel.cables[self.socket.0].coming.insert(0, (now, rest));
            }
            buffer[..bytes.len()].copy_from_slice(&bytes);
            bytes.len()
        }))
    }
}

impl Link for Open {
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            loop {
                let rung = self.bell.notified();
                match self.arrived(&mut *buffer)? {
                    Ok(count) => return Ok(Packet::stream(&buffer[..count])),
                    Err(Some(wait)) => tokio::select! {
                        () = rung => {}
                        () = sleep(wait) => {}
                    },
                    Err(None) => rung.await,
                }
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async {
            let now = self.sockets.clock.now();
            let mut panel = self.panel()?;
            let Panel { devices, cables, random } = &mut *panel;
            let cable = &cables[self.socket.0];
            let device = cable.device.map(|device| &mut devices[device.0]);
            let arrives = through(cable.trouble, packet.bytes.to_vec(), random);
            if let (Some(device), Some((_, bytes))) = (device, arrives) {
                device.receive(now, &bytes);
            }
            self.bell.notify_one();
            Ok(())
        })
    }
}

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sockets").finish_non_exhaustive()
    }
}
