//! Many devices on one line: what they send at the same time collides, bit by bit.
//!
//! Devices only pull the line up and nobody listens to the others, so where two send at once the host
//! reads the bits of both: a space wins. The host's receiver falls into step as chips do: it begins at an
//! edge, reads in the middle of each bit, and gives a zero where a byte does not end.

use std::collections::VecDeque;

use crate::packet::Packet;
use crate::time::Instant;

/// Bits of a byte on the line: start, eight of data, stop.
const BITS: u64 = 10;
/// A bit at 9600 baud, in nanoseconds.
const BIT: u64 = 1_000_000_000 / 9_600;
const BYTE: u64 = BITS * BIT;

/// Something at the end of a line, called like a [`Device`](super::Device) that speaks in a stream: a device by itself,
/// or more of them.
pub trait OnLine {
    /// Bytes from the host, in any chunking.
    fn receive(&mut self, now: Instant, bytes: &[u8]);
    /// The deadline has passed.
    fn timeout(&mut self, now: Instant);
    /// The next message to the host, whole, or the next bytes where several send.
    fn poll(&mut self) -> Option<Vec<u8>>;
    /// When [`OnLine::timeout`] is to be called; `None` when only the host can bring news.
    fn deadline(&self) -> Option<Instant>;
}

/// Whether the cable of a device on the line is plugged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plug {
    /// It hears and is heard.
    In,
    /// It does neither. What it sends is lost.
    Out,
}

/// Devices that share a line at 9600 baud. Called like one of them: after every call take all from
/// [`SharedLine::poll`], and call [`SharedLine::timeout`] at [`SharedLine::deadline`].
#[derive(Debug)]
pub struct SharedLine<D> {
    devices: Vec<(D, Plug)>,
    /// On its way from the host: the byte, and when its last bit arrives.
    to_devices: VecDeque<(u64, u8)>,
    to_host: Wire,
    /// From when on each device can send again.
    free: Vec<u64>,
    now: Instant,
}

impl<D: OnLine> SharedLine<D> {
    /// A line with these devices on it, all plugged in.
    pub fn new(devices: impl IntoIterator<Item = D>) -> Self {
        let devices: Vec<_> = devices.into_iter().map(|device| (device, Plug::In)).collect();
        let free = vec![0; devices.len()];
        Self {
            devices,
            to_devices: VecDeque::new(),
            to_host: Wire::default(),
            free,
            now: Instant::ZERO,
        }
    }

    /// The devices, in the order in which they were given.
    pub fn devices(&self) -> impl Iterator<Item = &D> {
        self.devices.iter().map(|(device, _)| device)
    }

    /// One of the devices, to be touched at `now`; `None` beyond their number. All is as it is then.
    pub fn device(&mut self, now: Instant, index: usize) -> Option<&mut D> {
        self.advance(now);
        self.devices.get_mut(index).map(|(device, _)| device)
    }

    /// Plugs the cable of one device in or out.
    pub fn plug(&mut self, now: Instant, index: usize, plug: Plug) {
        self.advance(now);
        if let Some((_, plugged)) = self.devices.get_mut(index) {
            *plugged = plug;
        }
    }

    /// Bytes from the host: each takes its time to the devices.
    pub fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.advance(now);
        for &byte in bytes {
            let begins = self.to_devices.back().map_or(0, |(end, _)| *end).max(nanos(now));
            self.to_devices.push_back((begins + BYTE, byte));
        }
    }

    /// The deadline has passed.
    pub fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    /// The bytes that have arrived at the host.
    pub fn poll(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.to_host.read(nanos(self.now)) {
            bytes.push(byte);
        }
        (!bytes.is_empty()).then_some(bytes)
    }

    /// When [`SharedLine::timeout`] is to be called; `None` when only the host can bring news.
    pub fn deadline(&self) -> Option<Instant> {
        let arrives = self.to_host.next().map(|begin| begin + BYTE);
        let arrives = arrives.map(instant);
        arrives.into_iter().chain(self.next_event()).min()
    }

    fn next_event(&self) -> Option<Instant> {
        let devices = self.devices.iter().filter_map(|(device, _)| device.deadline());
        let bytes = self.to_devices.front().map(|(end, _)| instant(*end));
        devices.chain(bytes).min()
    }

    /// Lets everything happen that is due, each thing at its own time.
    fn advance(&mut self, now: Instant) {
        self.collect();
        while let Some(due) = self.next_event().filter(|due| *due <= now) {
            self.now = self.now.max(due);
            let mut heard = Vec::new();
            while let Some((_, byte)) =
                self.to_devices.pop_front_if(|(end, _)| *end <= nanos(self.now))
            {
                heard.push(byte);
            }
            for (device, plug) in &mut self.devices {
                if !heard.is_empty() && *plug == Plug::In {
                    device.receive(self.now, &heard);
                }
                if device.deadline().is_some_and(|due| due <= self.now) {
                    device.timeout(self.now);
                }
            }
            self.collect();
        }
        self.now = self.now.max(now);
    }

    /// Puts on the wire what devices send: a device begins when it has ended before.
    fn collect(&mut self) {
        for ((device, plug), free) in self.devices.iter_mut().zip(&mut self.free) {
            while let Some(message) = device.poll() {
                if *plug == Plug::Out {
                    continue;
                }
                *free = nanos(self.now).max(*free);
                for byte in message {
                    self.to_host.send(*free, byte);
                    *free += BYTE;
                }
            }
        }
    }
}

