//! A board's task from the outside: what it hears, and what it tells.

mod harms;

use std::path::Path;
use std::time::Duration;

use touchmove_core::decision::GameDecision;
use touchmove_core::game::conclusion::MoveState;
use touchmove_core::names::BoardId;
use touchmove_drivers::Request;
use touchmove_drivers::observation::{Reading, Square};
use touchmove_drivers::recording::{self, Body};

use super::*;
use crate::hall::keeping::archive::Retention;
use crate::hall::light_wishes::LightWishes;
use crate::hall::orders::games::{Answer, DecideOrder, Decided, NotDecided};
use crate::hall::ports::known_links::KnownLinks;
use crate::session::PendingRequest;
use crate::sys::boottime::BootClock;

/// A board that is served, and all that it tells.
struct Bench {
    inbox: mpsc::Sender<ToBoard>,
    news: mpsc::Receiver<News>,
    past: Vec<Told>,
    task: tokio::task::JoinHandle<()>,
    now: Instant,
}

impl Bench {
    fn open(state: &Path) -> Self {
        Self::on(state, Disk::default())
    }

    fn on(state: &Path, disk: Disk) -> Self {
        tokio::spawn(disk.clone().patrol());
        let (news, told) = mpsc::channel(1_024);
        let board = board_in(state, disk, news);
        let now = board.clock.now();
        let mut board = board.open().unwrap();
        let past = board
            .history(Recency::Recalled)
            .into_iter()
            .flat_map(|(_, news)| conclusions(news))
            .collect();
        let (inbox, outbox) = mpsc::channel(16);
        Self { inbox, news: told, past, task: tokio::spawn(board.serve(outbox)), now }
    }

    async fn hear(&mut self, after: Duration, observation: Observation) {
        self.now = self.now + after;
        self.inbox.send(ToBoard::Heard { at: self.now, since: None, observation }).await.unwrap();
    }

    async fn set_up(&mut self) {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        self.hear(Duration::ZERO, Observation::Board(Box::new(start))).await;
    }

    /// A piece goes from square to square, and rests.
    async fn play(&mut self, from: &str, to: &str, piece: char) {
        let steps = [(from, Reading::Empty), (to, Reading::from_letter(piece).unwrap())];
        for (square, reading) in steps {
            let square: Square = square.parse().unwrap();
            self.hear(Duration::from_millis(200), Observation::Square { square, reading }).await;
        }
        self.hear(Duration::from_secs(1), Observation::Battery(80)).await;
    }

    async fn decide(&mut self, decision: GameDecision) -> Result<u64, NotDecided> {
        let (answer, answered) = oneshot::channel();
        let (by, game, reason) = ("arbiter".to_owned(), Some(GameId(1)), None);
        let answer = Answer::Taken(answer);
        let order = DecideOrder { by, game, decision: Decided::Game(decision), reason, answer };
        self.inbox.send(ToBoard::Decide(order)).await.unwrap();
        answered.await.unwrap()
    }

    async fn attach(&mut self, port: &str) -> Result<Berth, Refusal> {
        self.attach_to(port, mpsc::channel(1).0).await
    }

    async fn attach_to(
        &mut self,
        port: &str,
        session: mpsc::Sender<PendingRequest>,
    ) -> Result<Berth, Refusal> {
        let (answer, answered) = oneshot::channel();
        let requests = Requests { unit: None, session };
        let attached = ToBoard::Attached { port: port.to_owned(), requests, answer };
        self.inbox.send(attached).await.unwrap();
        answered.await.unwrap()
    }

    /// Lets the board end, and hands out all that it told.
    async fn end(self) -> Vec<Told> {
        drop(self.inbox);
        self.task.await.unwrap();
        let mut told = self.past;
        let mut news = self.news;
        while let Some(news) = news.recv().await {
            told.extend(conclusions(news));
        }
        told
    }
}

