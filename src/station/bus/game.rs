//! `org.touchmove.Hall1.Game`: one game, as those who run it see it.

#![allow(clippy::too_many_arguments, reason = "a signal of the interface has that many")]

mod shown;
mod told;
mod waits;

use std::collections::HashMap;

use tokio::sync::watch;
use touchmove_client::arbiters::NoName;
use touchmove_client::call_error::{self, RefusalKind};
use touchmove_client::details::{Details, PastEvent, SentSighting, details};
use touchmove_client::path;
use touchmove_core::game::conclusion::{Conclusion, GameResult, MoveTold};
use touchmove_core::game::view::GameView;
use touchmove_core::laws::adjournment::Adjourned;
use touchmove_core::names::{BoardId, GameId};
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::{OwnedObjectPath, OwnedVariant, interface};

pub(super) use self::shown::Shown;
pub(super) use self::told::signal;
pub(super) use self::waits::Waits;

use self::told::{event, parts_of, preview, question_line};
use super::clock::color_word;
use super::decide::{Decider, SwapWish, Wish, of_decided};
use crate::hall::orders::PATIENCE;

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    shown: watch::Receiver<Shown>,
    decider: Decider,
}

impl Game {
    pub(super) const fn new(shown: watch::Receiver<Shown>, decider: Decider) -> Self {
        Self { shown, decider }
    }

    fn of(&self) -> (BoardId, GameId) {
        let shown = self.shown.borrow();
        (shown.board.clone(), shown.id)
    }

    /// Has something decided, and waits until it is shown.
    async fn take(&self, call: &Header<'_>, wish: Wish) -> call_error::Result<u64> {
        let number = self.decider.decide(call, self.of(), wish).await?;
        self.until_shown(number).await;
        Ok(number)
    }

    /// Waits until the decision of this number is shown, so that whoever took it finds what it changed.
    async fn until_shown(&self, number: u64) {
        let is_shown = |shown: &Shown| shown.view.decided.iter().any(|one| one.number == number);
        let mut shown = self.shown.clone();
        let _ = tokio::time::timeout(PATIENCE, shown.wait_for(is_shown)).await;
    }
}

/// What stands on an envelope.
fn of_adjourned(adjourned: &Adjourned) -> Details {
    let Adjourned { sealer, left, .. } = adjourned;
    let times = left.iter().flat_map(|[white, black]| {
        [("white_ms", white.as_millis().into()), ("black_ms", black.as_millis().into())]
    });
    let own = [
        ("side", color_word(*sealer).to_owned().into()),
        ("fen", adjourned.fen().into()),
        ("number", adjourned.number().into()),
    ];
    details(own.into_iter().chain(times))
}

#[interface(name = "org.touchmove.Hall1.Game")]
impl Game {
    /// The events with sequence numbers above `sequence`, in order, 1000 at most: whoever asks from 0, and then
    /// from the last number that came until none comes, has all. Each is its
    /// number, the name of its signal and the signal's other arguments by name, those in `more`
    /// among them. A message bus drops signals of a slow client without a word; a client that
    /// finds a number missing asks here. The last 10000 events of a game are kept, over restarts
    /// too.
    #[zbus(out_args("events"))]
    async fn events_since(&self, sequence: u64) -> call_error::Result<Vec<PastEvent>> {
        Ok(self.shown.borrow().told.since(sequence).map(|(seq, told)| event(seq, told)).collect())
    }

    /// The game as PGN, with the clock times of completed moves as `%clk` comments. A game of a round has
    /// the tags of its pairing and the result that counts there (see `Results` of the round), and is
    /// written so that it can be replayed whatever was played.
    #[zbus(out_args("pgn"))]
    async fn pgn(&self) -> call_error::Result<String> {
        Ok(self.shown.borrow().pgn())
    }

