//! The window of a view (R49), as rows of bits: whoever makes or reads it works on whole rows.

use crate::view::{OFF, Scope, TRAIL, UNCLAIMED};
use gridhaunt_kernel::board::columns;
use gridhaunt_kernel::prelude::*;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The codes of R49 in a square, written as rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(with = "Vec<Vec<u8>>", inline)]
pub struct Window {
    side: u8,
    /// The first row and the first column that lie on the board.
    corner: (u8, u8),
    /// How many columns lie on the board.
    width: u8,
    /// The rows that lie on the board, one field of [`Strip`] after the other.
    words: Vec<u64>,
}

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
    /// Of sets by seat: a trail hides land, and what belongs to a lower seat hides what belongs to a higher one (R49).
    #[inline]
    #[must_use]
    pub const fn new(lands: [u64; 4], trails: [u64; 4]) -> Self {
        let (trail, first) = sorted(trails);
        let (land, second) = sorted(lands);
        let bare = !trail;
        let seat = [first[0] | (second[0] & bare), first[1] | (second[1] & bare)];
        Self { claimed: trail | land, trail, seat }
    }

    /// The cells that belong to a seat.
    #[inline]
    #[must_use]
    pub fn of(&self, seat: u8) -> u64 {
        let bit = |at: usize| if seat >> at & 1 == 1 { self.seat[at] } else { !self.seat[at] };
        self.claimed & bit(0) & bit(1)
    }

    /// The same with every bit so many columns further.
    #[inline]
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        let Self { claimed, trail, seat: [low, high] } = self;
        Self { claimed: claimed << by, trail: trail << by, seat: [low << by, high << by] }
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

/// How many words a [`Strip`] has.
const FIELDS: usize = 4;

/// All cells of four sets, and of every cell the bits of the first set that has it.
#[inline]
const fn sorted([a, b, c, d]: [u64; 4]) -> (u64, [u64; 2]) {
    let (two, three) = (a | b, a | b | c);
    let (second, third, fourth) = (b & !a, c & !two, d & !three);
    (three | d, [second | fourth, third | fourth])
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
        let row = (place / side).checked_sub(self.corner.0.into()).and_then(|row| self.rows().nth(row));
        let column = (place % side).checked_sub(self.corner.1.into()).filter(|&column| column < self.width.into());
        match (row, column) {
            (Some(strip), Some(column)) => strip.code(column),
            _ => OFF,
        }
    }

    /// How many rows lie on the board.
    const fn height(&self) -> usize {
        self.words.len() / FIELDS
    }

    /// The rows that lie on the board.
    #[inline]
    fn rows(&self) -> impl Iterator<Item = Strip> + '_ {
        let (first, second) = self.words.split_at(self.words.len() / 2);
        let ((claimed, trail), (low, high)) = (first.split_at(self.height()), second.split_at(self.height()));
        let rows = claimed.iter().zip(trail).zip(low.iter().zip(high));
        rows.map(|((&claimed, &trail), (&low, &high))| Strip { claimed, trail, seat: [low, high] })
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
        let strips: Vec<Strip> = [first].into_iter().chain(rows.map(|(_, _, row)| row)).map(strip).collect();
        let fields: [fn(&Strip) -> u64; FIELDS] =
            [|strip| strip.claimed, |strip| strip.trail, |strip| strip.seat[0], |strip| strip.seat[1]];
        let words = fields.iter().flat_map(|field| strips.iter().map(field)).collect();
        let window = Self { side, corner: (top as u8, left as u8), width: width as u8, words };
        (width <= 64 && window.codes().eq(codes.iter().copied())).then_some(window)
    }

    /// Makes it what is seen in the scope; `row` tells the lands and the trails of a row of the board, by seat.
    pub(crate) fn renew(&mut self, scope: &Scope, row: impl Fn(usize) -> ([u64; 4], [u64; 4])) {
        let (above, before) = scope.margin();
        (self.side, self.corner, self.width) = (scope.side() as u8, (above as u8, before as u8), scope.width() as u8);
        let height = scope.span().len();
        self.words.resize(FIELDS * height, 0);
        let (claimed, rest) = self.words.split_at_mut(height);
        let (trail, rest) = rest.split_at_mut(height);
        let (low, high) = rest.split_at_mut(height);
        let fields = claimed.iter_mut().zip(trail).zip(low.iter_mut().zip(high));
        for (y, ((claimed, trail), (low, high))) in scope.span().span().zip(fields) {
            let (lands, trails) = row(y);
            let strip = Strip::new(lands, trails);
            (*claimed, *trail) = (scope.cut(strip.claimed), scope.cut(strip.trail));
            (*low, *high) = (scope.cut(strip.seat[0]), scope.cut(strip.seat[1]));
        }
    }

    /// The rows that lie on the board, with their numbers there, for who stands in the middle. The bits are columns of the
    /// board.
    pub fn strips(&self, at: Cell) -> impl Iterator<Item = (u16, Strip)> + '_ {
        let reach = u16::from(self.side / 2);
        let first = |at: u16, corner: u8| at.saturating_add(corner.into()).saturating_sub(reach);
        let left = u32::from(first(at.x, self.corner.1)) % 64;
        (first(at.y, self.corner.0)..).zip(self.rows()).map(move |(y, strip)| (y, strip.shifted(left)))
    }

    /// The columns of the board that lie in it, for who stands in the middle.
    #[must_use]
    pub fn columns(&self, at: Cell) -> u64 {
        let left = at.x.saturating_add(self.corner.1.into()).saturating_sub((self.side / 2).into());
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
