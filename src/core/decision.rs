//! What an arbiter or operator decides about a game: the verbs of a recording's decisions, parsed.

pub mod regulations;

use std::str::FromStr;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Color, KnownOutcome};
use touchmove_drivers::observation::{ClockTime, Decision};
use touchmove_drivers::recording::{Policy, Rulebook, Variant};

use self::regulations::{DefaultTime, FirstOffer, Regulations};

/// A decision about a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameDecision {
    /// A move was played that is missing: it gets this ply, and what followed is one ply later.
    Insert {
        /// Ply in the game, from 1.
        ply: u32,
        /// The move.
        mv: UciMove,
    },
    /// Another move was played.
    Replace {
        /// Ply in the game, from 1.
        ply: u32,
        /// The move that was played.
        mv: UciMove,
    },
    /// The move was not played.
    Delete {
        /// Ply in the game, from 1.
        ply: u32,
    },
    /// Play stands at this position now.
    Position(Fen),
    /// It is this side's turn now.
    Turn(Color),
    /// The times after the last moves: White's, then Black's.
    Clock([Option<ClockTime>; 2]),
    /// The result; `None` reopens the game.
    Result(Option<KnownOutcome>),
    /// Who plays: White, then Black.
    Players([Option<String>; 2]),
    /// Which way the board lies.
    Orientation(Lies),
    /// A question is answered.
    Answer {
        /// Its number.
        question: u32,
        /// The word of the answer.
        choice: String,
    },
    /// Games that begin from now on begin here; `None` is the usual start.
    Start(Option<(Fen, Variant)>),
    /// Games that begin from now on are held against these Laws, and the present one if no move was made in
    /// it.
    Laws(Box<Regime>),
    /// An earlier decision is undone.
    Undo {
        /// The number of its record.
        record: u64,
    },
}

/// The Laws under which games are played, and what may be done without a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regime {
    /// The rulebook; nobody has checked that its edition exists.
    pub rulebook: Rulebook,
    /// What may be done without a person.
    pub policy: Policy,
    /// The time control as PGN or a recording writes it; `None` where nobody has said.
    pub control: Option<String>,
    /// What the event decides for itself; what is not said here is as the board's journal began.
    pub regulations: Regulations,
}

/// Which way a board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// As it is numbered.
    Straight,
    /// The other way round.
    Turned,
}

