//! What search knows of PyRat: travel times to every cheese.

use crate::search::Searched;
use gridhaunt_kernel::field::{Ring, UNREACHED};
use gridhaunt_kernel::prelude::*;
use gridhaunt_pyrat::game::World;
use gridhaunt_pyrat::{Action, PyRat, State};

/// Travel times from every cell to every cheese of a match.
#[derive(Debug)]
pub struct Times {
    cells: usize,
    /// By cell: where the times to its cheese begin; [`usize::MAX`] where no cheese was.
    first: Vec<usize>,
    /// [`u16::MAX`] where there is no way.
    times: Vec<u16>,
}

impl Times {
    fn to(&self, cheese: usize) -> Option<&[u16]> {
        let first = *self.first.get(cheese)?;
        self.times.get(first..first.checked_add(self.cells)?)
    }

    /// How many turns a seat needs to a cheese, those that it still waits included.
    fn of<const W: usize>(&self, state: &State<W>, seat: usize, cheese: usize) -> u32 {
        let time = self.to(cheese).map_or(u16::MAX, |times| times[usize::from(state.pos[seat])]);
        u32::from(time) + u32::from(state.delay[seat])
    }
}

/// How fast a lead in travel time becomes sure: after so many turns it is worth half of a cheese more.
const LEAD: f64 = 3.0;

/// How much a cheese that is far away counts less than one at hand: a quarter after so many turns. Were it more, it would
/// be better to stand amid much cheese than to eat it.
const HORIZON: f64 = 6.0;

impl<const W: usize> Searched for PyRat<W> {
    type Tables = Times;

    const POLICIES: &'static [&'static str] = &["greedy"];
    const DEPTH: u32 = 40;

    fn tables(world: &World, state: &State<W>) -> Times {
        let (cells, mut ring) = (world.grid().cells(), Ring::default());
        let (mut first, mut times) = (vec![usize::MAX; cells], Vec::new());
        let mut field = vec![UNREACHED; cells];
        for cheese in state.cheese.iter() {
            ring.least_costs(&world.maze, [cheese], &mut field);
            first[cheese] = times.len();
            times.extend(field.iter().map(|&time| u16::try_from(time).unwrap_or(u16::MAX)));
        }
        Times { cells, first, times }
    }

    /// A step towards the nearest cheese.
    fn policy(
        _: usize,
        world: &World,
        tables: &Times,
        state: &State<W>,
        seat: Seat,
        random: &mut Random,
    ) -> Option<Action> {
        let me = seat.index() & 1;
        if state.delay[me] > 0 {
            return Some(Action::Stay);
        }
        let here = usize::from(state.pos[me]);
        let target = state.cheese.iter().min_by_key(|&cheese| tables.of(state, me, cheese))?;
        let times = tables.to(target)?;
        let (mut best, mut least, mut equals) = (Action::Stay, u32::MAX, 0);
        world.maze.each_way(here, |action, to, turns| {
            let time = u32::from(times[to]) + u32::from(turns);
            equals = if time == least { equals + 1 } else { 1 };
            if time < least || time == least && random.below(equals) == 0 {
                (best, least) = (action, time);
            }
        });
        Some(best)
    }

    /// From the points so far, and who is nearer to each cheese that is left.
    fn value(_: &World, tables: &Times, state: &State<W>, seat: Seat) -> f64 {
        let (me, other) = (seat.index() & 1, 1 - (seat.index() & 1));
        let mut ahead = (f64::from(state.half[me]) - f64::from(state.half[other])) / 2.0;
        for cheese in state.cheese.iter() {
            let times = [me, other].map(|seat| f64::from(tables.of(state, seat, cheese)));
            let lead = (times[1] - times[0]) / LEAD;
            let near = HORIZON / (HORIZON + times[0].min(times[1]));
            ahead += near * near * lead / (1.0 + lead.abs());
        }
        let left = f64::from(state.cheese_left.max(1));
        0.5 + 0.5 * ahead / (ahead.abs() + left.sqrt())
    }
}
