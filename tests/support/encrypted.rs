//! A client of HTTP over TLS that goes on only where a certificate has the fingerprint that a person was told.

use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;

use ring::digest::{SHA256, digest};
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::crypto::verify_tls13_signature;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
};
use touchmove_client::desk_address::Fingerprint;

use super::http::{Answer, connect};

/// A person who compares.
#[derive(Debug)]
struct Comparing(Fingerprint);

/// What is to be asked of whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Server {
    /// Where it is, as `localhost`.
    pub(crate) at: SocketAddr,
    /// What its certificate hashes to.
    pub(crate) fingerprint: Fingerprint,
}

impl ServerCertVerifier for Comparing {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let shown = Fingerprint::try_from(digest(&SHA256, certificate).as_ref()).unwrap();
        let is_it = shown == self.0;
        is_it.then(ServerCertVerified::assertion).ok_or_else(|| Error::General(shown.in_pairs()))
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("it is too old".to_owned()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = default_provider().signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, &known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        default_provider().signature_verification_algorithms.supported_schemes()
    }
}

impl Server {
    /// Asks for something, of which `fields` is further lines of the head.
    ///
    /// # Errors
    /// Why there is no connection: another certificate is one reason.
    pub(crate) fn ask(
        self,
        method: &str,
        path: &str,
        fields: &[&str],
    ) -> Result<Answer, std::io::Error> {
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Comparing(self.fingerprint)))
            .with_no_client_auth();
        let name = ServerName::try_from("localhost").unwrap();
        let client = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut stream = StreamOwned::new(client, connect(self.at));
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\n", self.at.port());
        for field in fields {
            head += &format!("{field}\r\n");
        }
        stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes())?;
        let mut told = Vec::new();
        stream.read_to_end(&mut told)?;
        Ok(Answer::read(&String::from_utf8(told).unwrap()))
    }
}
