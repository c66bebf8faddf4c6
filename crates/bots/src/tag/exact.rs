//! What the solver knows of Ghost Tag.

use gridhaunt_kernel::prelude::*;
use gridhaunt_solve::{Solver, Subject};
use gridhaunt_tag::game::World;
use gridhaunt_tag::ground::{Sight, unpack};
use gridhaunt_tag::state::{Side, State};
use gridhaunt_tag::view::{Start, View, unit_of};
use gridhaunt_tag::{Action, Step, Tag};

/// Ghost Tag with up to eight units a side.
pub(super) struct Exact;

pub(super) static SOLVER: Solver = Solver::of::<Exact>();

impl Subject for Exact {
    type Game = Tag;

    fn sees_all(world: &World) -> bool {
        world.code.sight == [Sight::All; 2]
    }

    /// A step that is not open has the effect of staying (R14, R16).
    fn moves(world: &World, state: &State<8>, seat: Seat, each: &mut dyn FnMut(Action)) {
        let (side, id) = unit_of(world, seat);
        let units = if side == Side::Survivor { &state.survivors } else { &state.killers };
        let Some(&at) = units.get(id) else { return };
        let here = unpack(at);
        let grid = world.grid();
        for step in Step::ALL {
            let (dx, dy) = step.delta();
            let to = here.x.checked_add_signed(dx.into()).zip(here.y.checked_add_signed(dy.into()));
            let to = to.map(|(x, y)| Cell { x, y }).filter(|&to| grid.index(to).is_some());
            let open = to.is_some_and(|to| !(world.code.barred && side == Side::Killer && world.exits.contains(&to)));
            if step == Step::Stay || open {
                each(step.into());
            }
        }
    }

    /// Bids only decide which unit of a side enters a cell that several want; a side that chooses for all its units need
    /// not want that.
    fn plain(action: Action) -> Action {
        action.step.into()
    }

    /// Why choices had no effect and who made a capture is told but never used, and of those who left only how many
    /// escaped counts: as if these were the lowest ids, and the first killer had made all captures.
    fn settle(_world: &World, state: &mut State<8>) {
        state.last = [[None; 8]; 2];
        state.captures = [0; 8];
        let mut left = state.escaped | state.captured;
        let mut escaped = 0;
        for _ in 0..state.escaped.count_ones() {
            escaped |= left & left.wrapping_neg();
            left &= left - 1;
        }
        (state.escaped, state.captured) = (escaped, left);
        state.captures[0] = left.count_ones() as _;
    }

    fn state_of(world: &World, start: &Start, view: &View, random: &mut Random) -> Option<State<8>> {
        Tag::guess(world, start, &[], view, random)
    }
}
