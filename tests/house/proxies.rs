//! The client's proxies and the interfaces of the station, member by member.
//!
//! A proxy is source code here, as its macro tells nothing about what it makes of it; an interface is what the daemon has
//! published: `tests/station/` holds the snapshots of introspections against a daemon that runs. Whatever is written in
//! another form than expected panics, so that nothing is passed over.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::source::sources;

/// The file with the short names of types.
const ALIASES: &str = "src/client/details.rs";

#[test]
fn proxies_and_interfaces_have_the_same_members() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let aliases = Aliases::read(&fs::read_to_string(root.join(ALIASES)).unwrap());
    let proxies = sources(root, "src/client/proxy");
    let (mut names, mut members) = (BTreeSet::new(), 0);
    for proxy in &proxies {
        let name = between(&proxy.text, "\n    interface = \"", "\"").to_owned();
        let exposed = members_of_proxy(&proxy.text, &aliases);
        assert_eq!(exposed, members_of_interface(&interface(root, &name)), "{name}");
        members += exposed.len();
        names.insert(name);
    }
    assert_eq!(names.len(), proxies.len(), "each interface has one proxy");
    assert_eq!(names, interfaces(root), "each interface has a proxy");
    assert!(members > 100, "{members} members: are they still found?");
}

#[test]
fn a_member_is_known_by_its_kind_name_and_types() {
    let aliases = Aliases::read("pub type Pair = (u64, String);\n");
    let members = |body: &str| members_of_proxy(&format!("pub trait A {{\n{body}\n}}\n"), &aliases);
    let one = |member: &str| BTreeSet::from([member.to_owned()]);
    assert_eq!(
        members("fn move_to(&self, board: String, rounds: Vec<u16>) -> fdo::Result<Vec<Pair>>;"),
        one("method MoveTo(in board s, in rounds aq, out a(ts))")
    );
    assert_eq!(
        members("#[zbus(property)]\nfn result_reason(&self) -> zbus::Result<String>;"),
        one("property ResultReason s")
    );
    let renamed = r#"<signal name="Renewed"><arg name="seq" type="t"/></signal>"#;
    let signal = members("#[zbus(signal)]\nfn renewed(&self, sequence: u64) -> zbus::Result<()>;");
    assert_eq!(signal, one("signal Renewed(sequence t)"));
    assert_ne!(signal, members_of_interface(renamed));
}

