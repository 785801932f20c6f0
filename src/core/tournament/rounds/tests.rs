use super::decision::RoundDecision::{self, *};
use super::dispute::{Choice, ResultDifference, Settlement};
use super::results::Signature;
use super::section::SectionChange;
use super::*;
use crate::pairing::{self, Outcome};
use crate::points::ResultValue;
use crate::tournament::release::delay::{HeldMoves, PublicOutput};

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
    RoundDecision::load(list, Others::Kept)
}

fn loaded() -> Rounds {
    let mut rounds = Rounds::default();
    list(CSV).into_iter().for_each(|decision| rounds.carry_out(decision));
    rounds
}

#[test]
fn decisions_come_back_from_their_records() {
    let mut decisions = list(CSV);
    decisions.push(Remove { round: round(3) });
    for after in [None, Some(GameId(16))] {
        decisions.push(Assign { table: table(1), board: board("dgt_1"), after });
    }
    decisions.push(Adopt { round: round(3), table: table(1), game: GameId(17) });
    decisions.push(Free { table: table(1) });
    decisions.push(Begin { round: round(3), after: GameId(16), date: None });
    decisions.extend(Stage::ALL.map(|stage| Turn { round: round(3), stage }));
    decisions.push(Load { round: round(3), count: 2, others: Others::Dropped });
    let mut change = SectionChange::of(SectionName::new("U 16").unwrap());
    change.files.moves = HeldMoves::new(3);
    decisions.push(Set(Box::new(change)));
    let at = "2026-11-21T20:15:00Z".parse().unwrap();
    for outcome in Outcome::ALL.map(Some).into_iter().chain([None]) {
        let signed = Signature { by: "anna".to_owned(), at };
        decisions.push(Enter { round: round(3), table: table(1), outcome, signed });
    }
    let of = ResultDifference::between(ResultValue::Draw, Outcome::ALL[0]).unwrap();
    let settle = |choice| {
        let settlement = Settlement { of, choice };
        Settle { round: round(3), table: table(1), settlement }
    };
    decisions.extend(Choice::ALL.map(settle));
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
    rounds.carry_out(Begin { round: round(3), after: GameId(0), date: None });
    assert_eq!(rounds.check(&again), Err(RoundError::Begun(round(3))));
    // Another tournament has its own round 3.
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    assert_eq!(rounds.check(&again), Err(RoundError::Over(round(3))));
    rounds.carry_out(Remove { round: round(3) });
    assert_eq!(rounds.check(&again), Ok(()));
}

#[test]
fn a_round_is_removed_before_it_begins_or_when_it_is_over() {
    let mut rounds = loaded();
    let remove = Remove { round: round(3) };
    assert_eq!(rounds.check(&remove), Ok(()));
    rounds.carry_out(Begin { round: round(3), after: GameId(0), date: None });
    assert_eq!(rounds.check(&remove), Err(RoundError::Begun(round(3))));
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    assert_eq!(rounds.check(&remove), Ok(()));
    rounds.carry_out(remove.clone());
    assert_eq!(rounds.check(&remove), Err(RoundError::NoSuchRound(round(3))));
}

#[test]
fn a_game_that_began_before_its_board_came_to_the_table_is_not_the_tables_by_itself() {
    let mut rounds = loaded();
    rounds.carry_out(Begin { round: round(3), after: GameId(4), date: None });
    let at = table(2);
    let assign = |after| Assign { table: at, board: board("dgt_7"), after };
    rounds.carry_out(assign(Some(GameId(9))));
    let is_of =
        |rounds: &Rounds| [4, 7, 9, 10].map(|game| rounds.is_of(round(3), at, GameId(game)));
    assert_eq!(is_of(&rounds), [false, false, false, true]);
    rounds.carry_out(assign(None));
    assert_eq!(is_of(&rounds), [false, true, true, true], "as an earlier version decided");
    rounds.carry_out(Adopt { round: round(3), table: at, game: GameId(7) });
    assert_eq!(rounds.game_at(round(3), at), Some(GameId(7)));
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
    assert_eq!(rounds.check(&turn(Stage::Running)), Ok(()), "it can be reopened");
    let unknown = Begin { round: round(9), after: GameId(0), date: None };
    assert_eq!(rounds.check(&unknown), Err(RoundError::NoSuchRound(round(9))));
}

#[test]
fn two_rounds_at_the_same_tables_are_not_played_at_once() {
    let mut rounds = loaded();
    let next = CSV.replace("\n3,", "\n4,");
    list(&next).into_iter().for_each(|decision| rounds.carry_out(decision));
    rounds.carry_out(Begin { round: round(3), after: GameId(0), date: None });
    let begin = Begin { round: round(4), after: GameId(0), date: None };
    let taken = RoundError::TableTaken { table: table(1), round: round(3) };
    assert_eq!(rounds.check(&begin), Err(taken));
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    assert_eq!(rounds.check(&begin), Ok(()));
    rounds.carry_out(begin);
    let reopen = Turn { round: round(3), stage: Stage::Running };
    let taken = RoundError::TableTaken { table: table(1), round: round(4) };
    assert_eq!(rounds.check(&reopen), Err(taken));
}

