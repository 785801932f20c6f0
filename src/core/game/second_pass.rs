//! The second pass over all that was observed of a board: of each game the line that explains it best.
//!
//! In: what is observed, in its order, and its end. Out: the sitting as hindsight has it. A game is first judged as at the time.
//! Once it is over it is judged again from its start: with more lines kept, and, as no search keeps them all, without each
//! of its moves that is not sure, the least sure first, without some of those where its line had to pay, and with others that
//! make its illegal move legal. What has paid clearly less when play ended takes its place: what came after it, the pieces that
//! were put away and set up, speaks for no line.

mod repairs;

use std::cmp::Reverse;
use std::sync::Arc;

use touchmove_drivers::{Instant, Observation};

use self::repairs::repairs;
use super::conclusion::ResultReason;
use super::setup::Terms;
use super::sitting::Sitting;
use super::uci::{ILLEGAL, POSITION, words};
use super::view::{GameView, ScoredMove};
use crate::account::Sight;
use crate::reconstruct::{Cost, Denial, Effort, PlacedMove, Reconstruct};

/// A sitting of which each game, once the next one begins or all is over, is judged again.
#[derive(Clone, Debug)]
pub struct SecondPass {
    sitting: Sitting,
    /// The same as the present game began.
    began: Sitting,
    /// What was observed since.
    observed: Vec<Observed>,
    /// The games that are judged again; `None`: all.
    only: Option<Vec<u32>>,
}

/// Something that was observed.
#[derive(Clone, Debug)]
struct Observed {
    at: Instant,
    /// It happened at an unknown moment after this one.
    since: Option<Instant>,
    record: u64,
    observation: Observation,
}

/// The game that is judged again.
struct Judged {
    number: u32,
    /// The records in which somebody pressed.
    presses: Vec<u64>,
    /// The last record that shows play: one of its moves, as told at the time, or a press.
    play_until: u64,
    /// When nothing more is observed; `None`: another game has begun.
    end: Option<Instant>,
}

/// How a game came out.
struct Outcome {
    sitting: Sitting,
    /// Until play ended, and for presses after its last move.
    paid: Cost,
    /// Squares that were wrong then.
    wrong_squares: u32,
    /// The last record that shows one of its moves.
    explained_until: u64,
    /// Moves that are illegal, and positions to which no move leads.
    breaches: usize,
    moves: u32,
    /// The moves that may be denied, the most doubtful first.
    doubted: Vec<PlacedMove>,
}

/// What the cheapest line had paid after each observation.
struct PaidUntil(Vec<(u64, Cost)>);

/// A move that is less sure is denied once.
const SURE: f32 = 0.97;

/// A game is judged again so often at most.
const MAX_TRIALS: usize = 40;

/// So many other moves are put in the place of some, in all.
const MAX_REPAIRS: usize = 24;

/// Where a board loses readings a move is doubted, however sure, if the line pays so much for it, the one before it and the
/// one after it. Elsewhere hands cost as much that only slip.
const COSTLY: Cost = Cost::milli(1_500);

/// So many moves are doubted for that at most.
const MAX_COSTLY: usize = 8;

/// What a line pays for each press after that of its last move: nobody presses where nothing is played, so a game that it has
/// ended goes on.
const A_PRESS_AFTER_ALL: Cost = Cost::milli(2_000);

/// So much less has to be paid where more lines were kept: by less, another line is as often worse.
const CLEARLY_LESS: Cost = Cost::milli(500);

/// So much where a move was denied: of many trials some pay less by chance.
const CLEARLY_LESS_WITHOUT: Cost = Cost::milli(1_000);

/// So much again for each move that there are more: with more moves more is explained by chance.
const A_MOVE_MORE: Cost = Cost::milli(500);

/// So much again for each square more that is left wrong: of a board that loses readings the truth may leave some.
const A_SQUARE_MORE: Cost = Cost::milli(1_000);

impl SecondPass {
    /// A board of which nothing was observed yet, after so many games.
    pub fn new(terms: Terms, games: u32) -> Self {
        let sitting = Sitting::new(terms.with_effort(Effort::Again)).after_games(games);
        Self { began: sitting.clone(), sitting, observed: Vec::new(), only: None }
    }

