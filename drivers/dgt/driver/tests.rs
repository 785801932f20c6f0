use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::observation::{BatteryState, ClockPresence, Placement, Square};

/// A driver, a virtual clock, and all that came out.
struct Bench {
    driver: SingleBoard,
    now: Instant,
    sent: Vec<(u64, u8)>,
    observed: Vec<Observation>,
    is_lost: bool,
}

/// What a far end answers to a command.
type FarEnd = fn(u8) -> Vec<u8>;

const SERIAL: &[u8] = b"\x91\x00\x0812345";
const E2_LIFTED: &[u8] = &[0x8E, 0x00, 0x05, 0x34, 0x00];
const E4_PAWN: &[u8] = &[0x8E, 0x00, 0x05, 0x24, 0x01];

fn board(placement: &str) -> Vec<u8> {
    Message::Board(Box::new(placement.parse().unwrap())).encode()
}

fn silent(_: u8) -> Vec<u8> {
    Vec::new()
}

fn only_serial(code: u8) -> Vec<u8> {
    if code == 0x45 { SERIAL.to_vec() } else { Vec::new() }
}

fn usb_board(code: u8) -> Vec<u8> {
    match code {
        0x42 => board("8/8/8/8/8/8/4P3/4K3"),
        0x45 => SERIAL.to_vec(),
        0x46 => vec![0x90, 0x00, 0x05, 0x08, 0x01],
        0x4D => vec![0x93, 0x00, 0x05, 0x01, 0x02],
        _ => Vec::new(),
    }
}

fn bluetooth_board(code: u8) -> Vec<u8> {
    match code {
        0x4C => vec![0xA0, 0x00, 0x0C, 0x64, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0],
        0x4D => vec![0x93, 0x00, 0x05, 0x03, 0x01],
        0x55 => b"\xA2\x00\x0D3.36012345".to_vec(),
        _ => usb_board(code),
    }
}

impl Bench {
    fn new(approach: Approach) -> Self {
        Self {
            driver: SingleBoard::new(approach),
            now: Instant::ZERO,
            sent: Vec::new(),
            observed: Vec::new(),
            is_lost: false,
        }
    }

    /// A driver whose opening is done.
    fn open(far_end: FarEnd) -> Self {
        let mut bench = Self::new(Approach::Known);
        bench.driver.start(bench.now);
        bench.run(900, far_end);
        bench.sent.clear();
        bench.observed.clear();
        bench
    }

    fn listening() -> Self {
        let mut bench = Self::new(Approach::Known);
        bench.driver.listen(bench.now);
        bench
    }

    /// Lets `millis` pass; the far end answers within a millisecond.
    fn run(&mut self, millis: u64, far_end: FarEnd) {
        let end = self.now + Duration::from_millis(millis);
        while let Some(deadline) = self.driver.deadline().filter(|&at| at <= end) {
            assert!(deadline >= self.now, "a deadline has passed: {deadline:?}");
            let before = (self.now, self.sent.len(), self.observed.len());
            self.now = deadline;
            self.driver.timeout(self.now);
            self.drain(far_end);
            assert_ne!(before, (self.now, self.sent.len(), self.observed.len()), "no headway");
        }
        self.now = end;
    }

    fn drain(&mut self, far_end: FarEnd) {
        while let Some(output) = self.driver.poll() {
            match output {
                Output::Observed { unit, observation } => {
                    assert_eq!(unit, None);
                    self.observed.push(observation);
                }
                Output::Send(bytes) => {
                    let &[code] = bytes.as_slice() else { panic!("not one command: {bytes:?}") };
                    self.sent.push((self.now.as_millis(), code));
                    let answer = far_end(code);
                    self.driver.receive(self.now, &answer);
                }
                Output::Lost => self.is_lost = true,
            }
        }
    }

    /// What the driver observes in these bytes.
    fn hear(&mut self, bytes: &[u8]) -> Vec<Observation> {
        self.observed.clear();
        self.driver.receive(self.now, bytes);
        self.drain(silent);
        std::mem::take(&mut self.observed)
    }

    fn codes(&self) -> Vec<u8> {
        self.sent.iter().map(|&(_, code)| code).collect()
    }

