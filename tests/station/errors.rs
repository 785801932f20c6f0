//! What goes wrong is told so that a person can put it right: what, where, and what to do.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;
use touchmove_station::journal::Journal;

use crate::support::daemon::{self, Daemon, TOUCHMOVE, TOUCHMOVED};
use crate::support::far_end::{FarEnd, opening};
use crate::support::process::Process;
use crate::support::{PrivateBus, Stranger};

/// The group of serial ports in Debian.
const DIALOUT: u32 = 20;

/// A recording up to the line that is wrong.
const HEAD: &str = "touchmove-recording 1\nboard dgt 12345\n";

#[test]
fn a_malformed_recording_is_refused_with_its_line() {
    let long = format!("{HEAD}0.000 button {}\n", "x".repeat(100_000));
    for (recording, line, word) in [
        ("", "line 1", "not a recording"),
        ("touchmove-recording 9\n", "line 1", "version"),
        ("1. e4 e5\n", "line 1", "touchmove-recording 1"),
        (&format!("{HEAD}0.000 square e9 .\n"), "line 3", "e9"),
        (&format!("{HEAD}0.000 square e4\n"), "line 3", ""),
        (&format!("{HEAD}0.000 square e4 x\n"), "line 3", "x"),
        (&format!("{HEAD}0.000 board 8/8/8\n"), "line 3", "eight ranks"),
        (&format!("{HEAD}5.000 link up\n4.000 link lost\n"), "line 4", ""),
        (&format!("{HEAD}0.000 < 8e 0\n"), "line 3", ""),
        (&format!("{HEAD}0.000 clock left=1:99:00 right=0:00:00 run=left\n"), "line 3", ""),
        (&format!("{HEAD}start 8/8/8/8/8/8/8/8 w - - 0 1\n0.000 link up\n"), "line 3", "start"),
        (&format!("{HEAD}start nonsense\n0.000 link up\n"), "line 3", "FEN"),
        (&long, "line 3", ""),
    ] {
        let output = adjudicate(recording.as_bytes());
        let said = refused(&output);
        assert!(said.contains(line) && said.contains(word), "{recording:.80}: {said}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let mut recording = HEAD.as_bytes().to_vec();
    recording.extend([0xff, 0xfe, 0x00, b'\n']);
    assert!(refused(&adjudicate(&recording)).contains("line 3"));
    let noise: Vec<u8> =
        (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(refused(&adjudicate(&noise)).contains("line 1"));
}

#[test]
fn what_was_concluded_before_the_malformed_line_is_told() {
    let recording =
        format!("{HEAD}1.000 square e2 .\n1.400 square e4 P\n9.000 link up\nnonsense\n");
    let output = adjudicate(recording.as_bytes());
    assert!(refused(&output).contains("line 6"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"uci\":\"e2e4\""));
}

#[test]
fn a_malformed_recording_from_standard_input_is_refused_with_its_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), format!("{HEAD}0.000 square e9 .\n")).unwrap();
    let mut command = Command::new(TOUCHMOVE);
    command.args(["adjudicate", "-"]).stdin(fs::File::open(file.path()).unwrap());
    let said = refused(&command.output().unwrap());
    assert!(said.starts_with("touchmove: standard input: line 3: "), "{said}");
}

#[test]
fn a_malformed_recording_is_no_board() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let file = folder.path().join("game.rec");
    fs::write(&file, format!("{HEAD}0.000 square e9 .\n")).unwrap();
    let port = format!("replay:{}", file.display());
    let mut command = Command::new(TOUCHMOVE);
    command.args(["record", &port]).arg(folder.path().join("copy.rec"));
    assert!(refused(&command.output().unwrap()).contains("game.rec: line 3: "));
    let daemon = Daemon::start(&bus, &folder.path().join("state"), &[port]);
    daemon.logs("game.rec: line 3: ");
}

