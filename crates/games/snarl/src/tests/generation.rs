//! Generated levels (R44) and the placing of actors (R11, R12, R41, R42), draw by draw.

use super::matches::{self, one_of, with};
use super::slow::generated;
use crate::chart::Chart;
use crate::generate::Plan;
use crate::level::{Level, Point};
use crate::{Settings, Snarl, drawing};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::hold_snapshot;
use serde_json::json;
use std::collections::BTreeSet;

fn any_plan(random: &mut Random) -> Plan {
    let min = (3 + random.below(22) as u8, 3 + random.below(22) as u8);
    let most = |random: &mut Random, least: u8| least + random.below(u64::from(25 - least)) as u8;
    Plan {
        levels: 1 + random.below(64) as u8,
        rooms: 2 + random.below(63) as u8,
        min,
        max: (most(random, min.0), most(random, min.1)),
        loops: one_of(random, &[0, 1, 25, 50, 99, 100]),
    }
}

#[test]
fn what_is_drawn_can_be_played_and_is_connected() {
    for number in 0..150 {
        let mut random = Random::stream(301, number);
        let plan = any_plan(&mut random);
        let level = plan.draw(&mut random);
        let chart = Chart::check(level).unwrap_or_else(|wrong| panic!("{plan:?}: {wrong:?}"));
        let (rows, columns) = plan.size();
        assert!(usize::from(chart.rows) <= rows && usize::from(chart.columns) <= columns, "{plan:?}");
        assert_eq!(chart.corner, Point::new(0, 0));
        assert!(chart.free().count() as i64 >= plan.holds(), "{plan:?}");
        let open: BTreeSet<Point> = chart
            .tiles()
            .filter(|&tile| chart.kind(tile).is_traversable())
            .map(|tile| chart.site().point(tile))
            .collect();
        let mut reached = BTreeSet::new();
        let mut queue = Vec::from([*open.first().expect("a tile")]);
        while let Some(at) = queue.pop() {
            if open.contains(&at) && reached.insert(at) {
                queue.extend(at.neighbours());
            }
        }
        assert_eq!(reached, open, "{plan:?}");
        for room in chart.level.rooms.iter() {
            assert!((i64::from(plan.min.0)..=plan.max.0.into()).contains(&room.bounds.rows));
            assert!((i64::from(plan.min.1)..=plan.max.1.into()).contains(&room.bounds.columns));
        }
    }
}

#[test]
fn what_is_drawn_is_what_the_slow_rules_draw() {
    for number in 0..200 {
        let mut random = Random::stream(302, number);
        let plan = any_plan(&mut random);
        let mut again = random;
        assert_eq!(plan.draw(&mut random).to_value(), generated(&plan, &mut again), "{plan:?}");
        assert_eq!(random, again, "{plan:?}");
    }
}

#[test]
fn the_largest_plan_fits_its_size() {
    let plan = Plan { levels: 1, rooms: 64, min: (24, 24), max: (24, 24), loops: 100 };
    assert_eq!((plan.across(), plan.size()), (8, (213, 213)));
    let chart = Chart::check(plan.draw(&mut Random::new(1))).expect("playable");
    assert_eq!((chart.rows, chart.columns), (213, 213));
    let across = |rooms: u8| Plan { rooms, ..plan }.across();
    assert_eq!([2, 3, 4, 5, 9, 10, 16, 17, 49, 50, 64].map(across), [2, 2, 2, 3, 3, 4, 4, 5, 7, 8, 8]);
    assert_eq!(Plan { rooms: 5, ..plan }.size(), (2 * 27 - 3, 3 * 27 - 3));
}

#[test]
fn loops_are_all_or_none_at_the_ends_of_their_range() {
    for number in 0..40 {
        let mut random = Random::stream(303, number);
        let plan = Plan { rooms: 9, ..Plan::default() };
        let halls = |loops: u8, random: &mut Random| Plan { loops, ..plan }.draw(random).hallways.len();
        assert_eq!(halls(0, &mut random), 8, "six sideways, two downwards");
        assert_eq!(halls(100, &mut random), 12, "and four more");
    }
}

#[test]
fn a_level_of_a_known_seed() {
    let plan = Plan { levels: 1, rooms: 3, min: (4, 4), max: (5, 7), loops: 100 };
    let mut random = Random::new(7);
    let level = plan.draw(&mut random);
    let picture = drawing::level(&Chart::check(level).expect("playable"), true);
    hold_snapshot(super::DATA, "level", &format!("draws {}\n{picture}", random.counter));
}

#[test]
fn levels_are_drawn_by_number_before_anybody_is_placed() {
    let document = json!({"players": 2, "generate": {"levels": 3, "rooms": 4}});
    for seed in 0..20 {
        let (world, state) = matches::game(&document, seed);
        let mut random = Random::stream(seed, 1); // R42
        let plan = world.values.generate;
        let levels: Vec<Level> = (0..3).map(|_| plan.draw(&mut random)).collect();
        assert!(world.charts.iter().zip(&levels).all(|([chart, _], level)| chart.level == *level));
        let first = random.counter;
        assert!((first..=first + 3 + 2).contains(&state.random.counter), "two players and a zombie");
        assert_eq!(state.random.key, random.key);
    }
    let given = json!({"levels": [matches::example()], "players": 1, "zombies": 0, "ghosts": 0});
    let (_, state) = matches::game(&given, 5);
    assert_eq!(state.random.counter, 1, "one of two tiles, and no level is drawn");
    let (_, state) = matches::game(&with(given, json!({"placement": "corners"})), 5);
    assert_eq!(state.random, Random::stream(5, 1));
}

