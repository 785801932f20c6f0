//! `touchmove verify --station`: whether the boards' journals are what the station's journal says they were.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::json;
use touchmove_core::evidence::ChainLink;
use touchmove_core::words::phrases::{Failed, Verify};
use touchmove_core::words::{Saying, told};
use touchmove_station::hall::keeping::sealed::{Said, SealOf, said};
use touchmove_station::journal::archive::{self, Archived};
use touchmove_station::journal::{self, Look, PastEntry};

use super::{Failure, gaps, joined, line, print};
use crate::notices::Notices;
use crate::past::station_of;

/// What the station's journal says of its boards, from its first line on.
#[derive(Default)]
struct Station {
    /// The seals of each board, each with the time when it was written down, in their order.
    seals: BTreeMap<String, Vec<(SealOf, String)>>,
    /// The last record of each board that was deleted with its archived journal.
    deleted: BTreeMap<String, u64>,
    /// The links of its own chain.
    links: HashSet<String>,
    own_seal: String,
}

/// What is there of a board.
#[derive(Default)]
struct Chain {
    journals: usize,
    links: HashSet<String>,
    last: u64,
    /// What is damaged in it.
    damage: Vec<String>,
}

/// What is found of a board.
struct Finding {
    board: String,
    verdict: Verdict,
    damage: Vec<String>,
}

enum Verdict {
    /// Every seal is among its links.
    Sealed { times: usize, until: u64, at: String, behind: u64 },
    /// Nobody has sealed it.
    Unsealed { last: u64 },
    /// It ends before a record that was sealed.
    Short { last: u64, sealed: u64, at: String },
    /// A seal is none of its links, though the record is there.
    Altered { sealed: u64, seal: String, at: String },
    /// Nothing of it is there.
    Missing { sealed: u64, at: String },
}

/// Holds all boards of the station whose evidence is in `folder` against its journal.
pub(super) fn run(folder: &Path, seal: Option<ChainLink>, is_json: bool) -> Result<(), Failure> {
    let archived = archive::archived(&folder.join(archive::FOLDER)).map_err(Failure::failed)?;
    let station = Station::read(folder, &archived)?;
    let seal = seal.map(|seal| seal.to_string());
    let has_seal = seal.as_ref().map(|seal| station.links.contains(seal));
    let mut journals_of: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (board, path) in journals(folder, archived)? {
        journals_of.entry(board).or_default().push(path);
    }
    let names: Vec<_> = station.seals.keys().chain(journals_of.keys()).cloned().collect();
    let mut findings: Vec<Finding> = Vec::new();
    for board in names {
        if findings.iter().all(|finding| finding.board != board) {
            let chain = Chain::of(journals_of.remove(&board).unwrap_or_default());
            findings.push(station.finding(board, chain));
        }
    }
    let wrong = findings.iter().filter(|finding| finding.is_wrong()).count();
    if is_json {
        let boards: Vec<_> = findings.iter().map(Finding::json).collect();
        print(&format!(
            "{}\n",
            json!({ "v": 1, "is_whole": wrong == 0, "has_seal": has_seal, "seal": station.own_seal, "boards": boards })
        ))?;
    } else {
        let sealed = seal.as_deref().filter(|_| has_seal == Some(true));
        let said = std::iter::once(station.said(sealed)).chain(findings.iter().map(Finding::said));
        print(&Notices::of_environment().say(Saying::All(said.collect())))?;
    }
    if let (Some(seal), Some(false)) = (seal, has_seal) {
        return Err(Failure::because(Verify::NoLinkOfStation { seal: seal.into() }));
    }
    match wrong {
        0 => Ok(()),
        count => Err(Failure::because(Failed::NotSealed { count: count.into() })),
    }
}

