//! Logs byte for byte as DGT's description has them, and any bytes at all.

use proptest::prelude::*;

use super::*;
use crate::observation::Side;

fn field(name: &str, letter: char, pace: Pace) -> Entry {
    let (square, reading) = (name.parse().unwrap(), Reading::from_letter(letter).unwrap());
    Entry::Field { square, reading, pace }
}

fn stopped(side: Hand, hours: u8, minutes: u8, seconds: u8) -> Entry {
    Entry::Stopped { side, time: ClockTime::from_hms(hours, minutes, seconds).unwrap() }
}

#[test]
fn a_log_reads_as_the_sheet_has_it() {
    let power_up = [0x7F, 0x7F, 0x7F, 0x6A, 0x42, 0x38, 0x58, 0x00];
    let rooks = [field("a1", 'R', Pace::Slow), field("a8", 'r', Pace::Quick)];
    assert_eq!(read(&power_up), [&[Entry::PowerUp][..], &rooks].concat());

    let opening = [
        0x6F, 0x40, 0x34, 0x41, 0x24, 0x70, 0x03, 0x01, 0x40, 0x0C, 0x57, 0x1C, 0x60, 0x03, 0x03,
        0x6B,
    ];
    let played = [
        Entry::Start,
        field("e2", '.', Pace::Slow),
        field("e4", 'P', Pace::Slow),
        stopped(Hand::Left, 0, 3, 1),
        field("e7", '.', Pace::Slow),
        field("e5", 'p', Pace::Quick),
        stopped(Hand::Right, 0, 3, 3),
        Entry::End,
    ];
    assert_eq!(read(&opening), played);
    assert_eq!(played.iter().flat_map(|entry| entry.encode()).collect::<Vec<_>>(), opening);

    let turned = [Entry::StartTurned, field("d7", '.', Pace::Slow), field("d5", 'P', Pace::Slow)];
    assert_eq!(read(&[0x7A, 0x40, 0x0B, 0x41, 0x1B]), turned);
}

#[test]
fn seconds_that_look_like_a_square_are_seconds() {
    assert_eq!(read(&[0x70, 0x09, 0x59, 0x6B]), [stopped(Hand::Left, 0, 9, 59), Entry::End]);
}

#[test]
fn what_a_new_board_writes_besides_does_not_put_the_reader_out_of_step() {
    let log = [0x00, 0x13, 0x25, 0x31, 0x7C, 0x03, 0x7D, 0x7E, 0x40, 0x34, 0x05, 0x41, 0x24, 0x6E];
    let played = [field("e2", '.', Pace::Slow), field("e4", 'P', Pace::Slow), Entry::Downloaded];
    assert_eq!(read(&log), [&[Entry::Watchdog][..], &played].concat());
}

#[test]
fn an_entry_that_is_cut_or_altered_is_said_and_what_follows_is_read() {
    let lifted = field("e2", '.', Pace::Slow);
    for (broken, left) in [
        // Its field is beyond the board, and begins the next entry.
        (&[0x41, 0x40, 0x34][..], &[lifted][..]),
        // A minute of 0A, a second of 60.
        (&[0x70, 0x0A, 0x01, 0x40, 0x34], &[lifted]),
        (&[0x65, 0x01, 0x60, 0x01, 0x02], &[stopped(Hand::Right, 0, 1, 2)]),
        (&[0x41], &[]),
        (&[0x70, 0x01], &[]),
    ] {
        assert_eq!(read(broken), [&[Entry::Garbled][..], left].concat(), "{broken:02x?}");
    }
    // The ring may begin in the middle of an entry: what is left of it are no first bytes.
    assert_eq!(read(&[0x34, 0x03, 0x6F]), [Entry::Start]);
}

fn entry() -> impl Strategy<Value = Entry> {
    let square = (0..64_u8).prop_map(|index| Square::new(index).unwrap());
    let reading = prop::sample::select(b".PRNBKQprnbkq?".to_vec())
        .prop_map(|letter| Reading::from_letter(letter.into()).unwrap());
    let pace = prop::sample::select(vec![Pace::Quick, Pace::Slow]);
    let time = (0..10_u8, 0..60_u8, 0..60_u8);
    let marks = [
        Entry::PowerUp,
        Entry::StartTag,
        Entry::Start,
        Entry::StartTurned,
        Entry::FourRows,
        Entry::Empty,
        Entry::Downloaded,
        Entry::Watchdog,
        Entry::End,
    ];
    prop_oneof![
        (square, reading, pace).prop_map(|(square, reading, pace)| Entry::Field {
            square,
            reading,
            pace
        }),
        (prop::sample::select(Hand::BOTH.to_vec()), time)
            .prop_map(|(side, (hours, minutes, seconds))| stopped(side, hours, minutes, seconds)),
        prop::sample::select(marks.to_vec()),
    ]
}

proptest! {
    #[test]
    fn what_a_board_writes_reads_back_the_same(entries in prop::collection::vec(entry(), 0..80)) {
        let log: Vec<u8> = entries.iter().flat_map(|entry| entry.encode()).collect();
        prop_assert_eq!(read(&log), entries);
    }

    #[test]
    fn any_bytes_are_read_and_no_entry_has_less_than_a_byte(log: Vec<u8>) {
        prop_assert!(read(&log).len() <= log.len());
    }

    #[test]
    fn a_whole_log_after_any_junk_is_read_to_its_end(
        junk in prop::collection::vec(0..0x80_u8, 0..40),
        entries in prop::collection::vec(entry(), 0..40),
    ) {
        let mut log = junk;
        // What an entry lacks is never taken from one that follows nothing.
        log.extend([NOTHING; 3]);
        log.extend(entries.iter().flat_map(|entry| entry.encode()));
        prop_assert!(read(&log).ends_with(&entries));
    }
}
