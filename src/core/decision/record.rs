//! Decisions about games as records hold them: a table of verbs, from which all that is known of a verb follows.

use touchmove_drivers::observation::Decision;

use super::form::{
    CHOICE, Form, LIES, MOVE, NAMES, PLY, POSITION, PROPOSAL, QUESTION, RECORD, REGIME, RESULT,
    SIDE, START, TIMES,
};
use super::reader::Reader;
use super::{DecisionError, GameDecision};

/// Makes of each row of the table what a record says of its variant: `VARIANT { FIELD: NAME = FORM, … } = "VERB"`. The
/// particulars are written in their order here.
macro_rules! verbs {
    ($($variant:ident { $($field:tt: $name:ident = $form:expr),* } = $verb:literal;)*) => {
        impl GameDecision {
            /// The decision that a record holds; `None` where it is none about a game.
            ///
            /// # Errors
            /// [`DecisionError`] where its particulars make no sense.
            pub fn of_record(record: &Decision) -> Result<Option<Self>, DecisionError> {
                let reader = Reader::of(record);
                Ok(Some(match record.verb.as_str() {
                    $($verb => Self::$variant { $($field: $form.read(&reader)?),* },)*
                    _ => return Ok(None),
                }))
            }

            /// The verb of its record, and the particulars.
            pub fn words(&self) -> (&'static str, Vec<(String, String)>) {
                let mut particulars = Vec::new();
                let verb = match self {
                    $(Self::$variant { $($field: $name),* } => {
                        $($form.write($name, &mut particulars);)*
                        $verb
                    })*
                };
                (verb, particulars)
            }
        }
    };
}

verbs! {
    Insert { ply: ply = PLY, mv: mv = MOVE } = "insert";
    Replace { ply: ply = PLY, mv: mv = MOVE } = "replace";
    Delete { ply: ply = PLY } = "delete";
    Position { 0: fen = POSITION } = "position";
    Turn { 0: side = SIDE } = "turn";
    Clock { 0: times = TIMES } = "clock";
    Result { 0: result = RESULT } = "result";
    Players { 0: names = NAMES } = "players";
    Orientation { 0: lies = LIES } = "orientation";
    Answer { question: question = QUESTION, choice: choice = CHOICE } = "answer";
    Start { 0: start = START } = "start";
    Laws { 0: regime = REGIME } = "laws";
    Propose { 0: proposal = PROPOSAL } = "propose";
    Undo { record: record = RECORD } = "undo";
}

impl GameDecision {
    /// The record of the decision, made by this person, and why.
    pub fn record(&self, by: &str, reason: Option<&str>) -> Decision {
        let (verb, mut particulars) = self.words();
        particulars.extend(reason.map(|reason| ("reason".to_owned(), reason.to_owned())));
        Decision { by: by.to_owned(), verb: verb.to_owned(), particulars }
    }
}
