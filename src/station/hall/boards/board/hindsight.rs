//! What the whole of a game tells that the moment did not: a game that is over, or at which the clock stands, is judged
//! once more from the board's journal, and where that finds other moves somebody is asked. Nothing is changed by itself.
//!
//! One difference is asked about at a time: what is answered changes what follows. Each proposal is a decision in the
//! station's journal, so that a restart has asked the same.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, oneshot};
use touchmove_core::account::{QuestionKind, QuestionState};
use touchmove_core::decision::{GameDecision, Proposal};
use touchmove_core::game::conclusion::Conclusion;
use touchmove_core::game::hindsight::{GameRevisions, Revision, revisions_in};
use touchmove_core::game::second_pass::SecondPass;
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::GameView;
use touchmove_drivers::{Instant, Observation};

use super::showing::GameNews;
use super::{Gate, OpenBoard};
use crate::hall::keeping::decisions::{BoardDecision, What};
use crate::hall::keeping::evidence::{Numbered, observed};
use crate::hall::orders::games::{Decided, NotDecided};
use crate::journal::look;
use crate::sys::boottime::TimeSource;

/// In whose name it is asked.
const BY: &str = "hindsight";

/// A game is looked back at when nothing more was told of it for so long.
const RESTS: Duration = Duration::from_secs(5);

/// A clock that stands for so long may not run again.
const CLOCK_STANDS: Duration = Duration::from_secs(20);

/// Nobody is asked about what is less sure than that.
const LEAST_SURE: f32 = 0.7;

/// So often somebody is asked about one game.
const MOST_ASKED: usize = 16;

/// One game is looked back at at a time in the whole daemon: there is no hurry, and boards come first.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// Which games of a board are to be looked back at, and when.
#[derive(Debug, Default)]
pub(super) struct Hindsight {
    /// By their numbers, when they are.
    wanted: BTreeMap<u32, Instant>,
    /// How much was told of each when it was last looked back at.
    looked: HashMap<u32, u64>,
    found: Option<mpsc::Sender<Found>>,
    is_looking: bool,
}

/// What was found of games that were looked back at.
#[derive(Debug)]
pub(super) struct Found(Vec<(u32, GameRevisions)>);

impl Hindsight {
    /// The board is served from now on: what is found.
    pub(super) fn begin(&mut self) -> mpsc::Receiver<Found> {
        let (found, founds) = mpsc::channel(1);
        self.found = Some(found);
        founds
    }

    /// When the next game is looked back at.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.wanted.values().min().copied().filter(|_| !self.is_looking)
    }

    fn want(&mut self, game: u32, at: Instant) {
        self.wanted.insert(game, at);
    }

    /// The games that are due and of which more was told since they were last looked back at, of those that are known.
    fn due(&mut self, now: Instant, known: &Sitting) -> Vec<Arc<GameView>> {
        let due: Vec<_> = self.wanted.extract_if(.., |_, at| *at <= now).collect();
        let known = due.iter().filter_map(|(game, _)| known.view_of(*game));
        let told = known.filter(|view| !view.moves.is_empty());
        let new = told.filter(|view| self.looked.insert(view.game, view.seq) != Some(view.seq));
        new.cloned().collect()
    }
}

impl OpenBoard {
    /// Looks back at what was over before the daemon started.
    pub(super) fn want_hindsight_of_past(&mut self) {
        let at = self.evidence.time(self.clock.now()) + RESTS;
        let present = self.number();
        let all: Vec<_> = self.sitting.games().map(|view| (view.game, view.result)).collect();
        for (game, result) in all {
            if Some(game) != present || result.is_some() || self.clock_stands() {
                self.hindsight.want(game, at);
            }
        }
    }

    /// A game that is over, that was left or of which a proposal was answered is looked back at.
    pub(super) fn want_hindsight(&mut self, news: &GameNews) {
        let at = self.evidence.time(self.clock.now()) + RESTS;
        let is_reason = |what: &Conclusion| match what {
            Conclusion::Result(_) => true,
            Conclusion::Question(asked) => {
                asked.kind == QuestionKind::Hindsight && asked.state != QuestionState::Open
            }
            _ => false,
        };
        if news.told.iter().any(|told| is_reason(&told.what)) {
            self.hindsight.want(news.number, at);
        }
        if self.game_ids.of(news.number).is_none() {
            let before = self.sitting.left().map(|view| view.game).last();
            before.into_iter().for_each(|game| self.hindsight.want(game, at));
        }
    }

