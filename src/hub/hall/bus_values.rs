//! What the hall says, in the values of the bus. Each function has the signature of what it makes.

use zbus::names::MemberName;
use zbus::wire::{Array, Dict, ObjectPath, Signature, StructureBuilder};
use zbus::{Structure, Variant};

use super::translate::{Interfaces, Translation, Values};
use crate::message::EventMessage;
use crate::typed_json::NotCarried;

/// The body of a message: its arguments.
pub(super) fn body<const N: usize>(
    values: [Variant<'static>; N],
) -> zbus::Result<Structure<'static>> {
    let mut body = StructureBuilder::new();
    values.into_iter().for_each(|value| body.push_value(value));
    body.build()
}

/// `o`
pub(super) fn path_value(path: &str) -> zbus::Result<Variant<'static>> {
    Ok(Variant::ObjectPath(ObjectPath::try_from(path.to_owned())?))
}

/// `a{sa{sv}}`
pub(super) fn all(interfaces: &Interfaces) -> zbus::Result<Dict<'static, 'static>> {
    let mut all = Dict::new(&Signature::Str, &Signature::dict(Signature::Str, Signature::Variant));
    for (interface, values) in interfaces {
        all.append(Variant::from(interface.clone()), Variant::Dict(properties(values)?))?;
    }
    Ok(all)
}

/// `a{sv}`
pub(super) fn properties(values: &Values) -> zbus::Result<Dict<'static, 'static>> {
    let mut properties = Dict::new(&Signature::Str, &Signature::Variant);
    for (name, value) in values {
        properties
            .append(Variant::from(name.clone()), Variant::Variant(Box::new(value.clone())))?;
    }
    Ok(properties)
}

/// `tsa{sv}`
pub(super) fn arguments(
    event: &EventMessage,
    translation: &Translation<'_>,
) -> Result<Structure<'static>, NotCarried> {
    let details = translation.event_in_hall(event.details.value()?);
    if details.value_signature() != &Signature::dict(Signature::Str, Signature::Variant) {
        return Err(NotCarried::Data("a{sv}".to_owned()));
    }
    if MemberName::try_from(event.kind.as_str()).is_err() {
        return Err(NotCarried::Data("the name of a signal".to_owned()));
    }
    let number = Variant::U64(event.number);
    Ok(body([number, Variant::from(event.kind.clone()), details])?)
}

/// `a(tsa{sv})`
pub(super) fn listed(
    events: &[EventMessage],
    translation: &Translation<'_>,
) -> Result<Array<'static>, NotCarried> {
    let details = Signature::dict(Signature::Str, Signature::Variant);
    let event = Signature::structure([Signature::U64, Signature::Str, details]);
    let mut listed = Array::new(&event);
    for event in events {
        listed.append(Variant::Structure(arguments(event, translation)?))?;
    }
    Ok(listed)
}
