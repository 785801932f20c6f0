//! A game: the board, the clocks, the scoresheet, what waits in it, and what was decided.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use shakmaty::Color;
use touchmove_client::decided::what;
use touchmove_client::matters::{Matter, MatterChoice, MatterKind, matters};
use touchmove_client::shown::{ShownDecision, ShownGame};
use touchmove_core::words::phrases::{AtDesk, AtReplay, Play};

use super::decide::{can_be_undone, decisions};
use super::door::Who;
use super::forms::forms;
use super::hall_page::player;
use super::live::{Followed, Reader};
use super::page::{self, Page};
use super::{Desk, Shared, help};
use crate::hall::Place;
use crate::picture::Picture;
use crate::pieces::Piece;
use crate::speech::Speech;
use crate::tag::version_of;

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
    let mut decided = Decided::default();
    decided.renew(&desk, place, shown).await;
    let pieces = pieces(Reader { arbiter: &arbiter, speech, view: &view }, &game, &decided);
    let body = html! {
        h1 { (title) }
        div #pieces.game {
            @for piece in &pieces { ((piece.draw)()) }
        }
        (forms(&game, speech))
    };
    let page = Page::of(&arbiter, speech, title, &format!("/game/{game}"));
    page.followed(&Followed::Game { game }).with(body)
}

/// What was decided about a game, as it was when its board last changed.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// [`Place::since`] of the board.
    since: u64,
    all: Vec<ShownDecision>,
}

impl Decided {
    /// Reads it anew where the board has changed; whether it did.
    pub(super) async fn renew(&mut self, desk: &Desk, place: &Place, game: &ShownGame) -> bool {
        if self.since == place.since {
            return false;
        }
        match decisions(desk, &game.path).await {
            Ok(all) => *self = Self { since: place.since, all },
            Err(_) => return false,
        }
        true
    }
}

/// What changes on it.
pub(super) fn pieces<'a>(reader: Reader<'a>, game: &str, decided: &'a Decided) -> Vec<Piece<'a>> {
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
        Piece {
            id: "decisions".into(),
            version: version_of(
                decided.all.iter().map(|one| (one.number, one.is_undone)).collect::<Vec<_>>(),
            ),
            draw: Box::new(move || list(&decided.all, &game.id, speech)),
        },
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
    let all = matters(game);
    html! {
        section #matters aria-live="polite" {
            h2 { (speech.say(AtDesk::Matters)) }
            @if all.is_empty() { p { (speech.say(AtDesk::NothingWaits)) } }
            @for matter in &all { (one(game, matter, speech)) }
        }
    }
}

fn one(game: &ShownGame, matter: &Matter<'_>, speech: Speech) -> Markup {
    let kind = match matter.kind() {
        MatterKind::Incident => "incident",
        MatterKind::Instruction => "instruction",
        MatterKind::Question => "question",
    };
    let notices = speech.notices();
    let headline = matter.headline(notices);
    html! {
        article class=(kind) .decided[!matter.is_waiting()] {
            h3 { (headline) " " (help::link(matter.word(), &headline, speech)) }
            @for line in matter.more(notices) { p { (line) } }
            (ways_to_see(game, matter, speech))
            div.choices {
                @for choice in matter.choices(notices) { (form_of(game, &choice)) }
            }
        }
    }
}

/// What happened, and what the Laws say of it.
fn ways_to_see(game: &ShownGame, matter: &Matter<'_>, speech: Speech) -> Markup {
    if matter.kind() != MatterKind::Incident {
        return html! {};
    }
    html! {
        p.ways {
            @if let Some(since) = matter.since_us() {
                a href=(format!("/game/{}/replay?around={since}", game.id)) { (speech.say(AtReplay::WhatHappened)) }
            }
            @if let Some(article) = matter.article() {
                a href=(format!("/game/{}/laws/{article}", game.id)) {
                    (speech.say(AtReplay::Article { article: article.into() }))
                }
            }
        }
    }
}

fn form_of(game: &ShownGame, MatterChoice { label, verb, particulars }: &MatterChoice) -> Markup {
    html! {
        form method="post" action=(format!("/game/{}/preview", game.id)) {
            input type="hidden" name="verb" value=(verb);
            @for (key, value) in particulars { input type="hidden" name=(key) value=(value); }
            button { (label) }
        }
    }
}

/// What was decided, the last first.
fn list(decided: &[ShownDecision], game: &str, speech: Speech) -> Markup {
    html! {
        section #decisions {
            h2 { (speech.say(AtDesk::Decisions)) }
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
}
