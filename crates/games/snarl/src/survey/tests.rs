//! Compares `check` and `generate` with each other and with R7.

use super::*;
use crate::{Snarl, generator, stream};
use gridhaunt_console::Lines;
use gridhaunt_kernel::Game;
use proptest::prelude::*;

fn flags(flags: &Value) -> Map<String, Value> {
    flags.as_object().unwrap().clone()
}

/// The report on a text.
pub(crate) fn checked(text: &str, given: &Value, json: bool) -> (Exit, Lines) {
    let mut console = Lines { file: Some("a.levels"), json, ..Lines::of(text) };
    let verdict = (TOOL.run)(&flags(given), &mut console).unwrap();
    assert!(console.said.iter().all(|line| !line.is_empty()));
    (verdict, console)
}

fn generated(given: &Value) -> Result<Lines, Invalid> {
    let mut console = Lines::default();
    assert_eq!((generator::TOOL.run)(&flags(given), &mut console)?, Exit::Fine);
    assert!(console.said.iter().all(|line| !line.is_empty()));
    Ok(console)
}

const EXAMPLE: &str = include_str!("../../../../../examples/snarl/example.levels");
const CRYPT: &str = include_str!("../../../../../examples/snarl/crypt.levels");

#[test]
fn a_level_is_drawn_and_summed_up() {
    let (verdict, lines) = checked(EXAMPLE, &json!({"players": 1, "zombies": 1}), false);
    assert_eq!((verdict, lines.complained), (Exit::Fine, vec![]));
    assert_eq!(
        lines.said,
        [
            "level 1 of 1, 4 by 9",
            "      ###",
            "#### :+.#",
            "#E.+::#K#",
            "####  ###",
            "rooms     2",
            "hallways  1",
            "floor     4 tiles, 2 free for 2 actors (players 1, zombies 1, ghosts 0)",
            "key       [2,7]",
            "exit      [2,1]",
            "reach     every floor tile, from the exit",
            "verdict   playable",
        ]
    );
}

#[test]
fn the_crypt_is_playable_and_all_of_it_can_be_reached() {
    let (verdict, lines) = checked(CRYPT, &json!({}), true);
    assert_eq!((verdict, lines.complained), (Exit::Fine, vec![]));
    let levels: Vec<Value> = lines.said.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rooms: Vec<_> = levels.iter().map(|level| level["rooms"].as_u64().unwrap()).collect();
    assert_eq!(rooms, [3, 5, 8]);
    for level in &levels {
        assert_eq!((&level["playable"], &level["unreached"]), (&json!(true), &json!([])));
        assert_eq!((&level["keys"].as_array().unwrap().len(), &level["exits"].as_array().unwrap().len()), (&1, &1));
    }
    let full = json!({"players": 4, "zombies": 32, "ghosts": 32});
    assert_eq!(checked(CRYPT, &full, false).0, Exit::Fine, "there is room for everybody one could ask for");
}

#[test]
fn all_that_is_wrong_is_told() {
    let bad = r#"2
        {"rooms":[{"origin":[0,0],"bounds":{"rows":3,"columns":3},"layout":[[0,0,0],[0,2,7],[0,0]]},
                  {"origin":[2,2],"bounds":{"rows":1,"columns":1},"layout":[[1]]},
                  {"origin":[0,2],"bounds":{"rows":2,"columns":1},"layout":[[1],[1]]}],
         "hallways":[{"from":[2,2],"to":[5,5],"waypoints":[[2,6],[3,7]]}],
         "objects":[{"type":"exit","position":[9,9]},{"type":"exit","position":[0,0]}]}
        {"rooms":[{"origin":[0,0],"bounds":{"rows":1,"columns":1},"layout":[[1]]}],
         "hallways":[],"objects":[{"type":"exit","position":[0,300]}]}"#;
    let (verdict, lines) = checked(bad, &json!({}), false);
    assert_eq!(verdict, Exit::Wanting);
    let told: Vec<&String> = lines.said.iter().filter(|line| line.starts_with("levels[")).collect();
    assert_eq!(
        told,
        [
            "levels[0].rooms[0].layout[1][1]: door inside the room, need it on the edge",
            "levels[0].rooms[0].layout[1][2]: code 7, need 0, 1 or 2",
            "levels[0].rooms[0].layout[2]: 2 columns, bounds say 3",
            "levels[0].rooms[2]: overlaps rooms[0] at [0,2]",
            "levels[0].hallways[0].from: [2,2] is not a door",
            "levels[0].hallways[0].to: [5,5] is not a door",
            "levels[0].hallways[0].waypoints[1]: [3,7] is not in line with [2,6]",
            "levels[0].hallways[0].to: [5,5] is not in line with [3,7]",
            "levels[0].objects: 2 exits, need 1",
            "levels[0].objects[0].position: [9,9] is void, need floor, door or hall",
            "levels[0].objects[1].position: [0,0] is a wall, need floor, door or hall",
            "levels[0]: 1 free floor tiles for 5 actors",
            "levels[1].objects[0].position: [0,300] is void, need floor, door or hall",
            "levels[1]: 1 free floor tiles for 6 actors",
        ]
    );
    assert!(lines.said.contains(&"verdict   not playable".into()));
    let (_, json) = checked(bad, &json!({}), true);
    let first: Value = serde_json::from_str(&json.said[0]).unwrap();
    assert_eq!((&first["playable"], first["errors"].as_array().unwrap().len()), (&json!(false), 12));
    assert_eq!(first["errors"][8]["message"], "levels[0].objects: 2 exits, need 1");
}

