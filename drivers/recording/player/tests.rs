use std::time::Duration;

use proptest::prelude::*;

use super::super::headers::Turned;
use super::super::record::tests::body;
use super::super::source::CountingSource;
use super::*;
use crate::driver::{Ability, Driver, Output, Request, Unit, Unsupported};
use crate::families::{FAMILIES, by_name};
use crate::family::Knowledge;
use crate::observation::{LinkState, Sensing};
use crate::packet::Packet;
use crate::recording::FAMILY;

/// A family whose driver makes a button of every byte, the clock's reading of `c`, and its link
/// stale after 5 s of quiet.
const TOY: Family = Family {
    name: "toy",
    driver: |_, _| Box::<Toy>::default(),
    knowledge: Knowledge::Own,
    sensing: Sensing::Occupancy,
    ..FAMILY
};

const TOYS: &[&Family] = &[&TOY, &FAMILY];

#[derive(Default)]
struct Toy {
    outputs: VecDeque<Output>,
    deadline: Option<Instant>,
    tireless: bool,
}

impl Driver for Toy {
    fn start(&mut self, _: Instant) {
        panic!("wire is listened to");
    }

    fn listen(&mut self, _: Instant) {}

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        for byte in packet.bytes {
            self.tireless |= *byte == b't';
            self.outputs.push_back(Output::observed(match byte {
                b'c' => "clock left=0:05:00 right=0:05:00 run=left".parse().unwrap(),
                byte => Observation::Button(char::from(*byte).to_string()),
            }));
        }
        self.outputs.push_back(Output::Send(Packet::stream(vec![0])));
        self.deadline = Some(now + Duration::from_secs(5));
    }

    fn timeout(&mut self, now: Instant) {
        self.outputs.push_back(Output::observed(Observation::Link(LinkState::Stale)));
        self.deadline = self.tireless.then_some(now + Duration::from_millis(1));
    }

    fn request(
        &mut self,
        _: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        Err(Unsupported(request))
    }

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

fn play(text: &str, sources: Sources) -> Result<Vec<PlayerEvent>, RecordingError> {
    let mut player = RecordingPlayer::new(sources, TOYS);
    player.receive(text.as_bytes())?;
    player.finish()?;
    Ok(std::iter::from_fn(|| player.poll()).collect())
}

/// Everything observed: milliseconds, record, text.
fn observed(text: &str) -> Vec<(u64, u64, String)> {
    observed_from(text, Sources::of(text.as_bytes()))
}

fn observed_from(text: &str, sources: Sources) -> Vec<(u64, u64, String)> {
    let events = play(text, sources).unwrap();
    events
        .into_iter()
        .filter_map(|event| match event {
            PlayerEvent::Observed(observed) => {
                Some((observed.at.as_millis(), observed.record, observed.observation.to_string()))
            }
            _ => None,
        })
        .collect()
}

fn item(at: u64, record: u64, text: &str) -> (u64, u64, String) {
    (at, record, text.to_owned())
}

#[test]
fn where_observations_are_present_they_count() {
    let text = "touchmove-recording 1\nboard toy 1\n0.5 < 61\n0.5 button a\n1.0 decision by=x adjust\n2.0 < 62\n";
    let observations = [item(500, 2, "button a"), item(1_000, 3, "decision by=x adjust")];
    assert_eq!(observed(text), observations);
    assert_eq!(
        observed_from(text, Sources::all(CountingSource::Wire)),
        [
            item(500, 1, "button a"),
            item(1_000, 3, "decision by=x adjust"),
            item(2_000, 4, "button b"),
            item(7_000, 4, "link stale"),
        ]
    );
}

#[test]
fn wire_is_decoded_where_there_is_nothing_else() {
    let text = "touchmove-recording 1\nboard toy 1\n0.5 < 61 62 quick\n0.7 > 40\n9.0 link lost\n9.5 < 63 since=9.2\n\
        9.6 decision by=x adjust\n9.7 end cut\n";
    let clock = "clock left=0:05:00 right=0:05:00 run=left";
    assert_eq!(
        observed(text),
        [
            item(500, 1, "button a"),
            item(500, 1, "button b"),
            // The deadline passes before the next record.
            item(5_500, 2, "link stale"),
            item(9_000, 3, "link lost"),
            item(9_500, 4, clock),
            item(9_600, 5, "decision by=x adjust"),
        ]
    );
}

#[test]
fn without_times_a_running_clock_gives_a_second_each() {
    let running = "clock left=0:05:00 right=0:05:00 run=left";
    let stopped = "clock left=0:05:00 right=0:05:00 run=none";
    let text = format!(
        "touchmove-recording 1\n- link up\n- {running}\n- {stopped}\n- {running}\n1.000 {running}\n\
         5.000 {running}\n- link up\n- {running}\n"
    );
    assert_eq!(
        observed(&text),
        [
            item(0, 1, "link up"),
            item(1_000, 2, running),
            item(1_000, 3, stopped),
            item(2_000, 4, running),
            // A known time never turns the clock back, and is not moved.
            item(2_000, 5, running),
            item(5_000, 6, running),
            item(5_000, 7, "link up"),
            item(6_000, 8, running),
        ]
    );
}

