//! What is between an arbiter and a board fails, and comes back.

use tokio::runtime::Handle;
use tokio::task::block_in_place;

use super::{BOARD, PRESSED, Scene};
use crate::support::browser::Screen;
use crate::support::desk::Desk;
use crate::support::network::{Network, NetworkState};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_nothing_comes_through_the_network_and_catches_up_by_itself() {
    catches_up_after(NetworkState::Silent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_the_network_breaks_everything_off_and_catches_up_by_itself() {
    catches_up_after(NetworkState::BrokenOff).await;
}

/// Play goes on while browser and desk do not hear each other.
async fn catches_up_after(outage: NetworkState) {
    let mut scene = Scene::open().await;
    // Whoever is at this address of the machine is before the desk, and has its port.
    let words = ["--listen", "127.0.0.1:0", "--name", "127.0.0.2"];
    scene.desk = Desk::open_with(&scene.venue.bus, &words);
    let at = scene.desk.at();
    let network = Network::between(at, ([127, 0, 0, 1], at.port()).into()).await;
    let Some(anna) = scene.enter("Anna", Screen::Phone).await else { return };
    anna.shows("Waiting").await;
    network.become_so(outage);
    anna.shows(STALE).await;
    scene.press_without_a_move();
    scene.client.until(async |client| client.incidents_on(BOARD).await).await;
    assert!(!anna.text().await.contains(PRESSED));
    network.become_so(NetworkState::Whole);
    anna.shows(PRESSED).await;
    anna.shows_no_more(STALE).await;
}
