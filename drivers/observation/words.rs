//! Words of a line of text: bare or quoted, alone or as `key=value`.
//!
//! A word is quoted where it could be misread bare. Within quotes `\"`, `\\`, `\n` and `\r` stand
//! for the character itself, so that no value ever breaks a line.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use super::board::PlacementError;

/// Why a line is malformed: what is expected, and what is there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Something else is expected here.
    #[error("{expected} expected, not `{found}`")]
    Expected {
        /// What is expected.
        expected: &'static str,
        /// What is there, shortened.
        found: String,
    },
    /// Something is missing at the end.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// What may be given once is given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// A word too many.
    #[error("`{0}` is one word too many here")]
    Surplus(String),
    /// The first word names no kind of record.
    #[error("`{0}` is not a kind of record")]
    Kind(String),
    /// A read-out that is none.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A quote is opened and not closed.
    #[error("a closing `\"` is missing")]
    OpenQuote,
    /// Something follows a closing quote immediately.
    #[error("a blank is expected after a closing `\"`")]
    AfterQuote,
    /// An escape that is none.
    #[error("within quotes only `\\\"`, `\\\\`, `\\n` and `\\r` may follow a backslash")]
    Escape,
}

impl Malformed {
    pub(crate) fn expected(expected: &'static str, found: &str) -> Self {
        if found.is_empty() {
            return Self::Missing(expected);
        }
        Self::Expected { expected, found: excerpt(found) }
    }
}

/// The first characters of `text`, fit for a terminal.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// One word.
#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    /// What stands before the `=`, where there is one.
    pub(crate) key: Option<Cow<'a, str>>,
    /// What stands after it, or the whole word.
    pub(crate) value: Cow<'a, str>,
    /// Whether the value is quoted.
    pub(crate) quoted: bool,
}

impl Word<'_> {
    fn excerpt(&self) -> String {
        match &self.key {
            Some(key) => excerpt(&format!("{key}={}", self.value)),
            None => excerpt(&self.value),
        }
    }
}

/// The words of a line that are still to be read, and those that were passed over.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    words: VecDeque<Word<'a>>,
    passed_over: Vec<(String, String)>,
}

impl<'a> Words<'a> {
    /// Splits `text`, up to a word that begins with `#`: there a comment starts.
    pub(crate) fn split(text: &'a str) -> Result<Self, Malformed> {
        let mut splitter = Splitter { rest: text };
        let mut words = VecDeque::with_capacity(USUAL_WORDS);
        while let Some(word) = splitter.next()? {
            words.push_back(word);
        }
        Ok(Self { words, passed_over: Vec::new() })
    }

    /// The next word, of either kind.
    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        self.words.pop_front()
    }

    /// Takes out the words that `choose` accepts, wherever they stand.
    pub(crate) fn take(&mut self, mut choose: impl FnMut(&Word<'a>) -> bool) {
        self.words.retain(|word| !choose(word));
    }

    /// The next word, which must not be a `key=value`.
    pub(crate) fn bare(&mut self, expected: &'static str) -> Result<Cow<'a, str>, Malformed> {
        match self.next() {
            None => Err(Malformed::Missing(expected)),
            Some(Word { key: None, value, .. }) => Ok(value),
            Some(word) => Err(Malformed::Expected { expected, found: word.excerpt() }),
        }
    }

    /// The next word, which must be a `key=value`.
    pub(crate) fn pair(
        &mut self,
        expected: &'static str,
    ) -> Result<(Cow<'a, str>, Cow<'a, str>), Malformed> {
        match self.next() {
            None => Err(Malformed::Missing(expected)),
            Some(Word { key: Some(key), value, .. }) => Ok((key, value)),
            Some(word) => Err(Malformed::Expected { expected, found: word.excerpt() }),
        }
    }

    /// The next word as a value of `T`.
    pub(crate) fn parse<T: FromStr<Err = Malformed>>(
        &mut self,
        expected: &'static str,
    ) -> Result<T, Malformed> {
        self.bare(expected)?.parse()
    }

    /// Keeps an unknown `key=value` aside.
    pub(crate) fn pass_over(&mut self, word: Word<'a>) -> Result<(), Malformed> {
        match word {
            Word { key: Some(key), value, .. } => {
                self.passed_over.push((key.into_owned(), value.into_owned()));
                Ok(())
            }
            word => Err(Malformed::Surplus(word.excerpt())),
        }
    }

    /// Every `key=value` that nobody knew.
    pub(crate) fn unknown(mut self) -> Result<Vec<(String, String)>, Malformed> {
        while let Some(word) = self.next() {
            self.pass_over(word)?;
        }
        Ok(self.passed_over)
    }

    /// Nothing may be left over.
    pub(crate) fn end(self) -> Result<(), Malformed> {
        match self.unknown()?.first() {
            None => Ok(()),
            Some((key, value)) => Err(Malformed::Surplus(excerpt(&format!("{key}={value}")))),
        }
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// Few lines have more words.
const USUAL_WORDS: usize = 8;

struct Splitter<'a> {
    rest: &'a str,
}

impl<'a> Splitter<'a> {
    fn next(&mut self) -> Result<Option<Word<'a>>, Malformed> {
        self.rest = self.rest.trim_start_matches(BLANKS);
        if self.rest.is_empty() || self.rest.starts_with('#') {
            return Ok(None);
        }
        let (first, quoted) = self.atom(b" \t=")?;
        let word = match self.rest.strip_prefix('=') {
            None => Word { key: None, value: first, quoted },
            Some(rest) => {
                self.rest = rest;
                let (value, quoted) = self.atom(b" \t")?;
                Word { key: Some(first), value, quoted }
            }
        };
        if self.rest.is_empty() || self.rest.starts_with(BLANKS) {
            Ok(Some(word))
        } else {
            Err(Malformed::AfterQuote)
        }
    }

    /// A word, or a part of one, up to one of `ends`, which are signs of ASCII.
    fn atom(&mut self, ends: &[u8]) -> Result<(Cow<'a, str>, bool), Malformed> {
        if let Some(inside) = self.rest.strip_prefix('"') {
            return Ok((self.quoted(inside)?, true));
        }
        let end = self.rest.bytes().position(|byte| ends.contains(&byte));
        let end = end.unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok((Cow::Borrowed(atom), false))
    }

    fn quoted(&mut self, inside: &'a str) -> Result<Cow<'a, str>, Malformed> {
        let mut text = Cow::Borrowed("");
        let mut rest = inside;
        loop {
            let end = rest.find(['"', '\\']).ok_or(Malformed::OpenQuote)?;
            let (plain, special) = rest.split_at(end);
            text += plain;
            let mut special = special.chars();
            if special.next() == Some('"') {
                self.rest = special.as_str();
                return Ok(text);
            }
            text.to_mut().push(match special.next() {
                Some(same @ ('"' | '\\')) => same,
                Some('n') => '\n',
                Some('r') => '\r',
                Some(_) => return Err(Malformed::Escape),
                None => return Err(Malformed::OpenQuote),
            });
            rest = special.as_str();
        }
    }
}

/// A word as it is written: bare, or in quotes where it would be misread.
pub(crate) struct Spelled<'a>(pub(crate) &'a str);

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let misread = self.0.is_empty()
            || self.0 == QUICK
            || self.0.starts_with('#')
            || self.0.contains([' ', '\t', '\n', '\r', '"', '=']);
        if misread { quote(f, self.0) } else { f.write_str(self.0) }
    }
}

