//! What came of a rehearsal.

use std::time::Duration;

use serde_json::{Value, json};
use touchmove_client::shown::Game;
use touchmove_core::pairing::Pairing;

use super::cast::Seat;
use super::ear::Heard;
use super::sent;
use super::stage::Share;
use crate::rows::table;

/// What came of it.
pub(super) struct Report {
    /// Table by table.
    pub(super) tables: Vec<Table>,
    /// From the gong to the end.
    pub(super) took: Duration,
    /// What the daemon had of a core while nobody played.
    pub(super) while_quiet: Option<Share>,
    /// What it had while all games were going on.
    pub(super) while_all_play: Option<Share>,
    /// Most memory that it had.
    pub(super) memory_kib: u64,
    /// What each client who read has heard, and how long after.
    pub(super) heard: Vec<Heard>,
    /// Clients who read nothing.
    pub(super) stalled: u32,
}

/// What came of one game.
pub(super) struct Table {
    number: u16,
    board: String,
    players: String,
    /// Plies that were played.
    played: usize,
    /// Where what was told is not what was played.
    wrong: Option<String>,
    /// How many decisions of a person about it stand: it may be told otherwise than it was played because of them.
    decided: usize,
    /// Where it is not what `adjudicate` makes of what the board has sent.
    otherwise: Option<String>,
}

impl Table {
    /// Holds what was told of a game against what was played, and against the recording of what
    /// the board has sent.
    pub(super) fn judge(
        pairing: &Pairing,
        seat: &Seat,
        sent: &str,
        game: Option<&Game>,
        decided: usize,
    ) -> Self {
        Self {
            decided,
            number: pairing.board.get(),
            board: seat.board.clone(),
            players: format!("{} - {}", pairing.white.name, pairing.black.name),
            played: seat.moves.len(),
            wrong: difference(seat, game),
            // What the board has sent does not hold what a person has decided.
            otherwise: if decided == 0 { sent::difference(sent, game) } else { None },
        }
    }

    /// Whether the daemon told it otherwise than it was played, and no person has decided so.
    const fn is_wrong(&self) -> bool {
        self.wrong.is_some() && self.decided == 0
    }

    /// What was told of it, in words.
    fn told(&self) -> String {
        let told = self.wrong.clone().unwrap_or_else(|| "as it was played".to_owned());
        match self.decided {
            0 => told,
            1 => format!("{told} (1 decision of a person)"),
            count => format!("{told} ({count} decisions of a person)"),
        }
    }
}

fn difference(seat: &Seat, game: Option<&Game>) -> Option<String> {
    let Some(game) = game else { return Some("no game was told".to_owned()) };
    let pairs = seat.moves.iter().zip(&game.moves);
    let same = pairs.take_while(|(played, told)| played == told).count();
    let (played, told) = (seat.moves.get(same), game.moves.get(same));
    if played.is_some() || told.is_some() {
        let word = |mv: Option<&String>| mv.map_or("nothing", String::as_str).to_owned();
        return Some(format!("ply {}: {} told for {}", same + 1, word(told), word(played)));
    }
    let told = game.result.as_ref().map(|(result, _)| result);
    let is_shown = seat.result.is_none() || seat.result.as_ref() == told;
    (!is_shown).then(|| "the result is not told".to_owned())
}

impl Report {
    /// Games that were told otherwise than they were played.
    pub(super) fn wrong(&self) -> usize {
        self.tables.iter().filter(|table| table.is_wrong()).count()
    }

    /// Games that were told as they were played, or as a person has decided.
    fn right(&self) -> usize {
        self.tables.len() - self.wrong()
    }

    /// Games about which a person has decided something that stands.
    fn decided(&self) -> usize {
        self.tables.iter().filter(|table| table.decided > 0).count()
    }

