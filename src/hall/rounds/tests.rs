use super::decision::RoundDecision::{self, *};
use super::*;
use crate::pairing;

const CSV: &str = "round,board,white,black,time_control,event\n\
                   3,1,\"Carlsen, Magnus\",\"Caruana, Fabiano\",90:00+0:30,Open\n\
                   3,2,\"Hou, Yifan\",\"Ju, Wenjun\",90:00+0:30,Open\n";

fn round(number: u16) -> Round {
    Round::new(number).unwrap()
}

fn table(number: u16) -> BoardNumber {
    BoardNumber::new(number).unwrap()
}

fn board(name: &str) -> BoardId {
    BoardId(name.into())
}

/// The decisions that load the pairings of a text.
fn list(csv: &str) -> Vec<RoundDecision> {
    let list = pairing::read(csv.as_bytes(), None).unwrap();
    RoundDecision::load(list)
}

fn loaded() -> Rounds {
    let mut rounds = Rounds::default();
    list(CSV).into_iter().for_each(|decision| rounds.carry_out(decision));
    rounds
}

#[test]
fn decisions_come_back_from_their_records() {
    let mut decisions = list(CSV);
    decisions.push(Assign { table: table(1), board: board("dgt_1") });
    decisions.push(Free { table: table(1) });
    decisions.push(Begin { round: round(3), after: GameId(16) });
    decisions.extend(Stage::ALL.map(|stage| Turn { round: round(3), stage }));
    for decision in decisions {
        let record = decision.record("anna");
        assert_eq!(record.by, "anna");
        assert_eq!(RoundDecision::of_record(&record), Some(decision));
    }
}

#[test]
fn a_list_without_its_end_counts_for_nothing() {
    let mut rounds = Rounds::default();
    let cut = list(CSV).into_iter().take(1);
    cut.for_each(|decision| rounds.carry_out(decision));
    assert_eq!(rounds.views().count(), 0);
    list(CSV).into_iter().for_each(|decision| rounds.carry_out(decision));
    let view = rounds.view(round(3)).unwrap();
    assert_eq!(view.event.name.as_deref(), Some("Open"));
    assert_eq!(view.seats.len(), 2);
    assert_eq!(view.seats[1].pairing.white.name, "Hou, Yifan");
}

#[test]
fn a_round_that_has_begun_keeps_its_pairings() {
    let mut rounds = loaded();
    let again = list(CSV).pop().unwrap();
    assert_eq!(rounds.check(&again), Ok(()));
    rounds.carry_out(Begin { round: round(3), after: GameId(0) });
    assert_eq!(rounds.check(&again), Err(RoundError::Begun(round(3))));
    // Another tournament has its own round 3.
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    assert_eq!(rounds.check(&again), Ok(()));
}

#[test]
fn a_round_is_paused_and_ended_only_while_it_is_played() {
    let mut rounds = loaded();
    let turn = |stage| Turn { round: round(3), stage };
    assert!(rounds.check(&turn(Stage::Paused)).is_err());
    for stage in [Stage::Running, Stage::Paused, Stage::Running, Stage::Ended] {
        assert_eq!(rounds.check(&turn(stage)), Ok(()), "{stage}");
        rounds.carry_out(turn(stage));
    }
    assert!(rounds.check(&turn(Stage::Running)).is_err());
    let unknown = Begin { round: round(9), after: GameId(0) };
    assert_eq!(rounds.check(&unknown), Err(RoundError::NoSuchRound(round(9))));
}

#[test]
fn two_rounds_at_the_same_tables_are_not_played_at_once() {
    let mut rounds = loaded();
    let next = CSV.replace("\n3,", "\n4,");
    list(&next).into_iter().for_each(|decision| rounds.carry_out(decision));
    rounds.carry_out(Begin { round: round(3), after: GameId(0) });
    let begin = Begin { round: round(4), after: GameId(0) };
    let taken = RoundError::TableTaken { table: table(1), round: round(3) };
    assert_eq!(rounds.check(&begin), Err(taken));
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    assert_eq!(rounds.check(&begin), Ok(()));
}

#[test]
fn a_board_is_at_one_table() {
    let mut rounds = loaded();
    rounds.carry_out(Assign { table: table(1), board: board("dgt_1") });
    let taken = RoundError::BoardTaken { board: board("dgt_1"), table: table(1) };
    assert_eq!(rounds.check(&Assign { table: table(2), board: board("dgt_1") }), Err(taken));
    assert_eq!(rounds.free_tables(), [table(2)].into());
    rounds.carry_out(Free { table: table(1) });
    assert_eq!(rounds.check(&Assign { table: table(2), board: board("dgt_1") }), Ok(()));
    assert_eq!(rounds.check(&Free { table: table(1) }), Err(RoundError::NoBoard(table(1))));
}

#[test]
fn a_board_plays_for_the_running_round_of_its_table() {
    let mut rounds = loaded();
    rounds.carry_out(Assign { table: table(2), board: board("dgt_7") });
    assert_eq!(rounds.playing_on(&board("dgt_7")), None);
    rounds.carry_out(Begin { round: round(3), after: GameId(0) });
    assert_eq!(rounds.playing_on(&board("dgt_7")), Some((round(3), table(2))));
    rounds.begun(round(3), table(2), GameId(17));
    assert_eq!(rounds.view(round(3)).unwrap().seats[1].game, Some(GameId(17)));
}
