//! The outlets of the broadcast, and what becomes of it there.

use std::time::Duration;

use serde::Serialize;
use touchmove_client::shown::{Put, Relay, Trouble};

use super::table;

/// A line for each outlet, and below them what somebody should see to.
pub(super) fn text(relays: &[Relay], now: Duration) -> String {
    let rows: Vec<_> = relays
        .iter()
        .map(|relay| ["relay".to_owned(), relay.place.clone(), state(relay, now)])
        .collect();
    let troubles: String = relays.iter().filter_map(|relay| trouble(relay, now)).collect();
    table(&rows) + &troubles
}

/// How much is there, how late it came, and who reads it.
fn state(relay: &Relay, now: Duration) -> String {
    let games = count(relay.games, "game");
    let last = match relay.last {
        Some(put) => format!("last {} ago, {} late", span(put.ago(now)), span(put.late())),
        None => "nothing new yet".to_owned(),
    };
    let mut state = format!("{games}, {last}");
    if relay.kind == "http" {
        state += &format!("; {}, {} waiting", count(relay.readers.into(), "reader"), relay.waiting);
    }
    if relay.refused > 0 {
        state += &format!(", {} refused", relay.refused);
    }
    state
}

fn trouble(relay: &Relay, now: Duration) -> Option<String> {
    let trouble = relay.trouble.as_ref()?;
    let lasts = span(trouble.lasts(now));
    let behind = match relay.behind {
        0 => String::new(),
        behind => format!("{} behind, ", count(behind, "game")),
    };
    Some(format!("relay {}: {behind}for {lasts}: {}\n", relay.place, trouble.why))
}

fn count(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// A span of time in its largest unit.
pub(crate) fn span(span: Duration) -> String {
    match span.as_millis() {
        0 => "under 1 ms".to_owned(),
        millis @ 1..100 => format!("{millis} ms"),
        millis @ 100..10_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        millis @ 10_000..120_000 => format!("{} s", millis / 1_000),
        millis @ 120_000..7_200_000 => format!("{} min", millis / 60_000),
        millis => format!("{} h", millis / 3_600_000),
    }
}

/// The same for a program.
#[derive(Serialize)]
pub(super) struct RelayReport<'a> {
    kind: &'a str,
    place: &'a str,
    games: u64,
    behind: u64,
    last: Option<Put>,
    trouble: Option<&'a Trouble>,
    readers: u32,
    waiting: u32,
    refused: u64,
}

/// An outlet, for a program to read.
pub(super) fn report(relay: &Relay) -> RelayReport<'_> {
    RelayReport {
        kind: &relay.kind,
        place: &relay.place,
        games: relay.games,
        behind: relay.behind,
        last: relay.last,
        trouble: relay.trouble.as_ref(),
        readers: relay.readers,
        waiting: relay.waiting,
        refused: relay.refused,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_relay;

    use super::*;

    const NOW: Duration = Duration::from_secs(1_000);

    #[test]
    fn an_outlet_has_a_line_with_what_is_there_and_how_late_it_came() {
        let folder = Relay {
            last: Some(Put { at_us: 999_600_000, late_us: 3_400 }),
            ..a_relay("folder", "/srv/broadcast")
        };
        let http = Relay { readers: 1, refused: 5, ..a_relay("http", "http://127.0.0.1:8064/") };
        let lines = "\
relay  /srv/broadcast          42 games, last 0.4 s ago, 3 ms late
relay  http://127.0.0.1:8064/  42 games, nothing new yet; 1 reader, 0 waiting, 5 refused
";
        assert_eq!(text(&[folder, http], NOW), lines);
    }

    #[test]
    fn what_is_refused_is_said_with_why_and_since_when() {
        let why = "/srv/broadcast/round-3/game-7.pgn: no space left";
        let trouble = Some(Trouble { why: why.to_owned(), since_us: 820_000_000 });
        let folder = Relay { behind: 1, trouble, ..a_relay("folder", "/srv/broadcast") };
        let said = text(&[folder], NOW);
        let line = format!("relay /srv/broadcast: 1 game behind, for 3 min: {why}\n");
        assert!(said.ends_with(&line), "{said}");
    }

    #[test]
    fn a_span_is_said_in_its_largest_unit() {
        let said = [0, 99, 100, 9_999, 10_000, 119_999, 120_000, 7_199_999, 7_200_000]
            .map(|millis| span(Duration::from_millis(millis)));
        let units =
            ["under 1 ms", "99 ms", "0.1 s", "9.9 s", "10 s", "119 s", "2 min", "119 min", "2 h"];
        assert_eq!(said, units);
    }
}
