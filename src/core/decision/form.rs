//! How what is decided is written in a record, and read again.

use shakmaty::Color;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::{RulebookChoice, Variant};

use super::reader::{MAX_SHOWN_CHARACTERS, Reader};
use super::regulations::{DefaultTime, FirstOffer, QuickplayFinish, Regulations};
use super::{DecisionError, Lies, Proposal, Regime};
use crate::points::ResultValue;

/// No name is longer, in bytes: a tag of PGN holds no more.
const MAX_NAME_BYTES: usize = 255;

/// How a part of a decision is written and read.
pub(super) trait Form<T> {
    /// Reads it.
    fn read(&self, reader: &Reader<'_>) -> Result<T, DecisionError>;

    /// Adds its particulars.
    fn write(&self, value: &T, particulars: &mut Vec<(String, String)>);
}

/// A part that is one particular.
pub(super) struct One<T> {
    key: &'static str,
    /// What stands behind the key, for who has written something else there.
    expected: &'static str,
    parse: fn(&str) -> Option<T>,
    text: fn(&T) -> String,
}

pub(super) const PLY: One<u32> = One {
    key: "ply",
    expected: "the number of a ply, from 1",
    parse: |text| text.parse().ok().filter(|&ply| ply > 0),
    text: ToString::to_string,
};

pub(super) const MOVE: One<UciMove> = One {
    key: "uci",
    expected: "a move such as e2e4 or e7e8q",
    parse: |text| text.parse().ok(),
    text: ToString::to_string,
};

pub(super) const POSITION: One<Fen> = One {
    key: "fen",
    expected: "a position as a FEN",
    parse: |text| text.parse().ok(),
    text: ToString::to_string,
};

pub(super) const SIDE: One<Color> =
    One { key: "side", expected: "white or black", parse: color, text: ToString::to_string };

pub(super) const RESULT: One<Option<ResultValue>> = One {
    key: "value",
    expected: "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *",
    parse: result,
    text: |result| result.map_or("*", ResultValue::word).to_owned(),
};

pub(super) const LIES: One<Lies> = One {
    key: "turned",
    expected: "yes or no",
    parse: lies,
    text: |lies| if *lies == Lies::Turned { "yes" } else { "no" }.to_owned(),
};

pub(super) const QUESTION: One<u32> = One {
    key: "question",
    expected: "a number",
    parse: |text| text.parse().ok(),
    text: ToString::to_string,
};

pub(super) const CHOICE: One<String> = One {
    key: "choice",
    expected: "a word",
    parse: |text| Some(text.to_owned()),
    text: Clone::clone,
};

pub(super) const RECORD: One<u64> = One {
    key: "record",
    expected: "the number of a record",
    parse: |text| text.parse().ok(),
    text: ToString::to_string,
};

/// A part for each side, of which one may be missing.
pub(super) struct Sides<T> {
    expected: &'static str,
    parse: fn(&str) -> Option<T>,
    text: fn(&T) -> String,
}

pub(super) const TIMES: Sides<ClockTime> = Sides {
    expected: "a time as h:mm:ss",
    parse: |text| text.parse().ok(),
    text: ToString::to_string,
};

pub(super) const NAMES: Sides<String> = Sides {
    expected: "a name of one line",
    parse: |text| is_name(text).then(|| text.to_owned()),
    text: Clone::clone,
};

/// Where games begin: a position and what is played from there; nothing for the usual start.
pub(super) struct StartForm;

pub(super) const START: StartForm = StartForm;

/// The Laws, and what may be done without a person. What is not said is as usual, but for the edition.
pub(super) struct RegimeForm;

pub(super) const REGIME: RegimeForm = RegimeForm;

/// Other moves than were told: those that were, those that may have been played, and how sure they are.
pub(super) struct ProposalForm;

pub(super) const PROPOSAL: ProposalForm = ProposalForm;

const SHARE: One<f32> = One {
    key: "confidence",
    expected: "a share from 0 to 1",
    parse: |text| text.parse().ok().filter(|share| (0.0..=1.0).contains(share)),
    text: |share| format!("{share:.3}"),
};

const TOLD: Moves = Moves { key: "told" };
const INSTEAD: Moves = Moves { key: "instead" };

/// Moves one after another, with commas between them; none where the key is missing.
struct Moves {
    key: &'static str,
}

/// No proposal has more moves, of each kind.
const MAX_MOVES: usize = 80;

impl<T> Form<T> for One<T> {
    fn read(&self, reader: &Reader<'_>) -> Result<T, DecisionError> {
        reader.parsed(self.key, self.expected, self.parse)
    }

    fn write(&self, value: &T, particulars: &mut Vec<(String, String)>) {
        particulars.push((self.key.to_owned(), (self.text)(value)));
    }
}

impl<T> Form<[Option<T>; 2]> for Sides<T> {
    fn read(&self, reader: &Reader<'_>) -> Result<[Option<T>; 2], DecisionError> {
        let side = |key| {
            let given = reader.text(key);
            given.map(|_| reader.parsed(key, self.expected, self.parse)).transpose()
        };
        match [side("white")?, side("black")?] {
            [None, None] => Err(reader.missing("white")),
            given => Ok(given),
        }
    }

