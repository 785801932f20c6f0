//! The daemon: `touchmoved --help` says what it does.

fn main() -> std::process::ExitCode {
    touchmove_station::daemon::main()
}
