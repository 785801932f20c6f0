//! A client that copies the tree while it changes: a stand-in for the daemon tells of a round while it makes the answer.

use std::collections::HashMap;

use futures_util::StreamExt;
use tokio::time::timeout;
use touchmove_client::path::PUBLIC;
use touchmove_client::public::PublicMirror;
use touchmove_client::service::PUBLIC_NAME;
use zbus::wire::ObjectPath;
use zbus::{Connection, Message, MessageStream, OwnedVariant, Str};

use crate::support::PrivateBus;
use crate::support::patience::PATIENCE;

type Properties = HashMap<&'static str, OwnedVariant>;

/// Interfaces of an object with their properties.
type Interfaces = HashMap<&'static str, Properties>;

const OBJECT_MANAGER: &str = "org.freedesktop.DBus.ObjectManager";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const ROUND: &str = "org.touchmove.Public1.Round";

/// What the daemon tells while it makes its answer.
#[derive(Clone, Copy)]
enum Meanwhile {
    /// A round is there, which the answer does not have.
    Begins,
    /// How far a round was, which the answer knows better.
    WentOn,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_begins_while_the_tree_is_read_is_not_lost() {
    let (_bus, mut mirror) = mirror(Meanwhile::Begins).await;
    assert!(mirror.rounds().is_empty());
    take_a_change(&mut mirror).await;
    assert_eq!(mirror.rounds()[0].number, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_told_while_the_tree_was_read_leads_nowhere_back() {
    let (_bus, mut mirror) = mirror(Meanwhile::WentOn).await;
    assert_eq!(mirror.rounds()[0].stage, "ended");
    take_a_change(&mut mirror).await;
    assert_eq!(mirror.rounds()[0].stage, "ended");
}

async fn mirror(meanwhile: Meanwhile) -> (PrivateBus, PublicMirror) {
    let bus = PrivateBus::open_to_all();
    let daemon = bus.bus().connect().await.unwrap();
    let calls = MessageStream::from(&daemon);
    daemon.request_name(PUBLIC_NAME).await.unwrap();
    tokio::spawn(answer(daemon, calls, meanwhile));
    let mirror = PublicMirror::connect(&bus.bus()).await.unwrap();
    (bus, mirror)
}

async fn take_a_change(mirror: &mut PublicMirror) {
    loop {
        let signal = timeout(PATIENCE, mirror.signal()).await.expect("it is told").unwrap();
        if mirror.take(signal).await.unwrap() {
            return;
        }
    }
}

fn round(stage: &'static str) -> Properties {
    let stage = OwnedVariant::try_from(zbus::Variant::from(Str::from(stage))).unwrap();
    HashMap::from([("Number", OwnedVariant::from(3_u16)), ("Stage", stage)])
}

async fn answer(daemon: Connection, mut calls: MessageStream, meanwhile: Meanwhile) {
    let path = ObjectPath::try_from(format!("{PUBLIC}/rounds/3")).unwrap();
    let own = daemon.unique_name().unwrap();
    while let Some(Ok(call)) = calls.next().await {
        let header = call.header();
        match header.member().map(|member| member.as_str()) {
            Some("GetManagedObjects") => {
                let mut objects = HashMap::new();
                let told = match meanwhile {
                    Meanwhile::Begins => {
                        let added = (&path, Interfaces::from([(ROUND, round("running"))]));
                        let signal = Message::signal(PUBLIC, OBJECT_MANAGER, "InterfacesAdded");
                        signal.sender(own).build(&added).unwrap()
                    }
                    Meanwhile::WentOn => {
                        objects.insert(&path, Interfaces::from([(ROUND, round("ended"))]));
                        let changed = (ROUND, round("running"), Vec::<String>::new());
                        let signal = Message::signal(&path, PROPERTIES, "PropertiesChanged");
                        signal.sender(own).build(&changed).unwrap()
                    }
                };
                daemon.send(&told).await.unwrap();
                daemon.reply(&header, &objects).await.unwrap();
            }
            Some("GetAll") => daemon.reply(&header, &round("ended")).await.unwrap(),
            Some("Ping") => daemon.reply(&header, &()).await.unwrap(),
            _ => {}
        }
    }
}
