//! The window of a view (R49), as rows of bits: whoever makes or reads it works on whole rows.

use crate::field::Field;
use crate::ground::SEATS;
use crate::trail::Trails;
use crate::view::{OFF, Scope, TRAIL, UNCLAIMED};
use alloc::borrow::Cow;
use gridhaunt_kernel::board::{bit, columns};
use gridhaunt_kernel::prelude::*;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The codes of R49 in a square, written as rows.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(with = "Vec<Vec<u8>>", inline))]
pub struct Window {
    side: u8,
    /// The first row and the first column that lie on the board.
    corner: (u8, u8),
    /// How many columns lie on the board.
    width: u8,
    /// The bit of the first of them. Where the board is known it is that column of the board, so that neither who makes
    /// rows nor who reads them shifts them.
    first: u8,
    /// The rows that lie on the board.
    rows: Vec<Strip>,
}

impl PartialEq for Window {
    /// Which bits stand for the columns does not count.
    fn eq(&self, other: &Self) -> bool {
        let shape = |window: &Self| (window.side, window.corner, window.width);
        shape(self) == shape(other) && self.strips_from(0) == other.strips_from(0)
    }
}

impl Eq for Window {}

/// What is seen of a row of the board: a bit for each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Where land or a trail is seen.
    pub claimed: u64,
    /// Where that is a trail.
    pub trail: u64,
    /// Whose it is: the lower and the higher bit of the seat.
    pub seat: [u64; 2],
}

impl Strip {
    /// The cells that belong to a seat.
    #[inline]
    #[must_use]
    pub fn of(&self, seat: u8) -> u64 {
        let [low, high] = bits_of(seat);
        self.claimed & !(self.seat[0] ^ low) & !(self.seat[1] ^ high)
    }

    /// The same with every bit so many columns further, from the last on to the first.
    #[inline]
    const fn turned(self, by: u32) -> Self {
        let Self { claimed, trail, seat: [low, high] } = self;
        let seat = [low.rotate_left(by), high.rotate_left(by)];
        Self { claimed: claimed.rotate_left(by), trail: trail.rotate_left(by), seat }
    }

    /// Puts a trail over cells, of the seat with these bits.
    #[inline]
    const fn hide(&mut self, cells: u64, [low, high]: [u64; 2]) {
        self.claimed |= cells;
        self.trail |= cells;
        self.seat = [(self.seat[0] & !cells) | (low & cells), (self.seat[1] & !cells) | (high & cells)];
    }

    /// The code of a column.
    fn code(&self, column: usize) -> u8 {
        let bit = |row: u64| (row >> column & 1) as u8;
        if bit(self.claimed) == 0 {
            return UNCLAIMED;
        }
        bit(self.seat[0]) | bit(self.seat[1]) << 1 | if bit(self.trail) == 1 { TRAIL } else { 0 }
    }

    /// Puts a code into a column that has none; nothing for a code of a cell without an owner.
    const fn put(&mut self, column: usize, code: u8) {
        if code < 2 * TRAIL {
            self.claimed |= 1 << column;
            self.trail |= (code as u64 / TRAIL as u64) << column;
            self.seat[0] |= (code as u64 & 1) << column;
            self.seat[1] |= (code as u64 >> 1 & 1) << column;
        }
    }
}

/// The lower and the higher bit of a seat, each in every column.
#[inline]
const fn bits_of(seat: u8) -> [u64; 2] {
    [0u64.wrapping_sub((seat & 1) as u64), 0u64.wrapping_sub((seat >> 1 & 1) as u64)]
}

