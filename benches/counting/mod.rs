//! Memory in use, counted.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; each call is passed on as it came"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// How many bytes are in use.
pub(crate) fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

/// The most bytes that were in use since [`forget_peak`].
pub(crate) fn peak() -> usize {
    PEAK.load(Ordering::Relaxed)
}

/// The peak is what is in use now.
pub(crate) fn forget_peak() {
    PEAK.store(live(), Ordering::Relaxed);
}
