//! What the explorer does (R70).

use super::*;
use gridhaunt_snarl::level::{Object, ObjectKind};
use gridhaunt_testing::pass;

/// Plays with one explorer and adversaries that follow a list, and returns the explorer's moves.
fn walk(world: &World, state: &mut State, turns: usize) -> Vec<Action> {
    let mut explorer = Explorer::new(Random::new(0));
    let mut steps = Vec::new();
    while steps.len() < turns && !Snarl::phase(world, state).is_over() {
        match Snarl::phase(world, state).seats().contains(Seat(0)) {
            true => steps.push(act(&mut explorer, world, state).0),
            false => pass::<Snarl>(world, state, &[]),
        }
    }
    steps
}

fn objects(key: (i64, i64), exit: (i64, i64)) -> Vec<Object> {
    let at = |(row, column)| Point::new(row, column);
    vec![Object { kind: ObjectKind::Key, position: at(key) }, Object { kind: ObjectKind::Exit, position: at(exit) }]
}

fn locked(level: &Level, player: (i64, i64), hunters: &[(&str, (i64, i64))]) -> (World, State) {
    let (world, mut state) = given(level, &json!({}), player, hunters);
    state.locked = true;
    (world, state)
}

#[test]
fn it_takes_the_key_it_sees_and_leaves_by_the_exit_it_remembers() {
    let level =
        Level { rooms: vec![room(0, 0, 7, 9, &[])].into(), hallways: [].into(), objects: objects((5, 7), (1, 1)) };
    let (world, mut state) = locked(&level, (1, 2), &[]);
    // It sees the exit at once and goes looking; then the key; then back to the exit.
    let steps = walk(&world, &mut state, 40);
    assert!(Snarl::outcome(&world, &state).is_some_and(|outcome| outcome.reason == "won"), "{steps:?}");
    assert!(steps.len() <= 12, "{steps:?}");
}

#[test]
fn it_finds_its_way_through_hallways() {
    let rooms = vec![room(0, 0, 5, 5, &[(2, 4)]), room(6, 12, 5, 5, &[(8, 12)])];
    let hallways = vec![hallway((2, 4), (8, 12), &[(2, 8), (8, 8)])];
    let level = Level { rooms: rooms.into(), hallways: hallways.into(), objects: objects((9, 15), (1, 1)) };
    let (world, mut state) = locked(&level, (3, 1), &[]);
    let steps = walk(&world, &mut state, 60);
    assert!(Snarl::outcome(&world, &state).is_some_and(|outcome| outcome.reason == "won"), "{steps:?}");
    assert!(steps.len() <= 35, "{steps:?}");
}

#[test]
fn it_keeps_away_from_what_it_sees_until_it_has_waited_long() {
    // A corridor of floor one tile wide: a zombie that cannot move stands beside the only way to the key.
    let mut corridor = room(0, 0, 3, 9, &[]);
    corridor.layout.row_mut(1).copy_from_slice(&[0, 1, 1, 1, 1, 1, 1, 1, 0]);
    let mut niche = room(3, 4, 2, 1, &[]);
    niche.layout = [vec![1], vec![0]].into_iter().collect();
    corridor.layout.row_mut(2)[4] = 2;
    let level = Level { rooms: vec![corridor, niche].into(), hallways: [].into(), objects: objects((1, 7), (1, 1)) };
    let (world, mut state) = locked(&level, (1, 2), &[("zombie", (3, 4))]);
    let steps = walk(&world, &mut state, 60);
    assert!(Snarl::outcome(&world, &state).is_some_and(|outcome| outcome.reason == "won"), "{steps:?}");
}

#[test]
fn danger_is_the_adversary_and_its_neighbours() {
    let level =
        Level { rooms: vec![room(0, 0, 7, 7, &[])].into(), hallways: [].into(), objects: objects((1, 5), (5, 1)) };
    let (world, state) = locked(&level, (3, 3), &[("ghost", (3, 5))]);
    let mut explorer = Explorer::new(Random::new(0));
    let view = Snarl::view(&world, &state, &[], Seat(0));
    let mut legal = Vec::new();
    Snarl::legal(&world, &state, Seat(0), &mut |action| legal.push(action));
    let chosen = explorer.choose(&view, &legal);
    let (rows, columns) = chosen.offset();
    let to = Point::new(3 + i64::from(rows), 3 + i64::from(columns));
    assert!(to.distance(Point::new(3, 5)) > 1, "{chosen:?}");
    assert_eq!(chosen, Action::NN, "NN and NE come equally near the key; the lower number is taken");
}

