//! Who may call the methods of a tree. This is the only place that decides it.
//!
//! On the system bus the policy file keeps strangers from the live tree and its signals. What it lets through to the name of
//! the guests are calls of methods. Each call at either name is held against this, before anything that it names is
//! looked up: root and members of the group may call, and as guests others if polkit says so. On a private or session bus
//! this stands alone. It fails closed: a caller whom the bus cannot identify is refused.

use touchmove_client::address::Bus;
use touchmove_client::service::GROUP;
use zbus::fdo::ConnectionCredentials;

use super::polkit::Act;
use crate::sys::accounts::group_number;

/// User id of root.
const ROOT: u32 = 0;

/// Who may call.
#[derive(Debug)]
pub(super) enum Access {
    /// Everybody: what is there is public.
    Open,
    /// Those who run and judge the games.
    Members(Members),
}

/// Those who run and judge the games.
#[derive(Debug)]
pub(super) struct Members {
    /// Number of [`GROUP`], where it exists.
    group: Option<u32>,
    /// The daemon's own user, where he counts as a member.
    own: Option<u32>,
    /// What becomes of others whom the bus can name. Whoever cannot be named in the record is never asked about.
    others: Standing,
}

/// What becomes of a client's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// They are carried out.
    Admitted,
    /// Polkit is asked about each.
    AskedAbout,
    /// They are refused.
    Refused,
}

impl Access {
    /// The rule of the live tree's own name on `bus`: root and members of the group, and on any but the system bus the
    /// daemon's own user too.
    pub(super) fn of_members(bus: &Bus) -> Self {
        Self::Members(Members::on(bus, Standing::Refused))
    }

    /// The rule of the guests' name: the same, and on the system bus those whom polkit lets.
    pub(super) fn of_guests(bus: &Bus) -> Self {
        let others = match bus {
            Bus::System => Standing::AskedAbout,
            Bus::Session | Bus::Address(_) => Standing::Refused,
        };
        Self::Members(Members::on(bus, others))
    }

    /// What becomes of the calls of a client; of whom the bus cannot say anything, `None` is given.
    pub(super) fn standing(&self, caller: Option<&ConnectionCredentials>) -> Standing {
        match (self, caller) {
            (Self::Open, _) => Standing::Admitted,
            (Self::Members(members), Some(caller)) => members.standing(caller),
            (Self::Members(_), None) => Standing::Refused,
        }
    }
}

impl Members {
    fn on(bus: &Bus, others: Standing) -> Self {
        let own = match bus {
            Bus::System => None,
            Bus::Session | Bus::Address(_) => Some(rustix::process::geteuid().as_raw()),
        };
        Self { group: group_number(GROUP), own, others }
    }

    fn standing(&self, caller: &ConnectionCredentials) -> Standing {
        let user = caller.unix_user_id();
        let is_member = caller
            .unix_group_ids()
            .zip(self.group)
            .is_some_and(|(groups, group)| groups.contains(&group));
        match user {
            Some(ROOT) => Standing::Admitted,
            Some(_) if user == self.own => Standing::Admitted,
            _ if is_member => Standing::Admitted,
            Some(_) => self.others,
            None => Standing::Refused,
        }
    }
}

/// What is said to whoever is refused: the same whatever was asked for, since it would tell what there is.
pub(super) fn refusal() -> String {
    let [see, decide] = [Act::See, Act::Decide].map(Act::action);
    format!(
        "only root, members of the group {GROUP}, and on the system bus whom polkit lets ({see}, {decide}) may do \
         this; `sudo usermod -aG {GROUP} USER` and a new login make USER a member"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBERS: u32 = 987;
    const OPERATOR: u32 = 1_000;

    const fn members(group: Option<u32>, own: Option<u32>) -> Members {
        Members { group, own, others: Standing::AskedAbout }
    }

    #[test]
    fn root_members_and_the_own_user_of_a_private_bus_are_admitted() {
        let members = members(Some(MEMBERS), Some(OPERATOR));
        let member = user(1_234).add_unix_group_id(100).add_unix_group_id(MEMBERS);
        for caller in [user(ROOT), user(OPERATOR), member] {
            assert_eq!(members.standing(&caller), Standing::Admitted);
        }
    }

    #[test]
    fn others_are_asked_about_or_refused() {
        let members = members(Some(MEMBERS), None);
        assert_eq!(members.standing(&user(OPERATOR)), Standing::AskedAbout);
        let private = Members { others: Standing::Refused, ..members };
        assert_eq!(private.standing(&user(OPERATOR).add_unix_group_id(100)), Standing::Refused);
    }

    #[test]
    fn polkit_is_asked_about_guests_on_the_system_bus_alone() {
        let private = Bus::Address("unix:path=/no/bus".into());
        let stranger = user(u32::MAX);
        for (access, standing) in [
            (Access::of_members(&Bus::System), Standing::Refused),
            (Access::of_guests(&Bus::System), Standing::AskedAbout),
            (Access::of_members(&private), Standing::Refused),
            (Access::of_guests(&private), Standing::Refused),
        ] {
            assert_eq!(access.standing(Some(&stranger)), standing, "{access:?}");
            assert_eq!(access.standing(Some(&user(ROOT))), Standing::Admitted, "{access:?}");
        }
    }

    #[test]
    fn whoever_cannot_be_named_is_refused() {
        let nobody = ConnectionCredentials::default();
        assert_eq!(members(None, None).standing(&nobody), Standing::Refused);
        let members = Access::Members(members(Some(MEMBERS), Some(OPERATOR)));
        assert_eq!(members.standing(None), Standing::Refused);
        assert_eq!(Access::Open.standing(None), Standing::Admitted);
    }

    fn user(id: u32) -> ConnectionCredentials {
        ConnectionCredentials::default().set_unix_user_id(id)
    }
}
