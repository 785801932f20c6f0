//! The pages of `docs/help`, which are compiled in, so that they are there wherever the command is.

/// A page, and the word by which it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) word: &'static str,
    /// What it says: a heading, what it means, why it happens, what to do.
    pub(super) text: &'static str,
}

impl Page {
    /// The page of a word: `out-of-step`; or of the name of an error: `NotNow`, `org.touchmove.Error.NotNow`.
    pub(super) fn of(word: &str) -> Option<Self> {
        let word = hyphenated(word);
        PAGES.iter().find(|page| page.word == word).copied()
    }

    /// The line on top.
    pub(super) fn title(self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}

/// The last part of an error's name as the other words are written: `not-now`.
pub(super) fn hyphenated(name: &str) -> String {
    let last = name.trim().rsplit('.').next().unwrap_or_default();
    let mut word = String::new();
    for letter in last.chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
        word.push(if letter == '_' { '-' } else { letter.to_ascii_lowercase() });
    }
    word
}

macro_rules! pages {
    ($($word:literal),* $(,)?) => {
        &[$(Page { word: $word, text: include_str!(concat!("../../../docs/help/", $word, ".md")) }),*]
    };
}

/// All of them, in the order of their words.
pub(super) const PAGES: &[Page] = pages![
    "access-denied",
    "arbiter-called",
    "battery",
    "battery-low",
    "being-read",
    "bluetoothd",
    "board-away",
    "board-desync",
    "board-doubled",
    "board-flickers",
    "board-floods",
    "board-not-heard",
    "board-rotated",
    "board-silences",
    "board-taken",
    "brltty",
    "clock-and-moves-disagree",
    "clock-battery-low",
    "clock-doubtful",
    "clock-fault",
    "clock-jump",
    "clock-not-set",
    "clock-not-started",
    "clock-not-stopped",
    "clock-setting-wrong",
    "clock-unset",
    "daemon",
    "dead-position-suspected",
    "disk",
    "displaced-pieces",
    "draw-offer-irregular",
    "end-not-immediate",
    "evidence",
    "family-untried",
    "flag-fall",
    "hall-not-shown",
    "hall-stopped",
    "hub-stopped",
    "illegal-move-completed",
    "illegal-move-pending",
    "illegal-position-watch",
    "impossible",
    "incomplete",
    "increment-missing",
    "instruction-overdue",
    "invalid-args",
    "king-capture-attempt",
    "line-dead",
    "line-errors",
    "line-silent",
    "link-breaks",
    "man-alternates",
    "man-misread",
    "man-not-read",
    "modem-manager",
    "no-board",
    "no-clock",
    "no-such-board",
    "no-such-game",
    "no-such-round",
    "no-such-table",
    "not-connected",
    "not-kept",
    "not-now",
    "not-set-up",
    "not-supported",
    "nothing-to-decide",
    "out-of-step",
    "piece-needed",
    "port",
    "port-closed",
    "port-rights",
    "port-searching",
    "press-without-move",
    "promotion-changed",
    "promotion-not-replaced",
    "radio-blocked",
    "radio-classic",
    "radio-missing",
    "radio-off",
    "radio-sleeps",
    "released-piece-moved",
    "scoresheet-update-required",
    "signal-weak",
    "square-dead",
    "square-flickers",
    "square-ghosts",
    "square-stuck",
    "start-position",
    "stopping",
    "time",
    "timeout",
    "times-swapped",
    "touch-move-violation",
    "two-hands",
    "wrong-side-running",
    "wrong-side-touch",
];
