//! The live tree's objects as a client reads them: properties parsed into plain values.
//!
//! A daemon of another version may lack a property or use a new word; both are read as unknown.

mod clock;
mod decision;
mod matters;
mod port;
mod relay;

use std::collections::HashMap;
use std::time::Duration;

use touchmove_core::decision::regulations::{DefaultTime, FirstOffer, Regulations};
use touchmove_core::game::number::MoveNumber;
use touchmove_core::laws::json::Fields;
use touchmove_core::lights::Lights;
use touchmove_core::pairing::{self, particulars};
use touchmove_core::tournament::release::delay::{Delay, HeldFor, HeldMoves, PublicOutput};
use touchmove_drivers::family::Knowledge;
use touchmove_drivers::observation::{ClockPresence, LinkState};
use zbus::{OwnedObjectPath, OwnedVariant, Variant};

pub use self::clock::ClockFace;
pub use self::decision::ShownDecision;
pub use self::matters::{ShownHealth, is_sure};
pub use self::port::{ShownPort, State};
pub(super) use self::relay::RELAY;
pub use self::relay::{RelayedText, ShownOutlet, ShownTrouble, ShownWriting};

use crate::calibration::CalibrationStage;
use crate::details::{Details, json};
use crate::path;
use crate::service::BATTERY_UNKNOWN;

/// Interface of boards.
pub(super) const BOARD: &str = "org.touchmove.Hall1.Board";
/// Interface of clocks.
pub const CLOCK: &str = "org.touchmove.Hall1.Clock";
/// Interface of games.
pub const GAME: &str = "org.touchmove.Hall1.Game";
/// Interface of games in public.
pub(super) const PUBLIC_GAME: &str = "org.touchmove.Public1.Game";
/// Interface of rounds in public.
pub(super) const PUBLIC_ROUND: &str = "org.touchmove.Public1.Round";
/// Interface of rounds.
pub(super) const ROUND: &str = "org.touchmove.Hall1.Round";
/// Interface of the station, at the root of the tree.
pub(super) const STATION: &str = "org.touchmove.Hall1.Station";
/// Interface of sections.
pub(super) const SECTIONS: &str = "org.touchmove.Hall1.Sections";

/// A board.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownBoard {
    /// Name of the board, as in `dgt_12345`.
    pub id: String,
    /// Family, by name.
    pub family: String,
    /// What a person calls it.
    pub title: String,
    /// Serial number.
    pub serial: String,
    /// Version of the firmware.
    pub firmware: Option<String>,
    /// Where it is attached.
    pub port: String,
    /// State of the link.
    pub link: LinkState,
    /// How it is with the board.
    pub state: State,
    /// Since when it has been so, since boot; `None` where the daemon does not say.
    pub since: Option<Duration>,
    /// Charge of the battery in per cent.
    pub battery: Option<u8>,
    /// What its squares sense, as a word.
    pub sensing: String,
    /// How much of its family's protocol is known; `None` where the daemon does not say.
    pub knowledge: Option<Knowledge>,
    /// What stands on it, in its own numbering.
    pub placement: Option<String>,
    /// Whether it is known which chip is in which of its pieces; `None` where the daemon does not say.
    pub calibration: Option<CalibrationStage>,
    /// The squares that somebody has to see to before it is.
    pub calibration_squares: Vec<String>,
    /// The pieces of which it is, as letters of a FEN.
    pub calibrated_pieces: String,
    /// Whether it lies the other way round.
    pub turned: Option<bool>,
    /// Whether a clock is connected.
    pub clock_presence: Option<ClockPresence>,
    /// How well it reads and is heard.
    pub health: ShownHealth,
    /// Why its evidence is not being kept; `None` while it is.
    pub trouble: Option<String>,
    /// The clock as last read.
    pub clock: Option<ClockFace>,
    /// The game being played on it.
    pub game: Option<ShownGame>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRound {
    /// Its object.
    pub path: OwnedObjectPath,
    /// Its number.
    pub number: u16,
    /// The tournament.
    pub event: Option<String>,
    /// How far it has got, as a word.
    pub stage: String,
    /// Grows whenever anything of it changes.
    pub revision: u64,
}

/// A pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPairing {
    /// The table.
    pub table: u16,
    /// Who has White, and who has Black.
    pub names: [String; 2],
    /// The board at the table, by name.
    pub board: Option<String>,
    /// The object of the game.
    pub game: Option<OwnedObjectPath>,
    /// What the pairing file says of it and of the tournament; `None` where it cannot be read.
    pub said: Option<(pairing::Pairing, pairing::TournamentHeader)>,
}

