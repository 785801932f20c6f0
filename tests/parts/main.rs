//! Parts of the house on their own, as fast as the processor can: without a daemon, a bus, or a board that is played on
//! in real time.

#![cfg(test)]

mod blitz;
mod broadcasts;
mod cases;
mod dbus_pages;
mod dictionaries;
mod fuzzed;
mod hands;
mod health;
mod hindsight;
mod laws_properties;
mod line_games;
mod lost_link;
mod obligation;
mod readjudicate;
mod recall;
mod reconstruction_properties;
mod recordings;
mod score;
mod support;
mod told_moves;
mod turkish;
mod virtual_game;
