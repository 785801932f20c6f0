//! Which articles the engine follows where, and by which cases that is tried: `docs/laws/coverage.md`.
//!
//! A place cites an article by the rule that it asks the edition for (`Rule::FlagFall`), or by its number in a comment, which is
//! that of 2023. A case cites it by its `articles`, a recording by what is concluded from it. What neither a place nor a case
//! cites has a reason in `tests/laws/uncovered.txt`. `UPDATE=1 cargo test --test parts coverage` writes the page anew, and
//! strikes reasons out that are needed no more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use touchmove_core::laws::rulebook::Edition;

use super::citing::{Cases, Places};
use super::rows::{Row, rows};

/// The page.
const PAGE: &str = "docs/laws/coverage.md";

/// Why what is not covered is not.
const REASONS: &str = "tests/laws/uncovered.txt";

const HEAD: &str = "# What covers the articles\n
Each row of `tests/laws/articles.jsonl` that is for a machine, whole or in part (classes D, P and I: decided by what boards and
clocks show, suspected by it, said by a person), by edition: the article, the places in `src/` that cite it, and the cases
(`tests/laws/`) and recordings (`tests/recordings/`) that try it. A test writes this page and holds it to the sources
(`UPDATE=1 cargo test --test parts coverage`). What is not covered has its reason, from `tests/laws/uncovered.txt`.

";

/// What is missing of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Missing {
    Place,
    Case,
}

impl Missing {
    const ALL: [Self; 2] = [Self::Place, Self::Case];

    const fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Case => "case",
        }
    }
}

/// What covers a row under one edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Covered {
    places: BTreeSet<String>,
    cases: BTreeSet<String>,
}

impl Covered {
    fn lacks(&self, what: Missing) -> bool {
        match what {
            Missing::Place => self.places.is_empty(),
            Missing::Case => self.cases.is_empty(),
        }
    }
}

/// Row, and edition, and what is missing there.
type Gap = (u64, Edition, Missing);

/// A line of reasons: of which row, what is missing, in which editions, and why.
struct Reason {
    line: String,
    gaps: Vec<Gap>,
    why: String,
}

impl Reason {
    /// `54 case fide-1995 fide-1997: why`; without editions of all that have the row.
    fn read(line: &str) -> Self {
        let (of, why) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        let mut words = of.split(' ');
        let row = words.next().and_then(|number| number.parse().ok()).unwrap();
        let what = words.next();
        let what = Missing::ALL.into_iter().find(|missing| Some(missing.word()) == what);
        let what = what.unwrap_or_else(|| panic!("{line}"));
        let mut editions: Vec<_> = words.map(|name| Edition::by_name(name).unwrap()).collect();
        if editions.is_empty() {
            editions.extend(Edition::ALL);
        }
        let gaps = editions.into_iter().map(|edition| (row, edition, what)).collect();
        Self { line: line.to_owned(), gaps, why: why.to_owned() }
    }
}

#[test]
fn every_article_for_a_machine_is_covered_or_has_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_update = std::env::var_os("UPDATE").is_some();
    let (places, cases) = (Places::read(root), Cases::read(root));
    let rows: Vec<Row> = rows().into_iter().filter(Row::is_for_a_machine).collect();
    let covered = |row: &Row, edition| Covered {
        places: places.of(row, edition),
        cases: cases.of(row, edition),
    };
    let mut gaps = BTreeSet::new();
    for row in &rows {
        for edition in Edition::ALL.into_iter().filter(|edition| row.is_in(*edition)) {
            let covered = covered(row, edition);
            let missing = Missing::ALL.into_iter().filter(|what| covered.lacks(*what));
            gaps.extend(missing.map(|what| (row.number, edition, what)));
        }
    }
    let mut reasons = reasons(root);
    let is_needed = |reason: &Reason| reason.gaps.iter().any(|gap| gaps.contains(gap));
    if is_update {
        reasons.retain(is_needed);
        let lines = reasons.iter().map(|reason| reason.line.clone() + "\n");
        fs::write(root.join(REASONS), comments(root) + &lines.collect::<String>()).unwrap();
    }
    let unneeded: Vec<_> =
        reasons.iter().filter(|one| !is_needed(one)).map(|one| &one.line).collect();
    assert!(unneeded.is_empty(), "{REASONS}: covered by now: {unneeded:#?}");
    let given: BTreeMap<Gap, &str> =
        reasons.iter().flat_map(|one| one.gaps.iter().map(|gap| (*gap, &*one.why))).collect();
    let without: Vec<_> = gaps.iter().filter(|gap| !given.contains_key(gap)).collect();
    assert!(without.is_empty(), "{REASONS} has no reason for: {without:#?}");

    let mut page = HEAD.to_owned();
    let mut group = "";
    for row in &rows {
        if row.group != group {
            group = &row.group;
            let _ = write!(page, "## {group}\n\n");
        }
        write_row(&mut page, row, covered, &given);
    }
    if is_update {
        fs::write(root.join(PAGE), &page).unwrap();
    }
    let written = fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    assert!(page == written, "{PAGE} is not what the sources say; write it with UPDATE=1");
}

/// Editions under which all is the same stand together.
fn write_row(
    page: &mut String,
    row: &Row,
    covered: impl Fn(&Row, Edition) -> Covered,
    given: &BTreeMap<Gap, &str>,
) {
    let _ = write!(page, "**{}. {}** ({})\n\n", row.number, row.topic, row.class);
    let mut alike: Vec<(Vec<Edition>, &str, Covered)> = Vec::new();
    for edition in Edition::ALL.into_iter().filter(|edition| row.is_in(*edition)) {
        let (article, covered) = (row.article(edition), covered(row, edition));
        match alike.last_mut().filter(|last| (last.1, &last.2) == (article, &covered)) {
            Some(last) => last.0.push(edition),
            None => alike.push((vec![edition], article, covered)),
        }
    }
    for (editions, article, covered) in alike {
        let years: Vec<_> =
            editions.iter().map(|edition| edition.name().trim_start_matches("fide-")).collect();
        let why = |what| given.get(&(row.number, editions[0], what)).copied().unwrap_or_default();
        let or_why = |all: &BTreeSet<String>, what| match all.is_empty() {
            true => format!("– ({})", why(what)),
            false => some_of(all),
        };
        let _ = write!(
            page,
            "* {}: **{article}**\n  * places: {}\n  * cases: {}\n",
            years.join(", "),
            or_why(&covered.places, Missing::Place),
            or_why(&covered.cases, Missing::Case),
        );
    }
    page.push('\n');
}

/// Twelve at most, and how many more there are.
fn some_of(all: &BTreeSet<String>) -> String {
    const MAX_SHOWN: usize = 12;
    let shown: Vec<_> = all.iter().take(MAX_SHOWN).map(String::as_str).collect();
    match all.len().saturating_sub(MAX_SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn reasons(root: &Path) -> Vec<Reason> {
    let text = fs::read_to_string(root.join(REASONS)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(Reason::read).collect()
}

fn comments(root: &Path) -> String {
    let text = fs::read_to_string(root.join(REASONS)).unwrap_or_default();
    text.lines()
        .take_while(|line| line.starts_with('#'))
        .map(|line| line.to_owned() + "\n")
        .collect()
}
