//! Attends one port: waits until what is there says who it is, then passes on what it says. On a line with
//! many boards each of them is a unit, and attended for itself.

mod naming;
mod seat;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use touchmove_core::names::BoardId;
use touchmove_drivers::family::Family;
use touchmove_drivers::observation::{DeviceFact, LinkState};
use touchmove_drivers::recording::Body;
use touchmove_drivers::{Instant, Observation, Unit};

use self::naming::{UNNAMED_MAX, heard, is_another, is_mute, name_in, shows_pieces};
use crate::hall::boards::board::ToBoard;
use crate::hall::boards::condition::Loss;
use crate::hall::keeping::wire::Passed;
use crate::hall::news::News;
use crate::hall::ports::call::Call;
use crate::hall::ports::port::PortEvent;
use crate::hall::ports::port_view::{PortPlace, PortState, PortView, Refusal};
use crate::hall::ports::seating::{Berth, Seating};
use crate::link::port::Port;
use crate::session::{Ended, Heard, HeardWhat, PendingRequest};
use crate::sys::boottime::TimeSource;

/// One port, and who is there.
pub(in crate::hall) struct Attendance {
    place: PortPlace,
    /// How it is called.
    name: String,
    /// What it is open for.
    port: Port,
    clock: Arc<dyn TimeSource>,
    requests: mpsc::Sender<PendingRequest>,
    hall: mpsc::Sender<Call>,
    news: mpsc::Sender<News>,
    seating: Seating,
    /// The serial number of the device at the port, where it does not come from the board.
    number: Option<String>,
    /// Whose boards are at the port.
    family: Option<&'static Family>,
    /// Who is at the port.
    present: HashMap<Option<Unit>, Present>,
    /// Boards that were told lost, as soon as it is known why.
    leaving: Vec<mpsc::Sender<ToBoard>>,
    /// The unit that was last said to share its address.
    shared: Option<Unit>,
    /// How it is with the port while no board is there.
    search: PortState,
    told: Option<PortView>,
    /// When it is next seen whether who is refused may be heard, and whether who is heard still is.
    look: tokio::time::Instant,
    /// Why nobody was here the last time, once that was told.
    silent: Option<String>,
}

/// Where an attendance reports to.
#[derive(Clone)]
pub(in crate::hall) struct Reports {
    /// Which port of the station it is.
    pub(in crate::hall) place: PortPlace,
    /// The way to the hall.
    pub(in crate::hall) hall: mpsc::Sender<Call>,
    /// The way to the desk.
    pub(in crate::hall) news: mpsc::Sender<News>,
    /// What is known of the boards' places.
    pub(in crate::hall) seating: Seating,
}

/// Who is at the port, or one unit of it.
enum Present {
    /// Something that has not said who it is.
    Unnamed {
        /// As the port's own description has it.
        serial: Option<String>,
        said: Vec<ToBoard>,
    },
    /// Something that cannot be heard.
    Refused {
        serial: String,
        why: Refusal,
        /// What it has said about itself since then.
        facts: Vec<Observation>,
    },
    /// Another board than the one that was here; who it is, it says once the port is opened anew.
    Another,
    Board {
        id: BoardId,
        serial: String,
        inbox: mpsc::Sender<ToBoard>,
        /// Its place, until another port has it.
        berth: Berth,
    },
}

/// How often it is seen who may be heard by now.
const LOOKS: Duration = Duration::from_secs(1);

/// So much of what a refused board says about itself is kept.
const FACTS_MAX: usize = 16;

impl Present {
    const fn unnamed(serial: Option<String>) -> Self {
        Self::Unnamed { serial, said: Vec::new() }
    }
}

/// The hall has closed.
struct HallClosed;

impl Attendance {
    /// Nobody is at the port yet.
    pub(in crate::hall) fn new(
        port: Port,
        clock: Arc<dyn TimeSource>,
        requests: mpsc::Sender<PendingRequest>,
        reports: Reports,
    ) -> Self {
        let Reports { place, hall, news, seating } = reports;
        Self {
            place,
            name: port.to_string(),
            port,
            clock,
            requests,
            hall,
            news,
            seating,
            number: None,
            family: None,
            present: HashMap::new(),
            leaving: Vec::new(),
            shared: None,
            search: PortState::Searching { tried: Vec::new(), why: None },
            told: None,
            look: tokio::time::Instant::now() + LOOKS,
            silent: None,
        }
    }

