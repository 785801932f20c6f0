//! What several boards have in common: clocks that were all set wrongly, and in the same way, are one line.

use std::collections::BTreeMap;

use serde_json::Value;
use touchmove_client::shown::ShownBoard;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Listed;

use super::super::notices::{Notices, number};

/// So many boards are named in a line.
const MAX_NAMED_BOARDS: usize = 8;

/// Clocks are set to the minute, and have run a little when they are seen: what is nearest to the same one is the same.
const SAME_MS: u64 = 60_000;

/// The incidents that boards share, by their cause.
#[derive(Debug, Default)]
pub(super) struct Alike<'a>(BTreeMap<Cause<'a>, Vec<(&'a ShownBoard, &'a Fields)>>);

/// Why a clock is wrong: what was expected and what is seen, of boards that are played under the same time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cause<'a> {
    round: &'a str,
    setting: &'a str,
    expected: u64,
    seen: u64,
}

impl<'a> Alike<'a> {
    /// What two boards or more share.
    pub(super) fn of(boards: &'a [ShownBoard]) -> Self {
        let mut causes = BTreeMap::<_, Vec<_>>::new();
        for board in boards {
            let open = board.game.iter().flat_map(|game| {
                let round = game.round.split('.').next().unwrap_or_default();
                game.open_incidents().map(move |told| (Cause::of(told, round), told))
            });
            for (cause, told) in open {
                if let Some(cause) = cause {
                    causes.entry(cause).or_default().push((board, told));
                }
            }
        }
        causes.retain(|_, boards| boards.len() > 1);
        Self(causes)
    }

    /// Whether the incident is one of those.
    pub(super) fn has(&self, told: &Fields) -> bool {
        self.0.values().flatten().any(|(_, shared)| std::ptr::eq(*shared, told))
    }

    /// A line for each cause: what it is, and which boards have it, with the numbers of their incidents.
    pub(super) fn text(&self, notices: &Notices) -> String {
        let line = |boards: &Vec<(&ShownBoard, &Fields)>| {
            let title = boards.first().map(|(_, told)| notices.notice(told).title);
            let named = boards.iter().take(MAX_NAMED_BOARDS).map(|(board, told)| {
                let (board, incident) = (Saying::from(&board.id), number(told, "incident").into());
                notices.say(Listed::AlikeBoard { board, incident })
            });
            let named = Saying::from(named.collect::<Vec<_>>().join(", "));
            let named = match boards.len().saturating_sub(MAX_NAMED_BOARDS) {
                0 => named,
                more => Listed::AndMore { named, more: more.into() }.into(),
            };
            let (count, title) = (boards.len().into(), title.unwrap_or_default().into());
            notices.say(Listed::Alike { count, title, boards: named }) + "\n"
        };
        self.0.values().map(line).collect()
    }
}

impl<'a> Cause<'a> {
    fn of(told: &'a Fields, round: &'a str) -> Option<Self> {
        let time = |name| told.get(name).and_then(Value::as_u64);
        let setting = told.get("setting").and_then(Value::as_str)?;
        let (expected, seen) = (time("expected_ms")?, time("seen_ms")?);
        let seen = match setting {
            "main" => (seen + SAME_MS / 2) / SAME_MS,
            _ => seen / 1_000,
        };
        Some(Self { round, setting, expected, seen })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::ShownGame;
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;

    fn with_clock(id: &str, seen_ms: u64) -> ShownBoard {
        let told = json!({
            "incident": 2, "kind": "clock-setting-wrong", "certainty": "medium", "state": "raised",
            "setting": "main", "expected_ms": 180_000, "seen_ms": seen_ms,
        });
        let told: Fields = serde_json::from_value(told).unwrap();
        let game = ShownGame { incidents: vec![told], ..a_game(&[]) };
        ShownBoard { id: id.to_owned(), game: Some(game), ..a_board() }
    }

    #[test]
    fn clocks_that_are_set_wrongly_in_the_same_way_are_one_line() {
        let boards = [
            with_clock("dgt_1", 5_400_000),
            with_clock("dgt_2", 5_398_000),
            with_clock("dgt_3", 900_000),
        ];
        let alike = Alike::of(&boards);
        let line = "2 boards: Clock set to 1:30:00, not 0:03:00 (to be checked): \
                    dgt_1 (incident 2), dgt_2 (incident 2)\n";
        assert_eq!(alike.text(&Notices::default()), line);
        let own = |board: &ShownBoard| {
            board
                .game
                .as_ref()
                .is_some_and(|game| game.incidents.iter().any(|told| alike.has(told)))
        };
        assert_eq!([0, 1, 2].map(|index: usize| own(&boards[index])), [true, true, false]);
    }

    #[test]
    fn of_many_boards_the_first_are_named() {
        let boards: Vec<_> =
            (1..=40).map(|number| with_clock(&format!("dgt_{number}"), 5_400_000)).collect();
        let text = Alike::of(&boards).text(&Notices::default());
        assert!(text.starts_with("40 boards: Clock set to"), "{text}");
        assert!(text.ends_with("dgt_8 (incident 2) and 32 more\n"), "{text}");
        assert_eq!(text.lines().count(), 1);
    }
}
