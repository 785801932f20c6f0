//! A game: the board, the clocks, the scoresheet, what waits in it, and what was decided.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use serde_json::Value;
use shakmaty::Color;
use touchmove_client::decided::what;
use touchmove_client::shown::{ShownDecision, ShownGame, is_sure};
use touchmove_core::laws::json::Fields;
use touchmove_core::laws::says::IncidentState;
use touchmove_core::words::Notice;
use touchmove_core::words::phrases::{AtDesk, AtReplay, Play};

use super::Shared;
use super::decide::{can_be_undone, decisions};
use super::door::Who;
use super::forms::forms;
use super::hall_page::player;
use super::live::{Followed, Piece, Reader, version_of};
use super::page::{self, Page};
use super::speech::Speech;
use crate::hall::Place;
use crate::picture::Picture;

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
) -> Response {
    let view = desk.view();
    let Some((place, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let title = speech.say(view.seats.title_of_board(&place.board));
    let decided = decisions(&desk, &shown.path).await;
    let pieces = pieces(Reader { arbiter: &arbiter, speech, view: &view }, &game);
    let body = html! {
        h1 { (title) }
        div #pieces.game {
            @for piece in &pieces { ((piece.draw)()) }
        }
        (forms(&game, speech))
        section.decisions {
            h2 { (speech.say(AtDesk::Decisions)) }
            @match &decided {
                Ok(decided) => { (list(decided, &game, speech)) }
                Err(error) => { p { (error) } }
            }
        }
    };
    let page = Page::of(&arbiter, speech, title, &format!("/game/{game}"));
    page.followed(&Followed::Game { game }).with(body)
}

/// What changes on it.
pub(super) fn pieces<'a>(reader: Reader<'a>, game: &str) -> Vec<Piece<'a>> {
    let Reader { arbiter, speech, view } = reader;
    let Some((place, game)) = view.game_seen_by(arbiter, game) else {
        let draw = Box::new(move || html! { p #absence { (speech.say(AtDesk::NoSuchGame)) } });
        return vec![Piece { id: "absence".into(), version: 0, draw }];
    };
    let matters = (&game.incidents, &game.instructions, &game.open_questions);
    let matters = version_of(format!("{matters:?}"));
    let moves = version_of((&game.sans, &game.moves, &game.result));
    vec![
        Piece {
            id: "board".into(),
            version: place.since,
            draw: Box::new(move || board(place, speech)),
        },
        Piece {
            id: "matters".into(),
            version: matters,
            draw: Box::new(move || all_matters(game, speech)),
        },
        Piece { id: "sheet".into(), version: moves, draw: Box::new(move || sheet(game, speech)) },
    ]
}

fn board(place: &Place, speech: Speech) -> Markup {
    let [white, black] = place.seat.as_ref().map(|seat| seat.names.clone()).unwrap_or_default();
    let picture = Picture::of_board(&place.board);
    let [of_white, of_black] = [Play::White, Play::Black].map(|side| speech.say(side));
    html! {
        section #board {
            (player(place, Color::Black, &black, speech))
            (picture.svg(&picture.words(&of_white, &of_black)))
            (player(place, Color::White, &white, speech))
            p.name { (place.board.id) }
            @if let Some(game) = &place.board.game {
                p { a href=(format!("/game/{}/replay", game.id)) { (speech.say(AtReplay::Title)) } }
            }
        }
    }
}

/// The moves in pairs, as on a scoresheet.
fn sheet(game: &ShownGame, speech: Speech) -> Markup {
    let moves = game.sans.iter().zip(&game.moves).zip(1_u32..).map(|((san, uci), ply)| {
        let text = if san.is_empty() { uci } else { san };
        (game.number_of(ply).to_string(), text, ply)
    });
    html! {
        section #sheet {
            h2 { (speech.say(AtDesk::Moves)) }
            ol.moves {
                @for (number, text, ply) in moves {
                    li data-ply=(ply) { span.number { (number) } " " (text) }
                }
            }
            @if let Some((result, _)) = &game.result { p.result { (result) } }
        }
    }
}

