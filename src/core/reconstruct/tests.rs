//! The account of small scenes at a board.

use std::sync::Arc;

use shakmaty::{CastlingMode, Chess};
use touchmove_drivers::observation::{
    ClockReading, ClockTime, Hand, Reading, Sensing, Square, Times,
};

use super::*;
use crate::account::{BoardStanding, LineState};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board whose readings are written down as they come.
struct Scene {
    reconstruct: Reconstruct,
    now: u64,
    records: u64,
}

impl Scene {
    fn of(placement: &str, setup: Setup) -> Self {
        let mut scene = Self { reconstruct: Reconstruct::new(setup), now: 0, records: 0 };
        scene.see(Observation::Board(Box::new(placement.parse().unwrap())));
        scene
    }

    fn new() -> Self {
        Self::of(START, usual())
    }

    fn from(fen: &str) -> Self {
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        let placement = fen.as_setup().board.to_string();
        let position = fen.into_position(CastlingMode::Standard).unwrap();
        let start = GameStart { position: Arc::new(position), mode: CastlingMode::Standard };
        Self::of(&placement, Setup { start, ..usual() })
    }

    fn see(&mut self, observation: Observation) {
        self.records += 1;
        self.reconstruct.observe(Instant::from_millis(self.now), self.records, &observation);
    }

    /// Squares change a fifth of a second apart: `e2. e4P`.
    fn squares(&mut self, changes: &str) -> &mut Self {
        for change in changes.split_whitespace() {
            let (square, letter) = change.split_at(2);
            let square: Square = square.parse().unwrap();
            let reading = Reading::from_letter(letter.chars().next().unwrap()).unwrap();
            self.now += 200;
            self.see(Observation::Square { square, reading });
        }
        self
    }

    /// The time of this hand runs now.
    fn runs(&mut self, run: Hand) -> &mut Self {
        let times = [ClockTime::from_hms(1, 30, 0).unwrap(); 2];
        let flags = [false; 2];
        let times = Times { times, run: Some(run), flags, lever: Some(run), doubtful: false };
        self.see(Observation::Clock(ClockReading::Hands(times)));
        self
    }

    fn rest(&mut self, millis: u64) -> &mut Self {
        self.now += millis;
        self.reconstruct.advance(Instant::from_millis(self.now));
        self
    }

    /// How sure the settled move is, of those told so far.
    fn confidence(&mut self, wanted: &str) -> f32 {
        let told = self.reconstruct.account.untaken().filter_map(|entry| match &entry.what {
            What::Move(mv) if mv.state == LineState::Settled => Some(mv),
            _ => None,
        });
        told.filter(|mv| mv.mv.to_string() == wanted).last().unwrap().confidence
    }

    /// What the account says since it was last asked: moves settled and taken back, presses, results
    /// and pieces that stand wrong.
    fn told(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        while let Some(Entry { what, .. }) = self.reconstruct.poll() {
            told.extend(match what {
                What::Begin(_) => Some("begin".to_owned()),
                What::Move(mv) if mv.state == LineState::Settled => Some(mv.mv.to_string()),
                What::Move(mv) if mv.state == LineState::Superseded && mv.id.is_some() => {
                    Some(format!("not {}", mv.mv))
                }
                What::Press(press) => Some(format!("{} presses", press.side)),
                What::Kings(sign) => Some(format!("{sign:?}")),
                What::Standing(BoardStanding::Differs(_)) => Some("differs".to_owned()),
                What::Standing(BoardStanding::InStep) => Some("in step".to_owned()),
                _ => None,
            });
        }
        told
    }
}

fn usual() -> Setup {
    Setup {
        start: GameStart { position: Arc::new(Chess::default()), mode: CastlingMode::Standard },
        orientation: None,
        white_side: WhiteSide::Auto,
        timing: Timing::of_lag(std::time::Duration::from_millis(250)),
        witness: Witness::Squares,
        effort: Effort::Live,
        costs: Costs::of(Sensing::Identity),
    }
}

