//! Packets of the wire: `<2 HEX` is one read on channel 2, `> HEX` one write on channel 0, that of streams.

use std::fmt;

use super::hex::Spaced;
use super::record::Body;
use crate::packet::{Channel, Packet};

/// Which way a packet goes, and on which channel: the first word of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    way: Way,
    channel: Channel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    FromDevice,
    ToDevice,
}

impl Head {
    /// What the first word of a record says of its packet; `None` where that is no packet.
    pub(super) fn read(word: &str) -> Option<Self> {
        let from_device = word.strip_prefix('<').map(|channel| (Way::FromDevice, channel));
        let to_device = || word.strip_prefix('>').map(|channel| (Way::ToDevice, channel));
        let (way, channel) = from_device.or_else(to_device)?;
        if channel.is_empty() {
            return Some(Self { way, channel: Channel::STREAM });
        }
        let is_number = channel.bytes().all(|digit| digit.is_ascii_digit());
        let channel = channel.parse().ok().filter(|_| is_number)?;
        Some(Self { way, channel: Channel(channel) })
    }

    /// The packet with these bytes.
    pub(super) const fn body(self, bytes: Vec<u8>) -> Body {
        let packet = Packet { channel: self.channel, bytes };
        match self.way {
            Way::FromDevice => Body::Received(packet),
            Way::ToDevice => Body::Sent(packet),
        }
    }
}

/// A packet as it is written behind `<` or `>`.
pub(super) struct Written<'a>(pub(super) &'a Packet);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Packet { channel, bytes } = self.0;
        if *channel != Channel::STREAM {
            write!(f, "{}", channel.0)?;
        }
        write!(f, " {}", Spaced(bytes))
    }
}
