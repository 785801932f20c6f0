//! Who listens on the bus, and notes how long it took until he heard.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use touchmove_client::address::Bus;
use touchmove_client::mirror::since_boot;
use touchmove_client::service::LIVE_NAME;
use touchmove_client::shown;
use zbus::{MatchRule, Message, MessageStream, OwnedVariant, message};

/// A subscriber in a task of its own.
pub(super) struct Ear {
    leave: oneshot::Sender<()>,
    listening: JoinHandle<Heard>,
}

/// What was heard, and how long after.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// From the last byte of the frame that reports a press, a start or a stop, to the signal of the clock.
    pub(super) clocks: Vec<Duration>,
    /// Moves that were told as made.
    pub(super) moves: usize,
}

impl Ear {
    /// Listens to the daemon on this bus.
    ///
    /// # Errors
    /// The bus cannot be listened to.
    pub(super) async fn open(bus: &Bus) -> Result<Self, Box<dyn std::error::Error>> {
        let connection = bus.connect().await?;
        let rule =
            MatchRule::builder().msg_type(message::Type::Signal).sender(LIVE_NAME).build()?;
        let mut signals =
            MessageStream::for_match_rule(rule, &connection, Some(MAX_WAITING_MESSAGES)).await?;
        let (leave, mut left) = oneshot::channel();
        let listening = tokio::spawn(async move {
            let mut heard = Heard::default();
            loop {
                tokio::select! {
                    signal = signals.next() => match signal {
                        Some(Ok(signal)) => heard.note(&signal, since_boot()),
                        Some(Err(_)) => {}
                        None => return heard,
                    },
                    _ = &mut left => return heard,
                }
            }
        });
        Ok(Self { leave, listening })
    }

    /// Ends the listening; what was heard.
    pub(super) async fn close(self) -> Heard {
        let _ = self.leave.send(());
        self.listening.await.unwrap_or_default()
    }
}

/// Signals that may wait to be noted.
const MAX_WAITING_MESSAGES: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();

impl Heard {
    fn note(&mut self, signal: &Message, now: Duration) {
        let header = signal.header();
        let (Some(interface), Some(member)) = (header.interface(), header.member()) else { return };
        let happened = |at: Option<u64>| at.map(|at| now.saturating_sub(Duration::from_micros(at)));
        match (interface.as_str(), member.as_str()) {
            ("org.freedesktop.DBus.Properties", "PropertiesChanged") => {
                self.clocks.extend(happened(read_at(signal)));
            }
            (shown::GAME, "Moved") => self.moves += usize::from(is_made(signal)),
            _ => {}
        }
    }
}

/// When a clock was read that shows something new.
fn read_at(signal: &Message) -> Option<u64> {
    type Changed = (String, HashMap<String, OwnedVariant>, Vec<String>);
    let (interface, changed, _): Changed = signal.body().deserialize().ok()?;
    let is_clock = interface == shown::CLOCK;
    changed.get("ReadAt").filter(|_| is_clock).and_then(|at| u64::try_from(at).ok())
}

/// Whether a move is told as made.
fn is_made(signal: &Message) -> bool {
    let told = signal.body().deserialize_ignore_signature::<(u64, String)>();
    told.is_ok_and(|(_, state)| state == "made")
}