#[test]
fn a_move_is_settled_by_rest_by_its_press_or_by_its_reply() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P").rest(500);
    assert_eq!(scene.told(), ["begin"]);
    scene.rest(200);
    assert_eq!(scene.told(), ["e2-e4"]);
    scene.squares("e7. e5p").rest(200).runs(Hand::Right).runs(Hand::Left).rest(250);
    assert_eq!(scene.told(), ["e7-e5", "black presses"]);
    scene.squares("g1. f3N b8. c6n").rest(300);
    assert_eq!(scene.told(), ["Ng1-f3"]);
}

#[test]
fn a_press_that_comes_before_the_move_is_seen_is_for_that_move() {
    let mut scene = Scene::new();
    scene.runs(Hand::Left).squares("e2.").runs(Hand::Right).squares("e4P").rest(100);
    assert_eq!(scene.told(), ["begin", "e2-e4", "white presses"]);
}

#[test]
fn presses_that_come_before_the_board_is_read_do_not_turn_the_clock_round() {
    let mut scene = Scene::new();
    scene.runs(Hand::Left).squares("e2.").runs(Hand::Right).squares("e4P").rest(1_000);
    scene.squares("e7.").runs(Hand::Left).squares("e5p").rest(1_000);
    scene.squares("g1.").runs(Hand::Right).squares("f3N").rest(1_000);
    let presses = ["white presses", "black presses", "white presses"];
    let told = scene.told();
    assert_eq!(told.iter().filter(|told| told.ends_with("presses")).collect::<Vec<_>>(), presses);
}

#[test]
fn the_time_that_runs_before_the_first_move_is_whites() {
    let mut scene = Scene::new();
    scene.runs(Hand::Right).rest(1_000).runs(Hand::Right).squares("e2. e4P");
    scene.runs(Hand::Left).rest(1_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "white presses"]);
}

#[test]
fn moves_that_land_together_are_found_without_waiting() {
    let mut scene = Scene::new();
    scene.squares("e2. e7. e4P e5p g1. f3N").rest(1_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "e7-e5", "Ng1-f3"]);
}

#[test]
fn a_piece_that_still_slides_while_the_reply_lands_is_followed_to_its_end() {
    let mut scene = Scene::new();
    scene.squares("e2. e7. e3P e3. e5p e4P").rest(6_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "e7-e5"]);
}

#[test]
fn no_rest_settles_half_a_castling() {
    let mut scene = Scene::from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    scene.squares("h1. f1R").rest(600_000);
    assert_eq!(scene.told(), ["begin"]);
    scene.squares("e1. g1K").rest(1_000);
    assert_eq!(scene.told(), ["O-O"]);
}