/// Incidents, instructions and questions, with what can be decided about them.
fn all_matters(game: &ShownGame, speech: Speech) -> Markup {
    let incidents = game.incidents.iter().filter(|told| is_sure(told));
    let is_quiet = incidents.clone().next().is_none()
        && game.instructions.is_empty()
        && game.open_questions.is_empty();
    html! {
        section #matters aria-live="polite" {
            h2 { (speech.say(AtDesk::Matters)) }
            @if is_quiet { p { (speech.say(AtDesk::NothingWaits)) } }
            @for told in incidents { (incident(game, told, speech)) }
            @for told in &game.instructions {
                article.instruction { (notice(game, told, speech)) }
            }
            @for asked in &game.open_questions { (question(game, asked, speech)) }
        }
    }
}

fn notice(game: &ShownGame, told: &Fields, speech: Speech) -> Markup {
    let Notice { title, seen, may } = speech.notices().notice_in(game, told);
    html! {
        h3 { (title) }
        @if let Some(seen) = seen { p { (seen) } }
        @if let Some(may) = may { p.may { (may) } }
    }
}

/// What happened, and what the Laws say of it.
fn ways_to_see(game: &ShownGame, told: &Fields, speech: Speech) -> Markup {
    let (since, article) = (told.get("since").and_then(Value::as_u64), text(told, "article"));
    html! {
        p.ways {
            @if let Some(since) = since {
                a href=(format!("/game/{}/replay?around={since}", game.id)) { (speech.say(AtReplay::WhatHappened)) }
            }
            @if !article.is_empty() {
                a href=(format!("/game/{}/laws/{article}", game.id)) {
                    (speech.say(AtReplay::Article { article: article.into() }))
                }
            }
        }
    }
}

fn incident(game: &ShownGame, told: &Fields, speech: Speech) -> Markup {
    let number = told.get("incident").and_then(Value::as_u64).unwrap_or_default();
    let is_open = text(told, "state") == IncidentState::Raised.word();
    let verbs: &[_] = if is_open {
        &[("confirm", AtDesk::Confirm), ("dismiss", AtDesk::Dismiss)]
    } else {
        &[("dismiss", AtDesk::Dismiss), ("reopen", AtDesk::Reopen)]
    };
    html! {
        article.incident class=[(!is_open).then_some("decided")] {
            (notice(game, told, speech))
            (ways_to_see(game, told, speech))
            form.choices method="post" action=(format!("/game/{}/preview", game.id)) {
                input type="hidden" name="incident" value=(number);
                @for (verb, said) in verbs {
                    button name="verb" value=(verb) { (speech.say(said.clone())) }
                }
            }
        }
    }
}

fn question(game: &ShownGame, asked: &Fields, speech: Speech) -> Markup {
    let number = asked.get("question").and_then(Value::as_u64).unwrap_or_default();
    let choices = asked.get("choices").and_then(Value::as_array);
    let choices = choices.into_iter().flatten().filter_map(Value::as_str);
    html! {
        article.question {
            h3 { (speech.say(Play::Question { question: number.into() })) ": " (text(asked, "kind")) }
            form.choices method="post" action=(format!("/game/{}/preview", game.id)) {
                input type="hidden" name="verb" value="answer";
                input type="hidden" name="question" value=(number);
                @for choice in choices {
                    @let word = choice.split(':').next().unwrap_or_default();
                    button name="choice" value=(word) { (choice) }
                }
            }
        }
    }
}

/// What was decided, the last first.
fn list(decided: &[ShownDecision], game: &str, speech: Speech) -> Markup {
    html! {
        @if decided.is_empty() { p { (speech.say(AtDesk::NothingDecided)) } }
        ol {
            @for one in decided.iter().rev() {
                li class=[one.is_undone.then_some("undone")] {
                    (speech.say(what(&one.verb, one.pairs())))
                    @if let Some(reason) = &one.reason { " (" (reason) ")" }
                    " · " (one.by)
                    @if can_be_undone(one) {
                        form method="post" action=(format!("/game/{game}/preview")) {
                            input type="hidden" name="verb" value="undo";
                            input type="hidden" name="record" value=(one.number);
                            button { (speech.say(AtDesk::Undo)) }
                        }
                    }
                }
            }
        }
    }
}

fn text<'a>(told: &'a Fields, name: &str) -> &'a str {
    told.get(name).and_then(Value::as_str).unwrap_or_default()
}
