//! What must hold of the health of a board, from observations alone.

use std::time::Duration;

use touchmove_core::health::{Ail, Finding, Health};
use touchmove_drivers::observation::{Placement, Reading, Square};
use touchmove_drivers::{Instant, Observation};

const MOVES: [(&str, &str); 6] =
    [("g1", "f3"), ("g8", "f6"), ("b1", "c3"), ("b8", "c6"), ("h2", "h3"), ("h7", "h6")];

/// A board on which knights and pawns go, a move each three seconds, and back again.
struct Bench {
    health: Health,
    pieces: Placement,
    /// Where pieces are and are not read, and as what.
    senses: fn(Square, Reading) -> Reading,
    at: Instant,
    moves: usize,
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

impl Bench {
    fn new(senses: fn(Square, Reading) -> Reading) -> Self {
        let pieces: Placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        let (health, at) = (Health::new(), Instant::ZERO);
        let mut bench = Self { health, pieces, senses, at, moves: 0 };
        bench.say("link up");
        let mut shown = Placement::EMPTY;
        for square in Square::all() {
            shown.set(square, senses(square, bench.pieces.get(square)));
        }
        bench.hear(&Observation::Board(Box::new(shown)));
        bench.wait(10_000);
        bench
    }

    fn wait(&mut self, millis: u64) {
        self.at = self.at + Duration::from_millis(millis);
    }

    fn say(&mut self, line: &str) {
        self.hear(&line.parse().unwrap());
    }

    fn hear(&mut self, observation: &Observation) {
        self.health.observe(self.at, observation, Some(&self.pieces));
    }

    /// A square shows something else for a while.
    fn blink(&mut self, name: &str, reading: &str, millis: u64) {
        let stands = self.pieces.get(square(name)).letter();
        self.say(&format!("square {name} {reading}"));
        self.wait(millis);
        self.say(&format!("square {name} {stands}"));
        self.wait(1_500);
    }

    fn go(&mut self, from: &str, to: &str) {
        let piece = self.pieces.get(square(from));
        for (name, stands) in [(from, Reading::Empty), (to, piece)] {
            let square = square(name);
            let reading = (self.senses)(square, stands);
            self.wait(400);
            self.hear(&Observation::Square { square, reading });
        }
        self.pieces.set(square(from), Reading::Empty);
        self.pieces.set(square(to), piece);
        self.wait(600);
        self.say("battery 80");
        self.wait(1_600);
    }

    /// One more move, as in [`MOVES`] there and back.
    fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            let (from, to) = MOVES[self.moves % MOVES.len()];
            let back = self.moves / MOVES.len() % 2 == 1;
            if back {
                self.go(to, from)
            } else {
                self.go(from, to)
            }
            self.moves += 1;
        }
    }

    fn found(&mut self) -> Vec<(Ail, Vec<String>)> {
        self.say("battery 80");
        let findings = self.health.report().findings.into_iter();
        let named = |finding: Finding| {
            (finding.ail, finding.squares.iter().map(ToString::to_string).collect())
        };
        findings.map(named).collect()
    }
}

fn on(ail: Ail, squares: &[&str]) -> Vec<(Ail, Vec<String>)> {
    vec![(ail, squares.iter().map(|&square| square.to_owned()).collect())]
}

const SOUND: fn(Square, Reading) -> Reading = |_, reading| reading;

#[test]
fn a_piece_lost_for_moments_at_move_after_move_is_a_flicker() {
    let mut bench = Bench::new(SOUND);
    for times in 1..=8 {
        assert_eq!(bench.found(), [], "{times}");
        bench.blink("e2", if times % 3 == 0 { "?" } else { "." }, 350);
        bench.play(1);
    }
    assert_eq!(bench.found(), on(Ail::Flickers, &["e2"]));
    assert_eq!(bench.health.report().numbers.squares, [(square("e2"), 8)]);
}

#[test]
fn a_piece_that_is_adjusted_again_and_again_at_one_move_is_none() {
    let mut bench = Bench::new(SOUND);
    for _ in 0..30 {
        bench.blink("e1", ".", 350);
    }
    assert_eq!(bench.found(), []);
}

#[test]
fn pieces_that_are_slid_or_lifted_for_a_while_are_none() {
    let mut bench = Bench::new(SOUND);
    for _ in 0..20 {
        bench.blink("a1", ".", 900);
        // An empty square shows the rook while it passes.
        bench.say("square h1 .");
        bench.wait(100);
        bench.blink("g3", "R", 120);
        bench.say("square h1 R");
        bench.play(1);
    }
    assert_eq!(bench.found(), []);
}

#[test]
fn pieces_out_of_nowhere_are_ghosts_and_a_piece_read_as_another_in_turn_alternates() {
    let mut bench = Bench::new(SOUND);
    for _ in 0..4 {
        bench.blink("d5", "q", 200);
        bench.play(1);
    }
    assert_eq!(bench.found(), on(Ail::Ghosts, &["d5"]));
    let mut bench = Bench::new(SOUND);
    for _ in 0..4 {
        bench.blink("a1", "N", 3_000);
        bench.play(1);
    }
    assert_eq!(bench.found(), on(Ail::Alternates, &["a1"]));
}

