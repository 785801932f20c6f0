//! Whoever shows notifications on the desktop (Desktop Notifications Specification 1.2).

use std::collections::HashMap;

use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use zbus::names::OwnedUniqueName;
use zbus::proxy::CacheProperties;
use zbus::{Connection, Variant, proxy};

use super::shown::{Notice, Weight};

/// Who it is said to be from.
const NAME: &str = "touchmove";

/// The action of a click on the notification itself.
const CLICK: &str = "default";

/// It stays until it is closed.
const NEVER_EXPIRES: i32 = 0;

#[proxy(
    interface = "org.freedesktop.Notifications",
    default_service = "org.freedesktop.Notifications",
    default_path = "/org/freedesktop/Notifications"
)]
trait Notifications {
    /// What can be shown.
    fn get_capabilities(&self) -> zbus::Result<Vec<String>>;

    /// Takes it away.
    fn close_notification(&self, id: u32) -> zbus::Result<()>;

    /// It is shown no more.
    #[zbus(signal)]
    fn notification_closed(&self, id: u32, reason: u32) -> zbus::Result<()>;

    /// Somebody has clicked.
    #[zbus(signal)]
    fn action_invoked(&self, id: u32, action_key: &str) -> zbus::Result<()>;
}

/// What happens on the desktop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DesktopEvent {
    /// A notification is shown no more, by whomever it was closed.
    Closed(u32),
    /// Somebody has clicked on one.
    Clicked(u32),
    /// Somebody else shows notifications from now on, and knows none of those before.
    ServerCame(OwnedUniqueName),
}

/// The desktop.
pub(super) struct Desktop {
    proxy: NotificationsProxy<'static>,
    events: mpsc::UnboundedReceiver<DesktopEvent>,
    /// What the server can show; `None` until it was asked.
    can: Option<Capabilities>,
    /// Who took the last notification. One may be shown before it is heard that somebody else shows them.
    taker: Option<OwnedUniqueName>,
}

/// What a server can show.
#[derive(Clone, Copy, Debug, Default)]
struct Capabilities {
    /// It takes clicks.
    actions: bool,
    /// `<` and `&` have a meaning in the text.
    markup: bool,
}

impl Desktop {
    /// Listens to the desktop of this session.
    ///
    /// # Errors
    /// The bus of the session refuses it.
    pub(super) async fn of(session: &Connection) -> zbus::Result<Self> {
        let proxy = NotificationsProxy::builder(session);
        let proxy = proxy.cache_properties(CacheProperties::No).build().await?;
        let events = follow(&proxy).await?;
        Ok(Self { proxy, events, can: None, taker: None })
    }

    /// What happens next; `None` when the session is over. Cancel-safe.
    pub(super) async fn event(&mut self) -> Option<DesktopEvent> {
        loop {
            let event = self.events.recv().await;
            if let Some(DesktopEvent::ServerCame(server)) = &event {
                self.can = None;
                if self.taker.as_ref() == Some(server) {
                    continue;
                }
            }
            return event;
        }
    }

    /// Shows a notification, in the place of the one with this number; its number.
    ///
    /// # Errors
    /// Nobody shows notifications.
    pub(super) async fn show(
        &mut self,
        notice: &Notice,
        replaced: Option<u32>,
        click: &str,
    ) -> zbus::Result<u32> {
        let can = self.capabilities().await?;
        let body = if can.markup { escaped(&notice.body) } else { notice.body.clone() };
        let actions: &[&str] = if can.actions { &[CLICK, click] } else { &[] };
        let hints = HashMap::from([
            ("urgency", Variant::from(urgency(notice.weight))),
            ("suppress-sound", Variant::from(true)),
        ]);
        let replaced = replaced.unwrap_or_default();
        let (icon, summary) = ("", notice.summary.as_str());
        let told = (NAME, replaced, icon, summary, &body, actions, hints, NEVER_EXPIRES);
        let answer = self.proxy.inner().call_method("Notify", &told).await?;
        self.taker = answer.header().sender().map(|server| server.to_owned().into());
        answer.body().deserialize()
    }

    /// Takes one away. That it is not there any more is no failure.
    pub(super) async fn close(&self, id: u32) {
        let _ = self.proxy.close_notification(id).await;
    }

    async fn capabilities(&mut self) -> zbus::Result<Capabilities> {
        if let Some(can) = self.can {
            return Ok(can);
        }
        let words = self.proxy.get_capabilities().await?;
        let has = |word: &str| words.iter().any(|known| known == word);
        let can = Capabilities { actions: has("actions"), markup: has("body-markup") };
        Ok(*self.can.insert(can))
    }
}

/// All that happens, in its order. A task takes it off the connection as it comes.
async fn follow(
    proxy: &NotificationsProxy<'static>,
) -> zbus::Result<mpsc::UnboundedReceiver<DesktopEvent>> {
    let closed = proxy
        .receive_notification_closed()
        .await?
        .filter_map(async |signal| signal.args().ok().map(|args| DesktopEvent::Closed(args.id)));
    let clicked = proxy.receive_action_invoked().await?.filter_map(async |signal| {
        let clicked = signal.args().ok().filter(|args| args.action_key == CLICK);
        clicked.map(|args| DesktopEvent::Clicked(args.id))
    });
    let owner = proxy.inner().receive_owner_changed().await?.filter_map(async |owner| {
        owner.map(|server| DesktopEvent::ServerCame(server.to_owned().into()))
    });
    let (send, events) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let said = futures_util::stream::select(Box::pin(clicked), Box::pin(closed));
        let mut all = futures_util::stream::select(said, Box::pin(owner));
        while let Some(event) = all.next().await {
            if send.send(event).is_err() {
                return;
            }
        }
    });
    Ok(events)
}

/// Its number in the hint `urgency`.
const fn urgency(weight: Weight) -> u8 {
    match weight {
        Weight::Low => 0,
        Weight::Normal => 1,
        Weight::Critical => 2,
    }
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
