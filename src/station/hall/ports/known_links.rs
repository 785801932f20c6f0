//! Which board is at the end of which link, where it does not say so itself: a board that has a cable and a radio is
//! one board.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::journal::PastEntry;
use crate::link::identity::is_air;

/// The links of boards that do not say who they are: a fold of the lines in the station's journal.
#[derive(Debug, Default)]
pub(in crate::hall) struct KnownLinks {
    /// What stands for the serial number of the board at a link.
    boards: HashMap<Link, String>,
    /// The links at whose ends a device has the serial number.
    numbers: HashMap<(String, String), Vec<String>>,
}

/// A link to boards of a family.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Link {
    family: String,
    /// As [`crate::link::identity::of_link`] says it.
    link: String,
}

/// What can be known of a link whose board does not say who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    link: Link,
    /// The serial number of the device at its end, which tells it from others of the family.
    number: Option<String>,
}

/// A line of the station's journal: which board is at a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LinkLine {
    #[serde(flatten)]
    link: Link,
    serial: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    /// Who says so; nobody, where its number does.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

impl Mark {
    /// The link that is known as `link`, to boards of the family.
    pub(super) fn new(family: &str, link: String, number: Option<String>) -> Self {
        Self { link: Link { family: family.to_owned(), link }, number }
    }
}

impl KnownLinks {
    /// What the past of the station's journal says.
    pub(in crate::hall) fn of_past(past: &[PastEntry]) -> Self {
        let mut known = Self::default();
        for entry in past {
            let PastEntry::Told(line) = entry else { continue };
            if let Ok(line) = serde_json::from_str(line) {
                known.add(line);
            }
        }
        known
    }

    /// Takes a line that is in the journal.
    pub(super) fn add(&mut self, line: LinkLine) {
        let LinkLine { link, serial, number, .. } = line;
        if let Some(number) = number {
            let links = self.numbers.entry((link.family.clone(), number)).or_default();
            if !links.contains(&link.link) {
                links.push(link.link.clone());
            }
        }
        self.boards.insert(link, serial);
    }

    /// The board at a link, as far as it is known: what was found or said there; else the board that has the same number
    /// at its other link. Two cables, or two radios, are two boards, whatever number they share.
    pub(super) fn board_at(&self, Mark { link, number }: &Mark) -> Option<&str> {
        if let Some(known) = self.boards.get(link) {
            return Some(known);
        }
        let number = (link.family.clone(), number.clone()?);
        let others = self.numbers.get(&number)?;
        if others.iter().any(|other| is_air(other) == is_air(&link.link)) {
            return None;
        }
        let other = Link { link: others.first()?.clone(), ..link.clone() };
        self.boards.get(&other).map(String::as_str)
    }

    /// The line that is to be kept where the board at a link is `serial`; `None` where that is known, or nothing at
    /// another link could ever refer to it.
    pub(super) fn line_of(&self, mark: &Mark, serial: &str) -> Option<LinkLine> {
        let Mark { link, number } = mark;
        let is_known = self.boards.contains_key(link) || number.is_none();
        (!is_known).then(|| LinkLine {
            link: link.clone(),
            serial: serial.to_owned(),
            number: number.clone(),
            by: None,
        })
    }

    /// The line by which a person says that the board at a link is `serial`.
    pub(super) fn line_said(mark: &Mark, serial: &str, by: &str) -> LinkLine {
        let Mark { link, number } = mark.clone();
        LinkLine { link, serial: serial.to_owned(), number, by: Some(by.to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CABLE: &str = "usb-CN4711";
    const AIR: &str = "radio-E0123456789A";

    fn mark(link: &str, number: Option<&str>) -> Mark {
        Mark::new("chessnut", link.into(), number.map(Into::into))
    }

    /// Has the board at a link known by the name that its link gives it, as when it is first found there.
    fn find(known: &mut KnownLinks, mark: &Mark) -> String {
        let own = format!("unnamed-{}", mark.link.link);
        let serial = known.board_at(mark).unwrap_or(&own).to_owned();
        if let Some(line) = known.line_of(mark, &serial) {
            known.add(line);
        }
        serial
    }

    #[test]
    fn a_board_is_the_same_by_cable_and_by_radio_where_its_number_says_so() {
        let mut known = KnownLinks::default();
        let by_cable = find(&mut known, &mark(CABLE, Some("CN4711")));
        let by_radio = find(&mut known, &mark(AIR, Some("CN4711")));
        assert_eq!((by_cable.as_str(), &by_radio), ("unnamed-usb-CN4711", &by_cable));
        let other = find(&mut known, &mark("radio-E0123456789B", Some("CN4712")));
        assert_eq!(other, "unnamed-radio-E0123456789B");
        let of_other_family = Mark::new("chesslink", AIR.into(), Some("CN4711".into()));
        assert_eq!(known.board_at(&of_other_family), None);
    }

    #[test]
    fn two_radios_are_two_boards_whatever_number_they_share() {
        let mut known = KnownLinks::default();
        let one = find(&mut known, &mark(AIR, Some("12345678")));
        let other = find(&mut known, &mark("radio-E0123456789B", Some("12345678")));
        assert_ne!(one, other);
        let third = find(&mut known, &mark(CABLE, Some("12345678")));
        assert_eq!(
            third, one,
            "it may be either: the first that was seen, and a person can say otherwise"
        );
    }

    #[test]
    fn a_word_is_worth_more_than_a_number_and_outlasts_the_daemon() {
        let mut known = KnownLinks::default();
        let (cable, air) = (mark(CABLE, Some("CN4711")), mark(AIR, None));
        find(&mut known, &cable);
        assert_eq!(find(&mut known, &air), "unnamed-radio-E0123456789A");
        assert_eq!(known.line_of(&air, "unnamed-radio-E0123456789A"), None, "nothing refers to it");
        let said = KnownLinks::line_said(&air, "unnamed-usb-CN4711", "anna");
        let found = known.line_of(&mark("usb-X", Some("X9999")), "unnamed-usb-X").unwrap();
        let lines = [said, found].map(|line| serde_json::to_string(&line).unwrap());
        let kept = [
            r#"{"family":"chessnut","link":"radio-E0123456789A","serial":"unnamed-usb-CN4711","by":"anna"}"#,
            r#"{"family":"chessnut","link":"usb-X","serial":"unnamed-usb-X","number":"X9999"}"#,
        ];
        assert_eq!(lines, kept);
        let past = lines.map(PastEntry::Told);
        let known = KnownLinks::of_past(&past);
        assert_eq!(known.board_at(&air), Some("unnamed-usb-CN4711"));
        assert_eq!(known.board_at(&mark("usb-X", None)), Some("unnamed-usb-X"));
    }
}
