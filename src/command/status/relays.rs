//! The outlets of the broadcast, and what becomes of it there.

use std::time::Duration;

use serde::Serialize;
use touchmove_client::shown::{ShownOutlet, ShownTrouble, ShownWriting};
use touchmove_client::span::span;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Listed;

use super::super::notices::Notices;
use super::super::rows::table;

/// A line for each outlet, and below them what somebody should see to.
pub(super) fn text(relays: &[ShownOutlet], notices: &Notices, now: Duration) -> String {
    let rows: Vec<_> = relays
        .iter()
        .map(|relay| [notices.say(Listed::Relay), relay.place.clone(), state(relay, notices, now)])
        .collect();
    let troubles = relays.iter().filter_map(|relay| trouble(relay, now));
    let troubles: String = troubles.map(|trouble| notices.say(trouble) + "\n").collect();
    table(&rows) + &troubles
}

/// How much is there, and how late it came.
fn state(relay: &ShownOutlet, notices: &Notices, now: Duration) -> String {
    let games = games(relay.games);
    notices.say(match relay.last {
        Some(put) => Listed::RelayLast { games, ago: span(put.ago(now)), late: span(put.late()) },
        None => Listed::RelayNothing { games },
    })
}

fn trouble(relay: &ShownOutlet, now: Duration) -> Option<Listed> {
    let trouble = relay.trouble.as_ref()?;
    let lasts = span(trouble.lasts(now));
    let (place, why) = (Saying::from(&relay.place), Saying::from(&trouble.why));
    Some(match relay.behind {
        0 => Listed::RelayTrouble { place, lasts, why },
        behind => Listed::RelayBehind { place, games: games(behind), lasts, why },
    })
}

fn games(count: u64) -> Saying {
    Listed::Games { count: count.into() }.into()
}

/// The same for a program.
#[derive(Serialize)]
pub(super) struct RelayReport<'a> {
    kind: &'a str,
    place: &'a str,
    games: u64,
    behind: u64,
    last: Option<ShownWriting>,
    trouble: Option<&'a ShownTrouble>,
}

/// An outlet, for a program to read.
pub(super) fn report(relay: &ShownOutlet) -> RelayReport<'_> {
    RelayReport {
        kind: &relay.kind,
        place: &relay.place,
        games: relay.games,
        behind: relay.behind,
        last: relay.last,
        trouble: relay.trouble.as_ref(),
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_relay;

    use super::*;

    const NOW: Duration = Duration::from_secs(1_000);

    #[test]
    fn an_outlet_has_a_line_with_what_is_there_and_how_late_it_came() {
        let folder = ShownOutlet {
            last: Some(ShownWriting { at_us: 999_600_000, late_us: 3_400 }),
            ..a_relay("folder", "/srv/broadcast")
        };
        let new = a_relay("folder", "/srv/new");
        let lines = "\
relay  /srv/broadcast  42 games, last 0.4 s ago, 3 ms late
relay  /srv/new        42 games, nothing new yet
";
        assert_eq!(text(&[folder, new], &Notices::default(), NOW), lines);
    }

    #[test]
    fn what_is_refused_is_said_with_why_and_since_when() {
        let why = "/srv/broadcast/round-3/game-7.pgn: no space left";
        let trouble = Some(ShownTrouble { why: why.to_owned(), since_us: 820_000_000 });
        let folder = ShownOutlet { behind: 1, trouble, ..a_relay("folder", "/srv/broadcast") };
        let said = text(&[folder], &Notices::default(), NOW);
        let line = format!("relay /srv/broadcast: 1 game behind, for 3 min: {why}\n");
        assert!(said.ends_with(&line), "{said}");
    }
}
