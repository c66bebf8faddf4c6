//! Weeds and power-ups (R39 to R45).

use super::*;

impl<R: RuleSet> Twin<R> {
    /// R39 to R45, in the order of R58.
    pub(super) fn grow_and_spawn(&mut self) {
        let code = self.ground.code;
        for slot in 0..self.weeds.slots.len() {
            let Some(weed) = &mut self.weeds.slots[slot] else { continue };
            weed.counter -= 1;
            if weed.counter <= 0 && weed.cells.len() < usize::from(code.weed_most) {
                weed.counter = code.weed_pace.into();
                if let Some(cell) = self.grow(slot) {
                    self.events.push(Event::WeedGrew { slot: slot as u8, cell });
                }
            }
        }
        if self.tick >= code.weeds.start {
            self.weed_countdown -= 1;
            if self.weed_countdown <= 0 {
                if self.weeds.items().count() < usize::from(code.weeds.most) {
                    self.spawn_weed();
                }
                self.weed_countdown = countdown(&mut self.dice, &code.weeds.rate);
            }
        }
        if self.tick >= code.power_ups.start {
            self.power_up_countdown -= 1;
            if self.power_up_countdown <= 0 {
                if self.power_ups.items().count() < usize::from(code.power_ups.most) {
                    self.spawn_power_up();
                }
                self.power_up_countdown = countdown(&mut self.dice, &code.power_ups.rate);
            }
        }
    }

    pub(super) fn is_start(&self, cell: Cell) -> bool {
        let (w, h) = (self.cols, self.rows);
        let starts = [(w / 4, 1), (w - 2, h / 4), (w - w / 4 - 1, h - 2), (1, h - h / 4 - 1)];
        starts.contains(&(cell.x.into(), cell.y.into()))
    }

    pub(super) fn lies_on(&self, cell: Cell) -> bool {
        self.power_ups.items().chain(self.supers.items()).any(|(_, (at, _))| *at == cell)
    }

    /// R45: one growth of a weed; returns the new cell, if there is one.
    pub(super) fn grow(&mut self, slot: usize) -> Option<Cell> {
        let mut ways = [1u8, 2, 3, 4];
        shuffle(&mut self.dice, &mut ways);
        let mut weed = self.weeds.slots[slot].clone().expect("a weed");
        shuffle(&mut self.dice, &mut weed.cells);
        let mut found = None;
        'search: for &cell in &weed.cells {
            for way in ways {
                let Some(near) = self.shifted(cell, offset(way)) else { continue };
                let (x, y) = (i32::from(near.x), i32::from(near.y));
                let outermost = x == 0 || y == 0 || x == self.cols - 1 || y == self.rows - 1;
                if !outermost && !self.overgrown(near) && !self.is_start(near) {
                    found = Some(near);
                    break 'search;
                }
            }
        }
        weed.cells.extend(found);
        self.weeds.slots[slot] = Some(weed);
        found
    }

    /// R42, R43: a new weed near the farmer with the least land.
    pub(super) fn spawn_weed(&mut self) {
        let last = (0..self.n()).min_by_key(|&i| (self.percent(i), i)).expect("a farmer");
        let at = if self.farmers[last].away { self.farmers[last].start } else { self.farmers[last].at };
        let (px, py, w, h) = (i32::from(at.x), i32::from(at.y), self.cols, self.rows);
        let candidate = |cell: &Cell| {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            let near = x >= (px - w / 4).max(1)
                && x < (px + w / 4).min(w - 1)
                && y >= (py - h / 4).max(1)
                && y < (py + h / 4).min(h - 1);
            let taken = self.farmers.iter().any(|farmer| {
                farmer.land.contains(cell) || farmer.trail.contains(cell) || (!farmer.away && farmer.at == *cell)
            });
            near && !taken && !self.lies_on(*cell) && !self.overgrown(*cell) && !self.is_start(*cell)
        };
        let candidates: Vec<Cell> = self.board().into_iter().filter(candidate).collect();
        if candidates.is_empty() {
            return;
        }
        let first = candidates[self.dice.below(candidates.len() as u64) as usize];
        let kind = if self.dice.below(2) == 0 { PowerKind::TrailProtection } else { PowerKind::Fertilizer };
        let counter = self.ground.code.weed_pace.into();
        let slot = self.weeds.put(Patchy { first, cells: std::vec![first], kind, counter });
        for _ in 0..4 {
            self.grow(slot);
        }
        let weed = self.weeds.slots[slot].as_ref().expect("a weed");
        let mut patch = Weed::new(first, kind, 0);
        weed.cells.iter().filter(|&&cell| cell != first).for_each(|&cell| patch.push(cell));
        self.events.push(Event::WeedSpawned { slot: slot as u8, cells: Patch::from(&patch), kind });
    }

    /// R40: a new power-up on a cell that is not on a trail.
    pub(super) fn spawn_power_up(&mut self) {
        let on_trail = |cell: &Cell| self.farmers.iter().any(|farmer| farmer.trail.contains(cell));
        let free: Vec<Cell> = self.board().into_iter().filter(|cell| !on_trail(cell)).collect();
        let x1 = free.iter().map(|cell| cell.x).max().unwrap_or(0);
        let y1 = free.iter().map(|cell| cell.y).max().unwrap_or(0);
        let candidate = |cell: &Cell| cell.x < x1 && cell.y < y1 && !self.lies_on(*cell) && !self.overgrown(*cell);
        let candidates: Vec<Cell> = free.into_iter().filter(candidate).collect();
        if candidates.is_empty() {
            return;
        }
        let cell = candidates[self.dice.below(candidates.len() as u64) as usize];
        let kind = PowerKind::from_u8(1 + self.dice.below(3) as u8).expect("a kind");
        self.power_ups.put((cell, kind));
        self.events.push(Event::PowerUpSpawned { kind, cell });
    }
}
