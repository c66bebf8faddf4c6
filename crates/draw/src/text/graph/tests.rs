use crate::columns::width;
use crate::samples::graph::{crowd, graph, heard, m3, night, nonsense};
use crate::text::{Charset, Style, render};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::GraphBoard;
use insta::assert_snapshot;

const ASCII: Style = Style { charset: Charset::Ascii, color: false, width: None, height: None, alone: false };
const UNICODE: Style = Style { charset: Charset::Unicode, ..ASCII };

#[test]
fn one_line_a_layer_and_one_for_every_node_where_someone_stands() {
    assert_snapshot!(render(&m3(), &ASCII), @"
    3 | 5*                                     Graph
    2 | 3 c11 $30 S0:24!  4 T0:0/8             turn                   12/30
    1 | 1 G0:40/8 G1:30/22<0  2x c7 S1:80<4    phase                  sentinels
    0 | 0                                      captured               2
                                               ghosts 20 of 100       ####......|.........
    from 1: 0 (2)  2 (1)  3 (3)  5 (10 long)   sentinels 35 of 100 *  #######...|.........
    from 2: 0 (6 long)  1 (1)  4 (4)           met: G0+G1
    from 3: 0 (9 long)  1 (3)  4 (2)  5 (5)
    from 4: 2 (4)  3 (2)  5 (1)
    ");
    assert_snapshot!(render(&m3(), &UNICODE), @"
    3 | 5*                                     Graph
    2 | 3 ✓11 $30 S0:24!  4 T0:0/8             turn                   12/30
    1 | 1 G0:40/8 G1:30/22←0  2✗ ✓7 S1:80←4    phase                  sentinels
    0 | 0                                      captured               2
                                               ghosts 20 of 100       ████······│·········
    from 1: 0 (2)  2 (1)  3 (3)  5 (10 long)   sentinels 35 of 100 ★  ███████···│·········
    from 2: 0 (6 long)  1 (1)  4 (4)           met: G0+G1
    from 3: 0 (9 long)  1 (3)  4 (2)  5 (5)
    from 4: 2 (4)  3 (2)  5 (1)
    ");
}

#[test]
fn a_page_that_stands_alone_has_every_link() {
    assert_snapshot!(render(&m3(), &Style { alone: true, ..ASCII }), @"
    3 | 5*                                     Graph
    2 | 3 c11 $30 S0:24!  4 T0:0/8             turn                   12/30
    1 | 1 G0:40/8 G1:30/22<0  2x c7 S1:80<4    phase                  sentinels
    0 | 0                                      captured               2
                                               ghosts 20 of 100       ####......|.........
    from 0: 1 (2)  2 (6 long)  3 (9 long)      sentinels 35 of 100 *  #######...|.........
    from 1: 0 (2)  2 (1)  3 (3)  5 (10 long)   met: G0+G1
    from 2: 0 (6 long)  1 (1)  4 (4)           G                      ghost
    from 3: 0 (9 long)  1 (3)  4 (2)  5 (5)    T                      turncoat
    from 4: 2 (4)  3 (2)  5 (1)                S                      sentinel
    from 5: 1 (10 long)  3 (5)  4 (1)          S0:24                  energy left
                                               S0:24!                 pinned
                                               [G0]                   who sees this
                                               7                      start
                                               7                      goal
                                               (7)                    only heard of
                                               c4                     checked on
                                               $                      loot
                                               7 (3)                  short way
                                               7 (9 long)             long way
    ");
}

#[test]
fn what_a_seat_knows() {
    assert_snapshot!(render(&heard(), &Style { width: Some(80), ..UNICODE }), @"
    6 | (30)  (31)  (32)  (33)  (34)
    5 | (25)  (26)  (27)  (28)  (29)
    4 | (20)  (21)  (22)  (23)  (24)
    3 | (15)  (16)  (17)  (18)  (19)
    2 | (10)  (11)  12  (13)  14 [G2:15/16] S3:60 G1:0/0
    1 | (5)  (6)  7  (8)  9 $?
    0 | (0)  (1)  (2)  (3)  4

    from 14: 7 (1)  15 (3)  19 (5)  23 (1)  26 (2)
    from 4: 5 (3)  6 (1)  7 (4)  8 (7 long)  9 (4)  18 (10 long)
    from 7: 3 (1)  4 (4)  5 (5)  11 (9 long)  14 (1)  15 (9 long)
    from 9: 0 (6 long)  3 (3)  4 (4)  11 (7 long)  12 (2)  13 (1)
    from 12: 6 (4)  9 (2)  13 (8 long)  15 (10 long)  17 (2)  22 (7 long)

    turn                   12/30
    phase                  sentinels
    captured               2
    ghosts 20 of 100       ████······│·········
    sentinels 35 of 100 ★  ███████···│·········
    ");
}

#[test]
fn a_narrow_page() {
    assert_snapshot!(render(&m3(), &Style { width: Some(24), ..UNICODE }), @"
    3 | 5*
    2 | 3 ✓11 $30 S0:24!
        4 T0:0/8
    1 | 1 G0:40/8 G1:30/22←0
        2✗ ✓7 S1:80←4
    0 | 0

    from 1: 0 (2)  2 (1)
            3 (3)
            5 (10 long)
    from 2: 0 (6 long)
            1 (1)  4 (4)
    from 3: 0 (9 long)
            1 (3)  4 (2)
            5 (5)
    from 4: 2 (4)  3 (2)
            5 (1)

    Graph
    turn
    12/30
    phase
    sentinels
    captured
    2
    ghosts 20 of 100
    ████······│·········
    sentinels 35 of 100 ★
    ███████···│·········
    met: G0+G1
    ");
}

#[test]
fn colour() {
    let text = render(&m3(), &Style { color: true, width: Some(60), ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @"
    ␛[38;5;244m3 | ␛[0m␛[38;5;16m␛[48;5;214m5␛[0m
    ␛[38;5;244m2 | ␛[0m␛[38;5;247m3␛[0m ␛[38;5;36m✓11␛[0m ␛[1m$30␛[0m ␛[38;5;68mS0:24!␛[0m  ␛[38;5;247m4␛[0m ␛[38;5;208mT0:0/8␛[0m
    ␛[38;5;244m1 | ␛[0m␛[38;5;247m1␛[0m ␛[38;5;175mG0:40/8␛[0m ␛[38;5;175mG1:30/22␛[0m␛[38;5;244m←0␛[0m  ␛[38;5;16m␛[48;5;220m2␛[0m ␛[38;5;36m✓7␛[0m ␛[38;5;68mS1:80␛[0m␛[38;5;244m←4␛[0m
    ␛[38;5;244m0 | ␛[0m␛[38;5;66m0␛[0m

    ␛[38;5;244mfrom ␛[0m␛[38;5;247m1␛[0m␛[38;5;244m: ␛[0m␛[38;5;66m0␛[0m ␛[38;5;244m(2)␛[0m  ␛[38;5;247m2␛[0m ␛[38;5;244m(1)␛[0m  ␛[38;5;247m3␛[0m ␛[38;5;244m(3)␛[0m  ␛[38;5;178m5␛[0m ␛[38;5;244m(10 long)␛[0m
    ␛[38;5;244mfrom ␛[0m␛[38;5;247m2␛[0m␛[38;5;244m: ␛[0m␛[38;5;66m0␛[0m ␛[38;5;244m(6 long)␛[0m  ␛[38;5;247m1␛[0m ␛[38;5;244m(1)␛[0m  ␛[38;5;247m4␛[0m ␛[38;5;244m(4)␛[0m
    ␛[38;5;244mfrom ␛[0m␛[38;5;247m3␛[0m␛[38;5;244m: ␛[0m␛[38;5;66m0␛[0m ␛[38;5;244m(9 long)␛[0m  ␛[38;5;247m1␛[0m ␛[38;5;244m(3)␛[0m  ␛[38;5;247m4␛[0m ␛[38;5;244m(2)␛[0m  ␛[38;5;178m5␛[0m ␛[38;5;244m(5)␛[0m
    ␛[38;5;244mfrom ␛[0m␛[38;5;247m4␛[0m␛[38;5;244m: ␛[0m␛[38;5;247m2␛[0m ␛[38;5;244m(4)␛[0m  ␛[38;5;247m3␛[0m ␛[38;5;244m(2)␛[0m  ␛[38;5;178m5␛[0m ␛[38;5;244m(1)␛[0m

    ␛[1mGraph␛[0m
    ␛[38;5;244mturn␛[0m                   12/30
    ␛[38;5;244mphase␛[0m                  sentinels
    ␛[38;5;244mcaptured␛[0m               2
    ␛[1m␛[38;5;175mghosts 20 of 100␛[0m       ␛[38;5;175m████␛[0m␛[38;5;244m······␛[0m│␛[38;5;244m·········␛[0m
    ␛[1m␛[38;5;68msentinels 35 of 100 ★␛[0m  ␛[38;5;68m███████␛[0m␛[38;5;244m···␛[0m│␛[38;5;244m·········␛[0m
    met: G0+G1
    ");
}

#[test]
fn no_line_is_wider_than_the_page() {
    for scene in [m3(), night(), heard(), crowd(30)] {
        for most in 3..130 {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let text =
                    render(&scene, &Style { charset, color: false, width: Some(most), height: None, alone: false });
                assert!(text.lines().all(|line| width(line) <= most), "{most} columns:\n{text}");
            }
        }
    }
}

#[test]
fn nothing_a_game_says_breaks_the_page() {
    let nothing = Scene::new(GraphBoard::default(), Vec::new());
    assert_eq!(render(&nothing, &ASCII), "");
    for charset in [Charset::Ascii, Charset::Unicode] {
        for width in (0..40).map(Some).chain([None]) {
            let text = render(&nonsense(), &Style { charset, color: false, width, height: None, alone: false });
            assert!(!text.contains(|character: char| character.is_control() && character != '\n'));
            assert!(charset == Charset::Unicode || text.is_ascii());
        }
    }
    let vast = Scene::new(graph(65, 3), Vec::new());
    assert_eq!(render(&vast, &ASCII).lines().count(), 65);
}
