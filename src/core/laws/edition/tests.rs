use super::*;

fn category(edition: Edition, minutes: u64, seconds: u64) -> Option<Category> {
    edition.category_of(Duration::from_secs(minutes * 60), Duration::from_secs(seconds))
}

#[test]
fn a_1_b_1_sixty_increments_count_with_the_main_time() {
    use Category::{Blitz, Rapid, Standard};
    for edition in [Edition::Fide2017, Edition::Fide2018, Edition::Fide2023] {
        let of = |minutes, seconds| category(edition, minutes, seconds);
        assert_eq!([of(90, 30), of(60, 0), of(30, 30)], [Some(Standard); 3]);
        assert_eq!([of(15, 10), of(10, 1), of(59, 0)], [Some(Rapid); 3]);
        assert_eq!([of(10, 0), of(5, 5), of(5, 3), of(3, 2)], [Some(Blitz); 4]);
    }
}

#[test]
fn in_1997_only_the_fixed_time_counts() {
    use Category::{Blitz, Rapid, Standard};
    let of = |minutes, seconds| category(Edition::Fide1997, minutes, seconds);
    assert_eq!([of(90, 30), of(61, 0)], [Some(Standard); 2]);
    assert_eq!([of(15, 10), of(60, 0)], [Some(Rapid); 2]);
    assert_eq!([of(10, 0), of(10, 1), of(5, 5), of(3, 2)], [Some(Blitz); 4]);
}

#[test]
fn the_main_times_of_all_periods_count() {
    let control: TimeControl = "40/90:00+0:30 30:00+0:30".parse().unwrap();
    assert_eq!(Edition::Fide2023.category(&control), Some(Category::Standard));
    let control: TimeControl = "20/5:00 5:00".parse().unwrap();
    assert_eq!(Edition::Fide2023.category(&control), Some(Category::Blitz));
}

#[test]
fn of_1995_no_category_is_known() {
    assert_eq!([category(Edition::Fide1995, 5, 0), category(Edition::Fide1995, 120, 0)], [None; 2]);
}

#[test]
fn in_1995_releasing_completes_but_with_extra_time() {
    let completes = |edition, control: &str| {
        let control = control.parse().unwrap();
        Rulebook { edition, control, ..Rulebook::default() }.completes_on_release()
    };
    assert!(completes(Edition::Fide1995, "40/120:00 60:00"));
    assert!(!completes(Edition::Fide1995, "90:00+0:30"));
    assert!(!completes(Edition::Fide1997, "40/120:00 60:00"));
}

#[test]
fn a_wrong_claim_of_1997_takes_half_of_what_is_left_and_three_minutes_at_most() {
    let rulebook = Rulebook { edition: Edition::Fide1997, ..Rulebook::default() };
    let takes = |kind, left| rulebook.wrong_claim(kind, Duration::from_secs(left));
    let both = |takes| WrongClaim::TakesAndGives {
        takes: Duration::from_secs(takes),
        gives: Duration::from_secs(180),
    };
    assert_eq!(takes(ClaimKind::Threefold, 3_600), both(180));
    assert_eq!(takes(ClaimKind::Threefold, 100), both(50));
    assert_eq!(takes(ClaimKind::Fifty, 100), WrongClaim::Undecided);
}
