use crate::samples::dungeon::{crawl, dimmed, eye, ground, vast};
use crate::samples::farm::{garden, harvest};
use crate::samples::{actor, at, bare, empty, look};
use crate::svg::tests::{check_numbers, check_tags};
use crate::svg::{Options, render};
use gridhaunt_kernel::scene::{Actor, Frame, GridBoard, Line};

fn draw(cell: u32, scene: &gridhaunt_kernel::Scene) -> String {
    render(scene, &Options { cell, dark: false })
}

#[test]
fn what_one_player_sees() {
    insta::assert_snapshot!(draw(32, &eye()));
}

#[test]
fn every_dungeon_is_well_formed() {
    for scene in [crawl(), dimmed(), eye(), vast(), bare(ground(" ")), bare(ground("+"))] {
        for cell in [2, 8, 32] {
            let text = draw(cell, &scene);
            check_tags(&text);
            check_numbers(&text);
            assert!(!text.contains(r#"class="walls""#) && !text.contains(r#"class="floor" width"#), "no border");
        }
    }
    assert!(draw(32, &vast()).len() < 4_000_000);
}

#[test]
fn small_cells_show_less() {
    let (full, plain, square) = (draw(16, &crawl()), draw(7, &crawl()), draw(6, &crawl()));
    assert!(full.contains("#gh-pawn") && full.contains(r#"class="bricks""#) && full.contains(">ana</text>"));
    assert!(plain.contains(">Z</text>") && plain.contains(r#"class="faces""#) && !plain.contains("bricks"));
    assert!(!square.contains(">Z</text>") && !square.contains(r#"class="faces""#));
}

#[test]
fn a_wall_shows_its_face_and_throws_its_shadow() {
    let text = draw(32, &bare(ground("##\n#.")));
    assert!(text.contains(r#"class="faces" d="M32 22h32v10h-32zM0 54h32v10h-32z""#), "{text}");
    assert!(text.contains(r#"class="shadows" d="M32 32h32v6h-32z""#), "{text}");
}

#[test]
fn a_door_stands_in_its_wall() {
    let level = draw(32, &bare(ground("#+#")));
    assert!(level.contains(r#"transform="translate(48 16)"/>"#), "{level}");
    let upright = draw(32, &bare(ground("#\n+\n#")));
    assert!(upright.contains(r#"transform="translate(16 48) rotate(90)"/>"#), "{upright}");
}

#[test]
fn a_teleport_is_dashed_and_other_lines_are_not() {
    let mut board = ground("#..");
    let line = |name| Line { from: at(0, 0), to: at(2, 0), look: look(name) };
    board.lines = vec![line("teleport"), line("player-1")];
    let text = draw(32, &bare(board));
    let is_dashed = |name: &str| {
        let class = format!(r#"class="{name}" d="M16 16L80 16"#);
        text.lines().find(|line| line.contains(&class)).map(|line| line.contains("stroke-dasharray"))
    };
    assert_eq!((is_dashed("teleport"), is_dashed("player-1")), (Some(true), Some(false)), "{text}");
}

#[test]
fn a_name_stands_over_the_head_and_a_number_at_the_shoulder() {
    let badge = |text: &str| {
        let mut board = ground("...");
        board.actors = vec![Actor { badge: Some(text.to_string()), ..actor("player-1", '1', at(1, 0)) }];
        let text = draw(32, &bare(board));
        let start = text.split(r#"class="badges""#).nth(1).and_then(|rest| rest.split("<text ").nth(1));
        start.and_then(|rest| rest.split(" fill").next()).map(str::to_string)
    };
    assert_eq!(badge("bo").as_deref(), Some(r#"x="48" y="-1.3""#));
    assert_eq!(badge("12").as_deref(), Some(r#"x="57" y="8.2""#));
}

#[test]
fn a_garden() {
    insta::assert_snapshot!(draw(32, &garden()));
    insta::assert_snapshot!(draw(8, &garden()));
}

#[test]
fn every_farm_is_well_formed() {
    for scene in [garden(), harvest()] {
        for cell in [2, 6, 7, 15, 16, 32] {
            let text = draw(cell, &scene);
            check_tags(&text);
            check_numbers(&text);
        }
    }
    assert!(draw(8, &harvest()).len() < 20_000, "tiles are drawn together");
}

#[test]
fn a_way_is_one_stroke_and_a_way_of_one_cell_a_dot() {
    let text = draw(32, &garden());
    let track = |name: &str| {
        let class = format!(r#"class="{name}" d=""#);
        text.lines()
            .find_map(|line| line.split(&class).nth(1))
            .and_then(|rest| rest.split('"').next())
            .map(str::to_string)
    };
    assert_eq!(track("trail.0").as_deref(), Some("M112 48H144H176V80V112V144H208H240"));
    assert_eq!(track("trail.1").as_deref(), Some("M208 80h.01"));
    let square = draw(4, &garden());
    assert!(square.contains(r#"class="trail.1" d="M192 64h32v32h-32z""#), "{square}");
}

#[test]
fn a_frame_is_cut_at_the_edge_of_the_board() {
    let frame = |y_up, from, to| {
        let mut board = GridBoard { y_up, ..empty(4, 4) };
        board.frames = vec![Frame { from, to, look: look("window") }];
        let text = draw(32, &bare(board));
        let path = text.split(r#"class="panes""#).nth(1).and_then(|rest| rest.split(" d=\"").nth(1));
        path.and_then(|rest| rest.split('"').next()).map(str::to_string)
    };
    assert_eq!(frame(false, at(1, 1), at(2, 2)).as_deref(), Some("M32 32h64v64h-64z"));
    assert_eq!(frame(false, at(9, 9), at(2, 3)).as_deref(), Some("M64 96h64v32h-64z"), "corners in any order");
    assert_eq!(frame(true, at(2, 3), at(9, 9)).as_deref(), Some("M64 0h64v32h-64z"), "row 0 is at the bottom");
    assert_eq!(frame(false, at(4, 0), at(9, 9)), None, "off the board");
}

#[test]
fn an_arrow_shows_where_someone_faces() {
    let turn = |y_up, facing| {
        let mut board = GridBoard { y_up, ..empty(3, 3) };
        board.actors = vec![Actor { facing: Some(facing), ..actor("rat", 'R', at(1, 1)) }];
        let text = draw(32, &bare(board));
        let rest = text.split("rotate(").nth(1).and_then(|rest| rest.split(')').next());
        rest.map(str::to_string)
    };
    assert_eq!(turn(false, (0, -1)).as_deref(), Some("0"));
    assert_eq!(turn(true, (0, -1)).as_deref(), Some("180"));
    assert_eq!(turn(false, (i8::MIN, i8::MAX)).as_deref(), Some("225"));
    assert_eq!(turn(false, (1, 0)).as_deref(), Some("90"));
    assert_eq!(turn(false, (0, 0)), None);
}