    /// What was seen of the game's board from one moment to another, in microseconds since the machine was booted, as its
    /// journal has it: first how board and clock stood then, and from there on each touch, press and break of the link; of
    /// more than 2000 the latest. Squares and colours are those of the game. Each is its moment, its kind and its
    /// particulars by name (`docs/dbus/Hall1.Game.md`). It is read from the disk: for a look at what led to an incident, not for
    /// following.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` where the second moment is before the first; `Impossible` where the journal
    /// cannot be read; `Timeout` when the daemon is too busy.
    #[zbus(out_args("seen"))]
    async fn sightings(&self, from: u64, to: u64) -> call_error::Result<Vec<SentSighting>> {
        self.decider.look_back(self.of().0, from, to).await
    }

    /// Decides about the game, and returns the number of the decision, by which it can be undone. What it
    /// changes is told by the events. `particulars` are those of the verb: `insert` and `replace` with
    /// `ply` and `uci`; `delete` with `ply`; `position` with `fen`; `turn` with `side`; `clock` and
    /// `players` with `white` or `black` or both; `result` with `value` (`*` reopens the game);
    /// `orientation` with `turned` (`yes`, `no`); `answer` with `question` and `choice`; `propose` with `ply`, the moves
    /// `told` and those played `instead` with commas between them, and `confidence`, so that somebody is asked; `undo` with
    /// `record`, the number of a decision. `reason` may be empty.
    ///
    /// What is said in a game goes the same way, and is judged by the Laws; `undo` takes back only what was decided of
    /// an incident. With `side`: `adjust`, `adjust_end`, `two_hands`, `offer_draw`, `accept_draw`, `decline_draw`, `resign`,
    /// `claim_flag`, `claim_illegal`, `scoresheet`. `claim_draw` with `side`, `kind` (`threefold`,
    /// `fifty`), and `move` where it is only intended; `accidental` with `sq`; `castling_intent` with
    /// `value`; `arbiter_penalty` with `side`, `kind` (`warning`, `add-opponent` and `reduce-offender` with `ms`,
    /// `opponent-points`, `offender-points` with `offender_score`, `lose-game` with `opponent_score`: `0`, `1/2` or `1`); `arrived` with `side` and `at_ms`; `agree_correct_illegal` with `fen`; `both_flags` with
    /// `last_period`. What is found: `found_initial_position_wrong`, `found_board_turned`,
    /// `found_colours_reversed`, `found_clock_setting_wrong`, `found_illegal_move` with `fen`. An incident
    /// is decided by `confirm` and `dismiss` with `incident`, also anew; `reopen` takes that back. Only what has
    /// ended the game stays.
    ///
    /// A game whose board was set up for another one is decided about as well, until the board plays another round, or
    /// four games more; but for `orientation`, and for answers to other questions than `hindsight`.
    ///
    /// Errors: `AccessDenied`, and those of `org.touchmove.Error` that say why it is refused.
    #[zbus(out_args("number"))]
    async fn decide(
        &self,
        verb: String,
        particulars: HashMap<String, String>,
        reason: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish { verb, particulars, reason, on_behalf_of: None }).await
    }

    /// The same, in the name of somebody who has no connection of his own, such as an arbiter at a desk: `by` of the decision
    /// is then `NAME (USER)`.
    #[zbus(out_args("number"))]
    async fn decide_for(
        &self,
        name: String,
        verb: String,
        particulars: HashMap<String, String>,
        reason: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        let name = name.parse().map_err(|error: NoName| RefusalKind::InvalidArgs.because(error))?;
        self.take(&call, Wish { verb, particulars, reason, on_behalf_of: Some(name) }).await
    }

    /// Confirms an incident, also one that was dismissed: what the Laws make of it holds. Returns the number of the
    /// decision, as all methods that decide do; their errors are those of `Decide`.
    #[zbus(out_args("number"))]
    async fn confirm(
        &self,
        incident: u32,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("confirm").with("incident", incident)).await
    }

    /// Dismisses an incident, also one that was confirmed: nothing comes of it.
    #[zbus(out_args("number"))]
    async fn dismiss(
        &self,
        incident: u32,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("dismiss").with("incident", incident)).await
    }

    /// Takes back what was decided of an incident: it waits again.
    #[zbus(out_args("number"))]
    async fn reopen(
        &self,
        incident: u32,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("reopen").with("incident", incident)).await
    }

    /// Inserts a move that was played and not seen: it gets this ply, and what followed is one ply later.
    #[zbus(out_args("number"))]
    async fn insert(
        &self,
        ply: u32,
        uci: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("insert").with("ply", ply).with("uci", uci)).await
    }

    /// Replaces the move of this ply by the one that was played.
    #[zbus(out_args("number"))]
    async fn replace(
        &self,
        ply: u32,
        uci: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("replace").with("ply", ply).with("uci", uci)).await
    }

    /// Deletes the move of this ply, which was not played.
    #[zbus(out_args("number"))]
    async fn delete(&self, ply: u32, #[zbus(header)] call: Header<'_>) -> call_error::Result<u64> {
        self.take(&call, Wish::to("delete").with("ply", ply)).await
    }

    /// Lets play go on from this position.
    #[zbus(out_args("number"))]
    async fn set_position(
        &self,
        fen: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("position").with("fen", fen)).await
    }

    /// Sets the result, as in `Points`; `*` reopens the game.
    #[zbus(out_args("number"))]
    async fn set_result(
        &self,
        value: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("result").with("value", value)).await
    }

    /// Says who plays.
    #[zbus(out_args("number"))]
    async fn set_players(
        &self,
        white: String,
        black: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("players").with("white", white).with("black", black)).await
    }

    /// Answers a question by the word of one of its choices.
    #[zbus(out_args("number"))]
    async fn answer(
        &self,
        question: u32,
        choice: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("answer").with("question", question).with("choice", choice)).await
    }

    /// Undoes the decision of this number.
    #[zbus(out_args("number"))]
    async fn undo(
        &self,
        decision: u64,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<u64> {
        self.take(&call, Wish::to("undo").with("record", decision)).await
    }

    /// What `Decide` with the same verb and particulars would tell now, as `EventsSince` would have it. Nothing is
    /// changed, and nothing is told to anybody else. The numbers are those that would come next.
    ///
    /// Errors: as of `Decide`.
    #[zbus(out_args("events"))]
    async fn preview(
        &self,
        verb: String,
        particulars: HashMap<String, String>,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Vec<PastEvent>> {
        let (of, wish) =
            (self.of(), Wish { verb, particulars, reason: String::new(), on_behalf_of: None });
        let told = self.decider.preview(&call, of, wish).await?;
        Ok(told.iter().filter_map(|told| Some(preview(told.seq?, told))).collect())
    }

    /// Lets the game go on on another board, such as `dgt_12345`, as it stands there: its board or clock
    /// has failed. Where the game is of a round, that board is at its table from now on.
    ///
    /// Errors: `AccessDenied`; `NoSuchBoard`; `BoardTaken` where a game is being played there; `NotSetUp` where its pieces
    /// stand otherwise; `BeingRead`; `Timeout`.
    async fn move_to(
        &self,
        board: String,
        reason: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        self.decider
            .swap(&call, self.of(), SwapWish { to: board, reason, on_behalf_of: None })
            .await
    }

    /// The same, for the person of this name.
    async fn move_to_for(
        &self,
        name: String,
        board: String,
        reason: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let name = name.parse().map_err(|error: NoName| RefusalKind::InvalidArgs.because(error))?;
        let wish = SwapWish { to: board, reason, on_behalf_of: Some(name) };
        self.decider.swap(&call, self.of(), wish).await
    }

    /// What was decided about the game, in order: `number` (t), `at` (t, as `boot_us`), `boot_us` and `unix_us` (as of events),
    /// `by` (s), `verb` (s), `undone` (b), and its particulars by their keys (s), `reason` among them.
    #[zbus(out_args("decisions"))]
    async fn decisions(&self) -> call_error::Result<Vec<Details>> {
        let shown = self.shown.borrow();
        Ok(shown.view.decided.iter().map(|one| of_decided(one, &shown.anchor)).collect())
    }

    /// The board it is played on.
    #[zbus(property)]
    fn board(&self) -> OwnedObjectPath {
        path::board(&self.shown.borrow().board)
    }

    /// Who has White; empty where nobody has said.
    #[zbus(property)]
    fn white(&self) -> String {
        self.shown.borrow().player(0, |pairing| pairing.white.name.clone())
    }

    /// Who has Black; empty where nobody has said.
    #[zbus(property)]
    fn black(&self) -> String {
        self.shown.borrow().player(1, |pairing| pairing.black.name.clone())
    }

    /// Round and table, as in `3.12`; empty where the game is of no round.
    #[zbus(property)]
    fn round(&self) -> String {
        self.shown.borrow().of_pairing(|pairing| format!("{}.{}", pairing.round, pairing.board))
    }

    /// The object of its round; `/` where the game is of no round.
    #[zbus(property)]
    fn round_path(&self) -> OwnedObjectPath {
        let shown = self.shown.borrow();
        shown.place.as_ref().map_or_else(path::none, |place| path::round(place.pairing.round))
    }

    /// The table at which it is played; 0 where the game is of no round.
    #[zbus(property)]
    fn table(&self) -> u16 {
        self.shown.borrow().place.as_ref().map_or(0, |place| place.pairing.board.get())
    }

    /// The position play began from, as a FEN.
    #[zbus(property)]
    fn start(&self) -> String {
        self.shown.borrow().view.start.clone()
    }

    /// The position after the last move that stands, as a FEN.
    #[zbus(property)]
    fn fen(&self) -> String {
        self.shown.borrow().view.fen().to_owned()
    }

    /// The moves that stand, in UCI. Castling is king to target, in Chess960 king takes rook.
    #[zbus(property)]
    fn moves(&self) -> Vec<String> {
        self.shown.borrow().view.moves.iter().map(|scored| scored.told.uci.to_string()).collect()
    }

    /// The moves that stand, in SAN; an illegal one is empty.
    #[zbus(property)]
    fn sans(&self) -> Vec<String> {
        let shown = self.shown.borrow();
        shown
            .view
            .moves
            .iter()
            .map(|scored| scored.told.san().unwrap_or_default().to_owned())
            .collect()
    }

    /// The numbers of the moves that stand, as their scoresheet has them: `12.` is a move of White, `12...` one of
    /// Black.
    #[zbus(property)]
    fn numbers(&self) -> Vec<String> {
        let shown = self.shown.borrow();
        shown.view.moves.iter().map(|scored| scored.told.number().to_string()).collect()
    }

    /// Whose turn it is: `white` or `black`.
    #[zbus(property)]
    fn turn(&self) -> String {
        color_word(self.shown.borrow().view.turn()).to_owned()
    }

    /// `playing` or `ended`.
    #[zbus(property)]
    fn status(&self) -> String {
        let is_over = ended(&self.shown.borrow().view).is_some();
        if is_over { "ended" } else { "playing" }.to_owned()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`; `*` while the game goes on, and where
    /// PGN has no word for it.
    #[zbus(property)]
    fn result(&self) -> String {
        ended(&self.shown.borrow().view).map_or("*", |result| result.value.pgn()).to_owned()
    }

    /// What the players get: as `Result`, or `0-0`, `1/2-0`, `0-1/2`, for which PGN has no word. Empty while the game goes on.
    #[zbus(property)]
    fn points(&self) -> String {
        ended(&self.shown.borrow().view).map_or("", |result| result.value.word()).to_owned()
    }

    /// Why the game ended: `checkmate`, `stalemate`, `dead-position`, `kings` (put in the centre by
    /// the players), `decision`. Empty while it goes on.
    #[zbus(property)]
    fn result_reason(&self) -> String {
        ended(&self.shown.borrow().view).map_or("", |result| result.reason.word()).to_owned()
    }

    /// How the game was adjourned, from when its move is sealed until the envelope is opened (13.2 of 1995): `side` (s) that has
    /// sealed, `fen` (s) before its move, `number` (u) of that, and what each has left where a clock shows it, `white_ms` and
    /// `black_ms` (u). Empty otherwise.
    #[zbus(property)]
    fn adjourned(&self) -> Details {
        self.shown.borrow().view.adjourned.as_ref().map(of_adjourned).unwrap_or_default()
    }

    /// The squares on which the board differs from the moves told, such as `e4`. None when it is
    /// in step.
    #[zbus(property)]
    fn differs(&self) -> Vec<String> {
        self.shown.borrow().view.differs.clone()
    }

    /// The incidents that stand, raised or confirmed, each with the arguments of `Incident` by name:
    /// `incident` (u) is its number; and `since` (t), in microseconds since boot, when what it tells of happened.
    #[zbus(property)]
    fn incidents(&self) -> Vec<Details> {
        let shown = self.shown.borrow();
        let told = shown.view.incidents.iter().cloned().map(Conclusion::Incident);
        told.map(|told| shown.waits.with_since(parts_of(&told))).collect()
    }

    /// The instructions that wait, each with the arguments of `Instruction` by name: `instruction` (u) is
    /// its number; and `since`, as of incidents.
    #[zbus(property)]
    fn instructions(&self) -> Vec<Details> {
        let shown = self.shown.borrow();
        let told = shown.view.instructions.iter().cloned().map(Conclusion::Instruction);
        told.map(|told| shown.waits.with_since(parts_of(&told))).collect()
    }

    /// The questions that are open, each with the arguments of `Asked` by name: `question` (u) is its number, and `choices` (as)
    /// has the answers.
    #[zbus(property)]
    fn open_questions(&self) -> Vec<Details> {
        let shown = self.shown.borrow();
        let asked = shown.view.questions.iter().cloned().map(Conclusion::Question);
        asked.map(|asked| parts_of(&asked)).collect()
    }

    /// The same, a line each for a person: number, kind, ply, and the answers with the moves played if they are right.
    #[zbus(property)]
    fn questions(&self) -> Vec<String> {
        self.shown.borrow().view.questions.iter().map(question_line).collect()
    }

    /// The best explanation in SAN of what was last seen; empty when there is none. It is not a
    /// fact yet, has no sequence number, and is never to be relayed.
    #[zbus(property)]
    fn provisional(&self) -> String {
        let shown = self.shown.borrow();
        shown.view.provisional.as_ref().and_then(MoveTold::san).unwrap_or_default().to_owned()
    }

    /// Sequence number of the last event; 0 before the first.
    #[zbus(property)]
    fn sequence(&self) -> u64 {
        self.shown.borrow().told.last()
    }

    /// Anything of what the other signals tell, in the form of `EventsSince`: `kind` is the name of the signal, and `details`
    /// has its other arguments by name, those in its `more` among them. Whoever listens to this one alone hears
    /// everything.
    ///
    /// `details` always has `at` (t, microseconds since the board's journal began, the same after every restart),
    /// `boot_us` (t, microseconds since the machine was booted, 0 for what was before) and, where the board's
    /// journal says when it began, `unix_us` (t, microseconds since 1970 by the wall clock): when it happened. So has `more` of
    /// every other signal.
    #[zbus(signal)]
    async fn event(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        kind: &str,
        details: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A move has a new state: `made` (4.7 of the Laws), `completed` (6.2.1) or `superseded`, which
    /// takes it back. `fen` is the position after it; `san` is empty when it is illegal. `more`
    /// holds `id` (t, the same in all its states), `side` (s),
    /// `confidence` (d, 0 to 1), `from` and `to` (t, records of the board's journal); for a
    /// completed move `by` (s: `press`, `ends-game`, `next-move`, `release` and `sealed` under older Laws) and, after a press, `clk_ms`
    /// (u, the mover's time).
    ///
    /// Events of the time before this object appeared are not signalled; `EventsSince` has them.
    #[zbus(signal)]
    async fn moved(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        state: &str,
        ply: u32,
        uci: &str,
        san: &str,
        fen: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// Play goes on from a position that no told move leads to. `why` is `gap` (moves are missing),
    /// `displaced` (men were displaced) or `decision`.
    #[zbus(signal)]
    async fn position_set(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        fen: &str,
        why: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The board differs from the moves told on these squares; none: it is in step again.
    #[zbus(signal)]
    async fn standing(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        differs: Vec<String>,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The game is over. `result` and `reason` are as in the properties; `more` holds `article` (s)
    /// where an article of the Laws ended it.
    #[zbus(signal)]
    async fn ended(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        result: &str,
        reason: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// A question, or a new `state` of it (`open`, `withdrawn`, `answered`). `kind` is `game-over`, `gap`,
    /// `which-capture`, `promotion-piece`, `result-differs`, or `hindsight` where what came later speaks for other
    /// moves than were told (`keep` leaves those, `change` takes the others); `ply` is where it arises. `more` holds
    /// `choices` (as) while it is open: an answer's word, and behind a colon the moves played if it is
    /// right; of `hindsight` how sure the change is in `confidence` (d); and `choice` (s) when it is answered.
    #[zbus(signal)]
    async fn asked(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        question: u32,
        kind: &str,
        state: &str,
        ply: u32,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// An irregularity, or a new `state` of it (`raised`, `withdrawn`, `confirmed`, `dismissed`, `lapsed`; what was
    /// decided by mistake may be `raised` again). `kind` is one of the alerts of the Laws, such as
    /// `illegal-move-completed`; `article` that of the edition in force; `side` `white`, `black` or empty;
    /// `certainty` `low`, `medium` or `high`. `more` holds `ply` (u), `squares` (as), `from` and `to` (t, records of
    /// the board's journal), and of a clock that is set wrongly `setting` (s, `main` or `each-move`),
    /// `expected_ms` and `seen_ms` (t).
    #[zbus(signal)]
    async fn incident(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        incident: u32,
        state: &str,
        kind: &str,
        article: &str,
        side: &str,
        certainty: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What the Laws want done to board or clock, or a new `state` of it (`open`, `done`, `waived`). `kind` is
    /// `restore`, `replace`, `clock_add`, `clock_sub`, `clock_run`, `clock_pause`, `clock_used`, `clock_set`, `clock_mode`, `new_game`,
    /// `transfer_position`, `castling_forbidden` or `declare`. `more` holds `incident` (u) where it follows
    /// from one, and the particulars: `side` (s), `ms` (t), `white_ms` and `black_ms` (t), `mode` (s) with `inc_ms` (t), `fen` (s),
    /// `square` (s), `piece` (s), `value` (s) and `reason` (s).
    #[zbus(signal)]
    async fn instruction(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        instruction: u32,
        state: &str,
        kind: &str,
        article: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What holds by the Laws now: `what` is `obligation`, `right_lost`, `offer`, `claim`, `refused`, `quickplay_evidence`, `envelope`
    /// (with the fields of `Adjourned`), `sealed_move` (with `uci`) and the like; `more` has its particulars, and in `of` (s) what was refused, is waited for or has no effect.
    #[zbus(signal)]
    async fn holds(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        what: &str,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// What was told with the sequence number `first` and later ones no longer holds: another version of the
    /// program has told it, or evidence is lost. What holds has followed since; `EventsSince(0)` has it all.
    #[zbus(signal)]
    async fn renewed(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        first: u64,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;

    /// The result told before does not hold; the game goes on.
    #[zbus(signal)]
    async fn reopened(
        emitter: &SignalEmitter<'_>,
        sequence: u64,
        more: HashMap<String, OwnedVariant>,
    ) -> zbus::Result<()>;
}

/// The result, if the game has one that holds.
fn ended(view: &GameView) -> Option<GameResult> {
    view.result
}
