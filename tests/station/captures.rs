//! What real boards sent during games, played to the daemon on a pseudo-terminal and to the command
//! from a file: out come the games. They need `TOUCHMOVE_DATA`.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use crate::support::PrivateBus;
use crate::support::capture::Capture;
use crate::support::client::{Client, scoresheet};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::far_end::{self, FarEnd};

const BOARD: &str = "dgt_12345";

#[tokio::test(flavor = "multi_thread")]
async fn a_captured_game_comes_out_of_the_daemon() {
    let Some(capture) = Capture::read("1") else { return };
    comes_out(&capture, far_end::opening, whole(&capture)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_a_turned_board_comes_out_of_the_daemon() {
    let Some(capture) = Capture::read("2") else { return };
    comes_out(&capture, far_end::opening, whole(&capture)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_answers_one_question_only_is_heard_all_the_same() {
    let Some(capture) = Capture::read("2") else { return };
    comes_out(&capture, far_end::serial_alone, whole(&capture)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_game_comes_out_however_it_is_cut_and_whatever_lies_between() {
    let Some(capture) = Capture::read("1") else { return };
    comes_out(&capture, far_end::opening, cut_with_junk(&capture, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_game_comes_out_however_it_is_cut_and_whatever_lies_between() {
    let Some(capture) = Capture::read("2") else { return };
    comes_out(&capture, far_end::opening, cut_with_junk(&capture, 3)).await;
}

#[test]
fn captures_are_adjudicated_without_any_port() {
    for name in ["1", "2"] {
        let Some(capture) = Capture::read(name) else { return };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("capture.rec");
        std::fs::write(&file, capture.recording()).unwrap();
        let file = file.to_str().unwrap();
        let moves = format!("{}\n", capture.moves.join(" "));
        for input in [file, "-"] {
            assert_eq!(adjudicate(&capture, input, "uci"), moves, "capture {name} from {input}");
            let pgn = adjudicate(&capture, input, "pgn");
            assert_eq!(movetext(&pgn), scored(&capture), "capture {name} from {input}");
        }
    }
}

/// The bytes of one message as they are sent, one piece after the other.
type Pieces = Vec<Vec<u8>>;

/// Plays messages to a daemon as soon as it reads the board out, many times faster than in
/// life, and checks the game that it then has on the bus, each move with the time that its press showed.
async fn comes_out(capture: &Capture, answer: fn(u8) -> Vec<u8>, messages: Vec<Pieces>) {
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let far_end = FarEnd::new(answer);
    let port = format!("dgt:{}", far_end.path().display());
    let daemon = Daemon::start(&bus, state.path(), &[port]);
    let mut client = Client::on(&bus).await;
    far_end.is_asked(READ_OUT);
    tokio::task::block_in_place(|| {
        messages.iter().for_each(|pieces| far_end.send_in_pieces(pieces, LINE_TIME));
    });
    let expected: Vec<_> = capture.moves.iter().cloned().zip(capture.times()).collect();
    client
        .until(async |client| {
            let game = client.game_on(BOARD).await?;
            let sheet = scoresheet(&client.events(&game.path).await);
            let same = game.moves == capture.moves && sheet == expected;
            if same { Ok(()) } else { Err(format!("{:?}\n{sheet:?}", game.moves)) }
        })
        .await;
    let log = daemon.stop();
    assert!(!log.contains("ERROR"), "{log}");
}

/// How long the line of the captured board takes for a byte: a game takes half a minute.
const LINE_TIME: Duration = Duration::from_millis(6);

/// Asks for the whole board.
const READ_OUT: u8 = 0x42;

/// The frames of a capture, each in one piece.
fn whole(capture: &Capture) -> Vec<Pieces> {
    capture.frames.iter().map(|frame| vec![frame.clone()]).collect()
}

/// The frames of a capture with junk before each, cut at arbitrary places.
fn cut_with_junk(capture: &Capture, seed: u64) -> Vec<Pieces> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let with_junk = |frame: &Vec<u8>| {
        // Four bytes are too few for a message that says anything of the play.
        let mut bytes: Vec<u8> = (0..rng.usize(0..=4)).map(|_| rng.u8(..)).collect();
        bytes.extend(frame);
        let mut pieces = Vec::new();
        while !bytes.is_empty() {
            let rest = bytes.split_off(rng.usize(1..12).min(bytes.len()));
            pieces.push(std::mem::replace(&mut bytes, rest));
        }
        pieces
    };
    capture.frames.iter().map(with_junk).collect()
}

fn adjudicate(capture: &Capture, input: &str, format: &str) -> String {
    let mut command = Command::new(TOUCHMOVE)
        .args(["adjudicate", input, "--format", format])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Where it reads a file it may end before it is told anything.
    let _ = command.stdin.take().unwrap().write_all(capture.recording().as_bytes());
    let Output { status, stdout, stderr } = command.wait_with_output().unwrap();
    assert!(status.success(), "{status}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The words of a PGN behind its tags, move numbers left out.
fn movetext(pgn: &str) -> Vec<String> {
    let text = pgn.lines().filter(|line| !line.starts_with('['));
    let words = text.flat_map(str::split_whitespace).filter(|word| !word.ends_with('.'));
    words.map(str::to_owned).collect()
}

/// The game of a capture as the words of a PGN, each move with the time that its press showed.
fn scored(capture: &Capture) -> Vec<String> {
    let mut position = Chess::default();
    let mut words = Vec::new();
    for (uci, time) in capture.moves.iter().zip(capture.times()) {
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        if let Some(seconds) = time.map(|millis| millis / 1_000) {
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            words.push("{[%clk".to_owned());
            words.push(format!("{}:{:02}:{seconds:02}]}}", minutes / 60, minutes % 60));
        }
    }
    words.push("*".to_owned());
    assert!(!position.is_game_over());
    words
}
