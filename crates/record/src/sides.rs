//! Who wins together: seats of one side, where several share the first rank.

use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::{Outcome, Seat};

/// The role of every seat of a game, and the role that leads its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    roles: Vec<usize>,
    leads: Vec<usize>,
}

impl Sides {
    /// The sides of a game whose seats have these roles, each of which leads a side.
    #[must_use]
    pub fn new(roles: Vec<usize>) -> Self {
        Self { leads: roles.clone(), roles }
    }

    /// The sides of a match.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
        Self {
            roles: seats().map(|seat| session.role(seat)).collect(),
            leads: seats().map(|seat| session.side(seat)).collect(),
        }
    }

    /// The role of every seat.
    #[must_use]
    pub fn roles(&self) -> &[usize] {
        &self.roles
    }

    /// The role that leads the side of every seat.
    #[must_use]
    pub fn leads(&self) -> &[usize] {
        &self.leads
    }

    /// The seats that won: one alone, or a whole side; none in a draw.
    #[must_use]
    pub fn winners(&self, outcome: &Outcome) -> Vec<usize> {
        let is_first = |seat: &usize| outcome.seats.get(*seat).is_some_and(|standing| standing.rank == 1);
        let first: Vec<usize> = (0..self.leads.len()).filter(is_first).collect();
        let side = first.first().map(|&seat| self.leads[seat]);
        let whole = first.iter().all(|&seat| Some(self.leads[seat]) == side)
            && self.leads.iter().filter(|&&role| Some(role) == side).count() == first.len();
        if first.len() == 1 || whole && first.len() < self.leads.len() { first } else { Vec::new() }
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