/// Why a decision's words make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// A particular is missing.
    #[error("{verb} needs {key}=…")]
    Missing {
        /// Of which verb.
        verb: String,
        /// Which one.
        key: &'static str,
    },
    /// Particulars of what was said are missing, or cannot be read.
    #[error("{verb} needs {needs}")]
    Incomplete {
        /// Which verb.
        verb: String,
        /// What it needs.
        needs: &'static str,
    },
    /// A particular cannot be read.
    #[error("{key}={value} is not {expected}")]
    Malformed {
        /// Which one.
        key: &'static str,
        /// What was given.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

/// No name is longer, in bytes: a tag of PGN holds no more.
const MOST_OF_A_NAME: usize = 255;

/// No more of a value than this is repeated in an error.
const MOST_SHOWN: usize = 80;

impl GameDecision {
    /// The decision that a record holds; `None` where it is none about a game.
    ///
    /// # Errors
    /// [`DecisionError`] where its particulars make no sense.
    pub fn of_record(record: &Decision) -> Result<Option<Self>, DecisionError> {
        let read = Reader(record);
        let ply = || {
            read.parsed("ply", "the number of a ply, from 1", |text| {
                text.parse().ok().filter(|&ply| ply > 0)
            })
        };
        let mv = || read.parsed("uci", "a move such as e2e4 or e7e8q", |text| text.parse().ok());
        Ok(Some(match record.verb.as_str() {
            "insert" => Self::Insert { ply: ply()?, mv: mv()? },
            "replace" => Self::Replace { ply: ply()?, mv: mv()? },
            "delete" => Self::Delete { ply: ply()? },
            "position" => Self::Position(read.fen()?),
            "turn" => Self::Turn(read.parsed("side", "white or black", color)?),
            "clock" => Self::Clock(read.times()?),
            "result" => Self::Result(read.parsed("value", "1-0, 0-1, 1/2-1/2 or *", outcome)?),
            "players" => Self::Players(read.names()?),
            "orientation" => Self::Orientation(read.parsed("turned", "yes or no", lies)?),
            "answer" => Self::Answer {
                question: read.parsed("question", "a number", |text| text.parse().ok())?,
                choice: read.given("choice")?.to_owned(),
            },
            "start" if record.particular("fen").is_none() => Self::Start(None),
            "start" => Self::Start(Some((read.fen()?, read.variant()?))),
            "laws" => Self::Laws(Box::new(read.regime()?)),
            "undo" => Self::Undo {
                record: read
                    .parsed("record", "the number of a record", |text| text.parse().ok())?,
            },
            _ => return Ok(None),
        }))
    }

    /// The verb of its record, and the particulars.
    pub fn words(&self) -> (&'static str, Vec<(String, String)>) {
        let of = |key: &str, value: String| (key.to_owned(), value);
        let both = |keys: [&str; 2], values: [Option<String>; 2]| {
            let given = keys.into_iter().zip(values);
            given.filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
        };
        match self {
            Self::Insert { ply, mv } => {
                ("insert", vec![of("ply", ply.to_string()), of("uci", mv.to_string())])
            }
            Self::Replace { ply, mv } => {
                ("replace", vec![of("ply", ply.to_string()), of("uci", mv.to_string())])
            }
            Self::Delete { ply } => ("delete", vec![of("ply", ply.to_string())]),
            Self::Position(fen) => ("position", vec![of("fen", fen.to_string())]),
            Self::Turn(side) => ("turn", vec![of("side", side.to_string())]),
            Self::Clock(times) => {
                ("clock", both(["white", "black"], times.map(|time| Some(time?.to_string()))))
            }
            Self::Result(outcome) => {
                let value = outcome.map_or("*", KnownOutcome::as_str);
                ("result", vec![of("value", value.to_owned())])
            }
            Self::Players(names) => ("players", both(["white", "black"], names.clone())),
            Self::Orientation(lies) => {
                let turned = if *lies == Lies::Turned { "yes" } else { "no" };
                ("orientation", vec![of("turned", turned.to_owned())])
            }
            Self::Answer { question, choice } => {
                ("answer", vec![of("question", question.to_string()), of("choice", choice.clone())])
            }
            Self::Start(None) => ("start", Vec::new()),
            Self::Start(Some((fen, variant))) => {
                ("start", vec![of("fen", fen.to_string()), of("variant", variant.to_string())])
            }
            Self::Laws(regime) => ("laws", regime.particulars()),
            Self::Undo { record } => ("undo", vec![of("record", record.to_string())]),
        }
    }

    /// The record of the decision, made by this person, and why.
    pub fn record(&self, by: &str, reason: Option<&str>) -> Decision {
        let (verb, mut particulars) = self.words();
        particulars.extend(reason.map(|reason| ("reason".to_owned(), reason.to_owned())));
        Decision { by: by.to_owned(), verb: verb.to_owned(), particulars }
    }
}

impl Regime {
    fn particulars(&self) -> Vec<(String, String)> {
        let Self { rulebook, policy, control, regulations } = self;
        let words = [
            ("edition", Some(rulebook.edition.clone())),
            ("category", Some(rulebook.category.to_string())),
            ("supervision", Some(rulebook.supervision.to_string())),
            ("policy", Some(policy.to_string())),
            ("control", control.clone()),
        ];
        let said = words.into_iter().filter_map(|(key, word)| Some((key.to_owned(), word?)));
        said.chain(regulations.particulars()).collect()
    }
}

/// The number by which a decision can be undone: its own, where a station has given it one, or else that
/// of its record, `record`.
pub fn number(decision: &Decision, record: u64) -> u64 {
    let own = decision.particular("number").and_then(|number| number.parse().ok());
    own.unwrap_or(record)
}

/// The particular that says about which game a decision is.
const OF_GAME: &str = "of";

/// About which game of its board a decision is, by the game's number there; `None`: about the one that is played.
///
/// # Errors
/// [`DecisionError::Malformed`] where that is no number.
pub fn game_of(decision: &Decision) -> Result<Option<u32>, DecisionError> {
    Reader(decision).if_given(OF_GAME, "the number of a game of this board")
}

/// What was decided, without the numbers by which records are told apart.
pub fn particulars(decision: &Decision) -> impl Iterator<Item = &(String, String)> {
    decision.particulars.iter().filter(|(key, _)| !["number", OF_GAME].contains(&key.as_str()))
}

/// The same decision, about this game of its board.
#[must_use]
pub fn about_game(mut decision: Decision, game: u32) -> Decision {
    decision.particulars.push((OF_GAME.to_owned(), game.to_string()));
    decision
}

struct Reader<'a>(&'a Decision);

impl<'a> Reader<'a> {
    fn given(&self, key: &'static str) -> Result<&'a str, DecisionError> {
        let missing = || DecisionError::Missing { verb: self.0.verb.clone(), key };
        self.0.particular(key).ok_or_else(missing)
    }

    fn parsed<T>(
        &self,
        key: &'static str,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, DecisionError> {
        let text = self.given(key)?;
        let value = || text.chars().take(MOST_SHOWN).collect();
        parse(text).ok_or_else(|| DecisionError::Malformed { key, value: value(), expected })
    }

    fn fen(&self) -> Result<Fen, DecisionError> {
        self.parsed("fen", "a position as a FEN", |text| text.parse().ok())
    }

    fn variant(&self) -> Result<Variant, DecisionError> {
        match self.0.particular("variant") {
            None => Ok(Variant::Standard),
            Some(_) => self.parsed("variant", "standard or chess960", |text| text.parse().ok()),
        }
    }

    /// What is not said is as usual, but for the edition.
    fn regime(&self) -> Result<Regime, DecisionError> {
        let usual = Regime::default();
        Ok(Regime {
            rulebook: Rulebook {
                edition: self.given("edition")?.chars().take(MOST_SHOWN).collect(),
                category: self.or(
                    "category",
                    "auto, standard, rapid or blitz",
                    usual.rulebook.category,
                )?,
                supervision: self.or(
                    "supervision",
                    "full or reduced",
                    usual.rulebook.supervision,
                )?,
            },
            policy: self.or("policy", "observe, propose or act", usual.policy)?,
            control: self.0.particular("control").map(ToOwned::to_owned),
            regulations: Regulations {
                default_time: self.if_given(DefaultTime::KEY, "minutes up to a day")?,
                no_draw_offers_before: self.if_given(FirstOffer::KEY, "the number of a move")?,
            },
        })
    }

    fn if_given<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, DecisionError> {
        let given = self.0.particular(key);
        given.map(|_| self.parsed(key, expected, |text| text.parse().ok())).transpose()
    }

    fn or<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
        usual: T,
    ) -> Result<T, DecisionError> {
        self.if_given(key, expected).map(|given| given.unwrap_or(usual))
    }