#[test]
fn a_rook_that_cannot_castle_is_settled_by_rest() {
    let mut scene = Scene::from("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    scene.squares("h1. f1R").rest(1_000);
    assert_eq!(scene.told(), ["begin", "Rh1-f1"]);
}

#[test]
fn a_piece_may_linger_on_a_mating_square() {
    let mut scene = Scene::from("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
    scene.squares("g1. g8Q").rest(1_500).squares("g8. g7Q").rest(3_000);
    assert_eq!(scene.told(), ["begin", "Qg1-g7"]);
}

#[test]
fn a_press_shortly_before_the_mate_stands_is_not_lost() {
    let mut scene = Scene::from("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
    scene.runs(Hand::Left).squares("g1. g8Q").rest(1_900).runs(Hand::Right).rest(1_000);
    assert_eq!(scene.told(), ["begin", "Qg1-g8", "white presses"]);
}

#[test]
fn what_was_told_and_left_the_line_is_taken_back_the_last_first() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P e7. e5p").rest(1_000);
    scene.told();
    scene.squares("e5. e7p e4. e2P").rest(1_000);
    assert_eq!(scene.told(), ["not e7-e5", "not e2-e4"]);
}

#[test]
fn a_move_that_is_put_back_in_time_was_never_taken_back() {
    let mut scene = Scene::new();
    scene
        .squares("e2. e4P")
        .rest(1_000)
        .squares("e4. e2P")
        .rest(500)
        .squares("e2. e4P")
        .rest(5_000);
    assert_eq!(scene.told(), ["begin", "e2-e4"]);
}

const KINGS: &str = "8/p3k3/8/8/8/4K3/P7/8 w - - 0 1";

#[test]
fn a_kings_step_that_was_pressed_for_is_a_move_and_the_sign_still_counts() {
    let mut scene = Scene::from(KINGS);
    scene.runs(Hand::Left).squares("e3. e4K").runs(Hand::Right).rest(400).squares("e7. d5k");
    scene.rest(3_000);
    assert_eq!(scene.told(), ["begin", "Ke3-e4", "white presses", "WhiteWins"]);
}

#[test]
fn a_king_that_falls_beside_one_that_was_played_there_tells_no_result() {
    let mut scene = Scene::from(KINGS);
    scene.runs(Hand::Left).squares("e3. e4K").runs(Hand::Right).rest(4_000);
    scene.squares("e7. d5k").rest(1_500).squares("d5. e7k").rest(5_000);
    assert_eq!(scene.told(), ["begin", "Ke3-e4", "white presses"]);
}

#[test]
fn a_king_on_its_way_to_the_centre_makes_no_moves() {
    let mut scene = Scene::from(KINGS);
    scene.squares("e3. e4K e7. e6k e6. d5k").rest(3_000);
    assert_eq!(scene.told(), ["begin", "Ke3-e4", "not Ke3-e4", "WhiteWins"]);
}

#[test]
fn a_king_that_stood_in_the_centre_before_the_sign_had_moved_there() {
    let mut scene = Scene::from(KINGS);
    scene.squares("e3. d4K").rest(15_000).squares("e7. e5k").rest(3_000);
    assert_eq!(scene.told(), ["begin", "Ke3-d4", "BlackWins"]);
}

#[test]
fn the_clock_stopped_at_the_sign_is_pressed_for_no_king() {
    let mut scene = Scene::from(KINGS);
    scene.runs(Hand::Left).squares("e3. e4K e7. d5k").runs(Hand::Right).rest(1_000);
    assert_eq!(scene.told(), ["begin", "white presses", "WhiteWins"]);
}

#[test]
fn pieces_that_walk_home_set_up_no_new_game() {
    let mut scene = Scene::new();
    scene.squares("g1. f3N g8. f6n b1. c3N b8. c6n c3. b1N c6. b8n f3. g1N f6. g8n").rest(1_000);
    let told = scene.told();
    assert_eq!((told.len(), told[8].as_str()), (9, "Nf6-g8"));
}

#[test]
fn a_new_game_may_be_set_up_the_other_way_round_in_mid_game() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P").rest(1_000);
    let turned: Placement = START.parse().unwrap();
    scene.see(Observation::Board(Box::new(turned.turned())));
    scene.squares("d7. d5P").rest(1_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "begin", "e2-e4"]);
    assert_eq!(scene.reconstruct.orientation(), Some(Orientation::Turned));
}

const OCCUPIED: &str = "********/********/8/8/8/8/********/********";

#[test]
fn the_first_move_tells_which_way_a_board_lies_that_cannot_name_pieces() {
    let mut scene = Scene::of(OCCUPIED, usual());
    scene.squares("d7. d5* e2. e4*").rest(1_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "d7-d5"]);
    assert_eq!(scene.reconstruct.orientation(), Some(Orientation::Turned));
}

#[test]
fn a_lifted_piece_has_captured_nothing_where_pieces_have_no_names() {
    let mut scene = Scene::of(OCCUPIED, usual());
    scene.squares("e2. e4* d7. d5*").rest(1_000);
    scene.told();
    scene.squares("e4.").rest(5_000);
    assert_eq!(scene.told(), <[&str; 0]>::default());
    scene.squares("d5. d5*").rest(5_000);
    assert_eq!(scene.told(), ["e4xd5"]);
}

#[test]
fn pieces_that_stand_wrong_are_told_until_they_stand_right() {
    let mut scene = Scene::new();
    scene.squares("a1. a4R").rest(1_000);
    assert_eq!(scene.told(), ["begin", "differs"]);
    scene.squares("a4. a1R");
    assert_eq!(scene.told(), ["in step"]);
}

