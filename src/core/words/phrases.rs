//! What the command line says, an enum a subject.

mod air;
mod broadcast;
mod calibrate;
mod conformance;
mod decided;
mod desk;
mod doctor;
mod done;
mod errors;
mod figure;
mod heads;
mod help;
mod history;
mod laws;
mod lists;
mod notify;
mod play;
mod public;
mod refusals;
mod rehearse;
mod score;
mod screen;
mod section;
mod setup;
mod simulate;
mod verify;

pub use air::InAir;
pub use broadcast::OfBroadcast;
pub use calibrate::Calibrate;
pub use conformance::Conformance;
pub use decided::Decided;
pub use desk::{AtDesk, AtReplay, OfArbiters};
pub use doctor::Doctor;
pub use done::Done;
pub use errors::{Failed, Missing};
pub use figure::Figure;
pub use heads::Head;
pub use help::OfHelp;
pub use history::History;
pub use laws::OfLaws;
pub use lists::{At, Known, Listed, Span};
pub use notify::Notify;
pub use play::Play;
pub use public::AtPublic;
pub use refusals::RefusedBecause;
pub use rehearse::{Rehearse, Rehearsed};
pub use score::{Score, ScoreHead};
pub use screen::AtScreen;
pub use section::OfSection;
pub use setup::OfSetup;
pub use simulate::Simulate;
pub use verify::Verify;

/// The names of all phrases, with those of their values.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let all: &[&[_]] = &[
        Head::ALL,
        At::ALL,
        Span::ALL,
        Listed::ALL,
        Known::ALL,
        Play::ALL,
        AtScreen::ALL,
        Notify::ALL,
        Done::ALL,
        History::ALL,
        Missing::ALL,
        Failed::ALL,
        Doctor::ALL,
        Decided::ALL,
        OfSection::ALL,
        Figure::ALL,
        Verify::ALL,
        Conformance::ALL,
        ScoreHead::ALL,
        Score::ALL,
        Simulate::ALL,
        Rehearse::ALL,
        Rehearsed::ALL,
        InAir::ALL,
        Calibrate::ALL,
        OfHelp::ALL,
        OfSetup::ALL,
        OfLaws::ALL,
        AtDesk::ALL,
        RefusedBecause::ALL,
        AtReplay::ALL,
        OfArbiters::ALL,
        AtPublic::ALL,
        OfBroadcast::ALL,
    ];
    all.iter().copied().flatten().copied()
}
