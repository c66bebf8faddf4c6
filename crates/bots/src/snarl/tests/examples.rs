//! The examples of the document that the strategies come from, redrawn in section 10.

use super::*;
use gridhaunt_snarl::actor::{Actor, ActorKind};
use gridhaunt_testing::pass;

enum Who {
    Zombie,
    Ghost,
}

/// The level of an example: two rooms and a hallway.
fn level(second: (i64, i64), to: (i64, i64), waypoints: &[(i64, i64)]) -> Level {
    let (rows, columns) = second;
    let rooms = vec![room(0, 0, 6, 6, &[(3, 5)]), room(0, 17, rows, columns, &[to])];
    Level { rooms: rooms.into(), hallways: vec![hallway((3, 5), to, waypoints)].into(), objects: Vec::new() }
}

fn plain() -> Level {
    level((6, 9), (3, 17), &[])
}

/// The level of G3 and G4.
fn bent() -> Level {
    level((6, 9), (3, 17), &[(3, 6), (2, 6), (2, 16), (3, 16)])
}

/// What the adversary of an example does after the player has stayed in place.
fn play(level: &Level, who: &Who, at: (i64, i64), player: (i64, i64), options: &Value) -> (Action, Event, String) {
    let kind = match who {
        Who::Zombie => "zombie",
        Who::Ghost => "ghost",
    };
    let (world, mut state) = given(level, &json!({}), player, &[(kind, at)]);
    let settings = Settings::default();
    let options = options.as_object().unwrap();
    pass::<Snarl>(&world, &mut state, &[(Seat(0), Action::Stay)]);
    let mut bot: Box<dyn Bot<Start, View, Action>> = match who {
        Who::Zombie => Box::new(Zombie::new(&call(&settings, options, 1, 3)).unwrap()),
        Who::Ghost => Box::new(Ghost::new(&call(&settings, options, 2, 3)).unwrap()),
    };
    let (action, events) = act(bot.as_mut(), &world, &mut state);
    (action, events[0], Snarl::drawing(&world, &state))
}

fn ghost(level: &Level, at: (i64, i64), player: (i64, i64)) -> (Action, Event, String) {
    play(level, &Who::Ghost, at, player, &json!({}))
}

fn point((row, column): (i64, i64)) -> Point {
    Point::new(row, column)
}

fn moved(kind: ActorKind, from: (i64, i64), to: (i64, i64)) -> Event {
    Event::Moved { actor: Actor { kind, number: 0 }, from: point(from), to: point(to) }
}

/// A teleport through this wall onto floor.
fn through(event: Event, wall_at: (i64, i64), level: &Level) {
    let Event::Teleported { wall, to, .. } = event else { panic!("{event:?} is no teleport") };
    assert_eq!(wall, point(wall_at));
    assert_eq!(level.room_at(to).and_then(|room| room.code(to)), Some(1), "it lands on floor");
}

#[test]
fn g1_exactly_ten_is_within_sight_and_the_ghost_comes_closer() {
    let (action, event, after) = ghost(&plain(), (3, 7), (3, 4));
    assert_eq!((action, event), (Action::W, moved(ActorKind::Ghost, (3, 7), (3, 6))));
    assert_eq!(
        after,
        "\
######           #########
#....#           #.......#
#....#           #.......#
#...1+G::::::::::+.......#
#....#           #.......#
######           #########
"
    );
    let (far, event, _) = ghost(&plain(), (3, 15), (3, 4));
    assert_eq!(far, Action::S, "eleven is not within sight: of the walls N and S beside it R36 takes S");
    through(event, (4, 15), &plain());
    let (ten, ..) = ghost(&plain(), (3, 14), (3, 4));
    assert_eq!(ten, Action::W);
}

#[test]
fn g2_far_from_everybody_the_wall_in_the_west_comes_before_the_one_in_the_south() {
    let (action, event, after) = ghost(&plain(), (4, 18), (3, 4));
    assert_eq!(action, Action::W);
    through(event, (4, 17), &plain());
    assert_eq!(after.matches('G').count(), 1);
}

