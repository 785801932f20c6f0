//! A simulated board without a way to anybody: `make vm-test` gives it one, through the air or as a device with reports.
//!
//! It is called with a family, a transport (`gatt`, `rfcomm`, `hid`, `serial`), a serial number and the seconds that each move
//! takes. Standard output tells first how its boards are reached, a line each, to `ready`; then each packet as `CHANNEL HEX`.
//! The same comes on standard input, where `play e2e4 e7e5` has these moves made.

#![allow(clippy::unwrap_used, reason = "a board without its game is to end")]

#[path = "../../support/made.rs"]
mod made;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::iter;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use shakmaty::Chess;
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::families::by_name;
use touchmove_drivers::family::{Products, Transport, Way};
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::{Channel, Instant, Packet};
use touchmove_lab::simulate::{BoardTurn, Cue, PlayedTable};

use made::made;

/// How long nothing is done where nothing is due.
const IDLE: Duration = Duration::from_secs(3_600);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [family, way, serial, pace] = words.as_slice() else {
        return Err("usage: board FAMILY gatt|rfcomm|hid|serial SERIAL SECONDS".into());
    };
    let family = by_name(family).ok_or("there is no family of that name")?;
    let mut transports = family.transports.iter().copied();
    let transport = transports.find(|one| word(one) == way).ok_or("its boards are not there")?;
    let make_device = family.device.ok_or("no board of the family is simulated")?;
    let base = ClockTime::from_hms(1, 30, 0).ok_or("no time of a clock")?;
    let clock = Some(ClockSetting { base: [base; 2], increment: Duration::ZERO });
    let make = Make { serial: serial.parse()?, chance: 0, scan: None, clock };
    let pace = Duration::from_secs(pace.parse()?);
    let mut position = Chess::default();
    let at_rest = made(&mut position.clone(), pace, &[]);
    let (have_made, due) = mpsc::channel();
    // Until more moves are due the men stand as they stand.
    let programme = iter::once(at_rest.clone())
        .chain(iter::repeat_with(move || due.try_recv().unwrap_or(at_rest.clone())));
    let device = make_device(&make, transport);
    let mut player = PlayedTable::new(device, None, BoardTurn::Usual, Cue::Now, programme);

    let mut told = io::stdout().lock();
    write!(told, "{}", described(&transport))?;
    told.flush()?;
    let lines = heard_lines();
    let start = std::time::Instant::now();
    loop {
        let now = Instant::ZERO + start.elapsed();
        player.timeout(now);
        while let Some(Packet { channel, bytes }) = player.poll() {
            writeln!(told, "{} {}", channel.0, hex(&bytes))?;
        }
        told.flush()?;
        let wait = player.deadline().map_or(IDLE, |due| due.since(now));
        let line = match lines.recv_timeout(wait) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        if let Some(moves) = line.strip_prefix("play ") {
            let moves: Vec<_> = moves.split(' ').collect();
            have_made.send(made(&mut position, pace, &moves))?;
            continue;
        }
        let (channel, bytes) = line.split_once(' ').ok_or("CHANNEL HEX was expected")?;
        let packet = Packet { channel: Channel(channel.parse()?), bytes: &*unhex(bytes)? };
        player.receive(Instant::ZERO + start.elapsed(), packet);
    }
}

/// The lines of standard input as they come.
fn heard_lines() -> mpsc::Receiver<String> {
    let (hand_over, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if hand_over.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

const fn word(transport: &Transport) -> &'static str {
    match transport {
        Transport::Serial(_) => "serial",
        Transport::Hid(_) => "hid",
        Transport::Rfcomm(_) => "rfcomm",
        Transport::Gatt(_) => "gatt",
        Transport::Recording => "recording",
    }
}

/// How boards are reached so, as the family table has it.
fn described(transport: &Transport) -> String {
    let mut text = String::new();
    match transport {
        Transport::Gatt(gatt) => {
            text += &format!("service {}\n", gatt.service);
            for one in gatt.channels {
                let way = match one.way {
                    Way::Notify => "notify",
                    Way::Write => "write",
                    Way::WriteWithoutResponse => "write-without-response",
                };
                text += &format!("{way} {} {}\n", one.channel.0, one.uuid);
            }
            gatt.names.iter().for_each(|name| text += &format!("name {name}\n"));
        }
        Transport::Rfcomm(rfcomm) => {
            text += &format!("service {}\n", rfcomm.service);
            rfcomm.pin.iter().for_each(|pin| text += &format!("pin {pin}\n"));
            rfcomm.names.iter().for_each(|name| text += &format!("name {name}\n"));
        }
        Transport::Hid(hid) => {
            for usb in hid.usb {
                let product = match usb.products {
                    Products::One(product) => product,
                    Products::HighBytes(first, _) => u16::from(first) << 8,
                };
                text += &format!("usb {} {product}\n", usb.vendor);
            }
            text += &format!("usage {} {}\n", hid.usage.page, hid.usage.id.unwrap_or(1));
        }
        Transport::Serial(_) | Transport::Recording => {}
    }
    text + "ready\n"
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?)).collect()
}
