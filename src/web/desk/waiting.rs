//! What waits, over all boards, by weight and age.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::{Query, State};
use axum::response::Response;
use maud::{Markup, html};
use touchmove_client::arbiters::ArbiterName;
use touchmove_client::mirror::since_boot;
use touchmove_client::waits::{Numbered, Onlooker, Urgency, Wait, Waits};
use touchmove_core::words::phrases::AtDesk;

use super::choice::Choice;
use super::door::Who;
use super::live::{Followed, Reader};
use super::mutes::MINUTES;
use super::page::Page;
use super::{Shared, help};
use crate::hall::{HallView, Place};
use crate::pieces::Piece;
use crate::speech::Speech;
use crate::tag::version_of;

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Query(choice): Query<Choice>,
) -> Response {
    let view = desk.view();
    let reader = Reader { arbiter: &arbiter, speech, view: &view };
    let pieces = pieces(&desk, reader, &choice);
    let body = html! {
        h1 { (speech.say(AtDesk::Waiting)) }
        (choice.form(reader, "/"))
        label.vibration hidden { input #vibrate type="checkbox"; " " (speech.say(AtDesk::Vibrate)) }
        ol #pieces.waiting aria-live="polite" data-empty=(speech.say(AtDesk::NothingWaits))
            data-gone=(speech.say(AtDesk::Gone)) {
            @for piece in &pieces { ((piece.draw)()) }
        }
    };
    let page = Page::of(&arbiter, speech, speech.say(AtDesk::Waiting), "/");
    page.followed(&Followed::Waiting(choice)).with(body)
}

/// The lines.
pub(super) fn pieces<'a>(desk: &'a Shared, reader: Reader<'a>, choice: &Choice) -> Vec<Piece<'a>> {
    let Reader { arbiter, speech, view } = reader;
    if let Some(absence) = &view.absence {
        return vec![stopped(absence, speech)];
    }
    let onlooker = Onlooker {
        seats: &view.seats,
        notices: speech.notices(),
        now: since_boot(),
        is_shared: &|_| false,
        more: &|_, _| None,
    };
    let is_seen = |place: &&Arc<Place>| place.is_seen_by(arbiter) && choice.has(place);
    let (now, mut heard, mut muted) = (SystemTime::now(), Vec::new(), Vec::new());
    for place in view.places.iter().filter(is_seen) {
        match desk.mutes.left(&arbiter.name, &place.board.id, now) {
            None => heard.push(&*place.board),
            Some(left) => muted.push(muted_line(place, left, reader)),
        }
    }
    let waits = Waits::of(heard, onlooker);
    let piece = |wait: &Wait| {
        let id = id_of(wait);
        let (going, game) = (desk.going.to(&id), game_of(view, wait));
        let version = version_of((&wait.of, &wait.what, going.as_ref().map(ArbiterName::as_str)));
        let line =
            Line { id: id.clone(), wait: wait.clone(), game, going, own: arbiter.name.clone() };
        Piece { id, version, draw: Box::new(move || line.draw(speech)) }
    };
    waits.all().iter().map(piece).chain(muted).collect()
}

/// A board of which an arbiter hears nothing for a while.
fn muted_line<'a>(place: &'a Place, left: Duration, reader: Reader<'a>) -> Piece<'a> {
    let Reader { speech, view, .. } = reader;
    let minutes = left.as_secs().div_ceil(60);
    let id = format!("{}-muted", place.board.id);
    let draw = {
        let id = id.clone();
        move || {
            html! {
                li.muted id=(id) {
                    div.what {
                        span.of { (speech.say(view.seats.title_with_board(&place.board))) }
                        span { (speech.say(AtDesk::Muted { minutes: minutes.into() })) }
                    }
                    (mute(&place.board.id, 0, &speech.say(AtDesk::Unmute)))
                }
            }
        }
    };
    Piece { id, version: version_of((minutes, speech.code())), draw: Box::new(draw) }
}

/// The button that mutes a board for so long.
fn mute(board: &str, minutes: u32, said: &str) -> Markup {
    html! {
        form method="post" action="/mute" {
            input type="hidden" name="board" value=(board);
            button name="minutes" value=(minutes) { (said) }
        }
    }
}

/// What waits, as the page names it.
fn id_of(wait: &Wait) -> String {
    let board = wait.board.as_deref().unwrap_or_default();
    match wait.number {
        Some((Numbered::Incident, number)) => format!("{board}-incident-{number}"),
        Some((Numbered::Instruction, number)) => format!("{board}-instruction-{number}"),
        None => format!("{board}-{:x}", version_of(&wait.what)),
    }
}

fn game_of(view: &HallView, wait: &Wait) -> Option<String> {
    let place = view.places.iter().find(|place| Some(&place.board.id) == wait.board.as_ref())?;
    place.board.game.as_ref().map(|game| game.id.clone())
}

/// A line of the list.
struct Line {
    id: String,
    wait: Wait,
    game: Option<String>,
    going: Option<ArbiterName>,
    /// Who looks at it.
    own: ArbiterName,
}

impl Line {
    fn draw(&self, speech: Speech) -> Markup {
        let Self { id, wait, game, going, own } = self;
        let is_own = going.as_ref() == Some(own);
        let (walk, said) = if is_own { ("stay", AtDesk::Stay) } else { ("go", AtDesk::Go) };
        html! {
            li id=(id) class=(class_of(wait.urgency)) {
                div.what {
                    span.of { (wait.place(speech.notices())) }
                    @if let Some(game) = game {
                        a href=(format!("/game/{game}")) { (wait.what) }
                    } @else {
                        span { (wait.what) }
                    }
                }
                time data-age=[wait.seconds] {}
                @if let Some(word) = wait.help { (help::link(word, &wait.what, speech)) }
                @if let Some(going) = going {
                    span.going { (speech.say(AtDesk::IsGoing { name: going.as_str().into() })) }
                }
                form method="post" action="/going" {
                    input type="hidden" name="wait" value=(id);
                    button name="walk" value=(walk) { (speech.say(said)) }
                }
                @if let Some(board) = &wait.board {
                    details.mute {
                        summary { (speech.say(AtDesk::Mute)) }
                        @for minutes in MINUTES {
                            (mute(board, minutes, &speech.say(AtDesk::ForMinutes { minutes: minutes.into() })))
                        }
                    }
                }
            }
        }
    }
}

const fn class_of(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Evidence | Urgency::Unheard => "urgent",
        Urgency::Arbiter => "arbiter",
        Urgency::Doubt => "doubt",
        Urgency::Later => "later",
    }
}

/// That nothing is known of the hall.
pub(super) fn stopped(absence: &str, speech: Speech) -> Piece<'_> {
    let draw = move || {
        html! {
            li #absence.urgent {
                div.what {
                    strong { (speech.say(AtDesk::NoHall)) } " " (absence) " "
                    (help::link("daemon", absence, speech))
                }
            }
        }
    };
    let version = version_of((absence, speech.code()));
    Piece { id: "absence".to_owned(), version, draw: Box::new(draw) }
}
