//! What search knows of Snarl: the steps to key and exit of the level it imagines, and what everybody does by the book.

use crate::search::Searched;
use gridhaunt_kernel::prelude::*;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::ground::{Ground, NO_ROOM, Site, Tile};
use gridhaunt_snarl::rules;
use gridhaunt_snarl::state::Status;
use gridhaunt_snarl::{Action, Snarl, State, World};

/// Steps from every tile of a level to its key and to its exit.
#[derive(Debug)]
pub struct Ways {
    level: u8,
    to_key: Vec<u16>,
    to_exit: Vec<u16>,
}

/// The steps where there is no way.
const NOWHERE: u16 = u16::MAX;
/// How many steps away a goal counts half.
const HALF: f64 = 12.0;
/// What of a level is worth having: players in it, the open exit, and being near the goal. What is left is for the exit.
const ALIVE: f64 = 0.3;
const OPEN: f64 = 0.25;
const CLOSE: f64 = 0.25;
/// How much of a player's worth is its own; the rest is that of all players.
const OWN: f64 = 0.25;

impl Ways {
    fn goal(&self, locked: bool) -> &[u16] {
        if locked { &self.to_key } else { &self.to_exit }
    }
}

impl Searched for Snarl {
    type Tables = Ways;

    const POLICIES: &'static [&'static str] = &["book"];
    const DEPTH: u32 = 60;
    const GUESSES: u16 = 8;

    fn tables(world: &World, state: &State) -> Ways {
        let (ground, site) = (world.ground(), world.site(state));
        let [to_key, to_exit] = [site.key, site.exit].map(|goal| steps_to(&ground, site, goal));
        Ways { level: state.level, to_key, to_exit }
    }

    /// Players take the move that ends nearest to the goal out of hunters' reach; hunters the step that ends nearest to a
    /// player, a zombie to one in its room.
    fn policy(_: usize, world: &World, ways: &Ways, state: &State, _: Seat, random: &mut Random) -> Option<Action> {
        let ground = world.ground();
        let actor = state.actor(&ground)?;
        let (site, at) = (world.site(state), state.tile_of(&ground, actor)?);
        let legal = rules::legal(&ground, state, actor);
        let far: &dyn Fn(Tile) -> Option<u32> = match actor.kind {
            ActorKind::Player => {
                let goal = (state.level == ways.level).then(|| ways.goal(state.locked))?;
                let hunters = state.hunters(site);
                &move |to| {
                    let is_exposed = hunters.iter().any(|&hunter| apart(hunter, to) <= 1);
                    Some(u32::from(*goal.get(site.index(to))?) + if is_exposed { u32::from(NOWHERE) } else { 0 })
                }
            }
            kind => {
                let room = ground.room(site, at);
                let counts = |at: Tile| kind == ActorKind::Ghost || room != NO_ROOM && ground.room(site, at) == room;
                let prey = state.inside(&ground).map(|(_, player)| player.at).filter(|&at| counts(at));
                let prey = prey.min_by_key(|&prey| apart(at, prey))?;
                &move |to| Some(apart(to, prey))
            }
        };
        let (mut best, mut least, mut equals) = (None, u32::MAX, 0);
        for action in legal.iter() {
            let worth = far(at.after(action))?;
            equals = if worth == least { equals + 1 } else { 1 };
            if worth < least || worth == least && random.below(equals) == 0 {
                (best, least) = (Some(action), worth);
            }
        }
        best
    }

    fn value(world: &World, ways: &Ways, state: &State, seat: Seat) -> f64 {
        let (players, levels) = (usize::from(world.code.players), world.sites().len() as f64);
        let site = world.site(state);
        let goal = if state.level == ways.level { ways.goal(state.locked) } else { &[] };
        let near = |at: Tile| {
            let far = goal.get(site.index(at)).copied().unwrap_or(NOWHERE);
            HALF / (HALF + f64::from(far))
        };
        let of = |seat: usize| match state.players[seat].status {
            Status::Exited => 1.0,
            Status::In => {
                let open = if state.locked { 0.0 } else { OPEN };
                ALIVE + open + CLOSE * near(state.players[seat].at)
            }
            Status::Expelled | Status::Stranded | Status::Forfeited => 0.0,
        };
        let each = (0..players).map(of);
        // One player at the exit takes all to the next level.
        let best = each.clone().fold(0.0, f64::max);
        let all = (best + each.sum::<f64>() / players.max(1) as f64) / 2.0;
        let so_far = |now: f64| (f64::from(state.level) + now) / levels;
        match seat.index() < players {
            true => so_far((1.0 - OWN) * all + OWN * of(seat.index())),
            false => 1.0 - so_far(all),
        }
    }
}

/// Rows plus columns.
const fn apart(a: Tile, b: Tile) -> u32 {
    a.row().abs_diff(b.row()) as u32 + a.column().abs_diff(b.column()) as u32
}

/// Steps from every tile over traversable ones to a goal.
fn steps_to(ground: &Ground<'_>, site: &Site, goal: Option<Tile>) -> Vec<u16> {
    let mut far = vec![NOWHERE; usize::from(site.rows) * usize::from(site.columns)];
    let Some(goal) = goal else { return far };
    let mut queue = vec![goal];
    far[site.index(goal)] = 0;
    let mut done = 0;
    while let Some(&at) = queue.get(done) {
        done += 1;
        for next in ground.spot(site, at).open().iter().map(|step| at.after(step)) {
            if far[site.index(next)] == NOWHERE {
                far[site.index(next)] = far[site.index(at)].saturating_add(1);
                queue.push(next);
            }
        }
    }
    far
}
