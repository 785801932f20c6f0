//! The command: `touchmove --help` says what it does.

fn main() -> std::process::ExitCode {
    touchmove_command::main()
}
