//! The languages that there are.

use std::sync::Arc;

use fluent_bundle::{FluentError, FluentResource};

use super::Words;
use super::language::{Language, english};

/// The messages of one file.
pub(super) type Bundle = fluent_bundle::concurrent::FluentBundle<FluentResource>;

/// The folders in `src/words/`: the code of the language and the text of its files.
pub(super) const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The largest file, in bytes.
const LARGEST: usize = 256 * 1_024;

/// The most openings of `{` and `(` in one message; reading them nests as deep.
const MAX_OPENINGS: usize = 128;

/// All languages at hand.
#[derive(Clone)]
pub struct Library {
    /// A language may have several files; a later one goes before an earlier.
    files: Vec<(Language, Arc<Bundle>)>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is not named as a language is, such as `de` or `pt-BR`.
    #[error("{0} is not the code of a language")]
    NoLanguage(String),
    /// It is too large.
    #[error("larger than {LARGEST} bytes")]
    TooLarge,
    /// A message has more placeables than any needs.
    #[error("line {0}: a message with more than {MAX_OPENINGS} openings of braces and brackets")]
    TooManyOpenings(usize),
    /// It is not Fluent from this line on.
    #[error("line {line}: {problem}")]
    Broken {
        /// From 1.
        line: usize,
        /// What Fluent says.
        problem: String,
    },
    /// A message stands in it twice.
    #[error("{0} stands in it twice")]
    Twice(String),
}

impl Library {
    /// The languages that are built in.
    #[must_use]
    pub fn built_in() -> Self {
        let mut library = Self { files: Vec::new() };
        for (code, text) in BUILT_IN {
            // a test holds that none of them is unfit
            let _ = library.add(code, text);
        }
        library
    }

    /// Adds the text of a file `CODE.ftl`. Where the language is there already, its messages go before
    /// those that were there.
    ///
    /// # Errors
    ///
    /// [`Unfit`]; then nothing is added.
    pub fn add(&mut self, code: &str, text: &str) -> Result<(), Unfit> {
        let language: Language = code.parse().map_err(|_| Unfit::NoLanguage(code.to_owned()))?;
        let bundle = bundle(language.clone(), text)?;
        self.files.insert(0, (language, Arc::new(bundle)));
        Ok(())
    }

    /// The languages at hand, each once, in the order of their codes.
    #[must_use]
    pub fn languages(&self) -> Vec<Language> {
        let mut languages: Vec<Language> =
            self.files.iter().map(|(language, _)| language.clone()).collect();
        languages.sort();
        languages.dedup();
        languages
    }

    /// The words of a language. What it lacks is taken from the same language without its region, or of
    /// another region, and at last from English.
    #[must_use]
    pub fn words(&self, language: &Language) -> Words {
        let nearness = |of: &Language| match () {
            () if of == language => 0,
            () if of.language == language.language => 1,
            () if *of == english() => 2,
            () => 3,
        };
        let mut near: Vec<_> =
            self.files.iter().map(|(of, bundle)| (nearness(of), bundle)).collect();
        near.retain(|(far, _)| *far < 3);
        near.sort_by_key(|(far, _)| *far);
        Words { bundles: near.into_iter().map(|(_, bundle)| Arc::clone(bundle)).collect() }
    }
}

fn bundle(language: Language, text: &str) -> Result<Bundle, Unfit> {
    if text.len() > LARGEST {
        return Err(Unfit::TooLarge);
    }
    if let Some(line) = with_too_many_openings(text) {
        return Err(Unfit::TooManyOpenings(line));
    }
    let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
        let first = errors.into_iter().next();
        let at = first.as_ref().map_or(0, |error| error.pos.start);
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let problem = first.map(|error| error.kind.to_string()).unwrap_or_default();
        Unfit::Broken { line, problem }
    })?;
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // fields isolate themselves where they need it: marks around all of them show in terminals
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|errors| Unfit::Twice(names(&errors)))?;
    Ok(bundle)
}

/// The line at which a message has too many openings. No message goes on beyond a line that begins with
/// a name and `=`.
fn with_too_many_openings(text: &str) -> Option<usize> {
    let mut openings = 0;
    for (index, line) in text.lines().enumerate() {
        if begins_message(line) {
            openings = 0;
        }
        openings += line.bytes().filter(|byte| matches!(byte, b'{' | b'(')).count();
        if openings > MAX_OPENINGS {
            return Some(index + 1);
        }
    }
    None
}

fn begins_message(line: &str) -> bool {
    let named = line.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '-');
    let after = line
        .trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_'));
    named && after.trim_start().starts_with('=')
}

fn names(errors: &[FluentError]) -> String {
    let name = |error: &FluentError| match error {
        FluentError::Overriding { id, .. } => id.clone(),
        other => other.to_string(),
    };
    errors.iter().map(name).collect::<Vec<_>>().join(", ")
}
