//! `org.touchmove.Public1.Game`.

#![allow(clippy::too_many_arguments, reason = "a signal of the interface has that many")]

use std::collections::HashMap;

use zbus::{OwnedVariant, proxy};

use crate::call_error;
use crate::details::PastEvent;

/// `org.touchmove.Public1.Game`: one game, as the public follows it.
#[proxy(
    interface = "org.touchmove.Public1.Game",
    default_service = "org.touchmove.Public1",
    assume_defaults = false
)]
pub trait PublicGame {
    /// The events with sequence numbers above `sequence`, in order, 1000 at most: whoever asks from 0, and
    /// then from the last number that came until none comes, has all.
    fn events_since(&self, sequence: u64) -> call_error::Result<Vec<PastEvent>>;

    /// The game as PGN.
    fn pgn(&self) -> call_error::Result<String>;

    /// Who has White; empty where nobody has said.
    #[zbus(property)]
    fn white(&self) -> zbus::Result<String>;

    /// Who has Black; empty where nobody has said.
    #[zbus(property)]
    fn black(&self) -> zbus::Result<String>;

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn tournament(&self) -> zbus::Result<String>;

    /// Its section; empty where the tournament has none.
    #[zbus(property)]
    fn section(&self) -> zbus::Result<String>;

    /// The round; 0 where the game is of none.
    #[zbus(property)]
    fn round(&self) -> zbus::Result<u16>;

    /// The table at which it is played; 0 where the game is of no round.
    #[zbus(property)]
    fn table(&self) -> zbus::Result<u16>;

    /// The position play began from, as a FEN.
    #[zbus(property(emits_changed_signal = "const"))]
    fn start(&self) -> zbus::Result<String>;

    /// The position now, as a FEN.
    #[zbus(property)]
    fn fen(&self) -> zbus::Result<String>;

    /// The moves, in UCI.
    #[zbus(property)]
    fn moves(&self) -> zbus::Result<Vec<String>>;

    /// The moves, in SAN.
    #[zbus(property)]
    fn sans(&self) -> zbus::Result<Vec<String>>;

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

    /// What the players get: as `Result`, or `0-0`, `1/2-0`, `0-1/2`, for which PGN has no word; where nobody played `+:-`,
    /// `-:+`, `-:-`. Empty while the game goes on.
    #[zbus(property)]
    fn points(&self) -> zbus::Result<String>;

    /// Why the game ended: `checkmate`, `stalemate`, `dead-position`, `kings` (put in the centre by the
    /// players), `decision`.
    #[zbus(property)]
    fn result_reason(&self) -> zbus::Result<String>;

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

    /// A move was made.
    #[zbus(signal)]
    fn moved(
        &self,
        sequence: u64,
        ply: u32,
        uci: &str,
        san: &str,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The mover's time after the move of this ply, in milliseconds.
    #[zbus(signal)]
    fn timed(
        &self,
        sequence: u64,
        ply: u32,
        left: u32,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The move of this ply was taken back.
    #[zbus(signal)]
    fn taken_back(
        &self,
        sequence: u64,
        ply: u32,
        uci: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The move of this ply, which was doubtful, was played: a person has said so.
    #[zbus(signal)]
    fn confirmed(
        &self,
        sequence: u64,
        ply: u32,
        uci: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// Play goes on from a position that no move leads to.
    #[zbus(signal)]
    fn position_set(
        &self,
        sequence: u64,
        fen: &str,
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

    /// The result told before does not hold; the game goes on.
    #[zbus(signal)]
    fn reopened(&self, sequence: u64, more: HashMap<String, OwnedVariant>) -> zbus::Result<()>;
}
