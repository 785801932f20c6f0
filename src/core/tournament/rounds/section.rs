//! The sections of a tournament, and what holds in each: the rulebook, what may be done without a person,
//! and how long what is played is held back.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::{Policy, RulebookChoice};

use crate::decision::regulations::Regulations;
use crate::lights::Lights;
use crate::pairing::Pairing;
use crate::text::{is_hostile, legible, shown_in_line};
use crate::tournament::release::delay::{
    Delay, Delays, Doubtful, HeldFor, HeldMoves, PublicOutput,
};

/// Longest name of a section, in bytes: as long as a pairing file may have it. A reason is no longer.
const MAX_TEXT_BYTES: usize = 200;

/// Most sections of a station.
const MAX_SECTIONS: usize = 200;

/// The editions of the Laws that a rulebook may name.
pub const EDITIONS: [&str; 5] = ["fide-1995", "fide-1997", "fide-2017", "fide-2018", "fide-2023"];

/// A section by name. The one without a name is that of pairings without a section, and of games that
/// are in no round; what is set for it holds in every section that has not set it for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionName(Arc<str>);

/// Why something was decided, in the words of who decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(Arc<str>);

/// Why a text is no name of a section, or no reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}…` cannot be kept; write at most {MAX_TEXT_BYTES} bytes in one line, without blanks around"
)]
pub struct NotOneLine(String);

/// Why a section cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASetting {
    /// An edition that nobody knows.
    #[error("`{0}` is no edition of the Laws; known are {known}", known = EDITIONS.join(", "))]
    Edition(String),
    /// There are too many.
    #[error(
        "{MAX_SECTIONS} sections are set already; a section that was misnamed stays, so name them as the pairings do"
    )]
    TooMany,
}

/// What is decided about a section. What is not given stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionChange {
    /// Which section.
    pub section: SectionName,
    /// The Laws.
    pub rulebook: Option<RulebookChoice>,
    /// What may be done without a person.
    pub policy: Option<Policy>,
    /// What the event decides for itself.
    pub regulations: Regulations,
    /// What the lights of its boards show.
    pub lights: Option<Lights>,
    /// The delay of the public bus name.
    pub bus: DelayChange,
    /// The delay of the relay.
    pub files: DelayChange,
    /// Why.
    pub reason: Option<Reason>,
}

/// What is decided about a delay. What is not given stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DelayChange {
    /// By how long.
    pub time: Option<HeldFor>,
    /// By how many moves.
    pub moves: Option<HeldMoves>,
    /// What becomes of doubtful moves.
    pub doubtful: Option<Doubtful>,
}

/// A section at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionView {
    /// Which section.
    pub name: SectionName,
    /// What holds there.
    pub settings: Settings,
    /// How many pairings the rounds have in it.
    pub pairings: usize,
}

/// What holds in a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The Laws.
    pub rulebook: RulebookChoice,
    /// What may be done without a person.
    pub policy: Policy,
    /// What the event decides for itself.
    pub regulations: Regulations,
    /// What the lights of its boards show.
    pub lights: Lights,
    /// How long what is played is held back.
    pub delays: Delays,
}

/// What was set in the sections.
#[derive(Debug, Default)]
pub(super) struct Sections(BTreeMap<SectionName, Set>);

/// What was set in one section.
#[derive(Clone, Debug, Default)]
struct Set {
    rulebook: Option<RulebookChoice>,
    policy: Option<Policy>,
    regulations: Regulations,
    lights: Option<Lights>,
    bus: DelayChange,
    files: DelayChange,
}

impl SectionName {
    /// The section without a name.
    pub fn unnamed() -> Self {
        Self("".into())
    }

    /// The section of this name; without one, the section without a name.
    ///
    /// # Errors
    /// [`NotOneLine`] where no pairing file could have it.
    pub fn new(name: &str) -> Result<Self, NotOneLine> {
        one_line(name).map(Self)
    }

    /// The section of a pairing.
    pub fn of(pairing: &Pairing) -> Self {
        Self(pairing.section.as_deref().unwrap_or_default().into())
    }

    /// Its name; empty where it has none.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SectionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            "" => f.write_str("the section without a name"),
            name => write!(f, "section {name}"),
        }
    }
}

impl Reason {
    /// These words.
    ///
    /// # Errors
    /// [`NotOneLine`] where they are more than a line.
    pub fn new(words: &str) -> Result<Self, NotOneLine> {
        one_line(words).map(Self)
    }
}

impl SectionChange {
    /// No change of a section yet.
    pub const fn of(section: SectionName) -> Self {
        let stays = DelayChange { time: None, moves: None, doubtful: None };
        let regulations =
            Regulations { default_time: None, no_draw_offers_before: None, quickplay_finish: None };
        Self {
            section,
            rulebook: None,
            policy: None,
            regulations,
            lights: None,
            bus: stays,
            files: stays,
            reason: None,
        }
    }

