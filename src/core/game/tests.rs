//! What a game tells of its account.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;
use shakmaty::uci::UciMove;
use touchmove_drivers::observation::ClockTime;

use super::conclusion::{ResultReason, ResultValue};
use super::*;
use crate::account::KingsSign;
use crate::account::{BoardTrust, EvidenceSpan, Press, Purpose, Sight};
use crate::laws::Exactness;

/// A game as it is heard, an entry a second.
struct Bench {
    game: Game,
    seconds: u64,
    ids: u64,
}

impl Bench {
    fn new() -> Self {
        let start =
            GameStart { position: Arc::new(Chess::default()), mode: CastlingMode::Standard };
        let together = Duration::from_millis(250);
        let laws = (Arc::default(), Touching { together, account: Exactness::Read });
        Self { game: Game::new(1, &start, laws), seconds: 0, ids: 0 }
    }

    fn hear(&mut self, what: What) -> Vec<Conclusion> {
        self.seconds += 1;
        let at = Instant::from_millis(1_000 * self.seconds);
        self.game.hear(&Entry { at, record: 1, what });
        std::iter::from_fn(|| self.game.poll()).map(|told| told.what).collect()
    }

    /// A move from the usual start.
    fn first_move(&mut self, uci: &str, state: LineState, id: Option<u64>) -> Vec<Conclusion> {
        let before = Arc::new(Chess::default());
        let mv = uci.parse::<UciMove>().unwrap().to_move(before.as_ref()).unwrap();
        self.hear(What::Move(LineMove {
            id: id.map(MoveId),
            ply: 1,
            state,
            mv,
            before,
            evidence: EvidenceSpan { from: 1, to: 1 },
            landed: Instant::ZERO,
            sight: Sight::Seen,
            legal: true,
            rewritten: false,
            trust: BoardTrust::Trusted,
            confidence: 1.0,
        }))
    }

    fn settle(&mut self, uci: &str) -> Vec<Conclusion> {
        self.ids += 1;
        self.first_move(uci, LineState::Settled, Some(self.ids))
    }
}

fn states(conclusions: &[Conclusion]) -> Vec<MoveState> {
    let state = |what: &Conclusion| match what {
        Conclusion::Move(told) => Some(told.state),
        _ => None,
    };
    conclusions.iter().filter_map(state).collect()
}

#[test]
fn a_provisional_move_is_shown_until_it_is_settled_or_gone() {
    let mut bench = Bench::new();
    assert_eq!(
        states(&bench.first_move("e2e4", LineState::Provisional, None)),
        [MoveState::Provisional]
    );
    assert_eq!(bench.game.view().provisional.as_ref().unwrap().uci.to_string(), "e2e4");
    assert_eq!(bench.game.view().seq, 0, "it has no number in the sequence");
    assert!(bench.first_move("e2e4", LineState::Superseded, None).is_empty());
    assert_eq!(bench.game.view().provisional, None);
    bench.first_move("d2d4", LineState::Provisional, None);
    assert_eq!(states(&bench.settle("d2d4")), [MoveState::Made]);
    assert_eq!(bench.game.view().provisional, None);
}

#[test]
fn the_time_of_a_press_is_on_the_scoresheet() {
    let mut bench = Bench::new();
    bench.settle("e2e4");
    let left = ClockTime::from_hms(0, 5, 0);
    bench.hear(What::Press(Press {
        side: Color::White,
        left,
        doubtful: false,
        shown: None,
        purpose: Purpose::Shown,
    }));
    assert_eq!(bench.game.view().moves[0].left, left);
    assert_eq!(bench.game.view().seq, 2);
}

#[test]
fn a_move_taken_back_leaves_the_scoresheet_and_its_position() {
    let mut bench = Bench::new();
    bench.settle("e2e4");
    let taken_back = bench.first_move("e2e4", LineState::Superseded, Some(1));
    assert_eq!(states(&taken_back), [MoveState::Superseded]);
    assert!(bench.game.view().moves.is_empty());
    assert_eq!(bench.game.view().fen(), bench.game.view().start);
    bench.settle("d2d4");
    assert_eq!(bench.game.view().moves[0].told.id, Some(MoveId(2)));
}

#[test]
fn the_kings_result_is_on_the_scoresheet() {
    let mut bench = Bench::new();
    let told = bench.hear(What::Kings(KingsSign::BlackWins));
    let result =
        GameResult { value: ResultValue::BlackWins, reason: ResultReason::Kings, article: None };
    assert_eq!(told, [Conclusion::Result(result)]);
    assert_eq!(bench.game.view().result, Some(result));
}
