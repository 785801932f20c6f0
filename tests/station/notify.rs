//! What waits, as notifications: a stand-in for the desktop hears each message that a real one would.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use rustix::process::Signal;
use zbus::object_server::SignalEmitter;
use zbus::{Connection, OwnedObjectPath, OwnedVariant, interface, message};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::TOUCHMOVE;
use crate::support::looking::until;
use crate::support::process::Process;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

const PAIRINGS: &str =
    "round,board,white,black,time_control\n3,12,Anna,Ben & <i>Co</i>,90:00+0:30\n";

/// What a notification says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    id: u32,
    replaces: u32,
    texts: [String; 4],
    actions: Vec<String>,
    /// Urgency, whether it is silent, and how many other hints there are.
    hints: (u8, bool, usize),
    expires: i32,
    signature: String,
}

/// What the stand-in has heard.
#[derive(Debug, Default)]
struct Heard {
    notes: Vec<Note>,
    closed: Vec<u32>,
    opened: Vec<String>,
}

type SharedHeard = Arc<Mutex<Heard>>;

/// A stand-in for the program that shows notifications, with its interface.
struct StandIn {
    heard: SharedHeard,
    next: u32,
}

#[interface(name = "org.freedesktop.Notifications")]
impl StandIn {
    fn get_capabilities(&self) -> Vec<String> {
        ["body", "body-markup", "actions", "persistence"].map(str::to_owned).into()
    }

    fn get_server_information(&self) -> (String, String, String, String) {
        let [name, vendor, version, of] = ["stand-in", "touchmove", "1", "1.2"].map(str::to_owned);
        (name, vendor, version, of)
    }

    #[allow(clippy::too_many_arguments, reason = "a method of the interface has that many")]
    fn notify(
        &mut self,
        #[zbus(header)] header: message::Header<'_>,
        app_name: String,
        replaces_id: u32,
        app_icon: String,
        summary: String,
        body: String,
        actions: Vec<String>,
        hints: HashMap<String, OwnedVariant>,
        expire_timeout: i32,
    ) -> u32 {
        let urgency = hints.get("urgency").and_then(|value| u8::try_from(value).ok());
        let silent = hints.get("suppress-sound").and_then(|value| bool::try_from(value).ok());
        let id = if replaces_id > 0 { replaces_id } else { self.next };
        self.next = self.next.max(id + 1);
        self.heard.lock().unwrap().notes.push(Note {
            id,
            replaces: replaces_id,
            texts: [app_name, app_icon, summary, body],
            actions,
            hints: (urgency.unwrap(), silent.unwrap(), hints.len() - 2),
            expires: expire_timeout,
            signature: header.signature().to_string(),
        });
        id
    }

    async fn close_notification(
        &mut self,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
        id: u32,
    ) -> zbus::fdo::Result<()> {
        self.heard.lock().unwrap().closed.push(id);
        Ok(Self::notification_closed(&emitter, id, 3).await?)
    }

    #[zbus(signal)]
    async fn notification_closed(
        emitter: &SignalEmitter<'_>,
        id: u32,
        reason: u32,
    ) -> zbus::Result<()>;

    #[zbus(signal)]
    async fn action_invoked(
        emitter: &SignalEmitter<'_>,
        id: u32,
        action_key: &str,
    ) -> zbus::Result<()>;
}

/// A stand-in for the desktop's portal.
struct Portal(SharedHeard);

#[interface(name = "org.freedesktop.portal.OpenURI")]
impl Portal {
    #[zbus(name = "OpenURI")]
    fn open_uri(
        &self,
        _parent_window: String,
        uri: String,
        _options: HashMap<String, OwnedVariant>,
    ) -> OwnedObjectPath {
        self.0.lock().unwrap().opened.push(uri);
        OwnedObjectPath::try_from("/org/freedesktop/portal/desktop/request/1").unwrap()
    }
}

/// The desktop: whoever shows notifications, and the portal.
struct Desktop {
    heard: SharedHeard,
    connection: Connection,
}

const PATH: &str = "/org/freedesktop/Notifications";

impl Desktop {
    /// On the bus, with numbers from this one on.
    async fn open(bus: &PrivateBus, next: u32) -> Self {
        let (heard, connection) = (SharedHeard::default(), bus.bus().connect().await.unwrap());
        let server = connection.object_server();
        server.at(PATH, StandIn { heard: Arc::clone(&heard), next }).await.unwrap();
        let portal = "/org/freedesktop/portal/desktop";
        server.at(portal, Portal(Arc::clone(&heard))).await.unwrap();
        connection.request_name("org.freedesktop.portal.Desktop").await.unwrap();
        connection.request_name("org.freedesktop.Notifications").await.unwrap();
        Self { heard, connection }
    }

