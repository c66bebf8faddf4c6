//! Which number of a list is which parameter.

/// The parameters: a strength for each slot (an entrant on a side), then the log of δ for each size of tie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The rated entrants, ascending.
    pub(super) entrants: Vec<u32>,
    /// The sides, ascending; at least one.
    pub(super) sides: Vec<u16>,
    /// The sizes of ties that occurred, ascending, from 2.
    pub(super) ties: Vec<u16>,
}

impl Layout {
    pub(super) fn slots(&self) -> usize {
        self.entrants.len() * self.sides.len()
    }

    pub(super) fn parameters(&self) -> usize {
        self.slots() + self.ties.len()
    }

    /// The parameter of a tie, by index into `ties`.
    pub(super) fn tie(&self, at: usize) -> usize {
        self.slots() + at
    }

    /// The parameter of a draw between two.
    pub(super) fn draw(&self) -> Option<usize> {
        (self.ties.first() == Some(&2)).then(|| self.slots())
    }

    /// The place of a rated entrant in the list.
    pub(super) fn position(&self, entrant: u32) -> Option<usize> {
        self.entrants.binary_search(&entrant).ok()
    }

    /// The slot of a rated entrant on a side.
    pub(super) fn slot(&self, entrant: u32, side: u16) -> Option<u32> {
        let side = self.sides.binary_search(&side).ok()?;
        Some((self.position(entrant)? * self.sides.len() + side) as u32)
    }
}
