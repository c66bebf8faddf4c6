//! The engine and the slow rules side by side.

use super::{Law, Place, Plain, Tile, generated};
use crate::event::Event;
use crate::state::State;
use crate::tests::matches::{self, all_seats, json_of, legal, one_of};
use crate::{Action, Settings, Snarl, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::some_of;
use serde_json::json;
use std::collections::BTreeMap;

/// The levels of a match, given or drawn, and the generator after them (R42).
fn places(settings: &Settings, document: &Value, random: &mut Random) -> Vec<Place> {
    let plan = &settings.generate;
    match document.get("levels").and_then(Value::as_array) {
        Some(levels) => levels.iter().map(Place::new).collect(),
        None => (0..plan.levels).map(|_| Place::new(&generated(plan, random))).collect(),
    }
}

/// Checks that the whole state is the same, as JSON and as a drawing.
fn same_state(law: &Law, plain: &Plain, world: &World, state: &State, case: &dyn Fn() -> String) {
    assert_eq!(json_of(&Snarl::write_state(world, state)), plain.document(law), "{}", case());
    assert_eq!(Snarl::drawing(world, state), plain.drawing(law), "{}", case());
}

/// Checks that the legal actions are the same, and the number of draws.
fn same_choice(law: &Law, plain: &Plain, world: &World, state: &State, case: &dyn Fn() -> String) {
    assert_eq!(state.random, plain.random, "{}", case());
    let me = plain.acting();
    for seat in all_seats(world) {
        let numbers: Vec<usize> = legal(world, state, seat).into_iter().map(|action| action as usize).collect();
        let expected = me.filter(|&who| Plain::seat(law, who) == seat.index()).map(|who| plain.legal(law, who));
        assert_eq!(numbers, expected.unwrap_or_default(), "seat {seat} {}", case());
    }
}

/// Checks that the views and arrays of every seat are the same.
fn shown(settings: &Settings, law: &Law, plain: &Plain, world: &World, state: &State) {
    let encodings = Snarl::encodings(settings, ());
    for seat in all_seats(world) {
        let at = seat.index();
        assert_eq!(json_of(&Snarl::view(world, state, &[], seat)), plain.view(law, at));
        assert_eq!(Snarl::drawing_for(world, state, seat), plain.drawing_for(law, at));
        // No old content of the memory may remain.
        let mut square = vec![7; encodings[0].len()];
        Snarl::encode(world, state, seat, (), 0, Slot::U8(&mut square));
        assert_eq!(square, plain.sight_planes(law, at));
        let mut whole = vec![7; encodings[1].len()];
        Snarl::encode(world, state, seat, (), 1, Slot::U8(&mut whole));
        let [_, rows, columns] = encodings[1].shape[..] else { panic!("three dimensions") };
        assert_eq!(whole, plain.level_planes(law, at, rows, columns));
        let mut numbers = vec![f32::NAN; 6];
        Snarl::encode(world, state, seat, (), 2, Slot::F32(&mut numbers));
        assert_eq!(numbers, plain.numbers(law, at));
        let mut mask = vec![7; 13];
        Snarl::mask(world, state, seat, (), &mut mask);
        let actions = legal(world, state, seat);
        assert!((0..13).all(|number| mask[number] == u8::from(actions.contains(&Action::MOVES[number]))));
    }
}

/// Plays matches side by side and compares everything after every step; returns how often each event happened.
fn equals_the_slow_rules(games: u64, key: u64, views: bool) -> BTreeMap<&'static str, u32> {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..games {
        let mut random = Random::stream(key, seed);
        let document = matches::any_settings(&mut random);
        let settings = matches::settings(&document);
        let mut dice = Random::stream(seed, 1);
        let law = Law::new(settings.told(), places(&settings, &document, &mut dice));
        let (world, mut state) = matches::game(&document, seed);
        for (place, [chart, _]) in law.places.iter().zip(&world.charts) {
            assert_eq!(chart.level.to_value(), place.document, "seed {seed} of {document}");
        }
        let mut plain = Plain::set_up(&law, dice);
        for step in 0..matches::STEPS {
            let case = || format!("seed {seed} of {document}");
            same_choice(&law, &plain, &world, &state, &case);
            if step % 7 == 0 || state.end.is_some() {
                same_state(&law, &plain, &world, &state, &case);
            }
            if views && step % 3 == 0 {
                shown(&settings, &law, &plain, &world, &state);
            }
            if state.end.is_some() {
                break;
            }
            let choices = matches::wild_choices(&mut random, &world, &state);
            let before = state;
            let expected = plain.step(&law, &choices);
            let events = matches::step(&world, &mut state, &choices);
            assert_eq!(events, expected, "{}\n{}\n{choices:?}", case(), Snarl::drawing(&world, &before));
            events.iter().for_each(|event| *seen.entry(name(event)).or_default() += 1);
        }
        if let Some(outcome) = Snarl::outcome(&world, &state) {
            assert_eq!(Some(outcome.reason), plain.over);
            *seen.entry(outcome.reason).or_default() += 1;
            assert_eq!(outcome.seats.len(), law.players() + 2);
            for (seat, standing) in outcome.seats.iter().enumerate() {
                assert_eq!((standing.units, usize::from(standing.rank)), plain.standing(&law, seat), "{document}");
            }
        }
    }
    seen
}

