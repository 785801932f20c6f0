//! `touchmove notify`: what waits, shown on the desktop without a sound.

mod opening;
mod server;
mod shown;

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_client::seats::on_board;
use touchmove_client::shown::ShownBoard;
use touchmove_client::waits::{Numbered, Wait};
use touchmove_core::words::phrases::{Listed, Notify};
use touchmove_core::words::told;
use zbus::Connection;
use zbus::names::OwnedUniqueName;

use self::opening::DeskAddress;
use self::server::{Desktop, DesktopEvent};
use self::shown::{Change, Comes, Notice, NoticeName, OpenedGame, Shown, Weight};
use super::notices::Notices;
use super::seated::Seated;
use super::status::name_of;
use super::stop::Stop;
use super::{Failure, block_on, complain, print};

/// Of all that is signalled within this time the outcome is shown.
const TOGETHER: Duration = Duration::from_millis(50);

/// How often it is looked whether the daemon or the desktop is back, and what is the matter with ports.
const LOOK: Duration = Duration::from_secs(1);

/// Show what begins to wait as notifications on the desktop, without a sound
///
/// One for each incident and instruction, for each board that is not heard or says otherwise than its moves. It goes
/// when it is done or taken back. What you put away stays away until something else is told of it. A click opens the
/// game: at the arbiters' desk, or else it is said how `touchmove game` shows it.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Where the arbiters' desk is, as http://127.0.0.1:8065: a click opens the game there
    #[arg(long, value_name = "URL")]
    desk: Option<DeskAddress>,
}

/// Shows it until it is told to stop, or the session is over.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mut stop = Stop::new().map_err(Failure::failed)?;
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        let session = Bus::Session.connect().await.map_err(Failure::failed)?;
        let desktop = Desktop::of(&session).await.map_err(Failure::failed)?;
        let notices = Notices::of_environment();
        complain(notices.say(Notify::Listens { bus: name_of(bus) }));
        let mut notifier = Notifier {
            notices,
            desk: arguments.desk.clone(),
            bus: bus.clone(),
            session,
            desktop,
            seated: Seated::default(),
            shown: Shown::default(),
            daemon: mirror.daemon().cloned().map_or(DaemonState::Away, DaemonState::Shown),
            server: ServerState::Shows,
        };
        let ended = tokio::select! {
            ended = notifier.follow(mirror) => ended,
            () = stop.wait() => Ok(()),
        };
        notifier.close_all().await;
        ended
    })
}

/// Whoever carries what waits to the desktop.
struct Notifier {
    notices: Notices,
    desk: Option<DeskAddress>,
    bus: Bus,
    session: Connection,
    desktop: Desktop,
    seated: Seated,
    shown: Shown,
    daemon: DaemonState,
    server: ServerState,
}

/// Whether the daemon shows all that it knows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum DaemonState {
    /// This one does.
    Shown(OwnedUniqueName),
    /// This one does by now, and what it has told of that may be on its way still.
    Back(OwnedUniqueName),
    /// It is not there, or reads back what it kept.
    Away,
}

/// Whether anybody shows notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerState {
    Shows,
    /// Nobody does, and it was said.
    Missing,
}

impl Notifier {
    async fn follow(&mut self, mut mirror: Mirror) -> Result<(), Failure> {
        loop {
            self.renew(&mirror).await?;
            self.show().await;
            let now = Instant::now();
            let lasts = self.shown.deadline().filter(|deadline| *deadline > now);
            let mut until = lasts.map_or(now + LOOK, |deadline| deadline.min(now + LOOK));
            loop {
                tokio::select! {
                    signal = mirror.signal() => {
                        let signal = signal.map_err(Failure::failed)?;
                        if mirror.take(signal).await.map_err(Failure::failed)? {
                            until = until.min(Instant::now() + TOGETHER);
                        }
                    }
                    event = self.desktop.event() => match event {
                        None => return Err(Failure::because(Notify::SessionOver)),
                        Some(event) => {
                            self.hear(event).await?;
                            until = Instant::now();
                        }
                    },
                    () = sleep_until(until) => break,
                }
            }
        }
    }

    /// Finds out what waits, and takes away what does not any more. While the daemon is away nobody knows: what is shown
    /// stays.
    async fn renew(&mut self, mirror: &Mirror) -> Result<(), Failure> {
        self.look_after_daemon(mirror).await?;
        if !matches!(self.daemon, DaemonState::Shown(_)) {
            let notice = Notice {
                weight: Weight::Critical,
                summary: self.notices.say(Notify::Stopped),
                body: self.notices.say(Notify::NothingHeard),
                game: None,
                comes: Comes::IfItLasts,
            };
            self.shown.put(NoticeName::of_daemon(), notice, Instant::now());
            return Ok(());
        }
        self.seated.refresh_waits(mirror, &self.notices).await?;
        let boards = mirror.boards();
        let waits = self.seated.waits(&boards, &self.notices);
        let all = waits.all().iter().map(|wait| self.notice(wait, &boards));
        let waiting: BTreeMap<_, _> = all.collect();
        for change in self.shown.renew(waiting, Instant::now()) {
            self.carry_out(change).await;
        }
        Ok(())
    }

