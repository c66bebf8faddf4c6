use crate::samples::dungeon::crawl;
use crate::samples::farm::harvest;
use crate::samples::graph::{ghost, graph, night};
use crate::samples::{actor, at, bare, empty, hunt, look, nonsense, race};
use crate::svg::tests::{check_numbers, check_tags};
use crate::svg::{Course, Options, Page, is_motion, is_passage, render, render_moment, render_passage};
use gridhaunt_kernel::Scene;
use gridhaunt_kernel::scene::{Actor, Board, GraphBoard, Line, Thing, Way};

fn moment(before: &Scene, after: &Scene, share: f64) -> String {
    render_moment(Page::default(), before, after, share, &Options::default())
}

/// Where everyone of this name stands, as it is written.
fn places(document: &str, name: &str) -> Vec<String> {
    let group = document.split(&format!(r#"g class="{name}""#)).nth(1).unwrap_or_default();
    let uses = group.lines().skip(1).take_while(|line| !line.trim_start().starts_with("</g>"));
    uses.filter(|line| line.contains("<use")).map(|line| line.trim().to_string()).collect()
}

/// A scene in which nothing has just happened.
fn quiet(mut scene: Scene) -> Scene {
    match &mut scene.board {
        Board::Grid(board) => {
            board.flashes.clear();
            board.bumps.clear();
            board.lines.retain(|line| line.look.name.starts_with("trail."));
        }
        Board::Graph(board) => {
            board.flashes.clear();
            board.meetings.clear();
            board.tokens.iter_mut().for_each(|token| token.from = None);
        }
    }
    scene
}

#[test]
fn a_moment_begins_with_the_scene_before_less_what_has_just_happened() {
    let next = |scene: &Scene| {
        let mut next = quiet(scene.clone());
        match &mut next.board {
            Board::Grid(board) => board.actors.iter_mut().for_each(|actor| actor.at.x = actor.at.x.saturating_sub(1)),
            Board::Graph(board) => board.tokens.iter_mut().for_each(|token| token.node = 0),
        }
        next
    };
    for scene in [race(), hunt(), crawl(), harvest(), night(), nonsense()] {
        assert_eq!(moment(&scene, &next(&scene), 0.0), render(&quiet(scene.clone()), &Options::default()));
        assert_eq!(moment(&scene, &next(&scene), f64::NAN), render(&quiet(scene), &Options::default()));
    }
}

#[test]
fn at_the_end_all_stand_where_they_are_next() {
    let mut before = empty(9, 9);
    let other = Actor { id: 1, ..actor("killer", 'B', at(4, 4)) };
    before.actors = vec![actor("killer", 'A', at(1, 1)), other, actor("rat", 'R', at(7, 7))];
    let mut after = before.clone();
    after.actors[0].at = at(2, 2);
    after.actors[1].at = at(4, 5);
    after.actors[2].at = at(7, 5);
    // The order of a list says nothing.
    after.actors.reverse();
    let (before, after) = (bare(before), bare(after));
    let (end, there) = (moment(&before, &after, 1.0), render(&after, &Options::default()));
    for name in ["killer", "rat"] {
        let [mut one, mut other] = [&end, &there].map(|document| places(document, name));
        one.sort();
        other.sort();
        assert!(!one.is_empty() && one == other, "{one:?} {other:?}");
    }
    let half = places(&moment(&before, &after, 0.5), "rat");
    assert_eq!(half, [r##"<use href="#gh-mouse" x="240" y="80"/>"##], "two cells up, half of the way");
    let early = places(&moment(&before, &after, 0.25), "rat");
    assert_eq!(early, [r##"<use href="#gh-mouse" x="240" y="58"/>"##], "slow at first");
}

#[test]
fn jumps_arrivals_and_departures_wait_for_the_end() {
    let mut before = empty(9, 1);
    before.actors = vec![actor("rat", 'R', at(0, 0)), actor("python", 'P', at(4, 0))];
    let mut after = empty(9, 1);
    after.actors = vec![actor("rat", 'R', at(3, 0)), actor("killer", 'K', at(8, 0))];
    let (before, after) = (bare(before), bare(after));
    assert_eq!(moment(&before, &after, 0.9), render(&before, &Options::default()));
    let smaller = bare(empty(3, 1));
    assert_eq!(moment(&before, &smaller, 0.5), render(&before, &Options::default()), "another board");
}

#[test]
fn a_way_through_mud_goes_on_at_one_speed() {
    let wading = |done| {
        let mut board = empty(2, 1);
        let way = Some(Way { from: at(0, 0), done, of: 4 });
        board.actors = vec![Actor { way, ..actor("rat", 'R', at(1, 0)) }];
        bare(board)
    };
    let (before, after) = (wading(1), wading(2));
    let x = |share| places(&moment(&before, &after, share), "rat")[0].clone();
    assert!(x(0.0).contains("translate(24 16)") && x(0.25).contains("translate(26 16)"), "{} {}", x(0.0), x(0.25));
    assert!(x(0.75).contains("translate(30 16)") && x(1.0).contains("translate(32 16)"));
}

#[test]
fn a_trail_grows_behind_who_leaves_it() {
    let mut before = empty(3, 1);
    before.actors = vec![actor("killer", 'A', at(0, 0))];
    let mut after = before.clone();
    after.actors[0].at = at(1, 0);
    after.lines = vec![Line { from: at(0, 0), to: at(1, 0), look: look("killer-trail") }];
    let document = moment(&bare(before), &bare(after), 0.5);
    assert!(document.contains(r#"class="killer-trail" d="M16 16L32 16M"#), "{document}");
}

/// A farmer in a column of a row, with its trail from the first.
fn farmer(x: u16) -> Scene {
    let mut board = empty(9, 1);
    board.actors = vec![actor("farmer.0", '@', at(x, 0))];
    board.lines = (0..x).map(|x| Line { from: at(x, 0), to: at(x + 1, 0), look: look("trail.0") }).collect();
    bare(board)
}

/// How far a trail goes to the right, and where its farmer stands.
fn reach(document: &str) -> (f64, f64) {
    let path = document.split(r#"class="trail.0" d=""#).nth(1).and_then(|rest| rest.split('"').next());
    let ends = path.unwrap_or_default().split(['M', 'H', ' ']).filter_map(|part| part.parse::<f64>().ok());
    let x =
        places(document, "farmer.0")[0].split(r#" x=""#).nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
    (ends.fold(0.0, f64::max), x.unwrap())
}

#[test]
fn a_trail_never_runs_ahead_of_who_makes_it_where_frames_are_left_out() {
    let mut course = Course::default();
    (1..8).for_each(|x| course.pass(&farmer(x)));
    let (before, after) = (farmer(0), farmer(8));
    let moment = |share| render_passage(Page::default(), &before, &course, &after, share, &Options::default());
    for share in [0.2, 0.5, 0.8] {
        let (trail, farmer) = reach(&moment(share));
        assert!(trail > 20.0 && (trail - farmer).abs() < 0.02, "{share}: {trail} {farmer}");
    }
    assert!((reach(&moment(0.5)).1 - 144.0).abs() < 0.02, "half of the way");
    // Without the scenes between it is a jump, and the trail waits for it.
    let jump = render_moment(Page::default(), &before, &after, 0.9, &Options::default());
    assert!(!jump.contains("trail.0") && reach(&jump).1 == 16.0, "{jump}");
}

#[test]
fn a_line_of_a_step_that_is_not_shown_waits_for_the_end() {
    let mut before = empty(4, 1);
    before.actors = vec![actor("killer", 'A', at(0, 0))];
    let mut after = before.clone();
    after.actors[0].at = at(2, 0);
    after.lines = vec![Line { from: at(1, 0), to: at(2, 0), look: look("killer-trail") }];
    let (before, after) = (bare(before), bare(after));
    assert!(!moment(&before, &after, 0.9).contains("killer-trail"));
    assert!(render(&after, &Options::default()).contains("killer-trail"));
}

#[test]
fn who_goes_there_and_back_moves_though_the_ends_are_one() {
    let scene = |x| {
        let mut board = empty(4, 1);
        board.actors = vec![actor("rat", 'R', at(x, 0))];
        bare(board)
    };
    let mut course = Course::default();
    course.pass(&scene(1));
    assert!(is_passage(&scene(0), &course, &scene(0)) && !is_motion(&scene(0), &scene(0)));
    let half = render_passage(Page::default(), &scene(0), &course, &scene(0), 0.5, &Options::default());
    assert_eq!(places(&half, "rat"), [r##"<use href="#gh-mouse" x="48" y="16"/>"##]);
}

#[test]
fn tokens_pass_the_nodes_they_passed() {
    let at_node = |node: usize| {
        let mut board = graph(3, 3);
        board.tokens = vec![ghost(0, node, 0, 5)];
        bare(board)
    };
    let Board::Graph(board) = at_node(0).board else { panic!("a graph") };
    let (one, two) = board.links[0].ends;
    let next = board.links.iter().find(|link| link.ends.0 == two && link.ends.1 != one).unwrap().ends.1;
    let mut course = Course::default();
    course.pass(&at_node(two));
    let token = |document: String| {
        document.lines().find(|line| line.contains(r#"class="ghost" transform"#)).map(|line| line.trim().to_string())
    };
    let half = render_passage(Page::default(), &at_node(one), &course, &at_node(next), 0.5, &Options::default());
    assert_eq!(token(half), token(render(&at_node(two), &Options::default())));
}

#[test]
fn nobody_glides_to_another_place() {
    let scene = |drawing: &str, x| {
        let mut board = crate::samples::dungeon::ground(drawing);
        board.actors = vec![actor("zombie", 'Z', at(x, 0))];
        bare(board)
    };
    assert!(is_motion(&scene("....", 0), &scene("....", 1)));
    assert!(!is_motion(&scene("....", 0), &scene("...#", 1)));
    let half = moment(&scene("....", 0), &scene("...#", 1), 0.5);
    assert_eq!(places(&half, "zombie"), places(&render(&scene("....", 0), &Options::default()), "zombie"));
}

#[test]
fn what_lies_there_stays_until_the_end() {
    let mut before = empty(3, 1);
    before.things = vec![Thing { at: at(1, 0), look: look("cheese") }];
    before.actors = vec![actor("rat", 'R', at(0, 0))];
    let mut after = empty(3, 1);
    after.actors = vec![actor("rat", 'R', at(1, 0))];
    let document = moment(&bare(before), &bare(after), 0.9);
    assert_eq!(places(&document, "cheese").len(), 1);
}

#[test]
fn tokens_go_along_their_links() {
    let mut before = graph(3, 3);
    before.tokens = vec![ghost(0, 0, 0, 5), ghost(1, 0, 0, 5)];
    let (one, other) = before.links[0].ends;
    before.tokens[0].node = one;
    let mut after = before.clone();
    after.tokens[0].node = other;
    after.tokens[0].from = Some(one);
    let (before, after) = (bare(before), bare(after));
    let first = |document: &str| {
        document.lines().find(|line| line.contains(r#"class="ghost" transform"#)).map(|line| line.trim().to_string())
    };
    let (end, there) = (moment(&before, &after, 1.0), render(&after, &Options::default()));
    assert!(first(&there).is_some() && first(&end) == first(&there), "{:?}", first(&end));
    assert_eq!(first(&moment(&before, &after, 0.0)), first(&render(&before, &Options::default())));
    let half = moment(&before, &after, 0.5);
    assert!(half.contains(r#"class="trails""#) && !half.contains(r#"<path d="""#), "a shaft without a head");
    check_tags(&half);
}

#[test]
fn only_what_moves_is_motion() {
    let (still, mut moved) = (race(), race());
    assert!(!is_motion(&still, &quiet(race())));
    if let Board::Grid(board) = &mut moved.board {
        board.actors[1].at.x -= 1;
    }
    assert!(is_motion(&still, &moved) && !is_motion(&still, &night()));
    let mut later = night();
    if let Board::Graph(board) = &mut later.board {
        board.tokens[0].node += 1;
    }
    assert!(is_motion(&night(), &later) && !is_motion(&night(), &night()));
}

#[test]
fn no_pair_of_scenes_breaks_a_moment() {
    let scenes = [race(), hunt(), crawl(), harvest(), night(), nonsense(), crate::samples::graph::nonsense()];
    let none = bare(GraphBoard::default());
    for before in scenes.iter().chain([&none]) {
        for after in scenes.iter().chain([&none]) {
            for (share, cell) in [(0.5, 32), (f64::INFINITY, 8), (-1.0, 2)] {
                let document = render_moment(Page::default(), before, after, share, &Options { cell, dark: true });
                check_tags(&document);
                check_numbers(&document);
            }
        }
    }
}

#[test]
fn those_who_cannot_be_told_apart_stay_where_they_were() {
    let mut before = empty(9, 3);
    before.actors = vec![Actor::new(look("farmer"), '@', at(1, 1)), Actor::new(look("farmer"), '@', at(3, 1))];
    let mut after = before.clone();
    after.actors = vec![Actor::new(look("farmer"), '@', at(2, 1)), Actor::new(look("farmer"), '@', at(4, 1))];
    let scene = |board: &gridhaunt_kernel::scene::GridBoard| Scene::new(board.clone(), Vec::new());
    let half = moment(&scene(&before), &scene(&after), 0.5);
    assert_eq!(places(&half, "actors"), places(&render(&scene(&before), &Options::default()), "actors"));
    before.actors.pop();
    after.actors.pop();
    let half = moment(&scene(&before), &scene(&after), 0.5);
    assert_ne!(places(&half, "actors"), places(&render(&scene(&before), &Options::default()), "actors"));
}