#[test]
fn a_king_that_waits_in_the_centre_for_the_other_does_not_stand_wrong() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P e7. e5p").rest(1_000).squares("e1. e8. e5. d5k").rest(10_000);
    scene.squares("e4K").rest(1_000);
    assert_eq!(scene.told(), ["begin", "e2-e4", "e7-e5", "WhiteWins"]);
}

#[test]
fn only_what_was_seen_is_certain() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P e7. e5p").rest(5_000);
    assert!(scene.confidence("e2-e4") > 0.99);
    scene.see(Observation::Link(LinkState::Lost));
    scene.now += 60_000;
    scene.see(Observation::Link(LinkState::Up));
    let placement = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    scene.see(Observation::Board(Box::new(placement.parse().unwrap())));
    scene.rest(5_000).squares("f1. b5B").rest(5_000);
    assert!(scene.confidence("Ng1-f3") < 0.9 && scene.confidence("Nb8-c6") < 0.9);
    assert!(scene.confidence("Bf1-b5") > 0.99);
}

#[test]
fn a_game_that_goes_on_on_another_board_goes_on_as_after_a_lost_link() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P").rest(5_000).told();
    let board = scene.reconstruct.without_game();
    scene.reconstruct.go_on_at(&board, Instant::from_millis(scene.now), scene.records);
    let told = std::iter::from_fn(|| scene.reconstruct.poll()).map(|entry| entry.what);
    assert_eq!(told.collect::<Vec<_>>(), [What::LinkLost]);
}

/// Nothing is heard of the board for half a minute, and then it shows these pieces.
fn after_a_silence(scene: &mut Scene, placement: &str) {
    scene.see(Observation::Link(LinkState::Lost));
    scene.rest(30_000);
    assert_eq!(scene.told(), [""; 0], "silence is no rest");
    scene.see(Observation::Link(LinkState::Up));
    scene.see(Observation::Board(Box::new(placement.parse().unwrap())));
}

#[test]
fn nobody_has_seen_what_stood_at_a_press_while_the_link_was_lost() {
    let mut scene = Scene::new();
    scene.runs(Hand::Left).squares("e2. e4P").rest(5_000).told();
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    after_a_silence(&mut scene, board);
    scene.rest(1_000).runs(Hand::Right).rest(1_000);
    let press =
        std::iter::from_fn(|| scene.reconstruct.poll()).find_map(|entry| match entry.what {
            What::Press(press) => Some(press.shown),
            _ => None,
        });
    assert_eq!(press, Some(None));
}

#[test]
fn a_piece_that_is_back_after_a_silence_may_never_have_been_in_the_hand_so_long() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P e7. e5p").rest(5_000).squares("f1.").told();
    after_a_silence(&mut scene, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    scene.rest(1_000).squares("g1. f3N").rest(5_000);
    let told: Vec<_> = std::iter::from_fn(|| scene.reconstruct.poll()).collect();
    let noise = told.iter().filter_map(|entry| match &entry.what {
        What::Touch(touch) if touch.square == shakmaty::Square::F1 => Some(touch.noise),
        _ => None,
    });
    assert!(noise.into_iter().all(|noise| noise >= 0.5), "{told:?}");
}

#[test]
fn what_a_board_shows_between_two_silences_was_played_before_the_kings_tell_the_result() {
    let mut scene = Scene::new();
    scene.squares("d2. d4P").rest(5_000).told();
    for placement in [
        "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR",
        "rnbq1b1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQ1BNR",
        "rnbq1b1r/pppppppp/5n2/3Kk3/3P4/8/PPP1PPPP/RNBQ1BNR",
    ] {
        after_a_silence(&mut scene, placement);
        scene.rest(10);
    }
    scene.rest(5_000);
    assert_eq!(scene.told(), ["Ng8-f6", "Draw"]);
}

#[test]
fn a_board_that_only_said_nothing_for_a_while_rests_from_when_it_answers() {
    let mut scene = Scene::new();
    scene.squares("e2. e4P").see(Observation::Link(LinkState::Stale));
    assert_eq!(scene.rest(4_000).told(), ["begin"]);
    scene.see(Observation::Link(LinkState::Up));
    assert_eq!(scene.told(), [""; 0]);
    assert_eq!(scene.rest(1_000).told(), ["e2-e4"]);
}
