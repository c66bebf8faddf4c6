//! States that fit what a seat knows (R50).
//!
//! Remembered codes are kept. Everything else is unclaimed, except for what the percents require; farmers out of sight
//! are where they were last seen or at their start, and what is hidden is drawn again. A state that would not look the
//! same to the seat, for example where trails leave the window and come back, is not returned.

use crate::action::Action;
use crate::check::check;
use crate::dice::Dice;
use crate::enclose::component;
use crate::field::{OVERGROWN, THINGS};
use crate::game::{Complete, Sproutopia, World};
use crate::ground::{Ground, SEATS};
use crate::power;
use crate::queue::Command;
use crate::rows::Rows;
use crate::sets::RuleSet;
use crate::settings::Settings;
use crate::slots::Slots;
use crate::state::State;
use crate::view::{self, Held, Scope, Start, TRAIL, UNCLAIMED, View};
use crate::weeds::{WEED_CELLS, Weed};
use gridhaunt_kernel::board::columns;
use gridhaunt_kernel::prelude::*;

impl<R: Complete> Guess for Sproutopia<R> {
    /// The ground follows from the settings; the seed is not for farmers to know.
    fn imagine(settings: &Settings, _: &Start, _: &[View], _: &View, _: &mut Random) -> Option<World> {
        Self::fits(settings).then(|| World {
            ground: Ground::new(settings.code()),
            settings: settings.clone(),
            seed: 0,
        })
    }

    fn guess(world: &World, start: &Start, history: &[View], view: &View, random: &mut Random) -> Option<State<R>> {
        let ground = &world.ground;
        let me = start.seat.index();
        if me >= ground.players() || view.percents.len() != ground.players() {
            return None;
        }
        let mut memory = Memory::new(ground);
        history.iter().chain([view]).for_each(|view| memory.see(ground, me, view));
        let mut state = memory.state::<R>(ground, me, view, random)?;
        state.end = state.ending(ground);
        let same = check(ground, &state).is_ok() && view::view(ground, &state, start.seat) == *view;
        same.then_some(state)
    }
}

/// What a seat has seen.
struct Memory {
    lands: [Rows; SEATS],
    /// Where the farmer of a seat was last seen: one on its own trail, and itself.
    seen: [Option<Cell>; SEATS],
}

impl Memory {
    const fn new(ground: &Ground) -> Self {
        Self { lands: ground.homes, seen: [None; SEATS] }
    }

    fn see(&mut self, ground: &Ground, me: usize, view: &View) {
        for (cell, code) in codes(ground, view) {
            if code == UNCLAIMED || code < TRAIL {
                self.lands.iter_mut().for_each(|land| land.remove(cell));
            }
            if let Some(land) = self.lands.get_mut(usize::from(code)) {
                land.insert(cell);
            }
            let farmer = usize::from(code.wrapping_sub(TRAIL));
            if farmer < SEATS && view.farmers.contains(&cell) {
                self.seen[farmer] = Some(cell);
            }
        }
        self.seen[me] = Some(view.at);
    }

    fn state<R: RuleSet>(mut self, ground: &Ground, me: usize, view: &View, random: &mut Random) -> Option<State<R>> {
        let mut state = State::<R>::new(ground, 0);
        state.dice = R::Dice::of_seed(random.next_u64() & u64::from(u32::MAX >> 1));
        state.weed_countdown = state.dice.countdown(&ground.code.weeds.rate);
        state.power_up_countdown = state.dice.countdown(&ground.code.power_ups.rate);
        state.tick = view.tick;
        let scope = Scope::new(ground, view.at);
        let hidden = unseen(ground, &scope);
        // A trail hides the land under it.
        let mut loose = hidden;
        let trodden = codes(ground, view).filter(|&(_, code)| (TRAIL..2 * TRAIL).contains(&code));
        trodden.for_each(|(cell, _)| loose.insert(cell));
        // Its own cells are counted; the cells of others are only known as percents.
        for j in 0..ground.players() {
            let homeless = R::AWAY && ground.percent(crate::ground::HOME_CELLS) > view.percents[j];
            if (j == me && view.away) || (j != me && homeless) {
                state.away |= 1 << j;
                self.lands[j] = Rows::NONE;
            }
        }
        for j in (0..ground.players()).filter(|&j| !state.is_away(j)) {
            let fits = |cells: u16| match j == me {
                true => u32::from(cells) == view.cells,
                false => ground.percent(cells) == view.percents[j],
            };
            let least = if j == me { view.cells as u16 } else { ground.least(view.percents[j]) };
            self.fit(ground, j, least, &loose, fits)?;
        }
        for (i, land) in self.lands.iter().enumerate() {
            state.field.put(i, land);
            state.farmers[i].cells = land.len() as u16;
        }
        seat_farmers(ground, &mut state, me, view, &self.seen, &hidden)?;
        let away = state.away;
        for j in (0..ground.players()).filter(|&j| j != me && away >> j & 1 == 0) {
            lay_trail(ground, &mut state, j, view, &hidden)?;
        }
        let mine = &mut state.farmers[me];
        mine.momentum = view.momentum;
        (mine.power, mine.super_power) = (view.power.map(held), view.super_power.map(held));
        state.points[me] = view.points;
        let mut stamp = ground.players() as u64;
        for _ in 0..view.queue {
            let command = Command::new(stamp, Action::Up);
            state.farmers[me].repeat = command;
            state.enqueue(me, command);
            stamp += 1;
        }
        state.stamps = stamp;
        view.trail.iter().for_each(|&cell| state.tread(me, cell));
        plant(ground, &mut state, view)?;
        Some(state)
    }

