//! A state as a document, which reads back to exactly the same state.

use crate::action::Action;
use crate::dice::{Dice, Subtractive};
use crate::field::{OVERGROWN, THINGS};
use crate::ground::{Ground, SEATS};
use crate::power::{Held, PowerKind, Thing};
use crate::queue::Command;
use crate::rows::Rows;
use crate::sets::RuleSet;
use crate::slots::Slots;
use crate::state::{End, State};
use crate::weeds::{WEED_CELLS, Weed};
use gridhaunt_kernel::json::{hex, u64_from};
use gridhaunt_kernel::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

/// A state with its board, to be written.
#[derive(Debug)]
pub struct Document<'a, R: RuleSet> {
    pub(crate) ground: &'a Ground,
    pub(crate) state: &'a State<R>,
}

/// A generator as a document.
pub trait Written: Dice {
    /// The generator's whole state, as JSON.
    fn write(&self) -> Value;
    /// Reads what [`Written::write`] returns; an error names what is wrong.
    fn read(value: &Value) -> Result<Self, Invalid>;
}

impl Written for Random {
    fn write(&self) -> Value {
        serde_json::json!({"key": hex(self.key), "counter": self.counter.to_string()})
    }

    fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("random", value, &["key", "counter"])?;
        let wide = |field: &str| {
            let value = read.need(field, "a number of 64 bits").map_err(|error| error.within("random"))?;
            u64_from(field, value).map_err(|error| error.within("random"))
        };
        Ok(Self { key: wide("key")?, counter: wide("counter")? })
    }
}

impl Written for Subtractive {
    fn write(&self) -> Value {
        serde_json::json!({"a": self.a[1..], "p": self.p, "q": self.q})
    }

