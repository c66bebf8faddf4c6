//! The implementation of the kernel's traits.

use crate::check::check;
use crate::event::Event;
use crate::ground::{Code, Ground};
use crate::position::{Position, Whole};
use crate::settings::{Placement, Settings};
use crate::setup::{self, Distances};
use crate::state::{Side, State, Status, Winner};
use crate::view::{self, Start, Team, View, unit_of};
use crate::{Action, Step, rules};
use gridhaunt_kernel::prelude::*;

/// The game for at most `N` units on each side. `Tag` without a number is the standard game.
#[derive(Clone, Copy, Debug)]
pub struct Tag<const N: usize = 8>;

impl Tag {
    /// World and first state of at most 8 units a side; `Tag::<16>::new` of [`Game`] takes all.
    #[allow(clippy::new_ret_no_self, reason = "it is `Game::new` with the size named")]
    pub fn new(settings: &Settings, seed: u64) -> Result<(World, State<8>), Invalid> {
        <Self as Game>::new(settings, seed)
    }
}

/// What never changes in a match (R6).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct World {
    pub code: Code,
    /// The exits, by number (R4).
    pub exits: Vec<Cell>,
    /// The exits' distance field (R3), by packed cell.
    pub field: Vec<u8>,
    /// The spacing of drawn exits, none if they were given (R9).
    pub spacing: Option<u16>,
    /// The distances of drawn units, none if they were given (R9).
    pub distances: Option<Distances>,
    /// The generator after the set-up: nothing draws later (R51).
    pub random: Random,
}

impl World {
    /// The part of the world that a step reads.
    #[inline]
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        Ground { code: &self.code, field: &self.field }
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.code.grid
    }
}

/// The distance field of a set of cells: the smallest distance to one of them, by packed cell (R3: without obstacles it
/// equals the result of a breadth-first search).
#[must_use]
pub fn distance_field(grid: Grid, cells: &[Cell]) -> Vec<u8> {
    let mut field = vec![u8::MAX; usize::from(grid.height()) * 256];
    for cell in cells {
        let across: [u8; 256] = core::array::from_fn(|x| (x as u16).abs_diff(cell.x) as u8);
        for (y, row) in field.as_chunks_mut::<256>().0.iter_mut().enumerate() {
            let down = (y as u16).abs_diff(cell.y) as u8;
            for (slot, across) in row.iter_mut().zip(across).take(grid.width().into()) {
                *slot = (*slot).min(across.max(down));
            }
        }
    }
    field
}

/// The code of an action: its step, and its bid in the bits above 8, so that the code of a plain step is its number
/// (R12).
impl ActionCode for Action {
    fn code(self) -> u64 {
        self.step as u64 | u64::from(self.bid as u32) << 8
    }

    fn from_code(code: u64) -> Option<Self> {
        let step = Step::from_u8((code & 0xFF) as u8)?;
        Some(Self { step, bid: u32::try_from(code >> 8).ok()? as i32 })
    }
}

