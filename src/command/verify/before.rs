//! The archived journals that a journal goes on from: one after the other, each by the seal that the next one states.

use std::path::{Path, PathBuf};

use touchmove_drivers::recording::Continues;
use touchmove_station::journal::archive::{self, Archived};
use touchmove_station::journal::{self, Entry, Framed, Look};

use super::{Failure, gaps};

/// The journals before one, as far as they are there.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// How many they are; they are whole, and follow each other.
    pub(super) journals: usize,
    /// The seal of the one from which on they are not there.
    pub(super) missing: Option<String>,
    /// Whether one of them has the seal that was looked for.
    pub(super) has_seal: bool,
}

impl Before {
    /// Follows the chain back from the journal at `path`; looks for a seal in it.
    ///
    /// # Errors
    /// [`Failure`] where one is damaged, or is not what was gone on from.
    pub(super) fn follow(
        path: &Path,
        mut continues: Option<Continues>,
        is_it: impl Fn(&Framed) -> bool,
    ) -> Result<Self, Failure> {
        let mut before = Self::default();
        let mut archived = if continues.is_some() { archived_with(path) } else { Vec::new() };
        while let Some(Continues { after, seal, .. }) = continues {
            let Some((look, one)) = last_before(&mut archived, after)? else {
                before.missing = Some(seal);
                break;
            };
            let it_follows = look.headers.continues.as_ref().map_or(0, |before| before.after);
            if look.seal.to_string() != seal || it_follows != one.after {
                return Err(Failure::failed(format_args!(
                    "it goes on from the seal {seal}, and {} has the seal {}: one of them was altered",
                    one.path.display(),
                    look.seal
                )));
            }
            before.journals += 1;
            before.has_seal |= look.frames.iter().any(&is_it);
            continues = look.headers.continues;
        }
        Ok(before)
    }

    /// How far back it is whole, in words.
    pub(super) fn text(&self) -> String {
        let whole = match self.journals {
            0 => String::new(),
            1 => "that one is consistent, too\n".to_owned(),
            count => format!("that one and {} before it are consistent, too\n", count - 1),
        };
        let missing = self.missing.as_ref().map(|seal| match self.journals {
            0 => "that one is not in the archive, and was not looked at\n".to_owned(),
            _ => format!("the one before, with the seal {seal}, is not in the archive\n"),
        });
        whole + &missing.unwrap_or_default()
    }
}

/// The archived journals of the same board, or of the station, in their order; none where `path` is no place for that.
fn archived_with(path: &Path) -> Vec<Archived> {
    let place = || -> Option<(String, PathBuf)> {
        if let Some(Archived { board, .. }) = Archived::of_path(path) {
            return Some((board, path.canonicalize().ok()?.parent()?.to_owned()));
        }
        let board = path.file_stem()?.to_str()?.to_owned();
        let path = path.canonicalize().ok()?;
        let levels = if board == archive::STATION { 1 } else { 2 };
        Some((board, path.ancestors().nth(levels)?.join(archive::FOLDER)))
    };
    let Some((board, folder)) = place() else { return Vec::new() };
    let mut archived = archive::archived(&folder).unwrap_or_default();
    archived.retain(|one| one.board == board);
    archived
}

/// The archived journal whose last record has this number.
fn last_before(
    archived: &mut Vec<Archived>,
    after: u64,
) -> Result<Option<(Look, Archived)>, Failure> {
    archived.retain(|one| one.after < after);
    let Some(one) = archived.pop() else { return Ok(None) };
    let look = look(&one)?;
    let last = last_record(&look);
    if last != after {
        return Err(Failure::failed(format_args!(
            "{} ends at record {last}, and what is gone on from ended at {after}: it was altered, or one between them is missing",
            one.path.display()
        )));
    }
    Ok(Some((look, one)))
}

/// Looks into an archived journal, which must be whole.
fn look(archived: &Archived) -> Result<Look, Failure> {
    let path = archived.path.as_path();
    let failed =
        |why: String| Failure::failed(format_args!("{}, before it: {why}", path.display()));
    let bytes = archive::read(path).map_err(|error| failed(error.to_string()))?;
    let look = journal::look(&bytes, path).map_err(|error| failed(error.to_string()))?;
    let torn = (look.unfinished > 0)
        .then(|| format!("{} bytes at its end are none of it", look.unfinished));
    let wrong: Vec<_> = gaps(&look).into_iter().chain(torn).collect();
    if wrong.is_empty() { Ok(look) } else { Err(failed(wrong.join("; "))) }
}

/// The number of the last record, or of the last one before the journal.
fn last_record(look: &Look) -> u64 {
    let number = look.entries.iter().rev().find_map(|entry| match entry {
        Entry::Record { number, .. } => Some(*number),
        Entry::Told(_) | Entry::Gap(_) => None,
    });
    number.unwrap_or_else(|| look.headers.continues.as_ref().map_or(0, |before| before.after))
}
