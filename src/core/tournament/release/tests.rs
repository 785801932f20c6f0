use std::time::Duration;

use proptest::prelude::*;

use super::delay::{Delay, Doubtful, HeldFor, HeldMoves};
use super::samples::a_move;
use super::*;
use crate::account::{QuestionKind, QuestionState};
use crate::game::conclusion::{
    AskedQuestion, CompletedBy, Conclusion, MoveState, MoveTexts, PositionWhy, ResultReason,
    ResultValue,
};

mod held;
mod restart;

const GAME: GameId = GameId(17);

/// Takes what is told, each at the moment of its number in seconds, and gives what the bus is told then.
fn release(releases: &mut Releases, told: &[Told]) -> Vec<Released> {
    take(releases, told);
    on(PublicOutput::Bus, releases.take_due(last_moment(told)))
}

fn take(releases: &mut Releases, told: &[Told]) {
    releases.take(GAME, "start", told.iter().map(|told| (told.at, told)));
}

fn last_moment(told: &[Told]) -> Instant {
    told.last().map_or(Instant::ZERO, |told| told.at)
}

fn on(output: PublicOutput, publications: Vec<Publication>) -> Vec<Released> {
    let of = publications.into_iter().filter(|publication| is_on(output, publication.to));
    of.flat_map(|publication| publication.all()).collect()
}

const fn is_on(output: PublicOutput, to: To) -> bool {
    matches!((output, to), (PublicOutput::Bus, To::Bus(_)) | (PublicOutput::Files, To::Files))
}

fn second(number: u64) -> Instant {
    Instant::ZERO + Duration::from_secs(number)
}

fn told(seq: u64, what: Conclusion) -> Told {
    Told { game: 1, seq: Some(seq), at: second(seq), what }
}

/// These conclusions, numbered, one a second.
fn numbered(conclusions: impl IntoIterator<Item = Conclusion>) -> Vec<Told> {
    (1..).zip(conclusions).map(|(seq, what)| told(seq, what)).collect()
}

fn made(ply: u32) -> Conclusion {
    a_move(ply.into(), ply, MoveState::Made)
}

/// A move of which it is not sure that it was played.
fn doubtful(id: u64, ply: u32) -> Conclusion {
    let Conclusion::Move(mut told) = a_move(id, ply, MoveState::Made) else { unreachable!() };
    told.confidence = 0.85;
    Conclusion::Move(told)
}

/// A person says of the move of this ply, and of the one after it, that they were played.
fn answered(ply: u32) -> Conclusion {
    let (id, kind, state) = (1, QuestionKind::Gap, QuestionState::Answered(0));
    let played = vec!["e2e4".to_owned(), "e2e4".to_owned()];
    Conclusion::Question(AskedQuestion {
        confidence: None,
        id,
        kind,
        ply,
        state,
        choices: vec![("played".into(), played)],
    })
}

fn illegal(id: u64, ply: u32, state: MoveState) -> Conclusion {
    let Conclusion::Move(mut told) = a_move(id, ply, state) else { unreachable!() };
    told.texts = MoveTexts::known(None, told.fen().to_owned());
    Conclusion::Move(told)
}

const fn result(value: ResultValue, reason: ResultReason) -> Conclusion {
    Conclusion::Result(GameResult { value, reason, article: None })
}

const fn white_wins() -> Conclusion {
    result(ResultValue::WhiteWins, ResultReason::Kings)
}

const fn open() -> Conclusion {
    Conclusion::Reopened
}

fn pressed() -> MoveState {
    MoveState::Completed { by: CompletedBy::Press, left: ClockTime::from_millis(60_000) }
}

#[test]
fn a_move_is_released_once_when_it_is_made() {
    let told = numbered([made(1), a_move(1, 1, pressed())]);
    let mut releases = Releases::default();
    take(&mut releases, &told);
    let publications = releases.take_due(last_moment(&told));
    let To::Bus(id) = publications[0].to else { panic!("{publications:?}") };
    assert_eq!(id.to_string(), "p000001");
    let released = on(PublicOutput::Bus, publications);
    assert_eq!(released.len(), 1);
    assert!(matches!(&released[0], Released { seq: 1, what: Release::Move(m) } if m.ply == 1));
}

#[test]
fn a_time_is_released_with_the_next_move_and_the_last_with_the_result() {
    let told = numbered([
        made(1),
        a_move(1, 1, pressed()),
        made(2),
        a_move(2, 2, pressed()),
        white_wins(),
    ]);
    let mut releases = Releases::default();
    let mut plies = |told: &Told| {
        let time = |released: &Released| match released.what {
            Release::Time { ply, .. } => Some(ply),
            _ => None,
        };
        let released = release(&mut releases, std::slice::from_ref(told));
        released.iter().map(time).collect::<Vec<_>>()
    };
    let released: Vec<_> = told.iter().map(&mut plies).collect();
    let expected: [&[Option<u32>]; 5] = [&[None], &[], &[Some(1), None], &[], &[Some(2), None]];
    assert_eq!(released, expected);
}

#[test]
fn where_an_illegal_move_led_is_released_once_play_goes_on() {
    let told = numbered([illegal(1, 1, MoveState::Made), made(2)]);
    let released = release(&mut Releases::default(), &told);
    let Release::Move(made) = &released[0].what else { panic!("{released:?}") };
    assert_eq!((made.ply, made.from()), (2, Some("fen")));
}

#[test]
fn several_illegal_moves_in_a_row_are_released_with_the_move_that_answers_them() {
    let told = numbered([
        made(1),
        illegal(2, 2, MoveState::Made),
        illegal(3, 3, MoveState::Made),
        a_move(4, 4, MoveState::Made),
    ]);
    let released = release(&mut Releases::default(), &told);
    let mut game = ReleasedGame::default();
    released.iter().for_each(|released| game.take(&released.what));
    game.breaks.push(Break { after: 2, fen: "fen".into() });
    let legal: Vec<_> = game.scoresheet().map(|one| matches!(one, PublicMove::Legal(_))).collect();
    assert_eq!(legal, [true, false, false, true]);
    assert_eq!(game.breaks_of_scoresheet()[0].after, 4, "the break comes behind all of them");
}

#[test]
fn what_the_arbiter_alone_hears_is_not_released() {
    let provisional = Told { seq: None, ..told(0, a_move(1, 1, MoveState::Provisional)) };
    let mut told = numbered([
        Conclusion::Standing { differs: vec![shakmaty::Square::E4] },
        illegal(2, 1, MoveState::Made),
        illegal(2, 1, MoveState::Superseded),
    ]);
    told.insert(0, provisional);
    assert_eq!(release(&mut Releases::default(), &told), []);
}

#[test]
fn a_released_move_is_taken_back_aloud() {
    let superseded = || a_move(1, 1, MoveState::Superseded);
    let mut releases = Releases::default();
    let told = numbered([made(1), superseded(), superseded()]);
    assert_eq!(release(&mut releases, &told[..1]).len(), 1);
    let released = release(&mut releases, &told);
    assert_eq!(released.len(), 1);
    assert_eq!(released[0].seq, 2);
    assert!(matches!(released[0].what, Release::TakenBack { ply: 1, .. }));
}

#[test]
fn a_result_and_its_withdrawal_are_released() {
    let told = numbered([white_wins(), open()]);
    let mut releases = Releases::default();
    assert!(matches!(release(&mut releases, &told[..1])[0].what, Release::Ended(_)));
    assert_eq!(release(&mut releases, &told)[0].what, Release::Reopened);
}
