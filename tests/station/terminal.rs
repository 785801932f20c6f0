//! `touchmove watch` in a terminal: what it has taken over it gives back, however it is ended.

use std::process::Command;

use rustix::process::Signal;

use crate::support::PrivateBus;
use crate::support::daemon::TOUCHMOVE;
use crate::support::station::Station;
use crate::support::terminal::Terminal;

/// What takes the screen over and gives it back, hides the cursor and shows it (xterm's control sequences, `CSI ? h` and `l`).
const TAKE_SCREEN: &str = "\u{1b}[?1049h";
const LEAVE_SCREEN: &str = "\u{1b}[?1049l";
const HIDE_CURSOR: &str = "\u{1b}[?25l";
const SHOW_CURSOR: &str = "\u{1b}[?25h";

/// A terminal in which the screen is seen.
fn screen(bus: &PrivateBus) -> Terminal {
    let mut terminal =
        Terminal::run(Command::new(TOUCHMOVE).args(["watch", "--bus", bus.address()]));
    terminal.shows(TAKE_SCREEN);
    terminal.shows(HIDE_CURSOR);
    // Between its words the cursor is moved.
    terminal.shows("connected.");
    assert!(!terminal.is_as_it_was(), "keys are read one by one");
    terminal
}

/// The screen ends, and gives everything back.
fn gives_back(terminal: Terminal) {
    let (status, text) = terminal.ended();
    assert!(status.success(), "{status}");
    assert!(text.rfind(LEAVE_SCREEN) > text.rfind(TAKE_SCREEN), "{text:?}");
    assert!(text.rfind(SHOW_CURSOR) > text.rfind(HIDE_CURSOR), "{text:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_is_given_back_whichever_signal_ends_the_screen() {
    let station = Station::start().await;
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT] {
        let terminal = screen(&station.bus);
        terminal.signal(signal);
        gives_back(terminal);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_is_given_back_where_a_key_leaves_the_screen() {
    let station = Station::start().await;
    for keys in ["q", "\u{3}"] {
        let mut terminal = screen(&station.bus);
        terminal.types(keys);
        gives_back(terminal);
    }
}
