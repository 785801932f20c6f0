//! `touchmove round status`: a round on one screen.

mod live;

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;
use shakmaty::Color;
use touchmove_client::mirror::{Mirror, MirrorError, round_at, since_boot};
use touchmove_client::shown::{ShownBoard, ShownGame, ShownPairing, ShownRound, ShownTrouble};
use touchmove_client::span::span;
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::tournament::rounds::results::TableResult;
use touchmove_core::words::phrases::{Head, Listed};
use touchmove_core::words::{Saying, Vocabulary, told};

pub(super) use self::live::watch;

use super::super::notices::{Notices, Reader};
use super::super::rows::{columns, heads, shortened, table, width};
use super::super::status::link_word;
use super::super::{Failure, print, print_json};
use super::results::{ShownResult, name_of};

/// Shows it.
pub(super) async fn show(
    mirror: &Mirror,
    round: &ShownRound,
    reader: Reader,
) -> Result<(), Failure> {
    let seen = Seen::of(mirror, round, Notices::for_reader(reader)).await?;
    match reader {
        Reader::Program => print_json(&seen.json(round)?),
        Reader::Person => print(&seen.text(round)),
    }
}

/// A round as it is seen at a moment.
struct Seen {
    tables: Vec<Table>,
    missing: Vec<String>,
    notices: Notices,
    now: Duration,
}

impl Seen {
    async fn of(mirror: &Mirror, round: &ShownRound, notices: Notices) -> Result<Self, Failure> {
        let pairings = mirror.pairings(round).await.map_err(Failure::failed)?;
        let results = mirror.results(round).await.map_err(Failure::failed)?;
        let missing = mirror.decide(async |bus| round_at(bus, round).await?.missing().await).await;
        let missing = missing.map_err(Failure::failed)?;
        let mut refused = refused(mirror, round).await.map_err(Failure::failed)?;
        let boards = mirror.boards();
        let now = since_boot();
        let tables: Vec<_> = pairings
            .into_iter()
            .map(|pairing| {
                let board = boards.iter().find(|board| Some(&board.id) == pairing.board.as_ref());
                let game = pairing.game.as_ref().and_then(|path| mirror.game(path));
                let of_table = |result: &&TableResult| result.table.get() == pairing.table;
                let result = results.iter().find(of_table);
                let result = result.map(|result| ShownResult::of(round, result));
                let refused = refused.remove(&pairing.table).unwrap_or_default();
                let open =
                    game.as_ref().map(|game| notices.open(game, |_| false)).unwrap_or_default();
                let open = open.lines().map(ToOwned::to_owned).collect();
                let call = game.as_ref().and_then(|game| notices.last(game));
                let table = Table::of(pairing, board, game.as_ref(), result, now);
                Table { refused, open, call, ..table }
            })
            .collect();
        Ok(Self { tables, missing, notices, now })
    }

    fn json(&self, round: &ShownRound) -> Result<String, Failure> {
        let shown = Shown {
            round: round.number,
            event: &round.event,
            stage: &round.stage,
            missing: &self.missing,
            tables: &self.tables,
        };
        let text = serde_json::to_string(&shown).map_err(Failure::failed)?;
        Ok(text + "\n")
    }
}

/// What the outlets of the broadcast refuse of a round, by table.
async fn refused(
    mirror: &Mirror,
    round: &ShownRound,
) -> Result<HashMap<u16, Vec<ShownTrouble>>, MirrorError> {
    let mut refused: HashMap<_, Vec<_>> = HashMap::new();
    for relay in mirror.relays().iter().filter(|relay| relay.behind > 0) {
        for text in mirror.relayed(relay).await? {
            if let (Some(table), Some(trouble)) = (text.table, text.trouble)
                && text.round == round.number
            {
                refused.entry(table).or_default().push(trouble);
            }
        }
    }
    Ok(refused)
}

/// A round, for a program to read.
#[derive(Serialize)]
struct Shown<'a> {
    round: u16,
    event: &'a Option<String>,
    stage: &'a str,
    missing: &'a [String],
    tables: &'a [Table],
}