#[test]
fn a_square_that_reads_no_pieces_is_dead_once_two_were_not_read() {
    let dead = |square: Square, reading| match square.to_string().as_str() {
        "f3" => Reading::Empty,
        _ => reading,
    };
    let mut bench = Bench::new(dead);
    bench.play(6);
    assert_eq!(bench.found(), on(Ail::NotRead, &["f3"]));
    bench.play(4);
    assert_eq!(bench.found(), [], "the knight has gone back");
    bench.play(8);
    assert_eq!(bench.found(), on(Ail::DeadSquare, &["f3"]), "it came a second time");
}

#[test]
fn a_rank_that_reads_no_pieces_is_one_fault() {
    let dead = |square: Square, reading| match square.to_string().as_str() {
        "f3" | "c3" | "h3" => Reading::Empty,
        _ => reading,
    };
    let mut bench = Bench::new(dead);
    bench.play(6);
    bench.go("a7", "a6");
    bench.go("a2", "a4");
    bench.go("b7", "b5");
    bench.go("d2", "d4");
    assert_eq!(bench.found(), on(Ail::DeadLine, &["c3", "f3", "h3"]));
}

#[test]
fn a_piece_that_is_read_as_another_is_named_and_one_that_was_put_elsewhere_is_not_held_against_the_board()
 {
    let misread = |square: Square, reading: Reading| match square.to_string().as_str() {
        "f3" if reading.is_occupied() => Reading::from_letter('B').unwrap(),
        _ => reading,
    };
    let mut bench = Bench::new(misread);
    bench.play(6);
    assert_eq!(bench.found(), on(Ail::Misread, &["f3"]));
    // A knight that went to g3, where the game has it on f3.
    let astray = |square: Square, reading: Reading| match square.to_string().as_str() {
        "f3" => Reading::Empty,
        _ => reading,
    };
    let mut bench = Bench::new(astray);
    bench.play(1);
    bench.say("square g3 N");
    bench.play(5);
    assert_eq!(bench.found(), []);
}

#[test]
fn a_square_that_still_shows_a_piece_that_has_gone_is_stuck() {
    let stuck = |square: Square, reading: Reading| match square.to_string().as_str() {
        "g1" => Reading::from_letter('N').unwrap(),
        _ => reading,
    };
    let mut bench = Bench::new(stuck);
    bench.play(6);
    assert_eq!(bench.found(), on(Ail::Stuck, &["g1"]));
}

#[test]
fn noise_and_questions_asked_again_are_of_the_line_but_not_while_it_is_plugged_in() {
    let mut bench = Bench::new(SOUND);
    for _ in 0..20 {
        bench.say("device noise=3");
        bench.wait(100);
    }
    assert_eq!(bench.found(), [], "a cable that was moved");
    for count in 0..9 {
        bench.say(if count % 2 == 0 { "device noise=1" } else { "device repeats=2" });
        bench.wait(20_000);
    }
    assert_eq!(bench.found(), on(Ail::LineErrors, &[]));
    let numbers = bench.health.report().numbers;
    assert_eq!((numbers.damaged.hour, numbers.repeats.hour), (25, 8));
}

#[test]
fn links_that_broke_and_came_back_are_counted_with_the_longest_absence() {
    let mut bench = Bench::new(SOUND);
    for span in [2_000, 9_000, 700_000] {
        bench.say("link up");
        bench.wait(5_000);
        bench.say("link lost");
        bench.wait(span);
    }
    bench.say("link up");
    let numbers = bench.health.report().numbers;
    assert_eq!((numbers.breaks.hour, numbers.longest_break), (2, Duration::from_secs(9)));
}

#[test]
fn silences_are_counted_and_a_board_that_was_switched_off_is_none() {
    let mut bench = Bench::new(SOUND);
    for span in [3_000, 4_000, 700_000, 2_500] {
        assert_eq!(bench.found(), []);
        bench.say("link stale");
        bench.wait(span);
        bench.say("link up");
        bench.wait(5_000);
    }
    assert_eq!(bench.found(), on(Ail::Silences, &[]));
    assert_eq!(bench.health.report().numbers.longest_silence, Duration::from_secs(4));
    for _ in 0..9 {
        bench.say("link lost");
        bench.wait(3_000);
        bench.say("link up");
    }
    assert_eq!(
        bench.health.report().numbers.silences.hour,
        3,
        "it was unplugged, or the daemon ended"
    );
}

#[test]
fn a_battery_is_low_until_it_was_charged() {
    let mut bench = Bench::new(SOUND);
    let low = |bench: &mut Bench, charge: u8| {
        bench.say(&format!("battery {charge}"));
        bench.health.report().findings.first().map(|finding| (finding.ail, finding.count))
    };
    assert_eq!(low(&mut bench, 30), None);
    assert_eq!(low(&mut bench, 29), Some((Ail::Battery, 29)));
    assert_eq!(low(&mut bench, 31), Some((Ail::Battery, 31)));
    assert_eq!(low(&mut bench, 60), None);
    bench.say("device clock-battery=low");
    assert_eq!(low(&mut bench, 60), Some((Ail::ClockBattery, 0)));
}