#[test]
fn a_configuration_is_checked_by_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("touchmove.toml");
    for (text, line, key) in [
        ("stat = \"/x\"\n", "1", "stat"),
        ("\n[[port]]\ndevice = \"dtg:/dev/ttyUSB0\"\n", "3", "port.device"),
        ("bus = \"tram\"\n", "1", "bus"),
        ("discovery = \"perhaps\"\n", "1", "discovery: "),
        ("state = 3\n", "1", "state: "),
    ] {
        fs::write(&file, text).unwrap();
        let said = refused(&check(&file));
        assert!(said.contains(&format!("touchmove.toml:{line}: ")) && said.contains(key), "{said}");
    }
    fs::write(&file, "[[port]]\ndevice = \"dgt:/dev/ttyUSB0\"\nrts = \"off\"\n").unwrap();
    let output = check(&file);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("right"));
    assert!(refused(&check(Path::new("/no/such/file.toml"))).contains("/no/such/file.toml"));
}

#[test]
fn a_port_that_is_not_there_is_named() {
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let daemon = Daemon::start(&bus, state.path(), &["dgt:/dev/no-such-port".into()]);
    let said = daemon.logs("/dev/no-such-port");
    assert!(said.contains("check the cable and the name of the port"), "{said}");
}

#[test]
fn a_port_that_is_none_is_refused_at_once() {
    for (port, word) in [("ttyUSB0", "dgt"), ("dtg:/dev/ttyUSB0", "dgt"), ("dgt:COM3", "/dev/")] {
        let output = Command::new(TOUCHMOVED).args(["--port", port]).output().unwrap();
        let said = refused(&output);
        assert!(said.contains(port) || said.contains(word), "{said}");
    }
}

#[test]
fn a_busy_port_names_who_holds_it() {
    let bus = PrivateBus::open_to_all();
    let states = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let far_end = FarEnd::new(opening);
    let port = format!("dgt:{}", far_end.path().display());
    let first = Daemon::start(&bus, states[0].path(), std::slice::from_ref(&port));
    far_end.is_asked(0x45);
    let second_bus = PrivateBus::open_to_all();
    let second = Daemon::start(&second_bus, states[1].path(), &[port]);
    let said = second.logs("in use by");
    assert!(said.contains(&format!("(pid {})", first.id())), "{said}");
}

#[test]
fn a_port_that_may_not_be_opened_says_which_group_may() {
    if !Stranger::can_act() {
        return;
    }
    let far_end = FarEnd::new(opening);
    chown(far_end.device(), None, Some(DIALOUT)).unwrap();
    fs::set_permissions(far_end.device(), fs::Permissions::from_mode(0o660)).unwrap();
    // The stranger cannot enter the folder of the build.
    let folder = open_folder();
    let program = folder.path().join("touchmove");
    fs::copy(TOUCHMOVE, &program).unwrap();
    let mut command = Stranger { groups: "" }.command(program.to_str().unwrap());
    command.args(["record", &format!("dgt:{}", far_end.device().display())]);
    command.arg(folder.path().join("game.rec"));
    let recorder = Process::start(&mut command);
    let said = recorder.says("access denied");
    assert!(said.contains("usermod -aG") && said.contains("make install"), "{said}");
}

#[test]
fn a_bus_that_is_not_there_says_what_to_do() {
    let state = tempfile::tempdir().unwrap();
    let mut command = Command::new(TOUCHMOVED);
    command.args(["--no-discovery", "--bus", "unix:path=/no/bus", "--state"]).arg(state.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot reach the bus at unix:path=/no/bus"), "{said}");
}

#[test]
fn a_second_daemon_on_a_bus_is_refused_with_the_first_one_named() {
    let bus = PrivateBus::open_to_all();
    let states = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let first = Daemon::start(&bus, states[0].path(), &[]);
    let output = daemon::command(&bus, states[1].path(), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("process {}", first.id())), "{said}");
}

#[test]
fn a_state_folder_that_cannot_be_used_is_named() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let output = daemon::command(&bus, &file, &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("file/boards") && said.contains("--state"), "{said}");
}

