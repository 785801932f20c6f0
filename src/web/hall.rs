//! What is known of the hall, followed by one task for all pages.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};
use touchmove_client::address::Bus;
use touchmove_client::arbiters::Arbiter;
use touchmove_client::mirror::{KnownBoards, Mirror, MirrorError};
use touchmove_client::seats::{Seats, ShownSeat};
use touchmove_client::shown::{ShownBoard, ShownGame, ShownOutlet, ShownRound};

/// From one view to the next: what happens after a quiet time is shown at once, and what comes then together, as a hall of a hundred
/// boards says something a hundred times a second.
const BETWEEN_VIEWS: Duration = Duration::from_millis(5);

/// From one look to the next whether the daemon is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The hall at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct HallView {
    /// Grows with every change.
    pub(crate) number: u64,
    /// The number of the view in which something last was different that an arbiter may have to see to.
    pub(crate) matters: u64,
    /// Why nothing is known; `None` while the daemon answers.
    pub(crate) absence: Option<String>,
    /// The boards by table; those at no table behind them.
    pub(crate) places: Vec<Arc<Place>>,
    /// Who sits where.
    pub(crate) seats: Arc<Seats>,
    /// The folders of the broadcast.
    pub(crate) outlets: Vec<ShownOutlet>,
    /// The number of the view in which they were last different.
    pub(crate) outlets_since: u64,
    /// When the first signal was heard by which it is other than the one before; `None` where it was read anew.
    pub(crate) heard: Option<Instant>,
}

/// A board and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The number of the view in which it was last different.
    pub(crate) since: u64,
    pub(crate) board: Arc<ShownBoard>,
    pub(crate) seat: Option<ShownSeat>,
}

impl Place {
    /// Whether it is in the sections to which an arbiter sees.
    pub(crate) fn is_seen_by(&self, arbiter: &Arbiter) -> bool {
        self.seat.as_ref().is_none_or(|seat| arbiter.sees_to(seat.section()))
    }
}

impl HallView {
    /// A game by its name, and its place, where an arbiter sees to it.
    pub(crate) fn game_seen_by(
        &self,
        arbiter: &Arbiter,
        game: &str,
    ) -> Option<(&Place, &ShownGame)> {
        let games =
            self.places.iter().filter_map(|place| Some((&**place, place.board.game.as_ref()?)));
        let mut seen = games.filter(|(place, _)| place.is_seen_by(arbiter));
        seen.find(|(_, on)| on.id == game)
    }

    /// The next one, with these boards; what is as before keeps its number.
    fn next(&self, boards: Vec<Arc<ShownBoard>>, seats: Arc<Seats>) -> Self {
        let number = self.number + 1;
        let are_seated_as_before = Arc::ptr_eq(&seats, &self.seats);
        let before: HashMap<_, _> =
            self.places.iter().map(|place| (place.board.id.as_str(), place)).collect();
        let place = |board: Arc<ShownBoard>| {
            let before = before.get(board.id.as_str());
            let is_quiet = |before: &Arc<Place>| Arc::ptr_eq(&before.board, &board);
            if let Some(before) = before.filter(|place| are_seated_as_before && is_quiet(place)) {
                return Arc::clone(before);
            }
            let seat = seats.of_board(&board);
            match before.filter(|before| before.board == board && before.seat == seat) {
                Some(before) => Arc::clone(before),
                None => Arc::new(Place { since: number, board, seat }),
            }
        };
        let places: Vec<_> = boards.into_iter().map(place).collect();
        let is_quiet = places.len() == self.places.len()
            && self.absence.is_none()
            && places.iter().zip(&self.places).all(|(now, before)| is_of_no_matter(before, now));
        let matters = if is_quiet { self.matters } else { number };
        let (outlets, outlets_since) = (self.outlets.clone(), self.outlets_since);
        let heard = None;
        Self { number, matters, absence: None, places, seats, outlets, outlets_since, heard }
    }

    /// It, with these folders of the broadcast.
    fn with_outlets(self, outlets: Vec<ShownOutlet>) -> Self {
        match self.outlets == outlets {
            true => self,
            false => Self { outlets, outlets_since: self.number, ..self },
        }
    }
}

