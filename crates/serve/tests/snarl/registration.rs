//! Names, tries and waiting (R57, phase 1).

use crate::house::{House, quiet, short};
use crate::wire::{Wire, json, together};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::messages::Quotes;
use gridhaunt_serve::snarl::report::Report;
use gridhaunt_serve::snarl::server::ServerEnd;
use gridhaunt_serve::snarl::terms::Terms;
use std::time::{Duration, Instant};

/// Waits until a player has joined.
fn joined(house: &mut House) -> String {
    loop {
        match house.report() {
            Report::Joined { name, .. } => return name.to_string(),
            Report::TurnedAway { .. } | Report::Hint(_) => {}
            other => panic!("{other}"),
        }
    }
}

#[test]
fn bad_and_taken_names_are_asked_again_until_the_tries_are_used_up() {
    let mut house = House::open(short(2));
    let first = Wire::join(house.address, "ana");
    assert_eq!(joined(&mut house), "ana");
    let mut second = Wire::connect(house.address);
    second.next();
    for bad in ["\"ana\"", "\"a b\"", "[1,2]", "{{{"] {
        second.expect(r#""name""#);
        second.say(bad);
    }
    second.expect(r#""name""#);
    second.say("bo");
    assert_eq!(joined(&mut house), "bo");
    let heard = together([Box::new(|| first.stay()), Box::new(|| second.stay())]);
    assert_eq!(json(&heard[0][2])["players"], serde_json::json!(["ana", "bo"]));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn after_the_last_bad_name_the_connection_is_closed_and_the_seat_is_free() {
    let house = House::open(short(1));
    let mut rude = Wire::connect(house.address);
    rude.next();
    for bad in ["\"\"", "\"ä\"", "{\"nickname\":\"ana\"}", "-7", "\"123456789012345678901234567890123\""] {
        rude.expect(r#""name""#);
        rude.say(bad);
    }
    rude.expect_closed();
    let heard = Wire::join(house.address, "ana").stay();
    assert!(heard.last().unwrap().contains("end-game"));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn who_leaves_before_the_start_frees_name_and_seat() {
    let mut house = House::open(short(2));
    let first = Wire::join(house.address, "ana");
    assert_eq!(joined(&mut house), "ana");
    first.leave();
    // Whatever else she sent.
    let mut eager = Wire::connect(house.address);
    eager.send(&b"\"bo\" ".repeat(1000));
    assert_eq!(joined(&mut house), "bo");
    eager.leave();
    Wire::connect(house.address).leave();
    // A name is free again as soon as the server has seen that its owner left.
    let mut again = Wire::connect(house.address);
    again.next();
    let until = Instant::now() + Duration::from_secs(5);
    std::thread::sleep(Duration::from_secs(1));
    again.expect(r#""name""#);
    again.say(r#""ana""#);
    assert_eq!(joined(&mut house), "ana");
    assert!(Instant::now() < until);
    let bo = Wire::join(house.address, "bo");
    let heard = together([Box::new(|| bo.stay()), Box::new(|| again.stay())]);
    assert_eq!(json(&heard[0][2])["players"], serde_json::json!(["ana", "bo"]));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn the_wait_starts_anew_with_each_connection_and_then_whoever_is_there_plays() {
    let wait = Duration::from_millis(400);
    let house = House::open(Config { wait, ..short(4) });
    let before = Instant::now();
    let ana = Wire::join(house.address, "ana");
    std::thread::sleep(wait / 2);
    let mut nameless = Wire::connect(house.address);
    nameless.next();
    nameless.expect(r#""name""#);
    let heard = ana.stay();
    assert!(before.elapsed() >= wait * 3 / 2);
    assert_eq!(json(&heard[2])["players"], serde_json::json!(["ana"]));
    nameless.expect_closed();
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn the_wait_begins_with_the_first_connection() {
    let wait = Duration::from_millis(300);
    let mut house = House::open(Config { wait, ..short(2) });
    std::thread::sleep(wait * 3);
    let before = Instant::now();
    let heard = house.seat("ana").stay();
    assert!(before.elapsed() >= wait, "another one is waited for");
    assert_eq!(json(&heard[2])["players"], serde_json::json!(["ana"]));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn who_speaks_http_is_no_player_and_starts_no_wait() {
    let wait = Duration::from_millis(300);
    let mut house = House::open(Config { wait, ..short(2) });
    let mut browser = Wire::connect(house.address);
    browser.next();
    browser.expect(r#""name""#);
    browser.send(b"GET /favicon.ico HTTP/1.1\r\nHost: here\r\n\r\n");
    browser.expect("HTTP/1.1 400 Bad Request");
    while browser.line().is_some() {}
    assert_eq!(browser.heard.last().unwrap(), "This is a Snarl server. It speaks JSON over TCP, not HTTP.");
    let Report::TurnedAway { why, .. } = house.report() else { panic!("it is told") };
    assert_eq!(why, "speaks HTTP, and is no player");
    std::thread::sleep(wait * 2);
    let heard = house.seat("ana").stay();
    assert_eq!(json(&heard[2])["players"], serde_json::json!(["ana"]));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn who_asks_for_notices_learns_who_is_there_whose_turn_it_is_and_why_it_is_closed() {
    let mut config = short(2);
    config.terms = Terms { turn_timeout: Some(Duration::from_secs(1)), ..config.terms };
    let mut house = House::open(config);
    let mut ana = Wire::connect(house.address);
    ana.next();
    ana.expect(r#""name""#);
    ana.say(r#"{"type":"player","name":"ana","notices":true}"#);
    ana.expect(r#"{"type":"lobby","players":["ana"],"clients":2,"seconds":10}"#);
    let bo = house.seat("bo");
    ana.expect(r#"{"type":"lobby","players":["ana","bo"],"clients":2,"seconds":10}"#);
    ana.await_line(r#"{"type":"turn","player":"ana","seconds":1}"#);
    ana.expect(r#""move""#);
    ana.say("null");
    let bo = std::thread::spawn(|| bo.stay());
    ana.await_line(r#"{"type":"turn","player":"bo","seconds":1}"#);
    // She gives no answer to the second request.
    ana.await_line(r#""move""#);
    ana.expect(r#"{"type":"closed","why":"is lost: no answer within 1 s"}"#);
    ana.expect_closed();
    let bo = bo.join().unwrap();
    assert!(bo.iter().all(|line| !line.contains("\"turn\"") && !line.contains("lobby")), "who asks for none has none");
    let (_, told) = house.end();
    assert!(told.contains(&"Player ana is lost: no answer within 1 s".into()), "{told:?}");
    assert!(told.iter().any(|line| line.contains("--classic")), "{told:?}");
}

#[test]
fn who_gives_no_name_in_time_is_closed() {
    let wait = Duration::from_secs(1);
    let mut house = House::open(Config { wait, ..short(2) });
    let _ana = Wire::join(house.address, "ana");
    joined(&mut house);
    let mut silent = Wire::connect(house.address);
    silent.next();
    silent.expect(r#""name""#);
    std::thread::sleep(wait / 2);
    // Another one keeps the registration open, not the silent one.
    let mut late = Wire::connect(house.address);
    let before = Instant::now();
    silent.expect_closed();
    assert!(before.elapsed() < wait);
    late.next();
    late.expect(r#""name""#);
    late.say("bo");
    assert_eq!(joined(&mut house), "bo");
}

#[test]
fn silent_connections_make_room_for_those_who_speak() {
    let mut house = House::open(Config { wait: Duration::from_secs(60), ..short(1) });
    let mut silent: Vec<Wire> = (0..260).map(|_| Wire::connect(house.address)).collect();
    let ana = house.seat("ana");
    assert!(ana.stay().last().unwrap().contains("end-game"));
    silent[0].next();
    silent[0].expect("\"name\"");
    silent[0].expect_closed();
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn with_nobody_the_server_ends() {
    let house = House::open(Config { wait: Duration::from_millis(100), ..short(2) });
    let mut nameless = Wire::connect(house.address);
    assert_eq!(house.end().0, ServerEnd::Nobody);
    nameless.next();
    nameless.expect(r#""name""#);
    nameless.expect_closed();
}

#[test]
fn bare_words_are_names_too_ended_by_silence() {
    let house = House::open(Config { terms: Terms { words: Quotes::Bare, ..quiet().terms }, ..short(1) });
    let mut ana = Wire::connect(house.address);
    assert!(ana.next().starts_with('{'));
    ana.expect("name");
    ana.send(b"ana");
    assert_eq!(json(&ana.next())["players"], serde_json::json!(["ana"]));
    let heard = ana.play(|wire, _| wire.send(b"null"));
    assert_eq!(heard[4..7], ["move", "OK", &heard[3]].map(String::from));
    assert_eq!(house.end().0, ServerEnd::Played);
}
