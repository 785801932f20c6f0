//! Decisions: first what would follow, then the decision itself, in the name of the arbiter.

use std::collections::{BTreeMap, HashMap};

use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::{Markup, html};
use touchmove_client::call_error;
use touchmove_client::decided::{is_time, what};
use touchmove_client::details::{PastEvent, json};
use touchmove_client::played::{self, NoMove};
use touchmove_client::proxy::GameProxy;
use touchmove_client::shown::{ShownDecision, ShownGame};
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{AtDesk, Failed};
use touchmove_core::words::{Saying, told};
use touchmove_drivers::observation::ClockTime;
use zbus::OwnedObjectPath;
use zbus::proxy::CacheProperties;

use super::door::Who;
use super::page::{self, Page};
use super::refusal::refusal;
use super::{Desk, Shared};
use crate::speech::Speech;

/// The most particulars that a form may have.
const MAX_PARTICULARS: usize = 12;

/// The most characters of one.
const MAX_CHARACTERS: usize = 300;

/// What decisions can be undone; what was said in a game cannot.
const CORRECTIONS: [&str; 9] = [
    "insert",
    "replace",
    "delete",
    "position",
    "turn",
    "clock",
    "result",
    "players",
    "orientation",
];

/// What an arbiter wants to decide.
#[derive(Debug, Default)]
struct Wish {
    verb: String,
    particulars: BTreeMap<String, String>,
    reason: String,
}

impl Wish {
    /// What a form says; `None` where it says too much.
    fn of_form(form: Vec<(String, String)>) -> Option<Self> {
        let is_short = |(key, value): &(String, String)| {
            key.chars().count() <= MAX_CHARACTERS && value.chars().count() <= MAX_CHARACTERS
        };
        if form.len() > MAX_PARTICULARS || !form.iter().all(is_short) {
            return None;
        }
        let mut wish = Self::default();
        for (key, value) in form {
            match key.as_str() {
                "verb" => wish.verb = value,
                "reason" => value.trim().clone_into(&mut wish.reason),
                _ => drop(wish.particulars.insert(key, value)),
            }
        }
        Some(wish)
    }

    /// With what people write in the form of the bus: a move by its squares, a time in milliseconds. What is empty, and what
    /// a penalty has no use for, is left out.
    fn read(mut self, game: &ShownGame) -> Result<Self, Unreadable> {
        self.particulars.retain(|_, value| !value.trim().is_empty());
        let ply = self.particulars.get("ply").and_then(|ply| ply.parse().ok());
        let ply = ply.unwrap_or_else(|| u32::try_from(game.moves.len() + 1).unwrap_or(0));
        if let Some(mv) = self.particulars.remove("move") {
            let key = if self.verb == "claim_draw" { "move" } else { "uci" };
            let uci = played::uci(game, ply, mv.trim()).map_err(Unreadable::Move)?;
            self.particulars.insert(key.to_owned(), uci);
        }
        if let Some(sealed) = self.particulars.get_mut("sealed") {
            // What cannot be played is told as it is written.
            *sealed =
                played::uci(game, ply, sealed.trim()).unwrap_or_else(|_| sealed.trim().to_owned());
        }
        for (_, time) in self.particulars.iter_mut().filter(|(key, _)| is_time(key)) {
            *time = millis(time.trim())?;
        }
        if let Some(kind) = self.particulars.get("kind").filter(|_| self.verb == "arbiter_penalty")
        {
            let of_kind = match kind.as_str() {
                "add-opponent" | "reduce-offender" => "ms",
                "lose-game" => "opponent_score",
                "offender-points" => "offender_score",
                _ => "",
            };
            let is_of_all = |key: &str| key == "kind" || key == "side";
            self.particulars.retain(|key, _| is_of_all(key) || key == of_kind);
        }
        Ok(self)
    }

    /// Whether this is what somebody has decided already.
    fn is_what(&self, decision: &ShownDecision) -> bool {
        !decision.is_undone && decision.verb == self.verb && decision.pairs().eq(self.pairs())
    }

