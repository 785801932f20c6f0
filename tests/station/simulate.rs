//! `touchmove simulate`, run as a user runs it.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::support::daemon::TOUCHMOVE;

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

#[test]
fn it_names_its_port_plays_to_a_host_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&["--speed", "500", "--rate", "kings=1", &game(&folder)]);
    let mut host = host(&mut child);
    // Read the board out, then tell each change.
    host.write_all(&[0x42, 0x4B]).unwrap();
    let mut heard = Vec::new();
    // The port hangs up at the end, which is an error on a pseudo-terminal.
    let _ = host.read_to_end(&mut heard);
    // Kings in the centre: white on e4, black on d5.
    let told = |field| heard.windows(5).any(|frame| frame == field);
    assert!(told([0x8E, 0, 5, 36, 0x05]) && told([0x8E, 0, 5, 27, 0x0B]));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = printed.lines().collect();
    assert!(lines[0].starts_with("Connect to it: touchmoved --port dgt:/dev/pts/"));
    assert_eq!(
        lines[1..],
        ["1. e4", "1... e5", "2. Bc4", "2... Nc6", "3. Qh5", "3... Nf6", "4. Qxf7#", "A - B 1-0"]
    );
}

#[test]
fn an_interrupt_ends_it_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&["--quiet", &game(&folder)]);
    host(&mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_cannot_be_played_is_said_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let illegal = folder.path().join("illegal.pgn");
    fs::write(&illegal, format!("{GAME}\n1. e4 e5 2. Ke3 *")).unwrap();
    let illegal = illegal.to_str().unwrap();
    for (arguments, exit, told) in [
        (["--game", "2", illegal], 2, "illegal.pgn: game 2: 2. Ke3 cannot be played"),
        (["--game", "3", illegal], 2, "illegal.pgn: there is no game 3: the file has 2"),
        (["--game", "1", "/no/such.pgn"], 1, "/no/such.pgn: No such file"),
        (["--game", "0", illegal], 2, "--game"),
        (["--speed", "0", illegal], 2, "a factor from 0.1 to 1000"),
        (["--family", "abacus", illegal], 2, "there is: dgt"),
        (["--clock", "soon", illegal], 2, "not a time control"),
        (["--hands", "neat", illegal], 2, "clean, mixed, slides, quick,"),
        (["--hands", "worn", illegal], 2, "faults of the board (`lost`) go only with --record of"),
        (["--rate", "glide=1", illegal], 2, "there is no rate `glide`; there are: think-least,"),
        (["--rate", "slide=2", illegal], 2, "slide: `2` is not a number from 0 to 1"),
        (["--game", "all", illegal], 2, "more than one game goes only with --record"),
        (["--game", "5..2", illegal], 2, "the first and last as in 1..20"),
        (["--sins", "many", illegal], 2, "none, usual, planted"),
        (["--sensing", "occupancy", illegal], 2, "--record <FILE>"),
    ] {
        let output = simulate(&arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(told), "{message}");
        assert_eq!(output.status.code(), Some(exit), "{message}");
    }
}

#[test]
fn a_recording_of_a_game_gives_the_game_again() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = game(&folder);
    for (seed, turned) in [("1", None), ("2", Some("--turned"))] {
        let recording = folder.path().join(format!("{seed}.rec"));
        let name = recording.to_str().unwrap();
        let mut arguments = vec!["--seed", seed, "--record", name, &pgn];
        arguments.extend(turned);
        assert!(simulate(&arguments).status.success());
        assert_eq!(adjudicated(&recording), "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0");
        let again = simulate(&arguments);
        assert!(String::from_utf8(again.stderr).unwrap().contains("File exists"));
    }
}

#[test]
fn real_games_come_out_as_they_were_played() {
    let Some(data) = touchmove_needs::data() else { return };
    let folder = tempfile::tempdir().unwrap();
    for file in ["fide_world_cup_2025_half.pgn", "fischer.pgn", "fide_world_cup_2011.pgn"] {
        let pgn = Path::new(&data).join("games").join(file);
        for number in 1..=8 {
            let recording = folder.path().join(format!("{file}-{number}.rec"));
            let number = number.to_string();
            let name = recording.to_str().unwrap();
            let pgn = pgn.to_str().unwrap();
            let mut arguments = vec![
                "--game", &number, "--seed", &number, "--record", name, "--rate", "kings=1", pgn,
            ];
            arguments.extend((number.as_str() > "4").then_some("--turned"));
            assert!(simulate(&arguments).status.success());
            let text = fs::read_to_string(&recording).unwrap();
            let truth = text.lines().find_map(|line| line.strip_prefix("# truth: ")).unwrap();
            assert_eq!(adjudicated(&recording), truth, "game {number} of {file}");
        }
    }
}

