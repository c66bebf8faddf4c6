//! Reads drawings, and compares them with the code that draws.

use super::*;
use crate::{Settings, Snarl};
use alloc::string::ToString;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Wire};
use gridhaunt_testing::pass;
use proptest::prelude::*;

fn wrong(text: &str) -> String {
    Sketch::read("a.txt", text).unwrap_err().to_string()
}

/// Draws a game that starts from a drawing.
fn drawn_again(sketch: &Sketch) -> String {
    let (world, state) = Snarl::given(&Settings::default(), 0, &sketch.state()).unwrap();
    Snarl::drawing(&world, &state)
}

#[test]
fn a_drawing_says_where_everything_is() {
    let text = "\
; Two rooms, a bent hallway, a ghost in a door.
####
#1K#    ###
#..+::: #2#
#### :: #.#
";
    assert_eq!(wrong(text), "a.txt:4:6: hallways meet here, need each apart from others and from itself");
    let text = "\
; Two rooms, a bent hallway, a ghost in a door.
####
#1K#     ###
#..+::   #2#
####Z::::G.#
         ###
";
    assert_eq!(wrong(text), "a.txt:5:6: hallways meet here, need each apart from others and from itself");
    let text = "\
; Two rooms, a bent hallway, a ghost in a door.
####
#1K#     ###
#..+::   #2#
#### :Z::G.#
         #O#
";
    let sketch = Sketch::read("a.txt", text).unwrap();
    let at = |row, column| Point::new(row, column);
    assert_eq!((&sketch.players, &sketch.zombies), (&vec![at(1, 1), at(2, 10)], &vec![at(3, 6)]));
    assert_eq!((&sketch.ghosts, sketch.locked), (&vec![at(3, 9)], false), "an open exit is drawn O");
    let rooms = &sketch.level.rooms;
    assert_eq!((rooms[0].origin, rooms[1].origin), (at(0, 0), at(1, 9)));
    let layout = |room: usize| rooms[room].layout.rows().collect::<Vec<_>>();
    assert_eq!(layout(0), [vec![0, 0, 0, 0], vec![0, 1, 1, 0], vec![0, 1, 1, 2], vec![0, 0, 0, 0]]);
    assert_eq!(layout(1), [vec![0, 0, 0], vec![0, 1, 0], vec![2, 1, 0], vec![0, 2, 0]], "on the edge is a door");
    let hallway = Hallway { from: at(2, 3), to: at(3, 9), waypoints: vec![at(2, 5), at(3, 5)] };
    assert_eq!(*sketch.level.hallways, [hallway]);
    assert_eq!(sketch.level.object(ObjectKind::Key), Some(at(1, 2)));
    assert_eq!(drawn_again(&sketch), text.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn what_cannot_be_read_is_told_with_line_and_column() {
    for (text, told) in [
        ("", "a.txt: no player, need 1 to 4"),
        ("###\n#x#", "a.txt:2:2: 'x' is not one of # . : + 1 2 3 4 Z G K E O or a blank"),
        ("###\n#\t#", "a.txt:2:2: '\\t' is not one of # . : + 1 2 3 4 Z G K E O or a blank"),
        ("; 1\n####\n#11#", "a.txt:3:3: player 1 stands at [1,1] already"),
        ("####\n#13#", "a.txt: 2 players, but none is 2; they are numbered from 1"),
        ("#####\n#1KK#", "a.txt:2:4: there is a key at [1,2] already"),
        ("#####\n#EO1#", "a.txt:2:3: there is an exit at [1,1] already"),
        (
            "####\n#1 #\n####",
            "a.txt:2:3: void inside the room from [0,0] to [2,3], need a box of # . +, and rooms apart",
        ),
        (
            "####\n#1:#\n####",
            "a.txt:2:3: hall inside the room from [0,0] to [2,3], need a box of # . +, and rooms apart",
        ),
        (
            "######\n#1++.#\n######",
            "a.txt:2:3: door inside the room from [0,0] to [2,5], need it on the edge, and rooms apart",
        ),
        ("###\n#1+::\n###", "a.txt:2:5: the hallway ends here, need a door beside it"),
        ("###  ::\n#1#  ::\n###", "a.txt:1:6: this hallway is a ring, need two ends"),
    ] {
        assert_eq!(wrong(text), told, "{text}");
    }
    assert_eq!(wrong(&"#".repeat(257)), "a.txt:1: more than 256 rows or columns");
    assert_eq!(wrong(&"\n".repeat(257)), "a.txt:257: more than 256 rows or columns");
    let many = "# ".repeat(128) + "\n\n";
    assert_eq!(wrong(&many.repeat(9)), "a.txt:17:1: more than 1024 rooms");
    let crowd = alloc::format!("{0}\n#1{1}#\n{0}\n", "#".repeat(36), "Z".repeat(33));
    assert_eq!(wrong(&crowd), "a.txt: 33 zombies, need at most 32");
}

proptest! {
    #[test]
    fn a_match_that_is_drawn_is_read_again(seed in any::<u64>(), rooms in 2..12u8, acts in 0..60usize) {
        let settings = Settings::read(&json!({"generate": {"rooms": rooms, "min": [5, 5]}})).unwrap();
        let (world, mut state) = Snarl::new(&settings, seed).unwrap();
        for _ in 0..acts {
            pass::<Snarl>(&world, &mut state, &[]);
        }
        prop_assume!(!Snarl::phase(&world, &state).is_over());
        let text = Snarl::drawing(&world, &state);
        let sketch = Sketch::read("a.txt", &text);
        // An expelled player leaves a gap in the numbers.
        if let Ok(sketch) = sketch {
            prop_assert_eq!(drawn_again(&sketch), text);
        } else {
            prop_assert!(sketch.unwrap_err().to_string().contains("numbered from 1"), "{}", text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[#.:+ 1234ZGKEO;\n]{0,120}", junk in any::<String>()) {
        for text in [text, junk] {
            match Sketch::read("a.txt", &text) {
                Ok(sketch) => _ = drawn_again(&sketch),
                Err(error) => prop_assert!(error.to_string().starts_with("a.txt:")),
            }
        }
    }
}
