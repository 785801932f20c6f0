//! Joins stations in one hall: `touchmove-hub --help` says how.

fn main() -> std::process::ExitCode {
    touchmove_hub::main()
}