#[test]
fn a_map_that_would_grow_beyond_all_bounds_begins_anew() {
    let sight = |row: i64| {
        let layout = json!([[1, 1, 1], [1, 1, 1], [1, 1, 1]]);
        serde_json::from_value(json!({"layout": layout, "position": [row, 0], "objects": [], "actors": []})).unwrap()
    };
    let mut memory = gridhaunt_snarl::memory::Memory::default();
    assert!(memory.look(&sight(0)));
    assert!(!memory.look(&sight(0)), "nothing new");
    assert!(memory.look(&sight(1)), "one row more");
    assert!(memory.look(&sight(900_000_000)));
    assert!(memory.look(&sight(0)), "forgotten");
    assert!(memory.look(&sight(-40)));
    assert!(!memory.look(&sight(0)), "a map that only grew keeps what it had");
}

/// Three rooms in a row with a hall of one tile's width between them; key and exit at the two ends.
fn row_of_rooms() -> Level {
    let rooms =
        vec![room(0, 0, 4, 4, &[(1, 3)]), room(0, 20, 4, 4, &[(1, 20), (2, 23)]), room(0, 40, 4, 4, &[(2, 40)])];
    let hallways = vec![hallway((1, 3), (1, 20), &[]), hallway((2, 23), (2, 40), &[])];
    Level { rooms: rooms.into(), hallways: hallways.into(), objects: objects((2, 42), (2, 1)) }
}

/// Two rooms that are hardly wider than halls, and a hall with bends.
fn bends() -> Level {
    let rooms = vec![room(0, 0, 3, 40, &[(1, 39)]), room(0, 60, 3, 6, &[(1, 60)])];
    let hallways = vec![hallway((1, 39), (1, 60), &[(1, 45), (5, 45), (5, 55), (1, 55)])];
    Level { rooms: rooms.into(), hallways: hallways.into(), objects: objects((1, 64), (1, 1)) }
}

/// The seeds of games in which not all four players leave, although no adversary hunts them.
fn stranded(level: &Level, seeds: std::ops::Range<u64>) -> Vec<u64> {
    let settings = json!({"levels": [level.to_value()], "zombies": 0, "ghosts": 0, "max_rounds": 1000});
    let settings = gridhaunt_kernel::settings::Settings::read(&settings).unwrap();
    let are_stranded = |&seed: &u64| {
        let (world, mut state) = Snarl::new(&settings, seed).unwrap();
        let mut explorers: Vec<_> = (0..4).map(|seat| Explorer::new(Random::for_bot(seed, Seat(seat)))).collect();
        while let Some(seat) = Snarl::phase(&world, &state).seats().iter().next() {
            act(&mut explorers[seat.index()], &world, &mut state);
        }
        state.players.iter().any(|player| player.exits == 0)
    };
    seeds.filter(are_stranded).collect()
}

#[test]
fn players_who_meet_in_a_hall_do_not_block_each_other_for_good() {
    for level in [row_of_rooms(), bends()] {
        assert_eq!(stranded(&level, 0..400), [0; 0]);
    }
}

#[test]
fn who_came_last_gives_way_and_nobody_else() {
    // Two come from the west, 1 and 2, and meet 3 and 4 from the east; 4 is the last to come.
    let company = |order: &[(&str, i64)], me: i64, before: &[(&str, i64)], came_from: i64| {
        let at = |&(name, column): &(&str, i64)| {
            serde_json::from_value(json!({"type": "player", "name": name, "position": [3, column]})).unwrap()
        };
        let list = |places: &[(&str, i64)]| places.iter().map(at).collect::<Vec<_>>();
        let mut company = company::Company::default();
        company.look(Point::new(3, came_from), &list(before));
        for _ in 0..3 {
            company.look(Point::new(3, me), &list(order));
        }
        company.came_last()
    };
    assert!(company(&[("b", 4), ("c", 5)], 6, &[("c", 5)], 7), "it finds both where they stand");
    assert!(!company(&[("b", 4), ("c", 6)], 5, &[("c", 7)], 6), "c moved up after it");
    assert!(!company(&[("b", 4), ("c", 5)], 6, &[], 6), "it stood there first");
}
