use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

fn text() -> impl Strategy<Value = String> {
    "[A-Za-zżÅ0-9(][A-Za-zżÅ,;\"'.0-9-]{2,8}( [a-zé,;\"']{1,6}){0,2}"
}

fn player() -> impl Strategy<Value = Player> {
    let id = (1..=9_999_999_999_u64).prop_map(|id| FideId::new(id).unwrap());
    let title = select(vec![Title::Gm, Title::Im, Title::Fm, Title::Cm, Title::Wgm, Title::Wcm]);
    let rating = (1..=4_000_u16).prop_map(|points| Rating::new(points).unwrap());
    (
        text(),
        option::of(id),
        option::of(title),
        option::of(rating),
        option::of("[A-Z]{3}"),
        option::of(text()),
    )
        .prop_map(|(name, fide_id, title, rating, federation, team)| Player {
            name,
            fide_id,
            title,
            rating,
            federation,
            team,
        })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    select(ResultValue::ALL.map(Outcome::Played).to_vec())
}

fn start() -> impl Strategy<Value = StartPosition> {
    select(vec![
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", "standard"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "Chess960"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Chess960"),
    ])
    .prop_map(|(fen, variant)| start::read(Some(fen), Some(variant)).unwrap().unwrap())
}

fn list() -> impl Strategy<Value = PairingList> {
    let place = (1..=3_u16, 1..=40_u16);
    let rest = (option::of(text()), option::of(text()), option::of(start()), option::of(outcome()));
    let pairings = prop::collection::btree_map(place, (player(), player(), rest), 1..12);
    let day = (1..=28_i8).prop_map(|day| jiff::civil::date(2026, 11, day));
    let event = (option::of(text()), option::of(text()), option::of(day));
    (event, pairings).prop_map(|((name, site, date), pairings)| {
        let mut list =
            PairingList { event: TournamentHeader { name, site, date }, pairings: Vec::new() };
        for ((in_round, on_board), (mut white, mut black, rest)) in pairings {
            let (section, time_control, start, outcome) = rest;
            // no two players of one name
            white.name.push_str(&format!(" w{on_board}"));
            black.name.push_str(&format!(" b{on_board}"));
            let (round, board) = (round(in_round), board(on_board));
            let pairing =
                Pairing { round, board, section, white, black, time_control, start, outcome };
            list.pairings.push(pairing);
        }
        list
    })
}

fn names(list: &PairingList) -> Vec<(&str, &str)> {
    list.pairings.iter().map(|p| (p.white.name.as_str(), p.black.name.as_str())).collect()
}

/// One of the samples, with bytes of it replaced.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (select(SAMPLES.to_vec()), damage).prop_map(|(sample, damage)| {
        let mut bytes = sample.to_vec();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

proptest! {
    #[test]
    fn written_csv_is_read_back_equal(list in list()) {
        // two players who share a random FIDE id are one player, and refused
        prop_assume!(!matches!(
            read(write_csv(&list).as_bytes(), None),
            Err(PairingError { what: Wrong::PlayerTwice { .. }, .. })
        ));
        prop_assert_eq!(read(write_csv(&list).as_bytes(), None), Ok(list));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, None);
    }

    #[test]
    fn any_text_in_the_form_of_a_file_is_read_or_refused(
        head in select(vec!["", "white,black\n", "white;black;round\n", "001 ", "012 x\n", "[White \""]),
        text in "[\\[\\]{}%;,\"\\\\ \t\r\n0-9a-e=+żWB-]{0,120}",
        number in 1..=999_u16,
    ) {
        let bytes = format!("{head}{text}").into_bytes();
        let _ = (read(&bytes, None), read(&bytes, Some(round(number))));
        let _ = with_results(&bytes, round(number), &read(SWISS, Some(round(2))).unwrap().pairings);
    }

    #[test]
    fn a_damaged_file_is_read_or_refused_and_what_is_read_can_be_written(bytes in damaged()) {
        for asked in [None, Some(round(1)), Some(round(3))] {
            let Ok(list) = read(&bytes, asked) else { continue };
            prop_assert!(!list.pairings.is_empty());
            let places: Vec<_> = list.pairings.iter().map(|p| (p.round, p.board)).collect();
            prop_assert!(places.is_sorted_by(|a, b| a < b));
            prop_assert_eq!(read(write_csv(&list).as_bytes(), None), Ok(list));
        }
    }

    #[test]
    fn results_that_are_written_are_read_back(bytes in damaged(), outcome in outcome()) {
        let Ok(mut list) = read(&bytes, Some(round(3))) else { return Ok(()) };
        list.pairings[0].outcome = Some(outcome);
        if let Ok(written) = with_results(&bytes, round(3), &list.pairings) {
            prop_assert_eq!(read(&written, Some(round(3))), Ok(list));
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_refused_or_tells_fewer_pairings_and_no_wrong_name() {
    let names_last = "round,white,black\n1,Ann,\"Cat \"\"C\"\" Lee\"\r\n2,\"Abe, D\",Bob Fox\n";
    for file in SAMPLES.into_iter().chain([names_last.as_bytes()]) {
        let rounds = [None, Some(round(1)), Some(round(2))];
        let whole: Vec<_> = rounds.iter().filter_map(|asked| read(file, *asked).ok()).collect();
        let whole: Vec<_> = whole.iter().flat_map(names).collect();
        for length in 0..file.len() {
            let Ok(list) = read(&file[..length], None) else { continue };
            let told = names(&list);
            assert!(told.iter().all(|names| whole.contains(names)), "{length}: {told:?}");
        }
    }
}