    /// Adds or removes cells out of sight until a seat has as many as it is known to have.
    fn fit(&mut self, ground: &Ground, j: usize, least: u16, loose: &Rows, fits: impl Fn(u16) -> bool) -> Option<()> {
        let mut cells = self.lands[j].len() as u16;
        let taken = |this: &Self, y: usize| this.lands.iter().fold(ground.foreign[j].0[y], |all, land| all | land.0[y]);
        while !fits(cells) {
            let more = cells < least;
            let row = |y: &usize| match more {
                true => loose.0[*y] & !taken(self, *y) & !ground.homes[j].0[*y],
                false => loose.0[*y] & self.lands[j].0[*y] & !ground.homes[j].0[*y],
            };
            let y = ground.rows().find(|y| row(y) != 0)?;
            self.lands[j].0[y] ^= row(&y) & row(&y).wrapping_neg();
            cells = if more { cells + 1 } else { cells - 1 };
        }
        Some(())
    }
}

fn held(held: Held) -> power::Held {
    power::Held { kind: held.kind, left: held.left.unwrap_or(0) }
}

/// The cells of the window that lie on the board, with their codes.
fn codes<'a>(ground: &'a Ground, view: &'a View) -> impl Iterator<Item = (Cell, u8)> + 'a {
    let (side, r) = (usize::from(view.window.side()), i32::from(view.window.side()) / 2);
    view.window.codes().enumerate().filter_map(move |(i, code)| {
        let (x, y) = (i32::from(view.at.x) - r + (i % side) as i32, i32::from(view.at.y) - r + (i / side) as i32);
        let on = |p: i32, most: u8| (0..i32::from(most)).contains(&p);
        (on(x, ground.code.cols) && on(y, ground.code.rows)).then_some((Cell { x: x as u16, y: y as u16 }, code))
    })
}

/// The cells of the board that are out of sight.
fn unseen(ground: &Ground, scope: &Scope) -> Rows {
    let mut hidden = Rows::NONE;
    ground.rows().for_each(|y| hidden.0[y] = ground.row);
    for (y, _) in scope.rows() {
        hidden.0[y] &= !columns(scope.left(), scope.left() + scope.width() as u16 - 1);
    }
    hidden
}

