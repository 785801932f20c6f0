//! `org.touchmove.Hall1.Game`.

#![allow(clippy::too_many_arguments, reason = "a signal of the interface has that many")]

use std::collections::HashMap;

use zbus::{OwnedObjectPath, OwnedVariant, proxy};

use crate::call_error;
use crate::details::{Details, PastEvent, SentSighting};

/// `org.touchmove.Hall1.Game`: one game, as those who run it see it.
#[proxy(
    interface = "org.touchmove.Hall1.Game",
    default_service = "org.touchmove.Hall1",
    assume_defaults = false
)]
pub trait Game {
    /// The events with sequence numbers above `sequence`, in order, 1000 at most: whoever asks from 0, and
    /// then from the last number that came until none comes, has all.
    fn events_since(&self, sequence: u64) -> call_error::Result<Vec<PastEvent>>;

    /// The game as PGN, with the clock times of completed moves as `%clk` comments.
    fn pgn(&self) -> call_error::Result<String>;

    /// What was seen of the game's board from one moment to another, in microseconds since boot, as its journal has it:
    /// first how board and clock stood then, and from there on each touch, press and break of the link; of more than 2000
    /// the latest.
    fn sightings(&self, from: u64, to: u64) -> call_error::Result<Vec<SentSighting>>;

    /// Decides about the game, and returns the number of the decision, by which it can be undone.
    fn decide(
        &self,
        verb: String,
        particulars: HashMap<String, String>,
        reason: String,
    ) -> call_error::Result<u64>;

    /// The same, in the name of somebody who has no connection of his own, such as an arbiter at a desk.
    fn decide_for(
        &self,
        name: String,
        verb: String,
        particulars: HashMap<String, String>,
        reason: String,
    ) -> call_error::Result<u64>;

    /// Confirms an incident, also one that was dismissed: what the Laws make of it holds. Returns the number of the
    /// decision, as all methods that decide do; their errors are those of `Decide`.
    fn confirm(&self, incident: u32) -> call_error::Result<u64>;

    /// Dismisses an incident, also one that was confirmed: nothing comes of it.
    fn dismiss(&self, incident: u32) -> call_error::Result<u64>;

    /// Takes back what was decided of an incident: it waits again.
    fn reopen(&self, incident: u32) -> call_error::Result<u64>;

    /// Inserts a move that was played and not seen: it gets this ply, and what followed is one ply later.
    fn insert(&self, ply: u32, uci: String) -> call_error::Result<u64>;

    /// Replaces the move of this ply by the one that was played.
    fn replace(&self, ply: u32, uci: String) -> call_error::Result<u64>;

    /// Deletes the move of this ply, which was not played.
    fn delete(&self, ply: u32) -> call_error::Result<u64>;

    /// Lets play go on from this position.
    fn set_position(&self, fen: String) -> call_error::Result<u64>;

    /// Sets the result, as in `Points`; `*` reopens the game.
    fn set_result(&self, value: String) -> call_error::Result<u64>;

    /// Says who plays.
    fn set_players(&self, white: String, black: String) -> call_error::Result<u64>;

    /// Answers a question by the word of one of its choices.
    fn answer(&self, question: u32, choice: String) -> call_error::Result<u64>;

    /// Undoes the decision of this number.
    fn undo(&self, decision: u64) -> call_error::Result<u64>;

    /// What `Decide` with the same verb and particulars would tell now, as `EventsSince` would have it.
    fn preview(
        &self,
        verb: String,
        particulars: HashMap<String, String>,
    ) -> call_error::Result<Vec<PastEvent>>;

    /// Lets the game go on on another board, such as `dgt_12345`, as it stands there: its board or clock has failed.
    fn move_to(&self, board: String, reason: String) -> call_error::Result<()>;

    /// The same, for the person of this name.
    fn move_to_for(&self, name: String, board: String, reason: String) -> call_error::Result<()>;

    /// What was decided about the game, in order: `number`, `at` (t, microseconds since boot), `by`, `verb`,
    /// `undone` (b), and its particulars by their keys, `reason` among them.
    fn decisions(&self) -> call_error::Result<Vec<Details>>;

    /// The board it is played on.
    #[zbus(property)]
    fn board(&self) -> zbus::Result<OwnedObjectPath>;

    /// Who has White; empty where nobody has said.
    #[zbus(property)]
    fn white(&self) -> zbus::Result<String>;

    /// Who has Black; empty where nobody has said.
    #[zbus(property)]
    fn black(&self) -> zbus::Result<String>;

    /// Round and table, as in `3.12`; empty where the game is of no round.
    #[zbus(property)]
    fn round(&self) -> zbus::Result<String>;

    /// The object of its round; `/` where the game is of no round.
    #[zbus(property)]
    fn round_path(&self) -> zbus::Result<OwnedObjectPath>;

    /// The table at which it is played; 0 where the game is of no round.
    #[zbus(property)]
    fn table(&self) -> zbus::Result<u16>;

    /// The position play began from, as a FEN.
    #[zbus(property)]
    fn start(&self) -> zbus::Result<String>;

    /// The position after the last move that stands, as a FEN.
    #[zbus(property)]
    fn fen(&self) -> zbus::Result<String>;

    /// The moves that stand, in UCI.
    #[zbus(property)]
    fn moves(&self) -> zbus::Result<Vec<String>>;