/// Whether nothing is different at a place but its position and clock.
fn is_of_no_matter(before: &Arc<Place>, now: &Arc<Place>) -> bool {
    Arc::ptr_eq(before, now)
        || (before.seat == now.seat
            && matters_of_board(&before.board) == matters_of_board(&now.board)
            && before.board.game.as_ref().map(matters_of_game)
                == now.board.game.as_ref().map(matters_of_game))
}

/// What an arbiter may have to see to about a board.
fn matters_of_board(board: &ShownBoard) -> impl PartialEq {
    let ShownBoard { id, state, health, trouble, calibration, .. } = board;
    (id, state, &health.findings, trouble, calibration)
}

/// The same of a game.
fn matters_of_game(game: &ShownGame) -> impl PartialEq {
    let ShownGame { id, incidents, instructions, open_questions, questions, result, .. } = game;
    (id, incidents, instructions, open_questions, questions, result)
}

/// Follows the hall for ever.
pub(crate) async fn follow(bus: Bus, shown: watch::Sender<Arc<HallView>>) {
    loop {
        let why = match Mirror::connect(&bus).await {
            Ok(mirror) => match follow_mirror(mirror, &shown).await {
                Ok(()) => return,
                Err(error) => error,
            },
            Err(error) => error,
        };
        let absence = Some(why.to_string());
        shown.send_if_modified(|view| {
            let is_new = view.absence != absence;
            if is_new {
                let number = view.number + 1;
                let outlets_since = number;
                *view =
                    Arc::new(HallView { number, absence, outlets_since, ..HallView::default() });
            }
            is_new
        });
        sleep(LOOK_AGAIN).await;
    }
}

/// Follows it until nobody looks any more.
async fn follow_mirror(
    mut mirror: Mirror,
    shown: &watch::Sender<Arc<HallView>>,
) -> Result<(), MirrorError> {
    let (mut seats, mut rounds) = (Arc::<Seats>::default(), None::<Vec<ShownRound>>);
    let (mut known, mut heard) = (KnownBoards::default(), None);
    loop {
        if mirror.is_running() {
            let now = mirror.rounds();
            if rounds.as_ref() != Some(&now) {
                seats = Arc::new(Seats::of(&mirror).await?);
                rounds = Some(now);
            }
            let mut boards = mirror.boards_besides(&mut known);
            seats.sort(&mut boards);
            let next = shown.borrow().next(boards, Arc::clone(&seats));
            let next = HallView { heard, ..next.with_outlets(mirror.relays()) };
            shown.send_replace(Arc::new(next));
        } else {
            return Err(MirrorError::NotRunning { bus: mirror.bus().clone() });
        }
        if shown.is_closed() {
            return Ok(());
        }
        let next_at = Instant::now() + BETWEEN_VIEWS;
        let signal = mirror.signal().await?;
        let now = Instant::now();
        heard = Some(now);
        mirror.take(signal).await?;
        // Nobody says so much that nothing is shown for it.
        while now.elapsed() < BETWEEN_VIEWS
            && let Ok(signal) = timeout_at(next_at, mirror.signal()).await
        {
            mirror.take(signal?).await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::arbiters::an_arbiter;
    use touchmove_client::seats::at_table_12;
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;

    fn boards_of(view: &HallView) -> Vec<Arc<ShownBoard>> {
        view.places.iter().map(|place| Arc::clone(&place.board)).collect()
    }

    #[test]
    fn what_has_not_changed_keeps_its_number() {
        let seats = Arc::new(at_table_12(None));
        let other = Arc::new(ShownBoard { id: "dgt_9".into(), ..a_board() });
        let boards = vec![Arc::new(a_board()), Arc::clone(&other)];
        let first = HallView::default().next(boards, Arc::clone(&seats));
        let played = ShownBoard { game: Some(a_game(&[("e2e4", "e4")])), ..a_board() };
        let second = first.next(vec![Arc::new(played), other], seats);
        let since: Vec<_> = second.places.iter().map(|place| place.since).collect();
        assert_eq!((second.number, since), (2, vec![2, 1]));
        assert_eq!(second.matters, 2, "a game began");
        let quiet = second.next(boards_of(&second), Arc::clone(&second.seats));
        assert_eq!((quiet.number, quiet.matters), (3, 2));
        let anna = an_arbiter("Anna".parse().unwrap());
        assert!(second.game_seen_by(&anna, "g000017").is_some());
        assert!(second.game_seen_by(&anna, "g000018").is_none());
    }
}
