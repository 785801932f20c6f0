//! The keyboard: what is pressed, whatever terminal it is.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use tokio::sync::mpsc;

/// How often the thread that reads the keyboard looks whether it is still needed.
const KEY_WAIT: Duration = Duration::from_millis(100);

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// To the column before.
    Left,
    /// To the next column.
    Right,
    /// To the page before.
    PageUp,
    /// To the next page.
    PageDown,
    /// To open what is picked.
    Enter,
    /// To go back.
    Back,
    /// To take back the last character where one writes, and to go back elsewhere.
    Erase,
    /// A letter, a digit or a sign.
    Sign(char),
    /// To leave, wherever one is.
    Leave,
    /// None: the terminal has another size.
    Resized,
}

/// Reads the keyboard in a thread, for its calls block.
pub(super) fn read() -> mpsc::Receiver<Key> {
    let (send, keys) = mpsc::channel(16);
    std::thread::spawn(move || {
        while !send.is_closed() {
            match next() {
                Ok(Some(key)) => {
                    let _ = send.blocking_send(key);
                }
                Ok(None) => {}
                Err(_) => return,
            }
        }
    });
    keys
}

fn next() -> io::Result<Option<Key>> {
    if !event::poll(KEY_WAIT)? {
        return Ok(None);
    }
    let Event::Key(key) = event::read()? else { return Ok(Some(Key::Resized)) };
    if key.kind == KeyEventKind::Release {
        return Ok(None);
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Ok(match key.code {
        KeyCode::Char('c') if is_control => Some(Key::Leave),
        KeyCode::Char(_) if is_control => None,
        KeyCode::Char(sign) => Some(Key::Sign(sign)),
        KeyCode::Up => Some(Key::Up),
        KeyCode::Down => Some(Key::Down),
        KeyCode::Left => Some(Key::Left),
        KeyCode::Right => Some(Key::Right),
        KeyCode::PageUp => Some(Key::PageUp),
        KeyCode::PageDown => Some(Key::PageDown),
        KeyCode::Enter => Some(Key::Enter),
        KeyCode::Esc => Some(Key::Back),
        KeyCode::Backspace => Some(Key::Erase),
        _ => None,
    })
}
