//! `touchmove broadcast`: where what is released is sent, and what becomes of it there.

use std::time::Duration;

use serde::Serialize;
use touchmove_client::address::Bus;
use touchmove_client::broadcast::{ShownDestination, ShownSentGame};
use touchmove_client::call_error::CallError;
use touchmove_client::mirror::since_boot;
use touchmove_client::proxy::DestinationsProxy;
use touchmove_client::span::span;
use touchmove_core::words::phrases::{Listed, OfBroadcast};

use super::notices::Notices;
use super::rows::table;
use super::{Failure, block_on, print, print_json};

/// Options of `touchmove broadcast`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Send what is released somewhere from now on
    #[command(subcommand)]
    Add(Add),
    /// Show where it is sent, and what becomes of it there, game by game
    Status {
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
    /// Send everything there once more, as if nothing had been
    Again {
        /// The number of the destination, as `touchmove broadcast status` has it
        id: u32,
    },
    /// Send nothing there any more
    Remove {
        /// The number of the destination, as `touchmove broadcast status` has it
        id: u32,
    },
}

/// Where to send.
#[derive(Debug, clap::Subcommand)]
enum Add {
    /// Push the games of a round to a round of a broadcast on Lichess
    Lichess {
        /// The round there: the eight letters at the end of its address, or the address
        #[arg(value_name = "ROUND_ID")]
        lichess: String,
        /// The round here
        #[arg(long, value_name = "N")]
        round: u16,
        /// Only the games of this section
        #[arg(long, value_name = "NAME", default_value = "")]
        section: String,
        /// The credential with the token: touchmove.KEY in /etc/credstore
        #[arg(long, value_name = "KEY", default_value = "lichess")]
        key: String,
    },
    /// Post each released event as JSON to a web address, signed as Standard Webhooks are
    Webhook {
        /// The address, as in https://example.org/hook
        url: String,
        /// Only the games of this round
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        round: u16,
        /// Only the games of this section
        #[arg(long, value_name = "NAME", default_value = "")]
        section: String,
        /// The credential with the secret to sign with: touchmove.KEY in /etc/credstore
        #[arg(long, value_name = "KEY", default_value = "webhook")]
        key: String,
    },
}

/// A destination with its games, for a program to read.
#[derive(Debug, Serialize)]
struct Told {
    #[serde(flatten)]
    destination: ShownDestination,
    sent: Vec<ShownSentGame>,
}

/// Has it done.
pub(super) fn run(Arguments { verb }: Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let connection = bus.connect().await.map_err(Failure::failed)?;
        let destinations = DestinationsProxy::new(&connection).await.map_err(Failure::failed)?;
        let said = match verb {
            Verb::Add(add) => OfBroadcast::Added {
                id: add.carry_out(&destinations).await.map_err(failed)?.into(),
            },
            Verb::Again { id } => {
                destinations.send_again(id).await.map_err(failed)?;
                OfBroadcast::Again { id: id.into() }
            }
            Verb::Remove { id } => {
                destinations.remove(id).await.map_err(failed)?;
                OfBroadcast::Removed { id: id.into() }
            }
            Verb::Status { json } => return show(&destinations, json).await,
        };
        print(&format!("{}\n", Notices::of_environment().say(said)))
    })
}

impl Add {
    async fn carry_out(
        self,
        destinations: &DestinationsProxy<'_>,
    ) -> touchmove_client::call_error::Result<u32> {
        match self {
            Self::Lichess { lichess, round, section, key } => {
                destinations.add_lichess(lichess, round, section, key).await
            }
            Self::Webhook { url, round, section, key } => {
                destinations.add_webhook(url, round, section, key).await
            }
        }
    }
}

async fn show(destinations: &DestinationsProxy<'_>, json: bool) -> Result<(), Failure> {
    let mut told = Vec::new();
    for details in destinations.status().await.map_err(failed)? {
        let destination = ShownDestination::new(details);
        let sent = destinations.games(destination.id).await.map_err(failed)?;
        let sent = sent.into_iter().map(ShownSentGame::new).collect();
        told.push(Told { destination, sent });
    }
    if json {
        let text = serde_json::to_string(&told).map_err(Failure::failed)?;
        return print_json(&(text + "\n"));
    }
    print(&text(&told, &Notices::of_environment(), since_boot()))
}

