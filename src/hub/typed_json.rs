//! Values of the message bus as JSON that says their types, and back.
//!
//! The form is that of `busctl --json`: `{"type": "a{sv}", "data": …}` with the D-Bus signature as the type, variants inside
//! data in the same form, and dictionaries whose keys are texts as JSON objects. So nothing is lost between two buses, and
//! whoever follows a stream reads it without our code.

use std::str::FromStr as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use zbus::wire::{Array, Dict, ObjectPath, Signature, Str, Structure, StructureBuilder};
use zbus::{Message, Variant};

/// A value with its type, or the arguments of a message with theirs.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct TypedJson {
    /// The D-Bus signature; of arguments those of all, one behind the other.
    #[serde(rename = "type")]
    signature: String,
    data: Value,
}

/// Nothing nests deeper: a message in which such values stand in lists and dictionaries stays within what D-Bus allows.
const MAX_DEPTH: u8 = 16;

/// What cannot be carried.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotCarried {
    /// The signature is none.
    #[error("`{0}` is no D-Bus signature")]
    Signature(String),
    /// The data is of another type than is said.
    #[error("a value is not of the type {0} that is said of it")]
    Data(String),
    /// Containers in containers.
    #[error("a value nests deeper than {MAX_DEPTH} containers")]
    TooDeep,
    /// A file cannot be carried to another machine.
    #[error("an open file cannot be sent to another machine")]
    OpenFile,
    /// It cannot be read from the bus or written to it.
    #[error(transparent)]
    Bus(#[from] zbus::Error),
}

impl TypedJson {
    /// The arguments of a message.
    ///
    /// # Errors
    /// [`NotCarried`] for open files, and for what is no message.
    pub(crate) fn of_arguments(message: &Message) -> Result<Self, NotCarried> {
        let body = message.body();
        if body.signature() == &Signature::Unit {
            return Ok(Self::nothing());
        }
        Self::of_fields(&body.deserialize::<Structure<'_>>()?)
    }

    /// These values as arguments.
    ///
    /// # Errors
    /// [`NotCarried::OpenFile`].
    pub(crate) fn of_fields(fields: &Structure<'_>) -> Result<Self, NotCarried> {
        let data = fields.fields().iter().map(data_of).collect::<Result<_, _>>()?;
        Ok(Self { signature: fields.signature().to_string_no_parens(), data: Value::Array(data) })
    }

    /// No arguments.
    pub(crate) fn nothing() -> Self {
        Self { signature: String::new(), data: Value::Array(Vec::new()) }
    }

    /// A value.
    ///
    /// # Errors
    /// [`NotCarried::OpenFile`].
    pub(crate) fn of(value: &Variant<'_>) -> Result<Self, NotCarried> {
        Ok(Self { signature: value.value_signature().to_string(), data: data_of(value)? })
    }

    /// The arguments; `None` where there are none.
    ///
    /// # Errors
    /// [`NotCarried::Signature`] and [`NotCarried::Data`].
    pub(crate) fn arguments(&self) -> Result<Option<Structure<'static>>, NotCarried> {
        if self.signature.is_empty() {
            return Ok(None);
        }
        let signature = self.parsed(&format!("({})", self.signature))?;
        let Variant::Structure(fields) = value_of(&signature, &self.data, MAX_DEPTH)? else {
            return Err(NotCarried::Signature(self.signature.clone()));
        };
        Ok(Some(fields))
    }

    /// The value.
    ///
    /// # Errors
    /// [`NotCarried::Signature`] and [`NotCarried::Data`].
    pub(crate) fn value(&self) -> Result<Variant<'static>, NotCarried> {
        self.value_within(MAX_DEPTH)
    }

    fn value_within(&self, depth: u8) -> Result<Variant<'static>, NotCarried> {
        value_of(&self.parsed(&self.signature)?, &self.data, depth)
    }

    fn parsed(&self, text: &str) -> Result<Signature, NotCarried> {
        let none = || NotCarried::Signature(self.signature.clone());
        let signature = Signature::from_str(text).map_err(|_| none())?;
        if signature == Signature::Unit { Err(none()) } else { Ok(signature) }
    }
}

