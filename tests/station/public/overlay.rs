//! A board over a stream, as OBS has it: a browser of its own, behind which nothing is.

use serde_json::json;

use super::begun;
use crate::support::browser::{Browser, Screen};

/// What OBS does with the *Custom CSS* of a source once the page is there (obs-browser, `BrowserClient::OnLoadEnd`).
fn custom_css(css: &str) -> String {
    format!(
        "const obsCSS = document.createElement('style'); obsCSS.innerHTML = decodeURIComponent(encodeURIComponent({})); \
         document.querySelector('head').appendChild(obsCSS);",
        json!(css)
    )
}

const COLOUR_OF_A_PLATE: &str =
    "return getComputedStyle(document.querySelector('.plate')).backgroundColor";

#[tokio::test(flavor = "multi_thread")]
async fn behind_an_overlay_is_nothing_and_it_follows_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, _venue, spectators) = begun(folder.path()).await;
    for (size, layout, clear) in [
        ([480, 620], "full", [[0, 0], [479, 619], [1, 310]]),
        ([900, 460], "full", [[0, 0], [0, 459], [450, 1]]),
        ([1_600, 80], "strip", [[0, 0], [400, 0], [800, 1]]),
        ([620, 480], "board", [[0, 0], [619, 479], [10, 240]]),
    ] {
        let Some(browser) = Browser::open(Screen::Of(size)).await else { return };
        let page = format!("http://{}/overlay/1?layout={layout}", spectators.at());
        browser.go(&page).await;
        browser.finds("//li[@id = 'r3t1']").await;
        assert_eq!(browser.opacities(&clear).await, [0; 3], "{layout} on {size:?}");
        let beyond = browser
            .run("const it = document.documentElement; return [it.scrollWidth - innerWidth, it.scrollHeight - innerHeight]")
            .await;
        assert_eq!(beyond, json!([0, 0]), "{layout} on {size:?}");
        if layout != "board" {
            let middle = "const at = document.querySelector('.plate').getBoundingClientRect(); \
                return [Math.floor(at.x + at.width / 2), Math.floor(at.y + at.height / 2)]";
            let middle = browser.run(middle).await;
            let middle = [0, 1].map(|it| u32::try_from(middle[it].as_u64().unwrap()).unwrap());
            assert_eq!(browser.opacities(&[middle]).await, [255], "{layout} on {size:?}");
        }
    }
    let Some(browser) = Browser::open(Screen::Of([480, 620])).await else { return };
    browser.go(&format!("http://{}/overlay/3.1", spectators.at())).await;
    table.play(&["e2e4"]);
    browser.shows("1. e4").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_overlay_looks_as_its_theme_says_and_as_the_css_of_whoever_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, _venue, spectators) = begun(folder.path()).await;
    let Some(browser) = Browser::open(Screen::Of([480, 620])).await else { return };
    let mut colours = Vec::new();
    for theme in ["dark", "light", "wood", "contrast", "glass"] {
        browser.go(&format!("http://{}/overlay/1?theme={theme}", spectators.at())).await;
        browser.finds("//li[@id = 'r3t1']").await;
        colours.push(browser.run(COLOUR_OF_A_PLATE).await.to_string());
        assert_eq!(browser.opacities(&[[0, 0]]).await, [0], "{theme}");
    }
    assert!(colours[4].contains("rgba(") && colours[4].contains("0.62"), "{colours:?}");
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 5, "{colours:?}");
    let css = "body { background-color: rgba(0, 0, 0, 0); margin: 0px auto; overflow: hidden; }
        :root { --plate: rgb(1, 2, 3); } .name { text-transform: uppercase; }";
    browser.go(&format!("http://{}/overlay/1", spectators.at())).await;
    browser.shows("Oro, Faustino").await;
    browser.run(&custom_css(css)).await;
    browser.shows("ORO, FAUSTINO").await;
    assert_eq!(browser.run(COLOUR_OF_A_PLATE).await, "rgb(1, 2, 3)");
    assert_eq!(browser.opacities(&[[0, 0]]).await, [0]);
    let page = spectators.ask("GET", "/overlay/1", &[]);
    let policy = page.field("content-security-policy").unwrap();
    assert!(
        policy.contains("script-src 'self'"),
        "its css alone may come from elsewhere: {policy}"
    );
}
