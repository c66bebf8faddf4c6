//! The scenario tool, and the drawings of section 10 in `examples/snarl/strategies`.

use crate::snarl::scenario::TOOL;
use gridhaunt_console::{Exit, Lines};
use gridhaunt_kernel::json::Value;
use proptest::prelude::*;
use serde_json::json;

fn run(drawing: &str, flags: &Value, json: bool) -> Result<(Exit, Lines), String> {
    let mut console = Lines { file: Some("a.txt"), json, ..Lines::of(drawing) };
    let verdict = (TOOL.run)(flags.as_object().unwrap(), &mut console).map_err(|error| error.to_string())?;
    assert!(console.said.iter().all(|line| !line.is_empty()));
    Ok((verdict, console))
}

/// The acts of a drawing as JSON.
fn acts(drawing: &str, flags: &Value) -> Vec<Value> {
    let (verdict, lines) = run(drawing, flags, true).unwrap();
    assert_eq!(verdict, Exit::Fine);
    lines.said.iter().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

macro_rules! drawings {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../../../examples/snarl/strategies/", $name, ".txt")))),*]
    };
}

const DRAWINGS: [(&str, &str); 8] = drawings!["G1", "G2", "G3", "G4", "G5", "G6", "Z1", "Z2"];

fn drawing(name: &str) -> &'static str {
    DRAWINGS.iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn the_drawings_of_the_page_do_what_the_page_says() {
    let expected = [
        ("G1", "R39a", "w", json!(null), json!([3, 6])),
        ("G2", "R40", "w", json!([4, 17]), json!(null)),
        ("G3", "R39a", "s", json!(null), json!([3, 6])),
        ("G4", "R39b", "w", json!([2, 5]), json!(null)),
        ("G5", "R39a", "w", json!(null), json!([3, 5])),
        ("G6", "R40", "e", json!([5, 14]), json!(null)),
        ("Z1", "R37", "s", json!(null), json!([3, 3])),
    ];
    for (name, rule, step, wall, to) in expected {
        for seed in 0..20 {
            let [act] = acts(drawing(name), &json!({"seed": seed})).try_into().unwrap();
            assert_eq!((&act["rule"], &act["step"], &act["wall"]), (&json!(rule), &json!(step), &wall), "{name}");
            if to.is_null() {
                let sign = |(row, column): (usize, usize)| {
                    act["in_wall"].as_str().unwrap().lines().nth(row).unwrap().chars().nth(column)
                };
                let at = |point: &Value| (point[0].as_u64().unwrap() as usize, point[1].as_u64().unwrap() as usize);
                assert_eq!(sign(at(&wall)), Some('G'), "{name}: it is drawn in the wall");
                assert_ne!(sign(at(&act["from"])), Some('G'));
            } else {
                assert_eq!((&act["to"], &act["in_wall"]), (&to, &json!(null)), "{name}");
            }
        }
    }
    let seen: std::collections::BTreeSet<String> =
        (0..40).map(|seed| acts(drawing("Z2"), &json!({"seed": seed}))[0]["step"].to_string()).collect();
    assert_eq!(seen, ["\"e\"".to_string(), "\"n\"".into()].into(), "Z2: N or E");
}

#[test]
fn a_jump_is_told_with_the_moment_in_the_wall() {
    let (verdict, lines) = run(drawing("G4"), &json!({}), false).unwrap();
    assert_eq!(verdict, Exit::Fine);
    let landing = lines.said[15].clone();
    assert_eq!(
        lines.said[..15],
        [
            "before",
            "######           #########",
            "#....#           #.......#",
            "#...1#G::::::::::#.......#",
            "#....+:         :+.......#",
            "#....#           #.......#",
            "######           #########",
            "act 1, R39b: ghost1 at [2,6]: player1 at [2,4] is 2 away, within its sight of 10; no open step comes closer, W into \
             the wall does",
            "in the wall: ghost1 at [2,5]",
            "######           #########",
            "#....#           #.......#",
            "#...1G:::::::::::#.......#",
            "#....+:         :+.......#",
            "#....#           #.......#",
            "######           #########",
        ]
    );
    assert!(landing.starts_with("after: ghost1 lands at [") && landing.ends_with("], drawn (R34)"), "{landing}");
    assert_eq!(lines.said.len(), 22);
}

