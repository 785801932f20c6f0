//! Users and groups as the system knows them: from its files, or from whatever else answers for them (NSS, nsswitch.conf(5)).
//! Where a directory answers, it may take its time.

use nix::unistd::{Gid, Group, Uid, User};

/// The name of a user; `None` where nobody knows him.
pub fn user_name(number: u32) -> Option<String> {
    let user = User::from_uid(Uid::from_raw(number)).ok()??;
    Some(user.name).filter(|name| !name.is_empty())
}

/// The name of a group; `None` where nobody knows it.
pub fn group_name(number: u32) -> Option<String> {
    let group = Group::from_gid(Gid::from_raw(number)).ok()??;
    Some(group.name).filter(|name| !name.is_empty())
}

/// The number of the group of this name; `None` where there is none.
pub fn group_number(name: &str) -> Option<u32> {
    Some(Group::from_name(name).ok()??.gid.as_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that no system gives to anybody.
    const NOBODYS: u32 = 0xFFFF_FFF0;

    #[test]
    fn who_is_known_has_a_name_and_a_number_and_nobody_else_has() {
        assert_eq!(user_name(0).as_deref(), Some("root"));
        assert_eq!(group_name(0).as_deref(), Some("root"));
        assert_eq!(group_number("root"), Some(0));
        assert_eq!((user_name(NOBODYS), group_name(NOBODYS)), (None, None));
        for name in ["", "no such group", "a\0b", "rooot"] {
            assert_eq!(group_number(name), None, "{name:?}");
        }
    }
}
