//! What is said of boards in the air.

use crate::words::phrase::phrases;

phrases! {
    /// Boards in the air.
    InAir {
        NoBoard = "air-no-board",
        Connected = "air-connected",
        Trusted = "air-trusted",
        Paired = "air-paired",
        Stranger = "air-stranger",
        Silent = "air-silent",
        Strength { strength } = "air-strength",
        HowToPair = "air-how-to-pair",
        Taken { name, address } = "air-taken",
        Forgotten { name, address } = "air-forgotten",
        Unknown { name } = "air-unknown",
        Several { name, addresses } = "air-several",
    }
}
