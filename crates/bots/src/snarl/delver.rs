//! The delver: a player that draws a map, knows where hunters can be, and sees what they will do.
//!
//! 1. **It never steps where a hunter may reach it.** It sees five by five tiles, and a hunter goes one step a turn: one
//!    step or a diagonal move always ends among tiles it has seen. Two steps straight on end beside one tile that it has
//!    not. It takes them only if no zombie can be there ([`lurk`]). Doors and halls are out of a zombie's reach.
//! 2. **It plays on in its head.** With a hunter in sight it looks for a way to its goal on which no hunter that plays by
//!    the book reaches it ([`foresight`]). So it walks round zombies, lures them away from what it wants, and leads ghosts
//!    into walls.
//! 3. **It waits at the exit.** While others look for the key, the exit is the safest place: no hunter may step on it.
//! 4. **It takes its time**, and risks more only after many turns without progress.

mod atlas;
mod foresight;
mod lurk;

use atlas::{Atlas, NOWHERE, Spot, Tile};
use foresight::{Arrival, Foresight, without};
use gridhaunt_kernel::{Bot, Random, Seat};
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::level::ObjectKind;
use gridhaunt_snarl::state::Status;
use gridhaunt_snarl::view::{PlayerView, Sight, Start, View};
use gridhaunt_snarl::{Action, Settings};
use lurk::Lurk;
use std::collections::BTreeMap;

/// What it wants at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Exit,
    Key,
    /// Stand on the locked exit until somebody takes the key.
    Wait,
    Look,
}

/// How often it may come to a tile before the turns there are counted as turns without progress.
const OFTEN: u16 = 2;
/// After so many turns without progress it steps where a hunter it has not seen may reach it.
const PATIENCE: u32 = 80;
/// After so many it also takes random moves, which separates players that block each other.
const DESPAIR: u32 = 12;
/// What share of those moves are random: one in this many.
const RANDOM_MOVES: u64 = 4;
/// How many steps farther away a place seems that lies in the room of a zombie.
const ZOMBIE_TOLL: u16 = 60;
/// For what part of the rounds it waits on the exit: one in this many.
const WAITING_PART: u32 = 3;

/// A player that takes no risk it can avoid.
#[derive(Clone, Debug)]
pub struct Delver {
    random: Random,
    seat: Seat,
    settings: Settings,
    level: u8,
    atlas: Option<Atlas>,
    lurk: Lurk,
    key: Option<Spot>,
    exit: Option<Spot>,
    /// How many turns it began on each tile.
    begun: BTreeMap<Spot, u16>,
    goal: Option<Goal>,
    idle: u32,
}

impl Delver {
    /// A delver that has seen nothing yet.
    #[must_use]
    pub fn new(settings: &Settings, seat: Seat, random: Random) -> Self {
        Self {
            random,
            seat,
            settings: settings.told(),
            level: 0,
            atlas: None,
            lurk: Lurk::default(),
            key: None,
            exit: None,
            begun: BTreeMap::new(),
            goal: None,
            idle: 0,
        }
    }
}

impl Bot<Start, View, Action> for Delver {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::PlayerView(view) = view else { return legal[0] };
        self.decide(view, legal).unwrap_or(legal[0])
    }
}

impl Delver {
    fn decide(&mut self, view: &PlayerView, legal: &[Action]) -> Option<Action> {
        let at = view.sight.position?;
        if self.level != view.level || self.atlas.is_none() {
            let lurk = Lurk::new(self.settings.adversaries(view.level));
            *self = Self {
                level: view.level,
                atlas: Some(Atlas::around(at)),
                lurk,
                ..Self::new(&self.settings, self.seat, self.random)
            };
        }
        let mut atlas = self.atlas.take()?;
        let chosen = atlas.spot(at).map(|here| self.think(view, &mut atlas, here, legal));
        self.atlas = chosen.is_some().then_some(atlas);
        chosen
    }

    fn think(&mut self, view: &PlayerView, atlas: &mut Atlas, here: Spot, legal: &[Action]) -> Action {
        let new = atlas.look(&view.sight);
        self.lurk.look(atlas, &view.sight);
        let begun = self.begun.entry(here).or_default();
        *begun += 1;
        let begun = *begun;
        for object in &view.sight.objects {
            let place = match object.kind {
                ObjectKind::Key => &mut self.key,
                ObjectKind::Exit => &mut self.exit,
            };
            *place = atlas.spot(object.position);
        }
        if !view.exit_locked {
            self.key = None;
        }
        let goal = self.aim(view, atlas, here);
        self.count_idle(goal, atlas.far(here) == 0, new, begun);
        let others: Vec<(Spot, bool)> = self.others(view, atlas);
        let closed = if self.settings.closed_objects { [self.key, self.exit] } else { [None; 2] };
        let arrival = match goal {
            Goal::Exit => Arrival::Safe,
            Goal::Wait if self.settings.closed_objects => Arrival::Safe,
            Goal::Key => Arrival::TakesKey,
            Goal::Look | Goal::Wait => Arrival::GoesOn,
        };
        let foresight = Foresight::new(atlas, here, self.lurk.trails(), closed, &others, arrival);
        let action = self.pick(goal, &view.sight, atlas, here, &foresight, legal);
        let expected = foresight.expects(action);
        for (trail, (at, is_sure)) in self.lurk.trails_mut().iter_mut().zip(expected) {
            trail.expect(at, is_sure);
        }
        action
    }