    /// A clock that stands may have been stopped because the game is over.
    pub(super) fn note_clock_of_game(&mut self, at: Instant) {
        let Some(game) = self.number() else { return };
        let due = self.hindsight.wanted.get(&game).copied();
        match self.clock_stands() {
            true if due.is_none() => self.hindsight.want(game, at + CLOCK_STANDS),
            false => drop(self.hindsight.wanted.remove(&game)),
            true => {}
        }
    }

    fn clock_stands(&self) -> bool {
        self.sitting.clock().is_some_and(|clock| clock.state.run.is_none())
    }

    /// Begins to look back at the games that are due, while the board is served on.
    pub(super) fn look_back_at_games(&mut self) {
        let until = self.evidence.time(self.clock.now());
        let told = self.hindsight.due(until, &self.sitting);
        let (Some(path), Some(found)) = (self.evidence.path(), &self.hindsight.found) else {
            return;
        };
        if told.is_empty() {
            return;
        }
        let (after, records) = (self.view.after, self.evidence.records());
        let mut decided = self.station.on_board(&self.view.id);
        decided.retain(|one| (one.after > after || after == 0) && one.after <= records);
        let look = Look { path: path.to_owned(), decided, told, until };
        let found = found.clone();
        self.hindsight.is_looking = true;
        tokio::spawn(async move {
            let revisions = look.beside().await;
            let _ = found.send(Found(revisions)).await;
        });
    }

    /// Asks about the first difference in each game that nobody was asked about yet.
    pub(super) async fn propose(&mut self, Found(revisions): Found) {
        self.hindsight.is_looking = false;
        for (game, revisions) in revisions {
            self.propose_in(game, &revisions).await;
            let (board, found) = (&self.view.id, revisions.each.len());
            tracing::info!("{board}: looked back at game {game} there, differences: {found}");
        }
    }

    async fn propose_in(&mut self, game: u32, revisions: &GameRevisions) {
        let Some(view) = self.sitting.view_of(game) else { return };
        let asked = proposals_of(view);
        let is_open = view.questions.iter().any(|asked| asked.kind == QuestionKind::Hindsight);
        if asked.len() >= MOST_ASKED || is_open {
            return;
        }
        let sure = revisions.each.iter().filter(|revision| revision.confidence >= LEAST_SURE);
        let whole = || revisions.whole.as_ref().and_then(proposal_of);
        let sure = sure.filter_map(proposal_of);
        let mut fit =
            sure.filter_map(|one| if self.fits(view, &one) { Some(one) } else { whole() });
        let Some(proposal) = fit.find(|one| !asked.iter().any(|asked| is_same(asked, one))) else {
            return;
        };
        let decision = Decided::Game(GameDecision::Propose(proposal));
        if let Err(why) = self.take_proposal(game, &decision) {
            tracing::warn!("{}: what hindsight finds is not proposed: {why}", self.view.id);
        }
        self.conclude().await;
        let told = self.sitting.view_of(game).map(|view| view.seq);
        self.hindsight.looked.extend(told.map(|told| (game, told)));
    }

    /// Whether the moves that follow can be played after those that are proposed.
    fn fits(&self, view: &GameView, proposal: &Proposal) -> bool {
        let (at, records) = (self.evidence.time(self.clock.now()), self.evidence.records());
        let mut sitting = self.sitting.clone();
        sitting.advance(at);
        let mut decide = |decision: GameDecision| {
            let record = Decided::Game(decision).record(BY, None, Some(view.game));
            sitting.observe(at, records, &Observation::Decision(record));
            sitting.view_of(view.game).cloned()
        };
        let asked = decide(GameDecision::Propose(proposal.clone()));
        let question = asked.and_then(|view| view.questions.last().map(|asked| asked.id));
        let changed = question.and_then(|question| {
            decide(GameDecision::Answer { question, choice: "change".to_owned() })
        });
        changed.is_some_and(|changed| changed.breaks.len() <= view.breaks.len())
    }

    fn take_proposal(&mut self, game: u32, decision: &Decided) -> Result<(), NotDecided> {
        let now = self.clock.now();
        let at = self.evidence.pass(now);
        self.sitting.advance(at);
        let decision = decision.record(BY, None, Some(game));
        self.sitting.check(&decision)?;
        // The decision is about what was observed: that must not be lost alone.
        self.sync();
        let place = (self.evidence.records(), at);
        let decided = self.station.decide_on_board(now, &self.view.id, place, decision)?;
        self.follow_decision(&decided);
        Ok(())
    }
}

