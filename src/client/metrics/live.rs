//! Boards, links, games and what waits, as they are on a bus, counted by a client of it.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use touchmove_drivers::observation::LinkState;

use super::counted::Histogram;
use super::families::family;
use super::text::{MetricLabel, MetricsText};
use crate::address::Bus;
use crate::mirror::{Mirror, MirrorError, since_boot};

/// From one look to the next whether the bus is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Who asks waits no longer than this for what is counted.
const COUNTED_WITHIN: Duration = Duration::from_secs(5);

/// So many may ask at a time.
const MAX_ASKING: usize = 16;

/// From when an event happened to when it was heard here.
static HEARD_AGE: Histogram = Histogram::new();

/// What is counted on a bus.
#[derive(Clone, Debug)]
pub struct LiveFigures {
    asked: mpsc::Sender<oneshot::Sender<LiveCount>>,
}

/// What was counted; nothing while touchmoved is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LiveCount {
    is_running: bool,
    boards: BTreeMap<String, u64>,
    links: BTreeMap<String, u64>,
    boards_not_kept: u64,
    games_playing: u64,
    games_ended: u64,
    incidents_open: u64,
    questions_open: u64,
    has_disk_trouble: bool,
}

impl LiveFigures {
    /// Follows a bus from now on, by a connection of its own.
    #[must_use]
    pub fn of(bus: Bus) -> Self {
        let (asked, questions) = mpsc::channel(MAX_ASKING);
        tokio::spawn(follow(bus, questions));
        Self { asked }
    }

    /// Writes what is counted now.
    pub async fn write(&self, text: &mut MetricsText) {
        let (answer, answered) = oneshot::channel();
        let asked = async {
            self.asked.send(answer).await.ok()?;
            answered.await.ok()
        };
        let count = timeout(COUNTED_WITHIN, asked).await.ok().flatten();
        count.unwrap_or_default().write(text);
    }
}

/// Follows the bus until nobody asks any more.
async fn follow(bus: Bus, mut questions: mpsc::Receiver<oneshot::Sender<LiveCount>>) {
    loop {
        let connecting = Mirror::connect(&bus);
        let mut connecting = std::pin::pin!(connecting);
        let mirror = loop {
            tokio::select! {
                mirror = connecting.as_mut() => break mirror,
                question = questions.recv() => match question {
                    Some(question) => drop(question.send(LiveCount::default())),
                    None => return,
                },
            }
        };
        if let Ok(mirror) = mirror
            && let Ok(()) = follow_mirror(mirror, &mut questions).await
        {
            return;
        }
        sleep(LOOK_AGAIN).await;
    }
}

async fn follow_mirror(
    mut mirror: Mirror,
    questions: &mut mpsc::Receiver<oneshot::Sender<LiveCount>>,
) -> Result<(), MirrorError> {
    loop {
        tokio::select! {
            signal = mirror.signal() => {
                let signal = signal?;
                if let Some(happened) = signal.happened() {
                    HEARD_AGE.measure(since_boot().saturating_sub(happened));
                }
                mirror.take(signal).await?;
            }
            question = questions.recv() => match question {
                // Who has gone does not want it.
                Some(question) => drop(question.send(LiveCount::of(&mirror))),
                None => return Ok(()),
            },
        }
    }
}

impl LiveCount {
    fn of(mirror: &Mirror) -> Self {
        let mut count = Self { is_running: mirror.is_running(), ..Self::default() };
        for board in mirror.boards() {
            *count.links.entry(board.link.to_string()).or_default() += 1;
            count.boards_not_kept += u64::from(board.trouble.is_some());
            *count.boards.entry(board.state.word).or_default() += 1;
        }
        for game in mirror.games() {
            match game.result {
                None => count.games_playing += 1,
                Some(_) => count.games_ended += 1,
            }
            count.incidents_open += game.open_incidents().map(|_| 1).sum::<u64>();
            count.questions_open += game.open_questions.iter().map(|_| 1).sum::<u64>();
        }
        count.has_disk_trouble = mirror.known_disk().is_some();
        count
    }

    fn write(&self, text: &mut MetricsText) {
        text.number(family::STATION_RUNNING, self.is_running.into());
        let mut boards = text.family(family::BOARDS);
        for (state, count) in &self.boards {
            boards.number(&[MetricLabel::new("state", state)], *count);
        }
        let mut links = text.family(family::LINKS);
        for link in [LinkState::Up, LinkState::Stale, LinkState::Lost].map(|link| link.to_string())
        {
            let count = self.links.get(&link).copied().unwrap_or_default();
            links.number(&[MetricLabel::new("link", &link)], count);
        }
        text.number(family::BOARDS_NOT_KEPT, self.boards_not_kept);
        let mut games = text.family(family::GAMES);
        games.number(&[MetricLabel::new("state", "playing")], self.games_playing);
        games.number(&[MetricLabel::new("state", "ended")], self.games_ended);
        text.number(family::INCIDENTS_OPEN, self.incidents_open);
        text.number(family::QUESTIONS_OPEN, self.questions_open);
        text.number(family::DISK_TROUBLE, self.has_disk_trouble.into());
        text.histogram(family::HEARD_AGE, &HEARD_AGE);
    }
}
