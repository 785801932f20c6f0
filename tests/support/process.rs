//! A process that a test starts: what it says is kept, and it ends with its value.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};

use super::patience::PATIENCE;

/// A running process.
#[derive(Debug)]
pub(crate) struct Process {
    /// The program, as a person calls it.
    program: String,
    child: Child,
    said: Arc<Said>,
}

/// What a process has said so far, on standard output and standard error.
#[derive(Debug, Default)]
struct Said {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: Vec<String>,
    /// How many of the two outputs have ended.
    ended: u8,
}

impl Process {
    /// Starts `command` with nothing on its standard input.
    pub(crate) fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let said = Arc::new(Said::default());
        listen(child.stdout.take().unwrap(), &said);
        listen(child.stderr.take().unwrap(), &said);
        let program = Path::new(command.get_program()).file_name().unwrap_or_default();
        Self { program: program.to_string_lossy().into_owned(), child, said }
    }

    /// Waits for a line that holds `what`, and returns it.
    pub(crate) fn says(&self, what: &str) -> String {
        self.says_one_of(&[what])
    }

    /// Waits for a line that holds one of these, and returns it.
    pub(crate) fn says_one_of(&self, these: &[&str]) -> String {
        let holds = |line: &&String| these.iter().any(|what| line.contains(what));
        let find = |state: &State| state.lines.iter().find(holds).cloned();
        self.said.wait(&format!("a line with `{}`", these.join("` or `")), find)
    }

    /// Everything said so far.
    pub(crate) fn said(&self) -> String {
        self.said.state.lock().unwrap().lines.join("\n")
    }

    /// Waits until it has ended by itself: how, and everything that it said.
    pub(crate) fn ended(&mut self) -> (ExitStatus, String) {
        self.said.wait("the end", |state| (state.ended == 2).then_some(()));
        (self.child.wait().unwrap(), self.said())
    }

    /// Does this as soon as it has ended.
    pub(crate) fn at_end(&self, then: impl FnOnce() + Send + 'static) {
        let said = Arc::clone(&self.said);
        thread::spawn(move || {
            let state = said.state.lock().unwrap();
            drop(said.news.wait_while(state, |state| state.ended < 2).unwrap());
            then();
        });
    }

    /// Whether it runs, or how it ended, in words.
    pub(crate) fn state(&mut self) -> String {
        match self.child.try_wait() {
            Ok(Some(status)) => format!("ended ({status})"),
            _ => "runs".to_owned(),
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if thread::panicking() {
            let state = self.state();
            eprintln!("{} {state} and said:\n{}", self.program, self.said());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Said {
    fn wait<T>(&self, what: &str, mut find: impl FnMut(&State) -> Option<T>) -> T {
        let mut found = None;
        let state = self.state.lock().unwrap();
        let (state, _) = self
            .news
            .wait_timeout_while(state, PATIENCE, |state| {
                found = find(state);
                found.is_none() && state.ended < 2
            })
            .unwrap();
        found.or_else(|| find(&state)).unwrap_or_else(|| {
            let why = if state.ended == 2 { "it has ended" } else { "time is up" };
            let said = state.lines.join("\n");
            // Whoever drops the process now reads what it said, too: a lock that is held here would abort all tests.
            drop(state);
            panic!("waiting for {what}: {why}; it said:\n{said}")
        })
    }
}

/// Keeps what comes out of `output` in `said`, line by line.
fn listen(output: impl Read + Send + 'static, said: &Arc<Said>) {
    let said = Arc::clone(said);
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            said.state.lock().unwrap().lines.push(line);
            said.news.notify_all();
        }
        said.state.lock().unwrap().ended += 1;
        said.news.notify_all();
    });
}