    fn read(value: &Value) -> Result<Self, Invalid> {
        let read = Reader::new("random", value, &["a", "p", "q"])?;
        let list: Vec<i32> =
            part(&read, "a", "55 numbers of 32 bits").map_err(|error| error.within("random"))?.unwrap_or_default();
        let place = |field: &str| {
            let value = read.need(field, "0..=55").map_err(|error| error.within("random"))?;
            integer(field, value, 0, 55).map_err(|error| error.within("random"))
        };
        let mut a = [0; 56];
        if list.len() != 55 {
            return Err(Invalid::new("random.a", format!("{} numbers", list.len()), "55 numbers of 32 bits"));
        }
        a[1..].copy_from_slice(&list);
        Ok(Self { a, p: place("p")? as u8, q: place("q")? as u8 })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slotted<T> {
    slots: Vec<Option<T>>,
    free: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeedDocument {
    first: Cell,
    cells: Vec<Cell>,
    kind: PowerKind,
    counter: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingDocument {
    at: Cell,
    kind: PowerKind,
}

#[derive(Serialize)]
struct FarmerDocument {
    at: Cell,
    away: bool,
    momentum: Action,
    out: bool,
    power: Option<(PowerKind, u32)>,
    super_power: Option<(PowerKind, u32)>,
    trail: Vec<Cell>,
    queue: Vec<(u64, Action)>,
    repeat: (u64, Action),
    cells: u16,
    points: u64,
}

#[derive(Serialize)]
struct Countdowns {
    weed: i32,
    power_up: i32,
}

fn slotted<T: Copy, U, const N: usize>(slots: &Slots<T, N>, write: impl Fn(&T) -> U) -> Slotted<U> {
    Slotted { slots: (0..slots.used()).map(|slot| slots.get(slot).map(&write)).collect(), free: slots.free().to_vec() }
}

fn thing(thing: &Thing) -> ThingDocument {
    ThingDocument { at: thing.at, kind: thing.kind }
}

/// The letter of a seat's land.
#[must_use]
pub const fn letter(seat: usize) -> char {
    (b'A' + seat as u8) as char
}

/// The lands as rows of letters; where lands overlap, the letter of the lowest seat.
pub(crate) fn land_rows<R: RuleSet>(ground: &Ground, state: &State<R>) -> Vec<String> {
    let sign = |x: u16, y: u16| state.owner(Cell { x, y }).map_or('.', |seat| letter(seat.index()));
    (0..u16::from(ground.code.rows)).map(|y| (0..u16::from(ground.code.cols)).map(|x| sign(x, y)).collect()).collect()
}

impl<R: RuleSet<Dice: Written>> Serialize for Document<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let Self { ground, state } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tick", &state.tick)?;
        map.serialize_entry("end", &state.end)?;
        map.serialize_entry("stamps", &state.stamps)?;
        map.serialize_entry("land", &land_rows(ground, state))?;
        // R4: where lands overlap, the other owners.
        let mut overlaps: Vec<(usize, u16, u16)> = Vec::new();
        for i in 0..SEATS {
            let land = state.field.cells(i);
            let second = land.iter().filter(|&cell| state.owner(cell) != Some(Seat(i as u8)));
            overlaps.extend(second.map(|cell| (i, cell.x, cell.y)));
        }
        if !overlaps.is_empty() {
            map.serialize_entry("overlaps", &overlaps)?;
        }
        let pair = |command: Command| (command.stamp(), command.action());
        let farmer = |i: usize| {
            let farmer = &state.farmers[i];
            let held = |held: Option<Held>| held.map(|held| (held.kind, held.left));
            FarmerDocument {
                at: farmer.at,
                away: state.is_away(i),
                momentum: farmer.momentum,
                out: farmer.out,
                power: held(farmer.power),
                super_power: held(farmer.super_power),
                trail: state.trail(i).iter().collect(),
                queue: state.queue(i).map(pair).collect(),
                repeat: pair(farmer.repeat),
                cells: farmer.cells,
                points: state.points[i],
            }
        };
        map.serialize_entry("farmers", &(0..ground.players()).map(farmer).collect::<Vec<_>>())?;
        let weed = |weed: &Weed| WeedDocument {
            first: weed.first,
            cells: weed.cells().collect(),
            kind: weed.kind,
            counter: weed.counter(state.tick),
        };
        map.serialize_entry("weeds", &slotted(&state.weeds, weed))?;
        map.serialize_entry("power_ups", &slotted(&state.power_ups, thing))?;
        map.serialize_entry("supers", &slotted(&state.supers, thing))?;
        let countdowns = Countdowns { weed: state.weed_countdown, power_up: state.power_up_countdown };
        map.serialize_entry("countdowns", &countdowns)?;
        map.serialize_entry("random", &state.dice.write())?;
        map.end()
    }
}

const FIELDS: &[&str] =
    &["tick", "end", "stamps", "land", "overlaps", "farmers", "weeds", "power_ups", "supers", "countdowns", "random"];
const FARMER: &[&str] =
    &["at", "away", "momentum", "out", "power", "super_power", "trail", "queue", "repeat", "cells", "points"];
/// Stamps stay small enough for every JSON reader to read them exactly.
const MOST_STAMPS: u64 = 1 << 53;
/// More than any match can reach.
const MOST_POINTS: u64 = 1 << 53;

/// The value of a field, none if it is absent.
fn part<T: DeserializeOwned>(read: &Reader<'_>, field: &str, expected: &str) -> Result<Option<T>, Invalid> {
    let parse = |value: &Value| {
        serde_json::from_value(value.clone()).map_err(|error| {
            Invalid::new(field, brief(value), expected).says(format!("{} is not {expected}: {error}", brief(value)))
        })
    };
    read.get(field).map(parse).transpose()
}

/// Reads a state. Missing fields have their values from the start of the match with this seed.
pub fn read<R: RuleSet<Dice: Written>>(ground: &Ground, seed: u64, document: &Value) -> Result<State<R>, Invalid> {
    let mut state = State::<R>::new(ground, seed);
    let read = Reader::new("state", document, FIELDS)?;
    if let Some(tick) = read.integer("tick", 0, ground.code.max_ticks.into())? {
        state.tick = tick as u32;
    }
    state.end = part::<Option<End>>(&read, "end", "null, \"max_ticks\" or \"full\"")?.flatten();
    if let Some(rows) = part::<Vec<String>>(&read, "land", "a list of rows")? {
        let lands = lands(ground, &rows)?;
        lands.iter().enumerate().for_each(|(i, land)| state.field.put(i, land));
    }
    for (i, x, y) in part::<Vec<(usize, u16, u16)>>(&read, "overlaps", "a list of [seat,x,y]")?.unwrap_or_default() {
        let cell = Cell { x, y };
        if i >= ground.players() || x >= ground.code.cols.into() || y >= ground.code.rows.into() {
            return Err(Invalid::new("overlaps", format!("[{i},{x},{y}]"), "a seat and a cell of the board"));
        }
        state.field.insert(i, cell);
    }
    for (i, farmer) in state.farmers.iter_mut().enumerate() {
        farmer.cells = state.field.cells(i).len() as u16;
    }
    if let Some(list) = read.get("farmers") {
        let items = list.as_array().filter(|items| items.len() == ground.players());
        let expected = || format!("a list of {} farmers", ground.players());
        let items = items.ok_or_else(|| Invalid::new("farmers", brief(list), expected()))?;
        for (i, item) in items.iter().enumerate() {
            read_farmer(ground, &mut state, i, item).map_err(|error| error.within(&format!("farmers[{i}]")))?;
        }
    }
    let most = (0..ground.players()).map(|i| latest(&state, i) + 1).max().unwrap_or(0);
    state.stamps = read.integer("stamps", most, MOST_STAMPS)?.unwrap_or(most.max(state.stamps));
    stamps_differ(ground, &state)?;
    if let Some(weeds) = part::<Slotted<WeedDocument>>(&read, "weeds", "slots and free")? {
        let too_large =
            weeds.slots.iter().flatten().find(|weed| weed.cells.is_empty() || weed.cells.len() > WEED_CELLS);
        if let Some(weed) = too_large {
            return Err(Invalid::new("weeds", format!("{} cells", weed.cells.len()), "1 to 64 cells each"));
        }
        let weed = |document: WeedDocument| {
            let mut cells = document.cells.into_iter();
            let grows = i64::from(state.tick) + i64::from(document.counter);
            let mut weed = Weed::new(cells.next()?, document.kind, grows);
            cells.for_each(|cell| weed.push(cell));
            weed.first = document.first;
            Some(weed)
        };
        let small = |cell: Cell| cell.x < ground.code.cols.into() && cell.y < ground.code.rows.into();
        if let Some(cell) = weeds.slots.iter().flatten().flat_map(|weed| weed.cells.iter()).find(|cell| !small(**cell))
        {
            return Err(Invalid::new("weeds", cell, "on the board"));
        }
        *state.weeds = slots("weeds", weeds, weed)?;
        state.plan_growth(ground.code.weed_most);
        let overgrown: Rows = state.weeds.iter().flat_map(|(_, weed)| weed.cells()).collect();
        state.field.put(OVERGROWN, &overgrown);
    }
    let thing = |document: ThingDocument| Some(Thing { at: document.at, kind: document.kind });
    if let Some(list) = part::<Slotted<ThingDocument>>(&read, "power_ups", "slots and free")? {
        state.power_ups = slots("power_ups", list, thing)?;
    }
    if let Some(list) = part::<Slotted<ThingDocument>>(&read, "supers", "slots and free")? {
        *state.supers = slots("supers", list, thing)?;
    }
    let things: Rows = state.power_ups.iter().chain(state.supers.iter()).map(|(_, thing)| thing.at).collect();
    state.field.put(THINGS, &things);
    if let Some(countdowns) = read.get("countdowns") {
        let read = Reader::new("countdowns", countdowns, &["weed", "power_up"])?;
        let number = |field: &str, old: i32| {
            let number = part::<i32>(&read, field, "a whole number").map_err(|error| error.within("countdowns"))?;
            number.map_or(Ok(old), |number| {
                let fits = (-200_000..=200_000).contains(&number);
                fits.then_some(number)
                    .ok_or_else(|| Invalid::new(format!("countdowns.{field}"), number, "-200000..=200000"))
            })
        };
        state.weed_countdown = number("weed", state.weed_countdown)?;
        state.power_up_countdown = number("power_up", state.power_up_countdown)?;
    }
    if let Some(random) = read.get("random") {
        state.dice = R::Dice::read(random)?;
    }
    crate::check::check(ground, &state)
        .map_err(|wrong| Invalid::new("", brief(document), "a state of this game").says(wrong))?;
    Ok(state)
}

/// The latest stamp of a farmer's commands.
fn latest<R: RuleSet>(state: &State<R>, i: usize) -> u64 {
    state.queue(i).map(Command::stamp).fold(state.farmers[i].repeat.stamp(), u64::max)
}

/// R6: stamps are unique, except that a waiting command may also be the repeated one.
fn stamps_differ<R: RuleSet>(ground: &Ground, state: &State<R>) -> Result<(), Invalid> {
    let mut all = Vec::new();
    for (i, farmer) in state.farmers[..ground.players()].iter().enumerate() {
        let mut own: Vec<u64> = state.queue(i).map(Command::stamp).collect();
        if !own.contains(&farmer.repeat.stamp()) {
            own.push(farmer.repeat.stamp());
        }
        all.extend(own);
    }
    all.sort_unstable();
    match all.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Invalid::new("farmers", format!("stamp {} twice", pair[0]), "stamps that differ")),
        None => Ok(()),
    }
}

