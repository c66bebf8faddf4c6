//! Players who are lost, and when the others learn of it (R21 to R24, R62).

use crate::house::{House, corridors, quiet, short};
use crate::wire::{Wire, json, together};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::server::ServerEnd;
use gridhaunt_serve::snarl::terms::Terms;
use serde_json::json;
use std::time::{Duration, Instant};

const TURN: Duration = Duration::from_millis(400);

fn strict() -> Config {
    let terms = Terms { turn_timeout: Some(TURN), malformed_limit: 4, ..quiet().terms };
    Config { terms, ..short(2) }
}

/// Ana plays as given, bo stays; returns what ana received, what bo received and what the server reported.
fn played(config: Config, ana: fn(Wire) -> Vec<String>) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut house = House::open(config);
    let first = house.seat("ana");
    let second = house.seat("bo");
    let [ana, bo] = together([Box::new(move || ana(first)), Box::new(|| second.stay())]);
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    (ana, bo, told)
}

/// Stays once, then does something else.
fn second_turn(mut wire: Wire, then: impl FnOnce(&mut Wire)) -> Vec<String> {
    wire.await_line("\"move\"");
    wire.say("null");
    wire.await_line("\"move\"");
    then(&mut wire);
    while wire.line().is_some() {}
    wire.heard
}

/// What a client does.
type Way = fn(Wire) -> Vec<String>;

