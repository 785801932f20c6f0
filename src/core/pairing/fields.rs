//! What the tags of a game in PGN and the columns of a CSV have in common: named fields of text, and
//! what they mean.

use std::borrow::Cow;

use shakmaty::Color;

use super::board::{BoardNumber, Round};
use super::error::{PairingError, Wrong, shown};
use super::list::TournamentHeader;
use super::outcome::Outcome;
use super::player::{FideId, Player, Rating, Title};
use super::start::StartPosition;
use super::{date, start};
use crate::text::legible;

/// A field that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Event,
    Site,
    Date,
    Round,
    Board,
    Section,
    Player(Color, About),
    TimeControl,
    Start,
    Variant,
    Outcome,
    /// How the game ended, where the result has no word for it.
    Points,
}

/// What a field tells about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Name,
    FideId,
    Title,
    Rating,
    Federation,
    Team,
}

/// One game as a file tells of it: the fields that it gives, each with its line.
#[derive(Debug, Default)]
pub(super) struct Row<'a> {
    fields: Vec<(Field, usize, Cow<'a, str>)>,
}

/// One game as it is understood.
#[derive(Debug)]
pub(super) struct Entry {
    /// Where it is told, for errors.
    pub(super) line: usize,
    /// What the file says of the tournament here.
    pub(super) event: TournamentHeader,
    /// The round, where the file tells it.
    pub(super) round: Option<Round>,
    /// The board, where the file tells it.
    pub(super) board: Option<BoardNumber>,
    /// The section.
    pub(super) section: Option<String>,
    /// White.
    pub(super) white: Player,
    /// Black.
    pub(super) black: Player,
    /// The time control.
    pub(super) time_control: Option<String>,
    /// Where the game starts, other than usual.
    pub(super) start: Option<StartPosition>,
    /// How it ended; `None` while it is open.
    pub(super) outcome: Option<Outcome>,
}

impl Field {
    /// The field that a tag or a column means, in any case and with or without `_`, `-` and blanks.
    pub(super) fn named(name: &str) -> Option<Self> {
        let is_said = |char: &char| !matches!(char, '_' | '-' | ' ');
        let name: String = name.chars().filter(is_said).map(|c| c.to_ascii_lowercase()).collect();
        Some(match name.as_str() {
            "event" => Self::Event,
            "site" => Self::Site,
            "date" => Self::Date,
            "round" => Self::Round,
            "board" | "table" => Self::Board,
            "section" => Self::Section,
            "timecontrol" => Self::TimeControl,
            "start" | "fen" => Self::Start,
            "variant" => Self::Variant,
            "result" => Self::Outcome,
            name => {
                let (color, about) = match name.strip_prefix("white") {
                    Some(about) => (Color::White, about),
                    None => (Color::Black, name.strip_prefix("black")?),
                };
                Self::Player(color, About::named(about)?)
            }
        })
    }

    /// Whether any beginning of it looks like the whole, as a name's does and a result's does not.
    pub(super) const fn hides_a_cut(self) -> bool {
        !matches!(self, Self::Outcome | Self::Points | Self::Start | Self::Variant)
    }
}

impl About {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "" => Self::Name,
            "fideid" => Self::FideId,
            "title" => Self::Title,
            "rating" | "elo" => Self::Rating,
            "federation" | "fed" => Self::Federation,
            "team" => Self::Team,
            _ => return None,
        })
    }
}

impl<'a> Row<'a> {
    /// Adds a field.
    pub(super) fn add(&mut self, field: Field, line: usize, text: Cow<'a, str>) {
        self.fields.push((field, line, text));
    }

    /// Whether it has the field.
    pub(super) fn has(&self, field: Field) -> bool {
        self.fields.iter().any(|(named, ..)| *named == field)
    }

    /// What it means; `None` for a bye. `line` is where it begins.
    pub(super) fn read(&self, line: usize) -> Result<Option<Entry>, PairingError> {
        let (round, board) = self.place()?;
        let white = self.player(Color::White, line)?;
        let black = self.player(Color::Black, line)?;
        let (Some(white), Some(black)) = (white, black) else { return Ok(None) };
        let event = TournamentHeader {
            name: self.text(Field::Event)?,
            site: self.text(Field::Site)?,
            date: self.raw(Field::Date).and_then(|(_, text)| date::read(text)),
        };
        let start = start::read(
            self.raw(Field::Start).map(|(_, text)| text),
            self.raw(Field::Variant).map(|(_, text)| text),
        );
        let start_line =
            self.raw(Field::Start).or(self.raw(Field::Variant)).map_or(line, |(l, _)| l);
        Ok(Some(Entry {
            line,
            event,
            round,
            board,
            section: self.text(Field::Section)?,
            white,
            black,
            time_control: self.text(Field::TimeControl)?,
            start: start.map_err(|wrong| wrong.on(start_line))?,
            outcome: self.outcome()?,
        }))
    }

