//! Boards that share a serial line, through the real daemon: each is a board of its own.

#![cfg(test)]

mod support;

use std::time::Duration;

use support::PrivateBus;
use support::client::Client;
use support::daemon::Daemon;
use support::simulation::Scored;
use touchmove::simulate::{
    Control, Cue, Manner, Orientation, Player, PlayerLine, Rate, Rounds, Setting, Sins, Speed,
    Style, VirtualBoard,
};
use touchmove_drivers::device::Make;
use touchmove_drivers::device::line::Plug;
use touchmove_drivers::dgt;

/// Board 00501 and those after it.
const FIRST: u32 = 501;

fn board(place: usize) -> String {
    format!("dgt_{:05}", FIRST + u32::try_from(place).unwrap())
}

/// Players who hardly think at a board of the line.
fn player(game: &Scored, place: u32, orientation: Orientation) -> Player {
    let game = game.game();
    let mut rates = Style::Clean.rates();
    for (rate, value) in [
        (Rate::ThinkRecorded, 0.0),
        (Rate::ThinkLeast, 500.0),
        (Rate::ThinkMost, 1_500.0),
        (Rate::Kings, 1.0),
    ] {
        rates.set(Setting::new(rate, value).unwrap());
    }
    let clock = Some(Control::USUAL);
    let manner = Manner { rates, sins: Sins::None, clock };
    let clock = clock.map(Control::setting);
    let make = Make { serial: FIRST + place, chance: place.into(), scan: None, clock };
    let cue = Cue::Host(Duration::from_secs(4));
    let rounds = Rounds::new(game, manner, 1 + u64::from(place)).take(1);
    Player::new(dgt::FAMILY.device.unwrap()(&make), None, orientation, cue, rounds)
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_of_one_line_are_told_each_for_itself_and_one_comes_back_with_what_it_kept() {
    let games = ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo);
    let seats = [
        (&games[0], Orientation::Usual),
        (&games[1], Orientation::Usual),
        (&games[0], Orientation::Turned),
        (&games[1], Orientation::Turned),
    ];
    let players = (0..).zip(seats).map(|(place, (game, lies))| player(game, place, lies));
    let line = PlayerLine::new(players);
    let plugs = line.plugs();
    let mut played = VirtualBoard::start(line, Speed::new(4.0).unwrap()).unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let port = [format!("dgt-bus:{}", played.port().display())];
    let daemon = Daemon::start(&bus, folder.path(), &port);
    let mut client = Client::on(&bus).await;

    played.until(|progress| progress.plies >= 40).await.unwrap();
    plugs.set(1, Plug::Out);
    client.until_link(&board(1), "lost").await;
    let torn = played.progress().borrow().plies;
    played.until(|progress| progress.plies >= torn + 12).await.unwrap();
    plugs.set(1, Plug::In);
    client.until_link(&board(1), "up").await;
    daemon.logs("what it wrote down while nobody listened is told");

    played.over().await.unwrap();
    for (place, (game, _)) in seats.iter().enumerate() {
        client.until_moves(&board(place), &game.moves).await;
    }
}
