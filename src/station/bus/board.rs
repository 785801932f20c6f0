//! `org.touchmove.Hall1.Board`: one electronic board.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use touchmove_client::calibration::CalibrationStage;
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::{Details, details};
use touchmove_client::path;
use touchmove_client::service::BATTERY_UNKNOWN;
use touchmove_core::names::BoardId;
use touchmove_core::text::on_one_line;
use touchmove_drivers::observation::{ClockPresence, ClockTime};
use zbus::message::Header;
use zbus::{OwnedObjectPath, interface};

use super::callers::Callers;
use super::desk::ask;
use super::health;
use crate::hall::news::{BoardView, Calibration};
use crate::hall::orders::clocks::SetClockOrder;
use crate::hall::orders::joint::{CopyOrder, EvidencePart, KnownEvidence};
use crate::hall::orders::{Asked, Order, PATIENCE, Word};

/// No port's name is longer.
const LONGEST_PORT: usize = 4_096;

/// A board as it is shown.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The board now.
    pub view: BoardView,
    /// Since when its state has been what it is, since boot.
    pub since: Duration,
}

/// A board.
#[derive(Debug)]
pub(super) struct Board {
    shown: watch::Receiver<Shown>,
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
}

impl Board {
    pub(super) const fn new(
        shown: watch::Receiver<Shown>,
        callers: Arc<Callers>,
        orders: mpsc::Sender<Order>,
    ) -> Self {
        Self { shown, callers, orders }
    }

    fn name(&self) -> BoardId {
        self.shown.borrow().view.id.clone()
    }

    /// Has the board asked, and waits for whether it was.
    async fn ask(&self, order: impl FnOnce(BoardId, Asked) -> Order) -> call_error::Result<()> {
        let (answer, answered) = oneshot::channel();
        let order = order(self.name(), answer);
        let carried_out = async {
            self.orders.send(order).await.map_err(|_| stopping())?;
            answered.await.map_err(|_| stopping())?.map_err(Into::into)
        };
        tokio::time::timeout(PATIENCE, carried_out)
            .await
            .map_err(|_| RefusalKind::Timeout.because("touchmoved is too busy; try again"))?
    }
}

#[interface(name = "org.touchmove.Hall1.Board")]
impl Board {
    /// Asks the board to read all its squares out again. Returns once the board was asked; what it
    /// answers shows in `Placement`.
    ///
    /// Errors: `AccessDenied`; `NotConnected`; `NotSupported` when it cannot do it; `Timeout` when the daemon is too busy.
    async fn read_board(&self) -> call_error::Result<()> {
        self.ask(|board, answer| Order::ReadBoard { board, answer }).await
    }

    /// Has a board whose pieces have chips learn anew which chip is in which piece, from the start position, put up as
    /// the board is labelled. Returns once the board was asked; how far it is shows in `Calibration`. Nothing that it
    /// reads is told meanwhile.
    ///
    /// Errors: `AccessDenied`; `BoardTaken` while a game is played on it; `NotConnected`; `NotSupported` when its pieces need not be known one by one; `Timeout` when the daemon is too busy.
    async fn calibrate(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        tracing::warn!("{} has {} learn its pieces anew", self.callers.name(&call), self.name());
        self.ask(|board, answer| Order::Calibrate { board, answer }).await
    }

    /// Says at which port the board is, such as `/dev/ttyUSB1`: where two say the same serial number, or one says it at
    /// another port in the middle of a round, only that one is heard. It counts if the board says there within a minute
    /// who it is, which shows in `Port`. A board of the same family that does not say it is this one at that port from now
    /// on, for good: its other link.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` where that is no port's name; `Timeout` when the daemon is too busy.
    async fn hear_at(
        &self,
        port: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        if port.is_empty() || port.len() > LONGEST_PORT || port.contains(char::is_control) {
            return Err(RefusalKind::InvalidArgs.because("that is no port's name"));
        }
        let board = self.name();
        let by = self.callers.name(&call);
        tracing::warn!("{by} says that {board} is at {port}");
        let sent = self.orders.send(Order::HearAt(Word { by, board, port }));
        let sent = tokio::time::timeout(PATIENCE, sent).await;
        sent.map_err(|_| RefusalKind::Timeout.because("touchmoved is too busy; try again"))?
            .map_err(|_| stopping())
    }

    /// Sets the clock to White's time and Black's, in milliseconds, and has it stand. Returns once the clock shows it. It is
    /// told nothing while a time runs.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` for a time that no clock shows; `NotConnected`; `NotSupported` where the
    /// clock cannot be set; `ClockNotSet` while it runs, where no clock is heard, where it refuses, and where
    /// it shows something else a few seconds later; `Timeout` when the daemon is too busy.
    async fn set_clock(
        &self,
        white: u32,
        black: u32,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let time = |millis| {
            let time = ClockTime::from_millis(millis).filter(|_| millis % 1_000 == 0);
            time.ok_or_else(|| {
                RefusalKind::InvalidArgs.because("a clock shows whole seconds, below 100 hours")
            })
        };
        let times = [time(white)?, time(black)?];
        let (board, by) = (self.name(), self.callers.name(&call));
        let (answer, answered) = oneshot::channel();
        let order = Order::SetClock { board, order: SetClockOrder { by, times, answer } };
        ask(&self.orders, order, answered).await?.map_err(Into::into)
    }

