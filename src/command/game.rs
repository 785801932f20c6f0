//! `touchmove game`: what was played, decided and asked in a game; corrections, and their undoing; what is
//! said in it.

mod change;
mod envelope;
mod list;
mod plies;
mod said;
mod show;

use std::collections::HashMap;

use shakmaty::Color;
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, game_at};
use touchmove_client::played::{NoMove, uci};
use touchmove_client::shown::ShownGame;
use touchmove_core::words::phrases::{Failed, Play};
use touchmove_drivers::observation::ClockTime;

use self::change::Change;
use self::said::Said;
use super::clock;
use super::name::{NAMES, Name, Named};
use super::notices::Notices;
use super::seats::{Seats, seats};
use super::watch::lines::Lines;
use super::{Failure, block_on, print};

/// Options of `touchmove game`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// Why, for the record
    #[arg(long, global = true, value_name = "TEXT")]
    reason: Option<String>,
    /// Carry a correction out without asking whether what it changes is meant
    #[arg(long, short, global = true)]
    yes: bool,
}

/// What to do with a game. GAME is its table, its own number or its board: 12 or t12, 3.12, g17, dgt_12345.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show what was played, what was decided, and what is asked
    Show {
        #[arg(help = NAMES)]
        game: Name,
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
    /// List the games of this station, what is played first
    List {
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
    /// Go on on another board: the first one failed, or its clock did
    Move {
        #[arg(help = NAMES)]
        game: Name,
        /// The board by name, as in dgt_12345
        #[arg(long, value_name = "BOARD")]
        to: String,
    },
    /// Print what is written on the envelope of an adjourned game
    Envelope {
        #[arg(help = NAMES)]
        game: Name,
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
    #[command(flatten)]
    Decide(Decision),
    #[command(flatten)]
    Say(Said),
}

/// What to decide about a game.
#[derive(Debug, clap::Subcommand)]
enum Decision {
    /// Put in a move that is missing; what followed is one ply later
    Insert {
        #[arg(help = NAMES)]
        game: Name,
        /// The ply that it gets: 1 is White's first move, 2 Black's
        ply: u32,
        /// The move, as in Nf3 or g1f3
        mv: String,
    },
    /// Put another move in the place of one
    Replace {
        #[arg(help = NAMES)]
        game: Name,
        /// The ply: 1 is White's first move, 2 Black's
        ply: u32,
        /// The move that was played, as in Nf3 or g1f3
        mv: String,
    },
    /// Take out a move that was not played
    Delete {
        #[arg(help = NAMES)]
        game: Name,
        /// The ply: 1 is White's first move, 2 Black's
        ply: u32,
    },
    /// Say where play stands now
    Position {
        #[arg(help = NAMES)]
        game: Name,
        /// The position as a FEN
        fen: String,
    },
    /// Say whose turn it is
    Turn {
        #[arg(help = NAMES)]
        game: Name,
        /// white or black
        side: Color,
    },
    /// Say what the clock showed after the last moves
    Clock {
        #[arg(help = NAMES)]
        game: Name,
        /// White's time, as in 1:23:45
        #[arg(long, required_unless_present = "black", value_name = "H:MM:SS")]
        white: Option<ClockTime>,
        /// Black's time
        #[arg(long, value_name = "H:MM:SS")]
        black: Option<ClockTime>,
    },
    /// Say how the game ended; `*` lets it go on
    Result {
        #[arg(help = NAMES)]
        game: Name,
        /// 1-0, 0-1, 1/2-1/2; 0-0, 1/2-0, 0-1/2 where a player is penalised; or *
        value: String,
    },
    /// Say who plays
    Players {
        #[arg(help = NAMES)]
        game: Name,
        /// Who has White
        #[arg(long, required_unless_present = "black", value_name = "NAME")]
        white: Option<String>,
        /// Who has Black
        #[arg(long, value_name = "NAME")]
        black: Option<String>,
    },
    /// Say which way the board lies
    Orientation {
        #[arg(help = NAMES)]
        game: Name,
        /// Which way
        lies: Lies,
    },
    /// Answer a question
    Answer {
        #[arg(help = NAMES)]
        game: Name,
        /// Its number
        question: u32,
        /// The word of the answer
        choice: String,
    },
    /// Undo a decision
    Undo {
        #[arg(help = NAMES)]
        game: Name,
        /// The number of the decision, as `touchmove game show` has it; the last one, if not given
        decision: Option<u64>,
    },
}

/// Which way a board lies.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Lies {
    /// As it is numbered
    Straight,
    /// The other way round
    Turned,
}

/// A decision: its verb and its particulars.
pub(super) type Words = (&'static str, Vec<(&'static str, String)>);

