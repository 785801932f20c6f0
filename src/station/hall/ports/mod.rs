//! Ports of the station: what is found at each, who may be heard there, and the tasks that look after them.

pub(super) mod attend;
pub(super) mod call;
pub(super) mod falls;
pub(super) mod known_links;
pub(super) mod newcomers;
pub mod port;
pub mod port_view;
pub mod seating;
pub(super) mod task;