#[test]
fn reasons_are_told_in_words() {
    let why = |text: &str, flags: Value| {
        let acts = acts(text, &flags);
        let [act] = &acts[..] else { panic!("{acts:?}") };
        format!("{} {}", act["rule"].as_str().unwrap(), act["why"].as_str().unwrap())
    };
    let alone = "#####\n#Z#1#\n#####";
    let corner = "######\n#1...#\n#...Z#\n######";
    for (text, flags, told) in [
        (alone, json!({}), "R33 no step is open to it, so it stays"),
        (
            corner,
            json!({}),
            "R37 player1 at [1,1] is in its room, 4 away; W ends least far; N and W are equal, and W comes first in the \
                             chase order S, E, W, N (R36)",
        ),
        (
            corner,
            json!({"zombie": "metric=euclid"}),
            "R37 player1 at [1,1] is in its room, the square root of 10 away; W ends least far",
        ),
        (
            drawing("G2"),
            json!({}),
            "R40 nobody is within its sight of 10, player1 at [3,4] is 15 away; W into the wall, to be elsewhere; \
                                    W and S are equal, and W comes first in the wall order E, W, S, N (R36)",
        ),
        (
            drawing("G1"),
            json!({"ghost": "sight=2"}),
            "R40 nobody is within its sight of 2, player1 at [3,4] is 3 away; S into the wall, to \
                                                      be elsewhere; N and S are equal, and S comes first in the wall order E, W, S, N (R36)",
        ),
    ] {
        assert_eq!(why(text, flags), told);
    }
    let two = "#######\n#.2...#\n#.#####\n#1G####\n#######";
    assert_eq!(acts(two, &json!({}))[0]["expelled"], json!(["player1"]));
}

#[test]
fn acts_go_round_and_end_with_the_last_player() {
    let chase = "#######\n#1...Z#\n#######";
    let (_, lines) = run(chase, &json!({"acts": 9}), false).unwrap();
    assert_eq!(
        lines.said[lines.said.len() - 5..],
        [
            "#######",
            "#Z....#",
            "#######",
            "player1 is expelled: zombie1 came to its tile (R19)",
            "no player is left in the level"
        ]
    );
    let all = acts("#########\n#1.Z.Z.G#\n#########", &json!({"acts": 4}));
    let actors: Vec<&str> = all.iter().map(|act| act["actor"].as_str().unwrap()).collect();
    assert_eq!(actors, ["zombie1", "zombie2", "ghost1", "zombie1"], "in the order of R14");
    assert_eq!(acts(drawing("G1"), &json!({})).len(), 1, "one of each if nothing is said");
}

#[test]
fn what_is_wrong_is_told() {
    for (flags, told) in [
        (json!({"acts": 0}), "acts: 0 is not in 1..=10000"),
        (json!({"seed": -1}), "seed: -1 is not an integer 0..2^64"),
        (json!({"ghost": "sight=513"}), "--ghost sight: 513 is not in 0..=512"),
        (json!({"ghost": "sigth=5"}), "ghost: \"sigth\" is not one of sight, metric, ties, did you mean sight?"),
        (json!({"zombie": "sight=5"}), "zombie: \"sight\" is not one of metric, ties"),
        (json!({"zombie": "ties"}), "zombie: \"ties\" is not option=value"),
        (json!({"zombie": "ties=coin"}), "--zombie ties: \"coin\" is not one of fixed, random"),
    ] {
        assert_eq!(run(drawing("G1"), &flags, false).err().unwrap(), told);
    }
    for (text, told) in [
        ("###\n#1#\n###", "a.txt: nobody would act, need a zombie Z or a ghost G"),
        ("###\n#Z#\n###", "a.txt: no player, need 1 to 4"),
        ("###\n#?#\n###", "a.txt:2:2: '?' is not one of # . : + 1 2 3 4 Z G K E O or a blank"),
    ] {
        assert_eq!(run(text, &json!({}), false).err().unwrap(), told);
    }
}

proptest! {
    #[test]
    fn any_drawing_is_played_or_refused(
        text in "[#.:+ ]{0,3}1[#.:+ 23ZGKEO\n]{0,80}[ZG][#.:+ \n]{0,40}",
        (acts, json, seed) in (1..30u64, any::<bool>(), any::<u64>()),
    ) {
        let flags = json!({"acts": acts, "seed": seed, "ghost": "ties=random", "zombie": "metric=euclid"});
        match run(&text, &flags, json) {
            Ok((verdict, _)) => prop_assert_eq!(verdict, Exit::Fine),
            Err(told) => prop_assert!(told.starts_with("a.txt:"), "{}", told),
        }
    }
}
