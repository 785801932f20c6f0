//! The objects of the live tree, each with the number of its last change.

use std::collections::{BTreeMap, HashMap};

use zbus::OwnedVariant;

use crate::shown::Properties;

/// All objects by path.
#[derive(Debug, Default)]
pub(super) struct Tree {
    objects: BTreeMap<String, Object>,
    /// How many changes there were: it never falls.
    changes: u64,
}

/// An object.
#[derive(Debug, Default)]
struct Object {
    interfaces: HashMap<String, Properties>,
    /// The number of its last change, from 1.
    changed: u64,
}

impl Tree {
    /// Takes all objects away.
    pub(super) fn clear(&mut self) {
        self.objects.clear();
    }

    /// Puts an interface of an object in the place of what was there.
    pub(super) fn insert(&mut self, path: &str, interface: String, properties: Properties) {
        self.changes += 1;
        let object = self.objects.entry(path.to_owned()).or_default();
        object.interfaces.insert(interface, properties);
        object.changed = self.changes;
    }

    /// Changes some properties; `None` where there is no such object.
    pub(super) fn update(
        &mut self,
        path: &str,
        interface: &str,
        changed: HashMap<String, OwnedVariant>,
    ) -> Option<()> {
        let object = self.objects.get_mut(path)?;
        object.interfaces.get_mut(interface)?.0.extend(changed);
        self.changes += 1;
        object.changed = self.changes;
        Some(())
    }

    /// The properties of an interface.
    pub(super) fn get(&self, path: &str, interface: &str) -> Option<&Properties> {
        self.objects.get(path)?.interfaces.get(interface)
    }

    /// All objects that have an interface, by path.
    pub(super) fn all<'a>(
        &'a self,
        interface: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a Properties)> {
        let found = |(path, object): (&'a String, &'a Object)| {
            Some((path.as_str(), object.interfaces.get(interface)?))
        };
        self.objects.iter().filter_map(found)
    }

    /// The number of the last change of an object; 0 where it is not there.
    pub(super) fn changed(&self, path: &str) -> u64 {
        self.objects.get(path).map_or(0, |object| object.changed)
    }
}
