//! Where articles are cited: in the sources, in cases, in what recordings come to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use touchmove_core::laws::rulebook::Edition;

use super::rows::{Number, Row};

/// The places in the sources that cite articles.
pub(super) struct Places(Vec<Place>);

/// An item of a source.
struct Place {
    /// As `laws/flag_fall.rs judge`.
    name: String,
    /// The rules that it asks the edition for.
    rules: BTreeSet<String>,
    /// The articles that comments name, each with the edition whose number it is.
    articles: BTreeSet<(Edition, Number)>,
}

impl Places {
    /// Those of `src/core`, but for its tests and the table of articles itself.
    pub(super) fn read(root: &Path) -> Self {
        let core = root.join("src/core");
        let mut places = Vec::new();
        for file in files(&core, "rs") {
            let name = file.strip_prefix(&core).unwrap().display().to_string();
            if !name.contains("tests") {
                let text = fs::read_to_string(&file).unwrap();
                places.extend(Reading::of(&name).all(&text));
            }
        }
        Self(places)
    }

    /// Those that cite a row's articles of an edition.
    pub(super) fn of(&self, row: &Row, edition: Edition) -> BTreeSet<String> {
        let own: Vec<(String, Number)> = edition
            .articles()
            .filter_map(|(rule, article)| Some((format!("{rule:?}"), cited(article)?)))
            .filter(|(_, article)| row.has(article, edition))
            .collect();
        let asks = |place: &&Place| own.iter().any(|(rule, _)| place.rules.contains(rule));
        let names = |place: &&Place| {
            let counts = |of: Edition| match of {
                Edition::Fide2017 | Edition::Fide2018 => edition == of,
                Edition::Fide2023 => edition >= Edition::Fide2017,
                Edition::Fide1995 | Edition::Fide1997 => edition <= Edition::Fide1997,
            };
            place.articles.iter().any(|(of, article)| counts(*of) && row.has(article, *of))
        };
        let citing = self.0.iter().filter(|place| asks(place) || names(place));
        citing.map(|place| place.name.clone()).collect()
    }
}

/// A source on its way through its lines.
struct Reading<'a> {
    file: &'a str,
    places: Vec<Place>,
    /// What the comments before an item cite.
    before: BTreeSet<(Edition, Number)>,
}

impl<'a> Reading<'a> {
    fn of(file: &'a str) -> Self {
        Self { file, places: Vec::new(), before: BTreeSet::new() }
    }

    fn all(mut self, text: &str) -> Vec<Place> {
        self.begin("");
        for line in text.lines().take_while(|line| *line != "#[cfg(test)]") {
            self.take(line);
        }
        self.places.retain(|place| !place.rules.is_empty() || !place.articles.is_empty());
        self.places
    }

    fn take(&mut self, line: &str) {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let cited = citations(comment);
        if code.trim().is_empty() {
            match comment.starts_with('/') {
                true => self.before.extend(cited),
                false => self.cite(cited),
            }
            return;
        }
        if let Some(item) = item(code) {
            self.begin(&item);
        }
        self.cite(cited);
        if !code.trim_start().starts_with("#[") {
            let before = std::mem::take(&mut self.before);
            self.cite(before);
        }
        if self.file != "laws/edition.rs" {
            let rules = code.split("Rule::").skip(1).map(|rest| {
                rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
            });
            self.places.last_mut().unwrap().rules.extend(rules);
        }
    }

    fn begin(&mut self, item: &str) {
        let name = format!("{} {item}", self.file).trim_end().to_owned();
        self.places.push(Place { name, rules: BTreeSet::new(), articles: BTreeSet::new() });
    }

    fn cite(&mut self, articles: BTreeSet<(Edition, Number)>) {
        self.places.last_mut().unwrap().articles.extend(articles);
    }
}

/// The name of the item that a line begins, if it begins one.
fn item(code: &str) -> Option<String> {
    let mut words = code.split_whitespace().skip_while(|word| {
        word.starts_with("pub")
            || ["const", "unsafe", "async", "in"].contains(word) && code.contains("fn ")
    });
    let is_item =
        ["fn", "struct", "enum", "const", "static", "trait", "type"].contains(&words.next()?);
    let name = words.next()?;
    let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (is_item && !name.is_empty()).then_some(name)
}