#[test]
fn without_times_clocks_in_the_wire_give_time_and_pass_deadlines() {
    let text = "touchmove-recording 1\nboard toy 1\n- < 61\n- < 63\n- < 63 63 63\n- < 63\n- > 40\n";
    let clock = "clock left=0:05:00 right=0:05:00 run=left";
    assert_eq!(
        observed(text),
        [
            item(0, 1, "button a"),
            item(1_000, 2, clock),
            item(2_000, 3, clock),
            item(3_000, 3, clock),
            item(4_000, 3, clock),
            item(5_000, 4, clock),
            item(9_000, 5, "link stale"),
        ]
    );
}

#[test]
fn headers_come_before_the_first_record_and_an_end_after_the_last() {
    let text = "touchmove-recording 1\nturned yes\nweather rain\n1.0 link up\n2.0 end cut\ntouchmove-recording 1\n";
    let events = play(text, Sources::of(text.as_bytes())).unwrap();
    let [PlayerEvent::Warning(_), first, PlayerEvent::Observed(_), cut, second, quiet] =
        events.as_slice()
    else {
        panic!("{events:?}");
    };
    let PlayerEvent::Begins { recording: 0, headers } = first else { panic!("{first:?}") };
    assert_eq!(headers.turned, Turned::Yes);
    assert!(
        matches!(cut, PlayerEvent::Ends { at, ending: RecordingEnd::Cut } if at.as_millis() == 2_000)
    );
    assert!(matches!(second, PlayerEvent::Begins { recording: 1, .. }));
    assert!(matches!(quiet, PlayerEvent::Ends { at: Instant::ZERO, ending: RecordingEnd::Quiet }));
}

#[test]
fn each_recording_has_its_own_source() {
    let text = "touchmove-recording 1\nboard toy 1\n- < 61\ntouchmove-recording 1\nboard toy 1\n- < 61\n- square e2 .\n";
    assert_eq!(
        observed(text),
        [item(0, 1, "button a"), item(5_000, 1, "link stale"), item(0, 2, "square e2 .")]
    );
}

#[test]
fn wire_needs_a_known_family() {
    for (headers, fault) in [
        (
            "",
            "line 2: wire needs a header `board FAMILY SERIAL` that says who speaks; known families: toy, recording",
        ),
        (
            "board abacus 1\n",
            "line 3: wire of the family `abacus` cannot be read; known families: toy, recording",
        ),
        (
            "unit a toy 1\n",
            "line 3: which unit has sent these bytes? `@UNIT` after the time says it; or play the observations instead",
        ),
    ] {
        let text = format!("touchmove-recording 1\n{headers}- < 61\n");
        assert_eq!(play(&text, Sources::of(text.as_bytes())).unwrap_err().to_string(), fault);
        assert_eq!(play(&text, Sources::default()).unwrap().len(), 2);
    }
}

#[test]
fn a_gap_of_years_is_played_in_bounded_time() {
    // After `t` the driver has a deadline every millisecond.
    let observed =
        observed("touchmove-recording 1\nboard toy 1\n0 < 74\n9999999999 < 61\nend cut\n");
    assert_eq!(observed[0], item(0, 1, "button t"));
    assert!(observed.len() < 20_000);
    assert_eq!(observed.last(), Some(&item(9_999_999_999_000, 2, "button a")));
}

#[test]
fn the_text_form_can_be_wire_itself() {
    let hex: String = b"0 square e2 .\n".iter().map(|byte| format!("{byte:02x}")).collect();
    let (start, end) = hex.split_at(6);
    let text = format!("touchmove-recording 1\nboard recording\n0 < {start}\n1 < {end}\n");
    assert_eq!(observed(&text), [item(1_000, 2, "square e2 .")]);
    assert!(FAMILIES.iter().any(|family| family.name == "recording"));
    assert!(by_name("recording").is_some());
}

proptest! {
    #[test]
    fn any_chunking_plays_the_same(records in prop::collection::vec(body(), 0..8), size in 1_usize..40) {
        let mut text = "touchmove-recording 1\nboard toy 1\n".to_owned();
        for record in records {
            text.push_str(&format!("{record}\n"));
        }
        let mut sources = Sources::default();
        let mut player = RecordingPlayer::new(Sources::of(text.as_bytes()), TOYS);
        for chunk in text.as_bytes().chunks(size) {
            sources.see(chunk);
            player.receive(chunk).unwrap();
        }
        sources.finish();
        player.finish().unwrap();
        let chunked: Vec<PlayerEvent> = std::iter::from_fn(|| player.poll()).collect();
        let whole = play(&text, sources).unwrap();
        prop_assert_eq!(format!("{chunked:?}"), format!("{whole:?}"));
    }

    #[test]
    fn times_never_fall_whatever_is_played(
        records in prop::collection::vec((body(), prop::option::of(0_u64..9_000_000)), 0..12),
    ) {
        let mut text = "touchmove-recording 1\nboard toy 1\n".to_owned();
        let mut now = 0;
        for (body, step) in records {
            now += step.unwrap_or(0);
            let record = Record { at: step.map(|_| Instant::from_micros(now)), ..body };
            text.push_str(&format!("{record}\n"));
        }
        for source in [CountingSource::Observations, CountingSource::Wire] {
            let times: Vec<u64> = observed_from(&text, Sources::all(source)).iter().map(|o| o.0).collect();
            prop_assert!(times.is_sorted());
        }
    }

    #[test]
    fn any_bytes_are_played_or_refused(bytes: Vec<u8>) {
        let bytes = [b"touchmove-recording 1\nboard toy 1\n".as_slice(), &bytes].concat();
        let mut player = RecordingPlayer::new(Sources::of(&bytes), TOYS);
        let _ = player.receive(&bytes).and_then(|()| player.finish());
    }
}
