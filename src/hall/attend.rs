//! Attends one port: waits until what is there says who it is, then passes on what it says.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use touchmove_drivers::family::Family;
use touchmove_drivers::observation::{DeviceFact, LinkState};
use touchmove_drivers::recording::Body;
use touchmove_drivers::{Instant, Observation};

use super::Call;
use super::board::ToBoard;
use super::news::BoardId;
use super::port::PortEvent;
use crate::link::port::PortSpec;
use crate::session::{Asked, Heard, HeardWhat};
use crate::sys::boottime::{BootClock, Clock};

/// What is kept of a board that has not said who it is. It says so before it is read out.
const UNNAMED_MAX: usize = 256;

/// Brings what happens at `port` to the board that is there, for as long as the port is kept. A port
/// that is given up with a board on it has lost the board.
pub(super) async fn attend(
    port: PortSpec,
    clock: BootClock,
    requests: mpsc::Sender<Asked>,
    mut happened: mpsc::Receiver<PortEvent>,
    hall: mpsc::Sender<Call>,
) {
    let mut attendance =
        Attendance { port, requests, hall, present: Present::Nobody, silent: None };
    while let Some(event) = happened.recv().await {
        if attendance.take(event).await.is_err() {
            return;
        }
    }
    if let Present::Board { inbox, .. } = attendance.present {
        let observation = Observation::Link(LinkState::Lost);
        let _ = inbox.send(ToBoard::Heard { at: clock.now(), observation }).await;
    }
}

struct Attendance {
    port: PortSpec,
    requests: mpsc::Sender<Asked>,
    hall: mpsc::Sender<Call>,
    present: Present,
    /// Why nobody was here the last time, once that was told.
    silent: Option<String>,
}

/// Who is at the port.
enum Present {
    Nobody,
    /// Something that has not said who it is.
    Unnamed {
        family: &'static Family,
        /// As the port's own description has it.
        serial: Option<String>,
        said: Vec<ToBoard>,
    },
    Board {
        family: &'static Family,
        serial: String,
        inbox: mpsc::Sender<ToBoard>,
    },
}

/// The hall has closed.
struct HallClosed;

impl Attendance {
    async fn take(&mut self, event: PortEvent) -> Result<(), HallClosed> {
        match event {
            PortEvent::Failed(error) => {
                self.silent = None;
                tracing::warn!("{error}");
            }
            PortEvent::Opened { family, headers } => {
                let serial = headers.and_then(|headers| headers.board?.serial);
                self.present = Present::Unnamed { family, serial, said: Vec::new() };
            }
            PortEvent::Heard(Heard {
                at,
                what: HeardWhat::Observed { unit: None, observation },
            }) => {
                self.hear(at, observation).await?;
            }
            PortEvent::Heard(Heard { at, what: HeardWhat::Received(bytes) }) => {
                self.pass_by(at, Body::Received(bytes)).await;
            }
            PortEvent::Heard(Heard { at, what: HeardWhat::Sent(bytes) }) => {
                self.pass_by(at, Body::Sent(bytes)).await;
            }
            PortEvent::Heard(_) => {}
            PortEvent::Closed(why) => self.close(&why.to_string()),
        }
        Ok(())
    }

    /// What is tried again and again is told once.
    fn close(&mut self, why: &str) {
        match std::mem::replace(&mut self.present, Present::Nobody) {
            Present::Board { family, serial, .. } => {
                tracing::info!("{} {serial} at {}: lost: {why}", family.name, self.port);
            }
            Present::Nobody | Present::Unnamed { .. } => {
                if self.silent.as_deref() != Some(why) {
                    tracing::info!("{}: {why}", self.port);
                    self.silent = Some(why.to_owned());
                }
            }
        }
    }

