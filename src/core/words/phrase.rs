//! Texts that the command line says beyond notices: heads of tables, findings, errors. Each is a variant of an enum in
//! `phrases`, with the values that its words name, and a message of the same name in the file of each language.

use fluent_bundle::{FluentArgs, FluentValue};

use super::Words;
use super::library::Bundle;

/// A text by its name, with the values that its words name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    name: String,
    values: Vec<(&'static str, Saying)>,
}

/// What stands at a place of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A text that is the same in every language, such as a name.
    Text(String),
    /// A number; its plural is chosen by the language.
    Number(u64),
    /// A phrase of its own, in the same language.
    Phrase(Phrase),
    /// Several, one behind the other.
    All(Vec<Saying>),
}

impl Phrase {
    pub(super) const fn new(name: String, values: Vec<(&'static str, Saying)>) -> Self {
        Self { name, values }
    }
}

impl Words {
    /// A phrase, or a value, in these words. What has no words in any language is told by its name and values.
    pub fn say(&self, said: impl Into<Saying>) -> String {
        match said.into() {
            Saying::Text(text) => text,
            Saying::Number(number) => number.to_string(),
            Saying::Phrase(phrase) => self.phrase(phrase),
            Saying::All(all) => all.into_iter().map(|said| self.say(said)).collect(),
        }
    }

    fn phrase(&self, Phrase { name, values }: Phrase) -> String {
        let values: Vec<_> = values
            .into_iter()
            .map(|(name, value)| match value {
                Saying::Number(number) => (name, FluentValue::from(number)),
                other => (name, FluentValue::from(self.say(other))),
            })
            .collect();
        let arguments: FluentArgs<'_> = values.iter().cloned().collect();
        let said = self.bundles.iter().find_map(|bundle| formatted(bundle, &name, &arguments));
        said.unwrap_or_else(|| {
            let values = values.iter().map(|(name, value)| match value {
                FluentValue::String(text) => format!(" {name}={text}"),
                FluentValue::Number(number) => format!(" {name}={}", number.as_string()),
                _ => String::new(),
            });
            name + &values.collect::<String>()
        })
    }
}

/// `None` where the language lacks the message or a part of it.
fn formatted(bundle: &Bundle, name: &str, arguments: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(name)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
    errors.is_empty().then_some(text)
}

impl From<&str> for Saying {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Saying {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Saying {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<u64> for Saying {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Saying {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for Saying {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u8> for Saying {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Saying {
    fn from(number: usize) -> Self {
        Self::Number(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

impl From<Phrase> for Saying {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

/// An enum of phrases. Each variant has the name of its message, and the values that its words name.
macro_rules! phrases {
    (
        $(#[$of_kind:meta])* $kind:ident {
            $($(#[$of_variant:meta])* $variant:ident $({ $($value:ident),+ })? = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$of_kind])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(
                #[doc = concat!("The message `", $name, "`.")]
                $(#[$of_variant])*
                $variant $({ $(#[doc = "A value that its words name."] $value: $crate::words::Saying),+ })?
            ),+
        }

        impl $kind {
            /// The names of all, with those of their values.
            #[cfg(test)]
            pub(in crate::words) const ALL: &[(&str, &[&str])] =
                &[$(($name, &[$($(stringify!($value)),+)?])),+];
        }

        impl From<$kind> for $crate::words::Saying {
            fn from(phrase: $kind) -> Self {
                let (name, values) = match phrase {
                    $($kind::$variant $({ $($value),+ })? =>
                        ($name, vec![$($((stringify!($value), $value)),+)?])),+
                };
                $crate::words::Phrase::new(name.to_owned(), values).into()
            }
        }
    };
}

pub(super) use phrases;