    fn outcome(&self) -> Result<Option<Outcome>, PairingError> {
        let field = if self.has(Field::Points) { Field::Points } else { Field::Outcome };
        Ok(self.parsed(field, Outcome::read)?.flatten())
    }

    /// Round and board: `3` with or without a board of its own, or `3.12`, which is board 12 of round 3
    /// whatever the board says; that may count within a match of teams. So do the parts of `3.2.1`,
    /// which are no board of the hall.
    fn place(&self) -> Result<(Option<Round>, Option<BoardNumber>), PairingError> {
        let Some((line, text)) = self.raw(Field::Round) else {
            return Ok((None, self.parsed(Field::Board, board)?));
        };
        let wrong = || Wrong::Round(shown(text)).on(line);
        let mut parts = text.split('.');
        let first = parts.next().unwrap_or_default();
        let round = number(first).and_then(Round::new).ok_or_else(wrong)?;
        let parts: Option<Vec<u16>> = parts.map(number).collect();
        let board = match parts.ok_or_else(wrong)?.as_slice() {
            [] => self.parsed(Field::Board, board)?,
            &[board] => Some(BoardNumber::new(board).ok_or_else(wrong)?),
            [_, _] => None,
            _ => return Err(wrong()),
        };
        Ok((Some(round), board))
    }

    /// A player; `None` where it is a bye.
    fn player(&self, color: Color, line: usize) -> Result<Option<Player>, PairingError> {
        let about = |about| Field::Player(color, about);
        let name = self.text(about(About::Name))?;
        let name_line = self.line(about(About::Name)).unwrap_or(line);
        let name = name.ok_or_else(|| Wrong::NoName(color).on(name_line))?;
        if name.eq_ignore_ascii_case("bye") {
            return Ok(None);
        }
        Ok(Some(Player {
            name,
            fide_id: self.parsed(about(About::FideId), fide_id)?.flatten(),
            title: self.raw(about(About::Title)).and_then(|(_, text)| Title::of(text)),
            rating: self.parsed(about(About::Rating), rating)?.flatten(),
            federation: self.text(about(About::Federation))?,
            team: self.text(about(About::Team))?,
        }))
    }

    fn parsed<T>(
        &self,
        field: Field,
        parse: impl FnOnce(&str) -> Result<T, Wrong>,
    ) -> Result<Option<T>, PairingError> {
        let parsed = |(line, text)| parse(text).map_err(|wrong: Wrong| wrong.on(line));
        self.raw(field).map(parsed).transpose()
    }

    fn text(&self, field: Field) -> Result<Option<String>, PairingError> {
        self.parsed(field, plain)
    }

    /// What the field says and its line; `None` where it says nothing, as `?` and `-` do.
    fn raw(&self, field: Field) -> Option<(usize, &str)> {
        let (_, line, text) = self.fields.iter().find(|(named, ..)| *named == field)?;
        let text = text.trim();
        (!matches!(text, "" | "?" | "-")).then_some((*line, text))
    }

    fn line(&self, field: Field) -> Option<usize> {
        self.fields.iter().find(|(named, ..)| *named == field).map(|(_, line, _)| *line)
    }
}

/// Longest text, in bytes: no name is longer, and every reader of PGN takes it in a tag.
const MAX_TEXT_BYTES: usize = 200;

/// Text for people: blanks and line breaks become one blank each, control characters are wrong, and signs that cannot be
/// seen or turn the direction of writing are left out: they come along when a name is copied.
pub(super) fn plain(text: &str) -> Result<String, Wrong> {
    let text = legible(text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().any(char::is_control) {
        return Err(Wrong::Control(shown(&text)));
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err(Wrong::TooLong(shown(&text)));
    }
    Ok(text)
}

/// A number in FIDE's list; 0 is none.
pub(super) fn fide_id(text: &str) -> Result<Option<FideId>, Wrong> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = || Wrong::FideId(shown(text));
    match text.parse().ok().filter(|_| is_number).ok_or_else(wrong)? {
        0 => Ok(None),
        number => FideId::new(number).map(Some).ok_or_else(wrong),
    }
}

/// A rating; 0 is none.
pub(super) fn rating(text: &str) -> Result<Option<Rating>, Wrong> {
    let wrong = || Wrong::Rating(shown(text));
    match number(text).ok_or_else(wrong)? {
        0 => Ok(None),
        points => Rating::new(points).map(Some).ok_or_else(wrong),
    }
}

/// A number in digits alone.
pub(super) fn number(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn board(text: &str) -> Result<BoardNumber, Wrong> {
    number(text).and_then(BoardNumber::new).ok_or_else(|| Wrong::Board(shown(text)))
}
