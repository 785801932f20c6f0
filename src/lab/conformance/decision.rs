//! Commands of a case as the decisions of a recording.

use serde_json::{Map, Value};
use touchmove_drivers::observation::Decision;

/// The decision that a command of a case is.
pub(super) fn decision(command: &str, fields: &Map<String, Value>) -> Decision {
    let particulars = fields.iter().filter_map(|(key, value)| Some((key.clone(), text(value)?)));
    Decision { by: "arbiter".into(), verb: command.to_owned(), particulars: particulars.collect() }
}

/// Of both sides: White's, a comma, Black's.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Array(list) => Some(list.iter().filter_map(text).collect::<Vec<_>>().join(",")),
        Value::Object(sides) => {
            Some(format!("{},{}", text(sides.get("white")?)?, text(sides.get("black")?)?))
        }
        Value::Null => None,
    }
}
