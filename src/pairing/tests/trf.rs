use std::collections::BTreeMap;

use super::*;

fn swiss() -> String {
    String::from_utf8(SWISS.to_vec()).unwrap()
}

/// The sample with `new` instead of the only `old` in it.
fn changed(old: &str, new: &str) -> String {
    assert_eq!(swiss().matches(old).count(), 1, "{old}");
    swiss().replace(old, new)
}

#[test]
fn the_last_round_with_pairings_is_read_by_default() {
    assert_eq!(
        games(SWISS, None),
        [
            "3.1 Okoro-Bell, Tunde - Żurawik, Błażej",
            "3.2 Lindqvist, Åsa-Maria - Brandstätter, Jörg",
            "3.3 Quill, Oskar - Peeters, Lotte",
        ]
    );
    assert!(read(SWISS, None).unwrap().pairings.iter().all(|pairing| pairing.outcome.is_none()));
}

#[test]
fn a_report_tells_the_event_and_the_day_of_the_round() {
    let list = read(SWISS, Some(round(2))).unwrap();
    assert_eq!(list.event.name.as_deref(), Some("Otwarte Mistrzostwa Łęgowa 2026"));
    assert_eq!(list.event.site.as_deref(), Some("Łęgowo"));
    assert_eq!(list.event.date, Some(jiff::civil::date(2026, 11, 21)));
    let control = list.pairings[0].time_control.as_deref();
    assert_eq!(control, Some("90 min/40 moves + 30 min + 30 sec/move"));
}

#[test]
fn a_report_tells_who_the_players_are() {
    let list = read(SWISS, Some(round(2))).unwrap();
    let white = Player {
        name: "Lindqvist, Åsa-Maria".to_owned(),
        fide_id: FideId::new(1_799_990_002),
        title: Some(Title::Wim),
        rating: Rating::new(2304),
        federation: Some("SWE".to_owned()),
        team: None,
    };
    assert_eq!(
        (list.pairings[0].white.clone(), list.pairings[0].outcome),
        (white, Some(BLACK_WON))
    );
}

#[test]
fn byes_and_forfeits_are_no_pairings() {
    assert_eq!(
        games(SWISS, Some(round(1))),
        ["1.1 Żurawik, Błażej - Brandstätter, Jörg", "1.2 Peeters, Lotte - Lindqvist, Åsa-Maria"]
    );
    assert_eq!(
        games(SWISS, Some(round(2))),
        ["2.1 Lindqvist, Åsa-Maria - Żurawik, Błażej", "2.2 Okoro-Bell, Tunde - Peeters, Lotte"]
    );
}

#[test]
fn a_forfeit_keeps_the_number_of_its_board() {
    let text = changed("   4 w 1", "   4 w +").replace("   1 b 0", "   1 b -");
    assert_eq!(
        games(text.as_bytes(), Some(round(1))),
        ["1.2 Peeters, Lotte - Lindqvist, Åsa-Maria"]
    );
}

#[test]
fn a_team_gives_its_name_to_its_players() {
    let team = format!("013 {:<32}{:>4} {:>4}\r\n", "Łęgowo Wieże", 3, 1);
    let list = read((swiss() + &team).as_bytes(), None).unwrap();
    assert_eq!(list.pairings[0].white.team.as_deref(), Some("Łęgowo Wieże"));
    assert_eq!(list.pairings[0].black.team.as_deref(), Some("Łęgowo Wieże"));
    assert_eq!(list.pairings[1].white.team, None);
}

#[test]
fn two_players_have_to_name_each_other() {
    for (old, new, said) in [
        ("   3 b\r", "   9 b\r", "line 12: the opponent 9 is not in the file;"),
        ("   3 b\r", "   4 b\r", "line 12: the opponent 4 (line 15) has another opponent;"),
        ("   3 b\r", "   3 w\r", "line 12: the opponent 3 (line 14) has the same colour;"),
        ("   3 b\r", "   3 -\r", "line 12: `-` is no colour of a player who has an opponent;"),
        ("   3 b\r", "   3  \r", "line 12: the line ends within round 3;"),
        ("   3 b\r", "   3\r", "line 12: the line ends within round 3;"),
        ("   3 b\r", "   3 b x\r", "line 12: `x` is no result of a game;"),
        (
            "   3 b\r",
            "   3 b 1\r",
            "line 12: the opponent 3 (line 14) has a result that does not go",
        ),
        ("   3 b\r", "\r", "line 14: the opponent 1 (line 12) has another opponent;"),
        ("   3 b\r", "    3 b\r", "line 12: column 116 has to be blank;"),
        ("   3 b\r", "   x b\r", "line 12: `x` is no starting rank;"),
    ] {
        let error = error(&changed(old, new));
        assert!(error.starts_with(said), "{new:?}: {error}");
    }
}

