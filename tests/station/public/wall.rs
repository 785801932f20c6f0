//! Boards for the wall and a round at a glance, in a real browser.

use serde_json::json;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use super::begun;
use crate::support::browser::{Browser, Screen};
use crate::support::client::Client;
use crate::support::spectators::Spectators;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

/// What a page says that hears nothing new.
const STALE: &str = "Not up to date";

/// What a projector shows.
const PROJECTOR: Screen = Screen::Of([1_280, 720]);

const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";
const PAGE_UP: &str = "\u{E00E}";
const PAGE_DOWN: &str = "\u{E00F}";

/// What of a wall cannot be seen: beyond the screen or its card, beneath something else, or cut off; and cards whose board is
/// smaller than it need be.
pub(super) const UNSEEN: &str = r#"
    const unseen = [];
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) unseen.push("the page scrolls");
    for (const card of document.querySelectorAll(".card")) {
        const room = card.getBoundingClientRect();
        const parts = [...card.querySelectorAll(".board, .name, .clock, .points, .last, .result, .of")];
        const shown = parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 0);
        for (const part of shown) {
            const at = part.getBoundingClientRect();
            const what = `${card.id} ${part.className.baseVal ?? part.className} ${part.textContent}`;
            if (at.left < room.left - 1 || at.right > room.right + 1 || at.top < room.top - 1 || at.bottom > room.bottom + 1)
                unseen.push(`${what}: beyond its card`);
            for (const other of shown) {
                if (other === part || other.contains(part) || part.contains(other)) continue;
                const there = other.getBoundingClientRect();
                const wide = Math.min(at.right, there.right) - Math.max(at.left, there.left);
                const high = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
                if (wide > 2 && high > 2) unseen.push(`${what}: ${wide} by ${high} below ${other.className}`);
            }
            if (!part.matches(".name, .board") && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
                unseen.push(`${what}: cut off`);
        }
        const board = card.querySelector(".board").getBoundingClientRect();
        if (board.width < Math.min(room.width, room.height) * .6) unseen.push(`${card.id}: a board of ${board.width}`);
        if (Math.abs(board.width - board.height) > 1) unseen.push(`${card.id}: no square`);
        if (room.right > innerWidth + 1 || room.bottom > innerHeight + 1) unseen.push(`${card.id}: beyond the screen`);
    }
    return unseen;
"#;

/// Eight tables with players of all lengths, some of whom have played; at the first there is a board.
const EIGHT: &str = "\
round,board,white,white_title,white_federation,white_rating,black,black_title,black_federation,black_rating,time_control,event
3,1,\"Praggnanandhaa, Rameshbabu\",GM,IND,2758,\"Nguyen Thi Thanh An, Phuong Anh\",WGM,VIE,2301,90:00+0:30,Bled Open
3,2,\"Oro, Faustino\",IM,ARG,2509,\"Brkić, Ante\",GM,CRO,2601,90:00+0:30,Bled Open
3,3,\"Fernández de la Vega y Martínez, Íñigo María\",WGM,ESP,2290,\"Wojtaszek-Kowalczykiewicz, Radosław\",GM,POL,2632,90:00+0:30,Bled Open
3,4,Li,,CHN,,Öz,,TUR,,90:00+0:30,Bled Open
3,5,\"Yıldız, Betül Cemre\",WGM,TUR,2290,\"Ghosh, Diptayan\",GM,IND,2570,90:00+0:30,Bled Open
3,6,\"Abdusattorov, Nodirbek\",GM,UZB,2767,\"Keymer, Vincent\",GM,GER,2730,90:00+0:30,Bled Open
3,7,\"van der Berg, Pim\",,NED,1702,\"Haddad, Layla\",,FRA,1650,90:00+0:30,Bled Open
3,8,\"Haralambous, Konstantinos-Alexandros\",FM,CYP,2312,\"Okafor, Chidi\",,NGR,2001,90:00+0:30,Bled Open
3,9,\"Moreau, Élise\",,FRA,1802,\"Sørensen, Bo\",,DEN,1788,90:00+0:30,Bled Open
";

/// Such a round, in which table 1 has played two moves, and tables 2 to 4 are over.
async fn round_of_eight(folder: &std::path::Path) -> (Table, Venue, Spectators) {
    let mut table = Table::new(folder);
    let venue = Venue::open(vec![table.port()]);
    let spectators = Spectators::on(&venue.bus);
    venue.load(EIGHT);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    venue.done(&["assign", "1", BOARD]);
    for (table, result) in [("2", "1-0"), ("3", "1/2-1/2"), ("4", "-:+")] {
        venue.done(&["enter", table, result]);
    }
    venue.done(&["begin", "--anyway"]);
    table.play(&["g1f3", "g8f6"]);
    client.until_moves(BOARD, &["g1f3", "g8f6"]).await;
    spectators.text_once("/wall", |page| page.contains("1... Nf6"));
    (table, venue, spectators)
}

