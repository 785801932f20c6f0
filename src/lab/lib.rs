//! Where the house is tried: virtual boards with human hands on them, and scores of what is concluded from both.

pub mod conformance;
pub mod fitting;
pub mod score;
pub mod simulate;
