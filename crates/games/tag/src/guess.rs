//! A state that fits what a unit knows (R34).

use crate::game::{Tag, World, distance_field};
use crate::ground::distance;
use crate::position::Position;
use crate::settings::Settings;
use crate::state::{Side, State, Status};
use crate::view::{Start, Team, View};
use gridhaunt_kernel::prelude::*;

impl<const N: usize> Guess for Tag<N> {
    /// The board is known to all; how its exits and units were drawn no step asks.
    fn imagine(settings: &Settings, start: &Start, _: &[View], _: &View, _: &mut Random) -> Option<World> {
        let (code, exits) = (settings.code(), start.exits.clone());
        let field = distance_field(code.grid, &exits);
        Some(World { code, exits, field, spacing: None, distances: None, random: Random::new(0) })
    }

    /// None for a unit off the board, for a match that is over, and where there is no room for the unseen units.
    fn guess(world: &World, start: &Start, _history: &[View], view: &View, random: &mut Random) -> Option<State<N>> {
        let me = view.at.filter(|_| view.r#in > 0)?;
        let (s, k) = (usize::from(start.survivors), usize::from(start.killers));
        let mine = |side: Team| (view.side == side).then_some((view.id, me));
        let seen_survivors = || view.survivors.iter().map(|seen| (seen.id, seen.at)).chain(mine(Team::Survivors));
        let seen_killers = view.killers.iter().map(|seen| (seen.id, seen.at)).chain(mine(Team::Killers));

        let statuses = deal(view, seen_survivors().map(|(id, _)| id), s, random)?;
        let mut cells: [Vec<Option<Cell>>; 2] = [vec![None; s], vec![None; k]];
        for (id, at) in seen_survivors() {
            *cells[Side::Survivor as usize].get_mut(usize::from(id))? = Some(at);
        }
        for (id, at) in seen_killers {
            *cells[Side::Killer as usize].get_mut(usize::from(id))? = Some(at);
        }
        let watchers = watchers(world, view, me);
        let sight = world.code.sight[Side::from(view.side) as usize];
        let in_sight = |cell: Cell| watchers.iter().any(|&from| sight.reaches(distance(from, cell)));
        let unseen: Vec<Cell> =
            (0..world.grid().cells()).map(|index| world.grid().cell(index)).filter(|&cell| !in_sight(cell)).collect();
        for (side, count) in [(Side::Survivor, s), (Side::Killer, k)] {
            for id in 0..count {
                let on_board = side == Side::Killer || statuses[id] == Status::In;
                if !on_board || cells[side as usize][id].is_some() {
                    continue;
                }
                let barred = side == Side::Survivor || world.code.barred;
                let free = |cell: &Cell| {
                    !(cells.iter().flatten().any(|taken| *taken == Some(*cell)) || barred && world.exits.contains(cell))
                };
                let free: Vec<Cell> = unseen.iter().copied().filter(free).collect();
                cells[side as usize][id] = Some(*random.pick(&free)?);
            }
        }

        let [survivors, killers] = cells;
        let mut captures = vec![0; k];
        *captures.first_mut()? = view.captured;
        let mut last = [vec![None; s], vec![None; k]];
        *last[Side::from(view.side) as usize].get_mut(usize::from(view.id))? = view.last;
        let position = Position {
            round: view.round,
            phase: view.phase,
            killers: killers.into_iter().collect::<Option<_>>()?,
            survivors: statuses.into_iter().zip(survivors.into_iter().map(Option::unwrap_or_default)).collect(),
            over: None,
            captures,
            last,
        };
        Some(position.state(world.random))
    }
}

/// Statuses of the survivors: visible ones and the viewer are in, the others are assigned at random.
fn deal(view: &View, seen: impl Iterator<Item = u8>, survivors: usize, random: &mut Random) -> Option<Vec<Status>> {
    let mut statuses = vec![Status::Captured; survivors];
    let mut unseen: Vec<usize> = (0..survivors).collect();
    for id in seen.map(usize::from) {
        *statuses.get_mut(id)? = Status::In;
        unseen.retain(|&other| other != id);
    }
    let more = usize::from(view.r#in).checked_sub(survivors - unseen.len())?;
    for (status, count) in [(Status::In, more), (Status::Escaped, view.escaped.into())] {
        for _ in 0..count {
            let picked = random.index(unseen.len());
            if unseen.is_empty() {
                return None;
            }
            statuses[unseen.remove(picked)] = status;
        }
    }
    Some(statuses)
}

/// The cells from which the viewer sees: its own, and with shared vision those of its side, all of which it sees.
fn watchers(world: &World, view: &View, me: Cell) -> Vec<Cell> {
    let own = match view.side {
        _ if !world.code.team_vision => &[][..],
        Team::Survivors => &view.survivors[..],
        Team::Killers => &view.killers[..],
    };
    own.iter().map(|seen| seen.at).chain([me]).collect()
}
