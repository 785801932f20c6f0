//! Observations folded into the account, and the line that it tells.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::account::{Entry, GameStart, LineState, What};
use touchmove_core::reconstruct::{
    Costs, Effort, Orientation, Reconstruct, Setup, Timing, WhiteSide, Witness,
};
use touchmove_drivers::observation::Sensing;
use touchmove_drivers::recording::{Headers, Record, Recording, Turned, Variant};
use touchmove_drivers::{Instant, Observation};

use super::scanner::{SCAN, Steps};
use super::table::{self, STARTS};

/// Reconstruction with all that it has told.
pub(crate) struct Fold {
    pub(crate) reconstruct: Reconstruct,
    pub(crate) entries: Vec<Entry>,
    records: u64,
}

impl Fold {
    pub(crate) fn new(setup: Setup) -> Self {
        Self { reconstruct: Reconstruct::new(setup), entries: Vec::new(), records: 0 }
    }

    pub(crate) fn observe(&mut self, (at, observation): &(Instant, Observation)) {
        self.records += 1;
        self.reconstruct.observe(*at, self.records, observation);
        self.take();
    }

    pub(crate) fn advance(&mut self, at: Instant) {
        self.reconstruct.advance(at);
        self.take();
    }

    /// Time passes from deadline to deadline, at most so many of them; returns how many there were.
    pub(crate) fn pass(&mut self, until: Instant, most: usize) -> usize {
        let mut passed = 0;
        while let Some(due) = self.reconstruct.deadline()
            && due <= until
            && passed < most
        {
            self.advance(due);
            passed += 1;
        }
        passed
    }

    /// All the time there is passes.
    pub(crate) fn end(&mut self) {
        self.advance(Instant::from_micros(u64::MAX));
    }

    fn take(&mut self) {
        self.entries.extend(std::iter::from_fn(|| self.reconstruct.poll()));
    }
}

/// The whole account of these steps.
pub(crate) fn account(setup: &Setup, steps: &Steps) -> Vec<Entry> {
    let mut fold = Fold::new(setup.clone());
    steps.iter().for_each(|step| fold.observe(step));
    fold.end();
    fold.entries
}

/// The line in UCI that these steps leave: what is settled, and what is seen after it.
pub(crate) fn line(setup: &Setup, steps: &Steps) -> Vec<String> {
    let mut settled = Vec::new();
    let mut seen = None;
    for entry in account(setup, steps) {
        let What::Move(mv) = entry.what else { continue };
        let uci = mv.mv.to_uci(setup.start.mode).to_string();
        seen = None;
        match mv.state {
            LineState::Settled => settled.push((mv.id, uci)),
            LineState::Superseded => settled.retain(|(id, _)| *id != mv.id),
            LineState::Provisional => seen = Some(uci),
        }
    }
    settled.into_iter().map(|(_, uci)| uci).chain(seen).collect()
}

/// The entry as it is told so many microseconds later.
pub(crate) fn shifted(entry: &mut Entry, later: u64) {
    let shift = |at: &mut Instant| *at = Instant::from_micros(at.as_micros().saturating_add(later));
    shift(&mut entry.at);
    match &mut entry.what {
        What::Move(mv) => shift(&mut mv.landed),
        What::Touch(touch) => shift(&mut touch.lifted),
        What::Release(release) => shift(&mut release.put_down),
        _ => {}
    }
}

/// A board of which nothing is known but where its games begin.
pub(crate) fn setup(start: usize) -> Setup {
    let (position, mode) = table::start(start);
    Setup {
        start: GameStart { position: Arc::new(position), mode },
        orientation: None,
        white_side: WhiteSide::Auto,
        timing: Timing::of_lag(Duration::from_micros(SCAN)),
        witness: Witness::Squares,
        effort: Effort::Live,
        costs: Costs::of(Sensing::Identity),
    }
}

/// The steps as a recording.
pub(crate) fn recording(setup: &Setup, steps: &Steps) -> String {
    let mut headers = Headers::default();
    let position = setup.start.position.as_ref();
    let (fen, mode) =
        STARTS[(0..STARTS.len()).find(|&at| table::start(at).0 == *position).unwrap()];
    headers.start = Some(fen.to_owned());
    headers.variant = match mode {
        shakmaty::CastlingMode::Standard => Variant::Standard,
        shakmaty::CastlingMode::Chess960 => Variant::Chess960,
    };
    headers.turned = match setup.orientation {
        None => Turned::Auto,
        Some(Orientation::Straight) => Turned::No,
        Some(Orientation::Turned) => Turned::Yes,
    };
    headers.reading_lag = Some(setup.timing.reading_lag);
    let mut recording = Recording::new(&headers).unwrap();
    for (at, observation) in steps {
        recording.push(&Record::observed(*at, None, observation.clone())).unwrap();
    }
    recording.to_string()
}