/// A section of the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name; empty where it has none.
    pub name: String,
    /// How many pairings the rounds have in it.
    pub pairings: u32,
    /// The Laws that hold, as in `fide-2023 auto full`.
    pub rulebook: String,
    /// What may be done without a person, as a word.
    pub policy: String,
    /// What the event decides for itself.
    pub regulations: Regulations,
    /// What the lights of its boards show.
    pub lights: Lights,
    /// How long what is played is held back from the public bus name.
    pub bus: Delay,
    /// How long it is held back from the relay.
    pub files: Delay,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownGame {
    /// Its object.
    pub path: OwnedObjectPath,
    /// Name of the game, as in `g000017`.
    pub id: String,
    /// Round and table, as in `3.12`; empty where the game is of no round.
    pub round: String,
    /// Who has White; empty where nobody has said.
    pub white: String,
    /// Who has Black; empty where nobody has said.
    pub black: String,
    /// The position play began from, as a FEN.
    pub start: String,
    /// The position now, as a FEN.
    pub fen: String,
    /// The moves in UCI.
    pub moves: Vec<String>,
    /// The moves in SAN.
    pub sans: Vec<String>,
    /// Their numbers on the scoresheet; none where the daemon does not say.
    pub numbers: Vec<MoveNumber>,
    /// The result by its word, as `1-0` or `0-1/2`, and its reason; `None` while the game goes on.
    pub result: Option<(String, String)>,
    /// What stands on its envelope, by its parts, while it is adjourned.
    pub adjourned: Option<Fields>,
    /// The squares on which the board differs from the moves told.
    pub differs: Vec<String>,
    /// What waits for an answer, each in a line.
    pub questions: Vec<String>,
    /// The same by its parts.
    pub open_questions: Vec<Fields>,
    /// The incidents that stand, by their parts.
    pub incidents: Vec<Fields>,
    /// The instructions that wait, by their parts.
    pub instructions: Vec<Fields>,
    /// What was last seen, not a fact yet, in SAN.
    pub provisional: Option<String>,
    /// Sequence number of the last event.
    pub sequence: u64,
}

impl ShownBoard {
    /// Whether this game is the one on it.
    pub fn has_game(&self, game: &ShownGame) -> bool {
        self.game.as_ref().is_some_and(|on| on.path == game.path)
    }

    /// Reads a board and the objects that belong to it, which `others` finds by path and interface.
    pub(super) fn new<'a>(
        path: &str,
        board: &Properties,
        others: impl Fn(&str, &str) -> Option<&'a Properties>,
    ) -> Self {
        let game_path = game_on(board);
        let game = others(game_path.as_str(), GAME);
        Self {
            id: path::board_name(path),
            family: board.get("Family"),
            title: board.get("Title"),
            serial: board.get("Serial"),
            firmware: board.text("Firmware"),
            port: board.get("Port"),
            link: link(&board.get::<String>("Link")),
            state: State::of_board(board),
            since: board.find("Since").map(Duration::from_micros),
            battery: board.find("Battery").filter(|&charge| charge != BATTERY_UNKNOWN),
            sensing: board.get("Sensing"),
            knowledge: Knowledge::of_word(&board.get::<String>("Knowledge")),
            placement: board.text("Placement"),
            calibration: board.text("Calibration").map(|word| CalibrationStage::of_word(&word)),
            calibration_squares: board.get("CalibrationSquares"),
            calibrated_pieces: board.get("CalibratedPieces"),
            turned: turned(&board.get::<String>("Turned")),
            clock_presence: clock_presence(&board.get::<String>("Clock")),
            health: ShownHealth::of_board(board),
            trouble: board.text("Trouble"),
            clock: others(&clock_of(path), CLOCK).map(ClockFace::new),
            game: game.map(|game| ShownGame::new(game_path, game)),
        }
    }

    /// What the clock shows at the moment `now` since boot; `None` where there is no clock. While
    /// the board does not answer, nobody knows whether a clock still runs: then it stands.
    pub fn clock_at(&self, now: Duration) -> Option<ClockFace> {
        let is_there = self.clock_presence != Some(ClockPresence::Absent);
        let clock = self.clock.as_ref().filter(|_| is_there)?;
        Some(match self.link {
            LinkState::Up => clock.counted(now),
            LinkState::Stale | LinkState::Lost => ClockFace { running: None, ..clock.clone() },
        })
    }
}