    fn times(&self, code: u8) -> Vec<u64> {
        self.sent.iter().filter(|&&(_, sent)| sent == code).map(|&(at, _)| at).collect()
    }
}

fn fact(fact: DeviceFact) -> Observation {
    Observation::Device(fact)
}

fn square(name: &str, letter: char) -> Observation {
    Observation::Square {
        square: name.parse().unwrap(),
        reading: Reading::from_letter(letter).unwrap(),
    }
}

fn read_out(placement: &str) -> Observation {
    Observation::Board(Box::new(placement.parse::<Placement>().unwrap()))
}

fn up() -> Observation {
    Observation::Link(LinkState::Up)
}

#[test]
fn an_old_board_is_opened_without_questions_it_does_not_know() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(900, usb_board);
    let sent = [(500, 0x40), (600, 0x45), (600, 0x4D), (600, 0x46), (600, 0x42), (600, 0x4B)];
    assert_eq!(bench.sent, sent);
    assert_eq!(
        bench.observed,
        [
            up(),
            fact(DeviceFact::Serial("12345".into())),
            fact(DeviceFact::Version("1.02".into())),
            fact(DeviceFact::BusAddress(1_025)),
            read_out("8/8/8/8/8/8/4P3/4K3"),
        ]
    );
}

#[test]
fn a_bluetooth_board_tells_its_long_serial_number_and_its_charge() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(900, bluetooth_board);
    assert_eq!(bench.codes(), [0x40, 0x45, 0x4D, 0x55, 0x4C, 0x46, 0x42, 0x4B]);
    assert!(bench.observed.contains(&fact(DeviceFact::LongSerial("3.36012345".into()))));
    assert!(bench.observed.contains(&Observation::Battery(100)));
    bench.run(120_000, bluetooth_board);
    assert_eq!(bench.times(0x4C).len(), 3, "the charge is asked for again");
    assert_eq!(bench.observed.iter().filter(|o| matches!(o, Observation::Battery(_))).count(), 1);
}

#[test]
fn a_board_that_answers_nothing_but_its_serial_number_is_opened_all_the_same() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(30_000, only_serial);
    let count = |code| bench.times(code).len();
    assert_eq!([0x40, 0x4D, 0x55, 0x4C, 0x46, 0x4B].map(count), [1, 3, 1, 1, 3, 1]);
    assert!(count(0x42) >= 3);
    assert!(!bench.is_lost);
    assert_eq!(
        bench.observed,
        [up(), fact(DeviceFact::Serial("12345".into()))],
        "never stale either: a keep-alive goes before every other command"
    );
}

#[test]
fn a_board_that_answers_nothing_is_heard_as_long_as_it_speaks() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    for second in 0..60 {
        bench.run(1_000, silent);
        let bytes = if second % 2 == 0 { E2_LIFTED } else { &[0x8E, 0x00, 0x05, 0x34, 0x01] };
        assert!(bench.hear(bytes).len() <= 2, "the link comes up once, the square each time");
        assert!(!bench.is_lost);
    }
    assert_eq!(bench.times(0x4B).len(), 1);
}

#[test]
fn a_probed_port_gets_nothing_but_the_harmless_question() {
    let mut bench = Bench::new(Approach::Probe);
    bench.driver.start(bench.now);
    bench.run(10_000, silent);
    assert_eq!(bench.sent, [(500, 0x45), (1_500, 0x45), (2_500, 0x45)]);
    assert!(bench.is_lost);
    assert_eq!(bench.driver.deadline(), None);
}

#[test]
fn a_probed_device_is_believed_when_it_has_told_a_serial_number() {
    let mut bench = Bench::new(Approach::Probe);
    bench.driver.start(bench.now);
    bench.run(600, silent);
    assert_eq!(bench.hear(E2_LIFTED), []);
    assert_eq!(bench.hear(b"\x91\x00\x08$GPGG"), []);
    assert_eq!(bench.hear(b"\x91\x00\x08 1025"), [up(), fact(DeviceFact::Serial("1025".into()))]);
    bench.run(500, usb_board);
    assert_eq!(bench.codes(), [0x45, 0x40, 0x45, 0x4D, 0x46, 0x42, 0x4B]);
}

