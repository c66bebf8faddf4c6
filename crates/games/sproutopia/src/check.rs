//! The invariants between two ticks (§16).

use crate::action::Action;
use crate::field::{OVERGROWN, THINGS};
use crate::ground::{Ground, SEATS};
use crate::power::PowerKind;
use crate::rows::Rows;
use crate::sets::RuleSet;
use crate::state::{End, State};
use gridhaunt_kernel::prelude::*;

fn ensure(holds: bool, what: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Checks all invariants of §16; the error says which one does not hold.
pub fn check<R: RuleSet>(ground: &Ground, state: &State<R>) -> Result<(), String> {
    for i in 0..SEATS {
        let farmer = &state.farmers[i];
        ensure(usize::from(farmer.cells) == state.field.cells(i).len(), || {
            format!("seat {i} owns {} cells, not {}", state.field.cells(i).len(), farmer.cells)
        })?;
        ensure(on_board(ground, &state.field.cells(i)), || format!("land of seat {i} lies off the board"))?;
        if i >= ground.players() {
            let nothing = farmer.cells == 0 && state.trail(i).is_empty() && !state.is_away(i);
            ensure(nothing, || format!("seat {i} does not play"))?;
            continue;
        }
        ensure(is_on(ground, farmer.at), || format!("seat {i} is off the board at {}", farmer.at))?;
        trail(ground, state, i)?;
        powers(ground, state, i)?;
        ensure(R::AWAY || !state.is_away(i), || format!("seat {i} is away, which these rules do not know"))?; // R33
        if R::DISJOINT {
            apart(ground, state, i)?;
        }
    }
    let all = state.trails.iter().fold(Rows::NONE, |all, trail| all.or(&trail.set()));
    let trodden = all.0.iter().enumerate().all(|(y, &row)| row == state.field.trodden(y));
    ensure(trodden, || "the cells of trails are not those of the trails".to_string())?;
    weeds(ground, state)?;
    things(ground, state)?;
    ensure(state.tick <= ground.code.max_ticks, || format!("there is no tick {}", state.tick))?;
    // R52, R53: no match is over before the first tick.
    let end = state.ending(ground).filter(|_| state.tick > 0);
    let name = |end: Option<End>| end.map_or("null", End::name);
    ensure(state.end == end, || format!("after tick {} the end is {}, not {}", state.tick, name(end), name(state.end)))
}

fn is_on(ground: &Ground, cell: Cell) -> bool {
    cell.x < ground.code.cols.into() && cell.y < ground.code.rows.into()
}

fn on_board(ground: &Ground, rows: &Rows) -> bool {
    rows.0.iter().enumerate().all(|(y, row)| row & !if ground.rows().contains(&y) { ground.row } else { 0 } == 0)
}

/// Invariants 1 and 2.
fn apart<R: RuleSet>(ground: &Ground, state: &State<R>, i: usize) -> Result<(), String> {
    let (land, home) = (state.field.cells(i), &ground.homes[i]);
    for j in i + 1..SEATS {
        let apart = land.0.iter().zip(state.field.cells(j).0).all(|(a, b)| a & b == 0);
        ensure(apart, || format!("seats {i} and {j} own a cell together"))?;
    }
    let barred = land.0.iter().zip(ground.foreign[i].0).all(|(a, b)| a & b == 0);
    ensure(barred, || format!("seat {i} owns a cell of another's home"))?;
    let farmer = &state.farmers[i];
    ensure(farmer.momentum != Action::Stand, || format!("seat {i} stands, which these rules do not know"))?; // R8
    if state.is_away(i) {
        let nothing = farmer.cells == 0
            && state.trail(i).is_empty()
            && farmer.power.is_none()
            && farmer.super_power.is_none()
            && farmer.momentum == Action::None
            && farmer.at == ground.starts[i];
        return ensure(nothing, || format!("seat {i} is away and has something"));
    }
    let whole = home.0.iter().zip(land.0).all(|(home, land)| home & !land == 0);
    ensure(whole, || format!("seat {i} does not own its home"))
}

/// Invariant 3: a trail lies on the board, and it ends where its farmer stands, as far as the rules require.
fn trail<R: RuleSet>(ground: &Ground, state: &State<R>, i: usize) -> Result<(), String> {
    let (trail, farmer) = (state.trail(i), &state.farmers[i]);
    ensure(on_board(ground, &trail.set()), || format!("the trail of seat {i} lies off the board"))?;
    let Some(last) = trail.last() else { return Ok(()) };
    // R16: in v2024.0.8 a farmer that stands still outside its land has its own cell as its trail.
    let idle = farmer.momentum == Action::None && !(R::ENTERS_STANDING && trail.len() == 1);
    ensure(!idle, || format!("seat {i} is idle and has a trail"))?;
    // R22: in v2024.0.8 a farmer that cuts a lower seat's trail on a cell of its own may stand elsewhere, and continue
    // from there.
    let ends = R::JUMPS > 0 || last == farmer.at;
    ensure(ends, || format!("the trail of seat {i} ends at {last}, not at {}", farmer.at))?;
    ensure(usize::from(trail.len()) == trail.set().len(), || format!("the trail of seat {i} has a cell twice"))?;
    let cells = || trail.iter();
    let neighbours = cells().zip(cells().skip(1)).all(|(a, b)| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) == 1);
    ensure(R::JUMPS > 0 || neighbours, || format!("the trail of seat {i} jumps"))?;
    ensure(!farmer.has(PowerKind::Fertilizer), || format!("seat {i} has a trail and Super Fertilizer"))
}

