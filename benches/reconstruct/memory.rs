//! The memory of one board.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; each call is passed on as it came"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use touchmove::game::sitting::Sitting;
use touchmove_drivers::Instant;

use crate::evidence::Evidence;

/// The system's allocator, and how many bytes are in use.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

fn shrink(bytes: usize) {
    LIVE.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call goes to `System`, which keeps the contract of `GlobalAlloc`, with the arguments as
// they came; counting allocates nothing and cannot panic.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: `at` came from `alloc` above with this layout, so from `System`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        shrink(layout.size());
        // SAFETY: `at` came from `alloc` above with this layout, so from `System`.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// Plays one game and prints how much memory its board takes.
pub(crate) fn print(game: &Evidence) {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let mut sitting = Sitting::new(game.setup.clone());
    for step in &game.steps {
        sitting.observe(step.at, step.record, &step.observation);
        while sitting.poll().is_some() {}
    }
    sitting.advance(Instant::from_micros(u64::MAX));
    while sitting.poll().is_some() {}
    let plies = sitting.view().map_or(0, |view| view.moves.len());
    let peak = PEAK.load(Ordering::Relaxed).saturating_sub(before);
    let end = LIVE.load(Ordering::Relaxed).saturating_sub(before);
    let kib = |bytes: usize| bytes as f64 / 1024.0 + size_of::<Sitting>() as f64 / 1024.0;
    println!(
        "memory of one board, {plies} plies: {:.1} KiB at its peak, {:.1} KiB at the end",
        kib(peak),
        kib(end)
    );
}
