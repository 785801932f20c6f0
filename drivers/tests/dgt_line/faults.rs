//! Boards that come and go, that share an address, that are thrown out of bus mode.

use std::time::Duration;

use touchmove_drivers::Packet;
use touchmove_drivers::device::line::Plug;
use touchmove_drivers::observation::LinkState::{Lost, Stale, Up};

use super::bench::{Bench, serials};

const SHARED: &str = "device bus-address=shared";

#[test]
fn two_boards_with_one_address_are_reported_and_not_served() {
    for seed in 0..8 {
        let mut serials = serials(8, seed);
        serials[5] = serials[2];
        let mut bench = Bench::open(&serials);
        bench.until_read(6, Duration::from_secs(30));
        bench.run(Duration::from_secs(40));
        let twice = serials[2];
        let told = bench.told(twice);
        assert_eq!(told.iter().filter(|line| *line == SHARED).count(), 1, "{told:?}");
        assert_eq!(bench.links(twice).last(), Some(&Lost));
        bench.forget();
        bench.set(0, "e2", '.');
        bench.set(2, "d2", '.');
        bench.run(Duration::from_secs(40));
        assert!(bench.told(twice).is_empty(), "{:?}", bench.told(twice));
        assert_eq!(bench.changes(serials[0]), ["square e2 ."]);

        bench.plug(5, Plug::Out);
        bench.run(Duration::from_secs(100));
        assert!(bench.told(twice).iter().any(|line| line.starts_with("board")), "it is alone");
    }
}

#[test]
fn a_board_that_takes_the_address_of_one_that_is_played_on_silences_both() {
    let mut serials = serials(4, 3);
    serials[3] = serials[1];
    let mut bench = Bench::new(&serials);
    bench.plug(3, Plug::Out);
    bench.start();
    bench.until_read(3, Duration::from_secs(20));
    bench.run(Duration::from_secs(10));
    bench.forget();
    bench.plug(3, Plug::In);
    bench.set(3, "a2", '.');
    bench.run(Duration::from_secs(40));
    assert!(bench.told(serials[1]).contains(&SHARED.to_owned()), "{:?}", bench.told(serials[1]));
    assert_eq!(bench.links(serials[1]).last(), Some(&Lost));
    assert_eq!(bench.links(serials[0]), []);
}

#[test]
fn a_board_that_leaves_is_lost_and_one_that_comes_back_is_the_same() {
    let serials = serials(6, 1);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(10));
    bench.forget();
    bench.plug(4, Plug::Out);
    bench.run(Duration::from_secs(20));
    assert_eq!(bench.links(serials[4]), [Stale, Lost]);
    bench.set(0, "e2", '.');
    bench.set(4, "d2", '.');
    bench.run(Duration::from_secs(2));
    assert_eq!(bench.changes(serials[0]), ["square e2 ."], "the others are played on");
    bench.plug(4, Plug::In);
    bench.run(Duration::from_secs(5));
    assert_eq!(bench.links(serials[4]), [Stale, Lost, Up]);
    let read = "board rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR";
    assert!(bench.told(serials[4]).contains(&read.to_owned()));
}

#[test]
fn a_board_that_joins_is_found_while_others_are_played_on() {
    let serials = serials(12, 4);
    let mut bench = Bench::new(&serials);
    bench.plug(11, Plug::Out);
    bench.start();
    bench.until_read(11, Duration::from_secs(30));
    bench.run(Duration::from_secs(10));
    bench.plug(11, Plug::In);
    let took = bench.until_read(12, Duration::from_secs(45));
    println!("a board that joined was read out after {took:?}");
}

#[test]
fn a_line_thrown_out_of_bus_mode_is_brought_back_without_loss() {
    for code in [0x40, 0x42, 0x43, 0x44, 0x4B, 0x45] {
        let serials = serials(8, 2);
        let mut bench = Bench::settled(&serials);
        bench.run(Duration::from_secs(10));
        bench.start_stop(0);
        bench.run(Duration::from_secs(2));
        bench.forget();
        // Noise on the way to the boards.
        bench.line.receive(bench.now, &[code]);
        for (index, square) in ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"].iter().enumerate() {
            bench.set(index, square, '.');
        }
        bench.run(Duration::from_secs(5));
        for (index, square) in ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"].iter().enumerate() {
            assert_eq!(bench.changes(serials[index]), [format!("square {square} .")], "{code:x}");
            assert_eq!(bench.links(serials[index]), [], "{code:x}");
        }
    }
}

#[test]
fn a_line_that_was_in_single_mode_is_opened() {
    let serials = serials(3, 0);
    let mut bench = Bench::new(&serials);
    bench.line.receive(bench.now, &[0x4B]);
    bench.run(Duration::from_secs(1));
    bench.start();
    bench.until_read(3, Duration::from_secs(8));
}

#[test]
fn noise_on_a_line_without_boards_is_no_board() {
    let mut bench = Bench::open(&[]);
    for round in 0..200_u32 {
        let noise: Vec<u8> = (0..50).map(|byte| (round * 31 + byte * byte * 7) as u8).collect();
        bench.driver.receive(bench.now, Packet::stream(&noise));
        bench.run(Duration::from_millis(100));
    }
    assert!(bench.heard.is_empty(), "{:?}", bench.heard);
}