/// R11 by hand: players by seat, zombies, ghosts each pick from what is still free, in reading order.
#[test]
fn everybody_is_drawn_from_what_is_free() {
    let picture = "#####  ####\n#..K#  #..#\n#...+::+..#\n#E..#  #..#\n#####  ####\n";
    let document = json!({"levels": [matches::level(picture)], "players": 3, "zombies": 2, "ghosts": 2});
    let mut free = Vec::new();
    for (row, line) in picture.lines().enumerate() {
        free.extend(
            line.char_indices().filter(|&(_, sign)| sign == '.').map(|(c, _)| Point::new(row as i64, c as i64)),
        );
    }
    assert_eq!(free.len(), 13);
    let mut all = BTreeSet::new();
    for seed in 0..200 {
        let (world, state) = matches::game(&document, seed);
        let mut random = Random::stream(seed, 1);
        let mut left = free.clone();
        let site = world.site(&state);
        let players = state.players[..3].iter().map(|player| site.point(player.at));
        let hunters = state.hunters(site).iter().map(|&tile| site.point(tile));
        for at in players.chain(hunters) {
            let index = random.below(left.len() as u64) as usize;
            assert_eq!(at, left.remove(index), "seed {seed}");
            all.insert(at);
        }
        assert_eq!(state.random, random);
    }
    assert_eq!(all.len(), free.len(), "every free tile was drawn");
}

#[test]
fn the_last_free_tile_is_no_draw() {
    let document = json!({"levels": [matches::level("####\n#.E#\n####\n")], "players": 1, "zombies": 0, "ghosts": 0});
    let (world, state) = matches::game(&document, 9);
    assert_eq!((state.random.counter, world.site(&state).point(state.players[0].at)), (0, Point::new(1, 1)));
}

/// R34 by hand: a room among those with a landing tile, then one of its tiles.
#[test]
fn a_ghost_lands_where_two_draws_say() {
    // Rooms of 3, 1 and 4 floor tiles; the second is full, the first has a key, the third a zombie.
    let picture = "#####  ###  ####\n#K..+::+Z+::+..#\n#####  ###  #.Z#\n            ####\n";
    let rows: Vec<&str> = picture.lines().map(str::trim_end).collect();
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut state = super::pictures::Shown::new(&[], &rows).state();
        state["players"] = json!([{"type": "player", "name": "ana", "position": [1, 6]}]);
        let hunters = state["adversaries"].as_array_mut().expect("a list");
        hunters.push(json!({"type": "ghost", "name": "ghost1", "position": [1, 3]}));
        let (world, mut state) = matches::given(&json!({}), seed, &state);
        matches::step(&world, &mut state, &[]);
        matches::step(&world, &mut state, &[]);
        matches::step(&world, &mut state, &[]);
        // By now the zombie of the third room has moved up or left, as it must.
        let zombie = world.site(&state).point(state.hunters[1]);
        let before = state.random;
        matches::step(&world, &mut state, &[(Seat(2), crate::Action::N)]);
        let mut random = before;
        let first: Vec<Point> = [2, 3].map(|column| Point::new(1, column)).into();
        let third = [(1, 13), (1, 14), (2, 13), (2, 14)].map(|(row, column)| Point::new(row, column));
        let third: Vec<Point> = third.into_iter().filter(|&at| at != zombie).collect();
        let room = [&first, &third][random.below(2) as usize];
        let expected = room[random.below(room.len() as u64) as usize];
        assert_eq!(world.site(&state).point(state.hunters[2]), expected);
        assert_eq!(state.random, random);
        assert_eq!(state.random.counter, before.counter + 2);
        seen.insert(expected);
    }
    assert_eq!(seen.len(), 5);
}

#[test]
fn nothing_but_teleports_and_set_ups_draws() {
    matches::each_step(150, 304, true, |played| {
        use crate::event::Event;
        let draws = |event: &Event| matches!(event, Event::Teleported { .. } | Event::Placed { .. });
        let drew = played.after.random.counter - played.before.random.counter;
        let most: u64 = played.events.iter().map(|event| if draws(event) { 2 } else { 0 }).sum();
        assert!(drew <= most, "{}", played.case());
        assert_eq!(played.after.random.key, played.before.random.key);
    });
}

#[test]
fn settings_with_room_for_all_are_never_short_of_it() {
    for number in 0..60 {
        let mut random = Random::stream(305, number);
        let mut plan = any_plan(&mut random);
        plan.levels = 1 + plan.levels % 4;
        plan.rooms = 2 + plan.rooms % 20;
        let document = json!({"generate": matches::json_of(&plan), "zombies": random.below(33), "ghosts": random.below(33),
            "placement": one_of(&mut random, &["random", "corners"]), "start_level": plan.levels});
        let Ok(settings) = Settings::read(&document) else { continue };
        assert!(plan.holds() >= settings.actors(plan.levels) as i64);
        let (world, state) = matches::game(&document, number);
        assert_eq!(Snarl::check(&world, &state), Ok(()), "{document}");
    }
}
