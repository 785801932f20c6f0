//! `org.touchmove.Hall1.Round`: a round and its pairings.

use std::sync::Arc;

use tokio::sync::watch;
use touchmove_client::call_error::{self, RefusalKind};
use touchmove_client::details::{Details, details};
use touchmove_client::{path, results};
use touchmove_core::pairing::{self, Outcome, particulars};
use touchmove_core::tournament::rounds::dispute::{Choice, ResultVerdict};
use touchmove_core::tournament::rounds::results::{RoundResults, TableResult};
use touchmove_core::tournament::rounds::wish::{Readiness, Removal, RoundAnswer, RoundWish};
use touchmove_core::tournament::rounds::{RoundView, TableView};
use zbus::interface;
use zbus::message::Header;

use super::desk::Desk;
use super::station;

/// A round as it is shown.
#[derive(Debug)]
pub(super) struct Shown {
    /// The round now.
    pub view: Arc<RoundView>,
    /// Its results.
    pub results: Arc<RoundResults>,
    /// How often it was shown.
    pub revision: u64,
}

/// A round.
#[derive(Debug)]
pub(super) struct Round {
    shown: watch::Receiver<Shown>,
    desk: Desk,
}

impl Round {
    pub(super) const fn new(shown: watch::Receiver<Shown>, desk: Desk) -> Self {
        Self { shown, desk }
    }

    fn round_number(&self) -> pairing::Round {
        self.shown.borrow().view.number
    }
}

