use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use touchmove_drivers::observation::Placement;

use super::*;
use crate::simulate::{Control, PgnGame, PlayStyle, RepeatedGames, Sins, Style};

/// What a device was asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Set(observation::Square, Reading),
    Press(Hand),
    StartStop,
    Receive,
    Timeout,
}

type Calls = Arc<Mutex<Vec<(Instant, Call)>>>;

/// Notes its calls, answers each byte with ten, reports from the second byte on, and has a
/// deadline every 300 ms.
struct Notebook {
    calls: Calls,
    answers: usize,
    heard: usize,
    next: Instant,
}

impl Notebook {
    fn note(&self, now: Instant, call: Call) {
        self.calls.lock().unwrap().push((now, call));
    }
}

impl Device for Notebook {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.answers += packet.bytes.len();
        self.heard += packet.bytes.len();
        self.note(now, Call::Receive);
    }

    fn timeout(&mut self, now: Instant) {
        self.next = now + Duration::from_millis(300);
        self.note(now, Call::Timeout);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.answers = self.answers.checked_sub(1)?;
        Some(Packet::stream(vec![0; 10]))
    }

    fn deadline(&self) -> Option<Instant> {
        Some(self.next)
    }

    fn is_reporting(&self) -> bool {
        self.heard > 1
    }

    fn set(&mut self, now: Instant, square: observation::Square, reading: Reading) {
        self.note(now, Call::Set(square, reading));
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.note(now, Call::Press(side));
    }

    fn start_stop(&mut self, now: Instant) {
        self.note(now, Call::StartStop);
    }
}

const GAME: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
const LAST: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";

fn player(orientation: BoardTurn, cue: Cue, rounds: usize) -> (PlayedTable, Calls) {
    let game = PgnGame::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
    let manner =
        PlayStyle { rates: Style::Mixed.rates(), sins: Sins::Usual, clock: Some(Control::USUAL) };
    let calls = Calls::default();
    let device = Notebook { calls: calls.clone(), answers: 0, heard: 0, next: Instant::ZERO };
    let line = Some(SerialLine::at(9_600));
    let programme = RepeatedGames::new(game, manner, 1).take(rounds);
    (PlayedTable::new(Box::new(device), line, orientation, cue, programme), calls)
}

/// Plays to the end, waking at each deadline.
fn play_on(player: &mut PlayedTable) -> Instant {
    let mut now = Instant::ZERO;
    while !player.progress().over {
        now = player.deadline().expect("there is more to come");
        player.timeout(now);
        while player.poll().is_some() {}
    }
    now
}

fn board(calls: &Calls) -> Placement {
    let mut board = Placement::EMPTY;
    for (_, call) in calls.lock().unwrap().iter() {
        if let Call::Set(square, reading) = *call {
            board.set(square, reading);
        }
    }
    board
}

fn presses(calls: &Calls) -> Vec<Hand> {
    let calls = calls.lock().unwrap();
    calls
        .iter()
        .filter_map(|(_, call)| if let Call::Press(hand) = call { Some(*hand) } else { None })
        .collect()
}

#[test]
fn the_pieces_stand_on_the_device_before_the_play() {
    let (_player, calls) = player(BoardTurn::Usual, Cue::Now, 1);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(board(&calls).to_string(), start);
}

#[test]
fn a_game_ends_on_the_device_as_it_does_on_paper() {
    let (mut player, calls) = player(BoardTurn::Usual, Cue::Now, 1);
    play_on(&mut player);
    let presses = presses(&calls).len();
    assert_eq!(player.progress(), Progress { games: 1, plies: 7, presses, over: true });
    assert_eq!(board(&calls).to_string(), LAST);
    assert!(calls.lock().unwrap().is_sorted_by_key(|&(at, _)| at));
}

#[test]
fn a_turned_board_has_its_numbers_and_its_clock_the_other_way_round() {
    let (mut usual, usual_calls) = player(BoardTurn::Usual, Cue::Now, 1);
    let (mut turned, turned_calls) = player(BoardTurn::Turned, Cue::Now, 1);
    assert_eq!(play_on(&mut usual), play_on(&mut turned));
    assert_eq!(board(&turned_calls), board(&usual_calls).turned());
    let other = |hand: &Hand| observation::Side::other(*hand);
    assert_eq!(presses(&usual_calls)[..2], [Hand::Right, Hand::Left]);
    let turned: Vec<_> = presses(&turned_calls).iter().map(other).collect();
    assert_eq!(turned, presses(&usual_calls));
}

#[test]
fn nothing_is_played_before_the_host_has_asked_for_it() {
    let (mut player, calls) = player(BoardTurn::Usual, Cue::Host(GRACE), 1);
    player.timeout(Instant::from_millis(60_000));
    assert!(presses(&calls).is_empty());
    for second in 61..65 {
        player.receive(Instant::from_millis(second * 1_000), Packet::stream(&[1]));
    }
    player.timeout(Instant::from_millis(64_499));
    assert!(presses(&calls).is_empty());
    player.timeout(Instant::from_millis(64_500));
    assert_eq!(presses(&calls), [Hand::Right]);
}

#[test]
fn a_late_call_makes_up_for_what_was_due_each_thing_at_its_time() {
    let (mut punctual, punctual_calls) = player(BoardTurn::Usual, Cue::Now, 1);
    let end = play_on(&mut punctual);
    let (mut late, late_calls) = player(BoardTurn::Usual, Cue::Now, 1);
    late.timeout(end);
    assert_eq!(*late_calls.lock().unwrap(), *punctual_calls.lock().unwrap());
}

#[test]
fn answers_take_their_time_on_the_wire() {
    let (mut player, _) = player(BoardTurn::Usual, Cue::Host(GRACE), 1);
    player.receive(Instant::ZERO, Packet::stream(&[1, 1]));
    assert_eq!(player.poll(), None);
    player.timeout(Instant::from_micros(10_416));
    assert_eq!(player.poll(), Some(Packet::stream(vec![0; 10])));
    assert_eq!(player.poll(), None);
    player.timeout(Instant::from_micros(20_832));
    assert_eq!(player.poll(), Some(Packet::stream(vec![0; 10])));
}

#[test]
fn games_follow_each_other_until_the_programme_ends() {
    let (mut player, calls) = player(BoardTurn::Usual, Cue::Now, 3);
    play_on(&mut player);
    let presses = presses(&calls).len() / 3;
    assert_eq!(player.progress(), Progress { games: 3, plies: 7, presses, over: true });
    assert_eq!(board(&calls).to_string(), LAST);
    let starts = calls.lock().unwrap().iter().filter(|(_, c)| *c == Call::StartStop).count();
    assert_eq!(starts, 2 * 3);
}
