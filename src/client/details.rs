//! Arguments by name, as events, incidents and pairings have them.
//!
#![doc = include_str!("dictionaries.md")]

use std::collections::HashMap;

use serde_json::{Map, Value};
use zbus::{OwnedVariant, Variant};

/// An event as `EventsSince` gives it: sequence number, name of its signal, and the signal's
/// arguments by name.
pub type PastEvent = (u64, String, Details);

/// Something that was seen, as `Sightings` gives it: when, in microseconds since the machine was booted; its kind; and its
/// particulars by name.
pub type SentSighting = (u64, String, Details);

/// Arguments of an event by name.
pub type Details = HashMap<String, OwnedVariant>;

/// Collects arguments by name.
pub fn details<'a>(arguments: impl IntoIterator<Item = (&'a str, Variant<'static>)>) -> Details {
    // Only a file descriptor could fail to become owned, and no event has one.
    let owned = |(name, value): (&str, Variant<'static>)| {
        Some((name.to_owned(), value.try_into_owned().ok()?))
    };
    arguments.into_iter().filter_map(owned).collect()
}

/// The same for a program: what is no text, number, flag or list of texts is null.
pub fn json(details: &Details) -> Map<String, Value> {
    details.iter().map(|(name, value)| (name.clone(), json_of(value))).collect()
}

fn json_of(value: &OwnedVariant) -> Value {
    let text = || <&str>::try_from(value).ok().map(Value::from);
    let number = || {
        let number = u64::try_from(value).or_else(|_| u32::try_from(value).map(u64::from));
        number.or_else(|_| u16::try_from(value).map(u64::from)).ok()
    };
    let share = || f64::try_from(value).ok().map(Value::from);
    let flag = || bool::try_from(value).ok().map(Value::from);
    let texts = || Vec::<String>::try_from(value.try_clone().ok()?).ok().map(Value::from);
    text()
        .or_else(|| number().map(Value::from))
        .or_else(share)
        .or_else(flag)
        .or_else(texts)
        .unwrap_or_default()
}
