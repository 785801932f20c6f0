//! `touchmove laws`: what the engine does by the articles of the Laws, in plain words.

use serde::Serialize;
use touchmove_core::laws::rulebook::{Edition, UnknownEdition};
use touchmove_core::words::phrases::OfLaws;
use touchmove_core::words::{Language, LawText, LawTopic, law_topics};

use super::notices::{Notices, Reader};
use super::{Failure, print, print_json};

/// So many articles are named near one that there is not.
const MAX_NEAR: usize = 6;

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
    let mut text: Vec<String> = told.iter().map(|told| text(told, asked)).collect();
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

/// A line in the list; what was asked for has a second one.
fn text(told: &Told, asked: Option<&str>) -> String {
    let head = format!("{}  {}\n", told.articles.join(", "), told.title);
    match asked {
        Some(_) => format!("{head}{}\n", told.does),
        None => head,
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
        let topic = topics(Edition::Fide2023, Some("7.5.1")).unwrap()[0];
        let english = text(&tell(topic, Edition::Fide2023, &Notices::default()), Some("7.5.1"));
        assert!(
            english.starts_with("7.5.1  An illegal move that was completed\nIt is told"),
            "{english}"
        );
        let turkish = text(&tell(topic, Edition::Fide2023, &Notices::in_turkish()), Some("7.5.1"));
        assert!(turkish.starts_with("7.5.1  Tamamlanmış kural dışı hamle\nSaate"), "{turkish}");
    }
}
