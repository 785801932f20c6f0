//! A proxy as networks have it that let nobody out by another way (CONNECT), and behind it an encrypted server whose name nobody
//! else can look up.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use touchmove_needs::skip;

/// The name of the server.
pub(crate) const SERVER: &str = "lichess.test";

/// The proxy, which lets in who has the password. It ends with the value.
#[derive(Debug)]
pub(crate) struct Proxy {
    at: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    listening: JoinHandle<()>,
    folder: TempDir,
}

impl Proxy {
    /// What is sent to the server comes to `to`, decrypted; `None` where there is nothing to make a certificate with.
    pub(crate) async fn before(to: SocketAddr) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let acceptor = acceptor(folder.path())?;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (at, heads) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<_>>>::default());
        let kept = Arc::clone(&heads);
        let listening = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, to, acceptor.clone(), Arc::clone(&kept)));
            }
        });
        Some(Self { at, heads, listening, folder })
    }

    /// What a process is told of it, in its environment.
    pub(crate) fn environment(&self) -> [(&'static str, String); 2] {
        let certificate = certificate_in(self.folder.path()).to_str().unwrap().to_owned();
        [("HTTPS_PROXY", format!("http://hall:secret@{}", self.at)), ("SSL_CERT_FILE", certificate)]
    }

    /// The heads of the requests that it has had.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

fn certificate_in(folder: &Path) -> PathBuf {
    folder.join("certificate.pem")
}

/// Who is the server to those who believe the certificate in this folder.
fn acceptor(folder: &Path) -> Option<TlsAcceptor> {
    let (certificate, key) = (certificate_in(folder), folder.join("key.pem"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        .args(["-nodes", "-days", "2", "-subj", "/CN=proxy", "-addext"])
        .arg(format!("subjectAltName=DNS:{SERVER}"))
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
        .args([&key, Path::new("-out"), &certificate])
        .output();
    let Ok(made) = made else {
        skip("openssl");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let chain = vec![CertificateDer::from_pem_file(&certificate).unwrap()];
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, PrivateKeyDer::from_pem_file(&key).unwrap());
    Some(TlsAcceptor::from(Arc::new(config.unwrap())))
}

/// Serves somebody who comes.
async fn carry(
    mut near: TcpStream,
    to: SocketAddr,
    acceptor: TlsAcceptor,
    heads: Arc<Mutex<Vec<String>>>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(near.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    // hall:secret
    let has_password = head.contains("proxy-authorization: basic agfsbdpzzwnyzxq=\r\n");
    let is_for_server = head.starts_with(&format!("connect {SERVER}:443 "));
    heads.lock().unwrap().push(head);
    if !(has_password && is_for_server) {
        return near.write_all(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n").await;
    }
    near.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await?;
    let mut near = acceptor.accept(near).await?;
    let mut far = TcpStream::connect(to).await?;
    copy_bidirectional(&mut near, &mut far).await.map(drop)
}
