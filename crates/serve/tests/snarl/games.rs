//! What happens in games, and several games of one server (R57, R63).

use crate::house::{House, corridors, quiet, short};
use crate::wire::{Wire, json, together};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::report::Report;
use gridhaunt_serve::snarl::server::ServerEnd;
use gridhaunt_serve::snarl::terms::Terms;
use serde_json::json;
use std::net::TcpStream;
use std::time::Duration;

/// A corridor with ana, bo and a zombie side by side.
fn haunted(late_eject: bool) -> Config {
    let terms = Terms { late_eject, ..quiet().terms };
    Config { clients: 2, settings: corridors(1, json!({"zombies": 1})), terms, ..quiet() }
}

fn pair(house: &mut House) -> [Wire; 2] {
    ["ana", "bo"].map(|name| house.seat(name))
}

#[test]
fn who_is_caught_out_of_turn_is_told_if_that_is_on() {
    let heard = [true, false].map(|late_eject| {
        let mut house = House::open(haunted(late_eject));
        let [ana, bo] = pair(&mut house);
        let heard = together([Box::new(|| ana.stay()), Box::new(|| bo.stay())]);
        let told = house.end().1;
        assert_eq!(told[2..4], ["Player bo was expelled", "Player ana was expelled"]);
        heard
    });
    let [[ana_on, bo_on], [ana_off, bo_off]] = heard;
    let end = [
        r#"{"type":"end-level","key":null,"exits":[],"ejects":["bo","ana"]}"#,
        r#"{"type":"end-game","scores":[{"type":"player-score","name":"ana","exits":0,"ejects":1,"keys":0},{"type":"player-score","name":"bo","exits":0,"ejects":1,"keys":0}]}"#,
    ];
    let caught = |heard: &[String]| heard[heard.len() - 3..] == ["\"Eject\"", end[0], end[1]].map(String::from);
    assert!(caught(&bo_on) && caught(&ana_on) && !caught(&bo_off) && !caught(&ana_off));
    assert!(ana_off.iter().any(|line| line.ends_with("\"message\":\"Player bo was expelled.\"}")));
    for (on, off) in [(ana_on, ana_off), (bo_on, bo_off)] {
        assert_eq!(on.into_iter().filter(|line| line != "\"Eject\"").collect::<Vec<_>>(), off);
    }
}

#[test]
fn who_walks_into_an_adversary_is_told_once() {
    let mut house = House::open(haunted(true));
    let [ana, bo] = pair(&mut house);
    let way: fn(&mut Wire, usize) = |wire, _| wire.say("[1,3]");
    let [ana, bo] = together([Box::new(move || ana.play(way)), Box::new(|| bo.stay())]);
    assert_eq!(ana.iter().filter(|line| *line == "\"Eject\"").count(), 1);
    assert_eq!(ana[ana.len() - 3], "\"Eject\"");
    assert!(bo.iter().any(|line| line.ends_with("\"message\":\"Player ana was expelled.\"}")));
    house.end();
}

#[test]
fn four_play_at_once() {
    let house = House::open(short(4));
    let address = house.address;
    let player = |name: &'static str| Box::new(move || Wire::join(address, name).stay()) as Box<_>;
    let heard = together([player("ana"), player("bo"), player("cy"), player("di")]);
    let start = heard[0].iter().find(|line| line.contains("start-level")).unwrap();
    let mut players: Vec<String> = serde_json::from_value(json(start)["players"].clone()).unwrap();
    for heard in &heard {
        assert!(heard.contains(start) && heard.last().unwrap().contains("end-game"));
        // Six rounds of four acts, and the first update: everybody gets each update, except that of the last act.
        assert_eq!(heard.iter().filter(|line| line.contains("player-update")).count(), 24);
    }
    players.sort();
    assert_eq!(players, ["ana", "bo", "cy", "di"]);
    house.end();
}

/// To the key and out.
const OUT: fn(&mut Wire, usize) = |wire, turn| wire.say(["[1,3]", "[1,5]", "[1,6]", "[1,7]"][turn - 1]);

