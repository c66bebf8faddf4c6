//! Why a match ended, in words.

use crate::game::World;
use crate::state::{End, State, Winner};
use gridhaunt_kernel::prelude::*;

/// The words after the name of the side that won (R33, R34).
pub(crate) fn why(world: &World, state: &State) -> String {
    let (code, tally) = (&world.code, &state.tally);
    let (delivered, recovered, all) = (tally.delivered, tally.recovered, code.total_loot);
    let end = tally.end.unwrap_or(End::TimeLimit);
    let time = match end {
        End::AllCaptured => String::from("no ghost is left"),
        End::LootSettled => String::from("no loot is left to carry"),
        End::TimeLimit => format!("the turn limit of {} is reached", code.max_turns),
    };
    let shares = format!("{delivered} of {all} loot delivered, {recovered} recovered");
    let rule = match tally.winner(code, end) {
        Winner::Draw => ", which is even enough",
        Winner::Sentinels if delivered == 0 => ", and without a delivery the sentinels win",
        Winner::Sentinels if recovered > delivered => "",
        // R34: under literal rules deliveries do not outweigh these two.
        Winner::Sentinels if end == End::AllCaptured => ", but under literal rules the last capture decides",
        Winner::Sentinels => "",
        Winner::Ghosts if delivered > recovered => "",
        Winner::Ghosts => ", and under literal rules the sentinels need more than half",
    };
    format!("{time}, {shares}{rule}")
}
