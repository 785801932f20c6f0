//! Links: packets in, packets out, typed errors. A link knows no frames.

pub mod address;
pub mod connector;
pub mod hidraw;
pub mod identity;
pub mod port;
pub mod replay;
pub mod serial;

mod diagnosis;
#[cfg(test)]
pub(crate) mod fake;

use std::future::Future;
use std::io;
use std::pin::Pin;

use touchmove_drivers::{Channel, Packet};

/// A future that a link returns.
pub type LinkFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, LinkError>> + Send + 'a>>;

/// An open way to a device.
pub trait Link: Send {
    /// Waits for bytes, puts them at the start of `buffer` and returns them, never none; packets whole, each for itself,
    /// as far as there is room. Cancel-safe: a dropped future has taken nothing.
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>>;

    /// The serial number that the device tells apart from what goes over the link, where it tells one of its own: the USB
    /// device's, or that of Device Information in the air.
    fn device_number(&self) -> Option<String> {
        None
    }

    /// Writes all of `packet`.
    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()>;
}

/// The bytes that were read into `buffer`.
pub(crate) fn filled(buffer: &[u8], count: usize) -> &[u8] {
    buffer.get(..count).unwrap_or(buffer)
}

/// Why a link cannot be opened or has ended, by what can be done about it.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nothing is there (any more): plug it in.
    #[error("{port}: no device is there; check the cable and the name of the port")]
    Gone {
        /// The port.
        port: String,
    },
    /// A replay has come to the place where its recording was cut off.
    #[error("{port}: the recording ends here")]
    Over {
        /// The port.
        port: String,
    },
    /// Another program holds it.
    #[error("{port}: in use by {holder}; stop that program, or leave the port to it")]
    Busy {
        /// The port.
        port: String,
        /// Who holds it, as far as can be told.
        holder: String,
    },
    /// Access is not allowed.
    #[error("{port}: access denied; {remedy}")]
    Denied {
        /// The port.
        port: String,
        /// What to do: which group to join, which rule to install.
        remedy: String,
    },
    /// The board and this machine have not been made known to each other.
    #[error(
        "{port}: the board is not paired with this machine; switch it on and pair it once: `touchmove bluetooth pair {port}`"
    )]
    NotPaired {
        /// The port.
        port: String,
    },
    /// The board is not heard through the air.
    #[error(
        "{port}: the board is not heard; switch it on, bring it within some 10 m, and let go of it with every telephone or \
         computer that it is connected to"
    )]
    OutOfRange {
        /// The port.
        port: String,
    },
    /// The radio of this machine is switched off.
    #[error(
        "{port}: Bluetooth is switched off; switch it on: `rfkill unblock bluetooth`, then `bluetoothctl power on`"
    )]
    AdapterOff {
        /// The port.
        port: String,
    },
    /// This machine has no radio.
    #[error("{port}: this machine has no Bluetooth adapter; plug one in")]
    AdapterMissing {
        /// The port.
        port: String,
    },
    /// The service that speaks to the radio does not run.
    #[error(
        "{port}: the Bluetooth service does not run; install BlueZ, and start it: `sudo systemctl enable --now bluetooth`"
    )]
    NoBluetooth {
        /// The port.
        port: String,
    },
    /// The program that asks people at this machine's desktop about pairing said no, or nobody answered it.
    #[error(
        "{port}: the desktop has refused to pair with the board; say yes when it asks, or pair it there: \
         `touchmove bluetooth pair {port}`"
    )]
    RefusedByAgent {
        /// The port.
        port: String,
    },
    /// Nothing can be sent on a channel.
    #[error("{port}: nothing can be sent on channel {channel} there; report it as a fault of this program", channel = channel.0)]
    NoChannel {
        /// The port.
        port: String,
        /// The channel.
        channel: Channel,
    },
    /// The station has no way there for boards of the family.
    #[error(
        "{port}: this station has no way there; connect the board by a cable that it has a port for"
    )]
    NoWay {
        /// The port.
        port: String,
    },
    /// What is there is no serial port.
    #[error(
        "{port}: not a serial port; name a terminal device such as /dev/ttyUSB0 or /dev/ttyACM0"
    )]
    NotSerial {
        /// The port.
        port: String,
    },
    /// What is there is no recording that can be played.
    #[error("{port}: {source}")]
    Unplayable {
        /// The port.
        port: String,
        /// What is wrong with it.
        source: replay::ReplayError,
    },
    /// Anything else the system says.
    #[error("{port}: {source}")]
    Io {
        /// The port.
        port: String,
        /// What the system says.
        source: io::Error,
    },
}
