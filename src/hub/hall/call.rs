//! Carries calls from the hall to a station, in its own terms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{Client, RequestErrorKind};
use touchmove_client::call_error::RefusalKind;
use zbus::Variant;
use zbus::wire::{Array, Structure, StructureBuilder};

use super::stations::Terms;
use super::translate::Translation;
use crate::message::{AnswerMessage, CallMessage};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject;
use crate::typed_json::{NotCarried, TypedJson};

/// A station that has not answered by then is asked again, for the same call.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// From one try to the next where nobody hears calls: its hub may be starting.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// Whoever calls waits no longer than three times [`ASKED_AGAIN_AFTER`].
const MAX_ASKED: u32 = 3;

/// A call to an object of the hall.
#[derive(Debug)]
pub(super) struct HallCall {
    pub(super) path: String,
    pub(super) interface: String,
    pub(super) member: String,
    pub(super) arguments: Option<Structure<'static>>,
}

/// Why a call was not carried out.
#[derive(Debug)]
pub(super) struct Refused {
    /// The name of the error on the bus.
    pub(super) error: String,
    /// What a person reads.
    pub(super) why: String,
}

impl Refused {
    pub(super) fn because(refusal: RefusalKind, why: impl Into<String>) -> Self {
        Self { error: refusal.name().to_owned(), why: why.into() }
    }
}

impl From<NotCarried> for Refused {
    fn from(error: NotCarried) -> Self {
        Self::because(RefusalKind::Impossible, error.to_string())
    }
}

impl From<zbus::Error> for Refused {
    fn from(error: zbus::Error) -> Self {
        NotCarried::from(error).into()
    }
}

/// What a method returned.
pub(super) type Returned = Result<Option<Structure<'static>>, Refused>;

/// Carries calls of one side.
#[derive(Debug)]
pub(super) struct Carrier {
    client: Client,
    side: Side,
    /// No other hall, and no hall before, gives calls the same ids.
    session: String,
    calls: AtomicU64,
}

impl Carrier {
    pub(super) fn new(client: Client, side: Side) -> Self {
        let session = client.new_inbox();
        Self { client, side, session, calls: AtomicU64::new(0) }
    }

    /// The way to a station.
    pub(super) fn to<'a>(&'a self, station: &'a StationName, terms: &'a Terms) -> Way<'a> {
        Way { carrier: self, station, translation: terms.translation(self.side, station) }
    }
}

/// This value, as what a method returned.
pub(super) fn returned(value: Variant<'static>) -> Returned {
    let mut all = StructureBuilder::new();
    all.push_value(value);
    // It has one field.
    Ok(all.build().ok())
}

/// The way to a station.
pub(super) struct Way<'a> {
    carrier: &'a Carrier,
    station: &'a StationName,
    translation: Translation<'a>,
}

