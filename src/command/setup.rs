//! `touchmove setup`: leads a newcomer from a fresh installation to a first move.

mod answers;
mod change;
mod guide;

use std::env;
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_client::service::GROUP;
use touchmove_client::shown::ShownBoard;
use touchmove_core::words::phrases::{InAir, OfSetup};
use touchmove_drivers::observation::LinkState;
use touchmove_station::bluez::pairing::{Neighbours, PairingState};
use touchmove_station::config;

use self::answers::Answers;
use self::change::Change;
use self::guide::Guide;
use super::diagram::{diagram, placement};
use super::notices::Notices;
use super::{Failure, block_on, bluetooth, doctor, print};

/// How many steps there are.
const STEPS: u64 = 6;

/// systemd runs where this is.
const SYSTEMD: &str = "/run/systemd/system";

/// The unit of the daemon.
const UNIT: &str = "touchmove";

/// How often it is looked why no board is heard.
const LOOK: Duration = Duration::from_secs(2);

/// Come from a fresh installation to a first move, step by step
///
/// Looks at the service, your rights, boards on cables and in the air and where games are written, and has you play a first
/// move. Each step says how it is done by hand; nothing is changed without your yes. Ends with 1 where something is left.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only look: ask nothing and wait for nothing, as where nobody is at the terminal
    #[arg(long)]
    look: bool,
}

/// Leads through the steps.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    let answers = if arguments.look { None } else { Answers::of_terminal() };
    let mut guide = Guide::new(Notices::of_environment(), answers, STEPS);
    block_on(async {
        print(&(guide.notices().say(OfSetup::Begin) + "\n"))?;
        if let Some(mut mirror) = reach(&mut guide, bus).await? {
            hear_boards(&mut guide, &mut mirror).await?;
            look_in_air(&mut guide).await?;
            show_folder(&mut guide, &mirror)?;
            play_first_move(&mut guide, &mut mirror).await?;
        }
        match guide.missing() {
            0 => print(&format!("\n{}\n", guide.notices().say(OfSetup::Done))),
            count => Err(Failure::because(OfSetup::StepsMissing { count: count.into() })),
        }
    })
}

/// The service and the right to look at it; `None` where it cannot be gone on.
async fn reach(guide: &mut Guide, bus: &Bus) -> Result<Option<Mirror>, Failure> {
    guide.begin(OfSetup::Service)?;
    let mut is_started = false;
    loop {
        match Mirror::connect(bus).await {
            Ok(mirror) => {
                guide.say(OfSetup::Runs { version: mirror.version().await?.into() })?;
                guide.begin(OfSetup::Rights)?;
                guide.say(OfSetup::MayDirect)?;
                return Ok(Some(mirror));
            }
            Err(MirrorError::Denied) => {
                guide.say(OfSetup::RunsUnseen)?;
                guide.begin(OfSetup::Rights)?;
                guide.say(OfSetup::NoMember { group: GROUP.into() })?;
                let user = env::var("USER").unwrap_or_else(|_| "$USER".to_owned());
                if guide.offer(&Change::of_root(&["usermod", "-aG", GROUP, &user])).await? {
                    guide.say(OfSetup::LogInAgain)?;
                }
                break;
            }
            Err(error @ MirrorError::NotRunning { .. })
                if *bus == Bus::System && Path::new(SYSTEMD).exists() && !is_started =>
            {
                let said = Failure::from(error).text(guide.notices());
                guide.show(said.lines().next().unwrap_or_default())?;
                is_started = true;
                if !guide.offer(&Change::of_root(&["systemctl", "enable", "--now", UNIT])).await? {
                    break;
                }
            }
            Err(error) => {
                guide.show(&Failure::from(error).text(guide.notices()))?;
                break;
            }
        }
    }
    guide.leave();
    Ok(None)
}

/// Boards that are heard, or why none is, until one is or somebody goes on without.
async fn hear_boards(guide: &mut Guide, mirror: &mut Mirror) -> Result<(), Failure> {
    guide.begin(OfSetup::Boards)?;
    let mut said = String::new();
    let mut is_asked = false;
    loop {
        let heard = heard(mirror);
        for board in &heard {
            let (id, title) = (board.id.as_str().into(), board.title.as_str().into());
            guide.say(OfSetup::Board { board: id, title, port: board.port.as_str().into() })?;
        }
        if !heard.is_empty() {
            return Ok(());
        }
        let findings = doctor::findings_of_ports(mirror, guide.notices()).await?;
        if !is_asked {
            guide.say(OfSetup::NoBoard)?;
        }
        if findings != said {
            guide.show(&findings)?;
            said = findings;
        }
        if !guide.has_listener() {
            guide.leave();
            return Ok(());
        }
        if !is_asked {
            guide.say(OfSetup::PlugIn)?;
            is_asked = true;
        }
        let again = Instant::now() + LOOK;
        tokio::select! {
            signal = mirror.signal() => drop(mirror.take(signal?).await?),
            () = sleep_until(again) => {}
            () = guide.enter() => {
                guide.say(OfSetup::Skipped)?;
                guide.leave();
                return Ok(());
            }
        }
    }
}

