//! What the programs' own command lines say, as manual pages and as completions for shells, so that neither can say
//! anything else. `make install` puts it where it is read; none of it is linked into a program that is shipped.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use clap::Command;
use clap_complete::Shell;
use clap_complete::aot::generate_to;
use clap_mangen::Man;

/// The shells that complete our command lines.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// What a page says at its foot that it is part of.
const MANUAL: &str = "touchmove";

/// Why nothing was written.
#[derive(Debug)]
enum ManualError {
    /// It was not said where to.
    Nowhere,
    /// The system does not let it be written.
    Unwritten(PathBuf, io::Error),
}

impl std::fmt::Display for ManualError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nowhere => f.write_str("name the folder to write to: touchmove-manual FOLDER"),
            Self::Unwritten(folder, why) => write!(f, "{}: {why}", folder.display()),
        }
    }
}

/// Writes all pages and completions below the folder that the command line of this process names.
#[must_use]
pub fn main() -> ExitCode {
    let folder = env::args_os().nth(1).map(PathBuf::from).ok_or(ManualError::Nowhere);
    let written = folder.and_then(|folder| {
        write_to(&folder).map_err(|why| ManualError::Unwritten(folder.clone(), why))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            use std::io::Write as _;
            let _ = writeln!(io::stderr(), "touchmove-manual: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all pages and completions: `man/touchmove.1`, `bash/touchmove.bash` and so on, below `folder`.
///
/// # Errors
/// What the system says.
pub fn write_to(folder: &Path) -> io::Result<()> {
    let pages = folder.join("man");
    fs::create_dir_all(&pages)?;
    for (program, section) in programs() {
        write_pages(&program, section, &pages)?;
        write_completions(program, folder)?;
    }
    Ok(())
}

/// The programs, and the section of the manual that each belongs to: commands, and what the system runs.
fn programs() -> [(Command, &'static str); 4] {
    [
        (touchmove_command::command_line(), "1"),
        (touchmove_station::daemon::command_line(), "8"),
        (touchmove_web::command_line(), "8"),
        (touchmove_hub::command_line(), "8"),
    ]
}

/// A page for the program, and one for each of its verbs, down to the last.
fn write_pages(program: &Command, section: &str, pages: &Path) -> io::Result<()> {
    let version = program.get_version().unwrap_or_default();
    let source = format!("touchmove {version}");
    let mut built = program.clone().disable_help_subcommand(true);
    built.build();
    let mut left = vec![built];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned());
        Man::new(command).section(section).source(&source).manual(MANUAL).generate_to(pages)?;
    }
    Ok(())
}

fn write_completions(mut program: Command, folder: &Path) -> io::Result<()> {
    let name = program.get_name().to_owned();
    for shell in SHELLS {
        let place = folder.join(shell.to_string());
        fs::create_dir_all(&place)?;
        generate_to(shell, &mut program, &name, &place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        write_to(folder.path()).unwrap();
        folder
    }

    #[test]
    fn each_program_and_each_of_its_verbs_has_a_page() {
        let folder = written();
        for (page, says) in [
            ("touchmove.1", "touchmove\\-round"),
            ("touchmove-round-load.1", "pairings"),
            ("touchmoved.8", "\\-\\-check\\-config"),
            ("touchmove-web-livechess.8", "LiveChess"),
            ("touchmove-hub-hall.8", "message bus"),
        ] {
            let text = fs::read_to_string(folder.path().join("man").join(page)).unwrap();
            assert!(text.contains(says), "{page} does not say {says}:\n{text}");
            assert!(text.contains(env!("CARGO_PKG_VERSION")), "{page} tells no version:\n{text}");
        }
    }

    #[test]
    fn every_shell_completes_the_verbs_of_each_program() {
        let folder = written();
        for (file, verb) in [
            ("bash/touchmove.bash", "readjudicate"),
            ("zsh/_touchmove", "readjudicate"),
            ("fish/touchmove.fish", "readjudicate"),
            ("bash/touchmoved.bash", "--check-config"),
            ("zsh/_touchmove-web", "livechess"),
            ("bash/touchmove-hub.bash", "station"),
        ] {
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            assert!(text.contains(verb), "{file} does not know {verb}");
        }
    }

    #[test]
    fn the_same_is_written_each_time() {
        let (one, other) = (written(), written());
        for place in ["man", "bash", "zsh", "fish"] {
            for entry in fs::read_dir(one.path().join(place)).unwrap() {
                let name = Path::new(place).join(entry.unwrap().file_name());
                let read =
                    |folder: &tempfile::TempDir| fs::read(folder.path().join(&name)).unwrap();
                assert_eq!(read(&one), read(&other), "{}", name.display());
            }
        }
    }
}
