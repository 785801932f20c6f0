//! What is held back of a board: never less than what is held back from the public.

use std::collections::BTreeSet;

use touchmove_client::shown::{Section, ShownBoard, ShownPairing};
use touchmove_core::tournament::release::delay::{Delay, Doubtful};
use touchmove_core::tournament::rounds::results::TableResult;

/// What is held back of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Nothing.
    Nothing,
    /// What is not public yet.
    Unreleased,
    /// Everything: the broadcast's files are held back for longer than what is public on this machine.
    Everything,
}

/// A round with its pairings and results.
#[derive(Clone, Debug, Default)]
pub(super) struct PairedRound {
    pub(super) number: u16,
    /// The tournament; empty where it has no name.
    pub(super) event: String,
    pub(super) is_over: bool,
    pub(super) pairings: Vec<ShownPairing>,
    pub(super) results: Vec<TableResult>,
}

/// What is set for the sections, and which boards are in which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding<'a> {
    pub(super) sections: &'a [Section],
    pub(super) rounds: &'a [PairedRound],
}

impl Holding<'_> {
    /// What is held back of a board: as the strictest section says that its game or its table may be in.
    pub(super) fn of_board(&self, board: &ShownBoard) -> Hold {
        let holds = self.sections_of(board).into_iter().map(|section| self.of_section(section));
        holds.fold(Hold::Nothing, strictest)
    }

    /// What is held back of a pairing.
    pub(super) fn of_pairing(&self, pairing: &ShownPairing) -> Hold {
        self.of_section(section_of(pairing))
    }

    /// The round and table of the game on a board, or else those at which it stands.
    pub(super) fn place_of(&self, board: &ShownBoard) -> Option<(u16, u16)> {
        let all = || {
            self.rounds
                .iter()
                .flat_map(|round| round.pairings.iter().map(move |pairing| (round, pairing)))
        };
        let game = board.game.as_ref();
        let of_game = game
            .and_then(|game| all().find(|(_, pairing)| pairing.game.as_ref() == Some(&game.path)));
        let at_table = || {
            let is_there = |(round, pairing): &(&PairedRound, &ShownPairing)| {
                !round.is_over && pairing.board.as_ref() == Some(&board.id)
            };
            all().find(is_there)
        };
        let (round, pairing) = of_game.or_else(at_table)?;
        Some((round.number, pairing.table))
    }

    /// The sections that its game and its tables are in; the one without a name where there is none.
    fn sections_of(&self, board: &ShownBoard) -> BTreeSet<&str> {
        let is_its_game = |pairing: &ShownPairing| {
            let game = board.game.as_ref();
            game.is_some_and(|game| pairing.game.as_ref() == Some(&game.path))
        };
        let concerns = |round: &PairedRound, pairing: &ShownPairing| {
            is_its_game(pairing) || (!round.is_over && pairing.board.as_ref() == Some(&board.id))
        };
        let pairings = self.rounds.iter().flat_map(|round| {
            round.pairings.iter().filter(move |pairing| concerns(round, pairing))
        });
        let mut sections: BTreeSet<_> = pairings.map(section_of).collect();
        if sections.is_empty() {
            sections.insert("");
            // What stands there may be left of a game of any section.
            if board.game.is_none() {
                sections.extend(self.sections.iter().map(|section| section.name.as_str()));
            }
        }
        sections
    }

    fn of_section(&self, name: &str) -> Hold {
        let named = self.sections.iter().find(|section| section.name == name);
        let section = named.or_else(|| self.sections.iter().find(|it| it.name.is_empty()));
        // Of a section of which nothing is known, nothing is told.
        section.map_or(Hold::Everything, |section| of_delays(section.bus, section.files))
    }
}

fn section_of(pairing: &ShownPairing) -> &str {
    let said = pairing.said.as_ref().and_then(|(said, _)| said.section.as_deref());
    said.unwrap_or_default()
}

/// By what holds for the public bus name, and for the broadcast's files.
fn of_delays(bus: Delay, files: Delay) -> Hold {
    let withholds = |delay: Delay| delay.doubtful == Doubtful::Withheld;
    let is_covered =
        files.time <= bus.time && files.moves <= bus.moves && (withholds(bus) || !withholds(files));
    match (is_covered, bus == Delay::NONE) {
        (false, _) => Hold::Everything,
        (true, false) => Hold::Unreleased,
        (true, true) => Hold::Nothing,
    }
}

