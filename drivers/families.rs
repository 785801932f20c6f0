//! The family table: every kind of device that touchmove knows, as data.
//!
//! The udev rules, what is looked for at ports and the README's table of hardware are made from it, and tests
//! keep them equal to it. A family knows nothing of the table.

use crate::family::Family;
use crate::{
    certabo, chesslink, chessnut, chessup, cpp, dgt, gochess, ichessone, pegasus, recording,
    squareoff, tabutronic,
};

/// The table. A new family adds one row here and one folder beside it.
pub const FAMILIES: &[&Family] = &[
    &dgt::FAMILY,
    &dgt::LINE,
    &chesslink::FAMILY,
    &chessnut::FAMILY,
    &ichessone::FAMILY,
    &pegasus::FAMILY,
    &squareoff::FAMILY,
    &squareoff::NEO,
    &gochess::FAMILY,
    &certabo::FAMILY,
    &tabutronic::FAMILY,
    &chessup::FAMILY,
    &cpp::FAMILY,
    &recording::FAMILY,
    #[cfg(any(test, feature = "toy"))]
    &crate::toy::FAMILY,
];

/// The family named `name`.
pub fn by_name(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name == name)
}
