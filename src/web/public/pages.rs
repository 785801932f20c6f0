//! The pages: a round at a glance, boards for the wall, a board over a stream.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, html};
use touchmove_core::words::phrases::AtPublic;

use super::Shared;
use super::asked::{Asked, PageKind, Theme, WALLS};
use super::guard::POLICY_OVER_A_STREAM;
use super::page::Page;
use super::text::nothing_there;
use super::view::{PublicView, Round};
use super::{card, cloud};
use crate::speech::Speech;

/// A round at a glance.
pub(super) async fn show_round(
    State(public): State<Shared>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let (view, speech) = (public.view(), asked.speech(&headers));
    let round = asked.round_in(&view);
    let title = round.map_or_else(|| speech.say(AtPublic::Title), |round| name_of(round, speech));
    let body = html! {
        header.bar {
            h1 {
                (title)
                @if let Some(event) = round.and_then(|round| round.event()) { " " small { (event) } }
            }
            (rounds(&view, round.map(|round| round.number()), speech))
        }
        main {
            (boards(&asked, PageKind::Round, &view, speech))
        }
        @if let Some(round) = round { (links(round, speech)) }
    };
    // Where another round comes in its place, the whole page is another one.
    let live = format!("{}&at={}", asked.live(PageKind::Round), asked.number_in(&view));
    Page { speech, title, class: class("glance", asked.theme), live }.with(body)
}

/// Boards for the wall and the projector.
pub(super) async fn show_wall(
    State(public): State<Shared>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let (view, speech) = (public.view(), asked.speech(&headers));
    let body = html! {
        main { (boards(&asked, PageKind::Wall, &view, speech)) }
        nav.keys aria-label=(speech.say(AtPublic::Keys)) {
            button type="button" data-key="ArrowLeft" { "←" }
            @for boards in WALLS { button type="button" data-key=(boards) { (boards) } }
            button type="button" data-key="ArrowRight" { "→" }
            button type="button" data-key="f" { "⛶" }
        }
    };
    let title = speech.say(AtPublic::Wall);
    let live = asked.live(PageKind::Wall);
    Page { speech, title, class: class("walled", asked.theme), live }.with(body)
}

/// A board over a stream: the table in the address, `12`, or with its round, `3.12`.
pub(super) async fn show_overlay(
    State(public): State<Shared>,
    Path(at): Path<String>,
    Query(mut asked): Query<Asked>,
    headers: HeaderMap,
) -> Response {
    let Some((round, table)) = place_named(&at) else { return nothing_there() };
    asked.round = round.or(asked.round);
    asked.table = Some(table);
    let (view, speech) = (public.view(), asked.speech(&headers));
    let body = html! { main { (boards(&asked, PageKind::Overlay, &view, speech)) } };
    let title = speech.say(AtPublic::Table { number: table.into() });
    let live = asked.live(PageKind::Overlay);
    let page = Page { speech, title, class: class("overlaid", asked.theme), live }.with(body);
    ([(header::CONTENT_SECURITY_POLICY, POLICY_OVER_A_STREAM)], page).into_response()
}

/// The boards of a page.
fn boards(asked: &Asked, page: PageKind, view: &PublicView, speech: Speech) -> Markup {
    let class = match page {
        PageKind::Round => "round".to_owned(),
        PageKind::Wall => format!("wall n{}", asked.wall()),
        PageKind::Overlay => format!("overlay {}", asked.layout.unwrap_or_default().class()),
    };
    let boards = asked.boards_in(page, view);
    html! {
        ol #pieces class=(class) data-empty=(speech.say(AtPublic::Nothing))
            data-boards=(asked.wall()) data-from=[asked.first_in(page, view)] data-every=[asked.every] {
            @for board in &boards { ((card::piece(board, speech).draw)()) }
        }
    }
}

/// The ways to the rounds.
fn rounds(view: &PublicView, here: Option<u16>, speech: Speech) -> Markup {
    html! {
        nav.rounds {
            @for round in view.rounds() {
                @let is_here = here == Some(round.number());
                a href=(format!("/?round={}", round.number())) aria-current=[is_here.then_some("page")]
                    title=(name_of(round, speech)) { (round.number()) }
            }
        }
    }
}

/// What else there is of a round.
fn links(round: &Round, speech: Speech) -> Markup {
    let number = round.number();
    let wall = |boards: u8| speech.say(AtPublic::Boards { count: boards.into() });
    html! {
        footer {
            @for boards in WALLS {
                a href=(format!("/wall?boards={boards}&round={number}")) { (wall(boards)) }
            }
            a href=(format!("/round-{number}/games.pgn")) { "PGN" }
            a href=(format!("/get/{}/tournament.json", cloud::id_of(round))) { "Cloud JSON" }
        }
    }
}

fn name_of(round: &Round, speech: Speech) -> String {
    speech.say(AtPublic::Round { number: round.number().into() })
}

fn class(page: &str, theme: Option<Theme>) -> String {
    format!("{page} {}", theme.map_or("", Theme::class))
}

/// The round, where it is named, and the table.
fn place_named(at: &str) -> Option<(Option<u16>, u16)> {
    match at.split_once('.') {
        Some((round, table)) => Some((Some(round.parse().ok()?), table.parse().ok()?)),
        None => Some((None, at.parse().ok()?)),
    }
}
