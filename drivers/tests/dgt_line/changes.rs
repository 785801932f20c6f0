//! Every change of every board arrives once and in order, and is told with the interval in which it
//! happened.

use std::time::Duration;

use proptest::prelude::*;
use touchmove_drivers::observation::Observation;
use touchmove_drivers::{Instant, Packet};

use super::bench::{Bench, serials};

/// A scan.
const SCAN: Duration = Duration::from_millis(200);

/// Somebody plays about with the pieces of all boards: one change at a time, never twice in a row on the same
/// square, no two of a board within one scan.
pub(super) struct Hands {
    random: u64,
    /// What was done to each board, and when.
    done: Vec<Vec<(Instant, String)>>,
    next: Vec<Instant>,
}

impl Hands {
    pub(super) fn new(boards: usize, seed: u64, now: Instant) -> Self {
        let mut hands =
            Self { random: seed | 1, done: vec![Vec::new(); boards], next: vec![now; boards] };
        for index in 0..boards {
            hands.next[index] = now + Duration::from_millis(hands.draw(900));
        }
        hands
    }

    fn draw(&mut self, end: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % end
    }

    /// Plays for a while.
    pub(super) fn play(&mut self, bench: &mut Bench, span: Duration) {
        let end = bench.now + span;
        loop {
            let (index, &at) = self.next.iter().enumerate().min_by_key(|(_, at)| **at).unwrap();
            if at > end {
                return bench.run(end.since(bench.now));
            }
            bench.run(at.since(bench.now));
            let count = self.done[index].len();
            let file = char::from(b'a' + (count / 4 * 2 % 8) as u8);
            // Two squares in turn, so that the same is never touched twice in a row.
            let (rank, letter) = match count % 4 {
                0 => (4, ['Q', 'n', 'R'][count % 3]),
                1 => (5, 'B'),
                2 => (4, '.'),
                _ => (5, '.'),
            };
            let square = format!("{file}{rank}");
            bench.set(index, &square, letter);
            self.done[index].push((bench.now, format!("square {square} {letter}")));
            self.next[index] = bench.now + SCAN + Duration::from_millis(1 + self.draw(700));
        }
    }
}

fn check(bench: &Bench, hands: &Hands, serials: &[u32]) -> Vec<u64> {
    let mut late = Vec::new();
    for (serial, done) in serials.iter().zip(&hands.done) {
        let expected: Vec<_> = done.iter().map(|(_, change)| change.clone()).collect();
        assert_eq!(bench.changes(*serial), expected, "{serial}");
        let squares =
            bench.of(*serial).filter(|heard| matches!(heard.what, Observation::Square { .. }));
        for (heard, (at, _)) in squares.zip(done) {
            let since = heard.since.expect("it is heard later");
            assert!(since <= *at + SCAN && *at <= heard.at, "{since:?} {at:?} {:?}", heard.at);
            late.push(heard.at.since(*at).as_millis() as u64);
        }
    }
    late.sort_unstable();
    late
}

#[test]
fn every_change_of_every_board_is_told_once_in_order_with_its_interval() {
    for (count, most) in [(1, 300), (8, 500), (32, 1_200)] {
        let serials = serials(count, 3);
        let mut bench = Bench::settled(&serials);
        bench.run(Duration::from_secs(15));
        bench.forget();
        let mut hands = Hands::new(serials.len(), 7, bench.now);
        hands.play(&mut bench, Duration::from_secs(60));
        bench.run(Duration::from_secs(5));
        let late = check(&bench, &hands, &serials);
        let at = |part: usize| late[(late.len() - 1) * part / 100];
        println!(
            "{count} boards: {} changes, told after {} ms in the middle, {} ms in 90 of 100, {} ms at most",
            late.len(),
            at(50),
            at(90),
            at(100)
        );
        assert!(at(90) <= most, "{}", at(90));
    }
}

/// Spoils one byte of some messages: it is lost, or another.
fn spoil(seed: u64, of_100: u64) -> super::bench::Mishap {
    let mut random = seed | 1;
    let mut draw = move |end: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % end
    };
    Box::new(move |bytes| {
        if draw(100) >= of_100 || bytes.is_empty() {
            return;
        }
        let at = draw(bytes.len() as u64) as usize;
        let before = bytes.clone();
        match draw(3) {
            0 => drop(bytes.remove(at)),
            1 => bytes.clear(),
            _ => bytes[at] = bytes[at].wrapping_add(1 + draw(120) as u8),
        }
        // A board that is made to send its log holds the line for eight seconds, and is lost.
        if bytes.contains(&0x49) {
            *bytes = before;
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_or_told_twice_on_a_bad_line(
        seed in any::<u64>(),
        count in 1_u32..12,
        commands in 0_u64..8,
        answers in 0_u64..2,
    ) {
        let serials = serials(count, (seed % 9) as u32);
        let mut bench = Bench::settled(&serials);
        bench.run(Duration::from_secs(8));
        bench.forget();
        bench.to_boards = Some(spoil(seed, commands));
        bench.to_host = Some(spoil(!seed, answers));
        let mut hands = Hands::new(serials.len(), seed, bench.now);
        hands.play(&mut bench, Duration::from_secs(40));
        bench.to_boards = None;
        bench.to_host = None;
        bench.run(Duration::from_secs(15));
        check(&bench, &hands, &serials);
    }

    #[test]
    fn any_bytes_at_any_time_give_bounded_outputs_and_deadlines_to_come(
        steps in proptest::collection::vec(
            (proptest::collection::vec(any::<u8>(), 0..200), 1_u64..4_000), 1..60
        ),
    ) {
        let mut bench = Bench::settled(&serials(3, 2));
        for (bytes, millis) in &steps {
            bench.driver.receive(bench.now, Packet::stream(bytes));
            let count = std::iter::from_fn(|| bench.driver.poll()).count();
            prop_assert!(count <= bytes.len() + 100);
            bench.run(Duration::from_millis(*millis));
        }
    }
}
