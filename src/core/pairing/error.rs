//! What can be wrong with a pairing file, and what to do about it.

use shakmaty::Color;

use super::board::{BoardNumber, MAX_BOARDS, Round};
use crate::text::shown_in_line;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PairingError {
    /// The line, from 1; the last one for what is wrong with the file as a whole.
    pub line: usize,
    /// What is wrong with it.
    pub what: Wrong,
}

/// What is wrong with a file. Text of the file is cut to 60 characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// It is larger than [`MAX_BYTES`](super::text::MAX_BYTES).
    #[error("the file is larger than 8 MiB; give the file of one tournament")]
    TooLarge,
    /// The bytes are not UTF-8.
    #[error("this is not UTF-8; save the file as UTF-8")]
    NotUtf8,
    /// It is none of the forms.
    #[error(
        "this is neither PGN nor TRF16 nor CSV; a CSV needs a first line that names the columns white and black"
    )]
    UnknownForm,
    /// Results were to be filled in, and it is no TRF.
    #[error("this is no TRF16; give the report file that the pairings came from")]
    NotTrf,

    /// A tag of a PGN file does not end on its line.
    #[error(
        "this tag is cut off or malformed; write [Name \"value\"] on one line, or get the file again"
    )]
    CutTag,
    /// A comment of a PGN file does not end.
    #[error("the comment that begins here does not end; close it with }}, or get the file again")]
    OpenComment,
    /// A quotation of a CSV file does not end.
    #[error("a quotation mark here is not closed; close it, or get the file again")]
    OpenQuote,
    /// The last line of a CSV file has no line break, and its last field could be longer.
    #[error(
        "the file ends in the middle of a line, so `{0}` may be cut off; end the line with a line break, or get the file again"
    )]
    CutLine(String),
    /// A line of a CSV file has too few or too many fields.
    #[error(
        "this line has {has} fields and the header has {needs}; put fields that hold the separator in quotation marks, or get the file again"
    )]
    FieldCount {
        /// How many fields the line has.
        has: usize,
        /// How many it should have.
        needs: usize,
    },

    /// A tag or a column is there twice.
    #[error("`{0}` is given twice; leave one of them out")]
    Twice(String),
    /// A text holds a control character.
    #[error("`{0}` holds a control character; delete it")]
    Control(String),
    /// A text is longer than any name.
    #[error("`{0}` is too long; 200 bytes are the most")]
    TooLong(String),
    /// A player has no name.
    #[error("{0} has no name; give both players of each game")]
    NoName(Color),
    /// A player of a TRF16 has no name.
    #[error("the player has no name; write it into columns 15-47")]
    NoPlayerName,
    /// A round is not a number from 1 to 999.
    #[error("`{0}` is no round; write a number from 1 to 999, or round and board as 3.12")]
    Round(String),
    /// A board is not a number from 1 to 9,999.
    #[error("`{0}` is no board; write a number from 1 to 9999")]
    Board(String),
    /// A FIDE id is not a number of at most ten digits.
    #[error("`{0}` is no FIDE id; write its digits, at most ten, or leave it empty")]
    FideId(String),
    /// A rating is not a number from 0 to 4,000.
    #[error("`{0}` is no rating; write a number up to 4000, or leave it empty")]
    Rating(String),
    /// A result is none.
    #[error(
        "`{0}` is no result; write 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *, and +:-, -:+ or -:- where nobody played"
    )]
    Outcome(String),
    /// A variant is neither chess nor Chess960.
    #[error("`{0}` is no variant that can be followed; write standard or Chess960")]
    Variant(String),
    /// Chess960 without a start position.
    #[error("a game of Chess960 needs its start position; give it as FEN")]
    NoStart,
    /// A start position is no FEN.
    #[error("`{0}` is no FEN; write all six fields, Chess960 as Shredder-FEN")]
    Fen(String),
    /// No game can begin from the start position.
    #[error("no game can begin from `{fen}`: {why}")]
    Start {
        /// The position as the file has it.
        fen: String,
        /// What is wrong with it.
        why: String,
    },

    /// Some games of a round tell their board, and this one does not.
    #[error(
        "this game of round {0} tells no board and others do; number all boards of a round, or none"
    )]
    NoBoard(Round),
    /// Two games are on one board.
    #[error(
        "board {board} of round {round} is already taken by line {first}; number each board once"
    )]
    BoardTwice {
        /// The round.
        round: Round,
        /// The board.
        board: BoardNumber,
        /// The line of the other game.
        first: usize,
    },
    /// A player has two games in a round.
    #[error(
        "{name} already plays in round {round} at line {first}; delete one of the games, or give their FIDE ids if these are two people"
    )]
    PlayerTwice {
        /// The player's name.
        name: String,
        /// The round.
        round: Round,
        /// The line of the other game.
        first: usize,
    },
    /// A round has more than [`MAX_BOARDS`].
    #[error("round {0} has more than {MAX_BOARDS} boards; split the file")]
    TooManyBoards(Round),
    /// There is no pairing in the file.
    #[error("there is no pairing in the file; make the pairings first, or export them again")]
    NoPairings,
    /// There is no pairing of the round that was asked for.
    #[error("there is no pairing of round {asked} in the file; {}", has_rounds(has))]
    NoSuchRound {
        /// The round that was asked for.
        asked: Round,
        /// The rounds that have pairings, where they are known.
        has: Vec<Round>,
    },
    /// A result is given of a game that the file does not have.
    #[error(
        "{white} (White) and {black} have no game in round {round} of this file; give the report that the pairings came from"
    )]
    NotPaired {
        /// The round.
        round: Round,
        /// Who has White.
        white: String,
        /// Who has Black.
        black: String,
    },

    /// Something stands between the fixed columns of a TRF16.
    #[error("column {0} has to be blank; TRF16 has fixed columns, so don't use tabs or cut blanks")]
    Columns(usize),
    /// A starting rank is not a number from 1 to 9,999.
    #[error("`{0}` is no starting rank; write a number from 1 to 9999")]
    Rank(String),
    /// Two players have one starting rank.
    #[error(
        "starting rank {rank} is already taken by line {first}; give each player a rank of his own"
    )]
    RankTwice {
        /// The rank.
        rank: u16,
        /// The line of the other player.
        first: usize,
    },
    /// The line of a player ends within a round.
    #[error("the line ends within round {0}; get the file again")]
    CutRound(Round),
    /// A player is paired without a colour.
    #[error("`{0}` is no colour of a player who has an opponent; write w or b")]
    Colour(String),
    /// A letter is no result of a game against an opponent.
    #[error("`{0}` is no result of a game; write 1, = or 0, and + or - for a forfeit")]
    Mark(String),
    /// The opponent is not there.
    #[error("the opponent {0} is not in the file; add the player, or pair the round again")]
    NoOpponent(u16),
    /// The opponent does not name this player.
    #[error(
        "the opponent {0} (line {1}) has another opponent; each of the two has to name the other"
    )]
    NotBack(u16, usize),
    /// Both players have the same colour.
    #[error("the opponent {0} (line {1}) has the same colour; one of the two has to have b")]
    SameColour(u16, usize),
    /// The two results are not those of one game.
    #[error(
        "the opponent {0} (line {1}) has a result that does not go with this one; correct one of the two, or clear both"
    )]
    ResultsDiffer(u16, usize),
}

impl Wrong {
    /// The error that is this on `line`.
    pub(super) const fn on(self, line: usize) -> PairingError {
        PairingError { line, what: self }
    }
}

/// Text of a file as an error shows it.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).map(shown_in_line).collect()
}

fn has_rounds(rounds: &[Round]) -> String {
    let rounds: Vec<String> = rounds.iter().map(Round::to_string).collect();
    match rounds.as_slice() {
        [] => "make the pairings of that round first".to_owned(),
        [only] => format!("it has round {only}"),
        _ => format!("it has the rounds {}", rounds.join(", ")),
    }
}
