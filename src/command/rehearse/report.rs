//! What came of a rehearsal.

use std::time::Duration;

use serde_json::{Value, json};
use touchmove_client::shown::ShownGame;
use touchmove_core::laws::json::Fields;
use touchmove_core::pairing::Pairing;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Head, Rehearsed};

use super::cast::Seat;
use super::ear::Heard;
use super::sent::{self, or_nothing};
use super::stage::Share;
use crate::decimal::{self, decimal};
use crate::notices::Notices;
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
    wrong: Option<Saying>,
    /// How many decisions of a person about it stand: it may be told otherwise than it was played because of them.
    decided: usize,
    /// The incidents of it that wait for an arbiter, by their kinds.
    incidents: Vec<String>,
    /// Where it is not what `adjudicate` makes of what the board has sent.
    otherwise: Option<Saying>,
}

impl Table {
    /// Holds what was told of a game against what was played, and against the recording of what
    /// the board has sent.
    pub(super) fn judge(
        pairing: &Pairing,
        seat: &Seat,
        sent: &str,
        game: Option<&ShownGame>,
        decided: usize,
    ) -> Self {
        Self {
            decided,
            number: pairing.board.get(),
            board: seat.board.clone(),
            players: format!("{} - {}", pairing.white.name, pairing.black.name),
            played: seat.moves.len(),
            wrong: difference(seat, game),
            incidents: game.map(incidents).unwrap_or_default(),
            // What the board has sent does not hold what a person has decided.
            otherwise: if decided == 0 { sent::difference(sent, game) } else { None },
        }
    }

    /// Whether the daemon told it otherwise than it was played, and no person has decided so.
    const fn is_wrong(&self) -> bool {
        self.wrong.is_some() && self.decided == 0
    }

    /// What was told of it.
    fn told(&self) -> Saying {
        let told = self.wrong.clone().unwrap_or_else(|| Rehearsed::AsPlayed.into());
        match self.decided {
            0 => told,
            count => Rehearsed::ByPerson { told, count: count.into() }.into(),
        }
    }
}

fn incidents(game: &ShownGame) -> Vec<String> {
    let kind = |incident: &Fields| Some(incident.get("kind")?.as_str()?.to_owned());
    game.open_incidents().filter_map(kind).collect()
}

fn difference(seat: &Seat, game: Option<&ShownGame>) -> Option<Saying> {
    let Some(game) = game else { return Some(Rehearsed::NoGameTold.into()) };
    let pairs = seat.moves.iter().zip(&game.moves);
    let same = pairs.take_while(|(played, told)| played == told).count();
    let (played, told) = (seat.moves.get(same), game.moves.get(same));
    if played.is_some() || told.is_some() {
        let [told, played] = [told, played].map(|mv| or_nothing(mv.map(String::as_str)));
        return Some(Rehearsed::ToldFor { ply: (same + 1).into(), told, played }.into());
    }
    let told = game.result.as_ref().map(|(result, _)| result);
    let is_shown = seat.result.is_none() || seat.result.as_ref() == told;
    (!is_shown).then(|| Rehearsed::ResultUntold.into())
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
    pub(super) fn text(&self, notices: &Notices) -> String {
        let said = self.said().into_iter().map(|said| notices.say(said) + "\n");
        format!("{}\n{}", self.table(notices), said.collect::<String>())
    }

    fn table(&self, notices: &Notices) -> String {
        let heads = [Head::Table, Head::Board, Head::Game, Head::Plies];
        let [number, board, game, plies] = heads.map(|head| notices.say(head));
        let heads = [number, board, game, plies, notices.say(Rehearsed::HeadTold)];
        let rows = self.tables.iter().map(|table| {
            [
                table.number.to_string(),
                table.board.clone(),
                table.players.clone(),
                table.played.to_string(),
                notices.say(table.told()),
            ]
        });
        let rows: Vec<_> = std::iter::once(heads).chain(rows).collect();
        table(&rows)
    }

    /// What is said below the table, a line each.
    fn said(&self) -> Vec<Saying> {
        let mut said = vec![
            Rehearsed::Right {
                right: self.right().into(),
                games: self.tables.len().into(),
                seconds: self.took.as_secs().into(),
            }
            .into(),
        ];
        if let count @ 1.. = self.decided() {
            said.push(Rehearsed::Decided { count: count.into() }.into());
        }
        let equal = self.tables.len() - self.otherwise().count();
        said.push(Rehearsed::AsAdjudicated { count: equal.into() }.into());
        said.extend(self.otherwise().filter_map(|table| {
            let (board, what) = ((&table.board).into(), table.otherwise.clone()?);
            Some(Rehearsed::BySent { board, what }.into())
        }));
        said.extend(spread(self.audience(), &self.presses()));
        let share = |share| percent(share).map(|core| decimal::percent(decimal(core, 1)));
        let quiet = share(self.while_quiet).map(|percent| Rehearsed::WhileQuiet { percent });
        said.extend(quiet.map(Saying::from));
        let all = share(self.while_all_play).map(|percent| Rehearsed::WhileAllPlayed { percent });
        said.extend(all.map(Saying::from));
        said.push(Rehearsed::Memory { mebibytes: self.memory_kib.div_ceil(1_024).into() }.into());
        said
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
                "incidents": table.incidents,
                "wrong": english(&table.wrong),
                "otherwise": english(&table.otherwise),
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

    fn audience(&self) -> Saying {
        match (self.heard.len(), self.stalled) {
            (1, 0) => Rehearsed::Presses,
            (reading, 0) => Rehearsed::PressesAt { clients: reading.into() },
            (reading, stalled) => {
                Rehearsed::PressesBeside { clients: reading.into(), stalled: stalled.into() }
            }
        }
        .into()
    }
}

/// As programs find it everywhere.
fn english(said: &Option<Saying>) -> Option<String> {
    said.clone().map(|said| Notices::default().say(said))
}

fn percent(share: Option<Share>) -> Option<f64> {
    share.as_ref().and_then(Share::percent)
}

fn spread(what: Saying, spans: &[Duration]) -> Option<Saying> {
    let count = spans.len().into();
    let [half, most, last] = quantiles(spans)?.map(|span| decimal(span.as_secs_f64() * 1e3, 1));
    Some(Rehearsed::Spread { what, count, half, most, last }.into())
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