    /// Takes it off the bus.
    async fn close(self) {
        self.connection.close().await.unwrap();
    }

    async fn click(&self, id: u32) {
        let server = self.connection.object_server();
        let stand_in = server.interface::<_, StandIn>(PATH).await.unwrap();
        StandIn::action_invoked(stand_in.signal_emitter(), id, "default").await.unwrap();
    }

    /// The notification about this, once it is shown.
    fn note(&self, about: &str) -> Note {
        until(|| {
            let heard = self.heard.lock().unwrap();
            let found = heard.notes.iter().rfind(|note| note.texts[3].contains(about)).cloned();
            found.ok_or_else(|| format!("{heard:?}"))
        })
    }

    fn until_closed(&self, id: u32) {
        until(|| {
            let heard = self.heard.lock().unwrap();
            if heard.closed.contains(&id) { Ok(()) } else { Err(format!("{heard:?}")) }
        });
    }
}

/// What notifies, in the session on this bus.
fn notify(venue: &Venue, words: &[&str]) -> Process {
    let address = venue.bus.address();
    let mut command = Command::new(TOUCHMOVE);
    command.args(["notify", "--bus", address]).args(words);
    let process = Process::start(command.env("DBUS_SESSION_BUS_ADDRESS", address));
    process.says("is shown on the desktop");
    process
}

/// Table 12 of round 3, where Black has pressed without a move.
async fn a_press_without_a_move(folder: &Path) -> (Table, Venue) {
    let mut table = Table::new(folder);
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "12", BOARD]);
    venue.done(&["begin", "--anyway"]);
    table.play(&["e2e4"]);
    table.think();
    table.press();
    (table, venue)
}

const PRESS: &str = "incident 1: Black: Clock pressed without a move";

#[tokio::test(flavor = "multi_thread")]
async fn what_begins_to_wait_is_shown_silently_and_goes_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, venue) = a_press_without_a_move(folder.path()).await;
    let desktop = Desktop::open(&venue.bus, 41).await;
    let notifier = notify(&venue, &[]);
    let note = desktop.note(PRESS);
    let summary = "3.12 Anna – Ben & <i>Co</i> (dgt_12345)";
    assert_eq!(note.texts.each_ref().map(String::as_str), ["touchmove", "", summary, PRESS]);
    assert_eq!(note.signature, "(susssasa{sv}i)");
    assert_eq!((note.replaces, note.hints, note.expires), (0, (2, true, 0), 0));
    assert_eq!(note.actions, ["default", "Open the game"]);

    desktop.click(note.id).await;
    notifier.says("open it with: touchmove game show 3.12 --bus ");
    venue.game(&["dismiss", "3.12", "1"]);
    desktop.until_closed(note.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_opens_the_game_at_the_desk() {
    let folder = tempfile::tempdir().unwrap();
    let (_table, venue) = a_press_without_a_move(folder.path()).await;
    let desktop = Desktop::open(&venue.bus, 1).await;
    let _notifier = notify(&venue, &["--desk", "http://127.0.0.1:8065/"]);
    let note = desktop.note(PRESS);
    desktop.click(note.id).await;
    until(|| {
        let opened = desktop.heard.lock().unwrap().opened.clone();
        match opened.as_slice() {
            [page] if page == "http://127.0.0.1:8065/game/g000001" => Ok(()),
            _ => Err(format!("{opened:?}")),
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn another_desktop_is_told_what_waits_and_a_daemon_killed_takes_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let (table, venue) = a_press_without_a_move(folder.path()).await;
    let mut notifier = notify(&venue, &[]);
    notifier.says("nobody shows notifications in this session");
    let desktop = Desktop::open(&venue.bus, 7).await;
    let first = desktop.note(PRESS);
    assert!(first.id >= 7, "{first:?}");
    desktop.close().await;
    let desktop = Desktop::open(&venue.bus, 100).await;
    let again = desktop.note(PRESS);
    assert_eq!((again.id >= 100, again.replaces), (true, 0), "{again:?}");

    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(BOARD, "up").await;
    venue.game(&["dismiss", "3.12", "1"]);
    desktop.until_closed(again.id);
    let heard = desktop.heard.lock().unwrap().notes.clone();
    let told = heard.iter().filter(|note| note.texts[3] == PRESS).count();
    assert_eq!(told, 1, "{heard:?}");
    notifier.signal(Signal::TERM);
    assert!(notifier.ended().0.success());
}
