//! Weeds and power-ups, which appear without the farmers (R39 to R45).

use crate::action::Action;
use crate::dice::Dice;
use crate::event::{Event, Patch};
use crate::field::{Field, OVERGROWN, THINGS};
use crate::ground::Ground;
use crate::power::{PowerKind, Thing};
use crate::rows::Rows;
use crate::rules::Tick;
use crate::sets::RuleSet;
use crate::state::State;
use crate::weeds::Weed;
use gridhaunt_kernel::board::columns;
use gridhaunt_kernel::grid::Cell;

impl<R: RuleSet, L: FnMut(Event)> Tick<'_, R, L> {
    /// R44: every weed whose counter has run out grows, by slot.
    pub(crate) fn grow_weeds(&mut self) {
        if self.state.quiet_until.ends(self.state.tick) {
            self.grow_due_weeds();
        }
    }

    #[inline(never)]
    fn grow_due_weeds(&mut self) {
        let (tick, code) = (i64::from(self.state.tick), &self.ground.code);
        for slot in 0..self.state.weeds.used() {
            let Some(weed) = self.state.weeds.get_mut(slot) else { continue };
            if weed.grows > tick || weed.len() >= code.weed_most.into() {
                continue;
            }
            weed.grows = tick + i64::from(code.weed_pace);
            let grown = grow(self.ground, weed, &mut self.state.field, &mut self.state.dice);
            if let Some(cell) = grown {
                (self.log)(Event::WeedGrew { slot: slot as u8, cell });
            }
        }
        self.state.plan_growth(code.weed_most);
    }

    /// R41 to R43: counts down to the next weed, and draws its cells and what it hides.
    pub(crate) fn spawn_weed(&mut self) {
        let weeds = &self.ground.code.weeds;
        if self.state.tick < weeds.start {
            return;
        }
        self.state.weed_countdown -= 1;
        if self.state.weed_countdown > 0 {
            return;
        }
        if self.state.weeds.len() < weeds.most.into() {
            let free = weed_candidates(self.ground, self.state);
            let count = free.len();
            let dice = &mut self.state.dice;
            if let Some(cell) = (count > 0).then(|| dice.below(count as u64)).and_then(|n| free.nth(n as usize)) {
                let kind = Weed::CONTENTS[dice.below(2) as usize % 2];
                let grows = i64::from(self.state.tick) + i64::from(self.ground.code.weed_pace);
                let mut weed = Weed::new(cell, kind, grows);
                self.state.field.insert(OVERGROWN, cell);
                for _ in 0..4 {
                    grow(self.ground, &mut weed, &mut self.state.field, dice);
                }
                if let Some(slot) = self.state.plant(weed) {
                    (self.log)(Event::WeedSpawned { slot: slot as u8, cells: Patch::from(&weed), kind });
                }
            }
        }
        self.state.weed_countdown = self.state.dice.countdown(&weeds.rate);
    }

    /// R39, R40: counts down to the next power-up, and draws its cell and its kind.
    pub(crate) fn spawn_power_up(&mut self) {
        let power_ups = &self.ground.code.power_ups;
        if self.state.tick < power_ups.start {
            return;
        }
        self.state.power_up_countdown -= 1;
        if self.state.power_up_countdown > 0 {
            return;
        }
        if self.state.power_ups.len() < power_ups.most.into() {
            let free = power_up_candidates(self.ground, self.state);
            let count = free.len();
            let dice = &mut self.state.dice;
            if let Some(cell) = (count > 0).then(|| dice.below(count as u64)).and_then(|n| free.nth(n as usize)) {
                let kind = PowerKind::ALL[dice.below(3) as usize % 3];
                self.state.power_ups.insert(Thing { at: cell, kind });
                self.state.field.insert(THINGS, cell);
                (self.log)(Event::PowerUpSpawned { kind, cell });
            }
        }
        self.state.power_up_countdown = self.state.dice.countdown(&power_ups.rate);
    }
}

/// R45: one growth; returns the new cell, if there is one.
fn grow(ground: &Ground, weed: &mut Weed, field: &mut Field, dice: &mut impl Dice) -> Option<Cell> {
    let mut directions = Action::DIRECTIONS;
    dice.shuffle(&mut directions);
    weed.shuffle(dice);
    let (cols, rows) = (ground.code.cols, ground.code.rows);
    let inner = |cell: &Cell| (1..u16::from(cols) - 1).contains(&cell.x) && (1..u16::from(rows) - 1).contains(&cell.y);
    let around = |cell: Cell| directions.into_iter().filter_map(move |way| way.from_cell(cell, cols, rows));
    let free = |cell: &Cell| inner(cell) && !field.contains(OVERGROWN, *cell) && !ground.is_start(*cell);
    let found = weed.cells().flat_map(around).find(free)?;
    weed.push(found);
    field.insert(OVERGROWN, found); // R46: whatever lies there stays whose it is.
    Some(found)
}

/// R42: the cells where a weed may appear.
fn weed_candidates<R: RuleSet>(ground: &Ground, state: &State<R>) -> Rows {
    let percent = |i: usize| ground.percent(state.farmers[i].cells);
    let last = (1..ground.players()).fold(0, |last, i| if percent(i) < percent(last) { i } else { last });
    let at = state.farmers[last].at; // Away: its start.
    let (w, h) = (u16::from(ground.code.cols), u16::from(ground.code.rows));
    let span = |p: u16, side: u16| (p.saturating_sub(side / 4).max(1), (p + side / 4).min(side - 1));
    let ((x0, x1), (y0, y1)) = (span(at.x, w), span(at.y, h));
    let mut free = Rows::NONE;
    for y in y0..y1 {
        let y = usize::from(y) % free.0.len();
        let taken = (0..=THINGS).fold(state.field.trodden(y), |all, set| all | state.field.row(set, y));
        free.0[y] = columns(x0, x1 - 1) & !taken;
    }
    for i in (0..ground.players()).filter(|&i| !state.is_away(i)) {
        free.remove(state.farmers[i].at);
    }
    ground.starts.into_iter().for_each(|start| free.remove(start));
    free
}

/// R40: the cells where a power-up may appear.
fn power_up_candidates<R: RuleSet>(ground: &Ground, state: &State<R>) -> Rows {
    let mut free = Rows::NONE;
    let (mut width, mut y1) = (0, 0);
    for y in ground.rows() {
        free.0[y] = ground.row & !state.field.trodden(y);
        width |= free.0[y];
        if free.0[y] != 0 {
            y1 = y;
        }
    }
    // No power-up appears in the last row or the last column that has a cell without a trail.
    let x1 = u64::MAX >> width.leading_zeros().min(63) >> 1;
    for y in ground.rows() {
        free.0[y] &= if y < y1 { x1 & !state.field.row(THINGS, y) & !state.field.row(OVERGROWN, y) } else { 0 };
    }
    free
}
