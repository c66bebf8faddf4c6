//! The two opposed sides of a match.

use crate::Stake;
use gridhaunt_kernel::sides::Sides;
use gridhaunt_kernel::{Game, Invalid, Seat};

/// Which of the two sides every seat is on. The first side receives what the second pays.
#[derive(Clone, Debug)]
pub struct Camps {
    sides: Sides,
    /// The two sides, as indices into the sides of the game.
    pub pair: [usize; 2],
    /// The camp of every seat, 0 or 1.
    of_seat: Vec<u8>,
}

impl Camps {
    /// The camps of a world.
    ///
    /// # Errors
    /// A world with another number of sides than two.
    pub fn of<G: Game>(world: &G::World) -> Result<Self, Invalid> {
        let sides = Sides::in_world::<G>(world);
        let mut found: Vec<usize> = sides.by_seat().to_vec();
        found.sort_unstable();
        found.dedup();
        let &[first, second] = found.as_slice() else {
            let words = format!("{} sides, exact play is for two opposed sides", found.len());
            return Err(Invalid::new("settings", found.len(), "a match of two sides").says(words));
        };
        let of_seat = sides.by_seat().iter().map(|&side| u8::from(side == second)).collect();
        Ok(Self { sides, pair: [first, second], of_seat })
    }

    /// The camp of a seat, 0 or 1.
    #[inline]
    #[must_use]
    pub fn camp(&self, seat: Seat) -> usize {
        self.of_seat.get(seat.index()).copied().unwrap_or(0).into()
    }

    /// The seats of a camp.
    pub fn seats(&self, camp: usize) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.of_seat.iter().enumerate().filter(move |(_, of)| usize::from(**of) == camp);
        seats.map(|(seat, _)| Seat(seat as u8))
    }

    /// What a finished match is worth to the first side.
    ///
    /// By result it is 1 for a win, 0 for a draw and -1 for a loss; by points it is the difference of the sides' scores.
    #[must_use]
    pub fn worth<G: Game>(&self, world: &G::World, state: &G::State, stake: Stake) -> f64 {
        match stake {
            Stake::Result => match G::outcome(world, state).and_then(|outcome| self.sides.winner(&outcome)) {
                Some(side) if side == self.pair[0] => 1.0,
                Some(side) if side == self.pair[1] => -1.0,
                _ => 0.0,
            },
            Stake::Points => {
                let units = |side| G::side_score(world, state, side).map_or(0, |score| score.units);
                (units(self.pair[0]) - units(self.pair[1])) as f64 / f64::from(G::INFO.units_per_point.max(1))
            }
        }
    }
}
