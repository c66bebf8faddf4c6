//! Commands, stamps and queues (R6 to R10).

use super::{After, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R7: a command that finds the queue full is dropped, in official only",
        players: 1,
        before: "
            AAA...
            AAA...
            ......
        ",
        farmers: "A1,1",
        ticks: "AR,AD,AR,AU - - - -",
        official: After {
            board: "
                AAA...
                AAa...
                ..aaaa
            ",
            farmers: "A 5,2 R",
            told: &["north: up dropped, the queue is full"],
        },
        old: Some(After {
            board: "
                AAAa..
                AAaa..
                ..aa..
            ",
            farmers: "A 3,0 U",
            told: &[],
        }),
    },
    Row {
        name: "R7: what arrives while a farmer is away is played as it comes back",
        players: 2,
        before: "
            A...BBB
            A...BBB
            ....BBB
            #......
        ",
        farmers: "A^2,5 B^5,1 A0,2 A>D B5,1",
        ticks: "- AR,AR -",
        official: After {
            board: "
                ....BBB
                ....BBB
                ....BBB
                #......
            ",
            farmers: "A 4,5 R, B home -",
            told: &["north is pruned (a weed), 2 cells lost", "north is back"],
        },
        old: None,
    },
    Row {
        name: "R8: none is no command, and Stand is one of the old rules only",
        players: 1,
        before: "
            AAAAAA
            AAAAAA
        ",
        farmers: "A0,1",
        ticks: "AR A- AS AL -",
        official: After {
            board: "
                AAAAAA
                AAAAAA
            ",
            farmers: "A 5,1 R",
            told: &[],
        },
        old: Some(After {
            board: "
                AAAAAA
                AAAAAA
            ",
            farmers: "A 0,1 L",
            told: &[],
        }),
    },
    Row {
        name: "R9: a silent farmer goes on",
        players: 1,
        before: "
            AAAAA
            AAAAA
        ",
        farmers: "A0,1",
        ticks: "AR - -",
        official: After {
            board: "
                AAAAA
                AAAAA
            ",
            farmers: "A 3,1 R",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R9: a silent farmer acts before one that has just spoken",
        players: 2,
        before: "
            .......
            .......
        ",
        farmers: "A1,0 A>R B3,0 B>L",
        ticks: "AR",
        official: After {
            board: "
                ..bb...
                .......
            ",
            farmers: "A away, B 2,0 L",
            told: &["north is pruned (hit by east), 9 cells lost"],
        },
        old: Some(After {
            board: "
                .aa....
                .......
            ",
            farmers: "A 2,0 R, B home -",
            told: &["east is pruned (hit by north), 9 cells lost", "east is back"],
        }),
    },
    Row {
        name: "R9: of two silent farmers the one that spoke earlier acts first",
        players: 2,
        before: "
            .........
            .........
        ",
        farmers: "A1,0 B5,0",
        ticks: "BL,AR -",
        official: After {
            board: "
                ...bbb...
                .........
            ",
            farmers: "A away, B 3,0 L",
            told: &["north is pruned (hit by east), 9 cells lost"],
        },
        old: Some(After {
            board: "
                .aaa.....
                .........
            ",
            farmers: "A 3,0 R, B home -",
            told: &["east is pruned (hit by north), 9 cells lost", "east is back"],
        }),
    },
    Row {
        name: "R9: a command is used up though the farmer cannot move",
        players: 2,
        before: "
            AAA..
            AAA..
        ",
        farmers: "A0,0 B4,1 B+3:2",
        ticks: "AD,AR -",
        official: After {
            board: "
                AAA..
                AAA..
            ",
            farmers: "A 1,0 R, B 4,1 -",
            told: &["north is frozen", "east has no more Freeze (its time is over)"],
        },
        old: Some(After {
            board: "
                AAA..
                AAA.b
            ",
            farmers: "A 1,0 R, B 4,1 -",
            told: &["north is frozen", "east has no more Freeze (its time is over)"],
        }),
    },
    Row {
        name: "R10: the opposite of the momentum is the momentum",
        players: 1,
        before: "
            AAAAA
            AAAAA
        ",
        farmers: "A2,1 A>R",
        ticks: "AL -",
        official: After {
            board: "
                AAAAA
                AAAAA
            ",
            farmers: "A 4,1 R",
            told: &[],
        },
        old: None,
    },
    Row {
        name: "R10: only the next command, the one after it is heard",
        players: 1,
        before: "
            AAAAA
            AAAAA
        ",
        farmers: "A2,1 A>R",
        ticks: "AL,AU - -",
        official: After {
            board: "
                AAAAA
                AAAAA
            ",
            farmers: "A 3,0 U",
            told: &["north is at the edge"],
        },
        old: None,
    },
    Row {
        name: "R10: after Stand one may turn round",
        players: 1,
        before: "
            AAAAA
            AAAAA
        ",
        farmers: "A2,1 A>R",
        ticks: "AS AL",
        official: After {
            board: "
                AAAAA
                AAAAA
            ",
            farmers: "A 4,1 R",
            told: &[],
        },
        old: Some(After {
            board: "
                AAAAA
                AAAAA
            ",
            farmers: "A 1,1 L",
            told: &[],
        }),
    },
    Row {
        name: "R6: in a tick the first to arrive acts first",
        players: 2,
        before: "
            .........
            .........
        ",
        farmers: "A1,0 B3,0",
        ticks: "BL,AR",
        official: After {
            board: "
                ..bb.....
                .........
            ",
            farmers: "A away, B 2,0 L",
            told: &["north is pruned (hit by east), 9 cells lost"],
        },
        old: Some(After {
            board: "
                .aa......
                .........
            ",
            farmers: "A 2,0 R, B home -",
            told: &["east is pruned (hit by north), 9 cells lost", "east is back"],
        }),
    },
];
