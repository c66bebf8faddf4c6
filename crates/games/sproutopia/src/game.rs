//! The implementation of the kernel's traits.

use crate::action::Action;
use crate::check::check;
use crate::dice::Dice;
use crate::event::Event;
use crate::ground::{Ground, SEATS};
use crate::position::Written;
use crate::rules;
use crate::sets::{Official, RuleSet};
use crate::settings::Settings;
use crate::state::State;
use crate::view::{self, Start, View};
use core::marker::PhantomData;
use gridhaunt_kernel::prelude::*;

/// The type that implements the game for the kernel, with one of its two sets of rules.
#[derive(Clone, Copy, Debug)]
pub struct Sproutopia<R = Official>(PhantomData<R>);

impl Sproutopia {
    /// World and first state by the official rules; `Sproutopia::<Legacy>::new` of [`Game`] takes the others.
    #[allow(clippy::new_ret_no_self, reason = "it is `Game::new` with the rules named")]
    pub fn new(settings: &Settings, seed: u64) -> Result<(World, State<Official>), Invalid> {
        <Self as Game>::new(settings, seed)
    }
}

/// What never changes in a match.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct World {
    pub ground: Ground,
    pub settings: Settings,
    pub seed: u64,
}

/// A rule set whose generator can be written to a document.
pub trait Complete: RuleSet<Dice: Written> {}
impl<R: RuleSet<Dice: Written>> Complete for R {}

impl ActionCode for Action {
    fn code(self) -> u64 {
        self as u64
    }

    fn from_code(code: u64) -> Option<Self> {
        Self::from_u8(u8::try_from(code).ok()?)
    }
}

/// The role of a farmer; each farmer is a separate side.
const fn farmer(name: &'static str, about: &'static str) -> Role {
    let goal = "You are a farmer: leave your land, draw a trail and come back, and what it encloses is yours; \
                nobody may step on your trail before. The most land wins.";
    Role { name, about, goal, bot: "claimer", side: name }
}

/// Whether a seat chooses now, which needs no set of all that do (§15).
#[inline]
fn is_asked<R: Complete>(world: &World, state: &State<R>, seat: Seat) -> bool {
    state.end.is_none() && seat.index() < world.ground.players()
}