fn name(event: &Event) -> &'static str {
    match event {
        Event::Refused { .. } => "refused",
        Event::Forfeited { .. } => "forfeited",
        Event::Moved { from, to, .. } if from == to => "stayed",
        Event::Moved { .. } => "moved",
        Event::Teleported { from, to, .. } if from == to => "landed where it was",
        Event::Teleported { .. } => "teleported",
        Event::KeyTaken { .. } => "key taken",
        Event::Exited { .. } => "exited",
        Event::Expelled { by: None, .. } => "gave up",
        Event::Expelled { .. } => "expelled by",
        Event::Stranded { .. } => "stranded one",
        Event::LevelEnded { .. } => "level ended",
        Event::GameEnded { .. } => "game ended",
        Event::LevelStarted { .. } => "level started",
        Event::Placed { .. } => "placed",
    }
}

fn none_is_rare(seen: &BTreeMap<&'static str, u32>, names: &[&str], least: u64) {
    for name in names {
        assert!(seen.get(name).is_some_and(|&count| u64::from(count) >= least), "{name} is too rare: {seen:?}");
    }
}

const COMMON: [&str; 13] = [
    "refused", "stayed", "moved", "landed where it was", "teleported", "key taken", "exited", "gave up", "expelled by",
    "level ended", "game ended", "expelled", "won",
];

#[test]
fn the_engine_plays_by_the_slow_rules() {
    let seen = equals_the_slow_rules(some_of(2500), 401, false);
    none_is_rare(&seen, &COMMON, some_of(50));
    none_is_rare(&seen, &["stranded", "stranded one", "level started", "placed", "forfeited"], some_of(50));
}

#[test]
fn the_engine_shows_what_the_slow_rules_show() {
    equals_the_slow_rules(some_of(200), 402, true);
}

