//! Who calls, as the bus says. It is asked once about each client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zbus::fdo::ConnectionCredentials;
use zbus::message::Header;

use super::access::{Access, Standing};
use crate::sys::accounts::user_name;

/// So many clients are remembered. A bus gives none of its unique names a second time, so what is forgotten is only asked
/// again.
const MAX_CALLERS: usize = 4_096;

/// The clients at a name.
#[derive(Debug)]
pub(super) struct Callers {
    access: Access,
    /// By their unique names.
    known: Mutex<HashMap<String, Caller>>,
    /// Those at another name, whose calls are carried out here too.
    guests: Option<Arc<Self>>,
}

#[derive(Clone, Copy, Debug)]
enum Caller {
    /// The bus is being asked.
    Asked,
    Known {
        standing: Standing,
        user: Option<u32>,
    },
}

impl Callers {
    /// Of a name to which these have access.
    pub(super) fn new(access: Access) -> Self {
        Self { access, known: Mutex::default(), guests: None }
    }

    /// The same, where calls of these guests are carried out too.
    pub(super) fn with_guests(access: Access, guests: Arc<Self>) -> Self {
        Self { guests: Some(guests), ..Self::new(access) }
    }

    /// Whether the bus is to be asked about a client, which is to be told by [`Self::learn`].
    pub(super) fn take_question(&self, client: &str) -> bool {
        let mut known = self.known();
        if known.contains_key(client) {
            return false;
        }
        if known.len() >= MAX_CALLERS {
            known.retain(|_, caller| matches!(caller, Caller::Asked));
        }
        known.insert(client.to_owned(), Caller::Asked);
        true
    }

    /// What the bus says of a client; `None` where it cannot say.
    pub(super) fn learn(&self, client: &str, credentials: Option<&ConnectionCredentials>) {
        let standing = self.access.standing(credentials);
        let user = credentials.and_then(ConnectionCredentials::unix_user_id);
        self.known().insert(client.to_owned(), Caller::Known { standing, user });
    }

    /// What becomes of a client's calls; `None` until the bus has said who it is.
    pub(super) fn standing(&self, client: &str) -> Option<Standing> {
        match self.known().get(client)? {
            Caller::Asked => None,
            Caller::Known { standing, .. } => Some(*standing),
        }
    }

    /// The user whose client it is, as far as that is known.
    pub(super) fn user(&self, client: &str) -> Option<u32> {
        match self.known().get(client)? {
            Caller::Asked => None,
            Caller::Known { user, .. } => *user,
        }
    }

    /// The name of the user who sent a call that was let in, for the record.
    pub(super) fn name(&self, call: &Header<'_>) -> String {
        let user_of = |client| self.user(client).or_else(|| self.guests.as_ref()?.user(client));
        let Some(user) = call.sender().and_then(|client| user_of(client.as_str())) else {
            return "nobody".to_owned();
        };
        user_name(user).unwrap_or_else(|| format!("user {user}"))
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Caller>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATOR: u32 = 1_000;

    #[test]
    fn the_bus_is_asked_once_about_each_client_and_the_oldest_are_forgotten() {
        let callers = Callers::new(Access::Open);
        for client in 0..MAX_CALLERS {
            let name = format!(":1.{client}");
            assert!(callers.take_question(&name) && !callers.take_question(&name));
            assert_eq!(callers.standing(&name), None);
            let credentials = ConnectionCredentials::default().set_unix_user_id(OPERATOR);
            callers.learn(&name, Some(&credentials));
            assert_eq!(callers.user(&name), Some(OPERATOR));
        }
        assert!(callers.take_question(":2.1") && callers.take_question(":1.1"));
        assert!(callers.known().len() <= MAX_CALLERS);
    }
}
