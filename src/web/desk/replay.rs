//! The replay: what hands did around a moment of a game, on a time line.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use touchmove_client::call_error;
use touchmove_client::details::PastEvent;
use touchmove_client::mirror::since_boot;
use touchmove_client::past_events::past_events;
use touchmove_client::shown::ShownGame;
use touchmove_core::words::phrases::{AtDesk, AtReplay, Play};

use super::Shared;
use super::decide::proxy;
use super::door::Who;
use super::page::{self, Page};
use crate::picture::Picture;
use crate::reel::{Reel, ReelStep, StepKind};
use crate::speech::Speech;

/// So much before the moment, and after it, is shown, in microseconds: what led there takes longer than what followed.
const BEFORE_US: u64 = 30_000_000;
const AFTER_US: u64 = 6_000_000;

/// From one stretch to the next.
const FURTHER_US: u64 = 20_000_000;

/// How wide the time line is, in units of its own.
const TRACK_UNITS: u64 = 1_000;

/// Which stretch, and what of it is open.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Asked {
    /// The moment, in microseconds since boot.
    around: Option<u64>,
    /// The number of a step.
    step: Option<usize>,
}

/// From which moment to which, in microseconds since boot, and the one from which times are counted.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from_us: u64,
    to_us: u64,
    around_us: u64,
}

impl Stretch {
    const fn around(around_us: u64) -> Self {
        let to_us = around_us.saturating_add(AFTER_US);
        Self { from_us: around_us.saturating_sub(BEFORE_US), to_us, around_us }
    }

    /// Where on the time line a moment is.
    fn place_of(&self, at_us: u64) -> u64 {
        let passed = at_us.clamp(self.from_us, self.to_us) - self.from_us;
        passed * TRACK_UNITS / (self.to_us - self.from_us).max(1)
    }

    fn millis_of(&self, at_us: u64) -> u64 {
        at_us.saturating_sub(self.from_us) / 1_000
    }

