use proptest::prelude::*;

use super::*;

/// A time control as recordings have it; `None` where the text cannot be read.
fn read(text: &str) -> Option<String> {
    text.parse::<TimeControl>().ok().map(|control| control.to_string())
}

#[test]
fn what_operators_and_programs_write_is_read() {
    for (text, shown) in [
        ("90+30", "90:00+0:30"),
        ("5+3", "5:00+0:03"),
        ("90", "90:00"),
        (" 5400+30 ", "90:00+0:30"),
        ("180+2", "3:00+0:02"),
        ("300", "5:00"),
        ("40/5400+30:1800+30", "40/90:00+0:30 30:00+0:30"),
        ("40/7200:20/3600:900", "40/120:00 20/60:00 15:00"),
        ("40/90:00+0:30 30:00+0:30", "40/90:00+0:30 30:00+0:30"),
        ("1:30:00+30", "90:00+0:30"),
        ("90:00d0:05", "90:00d0:05"),
        ("G/90;d5", "90:00d0:05"),
        ("G/60 d10", "60:00d0:10"),
        ("G/30; +5", "30:00+0:05"),
        ("G/180", "180:00"),
        ("40/90, SD/30; +30", "40/90:00+0:30 30:00+0:30"),
        ("40/90, SD/30 d5", "40/90:00d0:05 30:00d0:05"),
        ("40/120, 20/60, 30", "40/120:00 20/60:00 30:00"),
        ("40/90+30+30", "40/90:00+0:30 30:00+0:30"),
        ("90 min/40 moves + 30 min + 30 sec/move", "40/90:00+0:30 30:00+0:30"),
        ("90 min/40 moves + 30 sec", "40/90:00+0:30"),
        ("105 min/40 moves + 15 min", "40/105:00 15:00"),
        ("15 min/game + 10 sec/move", "15:00+0:10"),
        ("90 min + 30 s", "90:00+0:30"),
        ("90'+30\"", "90:00+0:30"),
        ("90'/40 + 30' + 30''", "40/90:00+0:30 30:00+0:30"),
        ("1h30 + 30sec/mv", "90:00+0:30"),
        ("2h/40 moves, then 1h", "40/120:00 60:00"),
        ("90 min. + 30 sec./each move", "90:00+0:30"),
        ("90 mins for all moves with 30 sec increment from move 1", "90:00+0:30"),
        (
            "90 minutes for the first 40 moves, and 30 minutes for the rest of the game, \
             with a 30 second increment per move from move 1",
            "40/90:00+0:30 30:00+0:30",
        ),
        ("40 moves in 90 minutes followed by 30 minutes", "40/90:00 30:00"),
        ("2h + 1 min/move", "120:00+1:00"),
        ("5 min + 3 sec Bronstein", "5:00b0:03"),
        ("25+10 Bronstein delay", "25:00b0:10"),
        ("5 minutes + 3 seconds delay", "5:00d0:03"),
        ("?", "?"),
        ("-", "-"),
        ("untimed", "-"),
        (" Untimed ", "-"),
        ("*180", "*3:00"),
        ("*3:00", "*3:00"),
    ] {
        assert_eq!(read(text).as_deref(), Some(shown), "{text}");
    }
}

#[test]
fn what_could_mean_more_than_one_thing_is_not_read() {
    for text in [
        "40/90+30",
        "40/90+30:30+30",
        "40/2",
        "5 min 3 sec",
        "90 + 30 min",
        "90 min + 30 min + 30 sec/move",
        "90 min + 30 sec from move 41",
        "90 min + 30 sec/move + 30 min",
        "90+30+30",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn what_is_no_time_control_is_refused() {
    for text in [
        "",
        "soon",
        "0",
        "0+3",
        "+30",
        "5+",
        "d5",
        "75+0.6",
        "1.5 h",
        "90:60",
        "40/",
        "0/90",
        "-5",
        "60000",
        "99999999999",
        "40/90/30",
        "90 min for 40 moves or so",
        "90:00+0:00",
        "∞",
        "½ h",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(read(&"40/90,".repeat(40)), None);
    assert!(UnreadableControl.to_string().contains("`90+30`"));
}

#[test]
fn a_tag_is_always_in_seconds() {
    let pgn = |tag| TimeControl::from_pgn(tag).map(|control| control.to_string());
    assert_eq!(pgn("60+1"), Ok("1:00+0:01".to_owned()));
    assert_eq!(pgn("40/60:30+0"), Ok("40/1:00 0:30".to_owned()));
    for tag in ["", "90 min", "40/5400+30:", "1800:40/5400", "*", "5400+", "G/90", " ?", "+5"] {
        assert_eq!(pgn(tag), Err(UnreadableControl), "{tag}");
    }
}

#[test]
fn a_delay_has_no_tag() {
    let control: TimeControl = "40/90, SD/30 d5".parse().unwrap();
    assert_eq!(control.pgn(), None);
}

#[test]
fn the_last_period_is_repeated_where_it_counts_moves() {
    let moves = |text: &str| {
        let control: TimeControl = text.parse().unwrap();
        let periods = control.periods().unwrap().iter();
        periods.take(4).map(|period| period.moves.map_or(0, NonZeroU16::get)).collect::<Vec<_>>()
    };
    assert_eq!(moves("40/7200:20/3600:900"), [40, 20, 0]);
    assert_eq!(moves("40/7200:20/3600"), [40, 20, 20, 20]);
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same(control in control()) {
        prop_assert_eq!(control.to_string().parse(), Ok(control.clone()));
        if let Some(tag) = control.pgn() {
            prop_assert_eq!(TimeControl::from_pgn(&tag), Ok(control));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), near in "[0-9+/:;,dgGmins'\" .*]{0,60}") {
        for text in [text, near] {
            for control in [text.parse(), TimeControl::from_pgn(&text)].into_iter().flatten() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }
    }
}

fn control() -> impl Strategy<Value = TimeControl> {
    let periods = (prop::collection::vec(counted(), 0..4), last());
    prop_oneof![
        Just(TimeControl::Unknown),
        Just(TimeControl::Untimed),
        seconds().prop_map(TimeControl::Hourglass),
        periods.prop_map(|(counted, last)| TimeControl::Periods(Periods { counted, last })),
    ]
}

fn last() -> impl Strategy<Value = Last> {
    prop_oneof![allowance().prop_map(Last::Rest), counted().prop_map(Last::Repeated)]
}

fn counted() -> impl Strategy<Value = Counted> {
    let moves = (1..=u16::MAX).prop_filter_map("none", NonZeroU16::new);
    (moves, allowance()).prop_map(|(moves, allowance)| Counted { moves, allowance })
}

fn allowance() -> impl Strategy<Value = Allowance> {
    let mode = prop::sample::select(vec![Mode::Increment, Mode::Bronstein, Mode::Delay]);
    let extra = prop::option::of((mode, seconds()).prop_map(|(mode, time)| Extra { mode, time }));
    (seconds(), extra).prop_map(|(main, extra)| Allowance { main, extra })
}

fn seconds() -> impl Strategy<Value = Seconds> {
    (1..=Seconds::MAX).prop_filter_map("none", Seconds::new)
}