    async fn hear(&mut self, at: Instant, observation: Observation) -> Result<(), HallClosed> {
        match &mut self.present {
            Present::Nobody => Ok(()),
            Present::Unnamed { family, serial, said } => {
                let family = *family;
                let named = name_in(&observation, serial.as_deref());
                said.push(ToBoard::Heard { at, observation });
                let is_asked_in_vain = match &self.port {
                    PortSpec::Serial { .. } => heard(said).count() >= UNNAMED_MAX || is_mute(said),
                    // nobody is asked
                    PortSpec::Replay(_) => shows_men(said),
                };
                match named.or_else(|| is_asked_in_vain.then(|| NO_SERIAL.to_owned())) {
                    Some(serial) => self.seat(family, serial).await,
                    None => Ok(()),
                }
            }
            Present::Board { family, serial, inbox } => {
                let message = ToBoard::Heard { at, observation };
                let Err(mpsc::error::SendError(message)) = inbox.send(message).await else {
                    return Ok(());
                };
                // The board's task is gone: it starts again from its journal.
                let (family, serial) = (*family, serial.clone());
                let said = vec![message];
                self.present = Present::Unnamed { family, serial: None, said };
                self.seat(family, serial).await
            }
        }
    }

    /// Bytes went by: they are the board's that is here. What a replay shows is kept where it was recorded.
    async fn pass_by(&mut self, at: Instant, bytes: Body) {
        let message = ToBoard::Wire { at, bytes };
        match (&mut self.present, &self.port) {
            (_, PortSpec::Replay(_)) | (Present::Nobody, _) => {}
            (Present::Unnamed { said, .. }, _) if said.len() < UNNAMED_MAX => said.push(message),
            (Present::Unnamed { .. }, _) => {}
            (Present::Board { inbox, .. }, _) => drop(inbox.send(message).await),
        }
    }

    /// Brings a board that has said who it is to its place in the hall.
    async fn seat(&mut self, family: &'static Family, serial: String) -> Result<(), HallClosed> {
        let Present::Unnamed { said, .. } = std::mem::replace(&mut self.present, Present::Nobody)
        else {
            return Ok(());
        };
        let inbox = self.ask_for(family, &serial).await?;
        let Some(inbox) = inbox else { return Ok(()) };
        let (answer, answered) = oneshot::channel();
        let (port, requests) = (self.port.to_string(), self.requests.clone());
        let _ = inbox.send(ToBoard::Attached { port, requests, answer }).await;
        match answered.await {
            Ok(Ok(())) => {}
            Ok(Err(refused)) => {
                tracing::error!("{}: not heard: {refused}", self.port);
                return Ok(());
            }
            // The board's task is gone again; so is what was said.
            Err(_) => return Ok(()),
        }
        for message in said {
            let _ = inbox.send(message).await;
        }
        tracing::info!("{} {serial} is at {}", family.name, self.port);
        self.silent = None;
        self.present = Present::Board { family, serial, inbox };
        Ok(())
    }

    async fn ask_for(
        &self,
        family: &'static Family,
        serial: &str,
    ) -> Result<Option<mpsc::Sender<ToBoard>>, HallClosed> {
        let id = match &self.port {
            PortSpec::Serial { .. } => BoardId::of(family.name, serial),
            // A replay is evidence of its own: it never enters the journal of the board it shows.
            PortSpec::Replay(_) => BoardId::of("replay", serial),
        };
        let (answer, answered) = oneshot::channel();
        let call = Call { id, family, serial: serial.to_owned(), answer };
        self.hall.send(call).await.map_err(|_| HallClosed)?;
        answered.await.map_err(|_| HallClosed)
    }
}

/// The serial number of a board that has none.
const NO_SERIAL: &str = "unnamed";

/// A board that has not told its number so long after it was first heard has none: it was asked again and again.
const ASKED_FOR: Duration = Duration::from_secs(3);

/// The serial number that an observation tells; or, once men are shown, the one that is known otherwise.
fn name_in(observation: &Observation, otherwise: Option<&str>) -> Option<String> {
    match observation {
        Observation::Device(DeviceFact::Serial(serial)) => Some(serial.clone()),
        Observation::Board(_) | Observation::Square { .. } => otherwise.map(ToOwned::to_owned),
        _ => None,
    }
}