/// A table of a round.
#[derive(Debug, Serialize)]
struct Table {
    table: u16,
    white: String,
    black: String,
    board: Option<String>,
    link: Option<&'static str>,
    game: Option<String>,
    last_move: Option<String>,
    white_ms: Option<u64>,
    black_ms: Option<u64>,
    running: Option<&'static str>,
    #[serde(flatten)]
    result: Option<ShownResult>,
    differs: Vec<String>,
    /// The incidents and instructions that wait, a line each.
    open: Vec<String>,
    /// To what the arbiter is called last, and how many more there are.
    #[serde(skip)]
    call: Option<String>,
    /// What keeps the broadcast of it behind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<ShownTrouble>,
}

impl Table {
    fn of(
        pairing: ShownPairing,
        board: Option<&ShownBoard>,
        game: Option<&ShownGame>,
        result: Option<ShownResult>,
        now: Duration,
    ) -> Self {
        let ShownPairing { table, names: [white, black], board: name, .. } = pairing;
        let is_there = |board: &&ShownBoard| game.is_some() && board.game.as_ref() == game;
        let clock = board.filter(is_there).and_then(|board| board.clock_at(now));
        let millis = |side: usize| {
            clock
                .as_ref()
                .map(|clock| u64::try_from(clock.times[side].as_millis()).unwrap_or(u64::MAX))
        };
        Self {
            table,
            white,
            black,
            board: name,
            link: board.map(|board| link_word(board.link)),
            game: game.map(|game| game.id.clone()),
            last_move: game.and_then(ShownGame::last_move),
            white_ms: millis(0),
            black_ms: millis(1),
            running: clock.as_ref().and_then(|clock| clock.running).map(|side| match side {
                Color::White => "white",
                Color::Black => "black",
            }),
            result,
            differs: game.map(|game| game.differs.clone()).unwrap_or_default(),
            open: Vec::new(),
            call: None,
            refused: Vec::new(),
        }
    }

    /// How soon somebody should look: a table at which something is to be seen to, one at which is played, the others.
    fn rank(&self, missing: &[String]) -> u8 {
        let here = format!("table {}: ", self.table);
        let is_unheard = self.board.is_some() && self.link != Some("up") && !self.is_over();
        let has_note = self.notes(Duration::ZERO).next().is_some()
            || missing.iter().any(|line| line.starts_with(&here));
        match (is_unheard || has_note, self.is_over()) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }

    fn is_over(&self) -> bool {
        self.result.as_ref().is_some_and(ShownResult::is_known)
    }

    fn is_asked(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.question().is_some())
    }

    fn cells(&self, notices: &Notices) -> [String; 9] {
        let link = self.link.map(|link| notices.say(Vocabulary::Link.word(link)));
        let or_none = |text: Option<&str>| text.unwrap_or("-").to_owned();
        let time = |millis: Option<u64>, side: &str| match millis {
            Some(millis) => {
                let mark = if self.running == Some(side) { "▸" } else { " " };
                format!("{mark}{}", h_mm_ss(Duration::from_millis(millis)))
            }
            None => "-".to_owned(),
        };
        [
            self.table.to_string(),
            self.white.clone(),
            self.black.clone(),
            or_none(self.board.as_deref()),
            or_none(link.as_deref()),
            or_none(self.last_move.as_deref()),
            time(self.white_ms, "white"),
            time(self.black_ms, "black"),
            notices.say(self.result.as_ref().map_or("-".into(), ShownResult::word)),
        ]
    }

    /// What somebody should see to.
    fn notes(&self, now: Duration) -> impl Iterator<Item = Saying> {
        let here = |what: Saying| Listed::AtTable { table: self.table.into(), what }.into();
        let differs = (!self.differs.is_empty()).then(|| {
            let squares = self.differs.join(" ").into();
            here(Listed::BoardDiffers { squares }.into())
        });
        let refused = self.refused.iter().map(move |trouble| {
            let (lasts, why) = (span(trouble.lasts(now)), (&trouble.why).into());
            here(Listed::BroadcastBehind { lasts, why }.into())
        });
        let question = self.result.as_ref().and_then(ShownResult::question);
        let unheard = self.link.filter(|link| *link != "up" && !self.is_over()).map(|link| {
            let board = self.board.as_deref().unwrap_or_default().into();
            here(Listed::BoardUnheard { board, link: Vocabulary::Link.word(link) }.into())
        });
        let open = self.call.iter().map(move |line| here(line.into()));
        unheard.into_iter().chain(open).chain(differs).chain(question).chain(refused)
    }
}

