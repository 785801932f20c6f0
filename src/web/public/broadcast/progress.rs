//! How far the games of a round have got with a server that takes them whole, as PGN, many at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::time::Instant;

/// Most games in a push: what follows the hundredth is dropped there, and nobody is told.
pub(super) const MOST_GAMES: usize = 100;

/// What has become of each game, by table.
#[derive(Debug, Default)]
pub(super) struct Progress(BTreeMap<u16, Game>);

/// A game, and what has become of it.
#[derive(Debug)]
struct Game {
    /// Another number is another text, as a rule.
    version: u64,
    /// Since when it is to be sent; `None` while it is there as it is.
    due: Option<Instant>,
    /// What was last answered to.
    sent: Option<Arc<str>>,
    /// What was said against it.
    refused: Option<String>,
}

/// A game that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sending {
    pub(super) table: u16,
    pub(super) text: Arc<str>,
    /// Since when it was to be sent.
    pub(super) due: Instant,
    version: u64,
}

impl Progress {
    /// These are the games now, each by its table and a number that is another one when it has changed.
    pub(super) fn notice(&mut self, games: impl IntoIterator<Item = (u16, u64)>, now: Instant) {
        let mut before = std::mem::take(&mut self.0);
        for (table, version) in games {
            let game = before.remove(&table);
            let mut game =
                game.unwrap_or(Game { version, due: Some(now), sent: None, refused: None });
            if game.version != version {
                game.version = version;
                game.due.get_or_insert(now);
            }
            self.0.insert(table, game);
        }
    }

    /// Everything is to be sent once more.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        for game in self.0.values_mut() {
            (game.due, game.sent) = (Some(now), None);
        }
    }

    /// Whether anything is to be sent.
    pub(super) fn is_behind(&self) -> bool {
        self.0.values().any(|game| game.due.is_some())
    }

    /// Whether the game at a table is to be sent, and what was last said against it.
    pub(super) fn of_table(&self, table: u16) -> (bool, Option<&str>) {
        let game = self.0.get(&table);
        let refused = game.and_then(|game| game.refused.as_deref());
        (game.is_some_and(|game| game.due.is_some()), refused)
    }

    /// What is sent next: those that have waited longest. `text` writes a game; one that reads as before is there already.
    pub(super) fn next(&mut self, text: impl Fn(u16) -> Option<Arc<str>>) -> Vec<Sending> {
        let due = |(table, game): (&u16, &mut Game)| Some((game.due?, *table));
        let mut waiting: Vec<_> = self.0.iter_mut().filter_map(due).collect();
        waiting.sort_unstable();
        let mut next = Vec::new();
        for (due, table) in waiting {
            if next.len() == MOST_GAMES {
                break;
            }
            let (Some(text), Some(game)) = (text(table), self.0.get_mut(&table)) else { continue };
            if game.sent.as_ref() == Some(&text) {
                game.due = None;
                continue;
            }
            next.push(Sending { table, text, due, version: game.version });
        }
        next
    }

    /// A game was answered to; `refused` is what was said against it. What has changed while it was under way is still to be sent.
    pub(super) fn answer(&mut self, sent: Sending, refused: Option<String>, began: Instant) {
        let Some(game) = self.0.get_mut(&sent.table) else { return };
        game.due = (game.version != sent.version).then_some(began);
        game.sent = Some(sent.text);
        game.refused = refused;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn text(table: u16) -> Option<Arc<str>> {
        Some(format!("game {table}").into())
    }

    fn tables(sent: &[Sending]) -> Vec<u16> {
        sent.iter().map(|sent| sent.table).collect()
    }

    #[tokio::test]
    async fn no_push_has_more_games_than_are_read_and_none_waits_for_ever() {
        let (mut progress, now) = (Progress::default(), Instant::now());
        let games = |version| (1..=250).map(move |table| (table, version));
        progress.notice(games(1), now);
        let mut pushes = 0;
        while progress.is_behind() {
            let next = progress.next(text);
            assert!(next.len() <= MOST_GAMES);
            pushes += 1;
            for sent in next {
                progress.answer(sent, None, now);
            }
        }
        assert_eq!(pushes, 3);
        let later = now + Duration::from_secs(1);
        progress.notice(games(1).map(|(table, _)| (table, u64::from(table == 250) + 1)), now);
        progress.notice(games(2), later);
        let next = progress.next(|table| Some(format!("changed {table}").into()));
        assert_eq!((next[0].table, next.len()), (250, MOST_GAMES), "it has waited longest");
    }

    #[tokio::test]
    async fn what_changes_under_way_is_sent_again_and_what_reads_as_before_is_not() {
        let (mut progress, now) = (Progress::default(), Instant::now());
        progress.notice([(1, 1), (2, 1)], now);
        let sent = progress.next(text);
        assert_eq!(tables(&sent), [1, 2]);
        progress.notice([(1, 2), (2, 1)], now);
        for one in sent {
            let refused = (one.table == 2).then(|| "Invalid move".to_owned());
            progress.answer(one, refused, now);
        }
        assert_eq!(progress.of_table(1), (true, None));
        assert_eq!(progress.of_table(2), (false, Some("Invalid move")));
        assert_eq!(tables(&progress.next(text)), [0; 0], "its clock alone was another one");
        assert!(!progress.is_behind());
        progress.notice([(2, 1)], now);
        progress.begin_anew(now);
        assert_eq!(tables(&progress.next(text)), [2]);
    }
}
