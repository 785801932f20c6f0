//! When a game begins on a board, and when it ends.

use shakmaty::{Bitboard, Color, Position};

use super::Reconstruct;
use super::bounds::is_beyond_bounds;
use super::duty::Duty;
use super::game::FollowedGame;
use super::questions::Doubt;
use super::readings::Orientation;
use super::stage::{OverGame, Stage};
use crate::account::{KingsSign, What};

impl Reconstruct {
    /// The pieces stand at the start, and not because a few moves were taken back or the pieces have
    /// walked back there.
    pub(super) fn new_game_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let shown = self.start_shown()?;
        match &self.stage {
            Stage::Playing(game)
                if seen.orientation() == shown && *game.start() == self.setup.start =>
            {
                (!game.leads_back_to(self.setup.start.position.board())).then_some(shown)
            }
            Stage::Playing(_) | Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => Some(shown),
        }
    }

    /// The way the board lies when the readings fit the start; as it lay before, if they fit both
    /// ways.
    fn start_shown(&self) -> Option<Orientation> {
        let seen = self.seen.as_ref()?;
        let board = self.setup.start.position.board();
        match self.setup.orientation {
            Some(given) => seen.orientation_showing(board, &[given]),
            None => {
                let lay = seen.orientation();
                seen.orientation_showing(board, &[lay, lay.other()])
            }
        }
    }

    /// The pieces of a board that cannot name them fit the start both ways round: the first move tells.
    pub(super) fn is_turned_by_first_move(&self) -> bool {
        let (Stage::Playing(game), Some(seen), None) =
            (&self.stage, &self.seen, self.setup.orientation)
        else {
            return false;
        };
        game.is_unplayed() && !game.is_in_step() && {
            let mut turned = seen.clone();
            turned.turn(seen.orientation().other());
            game.is_first_move_shown(&turned)
        }
    }

    pub(super) fn begin(&mut self, orientation: Orientation) {
        self.other_way = None;
        self.leave_game(None);
        self.left.push_back(self.on_paper());
        if let Some(seen) = &mut self.seen {
            seen.take_rooks_for_rooks();
            if seen.orientation() != orientation {
                seen.turn(orientation);
                self.clock.turn_board();
            }
            let weights = self.setup.weights();
            let game = FollowedGame::new(&self.setup.start, weights, seen, self.account.record());
            self.stage = Stage::Playing(Box::new(game));
        }
        self.begin_other_way();
        self.account.write(What::Begin(self.setup.start.clone()));
    }

    /// WrittenLines that were given up are forgotten. A game beyond all bounds is followed no further, and somebody is asked
    /// whether it is over: what the pieces do from now on is no part of it, and the next one begins from the start.
    pub(super) fn keep_within_bounds(&mut self) {
        let Stage::Playing(game) = &mut self.stage else { return };
        game.prune();
        if !is_beyond_bounds(game) {
            return;
        }
        let doubt = Doubt::of_game_over(game.last_told() + 1, game.told_position().clone());
        self.leave_game(None);
        let mut entries = Vec::new();
        if let Some(game) = self.stage.game_mut() {
            game.ask(doubt, &mut entries);
        }
        self.tell_all(entries);
    }

    pub(super) fn turn(&mut self) {
        let (Stage::Playing(game), Some(seen)) = (&self.stage, &mut self.seen) else { return };
        let start = game.start().clone();
        seen.turn(seen.orientation().other());
        self.clock.turn_board();
        let weights = self.setup.weights();
        let mut game = FollowedGame::new(&start, weights, seen, self.account.record());
        game.follow(seen, Bitboard::FULL);
        self.stage = Stage::Playing(Box::new(game));
    }

    /// Who makes the first move, while the pieces still stand at the start.
    pub(super) fn about_to_begin(&self) -> Option<Color> {
        match &self.stage {
            Stage::Playing(game) if game.is_in_step() && game.is_unplayed() => {
                Some(game.start().position.turn())
            }
            _ => None,
        }
    }

    /// The result that the kings tell as long as they stand as they do, though nobody knows for how long.
    pub(super) fn tell_sign(&mut self) {
        let seen = self.seen.as_ref();
        let sign = seen.and_then(|seen| self.stage.new_sign(seen, self.overruled));
        if let Some(shown) = sign {
            self.fulfil(Duty::KingsSign(shown.sign));
        }
    }

    /// The kings tell the result. What they did on their way to the centre was no play, nor was a step
    /// into the centre shortly before, that nobody pressed for. Every other move of the line was
    /// played.
    pub(super) fn end_by(&mut self, sign: KingsSign) {
        let shown = self.seen.as_ref().and_then(|seen| self.stage.sign(seen));
        // However long they have stood since.
        let put_down = shown.map_or(self.account.now(), |shown| shown.put_down.at);
        let telling = self.hearing.telling();
        let Some((game, scene)) = self.playing() else { return };
        let mut entries = Vec::new();
        game.cut_kings(put_down, scene.timing.lone_king, telling, scene.seen);
        game.settle_all(scene, &mut entries);
        self.tell_all(entries);
        self.leave_game(Some(sign));
        self.account.write(What::Kings(sign));
    }

    /// The kings tell a result after the end, or another one than before: they were put right.
    pub(super) fn end_otherwise(&mut self, sign: KingsSign) {
        let Stage::Over(over) = &mut self.stage else { return };
        over.sign = Some(sign);
        let mut entries = vec![What::Kings(sign)];
        if let Some(game) = &mut over.game {
            game.ask_about_result(sign, &mut entries);
        }
        self.tell_all(entries);
    }

    /// A game that has ended on the board is over; what the hands do afterwards is not play.
    pub(super) fn end_on_board(&mut self) {
        if let Stage::Playing(game) = &self.stage
            && game.is_over_on_board()
        {
            self.leave_game(None);
        }
    }

    /// Play has ended, or a new game is set up.
    pub(super) fn leave_game(&mut self, sign: Option<KingsSign>) {
        let Stage::Playing(game) = &mut self.stage else { return };
        let mut entries = Vec::new();
        let waiting = game.close(&mut entries);
        self.tell_all(entries);
        self.account.write_entries(waiting);
        if let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::NotBegun) {
            self.stage = Stage::Over(OverGame { sign, game: Some(game), decided: None });
        }
    }
}
