//! The ports, as LiveChess lists them.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::Instant;
use touchmove_client::address::Bus;
use touchmove_client::call_error;
use touchmove_client::proxy::StationProxy;
use touchmove_client::shown::ShownPort;
use zbus::proxy::CacheProperties;

use super::eboard::source_of;
use crate::line::Line;

/// The daemon is asked once in so long, however often clients ask.
const AS_OF: Duration = Duration::from_secs(1);

/// The ports, as of a moment ago.
#[derive(Debug)]
pub(super) struct Sources {
    bus: Bus,
    line: Line,
    known: Mutex<Option<(Instant, Arc<[SourceForm]>)>>,
}

/// A port in LiveChess' form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SourceForm {
    #[serde(rename = "type")]
    kind: &'static str,
    device: String,
    name: Option<String>,
    present: bool,
    active: bool,
    status: Option<String>,
}

impl Sources {
    pub(super) fn new(bus: Bus) -> Self {
        Self { bus, line: Line::default(), known: Mutex::default() }
    }

    /// All of them; none while the daemon does not answer.
    pub(super) async fn list(&self) -> Arc<[SourceForm]> {
        let mut known = self.known.lock().await;
        if let Some((as_of, sources)) = known.as_ref().filter(|(as_of, _)| as_of.elapsed() < AS_OF)
        {
            let _ = as_of;
            return Arc::clone(sources);
        }
        let asked = tokio::time::timeout(AS_OF, self.ask()).await;
        let sources: Arc<[SourceForm]> = asked.ok().and_then(Result::ok).unwrap_or_default().into();
        *known = Some((Instant::now(), Arc::clone(&sources)));
        sources
    }

    async fn ask(&self) -> call_error::Result<Vec<SourceForm>> {
        let connection = self.line.connection(&self.bus).await?;
        let station = StationProxy::builder(&connection).cache_properties(CacheProperties::No);
        let ports = station.build().await?.ports().await?;
        Ok(ports.into_iter().map(ShownPort::new).map(|port| SourceForm::of_port(&port)).collect())
    }
}

impl SourceForm {
    fn of_port(port: &ShownPort) -> Self {
        let device = source_of(&port.name);
        let word = port.state.word.as_str();
        Self {
            kind: if port.name.contains('/') { "serial" } else { "bluetooth" },
            name: Some(port.name.clone()).filter(|name| *name != device),
            device,
            present: word != "cannot-open",
            active: word == "serving",
            status: Some(port.state.advice.clone()).filter(|advice| !advice.is_empty()),
        }
    }
}
