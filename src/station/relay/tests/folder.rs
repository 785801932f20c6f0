use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use touchmove_core::sheet::pgn::write;
use touchmove_core::sheet::samples::replayed::replay;
use touchmove_core::sheet::samples::{played, unpaired, with_clocks};
use touchmove_core::sheet::{Sheet, SheetStart};
use touchmove_drivers::Instant;

use crate::relay::{BroadcastFolder, Broadcaster, RelayError};

/// When everything that is put here was released; it matters to reports only.
const RELEASED: Instant = Instant::ZERO;

fn at(round: u16, board: u16, moves: &str) -> Sheet {
    Sheet { seat: unpaired(round, board), ..played(SheetStart::usual(), moves) }
}

fn broadcaster(folder: &Path) -> Broadcaster {
    Broadcaster::new(BroadcastFolder::open(folder).unwrap())
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

fn rounds(pgn: &str) -> Vec<String> {
    replay(pgn).iter().map(|game| game.tag("Round").unwrap().to_owned()).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_game_has_its_file_and_every_round_one_of_all() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = broadcaster(place.path());
    for sheet in [at(3, 10, "e4"), at(3, 9, "d4"), at(3, 101, "c4"), at(4, 1, "Nf3")] {
        folder.put(&sheet, RELEASED).unwrap();
        assert_eq!(read(path_of(place.path(), &sheet)), write(&sheet));
    }
    assert_eq!(names(place.path()), ["round-3", "round-4"]);
    let round = place.path().join("round-3");
    assert_eq!(names(&round), ["game-10.pgn", "game-101.pgn", "game-9.pgn", "games.pgn"]);
    assert_eq!(rounds(&read(round.join("games.pgn"))), ["3.9", "3.10", "3.101"]);
    for name in names(&round) {
        let mode = fs::metadata(round.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o644);
    }
    assert_eq!(fs::metadata(&round).unwrap().permissions().mode() & 0o777, 0o755);
}

fn path_of(place: &Path, sheet: &Sheet) -> std::path::PathBuf {
    place.join(format!("round-{}/game-{}.pgn", sheet.round(), sheet.board()))
}

#[test]
fn only_what_changed_is_written() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = broadcaster(place.path());
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    folder.put(&at(1, 2, "d4"), RELEASED).unwrap();
    let files = ["game-1.pgn", "game-2.pgn", "games.pgn"];
    let inodes =
        || files.map(|name| fs::metadata(place.path().join("round-1").join(name)).unwrap().ino());
    let before = inodes();
    folder.put(&at(1, 2, "d4"), RELEASED).unwrap();
    assert_eq!(inodes(), before);
    folder.put(&at(1, 2, "d4 d5"), RELEASED).unwrap();
    assert_eq!(inodes()[0], before[0]);
    assert_ne!(inodes()[2], before[2]);
}

#[test]
fn after_a_restart_no_game_vanishes_from_the_round() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = broadcaster(place.path());
    for board in [1, 2, 3] {
        folder.put(&at(1, board, "e4"), RELEASED).unwrap();
    }
    let round = place.path().join("round-1");
    fs::write(round.join("game-4.pgn"), "").unwrap();
    fs::write(round.join("game-05.pgn"), "[Event \"no board of ours\"]\n\n*\n").unwrap();
    fs::write(round.join(".game-2.pgn.part"), "half").unwrap();

    let mut folder = broadcaster(place.path());
    folder.put(&at(1, 2, "e4 e5"), RELEASED).unwrap();
    assert_eq!(rounds(&read(round.join("games.pgn"))), ["1.1", "1.2", "1.3"]);
    assert_eq!(replay(&read(round.join("games.pgn")))[1].sans.len(), 2);
}

#[test]
fn what_could_not_be_written_is_written_with_the_next_game() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = broadcaster(place.path());
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    let round = place.path().join("round-1");
    let in_the_way = round.join(".game-1.pgn.part");
    fs::create_dir(&in_the_way).unwrap();
    let error = folder.put(&at(1, 1, "e4 e5"), RELEASED).unwrap_err();
    assert!(error.to_string().contains("round-1/game-1.pgn"), "{error}");
    assert_eq!(replay(&read(round.join("games.pgn")))[0].sans.len(), 2, "the others are written");

    fs::remove_dir(&in_the_way).unwrap();
    folder.put(&at(2, 7, "d4"), RELEASED).unwrap();
    assert_eq!(replay(&read(round.join("game-1.pgn")))[0].sans.len(), 2);
}

