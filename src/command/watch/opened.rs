//! One board, opened: its card, and below it what is told of its game and can be decided.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Widget;
use touchmove_client::matters::{MatterName, matters};
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::words::phrases::{AtDesk, AtScreen, Play};
use zbus::OwnedObjectPath;

use super::card::{Card, Size};
use super::entry::{Entered, Entry};
use super::keys::Key;
use super::matters::{Choice, Decision, choices, results};
use super::room::Room;
use crate::notices::Notices;
use crate::rows::folded;

/// Rows that are left below the card, where any are.
const LEAST_BELOW: u16 = 8;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().fg(Color::DarkGray);
const WARNING: Style = Style::new().fg(Color::Yellow);
const PICKED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// A board that is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    board: String,
    picked: Option<MatterName>,
    below: Below,
}

/// What stands below the card.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Below {
    /// What is told of the game.
    Matters,
    /// What can be chosen; the one at this place is picked.
    Choices(Vec<Choice>, usize),
    /// What would follow from a decision.
    Asked(Decision, String),
    /// The same, while somebody writes why he takes it.
    Reasoned(Decision, String, Entry),
    /// What came of one, or why nothing did.
    Said(String),
}

/// What a key at an open board asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing but to be drawn.
    Stay,
    /// To go back to where one came from.
    Back,
    /// To see what would follow from a decision.
    Preview(Decision),
    /// To see what would follow if the last decision about a game were undone.
    PreviewUndo(OwnedObjectPath),
    /// To have it carried out.
    CarryOut(Decision),
}

impl Opened {
    /// A board, by its name.
    pub(super) const fn new(board: String) -> Self {
        Self { board, picked: None, below: Below::Matters }
    }

    /// Shows what would follow from a decision, and asks for it.
    pub(super) fn ask(&mut self, decision: Decision, follows: String) {
        self.below = Below::Asked(decision, follows);
    }

    /// Shows what came of a decision, or why nothing did.
    pub(super) fn say(&mut self, what: String) {
        self.below = Below::Said(what);
    }

    /// The keys that mean something here.
    pub(super) const fn keys(&self) -> AtScreen {
        match self.below {
            Below::Matters => AtScreen::KeysBoard,
            Below::Choices(..) => AtScreen::KeysChoices,
            Below::Asked(..) => AtScreen::KeysAsked,
            Below::Reasoned(..) => AtScreen::KeysReason,
            Below::Said(_) => AtScreen::KeysSaid,
        }
    }

    /// Whether letters are what somebody writes.
    pub(super) const fn is_writing(&self) -> bool {
        matches!(self.below, Below::Reasoned(..))
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key, room: &Room<'_>) -> Step {
        let game = room.board(&self.board).and_then(|board| board.game.as_ref());
        match &mut self.below {
            Below::Matters => self.press_at_matters(key, game, room.notices),
            Below::Choices(choices, at) => {
                let last = choices.len().saturating_sub(1);
                match key {
                    Key::Up => *at = at.saturating_sub(1),
                    Key::Down => *at = (*at + 1).min(last),
                    Key::Back => self.below = Below::Matters,
                    Key::Enter => return preview(choices.get(*at)),
                    Key::Sign(sign) => return preview(digit(sign).and_then(|at| choices.get(at))),
                    _ => {}
                }
                Step::Stay
            }
            Below::Asked(decision, follows) => match key {
                Key::Sign(sign) if is_nod(sign, room.notices) => Step::CarryOut(decision.clone()),
                Key::Sign('r') => {
                    let entry = Entry::from(decision.reason.clone());
                    self.below = Below::Reasoned(decision.clone(), follows.clone(), entry);
                    Step::Stay
                }
                Key::Back => {
                    self.below = Below::Matters;
                    Step::Stay
                }
                _ => Step::Stay,
            },
            Below::Reasoned(decision, follows, entry) => {
                let reason = match entry.press(key) {
                    Entered::Unfinished => return Step::Stay,
                    Entered::Taken(reason) => reason,
                    Entered::Left => decision.reason.clone(),
                };
                let decision = Decision { reason, ..decision.clone() };
                self.below = Below::Asked(decision, follows.clone());
                Step::Stay
            }
            Below::Said(_) => {
                self.below = Below::Matters;
                Step::Stay
            }
        }
    }

    fn press_at_matters(&mut self, key: Key, game: Option<&ShownGame>, notices: &Notices) -> Step {
        if key == Key::Back {
            return Step::Back;
        }
        let Some(game) = game else { return Step::Stay };
        let all = matters(game);
        let at = self.place(game);
        let here = || all.get(at).map(|matter| choices(game, matter, notices)).unwrap_or_default();
        let by_verb = |verb: &str| here().into_iter().find(|one| one.decision.words.0 == verb);
        let pick = |at: usize| all.get(at).map(|matter| matter.name());
        match key {
            Key::Up => self.picked = pick(at.saturating_sub(1)),
            Key::Down => self.picked = pick((at + 1).min(all.len().saturating_sub(1))),
            Key::Enter => self.choose(here()),
            Key::Sign('c') => return preview(by_verb("confirm").as_ref()),
            Key::Sign('d') => return preview(by_verb("dismiss").as_ref()),
            Key::Sign('o') => return preview(by_verb("reopen").as_ref()),
            Key::Sign('r') => self.choose(results(game)),
            Key::Sign('u') => return Step::PreviewUndo(game.path.clone()),
            _ => {}
        }
        Step::Stay
    }

