//! The implementation of the kernel's traits.

use crate::action::Action;
use crate::actor::ActorKind;
use crate::check::check;
use crate::event::Event;
use crate::rules;
use crate::settings::Settings;
use crate::setup::set_up;
use crate::state::{End, State};
use crate::view::{self, Start, View};
use crate::world::World;
use gridhaunt_kernel::prelude::*;

/// The type that implements the game for the kernel; it has no data.
#[derive(Clone, Copy, Debug)]
pub struct Snarl;

impl ActionCode for Action {
    fn code(self) -> u64 {
        self as u64
    }

    fn from_code(code: u64) -> Option<Self> {
        let number = usize::try_from(code).ok()?;
        Self::numbered(number).or((number == Self::COUNT).then_some(Self::Forfeit))
    }
}

impl Game for Snarl {
    type Settings = Settings;
    type World = World;
    type State = State;
    type Action = Action;
    type Start = Start;
    type View = View;
    type Event = Event;

    const INFO: Info = Info {
        name: "snarl",
        title: "Snarl",
        about: "Players look for the key and the exit of a dungeon while zombies and ghosts hunt them.",
        rules_version: 1,
        generator_version: 1,
        dynamics: Dynamics::Turns,
        information: Information::Hidden,
        chance: Chance::Ongoing,
        interests: Interests::Mixed,
        seats: (3, 6),
        roles: &[
            Role {
                name: "player",
                about: "finds the key and leaves by the exit",
                goal: "You are a player: find the key, then leave by the exit; whoever hunts you must not reach you.",
                bot: "explorer",
                side: "player",
            },
            Role {
                name: "zombie",
                about: "moves every zombie",
                goal: "You move the zombies: step onto the players before they leave by the exit.",
                bot: "zombie",
                side: "adversary",
            },
            Role {
                name: "ghost",
                about: "moves every ghost",
                goal: "You move the ghosts: step onto the players before they leave by the exit.",
                bot: "ghost",
                side: "adversary",
            },
        ],
        sides: &[Side { name: "player", plural: "players" }, Side { name: "adversary", plural: "adversaries" }],
        actions: 13,
        score: "points",
        units_per_point: 1,
        one_mind: &["adversary"], // B8
    };

    const RANKED_BY_SCORE: bool = false;

    fn make(settings: &Settings, seed: u64) -> Result<(World, State), Invalid> {
        let mut random = Random::stream(seed, 1); // R42
        let world = World::new(settings, &mut random);
        let mut state = State::empty(random, world.values.start_level - 1); // R9
        set_up(&world.ground(), &mut state, &mut |_| {});
        Ok((world, state))
    }

    /// Implements R8: a seat for each player, then one for all zombies and one for all ghosts.
    fn seats(world: &World) -> usize {
        usize::from(world.code.players) + 2
    }

    fn role(world: &World, seat: Seat) -> usize {
        match seat.0.checked_sub(world.code.players) {
            None => ActorKind::Player as usize,
            Some(0) => ActorKind::Zombie as usize,
            Some(_) => ActorKind::Ghost as usize,
        }
    }

    /// R14: one actor at a time.
    #[inline]
    fn phase(world: &World, state: &State) -> Phase {
        let ground = world.ground();
        match state.actor(&ground) {
            None => Phase::Over,
            Some(actor) => Phase::Choose(SeatSet::NONE.with(State::seat_of(&ground, actor))),
        }
    }

