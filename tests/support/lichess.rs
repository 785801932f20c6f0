//! A stand-in for Lichess' broadcasts, which keeps its rules: games are split where a blank line stands before a tag, those
//! after the hundredth are dropped and nobody is told, a game with an illegal move is refused and the others are taken, one
//! that cannot be read comes back without tags, and a game that is there already goes on from the position it began in.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::looking::until;

/// The round to which games may be pushed, and the token with which.
pub(crate) const ROUND: &str = "hVpUCOkT";
pub(crate) const TOKEN: &str = "lip_stand_in";

/// The most games of a push.
const MOST_GAMES: usize = 100;

/// The stand-in.
#[derive(Debug)]
pub(crate) struct Lichess {
    at: SocketAddr,
    state: Arc<Mutex<State>>,
}

/// What has come.
#[derive(Debug, Default)]
struct State {
    chapters: Vec<Chapter>,
    pushes: Vec<Push>,
    moods: VecDeque<Mood>,
}

/// A push that came.
#[derive(Clone, Debug)]
pub(crate) struct Push {
    pub(crate) at: Instant,
    /// How many games were read of it.
    pub(crate) games: usize,
    pub(crate) text: String,
}

/// How the next push is met.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mood {
    /// The answer is this status, and nothing is taken.
    Status(u16),
    /// The push is taken, and the connection cut before the answer.
    CutAfter,
    /// The round is one that Lichess fetches by itself.
    Upstream,
    /// All games are taken but the first, against which this is said.
    Against(&'static str),
}

/// A game as Lichess has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chapter {
    pub(crate) tags: Vec<(String, String)>,
    /// The moves in SAN.
    pub(crate) moves: Vec<String>,
}

impl Chapter {
    /// The value of a tag; empty where there is none.
    pub(crate) fn tag(&self, name: &str) -> &str {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    /// By what it is known from push to push.
    fn identity(&self) -> Vec<&str> {
        match self.tag("GameId") {
            "" => {
                ["Event", "Site", "Round", "Board", "White", "Black"].map(|it| self.tag(it)).into()
            }
            id => vec![id],
        }
    }
}

impl Lichess {
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let state = Arc::<Mutex<State>>::default();
        let kept = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let state = Arc::clone(&kept);
                thread::spawn(move || while answer(&stream, &state).is_some() {});
            }
        });
        Self { at, state }
    }

    /// Where it is.
    pub(crate) const fn at(&self) -> SocketAddr {
        self.at
    }

    /// Where it is, as an address of the web.
    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.at)
    }

    /// The next push is met so.
    pub(crate) fn is_in(&self, mood: Mood) {
        self.state.lock().unwrap().moods.push_back(mood);
    }

    /// Its games, once they are what is waited for.
    pub(crate) fn once(&self, is_there: impl Fn(&[Chapter]) -> bool) -> Vec<Chapter> {
        until(|| {
            let chapters = self.state.lock().unwrap().chapters.clone();
            if is_there(&chapters) { Ok(chapters) } else { Err(format!("{chapters:#?}")) }
        })
    }

    /// The pushes that came.
    pub(crate) fn pushes(&self) -> Vec<Push> {
        self.state.lock().unwrap().pushes.clone()
    }
}

/// Answers a request; `None` at the end of the connection.
fn answer(stream: &TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_owned()),
        }
    }
    let field = |name: &str| {
        head.iter().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then(|| value.to_owned())
        })
    };
    let mut body = vec![0; field("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    let mut state = state.lock().unwrap();
    let is_push = head[0] == format!("POST /api/broadcast/round/{ROUND}/push HTTP/1.1");
    let mood = state.moods.pop_front();
    let (status, told) = if field("authorization")? != format!("Bearer {TOKEN}") {
        (401, json!({ "error": "No such token" }))
    } else if !is_push {
        (404, json!({ "error": "Not found" }))
    } else if let Some(Mood::Status(status)) = mood {
        (status, json!({ "error": "Try again later" }))
    } else if let Some(Mood::Upstream) = mood {
        (200, json!({ "games": [{ "tags": {}, "error": "The relay has an upstream URL" }] }))
    } else if let Some(Mood::Against(why)) = mood {
        let mut told = state.take(&body);
        told["games"][0]["error"] = why.into();
        (200, told)
    } else {
        (200, state.take(&body))
    };
    drop(state);
    if let Some(Mood::CutAfter) = mood {
        return None;
    }
    let told = told.to_string();
    let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", told.len());
    (&*stream).write_all(format!("{head}{told}").as_bytes()).ok()
}

impl State {
    /// Takes a push in; what is answered.
    fn take(&mut self, body: &str) -> Value {
        let games: Vec<_> = split(body).into_iter().take(MOST_GAMES).collect();
        let push = Push { at: Instant::now(), games: games.len(), text: body.to_owned() };
        self.pushes.push(push);
        let answers: Vec<_> = games.iter().map(|game| self.take_game(game)).collect();
        json!({ "games": answers })
    }

    fn take_game(&mut self, text: &str) -> Value {
        let Some(game) = read(text) else { return json!({ "tags": {}, "error": "No game" }) };
        let tags: serde_json::Map<_, _> =
            game.tags.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let known = self.chapters.iter().position(|it| it.identity() == game.identity());
        let start = known.map_or(game.tag("FEN"), |known| self.chapters[known].tag("FEN"));
        if let Err(error) = replay(start, &game.moves) {
            return json!({ "tags": tags, "error": error });
        }
        let moves = game.moves.len();
        match known {
            Some(known) => self.chapters[known] = game,
            None => self.chapters.push(game),
        }
        json!({ "tags": tags, "moves": moves })
    }
}

/// The games of a push.
fn split(body: &str) -> Vec<String> {
    let mut games = vec![String::new()];
    let mut is_blank = false;
    for line in body.lines() {
        // The blank line between tags and moves stands before no tag.
        if is_blank && line.starts_with('[') {
            games.push(String::new());
        }
        is_blank = line.is_empty();
        let game = games.last_mut().unwrap();
        game.push_str(line);
        game.push('\n');
    }
    games
}

fn read(text: &str) -> Option<Chapter> {
    let (tags, moves): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('['));
    let tag = |line: &str| {
        let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
        Some((name.to_owned(), value.to_owned()))
    };
    let tags: Vec<_> = tags.into_iter().filter_map(tag).collect();
    let mut bare = String::new();
    let mut depth = 0_i32;
    for sign in moves.join(" ").chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            sign if depth == 0 => bare.push(sign),
            _ => {}
        }
    }
    let is_move = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let moves = bare.split_whitespace().filter(is_move).map(ToOwned::to_owned).collect();
    (!tags.is_empty()).then_some(Chapter { tags, moves })
}

fn replay(start: &str, moves: &[String]) -> Result<(), String> {
    let mut position = match start {
        "" => Chess::default(),
        fen => {
            let fen: Fen = fen.parse().map_err(|_| "Invalid FEN".to_owned())?;
            fen.into_position(CastlingMode::Standard).map_err(|_| "Invalid FEN".to_owned())?
        }
    };
    for san in moves {
        let illegal = || format!("Cannot play {san}");
        let san_plus: SanPlus = san.parse().map_err(|_| illegal())?;
        let made = san_plus.san.to_move(&position).map_err(|_| illegal())?;
        position.play_unchecked(made);
    }
    Ok(())
}
