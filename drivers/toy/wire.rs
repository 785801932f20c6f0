//! The toy's packets. How long a packet is says what it holds, and the same bytes mean something else on another channel.

use crate::driver::{ClockOrder, Sound};
use crate::observation::{ClockTime, Hand, Placement, Reading, Square, Times};
use crate::packed::{Half, Packing};
use crate::packet::{Channel, Packet};

/// Packets about pieces.
pub(super) const PIECES: Channel = Channel(1);
/// Packets about the board itself and its clock.
pub(super) const STATE: Channel = Channel(2);
/// Packets from the host.
pub(super) const COMMANDS: Channel = Channel(3);

/// Pieces by their codes: two of them make a byte of a read-out.
const PACKING: Packing = Packing { letters: ".KQRBNPkqrbnp", first: Half::Low };

/// The longest serial number, in characters.
const MAX_SERIAL: usize = 16;

/// What the board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Two bytes: a square and its piece.
    Square(Square, Reading),
    /// 32 bytes: all pieces, a1 in the lower half of the first.
    Board(Box<Placement>),
    /// `S` and its serial number, to the end of the packet.
    Serial(String),
    /// `C`, the time left on each side in seconds, and whose time runs and whose button is up.
    Clock(Times<Hand>),
    /// `B` and how full the battery is, in percent.
    Battery(u8),
}

/// What the host asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Who are you? The board says its serial number and its battery.
    Identify,
    /// Read the board, and tell changes from then on.
    ReadBoard,
    /// Read the clock.
    ReadClock,
    /// Light the squares with these bits.
    Light(u64),
    /// Set the clock.
    SetClock(ClockOrder),
    /// Make sounds, or make none.
    Sound(Sound),
    /// Switch off.
    PowerOff,
}

impl Message {
    /// Reads a packet; `None` where the board sends none such.
    pub(super) fn read(packet: Packet<&[u8]>) -> Option<Self> {
        match (packet.channel, packet.bytes) {
            (PIECES, &[square, code]) => {
                Some(Self::Square(Square::new(square)?, PACKING.reading(code)?))
            }
            (PIECES, bytes) => read_board(bytes.try_into().ok()?),
            (STATE, [b'S', serial @ ..]) => read_serial(serial),
            (STATE, &[b'C', a, b, c, d, run, lever]) => {
                let times = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])].map(seconds);
                let (run, lever) = (side(run)?, side(lever)?);
                Some(Self::Clock(Times { times, run, lever, flags: [false; 2], doubtful: false }))
            }
            (STATE, &[b'B', percent @ ..=100]) => Some(Self::Battery(percent)),
            _ => None,
        }
    }

    /// The packet of it.
    pub(super) fn packet(&self) -> Packet {
        let (channel, bytes) = match self {
            Self::Square(square, reading) => (PIECES, vec![index(*square), PACKING.code(*reading)]),
            Self::Board(placement) => (PIECES, PACKING.bytes(placement, Square::all())),
            Self::Serial(serial) => (STATE, [b"S", serial.as_bytes()].concat()),
            Self::Clock(times) => {
                let left =
                    times.times.map(|time| u16::try_from(time.as_secs()).unwrap_or(u16::MAX));
                let [[a, b], [c, d]] = left.map(u16::to_be_bytes);
                (STATE, vec![b'C', a, b, c, d, side_byte(times.run), side_byte(times.lever)])
            }
            Self::Battery(percent) => (STATE, vec![b'B', *percent]),
        };
        Packet { channel, bytes }
    }
}

