//! `touchmove hear`: which of two that say the same serial number is the board.

use std::time::Duration;

use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError, board_at};
use touchmove_core::words::phrases::{Done, Failed};
use touchmove_drivers::observation::LinkState;

use super::notices::Notices;
use super::{Failure, block_on, print};

/// How long the board may take to be found at the port.
const PATIENCE: Duration = Duration::from_secs(10);

/// Say at which port a board is, where two say the same serial number, one says it at another port in mid-round, or one
/// that says none is at its other link, such as its radio
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The board, such as dgt_12345
    board: String,
    /// The port it is at, such as /dev/ttyUSB1, as `touchmove status` names it
    #[arg(long = "at", value_name = "PORT")]
    port: String,
}

/// Says it, and waits until the board is heard there.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    let Arguments { board, port } = arguments;
    block_on(async {
        let mut mirror = Mirror::connect(bus).await?;
        if !mirror.boards().iter().any(|known| known.id == *board) {
            return Err(Failure::because(Failed::HearUnknown { board: board.into() }));
        }
        let said =
            mirror.decide(async |bus| board_at(bus, board).await?.hear_at(port.clone()).await);
        said.await?;
        let heard = tokio::time::timeout(PATIENCE, until_heard(&mut mirror, board, port)).await;
        match heard {
            Ok(at) => {
                let heard = Done::Heard { board: board.into(), at: at?.into() };
                print(&(Notices::of_environment().say(heard) + "\n"))
            }
            Err(_) => {
                let (port, board) = (port.into(), board.into());
                Err(Failure::because(Failed::HeardBy { port, board }))
            }
        }
    })
}

async fn until_heard(mirror: &mut Mirror, board: &str, port: &str) -> Result<String, MirrorError> {
    loop {
        let known = mirror.boards().into_iter().find(|known| known.id == *board);
        let heard = known.filter(|known| known.link != LinkState::Lost).map(|known| known.port);
        let is_there =
            |at: &String| at == port || at.split_once(':').is_some_and(|(_, at)| at == port);
        if let Some(at) = heard.filter(is_there) {
            return Ok(at);
        }
        let signal = mirror.signal().await?;
        mirror.take(signal).await?;
    }
}
