//! Follows the public game at a table, and prints its scoresheet whenever that changes:
//! `cargo run -p touchmove-client --example follow_a_game -- system 12`.

use std::error::Error;

use touchmove_client::address::Bus;
use touchmove_client::public::PublicMirror;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let bus: Bus = words.next().as_deref().unwrap_or("system").parse()?;
    let table: u16 = words.next().as_deref().unwrap_or("1").parse()?;
    let (mut mirror, mut printed) = (PublicMirror::connect(&bus).await?, String::new());
    loop {
        let games = mirror.games();
        if let Some(game) = games.iter().rfind(|game| game.table == table) {
            let moves: Vec<_> = game.released.moves.iter().map(|made| &*made.san).collect();
            let result = game.outcome.map_or("*", |outcome| outcome.word());
            let sheet = format!("{} {result}", moves.join(" "));
            if sheet != printed {
                println!("{sheet}");
                printed = sheet;
            }
        }
        let signal = mirror.signal().await?;
        mirror.take(signal).await?;
    }
}
