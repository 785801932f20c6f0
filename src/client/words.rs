//! The languages that this machine has beyond those built in: `CODE.ftl` in a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use touchmove_core::words::{Library, Unfit};

/// Where languages are looked for.
pub const FOLDER: &str = "/usr/share/touchmove/words";

/// The most that is read of a file, in bytes; what is longer is unfit anyway.
const MAX_FILE_BYTES: u64 = 1_024 * 1_024;

/// Why a file of a language is passed over.
#[derive(Debug, thiserror::Error)]
pub enum PassedOver {
    /// It cannot be read.
    #[error("{0}: {1}")]
    Unread(PathBuf, #[source] io::Error),
    /// It cannot be used.
    #[error("{0}: {1}")]
    Unfit(PathBuf, #[source] Unfit),
}

/// The built-in languages and those in `folder`, whose words go before; and what was passed over there. A
/// folder that does not exist holds nothing.
#[must_use]
pub fn library(folder: &Path) -> (Library, Vec<PassedOver>) {
    let mut library = Library::built_in();
    let mut passed_over = Vec::new();
    match files(folder) {
        Ok(files) => {
            passed_over.extend(files.into_iter().filter_map(|file| add(&mut library, file).err()));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => passed_over.push(PassedOver::Unread(folder.to_owned(), error)),
    }
    (library, passed_over)
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ftl"));
    files.sort();
    Ok(files)
}

fn add(library: &mut Library, file: PathBuf) -> Result<(), PassedOver> {
    let text = match text(&file) {
        Ok(text) => text,
        Err(error) => return Err(PassedOver::Unread(file, error)),
    };
    let code = file.file_stem().unwrap_or_default().to_string_lossy();
    library.add(&code, &text).map_err(|unfit| PassedOver::Unfit(file.clone(), unfit))
}

fn text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MAX_FILE_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::library;

    #[test]
    fn a_third_language_needs_a_file_and_no_code() {
        let folder = tempfile::tempdir().unwrap();
        let german = "checkmate = Matt: { $value }\n    .seen = { form-loser } ist matt.\nform-loser = { $winner ->\n    [white] Schwarz\n    [black] Weiß\n   *[none] Jemand\n}\n";
        fs::write(folder.path().join("de.ftl"), german).unwrap();
        fs::write(folder.path().join("README"), "no language").unwrap();

        let (library, passed_over) = library(folder.path());
        assert!(passed_over.is_empty(), "{passed_over:?}");
        let words = library.words(&"de-DE".parse().unwrap());
        let text = words.text("checkmate", &[("value", "0-1".into())]);
        assert_eq!(text, "Matt: 0-1\nWeiß ist matt.");
        assert!(words.text("stalemate", &[]).starts_with("Stalemate"));
    }

    #[test]
    fn what_cannot_be_used_is_passed_over_and_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("de.ftl"), "checkmate = {").unwrap();
        fs::write(folder.path().join("fr.ftl"), b"\xff").unwrap();
        fs::write(folder.path().join("it.ftl"), "checkmate = Scacco matto\n").unwrap();

        let (library, passed_over) = library(folder.path());
        let named: Vec<String> = passed_over.iter().map(ToString::to_string).collect();
        assert_eq!(named.len(), 2, "{named:?}");
        assert!(named[0].contains("de.ftl: line 1: "), "{named:?}");
        assert!(named[1].contains("fr.ftl: "), "{named:?}");
        let words = library.words(&"it".parse().unwrap());
        assert_eq!(words.text("checkmate", &[]), "Scacco matto");
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (library, passed_over) = library(&folder.path().join("words"));
        assert!(passed_over.is_empty(), "{passed_over:?}");
        assert_eq!(library.languages().len(), 2);
    }
}
