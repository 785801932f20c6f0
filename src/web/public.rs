//! What is public: boards for spectators, and what programs of others read. Its user is no member of the group, and it reads the
//! public tree alone: what is not released cannot be told here.

mod asked;
mod assets;
pub(crate) mod broadcast;
mod card;
mod clock;
mod cloud;
mod contents;
mod figures;
mod guard;
mod host;
mod live;
mod page;
mod pages;
mod programs;
mod text;
mod view;
mod waiting;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;
use touchmove_client::address::Bus;
use touchmove_client::metrics::MetricsAddress;

use self::host::{HostName, Hosts};
use self::view::{PublicView, follow};
use self::waiting::Waiting;
use crate::connections::welcome;
use crate::ending::ending;
use crate::{Ended, say};

/// Options of what is public.
#[derive(Debug, clap::Args)]
pub(crate) struct PublicArguments {
    /// Address and port at which it is served, without encryption: to the internet put a web server in front
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8064")]
    listen: SocketAddr,
    /// The names by which it may be asked, beside this machine's addresses and localhost
    #[arg(long, value_name = "NAME")]
    name: Vec<HostName>,
    /// Which message bus: system, session, or its address
    #[arg(long, value_name = "BUS", default_value = "system")]
    bus: Bus,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// What all readers share.
#[derive(Debug)]
struct Public {
    views: watch::Receiver<Arc<PublicView>>,
    hosts: Hosts,
    waiting: Waiting,
    /// Whether it ends now.
    ending: watch::Receiver<bool>,
}

type Shared = Arc<Public>;

impl Public {
    /// What is public now.
    fn view(&self) -> Arc<PublicView> {
        Arc::clone(&self.views.borrow())
    }
}

/// Serves it until somebody ends it.
///
/// # Errors
/// [`Ended`]: why it cannot be served.
pub(crate) async fn serve(arguments: PublicArguments) -> Result<(), Ended> {
    let PublicArguments { listen, name, bus, metrics: told_at } = arguments;
    let listener =
        TcpListener::bind(listen).await.map_err(|error| Ended::Unserved(listen, error))?;
    let at = listener.local_addr().map_err(|error| Ended::Unserved(listen, error))?;
    say(&format!("the games are at http://{at}/"));
    let (shown, views) = watch::channel(Arc::default());
    figures::tell_of_pages(told_at, views.clone()).await?;
    tokio::spawn(follow(bus, shown));
    let ending = ending();
    let (hosts, waiting) = (Hosts::new(&name, at.ip()), Waiting::default());
    let public = Public { views, hosts, waiting, ending: ending.clone() };
    welcome(listener, None, routes(Arc::new(public)), ending).await;
    Ok(())
}

fn routes(public: Shared) -> Router {
    Router::new()
        .route("/", get(pages::show_round))
        .route("/wall", get(pages::show_wall))
        .route("/overlay/{at}", get(pages::show_overlay))
        .route("/live", get(live::follow_page).head(live::refuse_head))
        .route("/assets/{name}", get(assets::serve))
        .route("/meta/{id}", get(programs::meta))
        .route("/get/{id}/tournament.json", get(programs::tournament))
        .route("/get/{id}/{round}/{file}", get(programs::file_of_tournament))
        .route("/tournament.json", get(programs::current_tournament))
        .route("/index.json", get(programs::contents))
        .route("/{round}/{file}", get(programs::file))
        .fallback(|| async { text::nothing_there() })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&public), guard::guard))
        .with_state(public)
}
