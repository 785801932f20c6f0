use touchmove_drivers::observation::ClockTime;

use super::regulations::{DefaultTime, FirstOffer};
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
        GameDecision::Result(Some(ResultValue::Draw)),
        GameDecision::Result(Some(ResultValue::HalfForBlack)),
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
                quickplay_finish: "announced".parse().ok(),
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
    assert_eq!(
        error("result value=2-0"),
        "value=2-0 is not 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *"
    );
    assert_eq!(error("clock"), "clock needs white=…");
    assert_eq!(error("laws policy=act"), "laws needs edition=…");
    let policy = "policy=always is not observe, propose or act";
    assert_eq!(error("laws edition=fide-2023 policy=always"), policy);
}
