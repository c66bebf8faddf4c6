//! Matches for the tests: from settings, from pictures, and crowded ones at random.

use crate::action::{Action, Step};
use crate::event::Event;
use crate::ground::neighbour;
use crate::state::State;
use crate::view::{unit_of, units};
use crate::{Settings, Tag, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_testing::Series;
use serde_json::json;

pub(super) fn settings(document: &Value) -> Settings {
    Settings::read(document).unwrap_or_else(|error| panic!("{error} in {document}"))
}

pub(super) fn game<const N: usize>(document: &Value, seed: u64) -> (World, State<N>) {
    Tag::<N>::new(&settings(document), seed).unwrap_or_else(|error| panic!("{error} in {document}"))
}

pub(super) fn step<const N: usize>(world: &World, state: &mut State<N>, choices: &[(Seat, Action)]) -> Vec<Event> {
    let mut events = Vec::new();
    Tag::<N>::step(world, state, choices, |event| events.push(event));
    events
}

pub(super) fn cell(x: u16, y: u16) -> Cell {
    Cell { x, y }
}

/// Settings with further ones added; of two with the same name the later counts.
pub(super) fn with(mut settings: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("{more} is no object") };
    settings.as_object_mut().expect("an object").extend(more);
    settings
}

pub(super) fn all_seats(world: &World) -> impl Iterator<Item = Seat> + use<> {
    (0..world.code.survivors + world.code.killers).map(Seat)
}

fn one_of<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.index(list.len())]
}

/// Settings of every kind with a crowded start: a small board, some survivors already gone, sometimes a late round.
///
/// `most` is the maximum number of units on each side.
pub(super) fn crowded(random: &mut Random, most: u64) -> Value {
    let (width, height) = (3 + random.below(5), 3 + random.below(5));
    let mut cells: Vec<[u64; 2]> = (0..height).flat_map(|y| (0..width).map(move |x| [x, y])).collect();
    random.shuffle(&mut cells);
    let exits: Vec<[u64; 2]> = cells.drain(..1 + random.index(3)).collect();
    let barred = random.below(3) == 0;
    let room = cells.len() as u64;
    let k = 1 + random.below(most.min(room / 2));
    let s = 1 + random.below(most.min(room - k));
    // Killers may stand on exits, survivors never.
    let mut killers: Vec<[u64; 2]> = cells.drain(..k as usize).collect();
    if !barred && random.below(2) == 0 {
        killers[0] = exits[0];
    }
    let max_rounds = 1 + random.below(12);
    let mut start = json!({
        "round": 1 + random.below(max_rounds), "phase": one_of(random, &["killer", "survivor"]), "killers": {},
        "survivors": {}, "escaped": [], "captured": [],
    });
    for (id, at) in killers.iter().enumerate() {
        start["killers"][id.to_string()] = json!(at);
    }
    let sure = random.below(s);
    for id in 0..s {
        let gone = id != sure && random.below(5) == 0;
        if gone {
            start[one_of(random, &["escaped", "captured"])].as_array_mut().expect("a list").push(id.into());
        } else {
            start["survivors"][id.to_string()] = json!(cells.pop().expect("there is room"));
        }
    }
    let manners = ["allow", "forbid"];
    let sights = [json!("all"), json!(0), json!(1), json!(2), json!(3)];
    json!({
        "width": width, "height": height, "max_rounds": max_rounds, "exits": exits, "start": start,
        "follow": if random.below(3) == 0 { "forbid" } else { "allow" }, "cycle": one_of(random, &manners),
        "killers_on_exits": if barred { "forbid" } else { "allow" },
        "priority": one_of(random, &["score", "id", "distance"]), "multi_escape": random.below(2) == 0,
        "win_rule": one_of(random, &["strict", "score"]), "vision_sharing": one_of(random, &["none", "team"]),
        "survivor_sight": sights[random.index(5)], "killer_sight": sights[random.index(5)],
    })
}

/// Choices for any seats in any order: most choose once, some not at all, some twice, some when it is not their turn.
/// Units prefer cells where a unit of their side stands, and exits, so that there are many conflicts.
pub(super) fn wild_choices<const N: usize>(
    random: &mut Random,
    world: &World,
    state: &State<N>,
) -> Vec<(Seat, Action)> {
    let tempting = |seat: Seat| -> Vec<Step> {
        let (side, id) = unit_of(world, seat);
        let cells: Vec<(usize, Cell)> = units(world, state, side).collect();
        let Some(&(_, at)) = cells.iter().find(|(other, _)| *other == id) else { return Vec::new() };
        let tempts = |step: &Step| {
            let to = neighbour(world.grid(), at, *step);
            let friend = cells.iter().any(|(_, cell)| Some(*cell) == to);
            *step != Step::Stay && (friend || to.is_some_and(|to| world.exits.contains(&to)))
        };
        Step::ALL.into_iter().filter(tempts).collect()
    };
    let mut choices = Vec::new();
    for seat in all_seats(world).chain([Seat(40), Seat(255)]) {
        for _ in 0..one_of(random, &[0, 1, 1, 1, 1, 1, 1, 2]) {
            let bid = match random.below(8) {
                0 => one_of(random, &[i32::MIN, i32::MAX]),
                n => n as i32 / 2 - 2,
            };
            let step = random.pick(&tempting(seat)).copied().filter(|_| random.below(2) == 0);
            choices.push((seat, Action { step: step.unwrap_or_else(|| one_of(random, &Step::ALL)), bid }));
        }
    }
    random.shuffle(&mut choices);
    choices
}

