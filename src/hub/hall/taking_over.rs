//! Which station has which board: where a board comes to another station in mid-game, it goes on there with what was kept of it.
//!
//! A station asks for a board before it serves it (`Sought`). Whose it is, a key in the stream of the hall says, which changes
//! only behind the change before: of two halls that see the same only one decides.

mod handing;
mod step;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::jetstream::Context;
use async_nats::jetstream::message::PublishMessage;
use touchmove_client::path::board_name;
use zbus::Variant;

use self::step::{PlayedAt, Step, Taking, answers, claims};
use super::call::Carrier;
use super::owners::Owned;
use super::stations::{Hearing, Stations, Terms};
use super::tree::HallTree;
use crate::owner::{self, OwnerMessage, RoundTable};
use crate::server::send;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::Place;

/// A station asks for boards for so long after it was told to.
const LEASE_MS: u32 = 5000;

/// Sees to whose the boards are.
#[derive(Debug)]
pub(super) struct Taker {
    work: Arc<Work>,
    /// The boards, and the stations, for which something is under way.
    busy: Arc<Mutex<BTreeSet<Subject>>>,
}

/// What something is under way for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Station(StationName),
    /// A board, by the last element of its path.
    Board(String),
}

/// What is needed for that.
#[derive(Debug)]
struct Work {
    carrier: Arc<Carrier>,
    streams: Context,
}

impl Taker {
    pub(super) fn new(carrier: Arc<Carrier>, streams: Context) -> Self {
        let work = Arc::new(Work { carrier, streams });
        Self { work, busy: Arc::default() }
    }

    /// Has each station that is heard ask for boards before it serves them.
    pub(super) fn ask_first(&self, stations: &Stations) {
        let heard = stations.all().filter(|(_, hearing)| *hearing == Hearing::Heard);
        let terms = Arc::new(stations.terms());
        for (station, _) in heard {
            let (work, terms, to) = (Arc::clone(&self.work), Arc::clone(&terms), station.clone());
            self.begin(Subject::Station(station.clone()), async move {
                // It is asked again in a second.
                let _ = work.ask(&to, &terms, "AskFirst", vec![Variant::U32(LEASE_MS)]).await;
            });
        }
    }

    /// Does what is to be done now that a station has said something of an object.
    pub(super) fn follow(&self, place: &Place, tree: &HallTree, stations: &Stations) {
        let Some(below) = place.path.strip_prefix(Side::Live.root()) else { return };
        if below.is_empty() {
            self.take(answers(tree, stations), stations);
        } else if let Some(board) = below.strip_prefix("/boards/") {
            self.take(claims(tree, stations, [board]), stations);
        }
    }

    /// Does what is to be done about all boards.
    pub(super) fn settle(&self, tree: &HallTree, stations: &Stations) {
        self.take(answers(tree, stations), stations);
        self.take(claims(tree, stations, tree.boards()), stations);
    }

    fn take(&self, steps: Vec<(String, Step)>, stations: &Stations) {
        for (board, step) in steps {
            let owned = stations.owners().of(&board).cloned();
            let (work, terms) = (Arc::clone(&self.work), stations.terms());
            let subject = Subject::Board(board.clone());
            self.begin(subject, async move { work.take(&board, step, owned, &terms).await });
        }
    }

    /// Begins something, unless the same is under way.
    fn begin(&self, subject: Subject, work: impl Future<Output = ()> + Send + 'static) {
        if !lock(&self.busy).insert(subject.clone()) {
            return;
        }
        let busy = Arc::clone(&self.busy);
        tokio::spawn(async move {
            work.await;
            lock(&busy).remove(&subject);
        });
    }
}

impl Work {
    /// Takes a step about a board, of which so much was known.
    async fn take(&self, board: &str, step: Step, owned: Option<Owned>, terms: &Terms) {
        let games = owned.as_ref().map(|owned| owned.games.clone()).unwrap_or_default();
        let revision = owned.as_ref().map_or(0, |owned| owned.revision);
        let claim = |station: &StationName| OwnerMessage { station: station.to_string(), games };
        match step {
            Step::Claim { station } => {
                // Where another hall was first, the stream says so.
                let _ = self.write(board, &claim(&station), revision).await;
            }
            Step::Serve { station } => {
                if owned.is_none_or(|owned| owned.station != station)
                    && let Err(why) = self.write(board, &claim(&station), revision).await
                {
                    tracing::warn!("{board}: {why}");
                    return;
                }
                self.serve(board, &station, terms).await;
            }
            Step::TakeOver(taking) => {
                let mut claimed = claim(&taking.to);
                match self.write(board, &claimed, revision).await {
                    Ok(revision) => match self.hand_on(board, &taking, terms).await {
                        Ok(games) => {
                            claimed.games.extend(taking.names(&games, terms));
                            if let Err(why) = self.write(board, &claimed, revision).await {
                                tracing::warn!("{board}: its games have other names now: {why}");
                            }
                            self.write_table(&taking).await;
                            tracing::info!("{board} of {} goes on at {}", taking.from, taking.to);
                        }
                        Err(why) => {
                            tracing::warn!(
                                "{board} of {} comes to {} without what was kept of it: {why}",
                                taking.from,
                                taking.to,
                            );
                            self.serve(board, &taking.to, terms).await;
                        }
                    },
                    Err(why) => tracing::warn!("{board}: {why}"),
                }
            }
        }
    }

    async fn serve(&self, board: &str, station: &StationName, terms: &Terms) {
        let name = Variant::from(board_name(board));
        // Where it is served by now, all is well.
        let _ = self.ask(station, terms, "ServeBoard", vec![name]).await;
    }

    /// Writes at which station a table goes on.
    async fn write_table(&self, taking: &Taking) {
        let Some(PlayedAt { round, table, .. }) = &taking.table else { return };
        let key = RoundTable { round: *round, table: *table }.key();
        let message = PublishMessage::build().payload(taking.to.to_string().into());
        if let Err(error) = send(&self.streams, key, message).await {
            tracing::warn!("table {table}: spectators see it at two stations: {error}");
        }
    }

    /// Writes whose board it is, behind what the stream has at this revision; the revision then.
    async fn write(
        &self,
        board: &str,
        message: &OwnerMessage,
        revision: u64,
    ) -> Result<u64, String> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let message =
            PublishMessage::build().payload(text.into()).expected_last_subject_sequence(revision);
        let written = send(&self.streams, owner::key(board), message).await;
        written.map_err(|error| error.to_string())
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names that games have in the hall, by station and name there.
type Names = BTreeMap<String, String>;
