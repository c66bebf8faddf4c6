//! The explorer (R70).

use super::company::Company;
use gridhaunt_kernel::{Bot, Random};
use gridhaunt_snarl::Action;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::level::{ObjectKind, Point};
use gridhaunt_snarl::memory::{Memory, NOWHERE};
use gridhaunt_snarl::view::{PlayerView, Start, View};

/// What the explorer currently looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Exit,
    Key,
    Look,
}

/// How many turns without progress before it becomes less careful.
const PATIENCE: u32 = 10;

/// Finds the key, then the exit, and avoids adversaries.
#[derive(Clone, Debug)]
pub struct Explorer {
    random: Random,
    level: u8,
    memory: Memory,
    company: Company,
    key: Option<Point>,
    exit: Option<Point>,
    goal: Option<Goal>,
    best: u16,
    idle: u32,
}

impl Explorer {
    /// An explorer that has seen nothing yet.
    #[must_use]
    pub fn new(random: Random) -> Self {
        let (memory, company) = (Memory::default(), Company::default());
        Self { random, level: 0, memory, company, key: None, exit: None, goal: None, best: NOWHERE, idle: 0 }
    }

    /// Looks around and returns whether it sees a tile for the first time.
    fn look(&mut self, view: &PlayerView, at: Point) -> bool {
        if self.level != view.level {
            *self = Self { level: view.level, ..Self::new(self.random) };
        }
        let new = self.memory.look(&view.sight);
        self.memory.begin_turn(at);
        self.company.look(at, &view.sight.actors);
        for object in &view.sight.objects {
            match object.kind {
                ObjectKind::Key => self.key = Some(object.position),
                ObjectKind::Exit => self.exit = Some(object.position),
            }
        }
        new
    }

    /// R70.1: the goal, and whether there is one; it also computes the distances to it.
    fn aim(&mut self, view: &PlayerView, at: Point) -> (Goal, bool) {
        let known = match view.exit_locked {
            true => self.key.map(|key| (Goal::Key, key)),
            false => self.exit.map(|exit| (Goal::Exit, exit)),
        };
        if let Some((goal, point)) = known {
            self.memory.measure_to(point, at);
            if self.memory.distance(at) != NOWHERE {
                return (goal, true);
            }
        }
        (Goal::Look, self.memory.measure_to_edge(at))
    }

    /// Whether other players block its way, and all players in sight arrived before it.
    fn is_in_the_way(&self, at: Point) -> bool {
        let ahead = |place: Point| place.distance(at) <= 2 && self.memory.distance(place) < self.memory.distance(at);
        self.company.places().any(ahead) && self.company.came_last()
    }
}

impl Bot<Start, View, Action> for Explorer {
    fn start(&mut self, _: &Start) {}

    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::PlayerView(view) = view else { return legal[0] };
        let Some(at) = view.sight.position else { return legal[0] };
        let new = self.look(view, at);
        let (goal, any) = self.aim(view, at);
        let distance = self.memory.distance(at);
        if new || self.goal != Some(goal) || distance < self.best {
            (self.idle, self.best) = (0, distance); // R70.2
        } else {
            self.idle += 1;
        }
        self.goal = Some(goal);
        let near = if self.idle < PATIENCE { 1 } else { 0 };
        let hunters = || view.sight.actors.iter().filter(|actor| actor.kind != ActorKind::Player);
        let to = |action: Action| {
            let (rows, columns) = action.offset();
            Point::new(at.row + i64::from(rows), at.column + i64::from(columns))
        };
        let within = |action: Action, reach: u64| hunters().any(|hunter| hunter.position.distance(to(action)) <= reach);
        // R70.3: out of danger, otherwise not onto an adversary, otherwise stay.
        let reach = [near, 0].into_iter().find(|&reach| legal.iter().any(|&action| !within(action, reach)));
        let Some(reach) = reach else { return Action::Stay };
        let safe = legal.iter().copied().filter(|&action| !within(action, reach));
        if !any {
            let index = self.random.index(safe.clone().count());
            return safe.clone().nth(index).unwrap_or(Action::Stay);
        }
        let worth = |action: &Action| {
            let to = to(*action);
            (self.memory.distance(to), self.memory.turns_begun(to), *action)
        };
        let best = safe.clone().min_by_key(worth).unwrap_or(Action::Stay);
        if self.memory.distance(to(best)) >= distance && self.is_in_the_way(at) {
            let back = safe.filter(|&action| self.memory.distance(to(action)) > distance);
            let farthest = back.filter(|&action| self.memory.distance(to(action)) != NOWHERE);
            return farthest.max_by_key(|action| (self.memory.distance(to(*action)), *action)).unwrap_or(best);
        }
        best
    }
}