fn at(spectators: &Spectators, path: &str) -> String {
    format!("http://{}{path}", spectators.at())
}

/// Which tables the wall shows, in their order, and waits until they are these.
async fn shows_tables(browser: &Browser, tables: &[u16]) {
    let list = tables.iter().map(|table| format!("r3t{table}")).collect::<Vec<_>>().join(" ");
    browser.finds(&format!("//ol[count(li) = {}]", tables.len())).await;
    for (place, id) in (1..).zip(list.split(' ')) {
        browser.finds(&format!("//ol/li[{place}][@id = '{id}']")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wall_shows_who_plays_and_follows_moves_and_results_as_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    browser.go(&at(&spectators, "/wall?boards=1")).await;
    for shown in ["Oro, Faustino", "Brkic, Ante", "IM", "ARG"] {
        browser.shows(shown).await;
    }
    browser.run("window.isSame = true").await;
    table.play(&["g1f3"]);
    browser.shows("1. Nf3").await;
    browser.finds("//*[name() = 'use'][contains(@href, '#wn')][@x = '50' and @y = '50']").await;
    table.play(&["g8f6"]);
    browser.shows("1... Nf6").await;
    let clock = "//*[contains(@class, 'plate white')]//*[@data-runs]";
    browser.finds(clock).await;
    let shown = browser.run("return document.querySelector('[data-runs]').textContent").await;
    let shown = shown.as_str().unwrap();
    browser.finds_no_more(&format!("{clock}[. = '{shown}']")).await;
    assert!(shown.starts_with("4:5"), "{shown}");
    venue.done(&["enter", "1", "1-0"]);
    browser.shows("1–0").await;
    browser.finds_no_more("//*[@data-runs]").await;
    assert_eq!(browser.run("return window.isSame").await, json!(true), "it was loaded anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_boards_a_wall_has_all_of_them_are_seen_whole_on_every_screen() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, _venue, spectators) = round_of_eight(folder.path()).await;
    for size in [[1_280, 720], [1_920, 1_080], [1_024, 768], [1_080, 1_920]] {
        let Some(browser) = Browser::open(Screen::Of(size)).await else { return };
        let seen = browser.run("return [innerWidth, innerHeight]").await;
        assert_eq!(seen, json!(size));
        for boards in [1, 2, 4, 8] {
            for from in [1, 3] {
                let path = format!("/wall?boards={boards}&from={from}");
                browser.go(&at(&spectators, &path)).await;
                browser.finds(&format!("//ol[count(li) = {boards}]//*[@class = 'board']")).await;
                let unseen = browser.run(UNSEEN).await;
                assert_eq!(unseen, json!([]), "{path} on {size:?}: {unseen:#}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wider_than_a_phone_and_everybody_can_use_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, _venue, spectators) = round_of_eight(folder.path()).await;
    for screen in [Screen::Phone, Screen::Desktop] {
        let Some(browser) = Browser::open(screen).await else { return };
        for theme in ["dark", "light", "wood", "contrast"] {
            for page in ["/", "/wall?boards=8", "/wall?boards=1", "/overlay/1"] {
                let mark = if page.contains('?') { '&' } else { '?' };
                let page = format!("{page}{mark}theme={theme}");
                browser.go(&at(&spectators, &page)).await;
                browser.finds("//*[@class = 'board']").await;
                let beyond = "return document.documentElement.scrollWidth - innerWidth";
                let beyond = browser.run(beyond).await.as_i64().unwrap();
                assert!(beyond <= 0, "{page} is {beyond} wider than {screen:?}");
                if let Some(faults) = browser.serious_faults().await {
                    assert_eq!(faults, "", "{page} on {screen:?}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wall_is_led_by_its_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, _venue, spectators) = round_of_eight(folder.path()).await;
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    browser.go(&at(&spectators, "/wall")).await;
    shows_tables(&browser, &[1, 2, 3, 4]).await;
    let steps: [(&str, &[u16]); 17] = [
        ("2", &[1, 2]),
        (RIGHT, &[3, 4]),
        (PAGE_DOWN, &[5, 6]),
        ("8", &[1, 2, 3, 4, 5, 6, 7, 8]),
        (RIGHT, &[9]),
        (RIGHT, &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("2", &[1, 2]),
        (RIGHT, &[3, 4]),
        ("8", &[1, 2, 3, 4, 5, 6, 7, 8]),
        (HOME, &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("1", &[1]),
        (RIGHT, &[2]),
        (RIGHT, &[3]),
        (PAGE_UP, &[2]),
        (LEFT, &[1]),
        (LEFT, &[9]),
        ("4", &[9]),
    ];
    for (key, tables) in steps {
        browser.key(key).await;
        shows_tables(&browser, tables).await;
    }
    browser.key(HOME).await;
    shows_tables(&browser, &[1, 2, 3, 4]).await;
    browser.run("location.reload()").await;
    shows_tables(&browser, &[1, 2, 3, 4]).await;
    browser.key("f").await;
    browser.until_run("return document.fullscreenElement !== null", &json!(true)).await;
    browser.key("F").await;
    browser.until_run("return document.fullscreenElement === null", &json!(true)).await;
    browser.press("//button[@data-key = '2']").await;
    shows_tables(&browser, &[1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wall_says_that_the_daemon_is_gone_and_goes_on_with_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    browser.go(&at(&spectators, "/wall?boards=2")).await;
    table.play(&["e2e4", "e7e5"]);
    browser.shows("1... e5").await;
    browser.run("window.isSame = true").await;
    let venue = venue.kill_and(|| {
        block_in_place(|| Handle::current().block_on(browser.shows(STALE)));
        table.free();
    });
    Client::on(&venue.bus).await.until_link(BOARD, "up").await;
    browser.shows_no_more(STALE).await;
    browser.shows("1... e5").await;
    table.play(&["g1f3"]);
    browser.shows("2. Nf3").await;
    assert_eq!(browser.run("return window.isSame").await, json!(true), "it was loaded anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wall_finds_what_serves_it_again_when_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    browser.go(&at(&spectators, "/wall?boards=2")).await;
    table.play(&["e2e4"]);
    browser.shows("1. e4").await;
    let spectators = spectators.kill_and(&venue.bus, || {
        block_in_place(|| Handle::current().block_on(browser.shows(STALE)));
        table.play(&["e7e5"]);
    });
    browser.shows("1... e5").await;
    browser.shows_no_more(STALE).await;
    spectators.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_full_of_html_is_a_name_to_spectators_too() {
    let name = r#"<img src=x onerror="document.title='owned'"><b>Ben</b>"#;
    let event = "<script>document.title='owned'</script>";
    let venue = Venue::open(Vec::new());
    let spectators = Spectators::on(&venue.bus);
    let quoted = name.replace('"', "\"\"");
    venue.load(&format!("round,board,white,black,event\n3,1,Anna,\"{quoted}\",{event}\n"));
    venue.done(&["begin", "--anyway"]);
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    for (page, shown) in [("/", event), ("/wall?boards=1", name), ("/overlay/1", name)] {
        browser.go(&at(&spectators, page)).await;
        browser.shows(shown).await;
        browser.shows(name).await;
        // What comes later is written by a script.
        browser.run("document.getElementById('pieces').replaceChildren(); listen()").await;
        browser.shows(name).await;
        let title = browser.run("return document.title").await;
        assert!(title.as_str().unwrap().ends_with("touchmove"), "{title}");
        let made = "return document.querySelectorAll('body img, body b, body script').length";
        assert_eq!(browser.run(made).await, 0, "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_delay_no_page_shows_a_move_before_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    venue.section(&["set", "--delay-moves", "2"]);
    let mut client = Client::on(&venue.bus).await;
    let Some(browser) = Browser::open(PROJECTOR).await else { return };
    browser.go(&at(&spectators, "/wall?boards=1")).await;
    browser.shows("Oro, Faustino").await;
    let moves = [("e2e4", "1. e4"), ("c7c5", "1... c5"), ("g1f3", "2. Nf3"), ("d7d6", "2... d6")];
    for made in 1..=moves.len() {
        let (uci, _) = moves[made - 1];
        table.play(&[uci]);
        let known: Vec<_> = moves[..made].iter().map(|(uci, _)| *uci).collect();
        client.until_moves(BOARD, &known).await;
        let shown = made.saturating_sub(2);
        if let Some((_, told)) = shown.checked_sub(1).map(|last| moves[last]) {
            browser.shows(told).await;
        }
        let page = browser.run("return document.documentElement.outerHTML").await;
        let anew = ["/", "/wall?boards=1", "/overlay/1"].map(|page| spectators.get(page).unwrap());
        for (page, (_, early)) in anew
            .iter()
            .map(String::as_str)
            .chain(page.as_str())
            .flat_map(|page| moves[shown..].iter().map(move |early| (page, early)))
        {
            assert!(!page.contains(early), "{early} is early after {made} moves: {page}");
        }
    }
    venue.section(&["set", "--no-delay", "--reason", "everybody may know"]);
    browser.shows("2... d6").await;
}
