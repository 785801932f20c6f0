//! What waits for somebody, what is most urgent and has waited longest first.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use touchmove_core::help::HelpPage;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::Listed;
use touchmove_core::words::{Notice, Vocabulary, told};

use crate::matters::percent_sure;
use crate::notices::{Notices, number};
use crate::seats::{Seats, on_board};
use crate::shown::{ShownBoard, ShownGame, ShownPort, State};

/// How urgent something is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Urgency {
    /// Evidence is being lost.
    Evidence,
    /// A game is played on a board that is not heard.
    Unheard,
    /// The arbiter is called.
    Arbiter,
    /// The board or the scoresheets say otherwise than the moves, or a question is open.
    Doubt,
    /// Something is to be seen to before the next round.
    Later,
}

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// How urgent it is.
    pub urgency: Urgency,
    /// Table and players, or else the board or the port.
    pub of: String,
    /// The board of which it is.
    pub board: Option<String>,
    /// What its number counts, and its number.
    #[serde(skip)]
    pub number: Option<(Numbered, u64)>,
    /// What it is, in words.
    pub what: String,
    /// The word under which there is a page of help about it, where there is one.
    #[serde(skip)]
    pub help: Option<&'static str>,
    /// Whether other boards have it, too, and one line tells of all.
    #[serde(skip)]
    pub is_shared: bool,
    /// For how long; `None` where nobody knows.
    pub seconds: Option<u64>,
}

impl Wait {
    /// Where it is, with the name of the board behind it.
    pub fn place(&self, notices: &Notices) -> String {
        match self.board.as_ref().filter(|board| **board != self.of) {
            Some(board) => notices.say(on_board(&self.of, board)),
            None => self.of.clone(),
        }
    }
}

/// What has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// Incidents of a game.
    Incident,
    /// Instructions of a game.
    Instruction,
}

/// Whoever looks at what waits.
#[derive(Clone, Copy)]
pub struct Onlooker<'a> {
    /// The tables.
    pub seats: &'a Seats,
    /// The words of who reads it.
    pub notices: &'a Notices,
    /// The time since boot.
    pub now: Duration,
    /// Whether several boards have an incident, and one line tells of all.
    pub is_shared: &'a dyn Fn(&Fields) -> bool,
    /// What is said besides about an incident or an instruction.
    pub more: &'a dyn Fn(&ShownBoard, &Fields) -> Option<String>,
}

/// All that waits.
#[derive(Clone, Debug, Default)]
pub struct Waits(Vec<Wait>);

impl Waits {
    /// What waits at these boards.
    pub fn of<'a>(
        boards: impl IntoIterator<Item = &'a ShownBoard>,
        onlooker: Onlooker<'_>,
    ) -> Self {
        let mut waits = Self::default();
        let Onlooker { seats, notices, now, .. } = onlooker;
        for board in boards {
            let title = notices.say(seats.title_of_board(board));
            let of_board = of_board(board, onlooker).into_iter();
            waits.0.extend(of_board.map(|Of { urgency, number, what, help, is_shared, since }| {
                Wait {
                    help,
                    is_shared,
                    urgency,
                    of: title.clone(),
                    board: Some(board.id.clone()),
                    number,
                    what,
                    seconds: since.map(|since| now.saturating_sub(since).as_secs()),
                }
            }));
        }
        waits.sort();
        waits
    }

    /// With what waits at ports.
    pub fn and_ports(mut self, ports: &[ShownPort], notices: &Notices) -> Self {
        let state = |port: &ShownPort| notices.say(Vocabulary::State.word(&port.state.word));
        self.0.extend(ports.iter().filter(|port| port.needs_a_hand()).map(|port| Wait {
            urgency: Urgency::Later,
            of: port.name.clone(),
            board: None,
            number: None,
            help: page_of(word_of_port(&port.state)),
            is_shared: false,
            what: format!("{}: {}", state(port), notices.say(told(&port.state.advice))),
            seconds: None,
        }));
        self.sort();
        self
    }

    /// With what is asked about games that are on no board any more.
    pub fn and_left_games(mut self, games: &[ShownGame], seats: &Seats, notices: &Notices) -> Self {
        for game in games {
            let of = seats.of_game(game).map(|seat| notices.say(seat.title()));
            let of = of.unwrap_or_else(|| game.id.clone());
            self.0.extend(proposals(game, notices).into_iter().map(|proposed| Wait {
                urgency: proposed.urgency,
                of: of.clone(),
                board: None,
                number: None,
                help: proposed.help,
                what: proposed.what,
                is_shared: false,
                seconds: None,
            }));
        }
        self.sort();
        self
    }

    /// With a question about the result at a table.
    pub fn and_question(mut self, of: String, board: Option<String>, what: String) -> Self {
        let urgency = Urgency::Doubt;
        self.0.push(Wait {
            urgency,
            of,
            board,
            number: None,
            help: None,
            what,
            is_shared: false,
            seconds: None,
        });
        self.sort();
        self
    }

    /// With what is known to wait besides.
    pub fn and(mut self, others: &Self) -> Self {
        self.0.extend(others.0.iter().cloned());
        self.sort();
        self
    }

    /// In their order.
    pub fn all(&self) -> &[Wait] {
        &self.0
    }

    /// The boards at which something waits.
    pub fn boards(&self) -> BTreeSet<&str> {
        self.0.iter().filter_map(|wait| wait.board.as_deref()).collect()
    }

    fn sort(&mut self) {
        self.0.sort_by_key(|wait| {
            (wait.urgency, std::cmp::Reverse(wait.seconds.unwrap_or_default()))
        });
    }
}

