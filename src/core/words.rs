//! What is told, in the words of a reader: title, what was seen, and what the Laws let the arbiter do.
//!
//! The bus carries kinds and fields; a client turns them into a [`Notice`] here. What else the command line says are
//! phrases (`phrases/`). A language is a folder of Fluent files. Those in `src/words/` are built in, and a [`Library`]
//! takes more at run time; neither needs code.

mod field;
mod kinds;
mod language;
mod laws;
mod library;
mod phrase;
pub mod phrases;
#[cfg(test)]
mod tests;
mod told;
mod vocabulary;

use std::fmt;
use std::sync::Arc;

use fluent_bundle::FluentArgs;

pub use field::Field;
pub use kinds::{KINDS, Kind, KindFamily};
pub use language::{Language, Locale};
pub use laws::{LawText, LawTopic, law_topics};
pub use library::{Library, Unfit};
pub use phrase::{Phrase, Saying};
pub use told::told;
pub use vocabulary::Vocabulary;

use library::Bundle;

/// How parts of sentences are named in the files; they are no kinds.
const PART: &str = "form-";

/// The words of one language, with others behind it for what it lacks.
#[derive(Clone)]
pub struct Words {
    /// In order of preference; English is the last.
    bundles: Vec<Arc<Bundle>>,
}

/// What is told of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A line of less than 60 characters.
    pub title: String,
    /// What was seen, in a sentence or two.
    pub seen: Option<String>,
    /// What the Laws let the arbiter do, in a sentence or two.
    pub may: Option<String>,
}

impl Words {
    /// The built-in words of `language`; English where there are none. All files are read anew: keep what
    /// this gives.
    #[must_use]
    pub fn of(language: &Language) -> Self {
        Library::built_in().words(language)
    }

    /// The codes of the languages in which is told, the preferred one first, and English last.
    #[must_use]
    pub fn codes(&self) -> Vec<String> {
        let languages = self.bundles.iter().flat_map(|bundle| &bundle.locales);
        languages.map(|language| language.language.as_str().to_owned()).collect()
    }

    /// What is told of `kind`, one of [`KINDS`]. What has no words in any language is told by its kind and
    /// fields alone.
    #[must_use]
    pub fn notice(&self, kind: &str, fields: &[(&str, Field)]) -> Notice {
        let arguments = field::arguments(fields);
        let mut notices = self.bundles.iter().filter_map(|bundle| worded(bundle, kind, &arguments));
        notices.next().unwrap_or_else(|| bare(kind, fields))
    }

    /// [`Words::notice`] as text: up to three lines.
    #[must_use]
    pub fn text(&self, kind: &str, fields: &[(&str, Field)]) -> String {
        self.notice(kind, fields).to_string()
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        for line in self.seen.iter().chain(&self.may) {
            write!(f, "\n{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.bundles.iter().map(|bundle| &bundle.locales)).finish()
    }
}

/// `None` where the language lacks the message or a part of it.
fn worded(bundle: &Bundle, kind: &str, arguments: &FluentArgs) -> Option<Notice> {
    if kind.starts_with(PART) {
        return None;
    }
    let message = bundle.get_message(kind)?;
    let mut errors = Vec::new();
    let mut formatted = |pattern| {
        let text = bundle.format_pattern(pattern, Some(arguments), &mut errors);
        text.trim().to_owned()
    };
    let title = formatted(message.value()?);
    let seen = message.get_attribute("seen").map(|attribute| formatted(attribute.value()));
    let may = message.get_attribute("may").map(|attribute| formatted(attribute.value()));
    errors.is_empty().then_some(Notice { title, seen, may })
}

fn bare(kind: &str, fields: &[(&str, Field)]) -> Notice {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={value}", field::clean(name))).collect();
    let kind = field::clean(kind);
    let title = if fields.is_empty() { kind } else { format!("{kind} ({})", fields.join(", ")) };
    Notice { title, seen: None, may: None }
}