#[test]
fn the_leaderboard_adds_up_all_games() {
    let config = Config { games: 2, leaderboard: true, ..short(1) };
    let house = House::open(config);
    let first = Wire::join(house.address, "ana").play(OUT);
    let second = Wire::join(house.address, "ana").stay();
    let total = |games, stranded: &str| {
        format!(
            r#"{{"type":"leaderboard","scores":[{{"type":"total-score","name":"ana","games":{games},"wins":1,"exits":1,"ejects":0,"keys":1}}{stranded}]}}"#
        )
    };
    assert_eq!(first.last(), Some(&total(1, "")));
    assert!(first[first.len() - 2].contains("end-game"));
    assert_eq!(second.last(), Some(&total(2, "")));
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    assert_eq!(told.last(), Some(&total(2, "")));
    assert!(told.contains(&"The game is won.\n1. ana: exits 1, keys 1, ejects 0".into()));
}

#[test]
fn each_game_has_the_next_seed() {
    let generate = json!({"generate": {"levels": 1, "rooms": 4}, "zombies": 0, "max_rounds": 1});
    let config = Config { clients: 1, settings: generate.as_object().unwrap().clone(), ..quiet() };
    let play = |seed, games| {
        let house = House::open(Config { seed, games, ..config.clone() });
        let heard: Vec<_> = (0..games).map(|_| Wire::join(house.address, "ana").stay()).collect();
        house.end();
        heard
    };
    let three = play(7, 3);
    assert_eq!([play(7, 1), play(8, 1), play(9, 1)].concat(), three);
    assert_ne!(three[0], three[1]);
}

#[test]
fn a_registration_waits_while_enough_games_run() {
    let house = House::open(Config { games: 2, ..short(1) });
    let mut ana = Wire::join(house.address, "ana");
    ana.await_line("\"move\"");
    let mut bo = Wire::connect(house.address);
    assert!(bo.is_silent(Duration::from_millis(200)));
    ana.say("null");
    ana.stay();
    assert!(bo.next().contains("welcome"));
    bo.say("bo");
    assert!(bo.stay().last().unwrap().contains("end-game"));
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn a_registration_to_which_nobody_came_is_repeated() {
    let house = House::open(Config { games: 2, wait: Duration::from_millis(100), ..short(1) });
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(250));
        Wire::join(house.address, "ana").stay();
    }
    assert_eq!(house.end().0, ServerEnd::Played);
}

#[test]
fn stopping_ends_the_registration_and_lets_games_finish() {
    let mut house = House::open(Config { games: 0, parallel: 2, ..short(2) });
    let [mut ana, bo] = pair(&mut house);
    ana.await_line("\"move\"");
    let bo = std::thread::spawn(|| bo.stay());
    let mut named = Wire::join(house.address, "cy");
    while !matches!(house.report(), Report::Joined { game: 2, .. }) {}
    let mut nameless = Wire::connect(house.address);
    nameless.next();
    nameless.expect("\"name\"");
    house.stop.cancel();
    named.expect_closed();
    nameless.expect_closed();
    while TcpStream::connect(house.address).is_ok() {} // The listener is closed a moment later.
    ana.say("null");
    assert!(ana.stay().last().unwrap().contains("end-game"));
    assert!(bo.join().unwrap().last().unwrap().contains("end-game"));
    let (ending, told) = house.end();
    assert_eq!(ending, ServerEnd::Stopped);
    assert!(told.last().unwrap().starts_with("The game is lost on level 1."));
}

#[test]
fn whoever_observes_sees_the_board_after_every_act() {
    let house = House::open(Config { observe: true, ..short(1) });
    Wire::join(house.address, "ana").play(OUT);
    let (_, told) = house.end();
    assert_eq!(
        told,
        [
            "Player ana joined",
            "Level 1/1, round 1, exit locked\n#########\n#1....KE#\n#########",
            "Level 1/1, round 2, exit locked\n#########\n#..1..KE#\n#########",
            "Level 1/1, round 3, exit locked\n#########\n#....1KE#\n#########",
            "Player ana found the key",
            "Level 1/1, round 4, exit open\n#########\n#.....1O#\n#########",
            "Player ana exited",
            "Level 1/1, round 4, exit open\n#########\n#......O#\n#########",
            "The game is won.\n1. ana: exits 1, keys 1, ejects 0",
        ]
    );
}