fn lands(ground: &Ground, rows: &[String]) -> Result<[Rows; SEATS], Invalid> {
    let (w, h) = (usize::from(ground.code.cols), usize::from(ground.code.rows));
    let wrong = |y: usize, row: &str| {
        let letters: String = (0..ground.players()).map(letter).collect();
        Invalid::new(format!("land[{y}]"), format!("{row:?}"), format!("{w} signs of .{letters}"))
    };
    if rows.len() != h {
        return Err(Invalid::new("land", format!("{} rows", rows.len()), format!("{h} rows")));
    }
    let mut lands = [Rows::NONE; SEATS];
    for (y, row) in rows.iter().enumerate() {
        if row.chars().count() != w {
            return Err(wrong(y, row));
        }
        for (x, sign) in row.chars().enumerate() {
            match (0..ground.players()).find(|&i| letter(i) == sign) {
                Some(i) => lands[i].insert(Cell { x: x as u16, y: y as u16 }),
                None if sign == '.' => {}
                None => return Err(wrong(y, row)),
            }
        }
    }
    Ok(lands)
}

fn read_farmer<R: RuleSet>(ground: &Ground, state: &mut State<R>, i: usize, item: &Value) -> Result<(), Invalid> {
    let read = Reader::new("", item, FARMER)?;
    let held = |field: &str| -> Result<Option<Held>, Invalid> {
        let pair = part::<Option<(PowerKind, u32)>>(&read, field, "[kind,ticks left]")?.flatten();
        Ok(pair.map(|(kind, left)| Held { kind, left }))
    };
    if let Some(true) = read.flag("away")? {
        state.away |= 1 << i;
    }
    let farmer = &mut state.farmers[i];
    if let Some(at) = part(&read, "at", "a cell [x,y]")? {
        farmer.at = at;
    }
    if let Some(momentum) = part::<Action>(&read, "momentum", "an action 0..=5")? {
        farmer.momentum = momentum;
    }
    farmer.out = read.flag("out")?.unwrap_or(false);
    (farmer.power, farmer.super_power) = (held("power")?, held("super_power")?);
    state.points[i] = read.integer("points", 0, MOST_POINTS)?.unwrap_or(0);
    let command = |(stamp, action): (u64, Action)| {
        let fits = stamp < MOST_STAMPS && R::takes(action);
        fits.then(|| Command::new(stamp, action)).ok_or_else(|| {
            Invalid::new("queue", format!("[{stamp},{}]", action as u8), "[stamp,action] of these rules")
        })
    };
    let mut last = None;
    for pair in part::<Vec<(u64, Action)>>(&read, "queue", "a list of [stamp,action]")?.unwrap_or_default() {
        let (command, waiting) = (command(pair)?, state.waiting(i));
        state.enqueue(i, command);
        let kept = state.waiting(i) > waiting;
        if pair.1 == Action::None || last.is_some_and(|last| last >= command) || !kept {
            let expected = "actions with growing stamps, no more than can wait";
            return Err(Invalid::new("queue", format!("[{},{}]", pair.0, pair.1 as u8), expected));
        }
        last = Some(command);
    }
    let farmer = &mut state.farmers[i];
    if let Some(pair) = part::<(u64, Action)>(&read, "repeat", "[stamp,action]")? {
        farmer.repeat = command(pair)?;
    } else if let Some(last) = last {
        farmer.repeat = last;
    }
    if let Some(cells) = read.integer("cells", 0, ground.cells().into())?
        && cells != u64::from(farmer.cells)
    {
        return Err(Invalid::new("cells", cells, format!("{}, as many as there are", farmer.cells)));
    }
    let trail = part::<Vec<Cell>>(&read, "trail", "a list of cells [x,y]")?.unwrap_or_default();
    let follows =
        |pair: &[Cell]| matches!((pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y)), (0, 1) | (1, 0));
    let off = |cell: &Cell| cell.x >= ground.code.cols.into() || cell.y >= ground.code.rows.into();
    let distinct = trail.len() == trail.iter().filter(|cell| !off(cell)).copied().collect::<Rows>().len();
    let jumps = trail.windows(2).filter(|pair| !follows(pair)).count();
    if jumps > R::JUMPS || !distinct {
        let text = Value::from(trail.iter().map(ToString::to_string).collect::<Vec<_>>());
        return Err(Invalid::new("trail", brief(&text), "different neighbouring cells of the board"));
    }
    trail.into_iter().for_each(|cell| state.tread(i, cell));
    Ok(())
}

fn slots<T: Copy, U, const N: usize>(
    field: &str,
    list: Slotted<U>,
    read: impl Fn(U) -> Option<T>,
) -> Result<Slots<T, N>, Invalid> {
    let items: Vec<Option<T>> = list.slots.into_iter().map(|item| item.and_then(&read)).collect();
    let slots = Slots::from_parts(items.into_iter(), &list.free);
    let expected = format!("at most {N} slots, each null exactly where it is free");
    slots.ok_or_else(|| Invalid::new(field, format!("free {:?}", list.free), expected))
}
