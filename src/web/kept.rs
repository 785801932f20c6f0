//! What is kept in files of JSON: written whole, and never half of it.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::say;

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// What a file holds; nothing where it is not there. One that cannot be read is put aside and said.
pub(crate) fn read<T: DeserializeOwned + Default>(file: &Path) -> T {
    match text_of(file) {
        Ok(text) => serde_json::from_str(&text).unwrap_or_else(|error| {
            let aside = file.with_extension("json.broken");
            let kept = fs::rename(file, &aside).map(|()| aside.display().to_string());
            let kept = kept.unwrap_or_else(|error| error.to_string());
            say(&format!("{} makes no sense ({error}) and is put aside: {kept}", file.display()));
            T::default()
        }),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                say(&format!("{}: {error}", file.display()));
            }
            T::default()
        }
    }
}

/// Whoever may write into a folder could put something into it that is never read to its end.
fn text_of(file: &Path) -> io::Result<String> {
    if !fs::symlink_metadata(file)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = String::new();
    File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// Writes it down. Where that cannot be it is said, and things go on: the next time may be better.
pub(crate) fn write(file: &Path, what: &impl Serialize) {
    if let Err(error) = try_to_write(file, what) {
        say(&format!("{}: {error}", file.display()));
    }
}

/// Writes it down.
///
/// # Errors
/// An error of the system; then what was there before is still there.
pub(crate) fn try_to_write(file: &Path, what: &impl Serialize) -> io::Result<()> {
    let new = file.with_extension("json.new");
    let mut written = File::create(&new)?;
    written.write_all(&serde_json::to_vec_pretty(what)?)?;
    written.sync_all()?;
    fs::rename(new, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_and_a_broken_one_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        assert_eq!(read::<Vec<u8>>(&file), [0; 0]);
        try_to_write(&file, &[1, 2]).unwrap();
        assert_eq!(read::<Vec<u8>>(&file), [1, 2]);
        fs::write(&file, "[1, ").unwrap();
        assert_eq!(read::<Vec<u8>>(&file), [0; 0]);
        assert_eq!(fs::read_to_string(folder.path().join("a.json.broken")).unwrap(), "[1, ");
        std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
        assert_eq!(read::<Vec<u8>>(&file), [0; 0]);
    }
}
