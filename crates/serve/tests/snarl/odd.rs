//! Clients with unusual but valid answers: the others receive the same messages as usual (R60, R61).

use crate::house::{House, short};
use crate::wire::{Wire, together};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::messages::Quotes;
use gridhaunt_serve::snarl::server::ServerEnd;
use std::time::Duration;

/// Ana plays as given, bo stays; returns what both received.
fn played(config: Config, ana: fn(&mut Wire, usize)) -> [Vec<String>; 2] {
    let mut house = House::open(config);
    let first = house.seat("ana");
    let second = house.seat("bo");
    let heard = together([Box::new(move || first.play(ana)), Box::new(|| second.stay())]);
    assert_eq!(house.end().0, ServerEnd::Played);
    heard
}

/// To and fro between two tiles.
fn step(turn: usize) -> &'static str {
    if turn % 2 == 1 { "[1,1]" } else { "[1,3]" }
}

/// What a client does.
type Way = fn(&mut Wire, usize);

#[test]
fn whatever_way_a_move_is_written_the_others_hear_the_same() {
    let plain = |wire: &mut Wire, turn| wire.say(&format!("{{\"type\":\"move\",\"to\":{}}}", step(turn)));
    let [ana, bo] = played(short(2), plain);
    let ways: [(&str, Way); 7] = [
        ("just the point", |wire, turn| wire.say(step(turn))),
        ("over lines", |wire, turn| {
            wire.say(&format!("\r\n {{\n\"to\"\r\n:\n{}\n}}", step(turn).replace(',', "\n,\n")));
        }),
        ("with more fields", |wire, turn| wire.say(&format!("{{\"why\":[{{}}],\"to\":{}}}", step(turn)))),
        ("byte by byte", |wire, turn| {
            for byte in format!("{{\"to\":{}}}", step(turn)).bytes() {
                wire.send(&[byte]);
                std::thread::sleep(Duration::from_millis(1));
            }
        }),
        ("slowly", |wire, turn| {
            std::thread::sleep(Duration::from_millis(40));
            wire.say(step(turn));
        }),
        ("two at a time, in one packet", |wire, turn| {
            if turn % 2 == 1 {
                wire.send(format!("{}{}", step(turn), step(turn + 1)).as_bytes());
            }
        }),
        ("all at once", |wire, turn| {
            if turn == 1 {
                wire.send((1..=6).map(step).collect::<String>().as_bytes());
            }
        }),
    ];
    for (way, moves) in ways {
        assert_eq!(played(short(2), moves), [ana.clone(), bo.clone()], "{way}");
    }
}

#[test]
fn what_is_invalid_is_asked_again_and_nobody_else_hears_of_it() {
    let stays: fn(&mut Wire, usize) = |wire, _| wire.say("null");
    let [good, bo] = played(short(2), stays);
    // Each of these is answered "Invalid" once and asked again.
    let wrong: [fn(&mut Wire, usize); 12] = [
        |wire, _| wire.say("[1,7]\nnull"),
        |wire, _| wire.say("[0,1]\nnull"),
        |wire, _| wire.say("[-1000000000000,7]\nnull"),
        |wire, _| wire.say("{\"type\":\"move\",\"to\":\"there\"}\nnull"),
        |wire, _| wire.say("{\"type\":\"walk\",\"to\":[1,1]}\nnull"),
        |wire, _| wire.say("{\"type\":\"move\"}\nnull"),
        |wire, _| wire.say("\"ana\"\nnull"),
        |wire, _| wire.say("stay\nnull"),
        |wire, _| wire.say("{{{\nnull"),
        |wire, _| wire.say("{\"to\":[1,1}\nnull"),
        |wire, _| wire.say("-!? \u{1F47B} nonsense\nnull"),
        |wire, _| wire.send(b"\"\xff\xfe\"\nnull\n"),
    ];
    for (number, moves) in wrong.into_iter().enumerate() {
        let [bad, unmoved] = played(short(2), moves);
        assert_eq!(unmoved, bo, "wrong answer {number}");
        let heard = |what: &str| bad.iter().filter(|line| *line == what).count();
        assert_eq!((heard("\"Invalid\""), heard("\"move\""), heard("\"OK\"")), (6, 12, 6), "wrong answer {number}");
        let asked_again = ["\"Invalid\"".to_string(), "\"move\"".to_string()];
        let mut rest = bad;
        while let Some(at) = rest.windows(2).position(|pair| pair == asked_again) {
            rest.drain(at..at + 2);
        }
        assert_eq!(rest, good, "wrong answer {number}");
    }
}

#[test]
fn words_may_be_bare_in_both_directions() {
    let quoted: fn(&mut Wire, usize) = |wire, turn| wire.say(if turn == 2 { "[1,7]null" } else { "null" });
    let heard = played(short(2), quoted);
    let mut config = short(2);
    config.terms.words = Quotes::Bare;
    let mut house = House::open(config);
    let address = house.address;
    let join = |name: &str| {
        let mut wire = Wire::connect(address);
        wire.next();
        wire.expect("name");
        wire.say(name);
        wire
    };
    let ana = join("ana");
    house.report();
    let bo = join("bo");
    let bare = together([Box::new(move || ana.play(quoted)), Box::new(|| bo.play(|wire, _| wire.say("null")))]);
    let unquote = |line: &String| line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line).into();
    assert_eq!(bare, heard.map(|heard| heard.iter().map(unquote).collect::<Vec<String>>()));
    house.end();
}

#[test]
fn who_sends_its_name_and_all_moves_before_being_asked_is_heard_in_order() {
    let house = House::open(short(1));
    let mut eager = Wire::connect(house.address);
    eager.send(b"\"ana\"[1,3][1,5][1,4][1,2][1,4][1,5]");
    let mut heard = Vec::new();
    while let Some(line) = eager.line() {
        heard.push(line);
    }
    let places: Vec<_> = heard.iter().filter(|line| line.contains("player-update")).collect();
    let at = |place: &str| places.iter().any(|line| line.contains(&format!("\"position\":{place},")));
    assert!(at("[1,5]") && at("[1,2]") && !heard.contains(&"\"Invalid\"".into()));
    assert_eq!(house.end().0, ServerEnd::Played);
}
