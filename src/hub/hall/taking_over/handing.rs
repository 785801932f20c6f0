//! What was kept of a board at one station is handed to another.

use std::collections::HashMap;
use std::ops::ControlFlow;

use touchmove_client::path::board_name;
use touchmove_client::service::MAX_JOURNAL_BYTES;
use zbus::Variant;
use zbus::wire::StructureBuilder;

use super::step::{PlayedAt, Taking};
use super::{Names, Work};
use crate::hall::call::{HallCall, Returned};
use crate::hall::kept::read_kept;
use crate::hall::merge::STATION;
use crate::hall::stations::Terms;
use crate::hall::tree::board_path;
use crate::message::EvidenceHead;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::{Aspect, Place};

/// So many bytes go in one call, which has a few characters for each.
const CHUNK_BYTES: usize = 96 * 1024;

/// What the stream has of a board.
#[derive(Debug, Default)]
struct KeptOfBoard {
    journal: Vec<u8>,
    decisions: Vec<String>,
}

impl Work {
    /// Hands a board's evidence to the station that has it now; the names of its games there, by those that they had before.
    pub(super) async fn hand_on(
        &self,
        board: &str,
        taking: &Taking,
        terms: &Terms,
    ) -> Result<Names, String> {
        let path = board_path(Side::Live, board);
        let place = Place { station: taking.from.clone(), side: Side::Live, path };
        let KeptOfBoard { journal, decisions } = self.read(&place).await?;
        let name = board_name(board);
        let mut from = 0;
        for chunk in journal.chunks(CHUNK_BYTES) {
            let part = vec![Variant::from(name.clone()), Variant::U64(from), Variant::from(chunk)];
            self.done(&taking.to, terms, "ReceiveEvidence", part).await?;
            from += chunk.len() as u64;
        }
        let PlayedAt { round, table, game } = taking.table.clone().unwrap_or_default();
        let taken = vec![
            Variant::from(name),
            Variant::from(decisions),
            Variant::U16(round),
            Variant::U16(table),
            Variant::from(game),
        ];
        let returned = self.done(&taking.to, terms, "TakeBoardOver", taken).await?;
        let games = returned.and_then(|fields| fields.into_fields().into_iter().next());
        match games {
            Some(games) => HashMap::<String, String>::try_from(games)
                .map(|games| games.into_iter().collect())
                .map_err(|error| error.to_string()),
            None => Ok(Names::new()),
        }
    }

    /// Calls a method of the root of a station.
    pub(super) async fn ask(
        &self,
        station: &StationName,
        terms: &Terms,
        member: &str,
        arguments: Vec<Variant<'static>>,
    ) -> Returned {
        let mut built = StructureBuilder::new();
        arguments.into_iter().for_each(|argument| built.push_value(argument));
        let call = HallCall {
            path: Side::Live.root().to_owned(),
            interface: STATION.to_owned(),
            member: member.to_owned(),
            arguments: Some(built.build()?),
        };
        self.carrier.to(station, terms).ask(&call, member).await
    }

    async fn done(
        &self,
        station: &StationName,
        terms: &Terms,
        member: &str,
        arguments: Vec<Variant<'static>>,
    ) -> Result<Option<zbus::Structure<'static>>, String> {
        self.ask(station, terms, member, arguments).await.map_err(|refused| refused.why)
    }

    /// What the stream has of a board, from the beginning of its last journal on.
    async fn read(&self, place: &Place) -> Result<KeptOfBoard, String> {
        let (mut kept, mut gap) = (KeptOfBoard::default(), None);
        read_kept(&self.streams, place, Aspect::Evidence, |message| {
            let (head, bytes) = EvidenceHead::read(message)?;
            gap = kept.take(head, bytes).err();
            Ok(if gap.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
        .await?;
        match gap {
            Some(gap) => Err(gap.to_owned()),
            None if kept.journal.is_empty() => Err("nothing of it is in the stream".to_owned()),
            None => Ok(kept),
        }
    }
}

impl KeptOfBoard {
    /// Takes the next part.
    fn take(&mut self, head: EvidenceHead, bytes: &[u8]) -> Result<(), &'static str> {
        let EvidenceHead { from, decided, decisions, .. } = head;
        if from == 0 {
            *self = Self::default();
        }
        let is_next = from == self.journal.len() as u64 && decided as usize == self.decisions.len();
        if !is_next {
            return Err("a part of it is missing in the stream");
        }
        if self.journal.len() + bytes.len() > MAX_JOURNAL_BYTES {
            return Err("there is more of it than the journal of a board can be");
        }
        self.journal.extend_from_slice(bytes);
        self.decisions.extend(decisions);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(from: u64, decided: u32, decisions: &[&str]) -> EvidenceHead {
        let decisions = decisions.iter().map(ToString::to_string).collect();
        EvidenceHead { journal: "a".into(), from, decided, decisions }
    }

    #[test]
    fn parts_are_put_together_and_another_journal_begins_anew() {
        let mut kept = KeptOfBoard::default();
        kept.take(head(0, 0, &[]), b"old").unwrap();
        kept.take(head(0, 0, &["d1"]), b"one").unwrap();
        kept.take(head(3, 1, &["d2"]), b"").unwrap();
        kept.take(head(3, 2, &[]), b"two").unwrap();
        assert_eq!((kept.journal.as_slice(), kept.decisions.len()), (&b"onetwo"[..], 2));
        assert!(kept.take(head(9, 2, &[]), b"x").is_err(), "a part is missing");
        assert!(kept.take(head(6, 1, &[]), b"x").is_err(), "a decision is");
    }
}