#[test]
fn a_keep_alive_goes_out_each_second() {
    let mut bench = Bench::open(usb_board);
    bench.run(5_000, usb_board);
    assert_eq!(bench.times(0x45), [1_600, 2_600, 3_600, 4_600, 5_600]);
}

#[test]
fn a_silent_board_is_stale_then_gone_and_up_again_when_it_speaks() {
    let mut bench = Bench::open(usb_board);
    bench.run(2_000, silent);
    assert_eq!(bench.observed, [Observation::Link(LinkState::Stale)]);
    assert_eq!(bench.hear(E2_LIFTED), [up(), square("e2", '.')]);
    bench.run(5_000, silent);
    assert_eq!(bench.observed, [Observation::Link(LinkState::Stale)]);
    assert!(bench.is_lost);
    assert_eq!(bench.driver.deadline(), None);
    assert_eq!(bench.hear(E4_PAWN), [], "a lost link says nothing more");
}

#[test]
fn a_device_that_sends_noise_alone_is_gone() {
    let mut bench = Bench::open(usb_board);
    for _ in 0..20 {
        bench.run(500, silent);
        bench.driver.receive(bench.now, &[0x00, 0x91, 0xFF]);
    }
    assert!(bench.is_lost);
}

#[test]
fn a_board_that_speaks_without_answering_keep_alives_is_not_gone() {
    let mut bench = Bench::open(usb_board);
    for second in 0_u8..50 {
        bench.run(1_000, silent);
        bench.hear(&[0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, (second / 10) << 4, 0x09]);
    }
    assert!(!bench.is_lost);
}

#[test]
fn time_in_which_nobody_attended_is_no_silence() {
    let mut bench = Bench::open(usb_board);
    bench.now = bench.now + Duration::from_secs(60);
    bench.driver.timeout(bench.now);
    bench.drain(usb_board);
    assert!(!bench.is_lost);
    assert_eq!(bench.observed, []);
}

