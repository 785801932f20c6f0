//! Who takes a connection and never says a word: a message bus, or what is not one; and a pipe in the place of a file.

use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::PrivateBus;
use crate::support::daemon::{Daemon, TOUCHMOVE, TOUCHMOVED};
use crate::support::looking::until;

#[test]
fn a_bus_that_never_answers_holds_up_no_command_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("bus");
    let _silent = UnixListener::bind(&socket).unwrap();
    let bus = format!("unix:path={}", socket.display());
    let output = Command::new(TOUCHMOVE).args(["status", "--bus", &bus]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("takes the connection, and does not answer within 10 s"), "{said}");
}

#[test]
fn a_daemon_on_a_bus_that_never_answers_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("bus");
    let silent = UnixListener::bind(&socket).unwrap();
    let mut daemon = Command::new(TOUCHMOVED)
        .args(["--no-discovery", "--bus", &format!("unix:path={}", socket.display())])
        .arg("--state")
        .arg(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let connected = silent.accept().unwrap();
    let process = Pid::from_raw(i32::try_from(daemon.id()).unwrap()).unwrap();
    kill_process(process, Signal::TERM).unwrap();
    let status = until(|| daemon.try_wait().unwrap().ok_or("it still runs".to_owned()));
    assert!(status.success(), "{status}: it has ended by itself, not for want of the bus");
    drop(connected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daemon_that_stands_still_holds_up_no_command_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let bus = PrivateBus::open_to_all();
    let daemon = Daemon::start(&bus, &folder.path().join("state"), &[]);
    let process = Pid::from_raw(i32::try_from(daemon.id()).unwrap()).unwrap();
    kill_process(process, Signal::STOP).unwrap();
    let output = Command::new(TOUCHMOVE).args(["status", "--bus", bus.address()]).output().unwrap();
    kill_process(process, Signal::CONT).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("does not answer within 20 s"), "{said}");
    daemon.stop();
}

#[test]
fn a_pipe_is_no_configuration_and_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("touchmove.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output =
        Command::new(TOUCHMOVED).args(["--check-config", "--config"]).arg(&pipe).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it is no regular file"), "{said}");
}