    /// Finds out whether the daemon shows all that it knows. One that was started anew in a moment knows nothing at first.
    async fn look_after_daemon(&mut self, mirror: &Mirror) -> Result<(), Failure> {
        use DaemonState::{Away, Back, Shown};
        let Some(name) = mirror.daemon().cloned() else {
            self.daemon = Away;
            return Ok(());
        };
        self.daemon = match &self.daemon {
            Shown(known) | Back(known) if *known == name => Shown(name),
            _ => match mirror.is_ready().await {
                Ok(true) => Back(name),
                Ok(false) | Err(MirrorError::NotRunning { .. }) => Away,
                Err(error) => return Err(Failure::failed(error)),
            },
        };
        Ok(())
    }

    /// What is shown of something that waits.
    fn notice(&self, wait: &Wait, boards: &[ShownBoard]) -> (NoticeName, Notice) {
        let board = boards.iter().find(|board| wait.board.as_ref() == Some(&board.id));
        let seat = board.and_then(|board| self.seated.seats().of_board(board));
        let game = board.and_then(|board| board.game.as_ref());
        let of = match (game, &wait.board) {
            (Some(game), _) if wait.number.is_some() => game.path.as_str(),
            (_, Some(board)) => board,
            (_, None) => &wait.of,
        };
        let summary = match (&seat, board) {
            (Some(seat), Some(board)) => self.notices.say(on_board(seat.label(), &board.id)),
            _ => wait.of.clone(),
        };
        let opened = game.map(|game| OpenedGame {
            id: game.id.clone(),
            name: seat.map_or_else(|| game.id.clone(), |at| format!("{}.{}", at.round, at.table)),
        });
        let comes = if wait.number.is_some() { Comes::AtOnce } else { Comes::IfItLasts };
        let notice = Notice {
            weight: Weight::of(wait.urgency),
            summary,
            body: self.body(wait),
            game: opened,
            comes,
        };
        (NoticeName::of_wait(of, wait), notice)
    }

    fn body(&self, wait: &Wait) -> String {
        let title = wait.what.as_str().into();
        match wait.number {
            None => wait.what.clone(),
            Some((Numbered::Incident, number)) => {
                self.notices.say(Listed::Incidents { numbers: number.to_string().into(), title })
            }
            Some((Numbered::Instruction, number)) => {
                self.notices.say(Listed::Instructions { numbers: number.to_string().into(), title })
            }
        }
    }

    /// Shows what is to be shown. Where nobody does, it is tried again.
    async fn show(&mut self) {
        for change in self.shown.due(Instant::now()) {
            self.carry_out(change).await;
        }
    }

    async fn carry_out(&mut self, change: Change) {
        let (name, replaced) = match change {
            Change::Close(id) => return self.desktop.close(id).await,
            Change::Show(name, replaced) => (name, replaced),
        };
        let Some(notice) = self.shown.notice(&name) else { return };
        let click = self.notices.say(Notify::Open);
        let before = self.server;
        match self.desktop.show(notice, replaced, &click).await {
            Ok(id) => {
                self.shown.note_shown(&name, id);
                self.server = ServerState::Shows;
            }
            Err(_) => self.server = ServerState::Missing,
        }
        match (before, self.server) {
            (ServerState::Shows, ServerState::Missing) => {
                complain(self.notices.say(Notify::NobodyShows));
            }
            (ServerState::Missing, ServerState::Shows) => {
                complain(self.notices.say(Notify::ShownNow));
            }
            _ => {}
        }
    }

    async fn hear(&mut self, event: DesktopEvent) -> Result<(), Failure> {
        match event {
            DesktopEvent::Closed(id) => self.shown.note_closed(id),
            DesktopEvent::Clicked(id) => self.open(id).await?,
            DesktopEvent::ServerCame(_) => self.shown.forget_numbers(),
        }
        Ok(())
    }

    /// Opens what somebody has clicked on.
    async fn open(&mut self, id: u32) -> Result<(), Failure> {
        let Some((_, notice)) = self.shown.numbered(id) else { return Ok(()) };
        let game = notice.game.clone();
        if let Some(desk) = &self.desk {
            let page = desk.page(game.as_ref().map(|game| game.id.as_str()));
            if let Err(error) = opening::open(&page, &self.session).await {
                let why = told(&error.to_string());
                complain(self.notices.say(Notify::NotOpened { page: page.into(), why }));
            }
            return Ok(());
        }
        let Some(game) = game else { return Ok(()) };
        let command = Notify::OpenBy { command: self.command(&game).into() };
        print(&format!("{}: {}\n", notice.summary, self.notices.say(command)))
    }

    /// The command that shows a game.
    fn command(&self, game: &OpenedGame) -> String {
        let bus = match &self.bus {
            Bus::System => String::new(),
            Bus::Session => " --bus session".to_owned(),
            Bus::Address(address) => format!(" --bus {address}"),
        };
        format!("touchmove game show {}{bus}", game.name)
    }

    /// Takes away all that is shown: nobody would any more.
    async fn close_all(&self) {
        for id in self.shown.numbers() {
            self.desktop.close(id).await;
        }
    }
}
