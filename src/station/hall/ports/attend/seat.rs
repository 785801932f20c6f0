//! A board that has said who it is, and its place in the hall.

use tokio::sync::{mpsc, oneshot};
use touchmove_core::names::BoardId;
use touchmove_drivers::family::Family;
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::{Ability, Instant, Observation, Unit};

use super::naming::{is_nameless, is_still, nameless, was_asked_for_long};
use super::{Attendance, FACTS_MAX, HallClosed, LOOKS, Present};
use crate::hall::boards::board::ToBoard;
use crate::hall::boards::condition::Loss;
use crate::hall::ports::call::{Call, NotServed};
use crate::hall::ports::known_links::Mark;
use crate::hall::ports::newcomers::{Kind, Origin};
use crate::hall::ports::port_view::{PortState, Refusal};
use crate::hall::ports::seating::Berth;
use crate::link::identity;
use crate::session::Requests;
use crate::sys::boottime::TimeSource;

/// Somebody who cannot be heard.
struct Refused {
    serial: String,
    why: Refusal,
    facts: Vec<Observation>,
}

impl Attendance {
    /// Brings a board that has said who it is to its place in the hall.
    pub(super) async fn seat(
        &mut self,
        unit: &Option<Unit>,
        family: &'static Family,
        serial: String,
    ) -> Result<(), HallClosed> {
        let Some(Present::Unnamed { said, .. }) = self.present.remove(unit) else { return Ok(()) };
        let id = self.id_of(family, &serial);
        let (inbox, berth) = match self.attach(unit, &id, family, &serial).await? {
            Ok(inbox) => inbox,
            Err(why) => {
                tracing::error!("{}: {why}", self.port);
                let facts = facts_in(said);
                let refused = Present::Refused { serial, why, facts };
                self.present.insert(unit.clone(), refused);
                return Ok(());
            }
        };
        for message in said {
            let _ = inbox.send(message).await;
        }
        self.welcome(unit, Present::Board { id, serial, inbox, berth });
        Ok(())
    }

    /// Brings a board that does not say who it is to its place: that of the board that it is known to be by its link.
    pub(super) async fn seat_nameless(
        &mut self,
        unit: &Option<Unit>,
        family: &'static Family,
    ) -> Result<(), HallClosed> {
        let mark = self.mark(unit, family);
        let known = mark.as_ref().and_then(|mark| self.seating.board_at(mark));
        let serial = known.unwrap_or_else(|| nameless(&self.port, unit.as_ref()));
        self.seat(unit, family, serial).await?;
        // Nothing is kept of what is not let in, or whoever claims ever new numbers fills the journal.
        if let (Some(mark), Some(Present::Board { id, serial, .. })) =
            (mark, self.present.get(unit))
        {
            self.seating.note_found(id, &mark, serial);
        }
        Ok(())
    }

    /// By what a board that does not say who it is may be known as one that was at another link; `None` on a line with
    /// many, and where nothing is linked.
    fn mark(&self, unit: &Option<Unit>, family: &Family) -> Option<Mark> {
        let link = identity::of_link(&self.port.address).filter(|_| unit.is_none())?;
        Some(Mark::new(family.name, link, self.number.clone()))
    }

    /// What stands for the serial number of the board at the port, where that does not say it itself, and a person has said
    /// that it is another one than was thought.
    fn correction(
        &self,
        unit: &Option<Unit>,
        family: &'static Family,
        present: &Present,
    ) -> Option<String> {
        let Present::Board { id, serial, .. } = present else { return None };
        // It is looked for at every look round, and the mark is asked of the system.
        let correction = self.seating.correction_at(&self.name, family, id, self.clock.now())?;
        let mark = self.mark(unit, family)?;
        let is_known_by_link = is_nameless(serial) || self.seating.board_at(&mark).is_some();
        is_known_by_link.then(|| self.seating.correct(&mark, correction))
    }

