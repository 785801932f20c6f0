//! Browsers that keep the desk waiting, and strangers who want in: neither keeps an arbiter out.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, bind, connect as connect_socket, socket};

use crate::support::PrivateBus;
use crate::support::desk::Desk;
use crate::support::http::{Answer, Request, connect};
use crate::support::looking::until;
use crate::support::patience::PATIENCE;

/// More than the desk keeps.
const MANY: usize = 300;

/// What waits, as it is sent to an open page.
fn follow(desk: &Desk, device: &str) -> TcpStream {
    let mut page = Request::send(desk.at(), "GET", "/live?page=waiting", &[device]).0;
    read_until(&mut page, "event: put");
    page
}

/// Reads on until this is told.
fn read_until(stream: &mut TcpStream, mark: &str) {
    let mut told = Vec::new();
    while !String::from_utf8_lossy(&told).contains(mark) {
        let mut some = [0; 4_096];
        let count = stream.read(&mut some).unwrap();
        assert!(count > 0, "it ended: {}", String::from_utf8_lossy(&told));
        told.extend_from_slice(&some[..count]);
    }
}

/// Everything that is told until the connection ends, however it does.
fn read_to_end(mut stream: TcpStream) -> String {
    let mut told = Vec::new();
    let _ = stream.read_to_end(&mut told);
    String::from_utf8(told).unwrap()
}

/// A connection from another address of this machine.
fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let local = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&local, &SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    connect_socket(&local, &to).unwrap();
    let stream = TcpStream::from(local);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

#[test]
fn who_says_half_of_what_he_wants_is_cut_off() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let since = Instant::now();
    let silent = connect(desk.at());
    let mut half_a_head = connect(desk.at());
    half_a_head.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let fields = [desk.origin(), "Content-Length: 9".to_owned()];
    let fields: Vec<_> = fields.iter().map(String::as_str).collect();
    let mut half_a_form = Request::send(desk.at(), "POST", "/language", &fields).0;
    half_a_form.write_all(b"code").unwrap();
    assert_eq!(desk.get("/", &[]).status, 401, "the others are served");
    for stream in [silent, half_a_head] {
        let told = read_to_end(stream);
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 408 "), "{told}");
    }
    assert!(read_to_end(half_a_form).starts_with("HTTP/1.1 408 "));
    assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
}

#[test]
fn a_form_without_end_is_refused() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let form = format!("code={}", "e".repeat(20_000));
    assert_eq!(desk.post("/language", &[&desk.origin()], &form).status, 413);
}

#[test]
fn connections_that_say_nothing_keep_no_arbiter_out() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    let mut page = follow(&desk, &device);
    let mut idle: Vec<_> = (0..MANY).map(|_| connect(desk.at())).collect();
    assert_eq!(read_to_end(idle.remove(0)), "", "the oldest has gone");
    assert_eq!(desk.get("/", &[&device]).status, 200);
    read_until(&mut page, "event: beat");
}

#[test]
fn a_stranger_who_tries_links_locks_no_arbiter_out() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let link = desk.path_of_link("Anna");
    let guess = |number: usize| {
        let mut stream = connect_from("127.0.0.2", desk.at());
        let (host, origin) = (desk.at(), desk.origin());
        let head = format!(
            "POST /enter/{number:032x} HTTP/1.1\r\nHost: {host}\r\n{origin}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        Request(stream).answer().status
    };
    let answers: Vec<_> = (0..MANY).map(guess).collect();
    assert_eq!((answers[0], answers[MANY - 1]), (403, 429));
    desk.enter(&link);
}

#[test]
fn an_arbiter_who_opens_very_many_pages_leaves_the_others_theirs() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let [anna, ben] = ["Anna", "Ben"].map(|name| desk.enter(&desk.path_of_link(name)));
    let mut pages: Vec<_> = (0..30).map(|_| follow(&desk, &anna)).collect();
    assert_eq!(desk.get("/live?page=hall", &[&anna]).status, 503);
    let _page_of_ben = follow(&desk, &ben);
    assert_eq!(desk.get("/hall", &[&anna]).status, 200);
    pages.pop();
    until(|| {
        let mut page = Request::send(desk.at(), "GET", "/live?page=waiting", &[&anna]).0;
        let mut told = [0; 12];
        page.read_exact(&mut told).map_err(|error| error.to_string())?;
        if told == *b"HTTP/1.1 200" { Ok(()) } else { Err(String::from_utf8_lossy(&told).into()) }
    });
}

#[test]
fn a_desk_that_is_told_to_end_closes_its_pages() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let page = follow(&desk, &desk.enter(&desk.path_of_link("Anna")));
    let since = Instant::now();
    desk.stop();
    assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    drop(page);
}

#[test]
fn a_page_that_comes_back_after_its_arbiter_was_revoked_is_closed() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open(&bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    desk.arbiter(&["revoke", "Anna"]);
    let Answer { status, body, .. } = desk.get("/live?page=waiting", &[&device]);
    assert!(status == 200 && body.contains("event: closed"), "{status}: {body}");
}
