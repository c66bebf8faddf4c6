//! Matches for the tests: from settings, from pictures, and at random.

use super::pictures::Shown;
use crate::chart::Chart;
use crate::event::Event;
use crate::level::{Level, ObjectKind};
use crate::state::State;
use crate::{Action, Settings, Snarl, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
pub(super) use gridhaunt_testing::with;
use gridhaunt_testing::{Series, Stepped, begin};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) fn settings(document: &Value) -> Settings {
    gridhaunt_testing::settings::<Snarl>(document)
}

pub(super) fn game(document: &Value, seed: u64) -> (World, State) {
    begin::<Snarl>(document, seed)
}

/// A match that begins from a state of R46 (R50).
pub(super) fn given(document: &Value, seed: u64, state: &Value) -> (World, State) {
    Snarl::given(&settings(document), seed, state).unwrap_or_else(|error| panic!("{error} in {state}"))
}

/// A match that begins as drawn.
pub(super) fn drawn(document: &Value, seed: u64, notes: &[&str], picture: &str) -> (World, State) {
    let rows: Vec<&str> = picture.lines().collect();
    given(document, seed, &Shown::new(notes, &rows).state())
}

/// The level of a picture.
pub(super) fn level(picture: &str) -> Value {
    let rows: Vec<&str> = picture.lines().collect();
    Shown::new(&[], &rows).level()
}

/// The example level of R46.
pub(super) fn example() -> Value {
    json!({"type":"level",
        "rooms":[{"type":"room","origin":[1,0],"bounds":{"rows":3,"columns":4},"layout":[[0,0,0,0],[0,1,1,2],[0,0,0,0]]},
                 {"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}],
        "hallways":[{"type":"hallway","from":[2,3],"to":[1,6],"waypoints":[[2,5],[1,5]]}],
        "objects":[{"type":"key","position":[2,7]},{"type":"exit","position":[2,1]}]})
}

pub(super) fn step(world: &World, state: &mut State, choices: &[(Seat, Action)]) -> Vec<Event> {
    gridhaunt_testing::step::<Snarl>(world, state, choices)
}

pub(super) fn legal(world: &World, state: &State, seat: Seat) -> Vec<Action> {
    gridhaunt_testing::legal::<Snarl>(world, state, seat)
}

/// The seat that chooses.
pub(super) fn asked(world: &World, state: &State) -> Option<Seat> {
    Snarl::phase(world, state).seats().iter().next()
}

/// An object with one field.
pub(super) fn only(field: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(field.to_string(), value)]))
}

pub(super) fn all_seats(world: &World) -> impl Iterator<Item = Seat> + use<> {
    (0..world.code.players + 2).map(Seat)
}