    /// The change of an output's delay.
    pub const fn delay_mut(&mut self, output: PublicOutput) -> &mut DelayChange {
        match output {
            PublicOutput::Bus => &mut self.bus,
            PublicOutput::Files => &mut self.files,
        }
    }

    /// Whether everything stays.
    pub fn is_none(&self) -> bool {
        let none = Self { reason: self.reason.clone(), ..Self::of(self.section.clone()) };
        *self == none
    }

    /// Its form as a record, made by this person.
    pub(super) fn record(&self, by: &str) -> Decision {
        let mut particulars = Vec::new();
        let mut give = |key: String, value: Option<String>| {
            particulars.extend(value.map(|value| (key, value)));
        };
        let name = self.section.as_str();
        give("section".into(), (!name.is_empty()).then(|| name.to_owned()));
        give("rulebook".into(), self.rulebook.as_ref().map(ToString::to_string));
        give("policy".into(), self.policy.map(|policy| policy.to_string()));
        for (key, value) in self.regulations.particulars() {
            give(key, Some(value));
        }
        give("lights".into(), self.lights.map(|lights| lights.to_string()));
        for (output, change) in [(PublicOutput::Bus, self.bus), (PublicOutput::Files, self.files)] {
            give(format!("{output}-seconds"), change.time.map(|time| time.get().to_string()));
            give(format!("{output}-moves"), change.moves.map(|moves| moves.get().to_string()));
            give(format!("{output}-doubtful"), change.doubtful.map(|word| word.to_string()));
        }
        give("reason".into(), self.reason.as_ref().map(|Reason(reason)| reason.to_string()));
        Decision { by: by.to_owned(), verb: VERB.to_owned(), particulars }
    }

    /// The change that a record holds; `None` where it holds none.
    pub(super) fn of_record(record: &Decision) -> Option<Self> {
        if record.verb != VERB {
            return None;
        }
        let name = record.particular("section").unwrap_or_default();
        let mut change = Self::of(SectionName::new(name).ok()?);
        if let Some(rulebook) = record.particular("rulebook") {
            change.rulebook = Some(rulebook.parse().ok()?);
        }
        if let Some(policy) = record.particular("policy") {
            change.policy = Some(policy.parse().ok()?);
        }
        change.regulations = Regulations::of_lines(&record.particulars);
        if let Some(lights) = record.particular("lights") {
            change.lights = Some(lights.parse().ok()?);
        }
        for output in PublicOutput::ALL {
            let delay = change.delay_mut(output);
            if let Some(seconds) = record.particular(&format!("{output}-seconds")) {
                delay.time = Some(HeldFor::seconds(seconds.parse().ok()?)?);
            }
            if let Some(moves) = record.particular(&format!("{output}-moves")) {
                delay.moves = Some(HeldMoves::new(moves.parse().ok()?)?);
            }
            if let Some(doubtful) = record.particular(&format!("{output}-doubtful")) {
                delay.doubtful = Some(doubtful.parse().ok()?);
            }
        }
        change.reason = record.particular("reason").and_then(|reason| Reason::new(reason).ok());
        Some(change)
    }
}

const VERB: &str = "section-set";

impl Sections {
    /// Whether a section can be set so.
    pub(super) fn check(&self, change: &SectionChange) -> Result<(), NotASetting> {
        let edition = change.rulebook.as_ref().map(|rulebook| rulebook.edition.as_str());
        if let Some(unknown) = edition.filter(|edition| !EDITIONS.contains(edition)) {
            return Err(NotASetting::Edition(unknown.chars().take(50).collect()));
        }
        if self.0.len() >= MAX_SECTIONS && !self.0.contains_key(&change.section) {
            return Err(NotASetting::TooMany);
        }
        Ok(())
    }

    /// Sets a section.
    pub(super) fn set(&mut self, change: SectionChange) {
        let SectionChange { section, rulebook, policy, regulations, lights, bus, files, reason: _ } =
            change;
        let new = Set { rulebook, policy, regulations, lights, bus, files };
        let set = self.0.entry(section).or_default();
        *set = new.or(set);
    }

    /// The sections that were set.
    pub(super) fn names(&self) -> impl Iterator<Item = &SectionName> {
        self.0.keys()
    }

    /// What holds in a section.
    pub(super) fn settings(&self, section: &SectionName) -> Settings {
        let of = |name| self.0.get(name).cloned().unwrap_or_default();
        of(section).or(&of(&SectionName::unnamed())).settings()
    }
}

impl Set {
    /// What is set here, and what is not, there.
    fn or(self, other: &Self) -> Self {
        Self {
            rulebook: self.rulebook.or_else(|| other.rulebook.clone()),
            policy: self.policy.or(other.policy),
            regulations: self.regulations.or(other.regulations),
            lights: self.lights.or(other.lights),
            bus: self.bus.or(other.bus),
            files: self.files.or(other.files),
        }
    }