/// The same crowd in a corner of a board, of which some sides have the maximum length.
pub(super) fn in_a_corner(random: &mut Random, most: u64) -> Value {
    let mut document = crowded(random, most);
    for (axis, side) in ["width", "height"].into_iter().enumerate() {
        if random.below(3) == 0 {
            continue;
        }
        let by = if random.below(4) == 0 { 0 } else { 256 - document[side].as_u64().expect("a number") };
        let start = document["start"].clone();
        let ids = |name: &str| start[name].as_object().into_iter().flat_map(Map::keys).map(String::as_str).collect();
        let (killers, survivors): (Vec<&str>, Vec<&str>) = (ids("killers"), ids("survivors"));
        let exits = document["exits"].as_array().map_or(0, Vec::len);
        let shift = |at: &mut Value| at[axis] = (at[axis].as_u64().expect("a number") + by).into();
        (0..exits).for_each(|exit| shift(&mut document["exits"][exit]));
        killers.into_iter().for_each(|id| shift(&mut document["start"]["killers"][id]));
        survivors.into_iter().for_each(|id| shift(&mut document["start"]["survivors"][id]));
        document[side] = 256.into();
    }
    document
}

/// Plays crowded matches at random to their ends and passes every step to `check`.
pub(super) fn each_step<const N: usize>(games: u64, key: u64, check: impl FnMut(&Stepped<'_, N>)) {
    series(crowded, games, key).each(check);
}

/// Matches of one kind, played at random.
pub(super) fn series<const N: usize>(
    kind: fn(&mut Random, u64) -> Value,
    games: u64,
    key: u64,
) -> Matches<N, impl Fn(&mut Random) -> Value> {
    Series::new(games, key, move |random: &mut Random| kind(random, N as u64), wild_choices as Choices<N>)
}

/// How the seats choose in a step.
type Choices<const N: usize> = fn(&mut Random, &World, &State<N>) -> Vec<(Seat, Action)>;
/// Matches whose settings `S` draws.
type Matches<const N: usize, S> = Series<Tag<N>, S, Choices<N>>;

/// One step of a match of at most `N` units a side.
pub(super) type Stepped<'a, const N: usize> = gridhaunt_testing::Stepped<'a, Tag<N>>;

/// A board in the notation of R47, and the units on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Picture {
    pub exits: Vec<Cell>,
    pub killers: Map<String, Value>,
    pub survivors: Map<String, Value>,
}

impl Picture {
    pub(super) fn of(rows: &[&str]) -> Self {
        let mut picture = Self::default();
        for (y, row) in (0u16..).zip(rows) {
            for (x, glyph) in (0u16..).zip(row.chars()) {
                let at = json!([x, y]);
                match glyph {
                    '.' => {}
                    '>' => picture.exits.push(cell(x, y)),
                    'A'..='P' => drop(picture.killers.insert((glyph as u8 - b'A').to_string(), at)),
                    'a'..='p' => drop(picture.survivors.insert((glyph as u8 - b'a').to_string(), at)),
                    other => panic!("{other} is nothing on a board"),
                }
            }
        }
        picture
    }
}

/// Choices in words, `A E, B W bid 20`: letters as on the board, steps by name.
pub(super) fn spoken(world: &World, words: &str) -> Vec<(Seat, Action)> {
    let one = |phrase: &str| {
        let mut words = phrase.split_whitespace();
        let unit = words.next().and_then(|word| word.chars().next()).expect("a unit");
        let seat = match unit {
            'A'..='P' => world.code.survivors + (unit as u8 - b'A'),
            _ => unit as u8 - b'a',
        };
        let name = words.next().expect("a step");
        let step = Step::ALL.into_iter().find(|step| step.name() == name);
        let bid = words.nth(1).map_or(0, |bid| bid.parse().expect("a bid"));
        (Seat(seat), Action { step: step.unwrap_or_else(|| panic!("{name} is no step")), bid })
    };
    words.split(',').filter(|phrase| !phrase.trim().is_empty()).map(one).collect()
}
