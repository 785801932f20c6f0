//! The arbiters' desk as a browser meets it: links, devices, other sites, and decisions in an arbiter's name.

use std::path::Path;

use touchmove_client::proxy::GameProxy;
use zbus::proxy::CacheProperties;

use crate::support::client::{Client, text};
use crate::support::desk::Desk;
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

/// A game on a board, and the desk.
async fn playing(folder: &Path) -> (Table, Venue, Client, Desk) {
    let mut board = Table::new(folder);
    let venue = Venue::open(vec![board.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    board.play(&["g1f3", "g8f6"]);
    client.until_moves(BOARD, &["g1f3", "g8f6"]).await;
    let desk = Desk::open(&venue.bus);
    (board, venue, client, desk)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_lets_one_device_in_until_its_arbiter_is_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let (_board, _venue, _client, desk) = playing(folder.path()).await;
    assert_eq!(desk.get("/", &[]).status, 401);
    let link = desk.path_of_link("Anna <b>Ö</b>");
    assert_eq!(desk.get(&link, &[]).status, 200, "whoever only looks at a link does not open it");
    let device = desk.enter(&link);
    assert_eq!(desk.post(&link, &[&desk.origin()], "").status, 403, "it was opened");
    let page = desk.get("/", &[&device]);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Anna &lt;b&gt;Ö&lt;/b&gt;"), "{}", page.body);
    assert!(page.fields.iter().any(|(name, _)| name == "content-security-policy"));
    desk.arbiter(&["revoke", "Anna <b>Ö</b>"]);
    assert_eq!(desk.get("/", &[&device]).status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_waits_leads_to_the_page_that_says_what_to_do_in_the_readers_language() {
    let folder = tempfile::tempdir().unwrap();
    let (mut board, _venue, client, desk) = playing(folder.path()).await;
    let device = desk.enter(&desk.path_of_link("Anna"));
    board.think();
    board.press();
    let leads = |path: &str| {
        until(|| match desk.get(path, &[&device]).body {
            page if page.contains("href=\"/help/press-without-move\"") => Ok(page),
            page => Err(page),
        })
    };
    let waiting = leads("/");
    let game = client.game_on(BOARD).await.unwrap().path;
    leads(&format!("/game/{}", game.as_str().rsplit('/').next().unwrap()));
    assert!(waiting.contains("aria-label=\"Help: "), "{waiting}");
    let page = desk.get("/help/out-of-step", &[&device]);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<h1>Board and game do not agree</h1>"), "{page:?}");
    assert!(page.body.contains("<code>touchmove watch</code>"), "{page:?}");
    let policy = desk.get("/", &[&device]).field("content-security-policy").map(str::to_owned);
    assert!(policy.is_some() && page.field("content-security-policy") == policy.as_deref());
    let turkish = desk.get("/help/out-of-step", &[&format!("{device}; language=tr")]);
    assert!(turkish.body.contains("<h1>Tahta ile oyun uyuşmuyor</h1>"), "{turkish:?}");
    let all = desk.get("/help", &[&device]).body;
    assert_eq!(all.matches("href=\"/help/").count(), touchmove_core::help::HELP.len());
    for (path, status) in
        [("/help/none", 404), ("/help/..%2Ftr%2Fport", 404), ("/help/%3Cb%3E", 404)]
    {
        let refused = desk.get(path, &[&device]);
        assert_eq!(refused.status, status, "{path}: {refused:?}");
    }
    assert_eq!(desk.get("/help/out-of-step", &[]).status, 401, "strangers read nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_other_site_acts_in_an_arbiters_name() {
    let folder = tempfile::tempdir().unwrap();
    let (_board, _venue, _client, desk) = playing(folder.path()).await;
    let device = desk.enter(&desk.path_of_link("Anna"));
    let walk = "wait=x&walk=go";
    assert_eq!(desk.post("/going", &[&device, &desk.origin()], walk).status, 303);
    for origin in ["Origin: http://example.org", "Origin: null"] {
        assert_eq!(desk.post("/going", &[&device, origin], walk).status, 403, "{origin}");
    }
    assert_eq!(desk.post("/going", &[&device], walk).status, 403, "nobody says from where it is");
    let renamed = desk.get("/", &[&device, "Host: example.org"]);
    assert_eq!(renamed.status, 403, "two hosts are none");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_decided_at_the_desk_bears_the_arbiters_name() {
    let folder = tempfile::tempdir().unwrap();
    let (_board, venue, client, desk) = playing(folder.path()).await;
    let device = desk.enter(&desk.path_of_link("Anna"));
    let game = client.game_on(BOARD).await.unwrap();
    let page = format!("/game/{}", game.path.as_str().rsplit('/').next().unwrap());
    until(|| match desk.get("/hall", &[&device]).body {
        hall if hall.contains("1... Nf6") => Ok(()),
        hall => Err(hall),
    });
    assert!(desk.get(&page, &[&device]).body.contains("Nf6"));
    let fields = [device.as_str(), &desk.origin()];
    let asked = desk.post(&format!("{page}/preview"), &fields, "verb=result&value=1-0");
    assert!(asked.status == 200 && asked.body.contains("1-0 (decision)"), "{}", asked.body);
    assert_eq!(client.game(game.path.clone()).await.unwrap().result.0, "*", "nothing is done yet");
    let turkish = [&fields[..], &["Accept-Language: tr"]].concat();
    for (form, said) in [
        ("verb=insert&ply=3&move=Qh9", "`Qh9` 3 numaralı"),
        ("verb=insert&ply=900&move=e4", "900 numaralı yarım hamle yok"),
        ("verb=arbiter_penalty&side=white&kind=add-opponent&ms=soon", "`soon` bir süre değil"),
    ] {
        let refused = desk.post(&format!("{page}/preview"), &turkish, form);
        assert!(refused.status == 400 && refused.body.contains(said), "{}", refused.body);
    }
    let decided = desk.post(&format!("{page}/decide"), &fields, "verb=result&value=1-0");
    assert_eq!(decided.status, 303, "{}", decided.body);
    assert_eq!(client.game(game.path.clone()).await.unwrap().result.0, "1-0");
    let connection = venue.bus.bus().connect().await.unwrap();
    let proxy = GameProxy::builder(&connection).cache_properties(CacheProperties::No);
    let decisions = proxy.path(game.path).build().await.unwrap().decisions().await.unwrap();
    assert!(text(decisions.last().unwrap(), "by").starts_with("Anna ("), "{decisions:?}");
    let refused = desk.post(&format!("{page}/decide"), &fields, "verb=confirm&incident=9");
    assert_eq!(refused.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_hands_did_is_replayed_from_the_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let (_board, _venue, client, desk) = playing(folder.path()).await;
    let device = desk.enter(&desk.link("Anna"));
    let game = client.game_on(BOARD).await.unwrap();
    let page = format!("/game/{}", game.path.as_str().rsplit('/').next().unwrap());
    until(|| match desk.get(&page, &[&device]) {
        answer if answer.status == 200 => Ok(()),
        answer => Err(answer.body),
    });
    let now = desk.get(&format!("{page}/replay"), &[&device]);
    let stretch = &now.fields.iter().find(|(name, _)| name == "location").unwrap().1;
    let replay = desk.get(stretch, &[&device]).body;
    let steps = ["g1  N lifted", "f3  N put down", "1. Nf3 made", "g8  n lifted", "1... Nf6 made"];
    let places: Vec<_> = steps.iter().map(|step| replay.find(step)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {replay}");
    let after = r#"data-placement="rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R""#;
    assert!(replay.contains(after), "{replay}");
    let first = desk.get(&format!("{stretch}&step=0"), &[&device]).body;
    assert!(first.contains("So the board stood before"), "{first}");
    let article = desk.get(&format!("{page}/laws/7.5.1"), &[&device]).body;
    assert!(article.contains("fide-2023") && article.contains("llegal"), "{article}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_board_is_silent_for_whoever_muted_it_alone_over_a_restart_too() {
    let folder = tempfile::tempdir().unwrap();
    let (mut board, venue, _client, desk) = playing(folder.path()).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| desk.enter(&desk.link(name)));
    board.think();
    board.press();
    let waits = |desk: &Desk, device: &str| {
        let page = desk.get("/", &[device]).body;
        if page.contains("Clock pressed without a move") { Ok(page) } else { Err(page) }
    };
    until(|| waits(&desk, &anna));
    let mute = |desk: &Desk, minutes: u32| {
        let fields = [anna.as_str(), &desk.origin()];
        let form = format!("board={BOARD}&minutes={minutes}");
        assert_eq!(desk.post("/mute", &fields, &form).status, 303);
    };
    mute(&desk, 15);
    let muted = waits(&desk, &anna).unwrap_err();
    assert!(muted.contains("muted for 15 min more"), "{muted}");
    assert!(waits(&desk, &ben).is_ok(), "he has muted nothing");

    let desk = desk.reopen(&venue.bus, &["--listen", "127.0.0.1:0"]);
    until(|| waits(&desk, &ben));
    let muted = waits(&desk, &anna).unwrap_err();
    assert!(muted.contains(" min more"), "{muted}");
    mute(&desk, 0);
    assert!(waits(&desk, &anna).is_ok());
    let apart = desk.get("/?tables=1-20", &[&anna]).body;
    assert!(!apart.contains("Clock pressed without a move"), "the board is at no table");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_decides_the_same_as_somebody_before_sees_that_he_has() {
    let folder = tempfile::tempdir().unwrap();
    let (mut board, _venue, client, desk) = playing(folder.path()).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| desk.enter(&desk.link(name)));
    board.think();
    board.press();
    until(|| match desk.get("/", &[&anna]).body {
        page if page.contains("Clock pressed without a move") => Ok(()),
        page => Err(page),
    });
    let game = client.game_on(BOARD).await.unwrap();
    let page = format!("/game/{}", game.path.as_str().rsplit('/').next().unwrap());
    let confirm = "verb=confirm&incident=1";
    let origin = desk.origin();
    let decide = |device: &str| desk.post(&format!("{page}/decide"), &[device, &origin], confirm);
    assert_eq!(decide(&anna).status, 303);
    let second = decide(&ben);
    assert_eq!(second.status, 200, "{}", second.body);
    assert!(second.body.contains("has decided this already"), "{}", second.body);
    assert!(second.body.contains("Anna ("), "{}", second.body);
    let looked = desk.post(&format!("{page}/preview"), &[ben.as_str(), &origin], confirm);
    assert!(looked.status == 200 && looked.body.contains("Anna ("), "{}", looked.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_on_another_board_in_the_arbiters_name() {
    let folder = tempfile::tempdir().unwrap();
    let (board, spare) = ("dgt_12345", "dgt_54321");
    let mut first = Table::new(folder.path());
    let second = Table::with_serial(folder.path(), "54321", shakmaty::Chess::default());
    let venue = Venue::open(vec![first.port(), second.port()]);
    let mut client = Client::on(&venue.bus).await;
    for board in [board, spare] {
        client.until(async |client| client.game_on(board).await).await;
    }
    first.play(&["g1f3", "g8f6"]);
    let game = client.until_moves(board, &["g1f3", "g8f6"]).await;
    let desk = Desk::open(&venue.bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    let page = format!("/game/{}/another-board", game.path.as_str().rsplit('/').next().unwrap());
    until(|| match desk.get(&page, &[&device]).body {
        page if page.contains(r#"<option value="dgt_54321">"#) => Ok(()),
        page => Err(page),
    });
    let asked = desk.get(&format!("{page}?board={spare}"), &[&device]).body;
    assert!(asked.contains("The game goes on on dgt_54321"), "{asked}");
    let fields = [device.as_str(), &desk.origin()];
    let refused = desk.post(&page, &fields, "board=dgt_99999");
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(refused.body.contains("<p>There is no such board here.</p>"), "{}", refused.body);
    let turkish = [device.as_str(), &desk.origin(), "Accept-Language: tr"];
    let refused = desk.post(&page, &turkish, "board=dgt_99999").body;
    assert!(refused.contains("<p>Burada böyle bir tahta yok.</p>"), "{refused}");
    let moved = desk.post(&page, &fields, &format!("board={spare}&reason=broken"));
    assert_eq!(moved.status, 303, "{}", moved.body);
    let look = async |client: &Client| match client.game_on(spare).await? {
        on if on.path == game.path => Ok(()),
        on => Err(format!("{on:?}")),
    };
    client.until(look).await;
    let kept = std::fs::read(venue.state.path().join("station.journal")).unwrap();
    let kept = String::from_utf8_lossy(&kept);
    assert!(kept.contains("Anna") && kept.contains("broken"), "not in the journal");
}
