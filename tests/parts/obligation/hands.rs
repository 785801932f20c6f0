//! A reader of the hands in a conformance case: what was touched and what was released.

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, Chess, Color, Move, Piece, Position, Square};
use touchmove_core::laws::obligation::{
    CastlingIntent, Contact, Hands, Obligation, PutDown, obligation,
};
use touchmove_core::laws::rulebook::Edition;

/// A case in which the player on move touches, lifts and places pieces before any press.
pub(crate) struct Case {
    position: Chess,
    events: Vec<Value>,
}

/// What a case says.
pub(crate) struct Spoken {
    /// Every obligation that differs from the one before; the first touch, release or ruling always
    /// tells one, and so does restoring the position after an illegal move.
    pub obligations: Vec<Value>,
    /// The move that was made.
    pub made: Option<Made>,
}

/// A move made on the board.
pub(crate) struct Made {
    pub uci: String,
    /// Whether the touch-move rules forbade it.
    pub is_violation: bool,
}

impl Case {
    /// `None` where the case is about something else.
    pub(crate) fn of(case: &Value) -> Option<Self> {
        let fen: Fen = case["setup"]["fen"].as_str()?.parse().ok()?;
        let mut position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
        for uci in case["setup"]["moves"].as_array().into_iter().flatten() {
            let mv = uci.as_str()?.parse::<UciMove>().ok()?.to_move(&position).ok()?;
            position.play_unchecked(mv);
        }
        let events = case["events"].as_array()?.clone();
        let side = position.turn().fold_wb("white", "black");
        let is_of_hands = |event: &Value| {
            let of_side = event.get("side").is_none_or(|of| of == side);
            let commands = ["castling_intent", "adjust", "adjust_end", "accidental"];
            let kinds = ["lift", "place", "lift_group", "touch"];
            let of = |name: &str, list: &[&str]| list.iter().any(|known| event[name] == *known);
            of_side && (of("ev", &kinds) || event["ev"] == "cmd" && of("cmd", &commands))
        };
        let pressed = events.iter().position(|event| event["ev"] == "press");
        let before = events.get(..pressed.unwrap_or(events.len()))?;
        let is_read = !before.is_empty() && before.iter().all(is_of_hands);
        is_read.then_some(Self { position, events })
    }

    /// Plays the case; `None` where a piece is placed that nobody holds.
    pub(crate) fn play(&self, edition: Edition) -> Option<Spoken> {
        let mut table = Table::new(&self.position);
        let mut spoken = Spoken { obligations: Vec::new(), made: None };
        for event in &self.events {
            if event["ev"] == "press" {
                let duty = told(&table.obligation(edition));
                spoken.obligations.push(duty);
                break;
            }
            let counts = table.hear(event)?;
            let duty = table.obligation(edition);
            if let Some(mv) = table.made() {
                let uci = UciMove::from_move(mv, CastlingMode::Standard).to_string();
                let is_violation = !duty.moves.contains(&mv);
                spoken.made = Some(Made { uci, is_violation });
                break;
            }
            let told = told(&duty);
            if counts && spoken.obligations.last() != Some(&told) {
                spoken.obligations.push(told);
            }
        }
        Some(spoken)
    }
}

/// The board and the hands over it.
struct Table<'a> {
    position: &'a Chess,
    board: Board,
    /// Pieces in the hand, each with the square from which it came.
    held: Vec<(Square, Piece)>,
    contacts: Vec<Contact>,
    releases: Vec<PutDown>,
    castling: CastlingIntent,
    moment: u32,
    is_adjusting: bool,
}

impl<'a> Table<'a> {
    fn new(position: &'a Chess) -> Self {
        Self {
            position,
            board: position.board().clone(),
            held: Vec::new(),
            contacts: Vec::new(),
            releases: Vec::new(),
            castling: CastlingIntent::Presumed,
            moment: 0,
            is_adjusting: false,
        }
    }

