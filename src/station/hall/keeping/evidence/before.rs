//! What was told of a game before a restart, against what this program concludes of it. Pure.
//!
//! The same records lead the same program to the same conclusions under the same numbers. Another version of it
//! may conclude otherwise, and so does this one where records were lost to damage. A number that was told means
//! what it meant: from the first conclusion on that differs, numbers go on behind the last that was told, and before
//! them stands that all from there on no longer holds.

use std::collections::BTreeMap;

use touchmove_core::laws::json::Fields;

/// What was told of one game.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// What holds of what was told and was not concluded again so far, by sequence numbers.
    lines: BTreeMap<u64, String>,
    /// Where what was told no longer holds, and the number under which that was told.
    renewals: BTreeMap<u64, u64>,
    /// The last number that was told.
    last: u64,
    /// The last one that was concluded again.
    concluded: u64,
}

/// What may differ a little, and nothing comes of it; and when it was told, which is said once.
const UNWEIGHED: [&str; 2] = ["confidence", "passed_us"];

impl Before {
    /// This line was told.
    pub(super) fn note(&mut self, seq: u64, line: &str) {
        self.last = seq.max(self.last);
        self.lines.insert(seq, line.to_owned());
    }

    /// That what was told from `from` on no longer holds was told.
    pub(super) fn note_renewal(&mut self, seq: u64, from: u64) {
        self.last = seq.max(self.last);
        self.renew(from, seq);
    }

    /// Takes a number for told from now on. Answers whether it is news.
    pub(super) fn learn(&mut self, seq: u64) -> bool {
        let is_news = seq > self.last;
        self.last = seq.max(self.last);
        is_news
    }

    /// Something is concluded. Where another thing was told under its number, the number under which it is told
    /// that all from there on no longer holds.
    pub(super) fn renewal(&mut self, seq: u64, line: &str) -> Option<u64> {
        self.concluded = seq;
        if let Some(at) = self.renewals.get(&seq) {
            return Some(*at);
        }
        // What is missing was lost to damage.
        let told = self.lines.remove(&seq)?;
        (!is_same(&told, line)).then(|| self.renew(seq, self.last + 1))
    }

    /// What was told behind the last conclusion is not concluded any more: from which number on, and under
    /// which that is told.
    pub(super) fn rest(&mut self) -> Option<(u64, u64)> {
        let from = self.concluded + 1;
        let known = self.renewals.get(&from).copied();
        let at = known.or_else(|| {
            self.lines.range(from..).next()?;
            Some(self.renew(from, self.last + 1))
        })?;
        self.concluded = at;
        Some((from, at))
    }

    fn renew(&mut self, from: u64, at: u64) -> u64 {
        drop(self.lines.split_off(&from));
        self.renewals.retain(|_, known| *known < from);
        self.renewals.insert(from, at);
        at
    }
}

fn is_same(told: &str, line: &str) -> bool {
    let fields = |line: &str| {
        let mut fields = serde_json::from_str::<Fields>(line).ok()?;
        UNWEIGHED.iter().for_each(|field| drop(fields.remove(*field)));
        Some(fields)
    };
    told == line || fields(told).is_some_and(|told| Some(told) == fields(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Before {
        let mut before = Before::default();
        (1..).zip(lines).for_each(|(seq, line)| before.note(seq, line));
        before
    }

    #[test]
    fn what_is_concluded_as_it_was_told_is_no_news() {
        let mut before = told(&[r#"{"a":1,"confidence":0.9}"#, r#"{"a":2}"#]);
        assert_eq!(before.renewal(1, r#"{"a":1,"confidence":0.8}"#), None);
        assert_eq!(before.renewal(2, r#"{"a":2}"#), None);
        assert_eq!((before.learn(2), before.learn(3), before.learn(3)), (false, true, false));
        assert_eq!(before.rest(), None);
    }

    #[test]
    fn what_differs_gets_new_numbers_behind_all_that_was_told_and_keeps_them() {
        let mut before = told(&["a", "b", "c"]);
        assert_eq!(before.renewal(1, "a"), None);
        assert_eq!(before.renewal(2, "x"), Some(4));
        assert_eq!((before.learn(4), before.renewal(5, "x"), before.learn(5)), (true, None, true));
        assert_eq!(before.rest(), None, "c is not missed");

        // the next start
        let mut before = told(&["a", "b", "c"]);
        before.note_renewal(4, 2);
        before.note(5, "x");
        assert_eq!((before.renewal(1, "a"), before.renewal(2, "x")), (None, Some(4)));
        assert_eq!((before.renewal(5, "x"), before.learn(5), before.learn(6)), (None, false, true));

        // yet another version, which differs further on
        let mut before = told(&["a", "b", "c"]);
        before.note_renewal(4, 2);
        before.note(5, "x");
        assert_eq!((before.renewal(1, "a"), before.renewal(2, "y")), (None, Some(4)));
        assert_eq!((before.renewal(5, "y"), before.renewal(7, "y")), (Some(6), None));

        // or before
        let mut before = told(&["a", "b", "c"]);
        before.note_renewal(4, 2);
        before.note(5, "x");
        assert_eq!(
            (before.renewal(1, "z"), before.renewal(7, "z"), before.rest()),
            (Some(6), None, None)
        );
    }

    #[test]
    fn what_is_not_concluded_any_more_no_longer_holds() {
        let mut before = told(&["a", "b"]);
        assert_eq!(before.renewal(1, "a"), None);
        assert_eq!(before.rest(), Some((2, 3)));
        assert_eq!(before.rest(), None, "it is told once");
        let mut before = told(&["a", "b"]);
        before.note_renewal(3, 2);
        assert_eq!((before.renewal(1, "a"), before.rest()), (None, Some((2, 3))));
        let mut before = told(&["a", "b"]);
        before.note_renewal(3, 2);
        assert_eq!((before.renewal(1, "a"), before.renewal(2, "c")), (None, Some(3)));
    }

    #[test]
    fn what_was_lost_to_damage_is_told_again_under_its_number() {
        let mut before = Before::default();
        before.note(2, "b");
        assert_eq!((before.renewal(1, "a"), before.renewal(2, "b")), (None, None));
    }
}