    /// Brings what happens at the port to the boards that are there, for as long as the port is kept.
    pub(in crate::hall) async fn attend(&mut self, mut happened: mpsc::Receiver<PortEvent>) {
        loop {
            let done = tokio::select! {
                event = happened.recv() => match event {
                    Some(event) => self.take(event).await,
                    None => break,
                },
                () = tokio::time::sleep_until(self.look), if !self.present.is_empty() => {
                    self.look_round().await
                }
            };
            if done.is_err() {
                break;
            }
            self.tell().await;
        }
    }

    /// The port is given up: its boards are lost, and this is why.
    pub(in crate::hall) async fn leave(mut self, loss: Loss) {
        self.refuse_moved();
        let observation = Observation::Link(LinkState::Lost);
        let at = self.clock.now();
        for present in std::mem::take(&mut self.present).into_values() {
            if let Present::Board { id, inbox, .. } = present {
                tracing::info!("{id} at {}: lost: the port is given up", self.port);
                let observation = observation.clone();
                let _ = inbox.send(ToBoard::Heard { at, since: None, observation }).await;
                self.leaving.push(inbox);
            }
        }
        self.say_why(&loss).await;
        match loss {
            Loss::FellOver => {
                self.search = PortState::FellOver;
                self.tell().await;
            }
            _ => self.tell_gone().await,
        }
    }

    async fn take(&mut self, event: PortEvent) -> Result<(), HallClosed> {
        self.refuse_moved();
        match event {
            PortEvent::Failed(error) => {
                self.silent = None;
                self.search = PortState::cannot_open(&error);
                tracing::warn!("{error}");
            }
            PortEvent::Opened { family, headers, number } => {
                self.number = number;
                let serial = headers.and_then(|headers| headers.board?.serial);
                self.family = Some(family.line_of.unwrap_or(family));
                self.port = self.port.of_family(family);
                self.present.clear();
                self.begin_search(family);
                // Of a line with many boards, each one appears when it is heard.
                if family.line_of.is_none() {
                    self.present.insert(None, Present::unnamed(serial));
                }
            }
            PortEvent::Heard(Heard {
                at,
                what: HeardWhat::Observed { unit, since, observation },
            }) => {
                let is_lost = observation == Observation::Link(LinkState::Lost);
                if !is_lost {
                    self.say_why(&Loss::NoAnswer).await;
                }
                self.note_shared(unit.as_ref(), &observation);
                self.hear(&unit, at, since, observation).await?;
                // It says again who it is when it comes back.
                if is_lost && unit.is_some() {
                    self.lose(&unit).await;
                }
            }
            PortEvent::Heard(Heard { at, what: HeardWhat::Received(packet) }) => {
                self.pass_by(Passed::alone(at, Body::Received(packet))).await;
            }
            PortEvent::Heard(Heard { at, what: HeardWhat::Sent(packet) }) => {
                self.pass_by(Passed::alone(at, Body::Sent(packet))).await;
            }
            PortEvent::Heard(Heard { at, what: HeardWhat::Answer { unit, since, packet } }) => {
                let (unit, bytes) = (Some(unit), Body::Received(packet));
                self.pass_by(Passed { at, since, unit, bytes }).await;
            }
            PortEvent::Closed(why) => self.close(&why).await,
        }
        Ok(())
    }

    fn begin_search(&mut self, family: &'static Family) {
        match &mut self.search {
            PortState::Searching { tried, .. } if tried.contains(&family.title) => {}
            PortState::Searching { tried, .. } => tried.push(family.title),
            other => *other = PortState::Searching { tried: vec![family.title], why: None },
        }
    }

    /// What is tried again and again is told once.
    async fn close(&mut self, ended: &Ended) {
        let (why, loss) = (ended.to_string(), Loss::of(ended));
        let mut lost = !self.leaving.is_empty();
        for present in std::mem::take(&mut self.present).into_values() {
            if let Present::Board { serial, inbox, .. } = present {
                let family = self.family.map_or("", |family| family.name);
                tracing::info!("{family} {serial} at {}: lost: {why}", self.port);
                self.leaving.push(inbox);
                lost = true;
            }
        }
        self.say_why(&loss).await;
        if !lost && self.silent.as_ref() != Some(&why) {
            tracing::info!("{}: {why}", self.port);
            self.silent = Some(why.clone());
        }
        if let PortState::Searching { why: last, .. } = &mut self.search {
            *last = Some(why);
        }
    }

    /// One board of the line is lost; why, what comes next tells: the whole line may be.
    async fn lose(&mut self, unit: &Option<Unit>) {
        let Some(Present::Board { inbox, .. }) = self.present.remove(unit) else { return };
        if self.shared.is_some() && self.shared == *unit {
            let _ = inbox.send(ToBoard::Left(Loss::AddressShared)).await;
        } else {
            self.leaving.push(inbox);
        }
    }

