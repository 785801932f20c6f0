//! The evidence pack of a board: what it is about, and which part of the journal.

use std::fs;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use touchmove_core::evidence::{ChainLink, Frame, Pack};
use touchmove_core::laws::json::Fields;
use touchmove_core::names::GameId;
use touchmove_core::reconstruct::Effort;
use touchmove_core::words::Notice;
use touchmove_core::words::phrases::Failed;
use touchmove_drivers::{Instant, Observation};
use touchmove_station::journal::Framed;

use super::Failure;
use super::notices::Notices;
use super::past::{Past, Replay};

/// What a pack is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// The incident, by its number in the game.
    pub(super) incident: Option<u32>,
    /// The game, by its number on the station.
    pub(super) game: Option<u64>,
    /// From when to when, by the board's time.
    pub(super) span: (Instant, Instant),
}

/// Time before and after an incident that belongs to it.
const AROUND: Duration = Duration::from_secs(60);

/// The pack as text.
///
/// # Errors
/// [`Failure`] where there is no such game or incident.
pub(super) fn pack(past: &Past, about: About) -> Result<String, Failure> {
    let told = told(past);
    let game = about.game.map(|game| number_on_board(&told, game)).transpose()?;
    let incident = about.incident.map(|incident| states(&told, game, incident)).transpose()?;
    let game = incident.as_ref().map(|states| states[0].game).or(game);
    let (from, to) = match (&incident, game) {
        (Some(states), _) => around(past, states),
        (None, Some(game)) => span_of(past, &told, game, about.span),
        (None, None) => about.span,
    };
    let (first, mut last) = past.records_between(from, to);
    if let Some(states) = &incident {
        last = last.max(states[0].after);
    }
    let frames = frames(&past.journal.frames, first, last);
    let mut summary = heading(past, &told, game)?;
    summary.extend(incident.iter().flat_map(|states| of_incident(past, states)));
    summary.extend(of_decisions(past, (from, to)));
    summary.extend(of_span(past, (first, last), (from, to), frames.last()));
    Ok(Pack { summary, frames }.write())
}

/// A line that was told.
struct Told {
    /// The number of the record before it.
    after: u64,
    /// The game, by its number on the board.
    game: u64,
    fields: Fields,
}

impl Told {
    fn number(&self, name: &str) -> Option<u64> {
        self.fields.get(name).and_then(Value::as_u64)
    }

    fn text(&self, name: &str) -> &str {
        self.fields.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn at(&self) -> Instant {
        Instant::from_millis(self.number("at_ms").unwrap_or_default())
    }
}

/// What was told, but for what was said later not to hold any more.
fn told(past: &Past) -> Vec<Told> {
    let told = past.told().filter_map(|(after, line)| {
        let fields: Fields = serde_json::from_str(line).ok()?;
        let game = fields.get("game")?.as_u64()?;
        Some(Told { after, game, fields })
    });
    let mut all: Vec<Told> = Vec::new();
    for told in told {
        if let Some(first) = told.number("renewed") {
            let holds = |seq: Option<u64>| seq.is_none_or(|seq| seq < first);
            all.retain(|before| before.game != told.game || holds(before.number("seq")));
        }
        all.push(told);
    }
    all
}

fn number_on_board(told: &[Told], station: u64) -> Result<u64, Failure> {
    let found = told.iter().find(|told| told.number("station") == Some(station));
    found.map(|told| told.game).ok_or_else(|| {
        let known = told.iter().filter_map(|told| told.number("station"));
        let known: Vec<_> = known.map(|game| GameId(game).to_string()).collect();
        let game = GameId(station).to_string().into();
        Failure::because(Failed::GameElsewhere { game, known: known.join(" ").into() })
    })
}

/// All that was told of an incident, in the last game that has one of this number unless one is named.
fn states(told: &[Told], game: Option<u64>, incident: u32) -> Result<Vec<&Told>, Failure> {
    let is_incident = |told: &&Told| told.text("type") == "incident";
    let is_it = |told: &&Told| told.number("id") == Some(u64::from(incident));
    let incidents: Vec<_> = told
        .iter()
        .filter(is_incident)
        .filter(|told| game.is_none_or(|game| told.game == game))
        .collect();
    let Some(last) = incidents.iter().rfind(|told| is_it(told)) else {
        let known = incidents.iter().filter(|told| told.text("state") == "raised");
        let known: Vec<_> = known
            .map(|told| {
                format!("{} ({})", told.number("id").unwrap_or_default(), told.text("kind"))
            })
            .collect();
        return Err(Failure::because(match &known[..] {
            [] => Failed::NoIncidents,
            known => {
                let known = known.join(", ").into();
                Failed::NoIncident { incident: incident.into(), known }
            }
        }));
    };
    let game = last.game;
    Ok(incidents.into_iter().filter(is_it).filter(|told| told.game == game).collect())
}

/// From a minute before the first record that shows it to a minute after it was told.
fn around(past: &Past, states: &[&Told]) -> (Instant, Instant) {
    let first = states[0].number("from").map_or(states[0].at(), |from| past.time_of(from));
    let last = past.time_of(states[0].after).max(states[0].at());
    let before = first.since(Instant::ZERO).saturating_sub(AROUND);
    (Instant::ZERO + before, last + AROUND)
}

/// From when the game got its number to when the last was told of it.
fn span_of(past: &Past, told: &[Told], game: u64, all: (Instant, Instant)) -> (Instant, Instant) {
    let mut times =
        told.iter().filter(|told| told.game == game).map(|told| past.time_of(told.after));
    let first = times.next().unwrap_or(all.0);
    (first.max(all.0), times.next_back().unwrap_or(all.1).min(all.1))
}

/// The headers, and the lines that go with these records.
fn frames(all: &[Framed], first: u64, last: u64) -> Vec<Frame<'_>> {
    let headers = all.iter().take_while(|frame| !is_record(frame) && !is_told(frame)).count();
    let number = |frame: &Framed| frame.records + u64::from(is_record(frame));
    let from = if first <= 1 { 0 } else { first };
    let (head, body) = all.split_at(headers);
    let meant = body.iter().filter(|frame| (from..=last).contains(&number(frame)));
    head.iter().chain(meant).filter_map(frame_of).collect()
}

