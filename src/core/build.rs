//! Lists the languages: every folder `words/CODE/` is built in, all its files `*.ftl` as one text, so that a language
//! needs files and no code.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("words");
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("languages.rs"), languages(&folder)?)
}

/// A Rust expression: the code and the text of each language in `folder`, by code.
fn languages(folder: &Path) -> io::Result<String> {
    let mut languages = String::new();
    for language in sorted(folder)? {
        let mut files = Vec::new();
        if language.is_dir() {
            files = sorted(&language)?;
            files.retain(|path| path.extension().is_some_and(|extension| extension == "ftl"));
        }
        if files.is_empty() {
            continue;
        }
        let code = language.file_name().unwrap_or_default().to_string_lossy();
        let text = |path: &std::path::PathBuf| {
            let path = path.display().to_string();
            format!("include_str!({path:?}), \"\\n\"")
        };
        let texts: Vec<String> = files.iter().map(text).collect();
        languages.push_str(&format!("({code:?}, concat!({})),\n", texts.join(", ")));
    }
    Ok(format!("&[\n{languages}]"))
}

fn sorted(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<_> = paths.collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