fn heard(mirror: &Mirror) -> Vec<ShownBoard> {
    let boards = mirror.boards().into_iter();
    boards.filter(|board| board.link == LinkState::Up).collect()
}

/// Boards in the air. Whoever has none misses nothing.
async fn look_in_air(guide: &mut Guide) -> Result<(), Failure> {
    guide.begin(OfSetup::Air)?;
    let neighbours = match Neighbours::look().await {
        Ok(neighbours) => neighbours,
        Err(error) => return guide.show(&Failure::failed(error).text(guide.notices())),
    };
    let seconds = bluetooth::LISTENED.as_secs().into();
    if guide.agrees(OfSetup::LookInAir { seconds }).await? {
        neighbours.listen(bluetooth::LISTENED).await.map_err(Failure::failed)?;
        guide.show(&bluetooth::as_text(&neighbours.boards(), guide.notices()))?;
        for board in neighbours.boards() {
            let (name, address) = (board.name.clone(), board.address.to_string());
            let is_ours = matches!(board.standing, PairingState::Connected | PairingState::Trusted);
            let question =
                OfSetup::MakeOurs { name: name.clone().into(), address: address.clone().into() };
            if is_ours || !guide.agrees(question).await? {
                continue;
            }
            match neighbours.pair(board.address).await {
                Ok(()) => {
                    guide.say(InAir::Taken { name: name.into(), address: address.into() })?;
                }
                Err(error) => guide.show(&Failure::failed(error).text(guide.notices()))?,
            }
        }
    } else {
        guide.say(OfSetup::AirLater)?;
    }
    Ok(())
}

/// Where games are written. Whoever broadcasts nothing needs no folder.
fn show_folder(guide: &mut Guide, mirror: &Mirror) -> Result<(), Failure> {
    guide.begin(OfSetup::Folder)?;
    let outlets = mirror.relays();
    for outlet in &outlets {
        guide.say(OfSetup::WrittenTo { place: outlet.place.as_str().into() })?;
    }
    if outlets.is_empty() {
        guide.say(OfSetup::NotWritten { file: config::DEFAULT_PATH.into() })?;
    }
    Ok(())
}

/// Shows what stands on a board, and waits for a move on it.
async fn play_first_move(guide: &mut Guide, mirror: &mut Mirror) -> Result<(), Failure> {
    guide.begin(OfSetup::FirstMove)?;
    let Some(board) = heard(mirror).into_iter().next() else {
        guide.say(OfSetup::NoBoardToPlay)?;
        guide.leave();
        return Ok(());
    };
    if !guide.has_listener() {
        picture(guide, &board)?;
        return guide.say(OfSetup::PlayLater);
    }
    let before = Played::on(&board);
    let (mut is_pictured, mut asked) = (false, None);
    loop {
        if let Some(board) = mirror.boards().into_iter().find(|known| known.id == board.id) {
            if let Some(moved) = Played::on(&board).beyond(&before) {
                guide.say(OfSetup::Seen { moved: moved.into() })?;
                return picture(guide, &board);
            }
            if !is_pictured && placement(&board).is_some() {
                picture(guide, &board)?;
                is_pictured = true;
            }
            let wish = if board.game.is_some() { OfSetup::PlayMove } else { OfSetup::SetUpMen };
            if is_pictured && asked.as_ref() != Some(&wish) {
                guide.say(wish.clone())?;
                asked = Some(wish);
            }
        }
        tokio::select! {
            signal = mirror.signal() => drop(mirror.take(signal?).await?),
            () = guide.enter() => {
                guide.leave();
                return guide.say(OfSetup::Skipped);
            }
        }
    }
}

fn picture(guide: &Guide, board: &ShownBoard) -> Result<(), Failure> {
    placement(board).map_or(Ok(()), |placement| guide.show(&diagram(&placement)))
}

/// How far the game on a board is.
struct Played {
    game: Option<String>,
    moves: usize,
    last: Option<String>,
}

impl Played {
    fn on(board: &ShownBoard) -> Self {
        let game = board.game.as_ref();
        Self {
            game: game.map(|game| game.path.to_string()),
            moves: game.map_or(0, |game| game.moves.len()),
            last: game.and_then(|game| game.last_move()),
        }
    }

    /// The last move, where it has been played since.
    fn beyond(self, before: &Self) -> Option<String> {
        let is_new = self.game != before.game || self.moves > before.moves;
        self.last.filter(|_| is_new)
    }
}
