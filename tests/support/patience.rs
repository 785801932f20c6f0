//! How long tests wait.

use std::time::Duration;

/// How long anything that must happen may take, on a machine that does other work as well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);
