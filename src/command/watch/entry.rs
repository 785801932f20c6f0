//! A line that somebody writes on the screen.

use touchmove_core::text::is_hostile;

use super::keys::Key;

/// As many characters as the desk takes for a reason.
const MAX_CHARACTERS: usize = 200;

/// What stands where the next character comes.
const CURSOR: &str = "▏";

/// What is written so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry(String);

/// What has become of it by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entered {
    /// It goes on.
    Unfinished,
    /// This is meant.
    Taken(String),
    /// Nothing of it is meant.
    Left,
}

impl Entry {
    /// One that goes on from this text.
    pub(super) const fn from(text: String) -> Self {
        Self(text)
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key) -> Entered {
        match key {
            Key::Sign(sign) if !is_hostile(sign) && self.0.chars().count() < MAX_CHARACTERS => {
                self.0.push(sign);
            }
            Key::Erase => drop(self.0.pop()),
            Key::Enter => return Entered::Taken(self.0.trim().to_owned()),
            Key::Back => return Entered::Left,
            _ => {}
        }
        Entered::Unfinished
    }

    /// As it is shown.
    pub(super) fn shown(&self) -> String {
        format!("{}{CURSOR}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_erased_and_taken_without_the_blanks_around_it() {
        let mut entry = Entry::from("stuc".to_owned());
        let keys = [Key::Erase, Key::Sign('c'), Key::Sign('k'), Key::Sign(' '), Key::Up];
        assert!(keys.iter().all(|key| entry.press(*key) == Entered::Unfinished));
        assert_eq!(entry.shown(), "stuck ▏");
        assert_eq!(entry.press(Key::Enter), Entered::Taken("stuck".to_owned()));
        assert_eq!(entry.press(Key::Back), Entered::Left);
    }

    #[test]
    fn nothing_that_turns_a_line_round_is_taken_and_no_more_than_fits() {
        let mut entry = Entry::from(String::new());
        entry.press(Key::Sign('\u{202e}'));
        assert_eq!(entry.press(Key::Enter), Entered::Taken(String::new()));
        for _ in 0..MAX_CHARACTERS * 2 {
            entry.press(Key::Sign('ş'));
        }
        assert_eq!(entry.press(Key::Enter), Entered::Taken("ş".repeat(MAX_CHARACTERS)));
    }
}
