//! Land, trails, claims (R23 to R31).

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R23: the Fertilizer leaves out weeds",
        players: 1,
        board: "
            A....      AAAAA
            ..#..  =>  AA#A.
            .....      .....
        ",
        farmers: &["A0,0 A>R A+5:9", "A 4,0 R +5:5"],
        ticks: "- - - -",
        told: &[&[]],
    },
    Row {
        name: "R23: the Fertilizer spares what others own in official, in the old rules both have it",
        players: 2,
        board: "
            A......      AAAAAAA      AAAAAAA
            ...BBB.  =>  AAABBB.  or  AAAAAA.
            ...BBB.      ...BBB.      ...BBB.
            ...BBB.      ...BBB.      ...BBB.
        ",
        farmers: &[
            "A0,0 A>R A+5:9 B^4,2 B4,2",
            "A 6,0 R +5:3, B home -",
            "A 6,0 R +5:3, B home - and shared: 3,1 4,1 5,1",
        ],
        ticks: "- - - - - -",
        told: &[&[]],
    },
    Row {
        name: "R23: the Fertilizer does nothing within the own land in official",
        players: 1,
        board: "
            .......      ..AA...      AAAA...
            AAA....  =>  AAAAA..  or  AAAAA..
            AAA....      AAAA...      AAAA...
        ",
        farmers: &["A0,1 A>R A+5:9", "A 4,1 R +5:5"],
        ticks: "- - AR AR",
        told: &[&[]],
    },
    Row {
        name: "R4: where two own a cell the lower seat is its owner",
        players: 2,
        board: "
            B......      BBBBBBB
            ...AAA.  =>  BBBAAA.
            ...AAA.      ...AAA.
            ...AAA.      ...AAA.
        ",
        farmers: &[
            "B0,0 B>R B+5:9 A^4,2 A4,2",
            "A home -, B 6,0 R +5:3",
            "A home -, B 6,0 R +5:3 and shared: 3,1 4,1 5,1",
        ],
        ticks: "- - - - - -",
        told: &[&[]],
    },
    Row {
        name: "R23: who has lost the ground under it begins its trail there",
        players: 1,
        board: "
            AA...  =>  AA...
            .....      ...aa
        ",
        farmers: &["A3,1", "A 4,1 R"],
        ticks: "AR",
        told: &[&[]],
    },
    Row {
        name: "R23: coming home without a trail is a claim, and fills holes",
        players: 1,
        board: "
            AAA..      AAA..
            A.A..  =>  AAA..
            AAA..      AAA..
        ",
        farmers: &["A3,0", "A 2,0 L *1", "A 2,0 L"],
        ticks: "AL",
        told: &[&["north claims 1 cells, 1 enclosed"]],
    },
    Row {
        name: "R24: what lies there is taken, and replaces one of its kind",
        players: 1,
        board: "
            AAAA  =>  AAAA
            A1AA      AAAA
        ",
        farmers: &["A0,1 A>R A+2:9 A+4:0 A=1,1", "A 1,1 R +1:20 +4:0"],
        ticks: "-",
        told: &[&["north picks up Immunity at (1,1)", "north has no more Unprunable (replaced)"]],
    },
    Row {
        name: "R24: a super power-up replaces a super power-up",
        players: 1,
        board: "
            AAAA  =>  AAAA
            A4AA      AAAA
        ",
        farmers: &["A0,1 A>R A+2:9 A+5:9 A=1,1", "A 1,1 R +2:8 +4:0"],
        ticks: "-",
        told: &[&["north picks up Trail Protection at (1,1)", "north has no more Super Fertilizer (replaced)"]],
    },
    Row {
        name: "R25: a loop round a foreign home does not gain it",
        players: 2,
        board: "
            AA......      AAAAAAA.      AAAAAAA.
            AA.BBB..      AAABBBA.      AAABBBA.
            AA.BBB..  =>  AAABBBA.  or  AAABBBAb
            AA.BBB..      AAABBBA.      AAABBBA.
            AA......      AAAAAAA.      AAAAAAA.
        ",
        farmers: &["A1,0 B7,2 B^4,2", "A 1,4 L *256, B 7,2 -", "A 1,4 L *100, B 7,2 -"],
        ticks: "AR AR AR AR AR AD AD AD AD AL AL AL AL AL",
        told: &[&["north claims 16 cells, 12 enclosed"]],
    },
    Row {
        name: "R25: a bridge round a home gains it in the old rules",
        players: 2,
        board: "
            AAAAAA.      AAAAAAA      AAAAAAA
            A.....A      AAAAAAA      AAAAAAA
            A.BBB.A      AABBBAA      AAAAAAA
            A.BBB.A  =>  AABBBAA  or  AAAAAAA
            A.BBB.A      AABBBAA      AAAAAAA
            A.....A      AAAAAAA      AAAAAAA
            AAAAAA.      AAAAAA.      AAAAAA.
        ",
        farmers: &["A5,0 B9,0 B^3,3", "A 6,1 D *289, B 9,0 -", "A 6,1 D *600, B 9,0 -"],
        ticks: "AR AD",
        told: &[
            &["north claims 17 cells, 25 enclosed, a bridge"],
            &["north claims 26 cells, 26 enclosed, a bridge", "north takes 9 cells from east"],
        ],
    },
    Row {
        name: "R25: a trail whose first cell was lost claims by its last",
        players: 1,
        board: "
            AAA..      AAAA.
            AAA..  =>  AAAA.
            .....      .....
        ",
        farmers: &["A2,0 A>R", "A 2,1 L *9", "A 2,1 L"],
        ticks: "- !A2,0 AD AL",
        told: &[&["north claims 3 cells, 0 enclosed"], &["north claims 3 cells, 3 enclosed"]],
    },
    Row {
        name: "R28: who is encircled is pruned, Immunity or not",
        players: 2,
        board: "
            AA....      AAAAAA
            AA....  =>  AAAAAA
            AA....      AAAAAA
            AA....      AAAAAA
        ",
        farmers: &["A1,0 B3,1 B+1:20", "A 1,3 L *256, B away", "A 1,3 L, B home -"],
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        told: &[
            &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Immunity (pruned)",
            ],
            &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Immunity (pruned)",
                "east is back",
            ],
        ],
    },
    Row {
        name: "R28: Unprunable and encircled, sent back in official, pruned in the old rules",
        players: 2,
        board: "
            AA....      AAAAAA
            AA....  =>  AAAAAA
            AA....      AAAAAA
            AA....      AAAAAA
        ",
        farmers: &["A1,0 B3,1 B+2:20", "A 1,3 L *256, B home - +2:9", "A 1,3 L, B home -"],
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        told: &[
            &["north claims 16 cells, 6 enclosed", "east is sent back to (8,14) (encircled by north)"],
            &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Unprunable (pruned)",
                "east is back",
            ],
        ],
    },
    Row {
        name: "R28: on the loop is not in it",
        players: 2,
        board: "
            AA....      AAAAAA      AAAAAA
            AA....  =>  AAAAAA  or  AAAAAA
            AA....      AAAAAA      bAAAAA
            AA....      AAAAAA      AAAAAA
        ",
        farmers: &["A1,0 B0,2", "A 1,3 L *256, B 0,2 -", "A 1,3 L, B 0,2 -"],
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        told: &[&["north claims 16 cells, 6 enclosed"]],
    },
    Row {
        name: "R28: the trail of a bridge counts as enclosed in the old rules",
        players: 2,
        board: "
            AA..AA  =>  AAAAAA
            AA..AA      AA..AA
        ",
        farmers: &["A1,0 B9,5", "A 4,0 R *4, B 2,0 -", "A 4,0 R, B home -"],
        ticks: "AR AR @B2,0 AR,BS",
        told: &[
            &["north claims 2 cells, 0 enclosed, a bridge"],
            &[
                "north claims 2 cells, 2 enclosed, a bridge",
                "east is pruned (encircled by north), 9 cells lost",
                "east is back",
            ],
        ],
    },
    Row {
        name: "R29: a weed wholly in the land is cleared, its thing lies where it was born",
        players: 1,
        board: "
            AA....      AAAA..
            AA#...  =>  AA5A..
            AA#...      AAAA..
            AA....      AAAA..
        ",
        farmers: &["A1,0", "A 1,3 L *64", "A 1,3 L"],
        ticks: "AR AR AD AD AD AL AL",
        told: &[&["north claims 8 cells, 2 enclosed", "north clears weed 0: Super Fertilizer at (2,1)"]],
    },
    Row {
        name: "R29: a weed partly outside stays",
        players: 1,
        board: "
            .A....      .AAA..
            ###...  =>  ###A..
            .A....      .AAA..
        ",
        farmers: &["A1,0 A=1,1", "A 1,2 L *36", "A 1,2 L"],
        ticks: "AR AR AD AD AL AL",
        told: &[&["north claims 6 cells, 1 enclosed"]],
    },
    Row {
        name: "R29: no longer in the way, its thing is taken up",
        players: 1,
        board: "
            AA....      AAAA..
            AA#...  =>  AAAA..
            AA....      AAAA..
            AA....      AA....
        ",
        farmers: &["A1,0", "A 3,1 R +5:39 *36", "A 3,1 R +5:39"],
        ticks: "AR AR AD AD AL AL AU AR AR",
        told: &[&[
            "north claims 6 cells, 1 enclosed",
            "north clears weed 0: Super Fertilizer at (2,1)",
            "north picks up Super Fertilizer at (2,1)",
        ]],
    },
    Row {
        name: "R30: a claim takes from others what lies within",
        players: 2,
        board: "
            AA.BBB      AAAABB
            AA.BBB  =>  AAAABB
            AA....      AAAA..
        ",
        farmers: &["A1,0 B9,5", "A 0,2 L *36, B 9,5 -", "A 0,2 L, B 9,5 -"],
        ticks: "AR AR AD AD AL AL AL",
        told: &[&["north claims 6 cells, 1 enclosed", "north takes 2 cells from east"]],
    },
    Row {
        name: "R31: Fertilizer taken up with a trail turns it into land, pockets too",
        players: 1,
        board: "
            AA....      AAAAA.
            A.....  =>  AAAAA.
            AA5...      AAAAA.
        ",
        farmers: &["A1,0", "A 2,2 L +5:40"],
        ticks: "AR AR AR AD AD AL AL",
        told: &[
            &["north claims 10 cells, 3 enclosed", "north picks up Super Fertilizer at (2,2)"],
            &["north claims 10 cells, 10 enclosed", "north picks up Super Fertilizer at (2,2)"],
        ],
    },
    Row {
        name: "R31: official spares what others own, the old rules take it",
        players: 2,
        board: "
            AABB..      AABBA.      AAAAA.
            AA..5.  =>  AA..A.  or  AA..A.
            AA....      AA....      AA....
        ",
        farmers: &["A1,0 B9,5", "A 4,1 D +5:40, B 9,5 -", "A 4,1 D +5:40, B 9,5 - and shared: 2,0 3,0"],
        ticks: "AR AR AR AD",
        told: &[
            &["north claims 2 cells, 0 enclosed", "north picks up Super Fertilizer at (4,1)"],
            &["north claims 4 cells, 4 enclosed", "north picks up Super Fertilizer at (4,1)"],
        ],
    },
    Row {
        name: "R31: without a first cell only the trail counts",
        players: 1,
        board: "
            AA....      AAAA..
            AA....  =>  AA.A..
            ...5..      ...A..
        ",
        farmers: &["A1,0 A>R", "A 3,2 D +5:40"],
        ticks: "- !A1,0 - AD AD",
        told: &[
            &["north claims 5 cells, 0 enclosed", "north picks up Super Fertilizer at (3,2)"],
            &["north claims 5 cells, 5 enclosed", "north picks up Super Fertilizer at (3,2)"],
        ],
    },
    Row {
        name: "R31: no points, no stealing, no encircling",
        players: 2,
        board: "
            AA....      AAAAA.      AAAAA.
            A.B...  =>  AABAA.  or  AAAAA.
            AA5...      AAAAA.      AAAAA.
        ",
        farmers: &["A1,0 B2,1", "A 2,2 L +5:40, B 2,1 -", "A 2,2 L +5:40, B 2,1 - and shared: 2,1"],
        ticks: "AR AR AR AD AD AL AL",
        told: &[
            &["north claims 9 cells, 3 enclosed", "north picks up Super Fertilizer at (2,2)"],
            &["north claims 10 cells, 10 enclosed", "north picks up Super Fertilizer at (2,2)"],
        ],
    },
];
