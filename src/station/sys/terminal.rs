//! Standard output and standard error: what is written there may reach a terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use touchmove_core::text;

/// Writes a text to standard output, without what would steer a terminal. A reader that has gone, like `head`, is no
/// failure.
///
/// # Errors
/// What the system says, as of a full disk.
pub fn print(text: &str) -> io::Result<()> {
    write_to(&mut io::stdout().lock(), text::for_terminal(text).as_bytes())
}

/// The same of JSON, where hostile signs are written as escapes.
///
/// # Errors
/// As of [`print`].
pub fn print_json(json: &str) -> io::Result<()> {
    write_to(&mut io::stdout().lock(), text::for_json(json).as_bytes())
}

/// Writes a file to standard output: byte by byte, unless that is a terminal, since evidence and files of other programs
/// are to stay what they are.
///
/// # Errors
/// As of [`print`].
pub fn print_file(bytes: &[u8]) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return print(&String::from_utf8_lossy(bytes));
    }
    write_to(&mut io::stdout().lock(), bytes)
}

/// Writes a line to standard error. That nobody reads it is no reason to stop.
pub fn complain(text: &str) {
    let _ =
        write_to(&mut io::stderr().lock(), format!("{}\n", text::for_terminal(text)).as_bytes());
}

/// Shows the help that was asked for, or what is wrong with the arguments, which may hold anything.
pub fn refuse_arguments(refused: &clap::Error) -> ExitCode {
    if refused.use_stderr() {
        complain(refused.render().to_string().trim_end());
    } else {
        let _ = refused.print();
    }
    ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2))
}

/// Standard error for a log: each write is a text of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Log;

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        write_to(&mut io::stderr().lock(), text::for_terminal(&text).as_bytes())
            .map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

fn write_to(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
