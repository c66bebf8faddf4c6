//! The stalker: a hunter that strikes from where its prey does not look.
//!
//! A player is twice as fast as a hunter and sees two tiles far. A hunter in sight catches nobody who is careful. One that
//! is three tiles away, straight on, is not seen, and the player's next two steps end beside it. So the stalker does not
//! chase: for each of its steps it asks how likely the next move of each player is to end within its reach, taking it that
//! players go on as they went and avoid what they see. It takes the likeliest, and where all are as unlikely it comes near,
//! but not into sight: to the doors that players come to, to the way between them and where they must go.
//! A ghost goes through a wall where a drawn place promises more.

use super::chase::acting;
use gridhaunt_kernel::Bot;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::chart::Chart;
use gridhaunt_snarl::ground::TileKind;
use gridhaunt_snarl::hunt::after;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::{ActorPosition, AdversaryView, Start, View};
use gridhaunt_snarl::{Action, Settings};

/// How much likelier a player goes on as it went than it makes any other move.
const GOES_ON: f64 = 3.0;
/// How much less likely a player ends its move beside a hunter that it sees.
const DARES: f64 = 0.02;
/// What a step nearer to a player is worth, in chances to catch it.
const NEARNESS: f64 = 0.01;
/// Nearer than this is no better: a player sees what is two tiles away.
const NEAR: u16 = 3;
/// The distance where there is no way.
const NOWHERE: u16 = 1000;

/// A hunter that waits where players will go.
#[derive(Clone, Debug)]
pub struct Stalker {
    sight: u64,
    closed_objects: bool,
    level: u8,
    round: u32,
    /// Where players were in the round before, and in this one.
    before: Vec<(Name, Point)>,
    now: Vec<(Name, Point)>,
}

impl Stalker {
    /// A stalker for either seat of the hunters.
    #[must_use]
    pub const fn new(settings: &Settings) -> Self {
        Self {
            sight: settings.sight as u64,
            closed_objects: settings.closed_objects,
            level: 0,
            round: 0,
            before: Vec::new(),
            now: Vec::new(),
        }
    }

    /// Remembers where the players came from.
    fn look(&mut self, view: &AdversaryView) {
        if (view.level, view.round) != (self.level, self.round) {
            self.before = if view.level == self.level { core::mem::take(&mut self.now) } else { Vec::new() };
            self.now = view.state.players.iter().map(|player| (player.name, player.position)).collect();
            (self.level, self.round) = (view.level, view.round);
        }
    }

    fn decide(&mut self, view: &AdversaryView, legal: &[Action]) -> Option<Action> {
        self.look(view);
        let (at, mover) = (acting(view)?, view.mover()?);
        let scene = Scene::new(self, view, mover);
        let worth = |action: Action| {
            let to = after(at, action);
            if mover.kind == ActorKind::Ghost && !scene.is_open(to) && action != Action::Stay {
                scene.elsewhere()
            } else {
                scene.worth(to)
            }
        };
        let best = |best: (Action, f64), action: &Action| {
            let worth = worth(*action);
            if worth > best.1 { (*action, worth) } else { best }
        };
        Some(legal.iter().fold((*legal.first()?, f64::MIN), best).0)
    }
}

impl Bot<Start, View, Action> for Stalker {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::AdversaryView(view) = view else { return legal[0] };
        self.decide(view, legal).unwrap_or(legal[0])
    }
}

/// What one act is decided by.
struct Scene<'a> {
    chart: &'a Chart,
    mover: &'a ActorPosition,
    view: &'a AdversaryView,
    stalker: &'a Stalker,
    /// Steps to the nearest player, by tile.
    far: Vec<u16>,
}

impl<'a> Scene<'a> {
    fn new(stalker: &'a Stalker, view: &'a AdversaryView, mover: &'a ActorPosition) -> Self {
        let chart: &Chart = &view.state.level;
        let far = steps_to(chart, view.state.players.iter().map(|player| player.position));
        Self { chart, mover, view, stalker, far }
    }

    fn kind(&self, at: Point) -> TileKind {
        self.chart.site().tile(at).map_or(TileKind::Void, |tile| self.chart.kind(tile))
    }

    fn is_open(&self, at: Point) -> bool {
        self.kind(at).is_traversable()
    }

    fn far(&self, at: Point) -> u16 {
        self.chart.site().tile(at).map_or(NOWHERE, |tile| self.far[self.chart.index(tile)])
    }

    /// What it is worth to stand on a tile: the chance to catch somebody from there, and how near players are.
    fn worth(&self, to: Point) -> f64 {
        let players = &self.view.state.players;
        if players.iter().any(|player| player.position == to) {
            return f64::MAX;
        }
        let chance: f64 = players.iter().map(|player| self.chance(to, player)).sum();
        chance - NEARNESS * f64::from(self.far(to).max(NEAR))
    }