    /// The same, in which only the games of these numbers are judged again.
    #[must_use]
    pub fn of_games(self, games: impl IntoIterator<Item = u32>) -> Self {
        Self { only: Some(games.into_iter().collect()), ..self }
    }

    /// Takes record number `record`, observed at `at`, or at an unknown moment between `since` and then.
    pub fn observe_late(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        record: u64,
        observation: &Observation,
    ) {
        let observed = Observed { at, since, record, observation: observation.clone() };
        observed.reach(&mut self.sitting);
        self.observed.push(observed);
        if self.sitting.last_number() != self.began.last_number() {
            self.judge_again(None);
            self.began = self.sitting.clone();
            self.observed.clear();
        }
    }

    /// Nothing more is observed until `at`: what came of it all.
    pub fn end(mut self, at: Instant) -> Sitting {
        advance(&mut self.sitting, at);
        self.judge_again(Some(at));
        self.sitting
    }

    /// The sitting as far as it is known: the present game was not judged again yet.
    pub const fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Judges the game that began last as long as that makes it better.
    fn judge_again(&mut self, end: Option<Instant>) {
        let number = self.began.last_number();
        if self.only.as_ref().is_some_and(|only| !only.contains(&number)) {
            return;
        }
        let told = self.sitting.view_of(number).and_then(|view| view.moves.last());
        let Some(told) = told else { return };
        let presses = self.presses();
        let play_until = presses.last().copied().unwrap_or_default().max(told.told.evidence.to);
        let game = Judged { number, presses, play_until, end };
        let Some(mut best) = self.once_more(&game, Effort::Again, &[]) else { return };
        best.give_way_to(self.once_more(&game, Effort::Thorough, &[]), CLEARLY_LESS);
        let mut denied = Vec::new();
        self.do_without_doubted(&game, &mut best, &mut denied);
        self.repair(&game, &mut best, &mut denied);
        self.sitting = best.sitting;
        self.sitting.set_effort(Effort::Again);
    }

    /// Denies each doubted move, and leaves those denied without which the game is better.
    fn do_without_doubted(&self, game: &Judged, best: &mut Outcome, denied: &mut Vec<Denial>) {
        let mut tried = Vec::new();
        for _ in 0..MAX_TRIALS {
            let new = best.doubted.iter().find(|doubted| !tried.contains(*doubted));
            let Some(next) = new.copied() else { break };
            tried.push(next);
            denied.push(Denial::Of(next));
            let other = self.once_more(game, Effort::Again, denied);
            if !best.give_way_to(other, CLEARLY_LESS_WITHOUT) {
                denied.pop();
            }
        }
    }

    /// Puts other moves in the place of some, as long as the game is better with the best of those that make an illegal one
    /// legal.
    fn repair(&self, game: &Judged, best: &mut Outcome, denied: &mut Vec<Denial>) {
        let mut tried = Vec::new();
        while let Some(view) = best.sitting.view_of(game.number) {
            let new = repairs(view).into_iter().filter(|it| !tried.contains(it));
            let new: Vec<_> = new.take(MAX_REPAIRS - tried.len()).collect();
            let repaired = new.iter().map(|placed| {
                let denied = [denied, &[Denial::OfOthers(*placed)][..]].concat();
                (self.once_more(game, Effort::Again, &denied), denied)
            });
            let repaired = repaired.filter_map(|(other, denied)| Some((other?, denied)));
            let better = repaired.filter(|(it, _)| it.is_better_than(best, CLEARLY_LESS_WITHOUT));
            let Some((other, with)) = better.min_by_key(|(it, _)| it.paid) else { break };
            (*best, *denied) = (other, with);
            tried.extend(new);
        }
    }

    /// The records in which somebody presses: the other time runs, or the device says so.
    fn presses(&self) -> Vec<u64> {
        let mut runs = None;
        let mut is_press = |observed: &&Observed| match &observed.observation {
            Observation::Clock(reading) => {
                reading.run().is_some_and(|now| runs.replace(now) != Some(now))
            }
            other => matches!(other, Observation::Press(_)),
        };
        self.observed.iter().filter(|it| is_press(it)).map(|press| press.record).collect()
    }