    #[inline]
    fn legal(world: &World, state: &State, seat: Seat, each: &mut dyn FnMut(Action)) {
        let ground = world.ground();
        if let Some(actor) = state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat) {
            rules::legal(&ground, state, actor).iter().for_each(each);
        }
    }

    /// A forfeit is accepted from any player, but is never listed (R24).
    #[inline]
    fn allows(world: &World, state: &State, seat: Seat, action: Action) -> bool {
        let ground = world.ground();
        let actor = state.actor(&ground).filter(|&actor| State::seat_of(&ground, actor) == seat);
        actor.is_some_and(|actor| match action {
            Action::Forfeit => actor.kind == ActorKind::Player,
            _ => rules::legal(&ground, state, actor).has(action),
        })
    }

    #[inline]
    fn step(world: &World, state: &mut State, choices: &[(Seat, Action)], log: impl FnMut(Event)) {
        rules::step(&world.ground(), state, choices, log);
    }

    fn start(world: &World, _origin: &State, seat: Seat) -> Start {
        Start { seat, role: ActorKind::ALL[Self::role(world, seat)], settings: world.values.clone() }
    }

    fn view(world: &World, state: &State, _last: &[(Seat, Action)], seat: Seat) -> View {
        view::view(world, state, seat)
    }

    /// Implements R28 and R29: the score of every seat, and which side won.
    fn outcome(world: &World, state: &State) -> Option<Outcome> {
        let end = state.end?;
        let won = end == End::Won;
        let players = &state.players[..usize::from(world.code.players)];
        let units = |seat: usize| 100 * i64::from(players[seat].exits) + i64::from(players[seat].keys);
        let key = |seat: usize| (players[seat].exits, players[seat].keys);
        let rank = |seat: usize| {
            let better = (0..players.len()).filter(|&other| key(other) > key(seat)).count();
            better as u8 + if won { 1 } else { 3 }
        };
        let mut seats: Vec<Standing> =
            (0..players.len()).map(|seat| Standing { units: units(seat), rank: rank(seat), utility: None }).collect();
        let hunters = if won { world.code.players + 1 } else { 1 };
        let caught = state.caught.map(|caught| Standing { units: caught.into(), rank: hunters, utility: None });
        seats.extend(caught);
        let sum = |of: fn(&crate::state::Player) -> u8| {
            Worth::Count(players.iter().map(|player| i64::from(of(player))).sum())
        };
        let fact = |name, worth| Fact { name, worth };
        let rounds = i64::from(state.past_rounds) + i64::from(state.round);
        Some(Outcome {
            reason: end.name(),
            units_per_point: 1,
            seats,
            facts: vec![
                fact("won", Worth::Flag(won)),
                fact("level", Worth::Count(i64::from(state.level) + 1)),
                fact("rounds", Worth::Count(rounds)),
                fact("exits", sum(|player| player.exits)),
                fact("keys", sum(|player| player.keys)),
                fact("ejects", sum(|player| player.ejects)),
                fact("caught", Worth::Counts(state.caught.map(i64::from).into())),
            ],
        })
    }

    /// On every level there are a key, an exit for each player, and each player to catch.
    fn side_score(world: &World, state: &State, side: usize) -> Option<SideScore> {
        let (players, levels) = (i64::from(world.code.players), world.charts.len() as i64);
        let had = |player: &crate::state::Player| 100 * i64::from(player.exits) + i64::from(player.keys);
        Some(if side == 0 {
            let units = state.players[..usize::from(world.code.players)].iter().map(had).sum();
            SideScore { units, most: (100 * players + 1) * levels }
        } else {
            SideScore { units: state.caught.iter().map(|&caught| i64::from(caught)).sum(), most: players * levels }
        })
    }

    fn hash(_world: &World, state: &State, hash: &mut StateHash) {
        hash.write_bytes(&[state.level, state.turn.0, state.locked.into(), state.key.into()]);
        hash.write_bytes(&[state.end.map_or(0, |end| end as u8), state.taker.map_or(u8::MAX, |seat| seat.0)]);
        hash.write_u32(state.round).write_u32(state.past_rounds);
        for order in [&state.exits, &state.ejects] {
            hash.write_u8(order.seats().len() as u8);
            order.seats().iter().for_each(|seat| _ = hash.write_u8(seat.0));
        }
        hash.write_u16(state.caught[0]).write_u16(state.caught[1]);
        for player in &state.players {
            hash.write_u16(player.at.0);
            hash.write_bytes(&[player.status as u8, player.exits, player.ejects, player.keys]);
        }
        for tile in &state.hunters {
            hash.write_u16(tile.0);
        }
        hash.write_u64(state.random.key).write_u64(state.random.counter);
    }

    fn digest(world: &World) -> u64 {
        let mut hash = StateHash::new("snarl-levels", Self::INFO.generator_version);
        for [chart, _] in &world.charts {
            hash.write_u64(chart.corner.row as u64).write_u64(chart.corner.column as u64);
            hash.write_u16(chart.rows).write_u16(chart.columns);
            for (&kind, &room) in chart.kinds.iter().zip(chart.room_of.iter()) {
                hash.write_u8(kind as u8).write_u16(room);
            }
            for object in &chart.level.objects {
                hash.write_u8(object.kind as u8);
                hash.write_u64(object.position.row as u64).write_u64(object.position.column as u64);
            }
        }
        hash.finish()
    }

    fn check(world: &World, state: &State) -> Result<(), String> {
        check(world, state)
    }

    fn refusal(event: &Event) -> Option<Seat> {
        match *event {
            Event::Refused { seat, .. } => Some(seat),
            _ => None,
        }
    }
}
