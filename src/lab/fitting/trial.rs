//! Two ways to pay, on the same games: which games come out right by one of them alone.

use std::collections::BTreeMap;

use super::loss::GameLoss;

/// What is told of games with one set of costs: style by style, each in the order of its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedStyles(BTreeMap<String, Vec<GameLoss>>);

/// The games of one style by two sets of costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StyleTrial {
    /// Games that were judged.
    pub games: usize,
    /// Those that are right by the first.
    pub right_before: usize,
    /// Those that are right by the second.
    pub right_after: usize,
    /// Right by the second alone.
    pub won: usize,
    /// Right by the first alone.
    pub lost: usize,
    /// The mean loss of a game by the first.
    pub loss_before: f64,
    /// The same by the second.
    pub loss_after: f64,
}

/// Two sets of costs on the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial(BTreeMap<String, StyleTrial>);

impl JudgedStyles {
    /// Adds the games of a style.
    pub fn enter(&mut self, style: &str, games: Vec<GameLoss>) {
        self.0.entry(style.to_owned()).or_default().extend(games);
    }

    /// The mean loss of a game, each style for as much as any other.
    pub fn loss(&self) -> f64 {
        let means = self.0.values().map(|games| mean(games));
        means.sum::<f64>() / self.0.len().max(1) as f64
    }
}

impl Trial {
    /// Holds the two against each other. The games have to be the same.
    pub fn of(before: &JudgedStyles, after: &JudgedStyles) -> Self {
        let pairs = before.0.iter().filter_map(|(style, games)| {
            Some((style.clone(), StyleTrial::of(games, after.0.get(style)?)))
        });
        Self(pairs.collect())
    }

    /// Style by style.
    pub fn styles(&self) -> impl Iterator<Item = (&str, &StyleTrial)> {
        self.0.iter().map(|(style, trial)| (&**style, trial))
    }

    /// Whether the second is no worse: no style has lost more games than luck takes, and all together lose no more.
    pub fn agrees(&self) -> bool {
        let change: f64 = self.0.values().map(|style| style.loss_after - style.loss_before).sum();
        change <= 0.0 && !self.0.values().any(StyleTrial::is_worse)
    }
}

impl StyleTrial {
    fn of(before: &[GameLoss], after: &[GameLoss]) -> Self {
        let pairs = || before.iter().zip(after);
        let count = |is: fn(&(&GameLoss, &GameLoss)) -> bool| pairs().filter(is).count();
        Self {
            games: before.len(),
            right_before: count(|(one, _)| one.is_right),
            right_after: count(|(_, other)| other.is_right),
            won: count(|(one, other)| !one.is_right && other.is_right),
            lost: count(|(one, other)| one.is_right && !other.is_right),
            loss_before: mean(before),
            loss_after: mean(after),
        }
    }

    /// Whether more games were lost than won by more than tossing a coin for each of them would make it twice in three
    /// times.
    fn is_worse(&self) -> bool {
        let decided = (self.won + self.lost) as f64;
        self.lost as f64 - self.won as f64 > decided.sqrt()
    }
}

fn mean(games: &[GameLoss]) -> f64 {
    games.iter().map(|game| game.loss).sum::<f64>() / games.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(styles: &[(&str, &[(f64, bool)])]) -> JudgedStyles {
        let mut all = JudgedStyles::default();
        for (style, games) in styles {
            let games = games.iter().map(|&(loss, is_right)| GameLoss { loss, is_right });
            all.enter(style, games.collect());
        }
        all
    }

    #[test]
    fn each_style_counts_for_as_much_as_any_other() {
        let all = judged(&[("many", &[(1.0, true); 9]), ("one", &[(3.0, false)])]);
        assert!((all.loss() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn games_are_held_against_themselves() {
        let before = judged(&[("x", &[(1.0, true), (9.0, false), (9.0, false)])]);
        let after = judged(&[("x", &[(9.0, false), (1.0, true), (1.0, true)])]);
        let trial = Trial::of(&before, &after);
        let (_, style) = trial.styles().next().unwrap();
        assert_eq!((style.won, style.lost, style.right_before, style.right_after), (2, 1, 1, 2));
        assert!(trial.agrees());
        assert!(!Trial::of(&after, &before).agrees());
    }

    #[test]
    fn what_helps_one_style_may_not_harm_another() {
        let games = |loss, is_right| [(loss, is_right); 4];
        let before = judged(&[("a", &games(19.0, false)), ("b", &games(1.0, true))]);
        let after = judged(&[("a", &games(1.0, true)), ("b", &games(2.0, false))]);
        assert!(after.loss() < before.loss());
        assert!(!Trial::of(&before, &after).agrees());
    }
}
