//! `touchmove-manual FOLDER` writes what the programs' own command lines say as manual pages and completions.

fn main() -> std::process::ExitCode {
    touchmove_manual::main()
}
