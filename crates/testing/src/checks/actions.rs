//! `legal` lists exactly the actions that have an effect in `step`.

use super::Match;
use crate::broken::{Broken, Held};
use crate::matches::step;
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::fingerprint::legal;
use std::collections::BTreeMap;

/// With many seats and many actions it is enough to check some.
const SEATS: usize = 8;
const ACTIONS: usize = 40;

/// Any two legal actions of a seat must lead to different states or different events, unless the game declares that one
/// of them does nothing. Otherwise `step` treats one action like another, or ignores it, and the list has one action
/// too many.
pub(super) fn differ<G: Complete>(game: &Match<'_, G>, state: &G::State) -> Held {
    for seat in G::phase(game.world, state).seats().iter().take(SEATS) {
        let mut done: BTreeMap<(u64, String), G::Action> = BTreeMap::new();
        let actions = legal::<G>(game.world, state, seat);
        let idle = |action: G::Action| (game.idle)(game.world, state, seat, action);
        for action in actions.into_iter().filter(|&action| !idle(action)).take(ACTIONS) {
            let mut after = state.clone();
            let events = step::<G>(game.world, &mut after, &[(seat, action)]);
            let told = serde_json::to_string(&events).map_err(|error| Broken::new("event", error.to_string()))?;
            if let Some(other) = done.insert((G::hash_of(game.world, &after), told), action) {
                let what = format!("seat {seat} does the same by {other:?} and by {action:?}, both legal");
                return Err(Broken::new("legal", what));
            }
        }
    }
    Ok(())
}
