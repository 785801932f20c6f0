//! `touchmove bluetooth`: boards in the air, and which of them are this station's.

use std::time::Duration;

use serde_json::json;
use touchmove_core::words::phrases::InAir;
use touchmove_station::bluez::pairing::{Neighbour, Neighbours, PairingState};

use super::notices::{Notices, Reader};
use super::rows::table;
use super::{Failure, block_on, print, print_json};

/// How long is listened for boards: each shows itself every second or two, classic ones within ten.
pub(super) const LISTENED: Duration = Duration::from_secs(10);

/// See which boards are near, make them this station's, forget them
///
/// Without a verb, listens for 10 s and lists the boards that are near or known. A board that is paired is connected to
/// whenever it is near; others are left alone. Boards of one maker may have one name: they are told apart by address.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Make a board this station's, and pair with it where its kind asks for that
    Pair {
        /// Its address, as in E0:12:34:56:78:9A, or its name where no other board has it
        board: String,
    },
    /// Forget a board: it is not connected to any more
    Forget {
        /// Its address, as in E0:12:34:56:78:9A, or its name where no other board has it
        board: String,
    },
}

/// Does what is asked.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let notices = Notices::for_reader(Reader::of(arguments.json));
    block_on(async {
        let neighbours = Neighbours::look().await.map_err(Failure::failed)?;
        match &arguments.verb {
            None => {
                neighbours.listen(LISTENED).await.map_err(Failure::failed)?;
                let boards = neighbours.boards();
                if arguments.json {
                    print_json(&as_json(&boards))
                } else {
                    print(&as_text(&boards, &notices))
                }
            }
            Some(Verb::Pair { board }) => {
                if named(&neighbours.boards(), board).is_err() {
                    neighbours.listen(LISTENED).await.map_err(Failure::failed)?;
                }
                let one = named(&neighbours.boards(), board)?;
                neighbours.pair(one.address).await.map_err(Failure::failed)?;
                let (name, address) = (one.name.into(), one.address.to_string().into());
                print(&(notices.say(InAir::Taken { name, address }) + "\n"))
            }
            Some(Verb::Forget { board }) => {
                let one = named(&neighbours.boards(), board)?;
                neighbours.forget(one.address).await.map_err(Failure::failed)?;
                let (name, address) = (one.name.into(), one.address.to_string().into());
                print(&(notices.say(InAir::Forgotten { name, address }) + "\n"))
            }
        }
    })
}

/// The board with this address or name.
fn named(boards: &[Neighbour], text: &str) -> Result<Neighbour, Failure> {
    let is_meant =
        |one: &&Neighbour| one.name == text || one.address.to_string().eq_ignore_ascii_case(text);
    let meant: Vec<_> = boards.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [] => Err(Failure::because(InAir::Unknown { name: text.into() })),
        [one] => Ok((*one).clone()),
        several => {
            let addresses = several.iter().map(|one| one.address.to_string());
            let addresses = addresses.collect::<Vec<_>>().join(", ").into();
            Err(Failure::misused(InAir::Several { name: text.into(), addresses }))
        }
    }
}

/// A row for each board, for a person, and how strangers are paired.
pub(super) fn as_text(boards: &[Neighbour], notices: &Notices) -> String {
    if boards.is_empty() {
        return notices.say(InAir::NoBoard) + "\n";
    }
    let cells = boards.iter().map(|one| {
        let signal = match one.signal {
            Some(strength) => InAir::Strength { strength: strength.to_string().into() },
            None => InAir::Silent,
        };
        let signal = if one.standing == PairingState::Connected {
            String::new()
        } else {
            notices.say(signal)
        };
        let standing = notices.say(match one.standing {
            PairingState::Connected => InAir::Connected,
            PairingState::Trusted => InAir::Trusted,
            PairingState::Paired => InAir::Paired,
            PairingState::Stranger => InAir::Stranger,
        });
        [one.address.to_string(), one.name.clone(), one.family.title.to_owned(), standing, signal]
    });
    let mut text = table(&cells.collect::<Vec<_>>());
    if boards
        .iter()
        .any(|one| matches!(one.standing, PairingState::Paired | PairingState::Stranger))
    {
        text += &format!("\n{}\n", notices.say(InAir::HowToPair));
    }
    text
}

fn as_json(boards: &[Neighbour]) -> String {
    let boards: Vec<_> = boards
        .iter()
        .map(|one| {
            json!({
                "address": one.address.to_string(),
                "name": one.name,
                "family": one.family.name,
                "standing": match one.standing {
                    PairingState::Connected => "connected",
                    PairingState::Trusted => "trusted",
                    PairingState::Paired => "paired",
                    PairingState::Stranger => "stranger",
                },
                "signal": one.signal,
            })
        })
        .collect();
    format!("{}\n", json!({ "boards": boards }))
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::families::FAMILIES;
    use touchmove_station::link::address::BluetoothAddress;

    use super::*;

    fn board(last: u8, name: &str, standing: PairingState) -> Neighbour {
        let address = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, last]);
        let signal = (standing == PairingState::Stranger).then_some(-58);
        Neighbour { address, name: name.to_owned(), family: FAMILIES[0], standing, signal }
    }

    #[test]
    fn boards_of_one_name_are_told_apart_by_their_addresses() {
        let boards = [
            board(1, "Chessnut Air", PairingState::Trusted),
            board(2, "Chessnut Air", PairingState::Stranger),
        ];
        let refused = named(&boards, "Chessnut Air").unwrap_err();
        assert!(refused.to_string().contains("E0:12:34:56:78:01, E0:12:34:56:78:02"), "{refused}");
        assert_eq!(named(&boards, "e0:12:34:56:78:02").unwrap().address, boards[1].address);
        let refused = named(&boards, "Pegasus").unwrap_err();
        assert!(refused.to_string().contains("Pegasus"), "{refused}");
    }

    #[test]
    fn each_board_is_a_row_and_strangers_bring_word_of_how_they_are_paired() {
        let boards = [
            board(1, "One", PairingState::Connected),
            board(2, "Other one", PairingState::Stranger),
        ];
        let text = as_text(&boards, &Notices::default());
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "E0:12:34:56:78:01  One        DGT e-Board  connected");
        assert_eq!(
            lines[1],
            "E0:12:34:56:78:02  Other one  DGT e-Board  near, not this station's  -58 dBm"
        );
        assert!(lines[3].contains("touchmove bluetooth pair"), "{text}");
        assert!(!as_text(&boards[..1], &Notices::default()).contains("pair "));
        assert!(as_json(&boards).contains(r#""signal":-58"#));
    }
}
