//! Where games are sent: what is there, how late it came, what is not there as it was played, and what to do.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use touchmove_client::broadcast::ShownSentGame;
use touchmove_client::mirror::since_boot;
use touchmove_client::shown::{ShownOutlet, ShownWriting};
use touchmove_client::span::span;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{AtDesk, OfBroadcast};

use super::Shared;
use super::door::Who;
use super::live::{Followed, Reader};
use super::page::Page;
use crate::pieces::Piece;
use crate::sendings::{Sending, SendingView};
use crate::speech::Speech;
use crate::tag::version_of;

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
) -> Response {
    let (view, sendings) = (desk.view(), desk.sendings());
    let reader = Reader { arbiter: &arbiter, speech, view: &view };
    let pieces = pieces(reader, &sendings);
    let body = html! {
        h1 { (speech.say(AtDesk::Broadcast)) }
        ol #pieces.broadcast { @for piece in &pieces { ((piece.draw)()) } }
    };
    Page::of(&arbiter, speech, speech.say(AtDesk::Broadcast), "/broadcast")
        .followed(&Followed::Broadcast)
        .with(body)
}

/// A card for each destination, and behind them one for each folder.
pub(super) fn pieces<'a>(reader: Reader<'a>, sendings: &'a SendingView) -> Vec<Piece<'a>> {
    let Reader { speech, view, .. } = reader;
    let said = |what: OfBroadcast| vec![word(speech.say(what))];
    let mut pieces = match sendings {
        SendingView::Nobody => said(OfBroadcast::NotRunning),
        SendingView::Unheard(why) => said(OfBroadcast::NotKnown { why: why.into() }),
        SendingView::Known(all) if all.is_empty() => said(OfBroadcast::Nowhere),
        SendingView::Known(all) => all.iter().map(|sending| destination(sending, speech)).collect(),
    };
    pieces.extend(view.outlets.iter().map(|outlet| folder(outlet, speech)));
    pieces
}

/// A sentence in the place of destinations.
fn word<'a>(said: String) -> Piece<'a> {
    let version = version_of(&said);
    let draw = move || html! { li #absence { p { (said) } } };
    Piece { id: "absence".to_owned(), version, draw: Box::new(draw) }
}

fn destination(sending: &Arc<Sending>, speech: Speech) -> Piece<'_> {
    let id = format!("destination-{}", sending.destination.id);
    let draw = {
        let id = id.clone();
        move || {
            let Sending { destination, games } = &**sending;
            let trouble = destination.trouble.as_ref();
            let trouble =
                trouble.map(|trouble| (Saying::from(trouble.said()), trouble.lasts(since_boot())));
            let card = Card {
                place: destination.open_place(),
                sent: Some(destination.sent()),
                numbers: Numbers {
                    games: destination.games,
                    behind: destination.behind,
                    last: destination.last,
                },
                trouble,
                remedy: destination.remedy().map(Saying::from),
                games,
            };
            card.draw(&id, speech)
        }
    };
    Piece { id, version: version_of((sending, speech.code())), draw: Box::new(draw) }
}

fn folder(outlet: &ShownOutlet, speech: Speech) -> Piece<'_> {
    let id = format!("folder-{:x}", version_of(&outlet.path));
    let draw = {
        let id = id.clone();
        move || {
            let trouble = outlet.trouble.as_ref();
            let trouble =
                trouble.map(|trouble| (Saying::from(&trouble.why), trouble.lasts(since_boot())));
            let card = Card {
                place: OfBroadcast::Folder { place: outlet.place.as_str().into() }.into(),
                sent: None,
                numbers: Numbers { games: outlet.games, behind: outlet.behind, last: outlet.last },
                trouble,
                remedy: None,
                games: &[],
            };
            card.draw(&id, speech)
        }
    };
    Piece { id, version: version_of((outlet, speech.code())), draw: Box::new(draw) }
}

/// What is shown of a place to which games go.
struct Card<'a> {
    place: Saying,
    sent: Option<Saying>,
    numbers: Numbers,
    /// What it is, and how long it has lasted.
    trouble: Option<(Saying, Duration)>,
    remedy: Option<Saying>,
    /// Those that are not there as they were played.
    games: &'a [ShownSentGame],
}

struct Numbers {
    games: u64,
    behind: u64,
    last: Option<ShownWriting>,
}

impl Card<'_> {
    fn draw(self, id: &str, speech: Speech) -> Markup {
        let Self { place, sent, numbers, trouble, remedy, games } = self;
        let class = match (&trouble, games.is_empty()) {
            (Some(_), _) => "urgent",
            (None, false) => "arbiter",
            (None, true) => "whole",
        };
        let remarks = games.iter().flat_map(ShownSentGame::remarks);
        html! {
            li id=(id) class=(class) {
                h2 { (speech.say(place)) }
                @if let Some(sent) = sent { p.sent { (speech.say(sent)) } }
                (numbers.draw(speech))
                @if let Some((what, lasts)) = trouble {
                    p.trouble role="status" { strong { (speech.say(what)) } " " (age(lasts, speech)) }
                }
                @if let Some(remedy) = remedy { p.remedy { (speech.say(remedy)) } }
                @if !games.is_empty() {
                    h3 { (speech.say(AtDesk::NotWhole)) }
                    ul { @for remark in remarks { li { (speech.say(remark)) } } }
                }
            }
        }
    }
}

impl Numbers {
    fn draw(&self, speech: Speech) -> Markup {
        let Self { games, behind, last } = self;
        html! {
            dl {
                div { dt { (speech.say(OfBroadcast::GamesSent)) } dd { (games) } }
                div { dt { (speech.say(OfBroadcast::GamesBehind)) } dd { (behind) } }
                div {
                    dt { (speech.say(OfBroadcast::LastTaken)) }
                    dd {
                        @match last {
                            Some(last) => (age(last.ago(since_boot()), speech)),
                            None => (speech.say(OfBroadcast::NothingTaken)),
                        }
                    }
                }
                @if let Some(last) = last {
                    div { dt { (speech.say(OfBroadcast::HowLate)) } dd { (speech.say(span(last.late()))) } }
                }
            }
        }
    }
}

/// A span that the page counts on.
fn age(lasts: Duration, speech: Speech) -> Markup {
    html! { time data-age=(lasts.as_secs()) { (speech.say(span(lasts))) } }
}