/// The bits on their way to the host.
#[derive(Debug, Default)]
struct Wire {
    /// Bytes by when they begin.
    sent: VecDeque<(u64, u8)>,
    /// Until then the receiver is done.
    read: u64,
}

impl Wire {
    fn send(&mut self, begins: u64, byte: u8) {
        let place = self.sent.partition_point(|(other, _)| *other <= begins);
        self.sent.insert(place, (begins, byte));
    }

    /// The next byte that the host reads, if all of it has arrived.
    fn read(&mut self, now: u64) -> Option<u8> {
        let begin = self.next().filter(|begin| begin + BYTE <= now)?;
        let bit = |index: u64| self.is_mark(begin + index * BIT + BIT / 2);
        let byte = (0..8).fold(0, |byte, index| byte | u8::from(bit(index + 1)) << index);
        let ends = bit(9);
        self.read = begin + BYTE - BIT / 2;
        while self.sent.front().is_some_and(|(begins, _)| begins + BYTE <= self.read) {
            self.sent.pop_front();
        }
        Some(if ends { byte } else { 0 })
    }

    /// When the next byte begins: the first space after the last one.
    fn next(&self) -> Option<u64> {
        let near = self.sent.iter().take_while(|(begins, _)| *begins <= self.read + BYTE);
        let edges = near
            .flat_map(|(begins, _)| (0..BITS).map(move |bit| begins + bit * BIT))
            .chain(Some(self.read))
            .filter(|edge| *edge >= self.read && !self.is_mark(*edge));
        // Where nothing is near, the next byte begins by itself.
        let later = self.sent.iter().map(|(begins, _)| *begins).find(|begins| *begins > self.read);
        edges.chain(later).min()
    }

    /// Whether the line rests at a moment, or all that is sent then is a one.
    fn is_mark(&self, at: u64) -> bool {
        let on_line = self.sent.iter().take_while(|(begins, _)| *begins <= at);
        on_line.filter(|(begins, _)| at < begins + BYTE).all(|(begins, byte)| {
            match (at - begins) / BIT {
                0 => false,
                bit @ 1..=8 => byte >> (bit - 1) & 1 == 1,
                _ => true,
            }
        })
    }
}

const fn nanos(at: Instant) -> u64 {
    at.as_micros().saturating_mul(1_000)
}

/// The first whole microsecond at which a moment has passed.
const fn instant(nanos: u64) -> Instant {
    Instant::from_micros(nanos.div_ceil(1_000))
}

impl OnLine for Box<dyn super::Device> {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        (**self).receive(now, Packet::stream(bytes));
    }

    fn timeout(&mut self, now: Instant) {
        (**self).timeout(now);
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        (**self).poll().map(|packet| packet.bytes)
    }

    fn deadline(&self) -> Option<Instant> {
        (**self).deadline()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(wire: &mut Wire) -> Vec<u8> {
        std::iter::from_fn(|| wire.read(u64::MAX)).collect()
    }

    #[test]
    fn what_comes_one_after_the_other_is_read_as_it_was_sent() {
        let mut wire = Wire::default();
        for (index, byte) in (0..=255_u8).enumerate() {
            let pause = if index % 7 == 0 { 333 } else { 0 };
            wire.send(1_000_000 + index as u64 * (BYTE + 500) + pause, byte);
        }
        assert_eq!(read(&mut wire), (0..=255).collect::<Vec<_>>());
    }

    #[test]
    fn a_byte_arrives_when_its_last_bit_does() {
        let mut wire = Wire::default();
        wire.send(0, 0x55);
        assert_eq!((wire.next(), wire.read(BYTE - 1)), (Some(0), None));
        assert_eq!(wire.read(BYTE), Some(0x55));
        assert_eq!(wire.next(), None);
    }

    #[test]
    fn equal_bytes_at_one_moment_are_one_and_different_ones_lose_their_ones() {
        let mut wire = Wire::default();
        wire.send(0, 0x87);
        wire.send(0, 0x87);
        wire.send(2 * BYTE, 0x0F);
        wire.send(2 * BYTE, 0x3C);
        assert_eq!(read(&mut wire), [0x87, 0x0C]);
    }

    #[test]
    fn bytes_that_overlap_are_garbled_and_the_receiver_falls_into_step_again() {
        let mut wire = Wire::default();
        for index in 0..6 {
            wire.send(index * BYTE, 0x41 + index as u8);
            wire.send(index * BYTE + 3 * BIT + 17, 0x61 + index as u8);
        }
        wire.send(20 * BYTE, 0x42);
        let heard = read(&mut wire);
        assert_ne!(heard[..6], [0x41, 0x42, 0x43, 0x44, 0x45, 0x46]);
        assert_eq!(heard.last(), Some(&0x42));
    }
}
