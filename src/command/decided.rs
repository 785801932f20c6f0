//! Decisions about games in the words of the reader: what was decided, and its particulars.

use touchmove_core::decision::regulations::{DefaultTime, QuickplayFinish};
use touchmove_core::words::phrases::{Decided, Span};
use touchmove_core::words::{Saying, Vocabulary};
use touchmove_drivers::Observation;
use touchmove_drivers::observation::Decision;

use super::notices::Notices;

/// What was decided, by its verb and its particulars, each a key and a value.
pub(super) fn what<'a>(
    verb: &str,
    particulars: impl DoubleEndedIterator<Item = (&'a str, &'a str)>,
) -> Saying {
    let verb = Vocabulary::Verb.word(verb);
    match all(particulars.map(|(key, value)| particular(key, value, value))) {
        Some(particulars) => Decided::With { verb, particulars }.into(),
        None => Decided::Alone { verb }.into(),
    }
}

/// A record as it stands in journals, with who decided it.
pub(super) fn record(decision: &Decision) -> Saying {
    let Decision { by, verb, particulars } = decision;
    let verb = Vocabulary::Verb.word(&spelled(verb));
    let pairs = particulars.iter();
    let what = match all(pairs.map(|(key, value)| particular(key, value, &spelled(value)))) {
        Some(particulars) => Decided::With { verb, particulars }.into(),
        None => verb,
    };
    let said: Saying = Decided::Record { by: spelled(by).into(), what }.into();
    // What is written in another way in journals stays as it is there.
    let written = Observation::Decision(decision.clone()).to_string();
    if Notices::default().say(said.clone()) == written { said } else { written.into() }
}

/// A word as journals spell it.
fn spelled(word: &str) -> String {
    let alone = Decision { by: word.to_owned(), verb: "x".to_owned(), particulars: Vec::new() };
    let text = alone.to_string();
    let spelled = text.strip_prefix("by=").and_then(|text| text.strip_suffix(" x"));
    spelled.unwrap_or(word).to_owned()
}

/// One behind the other; nothing where there is none.
fn all(particulars: impl DoubleEndedIterator<Item = Saying>) -> Option<Saying> {
    particulars.rev().reduce(|rest, first| Decided::Several { first, rest }.into())
}

/// Keys of which what stands there is a word.
const OF_WORDS: [&str; 13] = [
    "value",
    "turned",
    "kind",
    "opponent_present",
    "misplaced",
    "schedule_affected",
    "last_period",
    "position_known",
    "ground",
    "no_arbiter",
    "decision",
    "add_time",
    QuickplayFinish::KEY,
];

/// A particular, whose value is spelled so where it is no word that is known.
fn particular(key: &str, value: &str, spelled: &str) -> Saying {
    let word = |of: Vocabulary| match of.word(value) {
        Saying::Text(_) => spelled.into(),
        known => known,
    };
    let value = match key {
        "side" => word(Vocabulary::Side),
        "choice" => word(Vocabulary::Choice),
        "policy" => word(Vocabulary::Policy),
        "category" => word(Vocabulary::Category),
        "supervision" => word(Vocabulary::Supervision),
        DefaultTime::KEY => written_default_time(value, spelled),
        _ if OF_WORDS.contains(&key) => word(Vocabulary::Value),
        _ => spelled.into(),
    };
    Decided::Particular { key: Vocabulary::Particular.word(key), value }.into()
}

/// A default time.
pub(super) fn default_time(time: DefaultTime) -> Saying {
    match (time.whole_minutes(), time.whole_seconds()) {
        (Some(minutes), _) => Span::Minutes { count: minutes.into() }.into(),
        (None, Some(seconds)) => Span::Seconds { count: seconds.into() }.into(),
        (None, None) => time.to_string().into(),
    }
}

/// A default time as it is written, in quotes where it is spelled so.
fn written_default_time(value: &str, spelled: &str) -> Saying {
    let time: Option<DefaultTime> = value.parse().ok();
    match time.filter(|time| time.to_string() == value) {
        None => spelled.into(),
        Some(time) => {
            let quote = if spelled == value { "" } else { "\"" };
            Saying::All(vec![quote.into(), default_time(time), quote.into()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Decision {
        match text.parse() {
            Ok(Observation::Decision(decision)) => decision,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_decision_is_told_in_english_as_it_is_written_and_in_turkish_in_words() {
        let turkish = Notices::in_turkish();
        for (text, said) in [
            ("decision by=anna turn side=white", "anna: hamle sırası belirlendi: taraf Beyaz"),
            (
                "decision by=anna replace ply=3 uci=g1h3 reason=\"seen by both\"",
                "anna: hamle değiştirildi: yarım hamle 3, hamle g1h3, neden \"seen by both\"",
            ),
            (
                "decision by=pairings laws edition=fide-2023 policy=propose default-time=\"15 min\"",
                "pairings: kurallar belirlendi: Kurallar fide-2023, yetki önerir, bekleme süresi \"15 dk\"",
            ),
            ("decision by=anna start", "anna: başlangıç konumu belirlendi"),
            ("decision by=\"a b\" nobody-knows x=y", "\"a b\": nobody-knows: x y"),
        ] {
            let decision = written(text);
            assert_eq!(Notices::default().say(record(&decision)), text);
            assert_eq!(turkish.say(record(&decision)), said);
        }
    }

    #[test]
    fn every_decision_and_its_particulars_have_words() {
        let turkish = Notices::in_turkish();
        for text in [
            "insert ply=3 uci=e2e4",
            "delete ply=3",
            "clock white=0:05:00 black=0:04:00",
            "orientation turned=yes",
            "answer question=1 choice=queen",
            "undo record=3",
            "castling_intent value=no",
            "claim_draw side=black kind=fifty move=e2e4",
            "arrived side=white at_ms=5000 opponent_present=no",
            "found_initial_position_wrong misplaced=king",
            "found_clock_setting_wrong schedule_affected=yes",
            "found_illegal_move fen=8 last_known=8",
            "found_displacement fen=8 position_known=no move_no=20 total_moves=30",
            "both_flags last_period=yes",
            "qpf_claim side=white ground=no-effort no_arbiter=yes",
            "arbiter_decision decision=postpone add_time=yes",
            "arbiter_penalty side=white kind=add-opponent ms=120000",
            "arbiter_penalty side=white kind=lose-game opponent_score=1/2",
            "arbiter_penalty side=white kind=offender-points offender_score=1/2",
            "arbiter_penalty side=white kind=opponent-points",
            "confirm incident=3",
        ] {
            let decision = written(&format!("decision by=anna {text}"));
            let said = turkish.say(record(&decision));
            for word in text.split([' ', '=']) {
                let is_word = word.len() > 2 && word.bytes().all(|sign| sign.is_ascii_lowercase());
                assert!(!is_word || ["queen"].contains(&word) || !said.contains(word), "{said}");
            }
        }
    }
}