fn conclusions(news: News) -> Vec<Told> {
    match news {
        News::Game { told, .. } => told.into_iter().filter(|told| told.seq.is_some()).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn after_a_restart_the_same_moves_have_the_same_ids() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.play("e7", "e5", 'p').await;
    let before = board.end().await;
    assert_eq!(before.len(), 2);

    let mut board = Bench::open(state.path());
    assert_eq!(board.past, before);
    board.play("g1", "f3", 'N').await;
    let after = board.end().await;
    assert_eq!(after[..2], before);
    let Conclusion::Move(mv) = &after.last().unwrap().what else { panic!("Nf3 is told") };
    assert_eq!((mv.uci.to_string().as_str(), mv.state, mv.ply), ("g1f3", MoveState::Made, 3));
}

#[tokio::test]
async fn a_damaged_journal_loses_what_is_damaged_and_the_board_tells_the_rest() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.play("e7", "e5", 'p').await;
    board.play("g1", "f3", 'N').await;
    board.end().await;
    let path = state.path().join("dgt_12345.journal");
    let mut journal = std::fs::read(&path).unwrap();
    let damaged = b" square e5 p";
    let at = journal.windows(damaged.len()).position(|bytes| bytes == damaged).unwrap();
    journal[at..at + damaged.len()].fill(0);
    std::fs::write(&path, &journal).unwrap();

    let mut board = Bench::open(state.path());
    let placement = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R".parse().unwrap();
    board.hear(Duration::ZERO, Observation::Board(Box::new(placement))).await;
    board.play("b8", "c6", 'n').await;
    let told = board.end().await;
    let mut sheet = std::collections::BTreeMap::new();
    for told in told {
        if let Conclusion::Move(mv) = told.what
            && mv.state != MoveState::Superseded
        {
            sheet.insert(mv.ply, mv.uci.to_string());
        }
    }
    assert_eq!(sheet.into_values().collect::<Vec<_>>(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
}

#[tokio::test]
async fn every_past_game_is_told_as_it_ended() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    for _ in 0..3 {
        board.set_up().await;
        for (from, to, piece) in
            [("f2", "f3", 'P'), ("e7", "e5", 'p'), ("g2", "g4", 'P'), ("d8", "h4", 'q')]
        {
            board.play(from, to, piece).await;
        }
        board.hear(Duration::from_secs(5), Observation::Battery(80)).await;
    }
    board.end().await;

    let (news, _told) = mpsc::channel(1);
    let board = board_in(state.path(), Disk::default(), news);
    let mut board = board.open().unwrap();
    let history = board.history(Recency::Recalled);
    assert_eq!(history.len(), 3);
    for (index, (id, news)) in (1..).zip(history) {
        let News::Game { view, told, .. } = news else { panic!("history is of games") };
        assert_eq!((id, view.game, view.moves.len()), (GameId(u64::from(index)), index, 4));
        assert!(view.result.is_some());
        assert_eq!(told.iter().filter(|told| told.seq.is_some()).count(), 8);
    }
}

#[tokio::test]
async fn a_board_is_heard_at_one_port_at_a_time() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.attach("dgt:/dev/ttyUSB0").await.unwrap();
    let refused = board.attach("dgt:/dev/ttyUSB1").await.unwrap_err();
    assert!(refused.to_string().contains("/dev/ttyUSB0"), "{refused}");
    board.attach("dgt:/dev/ttyUSB0").await.unwrap();
    board.hear(Duration::ZERO, Observation::Link(LinkState::Lost)).await;
    board.attach("dgt:/dev/ttyUSB1").await.unwrap();
}

#[tokio::test]
async fn what_ails_a_board_is_told_though_it_says_nothing_more() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.hear(Duration::ZERO, Observation::Battery(80)).await;
    board.hear(Duration::from_millis(10), Observation::Battery(12)).await;
    let ails = |news: &News| match news {
        News::Board(view) => !view.health.findings.is_empty(),
        _ => false,
    };
    let told = async { while !ails(&board.news.recv().await.unwrap()) {} };
    tokio::time::timeout(Duration::from_secs(60), told).await.unwrap();
}

