//! The rulings of an account, by the articles of the Laws.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};
use touchmove_drivers::observation::Decision;

use super::says::{Act, Instruction, Says};
use super::*;
use crate::account::{BoardTrust, EvidenceSpan, LineMove, MoveId, Press, Purpose, Sight};

/// An account made from readings.
const READ: Touching = Touching { together: Duration::from_millis(250), account: Exactness::Read };

/// A game as the account tells it, an entry a second.
struct Account {
    laws: Laws,
    positions: Vec<Arc<Chess>>,
    seconds: u64,
}

impl Account {
    fn new() -> Self {
        Self::from(Fen::default())
    }

    fn from(fen: Fen) -> Self {
        let position = fen.into_position(CastlingMode::Standard).unwrap();
        let position = Arc::new(position);
        let laws = Laws::new(Arc::default(), READ, Arc::clone(&position));
        Self { laws, positions: vec![position], seconds: 0 }
    }

    fn hear(&mut self, what: What) -> Vec<Says> {
        self.seconds += 1;
        let entry = Entry { at: Instant::from_millis(self.seconds * 1_000), record: 1, what };
        self.laws.hear(&entry).into_iter().map(|ruling| ruling.what).collect()
    }

    /// The next move is settled; its number is its ply.
    fn plays(&mut self, uci: &str) -> Vec<Says> {
        let before = self.positions.last().unwrap().clone();
        let mv = uci.parse::<UciMove>().unwrap().to_move(before.as_ref()).unwrap();
        self.positions.push(Arc::new(before.as_ref().clone().play(mv).unwrap()));
        let line_move = self.line_move(self.positions.len() - 1, LineState::Settled);
        self.hear(What::Move(line_move))
    }

    /// The last move is superseded.
    fn takes_back(&mut self) -> Vec<Says> {
        let line_move = self.line_move(self.positions.len() - 1, LineState::Superseded);
        self.positions.pop();
        self.hear(What::Move(line_move))
    }

    fn presses(&mut self, side: Color) -> Vec<Says> {
        self.hear(What::Press(Press {
            side,
            left: None,
            doubtful: false,
            shown: None,
            purpose: Purpose::Shown,
        }))
    }

    fn decides(&mut self, verb: &str, particular: (&str, &str)) -> Vec<Says> {
        let (key, value) = particular;
        let particulars = vec![(key.to_owned(), value.to_owned())];
        let decided = Decision { by: "arbiter".to_owned(), verb: verb.to_owned(), particulars };
        self.hear(What::Decision(decided))
    }

    /// The results that the arbiter may choose from.
    fn asks(&self) -> Vec<Ending> {
        let declared = |given: &Instruction| match given.act {
            Act::Declare(ending) => Some(ending),
            _ => None,
        };
        self.laws.casebook.open_instructions().iter().filter_map(declared).collect()
    }

    fn line_move(&self, ply: usize, state: LineState) -> LineMove {
        let (before, after) = (&self.positions[ply - 1], &self.positions[ply]);
        let leads_there =
            |mv: &&shakmaty::Move| before.as_ref().clone().play(**mv).unwrap() == **after;
        LineMove {
            id: Some(MoveId(ply as u64)),
            ply: u32::try_from(ply).unwrap(),
            state,
            mv: *before.legal_moves().iter().find(leads_there).unwrap(),
            before: before.clone(),
            evidence: EvidenceSpan { from: 1, to: 1 },
            landed: Instant::from_millis(self.seconds * 1_000 + 400),
            sight: Sight::Seen,
            legal: true,
            rewritten: false,
            trust: BoardTrust::Trusted,
            confidence: 1.0,
        }
    }
}

fn made(id: u64) -> Says {
    Says::Made(MoveId(id))
}

fn completed(id: u64, by: CompletedBy) -> Says {
    Says::Completed(MoveId(id), by, None)
}

fn ended(value: ResultValue, reason: ResultReason, article: Option<&'static str>) -> Says {
    Says::Ended(Ending { value, reason, article })
}

const NOTHING: [Says; 0] = [];

/// Whether a side can mate here takes longer to find out than the bound allows.
const UNDETERMINED: &str = "1k6/1P1p3p/BP3p2/1P5p/8/3P4/5PKP/8 w - - 0 1";

#[test]
fn article_5_1_2_whether_a_resignation_loses_is_asked_where_nobody_knows() {
    let mut account = Account::from(UNDETERMINED.parse().unwrap());
    account.decides("resign", ("side", "white"));
    let article = Some("5.1.2");
    let lost = Ending { value: ResultValue::BlackWins, reason: ResultReason::Resignation, article };
    let drawn =
        Ending { value: ResultValue::Draw, reason: ResultReason::ResignationCannotMate, article };
    assert_eq!(account.asks(), [lost, drawn]);
    assert!(!account.laws.casebook.is_over());
    account.decides("resign", ("side", "white"));
    assert_eq!(account.asks(), [lost, drawn], "nobody is asked twice");
    account.decides("result", ("value", "1/2-1/2"));
    assert_eq!(account.laws.casebook.ending().map(|ending| ending.value), Some(ResultValue::Draw));
    assert_eq!(account.asks(), []);
}

