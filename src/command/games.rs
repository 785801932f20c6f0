//! Games of a recording as PGN.

use std::sync::Arc;

use touchmove_core::game::pgn::{self, Score, Tags};
use touchmove_core::game::view::GameView;
use touchmove_drivers::recording::Headers;

/// The games, with what the headers say of them. A `tag` header comes before what other headers imply.
pub(super) fn pgn<'a>(
    headers: &Headers,
    games: impl IntoIterator<Item = &'a Arc<GameView>>,
) -> String {
    let tags = tags_of(headers);
    let pgn = |game: &Arc<GameView>| {
        let tags = tags.clone().with_players(&game.players);
        pgn::write(&Score::of(game), &tags) + "\n"
    };
    games.into_iter().map(pgn).collect()
}

fn tags_of(headers: &Headers) -> Tags {
    let began = headers.began.as_ref().and_then(|began| began.get(..10));
    let implied = [
        ("Date", began.map(|date| date.replace('-', "."))),
        ("White", headers.white.clone()),
        ("Black", headers.black.clone()),
    ];
    let implied = implied.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Tags::new(headers.tags.iter().cloned().chain(implied))
}
