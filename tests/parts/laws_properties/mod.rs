//! What must hold of the Laws whatever the account tells.
//!
//! A few accounts, the same each time; `PROPTEST_CASES=N` tells so many others.

mod articles;
mod citing;
mod coverage;
mod rows;
mod table;

use std::sync::Arc;

use proptest::prelude::*;
use table::{Deed, Table, any_deeds, any_rulebook, laws};
use touchmove_core::account::{Entry, LineState, What};
use touchmove_core::laws::Laws;
use touchmove_core::laws::rulebook::{Edition, Rulebook};
use touchmove_core::laws::says::{Incident, IncidentKind, IncidentState, Says};

use crate::cases::cases;
use crate::fuzzed::parsers::account::hold;

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn whatever_is_told_holds_under_every_edition(
        rulebook in any_rulebook(),
        start in 0..table::STARTS.len(),
        deeds in any_deeds(),
    ) {
        for edition in Edition::ALL {
            hold(&Arc::new(Rulebook { edition, ..Rulebook::clone(&rulebook) }), start, &deeds);
        }
    }

    #[test]
    fn the_same_account_gives_the_same_rulings(
        rulebook in any_rulebook(),
        start in 0..table::STARTS.len(),
        deeds in any_deeds(),
    ) {
        let [mut one, mut other] = [laws(&rulebook, start), laws(&rulebook, start)];
        for entry in Table::at(start).account(&deeds) {
            let rulings = one.hear(&entry);
            prop_assert_eq!(&rulings, &other.hear(&entry));
            other = other.clone();
        }
    }

    #[test]
    fn a_move_taken_back_and_told_again_gives_the_same_incidents(
        rulebook in any_rulebook(),
        start in 0..table::STARTS.len(),
        deeds in any_deeds(),
        last in any::<u16>(),
    ) {
        let mut table = Table::at(start);
        let mut laws = laws(&rulebook, start);
        table.account(&deeds).iter().for_each(|entry| drop(laws.hear(entry)));
        let [first, back, again] = [Deed::Move(last), Deed::TakeBack, Deed::Move(last)]
            .map(|deed| table.account(&[deed]).pop());
        let (Some(first), Some(mut back), Some(mut again)) = (first, back, again) else {
            return Ok(());
        };
        (back.at, again.at) = (first.at, first.at);
        if let (What::Move(first), What::Move(again)) = (&first.what, &mut again.what) {
            again.landed = first.landed;
        }
        let raised = incidents(&mut laws, &first);
        laws.hear(&back);
        prop_assert_eq!(raised, incidents(&mut laws, &again));
    }
}

#[test]
fn the_accounts_tell_of_everything() {
    let mut runner = proptest::test_runner::TestRunner::new(cases(300));
    let seen = std::cell::RefCell::new(std::collections::BTreeSet::new());
    let given = (any_rulebook(), 0..table::STARTS.len(), any_deeds());
    let ran = runner.run(&given, |(rulebook, start, deeds)| {
        let mut laws = laws(&rulebook, start);
        let account = Table::at(start).account(&deeds);
        let rulings = account.iter().flat_map(|entry| laws.hear(entry));
        seen.borrow_mut().extend(rulings.map(|ruling| name(&ruling.what)));
        Ok(())
    });
    assert!(ran.is_ok());
    let seen = seen.into_inner();
    let wanted = ["ended", "not ended", "undone", "done", "waived", "withdrawn", "dismissed"];
    for wanted in wanted.into_iter().chain(["confirmed", "lapsed"]) {
        assert!(seen.contains(wanted), "{wanted} is missing in {seen:?}");
    }
}

fn name(what: &Says) -> &'static str {
    match what {
        Says::Made(_) => "made",
        Says::Completed(..) => "completed",
        Says::Undone(_) => "undone",
        Says::Ended(_) => "ended",
        Says::NotEnded => "not ended",
        Says::Incident(incident) => incident.state.word(),
        Says::Instruction(instruction) => instruction.state.word(),
        Says::Holds(_) => "holds",
    }
}

/// The incidents that a settled move raises, but for their numbers. What is wrong with the clock stands by
/// itself, and so does what it shows of a move before it.
fn incidents(laws: &mut Laws, entry: &Entry) -> Vec<Incident> {
    let What::Move(mv) = &entry.what else { panic!("{entry:?} is no move") };
    assert_eq!(mv.state, LineState::Settled);
    let raised = |what| match what {
        Says::Incident(incident)
            if incident.state == IncidentState::Raised
                && incident.ply >= mv.ply
                && !matches!(incident.kind, IncidentKind::Clock(_)) =>
        {
            Some(Incident { id: 0, evidence: NOWHERE, ..incident })
        }
        _ => None,
    };
    laws.hear(entry).into_iter().filter_map(|ruling| raised(ruling.what)).collect()
}

const NOWHERE: touchmove_core::account::EvidenceSpan =
    touchmove_core::account::EvidenceSpan { from: 0, to: 0 };
