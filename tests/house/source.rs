//! Rust source as the rules of the house see it. It relies on the form that rustfmt gives.

use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

/// One source file.
pub(crate) struct Source {
    /// Where it is, below the root of the repository.
    pub(crate) path: PathBuf,
    /// All of it.
    pub(crate) text: String,
    /// The same without comments and without what strings hold; lines stay where they are.
    pub(crate) code: String,
}

/// All Rust files below the folder `below` of the repository at `root`, in order.
pub(crate) fn sources(root: &Path, below: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.join(below)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push(Source::new(path.strip_prefix(root).unwrap(), text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Source {
    pub(crate) fn new(path: &Path, text: String) -> Self {
        let code = code_of(&text);
        Self { path: path.to_owned(), text, code }
    }

    /// The crate it belongs to, by the folder below `src/`: `core`. Empty elsewhere.
    pub(crate) fn crate_name(&self) -> String {
        let mut names = self.path.iter();
        let is_in_src = names.next().is_some_and(|first| first == "src");
        let name = names.next().filter(|_| is_in_src).unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The room it belongs to: `game` for `src/core/game.rs` and for all below `src/core/game/`.
    pub(crate) fn room(&self) -> String {
        let name = self.path.iter().nth(self.depth_of_crate()).unwrap_or_default();
        name.to_string_lossy().trim_end_matches(".rs").to_owned()
    }

    /// How many folders are above the rooms of its crate.
    fn depth_of_crate(&self) -> usize {
        if self.crate_name().is_empty() { 1 } else { 2 }
    }

    /// Paths that it names, with their lines; `a::{b, c::*}` is `a::b` and `a::c`.
    pub(crate) fn paths(&self) -> Vec<(usize, String)> {
        let mut paths = Vec::new();
        for (number, statement) in statements(&self.code) {
            let mut words = words(statement).into_iter().peekable();
            while let Some(word) = words.next() {
                if is_name(word) {
                    follow(word.to_owned(), &mut words, &mut |path| paths.push((number, path)));
                }
            }
        }
        paths.retain(|(_, path)| path.contains("::"));
        paths
    }

    /// The lines on which it says `word`.
    pub(crate) fn says(&self, word: &str) -> Vec<usize> {
        let lines = self.code.lines().enumerate();
        lines.filter(|(_, line)| words(line).contains(&word)).map(|(at, _)| at + 1).collect()
    }

    /// Whether a chain of `super::` leads out of its room.
    pub(crate) fn leaves_its_room_by_super(&self) -> bool {
        let is_root_of_folder = self.path.file_name().is_some_and(|name| name == "mod.rs");
        let above = self.depth_of_crate() + usize::from(is_root_of_folder);
        let depth = self.path.iter().count() - above;
        let (body, tests) = self.code.split_once("mod tests {").unwrap_or((&self.code, ""));
        body.contains(&"super::".repeat(depth)) || tests.contains(&"super::".repeat(depth + 1))
    }

    /// The types that it has for others, with their lines. The trait below `#[proxy]` is none: what
    /// comes of it is a type with `Proxy` behind the name.
    pub(crate) fn public_types(&self) -> Vec<(usize, String)> {
        const BEGIN: [&str; 3] = ["pub struct ", "pub enum ", "pub type "];
        let mut is_of_proxy = false;
        let mut types = Vec::new();
        for (at, line) in self.code.lines().enumerate() {
            let code = line.trim_start();
            is_of_proxy |= code.starts_with("#[proxy");
            let begins = BEGIN.iter().find_map(|begin| code.strip_prefix(begin));
            let named = code.strip_prefix("pub trait ");
            if let Some(rest) = begins.or(named.filter(|_| !is_of_proxy)) {
                let name = words(rest).into_iter().next().unwrap_or_default();
                types.push((at + 1, name.to_owned()));
            }
            is_of_proxy &= named.is_none();
        }
        types
    }

    /// The heads of its functions, from `fn` to the brace or the semicolon, with their lines.
    pub(crate) fn function_heads(&self) -> Vec<(usize, String)> {
        let lines: Vec<&str> = self.code.lines().collect();
        let begins = (0..lines.len()).filter(|&at| begins_function(lines[at]));
        begins
            .map(|begin| {
                let ends = |line: &&str| line.trim_end().ends_with(['{', ';', '}']);
                let last = lines[begin..].iter().position(ends).unwrap_or_default();
                (begin + 1, lines[begin..=begin + last].join(" "))
            })
            .collect()
    }

    /// Its functions: the line on which each begins, and the number of its lines.
    pub(crate) fn functions(&self) -> Vec<(usize, usize)> {
        let lines: Vec<&str> = self.code.lines().collect();
        let begins = (0..lines.len()).filter(|&at| begins_function(lines[at]));
        begins
            .map(|begin| {
                let ends = |line: &&str| {
                    indent(line) == indent(lines[begin]) && line.trim_end().ends_with(['}', ';'])
                };
                let length = lines[begin..].iter().position(ends);
                (begin + 1, length.unwrap_or_default() + 1)
            })
            .collect()
    }
}

fn begins_function(line: &str) -> bool {
    const BEFORE: [&str; 4] = ["const", "async", "unsafe", "extern"];
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || word.starts_with('"') || BEFORE.contains(word)
    });
    words.next() == Some("fn")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The code in pieces that hold whole paths, each with the line on which it begins: a line, or all
/// lines of a `use` with braces.
fn statements(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = code;
    let mut next = 1;
    std::iter::from_fn(move || {
        let first = rest.lines().next()?;
        let of_use = first.trim_start().trim_start_matches("pub ").starts_with("use ");
        let end = if of_use { rest.find(';') } else { None }.unwrap_or(0).max(first.len());
        let (statement, after) = rest.split_at(end);
        let number = next;
        rest = after.strip_prefix(';').unwrap_or(after);
        rest = rest.strip_prefix('\n').unwrap_or(rest);
        next += statement.matches('\n').count() + 1;
        Some((number, statement))
    })
}

/// Names, `::` and single other signs.
fn words(code: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ':' if rest.starts_with("::") => 2,
            _ if in_name(first) => rest.find(|sign| !in_name(sign)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn in_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

fn is_name(word: &str) -> bool {
    word.starts_with(in_name)
}

/// Reads on from the name that ends `path`, and gives each whole path to `found`.
fn follow<'a>(
    path: String,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
    found: &mut dyn FnMut(String),
) {
    if words.next_if_eq(&"::").is_none() {
        return found(path);
    }
    match words.peek().copied() {
        Some("{") => {
            words.next();
            while let Some(word) = words.next_if(|word| *word != "}") {
                match word {
                    "self" | "*" => found(path.clone()),
                    "as" => drop(words.next()),
                    name if is_name(name) => follow(format!("{path}::{name}"), words, found),
                    _ => {}
                }
            }
            words.next();
        }
        Some(name) if is_name(name) => {
            words.next();
            follow(format!("{path}::{name}"), words, found);
        }
        _ => {
            words.next_if_eq(&"*");
            found(path);
        }
    }
}

/// `text` without comments and without what is between quotes.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            quoted(rest).unwrap_or(0)
        };
        if skipped == 0 {
            code.push(sign);
            rest = &rest[sign.len_utf8()..];
        } else {
            let (hidden, after) = rest.split_at(skipped);
            code.push_str(if hidden.starts_with("//") { "" } else { "\"\"" });
            code.extend(hidden.chars().filter(|&sign| sign == '\n'));
            rest = after;
        }
    }
    code
}

/// Length of the string or character that `rest` begins with; `None` where it begins with none.
fn quoted(rest: &str) -> Option<usize> {
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(1 + hashes + 1 + body.find(&end)? + end.len());
    }
    let quote = rest.chars().next().filter(|sign| ['"', '\''].contains(sign))?;
    let mut signs = rest.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => {
                signs.next();
            }
            _ if sign == quote => return Some(at + 1),
            // a lifetime
            _ if quote == '\'' && at > 1 && !rest[1..].starts_with('\\') => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(Path::new("src/core/game/view.rs"), text.to_owned())
    }

    fn paths(text: &str) -> Vec<(usize, String)> {
        source(text).paths()
    }

    #[test]
    fn paths_are_found_wherever_they_stand() {
        assert_eq!(
            paths("let x = crate::hall::Hall::new();"),
            [(1, "crate::hall::Hall::new".into())]
        );
        assert_eq!(
            paths("f(&std::fs::read)\n\n<a::B as c::D>"),
            [(1, "std::fs::read".into()), (3, "a::B".into()), (3, "c::D".into()),]
        );
    }

    #[test]
    fn groups_of_imports_are_taken_apart() {
        let text = "\npub use crate::{\n    a::{self, b as x, c::*},\n    d,\n};\nlet y = e::f;";
        let found = ["crate::a", "crate::a::b", "crate::a::c", "crate::d"];
        let mut wanted: Vec<_> = found.map(|path| (2, path.to_owned())).into();
        wanted.push((6, "e::f".into()));
        assert_eq!(paths(text), wanted);
    }

    #[test]
    fn comments_and_strings_name_nothing() {
        let text = "/// [`crate::a`]\nlet x = \"crate::b \\\" \"; // crate::c\nr#\"crate::\"d\"#; '\"'; x::y";
        assert_eq!(paths(text), [(3, "x::y".into())]);
    }

    #[test]
    fn lifetimes_are_no_quotes() {
        assert_eq!(paths("fn f<'a>(x: &'a a::B) -> &'a str"), [(1, "a::B".into())]);
    }

    #[test]
    fn functions_are_measured_from_fn_to_brace() {
        let text = "impl A {\n    pub(crate) const fn f(\n        x: u8,\n    ) -> u8 {\n        x\n    }\n\n    fn g();\n}";
        assert_eq!(source(text).functions(), [(2, 5), (8, 1)]);
    }

    #[test]
    fn super_leads_out_of_a_room_where_the_room_begins() {
        let leaves = |path, text: &str| {
            Source::new(Path::new(path), text.to_owned()).leaves_its_room_by_super()
        };
        assert!(leaves("src/core/game.rs", "use super::hall;"));
        assert!(leaves("src/core/game/mod.rs", "use super::hall;"));
        assert!(!leaves("src/core/game/mod.rs", "mod tests {\n    use super::*;\n}"));
        assert!(!leaves("src/core/game/view.rs", "use super::Game;"));
        assert!(leaves("src/core/game/view.rs", "use super::super::hall;"));
    }
}