#[test]
fn a_journal_that_cannot_be_used_is_named_with_what_to_do_and_left_alone() {
    for (file, bytes, word) in [
        ("station.journal", "1. e4 e5\n", "not a journal; move this file away"),
        ("station.journal", "touchmove-journal 1\n", "a journal of version `1`"),
        ("station.journal", "touchmove-journal 99\n", "use the one that wrote it"),
        ("boards/dgt_12345.journal", "1. e4 e5\n", "not a journal; move this file away"),
        ("boards/dgt_12345.journal", "touchmove-journal 1\n", "a journal of version `1`"),
    ] {
        let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        fs::create_dir(state.path().join("boards")).unwrap();
        let path = state.path().join(file);
        fs::write(&path, bytes).unwrap();
        let said = if file.starts_with("boards") {
            // The others are served.
            Daemon::start(&bus, state.path(), &[]).logs(word)
        } else {
            let output = daemon::command(&bus, state.path(), &[]).output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            String::from_utf8(output.stderr).unwrap()
        };
        assert!(said.contains(word) && said.contains(file), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), bytes, "it is left alone");
    }
}

#[test]
fn evidence_that_another_daemon_has_is_refused() {
    let buses = [PrivateBus::open_to_all(), PrivateBus::open_to_all()];
    let state = tempfile::tempdir().unwrap();
    let _first = Daemon::start(&buses[0], state.path(), &[]);
    let output = daemon::command(&buses[1], state.path(), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("station.journal: in use by another touchmoved; stop that one"),
        "{said}"
    );
}

#[test]
fn evidence_of_another_user_is_named() {
    if !Stranger::can_act() {
        return;
    }
    let (bus, folder) = (PrivateBus::open_to_all(), open_folder());
    let program = folder.path().join("touchmoved");
    fs::copy(TOUCHMOVED, &program).unwrap();
    let start = |state: &Path| {
        let line = daemon::command(&bus, state, &[]);
        let mut command = Stranger { groups: "" }.command(program.to_str().unwrap());
        command.args(line.get_args());
        command
    };
    // the folder
    let state = folder.path().join("state");
    fs::create_dir(&state).unwrap();
    let output = start(&state).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("state/boards: Permission denied") && said.contains("--state"), "{said}");

    // the station's journal
    fs::create_dir(state.join("boards")).unwrap();
    let file = state.join("station.journal");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let output = start(&state).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    let words = ["station.journal: access denied", "must be able to write there"];
    assert!(words.iter().all(|word| said.contains(word)), "{said}");

    // a board's: the others are served
    fs::remove_file(&file).unwrap();
    fs::set_permissions(&state, fs::Permissions::from_mode(0o777)).unwrap();
    let file = state.join("boards/dgt_12345.journal");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let daemon = Process::start(&mut start(&state));
    let said = daemon.says("dgt_12345.journal: access denied");
    assert!(said.contains("must be able to write there"), "{said}");
    daemon.says("ready on");
}

#[test]
fn a_wall_clock_that_jumped_back_is_named_and_the_journal_goes_on() {
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let path = state.path().join("boards/dgt_12345.journal");
    fs::create_dir(path.parent().unwrap()).unwrap();
    let mut headers = Headers::default();
    headers.began = Some("2100-01-01T00:00:00Z".to_owned());
    let (mut journal, _) = Journal::open(&path, &headers).unwrap();
    let hour = Instant::from_millis(3_600_000);
    journal.append_record(hour, None, &"battery 80".parse().unwrap()).unwrap();
    drop(journal);
    let said = Daemon::start(&bus, state.path(), &[]).logs("the wall clock has jumped back");
    let words = ["dgt_12345.journal: ", " days ", "behind the last record", "timedatectl"];
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}

#[test]
fn a_disk_without_room_for_a_first_journal_is_named() {
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let line = daemon::command(&bus, state.path(), &[]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]).arg(line.get_program());
    let output = command.args(line.get_args()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("station.journal: no space left"), "{said}");
}

/// Asserts that `output` is an orderly refusal, and returns what was said.
fn refused(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn adjudicate(recording: &[u8]) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), recording).unwrap();
    Command::new(TOUCHMOVE).arg("adjudicate").arg(file.path()).output().unwrap()
}

fn check(file: &Path) -> Output {
    Command::new(TOUCHMOVED).arg("--check-config").arg("--config").arg(file).output().unwrap()
}

/// A folder that every user may enter and write to.
fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    folder
}
