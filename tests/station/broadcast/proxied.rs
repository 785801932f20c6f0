//! Games that get out through a proxy alone.

use std::process::Command;

use super::{TO_LICHESS, at_table};
use crate::support::broadcaster::{Broadcaster, broadcast};
use crate::support::lichess::Lichess;
use crate::support::proxy::{Proxy, SERVER};
use crate::support::venue::Venue;

const PAIRINGS: &str = "round,board,white,black\n3,1,Anna,Ben\n3,2,Cleo,Dan\n";

#[tokio::test(flavor = "multi_thread")]
async fn games_get_to_lichess_through_the_proxy_that_the_environment_names() {
    let lichess = Lichess::open();
    let Some(proxy) = Proxy::before(lichess.at()).await else { return };
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    let server = format!("https://{SERVER}");
    let _broadcaster = Broadcaster::with(&venue.bus, &server, &proxy.environment());
    broadcast(&venue, &TO_LICHESS);
    lichess.once(|chapters| chapters.len() == 2);
    venue.done(&["enter", "1", "1-0"]);
    let is_won = |it: &_| at_table(it, "1").tag("Result") == "1-0";
    lichess.once(|chapters| is_won(chapters));
    let heads = proxy.heads();
    assert!(heads.iter().all(|head| head.starts_with("connect lichess.test:443 ")), "{heads:?}");
    assert!(!heads.iter().any(|head| head.contains("bearer")), "the token is sealed: {heads:?}");
}

#[test]
fn what_is_no_proxy_is_refused_in_words_that_hold_no_password() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
    command.args(["broadcast", "--bus", "session", "--state", "/nonexistent"]);
    let ended = command.env("HTTPS_PROXY", "socks5://hall:secret@proxy").output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && said.contains("HTTPS_PROXY: name the proxy"), "{said}");
    assert!(!said.contains("secret"), "{said}");
}
