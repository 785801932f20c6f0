//! `touchmove verify`: whether evidence is as it was written.

mod before;
mod station;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::json;
use touchmove_core::evidence::{self, Altered, ChainLink, Verified};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{Failed, Verify};
use touchmove_drivers::recording::Continues;
use touchmove_station::journal::{self, Framed, Look, PastEntry, archive};

pub(super) use self::station::beside;

use self::before::Before;
use super::notices::Notices;
use super::{Failure, print};

/// Check an evidence pack, or a journal with those in the archive that it goes on from, and say its seal: exit code 0
/// where it is as it was written, 1 where it was altered, 2 where it is something else
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The pack or the journal; `-` for standard input; with --station a folder
    file: PathBuf,
    /// A seal that somebody has written down: it must be one of the links, or of those of the journals before it
    #[arg(long, value_name = "SEAL")]
    seal: Option<ChainLink>,
    /// FILE is the folder of a station's evidence: hold the journals of all its boards against the seals in its own
    #[arg(long)]
    station: bool,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// What a file holds that is as it was written.
struct Found {
    kind: &'static str,
    records: Option<(u64, u64)>,
    /// Links that are stated in it, not computed.
    stated: Vec<ChainLink>,
    seal: String,
    board: Option<String>,
    /// What it goes on from.
    continues: Option<Continues>,
    /// The journals before it.
    before: Before,
    /// What the station beside it has sealed of it, where there is one.
    station: Option<Saying>,
    /// Whether the seal that was written down is among its links.
    has_seal: bool,
}

/// Verifies the file.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.station {
        return station::run(&arguments.file, arguments.seal, arguments.json);
    }
    let name = arguments.file.display();
    let found = read(&arguments.file)
        .and_then(|bytes| found(&bytes, &arguments.file, arguments.seal))
        .and_then(|found| Ok(Found { station: beside(&arguments.file)?, ..found }))
        .map_err(|Failure { message, exit }| {
            let message = Saying::All(vec![format!("{name}: ").into(), message]);
            Failure { message, exit }
        });
    if arguments.json {
        let line = match &found {
            Ok(found) => found.json(arguments.seal),
            Err(failure) => json!({ "v": 1, "is_whole": false, "why": failure.to_string() }),
        };
        print(&format!("{line}\n"))?;
    }
    let found = found?;
    if let Some(seal) = arguments.seal.filter(|_| !found.has_seal) {
        let what = Verify::NoLink { seal: seal.to_string().into() }.into();
        return Err(Failure::because(Failed::AtFile { file: name.to_string().into(), what }));
    }
    if !arguments.json {
        print(&Notices::of_environment().say(found.said(arguments.seal)))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        return archive::read(path).map_err(Failure::failed);
    };
    read.map_err(Failure::failed)
}

fn found(bytes: &[u8], path: &Path, seal: Option<ChainLink>) -> Result<Found, Failure> {
    if bytes.starts_with(b"touchmove-journal ") {
        return of_journal(bytes, path, seal);
    }
    if path.extension().is_some_and(|extension| extension == "journal") {
        beside(path)?;
        return Err(Failure::because(match bytes {
            [] => Verify::EmptyJournal,
            _ => Verify::NoBeginning,
        }));
    }
    match evidence::verify(bytes) {
        Ok(verified) => Ok(of_pack(verified, seal)),
        Err(error @ Altered::NoPack) => Err(Failure::malformed(error)),
        Err(error) => Err(Failure::failed(error)),
    }
}

fn of_pack(verified: Verified, seal: Option<ChainLink>) -> Found {
    Found {
        kind: "evidence",
        has_seal: seal.is_some_and(|seal| verified.line_of(seal).is_some()),
        records: verified.records,
        stated: verified.stated,
        seal: verified.seal.to_string(),
        board: verified.board,
        continues: None,
        before: Before::default(),
        station: None,
    }
}

