//! Timelines played on a device, in simulated time.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use shakmaty::{Color, Piece};
use touchmove_drivers::family::Line;
use touchmove_drivers::observation::{self, Hand, Man, Reading};
use touchmove_drivers::{Device, Instant};

use super::timeline::{Action, Deed, Timeline};
use super::wire::Wire;

/// Quiet time after the last deed: what is on its way still arrives.
const GRACE: Duration = Duration::from_secs(2);

/// How the board lies between the players. The clock stays with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// The board's a1 is White's a1, and White's clock is the left one.
    Usual,
    /// The board's h8 is White's a1, and White's clock is the right one.
    Turned,
}

/// When the play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// At once.
    Now,
    /// This long after the host has asked the device to report changes, so that nothing is played
    /// unheard.
    Host(Duration),
}

/// How far the play has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Games played to their end.
    pub games: usize,
    /// Plies complete on the board in the present game, or in the last one when all is over.
    pub plies: usize,
    /// Nothing more will happen.
    pub over: bool,
}

/// A device with people at it. Called like a [`Device`]: after every call take all from
/// [`Player::poll`], and call [`Player::timeout`] at [`Player::deadline`].
pub struct Player {
    device: Box<dyn Device>,
    orientation: Orientation,
    cue: Cue,
    wire: Wire,
    now: Instant,
    programme: Box<dyn Iterator<Item = Timeline> + Send>,
    /// When the game on the board began; `None` while the cue is awaited.
    began: Option<Instant>,
    deeds: VecDeque<Deed>,
    landings: VecDeque<Instant>,
    /// When the last deed of the last game was done.
    rested: Option<Instant>,
    progress: Progress,
}

impl Player {
    /// Puts the men of the first timeline on the device. Each timeline of the programme begins
    /// where the one before has ended.
    pub fn new(
        mut device: Box<dyn Device>,
        line: Option<Line>,
        orientation: Orientation,
        cue: Cue,
        programme: impl IntoIterator<Item = Timeline, IntoIter: Send + 'static>,
    ) -> Self {
        let mut programme = Box::new(programme.into_iter());
        let first = programme.next();
        for (square, piece) in first.iter().flat_map(|timeline| timeline.start.clone()) {
            device.set(Instant::ZERO, orientation.square(square), reading(piece));
        }
        let mut player = Self {
            device,
            orientation,
            cue,
            wire: Wire::new(line),
            now: Instant::ZERO,
            programme,
            began: None,
            deeds: VecDeque::new(),
            landings: VecDeque::new(),
            rested: None,
            progress: Progress::default(),
        };
        player.take_up(first);
        if cue == Cue::Now {
            player.began = Some(Instant::ZERO);
        }
        player
    }

