//! What must hold of what the daemon tells: it is known, and so told in the language of the reader.

use std::io::ErrorKind;
use std::num::NonZeroUsize;

use shakmaty::fen::Fen;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::mirror::MirrorError;
use touchmove_core::evidence::Altered;
use touchmove_core::laws::command::NotSaid;
use touchmove_core::laws::says::IncidentState;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, PairingError, Round, Wrong};
use touchmove_core::tournament::rounds::{Lacking, Missing, RoundError, Stage};
use touchmove_core::words::told;
use touchmove_drivers::Instant;
use touchmove_drivers::packet::Channel;
use touchmove_drivers::recording::{LineFault, RecordingError};
use touchmove_lab::conformance::Case;
use touchmove_lab::simulate::{PgnError, PgnGame};
use touchmove_station::hall::boards::condition::{Condition, Loss, StartStep};
use touchmove_station::hall::orders::games::NotDecided;
use touchmove_station::hall::orders::rounds::RoundRefusal;
use touchmove_station::hall::ports::port_view::{PortState, Refusal};
use touchmove_station::journal::{Gap, JournalError};
use touchmove_station::link::LinkError;
use touchmove_station::link::replay::ReplayError;

use super::notices::Notices;

const PORT: &str = "dgt:/dev/ttyUSB0";

fn board() -> BoardId {
    BoardId("dgt_7".into())
}

fn table() -> BoardNumber {
    BoardNumber::new(12).unwrap()
}

fn are_known(texts: impl IntoIterator<Item = String>) {
    let (english, turkish) = (Notices::default(), Notices::in_turkish());
    for text in texts {
        assert_eq!(english.say(told(&text)), text);
        assert_ne!(turkish.say(told(&text)), text, "it is not known");
    }
}

#[test]
fn how_it_is_with_boards_is_known() {
    let squares = vec!["d4".to_owned(), "e2".to_owned()];
    let out = |squares: &[String], questions| Condition::OutOfStep {
        squares: squares.to_vec(),
        questions,
    };
    let losses = [
        Loss::NotSeen,
        Loss::Unplugged,
        Loss::NoAnswer,
        Loss::Stuck,
        Loss::Replaced,
        Loss::AddressShared,
        Loss::Failed("Input/output error".into()),
        Loss::FellOver,
        Loss::Over,
        Loss::Unsaid,
    ];
    let all = [
        Condition::Starting(StartStep::ReadOut),
        Condition::Starting(StartStep::Recall),
        out(&squares, 0),
        out(&squares, 1),
        out(&squares, 2),
        out(&[], 1),
        out(&[], 2),
        Condition::Faulty,
        Condition::Silent,
    ];
    let all = all.into_iter().chain(losses.map(Condition::Lost));
    are_known(all.map(|condition| condition.advice(PORT)));
}

#[test]
fn how_it_is_with_ports_is_known() {
    let (board, at) = (board(), PORT.to_owned());
    let refused = [
        Refusal::Doubled { board: board.clone(), at: at.clone() },
        Refusal::Unsure { board: board.clone(), at },
        Refusal::BeingRead { board: board.clone() },
        Refusal::NotKept { board: board.clone() },
        Refusal::OneTooMany { board },
    ];
    let searching = |tried: &[&'static str], why: Option<&str>| PortState::Searching {
        tried: tried.to_vec(),
        why: why.map(ToOwned::to_owned),
    };
    let port = || PORT.to_owned();
    let closed = [
        LinkError::Gone { port: port() },
        LinkError::Over { port: port() },
        LinkError::Busy { port: port(), holder: "minicom (pid 7)".into() },
        LinkError::Denied { port: port(), remedy: "join dialout".into() },
        LinkError::NotSerial { port: port() },
        LinkError::NotPaired { port: port() },
        LinkError::OutOfRange { port: port() },
        LinkError::AdapterOff { port: port() },
        LinkError::AdapterMissing { port: port() },
        LinkError::NoBluetooth { port: port() },
        LinkError::RefusedByAgent { port: port() },
        LinkError::NoChannel { port: port(), channel: Channel(2) },
        LinkError::NoWay { port: port() },
        LinkError::Unplayable { port: port(), source: ReplayError::Several(2) },
    ];
    let all = [
        searching(&[], None),
        searching(&["DGT board"], None),
        searching(&["DGT board", "DGT line"], Some("no answer")),
        PortState::FellOver,
    ];
    let all = all.into_iter().chain(refused.map(PortState::Refused));
    are_known(all.map(|state| state.advice()));
    are_known(closed.map(|error| error.to_string()));
}