    fn choose(&mut self, choices: Vec<Choice>) {
        if !choices.is_empty() {
            self.below = Below::Choices(choices, 0);
        }
    }

    /// Where what is picked stands now; the first, where it is gone.
    fn place(&self, game: &ShownGame) -> usize {
        let is_picked = |name: MatterName| Some(name) == self.picked;
        matters(game).iter().position(|matter| is_picked(matter.name())).unwrap_or(0)
    }

    /// Draws it.
    pub(super) fn draw(&self, room: &Room<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(board) = room.board(&self.board) else {
            let gone = room.notices.say(Play::NoBoardNamed { board: (&self.board).into() });
            write(gone.lines().map(|line| Line::raw(line.to_owned())), area, buffer);
            return;
        };
        let fits = |size: &Size| size.card_rows() + LEAST_BELOW <= area.height;
        let [.., smallest] = Size::ALL;
        let size = Size::ALL.into_iter().find(fits).unwrap_or(smallest);
        let height = size.card_rows().min(area.height);
        let (seat, border) = (room.seats.of_board(board), DIM);
        let card = Card { board, seat, size, now: room.now, notices: room.notices, border };
        card.render(Rect { height, ..area }, buffer);
        let below = Rect { y: area.y + height, height: area.height - height, ..area };
        write(self.lines(board, room, below.width.into()), below, buffer);
    }

    fn lines(&self, board: &ShownBoard, room: &Room<'_>, columns: usize) -> Vec<Line<'static>> {
        let notices = room.notices;
        match &self.below {
            Below::Matters => self.lines_of_matters(board, room, columns),
            Below::Choices(choices, at) => choices
                .iter()
                .enumerate()
                .map(|(index, choice)| {
                    let style = if index == *at { PICKED } else { Style::new() };
                    Line::styled(format!(" {}  {} ", index + 1, choice.label), style)
                })
                .collect(),
            Below::Asked(decision, follows) => {
                let mut lines = lines_of_decision(decision, follows, notices, columns);
                if !decision.reason.is_empty() {
                    lines.extend(lines_of_reason(&decision.reason, notices, columns));
                }
                lines.push(Line::styled(notices.say(AtScreen::CarryOut), WARNING));
                lines
            }
            Below::Reasoned(decision, follows, entry) => {
                let mut lines = lines_of_decision(decision, follows, notices, columns);
                lines.extend(lines_of_reason(&entry.shown(), notices, columns));
                lines
            }
            Below::Said(what) => folded_lines(what, columns, Style::new()).collect(),
        }
    }

    fn lines_of_matters(
        &self,
        board: &ShownBoard,
        room: &Room<'_>,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let notices = room.notices;
        let mut lines = Vec::new();
        // What waits at the board itself has no number by which it could be decided.
        let of_board = room
            .waits
            .all()
            .iter()
            .filter(|wait| wait.board.as_ref() == Some(&board.id) && wait.number.is_none());
        lines.extend(of_board.flat_map(|wait| folded_lines(&wait.what, columns, WARNING)));
        let Some(game) = &board.game else { return lines };
        let picked = self.place(game);
        for (index, matter) in matters(game).iter().enumerate() {
            let style = if matter.is_waiting() { WARNING } else { DIM };
            let style = if index == picked { style.patch(PICKED) } else { style };
            lines.push(Line::styled(matter.title(notices), style));
            if index == picked {
                let more = matter.more(notices);
                lines.extend(
                    more.iter().flat_map(|text| {
                        folded_lines(text, columns.saturating_sub(2), Style::new())
                    }),
                );
            }
        }
        if lines.is_empty() {
            lines.push(Line::styled(notices.say(AtDesk::NothingWaits), DIM));
        }
        lines
    }
}

/// What is decided, and what would follow.
fn lines_of_decision(
    decision: &Decision,
    follows: &str,
    notices: &Notices,
    columns: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::styled(notices.say(decision.said()), BOLD),
        Line::styled(notices.say(AtDesk::WouldFollow), DIM),
    ];
    let nothing = notices.say(AtDesk::NothingFollows);
    let follows = if follows.is_empty() { &nothing } else { follows };
    lines.extend(folded_lines(follows, columns, Style::new()));
    lines
}

/// Why it is decided.
fn lines_of_reason(reason: &str, notices: &Notices, columns: usize) -> Vec<Line<'static>> {
    let said = format!("{}: {reason}", notices.say(AtDesk::Reason));
    folded_lines(&said, columns, Style::new()).collect()
}

fn preview(choice: Option<&Choice>) -> Step {
    choice.map_or(Step::Stay, |choice| Step::Preview(choice.decision.clone()))
}

/// The place of what a digit chooses.
fn digit(sign: char) -> Option<usize> {
    usize::try_from(sign.to_digit(10)?.checked_sub(1)?).ok()
}

/// Whether a letter agrees, in the language of who presses it.
fn is_nod(sign: char, notices: &Notices) -> bool {
    notices.say(Play::Nods).split(' ').any(|nod| nod == sign.to_string())
}

fn folded_lines(text: &str, columns: usize, style: Style) -> impl Iterator<Item = Line<'static>> {
    let lines: Vec<_> = text.lines().flat_map(|line| folded(line, columns, columns)).collect();
    lines.into_iter().map(move |line| Line::styled(line, style))
}

/// Writes lines one below the other, as many as there is room for.
fn write(lines: impl IntoIterator<Item = Line<'static>>, area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        line.render(Rect { y, height: 1, ..area }, buffer);
    }
}
