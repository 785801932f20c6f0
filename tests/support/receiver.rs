//! Somebody's web address, to which things are posted.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use super::looking::until;

/// What was posted and when: the fields of its head, and its body.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub(crate) at: Instant,
    pub(crate) fields: HashMap<String, String>,
    pub(crate) body: String,
}

/// Somebody's web address, who takes everything but the first post.
pub(crate) struct Receiver {
    pub(crate) at: SocketAddr,
    posted: Arc<Mutex<Vec<Posted>>>,
}

impl Receiver {
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (at, posted) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<_>>>::default());
        let (kept, refused) = (Arc::clone(&posted), Arc::<Mutex<bool>>::default());
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, refused) = (Arc::clone(&kept), Arc::clone(&refused));
                thread::spawn(move || while take(&stream, &kept, &refused).is_some() {});
            }
        });
        Self { at, posted }
    }

    /// What has come.
    pub(crate) fn posted(&self) -> Vec<Posted> {
        self.posted.lock().unwrap().clone()
    }

    /// What has come, once it is what is waited for.
    pub(crate) fn once(&self, is_there: impl Fn(&[Posted]) -> bool) -> Vec<Posted> {
        until(|| {
            let posted = self.posted();
            if is_there(&posted) { Ok(posted) } else { Err(format!("{posted:#?}")) }
        })
    }
}

fn take(stream: &TcpStream, posted: &Mutex<Vec<Posted>>, refused: &Mutex<bool>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut fields = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
        if line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.trim_end().split_once(": ") {
            fields.insert(name.to_ascii_lowercase(), value.to_owned());
        }
    }
    let mut body = vec![0; fields.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    let status = match std::mem::replace(&mut *refused.lock().unwrap(), true) {
        false => 500,
        true => {
            posted.lock().unwrap().push(Posted { at: Instant::now(), fields, body });
            204
        }
    };
    (&*stream)
        .write_all(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n").as_bytes())
        .ok()
}
