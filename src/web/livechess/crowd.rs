//! Who is connected, and who has to go where it gets full: whoever follows no board and has asked for nothing for the longest
//! time. Pages of one web site have some of the places alone, so that none takes all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 512;

/// Connections at a time of the pages of one web site.
const MAX_CONNECTIONS_OF_ONE_SITE: usize = 64;

/// The places that there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd {
    present: Arc<Mutex<Present>>,
}

#[derive(Debug, Default)]
struct Present {
    /// Grows with each connection and each thing that somebody asks for.
    moment: u64,
    next: u64,
    guests: BTreeMap<u64, Guest>,
}

#[derive(Debug)]
struct Guest {
    used_at: u64,
    is_following: bool,
    site: Option<String>,
    leave: Arc<Notify>,
}

/// Too many pages of a web site are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many pages of this site are open: close some")]
pub(super) struct SiteIsFull;

/// The place of a connection, as long as it has one.
#[derive(Debug)]
pub(super) struct Seat {
    crowd: Crowd,
    number: u64,
    leave: Arc<Notify>,
}

impl Crowd {
    /// A place for a connection; `None` where there is none.
    pub(super) fn take(&self) -> Option<Seat> {
        let mut present = self.present();
        if present.guests.len() >= MAX_CONNECTIONS {
            present.send_one_away()?;
        }
        let (number, used_at) = (present.next, present.pass());
        present.next += 1;
        let leave = Arc::<Notify>::default();
        let guest = Guest { used_at, is_following: false, site: None, leave: Arc::clone(&leave) };
        present.guests.insert(number, guest);
        Some(Seat { crowd: self.clone(), number, leave })
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    const fn pass(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    fn send_one_away(&mut self) -> Option<()> {
        let idle = self.guests.iter().filter(|(_, guest)| !guest.is_following);
        let (&number, _) = idle.min_by_key(|(_, guest)| guest.used_at)?;
        self.guests.remove(&number)?.leave.notify_one();
        Some(())
    }
}

impl Seat {
    /// The connection is that of a page of this web site.
    ///
    /// # Errors
    /// [`SiteIsFull`] where its pages have as many as they may.
    pub(super) fn register_site(&self, site: &str) -> Result<(), SiteIsFull> {
        let mut present = self.crowd.present();
        let beside = present.guests.iter().filter(|(number, guest)| {
            **number != self.number && guest.site.as_deref() == Some(site)
        });
        if beside.count() >= MAX_CONNECTIONS_OF_ONE_SITE {
            return Err(SiteIsFull);
        }
        if let Some(guest) = present.guests.get_mut(&self.number) {
            guest.site = Some(site.to_owned());
        }
        Ok(())
    }

    /// Something was asked for here.
    pub(super) fn mark_used(&self) {
        let mut present = self.crowd.present();
        let moment = present.pass();
        if let Some(guest) = present.guests.get_mut(&self.number) {
            guest.used_at = moment;
        }
    }

    /// It follows a board, or several.
    pub(super) fn mark_following(&self) {
        if let Some(guest) = self.crowd.present().guests.get_mut(&self.number) {
            guest.is_following = true;
        }
    }

    /// It follows no board any more.
    pub(super) fn mark_idle(&self) {
        if let Some(guest) = self.crowd.present().guests.get_mut(&self.number) {
            guest.is_following = false;
        }
    }

    /// Waits until somebody else needs it.
    pub(super) async fn wait_until_needed(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.crowd.present().guests.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_follows_no_board_and_has_asked_for_nothing_longest_goes_where_it_is_full() {
        let crowd = Crowd::default();
        let all: Vec<_> = (0..MAX_CONNECTIONS).filter_map(|_| crowd.take()).collect();
        assert_eq!(all.len(), MAX_CONNECTIONS);
        all[0].mark_following();
        all[1].mark_used();
        let another = crowd.take().unwrap();
        all[2].wait_until_needed().await;
        all.iter().chain([&another]).for_each(Seat::mark_following);
        assert!(crowd.take().is_none(), "all follow boards");
        drop(another);
        assert!(crowd.take().is_some());
    }

    #[test]
    fn pages_of_one_web_site_leave_room_for_others() {
        let crowd = Crowd::default();
        let all: Vec<_> = (0..=MAX_CONNECTIONS_OF_ONE_SITE).filter_map(|_| crowd.take()).collect();
        let site = "https://lichess.org";
        let granted = all.iter().filter(|seat| seat.register_site(site).is_ok()).count();
        assert_eq!(granted, MAX_CONNECTIONS_OF_ONE_SITE);
        assert_eq!(crowd.take().unwrap().register_site("https://www.chess.com"), Ok(()));
        assert_eq!(all[0].register_site(site), Ok(()), "it has its place already");
    }
}
