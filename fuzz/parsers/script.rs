//! What the bytes of a fuzzer say is to happen between a host and a device, and to what they send each other.

use std::time::Duration;

use touchmove_drivers::observation::{Hand, Reading, Side, Square};

/// No longer script is played.
const MAX_STEPS: usize = 300;

/// Readings of a board that tells pieces apart.
const READINGS: &str = ".KQRBNPkqrbnp";

/// One thing that happens.
#[derive(Debug)]
pub(super) enum Step<'a> {
    /// Time passes.
    Pass(Duration),
    /// A square shows something else.
    Set(Square, Reading),
    /// A button of the clock is pressed.
    Press(Hand),
    /// The clock is started or stopped.
    StartStop,
    /// So many of the next bytes to the host do not arrive.
    Lose(usize),
    /// The next byte to the host arrives with these bits turned over.
    Garble(u8),
    /// The host hears noise.
    NoiseToHost(&'a [u8]),
    /// The device hears noise.
    NoiseToDevice(&'a [u8]),
    /// The host is asked to read the board, and the clock.
    Ask,
}

/// The steps that the bytes are, each for the device with the number beside it.
pub(super) fn steps(bytes: &[u8]) -> impl Iterator<Item = (usize, Step<'_>)> {
    let mut rest = bytes;
    std::iter::from_fn(move || step(&mut rest)).take(MAX_STEPS)
}

fn step<'a>(rest: &mut &'a [u8]) -> Option<(usize, Step<'a>)> {
    let (kind, much) = (rest.split_off_first()?, *rest.split_off_first()?);
    let amount = usize::from(much);
    let mut noise = || {
        let length = (amount % 32 + 1).min(rest.len());
        rest.split_off(..length).unwrap_or_default()
    };
    let step = match kind & 15 {
        0..=3 => Step::Pass(Duration::from_millis(u64::from(much) * 12)),
        4..=6 => {
            let reading = READINGS.chars().nth(amount % READINGS.len());
            let square = Square::new(rest.split_off_first()? & 63)?;
            Step::Set(square, reading.and_then(Reading::from_letter)?)
        }
        7 => Step::Press(Hand::BOTH[amount & 1]),
        8 => Step::StartStop,
        9 => Step::Lose(amount),
        10 | 11 => Step::Garble(much),
        12 => Step::NoiseToHost(noise()),
        13 | 14 => Step::NoiseToDevice(noise()),
        _ => Step::Ask,
    };
    Some((usize::from(kind >> 4), step))
}
