//! A game that goes on on another board, as its own or its clock has failed: first what that means, then it is done, in the name
//! of the arbiter.

use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use touchmove_client::arbiters::Arbiter;
use touchmove_core::words::phrases::AtDesk;

use super::Shared;
use super::decide::proxy;
use super::door::Who;
use super::page::{self, Page};
use super::refusal::refusal;
use crate::hall::{HallView, Place};
use crate::speech::Speech;

/// Which one.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// By name; empty while nobody has chosen.
    #[serde(default)]
    board: String,
}

/// What is to be done.
#[derive(Debug, Deserialize)]
pub(super) struct Wished {
    board: String,
    #[serde(default)]
    reason: String,
}

/// Asks which board, and then whether that is meant.
pub(super) async fn ask(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
    Query(Asked { board }): Query<Asked>,
) -> Response {
    let view = desk.view();
    let Some((place, _)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let others = others(&view, &arbiter, place);
    let chosen = others.iter().find(|other| other.board.id == board);
    let at = format!("/game/{game}/another-board");
    let body = html! {
        h1 { (speech.say(view.seats.title_of_board(&place.board))) }
        section.notice {
            h2 { (speech.say(AtDesk::AnotherBoard)) }
            @match chosen {
                Some(other) => { (would_follow(other, &at, speech)) }
                None if others.is_empty() => { p { (speech.say(AtDesk::NoBoard)) } }
                None => { (choose(&others, &at, &view, speech)) }
            }
            p { a href=(format!("/game/{game}")) { (speech.say(AtDesk::Back)) } }
        }
    };
    Page::of(&arbiter, speech, speech.say(AtDesk::AnotherBoard), &at).with(body)
}

/// Has the game go on there.
pub(super) async fn carry_out(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
    Form(Wished { board, reason }): Form<Wished>,
) -> Response {
    let view = desk.view();
    let Some((_, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let name = arbiter.name.to_string();
    let moved = async { proxy(&desk, &shown.path).await?.move_to_for(name, board, reason).await };
    match moved.await {
        Ok(()) => Redirect::to(&format!("/game/{game}")).into_response(),
        Err(error) => {
            let page = Page::of(&arbiter, speech, speech.say(AtDesk::AnotherBoard), "/");
            (StatusCode::CONFLICT, page.with(refusal(&error, &game, speech))).into_response()
        }
    }
}

/// The other boards that an arbiter sees: those at no table first.
fn others<'a>(view: &'a HallView, arbiter: &Arbiter, own: &Place) -> Vec<&'a Place> {
    let seen = view.places.iter().map(|place| &**place).filter(|place| place.is_seen_by(arbiter));
    let mut others: Vec<_> = seen.filter(|place| place.board.id != own.board.id).collect();
    others.sort_by_key(|place| place.seat.is_some());
    others
}

fn choose(others: &[&Place], at: &str, view: &HallView, speech: Speech) -> Markup {
    html! {
        p { (speech.say(AtDesk::BoardFailed)) }
        form method="get" action=(at) {
            select name="board" aria-label=(speech.say(AtDesk::AnotherBoard)) {
                @for Place { board, seat, .. } in others {
                    @let title = speech.say(view.seats.title_of_board(board));
                    option value=(board.id) {
                        (board.id) @if seat.is_some() { " – " (title) }
                    }
                }
            }
            " " button { (speech.say(AtDesk::LookFirst)) }
        }
    }
}

fn would_follow(other: &Place, at: &str, speech: Speech) -> Markup {
    let board = &other.board.id;
    html! {
        p { (speech.say(AtDesk::WouldGoOnOn { board: board.into() })) }
        form method="post" action=(at) {
            input type="hidden" name="board" value=(board);
            label { (speech.say(AtDesk::Reason)) " " input name="reason" maxlength="200"; }
            button.main { (speech.say(AtDesk::CarryOut)) }
        }
    }
}
