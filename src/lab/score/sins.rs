//! What players are accused of, against the sins that were planted.
//!
//! A recording tells in its headers which sins were planted: `# sin: KIND ARTICLE SIDE PLY`. An
//! accusation is an incident as it stands at the end, also one that nobody may complain of any more: one that was dismissed is
//! none. What was told and
//! withdrawn again is counted apart: an arbiter has seen it.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::str::FromStr;

use shakmaty::Color;
use touchmove_core::game::conclusion::Incident;
use touchmove_core::game::view::GameView;

pub use touchmove_core::game::conclusion::Certainty;

/// A sin that was planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantedSin {
    /// What, as alerts call it: `touch-move-violation`.
    pub kind: String,
    /// The article that forbids it: `4.3.1`.
    pub article: String,
    /// By whom.
    pub side: Color,
    /// In which ply, counted from 1.
    pub ply: u32,
}

/// A text that names no sin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`# sin: {0}` is not KIND ARTICLE SIDE PLY")]
pub struct SinError(String);

/// What a player is accused of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accusation {
    /// The kind of incident: `touch-move-violation`.
    pub kind: String,
    /// The article: `4.3.1`.
    pub article: String,
    /// Who is accused.
    pub side: Color,
    /// Of which ply, counted from 1.
    pub ply: u32,
    /// How sure that is.
    pub certainty: Certainty,
}

impl Accusation {
    /// What the players of a game are accused of.
    pub fn all_in(game: &GameView) -> Vec<Self> {
        game.incidents.iter().map(Self::of).collect()
    }

    /// What an incident accuses of. What concerns no player counts as White's.
    pub fn of(incident: &Incident) -> Self {
        Self {
            kind: incident.kind.word().to_owned(),
            article: incident.article.to_owned(),
            side: incident.side.unwrap_or(Color::White),
            ply: incident.ply,
            certainty: incident.certainty,
        }
    }

    fn is_of(&self, sin: &PlantedSin) -> bool {
        (&self.kind, self.side, self.ply) == (&sin.kind, sin.side, sin.ply)
    }
}

/// How the accusations of a game differ from its sins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinVerdict {
    /// What was found, by kind.
    pub kinds: BTreeMap<String, SinsFound>,
    /// The sins of which nobody is accused with at least medium certainty.
    pub missed: Vec<PlantedSin>,
    /// Accusations of at least medium certainty for which there was no sin.
    pub unfounded: Vec<Accusation>,
}

/// How many sins of a kind were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SinsFound {
    /// Sins with an accusation of this kind, side and ply, of at least medium certainty.
    pub found: u64,
    /// Of these, accusations that name another article.
    pub other_article: u64,
    /// Sins without one.
    pub missed: u64,
    /// Of these, sins with an accusation of low certainty.
    pub faint: u64,
    /// Accusations of at least medium certainty without a sin.
    pub unfounded: u64,
    /// Such accusations that were told, and withdrawn again.
    pub withdrawn: u64,
}

/// The verdicts on many games, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Number of games.
    pub games: u64,
    /// Of these, games whose accusations are their sins, no more and no fewer.
    pub right: u64,
    /// What was found, by kind.
    pub kinds: BTreeMap<String, SinsFound>,
}

impl FromStr for PlantedSin {
    type Err = SinError;

    fn from_str(text: &str) -> Result<Self, SinError> {
        let read = || {
            let mut words = text.split_whitespace();
            let (kind, article) = (words.next()?.to_owned(), words.next()?.to_owned());
            let side = match words.next()? {
                "white" => Color::White,
                "black" => Color::Black,
                _ => return None,
            };
            let ply = words.next()?.parse().ok().filter(|&ply| ply > 0)?;
            words.next().is_none().then_some(Self { kind, article, side, ply })
        };
        read().ok_or_else(|| SinError(text.to_owned()))
    }
}

