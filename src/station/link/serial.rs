//! A serial port as a link.

use std::path::{Path, PathBuf};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_serial::{
    ClearBuffer, DataBits, FlowControl, Parity, SerialPort, SerialPortBuilderExt, SerialStream,
    StopBits,
};
use touchmove_drivers::family::{ModemLine, Serial, SerialLine};
use touchmove_drivers::{Channel, Packet};

use super::connector::Connector;
use super::{Link, LinkError, LinkFuture, diagnosis, filled};
use crate::link::identity;
use crate::sys::tty;

/// An open serial port: 8N1, no flow control, ours alone. Pseudo-terminals serve too.
///
/// Drop it as soon as it fails: while it is open, the kernel gives a board that is plugged in again
/// another number.
#[derive(Debug)]
pub struct SerialLink {
    path: PathBuf,
    stream: SerialStream,
}

/// The serial ports of this machine.
#[derive(Clone, Copy, Debug)]
pub struct SerialPorts;

impl Connector<Serial> for SerialPorts {
    fn open<'a>(&'a self, path: &'a Path, serial: Serial) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async move {
            let link = SerialLink::open(path, serial.line)?;
            Ok(Box::new(link) as Box<dyn Link>)
        })
    }
}

impl SerialLink {
    /// Opens the port at `path` and forgets what came in before. Call it within a tokio runtime.
    ///
    /// # Errors
    /// Each [`LinkError`], by what can be done about it.
    pub fn open(path: &Path, line: SerialLine) -> Result<Self, LinkError> {
        let mut stream = tokio_serial::new(path.to_string_lossy(), line.baud)
            .data_bits(DataBits::Eight)
            .parity(Parity::None)
            .stop_bits(StopBits::One)
            .flow_control(FlowControl::None)
            .open_native_async()
            .map_err(|error| diagnosis::of_open(path, error))?;
        set_modem_lines(&mut stream, line);
        // Most drivers cannot do it, and it only makes bytes come sooner.
        let _ = tty::set_low_latency(&stream);
        stream.clear(ClearBuffer::Input).map_err(|error| diagnosis::of_open(path, error))?;
        Ok(Self { path: path.to_owned(), stream })
    }
}

impl Link for SerialLink {
    fn device_number(&self) -> Option<String> {
        identity::number_of_terminal(&self.path)
    }

    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            match self.stream.read(&mut *buffer).await {
                // A tty that hangs up reads as its end, for ever.
                Ok(0) => Err(LinkError::Gone { port: diagnosis::name(&self.path) }),
                Ok(count) => Ok(Packet::stream(filled(buffer, count))),
                Err(error) => Err(diagnosis::of_transfer(&self.path, error)),
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        // Not flushed: that would block the thread until the last byte is on the wire.
        Box::pin(async move {
            if packet.channel != Channel::STREAM {
                let (port, channel) = (diagnosis::name(&self.path), packet.channel);
                return Err(LinkError::NoChannel { port, channel });
            }
            let written = self.stream.write_all(packet.bytes).await;
            written.map_err(|error| diagnosis::of_transfer(&self.path, error))
        })
    }
}

impl Drop for SerialLink {
    /// Bytes that a stuck device does not take would hold up the closing of the port.
    fn drop(&mut self) {
        let _ = self.stream.clear(ClearBuffer::Output);
    }
}

/// Sets the modem lines as far as the port has them: a pseudo-terminal has none.
fn set_modem_lines(stream: &mut SerialStream, line: SerialLine) {
    if let Some(level) = level(line.dtr) {
        let _ = stream.write_data_terminal_ready(level);
    }
    if let Some(level) = level(line.rts) {
        let _ = stream.write_request_to_send(level);
    }
}

