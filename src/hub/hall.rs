//! The hall's part: it shows all stations as one on a message bus.

mod bus_values;
mod call;
mod carrying;
mod events;
mod feed;
mod kept;
mod merge;
mod owners;
mod plugged;
mod route;
mod service;
mod shares;
mod stations;
mod taking_over;
mod translate;
mod tree;

use touchmove_client::address::{Bus, BusError};
use touchmove_client::metrics::{LiveFigures, MetricsAddress, MetricsError};

use self::service::HallService;
use crate::metrics;
use crate::server::{ServerArguments, ServerError};
use crate::side::Side;

/// Options of a hall.
#[derive(Debug, clap::Args)]
pub(crate) struct HallArguments {
    /// The message bus on which the hall is shown: session, or its address. Another one than that of a station on this machine
    #[arg(long, value_name = "BUS")]
    bus: Bus,
    /// Show what is released, and nothing else
    #[arg(long)]
    public: bool,
    #[command(flatten)]
    server: ServerArguments,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// Why a hall cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HallError {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    #[error(
        "{0} cannot be shown: {1}\nname another bus with --bus where a station or a hall has this one"
    )]
    NotShown(&'static str, zbus::Error),
}

/// Shows the hall until its bus is lost.
///
/// # Errors
/// [`HallError`].
pub(crate) async fn show(arguments: HallArguments) -> Result<(), HallError> {
    let HallArguments { bus, public, server, metrics: told_at } = arguments;
    let client = server.connect(if public { "public" } else { "hall" }).await?;
    let live = || (!public).then(|| LiveFigures::of(bus.clone()));
    metrics::tell_of_hall(told_at, live, &client).await?;
    let show = async |side: Side| {
        // Each side has a connection of its own: the bus knows by its name who may hear it.
        let connection = bus.connect().await?;
        let told = feed::hear(&client, side);
        let shown = HallService::new(side, connection, client.clone()).show(told).await;
        shown.map_err(|error| HallError::NotShown(side.bus_name(), error))?;
        Err::<(), _>(BusError::Lost { bus: bus.clone() }.into())
    };
    if public {
        return show(Side::Public).await;
    }
    tokio::try_join!(show(Side::Live), show(Side::Public)).map(drop)
}