/// Holds what players are accused of against what they did. Each accusation stands for one sin, if it
/// can one of the same article.
pub fn hold(sins: &[PlantedSin], accusations: &[Accusation]) -> SinVerdict {
    let (mut sure, mut faint): (Vec<_>, Vec<_>) = accusations
        .iter()
        .cloned()
        .partition(|accusation| accusation.certainty >= Certainty::Medium);
    let mut verdict = SinVerdict::default();
    // first those that agree wholly, so that none of another article takes their place
    let mut left = Vec::new();
    for sin in sins {
        match take(&mut sure, sin, |other| other.article == sin.article) {
            Some(_) => verdict.of(&sin.kind).found += 1,
            None => left.push(sin),
        }
    }
    for sin in left {
        if take(&mut sure, sin, |_| true).is_some() {
            let found = verdict.of(&sin.kind);
            found.found += 1;
            found.other_article += 1;
        } else {
            let is_faint = take(&mut faint, sin, |_| true).is_some();
            let found = verdict.of(&sin.kind);
            found.missed += 1;
            found.faint += u64::from(is_faint);
            verdict.missed.push(sin.clone());
        }
    }
    for accusation in &sure {
        verdict.of(&accusation.kind).unfounded += 1;
    }
    verdict.unfounded = sure;
    verdict
}

/// Takes out the first accusation of this sin that fits.
fn take(
    accusations: &mut Vec<Accusation>,
    sin: &PlantedSin,
    fits: impl Fn(&Accusation) -> bool,
) -> Option<Accusation> {
    let at = accusations.iter().position(|other| other.is_of(sin) && fits(other))?;
    Some(accusations.remove(at))
}

impl SinVerdict {
    /// Whether the accusations are the sins, no more and no fewer.
    pub fn is_right(&self) -> bool {
        self.missed.is_empty() && self.unfounded.is_empty()
    }

    /// Adds what was told and withdrawn, as far as it was for none of the sins.
    #[must_use]
    pub fn having_withdrawn(mut self, sins: &[PlantedSin], withdrawn: &[Accusation]) -> Self {
        let is_sure = |one: &&Accusation| one.certainty >= Certainty::Medium;
        for accusation in withdrawn.iter().filter(is_sure) {
            let is_founded = sins.iter().any(|sin| accusation.is_of(sin));
            self.of(&accusation.kind).withdrawn += u64::from(!is_founded);
        }
        self
    }

    fn of(&mut self, kind: &str) -> &mut SinsFound {
        self.kinds.entry(kind.to_owned()).or_default()
    }
}

impl Verdicts {
    /// Adds a game.
    pub fn add(&mut self, verdict: &SinVerdict) {
        self.games += 1;
        self.right += u64::from(verdict.is_right());
        self.add_kinds(&verdict.kinds);
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.right += other.right;
        self.add_kinds(&other.kinds);
    }

    /// All kinds together.
    pub fn all(&self) -> SinsFound {
        let mut all = SinsFound::default();
        self.kinds.values().for_each(|&found| all += found);
        all
    }

    fn add_kinds(&mut self, kinds: &BTreeMap<String, SinsFound>) {
        for (kind, &found) in kinds {
            *self.kinds.entry(kind.clone()).or_default() += found;
        }
    }
}