#[test]
fn g3_an_open_step_that_comes_closer_goes_before_a_wall() {
    let (action, event, after) = ghost(&bent(), (2, 6), (3, 4));
    assert_eq!((action, event), (Action::S, moved(ActorKind::Ghost, (2, 6), (3, 6))));
    assert_eq!(
        after,
        "\
######           #########
#....#           #.......#
#....#:::::::::::#.......#
#...1+G         :+.......#
#....#           #.......#
######           #########
"
    );
}

#[test]
fn g4_a_wall_that_comes_closer_is_taken_where_no_open_step_does() {
    let (action, event, _) = ghost(&bent(), (2, 6), (2, 4));
    assert_eq!(action, Action::W);
    through(event, (2, 5), &bent());
}

#[test]
fn g5_a_ghost_enters_doors() {
    let (action, event, after) = ghost(&plain(), (3, 6), (2, 4));
    assert_eq!((action, event), (Action::W, moved(ActorKind::Ghost, (3, 6), (3, 5))));
    assert_eq!(after.lines().nth(3), Some("#....G:::::::::::+.......#"));
}

#[test]
fn g6_void_beside_a_hallway_is_a_wall() {
    let level = level((9, 9), (7, 17), &[(3, 13), (7, 13)]);
    let (action, event, _) = ghost(&level, (5, 13), (7, 24));
    assert_eq!(action, Action::E);
    through(event, (5, 14), &level);
}

#[test]
fn z1_of_two_equal_steps_south_comes_before_east() {
    let (action, event, after) = play(&plain(), &Who::Zombie, (2, 3), (3, 4), &json!({}));
    assert_eq!((action, event), (Action::S, moved(ActorKind::Zombie, (2, 3), (3, 3))));
    assert_eq!(after.lines().nth(3), Some("#..Z1+:::::::::::+.......#"));
}

#[test]
fn z2_alone_in_its_room_a_zombie_wanders() {
    // R38
    let steps: Vec<Action> = (0..40)
        .map(|seed| {
            let (world, mut state) = given(&plain(), &json!({}), (3, 4), &[("zombie", (4, 18))]);
            pass::<Snarl>(&world, &mut state, &[(Seat(0), Action::Stay)]);
            let (settings, options) = (Settings::default(), Map::new());
            let mut bot = Zombie::new(&call(&settings, &options, 1, seed)).unwrap();
            act(&mut bot, &world, &mut state).0
        })
        .collect();
    assert!(steps.iter().all(|step| [Action::N, Action::E].contains(step)), "{steps:?}");
    assert!(steps.contains(&Action::N) && steps.contains(&Action::E));
}

#[test]
fn a_player_on_a_door_is_chased_but_out_of_reach() {
    // R37: it is in the room; the step with the smallest distance is taken even if none comes closer.
    let (beside, ..) = play(&plain(), &Who::Zombie, (3, 4), (3, 5), &json!({}));
    assert_eq!(beside, Action::S, "S, W and N are equally far; chase order");
    let (towards, ..) = play(&plain(), &Who::Zombie, (3, 1), (3, 5), &json!({}));
    assert_eq!(towards, Action::E);
}

#[test]
fn drawn_ties_take_any_of_the_equal_steps_and_no_other() {
    let seen: std::collections::BTreeSet<u8> = (0..60)
        .map(|seed| {
            let (world, mut state) = given(&plain(), &json!({}), (4, 4), &[("zombie", (2, 2))]);
            pass::<Snarl>(&world, &mut state, &[(Seat(0), Action::Stay)]);
            let settings = Settings::default();
            let options = json!({"ties": "random"});
            let mut bot = Zombie::new(&call(&settings, options.as_object().unwrap(), 1, seed)).unwrap();
            act(&mut bot, &world, &mut state).0 as u8
        })
        .collect();
    assert_eq!(seen, [Action::E as u8, Action::S as u8].into());
}