    /// Sees whether who is refused may be heard by now, whether the tasks of those who are heard are still there, and whether
    /// who has not said who it is will not.
    pub(super) async fn look_round(&mut self) -> Result<(), HallClosed> {
        self.look = tokio::time::Instant::now() + LOOKS;
        self.refuse_moved();
        let Some(family) = self.family else { return Ok(()) };
        let units: Vec<_> = self.present.keys().cloned().collect();
        for unit in units {
            match self.present.remove(&unit) {
                Some(Present::Refused { serial, why, facts }) => {
                    self.try_again(&unit, family, Refused { serial, why, facts }).await?;
                }
                // It starts again from its journal.
                Some(Present::Board { serial, inbox, .. }) if inbox.is_closed() => {
                    self.present.insert(unit.clone(), Present::unnamed(None));
                    self.seat(&unit, family, serial).await?;
                }
                Some(Present::Unnamed { serial, said }) => {
                    let now = self.clock.now();
                    let is_asked_in_vain = if family.may(Ability::Calibration) {
                        was_asked_for_long(&said, now)
                    } else {
                        is_still(&said, now)
                    };
                    let is_nameless = !self.port.is_replay() && is_asked_in_vain;
                    self.present.insert(unit.clone(), Present::Unnamed { serial, said });
                    if is_nameless {
                        self.seat_nameless(&unit, family).await?;
                    }
                }
                Some(present) => {
                    let corrected = self.correction(&unit, family, &present);
                    self.present.insert(unit.clone(), present);
                    if let Some(serial) = corrected {
                        self.replace(&unit, self.clock.now()).await;
                        self.present.insert(unit.clone(), Present::unnamed(None));
                        self.seat(&unit, family, serial).await?;
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Refuses the boards that are heard at another port from now on, as a person has said.
    pub(super) fn refuse_moved(&mut self) {
        for present in self.present.values_mut() {
            let Present::Board { id, serial, berth, .. } = present else { continue };
            if let Some(at) = berth.taken_by() {
                let why = Refusal::Doubled { board: id.clone(), at: at.to_owned() };
                tracing::error!("{}: {why}", self.port);
                *present = Present::Refused { serial: serial.clone(), why, facts: Vec::new() };
            }
        }
    }

    async fn try_again(
        &mut self,
        unit: &Option<Unit>,
        family: &'static Family,
        Refused { serial, why, facts }: Refused,
    ) -> Result<(), HallClosed> {
        let id = self.id_of(family, &serial);
        let (inbox, berth) = match self.attach(unit, &id, family, &serial).await? {
            Ok(inbox) => inbox,
            Err(now) => {
                if now != why {
                    tracing::error!("{}: {now}", self.port);
                }
                let refused = Present::Refused { serial, why: now, facts };
                self.present.insert(unit.clone(), refused);
                return Ok(());
            }
        };
        // It was there all the time; what stands on it is read now.
        let at = self.clock.now();
        let said = [Observation::Link(LinkState::Up)].into_iter().chain(facts);
        for observation in said {
            let _ = inbox.send(ToBoard::Heard { at, since: None, observation }).await;
        }
        self.welcome(unit, Present::Board { id, serial, inbox, berth });
        Ok(())
    }

    /// Another board answers where one was: that one is lost.
    pub(super) async fn replace(&mut self, unit: &Option<Unit>, at: Instant) {
        let Some(Present::Board { inbox, .. }) =
            self.present.insert(unit.clone(), Present::Another)
        else {
            return;
        };
        let observation = Observation::Link(LinkState::Lost);
        let _ = inbox.send(ToBoard::Heard { at, since: None, observation }).await;
        let _ = inbox.send(ToBoard::Left(Loss::Replaced)).await;
    }

    fn welcome(&mut self, unit: &Option<Unit>, board: Present) {
        if let Present::Board { id, .. } = &board {
            tracing::info!("{id} is at {}", self.port);
        }
        self.silent = None;
        self.search = PortState::Searching { tried: Vec::new(), why: None };
        self.present.insert(unit.clone(), board);
    }

    /// Asks the hall for a board, and the board whether it may be heard here.
    async fn attach(
        &self,
        unit: &Option<Unit>,
        id: &BoardId,
        family: &'static Family,
        serial: &str,
    ) -> Result<Result<(mpsc::Sender<ToBoard>, Berth), Refusal>, HallClosed> {
        let not_kept = || Refusal::NotKept { board: id.clone() };
        let kind = if unit.is_some() { Kind::Line } else { Kind::Single };
        let origin = Origin { port: self.port.to_string(), kind };
        let inbox = match self.ask_for(id.clone(), family, serial, origin).await? {
            Ok(inbox) => inbox,
            Err(NotServed::NotKept) => return Ok(Err(not_kept())),
            Err(NotServed::BeingRead) => return Ok(Err(Refusal::BeingRead { board: id.clone() })),
            Err(NotServed::OneTooMany) => {
                return Ok(Err(Refusal::OneTooMany { board: id.clone() }));
            }
        };
        let (answer, answered) = oneshot::channel();
        let requests = Requests { unit: unit.clone(), session: self.requests.clone() };
        let port = self.port.to_string();
        let _ = inbox.send(ToBoard::Attached { port, requests, answer }).await;
        Ok(match answered.await {
            Ok(Ok(berth)) => Ok((inbox, berth)),
            Ok(Err(why)) => Err(why),
            // The board's task is gone again; so is what was said.
            Err(_) => Err(not_kept()),
        })
    }

    fn id_of(&self, family: &Family, serial: &str) -> BoardId {
        // A replay is evidence of its own: it never enters the journal of the board it shows.
        let family = if self.port.is_replay() { "replay" } else { family.name };
        BoardId::of(family, serial)
    }

    async fn ask_for(
        &self,
        id: BoardId,
        family: &'static Family,
        serial: &str,
        origin: Origin,
    ) -> Result<Result<mpsc::Sender<ToBoard>, NotServed>, HallClosed> {
        let (answer, answered) = oneshot::channel();
        let origin = Some(origin);
        let call = Call { id, family, serial: serial.to_owned(), origin, answer };
        self.hall.send(call).await.map_err(|_| HallClosed)?;
        answered.await.map_err(|_| HallClosed)
    }
}

/// What a board has said about itself.
fn facts_in(said: Vec<ToBoard>) -> Vec<Observation> {
    let facts = said.into_iter().filter_map(|message| match message {
        ToBoard::Heard { observation: fact @ Observation::Device(_), .. } => Some(fact),
        _ => None,
    });
    facts.take(FACTS_MAX).collect()
}