    /// What it wants; also measures the steps to it.
    fn aim(&self, view: &PlayerView, atlas: &mut Atlas, here: Spot) -> Goal {
        let others = view.roster.iter().filter(|entry| entry.status == Status::In).count() > 1;
        let waits = others && view.round <= self.settings.max_rounds.max(900) / WAITING_PART;
        let is_taken = |spot: Spot| {
            view.sight
                .actors
                .iter()
                .any(|actor| actor.kind == ActorKind::Player && atlas.spot(actor.position) == Some(spot))
        };
        let known = match view.exit_locked {
            false => self.exit.map(|exit| (Goal::Exit, exit)),
            true => self
                .key
                .map(|key| (Goal::Key, key))
                .or_else(|| self.exit.filter(|&exit| waits && !is_taken(exit)).map(|exit| (Goal::Wait, exit))),
        };
        if let Some((goal, spot)) = known {
            atlas.measure(&mut [(0, spot)]);
            if atlas.far(here) != NOWHERE {
                return goal;
            }
        }
        let zombies = self.lurk.trails().iter().filter(|trail| trail.kind == ActorKind::Zombie);
        let rooms = atlas.floor_around(zombies.flat_map(|trail| trail.spots().first().copied()));
        let toll = |spot: Spot| if rooms.binary_search(&spot).is_ok() { ZOMBIE_TOLL } else { 0 };
        let mut edge: Vec<(u16, Spot)> = atlas.edge().iter().map(|&spot| (toll(spot), spot)).collect();
        atlas.measure(&mut edge);
        Goal::Look
    }

    /// Counts turns on tiles where it has been often; what is new or a new goal begins the count again.
    fn count_idle(&mut self, goal: Goal, is_there: bool, new: bool, begun: u16) {
        let waits = goal == Goal::Wait && is_there;
        if new || waits || self.goal != Some(goal) {
            self.idle = 0;
            self.begun.clear();
        } else if begun > OFTEN {
            self.idle += 1;
        }
        self.goal = Some(goal);
    }

    /// The other players in sight, and whether hunters prefer them among players that are as near.
    fn others(&self, view: &PlayerView, atlas: &Atlas) -> Vec<(Spot, bool)> {
        let seat = |name| view.roster.iter().position(|entry| entry.name == name);
        let players = view.sight.actors.iter().filter(|actor| actor.kind == ActorKind::Player);
        let mut seen = Vec::new();
        for player in players {
            if let Some(at) = atlas.spot(player.position) {
                seen.push((at, seat(player.name) < Some(self.seat.index())));
            }
        }
        seen
    }

    /// The legal moves after which a hunter that is not in sight may reach it.
    fn feared(&self, sight: &Sight, atlas: &Atlas, here: Spot, legal: &[Action]) -> Moves {
        let in_sight: Vec<Spot> = atlas.seen(sight).map(|(spot, _)| spot).collect();
        let is_feared = |action: &Action| {
            let to = after(here, *action);
            let is_shelter = self.settings.closed_objects && self.exit == Some(to);
            let zombies_reach_it = atlas.tile(to) == Tile::Open && !atlas.is_narrow(to);
            let mut beside = Atlas::neighbours(to).into_iter().filter(|next| !in_sight.contains(next));
            !is_shelter
                && beside.any(|next| {
                    (zombies_reach_it && self.lurk.may_hold_zombie(atlas, next))
                        || self.lurk.may_hold_ghost(atlas, next)
                })
        };
        legal.iter().copied().filter(is_feared).collect()
    }

    fn pick(
        &mut self,
        goal: Goal,
        sight: &Sight,
        atlas: &Atlas,
        here: Spot,
        foresight: &Foresight,
        legal: &[Action],
    ) -> Action {
        let feared = if self.idle < PATIENCE { self.feared(sight, atlas, here, legal) } else { Moves::default() };
        let exposed: Moves = legal.iter().copied().filter(|&action| foresight.is_exposed(action)).collect();
        let safe = without(legal, feared.with(exposed));
        let calm = if safe.is_empty() { without(legal, exposed) } else { safe };
        let moves = if calm.is_empty() { legal } else { &calm[..] };
        if self.idle > DESPAIR && goal != Goal::Wait && self.random.below(RANDOM_MOVES) == 0 {
            return moves[self.random.index(moves.len())];
        }
        if !foresight.is_alone()
            && let Some(action) = foresight.plan(moves)
        {
            return action;
        }
        let worth = |action: &Action| {
            let to = after(here, *action);
            (atlas.far(to), self.begun.get(&to).copied().unwrap_or(0), *action)
        };
        moves.iter().copied().min_by_key(worth).unwrap_or(legal[0])
    }
}

/// Where a move leads.
const fn after(from: Spot, action: Action) -> Spot {
    let (rows, columns) = action.offset();
    Atlas::beside(from, rows as i32, columns as i32)
}
