//! `org.touchmove.Hall1.Sections`.

use std::collections::HashMap;

use zbus::{OwnedVariant, proxy};

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Hall1.Sections`: the sections of the tournament, and what holds in each.
#[proxy(
    interface = "org.touchmove.Hall1.Sections",
    default_service = "org.touchmove.Hall1",
    default_path = "/org/touchmove/Hall1/sections"
)]
pub trait Sections {
    /// Decides what holds in a section from now on; the empty name is that of pairings without a section and
    /// of games in no round, and holds for whatever another section has not set for itself.
    fn set(
        &self,
        section: String,
        settings: HashMap<String, OwnedVariant>,
        reason: String,
    ) -> call_error::Result<()>;

    /// The sections that have pairings or were set, each with its `name` (s); `pairings` (u), how many it has
    /// in all rounds; `rulebook` (s): edition, category and supervision, as in `fide-2023 auto full`;
    /// `policy` (s): `observe`, `propose` or `act`; where the event regulates them, the default time
    /// (`default_time_minutes`, q, or `default_time_ms`, u, where these are no whole ones) and the move before which no draw may be offered
    /// (`no_draw_offers_before_move`, q; 0 forbids nothing), and the quickplay finish (`quickplay_finish`, s): `no`, `announced` (a player
    /// asks for an increment first, Guidelines III.4) or `claims-only` (III.5); what the lights of its boards show (`lights`, s):
    /// `off`, `differs` or `moves`; and how long what is played is held back from the public bus name and from the relay: `bus_seconds` (u), `bus_moves` (q), `files_seconds` (u),
    /// `files_moves` (q); and what becomes there of moves of which it is not sure that they were played,
    /// `bus_doubtful` (s) and `files_doubtful` (s): `marked`, or `withheld` until a sure move has followed or
    /// a person has decided.
    #[zbus(property)]
    fn all(&self) -> zbus::Result<Vec<Details>>;
}