    /// What comes of the game with this effort, if this is denied.
    fn once_more(&self, game: &Judged, effort: Effort, denied: &[Denial]) -> Option<Outcome> {
        let mut sitting = self.began.clone();
        sitting.set_effort(effort);
        sitting.deny(denied);
        let end_of_play = self.observed.partition_point(|it| it.record <= game.play_until);
        let (play, rest) = self.observed.split_at(end_of_play);
        let mut paid_until = PaidUntil(Vec::with_capacity(play.len()));
        for observed in play {
            observed.reach(&mut sitting);
            let paid = sitting.line_of(game.number).and_then(Reconstruct::pays);
            paid_until.0.push((observed.record, paid.unwrap_or(Cost::NONE)));
        }
        let line = sitting.line_of(game.number)?;
        let (paid, wrong_squares) = (line.pays()?, line.wrong_squares());
        rest.iter().for_each(|observed| observed.reach(&mut sitting));
        game.end.into_iter().for_each(|at| advance(&mut sitting, at));
        let view = sitting.view_of(game.number)?;
        let is_breach = |word: &String| word.ends_with(ILLEGAL) || word.starts_with(POSITION);
        let explained_until = view.moves.last()?.told.evidence.to;
        Some(Outcome {
            paid: paid.plus(A_PRESS_AFTER_ALL.times(game.presses_after_all(view, explained_until))),
            wrong_squares,
            explained_until,
            breaches: words(view).iter().filter(|word| is_breach(word)).count(),
            moves: count(view.moves.len()),
            doubted: doubted(view, &paid_until),
            sitting,
        })
    }
}

impl Judged {
    /// Presses after that of the last move, shown by record `last`. Where nobody need have noticed that the game is drawn, they
    /// say nothing.
    fn presses_after_all(&self, view: &GameView, last: u64) -> u32 {
        let is_overlooked = view.result.as_ref().is_some_and(|result| {
            use ResultReason::{DeadPosition, Fivefold, SeventyFive};
            matches!(result.reason, DeadPosition | Fivefold | SeventyFive)
        });
        let after = self.presses.iter().filter(|press| **press > last && !is_overlooked).count();
        count(after.saturating_sub(1))
    }
}

impl PaidUntil {
    fn at(&self, record: u64) -> Cost {
        let after = self.0.partition_point(|(then, _)| *then <= record);
        after.checked_sub(1).map_or(Cost::NONE, |at| self.0[at].1)
    }

    /// What was paid while this move was made, the one before it and the one after it.
    fn around(&self, moves: &[Arc<ScoredMove>], at: usize) -> Cost {
        let shown = |at: usize| Some(self.at(moves.get(at)?.told.evidence.to));
        let until = shown(at + 1).or_else(|| self.0.last().map(|(_, paid)| *paid));
        let before = at.checked_sub(2).and_then(shown).unwrap_or(Cost::NONE);
        until.unwrap_or(Cost::NONE).minus(before)
    }
}

impl Observed {
    fn reach(&self, sitting: &mut Sitting) {
        sitting.observe_late(self.at, self.since, self.record, &self.observation);
        while sitting.poll().is_some() {}
    }
}

fn advance(sitting: &mut Sitting, at: Instant) {
    sitting.advance(at);
    while sitting.poll().is_some() {}
}

impl Outcome {
    /// Gives way to another one that is better by so much. Whether it has.
    fn give_way_to(&mut self, other: Option<Self>, margin: Cost) -> bool {
        let better = other.filter(|other| other.is_better_than(self, margin));
        better.map(|better| *self = better).is_some()
    }

    /// Whether it has paid less by so much, and not because less is explained or more is against the Laws.
    fn is_better_than(&self, other: &Self, margin: Cost) -> bool {
        let more_moves = self.moves.saturating_sub(other.moves);
        let more_wrong = self.wrong_squares.saturating_sub(other.wrong_squares);
        let margin =
            margin.plus(A_MOVE_MORE.times(more_moves)).plus(A_SQUARE_MORE.times(more_wrong));
        self.paid.plus(margin) <= other.paid
            && self.explained_until >= other.explained_until
            && self.breaches <= other.breaches
            && self.sitting.last_number() == other.sitting.last_number()
    }
}