#[tokio::test]
async fn a_board_goes_on_when_its_clients_have_gone() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.news.close();
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.end().await;
    assert_eq!(Bench::open(state.path()).end().await.len(), 1);
}

#[tokio::test]
async fn a_decision_survives_a_restart_and_can_be_undone() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.play("e7", "e5", 'p').await;
    let replace = GameDecision::Replace { ply: 1, mv: "e2e3".parse().unwrap() };
    let number = board.decide(replace).await.unwrap();
    let told = board.end().await;
    assert_eq!(standing(&told), ["e2e3", "e7e5"]);

    let mut board = Bench::open(state.path());
    assert_eq!(board.past, told);
    let refused = board.decide(GameDecision::Delete { ply: 9 }).await.unwrap_err();
    assert_eq!(refused.to_string(), "the game has no ply 9; its last one is 2");
    board.decide(GameDecision::Undo { record: number }).await.unwrap();
    let told = board.end().await;
    assert_eq!(standing(&told), ["e2e4", "e7e5"]);
    assert_eq!(Bench::open(state.path()).past, told);
}

/// Makes the journal anew, with other lines told: as if another version of the program had told them.
fn tell_otherwise(state: &Path, told: impl Fn(String) -> Vec<String>) {
    let path = state.join("dgt_12345.journal");
    let look = crate::journal::look(&std::fs::read(&path).unwrap(), &path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (mut journal, _) = crate::journal::Journal::open(&path, &look.headers).unwrap();
    for entry in look.entries {
        match entry {
            crate::journal::PastEntry::Record { record, .. } => {
                let Body::Observed(observation) = record.body else { panic!("{record:?}") };
                journal.append_record(record.at.unwrap(), None, &observation).unwrap();
            }
            crate::journal::PastEntry::Told(line) => {
                told(line).iter().for_each(|line| journal.append_told(line).unwrap());
            }
            crate::journal::PastEntry::Gap(gap) => panic!("{gap}"),
        }
    }
}

/// What is told, by number: moves, and from where on all no longer holds.
fn numbered(told: &[Told]) -> Vec<(u64, String)> {
    let word = |told: &Told| match &told.what {
        Conclusion::Move(told) => format!("{} {}", told.uci, told.state.word()),
        Conclusion::Renewed { from } => format!("from {from}"),
        other => panic!("{other:?}"),
    };
    told.iter().map(|told| (told.seq.unwrap(), word(told))).collect()
}

fn expected(told: &[(u64, &str)]) -> Vec<(u64, String)> {
    told.iter().map(|(seq, word)| (*seq, (*word).to_owned())).collect()
}

/// The same, told anew from the first of these words on.
fn told_anew(told: &[(u64, String)], from: &str) -> Vec<(u64, String)> {
    let index = told.iter().position(|(_, word)| word == from).unwrap();
    let (same, other) = told.split_at(index);
    let last = told.last().unwrap().0;
    let renewed = (last + 1, format!("from {}", other[0].0));
    let words = other.iter().map(|(_, word)| word.clone());
    same.iter().cloned().chain([renewed]).chain((last + 2..).zip(words)).collect()
}

#[tokio::test]
async fn what_another_version_told_otherwise_is_told_under_new_numbers_which_stay() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.set_up().await;
    for (from, to, piece) in [("e2", "e4", 'P'), ("e7", "e5", 'p'), ("g1", "f3", 'N')] {
        board.play(from, to, piece).await;
    }
    let before = numbered(&board.end().await);
    tell_otherwise(state.path(), |line| {
        vec![line.replace(r#""uci":"e7e5","san":"e5""#, r#""uci":"e7e6","san":"e6""#)]
    });
    let anew = told_anew(&before, "e7e5 made");
    assert_eq!(numbered(&Bench::open(state.path()).end().await), anew);
    let mut board = Bench::open(state.path());
    assert_eq!(numbered(&board.past), anew, "and so at each start");
    board.play("b8", "c6", 'n').await;
    let all = numbered(&board.end().await);
    assert!(all.starts_with(&anew) && all.len() > anew.len(), "{all:?}");
    assert_eq!(numbered(&Bench::open(state.path()).end().await), all);

    // Yet another version agrees with the first one there, and not elsewhere.
    tell_otherwise(state.path(), |line| {
        vec![line.replace(r#""uci":"g1f3","san":"Nf3""#, r#""uci":"g1h3","san":"Nh3""#)]
    });
    let anew = told_anew(&all, "g1f3 made");
    assert_eq!(numbered(&Bench::open(state.path()).end().await), anew);
    assert_eq!(numbered(&Bench::open(state.path()).past), anew);
}

#[tokio::test]
async fn what_another_version_told_and_this_one_does_not_conclude_no_longer_holds() {
    let state = tempfile::tempdir().unwrap();
    let mut board = Bench::open(state.path());
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.end().await;
    let sin = r#"{"v":1,"seq":2,"recording":0,"game":1,"at_ms":9,"type":"incident","id":1,"state":"raised","kind":"two-hands","article":"4.1","side":"white","certainty":"high","ply":1,"from":1,"to":2}"#;
    tell_otherwise(state.path(), |line| {
        let is_move = line.contains("e2e4");
        [line].into_iter().chain(is_move.then(|| sin.to_owned())).collect()
    });
    for _ in 0..2 {
        let told = numbered(&Bench::open(state.path()).end().await);
        assert_eq!(told, expected(&[(1, "e2e4 made"), (3, "from 2")]));
    }
    let mut board = Bench::open(state.path());
    board.play("e7", "e5", 'p').await;
    let told = numbered(&board.end().await);
    assert_eq!(told, expected(&[(1, "e2e4 made"), (3, "from 2"), (4, "e7e5 made")]));
    assert_eq!(numbered(&Bench::open(state.path()).end().await), told);
}

#[tokio::test]
async fn a_board_whose_disk_does_not_answer_goes_on_appending_and_telling() {
    let (state, disk) = (tempfile::tempdir().unwrap(), Disk::stalled());
    let mut board = Bench::on(state.path(), disk.clone());
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    while !disk.is_slow() {
        tokio::task::yield_now().await;
    }
    board.play("e7", "e5", 'p').await;
    let mut told = Vec::new();
    while standing(&told) != ["e2e4", "e7e5"] {
        told.extend(conclusions(board.news.recv().await.unwrap()));
    }
    let path = state.path().join("dgt_12345.journal");
    let journal = crate::journal::look(&std::fs::read(&path).unwrap(), &path).unwrap();
    let has = |line: &str| journal.frames.iter().any(|frame| frame.line.contains(line));
    assert!(has("square e5 p") && has("\"uci\":\"e7e5\""), "a kill loses nothing");
}

/// The moves that stand.
fn standing(told: &[Told]) -> Vec<String> {
    let mut moves = Vec::new();
    for told in told {
        if let Conclusion::Move(told) = &told.what {
            match told.state {
                MoveState::Made => moves.push(told.clone()),
                MoveState::Superseded => moves.retain(|made| made.id != told.id),
                MoveState::Provisional | MoveState::Completed { .. } => {}
            }
        }
    }
    moves.into_iter().map(|made| made.uci.to_string()).collect()
}

/// The board dgt_12345, whose journal is in this folder.
fn board_in(state: &Path, disk: Disk, news: mpsc::Sender<News>) -> Board {
    let clock = Arc::new(BootClock::since_boot());
    let station = station_journal(state, &clock);
    let exchange = Exchange::default();
    let view = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    Board {
        journal: state.join("dgt_12345.journal"),
        until: u64::MAX,
        sealed: None,
        archive: archive_in(state, &station),
        seating: Seating::new(station.clone(), KnownLinks::default()),
        station,
        reading: exchange.reading(view.id.clone()),
        exchange,
        view,
        lights: LightWishes::default(),
        disk,
        clock,
        games: Arc::default(),
        news,
    }
}

fn archive_in(state: &Path, station: &StationJournal) -> Archive {
    let clock = Arc::new(BootClock::since_boot());
    Archive::in_folder(state.join("archive"), Retention::default(), station.clone(), clock).0
}

fn station_journal(state: &Path, clock: &dyn TimeSource) -> StationJournal {
    let place = state.join("station.journal");
    StationJournal::open(&place, clock).unwrap().0
}

/// Waits until the board is to be read out.
async fn asked_for_read_out(asked: &mut mpsc::Receiver<PendingRequest>) {
    while let Some(PendingRequest { request, answer, .. }) = asked.recv().await {
        let _ = answer.send(Ok(()));
        if request == Request::ReadBoard {
            return;
        }
    }
    panic!("nobody wants to read it out");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_floods_is_told_faulty_and_play_goes_on_from_its_read_out() {
    const CHANGES: u64 = 40_000;
    let state = tempfile::tempdir().unwrap();
    let journal = state.path().join("dgt_12345.journal");
    let mut board = Bench::open(state.path());
    let (session, mut asked) = mpsc::channel(16);
    board.attach_to("/dev/ttyUSB0", session).await.unwrap();
    board.set_up().await;
    board.play("e2", "e4", 'P').await;
    board.play("e7", "e5", 'p').await;
    let mut news = Vec::new();
    let mut chance = fastrand::Rng::with_seed(4);
    for _ in 0..CHANGES {
        let square = Square::new(chance.u8(..64)).unwrap();
        let reading = Reading::from_letter(*chance.choice(&['.', 'N', 'n', 'P', 'p']).unwrap());
        let observation = Observation::Square { square, reading: reading.unwrap() };
        board.hear(Duration::from_micros(25), observation).await;
        news.extend(std::iter::from_fn(|| board.news.try_recv().ok()));
    }
    asked_for_read_out(&mut asked).await;
    let size = std::fs::metadata(&journal).unwrap().len();
    assert!(size < 200_000, "{size} bytes of what a faulty board says");
    let pieces = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R".parse().unwrap();
    board.hear(Duration::from_secs(20), Observation::Board(Box::new(pieces))).await;
    board.hear(Duration::from_secs(9), Observation::Battery(80)).await;
    board.play("f1", "b5", 'B').await;
    drop(board.inbox);
    board.task.await.unwrap();
    while let Some(last) = board.news.recv().await {
        news.push(last);
    }
    let word = |news: &News| match news {
        News::Board(view) => Some(view.condition.word()),
        _ => None,
    };
    let mut conditions: Vec<_> = news.iter().filter_map(word).collect();
    let told: Vec<Told> = news.into_iter().flat_map(conclusions).collect();
    conditions.dedup();
    let faulty = conditions.iter().position(|word| *word == "faulty").unwrap();
    assert!(conditions[faulty..].contains(&"in-step"), "{conditions:?}");
    let is_incident = |told: &Told| matches!(told.what, Conclusion::Incident(_));
    assert!(!told.iter().any(is_incident), "{told:?}");
    let Conclusion::Move(mv) = &told.last().unwrap().what else { panic!("{told:?}") };
    assert_eq!((mv.uci.to_string().as_str(), mv.ply), ("f1b5", 5));

    let text = std::fs::read(&journal).unwrap();
    let text = String::from_utf8_lossy(&text);
    let kept = text.matches(" square ").count() as u64;
    let left_out = text.split("device flood=").skip(1).filter_map(|rest| {
        rest.split(|other: char| !other.is_ascii_digit()).next()?.parse::<u64>().ok()
    });
    let left_out: u64 = left_out.sum();
    assert_eq!(kept - 6 + left_out, CHANGES, "each change is kept or counted");
    let board = Bench::open(state.path());
    assert_eq!(board.past, told, "the journal concludes what was concluded live");
}
