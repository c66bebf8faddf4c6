use super::*;
use crate::columns;
use crate::samples::{actor, at, empty, maze, nonsense, race};
use gridhaunt_kernel::scene::Thing;
use insta::assert_snapshot;

const ASCII: Style = Style { charset: Charset::Ascii, color: false, width: None };
const UNICODE: Style = Style { charset: Charset::Unicode, ..ASCII };

#[test]
fn ascii() {
    assert_snapshot!(render(&race(), &ASCII), @r"
    +---+---+---+---+---+   python 0.5  #:........|.........
    |     *          R! |   rat 2.5     ########:.|.........
    +   +---+ 3 +   +   +   turn        17/300
    |   aP2*  * |       |   cheese      3 of 6 left
    +---+---+---+---+---+   a=12
    ");
}

#[test]
fn unicode() {
    assert_snapshot!(render(&race(), &UNICODE), @r"
    ┌───────────────────┐   python 0.5  █▌········│·········
    │     ◆          R! │   rat 2.5     ████████▌·│·········
    │   ╶───╴ 3 ╷   ·   │   turn        17/300
    │   aP²◆  ◆ │       │   cheese      3 of 6 left
    └───────────┴───────┘   a=12
    ");
}

#[test]
fn a_panel_that_does_not_fit_beside_the_board_goes_below() {
    assert_snapshot!(render(&race(), &Style { width: Some(40), ..UNICODE }), @r"
    ┌───────────────────┐
    │     ◆          R! │
    │   ╶───╴ 3 ╷   ·   │
    │   aP²◆  ◆ │       │
    └───────────┴───────┘

    python 0.5  █▌········│·········
    rat 2.5     ████████▌·│·········
    turn        17/300
    cheese      3 of 6 left
    a=12
    ");
}

#[test]
fn cells_of_one_column() {
    assert_snapshot!(render(&race(), &Style { width: Some(20), ..UNICODE }), @r"
    ┌─────────┐
    │  ◆     R│
    │ ╶─╴3╷ · │
    │ aP ◆│   │
    └─────┴───┘

    python 0.5
    █▌········│·········
    rat 2.5
    ████████▌·│·········
    turn
    17/300
    cheese
    3 of 6 left
    a=12
    P²
    ");
}

#[test]
fn lanes() {
    assert_snapshot!(render(&race(), &Style { width: Some(10), ..UNICODE }), @r"
    ┌◆┰┬R
    ┕P◆└┘

    python 0.5
    █····│····
    rat 2.5
    ████·│····
    turn
    17/300
    cheese
    3 of 6
    left
    P²
    ");
}

#[test]
fn lanes_in_ascii() {
    assert_snapshot!(render(&race(), &Style { width: Some(10), ..ASCII }), @r"
    .*:+R
    ~P*''

    python 0.5
    #....|....
    rat 2.5
    ####.|....
    turn
    17/300
    cheese
    3 of 6
    left
    P2
    ");
}

#[test]
fn colour() {
    let text = render(&race(), &Style { color: true, ..UNICODE });
    assert_snapshot!(text.replace('\u{1b}', "␛"), @r"
    ┌───────────────────┐   ␛[1m␛[38;5;36mpython 0.5␛[0m  ␛[38;5;36m█▌␛[0m␛[38;5;244m········␛[0m│␛[38;5;244m·········␛[0m
    │     ␛[38;5;178m◆␛[0m          ␛[38;5;16m␛[48;5;215m ␛[0m␛[38;5;16m␛[48;5;247mR␛[0m␛[38;5;16m␛[48;5;215m ␛[0m│   ␛[1m␛[38;5;247mrat 2.5␛[0m     ␛[38;5;247m████████▌␛[0m␛[38;5;244m·␛[0m│␛[38;5;244m·········␛[0m
    │   ╶───╴ ␛[38;5;137m3␛[0m ╷   ␛[38;5;244m·␛[0m   │   ␛[38;5;244mturn␛[0m        17/300
    │   ␛[38;5;137ma␛[0m␛[38;5;16m␛[48;5;36mP␛[0m␛[38;5;36m²␛[0m␛[38;5;178m◆␛[0m  ␛[38;5;178m◆␛[0m │       │   ␛[38;5;244mcheese␛[0m      3 of 6 left
    └───────────┴───────┘   a=12
    ");
}

#[test]
fn those_who_share_a_cell_stand_side_by_side() {
    let mut scene = empty(3, 1);
    scene.actors = vec![actor("python", 'P', at(0, 0)), actor("rat", 'R', at(0, 0))];
    scene.actors.extend("ABCD".chars().map(|glyph| actor("ghost", glyph, at(1, 0))));
    scene.things = vec![Thing { at: at(0, 0), role: "cheese", glyph: '*' }];
    assert_snapshot!(render(&scene, &ASCII), @r"
    +---+---+---+   &=A B C D
    |PR* AB&    |
    +---+---+---+
    ");
}

#[test]
fn row_0_is_where_the_game_says() {
    let mut scene = empty(1, 2);
    scene.actors = vec![actor("rat", 'R', at(0, 0))];
    assert_eq!(render(&scene, &ASCII), "+---+\n|   |\n+   +\n| R |\n+---+\n");
    scene.y_up = false;
    assert_eq!(render(&scene, &ASCII), "+---+\n| R |\n+   +\n|   |\n+---+\n");
}

#[test]
fn no_line_is_wider_than_the_page() {
    for (columns, rows) in (1..=66).map(|columns| (columns, 4)).chain([(1, 1), (2, 2), (64, 64)]) {
        let scene = maze(columns, rows);
        for width in (usize::from(columns)..).step_by(7).take(45) {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let text = render(&scene, &Style { charset, color: false, width: Some(width) });
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
        for width in (0..40).map(Some).chain([None]) {
            let text = render(&nonsense(), &Style { charset, color: false, width });
            assert!(!text.contains(|character: char| character.is_control() && character != '\n'));
            assert!(charset == Charset::Unicode || text.is_ascii());
        }
    }
}

#[test]
fn a_board_beyond_all_measure_is_named() {
    assert_eq!(render(&empty(65_535, 65_535), &ASCII), "board of 65535 x 65535 cells\n");
}
