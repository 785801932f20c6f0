//! Each view of the desk, on phones, tablets and desktops, while a hall plays.

use std::process::Command;
use std::time::Instant;

use super::enter;

use crate::support::broadcaster::Broadcaster;
use crate::support::browser::{Browser, Screen};
use crate::support::daemon::TOUCHMOVE;
use crate::support::desk::Desk;
use crate::support::lichess::{Lichess, Mood, ROUND as ROUND_THERE};
use crate::support::looking::until;
use crate::support::patience::PATIENCE;
use crate::support::rehearsal::Rehearsal;

/// What stands on the phone's page and is too low for a finger, and how far the page reaches beyond the screen.
const TOO_SMALL: &str = r#"
    const low = [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select")]
        .filter((one) => one.checkVisibility() && !one.matches(".skip"))
        .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect().height])
        .filter(([, height]) => height > 0 && height < 40)
        .map(([one, height]) => `${height}: ${one.outerHTML}`);
    const beyond = document.documentElement.scrollWidth - innerWidth;
    return beyond > 0 ? [`${beyond} beyond the screen`, ...low] : low;
"#;

/// An address at which nobody listens.
const NOWHERE: &str = "http://127.0.0.1:1/hook";

const TOO_WIDE: &str = "return document.documentElement.scrollWidth - innerWidth";

#[tokio::test(flavor = "multi_thread")]
async fn each_view_is_fit_for_each_screen_and_for_whoever_sees_or_moves_otherwise() {
    let words = ["--round", "3", "--clock", "90+30", "--hands", "blitz", "--sins", "planted"];
    let rehearsal = Rehearsal::of(ROUND, &[&words[..], &["--seed", "5"]].concat());
    let bus = rehearsal.bus();
    let desk = Desk::of(bus);
    let lichess = Lichess::open();
    let _broadcaster = Broadcaster::of(bus, &lichess.address());
    // Whatever is played meanwhile, a game is refused.
    (0..1_000).for_each(|_| lichess.is_in(Mood::Against("Cannot parse it")));
    for words in
        [&["add", "lichess", ROUND_THERE, "--round", "3"][..], &["add", "webhook", NOWHERE]]
    {
        let mut command = Command::new(TOUCHMOVE);
        command.args(["broadcast", "--bus", bus]).args(words);
        until(|| match command.output().unwrap() {
            done if done.status.success() => Ok(()),
            refused => Err(String::from_utf8(refused.stderr).unwrap()),
        });
    }
    for (screen, name) in
        [(Screen::Phone, "phone"), (Screen::Tablet, "tablet"), (Screen::Desktop, "desktop")]
    {
        let Some(browser) = Browser::open(screen).await else { return };
        enter(&browser, &desk, "Anna Öz").await;
        look_at_all(&browser, &desk, screen, name).await;
    }
}

/// Each view in turn.
async fn look_at_all(browser: &Browser, desk: &Desk, screen: Screen, name: &str) {
    let view = async |view: &str| {
        browser.keep_picture(&format!("{view}-{name}")).await;
        if screen == Screen::Phone {
            let small = browser.run(TOO_SMALL).await;
            assert_eq!(small.as_array().map(Vec::len), Some(0), "{view}: {small:#}");
        }
        let beyond = browser.run(TOO_WIDE).await.as_i64().unwrap();
        assert!(beyond <= 0, "{view} is {beyond} wider than the {name}");
        if let Some(faults) = browser.serious_faults().await {
            assert_eq!(faults, "", "{view} on the {name}");
        }
    };
    browser.shows("I am going").await;
    view("waiting").await;
    browser.go(&format!("{}/hall", desk.url())).await;
    browser.shows("by time left").await;
    view("hall").await;
    browser.go(&format!("{}/broadcast", desk.url())).await;
    for what in ["Lichess", "not taken", "nobody answers"] {
        browser.shows(what).await;
    }
    view("broadcast").await;
    // What waits may be gone by the time at which everything else was looked at.
    let article = open_game_with_incident(browser, desk).await;
    view("game").await;
    browser.press("//summary").await;
    view("forms").await;
    browser.follow("What was touched").await;
    browser.shows("Play it").await;
    view("replay").await;
    browser.go(&article).await;
    browser.shows("Laws: ").await;
    view("article").await;
    browser.go(&format!("{}/help", desk.url())).await;
    browser.shows("Board and game do not agree").await;
    view("help").await;
    browser.go(&format!("{}/help/not-connected", desk.url())).await;
    browser.shows("What to do").await;
    view("help-page").await;
    browser.follow("touchmove help board-away").await;
    browser.shows("A board of this station is not heard").await;
}

/// Opens a game in which an incident waits that falls under an article; where the Laws say what to do about it.
///
/// What waited in the list may be over before its game is seen: another is opened then.
async fn open_game_with_incident(browser: &Browser, desk: &Desk) -> String {
    let since = Instant::now();
    loop {
        browser.go(desk.url()).await;
        browser.press("//li[contains(@id, '-incident-')]//a").await;
        browser.shows("What waits here").await;
        let article =
            browser.run("return document.querySelector('a[href*=\"/laws/\"]').href").await;
        if let Some(article) = article.as_str() {
            return article.to_owned();
        }
        assert!(since.elapsed() < PATIENCE, "no article in {}", browser.text().await);
    }
}

const ROUND: &str = "\
round,board,white,black
3,1,\"Oro, Faustino\",\"Brkic, Ante\"
3,2,\"Ghosh, Diptayan\",\"Bartel, Mateusz\"
3,3,\"Öztürk, Defne\",\"Şahin, Çağla\"
3,4,\"Lindqvist, Maja\",\"Okafor, Chidi\"
3,5,\"Moreau, Élise\",\"van der Berg, Pim\"
3,6,\"Nakamura, Yui\",\"Fernández de la Vega, Íñigo\"
3,7,\"Kowalski, Jan\",\"Ivanova, Nadja\"
3,8,\"Haddad, Layla\",\"Sørensen, Bo\"
";
