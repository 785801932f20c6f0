//! A port with somebody there, from the hall's side.

use tokio::task::JoinHandle;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::recording;

use super::*;
use crate::hall::NotServed;

fn observed(observation: Observation) -> PortEvent {
    let what = HeardWhat::Observed { unit: None, since: None, observation };
    PortEvent::Heard(Heard { at: Instant::ZERO, what })
}

/// A port with a board of this number on it, and the board's side of it all.
async fn seated(serial: &str) -> (mpsc::Sender<PortEvent>, mpsc::Receiver<ToBoard>) {
    let (events, outbox, _) = seated_by(serial).await;
    (events, outbox)
}

/// The same, and the hall's side.
async fn seated_by(
    serial: &str,
) -> (mpsc::Sender<PortEvent>, mpsc::Receiver<ToBoard>, mpsc::Receiver<Call>) {
    let state = tempfile::tempdir().unwrap();
    let (events, happened) = mpsc::channel(8);
    let (calls, mut called) = mpsc::channel(1);
    let (requests, _) = mpsc::channel(1);
    let port = Port::replay("game.rec");
    let (news, seating) = (mpsc::channel(64).0, Seating::in_folder(state.path()));
    let reports = Reports { place: PortPlace(1), hall: calls, news, seating };
    let mut attendance = Attendance::new(port, Arc::new(Instant::ZERO), requests, reports);
    tokio::spawn(async move {
        attendance.attend(happened).await;
        attendance.leave(Loss::Unplugged).await;
    });
    let opened = PortEvent::Opened { family: &recording::FAMILY, headers: None, number: None };
    events.send(opened).await.unwrap();
    events.send(observed(Observation::Battery(80))).await.unwrap();
    let named = Observation::Device(DeviceFact::Serial(serial.to_owned()));
    events.send(observed(named)).await.unwrap();
    let Call { id, answer, .. } = called.recv().await.unwrap();
    assert_eq!(id, BoardId::of("replay", serial));
    let (inbox, mut outbox) = mpsc::channel(8);
    answer.send(Ok(inbox)).unwrap();
    let Some(ToBoard::Attached { answer, .. }) = outbox.recv().await else {
        panic!("a board is attached before it is heard")
    };
    answer.send(Ok(Berth::default())).unwrap();
    (events, outbox, called)
}