impl<R: Complete> Game for Sproutopia<R> {
    type Settings = Settings;
    type World = World;
    type State = State<R>;
    type Action = Action;
    type Start = Start;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "sproutopia",
        title: "Sproutopia",
        about: "Farmers walk, lay trails and fence land; whoever owns most of it wins.",
        rules_version: 1,
        generator_version: 1,
        dynamics: Dynamics::Ticks,
        information: Information::Hidden,
        chance: Chance::Ongoing,
        interests: Interests::Mixed,
        seats: (1, 4),
        roles: &[
            farmer("north", "starts at the top"),
            farmer("east", "starts on the right"),
            farmer("south", "starts at the bottom"),
            farmer("west", "starts on the left"),
        ],
        sides: &[
            Side { name: "north", plural: "north" },
            Side { name: "east", plural: "east" },
            Side { name: "south", plural: "south" },
            Side { name: "west", plural: "west" },
        ],
        actions: 5,
        score: R::SCORE,
        units_per_point: 1,
        one_mind: &[],
    };

    fn fits(settings: &Settings) -> bool {
        R::NAME == settings.rules.name()
    }

    fn fold_seed(_settings: &Settings, seed: u64) -> u64 {
        seed & R::MOST_SEED
    }

    fn make(settings: &Settings, seed: u64) -> Result<(World, State<R>), Invalid> {
        if !Self::fits(settings) {
            return Err(Invalid::new("rules", settings.rules.name(), R::NAME));
        }
        if seed > R::MOST_SEED {
            let range = format!("0 to {}", R::MOST_SEED);
            let words = format!("seed {seed}: rules {} take {range}", R::NAME);
            return Err(Invalid::new("seed", seed, range).reads(words)); // R57
        }
        if let Some(other) = settings.seed().filter(|&other| other != seed) {
            // The seed belongs to the match; a seed in the settings is refused, not ignored.
            return Err(Invalid::new("seed", other, "the seed of the match")
                .reads(format!("`seed` is {other} in the settings: the match has seed {seed}, give it there")));
        }
        let ground = Ground::new(settings.code());
        let state = State::new(&ground, seed);
        Ok((World { ground, settings: settings.clone(), seed }, state))
    }

    fn seats(world: &World) -> usize {
        world.ground.players()
    }

    fn role(_world: &World, seat: Seat) -> usize {
        seat.index() % SEATS
    }

    #[inline]
    fn phase(world: &World, state: &State<R>) -> Phase {
        match state.end {
            Some(_) => Phase::Over,
            None => Phase::Choose(SeatSet::first(world.ground.players())), // §15
        }
    }

    #[inline]
    fn legal(world: &World, state: &State<R>, seat: Seat, each: &mut dyn FnMut(Action)) {
        if is_asked(world, state, seat) {
            R::ACTIONS.iter().copied().for_each(each); // R8
        }
    }

    #[inline]
    fn allows(world: &World, state: &State<R>, seat: Seat, action: Action) -> bool {
        is_asked(world, state, seat) && R::takes(action) // R8
    }

    #[inline]
    fn step(world: &World, state: &mut State<R>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
        rules::step(&world.ground, state, choices, log);
    }

    fn start(world: &World, _origin: &State<R>, seat: Seat) -> Start {
        Start {
            seat,
            settings: world.settings.told(),
            starts: world.ground.starts[..world.ground.players()].to_vec(),
            seed: R::TELLS_SEED.then_some(world.seed), // R48
        }
    }

    fn view(world: &World, state: &State<R>, _last: &[(Seat, Action)], seat: Seat) -> View {
        view::view(&world.ground, state, seat)
    }

    fn look(world: &World, state: &State<R>, _last: &[(Seat, Action)], seat: Seat, view: &mut View) {
        view::look(&world.ground, state, seat, view);
    }

    fn outcome(world: &World, state: &State<R>) -> Option<Outcome> {
        let end = state.end?;
        let ground = &world.ground;
        let n = ground.players();
        let rank = |j: usize| state.rank(ground, j);
        let standing = |i: usize| {
            let (rank, equals) = (rank(i), (0..n).filter(|&j| rank(j) == rank(i)).count());
            // R56: the mean of the places that equal farmers share; first place is worth n.
            let points: usize = (rank..rank + equals).map(|place| n + 1 - place).sum();
            Standing {
                units: state.standing(ground, i).0.into(),
                rank: rank as u8,
                utility: Some(Utility { part: points as i32, of: equals as u16 }),
            }
        };
        let counts = |count: &dyn Fn(usize) -> i64| Worth::Counts((0..n).map(count).collect());
        let fact = |name, worth| Fact { name, worth };
        Some(Outcome {
            reason: end.name(),
            units_per_point: 1,
            seats: (0..n).map(standing).collect(),
            facts: vec![
                fact("ticks", Worth::Count(state.tick.into())),
                fact("cells", counts(&|i| state.farmers[i].cells.into())),
                fact("percents", counts(&|i| ground.percent(state.farmers[i].cells).into())),
                fact("tie_break_hundredths", counts(&|i| state.points[i] as i64)),
            ],
        })
    }

    /// A farmer can own the whole board.
    fn side_score(world: &World, state: &State<R>, side: usize) -> Option<SideScore> {
        let ground = &world.ground;
        let cells = u16::try_from(ground.cells()).unwrap_or(u16::MAX);
        let units = (side < ground.players()).then(|| state.standing(ground, side).0.into())?;
        Some(SideScore { units, most: R::worth(ground, cells, 0).0.into() })
    }

    fn hash(world: &World, state: &State<R>, hash: &mut StateHash) {
        let ground = &world.ground;
        for i in 0..ground.players() {
            let (farmer, trail) = (&state.farmers[i], state.trail(i));
            for y in ground.rows() {
                hash.write_u64(state.field.row(i, y));
            }
            hash.write_u16(trail.len());
            for cell in trail.iter() {
                hash.write_u8(cell.x as u8).write_u8(cell.y as u8);
            }
            hash.write_u8(farmer.at.x as u8).write_u8(farmer.at.y as u8).write_u8(farmer.momentum as u8);
            hash.write_u8(u8::from(farmer.out) | u8::from(state.is_away(i)) << 1);
            for held in [farmer.power, farmer.super_power] {
                hash.write_u8(held.map_or(0, |held| held.kind as u8)).write_u32(held.map_or(0, |held| held.left));
            }
            hash.write_u32(state.waiting(i) as u32);
            state.queue(i).for_each(|command| _ = hash.write_u64(command.stamp()).write_u8(command.action() as u8));
            hash.write_u64(farmer.repeat.stamp()).write_u8(farmer.repeat.action() as u8);
            hash.write_u64(state.points[i]);
        }
        hash.write_u16(state.weeds.used() as u16);
        for slot in 0..state.weeds.used() {
            let Some(weed) = state.weeds.get(slot) else {
                hash.write_u8(0);
                continue;
            };
            hash.write_u8(weed.kind as u8).write_u32(weed.counter(state.tick) as u32).write_u8(weed.len() as u8);
            hash.write_u8(weed.first.x as u8).write_u8(weed.first.y as u8);
            for cell in weed.cells() {
                hash.write_u8(cell.x as u8).write_u8(cell.y as u8);
            }
        }
        state.weeds.free().iter().for_each(|&slot| _ = hash.write_u16(slot));
        hash_things(hash, state.power_ups.used(), state.power_ups.free(), |slot| state.power_ups.get(slot));
        hash_things(hash, state.supers.used(), state.supers.free(), |slot| state.supers.get(slot));
        hash.write_u32(state.weed_countdown as u32).write_u32(state.power_up_countdown as u32);
        hash.write_u32(state.tick).write_u64(state.stamps).write_u8(state.end.map_or(0, |end| end as u8));
        state.dice.hash(hash);
    }

    fn digest(world: &World) -> u64 {
        let mut hash = StateHash::new("sproutopia-board", Self::INFO.generator_version);
        hash.write_u8(R::NUMBER);
        hash.write_u8(world.ground.code.cols).write_u8(world.ground.code.rows).write_u8(world.ground.code.players);
        hash.finish()
    }

    fn check(world: &World, state: &State<R>) -> Result<(), String> {
        check(&world.ground, state)
    }
}

fn hash_things<'a>(
    hash: &mut StateHash,
    used: usize,
    free: &[u16],
    get: impl Fn(usize) -> Option<&'a crate::power::Thing>,
) {
    hash.write_u16(used as u16);
    for slot in 0..used {
        match get(slot) {
            Some(thing) => hash.write_u8(thing.kind as u8).write_u8(thing.at.x as u8).write_u8(thing.at.y as u8),
            None => hash.write_u8(0),
        };
    }
    free.iter().for_each(|&slot| _ = hash.write_u16(slot));
}