#[test]
fn what_is_too_large_is_not_drawn() {
    let far = r#"1 {"rooms":[{"origin":[0,299],"bounds":{"rows":1,"columns":1},"layout":[[1]]}],"hallways":[],
                  "objects":[{"type":"exit","position":[0,299]}]}"#;
    let (verdict, lines) = checked(far, &json!({}), false);
    assert_eq!(verdict, Exit::Wanting);
    assert_eq!(lines.said[0], "level 1 of 1, too large to be drawn");
    assert_eq!(lines.said.last().unwrap(), "levels[0]: 300 columns, need at most 256");
    assert_eq!(checked(far, &json!({}), true).0, Exit::Wanting);
}

#[test]
fn parts_that_cannot_be_reached_are_told_but_allowed() {
    let apart = r#"1 {"rooms":[{"origin":[-1,-1],"bounds":{"rows":1,"columns":9},"layout":[[1,1,0,1,1,1,0,1,1]]}],
                    "hallways":[],"objects":[{"type":"exit","position":[-1,-1]}]}"#;
    let (verdict, lines) = checked(apart, &json!({}), false);
    assert_eq!(verdict, Exit::Fine);
    assert_eq!(lines.said[..3], ["level 1 of 1, 2 by 9 from [-1,-1]", "O.#...#..", " "]);
    assert!(lines.said.contains(&"key       none: the exit is open from the start".into()));
    assert!(
        lines
            .said
            .contains(&"reach     2 of 7 floor tiles, from the exit; not [-1,2], [-1,3], [-1,4] and 2 more".into())
    );
    let warning = "warning   the exit [-1,-1] can be reached from 1 of 6 free floor tiles alone, and with max_rounds 0 such a \
                   game does not end by itself";
    assert!(lines.said.contains(&warning.into()), "{:?}", lines.said);
}

