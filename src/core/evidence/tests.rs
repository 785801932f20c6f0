use proptest::prelude::*;

use super::*;

const LINES: [(u64, &str); 7] = [
    (0, "touchmove-recording 1"),
    (0, "board dgt 12345"),
    (0, "0.000 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    (1, "told {\"game\":1,\"station\":7}"),
    (1, "12.345 square e2 ."),
    (2, "12.913 square e4 P"),
    (3, "told {\"game\":1,\"seq\":1}"),
];

/// A pack of the first two lines, and of those from `from` on.
fn pack_from(from: usize) -> String {
    let mut after = ChainLink::first();
    let mut frames = Vec::new();
    for (number, (records, line)) in LINES.into_iter().enumerate() {
        let link = after.of_next(records, line);
        if number < 2 || number >= from {
            frames.push(Frame { records, after, link, line });
        }
        after = link;
    }
    let summary = vec!["Evidence of dgt_12345".to_owned(), "a name\nwith a line".to_owned()];
    Pack { summary, frames }.write()
}

#[test]
fn a_pack_of_a_whole_journal_is_verified_from_its_first_link() {
    let verified = verify(pack_from(2).as_bytes()).unwrap();
    assert_eq!((verified.records, verified.stated.len()), (Some((1, 3)), 0));
    assert_eq!(verified.board.as_deref(), Some("dgt 12345"));
    assert_eq!(verified.line_of(verified.seal), Some(12));
}

#[test]
fn a_pack_of_a_span_is_verified_from_the_link_stated_before_it() {
    let whole = verify(pack_from(2).as_bytes()).unwrap();
    let verified = verify(pack_from(4).as_bytes()).unwrap();
    assert_eq!((verified.records, verified.seal), (Some((2, 3)), whole.seal));
    assert_eq!(verified.stated, [whole.links[3].1]);
}

#[test]
fn whoever_alters_a_line_must_alter_all_links_after_it() {
    let pack = pack_from(2);
    let altered = pack.replace("square e4 P", "square e3 P");
    assert_eq!(verify(altered.as_bytes()), Err(Altered::Line(11)));
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_string();
    let (above, _) = altered.split_once("end ").unwrap();
    let forged = format!("{above}end {}\n", hash(above));
    assert_eq!(verify(forged.as_bytes()), Err(Altered::Line(11)), "the hash at the end is no help");
    let summary = pack.replace("Evidence of dgt_12345", "Evidence of dgt_54321");
    assert_eq!(verify(summary.as_bytes()), Err(Altered::Summary { last: 4 }));
    let board = pack.replace("summary ", "# and this\nsummary ");
    assert_eq!(verify(board.as_bytes()), Err(Altered::Summary { last: 5 }));
}

proptest! {
    #[test]
    fn any_other_byte_is_noticed(from in 2..6_usize, at: prop::sample::Index, flip in 1..=255_u8) {
        let mut pack = pack_from(from).into_bytes();
        let at = at.index(pack.len());
        pack[at] ^= flip;
        prop_assert!(verify(&pack).is_err());
    }

    #[test]
    fn a_line_that_is_missing_or_moved_or_there_twice_is_noticed(
        from in 2..6_usize,
        one: prop::sample::Index,
        other: prop::sample::Index,
    ) {
        let pack = pack_from(from);
        let lines: Vec<&str> = pack.split_inclusive('\n').collect();
        let (one, other) = (one.index(lines.len()), other.index(lines.len()));
        let missing = [&lines[..one], &lines[one + 1..]].concat();
        prop_assert!(verify(missing.concat().as_bytes()).is_err());
        let twice = [&lines[..one], &lines[one..=one], &lines[one..]].concat();
        prop_assert!(verify(twice.concat().as_bytes()).is_err());
        let mut moved = missing;
        moved.insert(other.min(moved.len()), lines[one]);
        prop_assert!(moved == lines || verify(moved.concat().as_bytes()).is_err());
    }

    #[test]
    fn anything_is_verified_without_a_panic(noise: Vec<u8>, cut: prop::sample::Index) {
        prop_assert!(verify(&noise).is_err());
        let pack = pack_from(3);
        prop_assert!(verify(&pack.as_bytes()[..cut.index(pack.len())]).is_err());
    }
}
