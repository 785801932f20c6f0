use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;

use rustix::fs::CWD;

use super::*;

/// A folder with a file that nobody is to reach from another one.
fn beside() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let private = place.path().join("private");
    fs::write(&private, "kept").unwrap();
    (place, private)
}

fn open(place: &tempfile::TempDir) -> Folder {
    let path = place.path().join("folder");
    fs::create_dir(&path).unwrap();
    Folder::open(&path).unwrap()
}

fn name(text: &str) -> &OsStr {
    OsStr::new(text)
}

fn put(file: &mut File) -> io::Result<()> {
    file.write_all(b"new")
}

#[test]
fn a_link_is_no_file_whoever_opens_it() {
    let (place, private) = beside();
    let folder = open(&place);
    symlink(&private, folder.path().join("link")).unwrap();
    symlink("nowhere", folder.path().join("dangling")).unwrap();
    for link in ["link", "dangling"] {
        assert!(is_no_file(&folder.read(name(link)).unwrap_err()), "{link}");
        assert!(is_no_file(&folder.write(name(link)).unwrap_err()), "{link}");
        let access = Access::Exactly(0o640);
        assert!(is_no_file(&folder.write_or_create(name(link), access).unwrap_err()), "{link}");
        let taken = folder.create(name(link), access).unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists, "{link}");
    }
    assert_eq!(fs::read_to_string(private).unwrap(), "kept");
    assert!(!folder.path().join("nowhere").exists());
}

#[test]
fn who_opens_a_pipe_or_a_folder_or_a_socket_is_told_at_once() {
    let (place, _) = beside();
    let folder = open(&place);
    let mode = Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(CWD, folder.path().join("pipe"), FileType::Fifo, mode, 0).unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    let _socket = UnixListener::bind(folder.path().join("socket")).unwrap();
    for other in ["pipe", "below", "socket"] {
        assert!(is_no_file(&folder.read(name(other)).unwrap_err()), "{other}");
        assert!(is_no_file(&folder.write(name(other)).unwrap_err()), "{other}");
    }
    let path = folder.read(name("../private")).unwrap_err();
    assert_eq!(path.kind(), io::ErrorKind::InvalidInput, "a name is no path");
}

#[test]
fn what_is_replaced_is_a_new_file_whatever_lies_at_its_name_or_at_that_of_its_part() {
    let (place, private) = beside();
    let folder = open(&place);
    let (at, part) = (folder.path().join("game"), folder.path().join(".game.part"));
    symlink(&private, &at).unwrap();
    symlink(&private, &part).unwrap();
    folder.replace(name("game"), Access::Exactly(0o604), put).unwrap();
    fs::hard_link(&private, &part).unwrap();
    folder.replace(name("game"), Access::Exactly(0o604), put).unwrap();
    assert_eq!(fs::read_to_string(&private).unwrap(), "kept");
    assert_eq!(fs::read_to_string(&at).unwrap(), "new");
    let kind = fs::symlink_metadata(&at).unwrap();
    assert_eq!((kind.is_file(), kind.permissions().mode() & 0o777), (true, 0o604));
    assert_eq!(folder.names().unwrap(), ["game"]);
}

#[test]
fn what_cannot_be_written_leaves_the_old_file_and_nothing_beside_it() {
    let (place, _) = beside();
    let folder = open(&place);
    fs::write(folder.path().join("game"), "old").unwrap();
    let full = |_: &mut File| Err(io::ErrorKind::StorageFull.into());
    assert!(folder.replace(name("game"), Access::Usual, full).is_err());
    assert_eq!(fs::read_to_string(folder.path().join("game")).unwrap(), "old");
    assert_eq!(folder.names().unwrap(), ["game"]);
}

#[test]
fn a_folder_that_is_a_link_or_none_is_refused_in_words_of_its_own() {
    let (place, private) = beside();
    let folder = open(&place);
    symlink(folder.path(), place.path().join("link")).unwrap();
    let above = Folder::open(place.path()).unwrap();
    for opened in [Folder::open(&place.path().join("link")), above.folder("link")] {
        assert!(matches!(opened, Err(FolderError::Link)), "{opened:?}");
    }
    assert!(matches!(above.make_folder("link", 0o750), Err(FolderError::Link)));
    for opened in [Folder::open(&private), above.folder("private")] {
        assert!(matches!(opened, Err(FolderError::NotAFolder)), "{opened:?}");
    }
    let gone = above.folder("gone").unwrap_err();
    assert_eq!(io::Error::from(gone).kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_folder_that_is_made_has_its_mode_and_one_of_a_stranger_is_refused() {
    let (place, _) = beside();
    let above = Folder::open(place.path()).unwrap();
    let made = above.make_folder("made", 0o777).unwrap();
    assert_eq!(fs::metadata(made.path()).unwrap().permissions().mode() & 0o777, 0o777);
    made.refuse_strangers(&[]).unwrap();
    // only root can give a folder away
    if chown(place.path().join("made"), Some(65_534), None).is_ok() {
        let refused = above.folder("made").unwrap().refuse_strangers(&[]).unwrap_err();
        assert!(matches!(refused, FolderError::Strangers { owner: 65_534 }), "{refused}");
        above.folder("made").unwrap().refuse_strangers(&[65_534]).unwrap();
    }
}

#[test]
fn a_folder_that_was_moved_is_written_to_where_it_is() {
    let (place, _) = beside();
    let folder = open(&place);
    fs::rename(folder.path(), place.path().join("moved")).unwrap();
    symlink("/nonexistent", folder.path()).unwrap();
    folder.replace(name("game"), Access::Usual, put).unwrap();
    let mut text = String::new();
    folder.read(name("game")).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "new");
    assert!(place.path().join("moved/game").is_file());
}

#[test]
fn a_name_that_is_taken_is_not_taken_again() {
    let (place, _) = beside();
    let folder = open(&place);
    fs::write(folder.path().join("a"), "a").unwrap();
    fs::write(folder.path().join("b"), "b").unwrap();
    let taken = folder.rename_to_free(name("a"), name("b")).unwrap_err();
    assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    folder.rename_to_free(name("a"), name("c")).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("b")).unwrap(), "b");
    assert_eq!(folder.node(name("a")).unwrap(), None);
    let file = folder.read(name("c")).unwrap();
    assert_eq!(folder.node(name("c")).unwrap(), Some(Node::of(&file).unwrap()));
    assert_eq!(Node::at(&folder.path().join("c")).unwrap(), Some(Node::of(&file).unwrap()));
}
