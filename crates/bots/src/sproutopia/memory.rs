//! What a bot has seen of the board.

use gridhaunt_kernel::board::{BitBoard, columns};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Action;
use gridhaunt_sproutopia::rows::{Rows, SIDE};
use gridhaunt_sproutopia::view::{Start, View};

/// The codes a bot remembers, as sets of cells.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    me: u8,
    pub(super) cols: u8,
    pub(super) rows: u8,
    starts: Vec<Cell>,
    home: Rows,
    pub(super) own: Rows,
    /// The land of others.
    pub(super) others: Rows,
    weeds: Rows,
    /// The homes of others.
    homes: Rows,
    lifespan: u32,
    /// The tick until which the land of others cannot be entered, as far as it knows.
    immune_until: u32,
    /// Where it wanted to be after the last tick.
    wanted: Option<Cell>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            me: 0,
            cols: 6,
            rows: 6,
            starts: Vec::new(),
            home: Rows::NONE,
            own: Rows::NONE,
            others: Rows::NONE,
            weeds: Rows::NONE,
            homes: Rows::NONE,
            lifespan: 0,
            immune_until: 0,
            wanted: None,
        }
    }

    pub(super) fn start(&mut self, start: &Start) {
        let home = |start: &Cell| -> Rows {
            let around = (0..9).map(|i| Cell { x: start.x + i % 3 - 1, y: start.y + i / 3 - 1 });
            around.collect()
        };
        *self = Self {
            me: start.seat.0,
            cols: start.number("cols") as u8,
            rows: start.number("rows") as u8,
            starts: start.starts.clone(),
            lifespan: start.number("lifespan_immunity"),
            ..Self::new()
        };
        for (seat, cell) in start.starts.iter().enumerate() {
            if seat == start.seat.index() {
                self.home = home(cell);
            } else {
                self.homes = self.homes.or(&home(cell));
            }
        }
        self.own = self.home;
    }

    /// Its own start cell.
    pub(super) fn start_of(&self, seat: usize) -> Option<Cell> {
        self.starts.get(seat).copied()
    }

    /// Adds what is visible now.
    pub(super) fn see(&mut self, view: &View) {
        // A farmer that owns no more than its home was pruned, or never left: larger land in memory is obsolete.
        if view.cells <= 9 {
            self.own = self.home;
        }
        let (me, seen, strips) = (self.me, view.window.columns(view.at), view.window.strips(view.at));
        let top = usize::from(view.window.top(view.at)).min(SIDE);
        for (y, strip) in (top..SIDE).zip(strips.iter()) {
            // A trail hides the land under it: what was known of that land stays.
            let (known, mine) = (seen & !strip.trail, strip.of(me));
            self.own.0[y] ^= (self.own.0[y] ^ mine) & known;
            self.others.0[y] ^= (self.others.0[y] ^ (strip.claimed & !mine)) & known;
            self.weeds.0[y] &= !seen;
        }
        view.weeds.iter().for_each(|&weed| self.weeds.insert(weed));
        // If it wanted to enter another's land and did not get there, it assumes Immunity.
        if self.wanted.is_some_and(|wanted| wanted != view.at && self.others.contains(wanted)) {
            self.immune_until = view.tick + self.lifespan;
        }
    }

    /// Remembers where an action should lead.
    pub(super) fn expect(&mut self, view: &View, action: Action) {
        let way = if action == Action::None { view.momentum } else { action };
        self.wanted = way.from_cell(view.at, self.cols, self.rows);
    }

    /// Whether the land of others cannot be entered now, as far as it knows.
    pub(super) const fn is_shut_out(&self, tick: u32) -> bool {
        tick < self.immune_until
    }

    /// The cells of the board that it can walk on, except its own trail: no weed, no home of another, and no land of
    /// others while that is immune.
    pub(super) fn open(&self, tick: u32) -> Rows {
        let row = columns(0, u16::from(self.cols) - 1);
        let mut open = Rows::NONE;
        for y in 0..usize::from(self.rows).min(SIDE) {
            let shut = if self.is_shut_out(tick) { self.others.0[y] } else { 0 };
            open.0[y] = row & !self.weeds.0[y] & !self.homes.0[y] & !shut;
        }
        open
    }

    /// The cells of its own land next to open cells that are not its own.
    pub(super) fn gates(&self, open: &Rows) -> Rows {
        let outside: [u64; SIDE] = core::array::from_fn(|y| open.0[y] & !self.own.0[y]);
        BitBoard(core::array::from_fn(|y| {
            let above = if y > 0 { outside[y - 1] } else { 0 };
            let below = if y + 1 < SIDE { outside[y + 1] } else { 0 };
            self.own.0[y] & open.0[y] & (outside[y] << 1 | outside[y] >> 1 | above | below)
        }))
    }

    /// Whether a weed was seen on a cell.
    pub(super) const fn is_weed(&self, cell: Cell) -> bool {
        self.weeds.contains(cell)
    }

    /// The other farmers in sight: all visible farmers except itself.
    pub(super) fn strangers<'a>(&self, view: &'a View) -> impl Iterator<Item = Cell> + use<'a> {
        let own = view.farmers.iter().position(|&at| at == view.at && !view.away);
        view.farmers.iter().enumerate().filter(move |&(i, _)| Some(i) != own).map(|(_, &at)| at)
    }
}

/// Steps between two cells.
pub(super) const fn distance(a: Cell, b: Cell) -> u16 {
    a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
}