impl<const N: usize> Game for Tag<N> {
    type Settings = Settings;
    type World = World;
    type State = State<N>;
    type Action = Action;
    type Start = Start;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "tag",
        title: "Ghost Tag",
        about: "Killers hunt survivors who run for the exits.",
        rules_version: 2,
        generator_version: 1,
        dynamics: Dynamics::Phased,
        information: Information::Hidden,
        chance: Chance::SetUp,
        interests: Interests::Opposed,
        seats: (2, 32),
        roles: &[
            Role {
                name: "survivor",
                about: "runs for an exit",
                goal: "You are a survivor: step onto an exit before a killer steps onto you.",
                bot: "score",
                side: "survivor",
            },
            Role {
                name: "killer",
                about: "hunts survivors",
                goal: "You are a killer: step onto the survivors before they step onto an exit.",
                bot: "chase",
                side: "killer",
            },
        ],
        sides: &[
            gridhaunt_kernel::info::Side { name: "survivor", plural: "survivors" },
            gridhaunt_kernel::info::Side { name: "killer", plural: "killers" },
        ],
        actions: 9,
        score: "points",
        units_per_point: 1,
        one_mind: &[],
    };

    const RANKED_BY_SCORE: bool = false;

    const DECIDES_PAIRS: Option<usize> = Some(0); // R30: the survivors' escapes

    fn fits(settings: &Settings) -> bool {
        let [survivors, killers, _] = settings.counts();
        usize::from(survivors.max(killers)) <= N
    }

    fn make(settings: &Settings, seed: u64) -> Result<(World, State<N>), Invalid> {
        let code = settings.code();
        if !Self::fits(settings) {
            let units = code.survivors.max(code.killers);
            return Err(Invalid::new("survivors", units, format!("at most {N} units a side")));
        }
        let mut random = Random::stream(seed, 1); // R51
        let (exits, spacing) = match &settings.exits {
            Some(exits) => (exits.clone(), None),
            None => {
                let (count, border) = (settings.exit_count.into(), settings.exit_placement == Placement::Border);
                let drawn = setup::draw_exits(code.grid, count, border, settings.exit_spacing, &mut random);
                let (exits, spacing) = drawn.ok_or_else(|| settings.no_room())?;
                (exits, Some(spacing))
            }
        };
        let (position, distances) = match &settings.start {
            Some(Whole(start)) => (start.clone(), None),
            None => {
                let (s, k) = (code.survivors.into(), code.killers.into());
                let units = setup::draw_units(code.grid, &exits, s, k, settings.distances(), &mut random);
                let units = units.ok_or_else(|| settings.no_room())?;
                let position = Position {
                    round: 1, // R11
                    phase: Side::Killer,
                    killers: units.killers,
                    survivors: units.survivors.into_iter().map(|cell| (Status::In, cell)).collect(),
                    over: None,
                    captures: vec![0; k],
                    last: [vec![None; s], vec![None; k]],
                };
                (position, Some(units.distances))
            }
        };
        let state = position.state(random);
        let field = distance_field(code.grid, &exits);
        Ok((World { code, exits, field, spacing, distances, random }, state))
    }

    fn seats(world: &World) -> usize {
        usize::from(world.code.survivors) + usize::from(world.code.killers)
    }

    fn role(world: &World, seat: Seat) -> usize {
        unit_of(world, seat).0 as usize
    }

    #[inline]
    fn phase(world: &World, state: &State<N>) -> Phase {
        if state.end.is_some() {
            return Phase::Over;
        }
        let (survivors, killers) = (world.code.survivors, world.code.killers);
        Phase::Choose(match state.phase {
            // R11
            Side::Killer => SeatSet::first((survivors + killers).into()).without(SeatSet::first(survivors.into())),
            Side::Survivor => SeatSet::from_bits(state.inside.into()),
        })
    }

    #[inline]
    fn legal(world: &World, state: &State<N>, seat: Seat, each: &mut dyn FnMut(Action)) {
        if Self::phase(world, state).asks(seat) {
            Step::ALL.into_iter().map(Action::from).for_each(each); // R13
        }
    }

    fn allows(world: &World, state: &State<N>, seat: Seat, _action: Action) -> bool {
        Self::phase(world, state).asks(seat) // R13: with any bid
    }

    #[inline]
    fn step(world: &World, state: &mut State<N>, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
        rules::step(&world.ground(), state, choices, log);
    }

    fn start(world: &World, _origin: &State<N>, seat: Seat) -> Start {
        let (side, id) = unit_of(world, seat);
        let code = &world.code;
        Start {
            seat,
            side: match side {
                Side::Survivor => Team::Survivors,
                Side::Killer => Team::Killers,
            },
            id: id as u8,
            survivors: code.survivors,
            killers: code.killers,
            max_rounds: code.max_rounds,
            width: code.grid.width(),
            height: code.grid.height(),
            exits: world.exits.clone(),
            survivor_sight: code.sight[Side::Survivor as usize],
            killer_sight: code.sight[Side::Killer as usize],
            team_vision: code.team_vision,
            follow: code.follow,
            cycle: code.cycle,
            barred: code.barred,
            priority: code.priority,
            multi_escape: code.multi_escape,
            strict: code.strict,
        }
    }

    fn view(world: &World, state: &State<N>, _last: &[(Seat, Action)], seat: Seat) -> View {
        view::view(world, state, seat) // R33
    }

    fn look(world: &World, state: &State<N>, _last: &[(Seat, Action)], seat: Seat, view: &mut View) {
        view::look(world, state, seat, view);
    }

    fn outcome(world: &World, state: &State<N>) -> Option<Outcome> {
        let end = state.end?;
        let (code, counts) = (&world.code, state.counts());
        let winner = Winner::of(counts, code.strict);
        let (survivors, killers) = (usize::from(code.survivors), usize::from(code.killers));
        let (s, e) = (i32::from(code.survivors), i32::from(counts.escaped));
        // R29
        let utility = match (code.strict, winner) {
            (true, Winner::Survivors) => Utility { part: 1, of: 1 },
            (true, _) => Utility { part: -1, of: 1 },
            (false, _) => Utility { part: 2 * e - s, of: code.survivors.into() },
        };
        let standing = |seat: usize| {
            let runs = seat < survivors;
            let score = if runs { counts.escaped } else { counts.captured }; // R27
            let rank = match (winner, runs) {
                (Winner::Draw, _) | (Winner::Survivors, true) | (Winner::Killers, false) => 1,
                (Winner::Survivors, false) => survivors + 1,
                (Winner::Killers, true) => killers + 1,
            };
            let utility = if runs { utility } else { Utility { part: -utility.part, ..utility } };
            Standing { units: score.into(), rank: rank as u8, utility: Some(utility) }
        };
        let wins = |strict: bool| Worth::Flag(Winner::of(counts, strict) == Winner::Survivors);
        let fact = |name, worth| Fact { name, worth };
        let captures = state.captures[..killers.min(N)].iter().map(|&n| n.into()).collect();
        Some(Outcome {
            reason: end.name(),
            units_per_point: 1,
            seats: (0..survivors + killers).map(standing).collect(),
            facts: vec![
                fact("win_strict", wins(true)),
                fact("win_score", wins(false)),
                fact("escaped", Worth::Count(counts.escaped.into())),
                fact("captured", Worth::Count(counts.captured.into())),
                fact("stranded", Worth::Count(counts.stranded.into())),
                fact("rounds", Worth::Count(state.round.into())),
                fact("captures", Worth::Counts(captures)),
            ],
        })
    }

    /// Every survivor can escape, or be captured (R27).
    fn side_score(world: &World, state: &State<N>, side: usize) -> Option<SideScore> {
        let counts = state.counts();
        let units = if side == 0 { counts.escaped } else { counts.captured };
        Some(SideScore { units: units.into(), most: world.code.survivors.into() })
    }

    fn hash(world: &World, state: &State<N>, hash: &mut StateHash) {
        let (survivors, killers) = (usize::from(world.code.survivors).min(N), usize::from(world.code.killers).min(N));
        // Only existing units, so that every size of state has the same hash.
        for &cell in state.killers[..killers].iter().chain(&state.survivors[..survivors]) {
            hash.write_u16(cell);
        }
        let [of_survivors, of_killers] = &state.last;
        for last in of_survivors[..survivors].iter().chain(&of_killers[..killers]) {
            hash.write_u8(last.map_or(0, |last| last as u8));
        }
        hash.write_bytes(&state.captures[..killers]);
        for set in [state.inside, state.escaped, state.captured, state.stranded, state.round] {
            hash.write_u16(set);
        }
        hash.write_u8(state.phase as u8).write_u8(state.end.map_or(0, |end| end as u8));
        hash.write_u64(state.random.key).write_u64(state.random.counter);
    }

    fn digest(world: &World) -> u64 {
        let mut hash = StateHash::new("tag-exits", Self::INFO.generator_version);
        hash.write_u16(world.grid().width()).write_u16(world.grid().height());
        for exit in &world.exits {
            hash.write_u16(exit.x).write_u16(exit.y);
        }
        hash.finish()
    }

    fn check(world: &World, state: &State<N>) -> Result<(), String> {
        let named = |wrong: crate::check::Wrong| {
            // R37: the phase that was just played; a match that continues is already in the next one.
            let (round, phase) = match (state.end, state.phase) {
                (Some(_), phase) => (state.round, phase),
                (None, Side::Survivor) => (state.round, Side::Killer),
                (None, Side::Killer) => (state.round.saturating_sub(1), Side::Survivor),
            };
            format!("round {round} {} phase: {wrong}", phase.name())
        };
        check(&world.ground(), state).map_err(named)?;
        if state.random != world.random {
            return Err("the generator moved after the set-up".to_string()); // R51
        }
        Ok(())
    }
}
