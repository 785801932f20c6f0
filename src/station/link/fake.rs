//! A family, a driver, a link and a clock for tests of the floors around links.

use std::collections::VecDeque;
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use touchmove_drivers::family::{
    Family, Knowledge, Products, Serial, SerialLine, Transport, UsbId,
};
use touchmove_drivers::observation::{DeviceFact, LinkState, Observation, Sensing};
use touchmove_drivers::{Ability, Driver, Instant, Output, Packet, Request, Unit, Unsupported};

use super::{Link, LinkError, LinkFuture, filled};
use crate::sys::boottime::TimeSource;

/// A family on a serial line.
pub(crate) static SERIAL: Family = Family {
    name: "fake",
    title: "Fake board",
    transports: &[Transport::Serial(Serial {
        usb: &[
            UsbId { vendor: 0x0403, products: Products::One(0x6001), what: "adapter" },
            UsbId { vendor: 0x045b, products: Products::One(0x8111), what: "board" },
        ],
        line: SerialLine::at(9600),
    })],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(250),
    clock_lag: Some(Duration::from_millis(1_000)),
    knowledge: Knowledge::Own,
    abilities: &[],
    driver: |_, _| Box::new(FakeDriver::default()),
    device: None,
    line_of: None,
};

/// A family without a line.
pub(crate) static TEXT: Family = Family { name: "text", transports: &[], ..SERIAL };

/// Time between the questions of [`FakeDriver`].
pub(crate) const ASKS_EVERY: Duration = Duration::from_secs(1);

/// Asks `?` at the start and `.` after each second of silence, up to three times. `U` from the device
/// means that it is there, `!` that it is lost, `?` is answered by `.`, `S` says that its serial number is 12345,
/// and `X` is too much for it: the driver falls over. Any other byte is the charge of its battery.
#[derive(Default)]
pub(crate) struct FakeDriver {
    out: VecDeque<Output>,
    deadline: Option<Instant>,
    asked: u32,
}

impl Driver for FakeDriver {
    fn start(&mut self, now: Instant) {
        self.out.push_back(Output::Send(Packet::stream(b"?".to_vec())));
        self.deadline = Some(now + ASKS_EVERY);
    }

    fn listen(&mut self, _: Instant) {}

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.asked = 0;
        self.deadline = self.deadline.map(|_| now + ASKS_EVERY);
        self.out.extend(packet.bytes.iter().map(|&byte| match byte {
            b'U' => Output::observed(Observation::Link(LinkState::Up)),
            b'!' => Output::Lost,
            b'?' => Output::Send(Packet::stream(b".".to_vec())),
            b'S' => {
                let serial = DeviceFact::Serial("12345".to_owned());
                Output::observed(Observation::Device(serial))
            }
            b'X' => panic!("a driver falls over"),
            charge => Output::observed(Observation::Battery(charge)),
        }));
    }

    fn timeout(&mut self, now: Instant) {
        assert!(self.deadline.is_some_and(|deadline| deadline <= now), "woken too early");
        self.asked += 1;
        self.deadline = Some(now + ASKS_EVERY);
        self.out.push_back(match self.asked {
            ..=3 => Output::Send(Packet::stream(b".".to_vec())),
            _ => Output::Lost,
        });
    }

    fn request(
        &mut self,
        _: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        match request {
            Request::ReadBoard => self.out.push_back(Output::Send(Packet::stream(b"b".to_vec()))),
            _ => return Err(Unsupported(request)),
        }
        Ok(())
    }

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

/// A link through memory.
pub(crate) struct FakeLink(pub(crate) DuplexStream);

impl Link for FakeLink {
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            match self.0.read(&mut *buffer).await {
                Ok(count @ 1..) => Ok(Packet::stream(filled(buffer, count))),
                _ => Err(LinkError::Gone { port: "fake".into() }),
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async {
            let gone = |_| LinkError::Gone { port: "fake".into() };
            self.0.write_all(packet.bytes).await.map_err(gone)
        })
    }
}

/// The clock of the tokio runtime, which a test can stop and which then jumps to the next deadline.
#[derive(Debug)]
pub(crate) struct TokioClock(tokio::time::Instant);

impl TokioClock {
    /// A clock that shows zero now.
    pub(crate) fn start() -> Self {
        Self(tokio::time::Instant::now())
    }
}

impl TimeSource for TokioClock {
    fn now(&self) -> Instant {
        Instant::ZERO + self.0.elapsed()
    }
}

/// A pseudo-terminal: the board's end, and the port that leads to it.
pub(crate) struct Pty {
    pub(crate) board: File,
    pub(crate) path: PathBuf,
}

impl Pty {
    pub(crate) fn new() -> Self {
        let board = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&board).unwrap();
        unlockpt(&board).unwrap();
        let path = ptsname(&board, Vec::new()).unwrap().into_string().unwrap().into();
        Self { board: board.into(), path }
    }
}
