//! Accounts of games that nobody played, as chance draws them.

use std::sync::Arc;

use proptest::prelude::*;
use shakmaty::Color;
use touchmove_core::account::{KingsSign, TouchEnd};
use touchmove_core::laws::rulebook::{Category, Edition, Rulebook};
use touchmove_drivers::recording::{Policy, Supervision};

use crate::fuzzed::parsers::account::SAID;
pub(crate) use crate::fuzzed::parsers::account::{Deed, STARTS, Table, laws};

pub(crate) fn any_deeds() -> impl Strategy<Value = Vec<Deed>> {
    let side = || prop_oneof![Just(Color::White), Just(Color::Black)];
    let end = prop_oneof![Just(TouchEnd::Held), Just(TouchEnd::Returned), Just(TouchEnd::Left)];
    let sign =
        prop_oneof![Just(KingsSign::WhiteWins), Just(KingsSign::BlackWins), Just(KingsSign::Draw)];
    let squares = prop_oneof![3 => Just(0), 1 => any::<u64>()];
    let deed = prop_oneof![
        10 => any::<u16>().prop_map(Deed::Move),
        2 => any::<(u16, u16)>().prop_map(|(from, to)| Deed::Illegal(from, to)),
        3 => Just(Deed::TakeBack),
        6 => (side(), squares).prop_map(|(side, squares)| Deed::Press(side, squares)),
        4 => (any::<u16>(), end).prop_map(|(piece, end)| Deed::Touch(piece, end)),
        3 => (prop::option::of(side()), any::<[bool; 2]>())
            .prop_map(|(run, flags)| Deed::Clock(run, flags)),
        1 => sign.prop_map(Deed::Kings),
        1 => Just(Deed::Placed),
        5 => (0..SAID.len()).prop_map(Deed::Says),
        1 => (1..4_u64).prop_map(Deed::Undo),
    ];
    prop::collection::vec(deed, 0..40)
}

pub(crate) fn any_rulebook() -> impl Strategy<Value = Arc<Rulebook>> {
    let edition = prop::sample::select(Edition::ALL.to_vec());
    let category = prop::sample::select(vec![Category::Standard, Category::Rapid, Category::Blitz]);
    let supervision = prop::sample::select(vec![Supervision::Full, Supervision::Reduced]);
    let policy = prop::sample::select(vec![Policy::Observe, Policy::Propose, Policy::Act]);
    let control = prop::sample::select(vec!["2/1:00 1:00", "90:00+0:30", "3:00"]);
    (edition, category, supervision, policy, control).prop_map(
        |(edition, category, supervision, policy, control)| {
            let control = control.parse().unwrap();
            let rulebook = Rulebook::default();
            Arc::new(Rulebook { edition, category, supervision, policy, control, ..rulebook })
        },
    )
}
