//! What the dictionaries of each interface hold, and of which objects it is.

/// The dictionaries of a method, signal or property, by their headings in `src/client/dictionaries.md`.
pub(super) struct Holds {
    pub(super) interface: &'static str,
    pub(super) member: &'static str,
    pub(super) headings: &'static [&'static str],
}

const fn holds(
    interface: &'static str,
    member: &'static str,
    headings: &'static [&'static str],
) -> Holds {
    Holds { interface, member, headings }
}

/// Of which object each interface is.
pub(super) const PLACES: [(&str, &str); 10] = [
    ("Broadcast1.Destinations", "/org/touchmove/Broadcast1"),
    ("Hall1.Board", "/org/touchmove/Hall1/boards/dgt_12345"),
    ("Hall1.Clock", "/org/touchmove/Hall1/clocks/dgt_12345"),
    ("Hall1.Game", "/org/touchmove/Hall1/games/g000017"),
    ("Hall1.Relay", "/org/touchmove/Hall1/relays/folder"),
    ("Hall1.Round", "/org/touchmove/Hall1/rounds/r003"),
    ("Hall1.Sections", "/org/touchmove/Hall1/sections"),
    ("Hall1.Station", "/org/touchmove/Hall1"),
    ("Public1.Game", "/org/touchmove/Public1/games/p000001"),
    ("Public1.Round", "/org/touchmove/Public1/rounds/r003"),
];

/// Everything that an event of a live game may be.
const LIVE_EVENTS: &[&str] = &[
    "Every event",
    "Moved",
    "PositionSet",
    "Standing",
    "Ended",
    "Reopened",
    "Asked",
    "Incident",
    "Instruction",
    "Holds",
    "Renewed",
];

/// Everything that an event of a public game may be.
const PUBLIC_EVENTS: &[&str] =
    &["A public move", "A public time", "A move named", "A public position", "Ended", "Reopened"];

/// Each of them.
pub(super) const HOLDS: &[Holds] = &[
    holds("Broadcast1.Destinations", "Status", &["A destination"]),
    holds("Broadcast1.Destinations", "Games", &["A game at a destination"]),
    holds("Hall1.Board", "Evidence", &["A part of the evidence"]),
    holds("Hall1.Board", "Findings", &["A finding"]),
    holds("Hall1.Board", "Health", &["The health of a board"]),
    holds("Hall1.Game", "EventsSince", LIVE_EVENTS),
    holds("Hall1.Game", "Sightings", &["A sighting"]),
    holds("Hall1.Game", "Preview", LIVE_EVENTS),
    holds("Hall1.Game", "Decisions", &["A decision"]),
    holds("Hall1.Game", "Event", LIVE_EVENTS),
    holds("Hall1.Game", "Moved", &["Every event", "Moved"]),
    holds("Hall1.Game", "PositionSet", &["Every event", "PositionSet"]),
    holds("Hall1.Game", "Standing", &["Every event", "Standing"]),
    holds("Hall1.Game", "Ended", &["Every event", "Ended"]),
    holds("Hall1.Game", "Reopened", &["Every event", "Reopened"]),
    holds("Hall1.Game", "Asked", &["Every event", "Asked"]),
    holds("Hall1.Game", "Incident", &["Every event", "Incident"]),
    holds("Hall1.Game", "Instruction", &["Every event", "Instruction"]),
    holds("Hall1.Game", "Holds", &["Every event", "Holds"]),
    holds("Hall1.Game", "Renewed", &["Every event", "Renewed"]),
    holds("Hall1.Game", "Adjourned", &["An adjournment"]),
    holds("Hall1.Game", "Incidents", &["Incident"]),
    holds("Hall1.Game", "Instructions", &["Instruction"]),
    holds("Hall1.Game", "OpenQuestions", &["Asked"]),
    holds("Hall1.Relay", "Texts", &["A text of the relay"]),
    holds("Hall1.Round", "Enter", &["A result"]),
    holds("Hall1.Round", "Settle", &["A result"]),
    holds("Hall1.Round", "Results", &["A result"]),
    holds("Hall1.Round", "Pairings", &["A pairing", "A result"]),
    holds("Hall1.Sections", "Set", &["A section"]),
    holds("Hall1.Sections", "All", &["A section"]),
    holds("Hall1.Station", "LoadPairings", &["A loaded round"]),
    holds("Hall1.Station", "Ports", &["A port"]),
    holds("Public1.Game", "EventsSince", PUBLIC_EVENTS),
    holds("Public1.Game", "Event", PUBLIC_EVENTS),
    holds("Public1.Game", "Moved", &["A public move"]),
    holds("Public1.Game", "Timed", &["A public time"]),
    holds("Public1.Game", "TakenBack", &["A move named"]),
    holds("Public1.Game", "Confirmed", &["A move named"]),
    holds("Public1.Game", "PositionSet", &["A public position"]),
    holds("Public1.Game", "Ended", &["Ended"]),
    holds("Public1.Game", "Reopened", &["Reopened"]),
    holds("Public1.Round", "Pairings", &["A pairing"]),
];
