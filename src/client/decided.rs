//! Decisions about games in the words of the reader: what was decided, and its particulars.

use touchmove_core::decision::regulations::{DefaultTime, QuickplayFinish};
use touchmove_core::words::phrases::{Decided, Span};
use touchmove_core::words::{Saying, Vocabulary};
use touchmove_drivers::observation::{ClockTime, Decision};

/// What was decided, by its verb and its particulars, each a key and a value.
pub fn what<'a>(
    verb: &str,
    particulars: impl DoubleEndedIterator<Item = (&'a str, &'a str)>,
) -> Saying {
    let verb = Vocabulary::Verb.word(verb);
    match all(particulars.map(|(key, value)| particular(key, value))) {
        Some(particulars) => Decided::With { verb, particulars }.into(),
        None => Decided::Alone { verb }.into(),
    }
}

/// A record as it stands in journals, with who decided it.
pub fn record(decision: &Decision) -> Saying {
    let Decision { by, verb, particulars } = decision;
    let particulars = particulars.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    Decided::Record { by: by.into(), what: what(verb, particulars) }.into()
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

/// Whether what stands at a key is a time, in milliseconds.
pub fn is_time(key: &str) -> bool {
    matches!(key, "ms" | "at_ms" | "first_control_ms" | "sealer_late_ms")
}

fn particular(key: &str, value: &str) -> Saying {
    let value = match key {
        "side" => Vocabulary::Side.word(value),
        "choice" => Vocabulary::Choice.word(value),
        "policy" => Vocabulary::Policy.word(value),
        "category" => Vocabulary::Category.word(value),
        "supervision" => Vocabulary::Supervision.word(value),
        DefaultTime::KEY => value.parse().map_or_else(|_| value.into(), default_time),
        _ if is_time(key) => time(value),
        _ if OF_WORDS.contains(&key) => Vocabulary::Value.word(value),
        _ => value.into(),
    };
    Decided::Particular { key: Vocabulary::Particular.word(key), value }.into()
}

/// A time in milliseconds as clocks show it; less than none where time is taken.
fn time(millis: &str) -> Saying {
    let sign = if millis.starts_with('-') { "−" } else { "" };
    let shown = millis.trim_start_matches('-').parse().ok().and_then(ClockTime::from_millis);
    shown.map_or_else(|| millis.into(), |shown| format!("{sign}{shown}").into())
}

/// A default time.
pub fn default_time(time: DefaultTime) -> Saying {
    match (time.whole_minutes(), time.whole_seconds()) {
        (Some(minutes), _) => Span::Minutes { count: minutes.into() }.into(),
        (None, Some(seconds)) => Span::Seconds { count: seconds.into() }.into(),
        (None, None) => time.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::Observation;

    use super::*;
    use crate::notices::Notices;

    fn written(text: &str) -> Decision {
        match text.parse() {
            Ok(Observation::Decision(decision)) => decision,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_decision_is_told_in_words() {
        let told = |text: &str| {
            let said = record(&written(text));
            [Notices::default(), Notices::in_turkish()].map(|notices| notices.say(said.clone()))
        };
        for (text, english, turkish) in [
            (
                "decision by=anna turn side=white",
                "anna: whose turn it is was said: player white",
                "anna: hamle sırası belirlendi: taraf Beyaz",
            ),
            (
                "decision by=\"Anna (root)\" replace ply=3 uci=g1h3 reason=\"seen by both\"",
                "Anna (root): another move in its place: ply 3, move g1h3, why seen by both",
                "Anna (root): hamle değiştirildi: yarım hamle 3, hamle g1h3, neden seen by both",
            ),
            (
                "decision by=anna arbiter_penalty side=white kind=add-opponent ms=120000",
                "anna: penalty: player white, kind more time for the opponent, time 0:02:00",
                "anna: hakem cezası: taraf Beyaz, çeşit rakibe ek süre, süre 0:02:00",
            ),
            (
                "decision by=anna arbiter_clock side=black ms=-60000",
                "anna: a time is corrected: player black, time −0:01:00",
                "anna: süre düzeltilir: taraf Siyah, süre −0:01:00",
            ),
            (
                "decision by=pairings laws edition=fide-2023 policy=propose default-time=\"15 min\"",
                "pairings: the Laws that hold: edition fide-2023, authority propose, default time 15 min",
                "pairings: kurallar belirlendi: Kurallar fide-2023, yetki önerir, bekleme süresi 15 dk",
            ),
            (
                "decision by=\"a b\" nobody-knows x=y",
                "a b: nobody-knows: x y",
                "a b: nobody-knows: x y",
            ),
        ] {
            assert_eq!(told(text), [english, turkish]);
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
