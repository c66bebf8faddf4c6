//! Which seats win together: the seats of a side, if all of them rank before all others.

use crate::face::Session;
use crate::{Game, Outcome, Seat};
use alloc::vec::Vec;

/// The role and the side of every seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    roles: Vec<usize>,
    sides: Vec<usize>,
}

impl Sides {
    /// The sides of a game whose seats have these roles; each role is a side.
    #[must_use]
    pub fn new(roles: Vec<usize>) -> Self {
        Self { sides: roles.clone(), roles }
    }

    /// The sides of a match.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let seats = || (0..session.seats()).map(|seat| Seat(seat as u8));
        Self {
            roles: seats().map(|seat| session.role(seat)).collect(),
            sides: seats().map(|seat| session.side(seat)).collect(),
        }
    }

    /// The sides of the matches in a world.
    #[must_use]
    pub fn in_world<G: Game>(world: &G::World) -> Self {
        let roles: Vec<usize> = (0..G::seats(world)).map(|seat| G::role(world, Seat(seat as u8))).collect();
        Self { sides: roles.iter().map(|&role| G::INFO.side(role)).collect(), roles }
    }

    /// The role of every seat, as an index into the roles of the game.
    #[must_use]
    pub fn roles(&self) -> &[usize] {
        &self.roles
    }

    /// The side of every seat, as an index into the sides of the game.
    #[must_use]
    pub fn by_seat(&self) -> &[usize] {
        &self.sides
    }

    /// How many seats a side has.
    #[must_use]
    pub fn seats_of(&self, side: usize) -> usize {
        self.sides.iter().filter(|&&other| other == side).count()
    }

    /// The side whose seats all rank before all others, whatever their ranks among themselves.
    #[must_use]
    pub fn winner(&self, outcome: &Outcome) -> Option<usize> {
        let rank = |seat: usize| outcome.seats.get(seat).map_or(u8::MAX, |standing| standing.rank);
        let first = (0..self.sides.len()).min_by_key(|&seat| rank(seat))?;
        let (own, others): (Vec<usize>, Vec<usize>) =
            (0..self.sides.len()).partition(|&seat| self.sides[seat] == self.sides[first]);
        let worst = own.iter().map(|&seat| rank(seat)).max()?;
        let ahead = others.iter().all(|&seat| rank(seat) > worst);
        (ahead && (own.len() == 1 || !others.is_empty())).then_some(self.sides[first])
    }

    /// The seats that won: a whole side, or a single seat; none in a draw.
    #[must_use]
    pub fn winners(&self, outcome: &Outcome) -> Vec<usize> {
        match self.winner(outcome) {
            Some(side) => (0..self.sides.len()).filter(|&seat| self.sides[seat] == side).collect(),
            None => outcome.winner().map(Seat::index).into_iter().collect(),
        }
    }

    /// What the result is worth to each seat: 1 if it won, 0 if others did, a half in a draw.
    #[must_use]
    pub fn results(&self, outcome: &Outcome) -> Vec<f32> {
        let winners = self.winners(outcome);
        let worth = |seat| if winners.is_empty() { 0.5 } else { f32::from(u8::from(winners.contains(&seat))) };
        (0..self.sides.len()).map(worth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn one_alone_or_a_whole_side_wins() {
        let sides = Sides::new(vec![0, 0, 1, 1, 1]);
        let winners = |units: [i64; 5]| sides.winners(&Outcome::by_score("time", 1, &units));
        assert_eq!(winners([2, 2, 1, 1, 1]), [0, 1]);
        assert_eq!(winners([0, 0, 3, 3, 3]), [2, 3, 4]);
        assert_eq!(winners([3, 2, 1, 1, 1]), [0, 1], "a side wins together, whoever of it is first");
        assert_eq!(winners([3, 1, 2, 1, 1]), [0], "one alone, where its side is not ahead as a whole");
        assert_eq!(winners([1; 5]), [] as [usize; 0], "all alike is a draw");
        assert_eq!(winners([3, 1, 3, 1, 1]), [] as [usize; 0], "one of each side is a draw");
        assert_eq!(winners([1, 0, 3, 3, 1]), [] as [usize; 0], "half a side is no side");
        let alone = Sides::new(vec![0; 4]);
        assert_eq!(alone.winners(&Outcome::by_score("time", 1, &[1, 2, 2, 0])), [] as [usize; 0]);
        assert_eq!(alone.winners(&Outcome::by_score("time", 1, &[1, 2, 0, 0])), [1]);
        assert_eq!(Sides::new(vec![0]).winner(&Outcome::by_score("time", 1, &[0])), Some(0));
    }
}