async fn heard(outbox: &mut mpsc::Receiver<ToBoard>) -> Observation {
    match outbox.recv().await {
        Some(ToBoard::Heard { observation, .. }) => observation,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_a_board_said_before_its_name_is_not_lost() {
    let (events, mut outbox) = seated("12345").await;
    assert_eq!(heard(&mut outbox).await, Observation::Battery(80));
    assert!(matches!(heard(&mut outbox).await, Observation::Device(DeviceFact::Serial(_))));
    events.send(observed(Observation::Battery(79))).await.unwrap();
    assert_eq!(heard(&mut outbox).await, Observation::Battery(79));
}

#[tokio::test]
async fn a_port_that_is_given_up_has_lost_its_board() {
    let (events, mut outbox) = seated("12345").await;
    drop(events);
    heard(&mut outbox).await;
    heard(&mut outbox).await;
    assert_eq!(heard(&mut outbox).await, Observation::Link(LinkState::Lost));
    assert!(matches!(outbox.recv().await, Some(ToBoard::Left(Loss::Unplugged))));
    assert!(outbox.recv().await.is_none(), "nobody is attended any more");
}

#[tokio::test(start_paused = true)]
async fn a_board_whose_task_is_gone_is_asked_for_again_though_it_says_nothing() {
    let (_events, outbox, mut called) = seated_by("12345").await;
    drop(outbox);
    let call = called.recv().await.unwrap();
    assert_eq!(call.id, BoardId::of("replay", "12345"));
}

#[tokio::test(start_paused = true)]
async fn a_board_that_is_refused_is_let_in_as_soon_as_it_may_be() {
    let (events, _first, mut called) = seated_by("12345").await;
    let named = Observation::Device(DeviceFact::Serial("54321".to_owned()));
    let opened = PortEvent::Opened { family: &recording::FAMILY, headers: None, number: None };
    events.send(opened).await.unwrap();
    events.send(observed(named)).await.unwrap();
    for _ in 0..2 {
        called.recv().await.unwrap().answer.send(Err(NotServed::NotKept)).unwrap();
    }
    let (inbox, mut outbox) = mpsc::channel(8);
    called.recv().await.unwrap().answer.send(Ok(inbox)).unwrap();
    let Some(ToBoard::Attached { answer, .. }) = outbox.recv().await else { panic!() };
    answer.send(Ok(Berth::default())).unwrap();
    assert_eq!(heard(&mut outbox).await, Observation::Link(LinkState::Up));
    assert!(matches!(heard(&mut outbox).await, Observation::Device(DeviceFact::Serial(_))));
}

/// A port at which a board is that does not say who it is, and what the hall is asked for.
struct Nameless {
    call: Call,
    events: mpsc::Sender<PortEvent>,
    attended: JoinHandle<()>,
}

impl Nameless {
    async fn at(seating: &Seating, port: &str, number: Option<&str>) -> Self {
        let (events, happened) = mpsc::channel(8);
        let (hall, mut called) = mpsc::channel(1);
        let (port, news) = (Port::parse(port, FAMILIES).unwrap(), mpsc::channel(64).0);
        let reports = Reports { place: PortPlace(1), hall, news, seating: seating.clone() };
        let (family, requests) = (port.family, mpsc::channel(1).0);
        let mut attendance = Attendance::new(port, Arc::new(Instant::ZERO), requests, reports);
        let attended = tokio::spawn(async move { attendance.attend(happened).await });
        let number = number.map(ToOwned::to_owned);
        events.send(PortEvent::Opened { family, headers: None, number }).await.unwrap();
        for (millis, line) in [(0, "link up"), (9_000, "board 8/8/8/8/8/8/8/8")] {
            let observation = line.parse().unwrap();
            let what = HeardWhat::Observed { unit: None, since: None, observation };
            let at = Instant::from_millis(millis);
            events.send(PortEvent::Heard(Heard { at, what })).await.unwrap();
        }
        Self { call: called.recv().await.unwrap(), events, attended }
    }

    /// It is let in; what stands for its serial number.
    async fn let_in(self) -> String {
        let Self { call: Call { serial, answer, .. }, events, attended } = self;
        let (inbox, mut outbox) = mpsc::channel(8);
        answer.send(Ok(inbox)).unwrap();
        let Some(ToBoard::Attached { answer, .. }) = outbox.recv().await else { panic!() };
        answer.send(Ok(Berth::default())).unwrap();
        drop(events);
        attended.await.unwrap();
        serial
    }

    /// It is not; the same.
    async fn refuse(self) -> String {
        let Self { call: Call { serial, answer, .. }, events, attended } = self;
        answer.send(Err(NotServed::OneTooMany)).unwrap();
        drop(events);
        attended.await.unwrap();
        serial
    }
}

const CABLE: &str = "chessnut:/dev/hidraw99";
const AIR: &str = "chessnut:E0:12:34:56:78:9A";

#[tokio::test]
async fn a_board_without_a_number_of_its_own_is_the_same_by_cable_and_by_radio_where_its_link_has_one()
 {
    let state = tempfile::tempdir().unwrap();
    let seating = Seating::in_folder(state.path());
    let by_cable = Nameless::at(&seating, CABLE, Some("CN4711")).await.let_in().await;
    assert_eq!(by_cable, "unnamed-port-hidraw99");
    assert_eq!(Nameless::at(&seating, AIR, Some("CN4711")).await.let_in().await, by_cable);
    assert_eq!(
        Nameless::at(&seating, AIR, None).await.let_in().await,
        by_cable,
        "it is known by its address now"
    );
    let other =
        Nameless::at(&seating, "chessnut:E0:12:34:56:78:9B", Some("CN4712")).await.let_in().await;
    assert_eq!(other, "unnamed-radio-E0123456789B");
}

#[tokio::test]
async fn of_a_board_that_is_not_let_in_nothing_is_kept() {
    let state = tempfile::tempdir().unwrap();
    let seating = Seating::in_folder(state.path());
    let by_cable = Nameless::at(&seating, CABLE, Some("CN4711")).await.refuse().await;
    assert_eq!(by_cable, "unnamed-port-hidraw99");
    let by_air = Nameless::at(&seating, AIR, Some("CN4711")).await.let_in().await;
    assert_eq!(by_air, "unnamed-radio-E0123456789A");
}
