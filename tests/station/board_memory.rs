//! What a board remembers of the time in which nobody listened is fetched back; where it does not
//! remember, nothing is made up.

use std::time::{Duration, Instant as RealInstant};

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::dgt;
use touchmove_drivers::observation::ClockTime;
use touchmove_lab::simulate::BoardTurn::Usual;
use touchmove_lab::simulate::{
    Action, Cue, Deed, PlayedTable, Speed, Timeline, Truth, VirtualBoard,
};

use crate::support::PrivateBus;
use crate::support::client::{Client, scoresheet};
use crate::support::daemon::Daemon;
use crate::support::games::Scored;
use crate::support::table::Table;

/// Moves of both players that nobody saw when they were made.
const MISSED: usize = 24;
/// What was played before them.
const BEFORE: usize = 8;
/// How soon they are to be told.
const WITHIN: Duration = Duration::from_secs(12);

const BOARD: &str = "dgt_12345";

#[tokio::test(flavor = "multi_thread")]
async fn a_daemon_that_was_down_has_all_moves_with_their_times_within_twelve_seconds() {
    let game = Scored::demo("oro-brkic.pgn");
    let (timeline, times) = brisk(&game);
    let mut board =
        VirtualBoard::start(player(timeline, Cue::Host(Duration::from_secs(1))), Speed::REAL)
            .unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let port = [format!("dgt:{}", board.port().display())];
    let daemon = Daemon::start(&bus, folder.path(), &port);
    let mut client = Client::on(&bus).await;
    board.until(|progress| progress.plies >= BEFORE).await.unwrap();
    let before = client.until_moves(BOARD, &game.moves[..BEFORE]).await;
    daemon.kill();

    board.until(|progress| progress.presses >= BEFORE + MISSED).await.unwrap();
    let back = RealInstant::now();
    let daemon = Daemon::start(&bus, folder.path(), &port);
    let all = &game.moves[..BEFORE + MISSED];
    let (after, sheet) = client
        .until(async |client| {
            let after = client.game_on(BOARD).await?;
            let sheet = scoresheet(&client.events(&after.path).await);
            let is_timed = sheet.len() >= all.len() && sheet.iter().all(|(_, left)| left.is_some());
            if is_timed { Ok((after, sheet)) } else { Err(format!("{sheet:?}")) }
        })
        .await;
    let took = back.elapsed();
    assert_eq!(after.path, before.path);
    let told: Vec<_> = sheet.iter().map(|(uci, _)| uci.as_str()).collect();
    assert_eq!(told, all);
    let lefts: Vec<_> = sheet.iter().map(|(_, left)| left.unwrap()).collect();
    assert_eq!(lefts, times[..all.len()]);
    assert!(took < WITHIN, "{took:?}");
    daemon.logs("what it wrote down while nobody listened is told");
    let journal = std::fs::read(folder.path().join(format!("boards/{BOARD}.journal"))).unwrap();
    let since = journal.windows(7).filter(|bytes| bytes == b" since=").count();
    assert!(since >= 3 * MISSED, "two squares and a press of each ply happened before: {since}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_first_seen_in_the_middle_of_a_game_tells_it_from_its_first_move() {
    let game = Scored::demo("oro-brkic.pgn");
    let (timeline, times) = brisk(&game);
    let cue = Cue::Now;
    let mut board = VirtualBoard::start(player(timeline, cue), Speed::REAL).unwrap();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    board.until(|progress| progress.presses >= BEFORE + MISSED).await.unwrap();
    let daemon = Daemon::start(&bus, folder.path(), &[format!("dgt:{}", board.port().display())]);
    let mut client = Client::on(&bus).await;
    let all = &game.moves[..BEFORE + MISSED];
    let told = client.until_moves(BOARD, all).await;
    let sheet = scoresheet(&client.events(&told.path).await);
    let moves: Vec<_> = sheet.iter().map(|(uci, _)| uci.as_str()).collect();
    assert_eq!(moves, all);
    let lefts: Vec<_> = sheet.iter().map(|(_, left)| *left).collect();
    let known: Vec<_> = times.into_iter().map(Some).collect();
    assert_eq!(
        lefts[1..],
        known[1..all.len()],
        "a log has no time of both sides before a second press"
    );
    daemon.logs("what it wrote down while nobody listened is told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_first_seen_in_the_middle_of_a_game_is_not_told_the_moves_of_another() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let mut position = Chess::default();
    for uci in OPENING {
        let uci: UciMove = uci.parse().unwrap();
        position.play_unchecked(uci.to_move(&position).unwrap());
    }
    let table = Table::with_serial(folder.path(), "12345", position);
    table.remembers(ANOTHER_GAME);
    let daemon = Daemon::start(&bus, &folder.path().join("state"), &[table.port()]);
    let mut client = Client::on(&bus).await;
    let shown = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1";
    client.until_shown(BOARD, shown).await;
    daemon.logs("its log does not lead to what it shows");
    let game = client.game_on(BOARD).await;
    assert!(!game.as_ref().is_ok_and(|game| !game.moves.is_empty()), "{game:?}");
}

/// From the landing of a move to the press.
const PRESS: Duration = Duration::from_millis(300);

/// A game played by hands that hardly rest, but for a long while after the plies that are missed; and
/// what the mover's clock shows after each ply.
fn brisk(game: &Scored) -> (Timeline, Vec<u32>) {
    const PLY: Duration = Duration::from_millis(1_000);
    const AIR: Duration = Duration::from_millis(250);
    let (mut position, mut deeds, mut landings) = (Chess::default(), Vec::new(), Vec::new());
    let (mut left, mut times) = ([BASE; 2], Vec::new());
    let start = position.board().clone();
    let mut at = Instant::from_millis(100);
    let mut pressed = at;
    deeds.push(Deed { at, action: Action::StartStop });
    for ply in &game.game().plies[..BEFORE + MISSED] {
        let (after, turn) = (position.clone().play(ply.play).unwrap(), position.turn());
        at = pressed + (PLY - AIR - PRESS);
        let gone = lifted(&position, ply.play);
        deeds.extend(gone.into_iter().map(|square| Deed { at, action: Action::Lift(square) }));
        let landed = at + AIR;
        let differs = |square: &Square| {
            let now = after.board().piece_at(*square);
            now.is_some() && now != position.board().piece_at(*square)
        };
        deeds.extend(Square::ALL.into_iter().filter(differs).filter_map(|square| {
            let piece = after.board().piece_at(square)?;
            Some(Deed { at: landed, action: Action::Place(square, piece) })
        }));
        landings.push(landed);
        let now = landed + PRESS;
        deeds.push(Deed { at: now, action: Action::Press(turn) });
        let index = usize::from(turn == Color::Black);
        left[index] -= now.since(pressed);
        // The display shows a begun second as a whole one.
        times.push(u32::try_from(left[index].as_millis().div_ceil(1_000) * 1_000).unwrap());
        (position, pressed) = (after, now);
    }
    // A player thinks for longer than the test takes.
    let late = pressed + Duration::from_secs(60);
    deeds.push(Deed { at: late, action: Action::StartStop });
    let truth = Truth::default();
    (Timeline { start, deeds, landings, truth }, times)
}

/// The squares from which pieces are taken up for a move.
fn lifted(position: &Chess, play: Move) -> Vec<Square> {
    let after = position.clone().play(play).unwrap();
    let board = position.board();
    let changes = |square: &Square| {
        let piece = board.piece_at(*square);
        piece.is_some() && piece != after.board().piece_at(*square)
    };
    Square::ALL.into_iter().filter(changes).collect()
}

const BASE: Duration = Duration::from_secs(300);

fn player(timeline: Timeline, cue: Cue) -> PlayedTable {
    let base = ClockTime::from_hms(0, 5, 0).unwrap();
    let clock = ClockSetting { base: [base; 2], increment: Duration::ZERO };
    let make = Make { serial: 12_345, chance: 0, scan: None, clock: Some(clock) };
    let device = dgt::FAMILY.device(&make).unwrap();
    PlayedTable::new(device, dgt::FAMILY.line(), Usual, cue, [timeline])
}

const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
const REPLY: [&str; 2] = ["f6e4", "d2d4"];

/// The start, and 1 d4 d5 2 c4 of another game.
const ANOTHER_GAME: &[u8] =
    &[0x6F, 0x40, 0x33, 0x41, 0x23, 0x40, 0x0B, 0x47, 0x1B, 0x40, 0x32, 0x41, 0x22, 0x6B];
/// Two moves of this one, without the position in which they were made.
const TOO_SHORT: &[u8] = &[0x40, 0x15, 0x49, 0x24, 0x40, 0x33, 0x41, 0x23, 0x6B];

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_does_not_help_tells_no_moves_and_the_position_does() {
    let garbage: Vec<u8> = (0..2_000_u32).map(|i| (i * i / 7 % 0x80) as u8).collect();
    for (log, said) in [
        (ANOTHER_GAME, "does not join"),
        (TOO_SHORT, "does not join"),
        (&garbage[..], "does not"),
        (&[], "does not join"),
    ] {
        let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let mut table = Table::new(folder.path());
        let daemon = Daemon::start(&bus, &folder.path().join("state"), &[table.port()]);
        let mut client = Client::on(&bus).await;
        client.until_moves(BOARD, &NONE).await;
        table.play(&OPENING);
        client.until_moves(BOARD, &OPENING).await;

        table.unplug();
        table.play(&REPLY);
        table.remembers(log);
        client.until_link(BOARD, "lost").await;
        table.plug_in();
        let found = [&OPENING[..], &REPLY].concat();
        let game = client.until_moves(BOARD, &found).await;
        let told = scoresheet(&client.events(&game.path).await);
        assert_eq!(told.len(), found.len(), "nothing else was told: {told:?}");
        daemon.logs(said);
    }
}

const NONE: [&str; 0] = [];
