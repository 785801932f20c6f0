//! The Laws themselves, under every edition: of whatever account, what must hold of what they say.

mod evidence;
mod table;
mod told;

use std::sync::Arc;

use touchmove_core::laws::Laws;
use touchmove_core::laws::rulebook::{Category, Edition, Rulebook};
use touchmove_drivers::recording::{Policy, Supervision};

pub use self::evidence::Evidence;
pub use self::table::{Deed, SAID, STARTS, Table, laws};
pub use self::told::Told;

/// No longer account is told: it is to be done soon under five editions.
const MAX_DEEDS: usize = 200;

/// Tells the Laws of each edition what the bytes make of it.
pub fn account(bytes: &[u8]) {
    let mut script = bytes;
    let mut byte = || script.split_off_first().copied().map(usize::from);
    let (Some(start), Some(of_book)) = (byte(), byte()) else { return };
    let deeds: Vec<_> = std::iter::from_fn(|| Deed::of(&mut script)).take(MAX_DEEDS).collect();
    for edition in Edition::ALL {
        hold(&rulebook(edition, of_book), start % STARTS.len(), &deeds);
    }
}

/// A rulebook of this edition; the number chooses the rest of it.
fn rulebook(edition: Edition, number: usize) -> Arc<Rulebook> {
    let categories = [Category::Standard, Category::Rapid, Category::Blitz];
    let policies = [Policy::Observe, Policy::Propose, Policy::Act];
    let controls = ["2/1:00 1:00", "90:00+0:30", "3:00"];
    Arc::new(Rulebook {
        edition,
        category: categories[number % 3],
        supervision: [Supervision::Full, Supervision::Reduced][number / 3 % 2],
        policy: policies[number / 6 % 3],
        control: controls[number / 18 % 3].parse().unwrap(),
        ..Rulebook::default()
    })
}

/// What must hold of what the Laws say of these deeds:
///
/// * it is told in order;
/// * a snapshot goes on as the original does, and both are what the account comes to when it is told anew;
/// * nobody is accused of what the account does not show;
/// * what follows from an incident goes with it.
pub fn hold(rulebook: &Arc<Rulebook>, start: usize, deeds: &[Deed]) {
    let account = Table::at(start).account(deeds);
    let mut heard = laws(rulebook, start);
    let (mut told, mut evidence) = (Told::default(), Evidence::default());
    let mut snapshot: Option<Laws> = None;
    for (number, entry) in account.iter().enumerate() {
        if number == account.len() / 2 {
            snapshot = Some(heard.clone());
        }
        let rulings = heard.hear(entry);
        if let Some(snapshot) = &mut snapshot {
            assert_eq!(rulings, snapshot.hear(entry), "a snapshot says otherwise");
        }
        let in_order = told.hear(entry, &rulings).and_then(|()| told.check_causes());
        let shown = evidence.hear(entry, &rulings);
        if let Err(wrong) = in_order.and(shown) {
            panic!("{}, {entry:?}: {wrong}", rulebook.edition.name());
        }
    }
    let mut anew = laws(rulebook, start);
    account.iter().for_each(|entry| drop(anew.hear(entry)));
    assert_eq!(format!("{anew:?}"), format!("{heard:?}"), "told anew it comes to something else");
    if let Some(snapshot) = snapshot {
        assert_eq!(format!("{anew:?}"), format!("{snapshot:?}"), "a snapshot has come elsewhere");
    }
}
