//! Bus mode: many boards on one line, each with an address; the host asks one at a time.
//!
//! `frame` has the bytes; `member` is one board as the host knows it, `search` finds boards, `line` joins
//! them: the driver of a line. `probe` asks first whether there is one.

pub(super) mod frame;
mod line;
mod member;
mod probe;
mod search;

pub(super) use line::BusLine;
pub(super) use probe::LineProbe;
