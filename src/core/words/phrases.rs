//! What the command line says, an enum a subject.

mod decided;
mod doctor;
mod done;
mod errors;
mod heads;
mod history;
mod lists;
mod play;
mod section;

pub use decided::Decided;
pub use doctor::Doctor;
pub use done::Done;
pub use errors::{Failed, Missing};
pub use heads::Head;
pub use history::History;
pub use lists::{At, Listed, Span};
pub use play::Play;
pub use section::OfSection;

/// The names of all phrases, with those of their values.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let all: &[&[_]] = &[
        Head::ALL,
        At::ALL,
        Span::ALL,
        Listed::ALL,
        Play::ALL,
        Done::ALL,
        History::ALL,
        Missing::ALL,
        Failed::ALL,
        Doctor::ALL,
        Decided::ALL,
        OfSection::ALL,
    ];
    all.iter().copied().flatten().copied()
}
