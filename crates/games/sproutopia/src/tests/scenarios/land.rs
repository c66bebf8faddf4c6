//! Land, trails, claims (R23 to R31).

use super::{After, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R23: the Fertilizer leaves out weeds",
        players: 1,
        before: "
            A....
            ..#..
            .....
        ",
        farmers: "A0,0 A>R A+5:9",
        ticks: "- - - -",
        official: After {
            board: "
                AAAAA
                AA#A.
                .....
            ",
            farmers: "A 4,0 R +5:5",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R23: the Fertilizer spares what others own in official, in the old rules both have it",
        players: 2,
        before: "
            A......
            ...BBB.
            ...BBB.
            ...BBB.
        ",
        farmers: "A0,0 A>R A+5:9 B^4,2 B4,2",
        ticks: "- - - - - -",
        official: After {
            board: "
                AAAAAAA
                AAABBB.
                ...BBB.
                ...BBB.
            ",
            farmers: "A 6,0 R +5:3, B home -",
            told: &[],
        },
        old: Some(After {
            board: "
                AAAAAAA
                AAAAAA.
                ...BBB.
                ...BBB.
            ",
            farmers: "A 6,0 R +5:3, B home - and shared: 3,1 4,1 5,1",
            told: &[],
        }),
    },
    Row {
        name: "R23: the Fertilizer does nothing within the own land in official",
        players: 1,
        before: "
            .......
            AAA....
            AAA....
        ",
        farmers: "A0,1 A>R A+5:9",
        ticks: "- - AR AR",
        official: After {
            board: "
                ..AA...
                AAAAA..
                AAAA...
            ",
            farmers: "A 4,1 R +5:5",
            told: &[],
        },
        old: Some(After {
            board: "
                AAAA...
                AAAAA..
                AAAA...
            ",
            farmers: "A 4,1 R +5:5",
            told: &[],
        }),
    },
    Row {
        name: "R4: where two own a cell the lower seat is its owner",
        players: 2,
        before: "
            B......
            ...AAA.
            ...AAA.
            ...AAA.
        ",
        farmers: "B0,0 B>R B+5:9 A^4,2 A4,2",
        ticks: "- - - - - -",
        official: After {
            board: "
                BBBBBBB
                BBBAAA.
                ...AAA.
                ...AAA.
            ",
            farmers: "A home -, B 6,0 R +5:3",
            told: &[],
        },
        old: Some(After {
            board: "
                BBBBBBB
                BBBAAA.
                ...AAA.
                ...AAA.
            ",
            farmers: "A home -, B 6,0 R +5:3 and shared: 3,1 4,1 5,1",
            told: &[],
        }),
    },
    Row {
        name: "R23: who has lost the ground under it begins its trail there",
        players: 1,
        before: "
            AA...
            .....
        ",
        farmers: "A3,1",
        ticks: "AR",
        official: After {
            board: "
                AA...
                ...aa
            ",
            farmers: "A 4,1 R",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R23: coming home without a trail is a claim, and fills holes",
        players: 1,
        before: "
            AAA..
            A.A..
            AAA..
        ",
        farmers: "A3,0",
        ticks: "AL",
        official: After {
            board: "
                AAA..
                AAA..
                AAA..
            ",
            farmers: "A 2,0 L *1",
            told: &["north claims 1 cells, 1 enclosed"],
        },
        old: Some(After {
            board: "
                AAA..
                AAA..
                AAA..
            ",
            farmers: "A 2,0 L",
            told: &["north claims 1 cells, 1 enclosed"],
        }),
    },
    Row {
        name: "R24: what lies there is taken, and replaces one of its kind",
        players: 1,
        before: "
            AAAA
            A1AA
        ",
        farmers: "A0,1 A>R A+2:9 A+4:0 A=1,1",
        ticks: "-",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 1,1 R +1:20 +4:0",
            told: &["north picks up Immunity at (1,1)", "north has no more Unprunable (replaced)"],
        },
        old: None,
    },
    Row {
        name: "R24: a super power-up replaces a super power-up",
        players: 1,
        before: "
            AAAA
            A4AA
        ",
        farmers: "A0,1 A>R A+2:9 A+5:9 A=1,1",
        ticks: "-",
        official: After {
            board: "
                AAAA
                AAAA
            ",
            farmers: "A 1,1 R +2:8 +4:0",
            told: &["north picks up Trail Protection at (1,1)", "north has no more Super Fertilizer (replaced)"],
        },
        old: None,
    },
    Row {
        name: "R25: a loop round a foreign home does not gain it",
        players: 2,
        before: "
            AA......
            AA.BBB..
            AA.BBB..
            AA.BBB..
            AA......
        ",
        farmers: "A1,0 B7,2 B^4,2",
        ticks: "AR AR AR AR AR AD AD AD AD AL AL AL AL AL",
        official: After {
            board: "
                AAAAAAA.
                AAABBBA.
                AAABBBA.
                AAABBBA.
                AAAAAAA.
            ",
            farmers: "A 1,4 L *256, B 7,2 -",
            told: &["north claims 16 cells, 12 enclosed"],
        },
        old: Some(After {
            board: "
                AAAAAAA.
                AAABBBA.
                AAABBBAb
                AAABBBA.
                AAAAAAA.
            ",
            farmers: "A 1,4 L *100, B 7,2 -",
            told: &["north claims 16 cells, 12 enclosed"],
        }),
    },
    Row {
        name: "R25: a bridge round a home gains it in the old rules",
        players: 2,
        before: "
            AAAAAA.
            A.....A
            A.BBB.A
            A.BBB.A
            A.BBB.A
            A.....A
            AAAAAA.
        ",
        farmers: "A5,0 B9,0 B^3,3",
        ticks: "AR AD",
        official: After {
            board: "
                AAAAAAA
                AAAAAAA
                AABBBAA
                AABBBAA
                AABBBAA
                AAAAAAA
                AAAAAA.
            ",
            farmers: "A 6,1 D *289, B 9,0 -",
            told: &["north claims 17 cells, 25 enclosed, a bridge"],
        },
        old: Some(After {
            board: "
                AAAAAAA
                AAAAAAA
                AAAAAAA
                AAAAAAA
                AAAAAAA
                AAAAAAA
                AAAAAA.
            ",
            farmers: "A 6,1 D *600, B 9,0 -",
            told: &["north claims 26 cells, 26 enclosed, a bridge", "north takes 9 cells from east"],
        }),
    },
    Row {
        name: "R25: a trail whose first cell was lost claims by its last",
        players: 1,
        before: "
            AAA..
            AAA..
            .....
        ",
        farmers: "A2,0 A>R",
        ticks: "- !A2,0 AD AL",
        official: After {
            board: "
                AAAA.
                AAAA.
                .....
            ",
            farmers: "A 2,1 L *9",
            told: &["north claims 3 cells, 0 enclosed"],
        },
        old: Some(After {
            board: "
                AAAA.
                AAAA.
                .....
            ",
            farmers: "A 2,1 L",
            told: &["north claims 3 cells, 3 enclosed"],
        }),
    },
    Row {
        name: "R28: who is encircled is pruned, Immunity or not",
        players: 2,
        before: "
            AA....
            AA....
            AA....
            AA....
        ",
        farmers: "A1,0 B3,1 B+1:20",
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        official: After {
            board: "
                AAAAAA
                AAAAAA
                AAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L *256, B away",
            told: &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Immunity (pruned)",
            ],
        },
        old: Some(After {
            board: "
                AAAAAA
                AAAAAA
                AAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L, B home -",
            told: &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Immunity (pruned)",
                "east is back",
            ],
        }),
    },
    Row {
        name: "R28: Unprunable and encircled, sent back in official, pruned in the old rules",
        players: 2,
        before: "
            AA....
            AA....
            AA....
            AA....
        ",
        farmers: "A1,0 B3,1 B+2:20",
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        official: After {
            board: "
                AAAAAA
                AAAAAA
                AAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L *256, B home - +2:9",
            told: &["north claims 16 cells, 6 enclosed", "east is sent back to (8,14) (encircled by north)"],
        },
        old: Some(After {
            board: "
                AAAAAA
                AAAAAA
                AAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L, B home -",
            told: &[
                "north claims 16 cells, 6 enclosed",
                "east is pruned (encircled by north), 9 cells lost",
                "east has no more Unprunable (pruned)",
                "east is back",
            ],
        }),
    },
    Row {
        name: "R28: on the loop is not in it",
        players: 2,
        before: "
            AA....
            AA....
            AA....
            AA....
        ",
        farmers: "A1,0 B0,2",
        ticks: "AR AR AR AR AD AD AD AL AL AL AL",
        official: After {
            board: "
                AAAAAA
                AAAAAA
                AAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L *256, B 0,2 -",
            told: &["north claims 16 cells, 6 enclosed"],
        },
        old: Some(After {
            board: "
                AAAAAA
                AAAAAA
                bAAAAA
                AAAAAA
            ",
            farmers: "A 1,3 L, B 0,2 -",
            told: &["north claims 16 cells, 6 enclosed"],
        }),
    },
    Row {
        name: "R28: the trail of a bridge counts as enclosed in the old rules",
        players: 2,
        before: "
            AA..AA
            AA..AA
        ",
        farmers: "A1,0 B9,5",
        ticks: "AR AR @B2,0 AR,BS",
        official: After {
            board: "
                AAAAAA
                AA..AA
            ",
            farmers: "A 4,0 R *4, B 2,0 -",
            told: &["north claims 2 cells, 0 enclosed, a bridge"],
        },
        old: Some(After {
            board: "
                AAAAAA
                AA..AA
            ",
            farmers: "A 4,0 R, B home -",
            told: &[
                "north claims 2 cells, 2 enclosed, a bridge",
                "east is pruned (encircled by north), 9 cells lost",
                "east is back",
            ],
        }),
    },
    Row {
        name: "R29: a weed wholly in the land is cleared, its thing lies where it was born",
        players: 1,
        before: "
            AA....
            AA#...
            AA#...
            AA....
        ",
        farmers: "A1,0",
        ticks: "AR AR AD AD AD AL AL",
        official: After {
            board: "
                AAAA..
                AA5A..
                AAAA..
                AAAA..
            ",
            farmers: "A 1,3 L *64",
            told: &["north claims 8 cells, 2 enclosed", "north clears weed 0: Super Fertilizer at (2,1)"],
        },
        old: Some(After {
            board: "
                AAAA..
                AA5A..
                AAAA..
                AAAA..
            ",
            farmers: "A 1,3 L",
            told: &["north claims 8 cells, 2 enclosed", "north clears weed 0: Super Fertilizer at (2,1)"],
        }),
    },
    Row {
        name: "R29: a weed partly outside stays",
        players: 1,
        before: "
            .A....
            ###...
            .A....
        ",
        farmers: "A1,0 A=1,1",
        ticks: "AR AR AD AD AL AL",
        official: After {
            board: "
                .AAA..
                ###A..
                .AAA..
            ",
            farmers: "A 1,2 L *36",
            told: &["north claims 6 cells, 1 enclosed"],
        },
        old: Some(After {
            board: "
                .AAA..
                ###A..
                .AAA..
            ",
            farmers: "A 1,2 L",
            told: &["north claims 6 cells, 1 enclosed"],
        }),
    },
    Row {
        name: "R29: no longer in the way, its thing is taken up",
        players: 1,
        before: "
            AA....
            AA#...
            AA....
            AA....
        ",
        farmers: "A1,0",
        ticks: "AR AR AD AD AL AL AU AR AR",
        official: After {
            board: "
                AAAA..
                AAAA..
                AAAA..
                AA....
            ",
            farmers: "A 3,1 R +5:39 *36",
            told: &[
                "north claims 6 cells, 1 enclosed",
                "north clears weed 0: Super Fertilizer at (2,1)",
                "north picks up Super Fertilizer at (2,1)",
            ],
        },
        old: Some(After {
            board: "
                AAAA..
                AAAA..
                AAAA..
                AA....
            ",
            farmers: "A 3,1 R +5:39",
            told: &[
                "north claims 6 cells, 1 enclosed",
                "north clears weed 0: Super Fertilizer at (2,1)",
                "north picks up Super Fertilizer at (2,1)",
            ],
        }),
    },
    Row {
        name: "R30: a claim takes from others what lies within",
        players: 2,
        before: "
            AA.BBB
            AA.BBB
            AA....
        ",
        farmers: "A1,0 B9,5",
        ticks: "AR AR AD AD AL AL AL",
        official: After {
            board: "
                AAAABB
                AAAABB
                AAAA..
            ",
            farmers: "A 0,2 L *36, B 9,5 -",
            told: &["north claims 6 cells, 1 enclosed", "north takes 2 cells from east"],
        },
        old: Some(After {
            board: "
                AAAABB
                AAAABB
                AAAA..
            ",
            farmers: "A 0,2 L, B 9,5 -",
            told: &["north claims 6 cells, 1 enclosed", "north takes 2 cells from east"],
        }),
    },
    Row {
        name: "R31: Fertilizer taken up with a trail turns it into land, pockets too",
        players: 1,
        before: "
            AA....
            A.....
            AA5...
        ",
        farmers: "A1,0",
        ticks: "AR AR AR AD AD AL AL",
        official: After {
            board: "
                AAAAA.
                AAAAA.
                AAAAA.
            ",
            farmers: "A 2,2 L +5:40",
            told: &["north claims 10 cells, 3 enclosed", "north picks up Super Fertilizer at (2,2)"],
        },
        old: Some(After {
            board: "
                AAAAA.
                AAAAA.
                AAAAA.
            ",
            farmers: "A 2,2 L +5:40",
            told: &["north claims 10 cells, 10 enclosed", "north picks up Super Fertilizer at (2,2)"],
        }),
    },
    Row {
        name: "R31: official spares what others own, the old rules take it",
        players: 2,
        before: "
            AABB..
            AA..5.
            AA....
        ",
        farmers: "A1,0 B9,5",
        ticks: "AR AR AR AD",
        official: After {
            board: "
                AABBA.
                AA..A.
                AA....
            ",
            farmers: "A 4,1 D +5:40, B 9,5 -",
            told: &["north claims 2 cells, 0 enclosed", "north picks up Super Fertilizer at (4,1)"],
        },
        old: Some(After {
            board: "
                AAAAA.
                AA..A.
                AA....
            ",
            farmers: "A 4,1 D +5:40, B 9,5 - and shared: 2,0 3,0",
            told: &["north claims 4 cells, 4 enclosed", "north picks up Super Fertilizer at (4,1)"],
        }),
    },
    Row {
        name: "R31: without a first cell only the trail counts",
        players: 1,
        before: "
            AA....
            AA....
            ...5..
        ",
        farmers: "A1,0 A>R",
        ticks: "- !A1,0 - AD AD",
        official: After {
            board: "
                AAAA..
                AA.A..
                ...A..
            ",
            farmers: "A 3,2 D +5:40",
            told: &["north claims 5 cells, 0 enclosed", "north picks up Super Fertilizer at (3,2)"],
        },
        old: Some(After {
            board: "
                AAAA..
                AA.A..
                ...A..
            ",
            farmers: "A 3,2 D +5:40",
            told: &["north claims 5 cells, 5 enclosed", "north picks up Super Fertilizer at (3,2)"],
        }),
    },
    Row {
        name: "R31: no points, no stealing, no encircling",
        players: 2,
        before: "
            AA....
            A.B...
            AA5...
        ",
        farmers: "A1,0 B2,1",
        ticks: "AR AR AR AD AD AL AL",
        official: After {
            board: "
                AAAAA.
                AABAA.
                AAAAA.
            ",
            farmers: "A 2,2 L +5:40, B 2,1 -",
            told: &["north claims 9 cells, 3 enclosed", "north picks up Super Fertilizer at (2,2)"],
        },
        old: Some(After {
            board: "
                AAAAA.
                AAAAA.
                AAAAA.
            ",
            farmers: "A 2,2 L +5:40, B 2,1 - and shared: 2,1",
            told: &["north claims 10 cells, 10 enclosed", "north picks up Super Fertilizer at (2,2)"],
        }),
    },
];
