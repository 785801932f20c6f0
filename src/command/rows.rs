//! Rows of cells for a terminal, measured in the columns that they take there.

use std::io::{self, IsTerminal as _};

use ratatui::text::Span;
use touchmove_core::text::for_terminal;
use touchmove_core::words::phrases::Head;

use super::notices::Notices;

/// How many columns the reader has: those of the terminal, or what `COLUMNS` says; nothing where neither is known.
pub(super) fn columns() -> Option<usize> {
    if io::stdout().is_terminal() {
        let size = ratatui::crossterm::terminal::size().ok();
        // A serial console says that it has none.
        return size.map(|(columns, _)| columns.into()).filter(|columns| *columns > 0);
    }
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0)
}

/// How many columns of a terminal a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(for_terminal(text)).width()
}

/// A text of at most so many columns; what is cut off is marked.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for sign in text.chars() {
        kept.push(sign);
        if width(&kept) >= most {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// A text with blanks behind it, so that it takes so many columns.
pub(super) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Rows of cells in columns, for a terminal.
pub(super) fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max();
    let widths: [usize; N] = std::array::from_fn(|column| widest(column).unwrap_or_default());
    let mut table = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| padded(cell, width));
        table.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        table.push('\n');
    }
    table
}

/// A row of heads.
pub(super) fn heads<const N: usize>(notices: &Notices, heads: [Head; N]) -> [String; N] {
    heads.map(|head| notices.say(head))
}

/// How many columns heads take beyond those that were reckoned with.
pub(super) fn beyond<const N: usize>(heads: &[String; N], reckoned: [usize; N]) -> usize {
    heads.iter().zip(reckoned).map(|(head, reckoned)| width(head).saturating_sub(reckoned)).sum()
}

/// A text on lines, broken between words: at most so many columns on the first line, and on those that follow. A word that
/// is longer has its own.
pub(super) fn folded(text: &str, first: usize, following: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let room = if lines.len() < 2 { first } else { following };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_even_whatever_letters_are_in_them() {
        let row = |cells: [&str; 2]| cells.map(ToOwned::to_owned);
        let rows = [row(["İĞŞ", "x"]), row(["王", "x"]), row(["e\u{301}", "x"]), row(["a", "x"])];
        assert_eq!(table(&rows), "İĞŞ  x\n王   x\ne\u{301}    x\na    x\n");
    }

    #[test]
    fn a_text_is_cut_by_the_columns_that_it_takes() {
        assert_eq!(shortened("Gökçe", 5), "Gökçe");
        assert_eq!(shortened("Gökçen", 5), "Gökç…");
        assert_eq!(shortened("王小明", 5), "王小…");
        assert_eq!(shortened("王小明", 4), "王…");
        for most in 0..8 {
            assert!(width(&shortened("王小明 Gökçe", most)) <= most.max(1));
        }
    }
}