#[test]
fn a_check_of_the_board_is_told_where_it_differs_alone() {
    let mut bench = Bench::open(usb_board);
    bench.run(92_000, usb_board);
    assert_eq!(bench.times(0x42), [1_600, 31_600, 61_600, 91_600]);
    assert_eq!(bench.observed, []);
    bench.hear(E2_LIFTED);
    bench.run(30_000, usb_board);
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_requested_read_out_is_told_and_its_repetition_is_not() {
    let mut bench = Bench::open(usb_board);
    bench.driver.request(bench.now, Request::ReadBoard).unwrap();
    bench.run(600, |code| usb_board(code).repeat(2));
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_read_out_that_nobody_asked_for_is_told() {
    let mut bench = Bench::open(usb_board);
    bench.run(10_000, usb_board);
    let bytes = usb_board(0x42);
    assert_eq!(bench.hear(&bytes), [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn requests_are_answered_one_after_the_other_and_not_too_often() {
    let with_clock: FarEnd = |code| match code {
        0x41 => vec![0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08],
        _ => usb_board(code),
    };
    let mut bench = Bench::open(with_clock);
    for _ in 0..300 {
        bench.driver.request(bench.now, Request::ReadBoard).unwrap();
        bench.driver.request(bench.now, Request::ReadClock).unwrap();
        bench.drain(with_clock);
        bench.run(10, with_clock);
    }
    for (code, pause) in [(0x42, 500), (0x41, 1_000)] {
        let times = bench.times(code);
        assert!(times.len() >= 3 && times.windows(2).all(|pair| pair[1] - pair[0] >= pause));
    }
}

#[test]
fn a_square_that_reports_the_same_again_is_no_news() {
    let mut bench = Bench::open(usb_board);
    assert_eq!(
        bench.hear(&[E2_LIFTED, E2_LIFTED, E4_PAWN, E4_PAWN].concat()),
        [square("e2", '.'), square("e4", 'P')]
    );
}

#[test]
fn an_unknown_man_is_told_and_the_board_read_again() {
    let mut bench = Bench::open(usb_board);
    assert_eq!(bench.hear(&[0x8E, 0x00, 0x05, 0x24, 0x0D]), [square("e4", '?')]);
    bench.run(500, usb_board);
    assert_eq!(bench.times(0x42).len(), 1);
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_fact_is_told_when_first_seen_or_changed() {
    let mut bench = Bench::listening();
    let serial = |text: &str| fact(DeviceFact::Serial(text.into()));
    assert_eq!(bench.hear(SERIAL), [up(), serial("12345")]);
    assert_eq!(bench.hear(SERIAL), []);
    assert_eq!(bench.hear(b"\x91\x00\x0C00137 1.0"), [serial("00137")]);
    let hardware = [0x96, 0x00, 0x05, 0x01, 0x00];
    assert_eq!(bench.hear(&hardware), [fact(DeviceFact::Hardware("1.0".into()))]);
}

#[test]
fn noise_is_counted_and_told_once_a_second() {
    let mut bench = Bench::open(usb_board);
    let noise = |count| fact(DeviceFact::Noise(count));
    assert_eq!(bench.hear(&[0x12, 0x13, 0x8E, 0x00]), []);
    assert_eq!(bench.hear(E2_LIFTED), [noise(4), square("e2", '.')]);
    assert_eq!(bench.hear(&[&[0x01][..], E4_PAWN].concat()), [square("e4", 'P')]);
    bench.run(500, usb_board);
    assert_eq!(bench.times(0x42).len(), 1, "the noise may have hidden a change");
    bench.run(500, usb_board);
    assert_eq!(bench.hear(E2_LIFTED)[0], noise(1));
}

#[test]
fn the_clock_is_told_as_it_stands() {
    let mut bench = Bench::listening();
    let observed = bench.hear(&[0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09]);
    let [link, Observation::Clock(ClockReading::Hands(times))] = observed.as_slice() else {
        panic!("{observed:?}");
    };
    assert_eq!(*link, up());
    assert_eq!(times.times.map(|time| time.as_secs()), [181, 182]);
}

#[test]
fn a_clock_that_goes_and_comes_back_is_told_without_doubt() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let absent = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20];
    let running = |minutes| [0x8D, 0x00, 0x0A, 0x20, 0x30, 0x00, 0x20, minutes, 0x00, 0x09];
    assert!(matches!(bench.hear(&running(0x30))[..], [Observation::Clock(_)]));
    assert_eq!(bench.hear(&absent), [fact(DeviceFact::Clock(ClockPresence::Absent))]);
    assert_eq!(bench.hear(&absent), []);
    let back = bench.hear(&running(0x10));
    let [present, Observation::Clock(ClockReading::Hands(times))] = back.as_slice() else {
        panic!("{back:?}");
    };
    assert_eq!(*present, fact(DeviceFact::Clock(ClockPresence::Present)));
    assert!(!times.doubtful);
}

#[test]
fn a_low_clock_battery_is_told_until_it_is_changed() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let mut battery = |status| {
        let message = [0x8D, 0x00, 0x0A, 0x00, 0x03, 0x02, 0x00, 0x03, 0x02, status];
        let mut observed = bench.hear(&message);
        observed.retain(|observation| matches!(observation, Observation::Device(_)));
        observed
    };
    assert_eq!(battery(0x08), []);
    assert_eq!(battery(0x0C), [fact(DeviceFact::ClockBattery(BatteryState::Low))]);
    assert_eq!(battery(0x0C), []);
    assert_eq!(battery(0x08), [fact(DeviceFact::ClockBattery(BatteryState::Good))]);
}

#[test]
fn a_button_of_the_clock_is_told_and_its_other_answers_are_not() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let back = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x08, 0x2A, 0x00, 0x31, 0x00];
    let ready = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x01, 0x2A, 0x00, 0x00, 0x00];
    let void = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00];
    assert_eq!(bench.hear(&back), [Observation::Button("back".into())]);
    assert_eq!(bench.hear(&[ready, void].concat()), []);
}

#[test]
fn a_doubtful_clock_is_told_and_read_again() {
    let mut bench = Bench::open(usb_board);
    let minutes = |minutes| [0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, minutes, 0x00, 0x09];
    bench.hear(&minutes(0x30));
    assert_eq!(bench.codes(), []);
    let observed = bench.hear(&minutes(0x10));
    let [Observation::Clock(ClockReading::Hands(times))] = observed.as_slice() else {
        panic!("{observed:?}");
    };
    assert!(times.doubtful);
    assert_eq!(bench.codes(), [0x41]);
}

