//! Where hunters may be that are not in sight.
//!
//! A zombie never leaves the floor of its room, so tiles that were seen without it stay clear of it until it can have
//! walked there from one that was not. A ghost goes through walls: it counts only for a few turns after it was seen.

use super::atlas::{Atlas, Spot, Tile};
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::Sight;

/// For how many turns a ghost that went out of sight is expected nearby.
const GHOSTS_KEPT: u8 = 3;
/// For how many turns a hunter that was free to choose is taken to be where it was.
const UNSURE_KEPT: u8 = 4;

/// A hunter that was seen in this level.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    name: Name,
    pub(super) kind: ActorKind,
    /// All places where it can be.
    spots: Vec<Spot>,
    /// Its place: as seen, or as it was expected to go.
    pub(super) at: Option<Spot>,
    /// For how many turns it has not been seen.
    unseen: u8,
    /// For how many of these turns the rules left it a choice.
    unsure: u8,
}

/// What is known of the hunters of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Lurk {
    /// How many ghosts there are.
    ghosts: usize,
    /// How many zombies were never seen.
    unmet: usize,
    /// Tiles without any of those zombies.
    clear: Vec<Spot>,
    is_clear: Vec<bool>,
    trails: Vec<Trail>,
}

impl Lurk {
    /// A level with so many zombies and ghosts, of which nothing is known.
    pub(super) fn new((zombies, ghosts): (u8, u8)) -> Self {
        Self { ghosts: ghosts.into(), unmet: zombies.into(), ..Self::default() }
    }

    pub(super) fn trails_mut(&mut self) -> &mut [Trail] {
        &mut self.trails
    }

    pub(super) fn trails(&self) -> &[Trail] {
        &self.trails
    }

    /// A turn has passed, and this is seen now.
    pub(super) fn look(&mut self, atlas: &Atlas, sight: &Sight) {
        self.erode(atlas);
        for (spot, tile) in atlas.seen(sight) {
            if tile == Tile::Open {
                self.mark_clear(spot);
            }
        }
        for trail in &mut self.trails {
            trail.spread(atlas, sight);
        }
        for actor in sight.actors.iter().filter(|actor| actor.kind != ActorKind::Player) {
            let Some(at) = atlas.spot(actor.position) else { continue };
            let here =
                Trail { name: actor.name, kind: actor.kind, spots: vec![at], at: Some(at), unseen: 0, unsure: 0 };
            match self.trails.iter_mut().find(|trail| trail.name == actor.name) {
                Some(trail) => *trail = here,
                None => {
                    self.unmet -= usize::from(actor.kind == ActorKind::Zombie && self.unmet > 0);
                    self.trails.push(here);
                }
            }
        }
        self.trails
            .retain(|trail| trail.kind == ActorKind::Zombie || trail.unseen <= GHOSTS_KEPT || trail.at.is_some());
    }

    /// A tile stays clear if no neighbour was other than clear.
    fn erode(&mut self, atlas: &Atlas) {
        if self.unmet == 0 {
            return;
        }
        let is_clear = &self.is_clear;
        let may_come_from = |spot: Spot| {
            let tile = atlas.tile(spot);
            (tile == Tile::Open || tile == Tile::Unseen) && !is_clear.get(spot as usize).is_some_and(|&clear| clear)
        };
        let is_lost = |spot: &Spot| Atlas::neighbours(*spot).into_iter().any(may_come_from);
        let (lost, kept) = core::mem::take(&mut self.clear).into_iter().partition::<Vec<_>, _>(is_lost);
        self.clear = kept;
        lost.into_iter().for_each(|spot| self.is_clear[spot as usize] = false);
    }

    fn mark_clear(&mut self, spot: Spot) {
        if self.is_clear.len() <= spot as usize {
            self.is_clear.resize(spot as usize + 1, false);
        }
        if !core::mem::replace(&mut self.is_clear[spot as usize], true) {
            self.clear.push(spot);
        }
    }

    /// Whether a zombie out of sight may stand on a tile.
    pub(super) fn may_hold_zombie(&self, atlas: &Atlas, spot: Spot) -> bool {
        let unmet = || {
            let tile = atlas.tile(spot);
            (tile == Tile::Open || tile == Tile::Unseen)
                && !self.is_clear.get(spot as usize).is_some_and(|&clear| clear)
        };
        (self.unmet > 0 && unmet()) || self.may_hold(ActorKind::Zombie, spot)
    }

    /// Whether a ghost out of sight may stand on a tile that is not in sight. It may be anywhere: within ten steps it
    /// comes for the delver, and so it often waits behind the next corner.
    pub(super) fn may_hold_ghost(&self, atlas: &Atlas, spot: Spot) -> bool {
        let found = self.trails.iter().filter(|trail| trail.kind == ActorKind::Ghost && trail.is_sure()).count();
        (self.ghosts > found && atlas.tile(spot) != Tile::Closed) || self.may_hold(ActorKind::Ghost, spot)
    }

    fn may_hold(&self, kind: ActorKind, spot: Spot) -> bool {
        let hidden = self.trails.iter().filter(|trail| trail.kind == kind && trail.unseen > 0);
        hidden.into_iter().any(|trail| match trail.at {
            Some(at) if trail.is_sure() => at == spot,
            _ => trail.spots.contains(&spot),
        })
    }
}

impl Trail {
    /// It was not seen this turn: it can be one step farther, but nowhere in sight.
    fn spread(&mut self, atlas: &Atlas, sight: &Sight) {
        self.unseen = self.unseen.saturating_add(1);
        let passes = |spot: &Spot| match atlas.tile(*spot) {
            Tile::Open => true,
            Tile::Door => self.kind == ActorKind::Ghost,
            Tile::Closed | Tile::Unseen => false,
        };
        let in_sight: Vec<Spot> = atlas.seen(sight).map(|(spot, _)| spot).collect();
        let near: Vec<Spot> = self.spots.iter().flat_map(|&spot| Atlas::neighbours(spot)).filter(passes).collect();
        self.spots.extend(near);
        self.spots.sort_unstable();
        self.spots.dedup();
        self.spots.retain(|spot| !in_sight.contains(spot));
        self.at = self.at.filter(|spot| self.unsure <= UNSURE_KEPT && !in_sight.contains(spot));
    }

    /// Notes where it is expected to go, and whether the rules leave it no choice.
    pub(super) fn expect(&mut self, at: Option<Spot>, is_sure: bool) {
        self.at = at;
        self.unsure = if is_sure { self.unsure } else { self.unsure.saturating_add(1) };
    }

    /// Whether its place is known.
    const fn is_sure(&self) -> bool {
        self.at.is_some() && self.unsure == 0
    }

    /// Where it can be.
    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots
    }
}
