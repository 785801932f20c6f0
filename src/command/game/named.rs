//! How people name a game.

use std::str::FromStr;

use crate::bus::mirror::Mirror;
use crate::bus::shown::Game;
use crate::command::Failure;

/// A game by its number on the station, or by its round and table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameName {
    /// Its number: `17`, `g000017`.
    Number(u64),
    /// Round and table: `3.12`.
    Place(String),
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(number) = text.trim_start_matches('g').parse() {
            return Ok(Self::Number(number));
        }
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('.') {
            Some((round, table)) if is_number(round) && is_number(table) => {
                Ok(Self::Place(text.to_owned()))
            }
            _ => Err("give its number, as in 17, or its round and table, as in 3.12".to_owned()),
        }
    }
}

impl GameName {
    /// The game of this name; of several at a table, the last.
    pub(super) fn find(&self, mirror: &Mirror) -> Result<Game, Failure> {
        let games = mirror.games();
        let found = match self {
            Self::Number(number) => {
                let id = format!("g{number:06}");
                games.into_iter().find(|game| game.id == id)
            }
            Self::Place(place) => games.into_iter().rfind(|game| game.round == *place),
        };
        found.ok_or_else(|| {
            let name = match self {
                Self::Number(number) => number.to_string(),
                Self::Place(place) => place.clone(),
            };
            Failure::failed(format!(
                "there is no game {name}; `touchmove status` shows what is played"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_number_or_by_round_and_table() {
        assert_eq!("17".parse(), Ok(GameName::Number(17)));
        assert_eq!("g000017".parse(), Ok(GameName::Number(17)));
        assert_eq!("3.12".parse(), Ok(GameName::Place("3.12".into())));
        for nonsense in ["", "g", "3.x", "dgt_1"] {
            assert!(nonsense.parse::<GameName>().is_err(), "{nonsense}");
        }
    }
}
