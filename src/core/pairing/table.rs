//! Pairings in CSV: a header line that names the columns, and a line for each game.

use std::borrow::Cow;
use std::io::Read;

use csv::{ReaderBuilder, StringRecord};

use super::error::{PairingError, Wrong, shown};
use super::fields::{Field, Row};
use super::gather::Games;
use super::text::lines;
use crate::text::of_cell;

/// What separates fields.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// A line that is read after the last one: it is part of a field where a quotation is left open.
const END: &str = "\n\u{4}\n";

/// Whether `line` is a header of pairings.
pub(super) fn is_header(line: &str) -> bool {
    separator(line).is_some()
}

/// Takes the games of a CSV file, one a line, with commas, semicolons or tabs (RFC 4180).
///
/// Columns are named as [`write_csv`](super::write_csv) names them, or as PGN calls its tags, in any
/// order and case. Only `white` and `black` have to be there; columns of other names are passed over.
pub(super) fn read(text: &str, games: &mut Games) -> Result<(), PairingError> {
    let mut table = Table { columns: None, games, last: None };
    let header = lines(text).find(|line| !line.text.trim().is_empty());
    let separator = header.and_then(|line| separator(line.text)).unwrap_or(SEPARATORS[0]);
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes().chain(END.as_bytes()));
    let mut lines = lines(text).filter(|line| !line.text.is_empty()).peekable();
    let mut record = StringRecord::new();
    let mut line = 1;
    while reader.read_record(&mut record).map_err(|_| Wrong::UnknownForm.on(line))? {
        // records begin with the lines that are not empty, unless these are within quotations
        let after = reader.position().byte();
        if let Some(first) = lines.next() {
            line = first.number;
        }
        while lines.next_if(|line| (line.at as u64) < after).is_some() {}
        table.take(&record, line)?;
    }
    table.finish(text.ends_with(['\r', '\n']))
}

/// The columns of a file in CSV from which nothing is read, by their names; none of a file in another form.
pub fn unknown_columns(file: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(file) else { return Vec::new() };
    let text = text.trim_start_matches('\u{feff}');
    let header = lines(text).find(|line| !line.text.trim().is_empty());
    let Some((line, separator)) = header.and_then(|line| Some((line.text, separator(line.text)?)))
    else {
        return Vec::new();
    };
    let mut reader =
        ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(line.as_bytes());
    let mut record = StringRecord::new();
    let is_read = reader.read_record(&mut record).unwrap_or(false);
    let unknown = record.iter().filter(|name| is_read && Field::named(name).is_none());
    unknown.filter(|name| !name.trim().is_empty()).map(shown).collect()
}

/// What is read so far.
struct Table<'g> {
    /// What the columns mean, once the header is read; `None` for one that is passed over.
    columns: Option<Vec<Option<Field>>>,
    games: &'g mut Games,
    /// The last field of the last line, where a part of it would look like the whole.
    last: Option<(usize, String)>,
}

impl Table<'_> {
    fn take(&mut self, record: &StringRecord, line: usize) -> Result<(), PairingError> {
        let last = record.iter().next_back().unwrap_or_default();
        if last.contains(END) {
            return Err(Wrong::OpenQuote.on(line));
        }
        if last == END.trim_matches('\n') && record.len() == 1 {
            return Ok(());
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            return Ok(());
        }
        let Some(columns) = &self.columns else {
            self.columns = Some(columns(record).map_err(|wrong| wrong.on(line))?);
            return Ok(());
        };
        if record.len() != columns.len() {
            let wrong = Wrong::FieldCount { has: record.len(), needs: columns.len() };
            return Err(wrong.on(line));
        }
        let mut row = Row::default();
        for (field, text) in columns.iter().zip(record) {
            if let Some(field) = field {
                row.add(*field, line, Cow::Borrowed(of_cell(text)));
            }
        }
        if let Some(entry) = row.read(line)? {
            self.games.take(entry)?;
        }
        let hides_a_cut = columns.last().copied().flatten().is_some_and(Field::hides_a_cut);
        self.last = (hides_a_cut && !last.is_empty()).then(|| (line, shown(last)));
        Ok(())
    }

    /// Refuses a last line that may be cut off.
    fn finish(self, ends_with_break: bool) -> Result<(), PairingError> {
        match self.last {
            Some((line, last)) if !ends_with_break => Err(Wrong::CutLine(last).on(line)),
            _ => Ok(()),
        }
    }
}

/// The separator by which a header names both players.
fn separator(line: &str) -> Option<u8> {
    SEPARATORS.into_iter().find(|separator| {
        let mut reader = ReaderBuilder::new()
            .delimiter(*separator)
            .has_headers(false)
            .from_reader(line.as_bytes());
        let mut record = StringRecord::new();
        let is_read = reader.read_record(&mut record).unwrap_or(false);
        let names =
            |name: &str| record.iter().any(|column| Field::named(column) == Field::named(name));
        is_read && names("white") && names("black")
    })
}

/// What the columns of a header mean.
fn columns(header: &StringRecord) -> Result<Vec<Option<Field>>, Wrong> {
    let mut columns: Vec<Option<Field>> = Vec::new();
    for name in header {
        let field = Field::named(name);
        if field.is_some() && columns.contains(&field) {
            return Err(Wrong::Twice(shown(name)));
        }
        columns.push(field);
    }
    Ok(columns)
}
