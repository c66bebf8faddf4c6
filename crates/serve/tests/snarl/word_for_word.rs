//! A whole game, every line of it.

use crate::house::{House, corridors, quiet};
use crate::wire::{Wire, together};
use gridhaunt_serve::snarl::config::Config;
use gridhaunt_serve::snarl::server::ServerEnd;
use serde_json::json;

#[test]
fn a_game_of_two_levels_as_both_players_hear_it() {
    let mut house = House::open(Config { clients: 2, settings: corridors(2, json!({"max_rounds": 9})), ..quiet() });
    let mut ana = Wire::connect(house.address);
    ana.expect(r#"{"type":"welcome","info":"gridhaunt snarl; retries unlimited; turn 10 s"}"#);
    ana.expect(r#""name""#);
    ana.say(r#""ana""#);
    house.report();
    let mut bo = house.seat("bo");

    const START: &str = r#"{"type":"start-level","level":1,"players":["ana","bo"]}"#;
    ana.expect(START);
    bo.expect(START);
    ana.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[0,0,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,1],"objects":[],"actors":[{"type":"player","name":"bo","position":[1,2]}],"message":null}"#);
    bo.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[0,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,2],"objects":[],"actors":[{"type":"player","name":"ana","position":[1,1]}],"message":null}"#);

    // The first destination is occupied by another player, the second is free.
    ana.expect(r#""move""#);
    ana.say(r#"{"type":"move","to":[1,2]}"#);
    ana.expect(r#""Invalid""#);
    ana.expect(r#""move""#);
    ana.say(r#"{"type":"move","to":[1,3]}"#);
    ana.expect(r#""OK""#);
    let passed = r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[1,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,3],"objects":[],"actors":[{"type":"player","name":"bo","position":[1,2]}],"message":null}"#;
    ana.expect(passed);
    bo.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[0,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,2],"objects":[],"actors":[{"type":"player","name":"ana","position":[1,3]}],"message":null}"#);
    bo.expect(r#""move""#);
    bo.say("null");
    bo.expect(r#""OK""#);
    ana.expect(passed);
    bo.next();

    // The key, which both are told about; then the exit, for one.
    ana.expect(r#""move""#);
    ana.say("[1,5]");
    ana.expect(r#""OK""#);
    ana.next();
    bo.next();
    bo.await_line(r#""move""#);
    bo.say(r#"{"to":[1,4]}"#);
    bo.expect(r#""OK""#);
    bo.next();
    ana.next();
    ana.expect(r#""move""#);
    ana.say("[1,6]");
    ana.expect(r#""Key""#);
    ana.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[1,1,1,1,0],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,6],"objects":[{"type":"exit","position":[1,7]}],"actors":[{"type":"player","name":"bo","position":[1,4]}],"message":"Player ana found the key."}"#);
    bo.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[1,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,4],"objects":[],"actors":[{"type":"player","name":"ana","position":[1,6]}],"message":"Player ana found the key."}"#);
    bo.expect(r#""move""#);
    bo.say("[1,5]");
    bo.expect(r#""OK""#);
    bo.next();
    ana.next();
    ana.expect(r#""move""#);
    ana.say("[1,7]");
    ana.expect(r#""Exit""#);
    bo.expect(r#"{"type":"player-update","layout":[[0,0,0,0,0],[0,0,0,0,0],[1,1,1,1,1],[0,0,0,0,0],[0,0,0,0,0]],"position":[1,5],"objects":[{"type":"exit","position":[1,7]}],"actors":[],"message":"Player ana exited."}"#);
    bo.expect(r#""move""#);
    bo.say("[1,7]");
    bo.expect(r#""Exit""#);

    // A player who has left receives nothing until the level ends; then both go on.
    for wire in [&mut ana, &mut bo] {
        wire.expect(r#"{"type":"end-level","key":"ana","exits":["ana","bo"],"ejects":[]}"#);
        wire.expect(r#"{"type":"start-level","level":2,"players":["ana","bo"]}"#);
    }
    for heard in together([Box::new(|| ana.stay()), Box::new(|| bo.stay())]) {
        assert_eq!(
            heard[heard.len() - 2..],
            [
                r#"{"type":"end-level","key":null,"exits":[],"ejects":[]}"#,
                r#"{"type":"end-game","scores":[{"type":"player-score","name":"ana","exits":1,"ejects":0,"keys":1},{"type":"player-score","name":"bo","exits":1,"ejects":0,"keys":0}]}"#
            ]
        );
    }
    let (ending, lines) = house.end();
    assert_eq!(ending, ServerEnd::Played);
    assert_eq!(
        lines,
        [
            "Player ana joined",
            "Player bo joined",
            "Player ana found the key",
            "Player ana exited",
            "Player bo exited",
            "Player ana was stranded",
            "Player bo was stranded",
            "The game is lost on level 2.\n1. ana: exits 1, keys 1, ejects 0\n2. bo: exits 1, keys 0, ejects 0",
        ]
    );
}