#[test]
fn what_is_to_be_done_where_access_is_denied_is_told_in_turkish() {
    let service = "run it as the service that `sudo make install` sets up, with its udev rules";
    let group =
        "add the user anna to the group dialout (sudo usermod -aG dialout anna, then log in again)";
    let unit = "the service may open only the devices that its unit names: `sudo systemctl edit touchmove`, there \
                `[Service]` and `DeviceAllow=/dev/ttyS0 rw`, then `sudo systemctl restart touchmove`";
    let turkish = Notices::in_turkish();
    for remedy in [service.to_owned(), format!("{group}, or {service}"), unit.to_owned()] {
        let denied = LinkError::Denied { port: "/dev/ttyS0".into(), remedy }.to_string();
        assert_eq!(Notices::default().say(told(&denied)), denied);
        let said = turkish.say(told(&denied));
        assert!(said.starts_with("/dev/ttyS0: erişim izni yok; "), "{said}");
        assert!(!["service", " the ", "names"].iter().any(|word| said.contains(word)), "{said}");
    }
    let busy = LinkError::Busy { port: "/dev/ttyS0".into(), holder: "another program".into() };
    let said = turkish.say(told(&busy.to_string()));
    assert!(said.contains("başka bir program"), "{said}");
}

#[test]
fn what_readings_cannot_decide_is_asked_in_turkish_with_the_words_to_answer() {
    let turkish = Notices::in_turkish();
    for (asked, said) in [
        (
            "3 which-capture (ply 12): e4d5; c4d5",
            "3: hangi taş alındı? (12. yarım hamle); yanıtlar: e4d5; c4d5",
        ),
        (
            "1 game-over (ply 9): yes; no",
            "1: oyun bitti mi? (9. yarım hamle); yanıtlar: yes (evet); no (hayır)",
        ),
        (
            "2 promotion-piece (ply 81): queen: a7a8q; rook: a7a8r",
            "2: piyon hangi taşa terfi etti? (81. yarım hamle); yanıtlar: queen (vezir): a7a8q; rook (kale): a7a8r",
        ),
    ] {
        assert_eq!(Notices::default().say(told(asked)), asked);
        assert_eq!(turkish.say(told(asked)), said);
    }
}

#[test]
fn why_something_is_not_done_with_a_round_is_known() {
    let (round, table, board) = (Round::FIRST, table(), board());
    let errors = [
        RoundError::NoSuchRound(round),
        RoundError::Begun(round),
        RoundError::Over(round),
        RoundError::NothingToAdopt(table),
        RoundError::NotNow { round, stage: Stage::Ended, wanted: Stage::Running },
        RoundError::BoardTaken { board: board.clone(), table },
        RoundError::NoNames(table),
        RoundError::NoBoard(table),
        RoundError::NoSuchTable { round, table },
        RoundError::NothingEntered { round, table },
        RoundError::NoQuestion { round, table },
        RoundError::TableTaken { table, round },
    ];
    are_known(errors.map(|error| error.to_string()));
    let missing = |what| Missing { table, what };
    let lacking = [
        Lacking::Board,
        Lacking::Link(board.clone()),
        Lacking::Clock(board.clone()),
        Lacking::Pieces(board.clone()),
        Lacking::OlderGame(board.clone(), 3),
        Lacking::TimeControl,
    ];
    are_known(lacking.clone().map(|what| missing(what).to_string()));
    are_known([
        RoundRefusal::TooManyTables.to_string(),
        RoundRefusal::NoSuchBoard(board).to_string(),
        RoundRefusal::Missing(lacking.map(missing).to_vec()).to_string(),
        RoundRefusal::HoldsGames(round).to_string(),
        RoundRefusal::OtherPlies { table, plies: 3 }.to_string(),
    ]);
}