#[test]
fn an_exit_or_a_key_that_nobody_can_walk_to_is_a_warning() {
    let shut = r#"1 {"rooms":[{"origin":[0,0],"bounds":{"rows":1,"columns":12},"layout":[[1,0,1,1,1,1,1,1,1,1,0,1]]}],
                    "hallways":[],"objects":[{"type":"exit","position":[0,0]},{"type":"key","position":[0,11]}]}"#;
    let (verdict, lines) = checked(shut, &json!({}), true);
    assert_eq!(verdict, Exit::Fine, "R7 does not forbid it");
    let level: Value = serde_json::from_str(&lines.said[0]).unwrap();
    let words = |what: &str| {
        format!(
            "the {what} cannot be reached from where players begin, and with max_rounds 0 such a game does not end by itself"
        )
    };
    assert_eq!(level["warnings"], json!([words("exit [0,0]"), words("key [0,11]")]));
    let (_, lines) = checked(CRYPT, &json!({}), true);
    assert!(lines.said.iter().all(|line| line.contains(r#""warnings":[]"#)));
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    for (text, told) in [
        ("", "a.levels: no levels"),
        ("3 {", "a.levels:1:4: ends in the middle of a value"),
        ("1\n[]", "a.levels: levels[0]: [] is not a level, an object"),
    ] {
        let (verdict, lines) = checked(text, &json!({}), false);
        assert_eq!((verdict, lines.said, lines.complained), (Exit::Unusable, vec![], vec![told.to_string()]));
    }
    let twice = EXAMPLE.lines().last().unwrap().repeat(65);
    let (verdict, lines) = checked(&twice, &json!({"zombies": 0, "players": 1}), false);
    assert_eq!((verdict, lines.said.last().unwrap().as_str()), (Exit::Wanting, "levels: 65 levels, need 1 to 64"));
    assert_eq!(lines.complained, ["a.levels: no number of levels first: all 65 are used"]);
    for (given, told) in [
        (json!({"players": 5}), "players: 5 is not in 1..=4"),
        (json!({"ghosts": "x"}), "ghosts: \"x\" is not in 0..=32"),
    ] {
        assert_eq!((TOOL.run)(&flags(&given), &mut Lines::default()).unwrap_err().to_string(), told);
    }
}

#[test]
fn flags_of_the_generator() {
    let size = |text: &str| generated(&json!({"min": text, "max": "24,24"})).map(|lines| lines.said.len());
    for good in ["4,4", "[4,5]", " 10 , 3 "] {
        assert_eq!(size(good), Ok(4), "{good}");
    }
    assert_eq!(generated(&json!({"min": [3, 9]})).map(|lines| lines.said.len()), Ok(4));
    for (given, told) in [
        (json!({"min": "4"}), "min: 4 is not rows,columns, each 3..=24"),
        (json!({"max": "4,25"}), "max: 4,25 is not rows,columns, each 3..=24"),
        (json!({"min": "x,4"}), "min: x,4 is not rows,columns, each 3..=24"),
        (json!({"min": "4,12"}), "min: 12 is more than max[1], 10"),
        (json!({"rooms": 1}), "rooms: 1 is not in 2..=64"),
        (json!({"rooms": 2}), "rooms: 2 rooms of 4 by 4 hold 6 actors, level 3 has 7"),
        (json!({"loops": 101}), "loops: 101 is not in 0..=100"),
        (json!({"levels": 0}), "levels: 0 is not in 1..=64"),
        (json!({"seed": -1}), "seed: -1 is not an integer 0..2^64"),
        (json!({"players": 9}), "players: 9 is not in 1..=4"),
    ] {
        assert_eq!(generated(&given).map(|lines| lines.said).unwrap_err().to_string(), told);
    }
    let lines = generated(&json!({"seed": "0xff"})).unwrap();
    assert_eq!(lines.complained, ["seed 255"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_generated_checks_fine_and_is_what_a_match_draws(
        seed in any::<u64>(),
        (levels, rooms, loops) in (1..6u8, 2..30u8, 0..=100u8),
        ((a, b), (c, d)) in ((3..=24u8, 3..=24u8), (3..=24u8, 3..=24u8)),
        (players, hunters) in (1..=4u8, 0..4u8),
    ) {
        let (min, max) = ([a.min(c), b.min(d)], [a.max(c), b.max(d)]);
        let actors = json!({"players": players, "zombies": hunters, "ghosts": hunters});
        let generate = json!({"levels": levels, "rooms": rooms, "min": min, "max": max, "loops": loops});
        let mut given = actors.clone();
        given.as_object_mut().unwrap().append(&mut flags(&generate));
        given["seed"] = json!(seed);
        let Ok(written) = generated(&given) else { return Ok(()) }; // Rooms too small for everybody.
        let text = written.said.join("\n");
        let (verdict, lines) = checked(&text, &actors, true);
        prop_assert_eq!((verdict, lines.complained.len(), lines.said.len()), (Exit::Fine, 0, usize::from(levels)));
        for line in &lines.said {
            let level: Value = serde_json::from_str(line).unwrap();
            prop_assert_eq!(&level["unreached"], &json!([]));
        }
        let mut settings = actors;
        settings["generate"] = generate;
        let (world, _) = Snarl::new(&gridhaunt_kernel::settings::Settings::read(&settings).unwrap(), seed).unwrap();
        let drawn: Vec<Level> = world.charts.iter().map(|[chart, _]| chart.level.clone()).collect();
        prop_assert_eq!(stream::write(&drawn), text + "\n");
    }

    #[test]
    fn any_text_gets_a_verdict(text in "[\\[\\]{}\",:0-9a-z \n-]{0,40}", json in any::<bool>()) {
        checked(&text, &json!({}), json);
    }
}