fn is_told(frame: &Framed) -> bool {
    frame.line.starts_with("told ")
}

fn is_record(frame: &Framed) -> bool {
    frame.line.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

fn frame_of(frame: &Framed) -> Option<Frame<'_>> {
    let link = |seal: touchmove_station::journal::Seal| seal.to_string().parse::<ChainLink>().ok();
    let (after, link) = (link(frame.after)?, link(frame.link)?);
    Some(Frame { records: frame.records, after, link, line: &frame.line })
}

fn heading(past: &Past, told: &[Told], game: Option<u64>) -> Result<Vec<String>, Failure> {
    let station = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut lines = vec![
        format!("Evidence of the board {}, as touchmove has kept it.", past.board),
        format!("Station {}, written at {}.", station.trim(), Timestamp::now()),
    ];
    if let Some(game) = game {
        let of_station = told.iter().filter(|told| told.game == game);
        let id = of_station.filter_map(|told| told.number("station")).next();
        let id = id.map_or_else(|| "without a number".to_owned(), |id| GameId(id).to_string());
        lines.push(format!("Game {id}, number {game} on this board."));
        let games = Replay::new(past, past.now, Effort::Live)?.play_out().since(Instant::ZERO);
        let view = games.iter().find(|view| u64::from(view.game) == game);
        let [white, black] = view.map(|view| view.players.clone()).unwrap_or_default();
        let white = white.or_else(|| past.headers().white.clone());
        let black = black.or_else(|| past.headers().black.clone());
        if let (Some(white), Some(black)) = (white, black) {
            lines.push(format!("White {white}, Black {black}."));
        }
    }
    Ok(lines)
}

fn of_incident(past: &Past, states: &[&Told]) -> Vec<String> {
    let raised = states[0];
    let Notice { title, seen, may } = Notices::of_environment().notice(&raised.fields);
    let (id, article) = (raised.number("id").unwrap_or_default(), raised.text("article"));
    let mut lines = vec![
        format!(
            "Incident {id}: {title} (article {article}, certainty {})",
            raised.text("certainty")
        ),
        format!("  at {}", past.when(raised.at())),
    ];
    lines.extend(seen.into_iter().chain(may).map(|line| format!("  {line}")));
    let later = states[1..]
        .iter()
        .map(|told| format!("  {} at {}", told.text("state"), past.when(told.at())));
    lines.extend(later);
    lines
}

/// What people decided about the board: not in its journal, but part of what happened.
fn of_decisions(past: &Past, (from, to): (Instant, Instant)) -> Vec<String> {
    let within = past.steps.iter().filter(|step| (from..=to).contains(&step.at));
    let decided = within.filter_map(|step| {
        let what = match step.observation() {
            Some(Observation::Decision(decision)) => {
                Observation::Decision(decision.clone()).to_string()
            }
            _ => Notices::default().say(step.what.remark()?),
        };
        Some(format!("After record {}, at {}: {what}", step.number, past.when(step.at)))
    });
    decided.collect()
}

fn of_span(
    past: &Past,
    (first, last): (u64, u64),
    (from, to): (Instant, Instant),
    end: Option<&Frame<'_>>,
) -> Vec<String> {
    let all = past.steps.last().map_or(0, |step| step.number);
    let seal = end.map(|end| end.link.to_string()).unwrap_or_default();
    vec![
        format!("From {} to {}:", past.when(from), past.when(to.min(past.now))),
        format!("records {first} to {last} of {all}, with what was told. Seal after them: {seal}"),
        format!("Seal of the whole journal when this was written: {}", past.journal.seal),
        "What people decided stands above as it stands in the journal of the station, whose links are not in here.".to_owned(),
        "To verify: `touchmove verify FILE`, with `--seal` and a seal that you have written down. Or by hand: a line is"
            .to_owned(),
        "the number of records before it, its link, its text. A link is the first 16 bytes of BLAKE3 over: the link before,"
            .to_owned(),
        "the length of the text (4 bytes, little-endian), the number (8 bytes), the text. The first link of all is that of"
            .to_owned(),
        "the line `touchmove-journal 2` with its end.".to_owned(),
    ]
}

impl Past {
    /// The first and the last record from one moment to another, beginning with a whole read-out.
    fn records_between(&self, from: Instant, to: Instant) -> (u64, u64) {
        let until = self.steps.partition_point(|step| step.at <= to);
        let before = self.steps.partition_point(|step| step.at < from);
        let is_read =
            |at: &usize| matches!(self.steps[*at].observation(), Some(Observation::Board(_)));
        let first = (0..before.min(until)).rev().find(is_read).unwrap_or(0);
        let first = if before == 0 { 0 } else { first };
        let number = |at: usize| self.steps.get(at).map_or(0, |step| step.number);
        (number(first), if until == 0 { 0 } else { number(until - 1) })
    }

    /// When a record was made.
    fn time_of(&self, record: u64) -> Instant {
        let at = self.steps.partition_point(|step| step.number < record);
        self.steps.get(at).map_or(self.now, |step| step.at)
    }
}