#[test]
fn why_a_decision_about_a_game_is_refused_is_known() {
    let (game, board) = (GameId(17), board());
    let refused = [
        NotDecided::NotPlayed { game },
        NotDecided::LongAgo { game },
        NotDecided::NoSuchBoard,
        NotDecided::NoTarget(board.clone()),
        NotDecided::BeingRead(board.clone()),
        NotDecided::Busy { board: board.clone(), game },
        NotDecided::NotSetUp { board: board.clone(), fen: "8/8 w - - 0 1".into() },
        NotDecided::SameBoard(board),
    ];
    are_known(refused.map(|refused| refused.to_string()));
    let said = [
        NotSaid::NoIncident(3),
        NotSaid::Already(3, IncidentState::Confirmed),
        NotSaid::Undecided(3),
        NotSaid::EndedBy(3),
        NotSaid::Over,
        NotSaid::NotToMove(shakmaty::Color::White),
        NotSaid::NoOffer(shakmaty::Color::Black),
        NotSaid::CannotBeUndone(3),
    ];
    are_known(said.map(|refused| refused.to_string()));
}

#[test]
fn what_is_wrong_with_a_file_of_pairings_is_known_with_its_line() {
    let text = || "x".to_owned();
    let round = Round::new(3).unwrap();
    let board = BoardNumber::new(12).unwrap();
    let wrong = [
        Wrong::TooLarge,
        Wrong::NotUtf8,
        Wrong::UnknownForm,
        Wrong::NotTrf,
        Wrong::CutTag,
        Wrong::OpenComment,
        Wrong::OpenQuote,
        Wrong::CutLine(text()),
        Wrong::FieldCount { has: 3, needs: 4 },
        Wrong::Twice(text()),
        Wrong::Control(text()),
        Wrong::TooLong(text()),
        Wrong::NoName(shakmaty::Color::White),
        Wrong::NoPlayerName,
        Wrong::Round(text()),
        Wrong::Board(text()),
        Wrong::FideId(text()),
        Wrong::Rating(text()),
        Wrong::Outcome(text()),
        Wrong::Variant(text()),
        Wrong::NoStart,
        Wrong::Fen(text()),
        Wrong::Start { fen: text(), why: text() },
        Wrong::NoBoard(round),
        Wrong::BoardTwice { round, board, first: 2 },
        Wrong::PlayerTwice { name: text(), round, first: 2 },
        Wrong::TooManyBoards(round),
        Wrong::NoPairings,
        Wrong::NoSuchRound { asked: round, has: vec![] },
        Wrong::NoSuchRound { asked: round, has: vec![round] },
        Wrong::NoSuchRound { asked: round, has: vec![round, round] },
        Wrong::NotPaired { round, white: text(), black: text() },
        Wrong::Columns(4),
        Wrong::Rank(text()),
        Wrong::RankTwice { rank: 3, first: 2 },
        Wrong::CutRound(round),
        Wrong::Colour(text()),
        Wrong::Mark(text()),
        Wrong::NoOpponent(3),
        Wrong::NotBack(3, 2),
        Wrong::SameColour(3, 2),
        Wrong::ResultsDiffer(3, 2),
    ];
    let error = |what| format!("league.csv: {}", PairingError { line: 3, what });
    let turkish = Notices::in_turkish();
    for error in wrong.map(error) {
        let said = turkish.say(told(&error));
        let what = said.strip_prefix("league.csv: satır 3: ").unwrap_or_else(|| panic!("{said}"));
        assert!(!error.ends_with(what), "{said}");
        are_known([error]);
    }
}