/// Has it done.
pub(super) fn run(Arguments { verb, reason, yes }: Arguments, bus: &Bus) -> Result<(), Failure> {
    block_on(async {
        let mirror = Mirror::connect(bus).await.map_err(Failure::failed)?;
        let seats = seats(&mirror).await?;
        let find = |name: &Name| name.game(&Named::on(&mirror, &seats));
        let reason = reason.unwrap_or_default();
        match verb {
            Verb::Show { game, json } => show::show(&mirror, &seats, &find(&game)?, json).await,
            Verb::List { json } => list::list(&mirror, &seats, json),
            Verb::Envelope { game, json } => envelope::envelope(&find(&game)?, json),
            Verb::Move { game, to } => {
                let game = find(&game)?;
                move_to(&mirror, &seats, &game, &to, reason).await
            }
            Verb::Decide(decision) => {
                let game = find(decision.game())?;
                let is_to_be_shown = decision.is_correction() && !yes;
                let words = decision.words(&mirror, &game).await?;
                if is_to_be_shown {
                    show_change(&mirror, &seats, &game, &words).await?;
                }
                decide(&mirror, &seats, &game, words, reason).await
            }
            Verb::Say(said) => {
                let game = find(said.game())?;
                let command = said.command(&game)?;
                let words = (command.verb(), command.particulars());
                decide(&mirror, &seats, &game, words, reason).await
            }
        }
    })
}

impl Decision {
    const fn game(&self) -> &Name {
        match self {
            Self::Insert { game, .. }
            | Self::Replace { game, .. }
            | Self::Delete { game, .. }
            | Self::Position { game, .. }
            | Self::Turn { game, .. }
            | Self::Clock { game, .. }
            | Self::Result { game, .. }
            | Self::Players { game, .. }
            | Self::Orientation { game, .. }
            | Self::Answer { game, .. }
            | Self::Undo { game, .. } => game,
        }
    }

    /// Whether it changes what was played, and so perhaps more than whoever decides thinks of.
    const fn is_correction(&self) -> bool {
        match self {
            Self::Insert { .. }
            | Self::Replace { .. }
            | Self::Delete { .. }
            | Self::Position { .. }
            | Self::Turn { .. }
            | Self::Undo { .. } => true,
            Self::Clock { .. }
            | Self::Result { .. }
            | Self::Players { .. }
            | Self::Orientation { .. }
            | Self::Answer { .. } => false,
        }
    }

    async fn words(self, mirror: &Mirror, played: &ShownGame) -> Result<Words, Failure> {
        let ply_and_move = |ply: u32, mv: &str| {
            let uci = uci(played, ply, mv).map_err(|no| no_move(no, played));
            uci.map(|uci| vec![("ply", ply.to_string()), ("uci", uci)])
        };
        Ok(match self {
            Self::Insert { ply, mv, .. } => ("insert", ply_and_move(ply, &mv)?),
            Self::Replace { ply, mv, .. } => ("replace", ply_and_move(ply, &mv)?),
            Self::Delete { ply, .. } => ("delete", vec![("ply", ply.to_string())]),
            Self::Position { fen, .. } => ("position", vec![("fen", fen)]),
            Self::Turn { side, .. } => ("turn", vec![("side", side.to_string())]),
            Self::Clock { white, black, .. } => {
                let white = white.map(|time| ("white", time.to_string()));
                let black = black.map(|time| ("black", time.to_string()));
                ("clock", white.into_iter().chain(black).collect())
            }
            Self::Result { value, .. } => ("result", vec![("value", value)]),
            Self::Players { white, black, .. } => {
                let names = [("white", white), ("black", black)].into_iter();
                ("players", names.filter_map(|(side, name)| Some((side, name?))).collect())
            }
            Self::Orientation { lies, .. } => {
                let turned = match lies {
                    Lies::Straight => "no",
                    Lies::Turned => "yes",
                };
                ("orientation", vec![("turned", turned.to_owned())])
            }
            Self::Answer { question, choice, .. } => {
                ("answer", vec![("question", question.to_string()), ("choice", choice)])
            }
            Self::Undo { decision: Some(decision), .. } => {
                ("undo", vec![("record", decision.to_string())])
            }
            Self::Undo { decision: None, .. } => undoing_of_last(mirror, played).await?,
        })
    }
}

