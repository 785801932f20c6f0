//! The desk for tablets and phones: encrypted, by a certificate that people can know.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use touchmove_client::desk_address::DeskAddress;

use crate::support::PrivateBus;
use crate::support::desk::Desk;
use crate::support::encrypted::Server;
use crate::support::http::{Request, connect};

/// Every address of this machine, by a name.
const EVERYWHERE: [&str; 4] = ["--listen", "0.0.0.0:0", "--name", "localhost"];

/// The desk that a link leads to, and the path there.
fn follow(desk: &Desk, link: &str) -> (Server, String) {
    let fingerprint = DeskAddress::read(link).unwrap().fingerprint().unwrap();
    let path = link.strip_prefix(desk.url()).unwrap().split('#').next().unwrap();
    (Server { at: desk.at(), fingerprint }, path.to_owned())
}

#[test]
fn other_machines_are_served_by_the_certificate_that_a_link_names() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open_with(&bus, &EVERYWHERE);
    assert!(desk.url().starts_with("https://localhost:"), "{}", desk.url());
    let said = desk.arbiter(&["add", "Anna"]);
    let link = said.lines().map(str::trim).find(|line| line.starts_with(desk.url())).unwrap();
    let (server, path) = follow(&desk, link);
    let pairs = server.fingerprint.in_pairs();
    assert!(said.contains(&pairs), "{said}");
    desk.says(&pairs);
    assert_eq!(server.ask("GET", "/", &[]).unwrap().status, 401);
    let entered = server.ask("POST", &path, &[&desk.origin(), "Content-Length: 0"]).unwrap();
    let cookie = entered.field("set-cookie").unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let device = format!("Cookie: {}", cookie.split(';').next().unwrap());
    assert_eq!(server.ask("GET", "/", &[&device]).unwrap().status, 200);
    let plain = format!("Origin: http://localhost:{}", desk.at().port());
    let walk = server.ask("POST", "/going", &[&device, &plain, "Content-Length: 0"]).unwrap();
    assert_eq!(walk.status, 403, "a page that nobody encrypts is not of this desk");

    let key = desk.folder().join("key.der");
    assert_eq!(fs::metadata(key).unwrap().permissions().mode() & 0o777, 0o600);
    let port = format!("0.0.0.0:{}", desk.at().port());
    let again = desk.reopen(&bus, &["--listen", &port, "--name", "localhost"]);
    let (after, _) = follow(&again, &again.link("Ben"));
    assert_eq!(after.fingerprint, server.fingerprint);
    assert_eq!(server.ask("GET", "/", &[&device]).unwrap().status, 200);
}

#[test]
fn who_compares_notices_another_certificate() {
    let bus = PrivateBus::open_to_all();
    let [desk, other] = [(); 2].map(|()| Desk::open_with(&bus, &EVERYWHERE));
    let (server, _) = follow(&other, &other.link("Anna"));
    assert!(Server { at: desk.at(), ..server }.ask("GET", "/", &[]).is_err());
}

#[test]
fn a_handshake_that_stalls_holds_nobody_up() {
    let bus = PrivateBus::open_to_all();
    let desk = Desk::open_with(&bus, &EVERYWHERE);
    let _stalled: Vec<_> = (0..20).map(|_| connect(desk.at())).collect();
    let _plain = Request::send(desk.at(), "GET", "/", &[]);
    let (server, _) = follow(&desk, &desk.link("Anna"));
    assert_eq!(server.ask("GET", "/", &[]).unwrap().status, 401);
}

#[test]
fn a_certificate_of_the_operators_is_used() {
    let bus = PrivateBus::open_to_all();
    let made = Desk::open_with(&bus, &EVERYWHERE);
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = ["certificate", "private key"].map(|kind| {
        let name = kind.split(' ').next_back().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, pem(&made.folder().join(format!("{name}.der")), kind)).unwrap();
        file
    });
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let files = [&certificate, &key].map(|file| file.to_str().unwrap());
    let words = ["--listen", "127.0.0.1:0", "--name", "localhost"];
    let words = [words.as_slice(), &["--certificate", files[0], "--key", files[1]]].concat();
    let desk = Desk::open_with(&bus, &words);
    let (server, _) = follow(&desk, &desk.link("Anna"));
    assert_eq!(server.fingerprint, follow(&made, &made.link("Anna")).0.fingerprint);
    assert_eq!(server.ask("GET", "/", &[]).unwrap().status, 401);
    assert!(!desk.folder().join("key.der").exists());
}

/// A file in the form that certificates are handed out in.
fn pem(file: &Path, kind: &str) -> String {
    let output = Command::new("base64").arg("--wrap=64").arg(file).output().unwrap();
    let (kind, text) = (kind.to_uppercase(), String::from_utf8(output.stdout).unwrap());
    format!("-----BEGIN {kind}-----\n{text}-----END {kind}-----\n")
}
