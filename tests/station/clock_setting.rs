//! A clock that a person sets from here: on a real port, told while it stands and never while it runs.

use std::fs;
use std::process::Output;

use shakmaty::Chess;
use touchmove_drivers::{Device, Packet};

use crate::support::between::Between;
use crate::support::client::Client;
use crate::support::games::Scored;
use crate::support::looking::until;
use crate::support::seat::Seat;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_54321";

/// Has the clock set; what is said of it.
fn set(venue: &Venue, white: &str, black: &str) -> Result<String, String> {
    let words = ["set", BOARD, "--white", white, "--black", black];
    let Output { status, stdout, stderr } = venue.touchmove("clock", &words);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if status.success() { Ok(text(stdout)) } else { Err(text(stderr)) }
}

/// How the message begins that tells a clock what to show, and how long it is (`drivers/dgt/README.md`, Messages).
const SET_AND_RUN: [u8; 4] = [0x2B, 0x0A, 0x03, 0x0A];
const LENGTH: usize = 12;

/// The answer of a clock that refuses it, as the board passes it on.
const REFUSED: [u8; 10] = [0x8D, 0x00, 0x0A, 0x0A, 0x40, 0x0A, 0x0A, 0x00, 0x00, 0x00];

/// A board whose clock does not do what it is told, and answers this.
fn with_stubborn_clock(answer: Option<&'static [u8]>) -> Box<dyn Device> {
    let hear = move |device: &mut dyn Device, now, packet: Packet<&[u8]>| {
        let bytes = packet.bytes;
        let told = bytes.windows(SET_AND_RUN.len()).position(|window| window == SET_AND_RUN);
        let Some(told) = told else {
            device.receive(now, packet);
            return None;
        };
        let (before, rest) = bytes.split_at(told);
        device.receive(now, Packet::stream(before));
        device.receive(now, Packet::stream(&rest[LENGTH.min(rest.len())..]));
        answer.map(|answer| Packet::stream(answer.to_vec()))
    };
    Box::new(Between::new(Seat::device(54_321), hear))
}

/// Has such a clock set; what is said of it.
async fn set_stubborn_clock(answer: Option<&'static [u8]>) -> String {
    let seat = Seat::with_device(54_321, with_stubborn_clock(answer));
    let venue = Venue::open(vec![seat.port()]);
    let mut client = Client::on(&venue.bus).await;
    seat.set_up(Chess::default());
    seat.is_done();
    client.until(async |client| client.game_on(BOARD).await).await;
    until(|| match set(&venue, "0:12:34", "0:05:06") {
        Err(why) if !why.contains("no clock is heard") => Ok(why),
        other => Err(format!("{other:?}")),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_refuses_to_be_set_is_told_of_with_what_to_do() {
    let why = set_stubborn_clock(Some(&REFUSED)).await;
    assert!(why.starts_with("touchmove: the clock refuses to be set; a DGT 3000"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_never_shows_what_it_was_told_is_told_of_with_what_it_shows() {
    let why = set_stubborn_clock(None).await;
    let shown = "touchmove: the clock does not show it but 1:30:30 and 1:30:30; a DGT 3000";
    assert!(why.starts_with(shown), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_is_set_while_it_stands_as_its_reading_confirms_and_refused_while_it_runs() {
    let seat = Seat::new(54_321);
    let venue = Venue::open(vec![seat.port()]);
    let mut client = Client::on(&venue.bus).await;
    seat.set_up(Chess::default());
    seat.is_done();
    client.until(async |client| client.game_on(BOARD).await).await;
    let said = until(|| set(&venue, "0:12:34", "0:05:06"));
    assert_eq!(said, "the clock of dgt_54321 shows 0:12:34 and 0:05:06\n");
    let journal = fs::read(venue.file("mark", "").replace("mark", "station.journal")).unwrap();
    let journal = String::from_utf8_lossy(&journal);
    assert!(journal.contains("\"set_clock\":\"dgt_54321\"") && journal.contains("0:12:34"));

    let offered = venue.game(&["clock", "1", "--white", "0:10:00"]);
    assert!(offered.contains("`touchmove clock set dgt_54321 --white 0:10:00`"), "{offered}");
    let too_long = set(&venue, "12:00:00", "0:05:06").unwrap_err();
    assert!(too_long.contains("9:59:59"), "{too_long}");

    seat.play(Scored::demo("oro-brkic.pgn").game());
    let why = until(|| match set(&venue, "0:12:34", "0:05:06") {
        Err(why) if why.contains("running") => Ok(why),
        other => Err(format!("{other:?}")),
    });
    assert_eq!(why, "touchmove: the clock is running; stop it, then set it\n");
}
