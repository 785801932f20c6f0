//! What an arbiter is told of a game, and what can be decided about each of it.

use serde_json::Value;
use touchmove_core::laws::json::Fields;
use touchmove_core::laws::says::IncidentState;
use touchmove_core::words::Notice;
use touchmove_core::words::phrases::{AtDesk, Play};

use crate::notices::{Notices, number};
use crate::shown::{ShownGame, is_sure};

/// Something of a game that an arbiter is told.
#[derive(Clone, Copy, Debug)]
pub struct Matter<'a> {
    kind: MatterKind,
    told: &'a Fields,
    game: &'a ShownGame,
}

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatterKind {
    /// An incident.
    Incident,
    /// An instruction.
    Instruction,
    /// A question.
    Question,
}

/// By what it is found again, wherever it stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatterName {
    kind: MatterKind,
    number: u64,
}

/// What can be chosen about it, and what is decided by that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatterChoice {
    /// In words.
    pub label: String,
    /// The verb of the decision.
    pub verb: &'static str,
    /// Its particulars, each a key and a value.
    pub particulars: Vec<(&'static str, String)>,
}

/// All of a game: what waits comes first.
pub fn matters(game: &ShownGame) -> Vec<Matter<'_>> {
    let of = |kind| move |told| Matter { kind, told, game };
    let decided = game.incidents.iter().filter(|told| is_sure(told) && !is_open(told));
    let waiting = game.open_incidents().map(of(MatterKind::Incident));
    let questions = game.open_questions.iter().map(of(MatterKind::Question));
    let instructions = game.instructions.iter().map(of(MatterKind::Instruction));
    let decided = decided.map(of(MatterKind::Incident));
    waiting.chain(questions).chain(instructions).chain(decided).collect()
}

impl<'a> Matter<'a> {
    /// What it is.
    pub const fn kind(&self) -> MatterKind {
        self.kind
    }

    /// By what it is found again.
    pub fn name(&self) -> MatterName {
        let key = match self.kind {
            MatterKind::Incident => "incident",
            MatterKind::Instruction => "instruction",
            MatterKind::Question => "question",
        };
        MatterName { kind: self.kind, number: number(self.told, key) }
    }

    /// Whether somebody is to do something about it.
    pub fn is_waiting(&self) -> bool {
        self.kind != MatterKind::Incident || is_open(self.told)
    }

    /// In a line, with its number.
    pub fn title(&self, notices: &Notices) -> String {
        let number = self.name().number.into();
        notices.say(match self.kind {
            MatterKind::Incident => Play::Incident { number, title: self.headline(notices).into() },
            MatterKind::Instruction => {
                Play::Instruction { number, title: self.headline(notices).into() }
            }
            MatterKind::Question => {
                let kind = text(self.told, "kind");
                Play::Question { question: format!("{}: {kind}", self.name().number).into() }
            }
        })
    }

    /// In a line by itself, as nobody needs numbers who can point at it; a question has one all the same.
    pub fn headline(&self, notices: &Notices) -> String {
        match self.kind {
            MatterKind::Question if self.percent().is_none() => self.title(notices),
            _ => self.notice(notices).title,
        }
    }

    /// What was seen, and what may be done, a line each.
    pub fn more(&self, notices: &Notices) -> Vec<String> {
        let percent = self.percent();
        if self.kind == MatterKind::Question && percent.is_none() {
            return Vec::new();
        }
        let Notice { seen, may, .. } = self.notice(notices);
        let sure = percent.map(|percent| notices.say(Play::HowSure { percent: percent.into() }));
        seen.into_iter().chain(may).chain(sure).collect()
    }

    /// How sure it is that other moves were played, of a question that is about that.
    fn percent(&self) -> Option<u64> {
        percent_sure(self.told).filter(|_| self.kind == MatterKind::Question)
    }

