//! JSON as LiveChess writes it over HTTP: each field of an object on a line of its own, the elements of a list in one.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// How a value is written.
///
/// # Errors
/// Where it cannot be written as JSON.
pub(super) fn written(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Spaced::default()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// How deep it is in objects, and whether the innermost list or object has anything in it.
#[derive(Debug, Default)]
struct Spaced {
    depth: usize,
    has_values: bool,
}

impl Spaced {
    fn begin_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for Spaced {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.has_values = false;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.has_values = true;
        writer.write_all(b" ]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b" " } else { b", " })
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_values = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_values = false;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.has_values {
            self.begin_line(writer)?;
        } else {
            writer.write_all(b" ")?;
        }
        self.has_values = true;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.begin_line(writer)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b" : ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_values = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_of_objects_looks_as_livechess_writes_it() {
        let board =
            json!([{ "serialnr": "3000147740", "battery": null, "clock": { "run": true } }]);
        let text = "[ {\n  \"battery\" : null,\n  \"clock\" : {\n    \"run\" : true\n  },\n  \"serialnr\" : \"3000147740\"\n} ]";
        assert_eq!(written(&board).unwrap(), text);
        assert_eq!(written(&json!([])).unwrap(), "[ ]");
        assert_eq!(
            written(&json!({ "a": {}, "b": [1, 2] })).unwrap(),
            "{\n  \"a\" : { },\n  \"b\" : [ 1, 2 ]\n}"
        );
    }
}
