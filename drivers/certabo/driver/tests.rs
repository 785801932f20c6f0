use std::sync::Arc;
use std::time::Duration;

use crate::certabo::FAMILY;
use crate::device::{Device, Make};
use crate::driver::{Approach, Before, Driver, Known, Output, Request};
use crate::observation::{Chips, DeviceFact, Observation, Piece, Placement, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board with its pieces, and who hears it.
struct Bench {
    driver: Box<dyn Driver>,
    board: Box<dyn Device>,
    now: Instant,
    /// What was told, and when.
    told: Vec<(Instant, String)>,
    is_lost: bool,
}

impl Bench {
    fn new(chance: u64) -> Self {
        let make = Make { serial: 7, chance, scan: None, clock: None };
        let now = Instant::from_millis(1_000);
        let mut board = FAMILY.device(&make).unwrap();
        board.timeout(now);
        let driver = FAMILY.driver(Approach::Probe);
        let mut bench = Self { driver, board, now, told: Vec::new(), is_lost: false };
        bench.driver.start(now);
        bench
    }

    /// One whose pieces have taught the driver.
    fn taught(chance: u64) -> Self {
        let mut bench = Self::new(chance);
        bench.put(START);
        bench.run(8_000);
        bench
    }

    fn put(&mut self, placement: &str) {
        let placement: Placement = placement.parse().unwrap();
        // Lifted first, so that each piece is at hand.
        for square in Square::all() {
            self.board.set(self.now, square, Reading::Empty);
        }
        for square in Square::all() {
            self.board.set(self.now, square, placement.get(square));
        }
    }

    fn set(&mut self, square: &str, letter: char) {
        let reading = Reading::from_letter(letter).unwrap();
        self.board.set(self.now, square.parse().unwrap(), reading);
    }

    fn run(&mut self, millis: u64) {
        let end = self.now + Duration::from_millis(millis);
        loop {
            let due = self.driver.deadline().into_iter().chain(self.board.deadline()).min();
            let Some(due) = due.filter(|due| *due <= end) else { break };
            self.now = due;
            self.board.timeout(due);
            while let Some(packet) = self.board.poll() {
                self.driver.receive(due, packet.as_slice());
            }
            self.driver.timeout(due);
            while let Some(output) = self.driver.poll() {
                match output {
                    Output::Observed { observation, .. } => {
                        self.told.push((due, observation.to_string()));
                    }
                    Output::Send(packet) => self.board.receive(due, packet.as_slice()),
                    Output::Lost => self.is_lost = true,
                    Output::Answer { .. } => {}
                }
            }
        }
        self.now = end;
    }

    fn ask(&mut self, request: Request) {
        self.driver.request(self.now, None, request).unwrap();
    }

    /// What was told since the last look.
    fn look(&mut self) -> Vec<String> {
        self.told.drain(..).map(|(_, line)| line).collect()
    }
}

fn chips_in(told: &[String]) -> Chips {
    let mut facts = told.iter().filter_map(|line| line.strip_prefix("device chips="));
    facts.find_map(|fact| fact.parse().ok()).unwrap()
}

/// What is known of a board with these chips.
fn known(chips: &Chips) -> Before {
    let mut known = Known::of(Placement::EMPTY);
    known.note(&Observation::Device(DeviceFact::Chips(chips.clone())));
    Before::Known(Arc::new(known), Duration::from_secs(60))
}

#[test]
fn before_the_start_position_only_the_link_is_told_and_that_nobody_knows_the_chips() {
    let mut bench = Bench::new(0);
    bench.put("8/8/4k3/8/8/4K3/8/8");
    bench.run(60_000);
    assert_eq!(bench.look(), ["link up", "device chips=unknown"]);
    bench.put(START);
    bench.run(8_000);
    let told = bench.look();
    assert_eq!((chips_in(&told).iter().count(), told.len()), (32, 2));
    assert_eq!(told[1], format!("board {START}"));
    bench.set("e2", '.');
    bench.set("e4", 'P');
    bench.run(2_000);
    assert_eq!(bench.look(), ["square e2 .", "square e4 P"]);
    assert!(!bench.is_lost);
}

#[test]
fn spare_queens_are_known_where_they_stood_on_d3_and_d6() {
    let mut bench = Bench::new(0);
    bench.put("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR");
    bench.run(8_000);
    assert_eq!(chips_in(&bench.look()).iter().count(), 34);
    bench.put("8/8/8/8/8/8/8/QQ1qq3");
    bench.run(3_000);
    assert_eq!(bench.look().last().unwrap(), "board 8/8/8/8/8/8/8/QQ1qq3");
}

#[test]
fn what_was_known_before_the_link_reads_the_board_as_it_stands() {
    let chips = chips_in(&Bench::taught(0).look());
    for before in [known(&chips), Before::LongAgo(Some(chips.clone()))] {
        let mut bench = Bench::new(0);
        bench.put("8/8/4k3/8/8/4K3/8/8");
        bench.ask(Request::AwaitWord);
        bench.run(1_000);
        assert_eq!(bench.look(), ["link up"], "it waits for the word");
        bench.ask(Request::GoOn(before));
        bench.run(1_500);
        let fact = format!("device chips={chips}");
        assert_eq!(bench.look(), [fact.as_str(), "board 8/8/4k3/8/8/4K3/8/8"]);
    }
}

#[test]
fn nobody_waits_for_ever_for_what_was_known() {
    let mut bench = Bench::new(0);
    bench.ask(Request::AwaitWord);
    bench.run(6_000);
    assert_eq!(bench.look(), ["link up", "device chips=unknown"]);
}

#[test]
fn pieces_that_stand_the_other_way_round_are_not_learned_anew_but_where_a_person_asks() {
    let turned = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
    let mut bench = Bench::taught(0);
    bench.look();
    bench.put(turned);
    bench.run(8_000);
    assert_eq!(bench.look(), [format!("board {turned}")]);
    bench.ask(Request::Calibrate);
    bench.run(8_000);
    let told = bench.look();
    assert_eq!(told[..2], ["device chips=unknown", "device learning=settling"]);
    assert_eq!(chips_in(&told[2..]).iter().count(), 32);
    assert_eq!(told[3], format!("board {START}"));
}

#[test]
fn who_was_asked_to_learn_says_what_stands_in_the_way() {
    let mut bench = Bench::new(0);
    bench.put("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1P2/RNBQKBNR");
    bench.run(3_000);
    bench.look();
    bench.ask(Request::Calibrate);
    bench.run(6_000);
    assert_eq!(bench.look(), ["device chips=unknown", "device learning=unread:e2,g2,h2"]);
    bench.put("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    bench.set("e4", '.');
    bench.set("e2", 'P');
    bench.set("d4", 'Q');
    bench.run(6_000);
    assert_eq!(bench.look().last().unwrap(), "device learning=strange:d4");
    bench.set("d4", '.');
    bench.run(8_000);
    let told = bench.look();
    assert_eq!(told[0], "device learning=settling");
    assert_eq!(chips_in(&told[1..]).iter().count(), 32);
}

#[test]
fn another_set_in_the_start_position_is_learned() {
    let strange: Chips = "K0100000001,k0100000002".parse().unwrap();
    let mut bench = Bench::new(0);
    bench.put(START);
    bench.ask(Request::GoOn(known(&strange)));
    bench.run(8_000);
    let told = bench.look();
    assert_eq!(chips_in(&told[2..]).iter().count(), 33 - 1, "{told:?}");
    assert_eq!(told.last().unwrap(), &format!("board {START}"));
}

#[test]
fn a_strange_chip_among_known_ones_is_learned_and_spare_queens_stay_known() {
    let mut bench = Bench::new(0);
    bench.put("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR");
    bench.run(8_000);
    let all = chips_in(&bench.look());
    let pawn = Piece::from_letter('P').unwrap();
    let lost = all.iter().find(|(_, piece)| *piece == pawn).unwrap().0;
    let fewer = Chips::of(all.iter().filter(|(chip, _)| *chip != lost)).unwrap();
    let mut bench = Bench::new(0);
    bench.put(START);
    bench.ask(Request::GoOn(known(&fewer)));
    bench.run(8_000);
    let told = bench.look();
    let facts = told.iter().filter(|line| line.starts_with("device chips=")).collect::<Vec<_>>();
    assert_eq!(facts, [&format!("device chips={fewer}"), &format!("device chips={all}")]);
}

#[test]
fn a_listener_reads_by_what_a_recording_says() {
    let mut taught = Bench::taught(0);
    let chips = chips_in(&taught.look());
    let mut driver = FAMILY.driver(Approach::Known);
    driver.listen(Instant::ZERO);
    driver.request(Instant::ZERO, None, Request::GoOn(known(&chips))).unwrap();
    assert!(driver.request(Instant::ZERO, None, Request::Calibrate).is_err());
    let mut told = Vec::new();
    for _ in 0..3 {
        let due = taught.board.deadline().unwrap();
        taught.board.timeout(due);
        let packet = taught.board.poll().unwrap();
        driver.receive(due, packet.as_slice());
        told.extend(std::iter::from_fn(|| driver.poll()));
    }
    assert_eq!(told.last(), Some(&Output::observed(format!("board {START}").parse().unwrap())));
}

#[test]
fn a_board_that_says_no_chips_is_given_up_for_the_other_family() {
    let mut bench = Bench::new(0);
    let line = b":255 255 0 0 0 0 255 255 \r\n";
    bench.driver.receive(bench.now, Packet::stream(&[line.as_slice(), line].concat()));
    assert_eq!(std::iter::from_fn(|| bench.driver.poll()).collect::<Vec<_>>(), [Output::Lost]);
}

#[test]
fn nothing_is_sent_before_squares_are_to_be_lit() {
    let mut driver = FAMILY.driver(Approach::Probe);
    driver.start(Instant::ZERO);
    let mut outputs = Vec::new();
    while let Some(due) = driver.deadline() {
        driver.timeout(due);
        outputs.extend(std::iter::from_fn(|| driver.poll()));
    }
    assert_eq!(outputs, [Output::Lost]);
}

/// The board's own end misses one in six readings of four chips, and reads numbers that nothing has made on a quarter of
/// the empty squares (`drivers/certabo/README.md`, Quirks).
#[test]
fn in_ten_minutes_nothing_is_told_of_a_board_at_rest() {
    for chance in 0..4 {
        let mut bench = Bench::taught(chance);
        bench.look();
        bench.run(600_000);
        assert_eq!(bench.look(), [""; 0], "{chance}");
    }
}

/// In milliseconds: the first of the lifts, the median and the last.
#[test]
fn a_lift_is_told_within_two_readings() {
    let mut bench = Bench::taught(3);
    let mut lags = Vec::new();
    for number in 0..200_u64 {
        bench.run(3_000 + number * 37 % 700);
        bench.look();
        let lifted = bench.now;
        bench.set("e2", '.');
        bench.run(2_500);
        let (at, _) = bench.told.iter().find(|(_, line)| line == "square e2 .").unwrap();
        lags.push(at.since(lifted).as_millis());
        bench.set("e2", 'P');
    }
    lags.sort_unstable();
    let (first, median, last) = (lags[0], lags[lags.len() / 2], lags[lags.len() - 1]);
    println!("{first} {median} {last}");
    assert!(first >= 550 && (700..1_000).contains(&median) && last <= 2 * 765, "{lags:?}");
}
