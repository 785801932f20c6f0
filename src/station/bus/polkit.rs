//! Whom else polkit lets: users who are neither root nor in the group.
//!
//! It is asked on the system bus only: there its name can have but one owner. Whatever it does not answer clearly
//! and in time is a no.

use std::collections::HashMap;
use std::time::Duration;

use touchmove_client::service::{CALIBRATE, DECIDE, SEE, SET_CLOCK};
use zbus::message::{Flags, Header};
use zbus::{Message, Variant};

/// What a client wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// To ask what is known of the live games and rounds.
    See,
    /// To decide about them.
    Decide,
    /// To have a board learn its pieces anew.
    Calibrate,
    /// To set a clock.
    SetClock,
}

/// The methods that change nothing.
const QUESTIONS: [&str; 13] = [
    "EventsSince",
    "Sightings",
    "Pgn",
    "Decisions",
    "ReadBoard",
    "Texts",
    "Results",
    "Pairings",
    "Get",
    "GetAll",
    "GetManagedObjects",
    "Introspect",
    "Ping",
];

/// How long polkit may take where nobody is asked for a password ...
const PATIENCE: Duration = Duration::from_secs(2);

/// ... and where somebody is.
const PATIENCE_WITH_PEOPLE: Duration = Duration::from_secs(50);

/// `AllowUserInteraction` of `CheckAuthorization` (polkit's D-Bus reference).
const ALLOW_INTERACTION: u32 = 1;

impl Act {
    /// What a call is for. Whatever is not known to change nothing is taken to decide.
    fn of(call: &Header<'_>) -> Self {
        match call.member().map(|member| member.as_str()) {
            Some("Calibrate") => Self::Calibrate,
            Some("SetClock") => Self::SetClock,
            Some(member) if QUESTIONS.contains(&member) => Self::See,
            _ => Self::Decide,
        }
    }

    /// The action's name.
    pub(super) const fn action(self) -> &'static str {
        match self {
            Self::See => SEE,
            Self::Decide => DECIDE,
            Self::Calibrate => CALIBRATE,
            Self::SetClock => SET_CLOCK,
        }
    }
}

/// What polkit is asked about a call, and how long it may take.
#[derive(Debug)]
pub(super) struct Question {
    /// The call of its method.
    pub(super) call: Message,
    /// How long it may take to answer.
    pub(super) patience: Duration,
}

impl Question {
    /// Whether the sender of a call may make it. A person is asked for a password only where the call allows that.
    pub(super) fn about(call: &Header<'_>) -> Option<Self> {
        let may_ask = call.primary().flags().contains(Flags::ALLOW_INTERACTIVE_AUTH);
        let (flags, patience) =
            if may_ask { (ALLOW_INTERACTION, PATIENCE_WITH_PEOPLE) } else { (0, PATIENCE) };
        let sender = HashMap::from([("name", Variant::from(call.sender()?.as_str()))]);
        let (subject, details) = (("system-bus-name", sender), HashMap::<&str, &str>::new());
        let question = (subject, Act::of(call).action(), details, flags, "");
        let path = "/org/freedesktop/PolicyKit1/Authority";
        let call = Message::method_call(path, "CheckAuthorization")
            .destination("org.freedesktop.PolicyKit1")
            .interface("org.freedesktop.PolicyKit1.Authority")
            .build(&question)
            .ok()?;
        Some(Self { call, patience })
    }
}

/// Whether an answer of polkit is a plain yes. It says whether it is so, whether it would be if somebody gave a
/// password, and details.
pub(super) fn is_yes(answer: &Message) -> bool {
    let answer = answer.body();
    let said = answer.deserialize::<(bool, bool, HashMap<String, String>)>();
    matches!(said, Ok((true, ..)))
}
