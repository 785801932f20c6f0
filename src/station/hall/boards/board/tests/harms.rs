//! What others do to a board's journal while it is open.

use super::*;

/// Waits until the board tells of trouble that has these words in it.
async fn told_trouble(bench: &mut Bench, words: &str) {
    loop {
        let news = tokio::time::timeout(Duration::from_secs(20), bench.news.recv());
        if let News::Board(view) = news.await.unwrap().unwrap()
            && view.trouble.is_some_and(|trouble| trouble.contains(words))
        {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_do_to_a_journal_is_told_and_what_can_be_saved_is() {
    let state = tempfile::tempdir().unwrap();
    let path = state.path().join("dgt_12345.journal");
    let mut bench = Bench::open(state.path());
    bench.hear(Duration::ZERO, Observation::Battery(90)).await;
    std::fs::rename(&path, state.path().join("away")).unwrap();
    std::fs::write(&path, "another").unwrap();
    told_trouble(&mut bench, "dgt_12345.journal.kept-1").await;
    std::fs::remove_file(&path).unwrap();
    told_trouble(&mut bench, "all of it was written to its place again").await;
    bench.hear(Duration::from_millis(1), Observation::Battery(89)).await;
    std::fs::write(&path, "").unwrap();
    told_trouble(&mut bench, "lost on the disk").await;
    bench.hear(Duration::from_millis(1), Observation::Battery(88)).await;
    drop(bench.inbox);
    bench.task.await.unwrap();
    let look = crate::journal::look(&std::fs::read(&path).unwrap(), &path).unwrap();
    let charge = |entry: &crate::journal::PastEntry| match entry {
        crate::journal::PastEntry::Record { record, .. } => Some(record.body.clone()),
        _ => None,
    };
    let last = look.entries.iter().filter_map(charge).next_back();
    assert_eq!(last, Some(Body::Observed(Observation::Battery(88))));
}
