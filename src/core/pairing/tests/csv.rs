use touchmove_drivers::recording::Variant;

use super::*;

#[test]
fn columns_may_stand_in_any_order_and_others_are_passed_over() {
    assert_eq!(
        games(CLUB_NIGHT, None),
        [
            "1.1 Harrow, Ken - Stipe, Eva",
            "1.2 Tolliver, Sam \"Sly\" - Marsh, Jo",
            "1.3 Pym, Lea - Voss, Abe",
            "2.1 Stipe, Eva - Tolliver, Sam \"Sly\"",
        ]
    );
    let list = read(CLUB_NIGHT, Some(round(1))).unwrap();
    let sections: Vec<_> = list.pairings.iter().map(|p| p.section.as_deref()).collect();
    assert_eq!(sections, [Some("Open"), Some("Open"), Some("U12")]);
    let outcomes: Vec<_> = list.pairings.iter().map(|pairing| pairing.outcome).collect();
    assert_eq!(outcomes, [None, Some(DRAWN), None]);
    assert_eq!(list.pairings[2].black.rating, Rating::new(980));
}

#[test]
fn a_table_is_a_board_and_columns_from_which_nothing_is_read_are_named() {
    let list = read(b"round,table,white,black\n3,7,Anna,Ben\n", None).unwrap();
    assert_eq!(list.pairings[0].board.get(), 7);
    let unknown = |text: &str| unknown_columns(text.as_bytes());
    assert_eq!(unknown("\u{feff}round;Tisch;white;black;\n3;7;Anna;Ben;\n"), ["Tisch"]);
    assert_eq!(unknown("round,table,white,black\n"), [""; 0]);
    assert_eq!(unknown("[Event \"?\"]\n\n*\n"), [""; 0]);
    assert_eq!(unknown("white,black,a\u{1b}b\n").len(), 1);
}

#[test]
fn semicolons_and_tabs_separate_as_commas_do() {
    let list = read(LEAGUE, None).unwrap();
    assert_eq!(list.pairings[0].white.title, Some(Title::Wfm));
    assert_eq!(list.pairings[0].black.team.as_deref(), Some("SV Ebene 1908"));
    assert_eq!(list.pairings[1].start.as_ref().unwrap().variant(), Variant::Chess960);
    let tabs = String::from_utf8(LEAGUE.to_vec()).unwrap().replace(';', "\t");
    assert_eq!(read(tabs.as_bytes(), None).unwrap(), list);
}

#[test]
fn blank_lines_any_line_break_and_a_byte_order_mark_change_nothing() {
    let text = String::from_utf8(LEAGUE.to_vec()).unwrap();
    let list = read(LEAGUE, None).unwrap();
    for line_break in ["\r\n", "\r", "\n\n", "\n;;;;;;;;;\n"] {
        let text = format!("\u{FEFF}{}", text.replace('\n', line_break));
        assert_eq!(read(text.as_bytes(), None).unwrap(), list, "{line_break:?}");
    }
}

#[test]
fn a_line_is_counted_past_blank_ones_and_past_breaks_in_quotations() {
    let text = "white,black,result\n\n\"Ann\nLee\",Bob,*\r\n\r\nCat,Dan,x\r\n";
    assert!(error(text).starts_with("line 6: `x` is no result;"), "{}", error(text));
    let text = text.replace(",x", ",*");
    assert_eq!(games(text.as_bytes(), None)[0], "1.1 Ann Lee - Bob");
}

#[test]
fn what_is_cut_off_is_refused_with_its_line() {
    for (text, said) in [
        ("white,black\nAnn,\"Bob", "line 2: a quotation mark here is not closed"),
        ("white,black\n\"Ann,Bob\nCat,Dan\n", "line 2: a quotation mark here is not closed"),
        ("white,black\nAnn,Bob\nCat\n", "line 3: this line has 1 fields and the header has 2"),
        (
            "white,black\nAnn,Bo",
            "line 2: the file ends in the middle of a line, so `Bo` may be cut",
        ),
        ("white,black,result\nAnn,,*\n", "line 2: black has no name"),
        ("white,black,White\n", "line 1: `White` is given twice"),
    ] {
        let error = error(text);
        assert!(error.starts_with(said), "{error}");
    }
}

#[test]
fn a_name_longer_than_any_is_refused() {
    let text = format!("white,black\nAnn,{}\n", "x".repeat(201));
    assert!(error(&text).contains("is too long; 200 bytes are the most"), "{}", error(&text));
}

#[test]
fn a_last_line_without_a_break_is_read_where_a_cut_would_show() {
    for text in ["white,black,result\nAnn,Bob,1-0", "white,black,seat\nAnn,Bob,x"] {
        assert_eq!(games(text.as_bytes(), None), ["1.1 Ann - Bob"]);
    }
}

#[test]
fn what_is_read_in_any_form_is_written_as_csv_and_read_back() {
    for sample in SAMPLES {
        let list = read(sample, None).unwrap();
        assert_eq!(read(write_csv(&list).as_bytes(), None), Ok(list));
    }
}

#[test]
fn results_are_written_with_the_players_and_their_boards() {
    let written = write_csv(&read(LEAGUE, None).unwrap());
    assert!(written.lines().nth(1).unwrap().starts_with("1,1,,\"Falk, Greta\",1299990011,WFM,"));
    let mut list = read(CLUB_NIGHT, Some(round(2))).unwrap();
    list.pairings[0].outcome = Some(BLACK_WON);
    assert!(write_csv(&list).contains(",0-1,"));
}
