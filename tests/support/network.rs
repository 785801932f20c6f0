//! A network between a desk and its browsers, which fails when it is told to.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How it is with a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetworkState {
    /// What is sent arrives.
    Whole,
    /// What is sent is on its way until it is whole again, and nobody is told so: a cable was pulled out.
    Silent,
    /// Connections are broken off, and no other one comes about: something in between was started anew.
    BrokenOff,
}

/// A way over this machine by which connections come to a desk. It ends with the value.
#[derive(Debug)]
pub(crate) struct Network {
    state: watch::Sender<NetworkState>,
    listening: JoinHandle<()>,
}

impl Network {
    /// Whoever connects to `at` speaks with whoever listens at `to`.
    pub(crate) async fn between(at: SocketAddr, to: SocketAddr) -> Self {
        let (state, known) = watch::channel(NetworkState::Whole);
        let listener = TcpListener::bind(at).await.unwrap();
        let listening = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, to, known.clone()));
            }
        });
        Self { state, listening }
    }

    /// From now on it is so with it.
    pub(crate) fn become_so(&self, state: NetworkState) {
        self.state.send_replace(state);
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Carries what is said on a connection both ways until either side ends it, or it is broken off.
async fn carry(near: TcpStream, to: SocketAddr, mut state: watch::Receiver<NetworkState>) {
    let both_ways = {
        let state = state.clone();
        async move {
            pass(&state).await?;
            let far = TcpStream::connect(to).await.ok()?;
            let ((mut near_in, mut near_out), (mut far_in, mut far_out)) =
                (near.into_split(), far.into_split());
            tokio::select! {
                ended = one_way(&mut near_in, &mut far_out, &state) => ended,
                ended = one_way(&mut far_in, &mut near_out, &state) => ended,
            }
        }
    };
    tokio::select! {
        _ = both_ways => {}
        _ = state.wait_for(|state| *state == NetworkState::BrokenOff) => {}
    }
}

async fn one_way(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    state: &watch::Receiver<NetworkState>,
) -> Option<()> {
    let mut bytes = vec![0; 16 * 1_024];
    loop {
        let count = from.read(&mut bytes).await.ok().filter(|count| *count > 0)?;
        pass(state).await?;
        to.write_all(&bytes[..count]).await.ok()?;
    }
}

/// Waits until something may arrive; `None` where the network is gone.
async fn pass(state: &watch::Receiver<NetworkState>) -> Option<()> {
    let mut state = state.clone();
    state.wait_for(|state| *state != NetworkState::Silent).await.ok().map(drop)
}