    fn write(&self, values: &[Option<T>; 2], particulars: &mut Vec<(String, String)>) {
        let given = ["white", "black"].into_iter().zip(values);
        let given = given.filter_map(|(key, value)| Some((key, value.as_ref()?)));
        particulars.extend(given.map(|(key, value)| (key.to_owned(), (self.text)(value))));
    }
}

impl Form<Vec<UciMove>> for Moves {
    fn read(&self, reader: &Reader<'_>) -> Result<Vec<UciMove>, DecisionError> {
        if reader.text(self.key).is_none() {
            return Ok(Vec::new());
        }
        let expected = "moves such as e2e4,e7e5, at most 80";
        reader.parsed(self.key, expected, |text| {
            let moves = text.split(',').take(MAX_MOVES + 1).map(|mv| mv.parse().ok());
            let moves: Vec<UciMove> = moves.collect::<Option<_>>()?;
            (moves.len() <= MAX_MOVES).then_some(moves)
        })
    }

    fn write(&self, moves: &Vec<UciMove>, particulars: &mut Vec<(String, String)>) {
        if !moves.is_empty() {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            particulars.push((self.key.to_owned(), moves.join(",")));
        }
    }
}

impl Form<Proposal> for ProposalForm {
    fn read(&self, reader: &Reader<'_>) -> Result<Proposal, DecisionError> {
        let (told, instead) = (TOLD.read(reader)?, INSTEAD.read(reader)?);
        if told == instead {
            return Err(reader.missing(INSTEAD.key));
        }
        let (ply, confidence) = (PLY.read(reader)?, SHARE.read(reader)?);
        Ok(Proposal { ply, told, instead, confidence })
    }

    fn write(&self, proposal: &Proposal, particulars: &mut Vec<(String, String)>) {
        let Proposal { ply, told, instead, confidence } = proposal;
        PLY.write(ply, particulars);
        TOLD.write(told, particulars);
        INSTEAD.write(instead, particulars);
        SHARE.write(confidence, particulars);
    }
}

impl Form<Option<(Fen, Variant)>> for StartForm {
    fn read(&self, reader: &Reader<'_>) -> Result<Option<(Fen, Variant)>, DecisionError> {
        if reader.text(POSITION.key).is_none() {
            return Ok(None);
        }
        let fen = POSITION.read(reader)?;
        let variant = reader.or("variant", "standard or chess960", Variant::Standard)?;
        Ok(Some((fen, variant)))
    }

    fn write(&self, start: &Option<(Fen, Variant)>, particulars: &mut Vec<(String, String)>) {
        if let Some((fen, variant)) = start {
            POSITION.write(fen, particulars);
            particulars.push(("variant".to_owned(), variant.to_string()));
        }
    }
}

impl Form<Box<Regime>> for RegimeForm {
    fn read(&self, reader: &Reader<'_>) -> Result<Box<Regime>, DecisionError> {
        let usual = Regime::default();
        let category = "auto, standard, rapid or blitz";
        let RulebookChoice { category: usual_category, supervision, .. } = usual.rulebook;
        Ok(Box::new(Regime {
            rulebook: RulebookChoice {
                edition: reader.given("edition")?.chars().take(MAX_SHOWN_CHARACTERS).collect(),
                category: reader.or("category", category, usual_category)?,
                supervision: reader.or("supervision", "full or reduced", supervision)?,
            },
            policy: reader.or("policy", "observe, propose or act", usual.policy)?,
            control: reader.text("control").map(ToOwned::to_owned),
            regulations: Regulations {
                default_time: reader
                    .if_given(DefaultTime::KEY, "minutes or seconds up to a day")?,
                no_draw_offers_before: reader.if_given(FirstOffer::KEY, "the number of a move")?,
                quickplay_finish: reader
                    .if_given(QuickplayFinish::KEY, "no, announced or claims-only")?,
            },
        }))
    }

    fn write(&self, regime: &Box<Regime>, particulars: &mut Vec<(String, String)>) {
        let Regime { rulebook, policy, control, regulations } = &**regime;
        let words = [
            ("edition", Some(rulebook.edition.clone())),
            ("category", Some(rulebook.category.to_string())),
            ("supervision", Some(rulebook.supervision.to_string())),
            ("policy", Some(policy.to_string())),
            ("control", control.clone()),
        ];
        let said = words.into_iter().filter_map(|(key, word)| Some((key.to_owned(), word?)));
        particulars.extend(said.chain(regulations.particulars()));
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

fn result(text: &str) -> Option<Option<ResultValue>> {
    match text {
        "*" => Some(None),
        text => ResultValue::read(text).map(Some),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_NAME_BYTES && !text.contains(char::is_control)
}