/// Places every farmer on a possible cell: those in sight are assigned by seat, and those on a trail are the owners of
/// the trail.
fn seat_farmers<R: RuleSet>(
    ground: &Ground,
    state: &mut State<R>,
    me: usize,
    view: &View,
    seen: &[Option<Cell>; SEATS],
    hidden: &Rows,
) -> Option<()> {
    let on_trail = |cell: Cell| {
        let code = codes(ground, view).find(|&(at, _)| at == cell).map(|(_, code)| code);
        code.filter(|&code| (TRAIL..2 * TRAIL).contains(&code)).map(|code| usize::from(code - TRAIL))
    };
    let mut there: [Option<Cell>; SEATS] = [None; SEATS];
    let own = if view.away { None } else { view.farmers.iter().position(|&cell| cell == view.at) };
    if let Some(own) = own {
        there[me] = Some(view.at);
        let mut seat = 0;
        for (at, &cell) in view.farmers.iter().enumerate().filter(|&(at, _)| at != own) {
            seat = if at > own { seat.max(me + 1) } else { seat };
            seat = on_trail(cell).filter(|&owner| owner >= seat && owner != me).unwrap_or(seat);
            while seat < ground.players() && state.is_away(seat) {
                seat += 1;
            }
            (seat < ground.players() && (at > own || seat < me)).then(|| there[seat] = Some(cell))?;
            seat += 1;
        }
    } else {
        // While it is away it sees only others; they are also assigned by seat.
        let mut seats = (0..ground.players()).filter(|&seat| seat != me && !state.is_away(seat));
        for &cell in &view.farmers {
            there[seats.next()?] = Some(cell);
        }
    }
    let mut free = hidden.iter();
    for j in 0..ground.players() {
        let known = [seen[j], Some(ground.starts[j])].into_iter().flatten().find(|&cell| hidden.contains(cell));
        state.farmers[j].at = match there[j] {
            Some(cell) => cell,
            None if state.is_away(j) => ground.starts[j],
            None => known.or_else(|| free.next())?,
        };
    }
    Some(())
}

/// Gives another farmer the visible part of its trail: one piece that ends where the farmer stands, or leads out of
/// sight.
fn lay_trail<R: RuleSet>(ground: &Ground, state: &mut State<R>, j: usize, view: &View, hidden: &Rows) -> Option<()> {
    let code = TRAIL + j as u8;
    let cells: Rows = codes(ground, view).filter(|&(_, found)| found == code).map(|(cell, _)| cell).collect();
    if cells.is_empty() {
        return Some(());
    }
    let (cols, rows) = (ground.code.cols, ground.code.rows);
    let around = |cell: Cell| Action::DIRECTIONS.into_iter().filter_map(move |way| way.from_cell(cell, cols, rows));
    let beside = |cell: Cell| around(cell).filter(|&near| cells.contains(near)).count();
    let farmer = &mut state.farmers[j];
    let mut path = Vec::new();
    // Backwards from its end: the cell of the farmer, or the cell out of sight that the trail leads to.
    if cells.contains(farmer.at) {
        path.push(farmer.at);
    } else {
        let end = cells.iter().find(|&cell| beside(cell) <= 1 && around(cell).any(|near| hidden.contains(near)))?;
        let beyond = around(end).find(|&near| hidden.contains(near))?;
        farmer.at = beyond;
        path.extend([beyond, end]);
    }
    while let Some(next) = around(*path.last()?).find(|near| cells.contains(*near) && !path.contains(near)) {
        path.push(next);
    }
    if path.len() == 1 {
        path.push(around(path[0]).find(|&near| hidden.contains(near))?);
    }
    let first = path[0];
    let before = path[1];
    farmer.momentum = Action::DIRECTIONS.into_iter().find(|way| way.from_cell(before, cols, rows) == Some(first))?;
    path.into_iter().rev().for_each(|cell| state.tread(j, cell));
    Some(())
}

/// Places weeds and power-ups in sight; what weeds hide is drawn.
fn plant<R: RuleSet>(ground: &Ground, state: &mut State<R>, view: &View) -> Option<()> {
    let all: Rows = view.weeds.iter().copied().collect();
    let mut left = all;
    while let Some(cell) = left.nth(0) {
        let mut part = Rows::NONE;
        component(&left, cell, &mut part);
        let bare =
            part.iter().find(|&cell| !view.things.iter().any(|thing| thing.at == cell && thing.kind.is_super()))?;
        let kind = Weed::CONTENTS[state.dice.below(2) as usize % 2];
        let grows = i64::from(state.tick) + i64::from(ground.code.weed_pace);
        let mut weed = Weed::new(bare, kind, grows);
        if part.len() > WEED_CELLS {
            return None;
        }
        part.iter().filter(|&cell| cell != bare).for_each(|cell| weed.push(cell));
        state.plant(weed)?;
        part.iter().for_each(|cell| left.remove(cell));
    }
    state.field.put(OVERGROWN, &all);
    (state.power_ups, *state.supers) = (Slots::NONE, Slots::NONE);
    for thing in &view.things {
        let lying = power::Thing { at: thing.at, kind: thing.kind };
        let slot = if thing.kind.is_super() { state.supers.insert(lying) } else { state.power_ups.insert(lying) };
        slot?;
        state.field.insert(THINGS, thing.at);
    }
    Some(())
}