    /// Its particulars.
    fn pairs(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.particulars.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    fn for_bus(&self) -> HashMap<String, String> {
        self.particulars.clone().into_iter().collect()
    }
}

/// Why nobody can tell what a form means.
#[derive(Debug)]
enum Unreadable {
    /// The move cannot be played there.
    Move(NoMove),
    /// A time is written in another way than clocks show it.
    Time(String),
}

impl Unreadable {
    /// For whoever has filled it in.
    fn said(self) -> Saying {
        match self {
            Self::Move(NoMove::NotThere { played, ply }) => {
                Failed::NoMove { played: played.into(), ply: ply.into() }.into()
            }
            Self::Move(no_ply) => told(&no_ply.to_string()),
            Self::Time(text) => AtDesk::NoTime { text: text.into() }.into(),
        }
    }
}

/// A time as clocks show it, in milliseconds; less than none where it is taken.
fn millis(time: &str) -> Result<String, Unreadable> {
    let (sign, shown) = match time.strip_prefix(['-', '−']) {
        Some(shown) => ("-", shown),
        None => ("", time),
    };
    let shown: ClockTime = shown.parse().map_err(|_| Unreadable::Time(time.to_owned()))?;
    Ok(format!("{sign}{}", shown.as_millis()))
}

/// Whether a decision can be taken back by `undo`.
pub(super) fn can_be_undone(decision: &ShownDecision) -> bool {
    !decision.is_undone && CORRECTIONS.contains(&decision.verb.as_str())
}

/// Shows what would follow, and asks whether that is meant.
pub(super) async fn preview(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
    Form(form): Form<Vec<(String, String)>>,
) -> Response {
    let view = desk.view();
    let Some((place, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let wish = match Wish::of_form(form).map(|wish| wish.read(shown)) {
        Some(Ok(wish)) => wish,
        Some(Err(unreadable)) => {
            let why = speech.say(unreadable.said());
            return page::refused_because(speech, StatusCode::BAD_REQUEST, &why);
        }
        None => return page::refused(speech, StatusCode::BAD_REQUEST, AtDesk::TooMuch),
    };
    let told = async {
        let proxy = proxy(&desk, &shown.path).await?;
        proxy.preview(wish.verb.clone(), wish.for_bus()).await
    };
    let title = speech.say(view.seats.title_of_board(&place.board));
    let body = match told.await {
        Ok(told) => ask(&wish, shown, &told, speech),
        Err(error) => {
            let decided = decisions(&desk, &shown.path).await.unwrap_or_default();
            match decided.iter().rev().find(|one| wish.is_what(one)) {
                Some(same) => already(same, &game, speech),
                None => refusal(&error, &game, speech),
            }
        }
    };
    let heading = html! { h1 { (title) } (body) };
    Page::of(&arbiter, speech, title, &format!("/game/{game}")).with(heading)
}

/// Takes the decision, in the name of the arbiter.
pub(super) async fn decide(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path(game): Path<String>,
    Form(form): Form<Vec<(String, String)>>,
) -> Response {
    let view = desk.view();
    let Some((_, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let Some(wish) = Wish::of_form(form) else {
        return page::refused(speech, StatusCode::BAD_REQUEST, AtDesk::TooMuch);
    };
    let name = arbiter.name.to_string();
    let decided = async {
        let proxy = proxy(&desk, &shown.path).await?;
        proxy.decide_for(name, wish.verb.clone(), wish.for_bus(), wish.reason.clone()).await
    };
    match decided.await {
        Ok(_) => Redirect::to(&format!("/game/{game}")).into_response(),
        Err(error) => {
            let title = speech.say(AtDesk::Title);
            let page = Page::of(&arbiter, speech, title, &format!("/game/{game}"));
            let decided = decisions(&desk, &shown.path).await.unwrap_or_default();
            match decided.iter().rev().find(|one| wish.is_what(one)) {
                Some(same) => page.with(already(same, &game, speech)),
                None => {
                    let refusal = page.with(refusal(&error, &game, speech));
                    (StatusCode::CONFLICT, refusal).into_response()
                }
            }
        }
    }
}

/// What was decided about a game so far.
///
/// # Errors
/// [`call_error::CallError`] where the daemon does not tell.
pub(super) async fn decisions(
    desk: &Desk,
    game: &OwnedObjectPath,
) -> call_error::Result<Vec<ShownDecision>> {
    let decisions = proxy(desk, game).await?.decisions().await?;
    Ok(decisions.into_iter().map(ShownDecision::new).collect())
}

/// The game on the bus.
///
/// # Errors
/// [`call_error::CallError`] where the bus is not there.
pub(super) async fn proxy(
    desk: &Desk,
    game: &OwnedObjectPath,
) -> call_error::Result<GameProxy<'static>> {
    let connection = desk.line.connection(&desk.bus).await?;
    let builder = GameProxy::builder(&connection).cache_properties(CacheProperties::No);
    Ok(builder.path(game.clone()).build().await?)
}

/// What would follow, and the button that has it done.
fn ask(wish: &Wish, game: &ShownGame, told: &[PastEvent], speech: Speech) -> Markup {
    let lines: Vec<_> = told.iter().filter_map(|event| line(event, game, speech)).collect();
    html! {
        section.notice {
            h2 { (speech.say(AtDesk::WouldFollow)) }
            p { strong { (speech.say(what(&wish.verb, wish.pairs()))) } }
            @if lines.is_empty() { p { (speech.say(AtDesk::NothingFollows)) } }
            ul { @for line in &lines { li { (line) } } }
            form method="post" action=(format!("/game/{}/decide", game.id)) {
                input type="hidden" name="verb" value=(wish.verb);
                @for (key, value) in &wish.particulars { input type="hidden" name=(key) value=(value); }
                label { (speech.say(AtDesk::Reason)) " " input name="reason" maxlength="200"; }
                button.main { (speech.say(AtDesk::CarryOut)) }
                " " a href=(format!("/game/{}", game.id)) { (speech.say(AtDesk::Back)) }
            }
        }
    }
}

/// That somebody else was first, who has decided the same.
fn already(same: &ShownDecision, game: &str, speech: Speech) -> Markup {
    html! {
        section.notice {
            h2 { (speech.say(AtDesk::Already { by: same.by.as_str().into() })) }
            p { (speech.say(what(&same.verb, same.pairs()))) }
            p { a href=(format!("/game/{game}")) { (speech.say(AtDesk::Back)) } }
        }
    }
}

/// An event in words; `None` for what says nothing to an arbiter.
fn line((_, kind, details): &PastEvent, game: &ShownGame, speech: Speech) -> Option<String> {
    let told: Fields = json(details);
    let text = |name: &str| told.get(name).and_then(|it| it.as_str()).unwrap_or_default();
    Some(match kind.as_str() {
        "Incident" | "Instruction" => {
            format!("{} ({})", speech.notices().notice_in(game, &told).title, text("state"))
        }
        "Moved" => {
            let ply =
                told.get("ply").and_then(|it| it.as_u64()).and_then(|ply| ply.try_into().ok())?;
            let san = Some(text("san")).filter(|san| !san.is_empty()).unwrap_or(text("uci"));
            format!("{} {san} ({})", game.number_of(ply), text("state"))
        }
        "Ended" => {
            let points = Some(text("points")).filter(|points| !points.is_empty());
            format!("{} ({})", points.unwrap_or(text("result")), text("reason"))
        }
        "PositionSet" => text("fen").to_owned(),
        "Reopened" => speech.say(touchmove_core::words::phrases::Play::Reopened),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_game;

    use super::*;

    fn form(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn what_people_write_is_read_as_the_bus_has_it() {
        let game = a_game(&[("e2e4", "e4"), ("e7e5", "e5")]);
        let read = |verb: &str, pairs: &[(&str, &str)]| {
            let wish = Wish::of_form(form(&[&[("verb", verb)], pairs].concat())).unwrap();
            let told = |wish: Wish| {
                wish.pairs().map(|(key, value)| format!("{key}={value} ")).collect::<String>()
            };
            wish.read(&game).map(told).map_err(|error| Speech::English.say(error.said()))
        };
        assert_eq!(read("replace", &[("ply", "2"), ("move", "c5")]).unwrap(), "ply=2 uci=c7c5 ");
        assert!(read("replace", &[("ply", "2"), ("move", "Qh5")]).is_err());
        assert_eq!(
            read("claim_draw", &[("kind", "fifty"), ("move", "Nf3")]).unwrap(),
            "kind=fifty move=g1f3 "
        );
        assert_eq!(read("claim_draw", &[("kind", "fifty"), ("move", " ")]).unwrap(), "kind=fifty ");
        assert_eq!(read("open_envelope", &[("sealed", "Nf3")]).unwrap(), "sealed=g1f3 ");
        assert_eq!(read("open_envelope", &[("sealed", "Qh8")]).unwrap(), "sealed=Qh8 ");
        assert_eq!(read("arbiter_clock", &[("ms", "-0:01:00")]).unwrap(), "ms=-60000 ");
        assert!(read("arbiter_clock", &[("ms", "soon")]).unwrap_err().contains("0:02:00"));
        let penalty = |kind| {
            read("arbiter_penalty", &[("kind", kind), ("ms", "0:02:00"), ("opponent_score", "1/2")])
                .unwrap()
        };
        assert_eq!(penalty("add-opponent"), "kind=add-opponent ms=120000 ");
        assert_eq!(penalty("warning"), "kind=warning ");
        assert_eq!(penalty("lose-game"), "kind=lose-game opponent_score=1/2 ");
    }

    #[test]
    fn a_form_that_says_too_much_says_nothing() {
        assert!(Wish::of_form(form(&[("a", "b"); MAX_PARTICULARS + 1])).is_none());
        assert!(Wish::of_form(form(&[("reason", &"x".repeat(MAX_CHARACTERS + 1))])).is_none());
    }
}
