//! The dictionaries that `src/client/dictionaries.md` describes.

use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("../../src/client/dictionaries.md");

/// The keys of one, each with the types that it may have.
pub(crate) type Keys = BTreeMap<String, BTreeSet<String>>;

/// The dictionaries by the headings of their tables.
pub(crate) fn documented() -> BTreeMap<String, Keys> {
    let (mut all, mut heading) = (BTreeMap::<String, Keys>::new(), None);
    for line in PAGE.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            heading = Some(name.to_owned());
            all.entry(name.to_owned()).or_default();
        }
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let ([_, keys, types, ..], Some(heading)) = (&cells[..], &heading) else { continue };
        let dictionary = all.entry(heading.clone()).or_default();
        for key in keys.split('`').skip(1).step_by(2) {
            let known = dictionary.entry(key.to_owned()).or_default();
            known.extend(types.split(' ').map(ToOwned::to_owned));
        }
    }
    all
}