const fn strictest(one: Hold, other: Hold) -> Hold {
    match (one, other) {
        (Hold::Everything, _) | (_, Hold::Everything) => Hold::Everything,
        (Hold::Unreleased, _) | (_, Hold::Unreleased) => Hold::Unreleased,
        (Hold::Nothing, Hold::Nothing) => Hold::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_game, a_game_path};
    use touchmove_core::decision::regulations::Regulations;
    use touchmove_core::pairing::{Pairing, TournamentHeader};
    use touchmove_core::tournament::release::delay::{HeldFor, HeldMoves};

    use super::*;

    fn delay(seconds: u32, moves: u16) -> Delay {
        let (time, moves) = (HeldFor::seconds(seconds).unwrap(), HeldMoves::new(moves).unwrap());
        Delay { time, moves, ..Delay::NONE }
    }

    fn section(name: &str, bus: Delay, files: Delay) -> Section {
        Section {
            name: name.into(),
            pairings: 1,
            rulebook: String::new(),
            policy: String::new(),
            regulations: Regulations::default(),
            lights: touchmove_core::lights::Lights::default(),
            bus,
            files,
        }
    }

    /// Round 3, over or not, in which table 1 of this section has the board and the game of the samples.
    fn round(section: &str, is_over: bool) -> PairedRound {
        let file = format!("round,board,section,white,black\n3,1,{section},A,B\n");
        let list = touchmove_core::pairing::read(file.as_bytes(), None).unwrap();
        let said: Option<(Pairing, TournamentHeader)> =
            Some((list.pairings[0].clone(), TournamentHeader::default()));
        let (board, game) = (Some(a_board().id), Some(a_game_path(17)));
        let names = ["A", "B"].map(Into::into);
        let pairings = vec![ShownPairing { table: 1, names, board, game, said }];
        PairedRound { number: 3, is_over, pairings, ..PairedRound::default() }
    }

    #[test]
    fn a_board_is_held_back_as_the_section_of_its_table_says() {
        let sections =
            [section("", Delay::NONE, Delay::NONE), section("U16", delay(900, 0), delay(900, 0))];
        let held = |rounds: &[PairedRound], board: &ShownBoard| {
            Holding { sections: &sections, rounds }.of_board(board)
        };
        let free = ShownBoard { game: Some(a_game(&[])), ..a_board() };
        assert_eq!(held(&[], &free), Hold::Nothing);
        assert_eq!(held(&[], &a_board()), Hold::Unreleased, "it may show what is left of a game");
        assert_eq!(held(&[round("U16", false)], &a_board()), Hold::Unreleased);
        assert_eq!(
            held(&[round("Open", false)], &a_board()),
            Hold::Nothing,
            "as that without a name"
        );
        assert_eq!(held(&[round("U16", true)], &a_board()), Hold::Unreleased);
        let playing = ShownBoard { game: Some(a_game(&[])), ..a_board() };
        assert_eq!(
            held(&[round("U16", true)], &playing),
            Hold::Unreleased,
            "its game is of that round"
        );
    }

    #[test]
    fn a_section_of_which_nothing_is_known_is_held_back() {
        let holding = Holding { sections: &[], rounds: &[] };
        assert_eq!(holding.of_board(&a_board()), Hold::Everything);
    }

    #[test]
    fn where_files_are_held_back_for_longer_nothing_is_told() {
        let doubtful = Delay { doubtful: Doubtful::Withheld, ..Delay::NONE };
        assert_eq!(of_delays(Delay::NONE, Delay::NONE), Hold::Nothing);
        assert_eq!(of_delays(delay(900, 3), delay(600, 3)), Hold::Unreleased);
        assert_eq!(of_delays(doubtful, Delay::NONE), Hold::Unreleased);
        assert_eq!(of_delays(delay(600, 0), delay(900, 0)), Hold::Everything);
        assert_eq!(of_delays(delay(600, 0), delay(600, 1)), Hold::Everything);
        assert_eq!(of_delays(Delay::NONE, doubtful), Hold::Everything);
    }
}