    /// As in `−3.2 s`, by the moment around which it is.
    fn when(&self, at_us: u64) -> String {
        let tenths = at_us.abs_diff(self.around_us) / 100_000;
        let sign = match (tenths, at_us < self.around_us) {
            (0, _) => "",
            (_, true) => "−",
            (_, false) => "+",
        };
        format!("{sign}{}.{} s", tenths / 10, tenths % 10)
    }
}

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
    Query(asked): Query<Asked>,
) -> Response {
    let view = desk.view();
    let Some((place, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    // A page has its moment in its address: looked at again, it shows the same.
    let Some(around_us) = asked.around else {
        let now = u64::try_from(since_boot().as_micros()).unwrap_or(u64::MAX);
        return Redirect::to(&format!("/game/{game}/replay?around={now}")).into_response();
    };
    let stretch = Stretch::around(around_us);
    let seen = async {
        let proxy = proxy(&desk, &shown.path).await?;
        let seen = proxy.sightings(stretch.from_us, stretch.to_us).await?;
        let told = told_until(&proxy, stretch.to_us).await?;
        call_error::Result::Ok(Reel::new(&seen, &told, shown, speech.notices()))
    };
    let title = speech.say(view.seats.title_of_board(&place.board));
    let body = match seen.await {
        Ok(reel) => {
            let open = asked.step.unwrap_or_else(|| reel.step_at(around_us));
            Replayed { game: shown, reel: &reel, stretch, open, speech }.draw()
        }
        Err(error) => html! { p { (error) } },
    };
    let heading = html! {
        h1 { a href=(format!("/game/{game}")) { (title) } }
        (body)
    };
    let title = speech.say(AtReplay::Title);
    let page = Page::of(&arbiter, speech, title, &format!("/game/{game}/replay"));
    page.with_script("/assets/replay.js").with(heading)
}

/// What was told of a game until a moment.
async fn told_until(
    game: &touchmove_client::proxy::GameProxy<'_>,
    to_us: u64,
) -> call_error::Result<Vec<PastEvent>> {
    let mut all = past_events(game, 0).await?;
    let is_before = |(_, _, told): &PastEvent| {
        told.get("boot_us").and_then(|at| u64::try_from(at).ok()).is_some_and(|at| at <= to_us)
    };
    all.retain(is_before);
    Ok(all)
}

/// A replay to be drawn.
struct Replayed<'a> {
    game: &'a ShownGame,
    reel: &'a Reel,
    stretch: Stretch,
    /// The step that is open.
    open: usize,
    speech: Speech,
}

impl Replayed<'_> {
    fn draw(&self) -> Markup {
        let Self { game, reel, stretch, open, speech } = *self;
        let steps = reel.steps();
        let Some(step) = steps.get(open).or(steps.last()) else {
            return html! { p { (speech.say(AtReplay::NothingSeen)) } };
        };
        let picture = Picture::of_placement(step.placement.clone(), &step.touched);
        let [white, black] = [Play::White, Play::Black].map(|side| speech.say(side));
        let replay = format!("/game/{}/replay", game.id);
        let other = |around: u64, said: AtReplay| {
            html! { a.button href=(format!("{replay}?around={around}")) { (speech.say(said)) } }
        };
        html! {
            h2 { (speech.say(AtReplay::Title)) }
            section #replay {
                div.shown {
                    (picture.svg(&picture.words(&white, &black)))
                    p #said role="status" {
                        time { (stretch.when(step.at_us)) } " " span { (step.said) }
                    }
                    (self.track())
                    p.choices {
                        (other(stretch.around_us.saturating_sub(FURTHER_US), AtReplay::Earlier))
                        button #play type="button" hidden
                            data-play=(speech.say(AtReplay::PlayIt)) data-pause=(speech.say(AtReplay::Pause)) {
                            (speech.say(AtReplay::PlayIt))
                        }
                        (other(stretch.around_us.saturating_add(FURTHER_US), AtReplay::Later))
                    }
                }
                ol #steps {
                    @for (number, step) in steps.iter().enumerate() { (self.step(number, step, &replay)) }
                }
            }
        }
    }

    /// The time line: each step where it happened, and the handle that can be dragged.
    fn track(&self) -> Markup {
        let Self { reel, stretch, speech, .. } = self;
        html! {
            svg.track viewBox=(format!("0 0 {TRACK_UNITS} 40")) preserveAspectRatio="none" aria-hidden="true" {
                @for step in reel.steps() {
                    @let (y, height) = height_of(step.kind);
                    rect class=(class_of(step.kind)) x=(stretch.place_of(step.at_us)) y=(y) width="3" height=(height) {}
                }
            }
            input #moment type="range" hidden min="0" max=(stretch.millis_of(stretch.to_us)) step="50"
                aria-label=(speech.say(AtReplay::Moment));
        }
    }

    fn step(&self, number: usize, step: &ReelStep, replay: &str) -> Markup {
        let Self { stretch, open, .. } = self;
        let touched: Vec<_> = step.touched.iter().map(ToString::to_string).collect();
        let address = format!("{replay}?around={}&step={number}", stretch.around_us);
        html! {
            li class=(class_of(step.kind)) data-at=(stretch.millis_of(step.at_us))
                data-placement=(step.placement) data-touched=(touched.join(" ")) {
                a href=(address) aria-current=[(number == *open).then_some("step")] {
                    time { (stretch.when(step.at_us)) } " " span { (step.said) }
                }
            }
        }
    }
}

const fn class_of(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Opening => "opening",
        StepKind::Touch => "touch",
        StepKind::Clock => "clocked",
        StepKind::Move => "concluded",
        StepKind::Incident => "incident",
        StepKind::Link => "link",
    }
}

/// Where a step stands on the time line, and how high.
const fn height_of(kind: StepKind) -> (u8, u8) {
    match kind {
        StepKind::Opening | StepKind::Link => (36, 4),
        StepKind::Touch => (26, 14),
        StepKind::Clock => (14, 26),
        StepKind::Move => (8, 32),
        StepKind::Incident => (0, 40),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_the_moment_around_which_the_stretch_is() {
        let stretch = Stretch::around(60_000_000);
        let told = [56_780_000, 60_000_000, 60_450_000].map(|at| stretch.when(at));
        assert_eq!(told, ["−3.2 s", "0.0 s", "+0.4 s"]);
        assert_eq!(
            [0, 30_000_000, 66_000_000, u64::MAX].map(|at| stretch.place_of(at)),
            [0, 0, 1_000, 1_000]
        );
        assert_eq!(Stretch::around(u64::MAX).place_of(0), 0);
    }
}