#[test]
fn metrics_differ_where_a_diagonal_is_shorter_than_its_steps() {
    // From (1,1) to (4,4): 6 steps, yet 18 < 25 in squares.
    let level = level((6, 9), (3, 17), &[]);
    let chase = |metric: &str, sight: u64| {
        let options = json!({"metric": metric, "sight": sight});
        play(&level, &Who::Ghost, (1, 1), (4, 4), &options).1
    };
    assert!(matches!(chase("manhattan", 6), Event::Moved { .. }));
    assert!(matches!(chase("manhattan", 5), Event::Teleported { .. }));
    assert!(matches!(chase("euclid", 5), Event::Moved { .. }));
    assert!(matches!(chase("euclid", 4), Event::Teleported { .. }));
}

#[test]
fn a_ghost_in_the_open_goes_where_a_wall_is_fewest_steps_away() {
    // R40: in a large room there is no wall beside it; equal steps in wall order.
    let rooms = vec![room(0, 0, 9, 11, &[(4, 10)]), room(0, 30, 5, 5, &[(2, 30)])];
    let level = Level {
        rooms: rooms.into(),
        hallways: vec![hallway((4, 10), (2, 30), &[(4, 20), (2, 20)])].into(),
        objects: Vec::new(),
    };
    let far = |at| ghost(&level, at, (2, 32)).0;
    assert_eq!(far((4, 7)), Action::E, "two steps to the wall in the east");
    assert_eq!(far((3, 5)), Action::N, "one step to a tile beside the wall in the north");
    assert_eq!(far((4, 5)), Action::S, "N and S are equal, and S comes first in wall order");
}

#[test]
fn options_are_checked_by_name() {
    let registry = crate::registry();
    let opened = registry.find("snarl").unwrap().open(&json!({})).unwrap();
    let wrong = |seat: u8, bot: &str, options: Value| {
        let made = opened.player(bot, options.as_object().unwrap(), 0, Seat(seat));
        made.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(
        wrong(4, "zombie", json!({"metric": "hex"})),
        "bot zombie.metric: \"hex\" is not one of manhattan, euclid"
    );
    assert_eq!(wrong(5, "ghost", json!({"sight": 513})), "bot ghost.sight: 513 is not in 0..=512");
    assert_eq!(wrong(5, "ghost", json!({"ties": "coin"})), "bot ghost.ties: \"coin\" is not one of fixed, random");
    assert_eq!(
        wrong(5, "zombie", json!({})),
        "bot zombie: plays a zombie, seat 5 is a ghost; zombie=NAME seats a bot there"
    );
    assert_eq!(wrong(4, "random", json!({})), "", "it serves adversary seats too");
}

#[test]
fn of_players_equally_near_a_ghost_goes_to_one_that_an_open_step_brings_nearer() {
    // Player 1 is two away behind the wall, player 2 two away along the hall (R35).
    let settings = gridhaunt_kernel::settings::Settings::read(&json!({})).unwrap();
    let chosen = |first: (i64, i64), second: (i64, i64)| {
        let player = |name: &str, (row, column)| json!({"type": "player", "name": name, "position": [row, column]});
        let document = json!({"type": "state", "level": bent().to_value(), "exit-locked": false,
            "players": [player("ana", first), player("bo", second)],
            "adversaries": [{"type": "ghost", "name": "ghost1", "position": [2, 6]}]});
        let (world, mut state) = Snarl::given(&settings, 0, &document).unwrap();
        for seat in [0, 1] {
            pass::<Snarl>(&world, &mut state, &[(Seat(seat), Action::Stay)]);
        }
        let (settings, options) = (Settings::default(), Map::new());
        let mut bot = Ghost::new(&call(&settings, &options, 3, 3)).unwrap();
        act(&mut bot, &world, &mut state).0
    };
    assert_eq!(chosen((2, 4), (2, 8)), Action::E, "not W into the wall after ana");
    assert_eq!(chosen((2, 8), (2, 4)), Action::E);
    assert_eq!(chosen((2, 4), (2, 9)), Action::W, "ana is nearer");
    assert_eq!(chosen((2, 4), (0, 6)), Action::W, "nobody is nearer by an open step: the lowest seat");
}