#[test]
fn however_a_player_is_lost_the_others_hear_the_same() {
    let (_, bo, told) = played(strict(), |wire| second_turn(wire, Wire::shut));
    let disconnected = bo.iter().position(|line| line.contains("\"message\":\"Player ana disconnected.\"")).unwrap();
    assert!(bo[disconnected..].iter().all(|line| !line.contains("\"name\":\"ana\",\"position\"")));
    assert!(bo.iter().any(|line| line == r#"{"type":"end-level","key":null,"exits":[],"ejects":["ana"]}"#));
    assert!(told.contains(&"Player ana lost connection".into()) && told.contains(&"Player bo was stranded".into()));
    assert!(!told.iter().any(|line| line.contains("expelled") || line.contains("--classic")), "{told:?}");

    let silent = "is lost: no answer within 0.4 s";
    let ways: [(&str, &str, Way); 9] = [
        ("says nothing", silent, |wire| second_turn(wire, |_| {})),
        ("half a message, and silence", silent, |wire| {
            second_turn(wire, |wire| wire.send(b"{\"type\":\"move\",\"to\":[1,"))
        }),
        ("invalid moves until the time is up", silent, |wire| {
            second_turn(wire, |wire| {
                let until = Instant::now() + TURN * 3 / 2;
                while Instant::now() < until {
                    wire.say("[9,9]");
                    std::thread::sleep(Duration::from_millis(20));
                }
            })
        }),
        ("too much that is no value", "is lost: 64 KiB without a complete value", |wire| {
            second_turn(wire, |wire| wire.send(&[b'['; 64 << 10]))
        }),
        ("a word without an end", "is lost: 64 KiB without a complete value", |wire| {
            second_turn(wire, |wire| wire.send(&[b'a'; 64 << 10]))
        }),
        ("rubbish to the limit", "is lost: 4 malformed answers in one turn", |wire| {
            second_turn(wire, |wire| wire.say("}\n{]\n\"up\"\n{\"type\":\"fly\"}"))
        }),
        ("a flood of rubbish", "is lost: 4 malformed answers in one turn", |wire| {
            second_turn(wire, |wire| (0..10_000).for_each(|_| wire.send(b"} much ado about nothing\n")))
        }),
        ("gone between two turns", "lost connection", |mut wire| {
            wire.await_line("\"move\"");
            wire.say("null");
            wire.await_line("\"OK\"");
            wire.shut();
            Vec::new()
        }),
        ("gone without reading", "lost connection", |mut wire| {
            wire.await_line("\"move\"");
            wire.say("null");
            std::thread::sleep(Duration::from_millis(50));
            wire.leave();
            Vec::new()
        }),
    ];
    for (way, why, ana) in ways {
        let (heard, unmoved, told) = played(strict(), ana);
        assert!(told.contains(&format!("Player ana {why}")), "{way}: {told:?}");
        assert_eq!(told.iter().any(|line| line.contains("--classic")), why == silent, "{way}");
        assert_eq!(unmoved, bo, "{way}");
        assert!(!heard.iter().any(|line| line.contains("end-level")), "{way}: the connection was closed");
    }
}

#[test]
fn answers_that_wait_count_no_more_once_the_player_is_lost() {
    let (_, bo, _) = played(strict(), |wire| second_turn(wire, Wire::shut));
    let mut house = House::open(strict());
    let mut first = house.seat("ana");
    let second = house.seat("bo");
    let slowly = |wire: &mut Wire, turn| {
        if turn == 1 {
            std::thread::sleep(TURN / 2);
        }
        wire.say("null");
    };
    let second = std::thread::spawn(move || second.play(slowly));
    first.await_line("\"move\"");
    first.say("null\nnull\nnull\nnull");
    first.await_line("\"OK\"");
    first.shut();
    assert_eq!(second.join().unwrap(), bo);
    house.end();
}

#[test]
fn rubbish_is_answered_up_to_the_limit() {
    let (heard, ..) = played(strict(), |wire| second_turn(wire, |wire| wire.say("}\n}\n}\n}\nnull")));
    let end: Vec<&str> = heard.iter().rev().take(8).map(String::as_str).collect();
    assert_eq!(end, ["\"Invalid\"", "\"move\""].repeat(4), "the last rubbish is answered too, then nothing");
    // Malformed answers of one turn do not count in the next.
    let (_, bo, _) = played(strict(), |wire| wire.play(|wire, _| wire.say("}\n}\n}\nnull")));
    assert!(bo.iter().all(|line| !line.contains("disconnected")));
}

#[test]
fn who_has_used_up_the_retries_stays() {
    let mut config = strict();
    config.terms = Terms { retries: Some(2), malformed_limit: 16, ..config.terms };
    let (ana, bo, _) = played(config.clone(), |wire| wire.play(|wire, _| wire.say("[9,9]\n}\n[9,9]")));
    assert_eq!(ana.iter().filter(|line| *line == "\"move\"").count(), 6 * 3);
    assert_eq!(ana.iter().filter(|line| *line == "\"Invalid\"").count(), 6 * 3);
    assert!(!ana.contains(&"\"OK\"".into()), "the result of such a stay is not told if it is OK");
    assert_eq!(bo, played(config.clone(), Wire::stay).1);

    // On the exit, such a stay leads out when the other player takes the key, and that is reported.
    config.terms.retries = Some(0);
    config.settings = corridors(1, json!({"max_rounds": 6}));
    let mut house = House::open(config);
    let ana = house.seat("ana");
    let bo = house.seat("bo");
    let ana_way: fn(&mut Wire, usize) = |wire, turn| wire.say(["[1,3]", "[1,5]", "[1,7]", "[0,0]"][turn - 1]);
    let bo_way: fn(&mut Wire, usize) = |wire, turn| wire.say(["[1,4]", "null", "[1,6]", "[1,7]"][turn - 1]);
    let [ana, _] = together([Box::new(move || ana.play(ana_way)), Box::new(move || bo.play(bo_way))]);
    let at = ana.iter().position(|line| line == "\"Invalid\"").unwrap();
    assert_eq!(ana[at + 1], "\"Exit\"");
    assert_eq!(json(ana.last().unwrap())["scores"][0]["exits"], 1);
    house.end();
}

#[test]
fn who_leaves_after_the_exit_forfeits_in_the_next_level() {
    let mut house = House::open(Config { clients: 2, settings: corridors(2, json!({"max_rounds": 8})), ..quiet() });
    let mut ana = house.seat("ana");
    let bo = house.seat("bo");
    let way: fn(&mut Wire, usize) =
        |wire, turn| wire.say(["null", "[1,4]", "null", "[1,6]", "[1,7]", "null"][turn.min(6) - 1]);
    let bo = std::thread::spawn(move || bo.play(way));
    for to in ["[1,3]", "[1,5]", "[1,6]", "[1,7]"] {
        ana.await_line("\"move\"");
        ana.say(to);
    }
    ana.await_line("\"Exit\"");
    ana.shut();
    let bo = bo.join().unwrap();
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    let second = bo.iter().position(|line| line.contains("\"level\":2")).unwrap();
    assert_eq!(bo[second], r#"{"type":"start-level","level":2,"players":["ana","bo"]}"#, "she is placed");
    assert!(bo[second + 1].ends_with("\"message\":null}"));
    assert!(bo[second + 2].ends_with("\"message\":\"Player ana disconnected.\"}"));
    let lost: Vec<_> = told.iter().filter(|line| line.contains("lost connection")).collect();
    assert_eq!(lost, ["Player ana lost connection"]);
    assert!(bo.last().unwrap().contains(r#""name":"ana","exits":1,"ejects":1,"keys":1"#));
}

#[test]
fn when_all_are_lost_the_game_is() {
    let mut house = House::open(strict());
    let mut ana = house.seat("ana");
    let mut bo = house.seat("bo");
    bo.next();
    bo.shut();
    ana.shut();
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    assert!(told.last().unwrap().starts_with("The game is lost on level 1.\n1. ana: exits 0, keys 0, ejects 1"));
}