#[test]
fn that_the_daemon_cannot_be_asked_is_known() {
    let errors = [Bus::System, Bus::Session, Bus::Address("unix:path=/x".into())].map(|bus| {
        [
            MirrorError::NotRunning { bus: bus.clone() },
            MirrorError::Silent { bus: bus.clone() },
            MirrorError::Bus(BusError::Silent { bus: bus.clone() }),
            MirrorError::Bus(BusError::Lost { bus }),
            MirrorError::Denied,
        ]
    });
    let turkish = Notices::in_turkish();
    for error in errors.iter().flatten() {
        let said = turkish.say(told(&error.to_string()));
        assert!(
            said.lines().zip(error.to_string().lines()).all(|(one, other)| one != other),
            "{said}"
        );
        assert!(!said.contains(" bus"), "{said}");
    }
}

#[test]
fn what_is_wrong_with_evidence_is_known() {
    let gap = |after, before| Gap { at: 7, bytes: 3, after, before };
    are_known([gap(1, 2), gap(1, 3), gap(1, 9)].map(|gap| gap.to_string()));
    let altered = [Altered::NoPack, Altered::Summary { last: 5 }, Altered::Line(9), Altered::Whole];
    are_known(altered.map(|altered| altered.to_string()));
    let path = || "x.journal".into();
    are_known([
        JournalError::Foreign { path: path() }.to_string(),
        JournalError::OtherVersion { path: path(), version: "3".into() }.to_string(),
        JournalError::Locked { path: path() }.to_string(),
        JournalError::NoFile { path: path() }.to_string(),
        JournalError::NoDirectory { path: path() }.to_string(),
        JournalError::Denied { path: path(), source: ErrorKind::PermissionDenied.into() }
            .to_string(),
        JournalError::ReadOnly { path: path(), source: ErrorKind::ReadOnlyFilesystem.into() }
            .to_string(),
        JournalError::NoSpace { path: path(), source: ErrorKind::StorageFull.into() }.to_string(),
        JournalError::Appeared { path: path() }.to_string(),
        JournalError::Stalled { path: path() }.to_string(),
    ]);
}

#[test]
fn what_is_wrong_with_a_recording_is_known_with_its_line() {
    let text = || "x".to_owned();
    let at = Instant::from_millis(1);
    let wrong = [
        LineFault::NotUtf8,
        LineFault::LongLine,
        LineFault::NoRecording,
        LineFault::Version(text()),
        LineFault::ManyHeaders,
        LineFault::NoTime(text()),
        LineFault::TimeFell { at, latest: at },
        LineFault::AfterCut,
        LineFault::NoFamily { known: text() },
        LineFault::UnknownFamily { name: text(), known: text() },
        LineFault::WireOfLine,
    ];
    let turkish = Notices::in_turkish();
    for error in wrong.map(|what| RecordingError { line: 3, what }.to_string()) {
        let said = turkish.say(told(&error));
        let what = said.strip_prefix("satır 3: ").unwrap_or_else(|| panic!("{said}"));
        assert!(!error.ends_with(what), "{said}");
        are_known([error]);
    }
}

#[test]
fn what_is_wrong_with_games_recordings_and_cases_is_known() {
    let game = 3;
    let fen = "x".parse::<Fen>().unwrap_err();
    are_known([
        PgnError::Missing { game, games: 2 }.to_string(),
        PgnError::Variant { game, variant: "Atomic".into() }.to_string(),
        PgnError::Fen { game, source: fen }.to_string(),
        PgnError::Empty { game }.to_string(),
        PgnError::TooLong { game }.to_string(),
    ]);
    let broken = "[Result \"*\"]\n\n1. e4 e4 *\n";
    let broken = PgnGame::read(broken.as_bytes(), NonZeroUsize::MIN).unwrap_err();
    are_known([broken.to_string()]);
    are_known(["x".repeat(2_000_000), "{}".to_owned()].map(|line| match Case::read(&line) {
        Err(unreadable) => unreadable.to_string(),
        Ok(_) => String::new(),
    }));
}
