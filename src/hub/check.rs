//! Looks whether a station can join: server, streams and the station itself, each in words.

use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use touchmove_client::mirror::Mirror;

use crate::server::{ServerError, streams};
use crate::side::Side;
use crate::station::StationArguments;
use crate::subject::Aspect;

/// A server that is not reached within this time is not there.
const REACHED_WITHIN: Duration = Duration::from_secs(5);

/// From one look to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// What was found out.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// What is as it should be, and what is not, in the order in which it was looked at.
    lines: Vec<String>,
    has_failed: bool,
}

impl Checked {
    /// Whether anything is wrong.
    pub(crate) const fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// A line for each thing that was looked at.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    fn note(&mut self, what: &str, found: Result<String, String>) {
        self.has_failed |= found.is_err();
        self.lines.push(match found {
            Ok(found) => format!("ok     {what}: {found}"),
            Err(wrong) => format!("WRONG  {what}: {}", wrong.replace('\n', "\n       ")),
        });
    }
}

/// Looks at everything on which a station depends.
///
/// # Errors
/// [`ServerError`] where the command line already is wrong.
pub(crate) async fn check(arguments: &StationArguments) -> Result<Checked, ServerError> {
    let mut checked = Checked::default();
    let station = match Mirror::connect(arguments.bus()).await {
        Ok(mirror) => Ok(format!("touchmoved answers, with {} boards", mirror.boards().len())),
        Err(error) => Err(error.to_string()),
    };
    checked.note("the station", station);
    let client = arguments.server().connect(arguments.name().as_str()).await?;
    let is_reached = is_reached(&client).await;
    checked.note("the server", if is_reached {
        Ok(format!("reached, version {}", client.server_info().version))
    } else {
        Err("not reached: is its address right, does it run, and does it know this certificate? Its log says whom it \
             turned away"
            .to_owned())
    });
    if is_reached {
        for side in Side::ALL {
            for aspect in Aspect::of(side) {
                let stream = aspect.stream(side);
                let found = streams(&client).get_stream(&stream).await;
                let found = found.map(|stream| {
                    format!(
                        "there, with {} messages of all stations",
                        stream.cached_info().state.messages
                    )
                });
                let found = found.map_err(|error| {
                    format!("{error}; `touchmove-hub hall` makes it: start the hall first")
                });
                checked.note(&format!("the stream {stream}"), found);
            }
        }
    }
    Ok(checked)
}

async fn is_reached(client: &Client) -> bool {
    let reached = async {
        while client.connection_state() != State::Connected {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    tokio::time::timeout(REACHED_WITHIN, reached).await.is_ok()
}
