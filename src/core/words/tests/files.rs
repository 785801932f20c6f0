//! What must hold of the files of the languages, by their syntax.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Message, Pattern, PatternElement,
};
use fluent_syntax::parser;

use super::super::laws::{LawTopic, law_topics};
use super::super::told::SENTENCES;
use super::super::{KINDS, Library, PART, Vocabulary, phrases};
use super::{BUILT_IN, words};

/// What a message names.
#[derive(Clone, Default)]
struct Named {
    fields: BTreeSet<String>,
    messages: BTreeSet<String>,
    attributes: Vec<String>,
}

#[test]
fn english_and_turkish_are_built_in() {
    let codes: Vec<String> =
        Library::built_in().languages().iter().map(ToString::to_string).collect();
    assert_eq!(codes, ["en", "tr"]);
}

#[test]
fn every_file_is_fit() {
    for (code, text) in BUILT_IN {
        let mut library = Library::built_in();
        assert_eq!(library.add(code, text), Ok(()), "{code}");
    }
}

#[test]
fn every_kind_is_whole_in_every_file() {
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        for kind in KINDS {
            let named = messages.get(kind.name).unwrap_or_else(|| panic!("{code}: {}", kind.name));
            assert_eq!(named.attributes, ["seen", "may"], "{code}: {}", kind.name);
        }
    }
}

#[test]
fn every_message_is_a_kind_a_phrase_or_a_part_that_is_used() {
    let words = Vocabulary::ALL.map(|of| of.words().iter().map(move |word| of.name(word)));
    let words: BTreeSet<String> = words.into_iter().flatten().collect();
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        let used: BTreeSet<&String> = messages.values().flat_map(|named| &named.messages).collect();
        for name in messages.keys() {
            let is_kind = KINDS.iter().any(|kind| kind.name == name);
            let mut said = phrases::all().chain(SENTENCES.iter().copied());
            let is_phrase = said.any(|(phrase, _)| phrase == name);
            let is_part = name.starts_with(PART) && used.contains(name);
            let is_law = law_topics().any(|topic| topic.message() == *name);
            assert!(
                is_kind || is_phrase || is_part || is_law || words.contains(name),
                "{code}: {name} is never said"
            );
        }
    }
}

#[test]
fn every_phrase_is_in_every_file_and_names_its_values_all_of_them_and_no_others() {
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        for (name, values) in phrases::all().chain(SENTENCES.iter().copied()) {
            assert!(messages.contains_key(name), "{code}: {name} is missing");
            let named = all_fields(name, &messages);
            let values: BTreeSet<String> = values.iter().map(|&value| value.to_owned()).collect();
            assert_eq!(named, values, "{code}: {name}");
            assert!(messages[name].attributes.is_empty(), "{code}: {name} has attributes");
        }
    }
}

#[test]
fn every_topic_of_the_laws_is_in_every_file_and_names_the_edition_at_most() {
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        for name in law_topics().map(LawTopic::message) {
            let named = messages.get(&name).unwrap_or_else(|| panic!("{code}: {name} is missing"));
            assert_eq!(named.attributes, ["does"], "{code}: {name}");
            assert!(named.fields.iter().all(|field| field == "edition"), "{code}: {name}");
        }
    }
}

#[test]
fn every_phrase_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for (name, _) in phrases::all().chain(SENTENCES.iter().copied()) {
        assert!(names.insert(name), "{name} stands for two phrases");
        assert!(!name.starts_with(PART) && KINDS.iter().all(|kind| kind.name != name), "{name}");
    }
}

#[test]
fn every_word_of_the_bus_is_in_every_file_and_in_english_itself_but_for_decisions() {
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        for of in Vocabulary::ALL {
            for word in of.words() {
                let name = of.name(word);
                assert!(messages.contains_key(&name), "{code}: {name} is missing");
                let is_of_decisions =
                    matches!(of, Vocabulary::Verb | Vocabulary::Particular | Vocabulary::Value);
                assert!(is_of_decisions || words("en").say(of.word(word)) == *word, "{word}");
            }
        }
    }
}

#[test]
fn words_name_the_fields_of_their_kind_all_of_them_and_no_others() {
    for (code, text) in BUILT_IN {
        let messages = messages(text);
        for kind in KINDS {
            // what notices derive from other fields
            let given = |name: String| match name.as_str() {
                "number" => "ply".to_owned(),
                "winner" => "value".to_owned(),
                _ => name,
            };
            let named: BTreeSet<String> =
                all_fields(kind.name, &messages).into_iter().map(given).collect();
            let fields: BTreeSet<String> = kind.fields().map(str::to_owned).collect();
            assert_eq!(named, fields, "{code}: {}", kind.name);
        }
    }
}

/// The fields that a message names, itself or by its parts.
fn all_fields(name: &str, messages: &BTreeMap<String, Named>) -> BTreeSet<String> {
    let named = messages.get(name).unwrap_or_else(|| panic!("{name} is named, and missing"));
    let parts = named.messages.iter().flat_map(|part| all_fields(part, messages));
    named.fields.iter().cloned().chain(parts).collect()
}

fn messages(text: &str) -> BTreeMap<String, Named> {
    let resource = parser::parse(text).unwrap();
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name.to_owned(), named(message))),
        Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => None,
        Entry::Term(_) | Entry::Junk { .. } => panic!("{entry:?}"),
    });
    messages.collect()
}

fn named(message: &Message<&str>) -> Named {
    let mut named = Named::default();
    for pattern in
        message.value.iter().chain(message.attributes.iter().map(|attribute| &attribute.value))
    {
        named.read(pattern);
    }
    named.attributes =
        message.attributes.iter().map(|attribute| attribute.id.name.to_owned()).collect();
    named
}

impl Named {
    fn read(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            match expression {
                Expression::Inline(inline) => self.read_inline(inline),
                Expression::Select { selector, variants } => {
                    self.read_inline(selector);
                    variants.iter().for_each(|variant| self.read(&variant.value));
                }
            }
        }
    }

    fn read_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.fields.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, attribute: None } => {
                self.messages.insert(id.name.to_owned());
            }
            InlineExpression::StringLiteral { .. } => {}
            InlineExpression::FunctionReference { id, arguments: CallArguments { .. } } => {
                panic!("{}: functions are not used", id.name)
            }
            other => panic!("{other:?}"),
        }
    }
}