/// How urgent, what, and since when.
struct Of {
    urgency: Urgency,
    number: Option<(Numbered, u64)>,
    what: String,
    help: Option<&'static str>,
    is_shared: bool,
    since: Option<Duration>,
}

impl Of {
    const fn new(urgency: Urgency, what: String) -> Self {
        Self { urgency, number: None, what, help: None, is_shared: false, since: None }
    }

    /// The same, with the page of this word.
    fn with_help(self, word: &str) -> Self {
        Self { help: page_of(word), ..self }
    }
}

fn of_board(board: &ShownBoard, onlooker: Onlooker<'_>) -> Vec<Of> {
    let Onlooker { seats, notices, now, is_shared, more } = onlooker;
    let mut all = Vec::new();
    all.extend(board.trouble.iter().map(|why| {
        let what = notices.say(Listed::EvidenceNotKept { why: told(why) });
        Of::new(Urgency::Evidence, what).with_help("evidence")
    }));
    all.extend(of_state(board, seats, notices));
    let health = board.health.findings.iter().zip(health_notes(board, notices));
    all.extend(health.map(|(told, note)| Of::new(Urgency::Later, note).with_help(kind(told))));
    let Some(game) = &board.game else { return all };
    let open = game.open_incidents();
    let open = open.map(|told| (Numbered::Incident, number(told, "incident"), told));
    let instructions = game.instructions.iter();
    let instructions =
        instructions.map(|told| (Numbered::Instruction, number(told, "instruction"), told));
    all.extend(open.chain(instructions).map(|(what, number, told)| Of {
        urgency: Urgency::Arbiter,
        number: Some((what, number)),
        what: match more(board, told) {
            Some(more) => format!("{}; {more}", notices.notice_in(game, told).title),
            None => notices.notice_in(game, told).title,
        },
        help: page_of(kind(told)),
        is_shared: is_shared(told),
        since: since(told).map(|since| since.min(now)),
    }));
    all.extend(proposals(game, notices));
    let spare = spare(board, game, seats).map(|spare| notices.say(spare));
    all.extend(spare.map(|what| Of::new(Urgency::Later, what)));
    all
}

/// The questions of a game whether other moves were played than were told.
fn proposals(game: &ShownGame, notices: &Notices) -> Vec<Of> {
    let proposed = game.open_questions.iter().filter_map(|told| {
        let percent = percent_sure(told)?.into();
        let (ply, question) = (number(told, "ply").into(), number(told, "question").into());
        let choices = told.get("choices").and_then(Value::as_array).into_iter().flatten();
        let choices: Vec<_> = choices.filter_map(Value::as_str).map(str::trim_end).collect();
        let (choices, game) = (choices.join("; ").into(), game.id.as_str().into());
        let proposed = Listed::Proposed { ply, percent, choices, game, question };
        Some(Of::new(Urgency::Doubt, notices.say(proposed)))
    });
    proposed.collect()
}

/// That a board is not heard, or shows something else than the moves.
fn of_state(board: &ShownBoard, seats: &Seats, notices: &Notices) -> Option<Of> {
    let is_played = board.game.as_ref().is_some_and(|game| game.result.is_none());
    let is_needed = is_played || seats.has_board(&board.id);
    let urgency = match board.state.word.as_str() {
        "in-step" | "starting" => return None,
        "out-of-step" => Urgency::Doubt,
        _ if is_needed => Urgency::Unheard,
        _ => Urgency::Later,
    };
    let advice = Some(&board.state.advice).filter(|advice| !advice.is_empty())?;
    let word = if urgency == Urgency::Doubt { "out-of-step" } else { "board-away" };
    let of = Of::new(urgency, notices.say(told(advice))).with_help(word);
    Some(Of { since: board.since, ..of })
}

/// How the game on a spare is ended: a board that stands at no table while a round is there, and has moves on it.
fn spare(board: &ShownBoard, game: &ShownGame, seats: &Seats) -> Option<Listed> {
    let is_spare = !seats.is_empty() && seats.of_board(board).is_none();
    let plies = game.moves.len();
    if !is_spare || game.result.is_some() || plies == 0 {
        return None;
    }
    let number = game.id.trim_start_matches(['g', '0']);
    let plies = Listed::Plies { count: plies.into() }.into();
    Some(Listed::Spare { plies, game: number.into() })
}

/// The word of an incident, an instruction or a finding.
fn kind(told: &Fields) -> &str {
    told.get("kind").and_then(Value::as_str).unwrap_or_default()
}

/// The word under which `touchmove help` speaks of a port.
fn word_of_port(state: &State) -> &'static str {
    match (state.word.as_str(), state.why.as_str()) {
        ("searching", _) => "port-searching",
        ("cannot-open", _) => "port-closed",
        ("refused", "doubled") => "board-doubled",
        _ => "port",
    }
}

/// The word, where there is a page of it.
fn page_of(word: &str) -> Option<&'static str> {
    HelpPage::of(word).map(|page| page.word)
}

/// Since when an incident or an instruction waits, since boot.
fn since(told: &Fields) -> Option<Duration> {
    told.get("since").and_then(Value::as_u64).map(Duration::from_micros)
}

/// What somebody should see to about a board, a line each.
pub fn health_notes(board: &ShownBoard, notices: &Notices) -> Vec<String> {
    let note = |told: &Fields| {
        let Notice { title, may, .. } = notices.notice(told);
        may.map_or_else(|| title.clone(), |may| format!("{title}. {may}"))
    };
    board.health.findings.iter().map(note).collect()
}
