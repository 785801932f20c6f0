//! Lists the languages and the pages of help. Every folder `words/CODE/` is built in, all its files `*.ftl` as one text, so that a language
//! needs files and no code. So it is with the pages: `docs/help/out-of-step.md`, and `docs/help/tr/out-of-step.md` in Turkish.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let [words, help] = ["words", "../../docs/help"].map(|folder| Path::new(&own).join(folder));
    for folder in [&words, &help] {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("languages.rs"), languages(&words)?)?;
    fs::write(Path::new(&out).join("help.rs"), pages(&help)?)
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

/// A Rust expression: each page in `folder`, by its word, with those in its languages.
fn pages(folder: &Path) -> io::Result<String> {
    let (mut files, languages): (Vec<_>, Vec<_>) =
        sorted(folder)?.into_iter().partition(|path| path.is_file());
    files.sort_by_key(|file| file.file_stem().map(ToOwned::to_owned));
    let mut pages = String::new();
    for file in files {
        let Some(word) = file.file_stem().map(|word| word.to_string_lossy().into_owned()) else {
            continue;
        };
        let others = languages.iter().filter_map(|language| {
            let other = language.join(format!("{word}.md"));
            let code = language.file_name()?.to_string_lossy().into_owned();
            other
                .is_file()
                .then(|| format!("({code:?}, include_str!({:?}))", other.display().to_string()))
        });
        let others: Vec<_> = others.collect();
        pages.push_str(&format!(
            "HelpPage {{ word: {word:?}, english: include_str!({:?}), others: &[{}] }},\n",
            file.display().to_string(),
            others.join(", ")
        ));
    }
    Ok(format!("&[\n{pages}]"))
}

fn sorted(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<_> = paths.collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