fn level(line: ModemLine) -> Option<bool> {
    match line {
        ModemLine::Leave => None,
        ModemLine::On => Some(true),
        ModemLine::Off => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;
    use crate::link::fake::Pty;

    const LINE: SerialLine = SerialLine::at(9600);

    fn open(path: &Path) -> Result<SerialLink, LinkError> {
        SerialLink::open(path, LINE)
    }

    async fn read(link: &mut SerialLink, count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            let mut buffer = [0; 64];
            bytes.extend_from_slice(link.read(&mut buffer).await.unwrap().bytes);
        }
        bytes
    }

    #[tokio::test]
    async fn every_byte_goes_through_both_ways() {
        let mut pty = Pty::new();
        let mut link = open(&pty.path).unwrap();
        let all: Vec<u8> = (0..=255).collect();
        link.write(Packet::stream(&all)).await.unwrap();
        let mut there = [0; 256];
        pty.board.read_exact(&mut there).unwrap();
        assert_eq!(there.as_slice(), all);
        pty.board.write_all(&all).unwrap();
        assert_eq!(read(&mut link, 256).await, all);
    }

    #[tokio::test]
    async fn what_came_before_the_opening_is_forgotten() {
        let mut pty = Pty::new();
        let mut link = open(&pty.path).unwrap();
        pty.board.write_all(b"old").unwrap();
        assert_eq!(read(&mut link, 3).await, b"old");
        pty.board.write_all(b"unread").unwrap();
        drop(link);
        let mut link = open(&pty.path).unwrap();
        pty.board.write_all(b"new").unwrap();
        assert_eq!(read(&mut link, 3).await, b"new");
    }

    #[tokio::test]
    async fn the_line_is_set_as_the_family_says() {
        let pty = Pty::new();
        let link = open(&pty.path).unwrap();
        assert_eq!(link.stream.baud_rate().unwrap(), 9600);
        assert_eq!(link.stream.data_bits().unwrap(), DataBits::Eight);
        assert_eq!(link.stream.parity().unwrap(), Parity::None);
        assert_eq!(link.stream.stop_bits().unwrap(), StopBits::One);
        assert_eq!(link.stream.flow_control().unwrap(), FlowControl::None);
    }

    #[tokio::test]
    async fn a_port_without_modem_lines_opens_all_the_same() {
        let pty = Pty::new();
        let line = SerialLine { dtr: ModemLine::On, rts: ModemLine::Off, ..LINE };
        SerialLink::open(&pty.path, line).unwrap();
    }

    #[tokio::test]
    async fn a_port_whose_far_end_closes_is_gone() {
        let pty = Pty::new();
        let mut link = open(&pty.path).unwrap();
        drop(pty.board);
        let mut buffer = [0; 64];
        let error = link.read(&mut buffer).await.unwrap_err();
        assert!(matches!(error, LinkError::Gone { .. }), "{error}");
        let error = link.write(Packet::stream(b"?")).await.unwrap_err();
        assert!(matches!(error, LinkError::Gone { .. }), "{error}");
        // as long as the link is open, no other pseudo-terminal gets this name
        let error = open(&pty.path).unwrap_err();
        assert!(matches!(error, LinkError::Gone { .. }), "{error}");
    }

    #[tokio::test]
    async fn a_port_is_opened_once_and_free_again_afterwards() {
        let pty = Pty::new();
        let first = open(&pty.path).unwrap();
        match open(&pty.path) {
            Err(LinkError::Busy { port, holder }) => {
                assert_eq!(port, pty.path.display().to_string());
                assert!(holder.ends_with(&format!("(pid {})", std::process::id())), "{holder}");
            }
            other => panic!("{other:?}"),
        }
        drop(first);
        open(&pty.path).unwrap();
    }

    #[tokio::test]
    async fn a_serial_line_has_one_channel() {
        let pty = Pty::new();
        let mut link = open(&pty.path).unwrap();
        let packet = Packet { channel: Channel(2), bytes: b"?".as_slice() };
        let error = link.write(packet).await.unwrap_err().to_string();
        assert!(error.contains("nothing can be sent on channel 2"), "{error}");
    }

    #[tokio::test]
    async fn a_port_that_does_not_exist_is_gone() {
        let error = open(Path::new("/dev/serial/by-id/usb-nothing")).unwrap_err();
        assert!(matches!(error, LinkError::Gone { .. }), "{error}");
    }

    #[tokio::test]
    async fn what_is_no_terminal_is_no_serial_port() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path(), Path::new("/dev/null"), Path::new("/tmp")] {
            let error = open(path).unwrap_err();
            assert!(matches!(error, LinkError::NotSerial { .. }), "{error}");
        }
    }
}
