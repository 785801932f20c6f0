//! The programs as people run them: the daemon and the command on real ports, buses, sockets and files.
//!
//! Each test has a bus, boards and folders of its own, and most of them wait for boards that are played on in real time,
//! so all are in one program and run beside each other. Nothing here may change what a process has only one of, or
//! measure time more closely than to half a second.

#![cfg(test)]

mod adjourned;
mod archive;
mod at_length;
mod bluetooth;
mod board_memory;
mod broadcast;
mod browser;
mod bus;
mod bus_line;
mod calibrate;
mod captures;
mod client;
mod clock_setting;
mod clocks;
mod copied;
mod corrections;
mod delay;
mod desk;
mod desk_connections;
mod desk_encrypted;
mod doctor;
mod early;
mod errors;
mod examples;
mod export;
mod faults;
mod floods;
mod full_disk;
mod hindsight;
mod hostile;
mod hostile_boards;
mod incidents;
mod interface;
mod joint_hall;
mod joint_pages;
mod lights;
mod livechess;
mod makers;
mod malformed_pairings;
mod metrics;
mod mounts;
mod notify;
mod plugs;
mod points;
mod policy;
mod public;
mod radio;
mod recovery;
mod rehearse;
mod relay;
mod results;
mod rounds;
mod rounds_guarded;
mod seals;
mod setup;
mod silent_bus;
mod simulate;
mod station_journal;
#[path = "../support/mod.rs"]
mod support;
mod taking_over;
mod terminal;
mod two_links;
mod wire;