/// A state that need not occur in any match: rooms on top of each other, actors and objects anywhere (R50).
fn anything(random: &mut Random) -> Value {
    let mut level = matches::any_level(random);
    for room in level["rooms"].as_array_mut().expect("rooms") {
        if random.below(4) == 0 {
            let by = random.below(7) as i64 - 3;
            room["origin"][random.index(2)] = by.into();
        }
    }
    // Where an end of a hallway is not in a room, the size of the level is not defined (R4, R5).
    let bare = Place::new(&level);
    let inside = |point: &Value| bare.room((point[0].as_i64().unwrap_or(0), point[1].as_i64().unwrap_or(0))).is_some();
    level["hallways"].as_array_mut().expect("hallways").retain(|one| inside(&one["from"]) && inside(&one["to"]));
    let place = Place::new(&level);
    let anywhere = |random: &mut Random| {
        let row = place.low.0 + random.below((place.high.0 - place.low.0 + 1) as u64) as i64;
        (row, place.low.1 + random.below((place.high.1 - place.low.1 + 1) as u64) as i64)
    };
    let somewhere = |random: &mut Random| {
        let mut at = anywhere(random);
        for _ in 0..random.below(12) {
            if matches!(place.tile(at), Tile::Void | Tile::Wall) {
                at = anywhere(random);
            }
        }
        at
    };
    let (key, exit) = (somewhere(random), somewhere(random));
    let outside = (place.high.0 + 1, key.1);
    let mut objects = vec![];
    if random.below(8) > 0 {
        objects.push(json!({"type": "exit", "position": exit}));
    }
    if random.below(4) > 0 && key != exit {
        objects.push(json!({"type": "key", "position": if random.below(8) == 0 { outside } else { key }}));
    }
    level["objects"] = objects.into();
    let people = |random: &mut Random, kind: &str, count: u64| -> Vec<Value> {
        (0..count).map(|i| json!({"type": kind, "name": format!("{kind}{i}"), "position": somewhere(random)})).collect()
    };
    let players = 1 + random.below(4);
    let (zombies, ghosts) = (one_of(random, &[0, 1, 3, 9, 32]), one_of(random, &[0, 1, 3, 9, 32]));
    let mut hunters = people(random, "zombie", zombies);
    for ghost in people(random, "ghost", ghosts) {
        // Each kind keeps its order, however the kinds are mixed.
        let place = random.index(hunters.len() + 1);
        let last = hunters.iter().rposition(|one| one["type"] == "ghost").map_or(0, |last| last + 1);
        hunters.insert(place.max(last), ghost);
    }
    json!({"type": "state", "level": level, "players": people(random, "player", players), "adversaries": hunters,
           "exit-locked": random.below(2) == 0})
}

#[test]
fn from_any_state_the_engine_goes_on_by_the_slow_rules() {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..some_of(2000) {
        let mut random = Random::stream(403, seed);
        let given = anything(&mut random);
        let document = json!({"void_walls": random.below(2) == 0, "closed_objects": random.below(2) == 0,
            "sight": 2 + random.below(6), "max_rounds": one_of(&mut random, &[0, 1, 2, 5])});
        let settings = matches::settings(&document);
        let (world, mut state) = matches::given(&document, seed, &given);
        let mut law = Law::new(settings.told(), vec![Place::new(&given["level"])]);
        law.names = world.values.names.iter().map(ToString::to_string).collect();
        let mut plain = Plain::given(&law, Random::stream(seed, 1), &given);
        law.counts = Some((plain.zombies.len(), plain.ghosts.len()));
        for step in 0..40 {
            let case = || format!("seed {seed} of {document}\n{given}");
            same_choice(&law, &plain, &world, &state, &case);
            if step % 7 == 0 || state.end.is_some() {
                same_state(&law, &plain, &world, &state, &case);
            }
            for seat in all_seats(&world).filter(|_| seed % 8 == 0) {
                assert_eq!(json_of(&Snarl::view(&world, &state, &[], seat)), plain.view(&law, seat.index()));
                assert_eq!(Snarl::drawing_for(&world, &state, seat), plain.drawing_for(&law, seat.index()));
            }
            if state.end.is_some() {
                break;
            }
            let choices = matches::wild_choices(&mut random, &world, &state);
            let before = state;
            let expected = plain.step(&law, &choices);
            let events = matches::step(&world, &mut state, &choices);
            assert_eq!(events, expected, "{}\n{}\n{choices:?}", case(), Snarl::drawing(&world, &before));
            events.iter().for_each(|event| *seen.entry(name(event)).or_default() += 1);
        }
        if let Some(outcome) = Snarl::outcome(&world, &state) {
            *seen.entry(outcome.reason).or_default() += 1;
        }
    }
    none_is_rare(&seen, &COMMON, some_of(50));
}
