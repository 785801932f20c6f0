//! `touchmove laws`: what the engine does by the articles of the Laws, in plain words.

use std::iter;

use serde::Serialize;
use touchmove_core::laws::rulebook::{Edition, UnknownEdition};
use touchmove_core::words::phrases::OfLaws;
use touchmove_core::words::{Language, LawText, LawTopic, law_topics};

use super::notices::{Notices, Reader};
use super::rows::{columns, folded, table, width};
use super::{Failure, print, print_json};

/// So many articles are named near one that there is not.
const MAX_NEAR: usize = 6;

/// The columns of a list where nobody says how many there are.
const COLUMNS: usize = 80;

/// The columns that articles take in a list.
const MIN_ARTICLES: usize = 16;
const MAX_ARTICLES: usize = 28;

/// Tell in plain words what is done by an article of the Laws; without one, list them
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The article, such as 7.5.1, A.5.2 or 10.13(b), or a chapter, such as 7.5
    article: Option<String>,
    /// The edition
    #[arg(long, value_parser = edition, default_value = "fide-2023")]
    edition: Edition,
    /// The language, such as tr; that of the environment, if not given
    #[arg(long, value_name = "CODE")]
    lang: Option<Language>,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// A topic as it is told.
#[derive(Debug, Serialize)]
struct Told {
    row: u32,
    articles: Vec<&'static str>,
    title: String,
    does: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { article, edition, lang, json } = arguments;
    let notices = match lang {
        Some(language) => Notices::in_language(language),
        None => Notices::for_reader(Reader::of(*json)),
    };
    let asked = article.as_deref().map(str::trim);
    let topics = topics(*edition, asked)?;
    let told: Vec<_> = topics.into_iter().map(|topic| tell(topic, *edition, &notices)).collect();
    if *json {
        let all = serde_json::json!({ "edition": edition.name(), "articles": told });
        return print_json(&format!("{all}\n"));
    }
    let topics = by_topic(told);
    let columns = columns();
    let mut text: Vec<String> = match asked {
        Some(_) => topics.iter().map(|topic| paragraphs(topic, columns)).collect(),
        None => vec![list(&topics, columns.unwrap_or(COLUMNS))],
    };
    if edition.is_overlay() {
        text.push(format!("{}\n", notices.say(OfLaws::OnlyChanges)));
    }
    print(&text.join(if asked.is_some() { "\n" } else { "" }))
}

/// The topics of an article, or all that the edition has.
fn topics(edition: Edition, asked: Option<&str>) -> Result<Vec<LawTopic>, Failure> {
    let name = edition.name();
    let Some(article) = asked else {
        return Ok(law_topics().filter(|topic| topic.articles(name).next().is_some()).collect());
    };
    let found: Vec<_> = law_topics().filter(|topic| topic.has(name, article)).collect();
    if found.is_empty() {
        let near = near(edition, article).join(", ").into();
        let (edition, article) = (name.into(), article.into());
        return Err(Failure::misused(OfLaws::NoSuchArticle { edition, article, near }));
    }
    Ok(found)
}

/// The articles of an edition whose numbers begin most like this one and are nearest to it from there on.
fn near(edition: Edition, article: &str) -> Vec<&'static str> {
    let parts = |article: &str| {
        let article = article.to_ascii_uppercase();
        article.split(['.', '(', ')', '-']).map(str::to_owned).collect::<Vec<_>>()
    };
    let asked = parts(article);
    let distance = |article: &&str| {
        let own = parts(article);
        let alike = own.iter().zip(&asked).take_while(|(own, asked)| own == asked).count();
        let number = |parts: &[String]| parts.get(alike).and_then(|part| part.parse::<u32>().ok());
        let apart = match (number(&own), number(&asked)) {
            (Some(own), Some(asked)) => own.abs_diff(asked),
            _ => u32::MAX,
        };
        (usize::MAX - alike, apart)
    };
    let mut all: Vec<_> = law_topics().flat_map(|topic| topic.articles(edition.name())).collect();
    all.sort_by_key(distance);
    let mut near: Vec<&str> = Vec::new();
    for article in all {
        if near.len() < MAX_NEAR && !near.contains(&article) {
            near.push(article);
        }
    }
    near
}

fn tell(topic: LawTopic, edition: Edition, notices: &Notices) -> Told {
    let LawText { title, does } = notices.law(topic, edition.name());
    Told { row: topic.row(), articles: topic.articles(edition.name()).collect(), title, does }
}

/// Rows of which the same is told, as one: their articles together.
fn by_topic(told: Vec<Told>) -> Vec<Told> {
    let mut topics: Vec<Told> = Vec::new();
    for row in told {
        let same = |topic: &&mut Told| topic.title == row.title && topic.does == row.does;
        match topics.iter_mut().find(same) {
            Some(topic) => {
                let more =
                    row.articles.into_iter().filter(|article| !topic.articles.contains(article));
                let more: Vec<_> = more.collect();
                topic.articles.extend(more);
            }
            None => topics.push(row),
        }
    }
    topics
}

/// A topic that was asked for: its articles and title, and below what is done.
fn paragraphs(topic: &Told, columns: Option<usize>) -> String {
    let head = format!("{}  {}", in_runs(&topic.articles).join(", "), topic.title);
    let text = [head.as_str(), &topic.does].map(|text| match columns {
        Some(columns) => folded(text, columns, columns).join("\n"),
        None => text.to_owned(),
    });
    text.join("\n") + "\n"
}

