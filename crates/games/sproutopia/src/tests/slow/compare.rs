//! Thousands of games, each played twice.

use super::Twin;
use crate::action::Action;
use crate::check::check;
use crate::event::Event;
use crate::field::THINGS;
use crate::game::Complete;
use crate::power::{Held, PowerKind, Thing};
use crate::state::State;
use crate::tests::matches::under;
use crate::{Ground, Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Series, some_of};
use serde_json::json;
use std::collections::BTreeMap;

/// Settings with many events: small boards, dense weeds and power-ups, short lifespans.
pub(in crate::tests) fn lively(random: &mut Random) -> Value {
    let side = |random: &mut Random| {
        let most = [5, 5, 5, 16][random.index(4)];
        6 + random.below(most)
    };
    let (rows, cols) = (side(random), side(random));
    let mut number = |from: u64, to: u64| from + random.below(to - from + 1);
    let players = [1, 2, 2, 3, 3, 4, 4, 4][number(0, 7) as usize];
    let waiting = [1, 2, 10, 64][number(0, 3) as usize];
    json!({
        "players": players,
        "player_queue_size": waiting,
        "max_ticks": number(30, 160),
        "weeds_start_tick": number(0, 20), "weed_spawn_rate_mean": number(0, 12),
        "weed_spawn_rate_std_dev": number(0, 4), "weed_spawn_rate_min": number(0, 3),
        "weed_spawn_rate_max": number(3, 20), "weed_growth_rate": number(1, 8),
        "weeds_max_amount": number(0, 4), "weeds_max_growth": number(1, 7),
        "power_up_start_tick": number(0, 12), "power_up_spawn_rate_mean": number(0, 8),
        "power_up_spawn_rate_std_dev": number(0, 4), "power_up_spawn_rate_min": number(0, 2),
        "power_up_spawn_rate_max": number(2, 20), "power_ups_max_amount": number(0, 12),
        "lifespan_immunity": number(1, 12), "lifespan_unprunable": number(1, 40),
        "lifespan_freeze": number(1, 3), "lifespan_fertilizer": number(1, 15),
        "rows": rows, "cols": cols,
    })
}

/// Walks loops of drawn sizes, so that trails return home; a lazy walker rarely does.
#[derive(Clone, Default)]
pub(in crate::tests) struct Walker {
    plan: Vec<Action>,
    lazy: bool,
}

impl Walker {
    pub(in crate::tests) fn some(random: &mut Random, count: usize) -> Vec<Self> {
        (0..count).map(|_| Self { plan: Vec::new(), lazy: random.below(4) == 0 }).collect()
    }

    /// The next step; a loop that would leave the board is abandoned.
    fn next(&mut self, random: &mut Random, at: Cell, ground: &Ground) -> Action {
        for _ in 0..4 {
            let way = self.plan.pop().unwrap_or_else(|| self.think(random));
            if way.from_cell(at, ground.code.cols, ground.code.rows).is_some() {
                return way;
            }
            self.plan.clear();
        }
        Action::None
    }

    fn think(&mut self, random: &mut Random) -> Action {
        let side = |random: &mut Random| 1 + random.index(5);
        let (long, wide) = (side(random), side(random));
        let (first, second) = match random.below(4) {
            0 => (Action::Up, Action::Right),
            1 => (Action::Down, Action::Left),
            2 => (Action::Left, Action::Up),
            _ => (Action::Right, Action::Down),
        };
        let second = if random.below(2) == 0 { second } else { second.opposite().expect("a direction") };
        let back = |way: Action| way.opposite().expect("a direction");
        for (way, count) in [(first, long), (second, wide), (back(first), long), (back(second), wide)] {
            self.plan.extend(std::iter::repeat_n(way, count));
        }
        self.plan.reverse();
        self.plan.pop().expect("a plan")
    }
}

/// The commands of a tick: loops or a random walk, sometimes none, several at once, or for a seat that does not exist.
pub(in crate::tests) fn commands<R: Complete>(
    random: &mut Random,
    ground: &Ground,
    state: &State<R>,
    walkers: &mut [Walker],
    wild: u64,
) -> Vec<(Seat, Action)> {
    let mut choices = Vec::new();
    for (i, walker) in walkers.iter_mut().enumerate() {
        let count = match random.below(40) {
            4.. if walker.lazy || state.waits(i) => 0,
            0..=2 => 0,
            3 => 2,
            4 if wild > 0 => 4,
            _ => 1,
        };
        for _ in 0..count {
            let any = random.below(100) < wild;
            let action =
                if any { Action::ALL[random.index(6)] } else { walker.next(random, state.farmers[i].at, ground) };
            choices.push((Seat(i as u8), action));
        }
    }
    random.shuffle(&mut choices);
    if random.below(50) == 0 {
        choices.push((Seat(4 + random.below(252) as u8), Action::Up));
    }
    choices
}

type Choose<R> = Box<dyn FnMut(&mut Random, &World, &State<R>) -> Vec<(Seat, Action)>>;
type Matches<R> = Series<Sproutopia<R>, fn(&mut Random) -> Value, Choose<R>>;

/// Matches with many events; how often a farmer does anything at all is one of `wild`, in percent.
pub(in crate::tests) fn series<R: Complete>(games: u64, key: u64, wild: &'static [u64]) -> Matches<R> {
    let (mut walkers, mut wildly) = (Vec::new(), 0);
    let choose: Choose<R> = Box::new(move |random, world, state| {
        if state.tick == 0 {
            walkers = Walker::some(random, world.ground.players());
            wildly = wild[random.index(wild.len())];
        }
        commands(random, &world.ground, state, &mut walkers, wildly)
    });
    Series::new(games, key, |random| under::<R>(&lively(random)), choose)
}