/// A line for each destination, and below them what somebody should know.
fn text(told: &[Told], notices: &Notices, now: Duration) -> String {
    if told.is_empty() {
        return format!("{}\n", notices.say(OfBroadcast::Nowhere));
    }
    let row = |Told { destination, .. }: &Told| {
        let (place, sent) = (destination.place(), destination.sent());
        [
            destination.id.to_string(),
            notices.say(place),
            notices.say(sent),
            state(destination, notices, now),
        ]
    };
    let remarks = told.iter().flat_map(|told| {
        let games = told.sent.iter().flat_map(ShownSentGame::remarks);
        let games =
            games.map(|remark| format!("{}: {}\n", told.destination.id, notices.say(remark)));
        trouble(&told.destination, notices, now).into_iter().chain(games)
    });
    table(&told.iter().map(row).collect::<Vec<_>>()) + &remarks.collect::<String>()
}

/// How much is there, and how late it came.
fn state(destination: &ShownDestination, notices: &Notices, now: Duration) -> String {
    let games = Listed::Games { count: destination.games.into() }.into();
    let said = notices.say(match destination.last {
        None => OfBroadcast::Nothing { games },
        Some(put) => OfBroadcast::Last { games, ago: span(put.ago(now)), late: span(put.late()) },
    });
    match destination.behind {
        0 => said,
        behind => format!("{said}; {}", notices.say(OfBroadcast::Behind { count: behind.into() })),
    }
}

/// Why nothing gets there.
fn trouble(destination: &ShownDestination, notices: &Notices, now: Duration) -> Option<String> {
    let trouble = destination.trouble.as_ref()?;
    let (place, lasts) = (destination.place(), span(trouble.lasts(now)));
    let said = OfBroadcast::Trouble { place, lasts, trouble: trouble.said().into() };
    Some(format!("{}: {}\n", destination.id, notices.say(said)))
}

/// Why it was not done; where nobody is there to do it, how to have somebody.
fn failed(error: CallError) -> Failure {
    match error.is_of_nobody() {
        true => Failure::because(OfBroadcast::NotRunning),
        false => Failure::failed(error),
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::broadcast::{SendTrouble, ShownSendTrouble};
    use touchmove_client::shown::ShownWriting;

    use super::*;

    const NOW: Duration = Duration::from_secs(1_000);

    fn lichess() -> Told {
        let destination = ShownDestination {
            id: 1,
            kind: "lichess".into(),
            place: "hVpUCOkT".into(),
            round: 3,
            section: "Open".into(),
            key: "lichess".into(),
            games: 40,
            behind: 0,
            taken: 17,
            last: Some(ShownWriting { at_us: 999_000_000, late_us: 420_000 }),
            trouble: None,
        };
        Told { destination, sent: Vec::new() }
    }

    fn at_table(table: u16) -> ShownSentGame {
        ShownSentGame {
            round: 3,
            table,
            white: "Brkic, Ante".into(),
            black: "Ivic, Velimir".into(),
            is_behind: false,
            refused: None,
            ends_before: None,
        }
    }

    #[test]
    fn a_destination_has_a_line_and_each_game_that_is_not_whole_there_another() {
        let mut told = lichess();
        told.sent = vec![
            at_table(6),
            ShownSentGame { refused: Some("Invalid move".into()), ..at_table(7) },
            ShownSentGame { ends_before: Some("23...".into()), ..at_table(12) },
        ];
        let lines = "\
1  Lichess hVpUCOkT  round 3, Open  40 games, last 1 s ago, 0.4 s late
1: table 7, Brkic, Ante – Ivic, Velimir: not taken: Invalid move
1: table 12, Brkic, Ante – Ivic, Velimir: sent up to an illegal move that stands; from 23... on readers cannot follow \
(the result is sent)
";
        let said = text(&[told], &Notices::default(), NOW);
        assert_eq!(said.replace("1.0 s ago", "1 s ago"), lines);
    }

    #[test]
    fn why_nothing_gets_there_is_said_in_words() {
        let mut told = lichess();
        let trouble = ShownSendTrouble {
            what: Some(SendTrouble::KeyRefused),
            why: "401 No such token".into(),
            since_us: 820_000_000,
        };
        (told.destination.trouble, told.destination.behind) = (Some(trouble), 3);
        let said = text(&[told], &Notices::default(), NOW);
        assert!(said.contains("; 3 games behind\n"), "{said}");
        assert!(said.contains("\n1: Lichess hVpUCOkT: for 3 min: the key is not taken"), "{said}");
        assert!(said.ends_with("(401 No such token)\n"), "{said}");
        let nothing = text(&[], &Notices::default(), NOW);
        assert!(nothing.contains("touchmove broadcast add"), "{nothing}");
    }
}
