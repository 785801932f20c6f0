//! A board that has said who it is, and its place in the hall.

use tokio::sync::{mpsc, oneshot};
use touchmove_drivers::Unit;
use touchmove_drivers::family::Family;

use super::{Attendance, HallClosed, Present};
use crate::hall::Call;
use crate::hall::board::{AtAnotherPort, ToBoard};
use crate::hall::news::BoardId;
use crate::hall::port_view::{PortState, Refusal};
use crate::link::port::PortSpec;
use crate::session::Requests;

impl Attendance {
    /// Brings a board that has said who it is to its place in the hall.
    pub(super) async fn seat(
        &mut self,
        unit: &Option<Unit>,
        family: &'static Family,
        serial: String,
    ) -> Result<(), HallClosed> {
        let id = self.id_of(family, &serial);
        let refused = Refusal::NotKept { board: id.clone() };
        let Some(Present::Unnamed { said, .. }) =
            self.present.insert(unit.clone(), Present::Refused(refused))
        else {
            return Ok(());
        };
        let inbox = self.ask_for(id.clone(), family, &serial).await?;
        let Some(inbox) = inbox else { return Ok(()) };
        let (answer, answered) = oneshot::channel();
        let requests = Requests { unit: unit.clone(), session: self.requests.clone() };
        let port = self.port.to_string();
        let _ = inbox.send(ToBoard::Attached { port, requests, answer }).await;
        match answered.await {
            Ok(Ok(())) => {}
            Ok(Err(AtAnotherPort { board, taken })) => {
                let refusal = Refusal::Doubled { board, at: taken };
                tracing::error!("{}: {refusal}", self.port);
                self.present.insert(unit.clone(), Present::Refused(refusal));
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
        self.search = PortState::Searching { tried: Vec::new(), why: None };
        self.present.insert(unit.clone(), Present::Board { id, serial, inbox });
        Ok(())
    }

    fn id_of(&self, family: &Family, serial: &str) -> BoardId {
        match &self.port {
            PortSpec::Serial { .. } => BoardId::of(family.name, serial),
            // A replay is evidence of its own: it never enters the journal of the board it shows.
            PortSpec::Replay(_) => BoardId::of("replay", serial),
        }
    }

    async fn ask_for(
        &self,
        id: BoardId,
        family: &'static Family,
        serial: &str,
    ) -> Result<Option<mpsc::Sender<ToBoard>>, HallClosed> {
        let (answer, answered) = oneshot::channel();
        let call = Call { id, family, serial: serial.to_owned(), answer };
        self.hall.send(call).await.map_err(|_| HallClosed)?;
        answered.await.map_err(|_| HallClosed)
    }
}