impl<R: Complete> gridhaunt_testing::Twin<Sproutopia<R>> for Twin<R> {
    fn begin(_settings: &Value, seed: u64, world: &World, _state: &State<R>) -> Self {
        Self::new(&world.ground, seed)
    }

    /// Adds super power-ups on the board, power-ups in hand and farmers far from home.
    fn disturb(&mut self, random: &mut Random, world: &World, state: &mut State<R>) {
        let ground = &world.ground;
        for _ in 0..random.below(6) {
            let at = Cell {
                x: random.below(ground.code.cols.into()) as u16,
                y: random.below(ground.code.rows.into()) as u16,
            };
            let kind = if random.below(2) == 0 { PowerKind::TrailProtection } else { PowerKind::Fertilizer };
            if !state.field.contains(THINGS, at) {
                state.supers.insert(Thing { at, kind });
                state.field.insert(THINGS, at);
                self.supers.put((at, kind));
            }
        }
        for (farmer, other) in state.farmers.iter_mut().zip(&mut self.farmers) {
            let kind = PowerKind::ALL[random.index(5)];
            if !kind.is_super() && random.below(2) == 0 {
                let left = ground.lifespan(kind);
                (farmer.power, other.power) = (Some(Held { kind, left }), Some((kind, left)));
            }
            if random.below(3) == 0 {
                let inner = |random: &mut Random, side: u8| 2 + random.below(u64::from(side) - 4) as u16;
                farmer.at = Cell { x: inner(random, ground.code.cols), y: inner(random, ground.code.rows) };
                other.at = farmer.at;
            }
        }
    }

    fn compare(&self, world: &World, state: &State<R>) {
        assert_eq!(self.differs(state), None);
        assert_eq!(check(&world.ground, state), Ok(()));
    }

    fn step(&mut self, _world: &World, choices: &[(Seat, Action)]) -> Vec<Event> {
        Self::step(self, choices);
        core::mem::take(&mut self.events)
    }
}

/// The name of an event, with its cause where it has one.
fn name(event: &Event) -> String {
    match event {
        Event::Blocked { why, .. } => format!("blocked {why:?}"),
        Event::Pruned { why, .. } => format!("pruned {why:?}"),
        Event::SentBack { why, .. } => format!("sent back {why:?}"),
        Event::EndedPower { why, kind, .. } => format!("ended {kind:?} {why:?}"),
        Event::PickedUp { kind, .. } => format!("picked up {kind:?}"),
        Event::Claimed { bridge: true, .. } => "bridge".into(),
        Event::Over { reason } => format!("over {reason:?}"),
        event => format!("{event:?}").split([' ', '{']).next().unwrap_or_default().into(),
    }
}

fn compare<R: Complete>(games: u64) -> BTreeMap<String, u64> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    series::<R>(games, 77, &[0, 3, 20, 100]).beside::<Twin<R>>(|event| *counts.entry(name(event)).or_default() += 1);
    counts
}

/// Events that must have happened in the games; otherwise the comparison shows nothing.
const COMMON: &[&str] = &[
    "Moved",
    "TrailStarted",
    "Claimed",
    "bridge",
    "Stolen",
    "Respawned",
    "PowerUpSpawned",
    "WeedSpawned",
    "WeedGrew",
    "WeedCleared",
    "LeaderChanged",
    "blocked Frozen",
    "blocked Immune",
    "blocked Edge",
    "pruned Cut",
    "pruned Collision",
    "pruned Encircled",
    "pruned Own",
    "pruned Weed",
    "sent back Cut",
    "sent back Collision",
    "sent back Own",
    "picked up Immunity",
    "picked up Unprunable",
    "picked up Freeze",
    "picked up TrailProtection",
    "picked up Fertilizer",
    "ended Immunity Time",
    "ended Unprunable Time",
    "ended Freeze Time",
    "ended Fertilizer Time",
    "ended TrailProtection Used",
    "ended Immunity Replaced",
    "ended TrailProtection Replaced",
    "ended Fertilizer Replaced",
    "ended Fertilizer EnteredLand",
    "ended Immunity Pruned",
    "ended Freeze Pruned",
    "ended Fertilizer Pruned",
    "over MaxTicks",
];

fn happened(counts: &BTreeMap<String, u64>, more: &[&str]) {
    for what in COMMON.iter().chain(more) {
        let count = counts.get(*what).copied().unwrap_or(0);
        let enough = some_of(if *what == "sent back Encircled" { 5 } else { 20 });
        assert!(count >= enough, "{what} happened {count} times only in {counts:#?}");
    }
}

#[test]
fn the_twin_agrees_in_official() {
    let counts = compare::<Official>(some_of(1500));
    let more = ["CommandDropped", "blocked Stunned", "sent back Encircled", "ended Fertilizer CameHome", "over Full"];
    happened(&counts, &more);
}

#[test]
fn the_twin_agrees_in_the_old_rules() {
    let counts = compare::<Legacy>(some_of(1500));
    happened(&counts, &[]);
    for never in ["CommandDropped", "blocked Stunned", "sent back Encircled", "ended Fertilizer CameHome"] {
        assert_eq!(counts.get(never), None, "{never}");
    }
}
