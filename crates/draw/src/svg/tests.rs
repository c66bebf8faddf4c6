use super::*;
use crate::samples::{actor, at, bare, empty, hunt, look, maze, nonsense, race};
use gridhaunt_kernel::scene::{Actor, Bump, GridBoard, Thing, Tile, Way};

#[test]
fn a_race() {
    insta::assert_snapshot!(render(&race(), &Options::default()));
}

#[test]
fn a_hunt() {
    let mut scene = hunt();
    scene.panel.truncate(1);
    insta::assert_snapshot!(render(&scene, &Options::default()));
    insta::assert_snapshot!(render(&scene, &Options { cell: 8, dark: true }));
}

#[test]
fn a_goal_has_a_place_in_the_picture_if_it_is_on_the_board() {
    let mut board = GridBoard { y_up: false, ..empty(4, 3) };
    let spot = |board: &GridBoard, x, y| spot(&bare(board.clone()), Goal::Cell(at(x, y)));
    assert_eq!(spot(&board, 1, 0), Some([48.0, 16.0, 16.0]));
    board.y_up = true;
    assert_eq!(spot(&board, 1, 0), Some([48.0, 80.0, 16.0]));
    assert_eq!(spot(&board, 4, 0), None);
    assert_eq!(super::spot(&bare(board), Goal::Node(0)), None);
}

#[test]
fn small_cells_show_less() {
    let text = |cell| render(&race(), &Options { cell, dark: false });
    let (full, plain, square) = (text(16), text(7), text(6));
    assert!(full.contains("#gh-snake") && full.contains(">12</text>") && full.contains(r#"class="badges""#));
    assert!(plain.contains(">P</text>") && !plain.contains(">12</text>") && !plain.contains(r#"class="badges""#));
    assert!(square.contains("#gh-square") && !square.contains(">P</text>") && !square.contains(r#"class="grid""#));
}

#[test]
fn tiles_in_a_row_are_one_and_the_last_on_a_cell_counts() {
    let mut board = empty(4, 1);
    let tile = |x, name| Tile { at: at(x, 0), look: look(name) };
    board.tiles = vec![tile(2, "sight"), tile(0, "sight"), tile(1, "sight"), tile(2, "land")];
    let text = render(&bare(board), &Options::default());
    assert!(
        text.contains(r#"class="sight" d="M0 0h64v32h-64z""#) && text.contains(r#"class="land" d="M64 0h32"#),
        "{text}"
    );
}

#[test]
fn a_refused_wish_points_where_it_wanted_to_go() {
    let bar = |y_up, towards| {
        let mut board = GridBoard { y_up, ..empty(3, 3) };
        board.bumps = vec![Bump { at: at(1, 1), towards, look: look("killer") }];
        let text = render(&bare(board), &Options::default());
        text.split(r#"class="killer" d=""#).nth(1).and_then(|rest| rest.split('M').nth(1).map(str::to_string))
    };
    assert_eq!(bar(false, (1, 0)).as_deref(), Some("60 48L65.5 48"));
    assert_eq!(bar(false, (0, -1)).as_deref(), Some("48 36L48 30.5"));
    assert_eq!(bar(true, (0, 1)).as_deref(), Some("48 36L48 30.5"), "up is up");
}

#[test]
fn one_who_stands_in_a_gate_stands_on_it() {
    let mut board = empty(1, 1);
    board.things = vec![Thing { at: at(0, 0), look: look("exit") }];
    board.actors = vec![actor("killer", 'A', at(0, 0))];
    let text = render(&bare(board), &Options::default());
    assert!(text.contains(r##"<use href="#gh-gate" x="16" y="16"/>"##), "{text}");
    assert!(text.contains(r##"<use href="#gh-fine-ghost" x="16" y="16"/>"##), "{text}");
}

#[test]
fn every_document_is_well_formed() {
    let scenes = [race(), hunt(), nonsense(), bare(empty(1, 1)), maze(1, 1), maze(7, 5), maze(64, 64)];
    for scene in &scenes {
        for options in [(0, false), (7, true), (32, false), (u32::MAX, true)].map(|(cell, dark)| Options { cell, dark })
        {
            let text = render(scene, &options);
            check_tags(&text);
            check_numbers(&text);
        }
    }
}

#[test]
fn a_large_empty_board_is_a_small_document() {
    let text = render(&bare(empty(65_535, 2)), &Options::default());
    assert!(text.len() < 2_000_000);
    check_tags(&text);
}

#[test]
fn a_board_is_drawn_alike_wherever_there_is_room() {
    let layer = |cell, class: &str| {
        let text = render(&race(), &Options { cell, dark: false });
        text.lines().find(|line| line.contains(class)).map(str::to_string)
    };
    for class in ["floor", "walls", "gh-mouse", "mark"] {
        assert_eq!(layer(16, class), layer(64, class));
        assert!(layer(16, class).is_some());
    }
}

#[test]
fn walls_in_a_row_are_one_stroke() {
    let mut board = empty(4, 2);
    board.walls = [0, 1, 3].map(|x| (at(x, 1), at(x, 0))).to_vec();
    assert!(render(&bare(board), &Options::default()).contains(r#"d="M0 0H128V64H0ZM0 32H64M96 32H128""#));
}

#[test]
fn one_on_its_way_is_drawn_there() {
    let text = render(&race(), &Options::default());
    // Ten twelfths from the middle of the first cell to the middle of the second.
    assert!(text.contains(r##"<use href="#gh-snake" transform="translate(42.67 48) scale(0.8)"/>"##), "{text}");
}

#[test]
fn two_who_meet_on_a_way_both_keep_to_the_right() {
    let travel = |name, from, to| Actor { way: Some(Way { from, done: 1, of: 2 }), ..actor(name, 'X', to) };
    let mut board = empty(2, 1);
    board.actors = vec![travel("python", at(0, 0), at(1, 0)), travel("rat", at(1, 0), at(0, 0))];
    let text = render(&bare(board), &Options::default());
    assert!(text.contains(r##"<use href="#gh-snake" transform="translate(32 23) scale(0.6)"/>"##), "{text}");
    assert!(text.contains(r##"<use href="#gh-mouse" transform="translate(32 9) scale(0.6)"/>"##), "{text}");
}

#[test]
fn a_stranger_is_a_disc_with_its_letter() {
    let mut board = empty(1, 1);
    board.actors = vec![actor("wizard", 'W', at(0, 0))];
    let text = render(&bare(board), &Options::default());
    assert!(text.contains(r##"<use href="#gh-disc" x="16" y="16"/>"##) && text.contains(">W</text>"), "{text}");
}

/// Every element is closed in order, every attribute quoted, and no sign of markup is left in text.
pub(in crate::svg) fn check_tags(document: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "stray > in {}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        assert!(tag.matches('"').count().is_multiple_of(2) && !tag.contains('<'), "{tag}");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, true) => {}
            (false, false) => open.push(name),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "left open: {open:?}");
    for entity in document.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|name| entity.starts_with(name)), "&{}", &entity[..8.min(entity.len())]);
    }
    assert!(!document.contains(|character: char| character.is_control() && character != '\n'));
}

/// No number has more than two decimals.
pub(in crate::svg) fn check_numbers(document: &str) {
    let numbers = document.split(|character: char| !character.is_ascii_digit() && character != '.');
    for number in numbers {
        assert!(number.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2), "{number}");
    }
    assert!(!document.contains("NaN") && !document.contains("inf"));
}
