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
        (
            "Peeters, Lotte",
            "Peeters, Lot\u{1}e",
            "line 16: `Peeters, Lot\u{fffd}e` holds a control",
        ),
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

/// The pairings of a round of the report, with these results by board.
fn with_outcomes(report: &[u8], in_round: Round, results: &[(u16, Outcome)]) -> Vec<Pairing> {
    let mut pairings = read(report, Some(in_round)).unwrap().pairings;
    for pairing in &mut pairings {
        let entered = results.iter().find(|(number, _)| board(*number) == pairing.board);
        pairing.outcome = entered.map(|(_, outcome)| *outcome);
    }
    pairings
}

#[test]
fn results_are_filled_in_and_nothing_else_changes() {
    let results = [(1, DRAWN), (2, WHITE_WON), (3, BLACK_WON)];
    let written = with_results(SWISS, round(3), &with_outcomes(SWISS, round(3), &results)).unwrap();
    let list = read(&written, Some(round(3))).unwrap();
    let outcomes: Vec<_> = list.pairings.iter().map(|pairing| pairing.outcome.unwrap()).collect();
    assert_eq!(outcomes, [DRAWN, WHITE_WON, BLACK_WON]);
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
    let report = unrated.as_bytes();
    let written = |outcome| {
        let pairings = with_outcomes(report, round(1), &[(1, outcome)]);
        String::from_utf8(with_results(report, round(1), &pairings).unwrap()).unwrap()
    };
    assert_eq!(written(WHITE_WON), unrated);
    let replaced = |white: &str, black: &str| {
        let white = unrated.replace("   4 w W", &format!("   4 w {white}"));
        white.replace("   1 b L", &format!("   1 b {black}"))
    };
    assert_eq!(written(DRAWN), replaced("=", "="));
    assert_eq!(written(Outcome::Forfeit { winner: Some(Color::Black) }), replaced("-", "+"));
    assert_eq!(written(Outcome::Forfeit { winner: None }), replaced("-", "-"));
}

#[test]
fn every_result_is_written_as_both_players_marks_and_read_again() {
    for (outcome, white, black) in [
        (Outcome::Played(ResultValue::BothLose), "0", "0"),
        (Outcome::Played(ResultValue::HalfForWhite), "=", "0"),
        (Outcome::Played(ResultValue::HalfForBlack), "0", "="),
        (BLACK_WON, "0", "1"),
    ] {
        let pairings = with_outcomes(SWISS, round(3), &[(3, outcome)]);
        let written = with_results(SWISS, round(3), &pairings).unwrap();
        let read = read(&written, Some(round(3))).unwrap();
        assert_eq!(read.pairings[2].outcome, Some(outcome));
        let written = String::from_utf8(written).unwrap();
        let mark_of = |player: &Player| {
            let line = written.lines().find(|line| line.contains(&*player.name)).unwrap();
            line.chars().nth(118).map(String::from)
        };
        let Pairing { white: one, black: other, .. } = &read.pairings[2];
        assert_eq!(
            (mark_of(one).as_deref(), mark_of(other).as_deref()),
            (Some(white), Some(black))
        );
    }
}

#[test]
fn marks_that_give_more_than_the_game_does_are_refused() {
    for marks in [("1", "1"), ("1", "="), ("=", "1"), ("+", "0"), ("1", "-"), ("+", "+")] {
        let report = changed("   4 w 1", &format!("   4 w {}", marks.0));
        let report = report.replace("   1 b 0", &format!("   1 b {}", marks.1));
        let error = read(report.as_bytes(), Some(round(1))).unwrap_err();
        assert!(matches!(error.what, Wrong::ResultsDiffer(..)), "{marks:?}: {error}");
    }
}

#[test]
fn a_forfeit_that_is_written_is_found_again() {
    let forfeit = Outcome::Forfeit { winner: Some(Color::White) };
    let pairings = with_outcomes(SWISS, round(3), &[(1, forfeit), (2, DRAWN)]);
    let written = with_results(SWISS, round(3), &pairings).unwrap();
    assert_eq!(with_results(&written, round(3), &pairings).unwrap(), written);
    assert_eq!(read(&written, Some(round(3))).unwrap().pairings.len(), 2);
}

#[test]
fn a_game_is_found_by_its_players_whatever_its_board() {
    let mut pairings = with_outcomes(SWISS, round(3), &[(1, BLACK_WON)]);
    pairings[0].board = board(7);
    pairings[0].white.fide_id = None;
    pairings[0].black.name = "Zurawik B.".to_owned();
    let list = read(&with_results(SWISS, round(3), &pairings).unwrap(), Some(round(3))).unwrap();
    let outcomes: Vec<_> = list.pairings.iter().map(|pairing| pairing.outcome).collect();
    assert_eq!(outcomes, [Some(BLACK_WON), None, None]);
}

#[test]
fn no_results_leave_any_file_as_it_is() {
    let with_mark = [b"\xEF\xBB\xBF", SWISS].concat();
    for file in [SWISS, &with_mark] {
        assert_eq!(with_results(file, round(2), &[]).unwrap(), file);
    }
}

#[test]
fn a_result_of_players_who_have_no_game_is_refused() {
    let mut pairings = with_outcomes(SWISS, round(3), &[(1, WHITE_WON)]);
    let error = with_results(LEAGUE, round(1), &pairings).unwrap_err();
    assert_eq!(error, PairingError { line: 1, what: Wrong::NotTrf });
    let Pairing { white, black, .. } = &mut pairings[0];
    std::mem::swap(white, black);
    let error = with_results(SWISS, round(3), &pairings).unwrap_err().to_string();
    let said = "line 19: Żurawik, Błażej (White) and Okoro-Bell, Tunde have no game in round 3";
    assert!(error.starts_with(said), "{error}");
}