/// The articles that a comment names, by the numbers of 2023, and those of other editions that it speaks of.
fn citations(comment: &str) -> BTreeSet<(Edition, Number)> {
    let words = comment.split([' ', ',', '–']).filter_map(Number::read);
    let numbers: Vec<Number> = words.filter(Number::is_sure).collect();
    let mut of = vec![Edition::Fide2023];
    let others = Edition::ALL.into_iter().filter(|edition| *edition != Edition::Fide2023);
    of.extend(
        others.filter(|edition| comment.contains(edition.name().trim_start_matches("fide-"))),
    );
    if comment.contains("97-") {
        of.push(Edition::Fide1997);
    }
    let each = |edition: Edition| numbers.iter().map(move |number| (edition, number.clone()));
    of.into_iter().flat_map(each).collect()
}

/// The cases and recordings that try articles.
pub(super) struct Cases(Vec<Case>);

struct Case {
    name: String,
    editions: Vec<Edition>,
    articles: Vec<Number>,
}

impl Cases {
    /// Those of `tests/laws` and `tests/recordings`.
    pub(super) fn read(root: &Path) -> Self {
        let mut cases = Vec::new();
        for file in ["tests/laws/cases.jsonl", "tests/laws/more_cases.jsonl"] {
            let text = fs::read_to_string(root.join(file)).unwrap();
            cases.extend(text.lines().map(|line| Case::read(&serde_json::from_str(line).unwrap())));
        }
        cases.extend(
            files(&root.join("tests/recordings"), "expect").iter().map(|file| Case::recorded(file)),
        );
        Self(cases)
    }

    /// Those that try a row under an edition.
    pub(super) fn of(&self, row: &Row, edition: Edition) -> BTreeSet<String> {
        let tries = |case: &&Case| {
            let is_of = |of: &Edition| case.articles.iter().any(|article| row.has(article, *of));
            case.editions.contains(&edition) && case.editions.iter().any(is_of)
        };
        self.0.iter().filter(tries).map(|case| case.name.clone()).collect()
    }
}

impl Case {
    fn read(case: &Value) -> Self {
        let texts = |name: &str| {
            let all = case[name].as_array().unwrap().iter();
            all.map(|text| text.as_str().unwrap()).collect::<Vec<_>>()
        };
        let words = texts("articles").into_iter().flat_map(|text| text.split([' ', '+']));
        let told = case["expect"].as_array().into_iter().flatten();
        let told = told.filter_map(|said| said["article"].as_str());
        Self {
            name: case["id"].as_str().unwrap().to_owned(),
            editions: texts("editions")
                .into_iter()
                .map(|name| Edition::by_name(name).unwrap())
                .collect(),
            articles: words.chain(told).filter_map(cited).collect(),
        }
    }

    /// A recording: its edition is in its head, its articles are in what is concluded from it.
    fn recorded(expectation: &Path) -> Self {
        let text = fs::read_to_string(expectation).unwrap();
        let told = text.split("\n---").next().unwrap_or_default();
        let words = told.lines().flat_map(|line| line.split_whitespace().skip(1));
        let words = words.map(|word| word.trim_start_matches("article="));
        let head = fs::read_to_string(expectation.with_extension("rec")).unwrap();
        let book = head.lines().find_map(|line| line.strip_prefix("rulebook "));
        let edition = book.and_then(|book| Edition::by_name(book.split(' ').next()?).ok());
        Self {
            name: format!("`{}`", expectation.file_stem().unwrap().display()),
            editions: vec![edition.unwrap_or(Edition::Fide2023)],
            articles: words.filter_map(cited).filter(Number::is_sure).collect(),
        }
    }
}

/// The article that a word names. Changes of 1997 have names of ours.
fn cited(word: &str) -> Option<Number> {
    let word = match word {
        "1997-completion" => "97-3",
        "1997-claim" => "97-12",
        "1997-dead" => "97-13",
        "1997-10.2" => "97-14",
        "1997-flag" => "97-17",
        "1997-def" => "97-18",
        word => word,
    };
    Number::read(word)
}

/// The files below a folder whose names end so, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}
