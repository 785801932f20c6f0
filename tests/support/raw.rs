//! A client of a message bus without a library's manners: it sends what it likes, and reads only if it likes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use zbus::Message;

/// The user number of nobody in particular.
const STRANGER: u32 = 65_534;

/// Its connection.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) stream: UnixStream,
    /// The number of the last message. A bus takes no call with the number of one that waits.
    serial: u32,
}

impl Raw {
    /// Gets onto the bus as somebody who is no member of anything. Only root can be another user; where this process is not
    /// root's, it is one of its own user's.
    pub(crate) fn as_stranger(address: &str) -> Self {
        let address = address.to_owned();
        // The bus goes by the thread that connects.
        let connecting = std::thread::spawn(move || {
            if rustix::process::geteuid().is_root() {
                become_user(STRANGER);
            }
            Self::on(&address)
        });
        connecting.join().unwrap()
    }

    /// Gets onto the bus at this address, which is `unix:path=…`.
    pub(crate) fn on(address: &str) -> Self {
        let path = address.split(',').next().unwrap().strip_prefix("unix:path=").unwrap();
        let mut stream = UnixStream::connect(path).unwrap();
        let mut user = String::new();
        for byte in rustix::process::geteuid().to_string().bytes() {
            write!(user, "{byte:02x}").unwrap();
        }
        stream.write_all(format!("\0AUTH EXTERNAL {user}\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::with_capacity(1, &stream).read_line(&mut answer).unwrap();
        assert!(answer.starts_with("OK "), "{answer}");
        stream.write_all(b"BEGIN\r\n").unwrap();
        let mut raw = Self { stream, serial: 0 };
        assert!(raw.send(&to_bus("Hello").build(&()).unwrap()));
        raw
    }

    /// Has all signals of a name sent to it.
    pub(crate) fn subscribe(&mut self, name: &str) {
        let rule = format!("type='signal',sender='{name}'");
        assert!(self.send(&to_bus("AddMatch").build(&rule).unwrap()));
    }

    /// Sends it, and waits until the bus takes it; whether it did.
    pub(crate) fn send(&mut self, message: &Message) -> bool {
        self.serial += 1;
        let mut bytes = message.data().bytes().to_vec();
        bytes[SERIAL].copy_from_slice(&self.serial.to_ne_bytes());
        self.stream.write_all(&bytes).is_ok()
    }

    /// What comes until `what` has, or nothing more comes for this long.
    pub(crate) fn reads(&mut self, what: &[u8], patience: Duration) -> bool {
        self.stream.set_read_timeout(Some(patience)).unwrap();
        let (mut buffer, mut kept) = (vec![0; 1 << 16], Vec::new());
        while let Ok(read @ 1..) = self.stream.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..read]);
            if kept.windows(what.len()).any(|window| window == what) {
                return true;
            }
        }
        false
    }
}

/// Makes this thread another user's, who is in no group. Only root can.
pub(crate) fn become_user(number: u32) {
    let user = rustix::process::Uid::from_raw(number);
    rustix::thread::set_thread_groups(&[]).unwrap();
    rustix::thread::set_thread_res_uid(user, user, user).unwrap();
}

/// Where a message has its number (D-Bus specification, "Message Format").
const SERIAL: std::ops::Range<usize> = 8..12;

/// A call of a method of touchmove.
pub(crate) fn call<'a>(
    name: &'a str,
    path: &'a str,
    interface: &'a str,
    method: &'a str,
) -> zbus::message::Builder<'a> {
    Message::method_call(path, method).destination(name).interface(interface)
}

fn to_bus(method: &str) -> zbus::message::Builder<'_> {
    let bus = "org.freedesktop.DBus";
    Message::method_call("/org/freedesktop/DBus", method).destination(bus).interface(bus)
}
