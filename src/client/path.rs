//! Where objects lie: ids as elements of object paths.
//!
//! Paths tell clients apart what is there; they carry no meaning that a client should read. An
//! element may hold letters, digits and `_` only (D-Bus specification, "Valid Object Paths").

use std::fmt::Write;

use touchmove_core::names::PublicId;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::Round;
use zbus::OwnedObjectPath;
use zbus::wire::ObjectPath;

/// Root of the live tree.
pub const LIVE: &str = "/org/touchmove/Hall1";

/// Root of the public tree.
pub const PUBLIC: &str = "/org/touchmove/Public1";

/// Where the destinations of the broadcast are.
pub const BROADCAST: &str = "/org/touchmove/Broadcast1";

/// The root of the live tree.
pub fn root() -> OwnedObjectPath {
    ObjectPath::from_static_str_unchecked(LIVE).into()
}

/// What an object path property holds where there is no such object.
pub fn none() -> OwnedObjectPath {
    ObjectPath::from_static_str_unchecked("/").into()
}

/// Path of a board: `boards/dgt_12345`.
pub fn board(id: &BoardId) -> OwnedObjectPath {
    join(LIVE, "boards", &element(id))
}

/// The name of the board at a path, which [`board`] has made. Names have letters, digits and `_` only; what else was
/// escaped stays so.
pub fn board_name(path: &str) -> String {
    let element = path.rsplit('/').next().unwrap_or_default();
    match element.split_once('_') {
        Some((family, serial)) => format!("{family}_{}", serial.replace("_5f", "_")),
        None => element.to_owned(),
    }
}

/// Path of a board's clock: `clocks/dgt_12345`.
pub fn clock(id: &BoardId) -> OwnedObjectPath {
    join(LIVE, "clocks", &element(id))
}

/// Path of a game: `games/g000017`.
pub fn game(id: GameId) -> OwnedObjectPath {
    join(LIVE, "games", &id.to_string())
}

/// Path of a round: `rounds/r003`.
pub fn round(number: Round) -> OwnedObjectPath {
    join(LIVE, "rounds", &format!("r{:03}", number.get()))
}

/// Path of the sections.
pub fn sections() -> OwnedObjectPath {
    ObjectPath::from_string_unchecked(format!("{LIVE}/sections")).into()
}

/// Path of an outlet of the broadcast: `relays/folder`, `relays/http`.
pub fn relay(kind: &str) -> OwnedObjectPath {
    join(LIVE, "relays", kind)
}

/// Path of a game in public: `games/p000001`.
pub fn public_game(id: PublicId) -> OwnedObjectPath {
    join(PUBLIC, "games", &id.to_string())
}

/// Path of a round in public: `rounds/r003`.
pub fn public_round(number: Round) -> OwnedObjectPath {
    join(PUBLIC, "rounds", &format!("r{:03}", number.get()))
}

fn join(root: &str, kind: &str, element: &str) -> OwnedObjectPath {
    ObjectPath::from_string_unchecked(format!("{root}/{kind}/{element}")).into()
}

/// The id of a board as a path element. The first `_`, between family and serial number, stays;
/// every other byte that is no letter or digit becomes `_` and two hexadecimal digits, so that no
/// two boards share a path whatever their serial numbers are.
fn element(id: &BoardId) -> String {
    let (family, serial) = id.0.split_once('_').unwrap_or((&id.0, ""));
    format!("{}_{}", escape(family), escape(serial))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "_{byte:02x}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_ordinary_board_keeps_its_name() {
        let id = BoardId("dgt_12345".into());
        assert_eq!(board(&id).as_str(), "/org/touchmove/Hall1/boards/dgt_12345");
        assert_eq!(clock(&id).as_str(), "/org/touchmove/Hall1/clocks/dgt_12345");
        assert_eq!(game(GameId(17)).as_str(), "/org/touchmove/Hall1/games/g000017");
    }

    proptest! {
        #[test]
        fn any_serial_number_gives_a_valid_path_of_its_own(a in ".{0,12}", b in ".{0,12}") {
            let path = |serial: &str| board(&BoardId(format!("dgt_{serial}").into()));
            prop_assert!(ObjectPath::try_from(path(&a).as_str()).is_ok());
            prop_assert_eq!(a == b, path(&a) == path(&b));
        }

        #[test]
        fn the_name_of_a_board_is_read_back_from_its_path(serial in "[A-Za-z0-9_]{0,24}") {
            let name = format!("dgt_{serial}");
            prop_assert_eq!(board_name(board(&BoardId(name.as_str().into())).as_str()), name);
        }
    }
}
