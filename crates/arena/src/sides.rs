//! Who wins together: seats of one side, where several share the first rank.

use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::{Outcome, Seat};

/// The role that leads the side of every seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides(Vec<usize>);

impl Sides {
    /// The sides of a game whose seats play for these roles.
    #[must_use]
    pub const fn new(roles: Vec<usize>) -> Self {
        Self(roles)
    }

    /// The sides of a match.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        Self((0..session.seats()).map(|seat| session.side(Seat(seat as u8))).collect())
    }

    /// The role that leads the side of every seat.
    #[must_use]
    pub fn roles(&self) -> &[usize] {
        &self.0
    }

    /// The seats that won: one alone, or a whole side; none in a draw.
    #[must_use]
    pub fn winners(&self, outcome: &Outcome) -> Vec<usize> {
        let is_first = |seat: &usize| outcome.seats.get(*seat).is_some_and(|standing| standing.rank == 1);
        let first: Vec<usize> = (0..self.0.len()).filter(is_first).collect();
        let side = first.first().map(|&seat| self.0[seat]);
        let whole = first.iter().all(|&seat| Some(self.0[seat]) == side)
            && self.0.iter().filter(|&&role| Some(role) == side).count() == first.len();
        if first.len() == 1 || whole && first.len() < self.0.len() { first } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alone_or_a_whole_side_wins() {
        let sides = Sides::new(vec![0, 0, 1, 1, 1]);
        let winners = |units: [i64; 5]| sides.winners(&Outcome::by_score("time", 1, &units));
        assert_eq!(winners([2, 2, 1, 1, 1]), [0, 1]);
        assert_eq!(winners([0, 0, 3, 3, 3]), [2, 3, 4]);
        assert_eq!(winners([3, 2, 1, 1, 1]), [0]);
        assert_eq!(winners([1; 5]), [] as [usize; 0], "all alike is a draw");
        assert_eq!(winners([3, 1, 3, 1, 1]), [] as [usize; 0], "one of each side is a draw");
        assert_eq!(winners([0, 0, 3, 3, 1]), [] as [usize; 0], "half a side is no side");
        let alone = Sides::new(vec![0; 4]);
        assert_eq!(alone.winners(&Outcome::by_score("time", 1, &[1, 2, 2, 0])), [] as [usize; 0]);
    }
}
