use super::*;
use crate::device::Device;
use crate::observation::Reading;
use crate::packet::Packet;

const SOMEBODY: Address = Address::new(1_025);

fn board() -> Board {
    Board::new(&Make { serial: 1_025, chance: 0, scan: None, clock: None })
}

fn at(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

/// What the board answers, and after how long in milliseconds.
fn ask(board: &mut Board, millis: u64, bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
    board.receive(at(millis), Packet::stream(bytes));
    let mut answers = Vec::new();
    loop {
        let after = board.now.since(at(millis)).as_millis() as u64;
        answers.extend(std::iter::from_fn(|| board.poll()).map(|packet| (after, packet.bytes)));
        match board.deadline().filter(|due| *due <= at(millis + 2_000)) {
            Some(due) => board.timeout(due),
            None => return answers,
        }
    }
}

fn put(board: &mut Board, millis: u64, square: &str, letter: char) {
    let reading = Reading::from_letter(letter).unwrap();
    board.set(at(millis), square.parse().unwrap(), reading);
    board.timeout(at(millis + 200));
}

#[test]
fn a_board_that_is_switched_on_answers_to_its_address_alone() {
    let mut board = board();
    let ping = ask(&mut board, 0, &Command::Ping.encode(SOMEBODY));
    assert_eq!(ping.len(), 1);
    assert!(ping[0].0 <= 4, "{ping:?}");
    assert_eq!(ping[0].1, [0x87, 0x00, 0x06, 0x08, 0x01, 0x16]);
    assert!(ask(&mut board, 5_000, &Command::Ping.encode(Address::new(7))).is_empty());
    let mut wrong = Command::Ping.encode(SOMEBODY);
    wrong[3] ^= 1;
    assert!(ask(&mut board, 9_000, &wrong).is_empty());
}

#[test]
fn a_ping_for_all_is_answered_within_1100_ms_and_one_can_be_passed_over() {
    let mut board = board();
    let ping = Command::Ping.encode(Address::ALL);
    let mut after: Vec<_> =
        (1..200).map(|round| ask(&mut board, round * 3_000, &ping)[0].0).collect();
    after.sort_unstable();
    assert!(after[0] < 100 && after[198] > 1_000 && after[198] < 1_100, "{after:?}");
    let ignored = ask(&mut board, 900_000, &Command::IgnorePing.encode(SOMEBODY));
    assert_eq!(ignored[0].1, [0x87, 0x00, 0x06, 0x08, 0x01, 0x16]);
    assert!(ask(&mut board, 903_000, &ping).is_empty());
    assert_eq!(ask(&mut board, 906_000, &ping).len(), 1, "only one is passed over");
}

#[test]
fn changes_are_told_once_and_the_same_again_when_asked() {
    let mut board = board();
    put(&mut board, 0, "e4", 'P');
    let changes = Command::Changes.encode(SOMEBODY);
    // It was switched on, and no piece stood there.
    let all = [0x7F, 0x7F, 0x7F, 0x6A, 0x6D, 0x41, 0x24];
    let first = ask(&mut board, 500, &changes).remove(0).1;
    assert_eq!((first[0], &first[5..first.len() - 1]), (0x85, &all[..]));
    let again = ask(&mut board, 3_000, &Command::RepeatChanges.encode(SOMEBODY)).remove(0).1;
    assert_eq!(again, first);
    let empty = ask(&mut board, 6_000, &changes).remove(0).1;
    assert_eq!(empty, [0x8B, 0x00, 0x06, 0x08, 0x01, 0x1A], "newer boards take two ids in turn");
    let game = ask(&mut board, 9_000, &Command::FromStart.encode(SOMEBODY)).remove(0).1;
    assert_eq!(game[5..game.len() - 1], all);
}

#[test]
fn who_writes_answers_when_it_has_written() {
    let mut board = board();
    board.set(at(0), "a8".parse().unwrap(), Reading::from_letter('r').unwrap());
    board.timeout(at(200));
    let (after, _) = ask(&mut board, 201, &Command::Changes.encode(SOMEBODY)).remove(0);
    assert_eq!(after, 19);
    let (after, started) = ask(&mut board, 5_000, &Command::StartGame.encode(SOMEBODY)).remove(0);
    assert_eq!((after, started), (70, vec![0x88, 0x00, 0x06, 0x08, 0x01, 0x17]));
    let listed = ask(&mut board, 9_000, &Command::Changes.encode(SOMEBODY)).remove(0).1;
    assert_eq!(listed[5..listed.len() - 1], [0x7B, 0x58, 0x00]);
}

#[test]
fn a_code_of_single_mode_is_carried_out_and_a_command_only_brings_it_back() {
    let mut board = board();
    assert_eq!(ask(&mut board, 0, &[0x45]), [(0, b"\x91\x00\x0801025".to_vec())]);
    assert!(ask(&mut board, 3_000, &Command::Ping.encode(SOMEBODY)).is_empty());
    assert_eq!(ask(&mut board, 6_000, &Command::Ping.encode(SOMEBODY)).len(), 1);
    board.receive(at(9_000), Packet::stream(&[0x44]));
    board.set(at(9_000), "a8".parse().unwrap(), Reading::from_letter('r').unwrap());
    board.timeout(at(9_300));
    assert_eq!(board.poll(), Some(Packet::stream(vec![0x8E, 0x00, 0x05, 0x00, 0x08])));
    // Somebody else's command.
    assert!(ask(&mut board, 9_400, &Command::Clock.encode(Address::new(7))).is_empty());
    put(&mut board, 12_000, "h8", 'r');
    assert_eq!(board.poll(), None, "it tells nothing by itself any more");
    let kept = ask(&mut board, 15_000, &Command::Changes.encode(SOMEBODY)).remove(0).1;
    assert!(kept.windows(4).any(|two| two == [0x48, 0x00, 0x48, 0x07]), "{kept:x?}");
}
