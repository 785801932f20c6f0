//! Files and folders, cut into single recordings.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use touchmove_drivers::recording::{MAX_LINE, begins_recording};

/// One recording, not read yet.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Where it is.
    pub(super) place: Place,
    /// Its text.
    pub(super) bytes: Vec<u8>,
}

/// Where a recording is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its place among all, from 0.
    pub(super) index: usize,
    /// Its file, as it is called in messages.
    pub(super) file: Arc<str>,
    /// The line on which it begins, from 1.
    pub(super) line: usize,
    /// Its place in the file, from 1.
    pub(super) number: usize,
}

/// The recordings of many files, one after the other; no more than one of them is in memory.
pub(super) struct Parts {
    files: VecDeque<PathBuf>,
    open: Option<Open>,
    index: usize,
    /// Bytes of all files together; standard input has none.
    pub(super) size: u64,
    /// Bytes read so far.
    pub(super) read: u64,
}

struct Open {
    name: Arc<str>,
    input: Box<dyn BufRead>,
    /// Lines read.
    line: usize,
    /// Recordings cut off.
    number: usize,
    /// The first line of the next recording, read already.
    ahead: Vec<u8>,
}

impl Parts {
    /// The recordings of these files, and of the `*.rec` in these folders.
    ///
    /// # Errors
    /// What is wrong with a path, with the path in front.
    pub(super) fn of(paths: &[PathBuf]) -> Result<Self, String> {
        let mut files = VecDeque::new();
        let mut size = 0;
        for path in paths {
            find(path, &mut files, &mut size)?;
        }
        Ok(Self { files, open: None, index: 0, size, read: 0 })
    }

    /// The next recording.
    ///
    /// # Errors
    /// A file that cannot be read, with its name in front.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        loop {
            if self.open.is_none() {
                let Some(file) = self.files.pop_front() else { return Ok(None) };
                self.open = Some(Open::new(&file)?);
            }
            let Some(open) = &mut self.open else { return Ok(None) };
            let cut = open.cut().map_err(|error| format!("{}: {error}", open.name))?;
            let Some((line, bytes)) = cut else {
                self.open = None;
                continue;
            };
            open.number += 1;
            let (file, number) = (Arc::clone(&open.name), open.number);
            let place = Place { index: self.index, file, line, number };
            self.index += 1;
            self.read += bytes.len() as u64;
            return Ok(Some(Part { place, bytes }));
        }
    }
}

impl Open {
    fn new(path: &Path) -> Result<Self, String> {
        let (name, input): (_, Box<dyn BufRead>) = if is_standard_input(path) {
            ("standard input".to_owned(), Box::new(BufReader::new(io::stdin())))
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
            (name, Box::new(BufReader::new(file)))
        };
        Ok(Self { name: name.into(), input, line: 0, number: 0, ahead: Vec::new() })
    }

    /// Cuts off the next recording; returns the line on which it begins, and its text.
    fn cut(&mut self) -> io::Result<Option<(usize, Vec<u8>)>> {
        let mut text = std::mem::take(&mut self.ahead);
        let begins = if text.is_empty() { self.line + 1 } else { self.line };
        loop {
            let before = text.len();
            // No line is read to an end that never comes; one this long is malformed.
            let most = MAX_LINE as u64 + 1;
            if self.input.by_ref().take(most).read_until(b'\n', &mut text)? == 0 {
                return Ok((!text.is_empty()).then_some((begins, text)));
            }
            self.line += 1;
            if before > 0 && begins_recording(&text[before..]) {
                self.ahead = text.split_off(before);
                return Ok(Some((begins, text)));
            }
        }
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Adds the files at and below `path`, folders in the order of names.
fn find(path: &Path, files: &mut VecDeque<PathBuf>, size: &mut u64) -> Result<(), String> {
    if is_standard_input(path) {
        files.push_back(path.to_owned());
        return Ok(());
    }
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if !metadata.is_dir() {
        files.push_back(path.to_owned());
        *size += metadata.len();
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut found: Vec<_> =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(failed)?;
    found.retain(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rec"));
    found.sort();
    found.iter().try_for_each(|path| find(path, files, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &'static str) -> Vec<(usize, String)> {
        let input = Box::new(text.as_bytes());
        let mut open = Open { name: "x".into(), input, line: 0, number: 0, ahead: Vec::new() };
        let mut all = Vec::new();
        while let Some((line, bytes)) = open.cut().unwrap() {
            all.push((line, String::from_utf8(bytes).unwrap()));
        }
        all
    }

    #[test]
    fn a_file_is_cut_where_recordings_begin() {
        let (one, two) = ("touchmove-recording 1\n0 link up\n\n", "touchmove-recording 1\n");
        let text = "touchmove-recording 1\n0 link up\n\ntouchmove-recording 1\n";
        assert_eq!(cut(text), [(1, one.to_owned()), (4, two.to_owned())]);
        assert_eq!(cut(""), []);
    }

    #[test]
    fn what_is_no_recording_is_one_part_for_the_reader_to_refuse() {
        assert_eq!(cut("[Event]\nx"), [(1, "[Event]\nx".to_owned())]);
    }

    #[test]
    fn folders_are_searched_for_recordings() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("b");
        std::fs::create_dir(&below).unwrap();
        for (folder, name) in [(&below, "z.rec"), (&below, "z.pgn")] {
            std::fs::write(folder.join(name), "touchmove-recording 1\n").unwrap();
        }
        std::fs::write(folder.path().join("a.rec"), "touchmove-recording 1\n").unwrap();
        let mut parts = Parts::of(&[folder.path().to_owned()]).unwrap();
        let mut names = Vec::new();
        while let Some(part) = parts.next().unwrap() {
            names.push(part.place.file.rsplit('/').next().unwrap().to_owned());
        }
        assert_eq!(names, ["a.rec", "z.rec"]);
        assert_eq!(parts.read, parts.size);
    }
}
