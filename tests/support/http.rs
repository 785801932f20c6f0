//! A client of HTTP that says what it wants, byte by byte, and keeps everything that it is told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use super::patience::PATIENCE;

/// A request that is not answered yet.
#[derive(Debug)]
pub(crate) struct Request(pub(crate) TcpStream);

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The fields of the head: names in small letters, and values.
    pub(crate) fields: Vec<(String, String)>,
    /// What follows the head.
    pub(crate) body: String,
}

impl Request {
    /// Sends a request for `target`; `fields` is further lines of its head.
    pub(crate) fn send(server: SocketAddr, method: &str, target: &str, fields: &[&str]) -> Self {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: {server}\r\n");
        for field in fields {
            head += &format!("{field}\r\n");
        }
        let mut stream = connect(server);
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        Self(stream)
    }

    /// The answer, up to the end of the connection.
    pub(crate) fn answer(mut self) -> Answer {
        let mut told = Vec::new();
        self.0.read_to_end(&mut told).unwrap();
        Answer::read(&String::from_utf8(told).unwrap())
    }
}

impl Answer {
    /// What a server has told, from its first line to its last.
    pub(crate) fn read(told: &str) -> Self {
        let (head, body) = told.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{told:?}"));
        let (first, fields) = head.split_once("\r\n").unwrap_or_else(|| panic!("{told:?}"));
        let status = first.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).unwrap();
        let fields = fields.split("\r\n").map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        });
        Self { status: status.parse().unwrap(), fields: fields.collect(), body: body.to_owned() }
    }

    /// The value of a field; `None` when it is not there.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Its entity tag.
    pub(crate) fn tag(&self) -> &str {
        self.field("etag").unwrap_or_else(|| panic!("no tag: {self:?}"))
    }
}

/// A connection on which nothing has been said.
pub(crate) fn connect(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}
