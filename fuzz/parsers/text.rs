//! Words that operators, other programs and PGN use, each in a line of its own.

use shakmaty::Chess;
use touchmove_core::decision::GameDecision;
use touchmove_core::laws::control::TimeControl;
use touchmove_core::notation::{self, Letters};
use touchmove_drivers::FAMILIES;
use touchmove_drivers::observation::Observation;
use touchmove_station::link::port::Port;

/// Moves, time controls, decisions and ports: what is written of them is read back as the same.
pub fn words(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    text.lines().for_each(word);
}

fn word(text: &str) {
    let _ = notation::parse(text, &Chess::default(), Letters::English);
    let _ = Port::parse(text, FAMILIES);
    let _ = TimeControl::from_pgn(text);
    if let Ok(control) = text.parse::<TimeControl>() {
        assert_eq!(control.to_string().parse(), Ok(control));
    }
    let Ok(observation) = text.parse::<Observation>() else { return };
    assert_eq!(observation.to_string().parse(), Ok(observation.clone()));
    let Observation::Decision(record) = observation else { return };
    if let Ok(Some(decision)) = GameDecision::of_record(&record) {
        let again = decision.record("arbiter", None);
        assert_eq!(GameDecision::of_record(&again), Ok(Some(decision)));
    }
}
