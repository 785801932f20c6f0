//! Pairing files that no program should write: each is refused in words, and what was loaded stays.

use serde_json::Value;

use crate::support::venue::Venue;

/// What is loaded before, and must be there afterwards.
const LOADED: &str = "round,board,white,black\n3,1,Anna,Ben\n3,2,Cleo,Dan\n";

const CSV: &str = include_str!("../pairings/club-night.csv");
const PGN: &str = include_str!("../pairings/swiss-manager.pgn");
const TRF: &str = include_str!("../pairings/swiss-6-players.trf");

/// A hall with a round that a bad file must not touch.
struct Hall {
    venue: Venue,
    before: Value,
}

impl Hall {
    fn open() -> Self {
        let venue = Venue::open(Vec::new());
        venue.load(LOADED);
        let before = venue.status();
        Self { venue, before }
    }

    /// Tries to load a file that must be refused; what is said of it.
    fn refuses(&self, bytes: &[u8]) -> String {
        let path = self.venue.state.path().join("file");
        std::fs::write(&path, bytes).unwrap();
        let said = self.venue.refused(&["load", path.to_str().unwrap()], 2);
        let (_, said) = said.split_once("/file: ").unwrap_or_else(|| panic!("{said}"));
        said.trim_end().to_owned()
    }

    fn is_untouched(&self) {
        assert_eq!(self.venue.status(), self.before);
        let other = self.venue.refused(&["status", "1"], 1);
        assert!(other.contains("round 1 is not loaded"), "{other}");
    }
}

/// The bytes as UTF-16 with a byte order mark, as some editors save "Unicode".
fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// The text in Latin-1; what that has no letter for is a question mark.
fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|char| u8::try_from(u32::from(char)).unwrap_or(b'?')).collect()
}

/// Games on so many boards of one round.
fn many(boards: usize) -> String {
    let games = (1..=boards).map(|board| format!("3,{board},White {board},Black {board}\n"));
    std::iter::once("round,board,white,black\n".to_owned()).chain(games).collect()
}

#[test]
fn a_malformed_file_is_refused_with_its_line_and_what_to_do() {
    let hall = Hall::open();
    let with_id = |id: &str| format!("white,white_fide_id,black\nAnna,{id},Ben\n");
    let file_of_nine_mib = "white,black\n".repeat((9 << 20) / 12);
    for (bytes, line, what) in [
        (Vec::new(), 1, "there is no pairing in the file; make the pairings first"),
        (b"\n\n\n".to_vec(), 3, "there is no pairing in the file"),
        (b"\0\x7fELF\x02\x01\0\0\n\0".to_vec(), 1, "neither PGN nor TRF16 nor CSV"),
        ((0..=255).cycle().take(4_096).collect(), 3, "not UTF-8; save the file as UTF-8"),
        (utf_16(CSV), 1, "not UTF-8; save the file as UTF-8"),
        (utf_16(PGN), 1, "not UTF-8; save the file as UTF-8"),
        (latin_1(PGN.trim_start_matches('\u{feff}')), 6, "not UTF-8"),
        (latin_1(TRF), 13, "not UTF-8; save the file as UTF-8"),
        (file_of_nine_mib.into_bytes(), 1, "larger than 8 MiB; give the file of one tournament"),
        (LOADED.replace("3,2", "3,1").into(), 3, "board 1 of round 3 is already taken by line 2"),
        (PGN.replace("2.3", "2.1").into(), 38, "board 1 of round 2 is already taken by line 1"),
        (LOADED.replace("Dan", "Anna").into(), 3, "Anna already plays in round 3 at line 2"),
        (with_id("GER1234").into(), 2, "`GER1234` is no FIDE id; write its digits"),
        (with_id("-1").into(), 2, "`-1` is no FIDE id"),
        (with_id("123456789012").into(), 2, "`123456789012` is no FIDE id; write its digits"),
        (TRF.replace(" 1199990001", " 1199 90001").into(), 12, "`1199 90001` is no FIDE id"),
        (many(1_001).into(), 1_002, "round 3 has more than 1000 boards; split the file"),
        (many(10_000).into(), 1_002, "round 3 has more than 1000 boards; split the file"),
        (b"white,black\nAnna\n".to_vec(), 2, "this line has 1 fields and the header has 2"),
        (b"[White \"Anna\"]\n[Black \"Be".to_vec(), 2, "this tag is cut off or malformed"),
        (TRF.replace("   4 w 1", "\t4 w 1").into(), 12, "column"),
    ] {
        let said = hall.refuses(&bytes);
        let place = format!("line {line}: ");
        assert!(said.starts_with(&place) && said.contains(what), "{what}: {said}");
        let (_, to_do) = said.split_once(';').unwrap_or_else(|| panic!("nothing to do: {said}"));
        assert!(!to_do.trim().is_empty() && said.lines().count() == 1, "{said}");
    }
    hall.is_untouched();
}

#[test]
fn a_file_cut_at_any_tenth_is_refused_or_loads_the_games_that_it_has_whole() {
    for (form, file) in [("csv", CSV), ("pgn", PGN), ("trf", TRF)] {
        let whole = games(&Hall::open(), file.as_bytes()).unwrap();
        let mut hall = Hall::open();
        for tenth in 1..10 {
            match games(&hall, &file.as_bytes()[..file.len() * tenth / 10]) {
                Some(games) => {
                    let is_whole = |game: &Value| whole.contains(game);
                    assert!(games.iter().all(is_whole), "{form}, {tenth} tenths: {games:?}");
                    assert!(games.len() < whole.len(), "{form}, {tenth} tenths: {games:?}");
                    hall = Hall::open();
                }
                None => hall.is_untouched(),
            }
        }
    }
}

/// The games that a file loads, as rounds show them; `None` where it is refused.
fn games(hall: &Hall, file: &[u8]) -> Option<Vec<Value>> {
    let path = hall.venue.state.path().join("file");
    std::fs::write(&path, file).unwrap();
    let loaded = hall.venue.round(&["load", path.to_str().unwrap()]);
    if !loaded.status.success() {
        assert!(String::from_utf8_lossy(&loaded.stderr).contains("/file: line "));
        return None;
    }
    let told = String::from_utf8(loaded.stdout).unwrap();
    let rounds =
        told.lines().filter_map(|line| line.strip_prefix("loaded round ")?.split_once(':'));
    let rounds = rounds.map(|(round, _)| round);
    let tables = |round: &str| {
        let status = hall.venue.done(&["status", round, "--json"]);
        let status: Value = serde_json::from_str(&status).unwrap();
        let tables = status["tables"].as_array().unwrap().clone();
        tables.into_iter().map(move |table| {
            let names = ["table", "white", "black", "result"].map(|key| table[key].clone());
            Value::from([&[status["round"].clone()][..], &names].concat())
        })
    };
    Some(rounds.flat_map(|round| tables(round).collect::<Vec<_>>()).collect())
}
