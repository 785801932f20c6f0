//! Many boards with people at them on one line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use touchmove_drivers::device::line::{OnLine, Plug, SharedLine};
use touchmove_drivers::{Instant, Packet};

use super::player::{PlayedTable, Progress};
use super::virtual_board::AtPort;

/// Boards on one line. What they send at the same time collides.
#[derive(Debug)]
pub struct PlayerLine<P = PlayedTable> {
    line: SharedLine<P>,
    plugs: Plugs,
    plugged: Vec<Plug>,
}

/// The cables of the boards on a line.
#[derive(Clone, Debug)]
pub struct Plugs(Arc<[AtomicBool]>);

impl Plugs {
    /// Pulls the cable of one board, or plugs it in again.
    pub fn set(&self, board: usize, plug: Plug) {
        if let Some(is_in) = self.0.get(board) {
            is_in.store(plug == Plug::In, Ordering::Relaxed);
        }
    }

    fn get(&self, board: usize) -> Plug {
        let is_in = self.0.get(board).is_none_or(|is_in| is_in.load(Ordering::Relaxed));
        if is_in { Plug::In } else { Plug::Out }
    }
}

impl<P: AtPort> PlayerLine<P> {
    /// Boards of players whose own wires take no time; all are plugged in.
    pub fn new(players: impl IntoIterator<Item = P>) -> Self {
        let line = SharedLine::new(players);
        let boards = line.devices().count();
        let plugs = Plugs((0..boards).map(|_| AtomicBool::new(true)).collect());
        Self { line, plugs, plugged: vec![Plug::In; boards] }
    }

    /// The cables of its boards.
    pub fn plugs(&self) -> Plugs {
        self.plugs.clone()
    }
}

impl<P: AtPort> OnLine for PlayerLine<P> {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.line.receive(now, bytes);
    }

    fn timeout(&mut self, now: Instant) {
        for (board, plugged) in self.plugged.iter_mut().enumerate() {
            let plug = self.plugs.get(board);
            if std::mem::replace(plugged, plug) != plug {
                self.line.plug(now, board, plug);
            }
        }
        self.line.timeout(now);
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        self.line.poll()
    }

    fn deadline(&self) -> Option<Instant> {
        self.line.deadline()
    }
}

impl<P: AtPort> AtPort for PlayerLine<P> {
    /// Games, plies and presses of all boards; it is over when all are.
    fn progress(&self) -> Progress {
        let all = self.line.devices().map(AtPort::progress);
        all.reduce(|one, other| Progress {
            games: one.games + other.games,
            plies: one.plies + other.plies,
            presses: one.presses + other.presses,
            over: one.over && other.over,
        })
        .unwrap_or_default()
    }
}

impl OnLine for PlayedTable {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.receive(now, Packet::stream(bytes));
    }

    fn timeout(&mut self, now: Instant) {
        self.timeout(now);
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        self.poll().map(|packet| packet.bytes)
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline()
    }
}
