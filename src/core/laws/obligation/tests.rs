//! Scenes at a board, and laws that hold for all of them.

mod properties;
mod scenes;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use super::*;

/// What hands did, written as `e2` for a touch, `(g1 d5)` for pieces touched together, `e1>g1` for a
/// release of a piece that was touched, `Q@e8` for a new piece on the square.
#[derive(Debug, Default)]
struct Script {
    contacts: Vec<Contact>,
    releases: Vec<PutDown>,
}

impl Script {
    fn of(text: &str) -> Self {
        let mut script = Self::default();
        let (mut moment, mut is_group) = (0, false);
        for word in text.split_whitespace() {
            let bare = word.trim_matches(['(', ')']);
            moment += u32::from(!is_group);
            is_group = (is_group || word.starts_with('(')) && !word.ends_with(')');
            if let Some((piece, on)) = bare.split_once('@') {
                let role = Role::from_char(piece.chars().next().unwrap()).unwrap();
                script.releases.push(PutDown::Promoted { on: square(on), role, moment });
            } else if let Some((from, to)) = bare.split_once('>') {
                let (from, to) = (square(from), square(to));
                script.contacts.push(Contact { square: from, moment });
                script.releases.push(PutDown::Piece { from, to, moment });
            } else {
                script.contacts.push(Contact { square: square(bare), moment });
            }
        }
        script
    }

    fn hands(&self, castling: CastlingIntent) -> Hands<'_> {
        Hands { contacts: &self.contacts, releases: &self.releases, castling }
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn position(fen: &str, mode: CastlingMode) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(mode).unwrap()
}

/// The moves of an obligation in UCI, sorted; `any` where it is free.
fn shown(obligation: &Obligation, mode: CastlingMode) -> String {
    if obligation.free {
        return "any".to_owned();
    }
    let uci = |mv: &Move| UciMove::from_move(*mv, mode).to_string();
    let mut moves: Vec<_> = obligation.moves.iter().map(uci).collect();
    moves.sort();
    moves.join(" ")
}

fn duty_in(
    edition: Edition,
    position: &Chess,
    script: &str,
    castling: CastlingIntent,
) -> Obligation {
    obligation(edition, position, &Script::of(script).hands(castling))
}