/// The moves of a game that are not sure, or that nobody saw, the least sure first; then, of a board that loses readings,
/// those around which most was paid.
fn doubted(view: &GameView, paid: &PaidUntil) -> Vec<PlacedMove> {
    let moves = view.moves.iter().map(AsRef::as_ref);
    let (mut doubted, sure): (Vec<_>, Vec<_>) =
        moves.enumerate().partition(|(_, it)| is_doubtful(it));
    doubted.sort_by(|(_, one), (_, other)| one.told.confidence.total_cmp(&other.told.confidence));
    let around = |(at, scored)| (paid.around(&view.moves, at), scored);
    let is_costly = |(paid, _): &(Cost, _)| view.loses_readings() && *paid >= COSTLY;
    let mut costly: Vec<_> = sure.into_iter().map(around).filter(is_costly).collect();
    costly.sort_by_key(|(paid, _)| Reverse(*paid));
    costly.truncate(MAX_COSTLY);
    let doubted = doubted.into_iter().map(|(_, scored)| scored);
    let costly = costly.into_iter().map(|(_, scored)| scored);
    let placed = |scored: &ScoredMove| PlacedMove { ply: scored.told.ply, uci: scored.told.uci };
    doubted.chain(costly).map(placed).collect()
}

/// Whether a move is not sure, or nobody saw it.
fn is_doubtful(scored: &ScoredMove) -> bool {
    scored.told.confidence < SURE || scored.told.sight != Sight::Seen
}

fn count(all: usize) -> u32 {
    u32::try_from(all).unwrap_or(u32::MAX)
}

impl Sitting {
    /// From now on so many lines are followed.
    fn set_effort(&mut self, effort: Effort) {
        self.reconstruct.set_effort(effort);
    }

    /// No line of the present game that grows from now on may have what is denied.
    fn deny(&mut self, denials: &[Denial]) {
        self.reconstruct.deny(denials);
    }

