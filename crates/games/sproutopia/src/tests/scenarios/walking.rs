//! One step: power-ups that count down, freezing, stun, edge, standing, entering land (R12 to R18, R38).

use super::{After, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R12: what reaches nothing is over before anything else happens: Freeze",
        players: 2,
        before: "
            .....
            .....
        ",
        farmers: "A1,0 A>R A+3:1 B1,1 B>R",
        ticks: "-",
        official: After {
            board: "
                .aa..
                .bb..
            ",
            farmers: "A 2,0 R, B 2,1 R",
            told: &["north has no more Freeze (its time is over)"],
        },
        old: None,
    },
    Row {
        name: "R12: who acts before the holder is still frozen",
        players: 2,
        before: "
            .....
            .....
        ",
        farmers: "A1,0 A>R B1,1 B>R B+3:1",
        ticks: "-",
        official: After {
            board: "
                .....
                .bb..
            ",
            farmers: "A 1,0 R, B 2,1 R",
            told: &["north is frozen", "east has no more Freeze (its time is over)"],
        },
        old: None,
    },
    Row {
        name: "R12: Immunity of its last tick lets nobody in before its holder acts",
        players: 2,
        before: "
            ..BBB
            ..BBB
        ",
        farmers: "A1,0 A>R B4,1 B>U B+1:1",
        ticks: "- -",
        official: After {
            board: "
                .aaBB
                ..BBB
            ",
            farmers: "A 2,0 R, B 4,0 U",
            told: &[
                "north cannot enter immune land",
                "east has no more Immunity (its time is over)",
                "east is at the edge",
            ],
        },
        old: None,
    },
    Row {
        name: "R12: Trail Protection has no lifespan",
        players: 1,
        before: "
            AAAAA
        ",
        farmers: "A0,0 A>R A+4:0",
        ticks: "- -",
        official: After {
            board: "
                AAAAA
            ",
            farmers: "A 2,0 R +4:0",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R13: two holders of Freeze freeze each other, and their time runs",
        players: 2,
        before: "
            .....
            .....
        ",
        farmers: "A1,0 A>R A+3:2 B1,1 B>R B+3:3",
        ticks: "- - -",
        official: After {
            board: "
                .....
                .bbb.
            ",
            farmers: "A 1,0 R, B 3,1 R",
            told: &[
                "north is frozen",
                "east is frozen",
                "north has no more Freeze (its time is over)",
                "north is frozen",
                "north is frozen",
                "east has no more Freeze (its time is over)",
            ],
        },
        old: None,
    },
    Row {
        name: "R14: inside immune land a farmer is stunned in official, and walks out in the old rules",
        players: 2,
        before: "
            .BBB.
            .BBB.
            .....
        ",
        farmers: "A1,1 A>R B3,0 B+1:9",
        ticks: "AD",
        official: After {
            board: "
                .BBB.
                .BBB.
                .....
            ",
            farmers: "A 1,1 R, B 3,0 - +1:8",
            told: &["north is stunned"],
        },
        old: Some(After {
            board: "
                .BBB.
                .aBB.
                .a...
            ",
            farmers: "A 1,2 D, B 3,0 - +1:8",
            told: &[],
        }),
    },
    Row {
        name: "R14: not even out of the land",
        players: 2,
        before: "
            .BBB.
            .BBB.
            .....
        ",
        farmers: "A1,1 A>L B3,0 B+1:9",
        ticks: "-",
        official: After {
            board: "
                .BBB.
                .BBB.
                .....
            ",
            farmers: "A 1,1 L, B 3,0 - +1:8",
            told: &["north is stunned"],
        },
        old: Some(After {
            board: "
                .BBB.
                aaBB.
                .....
            ",
            farmers: "A 0,1 L, B 3,0 - +1:8",
            told: &[],
        }),
    },
    Row {
        name: "R14: one's own land does not stun, though one is immune",
        players: 1,
        before: "
            AAA.
            AAA.
        ",
        farmers: "A1,1 A>R A+1:9",
        ticks: "-",
        official: After {
            board: "
                AAA.
                AAA.
            ",
            farmers: "A 2,1 R +1:8",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R15: at the edge a farmer goes on by its momentum",
        players: 1,
        before: "
            AAAA
            AAAA
        ",
        farmers: "A1,0 A>R",
        ticks: "AU",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 2,0 R",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R15: in a corner it stays",
        players: 1,
        before: "
            AAAA
            AAAA
        ",
        farmers: "A0,0 A>L",
        ticks: "AU",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 0,0 L",
            told: &["north is at the edge"],
        },
        old: None,
    },
    Row {
        name: "R15: an idle farmer at the edge stays",
        players: 1,
        before: "
            AAAA
            AAAA
        ",
        farmers: "A1,0",
        ticks: "AU",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 1,0 -",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R16: who stands idle with another hits it, in the old rules",
        players: 2,
        before: "
            .....
            .....
        ",
        farmers: "A2,0 B2,0",
        ticks: "-",
        official: After {
            board: "
                .....
                .....
            ",
            farmers: "A 2,0 -, B 2,0 -",
            told: &[],
        },
        old: Some(After {
            board: "
                ..a..
                .....
            ",
            farmers: "A 2,0 -, B home -",
            told: &["east is pruned (hit by north), 9 cells lost", "east is back"],
        }),
    },
    Row {
        name: "R16: who stands idle on its land with another hits it too",
        players: 2,
        before: "
            AAA..
            AAA..
        ",
        farmers: "A2,0 B2,0",
        ticks: "-",
        official: After {
            board: "
                AAA..
                AAA..
            ",
            farmers: "A 2,0 -, B 2,0 -",
            told: &[],
        },
        old: Some(After {
            board: "
                AAA..
                AAA..
            ",
            farmers: "A 2,0 -, B home -",
            told: &["east is pruned (hit by north), 9 cells lost", "east is back"],
        }),
    },
    Row {
        name: "R16: who stands idle on another's land with it is hit",
        players: 2,
        before: "
            ..BBB
            ..BBB
        ",
        farmers: "A2,0 B2,0",
        ticks: "-",
        official: After {
            board: "
                ..BBB
                ..BBB
            ",
            farmers: "A 2,0 -, B 2,0 -",
            told: &[],
        },
        old: Some(After {
            board: "
                ..BBB
                ..BBB
            ",
            farmers: "A home -, B 2,0 -",
            told: &["north is pruned (hit by east), 9 cells lost", "north is back"],
        }),
    },
    Row {
        name: "R16: who stands idle on a foreign trail cuts it in the old rules",
        players: 2,
        before: "
            .....
            BBB..
            BBB..
        ",
        farmers: "A4,2 B2,1 B>R B^1,6",
        ticks: "- - @A3,1 -",
        official: After {
            board: "
                .....
                BBbbb
                BBB..
            ",
            farmers: "A 3,1 -, B 5,1 R",
            told: &[],
        },
        old: Some(After {
            board: "
                .....
                AAAa.
                AAA.a
            ",
            farmers: "A 3,1 -, B home -",
            told: &["east is pruned (cut by north), 6 cells lost", "east is back"],
        }),
    },
    Row {
        name: "R16: who stands idle on a thing picks it up",
        players: 1,
        before: "
            A2A.
            AAA.
        ",
        farmers: "A1,0",
        ticks: "-",
        official: After {
            board: "
                A2A.
                AAA.
            ",
            farmers: "A 1,0 -",
            told: &[],
        },
        old: Some(After {
            board: "
                AaA.
                AAA.
            ",
            farmers: "A 1,0 - +2:20",
            told: &["north picks up Unprunable at (1,0)"],
        }),
    },
    Row {
        name: "R16: a weed over an idle farmer prunes it",
        players: 1,
        before: "
            AAA.
            .#..
        ",
        farmers: "A1,1",
        ticks: "-",
        official: After {
            board: "
                ....
                .#..
            ",
            farmers: "A away",
            told: &["north is pruned (a weed), 12 cells lost"],
        },
        old: Some(After {
            board: "
                ....
                .#..
            ",
            farmers: "A home -",
            told: &["north is pruned (a weed), 12 cells lost", "north is back"],
        }),
    },
    Row {
        name: "R16: outside its land who stands has a trail of the cell under it",
        players: 1,
        before: "
            AAA..
            .....
        ",
        farmers: "A4,1",
        ticks: "- -",
        official: After {
            board: "
                AAA..
                .....
            ",
            farmers: "A 4,1 -",
            told: &[],
        },
        old: Some(After {
            board: "
                AAA..
                ....a
            ",
            farmers: "A 4,1 -",
            told: &[],
        }),
    },
    Row {
        name: "R16: Stand on the own trail is running into it",
        players: 1,
        before: "
            AAA..
            .....
        ",
        farmers: "A2,0 A>R",
        ticks: "- AS",
        official: After {
            board: "
                AAaaa
                .....
            ",
            farmers: "A 4,0 R",
            told: &[],
        },
        old: Some(After {
            board: "
                .....
                .....
            ",
            farmers: "A home -",
            told: &["north is pruned (its own trail), 12 cells lost", "north is back"],
        }),
    },
    Row {
        name: "R17: entering land ends the Fertilizer",
        players: 2,
        before: "
            AA.BB
            AA.BB
            .....
        ",
        farmers: "A1,0 A>R A+5:9",
        ticks: "- - -",
        official: After {
            board: "
                AAaaa
                AA.BB
                .....
            ",
            farmers: "A 4,0 R, B home -",
            told: &["north has no more Super Fertilizer (entered another's land)"],
        },
        old: None,
    },
    Row {
        name: "R17: entering immune land ends the Fertilizer and then the action",
        players: 2,
        before: "
            AA.BB
            AA.BB
            .....
        ",
        farmers: "A1,0 A>R A+5:9 B4,1 B+1:9",
        ticks: "- - -",
        official: After {
            board: "
                AAABB
                AA.BB
                .....
            ",
            farmers: "A 2,0 R, B 4,1 - +1:6",
            told: &[
                "north has no more Super Fertilizer (entered another's land)",
                "north cannot enter immune land",
                "north cannot enter immune land",
            ],
        },
        old: None,
    },
    Row {
        name: "R17: immune land keeps others out, its owner walks in it",
        players: 2,
        before: "
            ..BBB
            ..BBB
        ",
        farmers: "A1,0 A>R B3,1 B>U B+1:9",
        ticks: "- -",
        official: After {
            board: "
                ..BBB
                ..BBB
            ",
            farmers: "A 1,0 R, B 3,0 U +1:7",
            told: &["north cannot enter immune land", "north cannot enter immune land", "east is at the edge"],
        },
        old: None,
    },
    Row {
        name: "R17: the unclaimed home of a farmer that is away ends the Fertilizer in official",
        players: 2,
        before: "
            .......
            .......
            B.....A
            #......
        ",
        farmers: "B2,1 B>R B+5:9 A0,2 A>D A^4,1",
        ticks: "-",
        official: After {
            board: "
                .......
                ..bb...
                B......
                #......
            ",
            farmers: "A away, B 3,1 R",
            told: &[
                "north is pruned (a weed), 1 cells lost",
                "east has no more Super Fertilizer (entered another's land)",
            ],
        },
        old: Some(After {
            board: "
                ..BAAA.
                ..BAAA.
                B.BAAA.
                #......
            ",
            farmers: "A home -, B 3,1 R +5:8 and shared: 3,1",
            told: &["north is pruned (a weed), 1 cells lost", "north is back"],
        }),
    },
    Row {
        name: "R18: Fertilizer that has not been out goes on within the land",
        players: 1,
        before: "
            AAAA
            AAAA
        ",
        farmers: "A0,0 A>R A+5:9",
        ticks: "- -",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 2,0 R +5:7",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R18: taken up on own land it is not out",
        players: 1,
        before: "
            A5AA
            AAAA
        ",
        farmers: "A0,0 A>R A=1,0",
        ticks: "- -",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 2,0 R +5:39",
            told: &["north picks up Super Fertilizer at (1,0)"],
        },
        old: None,
    },
    Row {
        name: "R18: taken up outside it is out, and ends at home",
        players: 1,
        before: "
            AA5.
            AA..
            ....
        ",
        farmers: "A1,0 A>R",
        ticks: "- AD AL -",
        official: After {
            board: "
                AAAA
                AAA.
                ....
            ",
            farmers: "A 0,1 L",
            told: &[
                "north claims 1 cells, 0 enclosed",
                "north picks up Super Fertilizer at (2,0)",
                "north has no more Super Fertilizer (came home)",
            ],
        },
        old: Some(After {
            board: "
                AAAA
                AAA.
                .AA.
            ",
            farmers: "A 0,1 L +5:37",
            told: &["north claims 1 cells, 1 enclosed", "north picks up Super Fertilizer at (2,0)"],
        }),
    },
    Row {
        name: "R18: out and home again, it ends in official",
        players: 1,
        before: "
            AA...
            AA...
            .....
        ",
        farmers: "A1,0 A>R A+5:9",
        ticks: "- AD AL -",
        official: After {
            board: "
                AAAA.
                AAA..
                .....
            ",
            farmers: "A 0,1 L",
            told: &["north has no more Super Fertilizer (came home)"],
        },
        old: Some(After {
            board: "
                AAAA.
                AAA..
                .AA..
            ",
            farmers: "A 0,1 L +5:5",
            told: &[],
        }),
    },
];
