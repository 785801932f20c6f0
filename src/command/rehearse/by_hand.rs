//! A rehearsal in which a person does what an operator does.

use touchmove_client::mirror::{Mirror, game_at};
use touchmove_client::proxy::StationProxy;
use touchmove_client::shown::ShownGame;
use touchmove_core::pairing::{self, PairingList};
use touchmove_core::words::phrases::Rehearse;

use super::stage::Stage;
use super::{LOOK, follow, loaded, progress, progress_ends, say};
use crate::Failure;

/// Who decides in the name of nobody: what pairings and their sections say of the Laws.
const NOBODY: [&str; 1] = ["pairings"];

/// Loads the pairings, says what is to be done, and waits until somebody has begun the round.
pub(super) async fn begin(
    mirror: &mut Mirror,
    stage: &mut Stage,
    round: &PairingList,
) -> Result<(), Failure> {
    let file = pairing::write_csv(round).into_bytes();
    mirror.decide(async |bus| StationProxy::new(bus).await?.load_round(file, 0).await).await?;
    let number = loaded(mirror).await?.number;
    say(Rehearse::ByHand { round: number.into(), bus: stage.address().into() });
    let has_begun = |mirror: &Mirror| mirror.rounds().iter().any(|round| round.stage == "running");
    while !has_begun(mirror) {
        progress(Rehearse::WaitsForBegin);
        follow(mirror, LOOK).await?;
        stage.lives()?;
    }
    progress_ends();
    Ok(())
}

/// How many decisions a person has taken about a game that stand.
pub(super) async fn decided(mirror: &Mirror, game: &ShownGame) -> Result<usize, Failure> {
    let decisions =
        mirror.decide(async |bus| game_at(bus, &game.path).await?.decisions().await).await?;
    let is_persons = |decision: &&touchmove_client::details::Details| {
        let by = decision.get("by").and_then(|by| <&str>::try_from(by).ok()).unwrap_or_default();
        let undone = matches!(decision.get("undone").map(bool::try_from), Some(Ok(true)));
        !NOBODY.contains(&by) && !undone
    };
    Ok(decisions.iter().filter(is_persons).count())
}
