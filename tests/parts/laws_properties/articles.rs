//! The articles that conclusions may name, by edition, and whether the Laws have them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;
use touchmove_core::laws::rulebook::Edition;
use touchmove_core::words::law_topics;

use super::rows::{Number, rows};

/// The page that tells readers which article each rule is.
const PAGE: &str = include_str!("../../../docs/laws/articles.md");

/// The articles of five editions side by side, a line each.
const ARTICLES: &str = include_str!("../../laws/articles.jsonl");

#[test]
fn the_articles_of_every_edition_are_those_listed() {
    let mut list = String::new();
    for edition in Edition::ALL {
        let _ = writeln!(list, "{}", edition.name());
        for (rule, article) in edition.articles() {
            let _ = writeln!(list, "  {article:<10} {rule:?}");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/laws/articles.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &list).unwrap();
    }
    assert_eq!(list, fs::read_to_string(&file).unwrap_or_default(), "see tests/laws/articles.txt");
}

#[test]
fn the_page_of_articles_says_what_the_engine_names() {
    let mut rows: BTreeMap<String, [&str; 5]> = BTreeMap::new();
    for (column, edition) in Edition::ALL.into_iter().enumerate() {
        for (rule, article) in edition.articles() {
            rows.entry(format!("`{rule:?}`")).or_insert(["–"; 5])[column] = article;
        }
    }
    let page: BTreeMap<String, [&str; 5]> = PAGE
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
        .map(|cells| (cells[0].to_owned(), cells[2..].try_into().unwrap()))
        .collect();
    assert_eq!(page, rows, "docs/laws/articles.md");
}

#[test]
fn what_is_told_of_the_laws_has_every_article_of_every_edition() {
    let (topics, rows) = (law_topics().collect::<Vec<_>>(), rows());
    assert_eq!(topics.len(), rows.len());
    for (topic, row) in topics.iter().zip(&rows) {
        assert_eq!(u64::from(topic.row()), row.number);
        for edition in Edition::ALL {
            let told: Vec<_> = topic.articles(edition.name()).filter_map(Number::read).collect();
            let of_laws = row.numbers(edition);
            let missing: Vec<_> = of_laws.iter().filter(|number| !told.contains(number)).collect();
            assert!(missing.is_empty(), "row {}, {}: {missing:?}", row.number, edition.name());
        }
    }
}

#[test]
fn every_article_named_is_in_the_laws() {
    let mut unknown = Vec::new();
    for edition in Edition::ALL.into_iter().filter(|edition| !edition.is_overlay()) {
        let known = known_in(edition.name());
        for (rule, article) in edition.articles() {
            if !known.contains(whole(article)) {
                unknown.push(format!("{}: {article} ({rule:?})", edition.name()));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The articles of an edition: `9.3.x` and `12.9.1–12.9.9` are several, and what else stands there explains.
fn known_in(edition: &str) -> BTreeSet<String> {
    let lines = ARTICLES.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ids = lines.map(|line| line["ids"][edition].as_str().unwrap_or_default().to_owned());
    let words = |ids: String| {
        let words =
            ids.split([',', ';', ' ', '/']).map(|word| word.trim_end_matches(':').to_owned());
        words.collect::<Vec<_>>()
    };
    let all = ids.flat_map(words).flat_map(|word| each_of(&word));
    all.map(|article| whole(&article).to_owned()).collect()
}

/// An article without its paragraph: rows name some whole, and some by one or several of these.
fn whole(article: &str) -> &str {
    article.split('(').next().unwrap_or(article)
}

/// The articles from the first to the last, of which only the last numbers differ.
fn each_of(word: &str) -> Vec<String> {
    let (from, to) = word.split_once('–').unwrap_or((word, ""));
    let Some((chapter, first)) = from.rsplit_once('.') else { return vec![word.to_owned()] };
    let last = if first == "x" { Some("9") } else { to.rsplit('.').next() };
    let first = if first == "x" { "1" } else { first };
    match (first.parse::<u8>(), last.and_then(|last| last.parse::<u8>().ok())) {
        (Ok(first), Some(last)) => {
            (first..=last).map(|number| format!("{chapter}.{number}")).collect()
        }
        _ => vec![from.to_owned()],
    }
}