impl ShownRound {
    /// Reads a round.
    pub(super) fn new(path: OwnedObjectPath, round: &Properties) -> Self {
        Self {
            path,
            number: round.get("Number"),
            event: round.text("Event"),
            stage: round.get("Stage"),
            revision: round.get("Revision"),
        }
    }
}

impl ShownPairing {
    /// Reads a pairing as `Pairings` gives it.
    pub(super) fn new(round: u16, pairing: Details) -> Self {
        let said = read_place(round, &pairing);
        let pairing = Properties(pairing);
        let object = |name| pairing.find(name).filter(|path| *path != path::none());
        let board: Option<OwnedObjectPath> = object("board");
        Self {
            table: pairing.get("table"),
            names: ["white", "black"].map(|side| pairing.get(side)),
            board: board.map(|path| path::board_name(path.as_str())),
            game: object("game"),
            said,
        }
    }
}

impl Section {
    /// Reads a section as the property `All` gives it.
    pub(super) fn new(section: Details) -> Self {
        let section = Properties(section);
        let delay = |output| {
            let seconds = section.find(&format!("{output}_seconds")).and_then(HeldFor::seconds);
            let moves = section.find(&format!("{output}_moves")).and_then(HeldMoves::new);
            let doubtful = section.find::<String>(&format!("{output}_doubtful"));
            Delay {
                time: seconds.unwrap_or_default(),
                moves: moves.unwrap_or_default(),
                doubtful: doubtful.and_then(|word| word.parse().ok()).unwrap_or_default(),
            }
        };
        Self {
            name: section.get("name"),
            pairings: section.get("pairings"),
            rulebook: section.get("rulebook"),
            policy: section.get("policy"),
            regulations: Regulations {
                default_time: section
                    .find("default_time_minutes")
                    .and_then(DefaultTime::minutes)
                    .or_else(|| section.find("default_time_ms").and_then(DefaultTime::millis)),
                no_draw_offers_before: section
                    .find("no_draw_offers_before_move")
                    .map(FirstOffer::at_move),
                quickplay_finish: section
                    .find::<String>("quickplay_finish")
                    .and_then(|word| word.parse().ok()),
            },
            lights: section
                .find::<String>("lights")
                .and_then(|word| word.parse().ok())
                .unwrap_or_default(),
            bus: delay(PublicOutput::Bus),
            files: delay(PublicOutput::Files),
        }
    }
}

impl ShownGame {
    /// Reads a game.
    pub(super) fn new(path: OwnedObjectPath, game: &Properties) -> Self {
        let result = game.text("Points").unwrap_or_else(|| game.get("Result"));
        let is_over = game.get::<String>("Status") == "ended";
        Self {
            id: last_element(path.as_str()),
            path,
            round: game.get("Round"),
            white: game.get("White"),
            black: game.get("Black"),
            start: game.get("Start"),
            fen: game.get("Fen"),
            moves: game.get("Moves"),
            sans: game.get("Sans"),
            numbers: read_numbers(&game.get::<Vec<String>>("Numbers")),
            result: is_over.then(|| (result, game.get("ResultReason"))),
            adjourned: Some(json(&game.get::<Details>("Adjourned")))
                .filter(|parts| !parts.is_empty()),
            differs: game.get("Differs"),
            questions: game.get("Questions"),
            open_questions: matters::all_of(game, "OpenQuestions"),
            incidents: matters::all_of(game, "Incidents"),
            instructions: matters::all_of(game, "Instructions"),
            provisional: game.text("Provisional"),
            sequence: game.get("Sequence"),
        }
    }

    /// The last move with its number, as in `12. Nf3` or `12... Nf6`; `None` before the first.
    pub fn last_move(&self) -> Option<String> {
        let ply = u32::try_from(self.moves.len()).ok().filter(|plies| *plies > 0)?;
        let san = self.sans.last().filter(|san| !san.is_empty()).or(self.moves.last())?;
        Some(format!("{} {san}", self.number_of(ply)))
    }

    /// The number of a ply, from 1, on the scoresheet; of one that is not there, counted on from the last.
    pub fn number_of(&self, ply: u32) -> MoveNumber {
        MoveNumber::of_ply(ply, &self.numbers, &self.start)
    }
}

