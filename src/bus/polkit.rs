//! Whom else polkit lets: users who are neither root nor in the group.
//!
//! It is asked on the system bus only: there its name can have but one owner. Whatever it does not answer clearly
//! and in time is a no.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;
use zbus::message::{Flags, Header};
use zbus::{Connection, Variant, proxy};

/// What a client wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// To ask what is known of the live games and rounds.
    See,
    /// To decide about them.
    Decide,
}

/// The actions of the file `org.touchmove.policy`.
pub const ACTIONS: [&str; 2] = [Act::See.action(), Act::Decide.action()];

/// How long polkit may take where nobody is asked for a password ...
const PATIENCE: Duration = Duration::from_secs(2);

/// ... and where somebody is.
const PATIENCE_WITH_PEOPLE: Duration = Duration::from_secs(50);

/// So many calls may wait for polkit at a time; others are refused. They would keep members' calls waiting.
static WAITING: Semaphore = Semaphore::const_new(16);

/// `AllowUserInteraction` of `CheckAuthorization` (polkit's D-Bus reference).
const ALLOW_INTERACTION: u32 = 1;

impl Act {
    /// The action's name.
    pub(super) const fn action(self) -> &'static str {
        match self {
            Self::See => "org.touchmove.see",
            Self::Decide => "org.touchmove.decide",
        }
    }
}

/// Whether polkit lets the sender of a call do it. A person is asked for a password only where the call allows that.
pub(super) async fn allows(connection: &Connection, call: &Header<'_>, act: Act) -> bool {
    let (Some(sender), Ok(_permit)) = (call.sender(), WAITING.try_acquire()) else { return false };
    let may_ask = call.primary().flags().contains(Flags::ALLOW_INTERACTIVE_AUTH);
    let (flags, patience) =
        if may_ask { (ALLOW_INTERACTION, PATIENCE_WITH_PEOPLE) } else { (0, PATIENCE) };
    let subject = ("system-bus-name", HashMap::from([("name", Variant::from(sender.as_str()))]));
    let answer = async {
        let polkit = AuthorityProxy::builder(connection)
            .cache_properties(proxy::CacheProperties::No)
            .build()
            .await?;
        polkit.check_authorization(subject, act.action(), HashMap::new(), flags, "").await
    };
    match timeout(patience, answer).await {
        Ok(Ok((is_allowed, _, _))) => is_allowed,
        Ok(Err(error)) => {
            tracing::debug!(%error, "polkit does not answer");
            false
        }
        Err(_) => false,
    }
}

/// Whether it is so, whether it would be if somebody gave a password, and details.
type Answer = (bool, bool, HashMap<String, String>);

#[proxy(
    interface = "org.freedesktop.PolicyKit1.Authority",
    default_service = "org.freedesktop.PolicyKit1",
    default_path = "/org/freedesktop/PolicyKit1/Authority"
)]
trait Authority {
    fn check_authorization(
        &self,
        subject: (&str, HashMap<&str, Variant<'_>>),
        action: &str,
        details: HashMap<&str, &str>,
        flags: u32,
        cancellation: &str,
    ) -> zbus::Result<Answer>;
}
