//! A section under each edition of the Laws, from its pairing to its results: a draw is claimed in a quickplay finish, and a game
//! is adjourned and resumed the next day on another board.

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::support::client::Client;
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

/// The editions, and the boards at their tables.
const SECTIONS: [(&str, &str); 5] = [
    ("fide-1995", "10001"),
    ("fide-1997", "10002"),
    ("fide-2017", "10003"),
    ("fide-2018", "10004"),
    ("fide-2023", "10005"),
];

/// A board at no table.
const SPARE: &str = "10006";

const OPENING: [&str; 5] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];

const ADJOURNED: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

const ENVELOPE: &str = "\
Adjourned: White 1 – Black 1
Sealed by Black: move 3
Position before it: r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3
Left: White 0:04:57, Black 0:04:58
";

#[tokio::test(flavor = "multi_thread")]
async fn a_section_under_each_edition_is_played_from_pairing_to_result() {
    let folder = tempfile::tempdir().unwrap();
    let plugged = |serial, position| Table::with_serial(folder.path(), serial, position);
    let mut tables = SECTIONS.map(|(_, serial)| plugged(serial, Chess::default()));
    let mut spare = plugged(SPARE, adjourned());
    let ports = tables.iter().chain([&spare]).map(Table::port).collect();
    let venue = Venue::open(ports);
    let mut client = Client::on(&venue.bus).await;
    begin_round(&venue, &mut client).await;
    play_opening(&mut tables, &mut client).await;

    let sealed = venue.game(&["seal", "3.1", "black"]);
    assert!(sealed.contains("Black: The move is sealed\n"), "{sealed}");
    assert_eq!(venue.game(&["envelope", "3.1"]), ENVELOPE);
    let first = board(SECTIONS[0].1);
    client.until(async |client| on_no_board(client, &first).await).await;
    // Another game may be played there meanwhile.
    tables[0].set_up_again();
    client.until(async |client| client.game_on(&first).await).await;

    for (table, place) in tables.iter_mut().zip(["3.1", "3.2", "3.3", "3.4", "3.5"]).skip(1) {
        table.set_clock([100, 90]);
        claim_and_rule(&venue, place);
    }
    let decided = ["1/2-1/2", "1/2-1/2", "1-0", "1/2-1/2"].map(Some);
    until_results(&venue, &[&[None], &decided[..]].concat());

    let venue = venue.kill_and(|| tables.iter().chain([&spare]).for_each(Table::free));
    let mut client = Client::on(&venue.bus).await;
    client.until_link(&board(SPARE), "up").await;
    client.until_link(&first, "up").await;
    until(|| match venue.game(&["envelope", "3.1"]) {
        envelope if envelope == ENVELOPE => Ok(()),
        other => Err(other),
    });
    resume_on(&mut spare, &venue, &mut client).await;
    assert_eq!(venue.status()["tables"][0]["board"], board(SPARE));
    resign(&venue);
    until_results(&venue, &[&[Some("0-1")], &decided[..]].concat());
    venue.done(&["end"]);
    let pgn = venue.done(&["results", "--pgn"]);
    assert!(pgn.contains("Ba4") && pgn.contains("Nf6"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_resumed_on_its_own_board_where_it_is_set_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::with_serial(folder.path(), SECTIONS[0].1, Chess::default());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    let name = board(SECTIONS[0].1);
    client.until(async |client| client.game_on(&name).await).await;
    venue.section(&["set", "", "--rulebook", "fide-1997 standard full"]);
    table.play(&OPENING);
    let played = client.until_moves(&name, &OPENING).await;
    // A move that is not pressed for yet might have been played openly, to be sealed.
    let is_pressed = |pgn: String| pgn.contains("3. Bb5 {[%clk").then_some(()).ok_or(pgn);
    client.until(async |client| is_pressed(client.pgn_on(&name).await?)).await;
    let refused = venue.game_refused(&["envelope", "1"]);
    assert!(refused.contains("g000001 is not adjourned"), "{refused}");
    let refused = venue.game(&["seal", "1", "white"]);
    assert!(refused.contains("Only the player on move seals\n"), "{refused}");
    venue.game(&["seal", "1", "black"]);
    client.until(async |client| on_no_board(client, &name).await).await;
    let early = venue.game(&["resume", "1", "--absent", "replier"]);
    assert!(early.contains("instruction 4: White: Start the clock"), "{early}");
    let refused = venue.game(&["open-envelope", "1", "--move", "a6"]);
    assert!(refused.contains("The envelope stays closed\n"), "{refused}");
    let resumed = venue.game(&["resume", "1"]);
    assert!(resumed.contains("It waits for the envelope\n"), "{resumed}");
    let back = client.until(async |client| client.game_on(&name).await).await;
    assert_eq!(back.path, played.path);
    let lost = venue.game(&["open-envelope", "1", "--move", "a7d5"]);
    assert!(lost.contains("g000001  result 1-0 (sealed-move-invalid)"), "{lost}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_goes_on_whose_first_board_is_archived_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Table::with_serial(folder.path(), SECTIONS[0].1, Chess::default());
    let mut spare = Table::with_serial(folder.path(), SPARE, adjourned());
    let venue = Venue::open(vec![first.port(), spare.port()]);
    let mut client = Client::on(&venue.bus).await;
    let name = board(SECTIONS[0].1);
    client.until(async |client| client.game_on(&name).await).await;
    venue.section(&["set", "", "--rulebook", "fide-1995 standard full"]);
    begin_on(&venue, 3, &name);
    first.play(&OPENING);
    let played = client.until_moves(&name, &OPENING).await.path;
    let is_pressed = |pgn: String| pgn.contains("3. Bb5 {[%clk").then_some(()).ok_or(pgn);
    client.until(async |client| is_pressed(client.pgn_on(&name).await?)).await;
    venue.game(&["seal", "3.1", "black"]);
    client.until(async |client| on_no_board(client, &name).await).await;

    // The next round is played there, and the envelope lies in the board's journal.
    play_round_on(&mut first, 4, (&venue, &mut client)).await;
    assert!(!venue.log().contains("archived up to"), "{}", venue.log());
    resume_on(&mut spare, &venue, &mut client).await;
    play_round_on(&mut first, 5, (&venue, &mut client)).await;
    let archived = venue.state.path().join(format!("archive/{name}.0.journal.gz"));
    until(|| if archived.is_file() { Ok(()) } else { Err(venue.log()) });

    let venue = venue.kill_and(|| [&first, &spare].into_iter().for_each(Table::free));
    let mut client = Client::on(&venue.bus).await;
    client.until_link(&board(SPARE), "up").await;
    let moves = [&OPENING[..], &["a7a6", "b5a4", "g8f6"]].concat();
    let again = client.until_moves(&board(SPARE), &moves).await.path;
    assert_eq!(again, played);
    spare.play(&["e1g1"]);
    client.until_moves(&board(SPARE), &[&moves[..], &["e1g1"]].concat()).await;
    resign(&venue);
    until(|| match venue.done(&["results", "3", "--pgn"]) {
        pgn if pgn.contains("3... a6") && pgn.contains("5. O-O") && pgn.contains("0-1") => Ok(()),
        other => Err(other),
    });
}

/// A round of one game begins on this board.
fn begin_on(venue: &Venue, round: u32, board: &str) {
    let pairings =
        format!("round,board,white,black,time_control\n{round},1,White 1,Black 1,90:00\n");
    venue.done(&["load", &venue.file(&format!("round-{round}"), &pairings)]);
    venue.done(&["assign", "1", board]);
    venue.done(&["begin", "--anyway"]);
}

/// The round before is over, and another one is begun on the board, whose pieces are set up again.
async fn play_round_on(table: &mut Table, round: u32, (venue, client): (&Venue, &mut Client)) {
    const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let name = board(SECTIONS[0].1);
    let last = client.game_on(&name).await.ok().map(|game| game.path);
    venue.done(&["end", "--anyway"]);
    table.set_up_again();
    let begun = async |client: &Client| {
        let game = client.game_on(&name).await?;
        if Some(&game.path) == last.as_ref() { Err("it has not begun".to_owned()) } else { Ok(()) }
    };
    client.until(begun).await;
    begin_on(venue, round, &name);
    table.play(&MATE);
    client.until_moves(&name, &MATE).await;
}

fn board(serial: &str) -> String {
    format!("dgt_{serial}")
}

/// Each section has its own Laws and one game.
async fn begin_round(venue: &Venue, client: &mut Client) {
    let mut pairings = "round,board,section,white,black,time_control\n".to_owned();
    for (number, (edition, serial)) in (1..).zip(SECTIONS) {
        client.until(async |client| client.game_on(&board(serial)).await).await;
        let rulebook = format!("{edition} standard full");
        venue.section(&["set", edition, "--rulebook", &rulebook, "--policy", "act"]);
        venue.section(&["set", edition, "--quickplay-finish", "claims-only"]);
        pairings += &format!("3,{number},{edition},White {number},Black {number},90:00\n");
    }
    venue.load(&pairings);
    for (number, (_, serial)) in (1..).zip(SECTIONS) {
        venue.done(&["assign", &format!("{number}"), &board(serial)]);
    }
    venue.done(&["begin", "--anyway"]);
}

async fn play_opening(tables: &mut [Table], client: &mut Client) {
    for uci in OPENING {
        for table in &mut *tables {
            table.make(uci);
        }
        tables.iter_mut().for_each(Table::press);
    }
    for (_, serial) in SECTIONS {
        client.until_moves(&board(serial), &OPENING).await;
    }
}

/// Black, who is on move with a minute and a half, claims that White does not win by normal means.
fn claim_and_rule(venue: &Venue, place: &str) {
    let claimed = venue.game_once(&["claim-normal-means", place, "black", "cannot-win"], |said| {
        said.contains("It waits for the arbiter\n")
    });
    assert!(claimed.contains("Stop the clock"), "{claimed}");
    match place {
        "3.4" => {
            let rejected = venue.game(&["rule", place, "reject"]);
            assert!(rejected.contains("White: Add two minutes"), "{rejected}");
            venue.game(&["resign", place, "black"]);
        }
        "3.5" => {
            let postponed = venue.game(&["rule", place, "postpone"]);
            assert!(postponed.contains("the arbiter watches"), "{postponed}");
            venue.game(&["rule", place, "agree"]);
        }
        _ => {
            let agreed = venue.game(&["rule", place, "agree"]);
            assert!(agreed.contains("result 1/2-1/2 (quickplay-finish)"), "{agreed}");
        }
    }
}

fn adjourned() -> Chess {
    ADJOURNED.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// Whether no game stands on a board.
async fn on_no_board(client: &Client, board: &str) -> Result<(), String> {
    match client.game_on(board).await {
        Ok(game) => Err(format!("{game:?}")),
        Err(_) => Ok(()),
    }
}

/// The adjourned game is set up on another board, with its clock, and played to its end.
async fn resume_on(table: &mut Table, venue: &Venue, client: &mut Client) {
    let name = board(SPARE);
    let refused = venue.game_refused(&["move", "3.1", "--to", &board(SECTIONS[0].1)]);
    assert!(refused.contains("is the board that"), "{refused}");
    table.set_clock([297, 298]);
    client.until_shown(&name, ADJOURNED.split(' ').next().unwrap()).await;
    venue.game(&["move", "3.1", "--to", &name]);
    assert_eq!(venue.game(&["envelope", "3.1"]), ENVELOPE);
    let resumed = venue.game(&["resume", "3.1"]);
    assert!(resumed.contains("Set the clock as it was"), "{resumed}");
    assert!(resumed.contains("It waits for the envelope\n"), "{resumed}");
    let opened = venue.game(&["open-envelope", "3.1", "--move", "a6"]);
    assert!(opened.contains("Black: The sealed move is played\n"), "{opened}");
    assert!(opened.contains("White: Start the clock"), "{opened}");
    table.make("a7a6");
    table.press();
    table.play(&["b5a4", "g8f6"]);
    let moves = [&OPENING[..], &["a7a6", "b5a4", "g8f6"]].concat();
    client.until_moves(&name, &moves).await;
    let shown = venue.game(&["show", "3.1"]);
    assert!(!shown.contains("instruction"), "{shown}");
}

fn resign(venue: &Venue) {
    let resigned = venue.game(&["resign", "3.1", "white"]);
    assert!(resigned.contains("result 0-1 (resignation)"), "{resigned}");
}

/// Waits until these are the results that count, by table.
fn until_results(venue: &Venue, wanted: &[Option<&str>]) {
    until(|| {
        let results: Value = serde_json::from_str(&venue.done(&["results", "--json"])).unwrap();
        let tables = results["tables"].as_array().unwrap();
        let shown: Vec<_> = tables.iter().map(|table| table["result"].as_str()).collect();
        if shown == wanted { Ok(()) } else { Err(format!("{shown:?}")) }
    });
}
