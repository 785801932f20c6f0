//! Which costs of reconstruction suit recorded games best: `make fit` calls it with a folder and prints what it says.
//!
//! The folder has `fit/`, `guard/` and `last/`, each with recordings of several games by their style (`blitz.rec`). Costs are
//! found on the first, kept where the second agrees, and told of the third before and after. Names of costs that follow are
//! all that are tried; where one follows as `NAME=THOUSANDTHS`, none is looked for, and what these are like is told. `JOBS` is
//! how many games are adjudicated at a time, `PASSES` how often at most all costs are gone through.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "it tells how far it is, and what it has found"
)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use touchmove_core::reconstruct::Costs;
use touchmove_drivers::recording::begins_recording;
use touchmove_lab::fitting::{Descent, GameLoss, JudgedStyles, Trial, judge};
use touchmove_lab::score::ObservedRecording;

/// A step is looked at by the other games only where it helps by so much in the mean of a game.
const NOTABLE: f64 = 0.002;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("usage: fit FOLDER [COST...]")?;
    let wanted: Vec<_> = words.collect();
    let jobs = match number("JOBS")? {
        Some(jobs) => jobs,
        None => thread::available_parallelism()?.get(),
    };
    let games = |part: &str| Games::of(&Path::new(&folder).join(part), jobs);
    let (fit, guard, last) = (games("fit")?, games("guard")?, games("last")?);
    let before = fit.costs()?;
    let costs = match wanted.iter().any(|word| word.contains('=')) {
        true => given(before, &wanted)?,
        false => search(before, &names(&wanted)?, (&fit, &guard), number("PASSES")?),
    };
    for name in Costs::NAMES {
        let (was, is) = (before.thousandths(name), costs.thousandths(name));
        if let (Some(was), Some(is)) = (was, is)
            && was != is
        {
            println!("cost {name} {was} {is}");
        }
    }
    for (name, games) in [("fit", &fit), ("guard", &guard), ("last", &last)] {
        tell(name, &Trial::of(&games.judged(before), &games.judged(costs)));
    }
    Ok(())
}

/// The number that the environment has by this name.
fn number(name: &str) -> Result<Option<usize>, Box<dyn Error>> {
    Ok(std::env::var(name).ok().map(|number| number.parse()).transpose()?)
}

/// The costs with those that the words say.
fn given(before: Costs, words: &[String]) -> Result<Costs, Box<dyn Error>> {
    words.iter().try_fold(before, |costs, word| {
        let (name, thousandths) =
            word.split_once('=').ok_or("not all words are NAME=THOUSANDTHS")?;
        let changed = costs.with(name, thousandths.parse()?);
        changed.ok_or_else(|| format!("no cost is called {name}").into())
    })
}

/// The costs of these names; all if there are none.
fn names(wanted: &[String]) -> Result<Vec<&'static str>, String> {
    let known = |name: &String| Costs::NAMES.iter().find(|known| *known == name).copied();
    let named = |name| known(name).ok_or_else(|| format!("no cost is called {name}"));
    match wanted {
        [] => Ok(Costs::NAMES.to_vec()),
        _ => wanted.iter().map(named).collect(),
    }
}

/// Tries all costs until no step is taken any more, or so many times.
fn search(
    before: Costs,
    names: &[&'static str],
    (fit, guard): (&Games, &Games),
    passes: Option<usize>,
) -> Costs {
    let mut costs = before;
    for _ in 0..passes.unwrap_or(usize::MAX) {
        let mut descent = Descent::new(costs, names.to_vec());
        let (mut judged, mut guarded) = (fit.judged(costs), guard.judged(costs));
        eprintln!("loss {:.4}, guard {:.4}", judged.loss(), guarded.loss());
        while let Some(step) = descent.next() {
            let tried = fit.judged(step.costs);
            let gain = judged.loss() - tried.loss();
            let other = (gain > NOTABLE).then(|| guard.judged(step.costs));
            let agrees = other.as_ref().is_some_and(|other| Trial::of(&guarded, other).agrees());
            let against = other.as_ref().map(|other| guarded.loss() - other.loss());
            let said = match (agrees, against) {
                (true, Some(gain)) => format!("taken, guard {gain:+.4}"),
                (false, Some(gain)) => format!("others disagree, guard {gain:+.4}"),
                (_, None) => String::new(),
            };
            eprintln!("{} {} -> {}: {gain:+.4} {said}", step.name, step.from, step.to);
            if let Some(other) = other.filter(|_| agrees) {
                (judged, guarded) = (tried, other);
            }
            descent.decide(&step, agrees);
        }
        if descent.costs() == costs {
            return costs;
        }
        costs = descent.costs();
    }
    costs
}

/// A line for each style.
fn tell(part: &str, trial: &Trial) {
    for (style, one) in trial.styles() {
        let share = |right: usize| 100.0 * right as f64 / one.games.max(1) as f64;
        println!(
            "{part} {style} {} {:.1} {:.1} {} {} {:.3} {:.3}",
            one.games,
            share(one.right_before),
            share(one.right_after),
            one.won,
            one.lost,
            one.loss_before,
            one.loss_after
        );
    }
}

/// Recordings by their style.
struct Games {
    styles: BTreeMap<String, Vec<ObservedRecording>>,
    jobs: usize,
}

impl Games {
    fn of(folder: &Path, jobs: usize) -> Result<Self, Box<dyn Error>> {
        let mut styles = BTreeMap::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            let style = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = fs::read(&path)?;
            let games: Result<_, _> =
                parts(&bytes).into_iter().map(ObservedRecording::read).collect();
            styles.insert(style, games?);
        }
        Ok(Self { styles, jobs })
    }

    /// What is paid on these boards now; an error where they sense different things.
    fn costs(&self) -> Result<Costs, Box<dyn Error>> {
        let mut all = self.styles.values().flatten().map(|game| game.setup.costs);
        let first = all.next().ok_or("there is no recording")?;
        match all.all(|costs| costs == first) {
            true => Ok(first),
            false => Err("boards that sense different things pay different costs".into()),
        }
    }

    fn judged(&self, costs: Costs) -> JudgedStyles {
        let mut judged = JudgedStyles::default();
        for (style, games) in &self.styles {
            judged.enter(style, self.judge_all(games, costs));
        }
        judged
    }

    /// Judges games, in their order.
    fn judge_all(&self, games: &[ObservedRecording], costs: Costs) -> Vec<GameLoss> {
        let next = AtomicUsize::new(0);
        let work = || {
            let take = || {
                let number = next.fetch_add(1, Ordering::Relaxed);
                games.get(number).map(|game| (number, game))
            };
            let judged = std::iter::from_fn(take)
                .filter_map(|(number, game)| Some((number, judge(game, costs)?)));
            judged.collect::<Vec<_>>()
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all: Vec<_> =
                workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect();
            all.sort_by_key(|(number, _)| *number);
            all.into_iter().map(|(_, loss)| loss).collect()
        })
    }
}

/// The recordings of a file, one by one.
fn parts(bytes: &[u8]) -> Vec<&[u8]> {
    let mut begins = Vec::new();
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if begins_recording(line) {
            begins.push(at);
        }
        at += line.len();
    }
    let ends = begins.iter().skip(1).copied().chain([bytes.len()]);
    begins.iter().zip(ends).map(|(&from, to)| &bytes[from..to]).collect()
}