fn data_of(value: &Variant<'_>) -> Result<Value, NotCarried> {
    Ok(match value {
        Variant::U8(n) => (*n).into(),
        Variant::Bool(b) => (*b).into(),
        Variant::I16(n) => (*n).into(),
        Variant::U16(n) => (*n).into(),
        Variant::I32(n) => (*n).into(),
        Variant::U32(n) => (*n).into(),
        Variant::I64(n) => (*n).into(),
        Variant::U64(n) => (*n).into(),
        Variant::F64(n) => (*n).into(),
        Variant::Str(text) => text.as_str().into(),
        Variant::Signature(signature) => signature.to_string().into(),
        Variant::ObjectPath(path) => path.as_str().into(),
        Variant::Variant(inner) => {
            let TypedJson { signature, data } = TypedJson::of(inner)?;
            Value::Object(Map::from_iter([
                ("type".to_owned(), signature.into()),
                ("data".to_owned(), data),
            ]))
        }
        Variant::Array(array) => {
            Value::Array(array.inner().iter().map(data_of).collect::<Result<_, _>>()?)
        }
        Variant::Structure(fields) => {
            Value::Array(fields.fields().iter().map(data_of).collect::<Result<_, _>>()?)
        }
        Variant::Dict(dict) => {
            let entry =
                |(key, value): (&Variant<'_>, &Variant<'_>)| Ok((key_of(key)?, data_of(value)?));
            Value::Object(dict.iter().map(entry).collect::<Result<_, NotCarried>>()?)
        }
        Variant::Fd(_) => return Err(NotCarried::OpenFile),
    })
}

/// Keys of JSON are texts.
fn key_of(key: &Variant<'_>) -> Result<String, NotCarried> {
    Ok(match data_of(key)? {
        Value::String(text) => text,
        other => other.to_string(),
    })
}

/// Reads a value of this type with no more containers in containers than `depth`.
fn value_of(
    signature: &Signature,
    data: &Value,
    depth: u8,
) -> Result<Variant<'static>, NotCarried> {
    let other = || NotCarried::Data(signature.to_string());
    let below = || depth.checked_sub(1).ok_or(NotCarried::TooDeep);
    let number = || data.as_u64().ok_or_else(other);
    let signed = || data.as_i64().ok_or_else(other);
    let text = || data.as_str().map(str::to_owned).ok_or_else(other);
    let list = || data.as_array().ok_or_else(other);
    Ok(match signature {
        Signature::U8 => Variant::U8(number()?.try_into().map_err(|_| other())?),
        Signature::Bool => Variant::Bool(data.as_bool().ok_or_else(other)?),
        Signature::I16 => Variant::I16(signed()?.try_into().map_err(|_| other())?),
        Signature::U16 => Variant::U16(number()?.try_into().map_err(|_| other())?),
        Signature::I32 => Variant::I32(signed()?.try_into().map_err(|_| other())?),
        Signature::U32 => Variant::U32(number()?.try_into().map_err(|_| other())?),
        Signature::I64 => Variant::I64(signed()?),
        Signature::U64 => Variant::U64(number()?),
        Signature::F64 => Variant::F64(data.as_f64().ok_or_else(other)?),
        Signature::Str => Variant::Str(Str::from(without_zeros(text()?).ok_or_else(other)?)),
        Signature::Signature => {
            Variant::Signature(Signature::from_str(&text()?).map_err(|_| other())?)
        }
        Signature::ObjectPath => {
            Variant::ObjectPath(ObjectPath::try_from(text()?).map_err(|_| other())?)
        }
        Signature::Variant => {
            let inner = TypedJson::deserialize(data).map_err(|_| other())?;
            Variant::Variant(Box::new(inner.value_within(below()?)?))
        }
        Signature::Array(element) => {
            let mut array = Array::new(element.signature());
            for each in list()? {
                array.append(value_of(element.signature(), each, below()?)?)?;
            }
            Variant::Array(array)
        }
        Signature::Dict { key, value } => {
            let mut dict = Dict::new(key.signature(), value.signature());
            for (name, each) in data.as_object().ok_or_else(other)? {
                let name = key_from(key.signature(), name)?;
                dict.append(name, value_of(value.signature(), each, below()?)?)?;
            }
            Variant::Dict(dict)
        }
        Signature::Structure(fields) => {
            let list = list()?;
            if fields.len() != list.len() {
                return Err(other());
            }
            let mut structure = StructureBuilder::new();
            for (field, each) in fields.iter().zip(list) {
                structure.push_value(value_of(field, each, below()?)?);
            }
            Variant::Structure(structure.build()?)
        }
        Signature::Fd => return Err(NotCarried::OpenFile),
        Signature::Unit => return Err(other()),
    })
}

/// The bus ends texts at a zero.
fn without_zeros(text: String) -> Option<String> {
    (!text.contains('\0')).then_some(text)
}

