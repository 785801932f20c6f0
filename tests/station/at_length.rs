//! What takes minutes. Tests are begun in the order of their names, and these are to be under way before all others: whoever
//! begins last is waited for alone.

mod every_family;
mod games;
mod joint_kills;
mod kills;
mod mixed_hall;
mod operators_day;
