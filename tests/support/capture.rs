//! What real DGT boards sent during games. It is data of others and not kept here:
//! `TOUCHMOVE_DATA` names the folder that holds it.

use std::fs;

use touchmove_needs::data;

/// The frames of one board during one game, and the game.
#[derive(Debug)]
pub(crate) struct Capture {
    /// The frames in order.
    pub(crate) frames: Vec<Vec<u8>>,
    /// The moves in UCI.
    pub(crate) moves: Vec<String>,
}

impl Capture {
    /// Capture `name` of the folder with public data.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let path = data()?.join("recordings/dgt").join(name);
        let frames = fs::read_to_string(path.with_extension("frames")).unwrap();
        let moves = fs::read_to_string(path.with_extension("uci")).unwrap();
        let lines = frames.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let byte = |word| u8::from_str_radix(word, 16).unwrap();
        let is_move = |word: &&str| !word.ends_with('.') && *word != "*";
        Some(Self {
            frames: lines.map(|line| line.split_whitespace().map(byte).collect()).collect(),
            moves: moves.split_whitespace().filter(is_move).map(str::to_owned).collect(),
        })
    }

    /// For each move the mover's time in milliseconds, as the clock shows it in the frame in which
    /// the lever went over; `None` for a move after which it didn't.
    ///
    /// Read here without the driver's help: `8D 00 0A`, hours, minutes and seconds of the right
    /// side and of the left in decimal digits, and a status of which bit 1 says that the right
    /// button is up (`drivers/dgt/README.md`, Messages). White has the left side, or the right one on a board that lies
    /// the other way round.
    pub(crate) fn times(&self) -> Vec<Option<u32>> {
        const WHITE_ROOK: u8 = 2;
        const RIGHT_UP: u8 = 2;
        let is_turned = self.frames[0][3] == WHITE_ROOK;
        let mut times = Vec::new();
        let mut was_right_up = None;
        for frame in self.frames.iter().filter(|frame| frame[0] == 0x8D) {
            let is_right_up = frame[9] & RIGHT_UP != 0;
            if was_right_up.replace(is_right_up).is_some_and(|was| was != is_right_up) {
                let right_pressed = !is_right_up;
                let is_white = right_pressed == is_turned;
                assert_eq!(is_white, times.len() % 2 == 0, "a press out of turn: {frame:02x?}");
                times.push(Some(millis(&frame[if right_pressed { 3..6 } else { 6..9 }])));
            }
        }
        assert!(times.len() <= self.moves.len());
        times.resize(self.moves.len(), None);
        times
    }

    /// The frames as a recording of the wire, without times.
    pub(crate) fn recording(&self) -> String {
        let mut text = "touchmove-recording 1\nboard dgt 12345\n".to_owned();
        for frame in &self.frames {
            let hex: Vec<_> = frame.iter().map(|byte| format!("{byte:02x}")).collect();
            text.push_str(&format!("- < {}\n", hex.join(" ")));
        }
        text
    }
}

/// A time in hours, minutes and seconds, each in two decimal digits; the hours have flags above.
fn millis(time: &[u8]) -> u32 {
    let decimal = |byte: u8| u32::from(byte >> 4) * 10 + u32::from(byte & 0x0F);
    let hours = decimal(time[0] & 0x0F);
    (hours * 3_600 + decimal(time[1]) * 60 + decimal(time[2])) * 1_000
}
