//! Who is connected, and who has to go where it gets full: whoever follows no board and has asked for nothing for the longest
//! time. WebSockets of the pages of one web site, and those of programs, have some of the places alone, so that none takes all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 512;

/// WebSockets at a time of the pages of one web site.
const MAX_SOCKETS_OF_ONE_SITE: usize = 64;

/// WebSockets at a time of programs, which name no site.
const MAX_SOCKETS_OF_PROGRAMS: usize = 256;

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
    socket_of: Option<SocketOwner>,
    leave: Arc<Notify>,
}

/// Who has opened a WebSocket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SocketOwner {
    /// A program, which names no site.
    Program,
    /// A page of the web site with this origin.
    Site(String),
}

/// Too many WebSockets of the same kind are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TooManySockets {
    #[error("too many programs are connected: close some")]
    OfPrograms,
    #[error("too many pages of this site are open: close some")]
    OfSite,
}

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
        let guest =
            Guest { used_at, is_following: false, socket_of: None, leave: Arc::clone(&leave) };
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
    /// The connection becomes a WebSocket.
    ///
    /// # Errors
    /// [`TooManySockets`] where such clients have as many as they may.
    pub(super) fn register_socket(&self, owner: SocketOwner) -> Result<(), TooManySockets> {
        let mut present = self.crowd.present();
        let beside = present.guests.iter().filter(|(number, guest)| {
            **number != self.number && guest.socket_of.as_ref() == Some(&owner)
        });
        let (most, error) = match owner {
            SocketOwner::Program => (MAX_SOCKETS_OF_PROGRAMS, TooManySockets::OfPrograms),
            SocketOwner::Site(_) => (MAX_SOCKETS_OF_ONE_SITE, TooManySockets::OfSite),
        };
        if beside.count() >= most {
            return Err(error);
        }
        if let Some(guest) = present.guests.get_mut(&self.number) {
            guest.socket_of = Some(owner);
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
    fn pages_of_one_web_site_and_programs_leave_room_for_others() {
        let site = |name: &str| SocketOwner::Site(name.to_owned());
        for (owner, most) in [
            (site("https://lichess.org"), MAX_SOCKETS_OF_ONE_SITE),
            (SocketOwner::Program, MAX_SOCKETS_OF_PROGRAMS),
        ] {
            let crowd = Crowd::default();
            let all: Vec<_> = (0..=most).filter_map(|_| crowd.take()).collect();
            let register = |seat: &&Seat| seat.register_socket(owner.clone()).is_ok();
            assert_eq!(all.iter().filter(register).count(), most);
            let other = crowd.take().unwrap();
            assert_eq!(other.register_socket(site("https://www.chess.com")), Ok(()));
            assert_eq!(all[0].register_socket(owner), Ok(()), "it has its place already");
        }
    }
}