    /// The next part of what is kept of the board, for a hall of several stations to keep it, too, no more than 262144 bytes at
    /// once. The caller says of which `journal` he has so many bytes, and so many decisions; nothing, 0 and 0 before the first
    /// part.
    ///
    /// Errors: `AccessDenied`; `Impossible` where the journal cannot be read; `Timeout` when the daemon is too busy.
    #[zbus(out_args("part"))]
    async fn evidence(
        &self,
        journal: String,
        bytes: u64,
        decisions: u32,
    ) -> call_error::Result<Details> {
        let decisions = usize::try_from(decisions).unwrap_or(usize::MAX);
        let (answer, answered) = oneshot::channel();
        let known = KnownEvidence { journal, bytes, decisions };
        let order = Order::Copy { board: self.name(), order: CopyOrder { known, answer } };
        let part = ask(&self.orders, order, answered).await?.map_err(CallError::from)?;
        let EvidencePart { journal, from, bytes, decisions } = part;
        Ok(details([
            ("journal", journal.into()),
            ("from", from.into()),
            ("bytes", bytes.into()),
            ("decisions", decisions.into()),
        ]))
    }

    /// Family of the board, by name, such as `dgt`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn family(&self) -> String {
        self.shown.borrow().view.family.to_owned()
    }

    /// What a person calls the board, such as `DGT board`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn title(&self) -> String {
        self.shown.borrow().view.title.to_owned()
    }

    /// Serial number. It names the board everywhere; the port never does.
    #[zbus(property(emits_changed_signal = "const"))]
    fn serial(&self) -> String {
        self.shown.borrow().view.serial.clone()
    }

    /// Version of the firmware; empty while it is not known.
    #[zbus(property)]
    fn firmware(&self) -> String {
        self.shown.borrow().view.version.clone().unwrap_or_default()
    }

    /// Where the board is attached, for a person to find it.
    #[zbus(property)]
    fn port(&self) -> String {
        self.shown.borrow().view.port.clone()
    }

    /// Why what the board says is not being kept, and what to do; empty while it is. Play goes on meanwhile.
    #[zbus(property)]
    fn trouble(&self) -> String {
        self.shown.borrow().view.trouble.clone().unwrap_or_default()
    }

    /// How it is with the board: `starting` (it is read out), `in-step`, `out-of-step` (what it shows does not fit the
    /// game, or a question about it is open), `faulty` (it says more changes than hands can make), `silent` (no answer
    /// lately) or `lost`. Take other words as `lost`.
    #[zbus(property)]
    fn state(&self) -> String {
        self.shown.borrow().view.condition.word().to_owned()
    }

    /// Why the state is what it is, as a word; empty where there is nothing to say. Starting: `read-out`, `recall`,
    /// `chips-unknown` (see `Calibration`).
    /// Out of step: `differs`, `question`. Silent: `no-answer`. Lost: `not-seen` since the start, `unplugged`,
    /// `no-answer`, `stuck`, `replaced` by another board, `address-shared`, `failed`, `fell-over`, `over`. Others may come.
    #[zbus(property)]
    fn why(&self) -> String {
        self.shown.borrow().view.condition.why().to_owned()
    }

    /// Since when state and reason have been what they are, in microseconds since boot. The daemon's start is the
    /// earliest: how it was before is not known.
    #[zbus(property)]
    fn since(&self) -> u64 {
        u64::try_from(self.shown.borrow().since.as_micros()).unwrap_or(u64::MAX)
    }

    /// What the state means and what can be done about it, in English; empty where there is nothing to say.
    #[zbus(property)]
    fn advice(&self) -> String {
        let view = &self.shown.borrow().view;
        on_one_line(&view.condition.advice(&view.port))
    }

    /// What somebody should see to about the board itself, what is worst first, each with its `kind` (s), such as
    /// `square-flickers`, `man-not-read`, `square-dead`, `line-errors`, `board-silences` or `battery-low`; `advice` (s):
    /// `swap-board` (at the next round), `look-at-squares`, `check-cable`, `charge` or `change-clock-battery`; `count`
    /// (u), how often, or the charge in per cent; where it is of squares, `squares` (as), in the board's own numbering;
    /// where it is counted, `trend` (s), as in `Health`. Others of each may come.
    #[zbus(property)]
    fn findings(&self) -> Vec<Details> {
        health::findings(&self.shown.borrow().view.health)
    }

    /// How well the board reads and is heard: how often questions had to be asked again (`repeats`), bytes were
    /// damaged (`damaged`), it was silent (`silences`), its link was lost and made anew (`breaks`), and squares changed
    /// and turned back while nothing was played (`flicker`), each in the present ten minutes (`…_ten_minutes`, u), in the
    /// hour (`…_hour`, u), and whether the last half an hour has more than the one before (`…_trend`, s: `rising`,
    /// `steady`, `falling`); the longest silence (`longest_silence_ms`, t) and the longest time without a link that was
    /// not over ten minutes (`longest_break_ms`, t); and the squares that flickered most (`flicker_squares`, as) with how
    /// often each did (`flicker_counts`, au). Numbers are told once a minute at most.
    #[zbus(property)]
    fn health(&self) -> Details {
        health::numbers(&self.shown.borrow().view.health)
    }

    /// Whether it is known which chip is in which of its pieces: `unneeded` (its pieces need not be known one by one),
    /// `unknown`, `known`; and while it learns because somebody asked for that, `settling` (all stand in the start position),
    /// `unread` (nothing is read where a piece belongs), `alike` (several squares say the same chip) or `strange`
    /// (something stands where nothing belongs). Take other words as `unknown`.
    #[zbus(property)]
    fn calibration(&self) -> String {
        let stage = match &self.shown.borrow().view.calibration {
            Calibration::Unneeded => CalibrationStage::Unneeded,
            Calibration::Unknown => CalibrationStage::Unknown,
            Calibration::Learning(learning) => CalibrationStage::Learning(learning.stage),
            Calibration::Known(_) => CalibrationStage::Known,
        };
        stage.word().to_owned()
    }

    /// The squares that somebody has to see to before its pieces are known, in the board's own numbering.
    #[zbus(property)]
    fn calibration_squares(&self) -> Vec<String> {
        match &self.shown.borrow().view.calibration {
            Calibration::Learning(learning) => {
                learning.squares.iter().map(ToString::to_string).collect()
            }
            Calibration::Unneeded | Calibration::Unknown | Calibration::Known(_) => Vec::new(),
        }
    }

    /// The pieces of which it is known which chip is in them, as letters of a FEN; empty where none need be.
    #[zbus(property)]
    fn calibrated_pieces(&self) -> String {
        match &self.shown.borrow().view.calibration {
            Calibration::Known(chips) => chips.iter().map(|(_, piece)| piece.letter()).collect(),
            Calibration::Unneeded | Calibration::Unknown | Calibration::Learning(_) => {
                String::new()
            }
        }
    }

    /// State of the link: `up`, `stale` (no answer lately) or `lost`. Take other words as `lost`.
    #[zbus(property)]
    fn link(&self) -> String {
        self.shown.borrow().view.link.to_string()
    }

    /// Charge of the battery in per cent; 255 while it is not known or where there is none.
    #[zbus(property)]
    fn battery(&self) -> u8 {
        self.shown.borrow().view.battery.unwrap_or(BATTERY_UNKNOWN)
    }

    /// What the squares sense: `identity` (which man), `occupancy` (that there is one) or `colour`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn sensing(&self) -> String {
        self.shown.borrow().view.sensing.word().to_owned()
    }

    /// What the daemon's knowledge of this family is from: `recorded` (recordings of real boards), `implemented`
    /// (programs of others; no board of it was tried), `documented` (documents alone; no board of it was tried) or `own`
    /// (it is a form of evidence, no device). Others may come.
    #[zbus(property(emits_changed_signal = "const"))]
    fn knowledge(&self) -> String {
        self.shown.borrow().view.knowledge.word().to_owned()
    }

    /// What stands on the board, in the board's own numbering: the placement field of a FEN, with
    /// `*`, `+`, `-` and `?` for some, a white, a black and an unknown man. Empty before the first
    /// read-out.
    #[zbus(property)]
    fn placement(&self) -> String {
        self.shown.borrow().view.placement.as_ref().map(ToString::to_string).unwrap_or_default()
    }

    /// Whether the board lies the other way round, with Black's men where its own numbering has
    /// White's: `no`, `yes` or `unknown`.
    #[zbus(property)]
    fn turned(&self) -> String {
        match self.shown.borrow().view.turned {
            Some(false) => "no",
            Some(true) => "yes",
            None => "unknown",
        }
        .to_owned()
    }

    /// Whether a clock is connected: `present`, `absent` or `unknown`. Its times are at the object
    /// of the same name under `clocks`, from its first reading on.
    #[zbus(property)]
    fn clock(&self) -> String {
        match self.shown.borrow().view.clock {
            Some(ClockPresence::Present) => "present",
            Some(ClockPresence::Absent) => "absent",
            None => "unknown",
        }
        .to_owned()
    }

    /// The game being played on the board; `/` while there is none.
    #[zbus(property)]
    fn game(&self) -> OwnedObjectPath {
        self.shown.borrow().view.game.map_or_else(path::none, path::game)
    }
}

fn stopping() -> CallError {
    RefusalKind::Stopping.because("touchmoved is stopping")
}
