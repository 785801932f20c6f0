//! One cost after the other, larger and smaller, as long as it helps.

use touchmove_core::reconstruct::Costs;

/// A cost that is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostStep {
    /// Its name.
    pub name: &'static str,
    /// What it was, in thousandths.
    pub from: u32,
    /// What it is tried as.
    pub to: u32,
    /// All costs, with this one tried.
    pub costs: Costs,
}

/// Goes through the costs: each is tried larger and smaller by a part of itself, and further in the direction that helped.
#[derive(Clone, Debug)]
pub struct Descent {
    costs: Costs,
    names: Vec<&'static str>,
    /// Which of them is tried.
    at: usize,
    way: Way,
    /// Whether a step in this direction has helped.
    has_helped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// By how many hundredths a cost is tried larger.
const LARGER: u64 = 130;

impl Descent {
    /// Begins from `costs`, and tries those of these names.
    pub fn new(costs: Costs, names: Vec<&'static str>) -> Self {
        Self { costs, names, at: 0, way: Way::Up, has_helped: false }
    }

    /// The costs as they are now.
    pub fn costs(&self) -> Costs {
        self.costs
    }

    /// What is to be tried next; `None` when all have been.
    pub fn next(&self) -> Option<CostStep> {
        let name = *self.names.get(self.at)?;
        let from = self.costs.thousandths(name)?;
        let to = match self.way {
            Way::Up => u64::from(from) * LARGER / 100,
            Way::Down => u64::from(from) * 100 / LARGER,
        };
        let to = rounded(u32::try_from(to).unwrap_or(from));
        Some(CostStep { name, from, to, costs: self.costs.with(name, to)? })
    }

    /// Says whether the step that was tried is taken.
    pub fn decide(&mut self, step: &CostStep, is_taken: bool) {
        if is_taken {
            self.costs = step.costs;
        }
        self.has_helped |= is_taken;
        match (is_taken, self.way) {
            (true, _) => {}
            (false, Way::Up) if !self.has_helped => self.way = Way::Down,
            (false, _) => (self.at, self.way, self.has_helped) = (self.at + 1, Way::Up, false),
        }
    }
}

/// To tens, so that a person can read it; small ones to units.
fn rounded(thousandths: u32) -> u32 {
    match thousandths {
        0..100 => thousandths,
        _ => (thousandths + 5) / 10 * 10,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::observation::Sensing;

    use super::*;

    /// What comes of it where a step helps if `helps` says so.
    fn fitted(names: &[&'static str], helps: impl Fn(&CostStep) -> bool) -> (Costs, usize) {
        let mut descent = Descent::new(Costs::of(Sensing::Identity), names.to_vec());
        let mut tried = 0;
        while let Some(step) = descent.next() {
            tried += 1;
            descent.decide(&step, helps(&step));
        }
        (descent.costs(), tried)
    }

    #[test]
    fn what_nothing_helps_is_tried_both_ways_and_stays() {
        let (costs, tried) = fitted(Costs::NAMES, |_| false);
        assert_eq!((costs, tried), (Costs::of(Sensing::Identity), 2 * Costs::NAMES.len()));
    }

    #[test]
    fn a_cost_goes_on_in_the_direction_that_helps_as_long_as_it_does() {
        let away = |cost: u32| cost.abs_diff(1_000);
        let names = ["a_move", "elsewhere", "wrong"];
        let (costs, _) = fitted(&names, |step| away(step.to) < away(step.from));
        for name in names {
            let found = costs.thousandths(name).unwrap();
            assert!((850..=1_150).contains(&found), "{name} {found}");
        }
    }
}