    /// The moves that stand, in SAN; an illegal one is empty.
    #[zbus(property)]
    fn sans(&self) -> zbus::Result<Vec<String>>;

    /// The numbers of the moves that stand, as their scoresheet has them: `12.` is a move of White, `12...`
    /// one of Black.
    #[zbus(property)]
    fn numbers(&self) -> zbus::Result<Vec<String>>;

    /// Whose turn it is: `white` or `black`.
    #[zbus(property)]
    fn turn(&self) -> zbus::Result<String>;

    /// `playing` or `ended`.
    #[zbus(property)]
    fn status(&self) -> zbus::Result<String>;

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`; `*` while the game goes on, and where
    /// PGN has no word for it.
    #[zbus(property)]
    fn result(&self) -> zbus::Result<String>;

    /// What the players get: as `Result`, or `0-0`, `1/2-0`, `0-1/2`, for which PGN has no word. Empty while the game goes on.
    #[zbus(property)]
    fn points(&self) -> zbus::Result<String>;

    /// Why the game ended: `checkmate`, `stalemate`, `dead-position`, `kings` (put in the centre by the
    /// players), `decision`.
    #[zbus(property)]
    fn result_reason(&self) -> zbus::Result<String>;

    /// How the game was adjourned, until its envelope is opened: `side` (s) that has sealed, `fen` (s) before its move, `number` (u) of
    /// that, and what each has left where a clock shows it, `white_ms` and `black_ms` (u). Empty otherwise.
    #[zbus(property)]
    fn adjourned(&self) -> zbus::Result<Details>;

    /// The squares on which the board differs from the moves told, such as `e4`.
    #[zbus(property)]
    fn differs(&self) -> zbus::Result<Vec<String>>;

    /// The incidents that stand, raised or confirmed, each with the arguments of `Incident` by name:
    /// `incident` (u) is its number; and `since` (t), in microseconds since boot, when what it tells of
    /// happened.
    #[zbus(property)]
    fn incidents(&self) -> zbus::Result<Vec<Details>>;

    /// The instructions that wait, each with the arguments of `Instruction` by name: `instruction` (u) is its
    /// number; and `since`, as of incidents.
    #[zbus(property)]
    fn instructions(&self) -> zbus::Result<Vec<Details>>;

    /// The questions that are open, each with the arguments of `Asked` by name.
    #[zbus(property)]
    fn open_questions(&self) -> zbus::Result<Vec<Details>>;

    /// What waits for an answer, a line each for a person: number, kind, ply, and the answers with the moves
    /// played if they are right.
    #[zbus(property)]
    fn questions(&self) -> zbus::Result<Vec<String>>;

    /// The best explanation in SAN of what was last seen; empty when there is none.
    #[zbus(property)]
    fn provisional(&self) -> zbus::Result<String>;

    /// Sequence number of the last event; 0 before the first.
    #[zbus(property)]
    fn sequence(&self) -> zbus::Result<u64>;

    /// Anything of what the other signals tell, in the form of `EventsSince`.
    #[zbus(signal)]
    fn event(
        &self,
        sequence: u64,
        kind: &str,
        details: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A move has a new state: `made` (4.7 of the Laws), `completed` (6.2.1) or `superseded`, which takes it back.
    #[zbus(signal)]
    fn moved(
        &self,
        sequence: u64,
        state: &str,
        ply: u32,
        uci: &str,
        san: &str,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// Play goes on from a position that no told move leads to.
    #[zbus(signal)]
    fn position_set(
        &self,
        sequence: u64,
        fen: &str,
        why: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The board differs from the moves told on these squares; none: it is in step again.
    #[zbus(signal)]
    fn standing(
        &self,
        sequence: u64,
        differs: Vec<String>,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The game is over.
    #[zbus(signal)]
    fn ended(
        &self,
        sequence: u64,
        result: &str,
        reason: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A question, or a new `state` of it (`open`, `withdrawn`, `answered`).
    #[zbus(signal)]
    fn asked(
        &self,
        sequence: u64,
        question: u32,
        kind: &str,
        state: &str,
        ply: u32,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// An irregularity, or a new `state` of it (`raised`, `withdrawn`, `confirmed`, `dismissed`, `lapsed`;
    /// what was decided by mistake may be `raised` again).
    #[zbus(signal)]
    fn incident(
        &self,
        sequence: u64,
        incident: u32,
        state: &str,
        kind: &str,
        article: &str,
        side: &str,
        certainty: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What the Laws want done to board or clock, or a new `state` of it (`open`, `done`, `waived`).
    #[zbus(signal)]
    fn instruction(
        &self,
        sequence: u64,
        instruction: u32,
        state: &str,
        kind: &str,
        article: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What holds by the Laws now: `what` is `obligation`, `right_lost`, `offer`, `claim`, `refused` and the
    /// like; `more` has its particulars, and in `of` (s) what was refused, is waited for or has no effect.
    #[zbus(signal)]
    fn holds(
        &self,
        sequence: u64,
        what: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What was told with the sequence number `first` and later ones no longer holds: another version of the
    /// program has told it, or evidence is lost.
    #[zbus(signal)]
    fn renewed(
        &self,
        sequence: u64,
        first: u64,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The result told before does not hold; the game goes on.
    #[zbus(signal)]
    fn reopened(&self, sequence: u64, more: HashMap<String, OwnedVariant>) -> zbus::Result<()>;
}
