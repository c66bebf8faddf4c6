//! Pruned, sent back, respawned (R32 to R37).

use super::{After, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R33: the Freeze of a pruned farmer holds to the end of the tick in the old rules",
        players: 2,
        before: "
            ..#...
            ......
        ",
        farmers: "A1,0 A>R A+3:9 B1,1 B>R",
        ticks: "- -",
        official: After {
            board: "
                ..#...
                .bbb..
            ",
            farmers: "A home -, B 3,1 R",
            told: &["north is pruned (a weed), 9 cells lost", "north has no more Freeze (pruned)", "north is back"],
        },
        old: Some(After {
            board: "
                ..#...
                .bb...
            ",
            farmers: "A home -, B 2,1 R",
            told: &[
                "north is pruned (a weed), 9 cells lost",
                "east is frozen",
                "north has no more Freeze (pruned)",
                "north is back",
            ],
        }),
    },
    Row {
        name: "R33: pruned in the old rules it stays without effect, and is met by nobody",
        players: 3,
        before: "
            .......
            .......
        ",
        farmers: "A1,0 A>R B2,0 C2,1 C>U",
        ticks: "- -",
        official: After {
            board: "
                .aaa...
                .......
            ",
            farmers: "A 3,0 R, B home -, C home -",
            told: &[
                "east is pruned (hit by north), 9 cells lost",
                "south is pruned (hit by north), 9 cells lost",
                "east is back",
                "south is back",
            ],
        },
        old: Some(After {
            board: "
                ..c....
                ..c....
            ",
            farmers: "A home -, B home -, C 2,0 U",
            told: &[
                "east is pruned (hit by north), 9 cells lost",
                "north is pruned (hit by south), 9 cells lost",
                "east is back",
                "north is back",
                "south is at the edge",
            ],
        }),
    },
    Row {
        name: "R35: sent back to where its trail began, and its queue is emptied",
        players: 2,
        before: "
            BBB...
            BBB...
            ......
            ......
            ......
        ",
        farmers: "B2,1 B>R B+2:20 A3,4 A>U",
        ticks: "- BR,BR,BR - -",
        official: After {
            board: "
                BBBa..
                BBBa..
                ...a..
                ...a..
                ...a..
            ",
            farmers: "A 3,0 U, B 2,1 - +2:17",
            told: &["east is sent back to (2,1) (cut by north)"],
        },
        old: None,
    },
    Row {
        name: "R35: sent back to its start where that cell is lost, in official only",
        players: 2,
        before: "
            BBB...
            BBB...
            ......
            ......
            ......
        ",
        farmers: "B2,1 B>R B+2:20 A3,4 A>U",
        ticks: "- !B2,1 - -",
        official: After {
            board: "
                BBB...
                BB.a..
                ...a..
                ...a..
                ...a..
            ",
            farmers: "A 3,1 U, B home - +2:18",
            told: &["east is sent back to (8,14) (cut by north)"],
        },
        old: Some(After {
            board: "
                BBB...
                BB.a..
                ...a..
                ...a..
                ...a..
            ",
            farmers: "A 3,1 U, B 2,1 - +2:18",
            told: &["east is sent back to (2,1) (cut by north)"],
        }),
    },
    Row {
        name: "R35: without a trail to its start",
        players: 2,
        before: "
            BBB...
            BBB...
            ......
        ",
        farmers: "B2,1 B+2:20 A3,1 A>L B>U",
        ticks: "-",
        official: After {
            board: "
                BBB...
                BBB...
                ......
            ",
            farmers: "A away, B 2,0 U +2:19",
            told: &["north is pruned (hit by east), 9 cells lost"],
        },
        old: Some(After {
            board: "
                BBB...
                BBaa..
                ......
            ",
            farmers: "A 2,1 L, B home - +2:20",
            told: &["east is sent back to (8,14) (hit by north)"],
        }),
    },
    Row {
        name: "R36: away for one tick in official, back at once in the old rules",
        players: 1,
        before: "
            ...#
        ",
        farmers: "A2,0 A>R",
        ticks: "-",
        official: After {
            board: "
                ...#
            ",
            farmers: "A away",
            told: &["north is pruned (a weed), 9 cells lost"],
        },
        old: Some(After {
            board: "
                ...#
            ",
            farmers: "A home -",
            told: &["north is pruned (a weed), 9 cells lost", "north is back"],
        }),
    },
    Row {
        name: "R36: the home of one away is nobody's in official, though a loop closes round it",
        players: 2,
        before: "
            AAAAAAA
            A....#A
            A.BBB.A
            A.BBB.A
            A.BBB.A
            A.....A
            AAAAAA.
        ",
        farmers: "A6,5 B5,3 B>U B^3,3",
        ticks: "AD AL",
        official: After {
            board: "
                AAAAAAA
                AAAAA5A
                AA...AA
                AA...AA
                AA...AA
                AAAAAAA
                AAAAAAA
            ",
            farmers: "A 5,6 L *289, B away",
            told: &[
                "east is pruned (a weed), 9 cells lost",
                "north claims 17 cells, 25 enclosed",
                "north clears weed 0: Super Fertilizer at (5,1)",
            ],
        },
        old: Some(After {
            board: "
                AAAAAAA
                AAAAA5A
                AABBBAA
                AABBBAA
                AABBBAA
                AAAAAAA
                AAAAAAA
            ",
            farmers: "A 5,6 L *600, B home -",
            told: &[
                "east is pruned (a weed), 9 cells lost",
                "north claims 17 cells, 25 enclosed",
                "north clears weed 0: Super Fertilizer at (5,1)",
                "east is back",
            ],
        }),
    },
    Row {
        name: "R36: in the old rules a respawn takes nothing from others, both have the home",
        players: 2,
        before: "
            AAAAAA.....
            A.....A...#
            A.BBB.A....
            A.BBB.A....
            A.BBB.A....
            A.....A....
            AAAAAA.....
        ",
        farmers: "A5,0 B8,1 B>R B^3,3",
        ticks: "AR AD",
        official: After {
            board: "
                AAAAAAA....
                AAAAAAA...#
                AA...AA....
                AA...AA....
                AA...AA....
                AAAAAAA....
                AAAAAA.....
            ",
            farmers: "A 6,1 D *289, B away",
            told: &["east is pruned (a weed), 9 cells lost", "north claims 17 cells, 25 enclosed, a bridge"],
        },
        old: Some(After {
            board: "
                AAAAAAA....
                AAAAAAA...#
                AAAAAAA....
                AAAAAAA....
                AAAAAAA....
                AAAAAAA....
                AAAAAA.....
            ",
            farmers: "A 6,1 D *600, B home - and shared: 2,2 3,2 4,2 2,3 3,3 4,3 2,4 3,4 4,4",
            told: &[
                "east is pruned (a weed), 9 cells lost",
                "north claims 26 cells, 26 enclosed, a bridge",
                "east is back",
            ],
        }),
    },
];
