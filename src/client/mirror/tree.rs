//! The objects of a tree, each with the number of its last change.

use std::collections::{BTreeMap, HashMap};

use zbus::OwnedVariant;

use crate::shown::Properties;

/// All objects by path.
#[derive(Debug, Default)]
pub struct Tree {
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
    pub(crate) fn clear(&mut self) {
        self.objects.clear();
    }

    /// Puts an interface of an object in the place of what was there.
    pub(crate) fn insert(&mut self, path: &str, interface: String, properties: Properties) {
        self.changes += 1;
        let object = self.objects.entry(path.to_owned()).or_default();
        object.interfaces.insert(interface, properties);
        object.changed = self.changes;
    }

    /// Changes some properties; `None` where there is no such object.
    pub(crate) fn update(
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

    /// Takes interfaces of an object away, and it with the last one; `None` where there is no such object.
    pub(crate) fn remove(&mut self, path: &str, interfaces: &[String]) -> Option<()> {
        let object = self.objects.get_mut(path)?;
        object.interfaces.retain(|interface, _| !interfaces.contains(interface));
        self.changes += 1;
        object.changed = self.changes;
        if object.interfaces.is_empty() {
            self.objects.remove(path);
        }
        Some(())
    }

    /// The paths of all objects.
    pub fn paths(&self) -> Vec<String> {
        self.objects.keys().cloned().collect()
    }

    /// The properties of an interface.
    pub fn get(&self, path: &str, interface: &str) -> Option<&Properties> {
        self.objects.get(path)?.interfaces.get(interface)
    }

    /// The interfaces of an object.
    pub fn interfaces(&self, path: &str) -> impl Iterator<Item = (&str, &Properties)> {
        let object = self.objects.get(path).into_iter();
        object.flat_map(|object| &object.interfaces).map(|(name, all)| (name.as_str(), all))
    }

    /// All objects that have an interface, by path.
    pub fn all<'a>(
        &'a self,
        interface: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a Properties)> {
        let found = |(path, object): (&'a String, &'a Object)| {
            Some((path.as_str(), object.interfaces.get(interface)?))
        };
        self.objects.iter().filter_map(found)
    }

    /// The number of the last change of an object; 0 where it is not there.
    pub fn changed(&self, path: &str) -> u64 {
        self.objects.get(path).map_or(0, |object| object.changed)
    }
}
