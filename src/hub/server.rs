//! The way to the NATS server: with which certificates, and what is said while there is none.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Config;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};

/// An answer of the server that takes longer will not come.
pub(crate) const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// From one try to connect to the next.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// Which server, and who asks.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServerArguments {
    /// The NATS servers of the event, one or several with commas between
    #[arg(long, value_name = "ADDRESSES", default_value = "nats://127.0.0.1:4222")]
    server: String,
    /// The certificate by which the server is believed, as PEM
    #[arg(long, value_name = "FILE")]
    authority: Option<PathBuf>,
    /// The certificate that says who this is, as PEM
    #[arg(long, value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,
    /// Its private key, as PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
}

/// Why there is no way to the server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    /// The address is none.
    #[error("`{0}` names no server ({1}); write --server nats://ADDRESS:4222")]
    Address(String, String),
    /// A file cannot be read.
    #[error("{0}: {1}; `touchmove-hub init` writes the certificates of each station")]
    File(PathBuf, std::io::Error),
}

impl ServerArguments {
    /// Begins to connect, and goes on until it is; later cuts are mended by themselves.
    ///
    /// # Errors
    /// [`ServerError`] for what no waiting helps against.
    pub(crate) async fn connect(&self, name: &str) -> Result<Client, ServerError> {
        let files = [&self.authority, &self.certificate, &self.key];
        for file in files.into_iter().flatten() {
            std::fs::File::open(file).map_err(|error| ServerError::File(file.clone(), error))?;
        }
        let mut options = ConnectOptions::new()
            .name(format!("touchmove-hub {name}"))
            // Nobody else hears what is answered to it.
            .custom_inbox_prefix(inbox(name))
            .retry_on_initial_connect()
            .ignore_discovered_servers()
            .reconnect_delay_callback(|_| TRY_AGAIN)
            .request_timeout(Some(ANSWERED_WITHIN))
            .event_callback(say_how_it_is);
        if let Some(authority) = &self.authority {
            options = options.add_root_certificates(authority.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = self.certificate.as_ref().zip(self.key.as_ref()) {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let servers: Vec<_> = self.server.split(',').map(str::trim).collect();
        let wrong = |error: String| ServerError::Address(self.server.clone(), error);
        let servers: Result<Vec<async_nats::ServerAddr>, _> =
            servers.iter().map(|server| server.parse()).collect();
        let servers = servers.map_err(|error| wrong(error.to_string()))?;
        options.connect(servers).await.map_err(|error| wrong(error.to_string()))
    }
}

/// Where what is answered to a hub of this name arrives.
pub(crate) fn inbox(name: &str) -> String {
    format!("_INBOX_{name}")
}

/// The streams on a connection.
pub(crate) fn streams(client: &Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(ANSWERED_WITHIN);
    context
}

/// Has a stream keep a message; where it is there then.
pub(crate) async fn send(
    streams: &Context,
    subject: String,
    message: PublishMessage,
) -> Result<u64, PublishError> {
    Ok(streams.send_publish(subject, message).await?.await?.sequence)
}

/// How often the server was reached by now.
pub(crate) fn connections(client: &Client) -> u64 {
    client.statistics().connects.load(Ordering::Relaxed)
}

/// Waits until the server is reached anew: it may be another one, or one that has lost what it was told last.
pub(crate) async fn wait_for_reconnection(client: &Client) {
    // The first connection is none to a server that was reached before.
    let before = connections(client).max(1);
    while connections(client) <= before {
        tokio::time::sleep(TRY_AGAIN).await;
    }
}

/// Sees to it that a stream is there.
///
/// # Errors
/// What the server says, in words.
pub(crate) async fn need_stream(streams: &Context, config: Config) -> Result<(), String> {
    let name = config.name.clone();
    let made = streams.get_or_create_stream(config).await;
    made.map(drop).map_err(|error| {
        format!("the stream {name} is not there ({error}): `touchmove-hub hall` makes it where only halls may")
    })
}

async fn say_how_it_is(event: Event) {
    match event {
        Event::Connected => tracing::info!("connected to the server"),
        Event::Disconnected => tracing::warn!("the server is not reached: trying again"),
        Event::ServerError(error) => tracing::warn!("the server says: {error}"),
        Event::ClientError(error) => tracing::warn!("on the way to the server: {error}"),
        _ => {}
    }
}
