//! What the command line says, an enum a subject.

mod doctor;
mod done;
mod errors;
mod heads;
mod history;
mod lists;
mod play;

pub use doctor::Doctor;
pub use done::Done;
pub use errors::{Failed, Missing};
pub use heads::Head;
pub use history::History;
pub use lists::{At, Listed, Span};
pub use play::Play;

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
    ];
    all.iter().copied().flatten().copied()
}
