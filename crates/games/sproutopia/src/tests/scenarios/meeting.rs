//! Collisions, weeds and trails (R19 to R21).

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R19: on its own land who stands wins",
        players: 2,
        board: "
            ..BBB  =>  ..BBB
            ..BBB      ..BBB
        ",
        farmers: &["A1,0 A>R B2,0", "A away, B 2,0 -", "A home -, B 2,0 -"],
        ticks: "-",
        told: &[
            &["north is pruned (hit by east), 9 cells lost"],
            &["north is pruned (hit by east), 9 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R19: on its own land who comes wins",
        players: 2,
        board: "
            AAA..  =>  AAA..
            AAA..      AAA..
        ",
        farmers: &["A1,0 A>R B2,0", "A 2,0 R, B away", "A 2,0 R, B home -"],
        ticks: "-",
        told: &[
            &["east is pruned (hit by north), 9 cells lost"],
            &["east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R19: on neutral ground with one free cell between them the first wins in official, the second in the old rules",
        players: 2,
        board: "
            .......  =>  .aa....  or  ..bb...
            .......      .......      .......
        ",
        farmers: &["A1,0 A>R B3,0 B>L", "A 2,0 R, B away", "A home -, B 2,0 L"],
        ticks: "AR,BL",
        told: &[
            &["east is pruned (hit by north), 9 cells lost"],
            &["north is pruned (hit by east), 9 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R19: adjacent, the first wins in both",
        players: 2,
        board: "
            .......  =>  .aa....
            .......      .......
        ",
        farmers: &["A1,0 A>R B2,0 B>L", "A 2,0 R, B away", "A 2,0 R, B home -"],
        ticks: "AR,BL",
        told: &[
            &["east is pruned (hit by north), 9 cells lost"],
            &["east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R19: on the land of a third it is as on neutral ground",
        players: 3,
        board: "
            ..CCC..  =>  ..aaC..  or  ..Cbb..
            ..CCC..      ..CCC..      ..CCC..
        ",
        farmers: &["A2,0 A>R B4,0 B>L", "A 3,0 R, B away, C home -", "A home -, B 3,0 L, C home -"],
        ticks: "AR,BL",
        told: &[
            &["east is pruned (hit by north), 9 cells lost"],
            &["north is pruned (hit by east), 9 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R19: a frozen farmer outside its land loses",
        players: 3,
        board: "
            .....  =>  .aa..
            .....      .....
        ",
        farmers: &["A1,0 A>R A+3:9 B2,0 B>L C4,1", "A 2,0 R +3:8, B away, C 4,1 -", "A 2,0 R +3:8, B home -, C 4,1 -"],
        ticks: "-",
        told: &[
            &["east is pruned (hit by north), 9 cells lost", "south is frozen"],
            &["east is pruned (hit by north), 9 cells lost", "south is frozen", "east is back"],
        ],
    },
    Row {
        name: "R19: a farmer at the edge outside its land loses",
        players: 2,
        board: "
            ....  =>  a...
            ....      a...
        ",
        farmers: &["A0,1 A>U B0,0 B>U", "A 0,0 U, B away", "A 0,0 U, B home -"],
        ticks: "BU,AU",
        told: &[
            &["east is at the edge", "east is pruned (hit by north), 9 cells lost"],
            &["east is at the edge", "east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R19: Unprunable sends the loser back, to its start without a trail",
        players: 2,
        board: "
            .....  =>  .aa..
            .....      .....
        ",
        farmers: &["A1,0 A>R B2,0 B+2:9", "A 2,0 R, B home - +2:9"],
        ticks: "-",
        told: &[&["east is sent back to (8,14) (hit by north)"]],
    },
    Row {
        name: "R19: Unprunable sends the loser back, to where its trail began",
        players: 2,
        board: "
            .....      aaaa.
            .....  =>  .....
            .BBB.      .BBB.
        ",
        farmers: &["A0,0 A>R B3,2 B>U B+2:9", "A 3,0 R, B 3,2 - +2:7"],
        ticks: "- - -",
        told: &[&["east is sent back to (3,2) (hit by north)"]],
    },
    Row {
        name: "R19: of the mover Unprunable helps in official only",
        players: 2,
        board: "
            A.BBB  =>  A.BBB  or  B.BBB
            ..BBB      ..BBB      ..BBB
        ",
        farmers: &["A0,0 A>R A+2:9 B2,0", "A 0,0 - +2:7, B 2,0 -", "A home -, B 2,0 -"],
        ticks: "- -",
        told: &[
            &["north is sent back to (0,0) (hit by east)"],
            &["north is pruned (hit by east), 10 cells lost", "north has no more Unprunable (pruned)", "north is back"],
        ],
    },
    Row {
        name: "R19: in the old rules Unprunable on one's own land sends back",
        players: 2,
        board: "
            ..BBB  =>  ..BBB  or  .aaBB
            ..BBB      ..BBB      ..BBB
        ",
        farmers: &["A1,0 A>R B2,0 B+2:9", "A away, B 2,0 - +2:8", "A 2,0 R, B home - +2:9"],
        ticks: "-",
        told: &[&["north is pruned (hit by east), 9 cells lost"], &["east is sent back to (8,14) (hit by north)"]],
    },
    Row {
        name: "R19: two stand there, by seat, and the land of the first decides nothing for the second",
        players: 3,
        board: "
            .......  =>  .aa....
            .......      .......
        ",
        farmers: &["A1,0 A>R B2,0 C2,0", "A 2,0 R, B away, C away", "A 2,0 R, B home -, C home -"],
        ticks: "-",
        told: &[
            &["east is pruned (hit by north), 9 cells lost", "south is pruned (hit by north), 9 cells lost"],
            &[
                "east is pruned (hit by north), 9 cells lost",
                "south is pruned (hit by north), 9 cells lost",
                "east is back",
                "south is back",
            ],
        ],
    },
    Row {
        name: "R19: by seat, it beats the one and loses to the owner of the ground",
        players: 3,
        board: "
            ..CCC.  =>  ..CCC.
            ..CCC.      ..CCC.
        ",
        farmers: &["A1,0 A>R B2,0 C2,0", "A away, B away, C 2,0 -", "A home -, B home -, C 2,0 -"],
        ticks: "@A1,0 AR,BU,CU",
        told: &[
            &["east is pruned (hit by north), 9 cells lost", "north is pruned (hit by south), 9 cells lost"],
            &[
                "east is pruned (hit by north), 9 cells lost",
                "north is pruned (hit by south), 9 cells lost",
                "east is back",
                "north is back",
            ],
        ],
    },
    Row {
        name: "R20: a weed prunes who enters, and nobody gains",
        players: 2,
        board: "
            AAA..      .....
            AAA#.  =>  ...#.
            BBB..      BBB..
        ",
        farmers: &["A2,1 A>R A+2:9 B0,2", "A away, B 0,2 -", "A home -, B 0,2 -"],
        ticks: "-",
        told: &[
            &["north is pruned (a weed), 15 cells lost", "north has no more Unprunable (pruned)"],
            &["north is pruned (a weed), 15 cells lost", "north has no more Unprunable (pruned)", "north is back"],
        ],
    },
    Row {
        name: "R20: who is met there is struck first",
        players: 2,
        board: "
            AAA..  =>  .....
            AAA#.      ...#.
        ",
        farmers: &["A2,1 A>R B3,1", "A away, B away", "A home -, B home -"],
        ticks: "-",
        told: &[
            &["east is pruned (hit by north), 9 cells lost", "north is pruned (a weed), 15 cells lost"],
            &[
                "east is pruned (hit by north), 9 cells lost",
                "north is pruned (a weed), 15 cells lost",
                "east is back",
                "north is back",
            ],
        ],
    },
    Row {
        name: "R21: a cut trail prunes its farmer, the land but for its home goes to who cut it",
        players: 2,
        board: "
            BBB...      ...a..      BBBa..
            BBB...  =>  ...a..  or  BBBa..
            BBB...      ...a..      BBBa..
            BBB...      AAAa..      AAAa..
        ",
        farmers: &["B2,0 B>R A3,3 A>U B^1,1", "A 3,0 U, B away", "A 3,0 U, B home -"],
        ticks: "- - -",
        told: &[
            &["east is pruned (cut by north), 12 cells lost"],
            &["east is pruned (cut by north), 12 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R21: the first cell of a trail, on own land, can be cut",
        players: 2,
        board: "
            BBB...      AAA...
            BBB...  =>  AAA...
            BBB...      AAA...
            ......      ......
        ",
        farmers: &["B2,0 B>R A2,2 A>U B^1,5", "A 2,0 U, B away", "A 2,0 U, B home -"],
        ticks: "- -",
        told: &[
            &["east is pruned (cut by north), 9 cells lost", "north claims 0 cells, 0 enclosed"],
            &["east is pruned (cut by north), 9 cells lost", "north claims 0 cells, 0 enclosed", "east is back"],
        ],
    },
    Row {
        name: "R21: an Unprunable farmer whose trail is cut is sent back",
        players: 2,
        board: "
            BBB...      BBBa..
            BBB...  =>  BBBa..
            BBB...      BBBa..
            ......      ...a..
        ",
        farmers: &["B2,0 B>R B+2:9 A3,3 A>U B^1,1", "A 3,0 U, B 2,0 - +2:7"],
        ticks: "- - -",
        told: &[&["east is sent back to (2,0) (cut by north)"]],
    },
    Row {
        name: "R21: running into one's own trail",
        players: 1,
        board: "
            AAA...      ......      AAA...
            AAA...  =>  ......  or  AAA...
            AAA...      ......      AAA...
        ",
        farmers: &["A2,1 A>R A^1,1 A+2:9", "A away", "A home -"],
        ticks: "- - AU AL AD",
        told: &[
            &["north is pruned (its own trail), 9 cells lost", "north has no more Unprunable (pruned)"],
            &[
                "north is pruned (its own trail), 9 cells lost",
                "north has no more Unprunable (pruned)",
                "north is back",
            ],
        ],
    },
    Row {
        name: "R21: the first cell of the own trail counts",
        players: 1,
        board: "
            .....      .....
            AAA..  =>  .....
            .....      .....
        ",
        farmers: &["A2,1 A>R", "A away", "A home -"],
        ticks: "- AU AL AD",
        told: &[
            &["north is pruned (its own trail), 12 cells lost"],
            &["north is pruned (its own trail), 12 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R21: Trail Protection is used up and sends back",
        players: 1,
        board: "
            AAA...      AAA...
            AAA...  =>  AAA...
            AAA...      AAA...
        ",
        farmers: &["A2,1 A>R A^1,1 A+4:0", "A 2,1 -"],
        ticks: "- - AU AL AD",
        told: &[&["north has no more Trail Protection (used up)", "north is sent back to (2,1) (its own trail)"]],
    },
];
