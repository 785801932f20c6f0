//! Which squares of a board are lit, at the wish of those who run the games. A scene goes in, pictures come out.
//!
//! What the lights show is what is concluded of the game, never more: while a question about it is open they are dark, and
//! so they are once it is over. Between games they show a battery that does not last another one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::driver::Squares;
use touchmove_drivers::observation::{Placement, Square};

use crate::decision::GameDecision;
use crate::game::view::{DecidedOfGame, GameView};
use crate::health;

/// What the lights of boards show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lights {
    /// Nothing: the boards are left alone.
    #[default]
    Off,
    /// Where board and game differ.
    Differs,
    /// What somebody has decided and nobody has done on the board yet.
    Moves,
}

/// A text that is none of the words of [`Lights`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write off, differs or moves")]
pub struct NotLights;

impl Lights {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Off, Self::Differs, Self::Moves];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Differs => "differs",
            Self::Moves => "moves",
        }
    }
}

impl fmt::Display for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Lights {
    type Err = NotLights;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|lights| lights.word() == word).ok_or(NotLights)
    }
}

/// What is known of a board at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene<'a> {
    /// The game that is played on it, or was last.
    pub game: Option<&'a GameView>,
    /// What stands on it, in its own numbering.
    pub placement: Option<&'a Placement>,
    /// Whether it lies the other way round, where that is known.
    pub turned: Option<bool>,
    /// Charge of its battery in per cent, where it has one.
    pub battery: Option<u8>,
}

/// Hands are no faster: a picture for each square that a hand passes serves nobody. What a family's line takes is kept by
/// its driver beside.
const MIN_PAUSE: Duration = Duration::from_millis(250);

/// A board that could not do it, or did not answer, is asked again after this.
const AGAIN: Duration = Duration::from_secs(5);

/// The lamps of one board: what they should show, and what the board was asked for.
#[derive(Debug, Default)]
pub struct Lamps {
    wish: Lights,
    carrying_out: CarryingOut,
    wanted: Squares,
    /// What the board was asked to light since it is connected; `None` where it was asked for nothing.
    asked: Option<Squares>,
    /// Before that it is not asked again.
    free: Option<Instant>,
}

impl Lamps {
    /// Those who run the games want this.
    pub const fn set_wish(&mut self, wish: Lights) {
        self.wish = wish;
    }

    /// The board is connected anew: nobody knows what it lights.
    pub const fn connect(&mut self) {
        (self.asked, self.free) = (None, None);
    }

    /// It was asked at `now` and does not do it.
    pub fn fail(&mut self, now: Instant) {
        (self.asked, self.free) = (None, Some(now + AGAIN));
    }

    /// It stands like this.
    pub fn show(&mut self, scene: &Scene<'_>) {
        let misplaced = scene.misplaced().unwrap_or_default();
        self.carrying_out.follow(scene.game, misplaced);
        let is_wrong = scene.game.is_some_and(|game| !game.differs.is_empty());
        let is_shown = match self.wish {
            Lights::Off => false,
            Lights::Differs => is_wrong || self.carrying_out.is_due,
            Lights::Moves => self.carrying_out.is_due,
        };
        self.wanted = match self.wish {
            Lights::Off => Squares::NONE,
            _ if is_shown => misplaced,
            _ if scene.needs_charge() => corners(),
            _ => Squares::NONE,
        };
    }

    /// What the board is to be asked to light now, and no others; `None` where nothing is to be asked.
    pub fn poll(&mut self, now: Instant) -> Option<Squares> {
        if !self.is_due() || self.free.is_some_and(|free| free > now) {
            return None;
        }
        (self.asked, self.free) = (Some(self.wanted), Some(now + MIN_PAUSE));
        Some(self.wanted)
    }

    /// When [`Lamps::poll`] has something, if nothing changes.
    pub fn deadline(&self) -> Option<Instant> {
        self.free.filter(|_| self.is_due())
    }

    /// Whether it was asked to light anything.
    pub fn is_lit(&self) -> bool {
        self.asked.is_some_and(|asked| !asked.is_empty())
    }

    /// A board of which nobody wants light is not even told to be dark, unless it was told otherwise.
    fn is_due(&self) -> bool {
        match (self.wish, self.asked) {
            (Lights::Off, None) => false,
            (_, asked) => asked != Some(self.wanted),
        }
    }
}

/// Whether somebody has decided what was played and it was not done on the board yet.
#[derive(Debug, Default)]
struct CarryingOut {
    known: Known,
    is_due: bool,
}

/// Up to where the decisions about a game are known that move its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    game: u32,
    taken: usize,
    undone: usize,
}

