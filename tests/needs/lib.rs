//! What tests need and may not find: public data, rights, the programs of others. No test passes in silence for want of them.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::{env, io, thread};

/// Where this is 1, whatever tests need has to be there: `.ci/run` sets it.
const REQUIRE_ALL: &str = "TOUCHMOVE_REQUIRE_ALL";

/// The folder with public games and recordings, which are no part of the repository.
const DATA: &str = "TOUCHMOVE_DATA";

/// Says by its name that the test that calls this is skipped, or does a part of its work alone, and what it lacks.
///
/// # Panics
/// Where everything has to be there.
pub fn skip(lacking: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    assert!(env::var_os(REQUIRE_ALL).is_none_or(|all| all != "1"), "{test} lacks {lacking}");
    // The standard error that tests capture is that of `eprintln!`.
    let _ = writeln!(io::stderr(), "SKIPPED {test}: it lacks {lacking}");
}

/// The folder with public data; where none is named, that is said as of [`skip`].
pub fn data() -> Option<PathBuf> {
    let data = env::var_os(DATA).map(PathBuf::from);
    if data.is_none() {
        skip(&format!("public games and recordings: {DATA} names no folder with them"));
    }
    data
}

/// The Python that may have python-chess: `make test` sees to one of its own.
pub fn python() -> OsString {
    env::var_os("TOUCHMOVE_PYTHON").unwrap_or_else(|| "python3".into())
}
