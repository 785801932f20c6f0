//! How it is with a board, in the terms of whoever has to see to it: one word, and why.

use touchmove_core::game::view::GameView;
use touchmove_drivers::Observation;
use touchmove_drivers::observation::{DeviceFact, Flood, LinkState, Memory};

use crate::link::LinkError;
use crate::session::Ended;

/// How it is with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It has said who it is; what stands on it is not known yet.
    Starting(StartStep),
    /// It answers, and shows what the moves say.
    InStep,
    /// It answers, but what it shows does not fit the game.
    OutOfStep {
        /// The squares on which it differs.
        squares: Vec<String>,
        /// So many questions about the game wait for an answer.
        questions: usize,
    },
    /// It says more changes than hands can make: nothing is concluded from them.
    Faulty,
    /// Its link is there, but it has said nothing for longer than boards of its family do.
    Silent,
    /// It is not there.
    Lost(Loss),
}

/// What is done with a board before it is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartStep {
    /// It is read out.
    ReadOut,
    /// What it has written down while nobody listened is read.
    Recall,
    /// Nobody knows which chip is in which of its pieces, so it cannot be read.
    Learn,
}

/// Why a board is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing was heard of it since the station started.
    NotSeen,
    /// Its port is gone.
    Unplugged,
    /// It does not answer any more.
    NoAnswer,
    /// It takes no bytes any more.
    Stuck,
    /// Another board answers in its place.
    Replaced,
    /// Another board on its line has its address, so neither is heard.
    AddressShared,
    /// Its port has failed.
    Failed(String),
    /// What talks to it has fallen over.
    FellOver,
    /// Its recording is over.
    Over,
    /// Nobody has said why.
    Unsaid,
}

impl Condition {
    /// The state as a word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Starting(_) => "starting",
            Self::InStep => "in-step",
            Self::OutOfStep { .. } => "out-of-step",
            Self::Faulty => "faulty",
            Self::Silent => "silent",
            Self::Lost(_) => "lost",
        }
    }

    /// Why it is so, as a word; empty where there is nothing to say.
    pub const fn why(&self) -> &'static str {
        match self {
            Self::Starting(StartStep::ReadOut) => "read-out",
            Self::Starting(StartStep::Recall) => "recall",
            Self::Starting(StartStep::Learn) => "chips-unknown",
            Self::InStep => "",
            Self::OutOfStep { squares, .. } if squares.is_empty() => "question",
            Self::OutOfStep { .. } => "differs",
            Self::Faulty => "flood",
            Self::Silent => "no-answer",
            Self::Lost(loss) => loss.word(),
        }
    }

    /// What it means at this port and what can be done about it, for a person; empty where there is nothing to say.
    pub fn advice(&self, port: &str) -> String {
        match self {
            Self::Starting(StartStep::ReadOut) => format!("it is read out at {port}"),
            Self::Starting(StartStep::Recall) => {
                format!("what it wrote down while nobody listened is read at {port}")
            }
            Self::Starting(StartStep::Learn) => format!(
                "nobody knows which chip is in which of its pieces; it was found at {port}: put them into the start \
                 position, as the board is labelled, or be led through it by `touchmove calibrate`"
            ),
            Self::InStep => String::new(),
            Self::OutOfStep { squares, questions } => out_of_step(squares, *questions),
            Self::Faulty => format!(
                "it says more changes at {port} than hands can make, so nothing is concluded from them; it is read out \
                 once it is quiet. If it goes on, look at what else is at the port, or swap the board"
            ),
            Self::Silent => format!("it does not answer at {port}; is it switched on?"),
            Self::Lost(loss) => loss.advice(port),
        }
    }
}

impl Loss {
    /// Why a port was closed.
    pub(in crate::hall) fn of(ended: &Ended) -> Self {
        match ended {
            Ended::Link(LinkError::Gone { .. }) => Self::Unplugged,
            Ended::Link(LinkError::Over { .. }) => Self::Over,
            Ended::Link(error) => Self::Failed(error.to_string()),
            Ended::Stuck => Self::Stuck,
            Ended::Lost => Self::NoAnswer,
            Ended::Unheard => Self::Unsaid,
        }
    }

