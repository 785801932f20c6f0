//! Games whose decisions bear the station's time.

use std::sync::Arc;

use touchmove_core::game::view::GameView;
use touchmove_drivers::Instant;

/// Puts the station's time to what was decided about a game, and the same game again where it has not changed since.
#[derive(Debug, Default)]
pub(super) struct Dated {
    last: Option<Pair>,
}

#[derive(Debug)]
struct Pair {
    given: Arc<GameView>,
    /// When what was decided happened, by the station's time.
    decided: Vec<Instant>,
    dated: Arc<GameView>,
}

impl Dated {
    /// The game with the moments of its decisions as `station_time` has them.
    pub(super) fn date(
        &mut self,
        view: &Arc<GameView>,
        station_time: impl Fn(Instant) -> Instant,
    ) -> Arc<GameView> {
        let decided: Vec<_> = view.decided.iter().map(|one| station_time(one.at)).collect();
        if let Some(last) = &self.last
            && Arc::ptr_eq(&last.given, view)
            && last.decided == decided
        {
            return Arc::clone(&last.dated);
        }
        let mut dated = Arc::clone(view);
        if !decided.is_empty() {
            let all = &mut Arc::make_mut(&mut dated).decided;
            all.iter_mut().zip(&decided).for_each(|(one, at)| one.at = *at);
        }
        let given = Arc::clone(view);
        self.last = Some(Pair { given, decided, dated: Arc::clone(&dated) });
        dated
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use touchmove_core::game::view::DecidedOfGame;
    use touchmove_drivers::observation::Decision;

    use super::*;

    #[test]
    fn a_game_that_has_not_changed_is_the_same_and_its_decisions_have_the_time_of_the_station() {
        let decision = Decision { by: "arbiter".into(), verb: "turn".into(), particulars: vec![] };
        let at = Instant::from_millis(1_000);
        let decided = vec![DecidedOfGame { number: 1, at, decision, is_undone: false }];
        let view = Arc::new(GameView { decided, ..GameView::default() });
        let mut dated = Dated::default();
        let later = |at: Instant| at + Duration::from_secs(60);
        let first = dated.date(&view, later);
        assert_eq!(first.decided[0].at, Instant::from_millis(61_000));
        assert_eq!(view.decided[0].at, at, "the board's own keeps its time");
        assert!(Arc::ptr_eq(&first, &dated.date(&view, later)));
        let anew = dated.date(&view, |at| at);
        assert_eq!(anew.decided[0].at, at, "the board's time lies otherwise now");
        let undecided = Arc::default();
        assert!(Arc::ptr_eq(&undecided, &dated.date(&undecided, later)));
    }
}
