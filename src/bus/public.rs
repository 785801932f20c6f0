//! The public tree. It is handed released events only, and knows of nothing live.

use std::collections::HashMap;

use zbus::Connection;

use super::object::Object;
use super::path;
use super::public_game::{self, PublicGame};
use crate::hall::release::{PublicId, Released};

/// The objects of the public tree.
pub(super) struct Public {
    connection: Connection,
    games: HashMap<PublicId, Object<PublicGame, public_game::Shown>>,
}

impl Public {
    /// A tree with nothing in it yet, on `connection`.
    pub(super) fn new(connection: Connection) -> Self {
        Self { connection, games: HashMap::new() }
    }

    /// Shows what is newly released of a game that began from `start`. Of a game that appears with
    /// it, it is history: kept, not signalled.
    pub(super) async fn game(
        &mut self,
        id: PublicId,
        start: &str,
        released: Vec<Released>,
    ) -> zbus::Result<()> {
        if let Some(game) = self.games.get(&id) {
            return if released.is_empty() { Ok(()) } else { tell(game, released).await };
        }
        let mut shown = public_game::Shown::begin(start.to_owned());
        released.into_iter().for_each(|released| shown.take(released));
        let path = path::public_game(id);
        let game = Object::serve(&self.connection, path, shown, PublicGame::new).await?;
        self.games.insert(id, game);
        Ok(())
    }
}

async fn tell(
    game: &Object<PublicGame, public_game::Shown>,
    released: Vec<Released>,
) -> zbus::Result<()> {
    let before = game
        .change(|shown| released.iter().for_each(|released| shown.take(released.clone())))
        .await?;
    for released in &released {
        public_game::signal(game.emitter(), released).await?;
    }
    game.announce(before).await
}
