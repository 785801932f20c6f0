//! Which part of the hall an arbiter looks at: a section, some tables. It stands in the address, so that it can be kept.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use maud::{Markup, html};
use serde::Deserialize;
use touchmove_core::words::phrases::AtDesk;

use super::live::Reader;
use crate::hall::Place;

/// A part of the hall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Choice {
    /// A section; empty for all.
    #[serde(default)]
    section: String,
    /// Tables as people write them, as in `1-20, 31`; empty for all.
    #[serde(default)]
    tables: String,
}

impl Choice {
    /// Whether a place is of this part.
    pub(super) fn has(&self, place: &Place) -> bool {
        let tables = tables(&self.tables);
        let Some(seat) = &place.seat else { return self.section.is_empty() && tables.is_empty() };
        let is_of_section = self.section.is_empty() || self.section == seat.section();
        is_of_section
            && (tables.is_empty() || tables.iter().any(|range| range.contains(&seat.table)))
    }

    /// It in an address.
    pub(super) fn query(&self) -> String {
        format!("section={}&tables={}", in_address(&self.section), in_address(&self.tables))
    }

    /// The form by which another one is chosen.
    pub(super) fn form(&self, reader: Reader<'_>, at: &str) -> Markup {
        let Reader { arbiter, speech, view } = reader;
        let seats = view.places.iter().filter(|place| place.is_seen_by(arbiter));
        let sections: BTreeSet<_> =
            seats.filter_map(|place| place.seat.as_ref()).map(|seat| seat.section()).collect();
        html! {
            form.choice method="get" action=(at) {
                @if sections.len() > 1 || !self.section.is_empty() {
                    label { (speech.say(AtDesk::Section)) " "
                        select name="section" {
                            option value="" { (speech.say(AtDesk::AllSections)) }
                            @for section in sections {
                                option value=(section) selected[self.section == section] { (section) }
                            }
                        }
                    }
                }
                label { (speech.say(AtDesk::Tables)) " "
                    input name="tables" size="10" maxlength="100" value=(self.tables) placeholder="1-20, 31";
                }
                button { (speech.say(AtDesk::Choose)) }
            }
        }
    }
}

/// A text as it stands in an address (RFC 3986, 2.1).
fn in_address(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}

/// The tables that a text names; what is no table is passed over.
fn tables(text: &str) -> Vec<RangeInclusive<u16>> {
    let range = |part: &str| {
        let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    text.split([',', ';', ' ']).filter(|part| !part.is_empty()).filter_map(range).collect()
}

#[cfg(test)]
mod tests {
    use touchmove_client::seats::at_table_12;
    use touchmove_client::shown::samples::a_board;

    use super::*;

    #[test]
    fn a_choice_stands_in_an_address() {
        let choice = Choice { section: "Ü 16&x=1".into(), tables: "1-20, 31".into() };
        assert_eq!(choice.query(), "section=%C3%9C%2016%26x%3D1&tables=1-20%2C%2031");
    }

    #[test]
    fn a_part_of_the_hall_is_a_section_and_some_tables() {
        let board = a_board();
        let seat = at_table_12(None).of_board(&board);
        let at_table = |seat| Place { since: 1, board: a_board().into(), seat };
        let (seated, apart) = (at_table(seat.clone()), at_table(None));
        assert!(seat.is_some());
        let choice =
            |section: &str, tables: &str| Choice { section: section.into(), tables: tables.into() };
        assert!(choice("", "").has(&seated) && choice("", "").has(&apart));
        assert!(choice("", "1-20, 31").has(&seated) && !choice("", "1-20").has(&apart));
        assert!(choice("", "12").has(&seated) && !choice("", "13–20;31").has(&seated));
        assert!(!choice("U16", "").has(&seated) && !choice("U16", "").has(&apart));
        assert!(choice("", "nonsense").has(&seated), "what names no table chooses none out");
    }
}