    /// Games that were told otherwise than `adjudicate` finds them in what the boards have sent.
    fn otherwise(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| table.otherwise.is_some())
    }

    /// For a person.
    pub(super) fn text(&self) -> String {
        let heads = ["TABLE", "BOARD", "GAME", "PLIES", "TOLD"].map(ToOwned::to_owned);
        let rows = self.tables.iter().map(|table| {
            [
                table.number.to_string(),
                table.board.clone(),
                table.players.clone(),
                table.played.to_string(),
                table.told(),
            ]
        });
        let rows: Vec<_> = std::iter::once(heads).chain(rows).collect();
        let right = self.right();
        let decided = match self.decided() {
            0 => String::new(),
            count => format!("{count} of them as a person has decided\n"),
        };
        let otherwise = self.otherwise().filter_map(|table| {
            let what = table.otherwise.as_ref()?;
            Some(format!("{}: {what}, by what the board has sent\n", table.board))
        });
        let otherwise: String = otherwise.collect();
        let equal = self.tables.len() - self.otherwise().count();
        let quiet = share("while nobody played", self.while_quiet);
        let core = share("while all played", self.while_all_play);
        format!(
            "{}\n{right} of {} games told as they were played, in {} s\n{decided}\
             {equal} told as `touchmove adjudicate` finds them in all that the boards have sent\n\
             {otherwise}{}{quiet}{core}touchmoved: {} MiB of memory at most\n",
            table(&rows),
            self.tables.len(),
            self.took.as_secs(),
            spread(&self.audience(), &self.presses()),
            self.memory_kib.div_ceil(1_024),
        )
    }

    /// For a program.
    pub(super) fn json(&self) -> String {
        let tables = self.tables.iter().map(|table| {
            json!({
                "table": table.number,
                "board": table.board,
                "plies": table.played,
                "right": !table.is_wrong(),
                "decided": table.decided,
                "wrong": table.wrong,
                "otherwise": table.otherwise,
            })
        });
        let report = json!({
            "tables": tables.collect::<Vec<_>>(),
            "games": self.tables.len(),
            "right": self.right(),
            "decided": self.decided(),
            "as_adjudicated": self.tables.len() - self.otherwise().count(),
            "took_ms": millis(self.took),
            "subscribers": self.heard.len(),
            "stalled": self.stalled,
            "presses": percentiles(&self.presses()),
            "moves": self.heard.iter().map(|heard| heard.moves).min(),
            "quiet_percent": percent(self.while_quiet),
            "core_percent": percent(self.while_all_play),
            "memory_kib": self.memory_kib,
        });
        format!("{report}\n")
    }

    /// From the frame of a press to each client who read.
    fn presses(&self) -> Vec<Duration> {
        self.heard.iter().flat_map(|heard| &heard.clocks).copied().collect()
    }

    fn audience(&self) -> String {
        match (self.heard.len(), self.stalled) {
            (1, 0) => "presses on the bus".to_owned(),
            (reading, 0) => format!("presses on the bus, at {reading} clients"),
            (reading, stalled) => {
                format!(
                    "presses on the bus, at {reading} clients beside {stalled} that read nothing"
                )
            }
        }
    }
}

fn share(when: &str, share: Option<Share>) -> String {
    percent(share)
        .map_or_else(String::new, |core| format!("touchmoved, {when}: {core:.1} % of a core\n"))
}

fn percent(share: Option<Share>) -> Option<f64> {
    share.as_ref().and_then(Share::percent)
}

fn spread(what: &str, spans: &[Duration]) -> String {
    let Some([half, most, last]) = quantiles(spans) else { return String::new() };
    let count = spans.len();
    let [half, most, last] = [half, most, last].map(|span| span.as_secs_f64() * 1e3);
    format!(
        "{what}: {count}; half of them after {half:.1} ms, 99 % after {most:.1} ms, all after {last:.1} ms\n"
    )
}

fn percentiles(spans: &[Duration]) -> Value {
    let Some(quantiles) = quantiles(spans) else { return Value::Null };
    let [median, p99, most] = quantiles.map(|span| span.as_micros() as u64);
    json!({ "count": spans.len(), "median_us": median, "p99_us": p99, "most_us": most })
}

/// The median, the 99th percentile and the longest.
fn quantiles(spans: &[Duration]) -> Option<[Duration; 3]> {
    let mut sorted = spans.to_vec();
    sorted.sort_unstable();
    let at =
        |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len() - 1)).copied();
    if sorted.is_empty() {
        return None;
    }
    Some([at(50)?, at(99)?, *sorted.last()?])
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