    const fn word(&self) -> &'static str {
        match self {
            Self::NotSeen => "not-seen",
            Self::Unplugged => "unplugged",
            Self::NoAnswer => "no-answer",
            Self::Stuck => "stuck",
            Self::Replaced => "replaced",
            Self::AddressShared => "address-shared",
            Self::Failed(_) => "failed",
            Self::FellOver => "fell-over",
            Self::Over => "over",
            Self::Unsaid => "",
        }
    }

    fn advice(&self, port: &str) -> String {
        match self {
            Self::NotSeen => "not seen since touchmoved started; plug it in".to_owned(),
            Self::Unplugged => format!("unplugged; it was at {port}"),
            Self::NoAnswer => {
                format!(
                    "it does not answer any more; it was at {port}: look at its power and its cable"
                )
            }
            Self::Stuck => {
                format!("it takes no bytes; it was at {port}: unplug it and plug it in again")
            }
            Self::Replaced => format!("another board answers at {port}, where it was"),
            Self::AddressShared => format!(
                "another board on the line {port} has its address, so neither is heard; take one of them off the line"
            ),
            Self::Failed(error) => format!("{error}; it was at {port}"),
            Self::FellOver => format!("what talks to it at {port} fell over and is started again"),
            Self::Over => format!("its recording is over: {port}"),
            Self::Unsaid => format!("not connected; it was at {port}"),
        }
    }
}

fn out_of_step(squares: &[String], questions: usize) -> String {
    let differs = (!squares.is_empty()).then(|| {
        let squares = squares.join(" ");
        format!(
            "the board differs from the moves on {squares}; put the men right, or correct the moves"
        )
    });
    let asked = (questions > 0).then(|| match questions {
        1 => "a question about the game waits for an answer".to_owned(),
        count => format!("{count} questions about the game wait for an answer"),
    });
    let both: Vec<_> = differs.into_iter().chain(asked).collect();
    both.join("; ")
}

/// Follows how far a board is known, from what is heard of it.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Acquaintance {
    /// Why it was last lost.
    loss: Loss,
    read: Read,
    /// Whether it says more than can happen.
    floods: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    NotYet,
    Recalling,
    /// It waits for somebody who teaches it its pieces.
    Untaught,
    Done,
}

impl Acquaintance {
    /// With a board of which nothing was heard.
    pub(in crate::hall) const fn none() -> Self {
        Self { loss: Loss::NotSeen, read: Read::NotYet, floods: false }
    }

    /// It was found at a port.
    pub(in crate::hall) const fn begin(&mut self) {
        self.read = Read::NotYet;
    }

    /// It was lost, and this is why.
    pub(in crate::hall) fn end(&mut self, loss: Loss) {
        self.loss = loss;
    }

    /// Whether it is known to be no longer where it was last heard.
    pub(in crate::hall) const fn has_left(&self) -> bool {
        matches!(self.loss, Loss::NotSeen | Loss::Unplugged | Loss::Replaced | Loss::Over)
    }

    /// Takes note of what was heard.
    pub(in crate::hall) fn note(&mut self, observation: &Observation) {
        self.floods &= !matches!(observation, Observation::Board(_));
        match observation {
            Observation::Device(DeviceFact::Flood(Flood::Begins)) => self.floods = true,
            Observation::Link(LinkState::Lost) => {
                *self = Self { loss: Loss::Unsaid, read: Read::NotYet, floods: false }
            }
            Observation::Device(DeviceFact::Memory(Memory::Begins)) => self.read = Read::Recalling,
            Observation::Device(DeviceFact::Memory(_)) if self.read == Read::Recalling => {
                self.read = Read::NotYet;
            }
            Observation::Device(DeviceFact::ChipsUnknown) => self.read = Read::Untaught,
            Observation::Device(DeviceFact::Chips(_)) if self.read == Read::Untaught => {
                self.read = Read::NotYet;
            }
            // A board that cannot be read out tells its changes all the same.
            Observation::Board(_) | Observation::Square { .. } if self.read == Read::NotYet => {
                self.read = Read::Done;
            }
            _ => {}
        }
    }