#[test]
fn a_player_who_cannot_be_right_is_refused_with_his_line() {
    for (old, new, said) in [
        ("001    5", "001    4", "line 16: starting rank 4 is already taken by line 15;"),
        ("001    5", "001    x", "line 16: `x` is no starting rank;"),
        ("Peeters, Lotte", "              ", "line 16: the player has no name;"),
        ("Peeters, Lotte  ", "Peeters, Lotte ", "line 16: column 48 has to be blank;"),
        ("Peeters, Lotte", "Peeters, Lot\u{1}e", "line 16: `Peeters, Lot e` holds a control"),
        (" 1987 BEL", " 5987 BEL", "line 16: `5987` is no rating;"),
        ("299990005", "29999000x", "line 16: `29999000x` is no FIDE id;"),
    ] {
        let error = error(&changed(old, new));
        assert!(error.starts_with(said), "{new:?}: {error}");
    }
}

#[test]
fn a_fide_id_may_be_paired_once_in_a_round() {
    let text = changed("299990005", "499990003");
    assert_eq!(
        error(&text),
        "line 16: Peeters, Lotte already plays in round 3 at line 14; delete one of the games, or \
         give their FIDE ids if these are two people"
    );
}

#[test]
fn results_are_filled_in_and_nothing_else_changes() {
    let results = BTreeMap::from([
        (board(1), KnownOutcome::Draw),
        (board(2), WHITE_WON),
        (board(3), BLACK_WON),
    ]);
    let written = with_results(SWISS, round(3), &results).unwrap();
    let list = read(&written, Some(round(3))).unwrap();
    let outcomes: Vec<_> = list.pairings.iter().map(|pairing| pairing.outcome.unwrap()).collect();
    assert_eq!(outcomes, [KnownOutcome::Draw, WHITE_WON, BLACK_WON]);
    let written = String::from_utf8(written).unwrap();
    for (was, is) in swiss().split_inclusive('\n').zip(written.split_inclusive('\n')) {
        if was.starts_with("001") {
            assert!(is.starts_with(was.trim_end()) && is.ends_with("\r\n"), "{is}");
            assert_eq!(is.chars().count(), was.chars().count() + 2);
        } else {
            assert_eq!(is, was);
        }
    }
}

#[test]
fn a_result_that_differs_is_replaced_and_the_same_is_left_as_it_is() {
    let unrated = changed("   4 w 1", "   4 w W").replace("   1 b 0", "   1 b L");
    let result = |outcome| BTreeMap::from([(board(1), outcome)]);
    let same = with_results(unrated.as_bytes(), round(1), &result(WHITE_WON)).unwrap();
    assert_eq!(String::from_utf8(same).unwrap(), unrated);
    let other = with_results(unrated.as_bytes(), round(1), &result(KnownOutcome::Draw)).unwrap();
    let expected = unrated.replace("   4 w W", "   4 w =").replace("   1 b L", "   1 b =");
    assert_eq!(String::from_utf8(other).unwrap(), expected);
}

#[test]
fn no_results_leave_any_file_as_it_is() {
    let with_mark = [b"\xEF\xBB\xBF", SWISS].concat();
    for file in [SWISS, &with_mark] {
        assert_eq!(with_results(file, round(2), &BTreeMap::new()).unwrap(), file);
    }
}

#[test]
fn a_result_of_a_board_that_nobody_plays_on_is_refused() {
    let fourth = BTreeMap::from([(board(4), WHITE_WON)]);
    let what = Wrong::NoSuchBoard { round: round(3), board: board(4) };
    assert_eq!(
        with_results(SWISS, round(3), &fourth).unwrap_err(),
        PairingError { line: 19, what }
    );
    let error = with_results(LEAGUE, round(1), &fourth).unwrap_err();
    assert_eq!(error, PairingError { line: 1, what: Wrong::NotTrf });
}
