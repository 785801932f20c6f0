//! What programs ask for: Cloud JSON and PGN, each text at its address.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::text::{Kind, Text, answer, nothing_there};
use super::view::{PublicView, Round};
use super::{Shared, cloud, contents};

/// A text of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum File {
    /// Its pairings.
    Index,
    /// The game at a table.
    Game(u16),
    /// The same as PGN.
    GamePgn(u16),
    /// All games as PGN.
    GamesPgn,
}

impl File {
    /// The one of this name.
    fn named(name: &str) -> Option<Self> {
        let file = match name {
            "index.json" => Self::Index,
            "games.pgn" => Self::GamesPgn,
            _ => match name.strip_prefix("game-")?.split_once('.')? {
                (table, "json") => Self::Game(table.parse().ok()?),
                (table, "pgn") => Self::GamePgn(table.parse().ok()?),
                _ => return None,
            },
        };
        (file.name() == name).then_some(file)
    }

    fn name(self) -> String {
        match self {
            Self::Index => "index.json".to_owned(),
            Self::Game(table) => format!("game-{table}.json"),
            Self::GamePgn(table) => format!("game-{table}.pgn"),
            Self::GamesPgn => "games.pgn".to_owned(),
        }
    }

    const fn kind(self) -> Kind {
        match self {
            Self::Index | Self::Game(_) => Kind::Json,
            Self::GamePgn(_) | Self::GamesPgn => Kind::Pgn,
        }
    }

    fn of(self, round: &Round) -> Option<Text> {
        match self {
            Self::Index => cloud::index(round),
            Self::Game(table) => cloud::game(round, table),
            Self::GamePgn(table) => Some(round.board(table)?.pgn().clone()),
            Self::GamesPgn => Some(round.pgn().clone()),
        }
    }
}

/// The number of the round in `round-3`.
fn round_named(name: &str) -> Option<u16> {
    let number = name.strip_prefix("round-")?.parse().ok()?;
    (format!("round-{number}") == name).then_some(number)
}

/// Where a tournament is served: here, by the name that was asked.
pub(super) async fn meta(
    State(public): State<Shared>,
    Path(id): Path<String>,
    fields: HeaderMap,
) -> Response {
    let host = fields.get(header::HOST).and_then(|host| host.to_str().ok());
    match host.filter(|_| cloud::tournament(&public.view(), &id).is_some()) {
        Some(host) => {
            let kind = [(header::CONTENT_TYPE, "application/json")];
            (kind, json!({ "host": host, "format": "1" }).to_string()).into_response()
        }
        None => nothing_there(),
    }
}

/// `tournament.json` of a tournament.
pub(super) async fn tournament(
    State(public): State<Shared>,
    Path(id): Path<String>,
    fields: HeaderMap,
) -> Response {
    answer(&public, &fields, Kind::Json, |view| cloud::tournament(view, &id)).await
}

/// `tournament.json` of the tournament that is played.
pub(super) async fn current_tournament(
    State(public): State<Shared>,
    fields: HeaderMap,
) -> Response {
    let find = |view: &PublicView| cloud::tournament(view, &cloud::id_of(view.current_round()?));
    answer(&public, &fields, Kind::Json, find).await
}

/// Which rounds there are, and where the texts of their games are.
pub(super) async fn contents(State(public): State<Shared>, fields: HeaderMap) -> Response {
    answer(&public, &fields, Kind::Json, contents::contents).await
}

/// A text of a round of a tournament.
pub(super) async fn file_of_tournament(
    State(public): State<Shared>,
    Path((id, round, name)): Path<(String, String, String)>,
    fields: HeaderMap,
) -> Response {
    let (Some(number), Some(file)) = (round_named(&round), File::named(&name)) else {
        return nothing_there();
    };
    let find = |view: &PublicView| {
        let round = view.round(number).filter(|round| cloud::id_of(round) == id)?;
        file.of(round)
    };
    answer(&public, &fields, file.kind(), find).await
}

/// A text of a round, whatever tournament it is of.
pub(super) async fn file(
    State(public): State<Shared>,
    Path((round, name)): Path<(String, String)>,
    fields: HeaderMap,
) -> Response {
    let (Some(number), Some(file)) = (round_named(&round), File::named(&name)) else {
        return nothing_there();
    };
    answer(&public, &fields, file.kind(), |view| file.of(view.round(number)?)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_name() {
        for name in ["index.json", "game-12.json", "game-12.pgn", "games.pgn"] {
            assert_eq!(File::named(name).unwrap().name(), name);
        }
        for name in ["game-012.pgn", "game-+1.pgn", "game-70000.pgn", "games.json", "game-1", ""] {
            assert_eq!(File::named(name), None, "{name}");
        }
        assert_eq!(round_named("round-3"), Some(3));
        for name in ["round-03", "round-", "3", "round-+3", "round-70000"] {
            assert_eq!(round_named(name), None, "{name}");
        }
    }
}