    /// What follows game number `game`, if that is one of [`Sitting::games`].
    fn line_of(&self, game: u32) -> Option<&Reconstruct> {
        match self.view() {
            Some(view) if view.game == game => Some(&self.reconstruct),
            _ => Some(self.left.iter().find(|left| left.view().game == game)?.paper()),
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::observation::{Placement, Reading};
    use touchmove_drivers::recording::Headers;

    use super::*;
    use crate::account::EvidenceSpan;
    use crate::game::conclusion::{GameResult, MoveState, MoveTexts, MoveTold, ResultValue};
    use crate::game::setup;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// A board at the start, and squares that change every half second (`e2.`, `e4P`).
    fn observations(changes: &[&str]) -> Vec<Observed> {
        let start: Placement = START.parse().unwrap();
        let change = |change: &&str| {
            let (square, letter) = change.split_at(2);
            let reading = Reading::from_letter(letter.chars().next().unwrap()).unwrap();
            Observation::Square { square: square.parse().unwrap(), reading }
        };
        let all = std::iter::once(Observation::Board(Box::new(start)));
        let all = all.chain(changes.iter().map(change));
        let observed = |(number, observation): (u64, _)| Observed {
            at: Instant::from_millis(500 * number),
            since: None,
            record: number,
            observation,
        };
        (0..).zip(all).map(observed).collect()
    }

    fn pass() -> SecondPass {
        SecondPass::new(setup::of_headers(&Headers::default()).unwrap(), 0)
    }

    fn moves(sitting: &Sitting) -> Vec<String> {
        words(sitting.view().unwrap())
    }

    const END: Instant = Instant::from_micros(u64::MAX);

    #[test]
    fn what_is_denied_is_in_no_line_and_its_game_pays_more() {
        let mut pass = pass();
        let changes = ["e2.", "e4P", "e7.", "e5p"];
        for Observed { at, since, record, observation } in observations(&changes) {
            pass.observe_late(at, since, record, &observation);
        }
        let game = Judged { number: 1, presses: Vec::new(), play_until: u64::MAX, end: Some(END) };
        let without = |denied: &[Denial]| pass.once_more(&game, Effort::Again, denied).unwrap();
        let as_played = without(&[]);
        assert_eq!(moves(&as_played.sitting), ["e2e4", "e7e5"]);
        let denied = PlacedMove { ply: 1, uci: "e2e4".parse().unwrap() };
        let otherwise = without(&[Denial::Of(denied)]);
        assert!(!moves(&otherwise.sitting).contains(&"e2e4".to_owned()));
        assert!(otherwise.paid > as_played.paid);
        let elsewhere = Denial::Of(PlacedMove { ply: 2, ..denied });
        assert_eq!(moves(&without(&[elsewhere]).sitting), ["e2e4", "e7e5"]);
        assert_eq!(moves(&without(&[Denial::OfOthers(denied)]).sitting), ["e2e4", "e7e5"]);
    }

    #[test]
    fn presses_after_the_last_move_are_paid_for() {
        let mut pass = pass();
        for Observed { at, since, record, observation } in observations(&["e2.", "e4P"]) {
            pass.observe_late(at, since, record, &observation);
        }
        let paid = |presses: Vec<u64>| {
            let game = Judged { number: 1, presses, play_until: u64::MAX, end: Some(END) };
            pass.once_more(&game, Effort::Again, &[]).unwrap().paid
        };
        assert!(paid(vec![3]) == paid(vec![1]), "the press of the last move");
        assert!(paid(vec![3, 4, 5]) == paid(vec![1]).plus(A_PRESS_AFTER_ALL.times(2)));
    }

    #[test]
    fn presses_after_a_draw_that_nobody_need_have_noticed_say_nothing() {
        let presses = vec![3, 4, 5];
        let game = Judged { number: 1, presses, play_until: u64::MAX, end: Some(END) };
        let ended = |reason| GameView {
            result: Some(GameResult { value: ResultValue::Draw, reason, article: None }),
            ..GameView::default()
        };
        assert_eq!(game.presses_after_all(&ended(ResultReason::Stalemate), 2), 2);
        for reason in
            [ResultReason::DeadPosition, ResultReason::Fivefold, ResultReason::SeventyFive]
        {
            assert_eq!(game.presses_after_all(&ended(reason), 2), 0, "{reason:?}");
        }
    }

    #[test]
    fn sure_moves_are_doubted_last_where_readings_are_lost_and_much_was_paid() {
        let told = |ply: u32, confidence| {
            let told = MoveTold {
                id: None,
                ply,
                state: MoveState::Made,
                uci: "e2e4".parse().unwrap(),
                texts: MoveTexts::known(None, String::new()),
                side: shakmaty::Color::White,
                sight: Sight::Seen,
                confidence,
                evidence: EvidenceSpan { from: ply.into(), to: ply.into() },
            };
            Arc::new(ScoredMove { told, left: None })
        };
        let moves = [0.99, 0.99, 0.99, 0.99, 0.5, 0.99];
        let moves = (1..).zip(moves).map(|(ply, confidence)| told(ply, confidence)).collect();
        let trusted = GameView { moves, ..GameView::default() };
        let loses_readings = GameView { doubted: 6, ..trusted.clone() };
        let paid = PaidUntil(vec![(1, Cost::NONE), (2, COSTLY), (6, COSTLY)]);
        let plies =
            |view: &GameView| doubted(view, &paid).iter().map(|it| it.ply).collect::<Vec<_>>();
        assert_eq!(plies(&loses_readings), [5, 1, 2, 3]);
        assert_eq!(plies(&trusted), [5]);
    }

    #[test]
    fn each_game_is_judged_again_from_its_own_start() {
        let mut pass = pass();
        let first =
            ["e2.", "e4P", "e7.", "e5p", "g1.", "f3N", "b8.", "c6n", "f1.", "c4B", "f8.", "c5b"];
        let set_up =
            ["f3.", "g1N", "c5.", "f8b", "e4.", "e2P", "c4.", "f1B", "c6.", "b8n", "e5.", "e7p"];
        let changes = [&first[..], &set_up, &["d2.", "d4P"]].concat();
        for Observed { at, since, record, observation } in observations(&changes) {
            pass.observe_late(at, since, record, &observation);
        }
        let games = pass.sitting().last_number();
        let (began, observed) = (pass.began.last_number(), pass.observed.len());
        assert_eq!((games, began), (2, 2), "the pieces were set up for another one");
        assert_eq!(observed, 2, "nothing of the first game is kept");
        assert_eq!(moves(&pass.end(END)), ["d2d4"]);
    }
}
