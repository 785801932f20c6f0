//! What goes over a link at once.

/// One of the ways on which a link carries bytes. A family with a radio numbers the characteristics of its boards; what
/// is heard and what is sent may have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel(pub u8);

impl Channel {
    /// The only channel of a link that carries a stream.
    pub const STREAM: Self = Self(0);
}

/// Bytes that came, or go, over a link at once, on one channel; at least one. Where a link carries packets, their end
/// means something; where it carries a stream, they may be cut anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<B = Vec<u8>> {
    /// On which channel.
    pub channel: Channel,
    /// The bytes.
    pub bytes: B,
}

impl<B> Packet<B> {
    /// Bytes of a stream.
    pub const fn stream(bytes: B) -> Self {
        Self { channel: Channel::STREAM, bytes }
    }
}

impl Packet {
    /// The same packet, its bytes borrowed.
    pub fn as_slice(&self) -> Packet<&[u8]> {
        Packet { channel: self.channel, bytes: &self.bytes }
    }
}

impl<'a> Packet<&'a [u8]> {
    /// The same packet with bytes of its own.
    pub fn to_vec(self) -> Packet {
        Packet { channel: self.channel, bytes: self.bytes.to_vec() }
    }

    /// Its bytes, where they are of a stream; none where it came on another channel.
    pub fn of_stream(self) -> &'a [u8] {
        if self.channel == Channel::STREAM { self.bytes } else { &[] }
    }
}