fn key_from(signature: &Signature, name: &str) -> Result<Variant<'static>, NotCarried> {
    match signature {
        Signature::Str | Signature::ObjectPath | Signature::Signature => {
            value_of(signature, &Value::String(name.to_owned()), 0)
        }
        _ => {
            let data = serde_json::from_str(name);
            let data = data.map_err(|_| NotCarried::Data(signature.to_string()))?;
            value_of(signature, &data, 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn carried(value: &Variant<'_>) -> Variant<'static> {
        let text = serde_json::to_string(&TypedJson::of(value).unwrap()).unwrap();
        serde_json::from_str::<TypedJson>(&text).unwrap().value().unwrap()
    }

    #[test]
    fn a_dictionary_reads_as_busctl_writes_it() {
        let value = Variant::from(HashMap::from([("Table", Variant::U16(3))]));
        let written = serde_json::to_value(TypedJson::of(&value).unwrap()).unwrap();
        let table = json!({"type": "q", "data": 3});
        assert_eq!(written, json!({"type": "a{sv}", "data": {"Table": table}}));
    }

    #[test]
    fn arguments_come_back_as_they_were() {
        let signal = Message::signal("/a", "b.c", "D");
        let more = HashMap::from([("ply", Variant::U32(7))]);
        let message = signal.build(&(5_u64, "Moved", more)).unwrap();
        let json = TypedJson::of_arguments(&message).unwrap();
        assert_eq!(json.signature, "tsa{sv}");
        let back = json.arguments().unwrap().unwrap();
        let again = Message::signal("/a", "b.c", "D").build(&back).unwrap();
        assert_eq!(again.body().signature(), message.body().signature());
        assert_eq!(again.body().data().bytes(), message.body().data().bytes());
    }

    #[test]
    fn one_argument_that_is_a_structure_stays_one() {
        let message = Message::signal("/a", "b.c", "D").build(&((1_u16, "x"),)).unwrap();
        let json = TypedJson::of_arguments(&message).unwrap();
        let back = json.arguments().unwrap().unwrap();
        let again = Message::signal("/a", "b.c", "D").build(&back).unwrap();
        assert_eq!(again.body().signature(), message.body().signature());
    }

    #[test]
    fn what_is_no_value_of_its_type_is_refused() {
        for text in [
            r#"{"type":"y","data":256}"#,
            r#"{"type":"s","data":"a\u0000b"}"#,
            r#"{"type":"o","data":"no path"}"#,
            r#"{"type":"(ss)","data":["one"]}"#,
            r#"{"type":"a{sv}","data":[]}"#,
            r#"{"type":"","data":[]}"#,
            r#"{"type":"h","data":0}"#,
            r#"{"type":"v","data":{"type":"a{vs}","data":{}}}"#,
        ] {
            let json: TypedJson = serde_json::from_str(text).unwrap();
            assert!(json.value().is_err(), "{text}");
        }
    }

    #[test]
    fn what_nests_deeper_than_any_message_bears_is_refused() {
        let nested = |depth: usize| {
            let inner = json!({"type": "y", "data": 1});
            (0..depth).fold(inner, |inner, _| json!({"type": "v", "data": inner}))
        };
        let read = |depth| TypedJson::deserialize(nested(depth)).unwrap().value();
        assert!(read(usize::from(MAX_DEPTH)).is_ok());
        assert!(matches!(read(usize::from(MAX_DEPTH) + 1), Err(NotCarried::TooDeep)));
    }

    fn any_value() -> impl Strategy<Value = Variant<'static>> {
        let leaf = prop_oneof![
            any::<u8>().prop_map(Variant::U8),
            any::<bool>().prop_map(Variant::Bool),
            any::<i64>().prop_map(Variant::I64),
            any::<u64>().prop_map(Variant::U64),
            "[^\0]{0,8}".prop_map(|text| Variant::Str(Str::from(text))),
            "/[a-z]{1,8}".prop_map(|path| Variant::ObjectPath(path.try_into().unwrap())),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let boxed = inner.prop_map(|value| Variant::Variant(Box::new(value)));
            prop_oneof![
                prop::collection::vec(boxed.clone(), 0..4).prop_map(|all| {
                    let mut array = Array::new(&Signature::Variant);
                    all.into_iter().for_each(|each| array.append(each).unwrap());
                    Variant::Array(array)
                }),
                prop::collection::hash_map("[^\0]{0,6}", boxed, 0..4).prop_map(|all| {
                    let mut dict = Dict::new(&Signature::Str, &Signature::Variant);
                    for (key, value) in all {
                        dict.append(Variant::Str(Str::from(key)), value).unwrap();
                    }
                    Variant::Dict(dict)
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_comes_back_as_it_was(value in any_value()) {
            prop_assert_eq!(carried(&value), value);
        }

        #[test]
        fn no_json_breaks_it(signature in "[ybnqiuxtdsogvah(){}]{0,8}", data in "[0-9a\\[\\]{}\":,]{0,16}") {
            if let Ok(data) = serde_json::from_str(&data) {
                let json = TypedJson { signature, data };
                let _ = json.value();
                let _ = json.arguments();
            }
        }
    }
}