/// The names of all interfaces that are published.
fn interfaces(root: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(root.join("tests/station/snapshots")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let names = texts.filter(|text| text.contains("<interface "));
    names.map(|text| between(&text, "<interface name=\"", "\"").to_owned()).collect()
}

/// An interface as it is published.
fn interface(root: &Path, name: &str) -> String {
    let files = fs::read_dir(root.join("tests/station/snapshots")).unwrap();
    let mut texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let is_of = format!("<interface name=\"{name}\">");
    let text = texts.find(|text| text.contains(&is_of));
    let text = text.unwrap_or_else(|| panic!("no introspection of {name} is published"));
    text.split_once(&is_of).unwrap().1.to_owned()
}

/// The members that a proxy calls, a line each.
fn members_of_proxy(text: &str, aliases: &Aliases) -> BTreeSet<String> {
    let (_, body) = text.split_once("\npub trait ").or(text.split_once("pub trait ")).unwrap();
    let (body, rest) = body.split_once("{\n").unwrap().1.split_once("\n}\n").unwrap();
    assert!(rest.trim().is_empty(), "a file has one proxy");
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let members = code.split(';').map(str::trim).filter(|member| !member.is_empty());
    members.map(|member| member_of_proxy(member, aliases)).collect()
}

fn member_of_proxy(member: &str, aliases: &Aliases) -> String {
    let (attribute, member) = member.split_once("fn ").unwrap();
    let (name, member) = member.split_once('(').unwrap();
    let (arguments, result) = member.split_once(") -> ").unwrap();
    let arguments = arguments.trim().trim_end_matches(',').strip_prefix("&self").unwrap();
    let arguments = list(arguments.trim_start_matches(',')).into_iter().map(|argument| {
        let (name, kind) = argument.split_once(": ").unwrap();
        format!("{name} {}", aliases.signature(kind))
    });
    let result = result.trim().trim_start_matches("fdo::").trim_start_matches("zbus::");
    let result = between(result, "Result<", "\n");
    let result = aliases.signature(result.strip_suffix('>').unwrap());
    let name = pascal(name);
    match attribute.trim() {
        "" => {
            let out = (!result.is_empty()).then(|| format!("out {result}"));
            let all: Vec<_> = arguments.map(|one| format!("in {one}")).chain(out).collect();
            format!("method {name}({})", all.join(", "))
        }
        "#[zbus(signal)]" => {
            format!("signal {name}({})", arguments.collect::<Vec<_>>().join(", "))
        }
        "#[zbus(property)]" => format!("property {name} {result}"),
        "#[zbus(property(emits_changed_signal = \"const\"))]" => {
            format!("property {name} {result} const")
        }
        other => panic!("{name}: what does {other} mean?"),
    }
}

/// The members that an interface has, in the same words.
fn members_of_interface(xml: &str) -> BTreeSet<String> {
    let mut members = BTreeSet::new();
    let mut open: Option<(String, Vec<String>)> = None;
    for (tag, is_whole) in tags(xml) {
        let (kind, attributes) = tag.split_once(' ').unwrap_or((&tag, ""));
        let value = |key: &str| attribute(attributes, key);
        match kind {
            "method" | "signal" if is_whole => {
                members.insert(format!("{kind} {}()", value("name")));
            }
            "method" | "signal" => open = Some((format!("{kind} {}", value("name")), Vec::new())),
            "arg" => {
                let (name, signature) = (value("name"), value("type"));
                open.as_mut().unwrap().1.push(match attributes.split_once("direction=") {
                    Some((_, "\"in\"")) => format!("in {name} {signature}"),
                    Some((_, "\"out\"")) => format!("out {signature}"),
                    _ => format!("{name} {signature}"),
                });
            }
            "/method" | "/signal" => {
                let (member, arguments) = open.take().unwrap();
                members.insert(format!("{member}({})", arguments.join(", ")));
            }
            "property" => {
                assert_eq!(value("access"), "read", "{tag}");
                let member = format!("property {} {}", value("name"), value("type"));
                match is_whole {
                    true => drop(members.insert(member)),
                    false => open = Some((member, Vec::new())),
                }
            }
            "annotation" => {
                assert_eq!(value("name"), "org.freedesktop.DBus.Property.EmitsChangedSignal");
                open.as_mut().unwrap().1.push(value("value").to_owned());
            }
            "/property" => {
                let (member, marks) = open.take().unwrap();
                members.insert(format!("{member} {}", marks.join(" ")));
            }
            "/interface" => break,
            other => panic!("what is <{other}>?"),
        }
    }
    members
}

/// The tags of a text in XML without its comments, and whether each ends what it begins.
fn tags(xml: &str) -> Vec<(String, bool)> {
    let mut tags = Vec::new();
    let mut rest = xml;
    while let Some((_, found)) = rest.split_once('<') {
        if found.starts_with("!--") {
            rest = found.split_once("-->").unwrap().1;
            continue;
        }
        let (tag, behind) = found.split_once('>').unwrap();
        tags.push((tag.trim_end_matches('/').to_owned(), tag.ends_with('/')));
        rest = behind;
    }
    tags
}

fn attribute<'a>(attributes: &'a str, key: &str) -> &'a str {
    between(attributes, &format!("{key}=\""), "\"")
}

/// Short names of types, with what they stand for.
struct Aliases(Vec<(String, String)>);

impl Aliases {
    fn read(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| line.strip_prefix("pub type "));
        let alias = |line: &str| {
            let (name, kind) = line.split_once(" = ").unwrap();
            (name.to_owned(), kind.strip_suffix(';').unwrap().to_owned())
        };
        Self(lines.map(alias).collect())
    }

    /// What a type is on the bus.
    fn signature(&self, kind: &str) -> String {
        let all = |kinds| list(kinds).into_iter().map(|kind| self.signature(kind)).collect();
        let inside = |name: &str| {
            kind.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>').map(str::trim)
        };
        if let Some(item) = inside("Vec") {
            return format!("a{}", self.signature(item));
        }
        if let Some(entry) = inside("HashMap") {
            let entry: String = all(entry);
            return format!("a{{{entry}}}");
        }
        if let Some(fields) = kind.strip_prefix('(').and_then(|kind| kind.strip_suffix(')')) {
            let fields: String = all(fields);
            return if fields.is_empty() { fields } else { format!("({fields})") };
        }
        if let Some((_, meant)) = self.0.iter().find(|(name, _)| name == kind) {
            return self.signature(meant);
        }
        let signature = match kind {
            "bool" => "b",
            "u8" => "y",
            "u16" => "q",
            "u32" => "u",
            "u64" => "t",
            "String" | "&str" => "s",
            "OwnedObjectPath" => "o",
            "OwnedVariant" => "v",
            other => panic!("what is {other} on the bus?"),
        };
        signature.to_owned()
    }
}

/// The parts of a list between commas, but for commas within brackets.
fn list(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The name that D-Bus has for a function: `MoveTo` for `move_to`.
fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

/// What stands between the first `start` and the next `end`, or the end of the text.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, found) = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}"));
    found.split_once(end).map_or(found, |(found, _)| found)
}