/// What was proposed before of a game.
fn proposals_of(view: &GameView) -> Vec<Proposal> {
    let decided = view.decided.iter().map(|one| GameDecision::of_record(&one.decision));
    let proposed = decided.filter_map(|decided| match decided {
        Ok(Some(GameDecision::Propose(proposal))) => Some(proposal),
        _ => None,
    });
    proposed.collect()
}

fn proposal_of(revision: &Revision) -> Option<Proposal> {
    let moves = |moves: &[String]| moves.iter().map(|mv| mv.parse().ok()).collect::<Option<_>>();
    let (told, instead) = (moves(&revision.told)?, moves(&revision.instead)?);
    Some(Proposal { ply: revision.ply, told, instead, confidence: revision.confidence })
}

/// Whether it asks the same, however sure it is.
fn is_same(one: &Proposal, other: &Proposal) -> bool {
    (one.ply, &one.told, &one.instead) == (other.ply, &other.told, &other.instead)
}

/// A look back at games from their board's journal.
struct Look {
    path: PathBuf,
    /// What was decided about what is played on the board, in order.
    decided: Vec<BoardDecision>,
    /// The games as they were told.
    told: Vec<Arc<GameView>>,
    until: Instant,
}

impl Look {
    /// What it finds, by a thread of its own that gives way to all others.
    async fn beside(self) -> Vec<(u32, GameRevisions)> {
        let Ok(_permit) = ONE_AT_A_TIME.acquire().await else { return Vec::new() };
        let (answer, found) = oneshot::channel();
        let thread = std::thread::Builder::new().name("hindsight".to_owned());
        let started = thread.spawn(move || {
            // Where it may not give way it runs as the others do.
            let _ = rustix::process::nice(10);
            let _ = answer.send(self.revisions());
        });
        match started {
            Ok(_) => found.await.unwrap_or_default(),
            Err(error) => {
                tracing::warn!("no game is looked back at: {error}");
                Vec::new()
            }
        }
    }

    /// Game by game. A board to which or from which games were moved is not judged so: what was played elsewhere is in
    /// another journal.
    fn revisions(&self) -> Vec<(u32, GameRevisions)> {
        let is_of_game = |decided: &BoardDecision| matches!(decided.what, What::Game(_));
        if !self.decided.iter().all(is_of_game) {
            return Vec::new();
        }
        let Some(later) = self.sitting() else { return Vec::new() };
        let pairs = self.told.iter().filter_map(|told| Some((told, later.view_of(told.game)?)));
        pairs.map(|(told, later)| (told.game, revisions_in(told, later))).collect()
    }

    /// All that was played on the board, as hindsight has it.
    fn sitting(&self) -> Option<Sitting> {
        let (pass, observed) = read(&self.path)?;
        let mut pass = pass.of_games(self.told.iter().map(|told| told.game));
        let (mut decided, mut gate) = (self.decided.iter().peekable(), Gate::of_journal());
        for Numbered { at, since, number, observation } in observed {
            while let Some(decided) = decided.next_if(|decided| decided.after < number) {
                follow(&mut pass, decided);
            }
            for (when, said) in gate.read_back(at, observation) {
                let since = since.filter(|_| when == at);
                pass.observe_late(when, since, number, &said);
            }
        }
        decided.for_each(|decided| follow(&mut pass, decided));
        Some(pass.end(self.until))
    }
}

fn follow(pass: &mut SecondPass, decided: &BoardDecision) {
    if let What::Game(decision) = &decided.what {
        let observation = Observation::Decision(decision.clone());
        pass.observe_late(decided.at, None, decided.after, &observation);
    }
}

/// A second pass before the first observation of a journal, and all observations.
fn read(path: &Path) -> Option<(SecondPass, Vec<Numbered>)> {
    let journal = std::fs::read(path).ok()?;
    let journal = look(&journal, path).ok()?;
    let terms = setup::of_headers(&journal.headers).ok()?;
    let before = journal.headers.continues.as_ref().map_or(0, |before| before.games);
    Some((SecondPass::new(terms, before), observed(journal.entries)))
}