    /// What it is worth to land somewhere (R34): in any room, on any of its floor.
    fn elsewhere(&self) -> f64 {
        let mut sums = vec![(0.0, 0.0); self.chart.level.rooms.len()];
        for (index, _) in self.chart.kinds.iter().enumerate().filter(|(_, kind)| **kind == TileKind::Floor) {
            let Some((sum, count)) = sums.get_mut(usize::from(self.chart.room_of[index])) else { continue };
            *sum += if self.far[index] == 0 { 1.0 } else { -NEARNESS * f64::from(self.far[index].max(NEAR)) };
            *count += 1.0;
        }
        let rooms = sums.iter().filter(|(_, count)| *count > 0.0);
        let (total, count) = rooms.fold((0.0, 0.0), |(total, rooms), (sum, count)| (total + sum / count, rooms + 1.0));
        if count > 0.0 { total / count } else { f64::MIN }
    }

    /// How likely a player's next move ends where a hunter on this tile catches it.
    fn chance(&self, hunter: Point, player: &ActorPosition) -> f64 {
        let at = player.position;
        if at.distance(hunter) > 3 {
            return 0.0;
        }
        let before = self.stalker.before.iter().find(|(name, _)| *name == player.name).map(|&(_, before)| before);
        let went = before.and_then(|before| Action::with_offset(at.row - before.row, at.column - before.column));
        let sees =
            |point: Point| point.row.abs_diff(at.row).max(point.column.abs_diff(at.column)) <= self.stalker.sight;
        let others = self.view.state.adversaries.iter().filter(|other| other.name != self.mover.name);
        let seen: Vec<Point> = others.map(|other| other.position).chain([hunter]).filter(|&at| sees(at)).collect();
        let (mut all, mut caught) = (0.0, 0.0);
        for action in Action::MOVES.into_iter().filter(|&action| self.can_go(at, action)) {
            let to = after(at, action);
            let mut weight = if went == Some(action) && action != Action::Stay { GOES_ON } else { 1.0 };
            if seen.iter().any(|hunter| hunter.distance(to) <= 1) {
                weight *= DARES;
            }
            all += weight;
            if to == hunter || (to.distance(hunter) == 1 && self.may_strike(to)) {
                caught += weight;
            }
        }
        if all > 0.0 { caught / all } else { 0.0 }
    }

    /// Whether the hunter could step onto a tile (R30 to R32).
    fn may_strike(&self, to: Point) -> bool {
        let is_object = || self.chart.level.objects.iter().any(|object| object.position == to);
        let reaches = match self.mover.kind {
            ActorKind::Ghost => self.is_open(to),
            _ => self.kind(to) == TileKind::Floor,
        };
        reaches && !(self.stalker.closed_objects && is_object())
    }

    /// Whether a player could make a move, if nobody else is there (R15).
    fn can_go(&self, from: Point, action: Action) -> bool {
        let (rows, columns) = action.offset();
        let is_open = |rows: i8, columns: i8| {
            self.is_open(Point::new(from.row + i64::from(rows), from.column + i64::from(columns)))
        };
        let way = match (rows, columns) {
            (0, 0) => return true,
            (0, _) => is_open(0, columns.signum()),
            (_, 0) => is_open(rows.signum(), 0),
            _ => is_open(rows, 0) || is_open(0, columns),
        };
        way && is_open(rows, columns)
    }
}

/// Steps over traversable tiles to the nearest of some points.
fn steps_to(chart: &Chart, goals: impl Iterator<Item = Point>) -> Vec<u16> {
    let (site, columns) = (chart.site(), usize::from(chart.columns));
    let mut far = vec![NOWHERE; chart.kinds.len()];
    let mut queue: Vec<usize> = goals.filter_map(|at| site.tile(at)).map(|tile| chart.index(tile)).collect();
    queue.iter().for_each(|&index| far[index] = 0);
    let mut done = 0;
    while let Some(&index) = queue.get(done) {
        done += 1;
        let column = index % columns;
        let sides = [(column > 0).then(|| index - 1), (column + 1 < columns).then_some(index + 1)];
        let rows = [index.checked_sub(columns), Some(index + columns).filter(|&south| south < chart.kinds.len())];
        for next in sides.into_iter().chain(rows).flatten() {
            if far[next] == NOWHERE && chart.kinds[next].is_traversable() {
                far[next] = far[index].saturating_add(1).min(NOWHERE - 1);
                queue.push(next);
            }
        }
    }
    far
}