    /// How it is with the board, by its link and by what is played on it.
    pub(in crate::hall) fn condition(&self, link: LinkState, game: Option<&GameView>) -> Condition {
        match (link, self.read) {
            (LinkState::Lost, _) => Condition::Lost(self.loss.clone()),
            (LinkState::Stale, _) => Condition::Silent,
            (LinkState::Up, _) if self.floods => Condition::Faulty,
            (LinkState::Up, Read::NotYet) => Condition::Starting(StartStep::ReadOut),
            (LinkState::Up, Read::Recalling) => Condition::Starting(StartStep::Recall),
            (LinkState::Up, Read::Untaught) => Condition::Starting(StartStep::Learn),
            (LinkState::Up, Read::Done) => match game {
                Some(game) if game.result.is_none() && is_open(game) => Condition::OutOfStep {
                    squares: game.differs.clone(),
                    questions: game.questions.len(),
                },
                _ => Condition::InStep,
            },
        }
    }
}

fn is_open(game: &GameView) -> bool {
    !game.differs.is_empty() || !game.questions.is_empty()
}

#[cfg(test)]
mod tests {
    use touchmove_core::game::conclusion::{GameResult, ResultReason, ResultValue};

    use super::*;

    fn heard(lines: &[&str]) -> Acquaintance {
        let mut board = Acquaintance::none();
        board.begin();
        lines.iter().for_each(|line| board.note(&line.parse().unwrap()));
        board
    }

    fn differing() -> GameView {
        GameView { differs: vec!["d4".into(), "e2".into()], ..GameView::default() }
    }

    const PIECES: &str = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn a_board_is_in_step_once_it_is_read_out_and_what_it_remembers_is_told() {
        let of = |lines: &[&str]| heard(lines).condition(LinkState::Up, None);
        assert_eq!(of(&["link up"]), Condition::Starting(StartStep::ReadOut));
        let recalled = ["link up", "device memory=begins", PIECES, "square e2 ."];
        assert_eq!(of(&recalled), Condition::Starting(StartStep::Recall));
        let told = [&recalled[..], &["device memory=ends"]].concat();
        assert_eq!(of(&told), Condition::Starting(StartStep::ReadOut));
        assert_eq!(of(&[&told[..], &[PIECES]].concat()), Condition::InStep);
        assert_eq!(of(&["link up", "square e2 ."]), Condition::InStep, "it tells changes alone");
    }

    #[test]
    fn a_board_whose_chips_nobody_knows_says_how_it_is_taught() {
        let of = |lines: &[&str]| heard(lines).condition(LinkState::Up, None);
        let untaught = of(&["link up", PIECES, "device chips=unknown"]);
        assert_eq!((untaught.word(), untaught.why()), ("starting", "chips-unknown"));
        assert!(untaught.advice("x:/dev/y").contains("`touchmove calibrate`"));
        let taught = ["link up", "device chips=unknown", "device chips=K0100aabbcc"];
        assert_eq!(of(&taught), Condition::Starting(StartStep::ReadOut));
        assert_eq!(of(&[&taught[..], &[PIECES]].concat()), Condition::InStep);
    }

    #[test]
    fn a_board_that_differs_from_its_game_is_out_of_step_until_the_game_is_over() {
        let board = heard(&["link up", PIECES]);
        let out = board.condition(LinkState::Up, Some(&differing()));
        assert_eq!((out.word(), out.why()), ("out-of-step", "differs"));
        assert!(out.advice("dgt:/dev/x").contains(" on d4 e2; put the men right"), "{out:?}");
        let (value, reason) = (ResultValue::Draw, ResultReason::Kings);
        let result = Some(GameResult { value, reason, article: None });
        let over = GameView { result, ..differing() };
        assert_eq!(board.condition(LinkState::Up, Some(&over)), Condition::InStep);
        let stale = board.condition(LinkState::Stale, Some(&differing()));
        assert_eq!(stale, Condition::Silent, "what it shows now is not known");
    }

    #[test]
    fn a_lost_board_says_why_and_begins_anew_when_it_comes_back() {
        let mut board = heard(&["link up", PIECES, "link lost"]);
        let lost = |board: &Acquaintance| board.condition(LinkState::Lost, None);
        assert_eq!(lost(&board), Condition::Lost(Loss::Unsaid));
        board.end(Loss::Unplugged);
        assert_eq!(
            lost(&board).advice("dgt:/dev/ttyUSB0"),
            "unplugged; it was at dgt:/dev/ttyUSB0"
        );
        board.begin();
        assert_eq!(board.condition(LinkState::Up, None), Condition::Starting(StartStep::ReadOut));
        assert_eq!(Acquaintance::none().condition(LinkState::Lost, None).why(), "not-seen");
    }
}
