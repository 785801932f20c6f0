//! What is asked of a DGT board, held against a recording of both ends of the line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use touchmove_drivers::recording::{Body, Recording};
use touchmove_drivers::{Approach, Driver, Instant, Output, Packet, dgt};

#[test]
fn the_driver_asks_what_the_recording_says_and_when() {
    let bytes = include_bytes!("../dgt/recordings/open-e4-e5.rec");
    let recordings = Recording::read_all(bytes).unwrap();
    let mut driver = dgt::FAMILY.driver(Approach::Known);
    let (mut asked, mut expected) = (Vec::new(), Vec::new());
    driver.start(Instant::ZERO);
    for (_, record) in recordings[0].records() {
        let at = record.at.unwrap();
        while let Some(due) = driver.deadline().filter(|&due| due <= at) {
            driver.timeout(due);
            asked.extend(sent(&mut *driver).map(|packet| (due, packet)));
        }
        match &record.body {
            Body::Received(packet) => driver.receive(at, packet.as_slice()),
            Body::Sent(packet) => expected.push((at, packet.clone())),
            other => panic!("{other:?}"),
        }
        asked.extend(sent(&mut *driver).map(|packet| (at, packet)));
    }
    assert_eq!(asked, expected);
}

/// What the driver has for its board.
fn sent(driver: &mut dyn Driver) -> impl Iterator<Item = Packet> {
    std::iter::from_fn(|| driver.poll()).filter_map(|output| match output {
        Output::Send(packet) => Some(packet),
        Output::Observed { .. } => None,
        Output::Lost | Output::Answer { .. } => panic!("lost, or on a line"),
    })
}
