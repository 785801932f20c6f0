//! A feed: what happens on a board, each time only what is different.

use std::sync::Arc;

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};
use tokio::sync::OwnedSemaphorePermit;
use touchmove_drivers::observation::Placement;

use super::answer;
use super::call::Id;
use super::eboard::{ClockForm, ClockTimes, Eboard};
use super::orientation::Orientation;
use super::setup::{Played, Setup, Wanted};

/// What one client is told of one board.
#[derive(Debug)]
pub(super) struct Feed {
    /// By what the client knows it.
    id: Id,
    /// What the client calls the board.
    serial: String,
    /// The board's name in the hall.
    board: String,
    /// Whether the board lies the other way round, where the client has said.
    flip: Option<Orientation>,
    setup: Option<Setup>,
    told: Told,
    /// The board of which all is told; `None` once the client has said something of its own.
    told_of: Option<Arc<Eboard>>,
    _place: OwnedSemaphorePermit,
}

/// What the client knows already.
#[derive(Clone, Debug, Default)]
struct Told {
    placement: Option<Placement>,
    orientation: Orientation,
    clock: Option<ClockTimes>,
    played: Option<Played>,
}

/// Something that happened on a board. What is not there is as before.
#[derive(Clone, Debug, Default)]
struct EboardEvent<'a> {
    serial: &'a str,
    orientation: Orientation,
    board: Option<String>,
    /// `Some(None)` where there is no clock.
    clock: Option<Option<ClockForm>>,
    played: Option<(&'a str, &'a [String], bool)>,
}

impl Feed {
    /// A feed of a board, at one of the places that there are.
    pub(super) fn new(id: Id, eboard: &Eboard, place: OwnedSemaphorePermit) -> Self {
        Self {
            id,
            serial: eboard.serial.clone(),
            board: eboard.id.clone(),
            flip: None,
            setup: None,
            told: Told::default(),
            told_of: None,
            _place: place,
        }
    }

    /// By what the client knows it.
    pub(super) const fn id(&self) -> &Id {
        &self.id
    }

    /// Its board's name in the hall.
    pub(super) fn board(&self) -> &str {
        &self.board
    }

    /// Everything, as a client is told that has just subscribed.
    pub(super) fn begin(&mut self, eboard: &Eboard) -> String {
        let (orientation, placement) = self.shown(eboard);
        let event = EboardEvent {
            serial: &self.serial,
            orientation,
            board: placement.as_ref().map(ToString::to_string),
            clock: Some(eboard.clock.map(ClockTimes::form)),
            played: None,
        };
        let told = answer::of_feed(&self.id, event);
        self.told = Told { placement, orientation, clock: eboard.clock, played: None };
        told
    }

    /// From now on moves are told from this position on.
    pub(super) fn set_up(&mut self, wanted: Wanted, eboard: Option<&Eboard>) {
        let line = eboard.and_then(|eboard| eboard.line.as_ref());
        self.setup = Some(Setup::begin(wanted, line));
        self.told.played = None;
        self.told_of = None;
    }

    /// From now on the board lies as the client says.
    pub(super) fn flip(&mut self, orientation: Orientation) {
        self.flip = Some(orientation);
        self.told_of = None;
    }

    /// What is different: a message for each move, for clients know one of them at a time best.
    pub(super) fn tell(&mut self, eboard: &Arc<Eboard>) -> Vec<String> {
        if self.told_of.as_ref().is_some_and(|known| Arc::ptr_eq(known, eboard)) {
            return Vec::new();
        }
        self.told_of = Some(Arc::clone(eboard));
        let (orientation, placement) = self.shown(eboard);
        let played =
            self.setup.as_mut().map(|setup| setup.follow(eboard.line.as_ref(), placement.as_ref()));
        let is_same_clock = match (&self.told.clock, &eboard.clock) {
            (Some(told), Some(now)) => told.shows_the_same(now),
            (told, now) => told.is_none() && now.is_none(),
        };
        let is_same_board =
            self.told.placement == placement && self.told.orientation == orientation;
        if is_same_board && is_same_clock && self.told.played == played {
            return Vec::new();
        }
        let steps = played
            .as_ref()
            .map_or_else(Vec::new, |played| steps_to(self.told.played.as_ref(), played));
        let fen = self.setup.as_ref().map_or("", Setup::fen);
        let all = played.as_ref().map_or(&[][..], |played| &played.sans);
        let before = steps.iter().filter_map(|length| all.get(..*length)).map(|sans| EboardEvent {
            serial: &self.serial,
            orientation,
            played: Some((fen, sans, false)),
            ..EboardEvent::default()
        });
        let last = EboardEvent {
            serial: &self.serial,
            orientation,
            board: placement.as_ref().filter(|_| !is_same_board).map(ToString::to_string),
            clock: (!is_same_clock).then(|| eboard.clock.map(ClockTimes::form)),
            played: played.as_ref().map(|played| (fen, &*played.sans, played.is_matched)),
        };
        let told = before.chain([last]).map(|event| answer::of_feed(&self.id, event)).collect();
        self.told = Told { placement, orientation, clock: eboard.clock, played };
        told
    }

    fn shown(&self, eboard: &Eboard) -> (Orientation, Option<Placement>) {
        let orientation = self.flip.unwrap_or(eboard.orientation);
        (orientation, eboard.placement_as(orientation))
    }
}

/// How many moves the messages have that come before the last one, so that each has one more.
fn steps_to(told: Option<&Played>, now: &Played) -> Vec<usize> {
    let known = told.map_or(&[][..], |told| &told.sans);
    let goes_on = now.sans.starts_with(known);
    let first = if told.is_some() { known.len() + 1 } else { 0 };
    if goes_on { (first..now.sans.len()).collect() } else { Vec::new() }
}

impl Serialize for EboardEvent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut event = serializer.serialize_struct("eboardevent", 7)?;
        event.serialize_field("serialnr", self.serial)?;
        event.serialize_field("flipped", &self.orientation.is_turned())?;
        if let Some(board) = &self.board {
            event.serialize_field("board", board)?;
        }
        if let Some(clock) = &self.clock {
            event.serialize_field("clock", clock)?;
        }
        if let Some((start, san, is_matched)) = &self.played {
            event.serialize_field("start", start)?;
            event.serialize_field("san", san)?;
            event.serialize_field("match", is_matched)?;
        }
        event.end()
    }
}