#[interface(name = "org.touchmove.Hall1.Round")]
impl Round {
    /// Begins the round, or goes on with it after a pause: games that begin at its tables are its
    /// games. Where something is missing at a table it is refused, and the error says what.
    ///
    /// Errors: `AccessDenied`; `Incomplete`; `NotNow` where it is at another stage, or one of its tables is played in another
    /// round; `Timeout`.
    async fn begin(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::Begin { round: self.round_number(), readiness: Readiness::Required };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// The same, whatever is missing.
    async fn begin_anyway(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::Begin { round: self.round_number(), readiness: Readiness::Waived };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Interrupts the round: games go on, none begins.
    async fn pause(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::Pause { round: self.round_number() };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Ends the round. Where a game has no result that counts it is refused, and the error lists them.
    async fn end(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::End { round: self.round_number(), readiness: Readiness::Required };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// The same, whatever is open.
    async fn end_anyway(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::End { round: self.round_number(), readiness: Readiness::Waived };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Takes back that the round was ended: it runs again.
    ///
    /// Errors: `AccessDenied`; `NotNow` where it is not over, or another round is played at its tables; `Timeout`.
    async fn reopen(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<()> {
        let wish = RoundWish::Reopen { round: self.round_number() };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// Takes the round away: one that has not begun, and with `ended` one that is over, too. Its games stay in the
    /// evidence, and what was broadcast stays in the folder.
    ///
    /// Errors: `AccessDenied`; `NotNow` where it has begun; `Timeout`.
    async fn remove(
        &self,
        ended: bool,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<()> {
        let removal = if ended { Removal::Ended } else { Removal::Unplayed };
        let wish = RoundWish::Remove { round: self.round_number(), removal };
        self.desk.ask(&call, wish).await.map(drop)
    }

    /// What is missing at the tables whose games have not begun, a line each.
    #[zbus(out_args("missing"))]
    async fn missing(&self, #[zbus(header)] call: Header<'_>) -> call_error::Result<Vec<String>> {
        let round = self.round_number();
        match self.desk.ask(&call, RoundWish::Missing { round }).await? {
            RoundAnswer::Missing(missing) => Ok(missing.iter().map(ToString::to_string).collect()),
            _ => Ok(Vec::new()),
        }
    }

    /// Enters the result at a table from the signed scoresheets: `1-0`, `0-1`, `1/2-1/2`, where nobody
    /// played `+:-`, `-:+` or `-:-`; `*` takes back what was entered. Returns
    /// what is known of the result then, as `Results` does.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` for what is no result; `NoSuchTable`; `NothingToDecide` where nothing is
    /// entered that could be taken back; `NotNow`; `Timeout`.
    #[zbus(out_args("known"))]
    async fn enter(
        &self,
        table: u16,
        result: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Details> {
        let (round, table) = (self.round_number(), station::number(table)?);
        let outcome = Outcome::read(&result);
        let outcome = outcome.map_err(|error| RefusalKind::InvalidArgs.because(error))?;
        let wish = RoundWish::Enter { round, table, outcome };
        self.desk.ask(&call, wish).await.map(known)
    }

    /// Answers the question `result-differs` of a table: `board`, the result with which the game ended counts; `entered`,
    /// what was entered does. The answer holds until either changes. Returns the same as `Enter`.
    ///
    /// Errors: `AccessDenied`; `InvalidArgs` for another word; `NoSuchTable`; `NothingToDecide` where no two results
    /// differ; `Timeout`.
    #[zbus(out_args("known"))]
    async fn settle(
        &self,
        table: u16,
        choice: String,
        #[zbus(header)] call: Header<'_>,
    ) -> call_error::Result<Details> {
        let (round, table) = (self.round_number(), station::number(table)?);
        let choice = Choice::named(&choice).ok_or_else(|| {
            RefusalKind::InvalidArgs
                .because(format!("`{choice}` is no answer; say board or entered"))
        })?;
        let wish = RoundWish::Settle { round, table, choice };
        self.desk.ask(&call, wish).await.map(known)
    }

    /// The results by table, each by its particulars: `table` (q); `result` (s), which counts, `*` while
    /// it is open or two differ; `source` (s): `board`, `entered`, `both`, `settled`, or empty;
    /// `board_result` (s), what the board shows; `entered` (s), and where a person entered it
    /// `entered_by` (s) and `entered_at` (s); `question` (s) where one is open: `result-differs`.
    #[zbus(out_args("results"))]
    async fn results(&self) -> call_error::Result<Vec<Details>> {
        Ok(self.shown.borrow().results.tables.iter().map(results::of_table).collect())
    }

    /// The pairings by table, each by its particulars: `board` (a path) and `game` (a path), `/` where
    /// there is none; `table`; and what the pairing file has, by the names of its CSV form: `white`,
    /// `black`, `white_fide_id`, `time_control` … Beside them stands what is known of the result, as `Results` has it:
    /// `result`, `source`, `board_result`, `entered` …
    #[zbus(out_args("pairings"))]
    async fn pairings(&self) -> call_error::Result<Vec<Details>> {
        let (view, known) = {
            let shown = self.shown.borrow();
            (Arc::clone(&shown.view), Arc::clone(&shown.results))
        };
        Ok(view.seats.iter().map(|seat| of_seat(seat, known.at(seat.pairing.board))).collect())
    }

    /// Its number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn number(&self) -> u16 {
        self.round_number().get()
    }

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn event(&self) -> String {
        self.shown.borrow().view.event.name.clone().unwrap_or_default()
    }

    /// How far it has got: `loaded`, `running`, `paused` or `ended`.
    #[zbus(property)]
    fn stage(&self) -> String {
        self.shown.borrow().view.stage.word().to_owned()
    }

    /// How many games it has.
    #[zbus(property)]
    fn tables(&self) -> u32 {
        u32::try_from(self.shown.borrow().view.seats.len()).unwrap_or(u32::MAX)
    }

    /// The tables of which a question is open: the result on the board differs from the entered one.
    #[zbus(property)]
    fn questions(&self) -> Vec<u16> {
        let results = Arc::clone(&self.shown.borrow().results);
        let differs = |result: &&TableResult| matches!(result.verdict, ResultVerdict::Differs(_));
        results.tables.iter().filter(differs).map(|result| result.table.get()).collect()
    }

    /// Grows whenever anything of the round changes: then ask for its `Pairings` and `Results`.
    #[zbus(property)]
    fn revision(&self) -> u64 {
        self.shown.borrow().revision
    }
}

fn known(answer: RoundAnswer) -> Details {
    match answer {
        RoundAnswer::Result(result) => results::of_table(&result),
        _ => Details::new(),
    }
}

/// Particulars of a pairing; what is known of its result counts more than what the file said of it.
fn of_seat(seat: &TableView, result: Option<&TableResult>) -> Details {
    let board = seat.board.as_ref().map_or_else(path::none, path::board);
    let game = seat.game.map_or_else(path::none, path::game);
    let table = seat.pairing.board.get();
    let mut all =
        details([("table", table.into()), ("board", board.into()), ("game", game.into())]);
    for (key, value) in particulars::of_pairing(&seat.pairing, &seat.event) {
        if key != "board" && key != "round" {
            all.extend(details([(key.as_str(), value.into())]));
        }
    }
    all.extend(result.map(results::of_table).unwrap_or_default());
    all
}
