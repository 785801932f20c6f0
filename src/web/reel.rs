//! A stretch of a game as it was seen, step by step: touches, presses, moves and incidents, with the board at each.

use serde_json::Value;
use touchmove_client::details::{PastEvent, SentSighting, json};
use touchmove_client::notices::{Notices, number};
use touchmove_client::shown::{ShownGame, is_sure};
use touchmove_client::sightings::{in_words, of_bus};
use touchmove_core::game::conclusion::MoveState;
use touchmove_core::game::sightings::BoardSighting;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::{AtReplay, History};
use touchmove_drivers::observation::{Placement, Square};

/// The steps, in their order.
#[derive(Debug, Default)]
pub(crate) struct Reel(Vec<ReelStep>);

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) struct ReelStep {
    /// When, in microseconds since boot.
    pub(crate) at_us: u64,
    pub(crate) kind: StepKind,
    /// In words.
    pub(crate) said: String,
    /// How the board stood afterwards.
    pub(crate) placement: Placement,
    /// The squares that changed.
    pub(crate) touched: Vec<Square>,
}

/// What kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// How the board stood when the stretch began.
    Opening,
    Touch,
    /// A press, or a clock that was started or stopped.
    Clock,
    /// A move that was concluded, or a result.
    Move,
    Incident,
    /// The board was lost or found.
    Link,
}

/// The most steps; of more, the latest.
const MAX_STEPS: usize = 400;

impl Reel {
    /// Of what was seen in a stretch, its opening first, and of what was told of the game until its end.
    pub(crate) fn new(
        seen: &[SentSighting],
        told: &[PastEvent],
        game: &ShownGame,
        notices: &Notices,
    ) -> Self {
        let from = seen.first().map_or(0, |(at, ..)| *at);
        let mut reel = Self::default();
        for sent in seen {
            reel.extend(sent, notices);
        }
        for event in told {
            reel.insert(event, from, game, notices);
        }
        let surplus = reel.0.len().saturating_sub(MAX_STEPS);
        reel.0.drain(..surplus);
        reel
    }

    /// The steps.
    pub(crate) fn steps(&self) -> &[ReelStep] {
        &self.0
    }

    /// The last step that had happened at a moment; the first where none had.
    pub(crate) fn step_at(&self, moment_us: u64) -> usize {
        self.0.partition_point(|step| step.at_us <= moment_us).saturating_sub(1)
    }

    fn extend(&mut self, sent: &SentSighting, notices: &Notices) {
        let Some(seen) = of_bus(sent) else { return };
        let (kind, said) = match (&seen, self.0.is_empty()) {
            (BoardSighting::ReadOut { .. }, true) => {
                (StepKind::Opening, notices.say(AtReplay::Opening))
            }
            _ => (kind_of(&seen), notices.say(in_words(&seen))),
        };
        let mut placement = self.0.last().map_or(Placement::EMPTY, |last| last.placement.clone());
        let touched = match seen {
            BoardSighting::Square { square, is, .. } => {
                placement.set(square, is);
                vec![square]
            }
            BoardSighting::ReadOut { placement: read, new } => {
                placement = *read;
                new
            }
            _ => Vec::new(),
        };
        self.0.push(ReelStep { at_us: sent.0, kind, said, placement, touched });
    }

    /// Puts in what was concluded, behind what was seen by then.
    fn insert(&mut self, event: &PastEvent, from: u64, game: &ShownGame, notices: &Notices) {
        let told = json(&event.2);
        let at_us = number(&told, "boot_us");
        let Some((kind, said)) = concluded(&event.1, &told, game, notices) else { return };
        if at_us < from {
            return;
        }
        let place = self.0.partition_point(|step| step.at_us <= at_us);
        let before = place.checked_sub(1).and_then(|before| self.0.get(before));
        let placement = before.map_or(Placement::EMPTY, |before| before.placement.clone());
        self.0.insert(place, ReelStep { at_us, kind, said, placement, touched: Vec::new() });
    }
}

const fn kind_of(seen: &BoardSighting) -> StepKind {
    match seen {
        BoardSighting::ReadOut { .. } | BoardSighting::Square { .. } => StepKind::Touch,
        BoardSighting::Link(_) => StepKind::Link,
        BoardSighting::Pressed { .. }
        | BoardSighting::TimeRuns { .. }
        | BoardSighting::ClockStands { .. }
        | BoardSighting::Press => StepKind::Clock,
    }
}

/// A conclusion that an arbiter wants to see among the touches.
fn concluded(
    event: &str,
    told: &Fields,
    game: &ShownGame,
    notices: &Notices,
) -> Option<(StepKind, String)> {
    let text = |name: &str| told.get(name).and_then(Value::as_str).unwrap_or_default();
    match event {
        "Moved" if text("state") != MoveState::Provisional.word() => {
            let ply = u32::try_from(number(told, "ply")).ok()?;
            let san = Some(text("san")).filter(|san| !san.is_empty()).unwrap_or(text("uci"));
            let played = format!("{} {san}", game.number_of(ply)).into();
            let state = Vocabulary::Move.word(text("state"));
            Some((StepKind::Move, notices.say(History::MoveIs { played, state })))
        }
        "Incident" if is_sure(told) => {
            let title = notices.notice_in(game, told).title;
            let state = notices.say(Vocabulary::Matter.word(text("state")));
            Some((StepKind::Incident, format!("{title} ({state})")))
        }
        "Ended" => {
            let points = Some(text("points")).filter(|points| !points.is_empty());
            let value = points.unwrap_or(text("result")).into();
            Some((StepKind::Move, notices.say(History::Result { value })))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::details::details;
    use touchmove_client::shown::samples::a_game;
    use touchmove_client::sightings::to_bus;
    use touchmove_drivers::observation::Reading;

    use super::*;

    fn square(at_us: u64, square: &str, was: char, is: char) -> SentSighting {
        let [was, is] = [was, is].map(|letter| Reading::from_letter(letter).unwrap());
        to_bus(at_us, &BoardSighting::Square { square: square.parse().unwrap(), was, is })
    }

    #[test]
    fn what_was_concluded_stands_among_what_was_seen_with_the_board_of_that_moment() {
        let placement = Box::new("8/8/8/8/8/8/4P3/8".parse().unwrap());
        let opening = BoardSighting::ReadOut { placement, new: Vec::new() };
        let seen =
            [to_bus(100, &opening), square(200, "e2", 'P', '.'), square(300, "e4", '.', 'P')];
        let told = |at: u64, state: &'static str| {
            let particulars: [(&str, zbus::Variant<'static>); 4] = [
                ("boot_us", at.into()),
                ("ply", 1_u32.into()),
                ("san", "e4".into()),
                ("state", state.into()),
            ];
            (1, "Moved".to_owned(), details(particulars))
        };
        let told = [told(50, "made"), told(250, "provisional"), told(350, "made")];
        let reel = Reel::new(&seen, &told, &a_game(&[("e2e4", "e4")]), &Notices::default());
        let steps: Vec<_> = reel.steps().iter().map(|step| (step.at_us, step.kind)).collect();
        let expected = [
            (100, StepKind::Opening),
            (200, StepKind::Touch),
            (300, StepKind::Touch),
            (350, StepKind::Move),
        ];
        assert_eq!(steps, expected);
        assert_eq!(reel.steps()[3].placement.to_string(), "8/8/8/8/4P3/8/8/8");
        assert!(reel.steps()[3].said.contains("1. e4"), "{}", reel.steps()[3].said);
        assert_eq!([0, 100, 299, 900].map(|moment| reel.step_at(moment)), [0, 0, 1, 3]);
    }
}
