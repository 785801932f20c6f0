//! Numbers about a running program, for Prometheus.
//!
//! Each program counts for itself, and tells what it has counted when somebody asks for `/metrics`. Nothing is told unless
//! whoever runs it names an address for it, and nothing of what is told names a player. `docs/hall-of-many.md` says what each
//! number is.

mod address;
mod counted;
mod families;
mod live;
mod server;
mod text;

pub use self::address::{MetricsAddress, NoMetricsAddress};
pub use self::counted::{Counter, Histogram};
pub use self::families::{MetricFamily, MetricKind, all, family};
pub use self::live::LiveFigures;
pub use self::server::{MetricsError, MetricsServer};
pub use self::text::{MetricLabel, MetricsText, Samples};
