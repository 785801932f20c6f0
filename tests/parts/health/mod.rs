//! How well boards read: nothing is said of hands, and what is planted is found.

mod hands;
mod patient;
mod value;
