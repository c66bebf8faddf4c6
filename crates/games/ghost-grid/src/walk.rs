//! Where agents that a seat does not see may have gone: a guess on a map that is not told lets them walk there.

use crate::game::World;
use crate::ground::Side;
use crate::state::Tally;
use gridhaunt_kernel::prelude::*;

/// How many walks are tried for one that ends where the seat does not look.
const WALKS: usize = 4;
/// More phases than this do not change where an agent may be.
const MOST_PHASES: u32 = 64;

/// How many phases a side has had.
fn phases(world: &World, tally: &Tally, side: Side) -> u32 {
    let all = tally.phases(&world.code);
    let had = if side == world.code.first() { all.div_ceil(2) } else { all / 2 };
    had.min(MOST_PHASES)
}

/// The node of a sentinel that came from a post: in every other phase it waited, in the others it took any port that it may
/// enter. None if all walks ended in sight.
pub(crate) fn sentinel(world: &World, tally: &Tally, hides: impl Fn(u8) -> bool, random: &mut Random) -> Option<u8> {
    let (ground, code) = (world.ground(), &world.code);
    for _ in 0..WALKS {
        let mut node = *random.pick(&world.posts)?;
        for _ in 0..phases(world, tally, Side::Sentinel) {
            if random.below(2) == 0
                && let Some(port) = random.pick(ground.ports(node))
                && (code.enter_goal || !ground.is_goal(port.node))
            {
                node = port.node;
            }
        }
        if hides(node) {
            return Some(node);
        }
    }
    None
}

/// The node of a ghost that came from the start, or from a post if it is a turncoat, and the energy it has left: in each
/// of its phases it took a port that does not lead down, as long as it could pay one, and it is not in the goal yet. None
/// if all walks ended in sight.
pub(crate) fn ghost(
    world: &World,
    tally: &Tally,
    seat: Seat,
    hides: impl Fn(u8) -> bool,
    random: &mut Random,
) -> Option<(u8, u32)> {
    let (ground, code) = (world.ground(), &world.code);
    let from: Vec<u8> = match seat.index() < code.first_sentinel() {
        true => world.graph.layer(0).collect(),
        false => world.posts.clone(),
    };
    for _ in 0..WALKS {
        let (mut node, mut energy) = (*random.pick(&from)?, code.base);
        for _ in 0..phases(world, tally, Side::Ghost) {
            let is_way = |port: &&crate::ground::Port| {
                u32::from(port.dist) <= energy
                    && !ground.is_goal(port.node)
                    && ground.layer(port.node) >= ground.layer(node)
            };
            let ways = || ground.ports(node).iter().filter(is_way);
            let Some(port) = ways().nth(random.index(ways().count())) else { break };
            (node, energy) = (port.node, energy - u32::from(port.dist));
        }
        if hides(node) {
            return Some((node, energy));
        }
    }
    None
}
