//! Lists the languages: every `words/CODE.ftl` is built in, so that a language needs a file and no code.

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
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ftl") {
            files.push(path);
        }
    }
    files.sort();
    let rows = files.iter().map(|path| {
        let code = path.file_stem().unwrap_or_default().to_string_lossy();
        format!("({code:?}, include_str!({:?})),\n", path.display().to_string())
    });
    Ok(format!("&[\n{}]", rows.collect::<String>()))
}