#[test]
fn article_6_9_whether_a_fallen_flag_loses_is_asked_where_nobody_knows() {
    let mut account = Account::from(UNDETERMINED.parse().unwrap());
    account.decides("claim_flag", ("side", "black"));
    let asked: Vec<ResultValue> = account.asks().iter().map(|ending| ending.value).collect();
    assert_eq!(asked, [ResultValue::BlackWins, ResultValue::Draw]);
    assert!(!account.laws.casebook.is_over());
}

#[test]
fn article_4_7_a_settled_move_is_made_and_a_provisional_one_is_not() {
    let mut account = Account::new();
    assert_eq!(account.plays("e2e4"), [made(1)]);
    let provisional = account.line_move(1, LineState::Provisional);
    assert_eq!(account.hear(What::Move(provisional)), NOTHING);
}

#[test]
fn article_6_2_1_a_press_completes_the_move_of_him_who_presses() {
    let mut account = Account::new();
    account.plays("e2e4");
    assert_eq!(account.presses(Color::Black), NOTHING);
    assert_eq!(account.presses(Color::White), [completed(1, CompletedBy::Press)]);
    assert_eq!(account.presses(Color::White), NOTHING);
}

#[test]
fn article_6_2_1_1_a_move_that_ends_the_game_needs_no_press() {
    let mut account = Account::new();
    for uci in ["f2f3", "e7e5", "g2g4"] {
        account.plays(uci);
    }
    let mate = [
        completed(2, CompletedBy::NextMove),
        made(4),
        completed(4, CompletedBy::EndsGame),
        ended(ResultValue::BlackWins, ResultReason::Checkmate, Some("5.1.1")),
    ];
    assert_eq!(account.plays("d8h4"), mate);
    assert_eq!(account.presses(Color::White), NOTHING, "no other move is pressed for any more");
    assert_eq!(account.presses(Color::Black), [completed(4, CompletedBy::EndsGame)]);
}

#[test]
fn article_6_2_1_2_the_next_move_completes_one_that_was_not_pressed_for() {
    let mut account = Account::new();
    account.plays("e2e4");
    assert_eq!(account.plays("e7e5"), [made(2)]);
    account.presses(Color::Black);
    assert_eq!(account.plays("g1f3"), [completed(1, CompletedBy::NextMove), made(3)]);
    assert_eq!(account.plays("b8c6"), [made(4)]);
}

#[test]
fn article_6_2_2_a_press_after_the_reply_still_completes_the_move() {
    let mut account = Account::new();
    account.plays("e2e4");
    account.plays("e7e5");
    assert_eq!(account.presses(Color::White), [completed(1, CompletedBy::Press)]);
    assert_eq!(account.presses(Color::Black), [completed(2, CompletedBy::Press)]);
}

#[test]
fn article_6_6_the_press_that_starts_whites_clock_is_for_no_move() {
    let mut account = Account::new();
    assert_eq!(account.presses(Color::Black), NOTHING);
    assert_eq!(account.plays("e2e4"), [made(1)]);
}

#[test]
fn article_5_2_1_stalemate_ends_the_game() {
    let mut account = Account::from("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1".parse().unwrap());
    let rulings = account.plays("c1c7");
    assert_eq!(
        rulings.last(),
        Some(&ended(ResultValue::Draw, ResultReason::Stalemate, Some("5.2.1")))
    );
}

#[test]
fn article_5_2_2_a_position_without_pieces_to_mate_ends_the_game() {
    let mut account = Account::from("k7/8/8/8/8/8/1r6/K7 w - - 0 1".parse().unwrap());
    let rulings = account.plays("a1b2");
    assert_eq!(
        rulings.last(),
        Some(&ended(ResultValue::Draw, ResultReason::DeadPosition, Some("5.2.2")))
    );
}

#[test]
fn articles_5_1_2_and_5_2_3_the_last_that_the_kings_tell_is_the_result() {
    let mut account = Account::new();
    account.plays("e2e4");
    let told = |value| ended(value, ResultReason::Kings, None);
    assert_eq!(account.hear(What::Kings(KingsSign::Draw)), [told(ResultValue::Draw)]);
    let put_right = [Says::NotEnded, told(ResultValue::WhiteWins)];
    assert_eq!(account.hear(What::Kings(KingsSign::WhiteWins)), put_right);
    assert_eq!(account.presses(Color::White), NOTHING, "the clock is only stopped");
}

#[test]
fn a_mate_that_is_taken_back_ended_nothing() {
    let mut account = Account::new();
    for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        account.plays(uci);
    }
    assert_eq!(account.takes_back(), [Says::Undone(MoveId(4)), Says::NotEnded]);
    assert!(account.plays("d8g5").contains(&made(4)));
}

#[test]
fn a_ruling_speaks_of_the_moment_when_the_piece_was_placed() {
    let mut account = Account::new();
    account.plays("e2e4");
    let e5 = {
        let before = account.positions[1].clone();
        let mv = "e7e5".parse::<UciMove>().unwrap().to_move(before.as_ref()).unwrap();
        account.positions.push(Arc::new(before.as_ref().clone().play(mv).unwrap()));
        account.line_move(2, LineState::Settled)
    };
    let landed = e5.landed;
    let entry =
        Entry { at: landed + std::time::Duration::from_secs(1), record: 1, what: What::Move(e5) };
    assert!(account.laws.hear(&entry).iter().all(|ruling| ruling.at == landed));
}