#[test]
fn a_folder_that_vanishes_is_an_error_and_comes_back_whole() {
    let parent = tempfile::tempdir().unwrap();
    let place = parent.path().join("broadcast");
    let error = BroadcastFolder::open(&place).unwrap_err();
    assert!(matches!(error, RelayError::Gone { .. }) && error.to_string().contains("broadcast"));

    fs::create_dir(&place).unwrap();
    let mut folder = broadcaster(&place);
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    folder.put(&at(1, 2, "e4"), RELEASED).unwrap();
    fs::remove_dir_all(&place).unwrap();
    let error = folder.put(&at(1, 2, "e4 e5"), RELEASED).unwrap_err();
    assert!(matches!(error, RelayError::Gone { .. }), "{error}");
    fs::create_dir(&place).unwrap();
    folder.put(&at(1, 2, "e4 e5"), RELEASED).unwrap();
    assert_eq!(names(&place.join("round-1")), ["game-1.pgn", "game-2.pgn", "games.pgn"]);
}

#[test]
fn a_file_is_no_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(matches!(BroadcastFolder::open(file.path()), Err(RelayError::NotAFolder { .. })));
}

#[test]
fn errors_of_the_system_say_what_to_do() {
    let of = |kind: io::ErrorKind| RelayError::of(Path::new("/b/games.pgn"), kind.into());
    assert!(matches!(of(io::ErrorKind::StorageFull), RelayError::NoSpace { .. }));
    assert!(matches!(of(io::ErrorKind::QuotaExceeded), RelayError::NoSpace { .. }));
    assert!(matches!(of(io::ErrorKind::PermissionDenied), RelayError::Denied { .. }));
    assert!(matches!(of(io::ErrorKind::ReadOnlyFilesystem), RelayError::Denied { .. }));
    assert!(of(io::ErrorKind::StorageFull).to_string().starts_with("/b/games.pgn: no space left"));
}

#[test]
fn a_reader_never_sees_part_of_a_file() {
    const WRITES: usize = 2_000;
    let place = tempfile::tempdir().unwrap();
    let round = place.path().join("round-1");
    let mut folder = broadcaster(place.path());
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    let whole = with_clocks(at(1, 1, &shuffle));
    folder.put(&at(1, 1, ""), RELEASED).unwrap();
    folder.put(&at(1, 2, "e4"), RELEASED).unwrap();
    let is_done = AtomicBool::new(false);
    let reads = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !is_done.load(Ordering::Relaxed) {
                assert_eq!(rounds(&read(round.join("game-1.pgn"))), ["1.1"]);
                let all = read(round.join("games.pgn"));
                assert_eq!(rounds(&all), ["1.1", "1.2"]);
                assert!(all.ends_with(" *\n"));
                assert!(all.contains(" *\n\n[Event") || all.contains("\n*\n\n[Event"), "{all}");
                reads += 1;
            }
            reads
        });
        for write in 0..WRITES {
            let moves = whole.moves[..write % whole.moves.len()].to_vec();
            folder.put(&Sheet { moves, ..whole.clone() }, RELEASED).unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(reads > 20, "{reads}");
    assert_eq!(names(&round), ["game-1.pgn", "game-2.pgn", "games.pgn"]);
}

#[test]
fn links_at_the_names_of_parts_destroy_nothing() {
    let place = tempfile::tempdir().unwrap();
    let journal = place.path().join("station.journal");
    fs::write(&journal, "evidence").unwrap();
    let relay = place.path().join("broadcast");
    fs::create_dir_all(relay.join("round-1")).unwrap();
    symlink(&journal, relay.join(".touchmove.part")).unwrap();
    for part in [".game-1.pgn.part", ".games.pgn.part", "game-1.pgn"] {
        symlink(&journal, relay.join("round-1").join(part)).unwrap();
    }
    let mut folder = broadcaster(&relay);
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    fs::hard_link(&journal, relay.join("round-1/.game-1.pgn.part")).unwrap();
    folder.put(&at(1, 1, "e4 e5"), RELEASED).unwrap();
    assert_eq!(read(&journal), "evidence");
    assert_eq!(names(&relay.join("round-1")), ["game-1.pgn", "games.pgn"]);
    assert_eq!(names(&relay), ["round-1"]);
    assert!(fs::symlink_metadata(relay.join("round-1/game-1.pgn")).unwrap().is_file());
}

