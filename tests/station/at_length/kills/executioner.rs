//! Kills a daemon in the moment in which its journals have grown to a size.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::oneshot;

use super::bytes_in;

/// A thread that hears of every write to the journals.
pub(crate) struct Executioner {
    journals: PathBuf,
    orders: Sender<Order>,
}

/// To be killed: who, and when.
struct Order {
    process: Pid,
    /// How many bytes the journals have then.
    size: u64,
    /// How often others may run before, so that it is not always the moment right behind a write.
    spared: u32,
    done: oneshot::Sender<()>,
}

impl Executioner {
    /// Watches the journals of boards in this folder of evidence.
    pub(crate) fn of(state: &Path) -> Self {
        let journals = state.join("boards");
        let (orders, ordered) = mpsc::channel();
        let writes = inotify::init(CreateFlags::CLOEXEC).unwrap();
        inotify::add_watch(&writes, &journals, WatchFlags::MODIFY | WatchFlags::DELETE_SELF)
            .unwrap();
        let folder = journals.clone();
        thread::spawn(move || {
            for order in ordered {
                let Order { process, size, spared, done } = order;
                while folder.is_dir() && bytes_in(&folder) < size {
                    let _ = rustix::io::read(&writes, &mut [0; 4_096]);
                }
                (0..spared).for_each(|_| thread::yield_now());
                let _ = kill_process(process, Signal::KILL);
                let _ = done.send(());
            }
        });
        Self { journals, orders }
    }

    /// Has a process killed once the journals have grown by so many bytes. Says when it is.
    pub(crate) fn kill(&self, process: u32, bytes: u64, spared: u32) -> oneshot::Receiver<()> {
        let process = Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
        let (done, killed) = oneshot::channel();
        let size = bytes_in(&self.journals) + bytes;
        self.orders.send(Order { process, size, spared, done }).unwrap();
        killed
    }
}