/// A `key=value` as it is written.
pub(crate) struct Pair<'a>(pub(crate) &'a str, pub(crate) &'a str);

impl fmt::Display for Pair<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", Spelled(self.0))?;
        if self.0 == SINCE { quote(f, self.1) } else { Spelled(self.1).fmt(f) }
    }
}

/// Word of a record that came within 250 ms of the one before. In quotes it is a word like others.
pub(crate) const QUICK: &str = "quick";

/// Key of the time after which a record's event happened. With a quoted value it is a key like
/// others.
pub(crate) const SINCE: &str = "since";

fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

/// Gives every value of an enumeration its word: `Display` and `FromStr`.
macro_rules! words {
    ($type:ident: $($value:ident = $word:literal),+ $(,)?) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Self::$value => $word,)+
                })
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::observation::Malformed;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$value),)+
                    _ => Err(Self::Err::expected(concat!("one of", $(" `", $word, "`"),+), text)),
                }
            }
        }
    };
}

pub(crate) use words;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Result<Vec<(Option<String>, String)>, Malformed> {
        let mut words = Words::split(text)?;
        let next = || words.next().map(|w| (w.key.map(Cow::into_owned), w.value.into_owned()));
        Ok(std::iter::from_fn(next).collect())
    }

    fn bare(value: &str) -> (Option<String>, String) {
        (None, value.to_owned())
    }

    fn pair(key: &str, value: &str) -> (Option<String>, String) {
        (Some(key.to_owned()), value.to_owned())
    }

    #[test]
    fn words_are_bare_quoted_or_pairs() {
        assert_eq!(
            split("a\t b=c  \"d e\" f=\"g \\\" \\\\ \\n\" h= i=j=k"),
            Ok(vec![
                bare("a"),
                pair("b", "c"),
                bare("d e"),
                pair("f", "g \" \\ \n"),
                pair("h", ""),
                pair("i", "j=k")
            ])
        );
    }

    #[test]
    fn a_comment_ends_the_words() {
        assert_eq!(split("a b#c # d \"e"), Ok(vec![bare("a"), bare("b#c")]));
        assert_eq!(split("  # d"), Ok(vec![]));
    }

    #[test]
    fn broken_quotes_are_told() {
        assert_eq!(split("\"a"), Err(Malformed::OpenQuote));
        assert_eq!(split("a=\"b\\"), Err(Malformed::OpenQuote));
        assert_eq!(split("\"a\"b"), Err(Malformed::AfterQuote));
        assert_eq!(split("\"a\\t\""), Err(Malformed::Escape));
    }

    #[test]
    fn an_excerpt_is_short_and_harmless_to_a_terminal() {
        assert_eq!(excerpt("\u{1b}[2J"), "\\u{1b}[2J");
        assert_eq!(excerpt(&"x".repeat(100)).chars().count(), 41);
    }

    proptest! {
        #[test]
        fn whatever_is_spelled_reads_the_same(word in ".*", key in ".*", value in ".*") {
            let text = format!("{} {}", Spelled(&word), Pair(&key, &value));
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(split(&text), Ok(vec![bare(&word), pair(&key, &value)]));
        }

        #[test]
        fn any_text_is_split_or_refused(text in ".*") {
            let _ = split(&text);
        }
    }
}