impl AddAssign for SinsFound {
    fn add_assign(&mut self, more: Self) {
        self.found += more.found;
        self.other_article += more.other_article;
        self.missed += more.missed;
        self.faint += more.faint;
        self.unfounded += more.unfounded;
        self.withdrawn += more.withdrawn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sin(text: &str) -> PlantedSin {
        text.parse().unwrap()
    }

    fn accusation(text: &str, certainty: Certainty) -> Accusation {
        let PlantedSin { kind, article, side, ply } = sin(text);
        Accusation { kind, article, side, ply, certainty }
    }

    const TOUCH: &str = "touch-move-violation 4.3.1 white 7";

    #[test]
    fn a_sin_is_read_from_its_line() {
        let read = sin(" promotion-not-replaced 7.5.2  black 80");
        assert_eq!((&read.kind[..], &read.article[..]), ("promotion-not-replaced", "7.5.2"));
        assert_eq!((read.side, read.ply), (Color::Black, 80));
        for text in ["", "two-hands 7.5.4 white", "a 1 green 3", "a 1 white 0", "a 1 white 3 more"]
        {
            assert_eq!(text.parse::<PlantedSin>(), Err(SinError(text.to_owned())));
        }
    }

    #[test]
    fn accusations_that_are_the_sins_are_right() {
        let other = "press-without-move 7.5.3 black 22";
        let told = [accusation(other, Certainty::High), accusation(TOUCH, Certainty::Medium)];
        let verdict = hold(&[sin(TOUCH), sin(other)], &told);
        assert!(verdict.is_right());
        assert_eq!(verdict.kinds.values().map(|found| found.found).sum::<u64>(), 2);
        assert!(hold(&[], &[]).is_right());
    }

    #[test]
    fn a_sin_of_which_nobody_is_accused_is_missed() {
        let verdict = hold(&[sin(TOUCH)], &[]);
        assert_eq!(verdict.missed, [sin(TOUCH)]);
        assert_eq!(verdict.kinds["touch-move-violation"].missed, 1);
        for other in [
            "released-piece-moved 4.3.1 white 7",
            "touch-move-violation 4.3.1 black 7",
            "touch-move-violation 4.3.1 white 9",
        ] {
            let verdict = hold(&[sin(TOUCH)], &[accusation(other, Certainty::High)]);
            assert_eq!((verdict.missed.len(), verdict.unfounded.len()), (1, 1), "{other}");
        }
    }

    #[test]
    fn low_certainty_neither_finds_nor_accuses() {
        let faint = accusation(TOUCH, Certainty::Low);
        assert!(hold(&[], std::slice::from_ref(&faint)).is_right());
        let verdict = hold(&[sin(TOUCH)], &[faint]);
        let found = verdict.kinds["touch-move-violation"];
        assert_eq!((found.found, found.missed, found.faint), (0, 1, 1));
    }

    #[test]
    fn what_was_withdrawn_is_counted_unless_it_was_for_a_sin_or_faint() {
        let told = [
            accusation(TOUCH, Certainty::High),
            accusation("press-without-move 7.5.3 black 22", Certainty::High),
            accusation("press-without-move 7.5.3 black 24", Certainty::Low),
        ];
        let verdict = hold(&[sin(TOUCH)], &told[..1]).having_withdrawn(&[sin(TOUCH)], &told);
        assert!(verdict.is_right());
        let withdrawn = |kind: &str| verdict.kinds[kind].withdrawn;
        assert_eq!((withdrawn("touch-move-violation"), withdrawn("press-without-move")), (0, 1));
    }

    #[test]
    fn another_article_is_told_apart_and_does_not_take_the_right_ones_place() {
        let both = "touch-move-violation 4.3.3 white 7";
        let verdict = hold(&[sin(TOUCH)], &[accusation(both, Certainty::High)]);
        assert!(verdict.is_right());
        assert_eq!(verdict.kinds["touch-move-violation"].other_article, 1);
        let told = [accusation(both, Certainty::High), accusation(TOUCH, Certainty::High)];
        let verdict = hold(&[sin(TOUCH), sin(both)], &told);
        assert!(verdict.is_right());
        assert_eq!(verdict.kinds["touch-move-violation"].other_article, 0);
    }

    #[test]
    fn one_accusation_stands_for_one_sin() {
        let told = accusation(TOUCH, Certainty::High);
        let twice = hold(&[sin(TOUCH), sin(TOUCH)], std::slice::from_ref(&told));
        assert_eq!((twice.missed.len(), twice.unfounded.len()), (1, 0));
        let once = hold(&[sin(TOUCH)], &[told.clone(), told]);
        assert_eq!((once.missed.len(), once.unfounded.len()), (0, 1));
    }

    #[test]
    fn verdicts_add_up_by_kind() {
        let mut verdicts = Verdicts::default();
        verdicts.add(&hold(&[sin(TOUCH)], &[accusation(TOUCH, Certainty::High)]));
        verdicts
            .add(&hold(&[sin(TOUCH)], &[accusation("two-hands 7.5.4 white 3", Certainty::High)]));
        let mut sum = verdicts.clone();
        sum.merge(&verdicts);
        assert_eq!((sum.games, sum.right), (4, 2));
        assert_eq!(sum.kinds["two-hands"].unfounded, 2);
        let all = sum.all();
        assert_eq!((all.found, all.missed, all.unfounded), (2, 2, 2));
    }
}
