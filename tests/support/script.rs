//! A hall that follows a script: it plays given moves and tells them as the real one does.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};
use touchmove_core::account::{ClockState, EvidenceSpan, MoveId};
use touchmove_core::game::conclusion::{
    CompletedBy, Conclusion, GameResult, MoveState, MoveTexts, MoveTold, ResultReason, ResultValue,
    Told,
};
use touchmove_core::game::view::{GameView, ScoredMove, ShownClock};
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing;
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::section::SectionView;
use touchmove_core::tournament::rounds::wish::Others;
use touchmove_core::tournament::rounds::{RoundView, Rounds};
use touchmove_drivers::Instant;
use touchmove_drivers::family::Knowledge;
use touchmove_drivers::observation::{ClockPresence, ClockTime, LinkState, Sensing};
use touchmove_station::hall::boards::condition::Condition;
use touchmove_station::hall::news::{Anchor, BoardView, Calibration, News, Recency};

/// A board that is connected and at rest.
pub(crate) fn board(serial: u32, game: Option<GameId>) -> BoardView {
    BoardView {
        id: board_id(serial),
        family: "dgt",
        title: "DGT board",
        serial: serial.to_string(),
        version: Some("1.8".into()),
        port: "/dev/ttyUSB0".into(),
        link: LinkState::Up,
        condition: Condition::InStep,
        battery: Some(87),
        sensing: Sensing::Identity,
        knowledge: Knowledge::Recorded,
        calibration: Calibration::Unneeded,
        placement: Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap()),
        turned: Some(false),
        clock: Some(ClockPresence::Present),
        game,
        after: 0,
        health: Arc::default(),
        trouble: None,
    }
}

/// Name of the board with this serial number.
pub(crate) fn board_id(serial: u32) -> BoardId {
    BoardId(format!("dgt_{serial}").into())
}

/// A game that follows a script.
pub(crate) struct Script {
    id: GameId,
    board: BoardId,
    position: Chess,
    at: Instant,
    view: GameView,
    clock: Option<ShownClock>,
    told: Vec<Told>,
    times: [u32; 2],
}

impl Script {
    /// A game from the start position, 90 minutes on either side.
    pub(crate) fn new(id: u64, serial: u32) -> Self {
        let position = Chess::default();
        let view = GameView { game: 1, start: fen(&position), ..GameView::default() };
        let at = Instant::from_millis(1_000);
        let (id, board) = (GameId(id), board_id(serial));
        Self { id, board, position, at, view, clock: None, told: vec![], times: [5_400; 2] }
    }

    /// The news that the game begins.
    pub(crate) fn begin(&self) -> News {
        self.news(vec![])
    }

    /// All news again in one, as after a restart.
    pub(crate) fn again(&self) -> News {
        self.news(self.told.clone())
    }

    /// A move is seen, but not settled.
    pub(crate) fn see(&mut self, san: &str) -> News {
        let seen = self.a_move(san, MoveState::Provisional);
        self.view.provisional = Some(MoveTold { id: None, ..seen });
        self.news(vec![])
    }

    /// A move is made.
    pub(crate) fn make(&mut self, san: &str) -> News {
        let made = self.a_move(san, MoveState::Made);
        self.position.play_unchecked(made.uci.to_move(&self.position).unwrap());
        self.view.provisional = None;
        self.view.moves.push(Arc::new(ScoredMove { told: made.clone(), left: None }));
        self.tell(Conclusion::Move(made))
    }

    /// The last move is completed: `secs` later its player presses.
    pub(crate) fn press(&mut self, secs: u32) -> News {
        let mover = !self.position.turn();
        self.at = self.at + Duration::from_secs(secs.into());
        self.times[side(mover)] -= secs;
        let left = ClockTime::from_millis(self.times[side(mover)] * 1_000);
        self.show_clock(Some(self.position.turn()));
        let scored = Arc::make_mut(self.view.moves.last_mut().unwrap());
        scored.left = left;
        scored.told.state = MoveState::Completed { by: CompletedBy::Press, left };
        let completed = scored.told.clone();
        self.tell(Conclusion::Move(completed))
    }

    /// The last move is taken back.
    pub(crate) fn take_back(&mut self) -> News {
        let mut taken = self.view.moves.pop().unwrap().told.clone();
        taken.state = MoveState::Superseded;
        let before = self.view.fen();
        self.position =
            before.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        self.tell(Conclusion::Move(taken))
    }

    /// The board differs from the line on these squares.
    pub(crate) fn differ(&mut self, squares: &[shakmaty::Square]) -> News {
        self.view.differs = squares.iter().map(ToString::to_string).collect();
        self.tell(Conclusion::Standing { differs: squares.to_vec() })
    }

    /// The players put the kings in the centre.
    pub(crate) fn end(&mut self, value: ResultValue) -> News {
        let result = GameResult { value, reason: ResultReason::Kings, article: None };
        self.view.result = Some(result);
        self.show_clock(None);
        self.tell(Conclusion::Result(result))
    }

    fn a_move(&self, san: &str, state: MoveState) -> MoveTold {
        let mv = san.parse::<San>().unwrap().to_move(&self.position).unwrap();
        let after = self.position.clone().play(mv).unwrap();
        let ply = self.view.moves.len() as u32 + 1;
        MoveTold {
            id: Some(MoveId(self.told.len() as u64 + 100)),
            ply,
            state,
            uci: mv.to_uci(CastlingMode::Standard),
            texts: MoveTexts::known(
                Some(shakmaty::san::SanPlus::from_move(self.position.clone(), mv).to_string()),
                fen(&after),
            ),
            side: self.position.turn(),
            sight: touchmove_core::account::Sight::Seen,
            confidence: 0.999,
            evidence: EvidenceSpan { from: 1, to: 2 },
        }
    }

    fn show_clock(&mut self, run: Option<Color>) {
        let times = self.times.map(|secs| ClockTime::from_millis(secs * 1_000).unwrap());
        let state = ClockState { times, run, flags: [false; 2], doubtful: false };
        self.clock = Some(ShownClock { at: self.at, state });
    }

    fn tell(&mut self, what: Conclusion) -> News {
        let seq = self.told.len() as u64 + 1;
        let told = Told { game: 1, seq: Some(seq), at: self.at, what };
        self.view.seq = seq;
        self.told.push(told.clone());
        self.news(vec![told])
    }

    fn news(&self, told: Vec<Told>) -> News {
        let view = Arc::new(self.view.clone());
        let anchor = Anchor::default();
        News::Game {
            recency: Recency::New,
            id: self.id,
            board: self.board.clone(),
            told,
            anchor,
            view,
            clock: self.clock,
        }
    }
}

/// The sections of a station where nothing is set.
pub(crate) fn sections() -> Arc<[SectionView]> {
    Rounds::default().section_views().into()
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// A round with one game.
pub(crate) fn round() -> RoundView {
    let list = pairing::read(b"round,board,white,black\n3,1,Anna,Ben\n", None).unwrap();
    let mut rounds = Rounds::default();
    RoundDecision::load(list, Others::Kept)
        .into_iter()
        .for_each(|decision| rounds.carry_out(decision));
    rounds.views().next().unwrap()
}