    /// Says to the boards that were told lost why they are.
    async fn say_why(&mut self, loss: &Loss) {
        for inbox in std::mem::take(&mut self.leaving) {
            let _ = inbox.send(ToBoard::Left(loss.clone())).await;
        }
    }

    async fn hear(
        &mut self,
        unit: &Option<Unit>,
        at: Instant,
        since: Option<Instant>,
        observation: Observation,
    ) -> Result<(), HallClosed> {
        let Some(family) = self.family else { return Ok(()) };
        if unit.is_some() && !self.present.contains_key(unit) {
            self.present.insert(unit.clone(), Present::unnamed(None));
        }
        match self.present.get_mut(unit) {
            None | Some(Present::Another) => Ok(()),
            Some(Present::Refused { facts, .. }) => {
                if matches!(observation, Observation::Device(_)) && facts.len() < FACTS_MAX {
                    facts.push(observation);
                }
                Ok(())
            }
            Some(Present::Unnamed { serial, said }) => {
                let named = name_in(&observation, serial.as_deref());
                said.push(ToBoard::Heard { at, since, observation });
                let is_asked_in_vain = if self.port.is_replay() {
                    // nobody is asked
                    shows_pieces(said)
                } else {
                    heard(said).count() >= UNNAMED_MAX || is_mute(said)
                };
                match named {
                    Some(serial) => self.seat(unit, family, serial).await,
                    None if is_asked_in_vain => self.seat_nameless(unit, family).await,
                    None => Ok(()),
                }
            }
            Some(Present::Board { serial, .. })
                if !self.port.is_replay() && is_another(&observation, serial) =>
            {
                self.replace(unit, at).await;
                Ok(())
            }
            Some(Present::Board { serial, inbox, .. }) => {
                let message = ToBoard::Heard { at, since, observation };
                let Err(mpsc::error::SendError(message)) = inbox.send(message).await else {
                    return Ok(());
                };
                // The board's task is gone: it starts again from its journal.
                let serial = serial.clone();
                let said = vec![message];
                self.present.insert(unit.clone(), Present::Unnamed { serial: None, said });
                self.seat(unit, family, serial).await
            }
        }
    }

    fn note_shared(&mut self, unit: Option<&Unit>, observation: &Observation) {
        self.shared = match (observation, unit, self.family) {
            (Observation::Device(DeviceFact::AddressShared), Some(unit), Some(family)) => {
                tracing::error!(
                    "{}: two boards on the line have the address of {} {unit}, so neither is heard; \
                     take one of them off the line",
                    self.port,
                    family.name,
                );
                Some(unit.clone())
            }
            (Observation::Link(LinkState::Lost), ..) => self.shared.take(),
            _ => None,
        };
    }

    /// Bytes went by: they are the board's that is here. What a replay shows is kept where it was recorded;
    /// of what goes by on a line with many boards, each one's answers are its own.
    async fn pass_by(&mut self, passed: Passed) {
        self.say_why(&Loss::NoAnswer).await;
        if self.port.is_replay() {
            return;
        }
        let present = self.present.get_mut(&passed.unit);
        let message = ToBoard::Wire(passed);
        match present {
            None | Some(Present::Refused { .. } | Present::Another) => {}
            Some(Present::Unnamed { said, .. }) if said.len() < UNNAMED_MAX => said.push(message),
            Some(Present::Unnamed { .. }) => {}
            Some(Present::Board { inbox, .. }) => drop(inbox.send(message).await),
        }
    }

    /// Tells how it is with the port, if that is new.
    async fn tell(&mut self) {
        let view = self.view();
        if self.told.as_ref() != Some(&view) {
            self.told = Some(view.clone());
            let _ = self.news.send(News::Port { place: self.place, view: Some(view) }).await;
        }
    }

    async fn tell_gone(&self) {
        let _ = self.news.send(News::Port { place: self.place, view: None }).await;
    }

    fn view(&self) -> PortView {
        let (mut boards, mut refusal) = (Vec::new(), None);
        for present in self.present.values() {
            match present {
                Present::Board { id, .. } => boards.push(id.clone()),
                Present::Refused { why, .. } => refusal = Some(why.clone()),
                Present::Unnamed { .. } | Present::Another => {}
            }
        }
        boards.sort();
        let state = match refusal {
            Some(refusal) => PortState::Refused(refusal),
            None if boards.is_empty() => self.search.clone(),
            None => PortState::Serving,
        };
        PortView { port: self.name.clone(), state, boards }
    }
}

#[cfg(test)]
mod tests;