/// Above times there is a blank, as at that which stands.
const HEADS: [Head; 9] = [
    Head::Table,
    Head::White,
    Head::Black,
    Head::Board,
    Head::Link,
    Head::LastMove,
    Head::Time,
    Head::Time,
    Head::Result,
];

impl Seen {
    /// The tables by number, and below them what somebody should see to.
    fn text(&self, round: &ShownRound) -> String {
        let mut text = format!("{}\n\n", self.heading(round));
        text.push_str(&rows(self.tables.iter(), &self.notices, columns()));
        let notes = self.notes();
        if !notes.is_empty() {
            text.push('\n');
            text.push_str(&notes);
        }
        text
    }

    /// What somebody should see to on top, then the tables at which it is, then those at which is played, within so
    /// many columns.
    fn problems_first(&self, round: &ShownRound, columns: Option<usize>) -> String {
        let mut tables: Vec<&Table> = self.tables.iter().collect();
        tables.sort_by_key(|table| (table.rank(&self.missing), table.table));
        let notes = self.notes();
        let gap = if notes.is_empty() { "" } else { "\n" };
        let rows = rows(tables.into_iter(), &self.notices, columns);
        format!("{}\n\n{notes}{gap}{rows}", self.heading(round))
    }

    fn heading(&self, round: &ShownRound) -> String {
        let tables = &self.tables;
        let over = tables.iter().filter(|table| table.is_over()).count();
        let begun = tables.iter().filter(|table| table.game.is_some()).count();
        let heading = Listed::RoundStands {
            round: name_of(round),
            stage: Vocabulary::Stage.word(&round.stage),
            games: tables.len().into(),
            begun: begun.into(),
            over: over.into(),
        };
        self.notices.say(match tables.iter().filter(|table| table.is_asked()).count() {
            0 => heading,
            open => Listed::RoundAsks { heading: heading.into(), questions: open.into() },
        })
    }

    fn notes(&self) -> String {
        let missing = self.missing.iter().map(|line| self.notices.say(told(line)) + "\n");
        let of_tables = self.tables.iter().flat_map(|table| table.notes(self.now));
        of_tables.map(|note| self.notices.say(note) + "\n").chain(missing).collect()
    }
}

/// The rows of tables; names are shortened until they fit.
fn rows<'a>(
    tables: impl Iterator<Item = &'a Table>,
    notices: &Notices,
    columns: Option<usize>,
) -> String {
    let [table_of, white, black, board, link, last, white_time, black_time, result] =
        heads(notices, HEADS);
    let [white_time, black_time] = [white_time, black_time].map(|head| format!(" {head}"));
    let mut rows =
        vec![[table_of, white, black, board, link, last, white_time, black_time, result]];
    rows.extend(tables.map(|table| table.cells(notices)));
    let longest = |rows: &[[String; 9]]| {
        let lines = table(rows);
        lines.lines().map(width).max().unwrap_or_default()
    };
    let mut most = 40;
    while columns.is_some_and(|columns| longest(&rows) > columns) && most > 6 {
        most -= 1;
        for row in rows.iter_mut().skip(1) {
            let [_, white, black, ..] = row;
            (*white, *black) = (shortened(white, most), shortened(black, most));
        }
    }
    table(&rows)
}