pub(super) fn json_of(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

pub(super) fn one_of<T: Clone>(random: &mut Random, list: &[T]) -> T {
    list[random.index(list.len())].clone()
}

/// A playable level of rooms that touch, with walls inside them, doors that lead nowhere, hallways from a room to
/// itself, doors side by side, repeated points, and tiles left of and above (0,0).
pub(super) fn any_level(random: &mut Random) -> Value {
    loop {
        let level = any_draft(random);
        let read = Level::read(&level).expect("a level");
        if Chart::check(read).is_ok_and(|chart| chart.free().count() >= 5) {
            return level;
        }
    }
}

fn any_draft(random: &mut Random) -> Value {
    let mut boxes: Vec<[i64; 4]> = Vec::new();
    for _ in 0..2 + random.below(12) {
        let [top, left] = [random.below(12) as i64 - 4, random.below(14) as i64 - 5];
        let [rows, columns] = [1 + random.below(5) as i64, 1 + random.below(6) as i64];
        let apart = |&[t, l, r, c]: &[i64; 4]| t + r <= top || top + rows <= t || l + c <= left || left + columns <= l;
        if boxes.iter().all(apart) && boxes.len() < 6 {
            boxes.push([top, left, rows, columns]);
        }
    }
    let mut rooms = Vec::new();
    let (mut doors, mut open, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    for &[top, left, rows, columns] in &boxes {
        let mut layout = vec![vec![0; columns as usize]; rows as usize];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let edge = row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
            let code = if edge { one_of(random, &[0, 0, 1, 1, 2]) } else { one_of(random, &[0, 1, 1, 1, 1]) };
            layout[row as usize][column as usize] = code;
            let at = [top + row, left + column];
            taken.insert(at);
            if code == 2 {
                doors.push(at);
            }
            if code > 0 {
                open.push(at);
            }
        }
        rooms.push(json!({"type": "room", "origin": [top, left], "bounds": {"rows": rows, "columns": columns},
                          "layout": layout}));
    }
    let mut hallways = Vec::new();
    for _ in 0..if doors.is_empty() { 0 } else { random.below(40) } {
        let (from, to) = (one_of(random, &doors), one_of(random, &doors));
        let [x, y] = [random.below(20) as i64 - 8, random.below(20) as i64 - 8];
        let waypoints = match random.below(6) {
            0 => vec![],
            1 => vec![[from[0], to[1]]],
            2 => vec![[to[0], from[1]]],
            3 => vec![[from[0], x], [to[0], x]],
            4 => vec![[y, from[1]], [y, to[1]], [y, to[1]]],
            _ => vec![[from[0], x], [y, x], [y, to[1]]],
        };
        let mut tiles = BTreeSet::new();
        let corners: Vec<[i64; 2]> = [vec![from], waypoints.clone(), vec![to]].concat();
        let straight = corners.windows(2).all(|pair| pair[0][0] == pair[1][0] || pair[0][1] == pair[1][1]);
        for pair in corners.windows(2).filter(|_| straight) {
            for row in pair[0][0].min(pair[1][0])..=pair[0][0].max(pair[1][0]) {
                for column in pair[0][1].min(pair[1][1])..=pair[0][1].max(pair[1][1]) {
                    tiles.insert([row, column]);
                }
            }
        }
        tiles.remove(&from);
        tiles.remove(&to);
        if straight && hallways.len() < 5 && tiles.is_disjoint(&taken) {
            taken.extend(&tiles);
            open.extend(&tiles);
            hallways.push(json!({"type": "hallway", "from": from, "to": to, "waypoints": waypoints}));
        }
    }
    let mut objects = Vec::new();
    if open.len() > 1 {
        random.shuffle(&mut open);
        objects.push(json!({"type": "exit", "position": open[0]}));
        if random.below(4) > 0 {
            objects.insert(random.index(2), json!({"type": "key", "position": open[1]}));
        }
    }
    json!({"type": "level", "rooms": rooms, "hallways": hallways, "objects": objects})
}

/// Settings of every kind, on small levels where actors meet.
pub(super) fn any_settings(random: &mut Random) -> Value {
    loop {
        let document = any_document(random);
        if Settings::read(&document).is_ok() {
            return document;
        }
    }
}

fn any_document(random: &mut Random) -> Value {
    let players = 1 + random.below(4);
    let levels = 1 + random.below(3);
    let base = if random.below(3) == 0 {
        let min = [3 + random.below(3), 3 + random.below(3)];
        let max = [min[0] + random.below(3), min[1] + random.below(4)];
        json!({"generate": {"levels": levels, "rooms": 2 + random.below(5), "min": min, "max": max,
                            "loops": one_of(random, &[0, 25, 100])}})
    } else {
        json!({"levels": (0..levels).map(|_| any_level(random)).collect::<Vec<_>>()})
    };
    let more = json!({
        "players": players, "start_level": 1 + random.below(levels), "placement": one_of(random, &["random", "corners"]),
        "sight": 2 + random.below(6), "void_walls": random.below(2) == 0, "closed_objects": random.below(3) > 0,
        "max_rounds": one_of(random, &[0, 1, 2, 5, 12, 30]),
    });
    let mut document = with(base, more);
    for field in ["zombies", "ghosts"] {
        if random.below(4) > 0 {
            document[field] = one_of(random, &[0, 0, 1, 2, 3, 6, 12, 32]).into();
        }
    }
    if random.below(3) == 0 {
        document["names"] = ["ana", "bo", "cy", "Zoe9"][..players as usize].into();
    }
    document
}

/// A legal action of the seat; players prefer keys and exits, and sometimes forfeit (R24).
pub(super) fn legal_choice(random: &mut Random, world: &World, state: &State, seat: Seat) -> Option<Action> {
    let list = legal(world, state, seat);
    if seat.0 < world.code.players {
        let at = |kind| world.chart(state).object(kind);
        let goal = if state.locked { at(ObjectKind::Key) } else { at(ObjectKind::Exit) };
        let from = state.players[seat.index()].at;
        let leads = list.iter().find(|&&action| Some(from.after(action)) == goal);
        match (leads, random.below(40)) {
            (_, 0) => return Some(Action::Forfeit),
            (Some(&action), 1..=30) => return Some(action),
            _ => {}
        }
    }
    random.pick(&list).copied()
}

/// Choices for any seats in any order: most are legal, some are anything, some are missing, some are double, and some
/// come from seats that are not asked.
pub(super) fn wild_choices(random: &mut Random, world: &World, state: &State) -> Vec<(Seat, Action)> {
    let mut choices = Vec::new();
    for seat in all_seats(world).chain([Seat(126), Seat(255)]) {
        let asked = Snarl::phase(world, state).asks(seat);
        let often: &[u8] = if asked { &[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2] } else { &[0, 0, 0, 1] };
        for _ in 0..one_of(random, often) {
            let legal = if asked && random.below(8) > 0 { legal_choice(random, world, state, seat) } else { None };
            let anything = Action::numbered(random.index(13)).filter(|_| random.below(8) > 0);
            choices.push((seat, legal.unwrap_or(anything.unwrap_or(Action::Forfeit))));
        }
    }
    random.shuffle(&mut choices);
    choices
}

/// The legal choice of the seat that is asked.
pub(super) fn legal_choices(random: &mut Random, world: &World, state: &State) -> Vec<(Seat, Action)> {
    asked(world, state).and_then(|seat| Some((seat, legal_choice(random, world, state, seat)?))).into_iter().collect()
}

/// The most steps of a match in the tests: without a last round it may never end.
pub(super) const STEPS: usize = 300;

/// Plays matches with any settings to their ends and passes every step to `check`.
pub(super) fn each_step(games: u64, key: u64, wild: bool, check: impl FnMut(&Stepped<'_, Snarl>)) {
    let choose = if wild { wild_choices } else { legal_choices };
    Series::new(games, key, any_settings, choose).at_most(STEPS).each(check);
}
