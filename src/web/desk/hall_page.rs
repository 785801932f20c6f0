//! The hall: all boards as small pictures.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Response;
use maud::{Markup, html};
use shakmaty::Color;
use touchmove_client::mirror::since_boot;
use touchmove_client::shown::ShownGame;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::{AtDesk, Play};

use super::Shared;
use super::choice::Choice;
use super::door::Who;
use super::live::{Followed, Reader};
use super::page::Page;
use super::waiting::stopped;
use crate::hall::Place;
use crate::picture::Picture;
use crate::pieces::Piece;
use crate::speech::Speech;

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Query(choice): Query<Choice>,
) -> Response {
    let view = desk.view();
    let reader = Reader { arbiter: &arbiter, speech, view: &view };
    let pieces = pieces(reader, &choice);
    let by = [("table", AtDesk::ByTable), ("time", AtDesk::ByTime), ("trouble", AtDesk::ByTrouble)];
    let body = html! {
        h1 { (speech.say(AtDesk::Hall)) }
        (choice.form(reader, "/hall"))
        fieldset.order hidden {
            legend { (speech.say(AtDesk::Order)) }
            @for (value, said) in by {
                label {
                    input type="radio" name="order" value=(value) checked[value == "table"];
                    " " (speech.say(said))
                }
            }
        }
        ol #pieces.hall data-empty=(speech.say(AtDesk::NoBoard)) {
            @for piece in &pieces { ((piece.draw)()) }
        }
    };
    Page::of(&arbiter, speech, speech.say(AtDesk::Hall), "/hall")
        .followed(&Followed::Hall(choice))
        .with(body)
}

/// The cards.
pub(super) fn pieces<'a>(reader: Reader<'a>, choice: &Choice) -> Vec<Piece<'a>> {
    let Reader { arbiter, speech, view } = reader;
    if let Some(absence) = &view.absence {
        return vec![stopped(absence, speech)];
    }
    let is_seen = |place: &&Arc<Place>| place.is_seen_by(arbiter) && choice.has(place);
    let seen = view.places.iter().filter(is_seen);
    let piece = |place: &'_ Arc<Place>| Piece {
        id: place.board.id.clone(),
        version: place.since,
        draw: Box::new({
            let place = Arc::clone(place);
            move || card(&place, speech)
        }),
    };
    seen.map(piece).collect()
}

/// A board in the hall.
fn card(place: &Place, speech: Speech) -> Markup {
    let Place { board, seat, .. } = place;
    let game = board.game.as_ref();
    let title = match seat {
        Some(seat) => seat.table.to_string(),
        None => board.id.clone(),
    };
    let [white, black] = seat.as_ref().map(|seat| seat.names.clone()).unwrap_or_default();
    let matter = game.and_then(|game| speech.notices().last(game));
    let waits = game.is_some_and(|game| !game.questions.is_empty()) || matter.is_some();
    let state = board.state.word.as_str();
    let trouble = match state {
        _ if waits => 0,
        "in-step" | "starting" => 2,
        _ => 1,
    };
    let last = game.and_then(ShownGame::last_move);
    let link = game.map(|game| format!("/game/{}", game.id));
    html! {
        li id=(board.id) data-trouble=(trouble) data-table=[seat.as_ref().map(|seat| seat.table)]
            class=(if waits { "waits" } else { state }) {
            a href=[link] {
                span.title { (title) }
                span.state { (speech.say(Vocabulary::State.word(state))) }
                (Picture::of_board(board).svg(&format!("{title} {white} – {black}")))
                (player(place, Color::Black, &black, speech))
                (player(place, Color::White, &white, speech))
                span.last {
                    @if let Some((result, _)) = game.and_then(|game| game.result.as_ref()) {
                        strong { (result) }
                    } @else if let Some(last) = last { (last) }
                }
                @if let Some(matter) = matter { span.matter { (matter) } }
            }
        }
    }
}

/// A player's name and clock.
pub(super) fn player(place: &Place, side: Color, name: &str, speech: Speech) -> Markup {
    let called = speech.say(side.fold_wb(Play::White, Play::Black));
    let name = if name.is_empty() { called.as_str() } else { name };
    html! {
        span class=(side.fold_wb("player white", "player black")) {
            span.name { (name) } (clock(place, side))
        }
    }
}

/// A player's clock, which the page counts on.
fn clock(place: &Place, side: Color) -> Markup {
    let Some(clock) = place.board.clock_at(since_boot()) else { return html! {} };
    let index = side.fold_wb(0, 1);
    let time = clock.times[index].as_millis();
    let (runs, has_fallen) = (clock.running == Some(side), clock.flags[index]);
    html! {
        span.clock data-ms=(time) data-runs[runs] {
            @if has_fallen { "⚑" }
        }
    }
}
