//! Boards that have come and are not served yet: a hall of several stations is asked first whether another one had them.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use touchmove_client::service::MAX_JOURNAL_BYTES;
use touchmove_core::names::BoardId;

use crate::hall::orders::joint::NotJoined;
use crate::hall::ports::call::Call;

/// Nobody holds a board up for longer, since it came or a part of its evidence did; and nobody at all whose lease has ended.
const HELD_FOR: Duration = Duration::from_secs(15);

/// No lease is longer.
const LONGEST_LEASE: Duration = Duration::from_secs(60);

/// The boards that a hall is asked for.
#[derive(Default)]
pub(super) struct Joining {
    /// Until then it is.
    until: Option<Instant>,
    sought: BTreeMap<BoardId, Sought>,
}

/// A board that a hall is asked for.
pub(super) struct Sought {
    /// The ports that found it.
    pub(super) calls: Vec<Call>,
    /// What was received of its journal.
    pub(super) evidence: Vec<u8>,
    due: Instant,
}

impl Joining {
    /// From `now` on boards are asked for, for so long.
    pub(super) fn ask_first(&mut self, lease: Duration, now: Instant) {
        self.until = Some(now + lease.min(LONGEST_LEASE));
    }

    /// Holds a port's request until the hall has answered. It is given back where nobody is to be asked.
    pub(super) fn hold(&mut self, call: Call, now: Instant) -> Option<Call> {
        let is_leased = self.until.is_some_and(|until| now < until);
        if !is_leased || call.origin.is_none() {
            return Some(call);
        }
        let id = call.id.clone();
        let none = || Sought { calls: Vec::new(), evidence: Vec::new(), due: now + HELD_FOR };
        self.sought.entry(id).or_insert_with(none).calls.push(call);
        None
    }

    /// Takes the next part of a board's journal.
    pub(super) fn receive(
        &mut self,
        board: &BoardId,
        from: u64,
        bytes: &[u8],
        now: Instant,
    ) -> Result<(), NotJoined> {
        let sought = self.sought.get_mut(board);
        let sought = sought.ok_or_else(|| NotJoined::NotSought(board.clone()))?;
        let there = sought.evidence.len() as u64;
        if from != there {
            return Err(NotJoined::OutOfPlace(there));
        }
        if sought.evidence.len() + bytes.len() > MAX_JOURNAL_BYTES {
            return Err(NotJoined::TooMuch);
        }
        sought.evidence.extend_from_slice(bytes);
        sought.due = now + HELD_FOR;
        Ok(())
    }

    /// The hall has answered.
    pub(super) fn take(&mut self, board: &BoardId) -> Result<Sought, NotJoined> {
        self.sought.remove(board).ok_or_else(|| NotJoined::NotSought(board.clone()))
    }

    /// Waits until a board is held up for too long; for ever while none is held.
    pub(super) async fn wait(&self) {
        let due = self.sought.values().map(|sought| sought.due).min();
        match due.map(|due| self.until.map_or(due, |until| due.min(until))) {
            Some(due) => sleep_until(due).await,
            None => std::future::pending().await,
        }
    }

    /// The requests for boards that were held up for too long.
    pub(super) fn take_overdue(&mut self, now: Instant) -> Vec<Call> {
        let is_over = self.until.is_none_or(|until| until <= now);
        let overdue = self.sought.extract_if(.., |_, sought| is_over || sought.due <= now);
        overdue.flat_map(|(_, sought)| sought.calls).collect()
    }

    /// The boards that are asked for.
    pub(super) fn sought(&self) -> Vec<BoardId> {
        self.sought.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;
    use touchmove_drivers::families;

    use super::*;
    use crate::hall::ports::newcomers::{Kind, Origin};

    fn board() -> BoardId {
        BoardId("dgt_1".into())
    }

    fn origin() -> Origin {
        Origin { port: "/dev/ttyUSB0".into(), kind: Kind::Single }
    }

    fn call(origin: Option<Origin>) -> Call {
        let (family, serial) = (families::by_name("dgt").unwrap(), "1".to_owned());
        Call { id: board(), family, serial, origin, answer: oneshot::channel().0 }
    }

    #[tokio::test(start_paused = true)]
    async fn a_board_is_held_while_somebody_is_to_be_asked_and_never_for_long() {
        let (mut joining, now) = (Joining::default(), Instant::now());
        assert!(joining.hold(call(Some(origin())), now).is_some(), "nobody is to be asked");
        joining.ask_first(Duration::from_secs(5), now);
        assert!(joining.hold(call(None), now).is_some(), "its task only starts again");
        assert!(joining.hold(call(Some(origin())), now).is_none());
        assert_eq!(joining.sought(), [board()]);
        joining.wait().await;
        assert_eq!(joining.take_overdue(Instant::now()).len(), 1);
        assert!(joining.sought().is_empty());
        assert!(joining.hold(call(Some(origin())), Instant::now()).is_some(), "5 s are over");
        assert_eq!(now.elapsed().as_secs(), 5);
        joining.ask_first(Duration::from_secs(60), Instant::now());
        assert!(joining.hold(call(Some(origin())), Instant::now()).is_none());
        joining.wait().await;
        assert_eq!(joining.take_overdue(Instant::now()).len(), 1);
        assert_eq!(now.elapsed().as_secs(), 20, "it is there, and says nothing for 15 s");
    }

    #[tokio::test(start_paused = true)]
    async fn parts_of_a_journal_follow_each_other() {
        let (mut joining, now) = (Joining::default(), Instant::now());
        let not_sought = Err(NotJoined::NotSought(board()));
        assert_eq!(joining.receive(&board(), 0, b"one", now), not_sought);
        joining.ask_first(Duration::from_secs(5), now);
        assert!(joining.hold(call(Some(origin())), now).is_none());
        assert_eq!(joining.receive(&board(), 0, b"one", now), Ok(()));
        assert_eq!(joining.receive(&board(), 2, b"two", now), Err(NotJoined::OutOfPlace(3)));
        assert_eq!(joining.receive(&board(), 3, b"two", now), Ok(()));
        assert_eq!(joining.take(&board()).map(|sought| sought.evidence), Ok(b"onetwo".to_vec()));
    }
}
