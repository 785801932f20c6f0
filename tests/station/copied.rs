//! A client that copies the tree while it changes: a stand-in for the daemon tells of a round before it sends an answer that
//! was made without that round.

use std::collections::HashMap;

use futures_util::StreamExt;
use tokio::time::timeout;
use touchmove_client::path::PUBLIC;
use touchmove_client::public::PublicMirror;
use touchmove_client::service::PUBLIC_NAME;
use zbus::wire::ObjectPath;
use zbus::{Connection, MessageStream, OwnedVariant};

use crate::support::PrivateBus;
use crate::support::patience::PATIENCE;

/// Interfaces of an object with their properties.
type Interfaces = HashMap<&'static str, HashMap<&'static str, OwnedVariant>>;

const OBJECT_MANAGER: &str = "org.freedesktop.DBus.ObjectManager";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_while_the_tree_is_read_is_not_lost() {
    let bus = PrivateBus::open_to_all();
    let daemon = bus.bus().connect().await.unwrap();
    let calls = MessageStream::from(&daemon);
    daemon.request_name(PUBLIC_NAME).await.unwrap();
    tokio::spawn(answer(daemon, calls));

    let mut mirror = PublicMirror::connect(&bus.bus()).await.unwrap();
    while mirror.rounds().is_empty() {
        let signal = timeout(PATIENCE, mirror.signal()).await.expect("the round is told").unwrap();
        mirror.take(signal).await.unwrap();
    }
    assert_eq!(mirror.rounds()[0].number, 3);
}

/// Answers as a daemon does in which a round begins once it has looked for what there is.
async fn answer(daemon: Connection, mut calls: MessageStream) {
    while let Some(Ok(call)) = calls.next().await {
        let header = call.header();
        match header.member().map(|member| member.as_str()) {
            Some("GetManagedObjects") => {
                let round = ObjectPath::try_from(format!("{PUBLIC}/rounds/3")).unwrap();
                let shown = HashMap::from([("Number", OwnedVariant::from(3_u16))]);
                let added = (&round, Interfaces::from([("org.touchmove.Public1.Round", shown)]));
                let nobody = None::<&str>;
                let told =
                    daemon.emit_signal(nobody, PUBLIC, OBJECT_MANAGER, "InterfacesAdded", &added);
                told.await.unwrap();
                let none = HashMap::<ObjectPath<'_>, Interfaces>::new();
                daemon.reply(&header, &none).await.unwrap();
            }
            Some("Ping") => daemon.reply(&header, &()).await.unwrap(),
            _ => {}
        }
    }
}
