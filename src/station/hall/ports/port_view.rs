//! How it is with a port, in the terms of whoever has to see to it.

use touchmove_core::names::BoardId;

use crate::hall::ports::newcomers::ONE_MORE_AFTER;
use crate::link::LinkError;

/// A port of this station, for as long as it is looked after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortPlace(pub u64);

/// A port at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortView {
    /// Its name, as a person writes it.
    pub port: String,
    /// How it is with it.
    pub state: PortState,
    /// The boards that are heard there.
    pub boards: Vec<BoardId>,
}

/// How it is with a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortState {
    /// Nobody there has said who he is.
    Searching {
        /// What was looked for so far: families as a person calls them.
        tried: Vec<&'static str>,
        /// Why nobody was found the last time; `None` while the first answer is awaited.
        why: Option<String>,
    },
    /// It cannot be opened. It is tried again and again.
    CannotOpen {
        /// Why, as a word.
        why: &'static str,
        /// Why, and what to do.
        advice: String,
    },
    /// A board is there that cannot be heard.
    Refused(Refusal),
    /// Its boards are heard.
    Serving,
    /// What looks after it fell over, and is started again.
    FellOver,
}

/// Why a board that is there is not heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is heard at another port already: what comes from two would be no game.
    Doubled {
        /// Which board.
        board: BoardId,
        /// Where it is heard.
        at: String,
    },
    /// It plays in a round, was last heard at another port, and is not known to have left it.
    Unsure {
        /// Which board.
        board: BoardId,
        /// Where it was last heard.
        at: String,
    },
    /// Its journal is long, and still being read back.
    BeingRead {
        /// Which board.
        board: BoardId,
    },
    /// Its evidence cannot be kept.
    NotKept {
        /// Which board.
        board: BoardId,
    },
    /// It was never here, and the port has brought many such boards already.
    OneTooMany {
        /// Which board.
        board: BoardId,
    },
}

impl PortState {
    /// What stands in the way of opening a port.
    pub(in crate::hall) fn cannot_open(error: &LinkError) -> Self {
        let why = match error {
            LinkError::Gone { .. } => "gone",
            LinkError::Over { .. } => "over",
            LinkError::Busy { .. } => "busy",
            LinkError::Denied { .. } => "denied",
            LinkError::NotPaired { .. } => "not-paired",
            LinkError::OutOfRange { .. } => "out-of-range",
            LinkError::AdapterOff { .. } => "adapter-off",
            LinkError::AdapterMissing { .. } => "adapter-missing",
            LinkError::NoBluetooth { .. } => "no-bluetooth",
            LinkError::RefusedByAgent { .. } => "pairing-refused",
            LinkError::NoWay { .. } => "no-way",
            LinkError::NotSerial { .. } => "not-serial",
            LinkError::Unplayable { .. } => "unplayable",
            LinkError::NoChannel { .. } | LinkError::Io { .. } => "failed",
        };
        let text = error.to_string();
        // The port is named beside it.
        let advice = text.split_once(": ").map_or(text.as_str(), |(_, said)| said).to_owned();
        Self::CannotOpen { why, advice }
    }

    /// The state as a word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Searching { .. } => "searching",
            Self::CannotOpen { .. } => "cannot-open",
            Self::Refused(_) => "refused",
            Self::Serving => "serving",
            Self::FellOver => "restarting",
        }
    }

    /// Why it is so, as a word; empty where there is nothing to say.
    pub const fn why(&self) -> &'static str {
        match self {
            Self::Searching { why: None, .. } => "asked",
            Self::Searching { why: Some(_), .. } => "no-answer",
            Self::CannotOpen { why, .. } => why,
            Self::Refused(Refusal::Doubled { .. }) => "doubled",
            Self::Refused(Refusal::Unsure { .. }) => "unsure",
            Self::Refused(Refusal::BeingRead { .. }) => "being-read",
            Self::Refused(Refusal::NotKept { .. }) => "not-kept",
            Self::Refused(Refusal::OneTooMany { .. }) => "too-many-new",
            Self::Serving => "",
            Self::FellOver => "fell-over",
        }
    }

    /// What it means and what can be done about it, for a person; empty where there is nothing to say.
    pub fn advice(&self) -> String {
        match self {
            Self::Searching { tried, why } => {
                let tried = tried.join(", then as ");
                match why {
                    None if tried.is_empty() => "it is being opened".to_owned(),
                    None => format!("asked as {tried}; nobody has answered yet"),
                    Some(why) => format!("asked as {tried}: {why}; it is asked again and again"),
                }
            }
            Self::CannotOpen { advice, .. } => advice.clone(),
            Self::Refused(refusal) => refusal.to_string(),
            Self::Serving => String::new(),
            Self::FellOver => "what looks after it fell over and is started again".to_owned(),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Doubled { board, at } => write!(
                f,
                "{board} is at {at} already, so it is not heard here; unplug one of them, and the other is heard, or say \
                 which is the true one: `touchmove hear {board} --at PORT`"
            ),
            Self::Unsure { board, at } => write!(
                f,
                "{board} plays in a round and was last heard at {at}, and nothing says that it was unplugged there, so it \
                 is not heard here; if it was carried here, say so: `touchmove hear {board} --at PORT`"
            ),
            Self::BeingRead { board } => {
                write!(
                    f,
                    "the journal of {board} is long and still being read back; it is heard once that is done"
                )
            }
            Self::OneTooMany { board } => write!(
                f,
                "{board} was never here, and this port has brought many new boards already, so it is not heard; one \
                 more is let in every {} minutes, and any at another port. A board that says ever new serial numbers is \
                 broken, or is none",
                ONE_MORE_AFTER.as_secs() / 60
            ),
            Self::NotKept { board } => {
                write!(f, "the evidence of {board} cannot be kept, so it is not heard; see the log")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_keeps_a_board_in_the_air_from_being_heard_has_a_word_and_a_remedy() {
        let port = || "E0:12:34:56:78:9A".to_owned();
        for (error, word, remedy) in [
            (
                LinkError::NotPaired { port: port() },
                "not-paired",
                "`touchmove bluetooth pair E0:12:34:56:78:9A`",
            ),
            (LinkError::OutOfRange { port: port() }, "out-of-range", "within some 10 m"),
            (LinkError::AdapterOff { port: port() }, "adapter-off", "`bluetoothctl power on`"),
            (LinkError::AdapterMissing { port: port() }, "adapter-missing", "plug one in"),
            (LinkError::NoBluetooth { port: port() }, "no-bluetooth", "enable --now bluetooth"),
            (LinkError::RefusedByAgent { port: port() }, "pairing-refused", "say yes when it asks"),
        ] {
            let state = PortState::cannot_open(&error);
            assert_eq!((state.word(), state.why()), ("cannot-open", word));
            let advice = state.advice();
            assert!(advice.contains(remedy) && !advice.starts_with("E0"), "{advice}");
        }
    }
}
