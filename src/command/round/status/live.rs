//! `touchmove round status --watch`: a round as it goes on, problems first.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::ShownRound;
use touchmove_core::words::phrases::{Failed, Listed};

use super::Seen;
use crate::notices::{Notices, Reader};
use crate::rows::{columns, shortened};
use crate::{Failure, print, print_json};

/// How often it is shown anew; clocks count seconds.
const EVERY: Duration = Duration::from_secs(1);

/// Shows it again and again: in a terminal in its place, elsewhere whenever it has changed. Ends with the round, if
/// that is taken away, after so many seconds, or with the daemon.
pub(in crate::round) async fn watch(
    mut mirror: Mirror,
    round: &ShownRound,
    reader: Reader,
    span: Option<Duration>,
) -> Result<(), Failure> {
    let (is_drawn, end) = (
        io::stdout().is_terminal() && reader == Reader::Person,
        span.map(|span| Instant::now() + span),
    );
    let notices = Notices::for_reader(reader);
    let mut before = String::new();
    loop {
        let Some(round) = mirror.rounds().into_iter().find(|now| now.number == round.number) else {
            return match mirror.is_running() {
                true => Err(Failure::because(Failed::RoundGone { round: round.number.into() })),
                false => Err(Failure::because(Failed::DaemonStopped)),
            };
        };
        let seen = Seen::of(&mirror, &round, notices.clone()).await?;
        let text = match reader {
            Reader::Program => seen.json(&round)?,
            Reader::Person => seen.problems_first(&round, columns()),
        };
        if is_drawn {
            let size = ratatui::crossterm::terminal::size().ok();
            let rows = size.map(|(_, rows)| usize::from(rows)).filter(|rows| *rows > 0);
            let rows = rows.unwrap_or(24);
            let lines = text.lines().map(|line| shortened(line, columns().unwrap_or(usize::MAX)));
            let text: String = lines.map(|line| line + "\n").collect();
            clear()?;
            print(&within(&text, rows, &notices))?;
        } else if without_times(&text) != without_times(&before) {
            let gap = if reader == Reader::Person && !before.is_empty() { "\n" } else { "" };
            match reader {
                Reader::Program => print_json(&text)?,
                Reader::Person => print(&format!("{gap}{text}"))?,
            }
            before = text;
        }
        let next = Instant::now() + EVERY;
        while let Ok(signal) = timeout_at(next, mirror.signal()).await {
            mirror.take(signal?).await?;
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
    }
}

/// Clears the terminal.
fn clear() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(b"\x1b[H\x1b[J").map_err(Failure::failed)
}

/// As many lines as there are rows, the last of which says how many are left out.
fn within(text: &str, rows: usize, notices: &Notices) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() < rows {
        return text.to_owned();
    }
    let shown = rows.saturating_sub(2);
    let more = lines.len() - shown;
    let mut out: String = lines.iter().take(shown).map(|line| format!("{line}\n")).collect();
    out.push_str(&(notices.say(Listed::LinesMore { count: more.into() }) + "\n"));
    out
}

/// What is left when clocks that run are not read: otherwise everything would be new each second.
fn without_times(text: &str) -> String {
    let is_time = |word: &&str| {
        let is_mark = |c: char| c.is_ascii_digit() || "▸:,".contains(c);
        !(word.contains(':') && word.chars().all(is_mark))
    };
    let json = |word: &str| match word.split_once("_ms\":") {
        Some((name, _)) => name.to_owned(),
        None => word.to_owned(),
    };
    let words = text.split([' ', '\n']).filter(is_time).flat_map(|word| word.split(',').map(json));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_runs_changes_nothing_and_a_move_does() {
        let [first, later, moved] = ["▸1:31:38 1. e4", "▸1:31:37 1. e4", "▸1:31:37 1. d4"];
        assert_eq!(without_times(first), without_times(later));
        assert_ne!(without_times(later), without_times(moved));
        let [first, later] =
            ["{\"a\":1,\"white_ms\":5,\"b\":2}", "{\"a\":1,\"white_ms\":4,\"b\":2}"];
        assert_eq!(without_times(first), without_times(later));
    }

    #[test]
    fn what_does_not_fit_the_terminal_is_counted() {
        let text = "a\n".repeat(40);
        let shown = within(&text, 24, &Notices::default());
        assert_eq!(shown.lines().count(), 23);
        assert!(shown.ends_with("… 18 lines more: make the terminal higher\n"), "{shown}");
        assert_eq!(within("a\nb\n", 24, &Notices::default()), "a\nb\n");
    }
}
