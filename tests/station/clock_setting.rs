//! A clock that a person sets from here: on a real port, told while it stands and never while it runs.

use std::fs;
use std::process::Output;

use shakmaty::Chess;

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