#[test]
fn a_listening_driver_says_nothing_and_waits_for_ever() {
    let mut bench = Bench::listening();
    assert_eq!(bench.driver.deadline(), None);
    assert_eq!(bench.hear(&board("8/8/8/8/8/8/8/K1k5"))[1..], [read_out("8/8/8/8/8/8/8/K1k5")]);
    for request in [Request::ReadBoard, Request::ReadClock] {
        assert_eq!(bench.driver.request(bench.now, request), Err(Unsupported(request)));
    }
    bench.now = Instant::from_millis(3_600_000);
    bench.driver.timeout(bench.now);
    bench.drain(silent);
    assert_eq!((bench.sent.len(), bench.is_lost), (0, false));
    assert_eq!(bench.hear(E4_PAWN), [square("e4", 'P')]);
}

#[test]
fn a_driver_begins_anew_with_each_link() {
    let mut bench = Bench::open(usb_board);
    bench.driver.start(bench.now);
    bench.run(900, usb_board);
    assert_eq!(bench.codes(), [0x40, 0x45, 0x4D, 0x46, 0x42, 0x4B]);
    assert_eq!(bench.observed.len(), 5);
}

#[test]
fn every_square_has_its_reading() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    for (index, expected) in (0_u8..64).zip(Square::all()) {
        let field = (7 - index / 8) * 8 + index % 8;
        let observed = bench.hear(&[0x8E, 0x00, 0x05, field, 0x0B]);
        assert_eq!(observed, [square(&expected.to_string(), 'k')]);
    }
}

/// One thing that happens to a driver.
#[derive(Clone, Debug)]
enum Event {
    Bytes(Vec<u8>),
    Message(u8, Vec<u8>),
    Wait(u16),
    Ask(Request),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let data = || proptest::collection::vec(0_u8..0x80, 0..70);
    let request = prop_oneof![Just(Request::ReadBoard), Just(Request::ReadClock)];
    let event = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(Event::Bytes),
        (0x86_u8..0xA6, data()).prop_map(|(id, data)| Event::Message(id, data)),
        (0x08_u8..0x60, 0_u8..0x80, 0x00_u8..0x1F).prop_map(|(left, second, status)| {
            Event::Message(0x8D, vec![left & 0x2F, 0x10, 0x10, 0x01, 0x20, second, status])
        }),
        (0_u8..64, 0_u8..0x10).prop_map(|(field, code)| Event::Message(0x8E, vec![field, code])),
        (0_u16..3_000).prop_map(Event::Wait),
        request.prop_map(Event::Ask),
    ];
    proptest::collection::vec(event, 0..120)
}

proptest! {
    /// Codes that write the board's memory, start its boot loader, dump its log, change its mode or
    /// speak to its clock must never leave, whatever a device says.
    #[test]
    fn nothing_but_harmless_commands_is_ever_sent(
        approach in prop_oneof![Just(Approach::Known), Just(Approach::Probe)],
        honest in any::<bool>(),
        events in events(),
    ) {
        let far_end: FarEnd = if honest { bluetooth_board } else { only_serial };
        let mut bench = Bench::new(approach);
        bench.driver.start(bench.now);
        for event in events {
            match event {
                Event::Bytes(bytes) => bench.driver.receive(bench.now, &bytes),
                Event::Message(id, data) => {
                    let header = [id, 0, data.len() as u8 + 3];
                    bench.driver.receive(bench.now, &[&header[..], &data].concat());
                }
                Event::Wait(millis) => bench.run(millis.into(), far_end),
                Event::Ask(request) => { let _ = bench.driver.request(bench.now, request); }
            }
            bench.drain(far_end);
        }
        let harmless = BTreeSet::from([0x40, 0x41, 0x42, 0x45, 0x46, 0x4B, 0x4C, 0x4D, 0x55]);
        let sent: BTreeSet<u8> = bench.codes().into_iter().collect();
        prop_assert!(sent.is_subset(&harmless), "{:02X?}", sent);
        for (code, pause) in [(0x42, 500), (0x41, 1_000)] {
            prop_assert!(bench.times(code).windows(2).all(|pair| pair[1] - pair[0] >= pause));
        }
    }
}
