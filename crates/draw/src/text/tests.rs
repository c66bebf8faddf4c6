use super::*;
use crate::columns;
use crate::samples::{actor, at, bare, empty, hunt, look, maze, mud, nonsense, race};
use gridhaunt_kernel::scene::{Actor, Bump, Flash, Frame, Line, Row, Thing, Tile};
use insta::assert_snapshot;

const ASCII: Style = Style { charset: Charset::Ascii, color: false, width: None, height: None, alone: false };
const UNICODE: Style = Style { charset: Charset::Unicode, ..ASCII };

#[test]
fn ascii() {
    assert_snapshot!(render(&race(), &ASCII), @"
    +---+---+---+---+---+   Race
    |     *          R! |   python 0.5  #:........|.........
    +   +---+ 3 +   +   +   rat 2.5 *   ########:.|.........
    |   aP2*  * |       |   turn        17/300
    +---+---+---+---+---+   cheese      3 of 6 left
                            a=12
    ");
}

#[test]
fn unicode() {
    assert_snapshot!(render(&race(), &UNICODE), @"
    ┌───────────────────┐   Race
    │     ◆          R! │   python 0.5  █▌········│·········
    │   ╶───╴ 3 ╷   ·   │   rat 2.5 ★   ████████▌·│·········
    │   aP²◆  ◆ │       │   turn        17/300
    └───────────┴───────┘   cheese      3 of 6 left
                            a=12
    ");
}

#[test]
fn a_panel_that_does_not_fit_beside_the_board_goes_below() {
    assert_snapshot!(render(&race(), &Style { width: Some(40), ..UNICODE }), @"
    ┌───────────────────┐
    │     ◆          R! │
    │   ╶───╴ 3 ╷   ·   │
    │   aP²◆  ◆ │       │
    └───────────┴───────┘

    Race
    python 0.5  █▌········│·········
    rat 2.5 ★   ████████▌·│·········
    turn        17/300
    cheese      3 of 6 left
    a=12
    ");
}

#[test]
fn cells_of_one_column() {
    assert_snapshot!(render(&race(), &Style { width: Some(20), ..UNICODE }), @"
    ┌─────────┐
    │  ◆     R│
    │ ╶─╴3╷ · │
    │ aP ◆│   │
    └─────┴───┘

    Race
    python 0.5
    █▌········│·········
    rat 2.5 ★
    ████████▌·│·········
    turn
    17/300
    cheese
    3 of 6 left
    a=12
    P on cheese, P²
    ");
}

/// A maze with a wall, mud, cheese and a rat, on a page with so many columns and lines.
fn small(columns: usize, rows: usize, style: Style) -> String {
    let mut board = empty(4, 2);
    board.y_up = false;
    board.walls = vec![(at(0, 0), at(0, 1)), (at(1, 0), at(1, 1)), (at(2, 0), at(3, 0))];
    board.edges = vec![mud(at(2, 0), at(2, 1), 3), mud(at(0, 1), at(1, 1), 4)];
    board.things = vec![Thing { at: at(1, 0), look: look("cheese") }];
    board.actors = vec![actor("rat", 'R', at(1, 1))];
    render(&bare(board), &Style { width: Some(columns), height: Some(rows), ..style })
}

#[test]
fn on_a_low_page_walls_are_lines_and_mud_has_its_number_as_everywhere() {
    assert_snapshot!(small(40, 5, ASCII), @"
    +---+---+---+---+
    |     *     |   |
    +---+---+ 3 +   +
    |   4 R         |
    +---+---+---+---+
    ");
    assert_snapshot!(small(40, 4, ASCII), @"
     ___________
    |___*_  3|  |
    |__4R_______|
    ");
    assert_snapshot!(small(40, 4, UNICODE), @"
     ▁▁▁▁▁▁▁▁▁▁▁
    │▁▁▁◆▁  3│  │
    │▁▁4R▁▁▁▁▁▁▁│
    ");
    assert_snapshot!(small(9, 4, UNICODE), @"
     ▁▁▁▁▁▁▁
    │▁▁◆ 3│ │
    │▁4R▁▁▁▁│
    ");
    assert_snapshot!(small(6, 4, UNICODE), @"
     ▁▁▁
    │▁▁◆
    │▁4R▁
    ");
}

#[test]
fn lines_lead_to_who_made_them() {
    let mut board = empty(6, 4);
    board.y_up = false;
    let line = |from, to, name| Line { from, to, look: look(name) };
    board.lines = vec![
        line(at(0, 0), at(1, 0), "killer-trail"),
        line(at(2, 1), at(3, 0), "survivor-trail"),
        line(at(4, 0), at(5, 1), "killer-trail"),
        line(at(0, 3), at(0, 2), "survivor-trail"),
        line(at(2, 3), at(5, 3), "teleport"),
    ];
    board.actors = [(1, 0), (3, 0), (5, 1), (0, 2), (5, 3)].map(|(x, y)| actor("killer", 'A', at(x, y))).to_vec();
    assert_eq!(
        render(&bare(board.clone()), &ASCII),
        "- A . A \\ .\n. . / . . A\nA . . . . .\n| . ----- A\n".replace("- A", "--A").replace("----- A", "------A")
    );
    assert_eq!(render(&bare(board), &Style { width: Some(6), ..UNICODE }), "─A·A╲·\n··╱··A\nA·····\n│·┄┄┄A\n");
}

#[test]
fn the_unknown_does_not_look_empty() {
    let mut board = empty(3, 1);
    board.tiles = vec![Tile { at: at(1, 0), look: look("unknown") }, Tile { at: at(2, 0), look: look("unknown") }];
    board.things = vec![Thing { at: at(2, 0), look: look("exit") }];
    assert_eq!(render(&bare(board.clone()), &ASCII), ". ? >\n");
    assert_eq!(render(&bare(board), &UNICODE), "· ░░>\n");
}

#[test]
fn colour() {
    let text = render(&race(), &Style { color: true, ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @"
    ┌───────────────────┐   ␛[1mRace␛[0m
    │     ␛[38;5;178m◆␛[0m          ␛[38;5;16m␛[48;5;215m ␛[0m␛[38;5;16m␛[48;5;247mR␛[0m␛[38;5;16m␛[48;5;215m ␛[0m│   ␛[1m␛[38;5;36mpython 0.5␛[0m  ␛[38;5;36m█▌␛[0m␛[38;5;244m········␛[0m│␛[38;5;244m·········␛[0m
    │   ╶───╴ ␛[38;5;137m3␛[0m ╷   ␛[38;5;244m·␛[0m   │   ␛[1m␛[38;5;247mrat 2.5 ★␛[0m   ␛[38;5;247m████████▌␛[0m␛[38;5;244m·␛[0m│␛[38;5;244m·········␛[0m
    │   ␛[38;5;137ma␛[0m␛[38;5;16m␛[48;5;36mP␛[0m␛[38;5;36m²␛[0m␛[38;5;178m◆␛[0m  ␛[38;5;178m◆␛[0m │       │   ␛[38;5;244mturn␛[0m        17/300
    └───────────┴───────┘   ␛[38;5;244mcheese␛[0m      3 of 6 left
                            a=12
    ");
}

/// A corner of the hunt with all that happens in it.
fn corner() -> Scene {
    let mut board = empty(9, 4);
    board.y_up = false;
    let moved = |name, glyph, x, y| actor(name, glyph, at(x, y));
    board.tiles = (0..3).flat_map(|y| (5..8).map(move |x| Tile { at: at(x, y), look: look("sight") })).collect();
    board.lines = vec![Line { from: at(0, 0), to: at(1, 1), look: look("killer-trail") }];
    board.things = [(3, 3), (6, 2)].map(|(x, y)| Thing { at: at(x, y), look: look("exit") }).to_vec();
    board.actors = vec![moved("killer", 'A', 1, 1), moved("survivor", 'a', 6, 1), moved("survivor", 'b', 0, 3)];
    board.actors[2].faded = true;
    board.flashes = vec![Flash { at: at(1, 1), look: look("capture") }, Flash { at: at(3, 3), look: look("escape") }];
    let panel = vec![Row::Fact { label: "round".into(), value: "12/100".into() }, Row::Note("A got c".into())];
    Scene::new(board, panel)
}

#[test]
fn an_open_board_has_no_walls() {
    assert_snapshot!(render(&corner(), &ASCII), @r"
    \ . . . . : : : .    round  12/100
    . Ax. . . : a : .    A got c
    . . . . . : > : .    out: b
    b . . >^. . . . .
    ");
    assert_snapshot!(render(&corner(), &UNICODE), @"
    ╲ · · · · ∘ ∘ ∘ ·    round  12/100
    · A✗· · · ∘ a ∘ ·    A got c
    · · · · · ∘ > ∘ ·    out: b
    b · · >↑· · · · ·
    ");
    assert_snapshot!(render(&corner(), &Style { width: Some(29), ..ASCII }), @r"
    \....:::.   round  12/100
    .A...:a:.   A got c
    .....:>:.   out: b
    b..^.....
    ");
}

#[test]
fn an_open_board_in_colour() {
    let text = render(&corner(), &Style { color: true, width: Some(29), ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @r"
    ␛[38;5;167m╲␛[0m␛[38;5;244m····␛[0m␛[38;5;178m∘∘∘␛[0m␛[38;5;244m·␛[0m   ␛[38;5;244mround␛[0m  12/100
    ␛[38;5;244m·␛[0m␛[38;5;16m␛[48;5;220mA␛[0m␛[38;5;244m···␛[0m␛[38;5;178m∘␛[0m␛[38;5;16m␛[48;5;68ma␛[0m␛[38;5;178m∘␛[0m␛[38;5;244m·␛[0m   A got c
    ␛[38;5;244m·····␛[0m␛[38;5;178m∘␛[0m␛[38;5;35m>␛[0m␛[38;5;178m∘␛[0m␛[38;5;244m·␛[0m
    ␛[2m␛[38;5;68mb␛[0m␛[38;5;244m··␛[0m␛[38;5;16m␛[48;5;81m>␛[0m␛[38;5;244m·····␛[0m
    ");
}

#[test]
fn a_board_of_fifty_by_fifty_fits_a_terminal_with_its_panel_beside() {
    assert!(render(&hunt(), &ASCII).contains(". C . . .\n"), "a unit hides the exit under it");
    let text = render(&hunt(), &Style { width: Some(80), ..ASCII });
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 50);
    assert!(lines.iter().all(|line| line.len() <= 80), "{text}");
    assert!(lines[0].ends_with("Hunt") && lines[1].ends_with("round     12/100"), "{text}");
    let sign = |x: usize, y: usize| lines[y].as_bytes()[x] as char;
    assert_eq!(
        [sign(10, 9), sign(28, 17), sign(38, 13), sign(0, 49), sign(32, 35), sign(7, 7)],
        ['A', 'B', 'a', 'b', '>', '.']
    );
    assert_eq!(sign(46, 29), 'C', "a unit hides the exit under it");
}

#[test]
fn those_who_share_a_cell_stand_side_by_side() {
    let mut board = empty(3, 1);
    board.walls = vec![(at(0, 0), at(1, 0))];
    board.actors = vec![actor("python", 'P', at(0, 0)), actor("rat", 'R', at(0, 0))];
    board.actors.extend("ABCD".chars().map(|glyph| actor("ghost", glyph, at(1, 0))));
    board.things = vec![Thing { at: at(0, 0), look: look("cheese") }];
    assert_snapshot!(render(&bare(board), &ASCII), @r"
    +---+---+---+   &=A B C D
    |PR*|AB&    |
    +---+---+---+
    ");
}

#[test]
fn a_page_that_stands_alone_explains_itself() {
    assert_snapshot!(render(&race(), &Style { alone: true, ..UNICODE }), @"
    ┌───────────────────┐   Race
    │     ◆          R! │   Two rats and a sentence about them.
    │   ╶───╴ 3 ╷   ·   │   python 0.5  █▌········│·········
    │   aP²◆  ◆ │       │   rat 2.5 ★   ████████▌·│·········
    └───────────┴───────┘   turn        17/300
                            cheese      3 of 6 left
                            a=12
                            ◆           cheese
                            3           mud: turns
                            !           cheese eaten
    ");
    let text = render(&hunt(), &Style { alone: true, width: Some(90), ..ASCII });
    for (sign, word) in [("A", "killer"), ("--", "killer's step"), ("x", "captured"), (":", "in sight")] {
        let said = |line: &str| line.ends_with(word) && line.split_whitespace().any(|part| part == sign);
        assert!(text.lines().any(said), "{sign} {word}:\n{text}");
    }
}

#[test]
fn what_colours_would_say_is_told() {
    let mut board = empty(3, 2);
    board.y_up = false;
    board.things = vec![Thing { at: at(0, 0), look: look("exit") }, Thing { at: at(1, 0), look: look("cheese") }];
    board.actors = vec![
        Actor { own: true, ..actor("killer", 'A', at(0, 0)) },
        actor("rat", 'R', at(1, 0)),
        Actor { faded: true, ..actor("survivor", 'b', at(2, 1)) },
        Actor { facing: Some((1, 0)), ..actor("farmer.0", '@', at(0, 1)) },
    ];
    board.bumps = vec![Bump { at: at(0, 0), towards: (-1, -1), look: look("killer") }];
    let scene = bare(board);
    assert_snapshot!(render(&scene, &ASCII), @"
    A R*.    A on exit
    @>. b    blocked: A^<
             out: b
             sees this: A
    ");
    let text = render(&scene, &Style { color: true, ..UNICODE });
    assert!(text.contains("\u{1b}[4m"), "who sees this is underlined: {text:?}");
    assert!(!text.contains("sees this:") && !text.contains("out:"), "{text}");
}

#[test]
fn tiles_lines_and_outlines_are_seen_between_walls_too() {
    let mut board = empty(4, 3);
    board.y_up = false;
    board.walls = vec![(at(0, 0), at(0, 1))];
    board.tiles = vec![Tile { at: at(0, 0), look: look("sight") }, Tile { at: at(3, 2), look: look("unknown") }];
    board.lines = vec![Line { from: at(0, 1), to: at(0, 2), look: look("killer-trail") }];
    board.frames = vec![Frame { from: at(2, 1), to: at(2, 1), look: look("window") }];
    let scene = bare(board);
    assert_snapshot!(render(&scene, &ASCII), @"
    +---+---+---+---+
    | :  +-- --- +  |
    +---+   +   +   +
    | |  |       |  |
    +   +   +   +   +
    |    +-- --- +  |
    +---+---+---+---+
    ");
    assert_snapshot!(render(&scene, &Style { height: Some(5), ..ASCII }), @"
     ___________
    |:_ +  -  + |
    ||  |     | |
    |___+__-__+_|
    ");
}

#[test]
fn row_0_is_where_the_game_says() {
    let mut board = empty(1, 2);
    board.actors = vec![actor("rat", 'R', at(0, 0))];
    assert_eq!(render(&bare(board.clone()), &ASCII), ".\nR\n");
    board.y_up = false;
    assert_eq!(render(&bare(board), &ASCII), "R\n.\n");
}

#[test]
fn no_line_is_wider_than_the_page() {
    for (columns, rows) in (1..=66).map(|columns| (columns, 4)).chain([(1, 1), (2, 2), (64, 64)]) {
        let scene = maze(columns, rows);
        for width in (usize::from(columns).max(3)..).step_by(7).take(45) {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let text =
                    render(&scene, &Style { charset, color: false, width: Some(width), height: None, alone: false });
                let widest = text.lines().map(columns::width).max();
                assert!(widest <= Some(width), "{columns}x{rows} in {width} columns:\n{text}");
            }
        }
    }
}

#[test]
fn colours_change_no_letter() {
    for width in [30, 60, 120] {
        let (scene, width) = (race(), Some(width));
        let mut colored = render(&scene, &Style { color: true, width, ..UNICODE });
        while let Some(start) = colored.find('\u{1b}') {
            let end = colored[start..].find('m').unwrap();
            colored.replace_range(start..=start + end, "");
        }
        let blank = |text: &str| text.replace(['!', ' '], "");
        assert_eq!(blank(&colored), blank(&render(&scene, &Style { width, ..UNICODE })));
    }
}

#[test]
fn nothing_a_game_says_breaks_the_page() {
    for charset in [Charset::Ascii, Charset::Unicode] {
        for (width, alone) in (0..40).map(Some).chain([None]).flat_map(|width| [(width, false), (width, true)]) {
            let text = render(&nonsense(), &Style { charset, color: false, width, height: None, alone });
            assert!(!text.contains(|character: char| character.is_control() && character != '\n'));
            assert!(charset == Charset::Unicode || text.is_ascii());
        }
    }
}

#[test]
fn a_board_beyond_all_measure_is_named() {
    assert_eq!(render(&bare(empty(65_535, 65_535)), &ASCII), "board of 65535 x 65535 cells\n");
}

#[test]
fn a_maze_too_high_for_lines_between_its_rows_is_shown_whole_all_the_same() {
    let scene = Scene { panel: Vec::new(), ..maze(9, 6) };
    let lines = |height| runs(&scene, &Style { width: Some(80), height, ..ASCII });
    assert!(lines(None).len() > 12 && lines(Some(20)).len() > 12);
    let low = render(&scene, &Style { width: Some(80), height: Some(12), ..ASCII });
    assert!(low.lines().count() <= 12 && !low.contains("hidden"), "{low}");
}

#[test]
fn runs_are_what_is_rendered() {
    let style = Style { color: true, width: Some(60), ..UNICODE };
    let written =
        |line: Vec<Run>| line.iter().map(|(text, paint)| format!("{paint}{text}{paint:#}")).collect::<String>();
    let text: String = runs(&race(), &style).into_iter().map(|line| written(line) + "\n").collect();
    assert_eq!(text, render(&race(), &style));
}
