//! From a leaf of the tree onwards: a policy plays a while, and what it comes to is worth something to every side.

use super::game::Searched;
use gridhaunt_kernel::prelude::*;

/// The most sides that a game may have to be searched.
pub(super) const MOST_SIDES: usize = 8;

/// What a playout was worth to each side, 0 to 1.
pub(super) type Worths = [f64; MOST_SIDES];

/// Where it is played: a world, with what the game looks up in it.
pub(super) struct Place<G: Searched> {
    pub(super) world: G::World,
    pub(super) tables: G::Tables,
}

/// How playouts are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playout {
    /// The number of the policy; none is `uniform`.
    pub(super) policy: Option<usize>,
    /// After so many steps from the root its value is taken.
    pub(super) depth: u32,
}

impl Playout {
    /// Plays on from a state that is `steps` steps from the root, and returns what it comes to.
    pub(super) fn play<G: Searched>(
        self,
        place: &Place<G>,
        state: &mut G::State,
        steps: u32,
        random: &mut Random,
        choices: &mut Vec<(Seat, G::Action)>,
    ) -> Worths {
        let world = &place.world;
        for _ in steps..self.depth.max(steps) {
            let phase = G::phase(world, state);
            if phase.is_over() {
                break;
            }
            choices.clear();
            for seat in phase.seats().iter_from(G::first_to_arrive(world, state)) {
                choices.extend(self.choose(place, state, seat, random).map(|action| (seat, action)));
            }
            G::step(world, state, choices, |_| {});
        }
        self.end(place, state)
    }

    /// What a state is worth to each side.
    pub(super) fn end<G: Searched>(self, place: &Place<G>, state: &G::State) -> Worths {
        let Place { world, tables } = place;
        let over = G::phase(world, state).is_over();
        let mut worths = [None; MOST_SIDES];
        for seat in SeatSet::first(G::seats(world)).iter() {
            if let Some(worth @ None) = worths.get_mut(G::INFO.side(G::role(world, seat))) {
                let found = if over { G::result(world, state, seat) } else { G::value(world, tables, state, seat) };
                *worth = Some(found.clamp(0.0, 1.0));
            }
        }
        worths.map(Option::unwrap_or_default)
    }

    /// What the policy would do, if it is not the uniform one.
    pub(super) fn hint<G: Searched>(
        self,
        place: &Place<G>,
        state: &G::State,
        seat: Seat,
        random: &mut Random,
    ) -> Option<G::Action> {
        self.policy.and_then(|which| G::policy(which, &place.world, &place.tables, state, seat, random))
    }

    /// What the policy does; any legal action, if that is the uniform one.
    pub(super) fn choose<G: Searched>(
        self,
        place: &Place<G>,
        state: &G::State,
        seat: Seat,
        random: &mut Random,
    ) -> Option<G::Action> {
        self.hint(place, state, seat, random).or_else(|| {
            // Each is kept with the chance that makes all equally likely, so that no list is needed.
            let (mut kept, mut count) = (None, 0);
            G::legal(&place.world, state, seat, &mut |action| {
                count += 1;
                if random.below(count) == 0 {
                    kept = Some(action);
                }
            });
            kept
        })
    }
}
