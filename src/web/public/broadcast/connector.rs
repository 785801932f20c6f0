//! Connections to servers: where this machine reaches the internet by a proxy alone, through that proxy, as `HTTPS_PROXY` and
//! `NO_PROXY` say. What goes through it stays encrypted up to the server, so it learns the server's name and no key.

use std::env;
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

/// Within this a connection must stand.
const CONNECTED_WITHIN: Duration = Duration::from_secs(8);

/// What connects to servers.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    direct: HttpConnector,
    proxies: Arc<Matcher>,
}

/// What was named is no proxy. The name is not repeated: it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error("HTTPS_PROXY: name the proxy as in http://proxy.example.org:3128, or unset it")]
pub(crate) struct NoProxy;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectError {
    /// The server, or the proxy before it, is not reached.
    #[error(transparent)]
    Unreached(Box<dyn Error + Send + Sync>),
    /// The proxy is there and does not connect.
    #[error("the proxy {0} does not connect")]
    ByProxy(Uri, #[source] Box<dyn Error + Send + Sync>),
}

impl Connector {
    /// What goes by the proxies that the environment of this process names.
    ///
    /// # Errors
    /// [`NoProxy`] where what it names is none.
    pub(super) fn of_environment() -> Result<Self, NoProxy> {
        let named = |names: [&str; 2]| {
            let all = names.into_iter().filter_map(|name| env::var(name).ok());
            all.map(|value| value.trim().to_owned()).find(|value| !value.is_empty())
        };
        let proxy = named(["HTTPS_PROXY", "https_proxy"]);
        let without = named(["NO_PROXY", "no_proxy"]).unwrap_or_default();
        Self::through(proxy.as_deref(), &without)
    }

    /// What goes through this proxy, but to servers that `without` lists.
    fn through(proxy: Option<&str>, without: &str) -> Result<Self, NoProxy> {
        let is_proxy = |proxy: &str| {
            let uri = proxy.parse::<Uri>().ok()?;
            let is_http = uri.scheme_str().is_none_or(|scheme| scheme == "http");
            uri.host().filter(|host| is_http && !host.is_empty()).map(drop)
        };
        let proxy =
            proxy.map(|proxy| is_proxy(proxy).map(|()| proxy).ok_or(NoProxy)).transpose()?;
        let proxies = Matcher::builder().https(proxy.unwrap_or_default()).no(without).build();
        let mut direct = HttpConnector::new();
        direct.enforce_http(false);
        direct.set_connect_timeout(Some(CONNECTED_WITHIN));
        direct.set_nodelay(true);
        Ok(Self { direct, proxies: Arc::new(proxies) })
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = ConnectError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, ConnectError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        self.direct.poll_ready(context).map_err(|error| ConnectError::Unreached(error.into()))
    }

    fn call(&mut self, server: Uri) -> Self::Future {
        let Some(proxy) = self.proxies.intercept(&server) else {
            let connecting = self.direct.call(server);
            return Box::pin(async move {
                connecting.await.map_err(|error| ConnectError::Unreached(error.into()))
            });
        };
        let at = proxy.uri().clone();
        let tunnel = Tunnel::new(at.clone(), self.direct.clone());
        let mut tunnel = match proxy.basic_auth() {
            Some(login) => tunnel.with_auth(login.clone()),
            None => tunnel,
        };
        let connecting = tunnel.call(server);
        Box::pin(async move {
            connecting.await.map_err(|error| ConnectError::ByProxy(at, error.into()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_reached_by_the_proxy_but_those_that_are_excepted() {
        let proxy = Some("http://user:secret@proxy.example.org:3128");
        let connector = Connector::through(proxy, "example.net, 192.168.0.0/16").unwrap();
        let by_proxy = |server: &str| {
            let proxy = connector.proxies.intercept(&server.parse().unwrap());
            proxy.map(|proxy| proxy.uri().to_string())
        };
        let named = Some("http://proxy.example.org:3128/".to_owned());
        for server in ["https://lichess.org/api", "https://example.org", "https://10.0.0.1"] {
            assert_eq!(by_proxy(server), named, "{server}");
        }
        for server in [
            "http://example.org",
            "https://hook.example.net",
            "https://192.168.1.5",
            "http://[::1]",
        ] {
            assert_eq!(by_proxy(server), None, "{server}");
        }
        let direct = Connector::through(None, "").unwrap();
        assert!(direct.proxies.intercept(&"https://lichess.org".parse().unwrap()).is_none());
    }

    #[test]
    fn what_is_no_proxy_is_refused_and_no_password_is_shown() {
        for proxy in ["https://proxy:3128", "socks5://proxy", "http://", "a b", "/proxy"] {
            assert!(Connector::through(Some(proxy), "").is_err(), "{proxy}");
        }
        let connector = Connector::through(Some("http://user:secret@proxy:3128"), "").unwrap();
        assert!(!format!("{connector:?}").contains("secret"));
    }
}