impl Window {
    /// How many cells a row has.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The codes, row by row.
    pub fn codes(&self) -> impl Iterator<Item = u8> + '_ {
        (0..usize::from(self.side).pow(2)).map(|place| self.code(place))
    }

    /// The code of a place, counted row by row; beyond the last it is off the board.
    #[must_use]
    pub fn code(&self, place: usize) -> u8 {
        let side = usize::from(self.side).max(1);
        let row = (place / side).checked_sub(self.corner.0.into()).and_then(|row| self.rows.get(row));
        let column = (place % side).checked_sub(self.corner.1.into()).filter(|&column| column < self.width.into());
        match (row, column) {
            (Some(strip), Some(column)) => strip.code((column + usize::from(self.first)) % 64),
            _ => OFF,
        }
    }

    /// The window with these codes, row by row. None if they are not a square in which the board is a rectangle.
    #[must_use]
    pub fn from_codes(codes: &[u8]) -> Option<Self> {
        let side = (0..=u8::MAX).find(|&side| usize::from(side).pow(2) == codes.len())?;
        let across = usize::from(side).max(1);
        let on = |row: &[u8]| row.iter().position(|&code| code != OFF);
        let mut rows = codes.chunks(across).enumerate().filter_map(|(y, row)| Some((y, on(row)?, row)));
        let Some((top, left, first)) = rows.next() else { return Some(Self { side, ..Self::default() }) };
        let width = first[left..].iter().take_while(|&&code| code != OFF).count();
        let strip = |row: &[u8]| {
            let mut strip = Strip::default();
            row[left..left + width].iter().take(64).enumerate().for_each(|(x, &code)| strip.put(x, code));
            strip
        };
        let rows = [first].into_iter().chain(rows.map(|(_, _, row)| row)).map(strip).collect();
        let window = Self { side, corner: (top as u8, left as u8), width: width as u8, first: 0, rows };
        (width <= 64 && window.codes().eq(codes.iter().copied())).then_some(window)
    }

    /// Makes it what seat `me` sees of a board in the scope. Returns whether there are weeds in it, and whether there is
    /// something to pick up. Where lands are `DISJOINT` no cell has two owners.
    pub(crate) fn renew<const DISJOINT: bool>(
        &mut self,
        scope: &Scope,
        field: &Field,
        trails: &Trails,
        me: usize,
    ) -> (bool, bool) {
        let (above, before) = scope.margin();
        (self.side, self.corner) = (scope.side() as u8, (above as u8, before as u8));
        (self.width, self.first) = (scope.width() as u8, scope.left() as u8);
        let (seen, bits) = (scope.columns(), bits_of(me as u8));
        let strips = field.strips(scope.span());
        self.rows.resize(strips.len(), Strip::default());
        let (mut weeds, mut things) = (0, 0);
        for (strip, row) in self.rows.iter_mut().zip(strips) {
            let [a, b, c, d, overgrown, lying] = row.sets;
            (weeds, things) = (weeds | overgrown, things | lying);
            // Of several owners the lowest seat is seen.
            let seat = if DISJOINT { [b | d, c | d] } else { [(b | (d & !c)) & !a, (c | d) & !(a | b)] };
            *strip = Strip { claimed: (a | b | c | d) & seen, trail: 0, seat: seat.map(|row| row & seen) };
            // Mostly every trail in sight is its own.
            strip.hide(row.trodden & seen, bits);
        }
        self.hide_others(scope, trails, me);
        (weeds & seen != 0, things & seen != 0)
    }

    /// Puts the trails of others over what is seen, where every trail was taken for that of `me`. A trail hides land, and
    /// the trail of a lower seat hides that of a higher one (R49).
    fn hide_others(&mut self, scope: &Scope, trails: &Trails, me: usize) {
        let (tangled, (at, far)) = (trails.are_tangled(), scope.middle());
        for seat in (0..SEATS).rev() {
            let trail = trails.of(seat);
            // Where no trails cross, its own is there already.
            if trail.may_come_near(at, far) && (tangled || seat != me) && trail.may_reach(|cell| scope.gap(cell)) {
                self.hide(scope, seat, trail.iter());
            }
        }
    }

    /// Puts a trail over what is seen.
    #[inline(never)]
    fn hide(&mut self, scope: &Scope, seat: usize, trail: impl Iterator<Item = Cell>) {
        let (bits, top) = (bits_of(seat as u8), scope.span().top);
        for cell in trail.filter(|&cell| scope.has(cell)) {
            self.rows[usize::from(cell.y - top)].hide(bit(cell), bits);
        }
    }

    /// Whether a trail is seen on a cell of the board, by who stands at `at` in the middle; no cell outside shows one.
    #[inline]
    #[must_use]
    pub fn shows_trail(&self, at: Cell, cell: Cell) -> bool {
        let row = cell.y.checked_sub(self.top(at)).and_then(|row| self.rows.get(usize::from(row)));
        let column = cell.x.checked_sub(self.left(at)).filter(|&column| column < self.width.into());
        row.zip(column).is_some_and(|(row, column)| row.trail >> ((column + u16::from(self.first)) % 64) & 1 == 1)
    }

    /// The first row of the board that lies in it, for who stands in the middle.
    #[inline]
    #[must_use]
    pub fn top(&self, at: Cell) -> u16 {
        at.y.saturating_add(self.corner.0.into()).saturating_sub((self.side / 2).into())
    }

    /// The rows that lie on the board, from [`Window::top`] on, for who stands in the middle. The bits are columns of the
    /// board.
    #[inline]
    #[must_use]
    pub fn strips(&self, at: Cell) -> Cow<'_, [Strip]> {
        self.strips_from(self.left(at))
    }

    /// The rows that lie on the board, with their first column at this bit.
    #[inline]
    fn strips_from(&self, bit: u16) -> Cow<'_, [Strip]> {
        match u32::from(bit.wrapping_sub(self.first.into())) % 64 {
            0 => Cow::Borrowed(&self.rows),
            by => Cow::Owned(self.rows.iter().map(|strip| strip.turned(by)).collect()),
        }
    }

    /// The first column of the board that lies in it, for who stands in the middle.
    #[inline]
    const fn left(&self, at: Cell) -> u16 {
        at.x.saturating_add(self.corner.1 as u16).saturating_sub(self.side as u16 / 2)
    }

    /// The columns of the board that lie in it, for who stands in the middle.
    #[inline]
    #[must_use]
    pub fn columns(&self, at: Cell) -> u64 {
        let left = self.left(at);
        if self.width == 0 { 0 } else { columns(left, left.saturating_add(u16::from(self.width) - 1)) }
    }
}

impl Serialize for Window {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let codes: Vec<u8> = self.codes().collect();
        serializer.collect_seq(codes.chunks(usize::from(self.side).max(1)))
    }
}

impl<'de> Deserialize<'de> for Window {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<Vec<u8>>::deserialize(deserializer)?;
        if rows.iter().any(|row| row.len() != rows.len()) {
            return Err(D::Error::custom(String::from("a window is a square")));
        }
        Self::from_codes(&rows.concat())
            .ok_or_else(|| D::Error::custom(String::from("a window has codes 0 to 7 and 255, and 254 around them")))
    }
}