    fn settings(self) -> Settings {
        let delays = Delays { bus: self.bus.delay(), files: self.files.delay() };
        Settings {
            rulebook: self.rulebook.unwrap_or_default(),
            policy: self.policy.unwrap_or_default(),
            regulations: self.regulations,
            lights: self.lights.unwrap_or_default(),
            delays,
        }
    }
}

impl DelayChange {
    fn or(self, other: Self) -> Self {
        Self {
            time: self.time.or(other.time),
            moves: self.moves.or(other.moves),
            doubtful: self.doubtful.or(other.doubtful),
        }
    }

    fn delay(self) -> Delay {
        Delay {
            time: self.time.unwrap_or_default(),
            moves: self.moves.unwrap_or_default(),
            doubtful: self.doubtful.unwrap_or_default(),
        }
    }
}

fn one_line(text: &str) -> Result<Arc<str>, NotOneLine> {
    let legible = legible(text);
    let text = legible.as_str();
    let is_one_line =
        text.len() <= MAX_TEXT_BYTES && text == text.trim() && !text.contains(is_hostile);
    if is_one_line {
        Ok(text.into())
    } else {
        Err(NotOneLine(text.chars().take(50).map(shown_in_line).collect()))
    }
}

#[cfg(test)]
mod tests {
    use crate::decision::regulations::{DefaultTime, FirstOffer, QuickplayFinish};

    use super::*;

    fn change(name: &str, seconds: Option<u32>, moves: Option<u16>) -> SectionChange {
        let time = seconds.and_then(HeldFor::seconds);
        let bus = DelayChange { time, moves: moves.and_then(HeldMoves::new), doubtful: None };
        SectionChange { bus, ..SectionChange::of(SectionName::new(name).unwrap()) }
    }

    fn delay(sections: &Sections, name: &str) -> String {
        sections.settings(&SectionName::new(name).unwrap()).delays.bus.to_string()
    }

    #[test]
    fn a_change_comes_back_from_its_record() {
        let whole = SectionChange {
            rulebook: Some("fide-2018 rapid reduced".parse().unwrap()),
            policy: Some(Policy::Observe),
            regulations: Regulations {
                default_time: DefaultTime::minutes(30),
                no_draw_offers_before: Some(FirstOffer::at_move(0)),
                quickplay_finish: Some(QuickplayFinish::Announced),
            },
            lights: Some(Lights::Moves),
            files: DelayChange {
                time: HeldFor::seconds(0),
                moves: HeldMoves::new(3),
                doubtful: Some(Doubtful::Withheld),
            },
            reason: Reason::new("the public is in the room").ok(),
            ..change("U 16", Some(900), None)
        };
        for change in [whole, change("", None, None)] {
            let record = change.record("anna");
            assert_eq!(SectionChange::of_record(&record), Some(change));
        }
    }

    #[test]
    fn what_a_section_has_not_set_is_that_of_the_section_without_a_name() {
        let mut sections = Sections::default();
        sections.set(change("Open", None, Some(3)));
        assert_eq!(
            (delay(&sections, "Open"), delay(&sections, "U16")),
            ("3 moves".into(), "none".into())
        );
        sections.set(change("", Some(900), Some(1)));
        assert_eq!(delay(&sections, "Open"), "15 min and 3 moves");
        assert_eq!(delay(&sections, "U16"), "15 min and 1 move");
        sections.set(change("Open", Some(0), None));
        assert_eq!(delay(&sections, "Open"), "3 moves");
    }

    #[test]
    fn lights_are_off_where_nobody_wants_them_and_as_the_section_without_a_name_says() {
        let mut sections = Sections::default();
        let lights = |sections: &Sections, name: &str| {
            sections.settings(&SectionName::new(name).unwrap()).lights
        };
        assert_eq!(lights(&sections, "Open"), Lights::Off);
        sections.set(SectionChange { lights: Some(Lights::Differs), ..change("", None, None) });
        sections.set(SectionChange { lights: Some(Lights::Off), ..change("U16", None, None) });
        assert_eq!(
            ["Open", "U16"].map(|name| lights(&sections, name)),
            [Lights::Differs, Lights::Off,]
        );
    }

    #[test]
    fn an_edition_that_nobody_knows_is_refused() {
        let rulebook = RulebookChoice { edition: "fide-2099".into(), ..RulebookChoice::default() };
        let change = SectionChange { rulebook: Some(rulebook), ..change("", None, None) };
        let refused = Sections::default().check(&change);
        assert_eq!(refused, Err(NotASetting::Edition("fide-2099".into())));
    }

    #[test]
    fn a_name_is_one_line_as_a_pairing_file_could_have_it() {
        for wrong in [" Open", "a\nb", &"x".repeat(201)] {
            assert!(SectionName::new(wrong).is_err(), "{wrong}");
        }
    }
}
