//! Several arbiters, and one who is none any more.

use super::{PRESSED, Scene};
use crate::support::browser::Screen;

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_arbiters_goes_and_the_other_sees_what_he_has_decided() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Phone).await else { return };
    let Some(bert) = scene.enter("Bert", Screen::Tablet).await else { return };
    scene.press_without_a_move();
    anna.shows(PRESSED).await;
    bert.shows(PRESSED).await;

    anna.press("//li[contains(., 'pressed without')]//button[.='I am going']").await;
    bert.shows("Anna is going").await;
    for arbiter in [&anna, &bert] {
        arbiter.follow(PRESSED).await;
        arbiter.press_button("It happened").await;
        arbiter.shows("This would follow").await;
    }
    anna.press_button("Carry it out").await;
    anna.shows("it happened: incident 1").await;
    bert.press_button("Carry it out").await;
    bert.shows("has decided this already").await;
    assert!(bert.text().await.contains("Anna ("), "{}", bert.text().await);
    bert.go(scene.desk.url()).await;
    bert.shows_no_more(PRESSED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_revoked_sees_nothing_more_on_any_open_page() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Desktop).await else { return };
    scene.press_without_a_move();
    anna.shows(PRESSED).await;
    scene.desk.arbiter(&["revoke", "Anna"]);
    anna.shows("This device is not let in").await;
    anna.go(&format!("{}/hall", scene.desk.url())).await;
    anna.shows("This device is not let in").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_may_have_more_pages_open_than_a_browser_has_connections() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Desktop).await else { return };
    for _ in 0..8 {
        anna.open_another().await;
        anna.go(scene.desk.url()).await;
        anna.shows("Show these").await;
    }
    scene.press_without_a_move();
    anna.shows(PRESSED).await;
}
