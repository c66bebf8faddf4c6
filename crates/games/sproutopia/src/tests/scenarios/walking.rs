//! One step: power-ups that count down, freezing, stun, edge, standing, entering land (R12 to R18, R38).

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R12: what reaches nothing is over before anything else happens: Freeze",
        players: 2,
        board: "
            .....  =>  .aa..
            .....      .bb..
        ",
        farmers: &["A1,0 A>R A+3:1 B1,1 B>R", "A 2,0 R, B 2,1 R"],
        ticks: "-",
        told: &[&["north has no more Freeze (its time is over)"]],
    },
    Row {
        name: "R12: who acts before the holder is still frozen",
        players: 2,
        board: "
            .....  =>  .....
            .....      .bb..
        ",
        farmers: &["A1,0 A>R B1,1 B>R B+3:1", "A 1,0 R, B 2,1 R"],
        ticks: "-",
        told: &[&["north is frozen", "east has no more Freeze (its time is over)"]],
    },
    Row {
        name: "R12: Immunity of its last tick lets nobody in before its holder acts",
        players: 2,
        board: "
            ..BBB  =>  .aaBB
            ..BBB      ..BBB
        ",
        farmers: &["A1,0 A>R B4,1 B>U B+1:1", "A 2,0 R, B 4,0 U"],
        ticks: "- -",
        told: &[&[
            "north cannot enter immune land",
            "east has no more Immunity (its time is over)",
            "east is at the edge",
        ]],
    },
    Row {
        name: "R12: Trail Protection has no lifespan",
        players: 1,
        board: "
            AAAAA  =>  AAAAA
        ",
        farmers: &["A0,0 A>R A+4:0", "A 2,0 R +4:0"],
        ticks: "- -",
        told: &[&[]],
    },
    Row {
        name: "R13: two holders of Freeze freeze each other, and their time runs",
        players: 2,
        board: "
            .....  =>  .....
            .....      .bbb.
        ",
        farmers: &["A1,0 A>R A+3:2 B1,1 B>R B+3:3", "A 1,0 R, B 3,1 R"],
        ticks: "- - -",
        told: &[&[
            "north is frozen",
            "east is frozen",
            "north has no more Freeze (its time is over)",
            "north is frozen",
            "north is frozen",
            "east has no more Freeze (its time is over)",
        ]],
    },
    Row {
        name: "R14: inside immune land a farmer is stunned in official, and walks out in the old rules",
        players: 2,
        board: "
            .BBB.      .BBB.      .BBB.
            .BBB.  =>  .BBB.  or  .aBB.
            .....      .....      .a...
        ",
        farmers: &["A1,1 A>R B3,0 B+1:9", "A 1,1 R, B 3,0 - +1:8", "A 1,2 D, B 3,0 - +1:8"],
        ticks: "AD",
        told: &[&["north is stunned"], &[]],
    },
    Row {
        name: "R14: not even out of the land",
        players: 2,
        board: "
            .BBB.      .BBB.      .BBB.
            .BBB.  =>  .BBB.  or  aaBB.
            .....      .....      .....
        ",
        farmers: &["A1,1 A>L B3,0 B+1:9", "A 1,1 L, B 3,0 - +1:8", "A 0,1 L, B 3,0 - +1:8"],
        ticks: "-",
        told: &[&["north is stunned"], &[]],
    },
    Row {
        name: "R14: one's own land does not stun, though one is immune",
        players: 1,
        board: "
            AAA.  =>  AAA.
            AAA.      AAA.
        ",
        farmers: &["A1,1 A>R A+1:9", "A 2,1 R +1:8"],
        ticks: "-",
        told: &[&[]],
    },
    Row {
        name: "R15: at the edge a farmer goes on by its momentum",
        players: 1,
        board: "
            AAAA  =>  AAAA
            AAAA      AAAA
        ",
        farmers: &["A1,0 A>R", "A 2,0 R"],
        ticks: "AU",
        told: &[&[]],
    },
    Row {
        name: "R15: in a corner it stays",
        players: 1,
        board: "
            AAAA  =>  AAAA
            AAAA      AAAA
        ",
        farmers: &["A0,0 A>L", "A 0,0 L"],
        ticks: "AU",
        told: &[&["north is at the edge"]],
    },
    Row {
        name: "R15: an idle farmer at the edge stays",
        players: 1,
        board: "
            AAAA  =>  AAAA
            AAAA      AAAA
        ",
        farmers: &["A1,0", "A 1,0 -"],
        ticks: "AU",
        told: &[&[]],
    },
    Row {
        name: "R16: who stands idle with another hits it, in the old rules",
        players: 2,
        board: "
            .....  =>  .....  or  ..a..
            .....      .....      .....
        ",
        farmers: &["A2,0 B2,0", "A 2,0 -, B 2,0 -", "A 2,0 -, B home -"],
        ticks: "-",
        told: &[&[], &["east is pruned (hit by north), 9 cells lost", "east is back"]],
    },
    Row {
        name: "R16: who stands idle on its land with another hits it too",
        players: 2,
        board: "
            AAA..  =>  AAA..
            AAA..      AAA..
        ",
        farmers: &["A2,0 B2,0", "A 2,0 -, B 2,0 -", "A 2,0 -, B home -"],
        ticks: "-",
        told: &[&[], &["east is pruned (hit by north), 9 cells lost", "east is back"]],
    },
    Row {
        name: "R16: who stands idle on another's land with it is hit",
        players: 2,
        board: "
            ..BBB  =>  ..BBB
            ..BBB      ..BBB
        ",
        farmers: &["A2,0 B2,0", "A 2,0 -, B 2,0 -", "A home -, B 2,0 -"],
        ticks: "-",
        told: &[&[], &["north is pruned (hit by east), 9 cells lost", "north is back"]],
    },
    Row {
        name: "R16: who stands idle on a foreign trail cuts it in the old rules",
        players: 2,
        board: "
            .....      .....      .....
            BBB..  =>  BBbbb  or  AAAa.
            BBB..      BBB..      AAA.a
        ",
        farmers: &["A4,2 B2,1 B>R B^1,6", "A 3,1 -, B 5,1 R", "A 3,1 -, B home -"],
        ticks: "- - @A3,1 -",
        told: &[&[], &["east is pruned (cut by north), 6 cells lost", "east is back"]],
    },
    Row {
        name: "R16: who stands idle on a thing picks it up",
        players: 1,
        board: "
            A2A.  =>  A2A.  or  AaA.
            AAA.      AAA.      AAA.
        ",
        farmers: &["A1,0", "A 1,0 -", "A 1,0 - +2:20"],
        ticks: "-",
        told: &[&[], &["north picks up Unprunable at (1,0)"]],
    },
    Row {
        name: "R16: a weed over an idle farmer prunes it",
        players: 1,
        board: "
            AAA.  =>  ....
            .#..      .#..
        ",
        farmers: &["A1,1", "A away", "A home -"],
        ticks: "-",
        told: &[
            &["north is pruned (a weed), 12 cells lost"],
            &["north is pruned (a weed), 12 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R16: outside its land who stands has a trail of the cell under it",
        players: 1,
        board: "
            AAA..  =>  AAA..  or  AAA..
            .....      .....      ....a
        ",
        farmers: &["A4,1", "A 4,1 -"],
        ticks: "- -",
        told: &[&[]],
    },
    Row {
        name: "R16: Stand on the own trail is running into it",
        players: 1,
        board: "
            AAA..  =>  AAaaa  or  .....
            .....      .....      .....
        ",
        farmers: &["A2,0 A>R", "A 4,0 R", "A home -"],
        ticks: "- AS",
        told: &[&[], &["north is pruned (its own trail), 12 cells lost", "north is back"]],
    },
    Row {
        name: "R17: entering land ends the Fertilizer",
        players: 2,
        board: "
            AA.BB      AAaaa
            AA.BB  =>  AA.BB
            .....      .....
        ",
        farmers: &["A1,0 A>R A+5:9", "A 4,0 R, B home -"],
        ticks: "- - -",
        told: &[&["north has no more Super Fertilizer (entered another's land)"]],
    },
    Row {
        name: "R17: entering immune land ends the Fertilizer and then the action",
        players: 2,
        board: "
            AA.BB      AAABB
            AA.BB  =>  AA.BB
            .....      .....
        ",
        farmers: &["A1,0 A>R A+5:9 B4,1 B+1:9", "A 2,0 R, B 4,1 - +1:6"],
        ticks: "- - -",
        told: &[&[
            "north has no more Super Fertilizer (entered another's land)",
            "north cannot enter immune land",
            "north cannot enter immune land",
        ]],
    },
    Row {
        name: "R17: immune land keeps others out, its owner walks in it",
        players: 2,
        board: "
            ..BBB  =>  ..BBB
            ..BBB      ..BBB
        ",
        farmers: &["A1,0 A>R B3,1 B>U B+1:9", "A 1,0 R, B 3,0 U +1:7"],
        ticks: "- -",
        told: &[&["north cannot enter immune land", "north cannot enter immune land", "east is at the edge"]],
    },
    Row {
        name: "R17: the unclaimed home of a farmer that is away ends the Fertilizer in official",
        players: 2,
        board: "
            .......      .......      ..BAAA.
            .......  =>  ..bb...  or  ..BAAA.
            B.....A      B......      B.BAAA.
            #......      #......      #......
        ",
        farmers: &["B2,1 B>R B+5:9 A0,2 A>D A^4,1", "A away, B 3,1 R", "A home -, B 3,1 R +5:8 and shared: 3,1"],
        ticks: "-",
        told: &[
            &["north is pruned (a weed), 1 cells lost", "east has no more Super Fertilizer (entered another's land)"],
            &["north is pruned (a weed), 1 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R18: Fertilizer that has not been out goes on within the land",
        players: 1,
        board: "
            AAAA  =>  AAAA
            AAAA      AAAA
        ",
        farmers: &["A0,0 A>R A+5:9", "A 2,0 R +5:7"],
        ticks: "- -",
        told: &[&[]],
    },
    Row {
        name: "R18: taken up on own land it is not out",
        players: 1,
        board: "
            A5AA  =>  AAAA
            AAAA      AAAA
        ",
        farmers: &["A0,0 A>R A=1,0", "A 2,0 R +5:39"],
        ticks: "- -",
        told: &[&["north picks up Super Fertilizer at (1,0)"]],
    },
    Row {
        name: "R18: taken up outside it is out, and ends at home",
        players: 1,
        board: "
            AA5.      AAAA      AAAA
            AA..  =>  AAA.  or  AAA.
            ....      ....      .AA.
        ",
        farmers: &["A1,0 A>R", "A 0,1 L", "A 0,1 L +5:37"],
        ticks: "- AD AL -",
        told: &[
            &[
                "north claims 1 cells, 0 enclosed",
                "north picks up Super Fertilizer at (2,0)",
                "north has no more Super Fertilizer (came home)",
            ],
            &["north claims 1 cells, 1 enclosed", "north picks up Super Fertilizer at (2,0)"],
        ],
    },
    Row {
        name: "R18: out and home again, it ends in official",
        players: 1,
        board: "
            AA...      AAAA.      AAAA.
            AA...  =>  AAA..  or  AAA..
            .....      .....      .AA..
        ",
        farmers: &["A1,0 A>R A+5:9", "A 0,1 L", "A 0,1 L +5:5"],
        ticks: "- AD AL -",
        told: &[&["north has no more Super Fertilizer (came home)"], &[]],
    },
];
