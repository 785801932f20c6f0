use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color};
use touchmove_drivers::observation::ClockTime;

use crate::game::conclusion::{GameResult, ResultReason, ResultValue};
use crate::game::view::Break;
use crate::laws::control::TimeControl;
use crate::pairing::Pairing;
use crate::sheet::samples::{fen, paired, pairing, played};
use crate::sheet::thinking::{self, Seen};
use crate::sheet::{Sheet, SheetMove, SheetStart, pgn};
use crate::tournament::release::{IllegalMove, Release, ReleasedGame, ReleasedMove};
use crate::tournament::rounds::GamePlace;

const OPENING: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5";

/// Times after the moves of [`OPENING`], on clocks that show the first increment from the start on.
const LEFT: &str = "1:30:55 1:30:48 1:31:06 1:30:52 1:31:03 1:30:42 1:30:46 1:30:18 1:30:15 1:29:40 \
                    1:29:30 1:28:48";

/// A time as a clock shows it.
fn shown(text: &str) -> ClockTime {
    let fields: Vec<u8> = text.split(':').map(|field| field.parse().unwrap()).collect();
    let (hours, minutes, seconds) = match fields[..] {
        [hours, minutes, seconds] => (hours, minutes, seconds),
        [minutes, seconds] => (0, minutes, seconds),
        _ => panic!("{text}"),
    };
    ClockTime::from_hms(hours, minutes, seconds).unwrap()
}

/// Pieces going to and fro, each time with what its player has left; `-` where that is not known.
fn game(left: &str) -> ReleasedGame {
    let left: Vec<_> = left.split_whitespace().collect();
    let moves: Vec<_> = "Nf3 Nf6 Ng1 Ng8".split(' ').cycle().take(left.len()).collect();
    released(&played(SheetStart::usual(), &moves.join(" ")), &left)
}

fn released(sheet: &Sheet, left: &[&str]) -> ReleasedGame {
    let mut game = ReleasedGame::default();
    releases(sheet, left).iter().for_each(|release| game.take(release));
    game
}

fn releases(sheet: &Sheet, left: &[&str]) -> Vec<Release> {
    let mut releases = Vec::new();
    for (ply, (made, left)) in (1..).zip(sheet.moves.iter().zip(left)) {
        let SheetMove { side, san, uci, fen, .. } = made.clone();
        let san = san.unwrap();
        let (is_doubtful, led_by) = (false, Vec::new());
        let made = ReleasedMove { ply, uci, san, fen, side, is_doubtful, led_by };
        releases.push(Release::Move(made));
        if *left != "-" {
            releases.push(Release::Time { ply, left: shown(left) });
        }
    }
    releases
}

/// How many seconds each move took, by what is told.
fn seconds(game: &ReleasedGame, control: &str, seen: Seen) -> Vec<Option<u64>> {
    let control: TimeControl = control.parse().unwrap();
    let times = thinking::times(game, control.periods().unwrap(), seen).unwrap_or_default();
    game.moves.iter().map(|made| times.get(&made.ply).map(Duration::as_secs)).collect()
}

fn whole(left: &str, control: &str) -> Vec<Option<u64>> {
    seconds(&game(left), control, Seen::Whole)
}

#[test]
fn a_move_took_what_the_clock_lost() {
    assert_eq!(whole("4:50 4:30 4:50 4:29", "5"), [Some(10), Some(30), Some(0), Some(1)]);
}

#[test]
fn an_increment_is_not_counted_as_thought() {
    let left = "5:02 5:00 5:00 5:01";
    assert_eq!(whole(left, "5+3")[2..], [Some(5), Some(2)]);
}

#[test]
fn one_early_first_move_tells_whether_the_clocks_began_with_the_increment() {
    assert_eq!(whole("1:30:50 1:29:10", "90+30"), [Some(10), Some(110)]);
    assert_eq!(whole("1:30:20 1:30:25", "90+30"), [None, None]);
}

#[test]
fn a_move_within_the_delay_took_nobody_knows_how_long() {
    assert_eq!(whole("5:00 4:50 4:58 4:50", "G/5;d3"), [None, Some(13), Some(5), None]);
    assert_eq!(whole("5:03 4:53 5:00 4:53", "5+3 Bronstein"), [None, Some(13), Some(6), None]);
}

