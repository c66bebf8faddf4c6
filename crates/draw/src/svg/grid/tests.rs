use crate::samples::dungeon::{crawl, dimmed, eye, ground, vast};
use crate::samples::{actor, at, bare};
use crate::svg::tests::{check_numbers, check_tags};
use crate::svg::{Options, render};
use gridhaunt_kernel::scene::{Actor, Line};

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
    assert!(full.contains("#gh-pawn") && full.contains("url(#gh-bricks)") && full.contains(">ana</text>"));
    assert!(plain.contains(">Z</text>") && plain.contains(r#"class="faces""#) && !plain.contains("gh-bricks"));
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
    let line = |role| Line { from: at(0, 0), to: at(2, 0), role };
    board.lines = vec![line("teleport"), line("player-1")];
    let text = draw(32, &bare(board));
    let is_dashed = |role: &str| {
        let class = format!(r#"class="{role}" d="M16 16L80 16"#);
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
