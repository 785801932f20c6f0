//! Pages that comments cite, and the sections in them.

use std::path::Path;

use super::source::Source;

/// A page that a comment cites, and the numbers of sections behind it: `` `docs/laws/rules.md` 5.2, 5.3 ``.
pub(crate) struct Citation {
    /// The line of the source, from 1.
    pub(crate) line: usize,
    /// The page, below the root of the repository or beside the source.
    page: String,
    sections: Vec<String>,
}

impl Citation {
    /// What of it cannot be found, if anything.
    pub(crate) fn missing(&self, root: &Path, source: &Source) -> Option<String> {
        let beside = source.path.parent().unwrap_or(Path::new("")).join(&self.page);
        let pages = [Path::new(&self.page), &beside];
        let text = pages.iter().find_map(|page| std::fs::read_to_string(root.join(page)).ok());
        let Some(text) = text else { return Some(format!("there is no page {}", self.page)) };
        let has_section = |section: &&String| {
            let mut headings = text.lines().filter(|line| line.starts_with('#'));
            headings.any(|line| {
                let number = line.trim_start_matches('#').split_whitespace().next();
                number.is_some_and(|number| number.trim_end_matches('.') == section.as_str())
            })
        };
        let section = self.sections.iter().find(|section| !has_section(section))?;
        Some(format!("{} has no section {section}", self.page))
    }
}

/// The citations in the comments of a source.
pub(crate) fn citations(source: &Source) -> Vec<Citation> {
    let comments = source
        .text
        .lines()
        .enumerate()
        .filter_map(|(at, line)| line.split_once("//").map(|(_, comment)| (at + 1, comment)));
    let mut found = Vec::new();
    for (line, comment) in comments {
        let mut parts = comment.split('`').skip(1);
        while let (Some(quoted), rest) = (parts.next(), parts.next()) {
            if quoted.ends_with(".md") && !quoted.contains(char::is_whitespace) {
                let sections = sections(rest.unwrap_or_default());
                found.push(Citation { line, page: quoted.to_owned(), sections });
            }
        }
    }
    found
}

/// The numbers at the start of a text: of ` 5.2, 5.3).` they are two.
fn sections(text: &str) -> Vec<String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let numbers = words.map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let is_section = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    numbers.take_while(is_section).map(str::to_owned).collect()
}

/// The lines of a source that cite a page which only its authors have: by a name instead of a page of this repository.
pub(crate) fn unresolvable(source: &Source) -> Vec<usize> {
    let cites = |comment: &str| {
        ["(spec ", "; spec ", "/spec.md", "of spec ", "sheet "].iter().any(|name| {
            let rest = comment.split(name).nth(1).unwrap_or_default();
            comment.contains("/spec.md") || rest.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let lines = source.text.lines().enumerate();
    lines
        .filter(|(_, line)| line.split_once("//").is_some_and(|(_, comment)| cites(comment)))
        .map(|(at, _)| at + 1)
        .collect()
}
