//! What is between an arbiter and a board fails, and comes back.

use tokio::runtime::Handle;
use tokio::task::block_in_place;

use super::{PRESSED, Scene};
use crate::support::browser::Screen;
use crate::support::desk::Desk;

const STALE: &str = "Not up to date";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_it_is_cut_off_and_is_right_again_afterwards() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Phone).await else { return };
    anna.shows("Waiting").await;
    scene.desk.freeze();
    anna.shows(STALE).await;
    scene.press_without_a_move();
    scene.desk.thaw();
    anna.shows(PRESSED).await;
    anna.shows_no_more(STALE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_finds_its_desk_again_when_that_was_killed() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Desktop).await else { return };
    let at = scene.desk.at().to_string();
    let folder = scene.desk.kill();
    anna.shows(STALE).await;
    scene.table.think();
    scene.table.press();
    scene.desk = Desk::start(&scene.venue.bus, &["--listen", &at], folder);
    anna.shows(PRESSED).await;
    anna.shows_no_more(STALE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_the_daemon_is_gone_and_goes_on_with_the_next_one() {
    let mut scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Desktop).await else { return };
    scene.press_without_a_move();
    anna.shows(PRESSED).await;
    let (table, venue) = (&scene.table, scene.venue);
    scene.venue = venue.kill_and(|| {
        block_in_place(|| Handle::current().block_on(anna.shows("The hall is not heard")));
        table.free();
    });
    anna.shows(PRESSED).await;
    anna.shows_no_more("The hall is not heard").await;
}
