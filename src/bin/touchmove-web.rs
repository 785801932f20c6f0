//! The web roles: `touchmove-web --help` says what they show.

fn main() -> std::process::ExitCode {
    touchmove_web::main()
}
