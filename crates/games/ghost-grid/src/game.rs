//! The implementation of the kernel's traits.

use crate::action::Action;
use crate::check::check;
use crate::energy::Meter;
use crate::event::{Event, Shares};
use crate::generate::TRIES;
use crate::ground::{Code, Ground, Side};
use crate::map::Graph;
use crate::settings::Settings;
use crate::state::{Agent, State, Status, Winner};
use crate::view::{self, Role as SeatRole, Start, View};
use crate::{orders, rules};
use gridhaunt_kernel::info::{self};
use gridhaunt_kernel::prelude::*;

/// The type that implements the game for the kernel; it has no data.
#[derive(Clone, Copy, Debug)]
pub struct GhostGrid;

/// What never changes in a match.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct World {
    pub code: Code,
    pub graph: Graph,
    /// The nodes of layer n - 1.
    pub posts: Vec<u8>,
    /// The effective settings, without the map.
    pub values: Settings,
    /// How many graphs were discarded before this one (R7).
    pub thrown_away: u32,
    /// The generator before anything was drawn (R37, R39).
    pub fresh: Random,
}

impl World {
    /// The part of the world that a step reads.
    #[inline]
    #[must_use]
    pub fn ground(&self) -> Ground<'_> {
        Ground {
            code: &self.code,
            layers: &self.graph.layers,
            first: &self.graph.first,
            ports: &self.graph.all_ports,
            posts: &self.posts,
        }
    }

    /// The kind and number of a seat: G0, S0, T0 (R8).
    #[must_use]
    pub fn role_of(&self, seat: Seat) -> (SeatRole, usize) {
        self.values.role_of(seat)
    }

    /// The name of a seat: `G0`, `S0`, `T0`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        self.values.name(seat)
    }
}

impl ActionCode for Action {
    fn code(self) -> u64 {
        self.to_code()
    }

    fn from_code(code: u64) -> Option<Self> {
        Self::of_code(code)
    }
}

/// The graph of a match, its base energy and how many graphs were discarded before it (R5 to R7).
pub(crate) fn make_graph(settings: &Settings, random: &mut Random) -> Result<(Graph, u32, u32), Invalid> {
    let v = settings;
    if let Some(map) = settings.map() {
        let graph = map.check(&settings.limits())?;
        let energy = Meter::default().measure(&graph, v.energy_average, v.energy_pct);
        return Ok((graph, energy.base, 0));
    }
    match settings.plan().draw(random) {
        Some(drawn) => Ok((drawn.graph, drawn.base, drawn.thrown_away)),
        None => {
            let (pct, degree) = (v.energy_pct, v.max_degree);
            let words = format!("{pct} with max_degree {degree} gave no playable world in {TRIES} tries");
            Err(Invalid::new("energy_pct", pct, "a share that makes playable worlds").says(words))
        }
    }
}

/// The first state (R11).
fn set_up(world: &World, random: Random) -> State {
    let (ground, code) = (world.ground(), &world.code);
    let mut state = State::empty(code, world.graph.len(), random);
    let mut board = state.board();
    let starts: Vec<u8> = world.graph.layer(0).collect();
    let ghosts = world.values.initial_ghosts;
    let shares = Shares { whole: code.total_loot, parts: ghosts };
    for ghost in 0..ghosts {
        let node = board.tally.random.pick(&starts).copied().unwrap_or(0);
        let agent = Agent { node, loot: shares.of(ghost), energy: code.base, ..Agent::default() };
        board.agents[usize::from(ghost)] = agent;
        board.tally.natives += 1;
        board.tally.active = board.tally.active.with(Seat(ghost));
    }
    for _ in 0..u16::from(ghosts) * u16::from(code.sentinels_per_ghost) {
        rules::post(&ground, &mut board);
    }
    rules::look_at(&ground, &mut board, 0); // R31
    state
}