impl Command {
    /// Reads a packet; `None` where no host sends such.
    pub(super) fn read(packet: Packet<&[u8]>) -> Option<Self> {
        if packet.channel != COMMANDS {
            return None;
        }
        match *packet.bytes {
            [b'?'] => Some(Self::Identify),
            [b'b'] => Some(Self::ReadBoard),
            [b'c'] => Some(Self::ReadClock),
            [b'l', ref bits @ ..] => Some(Self::Light(u64::from_be_bytes(bits.try_into().ok()?))),
            [b't', a, b, c, d, run] => {
                let times = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])].map(seconds);
                Some(Self::SetClock(ClockOrder { times, run: side(run)? }))
            }
            [b's', 0] => Some(Self::Sound(Sound::Off)),
            [b's', 1] => Some(Self::Sound(Sound::On)),
            [b'o'] => Some(Self::PowerOff),
            _ => None,
        }
    }

    /// The packet of it.
    pub(super) fn packet(self) -> Packet {
        let bytes = match self {
            Self::Identify => b"?".to_vec(),
            Self::ReadBoard => b"b".to_vec(),
            Self::ReadClock => b"c".to_vec(),
            Self::Light(bits) => [b"l".as_slice(), &bits.to_be_bytes()].concat(),
            Self::SetClock(ClockOrder { times, run }) => {
                let left = times.map(|time| u16::try_from(time.as_secs()).unwrap_or(u16::MAX));
                let [[a, b], [c, d]] = left.map(u16::to_be_bytes);
                vec![b't', a, b, c, d, side_byte(run)]
            }
            Self::Sound(Sound::Off) => vec![b's', 0],
            Self::Sound(Sound::On) => vec![b's', 1],
            Self::PowerOff => b"o".to_vec(),
        };
        Packet { channel: COMMANDS, bytes }
    }
}

fn index(square: Square) -> u8 {
    u8::try_from(square.index()).unwrap_or(0)
}

fn read_board(bytes: [u8; 32]) -> Option<Message> {
    Some(Message::Board(Box::new(PACKING.read(&bytes, Square::all())?)))
}

fn read_serial(serial: &[u8]) -> Option<Message> {
    let is_one =
        (1..=MAX_SERIAL).contains(&serial.len()) && serial.iter().all(u8::is_ascii_alphanumeric);
    let text = std::str::from_utf8(serial).ok().filter(|_| is_one)?;
    Some(Message::Serial(text.to_owned()))
}

fn seconds(seconds: u16) -> ClockTime {
    ClockTime::from_millis(u32::from(seconds) * 1_000).unwrap_or_default()
}

fn side(byte: u8) -> Option<Option<Hand>> {
    match byte {
        0 => Some(None),
        1 => Some(Some(Hand::Left)),
        2 => Some(Some(Hand::Right)),
        _ => None,
    }
}

fn side_byte(side: Option<Hand>) -> u8 {
    match side {
        None => 0,
        Some(Hand::Left) => 1,
        Some(Hand::Right) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_same_bytes_say_something_else_on_another_channel_and_cut_ones_nothing() {
        let say = |channel, bytes| Message::read(Packet { channel, bytes });
        let square = Message::Square(Square::new(12).unwrap(), Reading::Empty);
        assert_eq!(say(PIECES, &[12, 0]), Some(square));
        assert_eq!(say(STATE, &[12, 0]), None);
        assert_eq!(say(STATE, b"B\x0C"), Some(Message::Battery(12)));
        assert_eq!(say(PIECES, b"B\x0C"), None, "no board has so many squares");
        let board = Message::Board(Box::new(Placement::EMPTY)).packet();
        assert_eq!(say(PIECES, &board.bytes[..31]), None);
        assert_eq!(say(COMMANDS, &board.bytes), None);
    }

    proptest! {
        #[test]
        fn whatever_reads_is_written_as_it_was(channel in 0_u8..5, bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let packet = Packet { channel: Channel(channel), bytes };
            if let Some(message) = Message::read(packet.as_slice()) {
                prop_assert_eq!(message.packet(), packet.clone());
            }
            if let Some(command) = Command::read(packet.as_slice()) {
                prop_assert_eq!(command.packet(), packet);
            }
        }
    }
}
