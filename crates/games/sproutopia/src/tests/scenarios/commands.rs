//! Commands, stamps and queues (R6 to R10).

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "R7: a command that finds the queue full is dropped, in official only",
        players: 1,
        board: "
            AAA...      AAA...      AAAa..
            AAA...  =>  AAa...  or  AAaa..
            ......      ..aaaa      ..aa..
        ",
        farmers: &["A1,1", "A 5,2 R", "A 3,0 U"],
        ticks: "AR,AD,AR,AU - - - -",
        told: &[&["north: up dropped, the queue is full"], &[]],
    },
    Row {
        name: "R7: what arrives while a farmer is away is played as it comes back",
        players: 2,
        board: "
            A...BBB      ....BBB
            A...BBB  =>  ....BBB
            ....BBB      ....BBB
            #......      #......
        ",
        farmers: &["A^2,5 B^5,1 A0,2 A>D B5,1", "A 4,5 R, B home -"],
        ticks: "- AR,AR -",
        told: &[&["north is pruned (a weed), 2 cells lost", "north is back"]],
    },
    Row {
        name: "R8: none is no command, and Stand is one of the old rules only",
        players: 1,
        board: "
            AAAAAA  =>  AAAAAA
            AAAAAA      AAAAAA
        ",
        farmers: &["A0,1", "A 5,1 R", "A 0,1 L"],
        ticks: "AR A- AS AL -",
        told: &[&[]],
    },
    Row {
        name: "R9: a silent farmer goes on",
        players: 1,
        board: "
            AAAAA  =>  AAAAA
            AAAAA      AAAAA
        ",
        farmers: &["A0,1", "A 3,1 R"],
        ticks: "AR - -",
        told: &[&[]],
    },
    Row {
        name: "R9: a silent farmer acts before one that has just spoken",
        players: 2,
        board: "
            .......  =>  ..bb...  or  .aa....
            .......      .......      .......
        ",
        farmers: &["A1,0 A>R B3,0 B>L", "A away, B 2,0 L", "A 2,0 R, B home -"],
        ticks: "AR",
        told: &[
            &["north is pruned (hit by east), 9 cells lost"],
            &["east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R9: of two silent farmers the one that spoke earlier acts first",
        players: 2,
        board: "
            .........  =>  ...bbb...  or  .aaa.....
            .........      .........      .........
        ",
        farmers: &["A1,0 B5,0", "A away, B 3,0 L", "A 3,0 R, B home -"],
        ticks: "BL,AR -",
        told: &[
            &["north is pruned (hit by east), 9 cells lost"],
            &["east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
    Row {
        name: "R9: a command is used up though the farmer cannot move",
        players: 2,
        board: "
            AAA..  =>  AAA..  or  AAA..
            AAA..      AAA..      AAA.b
        ",
        farmers: &["A0,0 B4,1 B+3:2", "A 1,0 R, B 4,1 -"],
        ticks: "AD,AR -",
        told: &[&["north is frozen", "east has no more Freeze (its time is over)"]],
    },
    Row {
        name: "R10: the opposite of the momentum is the momentum",
        players: 1,
        board: "
            AAAAA  =>  AAAAA
            AAAAA      AAAAA
        ",
        farmers: &["A2,1 A>R", "A 4,1 R"],
        ticks: "AL -",
        told: &[&[]],
    },
    Row {
        name: "R10: only the next command, the one after it is heard",
        players: 1,
        board: "
            AAAAA  =>  AAAAA
            AAAAA      AAAAA
        ",
        farmers: &["A2,1 A>R", "A 3,0 U"],
        ticks: "AL,AU - -",
        told: &[&["north is at the edge"]],
    },
    Row {
        name: "R10: after Stand one may turn round",
        players: 1,
        board: "
            AAAAA  =>  AAAAA
            AAAAA      AAAAA
        ",
        farmers: &["A2,1 A>R", "A 4,1 R", "A 1,1 L"],
        ticks: "AS AL",
        told: &[&[]],
    },
    Row {
        name: "R6: in a tick the first to arrive acts first",
        players: 2,
        board: "
            .........  =>  ..bb.....  or  .aa......
            .........      .........      .........
        ",
        farmers: &["A1,0 B3,0", "A away, B 2,0 L", "A 2,0 R, B home -"],
        ticks: "BL,AR",
        told: &[
            &["north is pruned (hit by east), 9 cells lost"],
            &["east is pruned (hit by north), 9 cells lost", "east is back"],
        ],
    },
];
