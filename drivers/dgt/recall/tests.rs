//! Logs that go on from what was known, and logs that do not.

use proptest::prelude::*;

use super::*;

/// A log in words: `e2.` and `e4P` are squares, `L3:01` and `R3:03` are times, other words are marks.
fn log(words: &str) -> Vec<u8> {
    words.split_whitespace().flat_map(|word| entry(word).encode()).collect()
}

fn entry(word: &str) -> Entry {
    use crate::dgt::log::Pace;
    match word {
        "on" => Entry::PowerUp,
        "tag" => Entry::StartTag,
        "start" => Entry::Start,
        "turned" => Entry::StartTurned,
        "empty" => Entry::Empty,
        "sent" => Entry::Downloaded,
        "end" => Entry::End,
        _ => match word.split_once(':') {
            Some((minutes, seconds)) => {
                let (side, minutes) = minutes.split_at(1);
                let side = if side == "L" { Hand::Left } else { Hand::Right };
                let [minutes, seconds] = [minutes, seconds].map(|number| number.parse().unwrap());
                Entry::Stopped { side, time: ClockTime::from_hms(0, minutes, seconds).unwrap() }
            }
            None => {
                let (square, letter) = word.split_at(2);
                let reading = Reading::from_letter(letter.chars().next().unwrap()).unwrap();
                Entry::Field { square: square.parse().unwrap(), reading, pace: Pace::Slow }
            }
        },
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
const AFTER_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
const AFTER_NF3: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

fn pieces(placement: &str) -> Placement {
    placement.parse().unwrap()
}

fn known(base: &str, lines: &[&str]) -> Known {
    let mut known = Known::of(pieces(base));
    for line in lines {
        known.note(&line.parse().unwrap());
    }
    known
}

/// What is told, as lines, or why nothing is.
fn told(known: &Known, words: &str, before: &str, now: &str) -> Result<Vec<String>, Memory> {
    let around = Around { before: &pieces(before), behind: &[], now: &pieces(now) };
    let told = recall(Some(known), &log(words), &around)?;
    Ok(told.iter().map(ToString::to_string).collect())
}

const CLOCK: &str = "clock left=0:03:00 right=0:03:00 run=left lever=left";
const E4_PRESSED: &str = "clock left=0:02:58 right=0:03:00 run=right lever=right";
const E5_PRESSED: &str = "clock left=0:02:58 right=0:02:55 run=left lever=left";

#[test]
fn what_the_board_wrote_down_since_is_told_in_order_with_its_times() {
    let known = known(START, &[CLOCK, "square e2 .", "square e4 P", E4_PRESSED]);
    let log = "start e2. e4P L2:58 e7. e5p R2:55 g1. f3N L2:50 end";
    assert_eq!(
        told(&known, log, AFTER_NF3, AFTER_NF3).unwrap(),
        [
            "square e7 .",
            "square e5 p",
            E5_PRESSED,
            "square g1 .",
            "square f3 N",
            "clock left=0:02:50 right=0:02:55 run=right lever=right",
        ]
    );
}

#[test]
fn a_press_that_was_not_heard_is_told_though_the_pieces_stood_so() {
    let known = known(START, &[CLOCK, "square e2 .", "square e4 P"]);
    let log = "start e2. e4P L2:58 e7. e5p R2:55 end";
    let told = told(&known, log, AFTER_E5, AFTER_E5).unwrap();
    assert_eq!(told, [E4_PRESSED, "square e7 .", "square e5 p", E5_PRESSED]);
}

#[test]
fn of_equal_positions_the_one_with_the_same_past_is_meant() {
    let knights =
        ["g1.", "f3N", "L2:58", "g8.", "f6n", "R2:55", "f3.", "g1N", "L2:50", "f6.", "g8n"];
    let again = knights.join(" ").replace("2:", "1:");
    let log = format!("start {} R2:45 {again} R1:45 end", knights.join(" "));
    let mut lines = vec![CLOCK.to_owned()];
    for word in &knights {
        lines.push(match word.split_once(':') {
            None => format!("square {} {}", &word[..2], &word[2..]),
            Some(_) if word.starts_with('L') => {
                let left = &word[1..];
                format!("clock left=0:0{left} right=0:02:55 run=right lever=right")
            }
            Some((_, right)) => {
                format!("clock left=0:02:58 right=0:02:{right} run=left lever=left")
            }
        });
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let told = told(&known(START, &lines), &log, START, START).unwrap();
    assert_eq!(told.len(), 13, "the last press of the first round, and the whole second: {told:?}");
}

#[test]
fn where_nothing_tells_equal_positions_apart_the_last_is_meant() {
    let log = "start e2. e4P e4. e2P d2. c2. b2. b2P c2P d2P start e2. e4P e7. e5p end";
    let told = told(&known(START, &[]), log, AFTER_E5, AFTER_E5).unwrap();
    assert_eq!(told, ["square e2 .", "square e4 P", "square e7 .", "square e5 p"]);
}

#[test]
fn a_piece_in_the_air_when_the_link_was_lost_may_have_come_down_where_it_was() {
    // The board writes over what only one square does: that the pawn was lifted is not in the log.
    let known = known(START, &[CLOCK, "square e2 .", "square e4 P", "square e7 ."]);
    let log = "start e2. e4P e7p d7. d5p end";
    let now = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR";
    let [shown, told @ ..] = &told(&known, log, now, now).unwrap()[..] else { panic!() };
    assert_eq!(shown, &format!("board {AFTER_E4}"));
    assert_eq!(told, ["square d7 .", "square d5 p"]);
}

#[test]
fn a_board_that_was_switched_off_meanwhile_tells_what_it_found() {
    let known = known(START, &[CLOCK, "square e2 .", "square e4 P"]);
    let log = "start e2. e4P on e1K e8k g1N end";
    let now = "4k3/8/8/8/8/8/8/4K1N1";
    assert_eq!(told(&known, log, now, now).unwrap(), ["board 4k3/8/8/8/8/8/8/4K1N1"]);
    let log = "start e2. e4P on e1K e8k g1. f3N g1N L2:58 end";
    assert_eq!(
        told(&known, log, "4k3/8/8/8/8/5N2/8/4K1N1", now).unwrap()[..3],
        ["board 4k3/8/8/8/8/8/8/4K3", "square g1 .", "square f3 N"]
    );
}

#[test]
fn a_game_set_up_meanwhile_has_times_of_its_own() {
    let known = known(AFTER_NF3, &[CLOCK]);
    let log = "start e2. e4P L2:58 e7. e5p g1. f3N L2:00 g1N f3. e5. e7p e4. e2P start \
               e2. e4P L4:58 e7. e5p R4:55 end";
    let told = told(&known, log, AFTER_E5, AFTER_E5).unwrap();
    assert_eq!(told.last().unwrap(), "clock left=0:04:58 right=0:04:55 run=left lever=left");
    let clocks = told.iter().filter(|line| line.starts_with("clock")).count();
    assert_eq!(clocks, 2, "what Black's clock showed at 4:58 is not known: {told:?}");
}

#[test]
fn a_log_that_lacks_what_was_known_tells_nothing() {
    let known = known(AFTER_NF3, &[]);
    for log in ["end", "", "start e2. e4P end", "e2. e4P e7. e5p g1. f3N end"] {
        assert_eq!(told(&known, log, AFTER_E4, AFTER_E4), Err(Memory::Apart), "{log}");
    }
}

#[test]
fn a_log_that_does_not_lead_to_what_the_board_shows_tells_nothing() {
    let known = known(START, &[]);
    assert_eq!(told(&known, "start e2. e4P end", AFTER_E5, AFTER_E5), Err(Memory::Broken));
    let mut garbled = log("start e2. e4P");
    garbled.extend([0x41, 0x6B]);
    let shown = pieces(AFTER_E4);
    let around = Around { before: &shown, behind: &[], now: &shown };
    let recalled = recall(Some(&known), &garbled, &around);
    assert_eq!(recalled, Err(Memory::Broken));
}

#[test]
fn what_changes_while_the_log_is_read_shows_itself_afterwards() {
    let known = known(START, &[]);
    let told = told(&known, "start e2. e4P end", AFTER_E4, AFTER_E5).unwrap();
    assert_eq!(told, ["square e2 .", "square e4 P"]);
}

#[test]
fn a_log_that_was_sent_while_pieces_were_set_up_leads_to_them_by_what_changed_behind_it() {
    let known = known(START, &[]);
    let words = log("start e2. e4P e7. e5p e4. e5. d1. e1. end");
    let (before, now) = (pieces(AFTER_E5), pieces(START));
    let put_back = |names: &[&str]| -> Vec<(Square, Reading)> {
        let change = |name: &&str| {
            let square = name[..2].parse().unwrap();
            (square, Reading::from_letter(name.chars().nth(2).unwrap()).unwrap())
        };
        names.iter().map(change).collect()
    };
    let recalled = |behind: &[(Square, Reading)]| {
        recall(Some(&known), &words, &Around { before: &before, behind, now: &now })
    };
    assert!(recalled(&put_back(&["d1Q", "e1K", "e2P", "e7p"])).is_ok());
    assert_eq!(recalled(&[]), Err(Memory::Broken), "the queen and the king were never away");
}

#[test]
fn a_read_out_that_the_next_change_was_written_over_in_the_log_is_joined_before_it() {
    // The white king stood on d4 when the board was read out.
    let known = known("8/8/8/4k3/3K4/8/8/8", &[]);
    let log = "empty e1K e8k L2:58 e1. e8. e5k d4. c3K e5. d6k end";
    let told = told(&known, log, "8/8/3k4/8/8/2K5/8/8", "8/8/3k4/8/8/2K5/8/8");
    assert_eq!(told.unwrap(), ["square d4 .", "square c3 K", "square e5 .", "square d6 k"]);
}

/// What is told where nothing was known.
fn told_anew(words: &str, shown: &str) -> Result<Vec<String>, Memory> {
    let shown = pieces(shown);
    let around = Around { before: &shown, behind: &[], now: &shown };
    let told = recall(None, &log(words), &around)?;
    Ok(told.iter().map(ToString::to_string).collect())
}

#[test]
fn where_nothing_was_known_the_last_game_is_told_from_its_start() {
    let log =
        "start d2. d4P L4:00 d4. d2P c2. b2. a2. a2P b2P c2P start e2. e4P L2:58 e7. e5p R2:55 end";
    let start = format!("board {START}");
    let moves = ["square e2 .", "square e4 P", "square e7 .", "square e5 p", E5_PRESSED];
    let expected: Vec<_> = [&[start.as_str()], &moves[..]].concat();
    assert_eq!(told_anew(log, AFTER_E5).unwrap(), expected);
    let listed = "start e2. e4P tag e1K e8k h1R e1. e2K end";
    assert_eq!(
        told_anew(listed, "4k3/8/8/8/8/8/4K3/7R").unwrap(),
        ["board 4k3/8/8/8/8/8/8/4K2R", "square e1 .", "square e2 K"]
    );
    let turned = told_anew(
        "turned d2. d4p end",
        &pieces("RNBKQBNR/PPPPPPPP/8/8/3p4/8/ppp1pppp/rnbkqbnr").to_string(),
    );
    assert_eq!(turned.unwrap()[1..], ["square d2 .", "square d4 p"]);
}

#[test]
fn where_nothing_was_known_a_log_without_a_start_or_of_another_game_tells_nothing() {
    for log in ["", "end", "e2. e4P e7. e5p end", "on e4P e5p end"] {
        assert_eq!(told_anew(log, AFTER_E5), Err(Memory::Apart), "{log}");
    }
    assert_eq!(told_anew("start d2. d4P d7. d5p end", AFTER_E5), Err(Memory::Broken));
    assert_eq!(told_anew("start e2. e4P e7. e5p on e1K e8k end", AFTER_E5), Err(Memory::Broken));
}

proptest! {
    #[test]
    fn whatever_a_log_holds_what_is_told_leads_to_what_the_board_shows(
        junk in prop::collection::vec(0..0x80_u8, 0..200),
        marks in prop::collection::vec(prop::sample::select(vec![0x6A_u8, 0x6F, 0x41, 0x34, 0x24]), 0..60),
    ) {
        let whole = [log("start"), marks, junk].concat();
        let mut shown = Pieces::default();
        read(&whole).into_iter().for_each(|entry| shown.take(entry));
        let shown = shown.0.unwrap_or(Placement::EMPTY);
        let known = known(START, &[]);
        let around = Around { before: &shown, behind: &[], now: &shown };
        for known in [Some(&known), None] {
            let Ok(told) = recall(known, &whole, &around) else { continue };
            let mut pieces = known.map_or(Placement::EMPTY, Known::placement);
            for observation in told {
                match observation {
                    Observation::Square { square, reading } => pieces.set(square, reading),
                    Observation::Board(placement) => pieces = *placement,
                    _ => {}
                }
            }
            prop_assert_eq!(&pieces, &shown, "to the last square");
        }
    }
}

#[test]
fn after_another_board_has_answered_in_its_place_a_log_goes_on_from_where_the_board_was_known() {
    let lines = [CLOCK, "square e2 .", "square e4 P", E4_PRESSED, "device memory=apart", OTHER];
    // Pieces came to stand so before, but what came before the last moment that is known is known too.
    let log = "empty start e2. e4P L2:58 e7. e5p R2:55 end";
    let told = told(&known(START, &lines), log, AFTER_E5, AFTER_E5).unwrap();
    assert_eq!(told[..2], [format!("board {AFTER_E4}"), "square e7 .".to_owned()]);
    let joined = [&lines[..], &["device memory=ends"]].concat();
    assert_eq!(known(START, &joined).moments().count(), 1, "it was no other board");
}

const OTHER: &str = "board 8/8/8/8/8/8/8/8";