/// What the station has sealed of the board of this journal, in a line; `None` where it does not lie in the folder of a
/// station's evidence, as of a board that is in use.
///
/// # Errors
/// The journal is not what the station has sealed, or the station's own cannot be read.
pub(crate) fn beside(journal: &Path) -> Result<Option<Saying>, Failure> {
    let Some((folder, board)) = place(journal) else { return Ok(None) };
    let archived = archive::archived(&folder.join(archive::FOLDER)).map_err(Failure::failed)?;
    let station = Station::read(&folder, &archived)?;
    let journals = journals(&folder, archived)?.filter(|(of, _)| *of == board);
    let chain = Chain::of(journals.map(|(_, path)| path));
    let finding = station.finding(board, chain);
    if finding.is_wrong() {
        return Err(Failure::because(joined(finding.lines(), "\n")));
    }
    Ok(Some(finding.said()))
}

/// The folder of the evidence in which the journal of a board that is in use lies, and the board's name.
fn place(journal: &Path) -> Option<(PathBuf, String)> {
    let folder = station_of(journal)?.parent()?.to_owned();
    let board = journal.file_stem()?.to_str()?.to_owned();
    (archive::live(&folder, &board) == journal.canonicalize().ok()?).then_some((folder, board))
}

impl Station {
    fn read(folder: &Path, archived: &[Archived]) -> Result<Self, Failure> {
        let live = archive::station(folder);
        if !live.is_file() {
            let folder = folder.display().to_string().into();
            return Err(Failure::misused(Verify::NoStation { folder }));
        }
        let before = archived.iter().filter(|one| one.is_of_station()).map(|one| one.path.clone());
        let mut station = Self::default();
        for path in before.chain([live]) {
            let look = look(&path)?;
            let damage = gaps(&look);
            if !damage.is_empty() {
                let what = joined(damage.iter().map(|gap| told(gap)), "; ");
                let file = path.display().to_string().into();
                return Err(Failure::because(Failed::AtFile { file, what }));
            }
            station.take(look);
        }
        Ok(station)
    }

    /// How its own journal is, up to this seal where it has it.
    fn said(&self, seal: Option<&str>) -> Saying {
        let own = (&self.own_seal).into();
        match seal {
            Some(seal) => line(Verify::StationUnaltered { seal: seal.into(), own }),
            None => Saying::All(vec![
                line(Verify::StationConsistent { own }),
                line(Verify::OnlyASealOfTheLogShows),
            ]),
        }
    }

    fn take(&mut self, look: Look) {
        self.own_seal = look.seal.to_string();
        self.links.extend(look.frames.iter().map(|frame| frame.link.to_string()));
        for entry in look.entries {
            let PastEntry::Told(line) = entry else { continue };
            match said(&line) {
                Some(Said::Seals(line)) => {
                    for seal in line.seals {
                        let of_board = self.seals.entry(seal.board.clone()).or_default();
                        of_board.push((seal, line.at.clone()));
                    }
                }
                Some(Said::Deleted { board, records }) => {
                    let last = self.deleted.entry(board).or_default();
                    *last = records.max(*last);
                }
                Some(Said::TakenOver { board }) => {
                    self.seals.remove(&board);
                    self.deleted.remove(&board);
                }
                None => {}
            }
        }
    }

    fn finding(&self, board: String, chain: Chain) -> Finding {
        let verdict = self.verdict(&board, &chain);
        Finding { board, verdict, damage: chain.damage }
    }

    fn verdict(&self, board: &str, chain: &Chain) -> Verdict {
        let deleted = self.deleted.get(board).copied().unwrap_or_default();
        let of_board = self.seals.get(board).into_iter().flatten();
        let seals: Vec<_> = of_board.filter(|(seal, _)| seal.records > deleted).collect();
        let Some((last, at)) = seals.last() else { return Verdict::Unsealed { last: chain.last } };
        let at = at.clone();
        if chain.journals == 0 {
            return Verdict::Missing { sealed: last.records, at };
        }
        if let Some((seal, at)) = seals.iter().find(|(seal, _)| !chain.links.contains(&seal.seal)) {
            let (sealed, at) = (seal.records, at.clone());
            return if sealed > chain.last {
                Verdict::Short { last: chain.last, sealed, at }
            } else {
                Verdict::Altered { sealed, seal: seal.seal.clone(), at }
            };
        }
        let behind = chain.last.saturating_sub(last.records);
        Verdict::Sealed { times: seals.len(), until: last.records, at, behind }
    }
}