/// Whether a board keeps its number to itself. What it tells at first may be meant for a host before this one, which
/// it did not see go: that says nothing.
fn is_mute(said: &[ToBoard]) -> bool {
    let span = heard(said).next().zip(heard(said).last());
    span.is_some_and(|((first, _), (last, _))| last.since(first) >= ASKED_FOR) && shows_men(said)
}

/// Whether squares were told.
fn shows_men(said: &[ToBoard]) -> bool {
    let is_of_squares =
        |what: &Observation| matches!(what, Observation::Board(_) | Observation::Square { .. });
    heard(said).any(|(_, observation)| is_of_squares(observation))
}

/// What was observed, without the bytes that went by.
fn heard(said: &[ToBoard]) -> impl Iterator<Item = (Instant, &Observation)> {
    said.iter().filter_map(|message| match message {
        ToBoard::Heard { at, observation } => Some((*at, observation)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use touchmove_drivers::recording;

    use super::*;

    fn observed(observation: Observation) -> PortEvent {
        let what = HeardWhat::Observed { unit: None, observation };
        PortEvent::Heard(Heard { at: Instant::ZERO, what })
    }

    /// A port with a board of this number on it, and the board's side of it all.
    async fn seated(serial: &str) -> (mpsc::Sender<PortEvent>, mpsc::Receiver<ToBoard>) {
        let (events, happened) = mpsc::channel(8);
        let (calls, mut called) = mpsc::channel(1);
        let (requests, _) = mpsc::channel(1);
        let port = PortSpec::Replay(Path::new("game.rec").to_owned());
        tokio::spawn(attend(port, BootClock::since_boot(), requests, happened, calls));
        let opened = PortEvent::Opened { family: &recording::FAMILY, headers: None };
        events.send(opened).await.unwrap();
        events.send(observed(Observation::Battery(80))).await.unwrap();
        let named = Observation::Device(DeviceFact::Serial(serial.to_owned()));
        events.send(observed(named)).await.unwrap();
        let Call { id, answer, .. } = called.recv().await.unwrap();
        assert_eq!(id, BoardId::of("replay", serial));
        let (inbox, mut outbox) = mpsc::channel(8);
        answer.send(Some(inbox)).unwrap();
        let Some(ToBoard::Attached { answer, .. }) = outbox.recv().await else {
            panic!("a board is attached before it is heard")
        };
        answer.send(Ok(())).unwrap();
        (events, outbox)
    }

    async fn heard(outbox: &mut mpsc::Receiver<ToBoard>) -> Observation {
        match outbox.recv().await {
            Some(ToBoard::Heard { observation, .. }) => observation,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn what_a_board_said_before_its_name_is_not_lost() {
        let (events, mut outbox) = seated("12345").await;
        assert_eq!(heard(&mut outbox).await, Observation::Battery(80));
        assert!(matches!(heard(&mut outbox).await, Observation::Device(DeviceFact::Serial(_))));
        events.send(observed(Observation::Battery(79))).await.unwrap();
        assert_eq!(heard(&mut outbox).await, Observation::Battery(79));
    }

    #[test]
    fn what_a_board_tells_before_its_number_is_no_sign_that_it_has_none() {
        let heard = |millis, line: &str| ToBoard::Heard {
            at: Instant::from_millis(millis),
            observation: line.parse().unwrap(),
        };
        let mut said = vec![heard(0, "square e2 ."), heard(400, "square e2 .")];
        assert!(!is_mute(&said), "a host before this one had asked for changes");
        said.push(heard(9_000, "board 8/8/8/8/8/8/8/8"));
        assert!(is_mute(&said), "it was asked for seconds");
        assert!(!is_mute(&[heard(0, "battery 1"), heard(9_000, "battery 1")]));
    }

    #[tokio::test]
    async fn a_port_that_is_given_up_has_lost_its_board() {
        let (events, mut outbox) = seated("12345").await;
        drop(events);
        heard(&mut outbox).await;
        heard(&mut outbox).await;
        assert_eq!(heard(&mut outbox).await, Observation::Link(LinkState::Lost));
        assert!(outbox.recv().await.is_none(), "nobody is attended any more");
    }
}
