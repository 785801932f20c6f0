//! A line on a port that nobody has named: it is found without harm to whatever else may be there.

use std::time::Duration;

use touchmove_drivers::{Approach, Instant, Output, Packet, dgt};

use crate::bench::{Bench, serials};

/// A ping for all boards.
const PING: [u8; 4] = [0x87, 0x00, 0x00, 0x07];

/// Asks whether a line is there, with these boards on it.
fn probed(serials: &[u32]) -> Bench {
    let mut bench = Bench::new(serials);
    bench.driver = dgt::LINE.driver(Approach::Probe);
    bench
}

/// Everything sent to a port at which these answers come, each so long after the ping, until it is given up.
fn sent_in_vain(answers: &[(u64, &[u8])]) -> Vec<Vec<u8>> {
    let mut driver = dgt::LINE.driver(Approach::Probe);
    driver.start(Instant::ZERO);
    let (mut now, mut sent) = (Instant::ZERO, Vec::new());
    loop {
        while let Some(output) = driver.poll() {
            match output {
                Output::Send(packet) => sent.push(packet.bytes),
                Output::Lost => return sent,
                other => panic!("{other:?}"),
            }
        }
        let due = driver.deadline().unwrap();
        for (after, answer) in answers {
            if !sent.is_empty() && now + Duration::from_millis(*after) < due {
                driver.receive(now + Duration::from_millis(*after), Packet::stream(answer));
            }
        }
        now = due;
        driver.timeout(now);
    }
}

#[test]
fn a_line_that_nobody_has_named_is_found_and_served() {
    for count in [2, 8, 32] {
        let serials = serials(count, 3);
        let mut bench = probed(&serials);
        bench.start();
        bench.until_read(serials.len(), Duration::from_secs(40));
    }
}

#[test]
fn a_line_whose_boards_are_in_single_mode_is_found() {
    let serials = serials(8, 1);
    let mut bench = probed(&serials);
    // Somebody has asked in single mode: all have left bus mode, and answer at once.
    bench.line.receive(bench.now, &[0x45]);
    bench.now = bench.now + Duration::from_millis(50);
    bench.start();
    bench.until_read(serials.len(), Duration::from_secs(30));
}

#[test]
fn what_is_no_line_is_sent_pings_alone_and_few_of_them() {
    let silent = sent_in_vain(&[]);
    assert_eq!(silent, [PING; 2]);
    let modem = sent_in_vain(&[(10, b"\r\nERROR\r\n")]);
    assert_eq!(modem, [PING; 4]);
    let one = sent_in_vain(&[(300, &[0x87, 0x00, 0x06, 0x08, 0x01, 0x16])]);
    assert_eq!(one, [PING; 2], "one address is no line");
}
