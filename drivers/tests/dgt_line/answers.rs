//! The bytes that each board has answered are handed out as its own: a driver that only listens to them observes what
//! the one observed that asked.

use std::time::Duration;

use proptest::prelude::*;
use touchmove_drivers::observation::{DeviceFact, Hand, LinkState, Observation};
use touchmove_drivers::{Approach, Instant, Output, Packet, dgt};

use super::bench::{Answer, Bench, serials};
use super::changes::Hands;

/// What was heard when, and after when it happened.
type Told = (Instant, Option<Instant>, String);

/// What the asking driver has heard of a board after it was read out.
fn heard(bench: &Bench, serial: u32) -> Vec<Told> {
    let open = read_out(bench, serial);
    let heard = bench.of(serial).filter(|heard| heard.at >= open && is_of_bytes(&heard.what));
    heard.map(|heard| (heard.at, heard.since, heard.what.to_string())).collect()
}

/// What a driver makes of the bytes that were handed out as this board's.
fn heard_again(bench: &Bench, serial: u32) -> Vec<Told> {
    let (open, unit) = (read_out(bench, serial), format!("{serial:05}"));
    let mut driver = dgt::LINE.driver(Approach::Known);
    driver.listen(Instant::ZERO);
    let mut heard = Vec::new();
    for Answer { at, since: after, bytes, .. } in
        bench.answers.iter().filter(|one| one.unit == unit)
    {
        driver.receive(*at, Packet::stream(bytes));
        while let Some(output) = driver.poll() {
            let Output::Observed { unit: of, since, observation } = output else { continue };
            assert_eq!(of.unwrap().to_string(), unit);
            if *at >= open && is_of_bytes(&observation) {
                heard.push((*at, since.and(*after), observation.to_string()));
            }
        }
    }
    heard
}

fn read_out(bench: &Bench, serial: u32) -> Instant {
    let is_board = |what: &Observation| matches!(what, Observation::Board(_));
    bench.of(serial).find(|heard| is_board(&heard.what)).unwrap().at
}

/// Who only listens does not know how often the other one had to ask.
fn is_of_bytes(what: &Observation) -> bool {
    !matches!(
        what,
        Observation::Link(LinkState::Up | LinkState::Stale)
            | Observation::Device(DeviceFact::Noise(_) | DeviceFact::Repeats(_))
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whoever_listens_to_its_answers_observes_what_was_observed(
        seed in 0_u32..5,
        boards in 1_u32..5,
        hands in any::<u64>(),
        damage in prop_oneof![Just(0_usize), 60_usize..400],
    ) {
        let serials = serials(boards, seed);
        let mut bench = Bench::settled(&serials);
        bench.run(Duration::from_secs(5));
        let mut passed = 0;
        bench.to_host = (damage > 0).then(|| -> super::bench::Mishap {
            Box::new(move |bytes| for byte in bytes {
                passed += 1;
                if passed % damage == 0 {
                    *byte ^= 0x14;
                }
            })
        });
        let mut player = Hands::new(serials.len(), hands, bench.now);
        for side in [Hand::Left, Hand::Right, Hand::Left] {
            bench.start_stop(0);
            player.play(&mut bench, Duration::from_secs(7));
            bench.press(0, side);
            bench.run(Duration::from_millis(200));
        }
        player.play(&mut bench, Duration::from_secs(40));
        bench.to_host = None;
        bench.run(Duration::from_secs(10));
        for serial in serials {
            prop_assume!(!bench.links(serial).contains(&LinkState::Lost), "another link is another driver");
            prop_assert_eq!(heard_again(&bench, serial), heard(&bench, serial));
        }
    }
}

#[test]
fn that_nothing_has_changed_is_handed_out_once() {
    let serials = serials(2, 0);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(40));
    bench.answers.clear();
    bench.sent.clear();
    bench.run(Duration::from_secs(60));
    let asked: usize = bench.sent.values().sum();
    let clocks_and_checks = bench.sent[&0x81] + bench.sent[&0x82];
    assert!(
        asked > 500 && bench.answers.len() <= 2 * clocks_and_checks,
        "{asked}: {}",
        bench.answers.len()
    );
}