/// The journals of all boards, each with its board: the archived ones, then those in use.
fn journals(
    folder: &Path,
    archived: Vec<Archived>,
) -> Result<impl Iterator<Item = (String, PathBuf)>, Failure> {
    let boards = std::fs::read_dir(folder.join(archive::LIVE)).map_err(Failure::failed)?;
    let of_live = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".journal")?.to_owned();
        Some((name, path))
    };
    let live = boards.filter_map(Result::ok).filter_map(move |entry| of_live(entry.path()));
    let over = archived.into_iter().filter(|one| !one.is_of_station());
    Ok(over.map(|one| (one.board, one.path)).chain(live))
}

impl Chain {
    /// That of these journals, in their order.
    fn of(journals: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut chain = Self::default();
        for path in journals {
            chain.journals += 1;
            match look(&path) {
                Ok(look) => chain.take(&look),
                Err(failure) => chain.damage.push(failure.to_string()),
            }
        }
        chain
    }

    fn take(&mut self, look: &Look) {
        self.damage.extend(gaps(look));
        self.links.extend(look.frames.iter().map(|frame| frame.link.to_string()));
        for entry in &look.entries {
            if let PastEntry::Record { number, .. } = entry {
                self.last = self.last.max(*number);
            }
        }
    }
}

fn look(path: &Path) -> Result<Look, Failure> {
    let failed = |why: String| Failure::failed(format_args!("{}: {why}", path.display()));
    let bytes = archive::read(path).map_err(|error| failed(error.to_string()))?;
    journal::look(&bytes, path).map_err(|error| failed(error.to_string()))
}

impl Finding {
    fn is_wrong(&self) -> bool {
        let is_as_sealed =
            matches!(self.verdict, Verdict::Sealed { .. } | Verdict::Unsealed { .. });
        !is_as_sealed || !self.damage.is_empty()
    }

    fn json(&self) -> serde_json::Value {
        let (word, until) = match &self.verdict {
            Verdict::Sealed { until, .. } => ("sealed", *until),
            Verdict::Unsealed { .. } => ("unsealed", 0),
            Verdict::Short { sealed, .. } => ("short", *sealed),
            Verdict::Altered { sealed, .. } => ("altered", *sealed),
            Verdict::Missing { sealed, .. } => ("missing", *sealed),
        };
        json!({ "board": self.board, "is": word, "sealed": until, "damage": self.damage })
    }

    fn said(&self) -> Saying {
        Saying::All(self.lines().map(line).collect())
    }

    /// The verdict, and what is damaged.
    fn lines(&self) -> impl Iterator<Item = Saying> {
        let board = Saying::from(format!("{}: ", self.board));
        let verdict = Saying::All(vec![board, self.verdict.said()]);
        let damage = self.damage.iter().map(|damage| Saying::All(vec!["  ".into(), told(damage)]));
        std::iter::once(verdict).chain(damage)
    }
}

impl Verdict {
    fn said(&self) -> Saying {
        match self {
            Self::Sealed { times, until, at, behind } => {
                let times = Verify::Times { count: (*times).into() }.into();
                let sealed = Verify::Sealed { times, until: (*until).into(), at: at.into() }.into();
                match *behind {
                    0 => sealed,
                    count => Verify::SealedBefore { sealed, count: count.into() }.into(),
                }
            }
            Self::Unsealed { last } => Verify::Unsealed { last: (*last).into() }.into(),
            Self::Short { last, sealed, at } => {
                let (last, sealed) = ((*last).into(), (*sealed).into());
                Verify::Short { last, sealed, at: at.into() }.into()
            }
            Self::Altered { sealed, seal, at } => {
                Verify::Altered { sealed: (*sealed).into(), seal: seal.into(), at: at.into() }
                    .into()
            }
            Self::Missing { sealed, at } => {
                Verify::Missing { sealed: (*sealed).into(), at: at.into() }.into()
            }
        }
    }
}
