//! What clients know of the games on a board, and what is news to them.

use std::sync::Arc;

use touchmove_core::game::conclusion::Told;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::{GameView, ShownClock};

/// A game and its clock as clients are told of them.
#[derive(Clone)]
pub(super) struct Shown {
    pub(super) view: Arc<GameView>,
    pub(super) clock: Option<ShownClock>,
}

impl Shown {
    /// Game number `number` of a sitting, where that knows it.
    pub(super) fn of(sitting: &Sitting, number: u32) -> Option<Self> {
        let view = sitting.view_of(number)?;
        Some(Self { view: Arc::clone(view), clock: sitting.clock_of(number) })
    }

    /// The game that is played, or was last.
    fn present(sitting: &Sitting) -> Option<Self> {
        Self::of(sitting, sitting.view()?.game)
    }

    /// Whether another one is the same. A view that has changed is another one.
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.view, &other.view) && self.clock == other.clock
    }
}

/// What is new of one game.
pub(super) struct GameNews {
    pub(super) number: u32,
    pub(super) told: Vec<Told>,
    pub(super) shown: Option<Shown>,
}

/// What clients know. Sittings and conclusions go in, news come out.
#[derive(Default)]
pub(super) struct Showing {
    /// The present game as it was told last.
    last: Option<Shown>,
    /// What was concluded from the journal, until clients are told of it.
    past: Vec<GameNews>,
}

impl Showing {
    /// What is news, game by game: what is told now, and the present game where that or its clock has changed.
    pub(super) fn news(&mut self, sitting: &Sitting, told: Vec<Told>) -> Vec<GameNews> {
        let mut news: Vec<GameNews> = Vec::new();
        for told in told {
            match news.last_mut() {
                Some(last) if last.number == told.game => last.told.push(told),
                _ => news.push(GameNews { number: told.game, told: vec![told], shown: None }),
            }
        }
        if let Some(present) = Shown::present(sitting)
            && !self.last.as_ref().is_some_and(|last| last.is(&present))
        {
            let number = present.view.game;
            if news.last().is_none_or(|last| last.number != number) {
                news.push(GameNews { number, told: Vec::new(), shown: None });
            }
            self.last = Some(present);
        }
        for news in &mut news {
            news.shown = Shown::of(sitting, news.number);
        }
        news
    }

    /// There is no game any more that clients know.
    pub(super) fn forget_present(&mut self) {
        self.last = None;
    }

    /// Collects what the journal concludes, one conclusion or none, until clients are told of it all.
    pub(super) fn collect(&mut self, sitting: &Sitting, told: Vec<Told>) {
        let present = sitting.view().map(|view| view.game);
        for told in told {
            let number = told.game;
            self.past_game(sitting, number).told.push(told);
            if Some(number) != present {
                self.keep_past(sitting);
            }
        }
        if let Some(number) = present {
            self.past_game(sitting, number);
        }
    }

    /// All of the journal is collected: the present game is known as it stands.
    pub(super) fn end_collecting(&mut self, sitting: &Sitting) {
        self.last = Shown::present(sitting);
        self.keep_past(sitting);
    }

    /// Keeps the past games that the sitting still knows as they stand now.
    pub(super) fn keep_past(&mut self, sitting: &Sitting) {
        for number in sitting.games().map(|view| view.game) {
            if let Some(past) = self.past.iter_mut().rfind(|past| past.number == number) {
                past.shown = Shown::of(sitting, number);
            }
        }
    }

    /// All that was collected, to be told.
    pub(super) fn take_past(&mut self) -> Vec<GameNews> {
        std::mem::take(&mut self.past)
    }

    /// What is known of a past game. When another one begins, those before it are kept as they stand: the sitting forgets
    /// them later.
    fn past_game(&mut self, sitting: &Sitting, number: u32) -> &mut GameNews {
        let known = self.past.iter().rposition(|past| past.number == number);
        let place = known.unwrap_or_else(|| {
            self.keep_past(sitting);
            self.past.push(GameNews { number, told: Vec::new(), shown: None });
            self.past.len() - 1
        });
        &mut self.past[place]
    }
}
