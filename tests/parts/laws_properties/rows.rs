//! The articles of five editions side by side: `tests/laws/articles.jsonl`.

use serde_json::Value;
use touchmove_core::laws::rulebook::Edition;

/// A line each.
const ARTICLES: &str = include_str!("../../laws/articles.jsonl");

/// A topic of the Laws, and its articles.
#[derive(Debug)]
pub(super) struct Row {
    /// Its number in the table.
    pub(super) number: u64,
    /// The chapter.
    pub(super) group: String,
    pub(super) topic: String,
    /// What a machine can do of it: `D`, `P`, `I`, `N`, and what is said beside that.
    pub(super) class: String,
    /// The articles by edition, as the table writes them.
    ids: [String; 5],
}

/// All rows.
pub(super) fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        Row {
            number: row["n"].as_u64().unwrap(),
            group: text("group"),
            topic: text("topic"),
            class: text("class"),
            ids: Edition::ALL
                .map(|edition| row["ids"][edition.name()].as_str().unwrap().to_owned()),
        }
    };
    ARTICLES.lines().map(row).collect()
}

impl Row {
    /// Whether there is anything in it for a machine.
    pub(super) fn is_for_a_machine(&self) -> bool {
        self.class != "N"
    }

    /// Whether an edition has it.
    pub(super) fn is_in(&self, edition: Edition) -> bool {
        !self.numbers(edition).is_empty()
    }

    /// The article, as the table writes it; in 1997 that of 1995 where nothing has changed.
    pub(super) fn article(&self, edition: Edition) -> &str {
        match (edition, self.ids[edition as usize].as_str()) {
            (Edition::Fide1997, "=") => self.article(Edition::Fide1995),
            (_, article) => article,
        }
    }

    /// The numbers of its articles: `9.3.x`, `12.9.1–12.9.9` are several, and words beside them explain. 1997 keeps what
    /// 1995 has, unless it says otherwise; a change of 1997 is `97-3`.
    pub(super) fn numbers(&self, edition: Edition) -> Vec<Number> {
        let written = &self.ids[edition as usize];
        let is_whole =
            written.split(", ").all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let words = written.split([',', ';', ' ', '/', '>']);
        let mut numbers: Vec<_> = words.flat_map(Number::each_of).collect();
        numbers.retain(|number| is_whole || number.0.contains(['.', '-']) || number.0 == "C");
        if edition == Edition::Fide1997 && written.starts_with('=') {
            numbers.extend(self.numbers(Edition::Fide1995));
        }
        numbers
    }

    /// Whether an article of an edition, or a part or a chapter of one, is of this row.
    pub(super) fn has(&self, article: &Number, edition: Edition) -> bool {
        self.numbers(edition).iter().any(|own| own.is_part_of(article) || article.is_part_of(own))
    }
}

/// The number of an article: `7.5.1`, `10.13(b)`, `A.5.2`, `III.4`, `97-12`, `C`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(String);

impl Number {
    /// The number that a word is; `None` where it is none.
    pub(super) fn read(word: &str) -> Option<Self> {
        let word = word.trim_start_matches('(').trim_end_matches([':', '.', ',', ';', '`']);
        let is_closed = word.matches('(').count() == word.matches(')').count();
        let word = if is_closed { word } else { word.trim_end_matches(')') };
        let (number, paragraphs) = word.split_at(word.find('(').unwrap_or(word.len()));
        let mut parts = number.split(['.', '-']);
        let is_digits =
            |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let is_chapter =
            |part: &str| is_digits(part) || ["A", "B", "C", "I", "II", "III"].contains(&part);
        let is_number = parts.next().is_some_and(is_chapter)
            && parts.all(|part| is_digits(part) || part == "x");
        let is_paragraph = |part: &str| part.len() == 2 && part.ends_with(')');
        let has_paragraphs = paragraphs.split('(').skip(1).all(is_paragraph);
        (is_number && has_paragraphs).then(|| Self(word.trim_end_matches(".x").to_owned()))
    }

    /// The numbers that a word is: several where it is a range.
    fn each_of(word: &str) -> Vec<Self> {
        let (from, to) = word.split_once('–').unwrap_or((word, ""));
        let Some(first) = Self::read(from) else { return Vec::new() };
        let last = to.rsplit('.').next().and_then(|last| last.parse::<u8>().ok());
        let parts = first.0.rsplit_once('.').map(|(chapter, own)| (chapter, own.parse::<u8>()));
        match (parts, last) {
            (Some((chapter, Ok(own))), Some(last)) => {
                (own..=last).map(|number| Self(format!("{chapter}.{number}"))).collect()
            }
            _ => vec![first],
        }
    }

    /// Whether it cannot be another number: of a chapter alone it may.
    pub(super) fn is_sure(&self) -> bool {
        self.0.contains(['.', '-'])
    }

    /// Whether it is the other one, or stands below it.
    fn is_part_of(&self, other: &Self) -> bool {
        let below = self.0.strip_prefix(&other.0);
        let is_whole_chapter = !other.0.contains(['.', '-']) && other.0 != "C";
        below.is_some_and(|below| {
            below.is_empty() || !is_whole_chapter && below.starts_with(['.', '('])
        })
    }
}

#[test]
fn numbers_are_read_as_the_table_writes_them() {
    let of = |number: u64, edition| {
        let row = rows().into_iter().find(|row| row.number == number).unwrap();
        row.numbers(edition).into_iter().map(|number| number.0).collect::<Vec<_>>()
    };
    assert_eq!(of(7, Edition::Fide2023), ["1.4", "1.4.1", "1.4.2"]);
    assert_eq!(of(12, Edition::Fide1997), ["2.3"]);
    assert_eq!(of(16, Edition::Fide2017), ["3.2", "3.3", "3.4", "3.5"]);
    assert_eq!(of(20, Edition::Fide2018), ["3.7.4"]);
    assert_eq!(of(86, Edition::Fide2017), ["7.3"]);
    assert_eq!(of(94, Edition::Fide1995), [""; 0]);
    assert_eq!(of(127, Edition::Fide1995), ["10.13(b)"]);
    assert_eq!(of(127, Edition::Fide1997), ["97-12"]);
    assert_eq!(of(130, Edition::Fide1995), ["17"]);
    assert_eq!(of(153, Edition::Fide2017), [""; 0]);
    assert_eq!(of(161, Edition::Fide2018), ["A.4.5"]);
}
