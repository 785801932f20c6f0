//! What is concluded of recordings, held against what was really played.
//!
//! A recording tells in its headers what was played: `# truth:`, the moves in UCI, an illegal one that
//! stands with `!` behind it, last the result if the board itself shows one. It is adjudicated like
//! any other ([`play`]), the final line is compared with the truth ([`compare`]), of which nothing counts
//! that comes after the Laws had ended the game ([`until_ended_by_laws`]), and the games of one kind are
//! added up ([`Tally`]). Where a line is wrong, [`cost`] says whether the readings could have decided
//! between it and the truth. What players are accused of is held against the sins that the headers
//! name, `# sin:` ([`hold`]).

mod certainty;
mod compare;
mod ended;
mod evidence;
mod fit;
mod play;
mod sins;
mod spread;
mod tally;

pub use certainty::{CertaintyBand, CertaintyBands};
pub use compare::{Comparison, TruthLine, compare};
pub use ended::until_ended_by_laws;
pub use evidence::{ObservedRecording, Unread};
pub use fit::{Boards, boards_of, boards_told, cost};
pub use play::{PlayedRecording, TellingDelay, play, play_with};
pub use sins::{
    Accusation, Certainty, PlantedSin, SinError, SinVerdict, SinsFound, Verdicts, hold,
};
pub use spread::Spread;
pub use tally::{HitCount, Tally};
