//! What a board's journal concludes, until the board is served.

use std::sync::Arc;

use touchmove_core::game::conclusion::{Conclusion, Told};
use touchmove_core::names::GameId;
use touchmove_drivers::Instant;

use super::{GameNews, OpenBoard, Shown};
use crate::hall::news::{News, Recency};
use crate::sys::boottime::TimeSource;

impl OpenBoard {
    pub(super) fn remember_told(&mut self) {
        let told = self.take_told();
        self.showing.collect(&self.sitting, told);
    }

    /// What the journal concludes: every game, and all that was told of it.
    pub(in crate::hall) fn history(&mut self, recency: Recency) -> Vec<(GameId, News)> {
        let mut past = self.showing.take_past();
        // Of what is still played, time may have decided more.
        let is_over = |news: &&mut GameNews| self.sitting.view_of(news.number).is_none();
        for news in past.iter_mut().filter(is_over) {
            let at = news.told.last().map_or(Instant::ZERO, |told| told.at);
            let rest = self.evidence.rest(news.number);
            if let (Some(shown), Some((_, seq))) = (&mut news.shown, rest) {
                Arc::make_mut(&mut shown.view).seq = seq;
            }
            news.told.extend(rest.map(|rest| renewed(news.number, at, rest)));
        }
        past.into_iter().filter_map(|news| self.publish(recency, news)).collect()
    }

    /// A conclusion, with numbers that were never told of anything else.
    pub(super) fn numbered(&mut self, mut told: Told) -> Vec<Told> {
        let mut all = Vec::new();
        while let Some((seq, at)) = self.evidence.renewal(&told) {
            self.sitting.pass_over(told.game, at + 1 - seq);
            all.push(renewed(told.game, told.at, (seq, at)));
            told.seq = Some(at + 1);
        }
        all.push(told);
        all
    }

    /// What was told before a restart and is not concluded any more, now that time has passed as far as it had then.
    pub(super) async fn renew_rest(&mut self) {
        let at = self.evidence.pass(self.clock.now());
        let known: Vec<_> = self.sitting.games().map(|view| view.game).collect();
        for number in known {
            if let Some((from, seq)) = self.evidence.rest(number) {
                self.sitting.pass_over(number, seq + 1 - from);
                let shown = Shown::of(&self.sitting, number);
                let told = vec![renewed(number, at, (from, seq))];
                let news = GameNews { number, told, shown };
                if let Some((_, news)) = self.publish(Recency::New, news) {
                    self.tell(news).await;
                }
            }
        }
    }
}

fn renewed(game: u32, at: Instant, (from, seq): (u64, u64)) -> Told {
    Told { game, seq: Some(seq), at, what: Conclusion::Renewed { from } }
}