impl Game for GhostGrid {
    type Settings = Settings;
    type World = World;
    type State = State;
    type Action = Action;
    type Start = Start;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "ghost-grid",
        title: "Ghost Grid",
        about: "Ghosts smuggle loot up a layered graph past the sentinels that hunt them.",
        rules_version: 2,
        generator_version: 1,
        dynamics: Dynamics::Phased,
        information: Information::Hidden,
        chance: Chance::SetUp,
        interests: Interests::Opposed,
        seats: (2, 128),
        roles: &[
            Role {
                name: "ghost",
                about: "carries loot to the goal",
                goal: "You are a ghost: carry your loot to the top layer; every way costs energy, and sentinels catch you.",
                bot: "courier",
                side: "ghost",
            },
            Role {
                name: "sentinel",
                about: "hunts ghosts",
                goal: "You are a sentinel: catch ghosts and recover loot before it reaches the top layer.",
                bot: "patrol",
                side: "sentinel",
            },
            Role {
                name: "turncoat",
                about: "a ghost that was a sentinel",
                goal: "You are a turncoat, once a sentinel and now a ghost: carry loot to the top layer.",
                bot: "courier",
                side: "ghost",
            },
        ],
        sides: &[info::Side { name: "ghost", plural: "ghosts" }, info::Side { name: "sentinel", plural: "sentinels" }],
        actions: 18,
        score: "points",
        units_per_point: 1000,
        one_mind: &[],
    };

    const RANKED_BY_SCORE: bool = false;

    fn make(settings: &Settings, seed: u64) -> Result<(World, State), Invalid> {
        let fresh = Random::stream(seed, 1); // R37
        let mut random = fresh;
        let (graph, base, thrown_away) = make_graph(settings, &mut random)?;
        let posts = graph.layer(graph.n - 1).collect();
        let (code, values) = (settings.code(base), settings.told());
        let world = World { code, graph, posts, values, thrown_away, fresh };
        let state = set_up(&world, random);
        Ok((world, state))
    }

    fn seats(world: &World) -> usize {
        world.code.seats()
    }

    fn role(world: &World, seat: Seat) -> usize {
        world.role_of(seat).0 as usize
    }

    fn took_part(world: &World, state: &State, seat: Seat) -> bool {
        state.tally.status(&world.code, seat) != Status::Idle
    }

    #[inline]
    fn phase(world: &World, state: &State) -> Phase {
        match state.tally.end {
            Some(_) => Phase::Over,
            None => Phase::Choose(state.tally.of(&world.code, state.tally.phase)), // R9, R13
        }
    }

    /// Implements R40: wait first, then moves by port, then the other kinds of actions of the side.
    fn legal(world: &World, state: &State, seat: Seat, each: &mut dyn FnMut(Action)) {
        if !Self::phase(world, state).asks(seat) {
            return;
        }
        let (ground, side) = (world.ground(), world.code.side_of(seat));
        let agent = &state.agents[seat.index()];
        let place = &state.places[usize::from(agent.node)];
        each(Action::Wait);
        for &port in ground.ports(agent.node) {
            if orders::may_pass(&ground, &state.tally, agent, side, port).is_ok() {
                each(Action::Move { to: port.node });
            }
        }
        match side {
            Side::Ghost => {
                (1..=agent.loot).for_each(|amount| each(Action::Deposit { amount }));
                (1..=place.loot).for_each(|amount| each(Action::Take { amount }));
                let copies = (1..world.code.natives).map(|copies| Action::Replicate { copies });
                copies.filter(|&split| Self::allows(world, state, seat, split)).for_each(each);
            }
            Side::Sentinel => {
                let rest = [Action::Recharge, Action::Recover, Action::Mark];
                rest.into_iter().filter(|&action| Self::allows(world, state, seat, action)).for_each(each);
            }
        }
    }

    #[inline]
    fn allows(world: &World, state: &State, seat: Seat, action: Action) -> bool {
        let judge = || orders::judge(&world.ground(), &state.tally, &state.agents, &state.places, seat, action);
        Self::phase(world, state).asks(seat) && judge().is_ok()
    }

    #[inline]
    fn step(world: &World, state: &mut State, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
        rules::step(&world.ground(), &mut state.board(), choices, log);
    }

    fn start(world: &World, _origin: &State, seat: Seat) -> Start {
        Start { seat, role: world.role_of(seat).0, settings: world.values.clone() }
    }

    fn view(world: &World, state: &State, _last: &[(Seat, Action)], seat: Seat) -> View {
        view::view(world, state, seat)
    }

    /// Implements R34 and R35: the winner, and the score and rank of every seat.
    fn outcome(world: &World, state: &State) -> Option<Outcome> {
        let (code, tally) = (&world.code, &state.tally);
        let end = tally.end?;
        let winner = tally.winner(code, end);
        let ghosts = tally.ghosts();
        let (delivered, recovered) = (i64::from(tally.delivered), i64::from(tally.recovered));
        let scores = [1000 * delivered / i64::from(ghosts.max(1)), 1000 * recovered * i64::from(tally.captured.max(1))];
        let of = |side: Side| code.side(side).len();
        let standing = |seat: usize| {
            let side = code.side_of(Seat(seat as u8));
            let won = match winner {
                Winner::Draw => None,
                Winner::Ghosts => Some(side == Side::Ghost),
                Winner::Sentinels => Some(side == Side::Sentinel),
            };
            let (rank, part) = match won {
                None => (1, 0),
                Some(true) => (1, 1),
                Some(false) => (1 + of(side.other()), -1),
            };
            Standing { units: scores[side as usize], rank: rank as u8, utility: Some(Utility { part, of: 1 }) }
        };
        let fact = |name, worth| Fact { name, worth };
        let count = |count: u32| Worth::Count(count.into());
        let sentinels = code.first_sentinel()..code.first_sentinel() + usize::from(tally.sentinels);
        Some(Outcome {
            reason: end.name(),
            units_per_point: 1000,
            seats: (0..code.seats()).map(standing).collect(),
            facts: vec![
                fact("ghosts_win", Worth::Flag(winner == Winner::Ghosts)),
                fact("drawn", Worth::Flag(winner == Winner::Draw)),
                fact("delivered", count(tally.delivered.into())),
                fact("recovered", count(tally.recovered.into())),
                fact("lost", count(tally.lost.into())),
                fact("captured", count(tally.captured.into())),
                fact("ghosts", count(ghosts.into())),
                fact("turned", count(tally.turncoats.into())),
                fact("turns", count(tally.turn)),
                fact("captures", Worth::Counts(state.agents[sentinels].iter().map(|a| a.captures.into()).collect())),
            ],
        })
    }

    /// The loot that ghosts delivered or sentinels recovered, of all there is.
    fn side_score(world: &World, state: &State, side: usize) -> Option<SideScore> {
        let tally = &state.tally;
        let loot = if side == Side::Ghost as usize { tally.delivered } else { tally.recovered };
        Some(SideScore { units: 1000 * i64::from(loot), most: 1000 * i64::from(world.code.total_loot) })
    }

    fn hash(_world: &World, state: &State, hash: &mut StateHash) {
        let tally = &state.tally;
        hash.write_u32(tally.turn).write_u8(tally.phase as u8).write_u8(tally.end.map_or(0, |end| end as u8));
        hash.write_bytes(&[tally.natives, tally.sentinels, tally.turncoats, tally.ghosts_at_start, tally.captured]);
        hash.write_u16(tally.delivered).write_u16(tally.recovered).write_u16(tally.lost);
        let active = tally.active.bits();
        hash.write_u64(active as u64).write_u64((active >> 64) as u64);
        let sets = core::iter::once(&tally.mapped).chain(&state.known);
        sets.flat_map(|set| set.0).for_each(|word| {
            hash.write_u32(word);
        });
        for agent in &state.agents {
            hash.write_bytes(&[agent.node, agent.origin as u8, agent.was.0, agent.captures]);
            hash.write_u16(agent.loot).write_u16(agent.haul).write_u16(agent.taken);
            hash.write_u32(agent.energy).write_u32(agent.frozen);
        }
        for place in &state.places {
            hash.write_u16(place.loot).write_u32(place.checked);
        }
        for memory in &state.memory {
            hash.write_u32(memory.word());
        }
        hash.write_u64(tally.random.key).write_u64(tally.random.counter);
    }

    fn digest(world: &World) -> u64 {
        let mut hash = StateHash::new("ghost-grid-graph", Self::INFO.generator_version);
        hash.write_u8(world.graph.n).write_bytes(&world.graph.layers);
        for (u, v, dist) in world.graph.edges() {
            hash.write_bytes(&[u, v, dist]);
        }
        hash.finish()
    }

    fn check(world: &World, state: &State) -> Result<(), String> {
        check(&world.ground(), state)
    }

    fn refusal(event: &Event) -> Option<Seat> {
        match *event {
            Event::Refused { seat, reason, .. } if !reason.befalls_the_legal() => Some(seat), // R15
            _ => None,
        }
    }
}