/// Shows what a correction would change, if it changes anything, and asks whether that is meant.
async fn show_change(
    mirror: &Mirror,
    seats: &Seats,
    game: &ShownGame,
    words: &Words,
) -> Result<(), Failure> {
    let follows = would_follow(mirror, game, words).await?;
    if follows.is_empty() {
        return Ok(());
    }
    let notices = Notices::of_environment();
    let heading = notices.say(Play::WouldChange { game: seats.title_of_game(game) });
    print(&format!("{heading}\n{follows}"))?;
    change::ask_for_a_nod(&notices).await
}

/// What a decision would change, a line each; empty where it changes nothing.
pub(super) async fn would_follow(
    mirror: &Mirror,
    game: &ShownGame,
    (verb, particulars): &Words,
) -> Result<String, Failure> {
    let (verb, particulars) = ((*verb).to_owned(), owned(particulars));
    let next = mirror
        .decide(async |bus| game_at(bus, &game.path).await?.preview(verb, particulars).await)
        .await?;
    let told = mirror.events_since(&game.path, 0).await.map_err(Failure::failed)?;
    let notices = Notices::of_environment();
    let moves = Change::of(&told, &next).text(&notices);
    let others = change::besides_moves(&next, game.result.as_ref());
    Ok(moves + &Lines::new(notices).game_events("  ", game, &others))
}

/// The undoing of the last decision about a game.
pub(super) async fn undoing_of_last(mirror: &Mirror, game: &ShownGame) -> Result<Words, Failure> {
    let last = show::last_decision(mirror, game).await?;
    Ok(("undo", vec![("record", last.to_string())]))
}

fn owned(particulars: &[(&'static str, String)]) -> HashMap<String, String> {
    particulars.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
}

/// Has a decision carried out, and tells what it has changed.
async fn decide(
    mirror: &Mirror,
    seats: &Seats,
    game: &ShownGame,
    words: Words,
    reason: String,
) -> Result<(), Failure> {
    print(&carry_out(mirror, seats, game, words, reason).await?)
}

/// Has a decision carried out; what it has changed.
pub(super) async fn carry_out(
    mirror: &Mirror,
    seats: &Seats,
    game: &ShownGame,
    (verb, particulars): Words,
    reason: String,
) -> Result<String, Failure> {
    let particulars = owned(&particulars);
    let time = |side: &str| particulars.get(side)?.parse().ok().filter(|_| verb == "clock");
    let times = ["white", "black"].map(time);
    let decided = mirror
        .decide(async |bus| {
            game_at(bus, &game.path).await?.decide(verb.to_owned(), particulars, reason).await
        })
        .await;
    let number = decided?;
    let events = mirror.events_since(&game.path, game.sequence).await.map_err(Failure::failed)?;
    let notices = Notices::of_environment();
    let decided = notices.say(Play::Decided { number: number.into() });
    let title = notices.say(seats.title_of_game(game));
    let boards = mirror.boards();
    let board = boards.iter().find(|board| board.has_game(game));
    let offers = board.into_iter().flat_map(|board| clock::offers(board, seats, times, &events));
    let offers: String = offers.map(|offer| format!("    {}\n", notices.say(offer))).collect();
    let mut lines = Lines::new(notices);
    let told = lines.game_events(&title, game, &events);
    Ok(format!("{decided}\n{told}{}{offers}", lines.rest()))
}

/// Lets a game go on on another board.
async fn move_to(
    mirror: &Mirror,
    seats: &Seats,
    game: &ShownGame,
    to: &str,
    reason: String,
) -> Result<(), Failure> {
    let board = to.to_owned();
    let moved = mirror
        .decide(async |bus| game_at(bus, &game.path).await?.move_to(board, reason).await)
        .await;
    moved.map_err(Failure::failed)?;
    let goes_on = Play::GoesOnOn { game: seats.title_of_game(game), board: to.into() };
    print(&(Notices::of_environment().say(goes_on) + "\n"))
}

/// Why a text is no move of a game.
fn no_move(why: NoMove, game: &ShownGame) -> Failure {
    Failure::misused(match why {
        NoMove::NotThere { played, ply } => {
            Failed::NoMove { played: played.into(), ply: ply.into() }
        }
        NoMove::NoPly { ply, last } => {
            Failed::NoPly { game: (&game.id).into(), ply: ply.into(), last: last.into() }
        }
    })
}
