//! A whole state as JSON: the state of R46 and everything else that a match needs; and given states (R50).

use crate::actor::{Actor, ActorKind};
use crate::chart::Chart;
use crate::ground::{Site, Tile};
use crate::level::{Fields, Level, ObjectKind, Point, items};
use crate::name::Name;
use crate::settings::Settings;
use crate::state::{ADVERSARIES, End, Order, PLAYERS, Place, State, Status};
use crate::view::{Roster, Whole, roster, whole};
use crate::world::World;
use alloc::sync::Arc;
use gridhaunt_kernel::json::u64_from;
use gridhaunt_kernel::prelude::*;
use serde::Serialize;

/// Everything, including what is hidden.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    #[serde(flatten)]
    whole: Whole,
    number: u8,
    round: u32,
    past_rounds: u32,
    turn: Option<Actor>,
    end: Option<&'static str>,
    roster: Roster,
    taker: Option<Seat>,
    exits: Order,
    ejects: Order,
    caught: [u16; 2],
    random: Dice,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Dice {
    key: Wide,
    counter: Wide,
}

/// A 64-bit number as text (K4).
#[derive(Clone, Copy, Debug)]
struct Wide(u64);

impl Serialize for Wide {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Document {
    /// The document of a state.
    #[must_use]
    pub fn of(world: &World, state: &State) -> Self {
        let Random { key, counter } = state.random;
        Self {
            whole: whole(world, state),
            number: state.level + 1,
            round: state.round,
            past_rounds: state.past_rounds,
            turn: state.actor(&world.ground()),
            end: state.end.map(End::name),
            roster: roster(world, state),
            taker: state.taker,
            exits: state.exits,
            ejects: state.ejects,
            caught: state.caught,
            random: Dice { key: Wide(key), counter: Wide(counter) },
        }
    }
}

const STATUSES: [Status; 5] = [Status::In, Status::Exited, Status::Expelled, Status::Stranded, Status::Forfeited];
const ENDS: [End; 3] = [End::Won, End::Expelled, End::Stranded];

/// Reads a state of this world.
pub fn read(world: &World, document: &Value) -> Result<State, Invalid> {
    let fields = Fields::of(document, "a state")?;
    let number = fields
        .get("number")
        .map_or(Ok(world.values.start_level.into()), |value| integer("number", value, 1, world.sites().len() as u64))?;
    let mut state = State::empty(world.fresh, number as u8 - 1);
    let site = world.site(&state);
    state.locked = flag(fields, "exit-locked")?;
    state.key = match fields.get("level") {
        None => state.locked,
        Some(value) => {
            let level = Level::read(value).map_err(|error| error.within("level"))?;
            let same = world.charts[usize::from(state.level)].iter().any(|chart| chart.level == level);
            if !same {
                return Err(Invalid::new("level", "another", format!("level {number} of this match")));
            }
            level.object(ObjectKind::Key).is_some()
        }
    };
    state.round = fields.get("round").map_or(Ok(1), |value| integer("round", value, 1, u32::MAX.into()))? as u32;
    state.past_rounds =
        fields.get("past_rounds").map_or(Ok(0), |value| integer("past_rounds", value, 0, u32::MAX.into()))? as u32;
    read_roster(world, &mut state, fields)?;
    let players = people(fields, "players", PLAYER)?;
    for (i, person) in players.iter().enumerate() {
        let seat = (0..world.code.players).find(|&seat| world.player_name(Seat(seat)).as_str() == person.name);
        let name =
            || Invalid::new(format!("players[{i}].name"), format!("{:?}", person.name), "a player of this match");
        let player = &mut state.players[usize::from(seat.ok_or_else(name)?)];
        let at = tile(site, person.position).map_err(|error| error.within(&format!("players[{i}].position")))?;
        if player.status != Status::In {
            return Err(Invalid::new(format!("players[{i}]"), brief(&person.name.as_str().into()), "in the level"));
        }
        player.at = at;
    }
    let inside = state.players[..usize::from(world.code.players)].iter().filter(|p| p.status == Status::In).count();
    if inside != players.len() {
        let words = format!("{} players, the roster has {inside} in the level", players.len());
        return Err(Invalid::new("players", players.len(), format!("{inside} players")).says(words));
    }
    read_hunters(&mut state, site, fields)?;
    if let Some(value) = fields.get("end").filter(|value| !value.is_null()) {
        let end = ENDS.into_iter().find(|end| value.as_str() == Some(end.name()));
        state.end = Some(end.ok_or_else(|| Invalid::new("end", brief(value), "one of won, expelled, stranded"))?);
    }
    let seat =
        |name: &str, value: &Value| integer(name, value, 0, u64::from(world.code.players) - 1).map(|n| Seat(n as u8));
    if let Some(value) = fields.get("taker").filter(|value| !value.is_null()) {
        state.taker = Some(seat("taker", value)?);
    }
    for (name, order) in [("exits", &mut state.exits), ("ejects", &mut state.ejects)] {
        let Some(value) = fields.get(name) else { continue };
        let listed = items(value, "a list of seats", |value| seat("", value)).map_err(|error| error.within(name))?;
        if listed.len() > PLAYERS {
            return Err(Invalid::new(name, listed.len(), "each seat at most once"));
        }
        listed.into_iter().for_each(|seat| order.push(seat));
    }
    if let Some(value) = fields.get("caught") {
        let counts = items(value, "two numbers", |value| integer("", value, 0, u16::MAX.into()));
        let counts = counts.map_err(|error| error.within("caught"))?;
        let [zombies, ghosts] = counts[..] else { return Err(Invalid::new("caught", brief(value), "two numbers")) };
        state.caught = [zombies as u16, ghosts as u16];
    }
    if let Some(value) = fields.get("random") {
        let dice = Fields::of(value, "key and counter").map_err(|error| error.within("random"))?;
        let word = |name: &str| u64_from(name, dice.need(name, "an integer 0..2^64")?);
        let read = || Ok(Random { key: word("key")?, counter: word("counter")? });
        state.random = read().map_err(|error: Invalid| error.within("random"))?;
    }
    state.turn = turn(world, &state, fields)?;
    Ok(state)
}

fn read_roster(world: &World, state: &mut State, fields: Fields<'_>) -> Result<(), Invalid> {
    let entries = fields.list("roster", "a list of players", |value| {
        let entry = Fields::of(value, "a player")?;
        let word = entry.need("status", "a status")?;
        let status = STATUSES.into_iter().find(|status| word.as_str() == Some(status.name()));
        let status = status.ok_or_else(|| Invalid::new("status", brief(word), status_words()))?;
        let count = |name: &str| entry.get(name).map_or(Ok(0), |value| integer(name, value, 0, u8::MAX.into()));
        Ok((entry.need("name", "a name")?, status, [count("exits")?, count("ejects")?, count("keys")?]))
    })?;
    if entries.len() != usize::from(world.code.players) {
        let words = format!("{} players, need {}", entries.len(), world.code.players);
        return Err(Invalid::new("roster", entries.len(), format!("{} players", world.code.players)).says(words));
    }
    for (seat, (name, status, [exits, ejects, keys])) in entries.into_iter().enumerate() {
        let expected = world.player_name(Seat(seat as u8));
        if name.as_str() != Some(expected.as_str()) {
            return Err(Invalid::new(format!("roster[{seat}].name"), brief(name), format!("{:?}", expected.as_str())));
        }
        let player = &mut state.players[seat];
        (player.status, player.exits, player.ejects, player.keys) = (status, exits as u8, ejects as u8, keys as u8);
    }
    Ok(())
}

fn status_words() -> String {
    format!("one of {}", STATUSES.map(Status::name).join(", "))
}

/// Reads zombies and ghosts, each kind in its order; as many as the level has.
fn read_hunters(state: &mut State, site: &Site, fields: Fields<'_>) -> Result<(), Invalid> {
    let hunters = people(fields, "adversaries", HUNTERS)?;
    let mut next = [0, usize::from(site.zombies)];
    let ends = [usize::from(site.zombies), usize::from(site.zombies) + usize::from(site.ghosts)];
    for (i, hunter) in hunters.iter().enumerate() {
        let kind = usize::from(hunter.kind == ActorKind::Ghost);
        let at = tile(site, hunter.position).map_err(|error| error.within(&format!("adversaries[{i}].position")))?;
        if next[kind] < ends[kind] {
            state.hunters[next[kind]] = at;
        }
        next[kind] += 1;
    }
    if next != ends {
        let (zombies, ghosts) = (next[0], next[1] - usize::from(site.zombies));
        let words = format!("{zombies} zombies and {ghosts} ghosts, need {} and {}", site.zombies, site.ghosts);
        return Err(Invalid::new("adversaries", hunters.len(), "those of the level").says(words));
    }
    Ok(())
}

/// Whose turn it is; by default the first player in the level.
fn turn(world: &World, state: &State, fields: Fields<'_>) -> Result<Place, Invalid> {
    let ground = world.ground();
    let first = || Place(state.inside(&ground).next().map_or(0, |(seat, _)| seat.0));
    let Some(value) = fields.get("turn").filter(|value| !value.is_null()) else { return Ok(first()) };
    let actor: Option<Actor> = value.as_str().and_then(|word| word.parse().ok());
    let actor = actor.filter(|&actor| state.tile_of(&ground, actor).is_some());
    let actor = actor.ok_or_else(|| Invalid::new("turn", brief(value), "an actor in the level, such as zombie1"))?;
    let hunter = State::hunter_index(world.site(state), actor) as u8;
    Ok(Place(if actor.kind == ActorKind::Player { actor.number } else { world.code.players + hunter }))
}

/// A world and a state that start from the state of R46 (R50): players take seats in list order, adversaries keep their
/// order within their kind, and the level need not be playable.
pub fn given(settings: &Settings, random: Random, document: &Value) -> Result<(World, State), Invalid> {
    let fields = Fields::of(document, "a state")?;
    let level = Level::read(fields.need("level", "a level")?).map_err(|error| error.within("level"))?;
    let chart = Chart::loose(level).map_err(|error| error.within("level"))?;
    let (players, hunters) = (people(fields, "players", PLAYER)?, people(fields, "adversaries", HUNTERS)?);
    if !(1..=PLAYERS).contains(&players.len()) {
        let words = format!("{} players, need 1 to 4", players.len());
        return Err(Invalid::new("players", players.len(), "1 to 4 players").says(words));
    }
    let mut values = settings.told();
    values.players = players.len() as u8;
    values.start_level = 1;
    values.names.clear();
    for (i, person) in players.iter().enumerate() {
        let field = format!("players[{i}].name");
        let got = format!("{:?}", person.name);
        let Some(name) = Name::parse(&person.name) else {
            return Err(Invalid::new(field, got, "1 to 32 letters and digits"));
        };
        if values.names.contains(&name) {
            return Err(Invalid::new(field, &got, "a name of its own").says(format!("{got} is taken")));
        }
        values.names.push(name);
    }
    let count = |kind| hunters.iter().filter(|hunter| hunter.kind == kind).count();
    let (zombies, ghosts) = (count(ActorKind::Zombie), count(ActorKind::Ghost));
    if zombies.max(ghosts) > ADVERSARIES / 2 {
        let words = format!("{zombies} zombies and {ghosts} ghosts, need at most 32 of each");
        return Err(Invalid::new("adversaries", hunters.len(), "at most 32 of each kind").says(words));
    }
    (values.zombies, values.ghosts) = (Some(zombies as u8), Some(ghosts as u8));
    let key = chart.level.object(ObjectKind::Key).is_some();
    let world = World::of(values, alloc::vec![Arc::new(chart)], random);
    let mut state = State::empty(random, 0);
    let site = world.site(&state);
    (state.locked, state.key) = (flag(fields, "exit-locked")?, key);
    for (i, person) in players.iter().enumerate() {
        let at = tile(site, person.position).map_err(|error| error.within(&format!("players[{i}].position")))?;
        state.players[i].at = at;
    }
    state.players[players.len()..].iter_mut().for_each(|player| *player = Default::default());
    read_hunters(&mut state, site, fields)?;
    Ok((world, state))
}

/// An actor as R46 writes it.
struct Person {
    kind: ActorKind,
    name: String,
    position: Point,
}

const PLAYER: &[ActorKind] = &[ActorKind::Player];
const HUNTERS: &[ActorKind] = &[ActorKind::Zombie, ActorKind::Ghost];

fn people(fields: Fields<'_>, name: &str, kinds: &[ActorKind]) -> Result<Vec<Person>, Invalid> {
    let words = kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    fields.list(name, "a list of actors", |value| {
        let fields = Fields::of(value, "an actor")?;
        let kind = fields.need("type", &format!("one of {words}"))?;
        let known = kinds.iter().copied().find(|known| kind.as_str() == Some(known.name()));
        let kind = known.ok_or_else(|| Invalid::new("type", brief(kind), format!("one of {words}")))?;
        let name = fields.need("name", "a name")?;
        let name = name.as_str().ok_or_else(|| Invalid::new("name", brief(name), "a text"))?;
        Ok(Person { kind, name: name.into(), position: fields.point("position")? })
    })
}

fn flag(fields: Fields<'_>, name: &str) -> Result<bool, Invalid> {
    let value = fields.need(name, "true or false")?;
    value.as_bool().ok_or_else(|| Invalid::new(name, brief(value), "true or false"))
}

fn tile(site: &Site, point: Point) -> Result<Tile, Invalid> {
    let last = site.point(Tile::new((site.rows - 1) as u8, (site.columns - 1) as u8));
    let expected = || format!("from {} to {last}", site.corner);
    site.tile(point).ok_or_else(|| Invalid::new("", point, expected()))
}
