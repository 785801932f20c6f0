//! The memory of one board.

use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::Instant;

use crate::counting;
use crate::evidence::ObservedRecording;

/// Plays one game and prints how much memory its board takes.
pub(crate) fn print(game: &ObservedRecording) {
    let before = counting::live();
    counting::forget_peak();
    let mut sitting = Sitting::new(game.setup.clone());
    for step in &game.steps {
        sitting.observe(step.at, step.record, &step.observation);
        while sitting.poll().is_some() {}
    }
    sitting.advance(Instant::from_micros(u64::MAX));
    while sitting.poll().is_some() {}
    let plies = sitting.view().map_or(0, |view| view.moves.len());
    let peak = counting::peak().saturating_sub(before);
    let end = counting::live().saturating_sub(before);
    let kib = |bytes: usize| bytes as f64 / 1024.0 + size_of::<Sitting>() as f64 / 1024.0;
    println!(
        "memory of one board, {plies} plies: {:.1} KiB at its peak, {:.1} KiB at the end",
        kib(peak),
        kib(end)
    );
}