#[test]
fn many_games_are_recorded_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, format!("{GAME}\n1. e4 e5 2. Ke3 *\n\n[White \"C\"]\n\n1. d4 d5 1/2-1/2\n"))
        .unwrap();
    let pgn = pgn.to_str().unwrap();
    let all = folder.path().join("all.rec");
    let name = all.to_str().unwrap();
    let output = simulate(&[
        "--game", "all", "--hands", "kings", "--rate", "slide=0", "--record", name, pgn,
    ]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("2 games recorded\npassed over: game 2: 2. Ke3 cannot be played"),
        "{said}"
    );
    assert_eq!(adjudicated(&all), "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0\nd2d4 d7d5 1/2-1/2");
    let text = fs::read_to_string(&all).unwrap();
    assert!(text.contains("\n# truth: d2d4 d7d5 1/2-1/2\n# hands: kings slide=0\n"));

    // the last alone is the same recording
    let last = folder.path().join("last.rec");
    let name = last.to_str().unwrap();
    let output =
        simulate(&["--game", "3", "--hands", "kings", "--rate", "slide=0", "--record", name, pgn]);
    assert!(output.status.success());
    assert!(text.ends_with(&fs::read_to_string(&last).unwrap()));
}

#[test]
fn a_recording_says_what_the_board_senses_and_how_late() {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("game.rec");
    let name = recording.to_str().unwrap();
    let pgn = game(&folder);
    let mut options = vec!["--sensing", "occupancy", "--clock", "3+2", "--turned"];
    options.extend(["--hands", "illegal", "--rate", "illegal-elsewhere=1", "--record", name, &pgn]);
    assert!(simulate(&options).status.success());
    let text = fs::read_to_string(&recording).unwrap();
    let (headers, records) = text.split_once("\n0.000 ").unwrap();
    for header in
        ["sensing occupancy", "turned yes", "control 3:00+0:02", "lag reading=50 clock=200"]
    {
        assert!(headers.lines().any(|line| line == header), "{headers}");
    }
    assert!(headers.contains("\n# sin: illegal-move-completed 7.5.1 white 1\n"), "{headers}");
    let truth = headers.lines().find_map(|line| line.strip_prefix("# truth: ")).unwrap();
    assert!(truth.split(' ').all(|played| played.ends_with('!')), "{truth}");
    assert!(
        records.starts_with("board ********/********/8/8/8/8/********/********\n"),
        "{records}"
    );
}

#[test]
fn a_recording_names_the_sins_that_are_planted_and_none_where_none_are() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/oro-brkic.pgn");
    let recorded = |sins: &str, style: &str| {
        let recording = folder.path().join(format!("{sins}-{style}.rec"));
        let name = recording.to_str().unwrap();
        let output = simulate(&["--hands", style, "--sins", sins, "--record", name, pgn]);
        assert!(output.status.success(), "{output:?}");
        fs::read_to_string(&recording).unwrap()
    };
    let sins = |text: &str| text.lines().filter(|line| line.starts_with("# sin: ")).count();
    let planted = recorded("planted", "clean");
    assert!((1..=3).contains(&sins(&planted)), "{planted}");
    assert!(planted.contains("\n# hands: clean sins=planted\n"));
    assert!(sins(&recorded("usual", "illegal")) > 0);
    let none = recorded("none", "illegal");
    assert_eq!(sins(&none), 0);
    assert!(none.contains("\n# hands: illegal sins=none\n"));
}

fn game(folder: &TempDir) -> String {
    let path = folder.path().join("game.pgn");
    fs::write(&path, GAME).unwrap();
    path.to_str().unwrap().to_owned()
}

fn command(verb: &str) -> Command {
    let mut command = Command::new(TOUCHMOVE);
    command.arg(verb);
    command
}

fn simulate(arguments: &[&str]) -> Output {
    command("simulate").args(arguments).output().unwrap()
}

fn start(arguments: &[&str]) -> Child {
    let mut command = command("simulate");
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Opens the port that the command names in its first line.
fn host(child: &mut Child) -> File {
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
    OpenOptions::new().read(true).write(true).open(port.trim_end()).unwrap()
}

/// The moves and the result that a recording is found to hold.
fn adjudicated(recording: &Path) -> String {
    let output = command("adjudicate").args(["--format", "uci"]).arg(recording).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}
