//! When a board's journal is archived: it plays another round, or another day has begun, and nothing is being played.

use std::time::Duration;

use touchmove_core::decision::GameDecision;
use touchmove_core::game::view::{DecidedOfGame, GameView};
use touchmove_drivers::Observation;
use touchmove_drivers::observation::DeviceFact;

use super::health::Kept;
use super::{OpenBoard, read_out};
use crate::hall::keeping::blocking::blocking;
use crate::hall::keeping::evidence::{Carried, Numbered};
use crate::hall::keeping::wire::Wire;
use crate::hall::news::Calibration;
use crate::sys::boottime::TimeSource;

/// A board that has said nothing for so long is taken up for another day.
const A_NIGHT: Duration = Duration::from_secs(8 * 3_600);

impl OpenBoard {
    /// The board is to play another round. What was played on it before can be corrected up to now, and is over: unless
    /// play goes on, it is archived.
    pub(super) async fn archive_if_free(&mut self) {
        let before = self.evidence.games();
        let is_worth_it = |view: &GameView| view.game > before + 1;
        if self.sitting.view().is_some_and(|view| is_worth_it(view) && is_untouched(view)) {
            self.archive().await;
        }
    }

    /// Another day may have begun since the board was last heard. A game that is not over may go on today.
    pub(super) async fn archive_if_old(&mut self) {
        let silent = self.evidence.time(self.clock.now()).since(self.heard_until);
        let is_free = |view: &GameView| view.result.is_some() || is_untouched(view);
        let before = self.evidence.games();
        let is_worth_it = |view: &GameView| view.game > before + 1 || !is_untouched(view);
        if silent > A_NIGHT
            && self.sitting.view().is_some_and(|view| is_worth_it(view) && is_free(view))
        {
            self.archive().await;
        }
    }

    /// Archives the journal, unless a game that was adjourned here waits in it. The game that has begun without a move goes
    /// along; all else of the board begins anew, as if it had been plugged in just now.
    async fn archive(&mut self) {
        if self.sitting.keeps_adjourned() {
            return;
        }
        let last = self.sitting.view().map(|view| (view.game, view.seq, is_untouched(view)));
        let carries = matches!(last, Some((_, 0, true)));
        let games =
            last.map_or(self.evidence.games(), |_| self.sitting.last_number() - u32::from(carries));
        let open = if carries { self.game_ids.of(games + 1) } else { None };
        let known = self.game_ids.all();
        let carried = Carried { observations: self.standing(), games, open, known };
        // What the journal was begun with has described a sitting before.
        let Ok(sitting) = self.evidence.sitting() else { return };
        let now = (self.clock.now(), self.clock.wall());
        let succeeded =
            blocking(|| self.evidence.succeed(now, carried, &self.archive.folder, &self.station));
        match succeeded {
            // What waits for the disk belongs into this journal; it is archived another time.
            Ok(None) => return,
            Ok(Some(observed)) => {
                self.sitting = sitting.after_games(games);
                self.showing.forget_present();
                // As it will be read back.
                self.health = Kept::new();
                for Numbered { at, number, observation, .. } in observed {
                    self.sitting.observe(at, number, &observation);
                    self.health.note(at, &observation, &self.sitting);
                }
            }
            Err(error) => {
                tracing::error!(
                    "{}: its journal is not archived, and goes on: {error}",
                    self.view.id
                );
                return;
            }
        }
        self.wire = Wire::bounded(self.archive.wire, 0);
        self.view.after = self.evidence.after();
        self.archive.has_grown();
        self.conclude().await;
        tokio::spawn(read_out(self.requests.clone()));
    }

    /// How the board stands, as it would say it.
    fn standing(&self) -> Vec<Observation> {
        let mut said = vec![Observation::Wall(self.clock.wall().to_string())];
        let view = &self.view;
        said.push(Observation::Device(DeviceFact::Serial(view.serial.clone())));
        let version = view.version.clone().map(DeviceFact::Version);
        said.extend(version.map(Observation::Device));
        said.extend(view.clock.map(|clock| Observation::Device(DeviceFact::Clock(clock))));
        said.extend(view.battery.map(Observation::Battery));
        said.push(Observation::Link(view.link));
        // What it shows is read by it.
        said.extend(match &view.calibration {
            Calibration::Known(chips) => {
                Some(Observation::Device(DeviceFact::Chips(chips.clone())))
            }
            Calibration::Unneeded | Calibration::Unknown | Calibration::Learning(_) => None,
        });
        said.extend(
            view.placement.clone().map(|placement| Observation::Board(Box::new(placement))),
        );
        said.extend(self.clock_shown.clone());
        said
    }
}

/// Whether nothing has happened in a game but that the pieces were set up for it.
fn is_untouched(view: &GameView) -> bool {
    let of_pairings = |decided: &DecidedOfGame| {
        let decided = GameDecision::of_record(&decided.decision);
        matches!(decided, Ok(Some(GameDecision::Start(_) | GameDecision::Laws(_))))
    };
    view.moves.is_empty()
        && view.provisional.is_none()
        && view.result.is_none()
        && view.questions.is_empty()
        && view.decided.iter().all(of_pairings)
}
