//! Who may do what on a system bus: the installed policy as it is, the real daemon as its own user, and users beside
//! it. `docs/security.md` says the same in words.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::oneshot;
use touchmove_client::path::{LIVE, PUBLIC};
use touchmove_client::service::{GUEST_NAME, LIVE_NAME, PUBLIC_NAME};
use zbus::{OwnedVariant, interface};

use crate::support::client::Client;
use crate::support::raw::become_user;
use crate::support::system::{POLKITD, System, Who};
use crate::support::table::Table;

const TREE: &str = "org.freedesktop.DBus.ObjectManager.GetManagedObjects";
const BOARD: &str = "dgt_12345";
const DENIED: &str = "org.freedesktop.DBus.Error.AccessDenied";

/// What the bus says of a call that it does not pass on.
const BY_THE_BUS: &str = "Rejected send message";

/// What touchmoved says of one that it refuses.
const BY_THE_DAEMON: &str = "usermod -aG touchmove";

/// Who passes: root, the daemon's user, a member of the group, a stranger.
const RIGHTS: [(Deed, [bool; 4]); 11] = [
    (Deed::Own(LIVE_NAME), [true, true, false, false]),
    (Deed::Own(GUEST_NAME), [true, true, false, false]),
    (Deed::Own(PUBLIC_NAME), [true, true, false, false]),
    (Deed::SeeLive, [true, true, true, false]),
    (Deed::SeePublic, [true, true, true, true]),
    (Deed::HearLive, [true, true, true, false]),
    (Deed::HearPublic, [true, true, true, true]),
    (Deed::AskAboutGame(LIVE_NAME), [true, true, true, false]),
    (Deed::AskAboutGame(GUEST_NAME), [true, true, true, false]),
    (Deed::Decide(LIVE_NAME), [true, true, true, false]),
    (Deed::Decide(GUEST_NAME), [true, true, true, false]),
];

/// A long game.
const GAME: [&str; 38] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7", "f1e1", "b7b5",
    "a4b3", "d7d6", "c2c3", "e8g8", "h2h3", "c6b8", "d2d4", "b8d7", "c3c4", "c7c6", "c4b5", "a6b5",
    "b1c3", "c8b7", "c1g5", "b5b4", "c3b1", "h7h6", "g5h4", "c6c5", "d4e5", "f6e4", "h4e7", "d8e7",
    "e5d6", "e7f6",
];

/// How long the monitor may take to hear a move before another is made.
const MAX_UNHEARD: Duration = Duration::from_millis(400);