#[test]
fn a_board_is_at_one_table() {
    let mut rounds = loaded();
    rounds.carry_out(Assign { table: table(1), board: board("dgt_1"), after: None });
    let taken = RoundError::BoardTaken { board: board("dgt_1"), table: table(1) };
    assert_eq!(
        rounds.check(&Assign { table: table(2), board: board("dgt_1"), after: None }),
        Err(taken)
    );
    assert_eq!(rounds.free_tables(), [table(2)].into());
    rounds.carry_out(Free { table: table(1) });
    assert_eq!(
        rounds.check(&Assign { table: table(2), board: board("dgt_1"), after: None }),
        Ok(())
    );
    assert_eq!(rounds.check(&Free { table: table(1) }), Err(RoundError::NoBoard(table(1))));
}

#[test]
fn a_board_plays_for_the_running_round_of_its_table() {
    let mut rounds = loaded();
    rounds.carry_out(Assign { table: table(2), board: board("dgt_7"), after: None });
    assert_eq!(rounds.playing_on(&board("dgt_7")), None);
    rounds.carry_out(Begin { round: round(3), after: GameId(0), date: None });
    assert_eq!(rounds.playing_on(&board("dgt_7")), Some((round(3), table(2))));
    rounds.begun(round(3), table(2), GameId(17));
    assert_eq!(rounds.view(round(3)).unwrap().seats[1].game, Some(GameId(17)));
}

/// The pairings of another section, two tables from this one on.
fn other_section(from: u16) -> pairing::PairingList {
    let list = pairing::read(CSV.replace("Open", "Youth").as_bytes(), None).unwrap();
    list.in_section("U16").with_tables_from(table(from)).unwrap()
}

#[test]
fn sections_of_a_round_are_loaded_one_by_one() {
    let mut rounds = loaded();
    let youth = other_section(3);
    assert_eq!(rounds.check_tables(&youth), Ok(()));
    RoundDecision::load(youth, Others::Kept)
        .into_iter()
        .for_each(|decision| rounds.carry_out(decision));
    list(&CSV.replace("Hou", "Hu")).into_iter().for_each(|decision| rounds.carry_out(decision));
    let seats = rounds.view(round(3)).unwrap().seats;
    let shown: Vec<_> = seats
        .iter()
        .map(|seat| {
            let GamePlace { pairing, event } = seat.place();
            (pairing.board.get(), pairing.white.name.clone(), event.name.clone().unwrap())
        })
        .collect();
    let (open, youth) = ("Open".to_owned(), "Youth".to_owned());
    let expected = [
        (1, "Carlsen, Magnus".into(), open.clone()),
        (2, "Hu, Yifan".into(), open),
        (3, "Carlsen, Magnus".into(), youth.clone()),
        (4, "Hou, Yifan".into(), youth),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_table_is_one_sections_and_the_refusal_says_which_are_free() {
    let refused = loaded().check_tables(&other_section(2)).unwrap_err();
    let section = SectionName::unnamed();
    let (round, table) = (round(3), table(2));
    assert_eq!(refused, RoundError::TableShared { table, round, section, free: 3 });
    assert!(refused.to_string().contains("--tables-from 3`"), "{refused}");
}

#[test]
fn a_game_stays_in_the_section_in_which_it_began() {
    let mut rounds = loaded();
    let youth = RoundDecision::load(other_section(3), Others::Kept);
    youth.into_iter().for_each(|decision| rounds.carry_out(decision));
    let at = board("dgt_7");
    let section = |rounds: &Rounds, game| rounds.section_of(GameId(game), &at).as_str().to_owned();
    assert_eq!(section(&rounds, 16), "");
    rounds.carry_out(Assign { table: table(3), board: at.clone(), after: None });
    assert_eq!(section(&rounds, 16), "U16", "what is played at the table before the round begins");
    rounds.carry_out(Begin { round: round(3), after: GameId(16), date: None });
    rounds.begun(round(3), table(3), GameId(17));
    rounds.carry_out(Turn { round: round(3), stage: Stage::Ended });
    list(CSV).into_iter().for_each(|decision| rounds.carry_out(decision));
    assert_eq!(section(&rounds, 17), "U16");
    assert_eq!(section(&rounds, 18), "");
}

#[test]
fn what_is_set_holds_in_its_section() {
    let mut rounds = loaded();
    let mut change = SectionChange::of(SectionName::new("U16").unwrap());
    change.delay_mut(PublicOutput::Files).moves = HeldMoves::new(3);
    rounds.carry_out(Set(Box::new(change)));
    let shown: Vec<_> = rounds
        .section_views()
        .into_iter()
        .map(|view| {
            let files = view.settings.delays.of(PublicOutput::Files).to_string();
            (view.name.as_str().to_owned(), view.pairings, files)
        })
        .collect();
    let expected = [(String::new(), 2, "none".to_owned()), ("U16".into(), 0, "3 moves".into())];
    assert_eq!(shown, expected);
}

#[test]
fn a_time_control_that_cannot_be_read_is_missing() {
    let mut rounds = Rounds::default();
    let csv = CSV.replacen("90:00+0:30", "soon", 1).replacen("90:00+0:30", "?", 1);
    list(&csv).into_iter().for_each(|decision| rounds.carry_out(decision));
    let missing = rounds.view(round(3)).unwrap().missing(|_| None);
    let lacks = |what| missing.iter().filter(move |one| one.what == what).map(|one| one.table);
    assert!(lacks(Lacking::ReadableTimeControl("soon".into())).eq([table(1)]), "{missing:?}");
    assert!(lacks(Lacking::TimeControl).eq([table(2)]), "{missing:?}");
    let said = missing[0].to_string();
    assert!(
        said.starts_with("table 1: `soon` cannot be read as a time control; write `"),
        "{said}"
    );
    assert!(said.contains("`G/90;d5`"), "{said}");
}