    /// The article by which it is told; `None` where it names none.
    pub fn article(&self) -> Option<&'a str> {
        Some(text(self.told, "article")).filter(|article| !article.is_empty())
    }

    /// What it is, as a word.
    pub fn word(&self) -> &'a str {
        text(self.told, "kind")
    }

    /// Since when there is reason for it, in microseconds since boot; `None` where it does not say.
    pub fn since_us(&self) -> Option<u64> {
        self.told.get("since").and_then(Value::as_u64)
    }

    /// What can be decided about it.
    pub fn choices(&self, notices: &Notices) -> Vec<MatterChoice> {
        match self.kind {
            MatterKind::Instruction => Vec::new(),
            MatterKind::Incident if is_open(self.told) => {
                vec![self.of_incident("confirm", notices), self.of_incident("dismiss", notices)]
            }
            MatterKind::Incident => {
                vec![self.of_incident("dismiss", notices), self.of_incident("reopen", notices)]
            }
            MatterKind::Question => self.answers(),
        }
    }

    fn notice(&self, notices: &Notices) -> Notice {
        notices.notice_in(self.game, self.told)
    }

    fn of_incident(&self, verb: &'static str, notices: &Notices) -> MatterChoice {
        let label = match verb {
            "confirm" => AtDesk::Confirm,
            "dismiss" => AtDesk::Dismiss,
            _ => AtDesk::Reopen,
        };
        let incident = self.name().number.to_string();
        let particulars = vec![("incident", incident)];
        MatterChoice { label: notices.say(label), verb, particulars }
    }

    /// An answer's word, and behind a colon the moves played if it is right.
    fn answers(&self) -> Vec<MatterChoice> {
        let choices = self.told.get("choices").and_then(Value::as_array);
        let choices = choices.into_iter().flatten().filter_map(Value::as_str);
        let choice = |choice: &str| {
            let word = choice.split(':').next().unwrap_or_default().to_owned();
            let question = self.name().number.to_string();
            let particulars = vec![("question", question), ("choice", word)];
            MatterChoice { label: choice.to_owned(), verb: "answer", particulars }
        };
        choices.map(choice).collect()
    }
}

/// How sure a question is that other moves were played than were told, in per cent; `None` where it asks something else.
pub fn percent_sure(question: &Fields) -> Option<u64> {
    let confidence = question.get("confidence")?.as_f64()?;
    Some((confidence * 100.0).clamp(0.0, 100.0) as u64)
}

fn is_open(told: &Fields) -> bool {
    text(told, "state") == IncidentState::Raised.word()
}

fn text<'a>(told: &'a Fields, name: &str) -> &'a str {
    told.get(name).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::samples::a_game;
    use serde_json::json;

    fn told(value: Value) -> Fields {
        serde_json::from_value(value).unwrap()
    }

    fn a_game_with_matters() -> ShownGame {
        let incident = |number, state| {
            told(json!({
                "incident": number, "kind": "press-without-move", "side": "white",
                "certainty": "high", "state": state,
            }))
        };
        let choices = ["gone", "moved: e2e4 e7e5"];
        ShownGame {
            incidents: vec![incident(1, "confirmed"), incident(2, "raised")],
            open_questions: vec![told(json!({ "question": 3, "kind": "gap", "choices": choices }))],
            ..a_game(&[])
        }
    }

    fn words(choices: Vec<MatterChoice>) -> Vec<String> {
        let words = |choice: MatterChoice| format!("{:?}", (choice.verb, choice.particulars));
        choices.into_iter().map(words).collect()
    }

    #[test]
    fn what_waits_comes_before_what_is_decided() {
        let game = a_game_with_matters();
        let notices = Notices::default();
        let titles: Vec<_> = matters(&game).iter().map(|matter| matter.title(&notices)).collect();
        let press = "White: Clock pressed without a move";
        let expected = [format!("incident 2: {press}"), "question 3: gap".to_owned()];
        assert_eq!(titles[..2], expected);
        assert_eq!(titles[2], format!("incident 1: {press}"));
        let waiting = matters(&game).iter().filter(|matter| matter.is_waiting()).count();
        assert_eq!(waiting, 2);
    }

    #[test]
    fn an_incident_is_confirmed_or_dismissed_and_one_that_was_decided_waits_again() {
        let game = a_game_with_matters();
        let all = matters(&game);
        let words = |at: usize| words(all[at].choices(&Notices::default()));
        let of = |verb: &str, number: u8| format!(r#"("{verb}", [("incident", "{number}")])"#);
        assert_eq!(words(0), [of("confirm", 2), of("dismiss", 2)]);
        assert_eq!(words(2), [of("dismiss", 1), of("reopen", 1)]);
    }

    #[test]
    fn a_question_is_answered_by_the_word_of_a_choice() {
        let game = a_game_with_matters();
        let answers = matters(&game)[1].choices(&Notices::default());
        assert_eq!(answers[1].label, "moved: e2e4 e7e5");
        assert_eq!(words(answers)[1], r#"("answer", [("question", "3"), ("choice", "moved")])"#);
    }
}
