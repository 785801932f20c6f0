//! What the engine does by each article of the Laws, in the words of a reader.

use fluent_bundle::FluentArgs;

use super::Words;
use super::library::Bundle;

/// A line each; the first names the columns.
const TABLE: &str = include_str!("articles.txt");

/// How many columns there are before those of the editions.
const BEFORE_EDITIONS: usize = 2;

/// A topic of the Laws: one or several articles in each edition that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawTopic {
    line: &'static str,
}

/// What is said of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawText {
    /// What it is about, in a few words.
    pub title: String,
    /// What the engine does by it, in a sentence or some.
    pub does: String,
}

/// All topics, in the order of the Laws of 2023.
pub fn law_topics() -> impl Iterator<Item = LawTopic> {
    lines().skip(1).map(|line| LawTopic { line })
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

impl LawTopic {
    /// The number of its row in the table of articles, from 1.
    pub fn row(self) -> u32 {
        self.column(0).parse().unwrap_or_default()
    }

    /// Its articles in an edition, named as `fide-2023`; none where it has none, or where there is no such edition.
    pub fn articles(self, edition: &str) -> impl Iterator<Item = &'static str> {
        let mut names = lines().next().unwrap_or_default().split('|').skip(BEFORE_EDITIONS);
        let column = names.position(|name| name == edition);
        let articles = column.map(|column| self.column(BEFORE_EDITIONS + column));
        articles
            .into_iter()
            .flat_map(|articles| articles.split(' '))
            .filter(|article| *article != "-")
    }

    /// Whether it has this article of an edition, one below it, or one that this is below.
    pub fn has(self, edition: &str, article: &str) -> bool {
        self.articles(edition).any(|own| is_below(own, article) || is_below(article, own))
    }

    pub(super) fn message(self) -> String {
        format!("law-{}", self.column(1))
    }

    fn column(self, number: usize) -> &'static str {
        self.line.split('|').nth(number).unwrap_or_default()
    }
}

/// Whether an article is another one or stands below it: 7.5.1 below 7.5, 10.13(b) below 10.13, but not 7.50.
fn is_below(article: &str, above: &str) -> bool {
    let rest = article.strip_prefix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
}

impl Words {
    /// What the engine does by a topic under an edition. What has no words in any language is told by its name alone.
    #[must_use]
    pub fn law(&self, topic: LawTopic, edition: &str) -> LawText {
        let name = topic.message();
        let mut arguments = FluentArgs::new();
        arguments.set("edition", edition);
        let said = self.bundles.iter().find_map(|bundle| said(bundle, &name, &arguments));
        said.unwrap_or_else(|| LawText { title: name, does: String::new() })
    }
}

fn said(bundle: &Bundle, name: &str, arguments: &FluentArgs<'_>) -> Option<LawText> {
    let message = bundle.get_message(name)?;
    let mut errors = Vec::new();
    let mut formatted =
        |pattern| bundle.format_pattern(pattern, Some(arguments), &mut errors).trim().to_owned();
    let title = formatted(message.value()?);
    let does = formatted(message.get_attribute("does")?.value());
    errors.is_empty().then_some(LawText { title, does })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, Library};

    const EDITIONS: [&str; 5] = ["fide-1995", "fide-1997", "fide-2017", "fide-2018", "fide-2023"];

    #[test]
    fn an_article_is_found_by_its_number_its_chapter_and_its_paragraph() {
        let rows = |edition, article| {
            let has = law_topics().filter(|topic| topic.has(edition, article));
            has.map(LawTopic::row).collect::<Vec<_>>()
        };
        assert_eq!(rows("fide-2023", "7.5.1"), [90]);
        assert_eq!(rows("fide-2017", "7.5.3"), [94]);
        assert_eq!(rows("fide-2018", "7.5.3"), [92]);
        assert_eq!(rows("fide-2023", "7.5"), [90, 91, 92, 93, 94, 158]);
        assert_eq!(rows("fide-1995", "10.13"), [125, 126, 127]);
        assert_eq!(rows("fide-1995", "10.4(c)"), [8, 52]);
        assert!(rows("fide-2023", "7.50").is_empty());
        assert!(rows("fide-2031", "7.5.1").is_empty());
    }

    #[test]
    fn every_topic_is_told_under_every_edition_in_every_language() {
        let library = Library::built_in();
        for language in library.languages() {
            let words = library.words(&language);
            for (topic, edition) in law_topics().flat_map(|topic| EDITIONS.map(|of| (topic, of))) {
                let LawText { title, does } = words.law(topic, edition);
                assert!(!title.is_empty() && title.chars().count() < 70, "{language}: {title}");
                assert!(does.ends_with('.') && !does.contains("  "), "{language}: {title}: {does}");
                assert!(!does.contains(['{', '}', '$']), "{language}: {title}: {does}");
            }
        }
    }

    #[test]
    fn editions_that_differ_are_told_differently() {
        let turkish: Language = "tr".parse().unwrap();
        let topic = law_topics().find(|topic| topic.row() == 94).unwrap();
        for words in [Words::of(&turkish), Words::of(&"en".parse().unwrap())] {
            let [old, of_2017, now] = ["fide-1995", "fide-2017", "fide-2023"]
                .map(|edition| words.law(topic, edition).does);
            assert!(old != of_2017 && of_2017 != now, "{now}");
        }
    }
}