    fn times(&self) -> Result<[Option<ClockTime>; 2], DecisionError> {
        let time = |key| self.if_given(key, "a time as h:mm:ss");
        let times = [time("white")?, time("black")?];
        self.at_least_one(times)
    }

    fn names(&self) -> Result<[Option<String>; 2], DecisionError> {
        let is_name = |text: &str| {
            !text.is_empty() && text.len() <= MOST_OF_A_NAME && !text.contains(char::is_control)
        };
        let name = |key| match self.0.particular(key) {
            None => Ok(None),
            Some(_) => {
                let parse = |text: &str| is_name(text).then(|| text.to_owned());
                self.parsed(key, "a name of one line", parse).map(Some)
            }
        };
        let names = [name("white")?, name("black")?];
        self.at_least_one(names)
    }

    fn at_least_one<T>(&self, given: [Option<T>; 2]) -> Result<[Option<T>; 2], DecisionError> {
        match given {
            [None, None] => Err(DecisionError::Missing { verb: self.0.verb.clone(), key: "white" }),
            given => Ok(given),
        }
    }
}

fn color(text: &str) -> Option<Color> {
    match text {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

fn lies(text: &str) -> Option<Lies> {
    match text {
        "no" => Some(Lies::Straight),
        "yes" => Some(Lies::Turned),
        _ => None,
    }
}

fn outcome(text: &str) -> Option<Option<KnownOutcome>> {
    match text {
        "*" => Some(None),
        text => KnownOutcome::from_ascii(text.as_bytes()).ok().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_is_read_as_it_was_written() {
        let time = ClockTime::from_hms(0, 5, 7);
        let fen: Fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mv: UciMove = "e7e8q".parse().unwrap();
        let decisions = [
            GameDecision::Insert { ply: 3, mv },
            GameDecision::Replace { ply: 3, mv },
            GameDecision::Delete { ply: 3 },
            GameDecision::Position(fen.clone()),
            GameDecision::Turn(Color::Black),
            GameDecision::Clock([None, time]),
            GameDecision::Result(Some(KnownOutcome::Draw)),
            GameDecision::Result(None),
            GameDecision::Players([Some("Carlsen, Magnus".into()), None]),
            GameDecision::Orientation(Lies::Turned),
            GameDecision::Answer { question: 2, choice: "queen".into() },
            GameDecision::Start(None),
            GameDecision::Start(Some((fen, Variant::Chess960))),
            GameDecision::Laws(Box::default()),
            GameDecision::Laws(Box::new(Regime {
                rulebook: "fide-2017 rapid reduced".parse().unwrap(),
                policy: Policy::Act,
                control: Some("15:00+0:10".into()),
                regulations: Regulations {
                    default_time: DefaultTime::minutes(15),
                    no_draw_offers_before: Some(FirstOffer::at_move(30)),
                },
            })),
            GameDecision::Undo { record: 17 },
        ];
        for decision in decisions {
            let record = decision.record("arbiter", Some("seen"));
            assert_eq!(record.particular("reason"), Some("seen"));
            assert_eq!(GameDecision::of_record(&record), Ok(Some(decision)));
        }
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let error = |words: &str| {
            let mut words = words.split(' ');
            let verb = words.next().unwrap().to_owned();
            let particular = |word: &str| word.split_once('=').map(|(k, v)| (k.into(), v.into()));
            let particulars = words.filter_map(particular).collect();
            let record = Decision { by: "arbiter".into(), verb, particulars };
            GameDecision::of_record(&record).unwrap_err().to_string()
        };
        assert_eq!(error("insert uci=e2e4"), "insert needs ply=…");
        assert_eq!(error("delete ply=0"), "ply=0 is not the number of a ply, from 1");
        assert_eq!(error("result value=2-0"), "value=2-0 is not 1-0, 0-1, 1/2-1/2 or *");
        assert_eq!(error("clock"), "clock needs white=…");
        assert_eq!(error("laws policy=act"), "laws needs edition=…");
        let policy = "policy=always is not observe, propose or act";
        assert_eq!(error("laws edition=fide-2023 policy=always"), policy);
    }
}