fn of_journal(bytes: &[u8], path: &Path, seal: Option<ChainLink>) -> Result<Found, Failure> {
    let look = journal::look(bytes, path).map_err(Failure::malformed)?;
    let gaps = gaps(&look);
    if !gaps.is_empty() {
        return Err(Failure::failed(gaps.join("\n")));
    }
    if look.unfinished > 0 {
        return Err(Failure::because(Verify::Torn {
            seal: look.seal.to_string().into(),
            bytes: look.unfinished.into(),
        }));
    }
    let numbers = look.entries.iter().filter_map(|entry| match entry {
        PastEntry::Record { number, .. } => Some(*number),
        _ => None,
    });
    let first = look.headers.continues.as_ref().map_or(0, |before| before.after) + 1;
    let written = seal.map(|seal| seal.to_string());
    let is_it =
        |frame: &Framed| written.as_ref().is_some_and(|seal| *seal == frame.link.to_string());
    let before = Before::follow(path, look.headers.continues.clone(), is_it)?;
    let has_seal = before.has_seal || look.frames.iter().any(is_it);
    Ok(Found {
        kind: "journal",
        records: numbers.max().map(|last| (first, last)),
        stated: Vec::new(),
        seal: look.seal.to_string(),
        board: None,
        continues: look.headers.continues,
        before,
        station: None,
        has_seal,
    })
}

/// What of a journal is damaged, in words.
fn gaps(look: &Look) -> Vec<String> {
    let gaps = look.entries.iter().filter_map(|entry| match entry {
        PastEntry::Gap(gap) => Some(gap.to_string()),
        PastEntry::Record { .. } | PastEntry::Told(_) => None,
    });
    gaps.collect()
}

/// Sayings one behind the other, with this between them.
fn joined(all: impl IntoIterator<Item = Saying>, between: &str) -> Saying {
    let mut joined = Vec::new();
    for (index, said) in all.into_iter().enumerate() {
        joined.extend((index > 0).then(|| Saying::from(between)));
        joined.push(said);
    }
    Saying::All(joined)
}

/// A saying as a line of its own.
fn line(said: impl Into<Saying>) -> Saying {
    Saying::All(vec![said.into(), "\n".into()])
}

impl Found {
    /// All of it, in lines.
    fn said(&self, seal: Option<ChainLink>) -> Saying {
        let own = (&self.seal).into();
        let mut lines = match seal {
            Some(seal) => vec![line(Verify::Unaltered { seal: seal.to_string().into(), own })],
            None => vec![line(Verify::Consistent { own }), line(Verify::OnlyASealShows)],
        };
        lines.push(line(joined([self.records(), self.from()], "; ")));
        if let Some(before) = &self.continues {
            lines.push(line(Verify::GoesOnFrom { seal: (&before.seal).into() }));
            lines.push(self.before.said());
        }
        lines.extend(self.station.clone());
        Saying::All(lines)
    }

    /// Which records it holds, and of whom.
    fn records(&self) -> Saying {
        let records = match self.records {
            Some((first, last)) => Verify::Records { first: first.into(), last: last.into() },
            None => Verify::NoRecords,
        };
        let records = records.into();
        match &self.board {
            Some(board) => Verify::OfBoard { records, board: board.into() }.into(),
            None => records,
        }
    }

    /// From which link on it is verified.
    fn from(&self) -> Saying {
        let stated = self.stated.iter().rev().map(|link| Saying::from(link.to_string()));
        match stated.reduce(|rest, first| Verify::Then { first, rest }.into()) {
            Some(links) => Verify::FromStated { links }.into(),
            None => Verify::FromFirst.into(),
        }
    }

    fn json(&self, seal: Option<ChainLink>) -> serde_json::Value {
        let stated: Vec<_> = self.stated.iter().map(ChainLink::to_string).collect();
        json!({
            "v": 1, "is_whole": true, "has_seal": seal.map(|_| self.has_seal), "kind": self.kind, "seal": self.seal, "stated": stated,
            "first": self.records.map(|records| records.0), "last": self.records.map(|records| records.1),
            "board": self.board, "continues": self.continues.as_ref().map(|before| &before.seal),
            "before": self.before.journals, "missing": self.before.missing,
            "station": self.station.clone().map(|said| Notices::default().say(said)),
        })
    }
}