#[test]
fn the_time_of_the_next_period_is_not_counted_as_won() {
    let with_the_move = "9:00 9:00 13:30 8:30 13:00 13:00 12:00";
    assert_eq!(
        whole(with_the_move, "2/10:00 5:00"),
        [Some(60), Some(60), Some(30), None, Some(30), Some(30), Some(60)]
    );
    let when_it_has_run_out = "9:00 9:00 0:30 8:30 4:50 8:20 4:00";
    assert_eq!(
        whole(when_it_has_run_out, "2/10:00 5:00"),
        [Some(60), Some(60), None, None, Some(40), None, Some(50)]
    );
}

#[test]
fn a_clock_that_shows_just_the_new_time_may_not_have_added_the_increment() {
    let left = "10:00 10:00 1:30 9:00 5:00 8:00 4:50";
    assert_eq!(whole(left, "2/10:00+0:10 5:00+0:10")[4..], [None, None, Some(20)]);
}

#[test]
fn a_clock_that_gained_more_than_it_could_tells_nothing() {
    assert_eq!(
        whole("4:50 4:30 6:40 4:29 6:30", "5"),
        [Some(10), Some(30), None, Some(1), Some(10)]
    );
}

#[test]
fn clocks_that_are_set_otherwise_tell_nothing() {
    assert_eq!(whole("15:18 15:19 15:25 15:23", "90+30"), [None; 4]);
    assert_eq!(whole("1:29:50 1:29:40 1:29:30 1:29:20", "60"), [None; 4]);
    let white_was_late = "40:00 1:29:00 39:00 1:28:00";
    assert_eq!(whole(white_was_late, "90"), [Some(3_000), Some(60), Some(60), Some(60)]);
}

#[test]
fn without_the_time_before_it_a_move_tells_nothing() {
    assert_eq!(
        whole("4:50 4:30 - 4:29 4:00 4:19 3:50", "5"),
        [Some(10), Some(30), None, Some(1), None, Some(10), Some(10)]
    );
}

#[test]
fn the_arbiter_may_have_put_the_clock_after_an_illegal_move_or_a_break() {
    let told = [Some(10), Some(30), None, None, Some(10), Some(10)];
    let mut illegal = game("4:50 4:30 4:40 4:20 4:30 4:10");
    let answered =
        IllegalMove { side: Color::Black, uci: "a7a4".into(), fen: fen(&Chess::default()) };
    illegal.moves[2].led_by = vec![answered];
    assert_eq!(seconds(&illegal, "5", Seen::Whole), told);

    let mut broken = game("4:50 4:30 4:40 4:20 4:30 4:10");
    broken.breaks.push(Break { after: 2, fen: fen(&Chess::default()) });
    assert_eq!(seconds(&broken, "5", Seen::Whole), told);
    assert_eq!(seconds(&broken, "40/5:00 5:00", Seen::Whole)[2..], [None; 4]);
}

#[test]
fn of_a_board_that_was_joined_later_only_a_single_period_tells() {
    let game = game("4:50 4:30 4:40 4:20");
    assert_eq!(seconds(&game, "5", Seen::Later), [None, None, Some(10), Some(10)]);
    assert_eq!(seconds(&game, "40/5:00 5:00", Seen::Later), [None; 4]);
}

/// A paired game that was released with these times.
fn broadcast(control: &str) -> String {
    let sheet = paired(played(SheetStart::usual(), OPENING));
    let pairing = Pairing { time_control: Some(control.to_owned()), ..pairing() };
    let place = GamePlace { pairing: Arc::new(pairing), event: Arc::new(sheet.event.clone()) };
    let mut game = released(&sheet, &LEFT.split_whitespace().collect::<Vec<_>>());
    let (value, reason) = (ResultValue::Draw, ResultReason::Kings);
    game.take(&Release::Ended(GameResult { value, reason, article: None }));
    pgn::write(&Sheet::of_released(&place, &SheetStart::usual().fen, &game))
}

#[test]
fn a_broadcast_tells_how_long_the_players_thought() {
    let pgn = broadcast("90 min/40 moves + 30 min + 30 sec/move");
    assert_eq!(pgn, include_str!("../../../../tests/broadcasts/thinking-times.pgn"));
}

#[test]
fn a_time_control_that_cannot_be_read_stays_as_it_is_and_tells_no_thinking_times() {
    let pgn = broadcast("1 h 30 al finish");
    assert!(pgn.contains("[TimeControl \"1 h 30 al finish\"]\n"), "{pgn}");
    assert!(pgn.contains("[%clk 1:30:55]") && !pgn.contains("%emt"), "{pgn}");
}
