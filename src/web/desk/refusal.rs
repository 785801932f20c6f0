//! A refusal of the daemon, in the language of the page.

use maud::{Markup, html};
use touchmove_client::call_error::{CallError, RefusalKind};
use touchmove_core::words::phrases::{AtDesk, RefusedBecause};
use touchmove_core::words::told;

use super::help;
use crate::speech::Speech;

/// That something is refused, with the particulars as the daemon says them, and the way back to the game, where the decision
/// of somebody else may stand.
pub(super) fn refusal(error: &CallError, game: &str, speech: Speech) -> Markup {
    let kind = match error {
        CallError::Refused { refusal, .. } => Some(speech.say(said(*refusal))),
        CallError::Bus(_) => None,
    };
    let daemon = error.to_string();
    let particulars = speech.say(told(&daemon));
    // What is not known to be said otherwise stays in the daemon's language.
    let language = (particulars == daemon).then_some("en");
    let word = match error {
        CallError::Refused { refusal, .. } => refusal.name(),
        CallError::Bus(_) => "",
    };
    let title = speech.say(AtDesk::Refused);
    html! {
        section.notice {
            h2 { (title) " " (help::link(word, kind.as_ref().unwrap_or(&title), speech)) }
            @if let Some(kind) = kind { p { (kind) } }
            @if !particulars.is_empty() { p lang=[language] { (particulars) } }
            p { a href=(format!("/game/{game}")) { (speech.say(AtDesk::Back)) } }
        }
    }
}

const fn said(refusal: RefusalKind) -> RefusedBecause {
    match refusal {
        RefusalKind::InvalidArgs => RefusedBecause::InvalidArgs,
        RefusalKind::Timeout => RefusedBecause::Timeout,
        RefusalKind::Stopping => RefusedBecause::Stopping,
        RefusalKind::NoSuchBoard => RefusedBecause::NoSuchBoard,
        RefusalKind::NoSuchGame => RefusedBecause::NoSuchGame,
        RefusalKind::NoSuchRound => RefusedBecause::NoSuchRound,
        RefusalKind::NoSuchTable => RefusedBecause::NoSuchTable,
        RefusalKind::NothingToDecide => RefusedBecause::NothingToDecide,
        RefusalKind::NotConnected => RefusedBecause::NotConnected,
        RefusalKind::NotSupported => RefusedBecause::NotSupported,
        RefusalKind::BoardTaken => RefusedBecause::BoardTaken,
        RefusalKind::BeingRead => RefusedBecause::BeingRead,
        RefusalKind::NotSetUp => RefusedBecause::NotSetUp,
        RefusalKind::ClockNotSet => RefusedBecause::ClockNotSet,
        RefusalKind::Incomplete => RefusedBecause::Incomplete,
        RefusalKind::NotNow => RefusedBecause::NotNow,
        RefusalKind::Impossible => RefusedBecause::Impossible,
        RefusalKind::NotKept => RefusedBecause::NotKept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_is_said_in_the_language_of_the_page_before_what_the_daemon_says() {
        for refusal in RefusalKind::ALL {
            let error = refusal.because("ply 9 < 10");
            let [english, turkish] = [Speech::English, Speech::Turkish].map(|speech| {
                let page = super::refusal(&error, "g17", speech).into_string();
                let kind = speech.say(said(refusal));
                let (before, after) = page.split_once("ply 9 &lt; 10").unwrap();
                assert!(before.contains(&format!("<p>{kind}</p>")), "{page}");
                assert!(after.contains("/game/g17"), "{page}");
                kind
            });
            assert_ne!(english, turkish, "{refusal:?}");
        }
    }
}
