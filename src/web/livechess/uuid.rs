//! Names of tournaments and games as LiveChess has them, the same after every start.

use ring::digest::{SHA256, digest};

/// A UUID of version 8 (RFC 9562), made of what it names.
pub(super) fn uuid_of(what: &str) -> String {
    let hash = digest(&SHA256, what.as_bytes());
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash.as_ref()).for_each(|(to, from)| *to = *from);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];
    parts.map(|(from, to)| hex.get(from..to).unwrap_or_default()).join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_has_the_same_name_and_nothing_else_has() {
        let name = uuid_of("tournament Bled Open");
        assert_eq!(name, uuid_of("tournament Bled Open"));
        assert_ne!(name, uuid_of("tournament Bled"));
        let lengths: Vec<_> = name.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(name[14..].starts_with('8'), "{name}");
    }
}