impl CarryingOut {
    fn follow(&mut self, game: Option<&GameView>, misplaced: Squares) {
        let Some(game) = game else { return *self = Self::default() };
        let moved = || game.decided.iter().filter(|decided| changes_position(decided));
        let undone = moved().filter(|decided| decided.is_undone).count();
        let known = Known { game: game.game, taken: moved().count(), undone };
        if self.known != known {
            self.is_due = known.taken > 0;
            self.known = known;
        }
        self.is_due &= !misplaced.is_empty();
    }
}

/// Whether pieces may have to be moved after it.
fn changes_position(decided: &DecidedOfGame) -> bool {
    matches!(
        GameDecision::of_record(&decided.decision),
        Ok(Some(
            GameDecision::Insert { .. }
                | GameDecision::Replace { .. }
                | GameDecision::Delete { .. }
                | GameDecision::Position(_)
                | GameDecision::Answer { .. }
        ))
    )
}

impl Scene<'_> {
    /// The squares, in the board's own numbering, that show something else than the position; `None` where nobody can tell.
    fn misplaced(&self) -> Option<Squares> {
        let pieces = self.game?.pieces(self.turned?)?;
        let placement = self.placement?;
        let is_wrong = |square: &Square| !pieces.get(*square).may_show_as(placement.get(*square));
        Some(Square::all().filter(is_wrong).collect())
    }

    /// Whether the battery does not last another game, and nobody plays.
    fn needs_charge(&self) -> bool {
        let is_played = self.game.is_some_and(|game| {
            game.result.is_none() && (!game.moves.is_empty() || game.provisional.is_some())
        });
        !is_played && self.battery.is_some_and(|charge| charge < health::LOW)
    }
}