    /// Whether what happened counts as a touch, a release or a ruling.
    fn hear(&mut self, event: &Value) -> Option<bool> {
        let square = || event["sq"].as_str()?.parse::<Square>().ok();
        match event["ev"].as_str()? {
            "lift" => self.touch(&[square()?], true),
            "touch" => self.touch(&[square()?], false),
            "lift_group" => {
                let squares = event["sqs"].as_array()?.iter();
                let squares: Option<Vec<_>> =
                    squares.map(|square| square.as_str()?.parse().ok()).collect();
                self.touch(&squares?, true)
            }
            "place" => {
                let named = event["piece"].as_str().and_then(|name| name.chars().next());
                self.place(square()?, named.and_then(Piece::from_char))
            }
            _ => self.command(event),
        }
    }

    fn command(&mut self, event: &Value) -> Option<bool> {
        match event["cmd"].as_str()? {
            "castling_intent" if event["value"] == true => self.castling = CastlingIntent::Meant,
            "castling_intent" => self.castling = CastlingIntent::Denied,
            "adjust" => self.is_adjusting = true,
            "adjust_end" => self.is_adjusting = false,
            "accidental" => {
                let square: Square = event["sq"].as_str()?.parse().ok()?;
                self.contacts.retain(|contact| contact.square != square);
                return Some(true);
            }
            _ => {}
        }
        Some(false)
    }

    fn touch(&mut self, squares: &[Square], is_lift: bool) -> Option<bool> {
        self.moment += 1;
        for &square in squares {
            let piece = self.board.piece_at(square)?;
            let released = self.releases.iter().find_map(|release| match *release {
                PutDown::Piece { from, to, .. } if to == square => Some(from),
                _ => None,
            });
            let from = released.unwrap_or(square);
            if !self.is_adjusting {
                self.contacts.push(Contact { square: from, moment: self.moment });
            }
            if is_lift {
                self.board.discard_piece_at(square);
                self.held.push((from, piece));
            }
        }
        Some(!self.is_adjusting)
    }

    fn place(&mut self, to: Square, named: Option<Piece>) -> Option<bool> {
        let us = self.position.turn();
        let fits = |(_, piece): &(Square, Piece)| named.is_none_or(|named| named == *piece);
        let preferred = [
            self.held.iter().position(|held| fits(held) && held.0 == to),
            self.held.iter().position(|held| fits(held) && held.1.color == us),
            self.held.iter().position(fits),
        ];
        let moment = self.moment;
        match (preferred.into_iter().flatten().next(), named) {
            (Some(index), _) => {
                let (from, piece) = self.held.swap_remove(index);
                self.board.set_piece_at(to, piece);
                if from != to && piece.color == us {
                    self.releases.push(PutDown::Piece { from, to, moment });
                    return Some(true);
                }
                Some(false)
            }
            (None, Some(named)) => {
                self.board.set_piece_at(to, named);
                let is_new = named.color == us && to.rank() == last_rank(us);
                if is_new {
                    self.releases.push(PutDown::Promoted { on: to, role: named.role, moment });
                }
                Some(is_new)
            }
            (None, None) => None,
        }
    }

    fn obligation(&self, edition: Edition) -> Obligation {
        let hands =
            Hands { contacts: &self.contacts, releases: &self.releases, castling: self.castling };
        obligation(edition, self.position, &hands)
    }

    /// The legal move whose placement stands on the board.
    fn made(&self) -> Option<Move> {
        self.position.legal_moves().into_iter().find(|mv| {
            let mut after = self.position.clone();
            after.play_unchecked(*mv);
            *after.board() == self.board
        })
    }
}

fn last_rank(side: Color) -> shakmaty::Rank {
    (!side).backrank()
}

/// As the cases write it: moves sorted, `free` only where it is true.
fn told(duty: &Obligation) -> Value {
    let uci = |mv: &Move| UciMove::from_move(*mv, CastlingMode::Standard).to_string();
    let mut moves: Vec<_> = duty.moves.iter().map(uci).collect();
    moves.sort();
    let mut told = json!({"out": "obligation", "moves": moves, "article": duty.article});
    if duty.free {
        told["free"] = true.into();
    }
    told
}