impl Way<'_> {
    /// Has the station carry out a call, once, by this method.
    pub(super) async fn ask(&self, call: &HallCall, member: &str) -> Returned {
        let Self { carrier, station, translation } = *self;
        let arguments = self
            .arguments(call)
            .map_err(|error| Refused::because(RefusalKind::InvalidArgs, error.to_string()))?;
        let number = carrier.calls.fetch_add(1, Ordering::Relaxed);
        let mut message = CallMessage {
            id: format!("{}.{number}", carrier.session),
            asked_before: 0,
            path: translation.path_at_station(&call.path),
            interface: call.interface.clone(),
            member: member.to_owned(),
            arguments,
        };
        let mut unheard = 0;
        loop {
            match self.ask_once(&message).await {
                Ok(AnswerMessage::Returned(returned)) => {
                    let malformed = |error: NotCarried| {
                        self.refused(RefusalKind::Impossible, &error.to_string())
                    };
                    let returned = returned.arguments().map_err(malformed)?;
                    return Ok(returned.map(|fields| in_hall(&translation, member, fields)));
                }
                Ok(AnswerMessage::Refused { error, why }) => {
                    return Err(Refused { error, why: format!("{station}: {why}") });
                }
                Err(NoAnswer::Nobody) if unheard < MAX_ASKED => {
                    unheard += 1;
                    tokio::time::sleep(TRY_AGAIN).await;
                }
                Err(NoAnswer::InTime) if message.asked_before + 1 < MAX_ASKED => {
                    message.asked_before += 1;
                }
                Err(NoAnswer::Nobody) => {
                    let why = "is not heard: nothing was done; try again when it is";
                    return Err(self.refused(RefusalKind::NotConnected, why));
                }
                Err(NoAnswer::InTime) => {
                    let why = "does not answer: look whether it was done before you decide again";
                    return Err(self.refused(RefusalKind::Timeout, why));
                }
            }
        }
    }

    async fn ask_once(&self, message: &CallMessage) -> Result<AnswerMessage, NoAnswer> {
        let text = serde_json::to_string(message).map_err(|_| NoAnswer::Nobody)?;
        let request =
            async_nats::Request::new().payload(text.into()).timeout(Some(ASKED_AGAIN_AFTER));
        let subject = subject::calls(self.station, self.carrier.side);
        let answer = self.carrier.client.send_request(subject, request).await;
        let answer = answer.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => NoAnswer::Nobody,
            _ => NoAnswer::InTime,
        })?;
        serde_json::from_slice(&answer.payload).map_err(|_| NoAnswer::InTime)
    }

    /// The arguments in the station's terms.
    fn arguments(&self, call: &HallCall) -> Result<TypedJson, NotCarried> {
        let Some(arguments) = &call.arguments else { return Ok(TypedJson::nothing()) };
        let translation = self.translation;
        let mut own = StructureBuilder::new();
        for argument in arguments.fields() {
            own.push_value(match (call.member.as_str(), argument) {
                ("Sightings", Variant::U64(moment)) => {
                    Variant::U64(translation.moment_at_station(*moment))
                }
                ("HearAt", Variant::Str(port)) => {
                    Variant::from(translation.port_at_station(port).to_owned())
                }
                (_, Variant::ObjectPath(path)) => {
                    let path = translation.path_at_station(path);
                    Variant::ObjectPath(path.try_into()?)
                }
                (_, other) => other.clone(),
            });
        }
        TypedJson::of_fields(&own.build()?)
    }

    fn refused(&self, refusal: RefusalKind, why: &str) -> Refused {
        Refused::because(refusal, format!("the station {} {why}", self.station))
    }
}

enum NoAnswer {
    /// Nobody hears calls to it.
    Nobody,
    /// It may have heard it, and has not answered.
    InTime,
}

/// What a method returned, in the hall's terms.
fn in_hall(
    translation: &Translation<'_>,
    member: &str,
    fields: Structure<'static>,
) -> Structure<'static> {
    let mut own = StructureBuilder::new();
    for field in fields.into_fields() {
        own.push_value(match (member, field) {
            ("Sightings", Variant::Array(seen)) => sightings(translation, &seen),
            (_, field) => translation.value_in_hall(member, field),
        });
    }
    // It has as many fields as before.
    own.build().unwrap_or_else(|_| Structure::from((0_u8,)))
}

/// Each sighting begins with its moment.
fn sightings(translation: &Translation<'_>, seen: &Array<'static>) -> Variant<'static> {
    let mut own = Array::new(seen.element_signature());
    for sighting in seen.inner() {
        let Variant::Structure(fields) = sighting.clone() else { continue };
        let mut moved = StructureBuilder::new();
        for (at, field) in fields.into_fields().into_iter().enumerate() {
            moved.push_value(match (at, field) {
                (0, Variant::U64(moment)) => translation.moment_in_hall(moment),
                (_, other) => translation.value_in_hall("", other),
            });
        }
        if let Ok(moved) = moved.build() {
            // Its type is as before.
            let _ = own.append(Variant::Structure(moved));
        }
    }
    Variant::Array(own)
}