/// Invariant 9: power-ups in force are of the right kind and have a valid time left.
fn powers<R: RuleSet>(ground: &Ground, state: &State<R>, i: usize) -> Result<(), String> {
    let farmer = &state.farmers[i];
    for (held, is_super) in [(farmer.power, false), (farmer.super_power, true)] {
        let Some(held) = held else { continue };
        let lifespan = ground.lifespan(held.kind);
        let lasts =
            if held.kind == PowerKind::TrailProtection { held.left == 0 } else { (1..=lifespan).contains(&held.left) };
        ensure(lasts, || format!("seat {i} has {} for {} ticks", held.kind.name(), held.left))?;
        ensure(held.kind.is_super() == is_super, || format!("seat {i} holds {} in the wrong hand", held.kind.name()))?;
    }
    ensure(!farmer.out || farmer.has(PowerKind::Fertilizer), || format!("seat {i} is out without Super Fertilizer"))
}

/// Invariant 8, for weeds: their number, their size and their cells.
fn weeds<R: RuleSet>(ground: &Ground, state: &State<R>) -> Result<(), String> {
    let code = &ground.code;
    ensure(state.weeds.len() <= code.weeds.most.into(), || format!("there are {} weeds", state.weeds.len()))?;
    let mut all = Rows::NONE;
    for (slot, weed) in state.weeds.iter() {
        ensure((1..=usize::from(code.weed_most).max(5)).contains(&weed.len()), || {
            format!("weed {slot} has {} cells", weed.len())
        })?;
        for cell in weed.cells() {
            let inner = cell.x > 0 && cell.y > 0 && cell.x + 1 < code.cols.into() && cell.y + 1 < code.rows.into();
            ensure(inner && !ground.is_start(cell), || format!("weed {slot} cannot grow on {cell}"))?;
            ensure(!all.contains(cell), || format!("weeds share {cell}"))?;
            all.insert(cell);
        }
        let bare = !state.supers.iter().any(|(_, thing)| thing.at == weed.first);
        let first = weed.first;
        ensure(bare && weed.cells().any(|cell| cell == first), || format!("weed {slot} was not born on {first}"))?;
        let own: Rows = weed.cells().collect();
        let mut part = Rows::NONE;
        if let Some(first) = weed.cells().next() {
            crate::enclose::component(&own, first, &mut part);
        }
        ensure(part == own, || format!("weed {slot} is in pieces"))?;
        ensure(weed.kind.is_super(), || format!("weed {slot} hides {}", weed.kind.name()))?;
    }
    ensure(all == state.field.cells(OVERGROWN), || "the cells of weeds are not those of the weeds".to_string())
}

/// Invariant 8, for power-ups on the board: their number and their cells.
fn things<R: RuleSet>(ground: &Ground, state: &State<R>) -> Result<(), String> {
    let most = ground.code.power_ups.most;
    ensure(state.power_ups.len() <= most.into(), || format!("there are {} power-ups", state.power_ups.len()))?;
    let mut all = Rows::NONE;
    let groups: [(&mut dyn Iterator<Item = (usize, &crate::power::Thing)>, bool); 2] =
        [(&mut state.power_ups.iter(), false), (&mut state.supers.iter(), true)];
    for (things, is_super) in groups {
        let mut these = Rows::NONE;
        for (_, thing) in things {
            let fits = is_on(ground, thing.at) && thing.kind.is_super() == is_super;
            ensure(fits, || format!("{} cannot lie on {}", thing.kind.name(), thing.at))?;
            ensure(!these.contains(thing.at), || format!("two things lie on {}", thing.at))?;
            these.insert(thing.at);
            all.insert(thing.at);
        }
    }
    ensure(all == state.field.cells(THINGS), || "the cells of things are not those of the things".to_string())
}
