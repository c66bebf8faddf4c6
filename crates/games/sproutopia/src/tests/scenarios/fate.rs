//! Pruned, sent back, respawned (R32 to R37).

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R33: the Freeze of a pruned farmer holds to the end of the tick in the old rules",
        players: 2,
        board: "
            ..#...  =>  ..#...  or  ..#...
            ......      .bbb..      .bb...
        ",
        farmers: &["A1,0 A>R A+3:9 B1,1 B>R", "A home -, B 3,1 R", "A home -, B 2,1 R"],
        ticks: "- -",
        told: &[
            &["north is pruned (a weed), 9 cells lost", "north has no more Freeze (pruned)", "north is back"],
            &[
                "north is pruned (a weed), 9 cells lost",
                "east is frozen",
                "north has no more Freeze (pruned)",
                "north is back",
            ],
        ],
    },
    Row {
        name: "R33: pruned in the old rules it stays without effect, and is met by nobody",
        players: 3,
        board: "
            .......  =>  .aaa...  or  ..c....
            .......      .......      ..c....
        ",
        farmers: &["A1,0 A>R B2,0 C2,1 C>U", "A 3,0 R, B home -, C home -", "A home -, B home -, C 2,0 U"],
        ticks: "- -",
        told: &[
            &[
                "east is pruned (hit by north), 9 cells lost",
                "south is pruned (hit by north), 9 cells lost",
                "east is back",
                "south is back",
            ],
            &[
                "east is pruned (hit by north), 9 cells lost",
                "north is pruned (hit by south), 9 cells lost",
                "east is back",
                "north is back",
                "south is at the edge",
            ],
        ],
    },
    Row {
        name: "R35: sent back to where its trail began, and its queue is emptied",
        players: 2,
        board: "
            BBB...      BBBa..
            BBB...      BBBa..
            ......  =>  ...a..
            ......      ...a..
            ......      ...a..
        ",
        farmers: &["B2,1 B>R B+2:20 A3,4 A>U", "A 3,0 U, B 2,1 - +2:17"],
        ticks: "- BR,BR,BR - -",
        told: &[&["east is sent back to (2,1) (cut by north)"]],
    },
    Row {
        name: "R35: sent back to its start where that cell is lost, in official only",
        players: 2,
        board: "
            BBB...      BBB...
            BBB...      BB.a..
            ......  =>  ...a..
            ......      ...a..
            ......      ...a..
        ",
        farmers: &["B2,1 B>R B+2:20 A3,4 A>U", "A 3,1 U, B home - +2:18", "A 3,1 U, B 2,1 - +2:18"],
        ticks: "- !B2,1 - -",
        told: &[&["east is sent back to (8,14) (cut by north)"], &["east is sent back to (2,1) (cut by north)"]],
    },
    Row {
        name: "R35: without a trail to its start",
        players: 2,
        board: "
            BBB...      BBB...      BBB...
            BBB...  =>  BBB...  or  BBaa..
            ......      ......      ......
        ",
        farmers: &["B2,1 B+2:20 A3,1 A>L B>U", "A away, B 2,0 U +2:19", "A 2,1 L, B home - +2:20"],
        ticks: "-",
        told: &[&["north is pruned (hit by east), 9 cells lost"], &["east is sent back to (8,14) (hit by north)"]],
    },
    Row {
        name: "R36: away for one tick in official, back at once in the old rules",
        players: 1,
        board: "
            ...#  =>  ...#
        ",
        farmers: &["A2,0 A>R", "A away", "A home -"],
        ticks: "-",
        told: &[
            &["north is pruned (a weed), 9 cells lost"],
            &["north is pruned (a weed), 9 cells lost", "north is back"],
        ],
    },
    Row {
        name: "R36: the home of one away is nobody's in official, though a loop closes round it",
        players: 2,
        board: "
            AAAAAAA      AAAAAAA      AAAAAAA
            A....#A      AAAAA5A      AAAAA5A
            A.BBB.A      AA...AA      AABBBAA
            A.BBB.A  =>  AA...AA  or  AABBBAA
            A.BBB.A      AA...AA      AABBBAA
            A.....A      AAAAAAA      AAAAAAA
            AAAAAA.      AAAAAAA      AAAAAAA
        ",
        farmers: &["A6,5 B5,3 B>U B^3,3", "A 5,6 L *289, B away", "A 5,6 L *600, B home -"],
        ticks: "AD AL",
        told: &[
            &[
                "east is pruned (a weed), 9 cells lost",
                "north claims 17 cells, 25 enclosed",
                "north clears weed 0: Super Fertilizer at (5,1)",
            ],
            &[
                "east is pruned (a weed), 9 cells lost",
                "north claims 17 cells, 25 enclosed",
                "north clears weed 0: Super Fertilizer at (5,1)",
                "east is back",
            ],
        ],
    },
    Row {
        name: "R36: in the old rules a respawn takes nothing from others, both have the home",
        players: 2,
        board: "
            AAAAAA.....      AAAAAAA....      AAAAAAA....
            A.....A...#      AAAAAAA...#      AAAAAAA...#
            A.BBB.A....      AA...AA....      AAAAAAA....
            A.BBB.A....  =>  AA...AA....  or  AAAAAAA....
            A.BBB.A....      AA...AA....      AAAAAAA....
            A.....A....      AAAAAAA....      AAAAAAA....
            AAAAAA.....      AAAAAA.....      AAAAAA.....
        ",
        farmers: &[
            "A5,0 B8,1 B>R B^3,3",
            "A 6,1 D *289, B away",
            "A 6,1 D *600, B home - and shared: 2,2 3,2 4,2 2,3 3,3 4,3 2,4 3,4 4,4",
        ],
        ticks: "AR AD",
        told: &[
            &["east is pruned (a weed), 9 cells lost", "north claims 17 cells, 25 enclosed, a bridge"],
            &["east is pruned (a weed), 9 cells lost", "north claims 26 cells, 26 enclosed, a bridge", "east is back"],
        ],
    },
];
