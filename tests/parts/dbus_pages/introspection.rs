//! An interface as a bus tells of it.

/// An interface.
pub(super) struct Interface {
    pub(super) name: String,
    pub(super) methods: Vec<Member>,
    pub(super) signals: Vec<Member>,
    pub(super) properties: Vec<Member>,
}

/// A method, a signal or a property.
pub(super) struct Member {
    pub(super) name: String,
    /// What its comment says of it.
    pub(super) what: String,
    is_method: bool,
    takes: Vec<Typed>,
    /// What a method answers, or the value of a property.
    gives: Vec<Typed>,
}

/// A name and its type.
struct Typed {
    name: String,
    of: String,
}

impl Interface {
    /// Reads one as the snapshots of the tests have it.
    pub(super) fn read(snapshot: &str) -> Self {
        let mut lines = snapshot.lines().map(str::trim);
        let first = lines.by_ref().find(|line| line.starts_with("<interface ")).unwrap();
        let (methods, signals, properties) = Default::default();
        let mut interface =
            Self { name: attribute(first, "name").unwrap(), methods, signals, properties };
        let mut comment = Vec::new();
        while let Some(line) = lines.next() {
            match line.split([' ', '>', '/']).next().unwrap_or_default() {
                "<!--" => comment = lines.by_ref().take_while(|line| *line != "-->").collect(),
                "<method" => interface.methods.push(Member::read(line, &mut lines, &mut comment)),
                "<signal" => interface.signals.push(Member::read(line, &mut lines, &mut comment)),
                "<property" => {
                    let mut property = Member::begin(line, &mut comment);
                    let (name, of) = (String::new(), attribute(line, "type").unwrap());
                    property.gives.push(Typed { name, of });
                    interface.properties.push(property);
                }
                _ => {}
            }
        }
        interface
    }

    /// Its name without what all have in common.
    pub(super) fn short(&self) -> &str {
        self.name.strip_prefix("org.touchmove.").unwrap()
    }

    pub(super) fn members(&self) -> impl Iterator<Item = &Member> {
        self.methods.iter().chain(&self.signals).chain(&self.properties)
    }
}

impl Member {
    fn begin(line: &str, comment: &mut Vec<&str>) -> Self {
        let what = std::mem::take(comment).join("\n").trim().to_owned();
        let name = attribute(line, "name").unwrap();
        let is_method = line.starts_with("<method");
        Self { name, what, is_method, takes: Vec::new(), gives: Vec::new() }
    }

    /// Reads a method or a signal with its arguments.
    fn read<'a>(
        line: &str,
        lines: &mut impl Iterator<Item = &'a str>,
        comment: &mut Vec<&str>,
    ) -> Self {
        let mut member = Self::begin(line, comment);
        if line.ends_with("/>") {
            return member;
        }
        for line in lines.take_while(|line| !line.starts_with("</")) {
            let (Some(name), Some(of)) = (attribute(line, "name"), attribute(line, "type")) else {
                continue;
            };
            let is_answer = line.contains("direction=\"out\"");
            let list = if is_answer { &mut member.gives } else { &mut member.takes };
            list.push(Typed { name, of });
        }
        member
    }

    /// How it is called, and what it gives.
    pub(super) fn call(&self) -> String {
        let list = |of: &[Typed]| of.iter().map(Typed::text).collect::<Vec<_>>().join(", ");
        match (self.is_method, self.gives.as_slice()) {
            (true, []) => format!("{}({})", self.name, list(&self.takes)),
            (true, gives) => format!("{}({}) → {}", self.name, list(&self.takes), list(gives)),
            (false, []) => format!("{}({})", self.name, list(&self.takes)),
            (false, gives) => format!("{}: {}", self.name, list(gives)),
        }
    }

    /// The types of all that it takes and gives.
    pub(super) fn types(&self) -> impl Iterator<Item = &str> {
        self.takes.iter().chain(&self.gives).map(|typed| typed.of.as_str())
    }
}

impl Typed {
    fn text(&self) -> String {
        if self.name.is_empty() { self.of.clone() } else { format!("{}: {}", self.name, self.of) }
    }
}

/// The value of an attribute in a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next().map(ToOwned::to_owned)
}