/// All topics, a line each: the articles in a column, which are continued below where they are many, and the titles in another.
fn list(topics: &[Told], columns: usize) -> String {
    let titles = topics.iter().map(|topic| width(&topic.title)).max().unwrap_or_default();
    let room = columns.saturating_sub(titles + 2).clamp(MIN_ARTICLES, MAX_ARTICLES);
    let rows: Vec<[String; 2]> = topics
        .iter()
        .flat_map(|topic| {
            let articles = in_runs(&topic.articles).join(", ");
            let lines = folded(&articles, room, room);
            let titles = iter::once(topic.title.clone()).chain(iter::repeat(String::new()));
            lines.into_iter().zip(titles).map(|(articles, title)| [articles, title])
        })
        .collect();
    table(&rows)
}

/// Articles, of which three or more that follow each other are named by the first and the last.
fn in_runs(articles: &[&str]) -> Vec<String> {
    let mut named = Vec::new();
    let mut rest = articles;
    while let Some(first) = rest.first() {
        let pairs = rest.iter().zip(rest.iter().skip(1));
        let run = 1 + pairs.take_while(|(before, after)| follows(before, after)).count();
        let (run, after) = rest.split_at(run);
        match run {
            [_, _, .., last] => named.push(format!("{first}–{last}")),
            _ => named.extend(run.iter().map(|article| (*article).to_owned())),
        }
        rest = after;
    }
    named
}

/// Whether one article is the next after another: 7.5.3 after 7.5.2.
fn follows(before: &str, after: &str) -> bool {
    let parts = |article: &str| {
        let (chapter, number) = article.rsplit_once('.')?;
        Some((chapter.to_owned(), number.parse::<u32>().ok()?))
    };
    match (parts(before), parts(after)) {
        (Some((of, number)), Some((other, next))) => {
            of == other && number.checked_add(1) == Some(next)
        }
        _ => false,
    }
}

fn edition(name: &str) -> Result<Edition, UnknownEdition> {
    Edition::by_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(edition: Edition, article: &str) -> String {
        topics(edition, Some(article)).unwrap_err().to_string()
    }

    #[test]
    fn an_article_that_is_not_there_names_those_near_it() {
        let near =
            "fide-2023 has no article 7.9.1; near it are 7.6, 7.5.1, 7.5.2, 7.5.3, 7.5.4, 7.5.5";
        assert_eq!(refused(Edition::Fide2023, "7.9.1"), near);
        assert!(refused(Edition::Fide2023, "a.9").contains("A.6"));
        assert!(refused(Edition::Fide1995, "9.6.1").contains("9.3, 9.2, 9.1"));
        assert!(refused(Edition::Fide2017, "").starts_with("fide-2017 has no article ;"));
    }

    #[test]
    fn an_article_is_told_with_all_that_is_below_it() {
        let told = |article| {
            let topics = topics(Edition::Fide2023, Some(article)).unwrap();
            topics.into_iter().map(LawTopic::row).collect::<Vec<_>>()
        };
        assert_eq!(told("7.5.1"), [90]);
        assert_eq!(told("7.5"), [90, 91, 92, 93, 94, 158]);
        assert_eq!(told("12.9.5"), [149]);
    }

    #[test]
    fn what_is_told_of_an_article_is_in_the_language_of_the_reader() {
        let told = |notices: &Notices| {
            let topic = topics(Edition::Fide2023, Some("7.5.1")).unwrap()[0];
            paragraphs(&tell(topic, Edition::Fide2023, notices), None)
        };
        let english = told(&Notices::default());
        assert!(
            english.starts_with("7.5.1  An illegal move that was completed\nIt is told"),
            "{english}"
        );
        let turkish = told(&Notices::in_turkish());
        assert!(turkish.starts_with("7.5.1  Tamamlanmış kural dışı hamle\nSaate"), "{turkish}");
    }

    fn told(edition: Edition, asked: Option<&str>, notices: &Notices) -> Vec<Told> {
        let topics = topics(edition, asked).unwrap();
        by_topic(topics.into_iter().map(|topic| tell(topic, edition, notices)).collect())
    }

    #[test]
    fn articles_of_which_the_same_is_told_are_told_once() {
        let told = told(Edition::Fide2023, Some("III.5"), &Notices::default());
        assert_eq!(told.len(), 1);
        assert!(
            paragraphs(&told[0], None).starts_with("III.5, III.5.1–III.5.3  Quickplay finish\n")
        );
    }

    #[test]
    fn the_list_fits_eighty_columns_and_names_no_topic_twice() {
        for notices in [Notices::default(), Notices::in_turkish()] {
            for edition in Edition::ALL {
                let topics = told(edition, None, &notices);
                let list = list(&topics, 80);
                assert!(list.lines().all(|line| width(line) <= 80), "{list}");
                let mut titles: Vec<&str> =
                    topics.iter().map(|topic| topic.title.as_str()).collect();
                titles.sort_unstable();
                assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{titles:?}");
            }
        }
    }

    #[test]
    fn articles_in_a_row_are_named_by_the_first_and_the_last() {
        let named = |articles: &[&str]| in_runs(articles).join(", ");
        assert_eq!(named(&["3.1", "3.1.1", "3.1.2", "3.1.3", "3.2"]), "3.1, 3.1.1–3.1.3, 3.2");
        assert_eq!(named(&["9.9", "9.10", "9.11", "A.1", "A.2"]), "9.9–9.11, A.1, A.2");
        assert_eq!(
            named(&["13.1(a)", "13.1(b)", "13.1(c)", "17"]),
            "13.1(a), 13.1(b), 13.1(c), 17"
        );
    }

    #[test]
    fn what_is_told_is_folded_between_words() {
        let told = told(Edition::Fide2023, Some("3.1"), &Notices::default());
        let text = paragraphs(&told[0], Some(40));
        assert!(text.lines().all(|line| width(line) <= 40), "{text}");
        assert_eq!(text.replace('\n', " "), paragraphs(&told[0], None).replace('\n', " "));
    }
}
