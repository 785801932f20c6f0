//! The memory of one game.

use touchmove_core::laws::Laws;

use crate::account::Account;
use crate::counting;

/// Hears the games and prints how much memory the Laws keep of each.
pub(crate) fn print(accounts: &[Account]) {
    for account in accounts {
        let before = counting::live();
        counting::forget_peak();
        let mut laws = account.laws.clone();
        let mut made = 0;
        for entry in &account.entries {
            made += laws.hear(entry).iter().filter(|ruling| is_made(ruling)).count();
        }
        let kib = |bytes: usize| (bytes - before + size_of::<Laws>()) as f64 / 1024.0;
        println!(
            "memory of the Laws, {made} moves made: {:.1} KiB at its peak, {:.1} KiB at the end",
            kib(counting::peak()),
            kib(counting::live())
        );
    }
}

const fn is_made(ruling: &touchmove_core::laws::Ruling) -> bool {
    matches!(ruling.what, touchmove_core::laws::says::Says::Made(_))
}
