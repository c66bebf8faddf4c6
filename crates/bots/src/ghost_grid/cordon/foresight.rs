//! Sentinels that think ahead against a lone ghost.
//!
//! The squad draws many worlds that fit what it has mapped, with a ghost in each node of the start that plays by a known
//! rule ([`Prey`](super::prey::Prey)), and plays all of them up to now; those that were captured, and those that are in
//! the goal, cannot be. Then it looks for marches with which the fewest of the others get through. It thinks again in
//! every turn in which it has learnt something: that the ghost was not there is something too.

use super::futures::{Futures, March, Squad};
use super::marches::{Council, marches};
use super::news::News;
use super::sketch::{Chart, Sketch};
use super::trail::Trail;
use gridhaunt_ghost_grid::Settings;
use gridhaunt_ghost_grid::ground::Code;
use gridhaunt_ghost_grid::view::SentinelView;
use gridhaunt_kernel::Seat;

/// How many worlds are drawn.
const WORLDS: usize = 120;
/// So many turns after a ghost could be in the goal the squad stops to think again when it learns nothing of the map.
const LATER: u32 = 2;

/// What a sentinel remembers to think ahead. All of a squad remember the same, so each knows what the others will do.
#[derive(Clone, Debug, Default)]
pub(super) struct Foresight {
    trail: Trail,
    /// What everybody does from this turn on.
    plan: Vec<(Seat, March)>,
    futures: Option<Futures>,
    /// How many nodes were mapped when these were drawn.
    mapped: usize,
    /// Whether something happened that it did not see.
    is_lost: bool,
}

impl Foresight {
    /// The node where it is to be after this phase; none where it cannot foresee what the ghosts do.
    pub(super) fn next(&mut self, settings: &Settings, view: &SentinelView) -> Option<u8> {
        let code = settings.code(view.capacity / u32::from(settings.sentinel_energy_mult.max(1)));
        self.is_lost |= !is_foreseeable(&code, view);
        if self.is_lost {
            return None;
        }
        let mut squad: Squad = view.allies.iter().map(|ally| (ally.seat, ally.node)).collect();
        squad.push((view.seat, view.me.node));
        squad.sort_unstable();
        let turned = self.turned(&squad);
        self.is_lost = !self.trail.add(view.turn, &squad, turned);
        self.plan.iter_mut().for_each(|(_, march)| drop(march.drain(..march.len().min(1))));
        let has_learnt = self.mapped != view.known.len() || turned.is_some();
        if !self.is_lost && (has_learnt || view.turn <= u32::from(view.n) + LATER) {
            self.think(settings, &code, view, &squad);
        }
        self.place(view.seat, view.me.node)
    }

    /// Where a sentinel in this node goes now, as planned.
    pub(super) fn place(&self, seat: Seat, node: u8) -> Option<u8> {
        let (_, march) = self.plan.iter().find(|one| one.0 == seat)?;
        Some(march.first().copied().unwrap_or(node))
    }

    /// Where a sentinel turned that is missing now: where it was to go.
    fn turned(&self, squad: &Squad) -> Option<u8> {
        let before = self.trail.last()?;
        let (seat, node) = before.iter().find(|(seat, _)| squad.iter().all(|one| one.0 != *seat))?;
        self.place(*seat, *node)
    }

    fn think(&mut self, settings: &Settings, code: &Code, view: &SentinelView, squad: &Squad) {
        let chart = Chart::new(view.n, &view.known);
        if self.futures.is_none() || self.mapped != view.known.len() {
            self.mapped = view.known.len();
            self.futures = Futures::new(code, &Sketch::draw(settings, &chart, WORLDS));
        }
        let had = std::mem::take(&mut self.plan);
        let Some(futures) = &mut self.futures else { return };
        let ghosts = self.trail.fitting(futures);
        if ghosts.is_empty() {
            return;
        }
        let march_of = |seat: Seat| had.iter().find(|one| one.0 == seat).map(|one| one.1.clone()).unwrap_or_default();
        let had: Vec<March> = squad.iter().map(|one| march_of(one.0)).collect();
        let news = News::new(&chart, view.turn);
        let ways = squad.iter().map(|one| marches(settings, &chart, &news, one.1)).collect();
        let turns = view.max_turns.saturating_sub(view.turn);
        let marches = Council::new(futures, ghosts, squad, ways, news, turns).decide(&had);
        self.plan = squad.iter().map(|one| one.0).zip(marches).collect();
    }
}

/// Whether the ghosts are one ghost that begins in the start with all loot, and cannot be captured by who waits.
const fn is_foreseeable(code: &Code, view: &SentinelView) -> bool {
    view.score.ghosts_at_start == 1 && code.on_arrival && !code.contact && !code.sentinels_first && !code.full_map
}
