//! Moves from a position that a client has set: a client that plays elsewhere says where its game stands, and is told what is
//! played on the board from there on.
//!
//! They are those of the board's own game: it tells no move before it is sure of it. So it is looked for the position in that
//! game: where it stands now, or one move ago, or as soon as it stands so. What was played before the client has said where its
//! game stands was no move of it.

use touchmove_drivers::observation::Placement;

use super::eboard::Line;
use super::placement::of_fen;
use super::replayed::{Replayed, Standing};

/// Longest FEN that is read, in bytes.
const MAX_FEN_BYTES: usize = 120;

/// A position that a client has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    fen: String,
    standing: Standing,
}

/// A client's position, and where it stands in the game on the board.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    wanted: Wanted,
    /// The game that was looked at last.
    game: Option<String>,
    /// After how many moves of it.
    anchor: Option<usize>,
    /// Positions of it after fewer moves were there before the client has set its own.
    from: usize,
    reached: Reached,
}

/// How far the client's game had come when it was last known what is played.
#[derive(Clone, Debug)]
struct Reached {
    sans: Vec<String>,
    /// Where that led; `None` where that is not known.
    standing: Option<Standing>,
}

/// What has been played from a client's position on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Played {
    /// The moves, in SAN.
    pub(super) sans: Vec<String>,
    /// Whether the board stands as they say.
    pub(super) is_matched: bool,
}

impl Wanted {
    /// Reads a FEN; `None` where it is none.
    pub(super) fn read(fen: &str) -> Option<Self> {
        if fen.len() > MAX_FEN_BYTES {
            return None;
        }
        Some(Self { fen: fen.to_owned(), standing: Standing::of_fen(fen)? })
    }

    /// As the client has said it.
    pub(super) fn fen(&self) -> &str {
        &self.fen
    }
}

impl Setup {
    /// Looks for the position in a game, as it stands now or one move ago.
    pub(super) fn begin(wanted: Wanted, line: Option<&Line>) -> Self {
        let reached = Reached { sans: Vec::new(), standing: Some(wanted.standing.clone()) };
        let mut setup = Self { wanted, game: None, anchor: None, from: 0, reached };
        let Some(line) = line else { return setup };
        let replayed = Replayed::of(line);
        let plies = replayed.plies();
        setup.game = Some(line.game.clone());
        setup.from = plies.saturating_sub(1);
        setup.anchor =
            (setup.from..=plies).rev().find(|ply| replayed.stands_at(*ply, setup.standing()));
        setup
    }

    /// What has been played by now, where the board shows this. While it is not known what is played, nothing is taken back.
    pub(super) fn follow(&mut self, line: Option<&Line>, shown: Option<&Placement>) -> Played {
        if let Some(line) = line {
            self.take(line);
        }
        let Reached { sans, standing } = &self.reached;
        Played { sans: sans.clone(), is_matched: is_as(shown, standing.as_ref()) }
    }

    fn take(&mut self, line: &Line) {
        if self.game.as_ref() != Some(&line.game) {
            (self.anchor, self.from) = (None, 0);
            self.game = Some(line.game.clone());
        }
        let replayed = Replayed::of(line);
        let plies = replayed.plies();
        // Moves that were taken back are no moves of the client's game either.
        self.from = self.from.min(plies);
        let still = self.anchor.filter(|ply| replayed.stands_at(*ply, self.standing()));
        self.anchor = still
            .or_else(|| (self.from..=plies).find(|ply| replayed.stands_at(*ply, self.standing())));
        self.reached = match self.anchor {
            Some(anchor) => Reached {
                sans: replayed.sans_from(anchor).to_vec(),
                standing: replayed.last().cloned(),
            },
            None => Reached { sans: Vec::new(), standing: Some(self.standing().clone()) },
        };
    }

    /// The position, as the client has said it.
    pub(super) fn fen(&self) -> &str {
        self.wanted.fen()
    }

    const fn standing(&self) -> &Standing {
        &self.wanted.standing
    }
}

fn is_as(shown: Option<&Placement>, standing: Option<&Standing>) -> bool {
    let known = standing.and_then(|standing| of_fen(&standing.board.to_string()));
    shown.zip(known.as_ref()).is_some_and(|(shown, known)| shown == known)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

    /// A game with these moves of `e4 e5 Nf3 Ng1`.
    fn line(game: &str, plies: usize) -> Line {
        let moves = ["e2e4", "e7e5", "g1f3", "f3g1"].map(String::from);
        let sans = ["e4", "e5", "Nf3", "Ng1"].map(String::from);
        let fens = [
            START,
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ];
        Line {
            game: game.to_owned(),
            start: START.to_owned(),
            moves: moves[..plies].to_vec(),
            sans: sans[..plies].to_vec(),
            fen: fens[plies].to_owned(),
        }
    }

    fn set(fen: &str, line: &Line) -> Setup {
        Setup::begin(Wanted::read(fen).unwrap(), Some(line))
    }

    fn played(setup: &mut Setup, line: &Line) -> Vec<String> {
        setup.follow(Some(line), None).sans
    }

    #[test]
    fn moves_are_told_from_the_position_on_in_which_the_game_stands() {
        let mut setup = set(START, &line("g1", 0));
        assert_eq!(played(&mut setup, &line("g1", 0)), [""; 0]);
        assert_eq!(played(&mut setup, &line("g1", 2)), ["e4", "e5"]);
        assert_eq!(played(&mut setup, &line("g1", 1)), ["e4"], "a move was taken back");
    }

    #[test]
    fn a_client_that_is_a_move_behind_is_told_that_move() {
        let mut setup = set(AFTER_E4, &line("g1", 2));
        assert_eq!(played(&mut setup, &line("g1", 2)), ["e5"]);
    }

    #[test]
    fn a_client_that_is_a_move_ahead_hears_nothing_until_the_move_is_on_the_board() {
        let mut setup = set(AFTER_E4, &line("g1", 0));
        assert_eq!(setup.follow(Some(&line("g1", 0)), None), Played::default());
        assert_eq!(played(&mut setup, &line("g1", 1)), [""; 0]);
        assert_eq!(played(&mut setup, &line("g1", 2)), ["e5"]);
    }

    #[test]
    fn a_new_game_elsewhere_is_not_told_the_moves_of_the_last_one_here() {
        let mut setup = set(START, &line("g1", 3));
        assert_eq!(played(&mut setup, &line("g1", 3)), [""; 0]);
        assert_eq!(played(&mut setup, &line("g2", 0)), [""; 0], "the pieces were set up again");
        assert_eq!(played(&mut setup, &line("g2", 1)), ["e4"]);
    }

    #[test]
    fn while_it_is_not_known_what_is_played_no_move_is_taken_back() {
        let mut setup = set(START, &line("g1", 0));
        assert_eq!(played(&mut setup, &line("g1", 2)), ["e4", "e5"]);
        assert_eq!(setup.follow(None, None).sans, ["e4", "e5"]);
        assert_eq!(played(&mut setup, &line("g1", 3)), ["e4", "e5", "Nf3"]);
    }

    #[test]
    fn the_board_matches_where_it_shows_the_position_that_was_played() {
        let mut setup = set(START, &line("g1", 0));
        let mut is_matched = |plies, shown| {
            setup.follow(Some(&line("g1", plies)), of_fen(shown).as_ref()).is_matched
        };
        assert!(is_matched(0, START) && is_matched(1, AFTER_E4));
        assert!(!is_matched(1, START));
    }
}