/// What a low battery lights.
fn corners() -> Squares {
    let corners = [0, 7, 56, 63].map(Square::new);
    corners.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use touchmove_drivers::observation::{Decision, Reading};

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

    fn game(pieces: &str) -> GameView {
        GameView { game: 1, start: format!("{pieces} w KQkq - 0 1"), ..GameView::default() }
    }

    fn decided(verb: &str) -> DecidedOfGame {
        let particulars = [("ply", "1"), ("uci", "e2e4"), ("value", "*")];
        let particulars = particulars.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let decision = Decision { by: "anna".into(), verb: verb.to_owned(), particulars };
        DecidedOfGame { number: 7, at: Instant::ZERO, decision, is_undone: false }
    }

    fn lamps(wish: Lights) -> Lamps {
        let mut lamps = Lamps::default();
        lamps.set_wish(wish);
        lamps
    }

    /// The squares that a board which shows `shown` is asked to light, long after it was asked before.
    fn asked(lamps: &mut Lamps, game: &GameView, shown: &str) -> Option<String> {
        let placement: Placement = shown.parse().unwrap();
        let turned = Some(false);
        let scene = Scene { game: Some(game), placement: Some(&placement), turned, battery: None };
        lamps.show(&scene);
        lamps.free = None;
        let names = |lit: Squares| lit.iter().map(|square| square.to_string()).collect::<Vec<_>>();
        lamps.poll(Instant::ZERO).map(|lit| names(lit).join(" "))
    }

    #[test]
    fn where_board_and_game_differ_is_lit_until_they_agree() {
        let mut lamps = lamps(Lights::Differs);
        let mut game = game(START);
        assert_eq!(asked(&mut lamps, &game, START).as_deref(), Some(""), "it may have been lit");
        assert_eq!(asked(&mut lamps, &game, AFTER_E4), None, "nothing is concluded yet");
        game.differs = vec!["e2".into(), "e4".into()];
        assert_eq!(asked(&mut lamps, &game, AFTER_E4).as_deref(), Some("e2 e4"));
        let lifted = START.replace("PPPPPPPP", "PPPP1PPP");
        assert_eq!(asked(&mut lamps, &game, &lifted).as_deref(), Some("e2"));
        assert_eq!(asked(&mut lamps, &game, START).as_deref(), Some(""));
        assert_eq!(asked(&mut lamps, &game, START), None);
    }

    #[test]
    fn a_move_that_was_decided_is_lit_until_it_is_done_and_what_hands_do_is_not() {
        let mut lamps = lamps(Lights::Moves);
        let mut game = game(START);
        game.differs = vec!["e2".into()];
        assert_eq!(asked(&mut lamps, &game, AFTER_E4).as_deref(), Some(""));
        game = GameView { decided: vec![decided("insert")], ..self::game(AFTER_E4) };
        assert_eq!(asked(&mut lamps, &game, START).as_deref(), Some("e2 e4"));
        assert_eq!(asked(&mut lamps, &game, AFTER_E4).as_deref(), Some(""));
        assert_eq!(asked(&mut lamps, &game, START), None, "it was done");
        game.decided.push(decided("result"));
        assert_eq!(asked(&mut lamps, &game, START), None, "that moves no piece");
    }

    #[test]
    fn a_board_that_lies_the_other_way_round_is_lit_by_its_own_numbering() {
        let mut lamps = lamps(Lights::Differs);
        let game = GameView { differs: vec!["e2".into()], ..game(AFTER_E4) };
        let placement: Placement = START.parse().unwrap();
        let placement = placement.turned();
        let turned = Some(true);
        lamps.show(&Scene {
            game: Some(&game),
            placement: Some(&placement),
            turned,
            battery: None,
        });
        let lit = lamps.poll(Instant::ZERO).unwrap();
        assert_eq!(lit, ["d7", "d5"].map(|name| name.parse().unwrap()).into_iter().collect());
    }

    #[test]
    fn a_low_battery_lights_the_corners_while_nobody_plays() {
        let mut lamps = lamps(Lights::Moves);
        for (battery, count) in [(Some(health::LOW), 0), (Some(health::LOW - 1), 4), (None, 0)] {
            lamps.connect();
            lamps.show(&Scene { battery, ..Scene::default() });
            assert_eq!(lamps.poll(Instant::ZERO).unwrap().iter().count(), count, "{battery:?}");
        }
    }

    #[test]
    fn what_was_lit_is_put_out_when_nobody_wants_light_and_what_was_not_is_left_alone() {
        let mut lamps = lamps(Lights::Differs);
        let game = GameView { differs: vec!["e2".into()], ..game(START) };
        assert!(asked(&mut lamps, &game, AFTER_E4).is_some() && lamps.is_lit());
        lamps.set_wish(Lights::Off);
        assert_eq!(asked(&mut lamps, &game, AFTER_E4).as_deref(), Some(""));
        assert!(!lamps.is_lit());
        lamps.connect();
        assert_eq!(asked(&mut lamps, &game, AFTER_E4), None);
    }

    #[test]
    fn a_board_that_does_not_do_it_is_asked_again_later() {
        let mut lamps = lamps(Lights::Differs);
        lamps.show(&Scene::default());
        assert_eq!(lamps.poll(Instant::ZERO), Some(Squares::NONE));
        lamps.fail(Instant::ZERO);
        assert_eq!(lamps.poll(Instant::ZERO), None);
        let again = lamps.deadline().unwrap();
        assert_eq!(lamps.poll(again), Some(Squares::NONE));
        assert_eq!(lamps.deadline(), None);
    }

    #[test]
    fn words_of_lights_come_back() {
        for lights in Lights::ALL {
            assert_eq!(lights.word().parse(), Ok(lights));
        }
        assert_eq!("on".parse::<Lights>(), Err(NotLights));
    }

    fn reading() -> impl Strategy<Value = Reading> {
        proptest::sample::select(vec![".", "*", "?", "P", "k"])
            .prop_map(|letter| letter.chars().find_map(Reading::from_letter).unwrap_or_default())
    }

    proptest! {
        #[test]
        fn a_board_is_asked_on_change_alone_never_too_fast_and_ends_with_what_is_wanted(
            steps in proptest::collection::vec(
                (0_u64..400, 0_u8..64, reading(), any::<bool>(), 0_usize..3, any::<bool>()), 1..60,
            ),
        ) {
            let (mut lamps, mut placement) = (Lamps::default(), START.parse::<Placement>().unwrap());
            let mut game = game(START);
            let (mut now, mut last) = (Instant::ZERO, None::<(Instant, Squares)>);
            for (millis, square, reading, differs, wish, is_over) in steps {
                now = now + Duration::from_millis(millis);
                placement.set(Square::new(square).unwrap(), reading);
                game.differs = if differs { vec!["e4".into()] } else { Vec::new() };
                lamps.set_wish(Lights::ALL[wish]);
                let turned = Some(false);
                let shown = Some(&game).filter(|_| !is_over);
                lamps.show(&Scene { game: shown, placement: Some(&placement), turned, battery: None });
                if let Some(lit) = lamps.poll(now) {
                    if let Some((at, before)) = last.replace((now, lit)) {
                        prop_assert!(now.since(at) >= MIN_PAUSE && before != lit);
                    }
                    prop_assert!(lit.is_empty() || (differs && Lights::ALL[wish] == Lights::Differs));
                }
            }
            if let Some(due) = lamps.deadline() {
                let lit = lamps.poll(due.max(now));
                prop_assert_eq!(lit, Some(lamps.wanted));
            }
            prop_assert!(lamps.asked.is_none_or(|asked| asked == lamps.wanted));
        }
    }
}
