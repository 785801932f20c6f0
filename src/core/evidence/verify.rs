//! Verifying a pack.

use super::link::ChainLink;
use super::{JOURNAL, MAGIC};

/// What a pack holds that is as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The links that are stated in it, not computed: what is before each was left out, or is damaged.
    pub stated: Vec<ChainLink>,
    /// Number of the first record in it, and of the last; `None` where it has none.
    pub records: Option<(u64, u64)>,
    /// Its last link.
    pub seal: ChainLink,
    /// Every link in it, with its line.
    pub links: Vec<(usize, ChainLink)>,
    /// Which board, as the journal says, where it does.
    pub board: Option<String>,
}

/// What is wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Altered {
    /// It does not begin as a pack.
    #[error("line 1: no evidence pack of version 1, or altered at line 1")]
    NoPack,
    /// The summary is not what was written.
    #[error("altered in the summary, lines 2 to {last}")]
    Summary {
        /// Its last line, which has its hash.
        last: usize,
    },
    /// A line is not what was written, or lines before it are missing, added or moved.
    #[error("altered at line {0}, or lines before it are missing, added or moved")]
    Line(usize),
    /// All links are right, but the whole is not what was written.
    #[error("altered: the hash in the last line is not that of the lines above it")]
    Whole,
}

/// Computes every link and both hashes of a pack again, from its text alone.
///
/// # Errors
/// [`Altered`], with the first line at which it is not what was written.
pub fn verify(pack: &[u8]) -> Result<Verified, Altered> {
    let mut lines = Lines { rest: pack, number: 0, read: 0 };
    if lines.next() != Some(MAGIC) {
        return Err(Altered::NoPack);
    }
    lines.summary(pack)?;
    if lines.next().and_then(|line| line.strip_prefix("first ")) != Some(JOURNAL) {
        return Err(Altered::Line(lines.number));
    }
    let (verified, seal) = lines.chain()?;
    if seal != verified.seal.to_string() {
        return Err(Altered::Line(lines.number));
    }
    let above = blake3::hash(&pack[..lines.read]).to_string();
    match lines.next().and_then(|line| line.strip_prefix("end ")) {
        None => Err(Altered::Line(lines.number)),
        Some(_) if !lines.rest.is_empty() => Err(Altered::Line(lines.number + 1)),
        Some(hash) if hash != above => Err(Altered::Whole),
        Some(_) => Ok(verified),
    }
}

struct Lines<'a> {
    rest: &'a [u8],
    /// Number of the last line read; where one could not be, its own.
    number: usize,
    /// How many bytes were read.
    read: usize,
}

impl<'a> Lines<'a> {
    /// The next line, if there is a whole one of text.
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n')?;
        let line = std::str::from_utf8(&self.rest[..end]).ok()?;
        self.rest = &self.rest[end + 1..];
        self.read += end + 1;
        Some(line)
    }

    fn summary(&mut self, pack: &[u8]) -> Result<(), Altered> {
        loop {
            let above = self.read;
            let line = self.next().ok_or(Altered::Line(self.number))?;
            if let Some(hash) = line.strip_prefix("summary ") {
                let is_right = hash == blake3::hash(&pack[..above]).to_string();
                let last = self.number;
                return if is_right { Ok(()) } else { Err(Altered::Summary { last }) };
            }
            if !line.starts_with('#') {
                return Err(Altered::Line(self.number));
            }
        }
    }

    /// The journal's lines, up to what is said to be the seal.
    fn chain(&mut self) -> Result<(Verified, &'a str), Altered> {
        let seal = ChainLink::first();
        let (stated, links) = (Vec::new(), Vec::new());
        let mut chain = Verified { stated, records: None, seal, links, board: None };
        let mut before = 0;
        loop {
            let line = self.next();
            let altered = Altered::Line(self.number);
            let (word, rest) = line.and_then(|line| line.split_once(' ')).ok_or(altered.clone())?;
            match word {
                "seal" => return Ok((chain, rest)),
                "after" => {
                    chain.seal = rest.parse().map_err(|_| altered)?;
                    chain.stated.push(chain.seal);
                    chain.links.push((self.number, chain.seal));
                    continue;
                }
                _ => {}
            }
            let records = number(word).filter(|&records| records >= before);
            let (link, line) = rest.split_once(' ').ok_or(altered.clone())?;
            let records = records.ok_or(altered.clone())?;
            let link: ChainLink = link.parse().map_err(|_| altered.clone())?;
            if chain.seal.of_next(records, line) != link {
                return Err(altered);
            }
            before = records;
            chain.take(self.number, records, link, line);
        }
    }
}

impl Verified {
    fn take(&mut self, number: usize, records: u64, link: ChainLink, line: &str) {
        self.seal = link;
        self.links.push((number, link));
        if let (None, Some(board)) = (self.records, line.strip_prefix("board ")) {
            self.board = Some(board.to_owned());
        }
        if line.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            let first = self.records.map_or(records + 1, |(first, _)| first);
            self.records = Some((first, records + 1));
        }
    }

    /// The line at which a seal stands that somebody has written down.
    pub fn line_of(&self, seal: ChainLink) -> Option<usize> {
        self.links.iter().find(|(_, link)| *link == seal).map(|(line, _)| *line)
    }
}

/// A number as it is written, and no other way.
fn number(word: &str) -> Option<u64> {
    let number: u64 = word.parse().ok()?;
    // the largest has no record after it
    (number < u64::MAX && number.to_string() == word).then_some(number)
}
