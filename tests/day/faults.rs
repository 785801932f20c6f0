//! What befalls a hall in a day.

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use tokio::time::sleep;
use touchmove_drivers::device::line::Plug;
use touchmove_lab::simulate::Plugs;

use crate::programme::double;
use crate::sockets::{Device, Socket, Sockets, Trouble};

/// Everything that can go wrong with boards and cables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// The cable of a board or a line is pulled, and put back.
    TornOut,
    /// It is put into another socket.
    Moved,
    /// Two boards are swapped.
    Swapped,
    /// A board appears that claims to be one that is there.
    Doubled,
    /// Noise on the cable.
    Noise,
    /// The cable is slow.
    Slow,
    /// The cable carries nothing.
    Dead,
    /// A board leaves its line, and joins it again.
    OffTheLine,
}

impl Fault {
    pub(crate) const ALL: [Self; 8] = [
        Self::TornOut,
        Self::Moved,
        Self::Swapped,
        Self::Doubled,
        Self::Noise,
        Self::Slow,
        Self::Dead,
        Self::OffTheLine,
    ];
}

/// The boards of the hall, by the sockets that they are in.
pub(crate) struct Floor {
    pub(crate) sockets: Sockets,
    /// Boards that have a socket for themselves, each with its number.
    pub(crate) singles: Vec<(Socket, u32)>,
    /// Lines, and the cables of the boards on each.
    pub(crate) lines: Vec<(Socket, Plugs, usize)>,
    /// Sockets with nothing in them.
    pub(crate) free: Vec<Socket>,
    pub(crate) random: Rng,
    /// How often each fault has struck.
    pub(crate) struck: BTreeMap<Fault, u32>,
}

impl Floor {
    /// A fault strikes, and is over when this returns.
    pub(crate) async fn strike(&mut self, fault: Fault) {
        *self.struck.entry(fault).or_default() += 1;
        match fault {
            Fault::TornOut => {
                let socket = self.any_socket();
                let device = self.sockets.unplug(socket);
                self.wait(1, 90).await;
                self.sockets.plug(device, socket);
            }
            Fault::Moved => {
                let (board, slot) = (self.any_single(), self.random.usize(..self.free.len()));
                let device = self.sockets.unplug(self.singles[board].0);
                self.wait(1, 60).await;
                std::mem::swap(&mut self.singles[board].0, &mut self.free[slot]);
                self.sockets.plug(device, self.singles[board].0);
            }
            Fault::Swapped => self.swap().await,
            Fault::Doubled => {
                let board = self.any_single();
                let device = self.sockets.bring(double(self.singles[board].1));
                let socket = self.free[0];
                self.sockets.plug(device, socket);
                self.wait(10, 60).await;
                self.sockets.unplug(socket);
            }
            Fault::Noise => self.trouble(Trouble::Noise, (1, 5)).await,
            Fault::Slow => {
                let delay = Duration::from_millis(self.random.u64(50..500));
                self.trouble(Trouble::Slow(delay), (10, 60)).await;
            }
            Fault::Dead => self.trouble(Trouble::Dead, (5, 60)).await,
            Fault::OffTheLine => {
                let (_, plugs, boards) = self.random.choice(&self.lines).unwrap();
                let (plugs, board) = (plugs.clone(), self.random.usize(..*boards));
                plugs.set(board, Plug::Out);
                self.wait(5, 60).await;
                plugs.set(board, Plug::In);
            }
        }
    }

    /// Waits for so many seconds, from the first number to the second.
    pub(crate) async fn wait(&mut self, least: u64, most: u64) {
        let millis = self.random.u64(least * 1_000..most * 1_000);
        sleep(Duration::from_millis(millis)).await;
    }

    async fn swap(&mut self) {
        let one = self.any_single();
        let other = (one + 1) % self.singles.len();
        let unplugged: [Device; 2] =
            [one, other].map(|board| self.sockets.unplug(self.singles[board].0));
        self.wait(1, 20).await;
        let [first, second] = [one, other].map(|board| self.singles[board].0);
        self.sockets.plug(unplugged[0], second);
        self.wait(1, 20).await;
        self.sockets.plug(unplugged[1], first);
        (self.singles[one].0, self.singles[other].0) = (second, first);
    }

    async fn trouble(&mut self, trouble: Trouble, (least, most): (u64, u64)) {
        let socket = self.any_socket();
        self.sockets.trouble(socket, Some(trouble));
        self.wait(least, most).await;
        self.sockets.trouble(socket, None);
    }

    fn any_single(&mut self) -> usize {
        self.random.usize(..self.singles.len())
    }

    fn any_socket(&mut self) -> Socket {
        let singles = self.singles.iter().map(|(socket, _)| *socket);
        let all = singles.chain(self.lines.iter().map(|(socket, ..)| *socket));
        self.random.choice(all.collect::<Vec<_>>()).unwrap()
    }
}
