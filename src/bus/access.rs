//! Who may call the methods of the live tree. This is the only place that decides it.
//!
//! On the system bus the policy file keeps strangers from the tree and its signals. What it lets through are calls of
//! methods, and each of them is checked here: root and members of the group may call, others if polkit says so.
//! On a private or session bus this check stands alone. It fails closed: a caller whom the bus cannot identify
//! is refused.

use zbus::fdo::{self, ConnectionCredentials, DBusProxy};
use zbus::message::Header;
use zbus::names::BusName;
use zbus::{Connection, proxy};

use super::address::Bus;
use super::polkit::{self, Act};

/// The group whose members run and judge the games.
pub const GROUP: &str = "touchmove";

/// Where group names are looked up.
const GROUPS: &str = "/etc/group";

/// Where user names are looked up.
const USERS: &str = "/etc/passwd";

/// User id of root.
const ROOT: u32 = 0;

/// Who may call.
#[derive(Debug)]
pub(super) struct Access {
    /// Number of [`GROUP`], where it exists.
    group: Option<u32>,
    /// The daemon's own user, where he counts as a member.
    own: Option<u32>,
    /// Whether others are asked about.
    polkit: Polkit,
}

#[derive(Clone, Copy, Debug)]
enum Polkit {
    Asked,
    NotAsked,
}

impl Access {
    /// The rule for `bus`: root and members of the group, and on any but the system bus the
    /// daemon's own user too.
    pub(super) fn on(bus: &Bus) -> Self {
        let groups = std::fs::read_to_string(GROUPS).unwrap_or_default();
        let (own, polkit) = match bus {
            Bus::System => (None, Polkit::Asked),
            Bus::Session | Bus::Address(_) => {
                (Some(rustix::process::geteuid().as_raw()), Polkit::NotAsked)
            }
        };
        Self { group: group_number(&groups, GROUP), own, polkit }
    }

    /// Whether the sender of a call may see what it asks for.
    ///
    /// # Errors
    /// `org.freedesktop.DBus.Error.AccessDenied`, saying what to do.
    pub(super) async fn check(
        &self,
        connection: &Connection,
        call: &Header<'_>,
    ) -> fdo::Result<()> {
        self.admitted(connection, call, Act::See).await.map(drop)
    }

    /// Whether he may decide what it says, and who he is: the name of his user, for the record.
    ///
    /// # Errors
    /// `org.freedesktop.DBus.Error.AccessDenied`, saying what to do.
    pub(super) async fn who(
        &self,
        connection: &Connection,
        call: &Header<'_>,
    ) -> fdo::Result<String> {
        let caller = self.admitted(connection, call, Act::Decide).await?;
        let users = std::fs::read_to_string(USERS).unwrap_or_default();
        Ok(match caller.unix_user_id() {
            Some(user) => user_name(&users, user).unwrap_or_else(|| format!("user {user}")),
            None => "nobody".to_owned(),
        })
    }

    async fn admitted(
        &self,
        connection: &Connection,
        call: &Header<'_>,
        act: Act,
    ) -> fdo::Result<ConnectionCredentials> {
        let Some(caller) = credentials(connection, call).await else { return Err(refused(act)) };
        let is_let = self.admits(&caller)
            || match self.polkit {
                // Whoever cannot be named in the record is not asked about.
                Polkit::Asked if caller.unix_user_id().is_some() => {
                    polkit::allows(connection, call, act).await
                }
                Polkit::Asked | Polkit::NotAsked => false,
            };
        if is_let { Ok(caller) } else { Err(refused(act)) }
    }

    fn admits(&self, caller: &ConnectionCredentials) -> bool {
        let user = caller.unix_user_id();
        let is_member = caller
            .unix_group_ids()
            .zip(self.group)
            .is_some_and(|(groups, group)| groups.contains(&group));
        user == Some(ROOT) || (user.is_some() && user == self.own) || is_member
    }
}

fn refused(act: Act) -> fdo::Error {
    fdo::Error::AccessDenied(format!(
        "only root, members of the group {GROUP}, and on the system bus whom polkit lets ({}) may do \
         this; `sudo usermod -aG {GROUP} USER` and a new login make USER a member",
        act.action()
    ))
}

/// Who the bus says the sender is; `None` when it cannot say.
async fn credentials(connection: &Connection, call: &Header<'_>) -> Option<ConnectionCredentials> {
    let sender = BusName::from(call.sender()?.to_owned());
    let bus = DBusProxy::builder(connection)
        .cache_properties(proxy::CacheProperties::No)
        .build()
        .await
        .ok()?;
    bus.get_connection_credentials(sender).await.ok()
}

/// The number of group `name` in a text like `/etc/group` (group(5)).
fn group_number(groups: &str, name: &str) -> Option<u32> {
    groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let is_it = fields.next() == Some(name);
        let number = fields.nth(1)?.parse().ok()?;
        is_it.then_some(number)
    })
}

/// The name of a user in a text like `/etc/passwd` (passwd(5)).
fn user_name(users: &str, user: u32) -> Option<String> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next().filter(|name| !name.is_empty())?;
        let number: u32 = fields.nth(1)?.parse().ok()?;
        (number == user).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBERS: u32 = 987;
    const OPERATOR: u32 = 1_000;

    #[test]
    fn root_members_and_the_own_user_of_a_private_bus_are_admitted() {
        let access = Access { group: Some(MEMBERS), own: Some(OPERATOR), polkit: Polkit::NotAsked };
        assert!(access.admits(&user(ROOT)));
        assert!(access.admits(&user(OPERATOR)));
        assert!(access.admits(&user(1_234).add_unix_group_id(100).add_unix_group_id(MEMBERS)));
    }

    #[test]
    fn everybody_else_is_refused() {
        let access = Access { group: Some(MEMBERS), own: None, polkit: Polkit::NotAsked };
        assert!(!access.admits(&user(OPERATOR)));
        assert!(!access.admits(&user(OPERATOR).add_unix_group_id(100)));
    }

    #[test]
    fn where_nothing_is_known_nobody_is_admitted() {
        let access = Access { group: None, own: None, polkit: Polkit::NotAsked };
        assert!(!access.admits(&ConnectionCredentials::default()));
        assert!(!access.admits(&user(OPERATOR).add_unix_group_id(MEMBERS)));
    }

    #[test]
    fn a_group_is_found_by_its_whole_name() {
        let groups = "root:x:0:\ntouchmovers:x:7:\nbroken\ntouchmove:x:987:anna,ben\n";
        assert_eq!(group_number(groups, "touchmove"), Some(987));
        assert_eq!(group_number(groups, "broken"), None);
        assert_eq!(group_number(groups, "nobody"), None);
    }

    #[test]
    fn a_user_is_named_by_his_number() {
        let users = "root:x:0:0::/root:/bin/sh\nbroken\nanna:x:1000:1000::/home/anna:/bin/sh\n";
        assert_eq!(user_name(users, OPERATOR).as_deref(), Some("anna"));
        assert_eq!(user_name(users, 7), None);
    }

    fn user(id: u32) -> ConnectionCredentials {
        ConnectionCredentials::default().set_unix_user_id(id)
    }
}
