//! Where browsers find the desk, and how a person knows that it is it: a desk writes both down for `touchmove arbiter`.

use std::fmt;
use std::str::FromStr;

const BYTES: usize = 32;

/// Begins the fingerprint behind an address. A browser shows it and sends it nowhere.
const MARK: &str = "#sha256=";

/// The SHA-256 hash of a certificate, as browsers show it of what they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; BYTES]);

/// What is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint has {BYTES} bytes, two hexadecimal digits each")]
pub struct NoFingerprint;

impl Fingerprint {
    /// In pairs of digits, to be compared by eye.
    pub fn in_pairs(&self) -> String {
        self.0.map(|byte| format!("{byte:02X}")).join(":")
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl TryFrom<&[u8]> for Fingerprint {
    type Error = NoFingerprint;

    fn try_from(hash: &[u8]) -> Result<Self, NoFingerprint> {
        hash.try_into().map(Self).map_err(|_| NoFingerprint)
    }
}

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, NoFingerprint> {
        if text.len() != 2 * BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NoFingerprint);
        }
        let byte = |index| {
            let digits = text.get(2 * index..2 * index + 2).ok_or(NoFingerprint)?;
            u8::from_str_radix(digits, 16).map_err(|_| NoFingerprint)
        };
        let bytes: Vec<_> = (0..BYTES).map(byte).collect::<Result<_, _>>()?;
        Self::try_from(bytes.as_slice())
    }
}

/// The address of a desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskAddress {
    url: String,
    fingerprint: Option<Fingerprint>,
}

impl DeskAddress {
    /// At this URL, where it shows the certificate with this fingerprint; none where nothing is encrypted.
    pub fn new(url: &str, fingerprint: Option<Fingerprint>) -> Self {
        Self { url: url.trim_end_matches('/').to_owned(), fingerprint }
    }

    /// As a file has it; nothing where it is empty.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (url, fingerprint) = match text.split_once(MARK) {
            Some((url, fingerprint)) => (url, fingerprint.parse().ok()),
            None => (text, None),
        };
        (!url.is_empty()).then(|| Self::new(url, fingerprint))
    }

    /// The same desk by another name.
    #[must_use]
    pub fn called(self, url: &str) -> Self {
        let is_encrypted = url.starts_with("https://");
        Self::new(url, self.fingerprint.filter(|_| is_encrypted))
    }

    /// Its URL, without a `/` at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What its certificate hashes to.
    pub const fn fingerprint(&self) -> Option<Fingerprint> {
        self.fingerprint
    }

    /// A path there, with the fingerprint behind it.
    pub fn link(&self, path: &str) -> String {
        let mark = self.fingerprint.map(|fingerprint| format!("{MARK}{fingerprint}"));
        format!("{}{path}{}", self.url, mark.unwrap_or_default())
    }
}

impl fmt::Display for DeskAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.link(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint() -> Fingerprint {
        Fingerprint::try_from([0xA5; BYTES].as_slice()).unwrap()
    }

    #[test]
    fn an_address_is_read_as_it_was_written_down() {
        let plain = DeskAddress::new("http://127.0.0.1:7070/", None);
        let encrypted = DeskAddress::new("https://hall:7070", Some(fingerprint()));
        for address in [&plain, &encrypted] {
            assert_eq!(DeskAddress::read(&address.to_string()).as_ref(), Some(address));
        }
        assert_eq!(plain.link("/enter/1"), "http://127.0.0.1:7070/enter/1");
        let marked = format!("https://hall:7070/enter/1#sha256={}", "a5".repeat(BYTES));
        assert_eq!(encrypted.link("/enter/1"), marked);
        assert_eq!(DeskAddress::read(" \n"), None);
    }

    #[test]
    fn a_desk_behind_another_server_has_not_its_own_certificate() {
        let desk = DeskAddress::new("https://192.168.1.5:7070", Some(fingerprint()));
        assert_eq!(desk.clone().called("https://hall:7070").fingerprint(), Some(fingerprint()));
        assert_eq!(desk.called("http://hall/").fingerprint(), None);
    }

    #[test]
    fn a_fingerprint_is_shown_in_pairs_and_nothing_else_is_one() {
        assert_eq!(fingerprint().to_string().parse(), Ok(fingerprint()));
        assert_eq!(fingerprint().in_pairs(), ["A5"; BYTES].join(":"));
        for text in ["", "a5", "é".repeat(BYTES).as_str(), &"0".repeat(2 * BYTES + 1)] {
            assert_eq!(text.parse::<Fingerprint>(), Err(NoFingerprint));
        }
    }
}