#[test]
fn what_lies_elsewhere_is_not_published_by_a_link_to_it() {
    let place = tempfile::tempdir().unwrap();
    let private = place.path().join("private.pgn");
    fs::write(&private, write(&at(1, 9, "a4"))).unwrap();
    let round = place.path().join("broadcast/round-1");
    fs::create_dir_all(&round).unwrap();
    symlink(&private, round.join("game-9.pgn")).unwrap();
    fs::hard_link(&private, round.join("game-8.pgn")).unwrap();
    let pipe = rustix::fs::FileType::Fifo;
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, round.join("game-7.pgn"), pipe, mode, 0).unwrap();
    fs::write(round.join("game-6.pgn"), write(&at(1, 6, "h4"))).unwrap();
    let mut folder = broadcaster(&place.path().join("broadcast"));
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    assert_eq!(rounds(&read(round.join("games.pgn"))), ["1.1", "1.6"]);
}

#[test]
fn a_folder_that_is_a_link_is_not_written_to() {
    let place = tempfile::tempdir().unwrap();
    let (relay, elsewhere) = (place.path().join("broadcast"), place.path().join("elsewhere"));
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, &relay).unwrap();
    assert!(matches!(BroadcastFolder::open(&relay), Err(RelayError::Link { .. })));
    fs::remove_file(&relay).unwrap();
    fs::create_dir(&relay).unwrap();
    symlink(&elsewhere, relay.join("round-1")).unwrap();
    let mut folder = broadcaster(&relay);
    let error = folder.put(&at(1, 1, "e4"), RELEASED).unwrap_err();
    assert!(matches!(error, RelayError::Link { .. }), "{error}");
    assert!(error.to_string().contains("round-1: a link"), "{error}");
    assert_eq!(names(&elsewhere), [""; 0]);
    // nor is it while the daemon runs
    fs::remove_file(relay.join("round-1")).unwrap();
    folder.put(&at(1, 1, "e4 e5"), RELEASED).unwrap();
    fs::rename(relay.join("round-1"), relay.join("away")).unwrap();
    symlink(&elsewhere, relay.join("round-1")).unwrap();
    assert!(matches!(folder.put(&at(1, 1, "e4"), RELEASED), Err(RelayError::Link { .. })));
    assert_eq!(names(&elsewhere), [""; 0]);
}

#[test]
fn a_folder_of_a_stranger_is_refused_and_a_group_may_be_let_in() {
    let place = tempfile::tempdir().unwrap();
    let relay = place.path().join("broadcast");
    fs::create_dir(&relay).unwrap();
    fs::set_permissions(&relay, fs::Permissions::from_mode(0o775)).unwrap();
    // only root can give a folder away
    if chown(&relay, None, Some(65_534)).is_err() {
        return;
    }
    let mut folder = broadcaster(&relay);
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    chown(relay.join("round-1"), Some(65_534), None).unwrap();
    let error = folder.put(&at(1, 1, "e4 e5"), RELEASED).unwrap_err();
    assert!(matches!(error, RelayError::Strangers { owner: 65_534, .. }), "{error}");
    assert_eq!(replay(&read(relay.join("round-1/game-1.pgn")))[0].sans.len(), 1);
    chown(&relay, Some(65_534), None).unwrap();
    let error = BroadcastFolder::open(&relay).unwrap_err();
    assert!(error.to_string().contains("chown touchmove"), "{error}");
}

#[test]
fn a_round_whose_folder_was_taken_away_comes_back_whole() {
    let place = tempfile::tempdir().unwrap();
    let mut folder = broadcaster(place.path());
    folder.put(&at(1, 1, "e4"), RELEASED).unwrap();
    folder.put(&at(1, 2, "d4"), RELEASED).unwrap();
    fs::remove_dir_all(place.path().join("round-1")).unwrap();
    folder.put(&at(1, 2, "d4 d5"), RELEASED).unwrap();
    assert_eq!(names(&place.path().join("round-1")), ["game-1.pgn", "game-2.pgn", "games.pgn"]);
}
