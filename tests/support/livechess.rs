//! LiveChess' interfaces as a process of its own, and a client of them on a WebSocket.

use std::net::SocketAddr;
use std::process::Command;

use futures_util::{SinkExt, StreamExt};
use rustix::process::Signal;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::PrivateBus;
use super::http::{Answer, Request};
use super::patience::PATIENCE;
use super::process::Process;

/// A running server.
#[derive(Debug)]
pub(crate) struct LiveChess {
    process: Process,
    at: SocketAddr,
}

impl LiveChess {
    /// Starts it at any port.
    pub(crate) fn open(bus: &PrivateBus) -> Self {
        Self::open_with(bus, &[])
    }

    /// The same, with these further words of the command line.
    pub(crate) fn open_with(bus: &PrivateBus, words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
        command.args(["livechess", "--port", "0", "--bus", bus.address()]).args(words);
        let process = Process::start(&mut command);
        let said = process.says("LiveChess' interfaces are at");
        let port = said.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Self { process, at: ([127, 0, 0, 1], port).into() }
    }

    /// Where it is.
    pub(crate) const fn at(&self) -> SocketAddr {
        self.at
    }

    /// Its process number.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Asks for something over HTTP.
    pub(crate) fn get(&self, path: &str, fields: &[&str]) -> Answer {
        let fields = [fields, &["Connection: close"]].concat();
        Request::send(self.at, "GET", path, &fields).answer()
    }

    /// The same, where it must be there: its value.
    pub(crate) fn value(&self, path: &str) -> Value {
        let answer = self.get(path, &[]);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        serde_json::from_str(&answer.body).unwrap()
    }

    /// A client on a WebSocket.
    pub(crate) async fn connect(&self) -> Socket {
        self.connect_as(None).await.unwrap()
    }

    /// The same, from a page of this origin.
    pub(crate) async fn connect_as(&self, origin: Option<&str>) -> Result<Socket, Error> {
        let url = format!("ws://localhost:{}/api/v1.0", self.at.port());
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(self.at).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Socket(socket))
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.process.signal(Signal::TERM);
        let (status, said) = self.process.ended();
        assert!(status.success(), "{status}: {said}");
    }
}

/// A client on a WebSocket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Says something.
    pub(crate) async fn say(&mut self, message: &str) {
        self.0.send(Message::text(message)).await.unwrap();
    }

    /// Says something too long, of which the other side may hear no more than the beginning.
    pub(crate) async fn say_too_much(&mut self, message: &str) {
        let _ = self.0.send(Message::text(message)).await;
    }

    /// The next message, as it is written.
    pub(crate) async fn hear_text(&mut self) -> String {
        let heard = timeout(PATIENCE, self.0.next()).await.expect("nothing is said");
        match heard {
            Some(Ok(Message::Text(text))) => text.to_string(),
            other => panic!("{other:?}"),
        }
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.hear_text().await).unwrap()
    }

    /// What is answered, where nothing else is said before.
    pub(crate) async fn ask(&mut self, message: &str) -> Value {
        self.say(message).await;
        self.hear().await
    }

    /// The first message from now on that is what is waited for.
    pub(crate) async fn until(&mut self, mut is_it: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let heard = self.hear().await;
            if is_it(&heard) {
                return heard;
            }
        }
    }

    /// Waits until the other side has ended it.
    pub(crate) async fn ended(&mut self) {
        let end = async { while let Some(Ok(_)) = self.0.next().await {} };
        timeout(PATIENCE, end).await.expect("it goes on");
    }
}