    /// Bytes from the host, in any chunking.
    pub fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.advance(now);
        self.device.receive(now, bytes);
        self.collect();
        if let (Cue::Host(delay), true) = (self.cue, self.device.is_reporting()) {
            self.began.get_or_insert(now + delay);
        }
    }

    /// The deadline has passed.
    pub fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    /// The next bytes that have arrived at the host.
    pub fn poll(&mut self) -> Option<Vec<u8>> {
        self.wire.receive(self.now)
    }

    /// When [`Player::timeout`] is to be called; `None` when only the host can bring news.
    pub fn deadline(&self) -> Option<Instant> {
        let due =
            [self.device.deadline(), self.next_deed(), self.wire.deadline(), self.rest_ends()];
        due.into_iter().flatten().min()
    }

    /// How far the play has come.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Lets everything happen that is due, each thing at its own time.
    fn advance(&mut self, now: Instant) {
        loop {
            let (deed, device) = (self.next_deed(), self.device.deadline());
            let Some(due) = deed.into_iter().chain(device).min().filter(|&due| due <= now) else {
                break;
            };
            self.now = self.now.max(due);
            if deed == Some(due) {
                self.act();
            } else {
                self.device.timeout(self.now);
            }
            self.collect();
        }
        self.now = self.now.max(now);
        self.note_progress();
    }

    fn next_deed(&self) -> Option<Instant> {
        Some(moment(self.began?, self.deeds.front()?.at))
    }

    /// When all is over, once the wire is empty.
    fn rest_ends(&self) -> Option<Instant> {
        let waits = !self.progress.over && self.wire.deadline().is_none();
        self.rested.filter(|_| waits).map(|rested| rested + GRACE)
    }

    fn act(&mut self) {
        let Some(deed) = self.deeds.pop_front() else { return };
        let (now, orientation) = (self.now, self.orientation);
        match deed.action {
            Action::Lift(square) => {
                self.device.set(now, orientation.square(square), Reading::Empty);
            }
            Action::Place(square, piece) => {
                self.device.set(now, orientation.square(square), reading(piece));
            }
            Action::Press(color) => self.device.press(now, orientation.hand(color)),
            Action::StartStop => self.device.start_stop(now),
        }
    }

    fn collect(&mut self) {
        while let Some(message) = self.device.poll() {
            self.wire.send(self.now, message);
        }
    }

    fn note_progress(&mut self) {
        let Some(began) = self.began else { return };
        while self.landings.front().is_some_and(|&at| moment(began, at) <= self.now) {
            self.landings.pop_front();
            self.progress.plies += 1;
        }
        if self.deeds.is_empty() && self.rested.is_none() {
            self.progress.games += 1;
            self.began = Some(self.now);
            let next = self.programme.next();
            self.take_up(next);
        }
        if self.rest_ends().is_some_and(|end| end <= self.now) {
            self.progress.over = true;
        }
    }

    /// Makes a timeline the one that is played; without one the play rests.
    fn take_up(&mut self, timeline: Option<Timeline>) {
        match timeline {
            Some(timeline) => {
                self.deeds = timeline.deeds.into();
                self.landings = timeline.landings.into();
                self.progress.plies = 0;
            }
            None => self.rested = Some(self.now),
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("now", &self.now)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// The moment of the simulation that is `at` of a timeline.
fn moment(began: Instant, at: Instant) -> Instant {
    began + at.since(Instant::ZERO)
}

impl Orientation {
    /// The board's own number of a square of the game.
    fn square(self, square: shakmaty::Square) -> observation::Square {
        let own = match observation::Square::new(u8::from(square)) {
            Some(own) => own,
            None => unreachable!("both boards have 64 squares"),
        };
        match self {
            Self::Usual => own,
            Self::Turned => own.turned(),
        }
    }

    /// The side of the clock at which a player sits.
    const fn hand(self, color: Color) -> Hand {
        match (self, color) {
            (Self::Usual, Color::White) | (Self::Turned, Color::Black) => Hand::Left,
            (Self::Usual, Color::Black) | (Self::Turned, Color::White) => Hand::Right,
        }
    }
}

fn reading(piece: Piece) -> Reading {
    let color = match piece.color {
        Color::White => observation::Color::White,
        Color::Black => observation::Color::Black,
    };
    let role = match piece.role {
        shakmaty::Role::Pawn => observation::Role::Pawn,
        shakmaty::Role::Knight => observation::Role::Knight,
        shakmaty::Role::Bishop => observation::Role::Bishop,
        shakmaty::Role::Rook => observation::Role::Rook,
        shakmaty::Role::Queen => observation::Role::Queen,
        shakmaty::Role::King => observation::Role::King,
    };
    Reading::Man(Man { color, role })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::{Arc, Mutex};

    use touchmove_drivers::observation::Placement;

    use super::*;
    use crate::simulate::{Control, Ending, Game, Manner, Rounds, Style};

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
        fn receive(&mut self, now: Instant, bytes: &[u8]) {
            self.answers += bytes.len();
            self.heard += bytes.len();
            self.note(now, Call::Receive);
        }

        fn timeout(&mut self, now: Instant) {
            self.next = now + Duration::from_millis(300);
            self.note(now, Call::Timeout);
        }

        fn poll(&mut self) -> Option<Vec<u8>> {
            self.answers = self.answers.checked_sub(1)?;
            Some(vec![0; 10])
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

    fn player(orientation: Orientation, cue: Cue, rounds: usize) -> (Player, Calls) {
        let game = Game::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
        let manner =
            Manner { style: Style::Mixed, ending: Ending::Nothing, clock: Some(Control::USUAL) };
        let calls = Calls::default();
        let device = Notebook { calls: calls.clone(), answers: 0, heard: 0, next: Instant::ZERO };
        let line = Some(Line { baud: 9_600 });
        let programme = Rounds::new(game, manner, 1).take(rounds);
        (Player::new(Box::new(device), line, orientation, cue, programme), calls)
    }

    /// Plays to the end, waking at each deadline.
    fn play_on(player: &mut Player) -> Instant {
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
    fn the_men_stand_on_the_device_before_the_play() {
        let (_player, calls) = player(Orientation::Usual, Cue::Now, 1);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(board(&calls).to_string(), start);
    }

    #[test]
    fn a_game_ends_on_the_device_as_it_does_on_paper() {
        let (mut player, calls) = player(Orientation::Usual, Cue::Now, 1);
        play_on(&mut player);
        assert_eq!(player.progress(), Progress { games: 1, plies: 7, over: true });
        assert_eq!(board(&calls).to_string(), LAST);
        assert!(calls.lock().unwrap().is_sorted_by_key(|&(at, _)| at));
    }

    #[test]
    fn a_turned_board_has_its_numbers_and_its_clock_the_other_way_round() {
        let (mut usual, usual_calls) = player(Orientation::Usual, Cue::Now, 1);
        let (mut turned, turned_calls) = player(Orientation::Turned, Cue::Now, 1);
        assert_eq!(play_on(&mut usual), play_on(&mut turned));
        assert_eq!(board(&turned_calls), board(&usual_calls).turned());
        let other = |hand: &Hand| observation::Side::other(*hand);
        assert_eq!(presses(&usual_calls)[..2], [Hand::Right, Hand::Left]);
        let turned: Vec<_> = presses(&turned_calls).iter().map(other).collect();
        assert_eq!(turned, presses(&usual_calls));
    }

    #[test]
    fn nothing_is_played_before_the_host_has_asked_for_it() {
        let (mut player, calls) = player(Orientation::Usual, Cue::Host(GRACE), 1);
        player.timeout(Instant::from_millis(60_000));
        assert!(presses(&calls).is_empty());
        for second in 61..65 {
            player.receive(Instant::from_millis(second * 1_000), &[1]);
        }
        player.timeout(Instant::from_millis(64_499));
        assert!(presses(&calls).is_empty());
        player.timeout(Instant::from_millis(64_500));
        assert_eq!(presses(&calls), [Hand::Right]);
    }

    #[test]
    fn a_late_call_makes_up_for_what_was_due_each_thing_at_its_time() {
        let (mut punctual, punctual_calls) = player(Orientation::Usual, Cue::Now, 1);
        let end = play_on(&mut punctual);
        let (mut late, late_calls) = player(Orientation::Usual, Cue::Now, 1);
        late.timeout(end);
        assert_eq!(*late_calls.lock().unwrap(), *punctual_calls.lock().unwrap());
    }

    #[test]
    fn answers_take_their_time_on_the_wire() {
        let (mut player, _) = player(Orientation::Usual, Cue::Host(GRACE), 1);
        player.receive(Instant::ZERO, &[1, 1]);
        assert_eq!(player.poll(), None);
        player.timeout(Instant::from_micros(10_416));
        assert_eq!(player.poll(), Some(vec![0; 10]));
        assert_eq!(player.poll(), None);
        player.timeout(Instant::from_micros(20_832));
        assert_eq!(player.poll(), Some(vec![0; 10]));
    }

    #[test]
    fn games_follow_each_other_until_the_programme_ends() {
        let (mut player, calls) = player(Orientation::Usual, Cue::Now, 3);
        play_on(&mut player);
        assert_eq!(player.progress(), Progress { games: 3, plies: 7, over: true });
        assert_eq!(board(&calls).to_string(), LAST);
        let starts = calls.lock().unwrap().iter().filter(|(_, c)| *c == Call::StartStop).count();
        assert_eq!(starts, 2 * 3);
    }
}