/// What somebody tries.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Own(&'static str),
    SeeLive,
    SeePublic,
    HearLive,
    HearPublic,
    AskAboutGame(&'static str),
    Decide(&'static str),
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_do_what_he_is_to_and_nothing_else() {
    let Some(system) = System::new() else { return };
    let names = RIGHTS.iter().filter(|(deed, _)| matches!(deed, Deed::Own(_)));
    let mut wrong = Vec::new();
    for (deed, rights) in names {
        wrong.extend(compare(*deed, rights, |who| owns(&system, who, *deed)));
    }
    let mut table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    begin(&system, &mut table).await;
    for (deed, rights) in RIGHTS {
        let may = |who| match deed {
            Deed::Own(_) => None,
            Deed::SeeLive => Some(passes(&system.sends(who, &see(LIVE_NAME, LIVE)))),
            Deed::SeePublic => Some(passes(&system.sends(who, &see(PUBLIC_NAME, PUBLIC)))),
            Deed::HearLive | Deed::HearPublic => None,
            Deed::AskAboutGame(name) => Some(passes(&system.sends(who, &pgn(to(name))))),
            Deed::Decide(name) => Some(passes(&system.sends(who, &offer(to(name))))),
        };
        if may(Who::Root).is_some() {
            wrong.extend(compare(deed, &rights, |who| may(who) == Some(true)));
        }
    }
    let guests = format!("sender={} ", unique(&system, GUEST_NAME));
    let mut moves = GAME.iter().skip(2);
    for (at, who) in Who::ALL.into_iter().enumerate() {
        let heard = hears(&system, who, || table.play(&[moves.next().unwrap()]));
        assert!(!heard.contains(&guests), "{heard}");
        for (deed, rights) in RIGHTS {
            let name = match deed {
                Deed::HearLive => "org.touchmove.Hall1",
                Deed::HearPublic => "interface=org.touchmove.Public1",
                _ => continue,
            };
            if heard.contains(name) != rights[at] {
                wrong.push(format!("{who:?}: {deed:?} is {}", heard.contains(name)));
            }
        }
    }
    daemon.stop();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn the_live_tree_is_not_read_by_its_back_doors() {
    let Some(system) = System::new() else { return };
    let table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    let station = "org.touchmove.Hall1.Station";
    let property = format!("string:{station}");
    let around = [LIVE_NAME, GUEST_NAME].map(|name| format!("--dest={}", unique(&system, name)));
    for to in [to(LIVE_NAME), to(GUEST_NAME), &around[0], &around[1]] {
        for words in [
            &[TREE][..],
            &["org.freedesktop.DBus.Introspectable.Introspect"],
            &["org.freedesktop.DBus.Properties.GetAll", &property],
            &["org.freedesktop.DBus.Properties.Get", &property, "string:Ports"],
            &["org.touchmove.Hall1.Station.AssignPlugged"],
        ] {
            let output = system.sends(Who::Stranger, &[&[to, LIVE], words].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.contains(DENIED), "{to} {words:?}: {said}");
        }
    }
    daemon.stop();
}

#[test]
fn what_strangers_send_to_the_members_name_does_not_reach_the_daemon() {
    let Some(system) = System::new() else { return };
    let table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    for (name, by) in [(LIVE_NAME, BY_THE_BUS), (GUEST_NAME, BY_THE_DAEMON)] {
        let around = format!("--dest={}", unique(&system, name));
        for to in [to(name), &around] {
            for words in [pgn(to), offer(to)] {
                let output = system.sends(Who::Stranger, &words);
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(said.contains(DENIED) && said.contains(by), "{words:?}: {said}");
            }
        }
    }
    daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn polkit_lets_others_in_and_whatever_is_no_clear_yes_is_a_no() {
    let Some(system) = System::new() else { return };
    let mut table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    begin(&system, &mut table).await;
    let may = |words: &[&str]| {
        tokio::task::block_in_place(|| passes(&system.sends(Who::Stranger, words)))
    };
    let around = format!("--dest={}", unique(&system, GUEST_NAME));
    let (guest, member) = (to(GUEST_NAME), to(LIVE_NAME));
    assert!(!may(&pgn(guest)) && !may(&offer(guest)), "without polkit");

    for (says, see, decide) in [
        (Says::Yes("org.touchmove.see"), true, false),
        (Says::Yes("org.touchmove.decide"), false, true),
        (Says::WithPassword, false, false),
        (Says::Error, false, false),
        (Says::Nothing, false, false),
    ] {
        let polkitd = Authority::open(&system, says);
        let began = Instant::now();
        for guest in [guest, &around] {
            assert_eq!((may(&pgn(guest)), may(&offer(guest))), (see, decide), "{says:?} {guest}");
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{says:?}");
        assert!(!may(&pgn(member)) && !may(&offer(member)), "{says:?}: at the members' name");
        for name in [guest, member] {
            let sends = || system.sends(Who::Member, &offer(name));
            assert!(passes(&tokio::task::block_in_place(sends)), "a member is not asked about");
        }
        tokio::task::block_in_place(|| polkitd.close());
    }
    daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_guest_decides_is_kept_with_his_name() {
    let Some(system) = System::new() else { return };
    let mut table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    begin(&system, &mut table).await;
    let polkitd = Authority::open(&system, Says::Yes("org.touchmove.decide"));
    tokio::task::block_in_place(|| {
        let [_, game, _] = pgn("");
        let decide = [to(GUEST_NAME), game, "org.touchmove.Hall1.Game.Decide"];
        let words = ["string:players", "dict:string:string:white,Anna", "string:"];
        assert!(passes(&system.sends(Who::Stranger, &[&decide[..], &words].concat())));
        let decisions = [to(LIVE_NAME), game, "org.touchmove.Hall1.Game.Decisions"];
        let output = system.sends(Who::Member, &decisions);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("\"Anna\"") && said.contains("\"carl\""), "{said}");
    });
    tokio::task::block_in_place(|| polkitd.close());
    daemon.stop();
}

/// What the stand-in of polkitd says.
#[derive(Clone, Copy, Debug)]
enum Says {
    /// Yes to this action.
    Yes(&'static str),
    /// Only if somebody gave a password.
    WithPassword,
    Error,
    Nothing,
}

/// A stand-in for polkitd, with its interface.
struct Authority(Says);

type Subject = (String, HashMap<String, OwnedVariant>);

#[interface(name = "org.freedesktop.PolicyKit1.Authority")]
impl Authority {
    async fn check_authorization(
        &self,
        subject: Subject,
        action: String,
        _details: HashMap<String, String>,
        flags: u32,
        _cancellation: String,
    ) -> zbus::fdo::Result<(bool, bool, HashMap<String, String>)> {
        let (kind, of) = subject;
        let name = of.get("name").and_then(|name| <&str>::try_from(name).ok()).unwrap_or_default();
        assert!(kind == "system-bus-name" && name.starts_with(':'), "{kind} {of:?}");
        assert_eq!(flags, 0, "dbus-send does not allow questions");
        match self.0 {
            Says::Yes(to) => Ok((action == to, false, HashMap::new())),
            Says::WithPassword => Ok((false, true, HashMap::new())),
            Says::Error => Err(zbus::fdo::Error::Failed("no such action".into())),
            Says::Nothing => std::future::pending().await,
        }
    }
}

impl Authority {
    /// On the bus, as polkit's user.
    fn open(system: &System, says: Says) -> Polkitd {
        let (bus, name) = (system.bus.bus(), "org.freedesktop.PolicyKit1");
        let (opened, is_open) = mpsc::channel();
        let (close, closed) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            become_user(POLKITD);
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let connection = bus.connect().await.unwrap();
                let path = "/org/freedesktop/PolicyKit1/Authority";
                connection.object_server().at(path, Self(says)).await.unwrap();
                connection.request_name(name).await.unwrap();
                opened.send(()).unwrap();
                let _ = closed.await;
                connection.release_name(name).await.unwrap();
            });
        });
        is_open.recv().unwrap();
        Polkitd { close, thread }
    }
}

/// The stand-in at work, on a thread of its own.
struct Polkitd {
    close: oneshot::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl Polkitd {
    /// Takes it off the bus.
    fn close(self) {
        drop(self.close);
        self.thread.join().unwrap();
    }
}

/// Plays the first moves, and waits until they are told.
async fn begin(system: &System, table: &mut Table) {
    let mut client = Client::on(&system.bus).await;
    client.until_shown(BOARD, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").await;
    tokio::task::block_in_place(|| table.play(&GAME[..2]));
    client.until_moves(BOARD, &GAME[..2]).await;
}

/// Where somebody may do what he is not to, or the other way round.
fn compare(deed: Deed, rights: &[bool; 4], may: impl Fn(Who) -> bool) -> Vec<String> {
    let each = Who::ALL.into_iter().zip(rights);
    let wrong = each.filter(|&(who, right)| may(who) != *right);
    wrong.map(|(who, right)| format!("{who:?}: {deed:?} is {}", !right)).collect()
}

fn owns(system: &System, who: Who, deed: Deed) -> bool {
    let Deed::Own(name) = deed else { return false };
    let (method, name) = ("org.freedesktop.DBus.RequestName", format!("string:{name}"));
    let words = ["--dest=org.freedesktop.DBus", "/", method, &name, "uint32:0"];
    passes(&system.sends(who, &words))
}

/// As `dbus-send` is told the name that a call goes to.
fn to(name: &str) -> &'static str {
    match name {
        LIVE_NAME => "--dest=org.touchmove.Hall1",
        GUEST_NAME => "--dest=org.touchmove.Guest1",
        _ => "--dest=org.touchmove.Public1",
    }
}

/// The bus's own name for who has a name.
fn unique(system: &System, name: &str) -> String {
    let owner = ["--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetNameOwner"];
    let name = format!("string:{name}");
    let owner = system.sends(Who::Root, &[&owner[..], &[name.as_str()]].concat());
    let said = String::from_utf8(owner.stdout).unwrap();
    said.split('"').nth(1).unwrap().to_owned()
}

fn see<'a>(name: &str, root: &'a str) -> [&'a str; 3] {
    [to(name), root, TREE]
}

fn pgn(to: &str) -> [&str; 3] {
    [to, "/org/touchmove/Hall1/games/g000001", "org.touchmove.Hall1.Game.Pgn"]
}

/// Something to be decided that anybody may decide again and again.
fn offer(to: &str) -> [&str; 3] {
    [to, LIVE, "org.touchmove.Hall1.Station.AssignPlugged"]
}

/// Whether it was carried out. What is refused otherwise than by `AccessDenied` is an error of the test.
fn passes(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() || said.contains(DENIED) || said.contains("UnknownObject"),
        "{said}"
    );
    output.status.success()
}

/// The signals of touchmove that this user hears while moves are made, until two of the public tree have come: there is
/// one of the live tree between them.
fn hears(system: &System, who: Who, mut make_a_move: impl FnMut()) -> String {
    let mut command = system.command(who, "dbus-monitor");
    command.args(["--address", system.bus.address()]);
    command.arg("type='signal',path_namespace='/org/touchmove'");
    let mut monitor = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(monitor.stdout.take().unwrap());
    let (end, ended) = mpsc::channel();
    let heard = thread::scope(|scope| {
        let hearing = scope.spawn(move || {
            let mut heard = String::new();
            while heard.matches("interface=org.touchmove.Public1.Game; member=Moved").count() < 2 {
                assert_ne!(lines.read_line(&mut heard).unwrap(), 0, "dbus-monitor ended: {heard}");
            }
            end.send(()).unwrap();
            heard
        });
        loop {
            make_a_move();
            // What a move was told before the monitor listened, it does not hear.
            if ended.recv_timeout(MAX_UNHEARD) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        hearing.join().unwrap()
    });
    let _ = monitor.kill();
    let _ = monitor.wait();
    heard
}
