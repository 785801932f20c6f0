//! Writing a pack.

use std::fmt::Write;

use super::link::ChainLink;
use super::{JOURNAL, MAGIC};
use crate::text::on_one_line;

/// A part of a journal, with what it is about.
#[derive(Clone, Debug)]
pub struct Pack<'a> {
    /// What it is about, for people, a line each.
    pub summary: Vec<String>,
    /// The journal's lines.
    pub frames: Vec<Frame<'a>>,
}

/// A line of a journal, with its place in the chain.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Number of records in the journal before it.
    pub records: u64,
    /// The link before it.
    pub after: ChainLink,
    /// Its link.
    pub link: ChainLink,
    /// Its text.
    pub line: &'a str,
}

impl Pack<'_> {
    /// The pack as text.
    pub fn write(&self) -> String {
        let mut text = format!("{MAGIC}\n");
        for line in &self.summary {
            // What was told may hold anything; a line must stay one.
            let line = on_one_line(line);
            let _ = writeln!(text, "# {}", line.trim_end());
        }
        let _ = writeln!(text, "summary {}", blake3::hash(text.as_bytes()));
        let _ = writeln!(text, "first {JOURNAL}");
        let mut last = ChainLink::first();
        for Frame { records, after, link, line } in &self.frames {
            if *after != last {
                let _ = writeln!(text, "after {after}");
            }
            let _ = writeln!(text, "{records} {link} {line}");
            last = *link;
        }
        let _ = writeln!(text, "seal {last}");
        let _ = writeln!(text, "end {}", blake3::hash(text.as_bytes()));
        text
    }
}