/// The numbers of moves; none where one of them makes no sense.
fn read_numbers(texts: &[String]) -> Vec<MoveNumber> {
    let read: Result<_, _> = texts.iter().map(|text| text.parse()).collect();
    read.unwrap_or_default()
}

/// What the pairing file says, from the particulars of a pairing: `board` names an object there, and a
/// table in the file.
pub(super) fn read_place(
    round: u16,
    pairing: &Details,
) -> Option<(pairing::Pairing, pairing::TournamentHeader)> {
    let text = |(key, value): (&String, &OwnedVariant)| {
        Some((key.clone(), String::try_from(value.try_clone().ok()?).ok()?))
    };
    let mut all: Vec<_> = pairing.iter().filter_map(text).collect();
    let table = u16::try_from(pairing.get("table")?.try_clone().ok()?).ok()?;
    all.extend([("round".to_owned(), round.to_string()), ("board".to_owned(), table.to_string())]);
    particulars::read(&all)
}

/// Where the clock of a board is.
pub(super) fn clock_of(board: &str) -> String {
    board.replacen("/boards/", "/clocks/", 1)
}

/// Where the game on a board is.
pub(super) fn game_on(board: &Properties) -> OwnedObjectPath {
    board.find("Game").unwrap_or_else(path::none)
}

/// The properties of one interface.
#[derive(Clone, Debug, Default)]
pub struct Properties(pub(super) HashMap<String, OwnedVariant>);

impl Properties {
    /// All of them by name, in no order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Variant<'static>)> {
        self.0.iter().map(|(name, value)| (name.as_str(), &**value))
    }

    /// The number of the last event, of a game's interface; 0 elsewhere.
    pub fn sequence(&self) -> u64 {
        self.get("Sequence")
    }

    /// A property, or nothing (0, empty, no) where it is missing.
    pub(super) fn get<T: TryFrom<OwnedVariant> + Default>(&self, name: &str) -> T {
        self.find(name).unwrap_or_default()
    }

    pub(super) fn find<T: TryFrom<OwnedVariant>>(&self, name: &str) -> Option<T> {
        T::try_from(self.0.get(name)?.try_clone().ok()?).ok()
    }

    /// A text that is empty while it is not known.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.find(name).filter(|text: &String| !text.is_empty())
    }
}

fn last_element(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

fn link(word: &str) -> LinkState {
    word.parse().unwrap_or(LinkState::Lost)
}

fn turned(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn clock_presence(word: &str) -> Option<ClockPresence> {
    match word {
        "present" => Some(ClockPresence::Present),
        "absent" => Some(ClockPresence::Absent),
        _ => None,
    }
}

#[cfg(any(test, feature = "samples"))]
pub mod samples;

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::samples::{a_board, a_clock};
    use super::*;

    #[test]
    fn a_running_clock_is_counted_down_and_never_below_zero() {
        let mut board = a_board();
        board.clock = Some(ClockFace { running: Some(Color::White), ..a_clock() });
        let times = |secs| board.clock_at(Duration::from_secs(secs)).unwrap().times;
        assert_eq!(times(100), [60, 90].map(Duration::from_secs));
        assert_eq!(times(110), [50, 90].map(Duration::from_secs));
        assert_eq!(times(500), [0, 90].map(Duration::from_secs));
        assert_eq!(times(1), [60, 90].map(Duration::from_secs), "read in the future");
    }

    #[test]
    fn a_clock_that_is_not_heard_is_not_counted() {
        let clock = Some(ClockFace { running: Some(Color::Black), ..a_clock() });
        let board = ShownBoard { link: LinkState::Lost, clock, ..a_board() };
        let shown = board.clock_at(Duration::from_secs(150)).unwrap();
        assert_eq!(shown, ClockFace { running: None, ..a_clock() });
        let absent = ShownBoard { clock_presence: Some(ClockPresence::Absent), ..board };
        assert_eq!(absent.clock_at(Duration::ZERO), None);
    }

    #[test]
    fn what_another_version_does_not_say_is_unknown() {
        let board = ShownBoard::new("/x/boards/dgt_1", &Properties::default(), |_, _| None);
        assert_eq!(board.id, "dgt_1");
        assert_eq!((board.link, board.battery, board.turned), (LinkState::Lost, None, None));
        assert_eq!((board.clock, board.game), (None, None));
    }
}
