//! The invariants after every step of every match: the list at the end of the rule book.

use super::encode::arrays;
use super::matches::{self, all_seats, any_settings, game, json_of, legal, one_of, step, wild_choices};
use crate::actor::{Actor, ActorKind};
use crate::event::Event;
use crate::ground::{Tile, TileKind};
use crate::level::{ObjectKind, Point};
use crate::rules;
use crate::setup::actors;
use crate::state::{End, State, Status};
use crate::view::{View, sight, view};
use crate::{Action, Snarl, World};
use gridhaunt_kernel::prelude::*;
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// One step and the choices that led to it.
struct Step<'a> {
    world: &'a World,
    before: &'a State,
    after: &'a State,
    events: &'a [Event],
    choices: &'a [(Seat, Action)],
}

/// Plays a match with any settings and passes every step to `check`.
fn play(key: u64, mut check: impl FnMut(&Step<'_>)) {
    let mut random = Random::new(key);
    let document = any_settings(&mut random);
    let (world, mut state) = game(&document, random.next_u64());
    for _ in 0..matches::STEPS {
        if state.end.is_some() {
            return;
        }
        let choices = wild_choices(&mut random, &world, &state);
        let before = state;
        let events = step(&world, &mut state, &choices);
        check(&Step { world: &world, before: &before, after: &state, events: &events, choices: &choices });
    }
}

fn places(world: &World, state: &State) -> BTreeMap<Actor, Point> {
    let ground = world.ground();
    let at = |actor| Some((actor, world.site(state).point(state.tile_of(&ground, actor)?)));
    actors(&ground, state).filter_map(at).collect()
}

fn kind(world: &World, state: &State, at: Point) -> TileKind {
    world.chart(state).kind_at(at)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every actor in the level stands on a traversable tile, a zombie on a floor tile of the room it began in; no two
    /// actors share a tile. `closed_objects` holds (R32).
    #[test]
    fn everybody_stands_where_it_may(key: u64) {
        let mut homes: BTreeMap<(u8, u8), u16> = BTreeMap::new();
        play(key, |now| {
            assert_eq!(Snarl::check(now.world, now.after), Ok(()));
            if now.after.end.is_some() {
                return;
            }
            let (site, chart) = (now.world.site(now.after), now.world.chart(now.after));
            let standing = places(now.world, now.after);
            let tiles: BTreeSet<Point> = standing.values().copied().collect();
            assert_eq!(tiles.len(), standing.len(), "two share a tile");
            for (&actor, &at) in &standing {
                let kind = kind(now.world, now.after, at);
                assert!(kind.is_traversable());
                let tile = site.tile(at).expect("inside");
                if actor.kind == ActorKind::Zombie {
                    assert_eq!(kind, TileKind::Floor);
                    let home = homes.entry((now.after.level, actor.number)).or_insert_with(|| chart.room(tile));
                    assert_eq!(*home, chart.room(tile), "{actor} left its room");
                }
                if actor.kind != ActorKind::Player && now.world.code.closed_objects {
                    assert!(chart.level.objects.iter().all(|object| object.position != at));
                }
            }
        });
    }

    /// The exit is locked exactly while the key lies in the level; at most one key is credited per level.
    #[test]
    fn one_key_opens_one_exit(key: u64) {
        let mut credited: BTreeMap<u8, u32> = BTreeMap::new();
        play(key, |now| {
            let lies = now.world.chart(now.after).level.object(ObjectKind::Key).is_some();
            assert_eq!(now.after.locked, lies);
            for event in now.events {
                if let Event::KeyTaken { player } = *event {
                    *credited.entry(now.before.level).or_default() += 1;
                    assert!(now.before.locked && !now.after.locked || now.after.level > now.before.level);
                    assert_eq!(now.after.players[player.index()].keys, now.before.players[player.index()].keys + 1);
                }
            }
            assert!(credited.values().all(|&count| count <= 1));
        });
    }

    /// Of an ended level, exits + ejects + stranded are the players placed. Level numbers go up by one, after an exit;
    /// the game is won exactly if a player exited the last level; no level outlasts `max_rounds`.
    #[test]
    fn levels_end_and_follow_each_other(key: u64) {
        let mut stranded = 0;
        play(key, |now| {
            let placed = |state: &State| {
                let players = &state.players[..usize::from(now.world.code.players)];
                let gone = |seat: usize| {
                    players[seat].status == Status::Forfeited && !state.ejects.seats().contains(&Seat(seat as u8))
                };
                (0..players.len()).filter(|&seat| !gone(seat)).count()
            };
            let rounds = now.world.code.max_rounds;
            assert!(rounds == 0 || now.after.round <= rounds);
            stranded = now.events.iter().filter(|event| matches!(event, Event::Stranded { .. })).count();
            let mut ended = None;
            for event in now.events {
                if let Event::LevelEnded { level, exits, ejects, .. } = *event {
                    assert_eq!(exits.seats().len() + ejects.seats().len() + stranded, placed(now.before));
                    assert_eq!(level, now.before.level + 1);
                    assert!(stranded == 0 || now.before.round == rounds);
                    ended = Some(!exits.seats().is_empty());
                }
            }
            let last = usize::from(now.before.level) + 1 == now.world.sites().len();
            match ended {
                None => assert!(now.after.level == now.before.level && now.after.end.is_none() && stranded == 0),
                Some(false) => assert!(matches!(now.after.end, Some(End::Expelled | End::Stranded))),
                Some(true) if last => assert_eq!(now.after.end, Some(End::Won)),
                Some(true) => {
                    assert!(now.after.end.is_none());
                    assert_eq!((now.after.level, now.after.round), (now.before.level + 1, 1));
                    let statuses = now.after.players[..usize::from(now.world.code.players)].iter();
                    assert!(statuses.clone().all(|player| matches!(player.status, Status::In | Status::Forfeited)));
                }
            }
        });
    }

    /// The seat that chooses has a legal action; a player may always stay; an adversary may stay exactly if it can do
    /// nothing else.
    #[test]
    fn there_is_always_something_to_do(key: u64) {
        play(key, |now| {
            let ground = now.world.ground();
            let Some(actor) = now.after.actor(&ground) else {
                assert!(Snarl::phase(now.world, now.after).is_over());
                return;
            };
            let seat = State::seat_of(&ground, actor);
            let list = legal(now.world, now.after, seat);
            assert!(!list.is_empty() && list.iter().is_sorted());
            match actor.kind {
                ActorKind::Player => assert_eq!(list[0], Action::Stay),
                _ => {
                    assert!(list == [Action::Stay] || !list.contains(&Action::Stay));
                    assert!(list.iter().all(|&action| action as u8 <= 4));
                }
            }
            for action in Action::MOVES {
                assert_eq!(Snarl::allows(now.world, now.after, seat, action), list.contains(&action));
            }
        });
    }

    /// A player moves at most two steps, over traversable tiles, a zombie one, a ghost one unless it teleports, and
    /// then it lands on floor. Actors that do not act do not move; the generator changes only by R42.
    #[test]
    fn only_the_one_who_acts_moves_and_not_far(key: u64) {
        play(key, |now| {
            let ground = now.world.ground();
            let acting = now.before.actor(&ground).expect("somebody");
            let (before, after) = (places(now.world, now.before), places(now.world, now.after));
            if now.after.level == now.before.level {
                for (actor, at) in &after {
                    assert!(*actor == acting || before[actor] == *at, "{actor} moved");
                }
                let draws = now.after.random.counter - now.before.random.counter;
                let teleported = now.events.iter().any(|event| matches!(event, Event::Teleported { .. }));
                assert!(draws == 0 || (teleported && draws <= 2));
            }
            for event in now.events {
                match *event {
                    Event::Moved { actor, from, to } => {
                        assert_eq!(actor, acting);
                        assert_eq!(before[&actor], from);
                        let most = if actor.kind == ActorKind::Player { 2 } else { 1 };
                        assert!(from.distance(to) <= most && kind(now.world, now.before, to).is_traversable());
                        let over = |middle: &Point| {
                            middle.distance(to) <= 1 && kind(now.world, now.before, *middle).is_traversable()
                        };
                        assert!(from.distance(to) < 2 || from.neighbours().iter().any(over));
                    }
                    Event::Teleported { ghost, from, wall, to } => {
                        assert_eq!((acting.kind, acting.number), (ActorKind::Ghost, ghost));
                        assert_eq!((before[&acting], from.distance(wall)), (from, 1));
                        assert!(!kind(now.world, now.before, wall).is_traversable());
                        assert_eq!(kind(now.world, now.before, to), TileKind::Floor);
                    }
                    _ => {}
                }
            }
        });
    }

    /// Events come in the order of R68.
    #[test]
    fn events_come_in_their_order(key: u64) {
        play(key, |now| {
            let rank = |event: &Event| match event {
                Event::Refused { .. } => 0,
                Event::Forfeited { .. } | Event::Moved { .. } | Event::Teleported { .. } => 1,
                Event::KeyTaken { .. } | Event::Exited { .. } | Event::Expelled { .. } => 2,
                Event::Stranded { .. } => 3,
                Event::LevelEnded { .. } => 4,
                Event::GameEnded { .. } | Event::LevelStarted { .. } => 5,
                Event::Placed { .. } => 6,
            };
            let ranks: Vec<u8> = now.events.iter().map(rank).collect();
            assert!(ranks.is_sorted(), "{:?}", now.events);
            let count = |of: u8| ranks.iter().filter(|&&rank| rank == of).count();
            assert!(count(0) <= 1 && count(1) == 1 && count(2) <= 1 && count(4) <= 1 && count(4) == count(5));
            let placed = if now.after.level == now.before.level { 0 } else { places(now.world, now.after).len() };
            assert_eq!(count(6), placed);
            let first = now.choices.iter().find(|(seat, _)| Snarl::phase(now.world, now.before).asks(*seat));
            let refused = first.is_some_and(|&(seat, action)| !Snarl::allows(now.world, now.before, seat, action));
            assert_eq!(count(0) == 1, refused);
        });
    }

    /// What a player sees is enough to know its legal moves, and never lists itself.
    #[test]
    fn legal_moves_follow_from_the_view_alone(key: u64) {
        play(key, |now| {
            for seat in all_seats(now.world).filter(|seat| seat.0 < now.world.code.players) {
                let seen = sight(now.world, now.after, seat);
                if seen.position.is_none() {
                    assert_eq!(seen.legal().0, 0);
                    continue;
                }
                let moves = rules::legal(&now.world.ground(), now.after, Actor::player(seat));
                assert_eq!(seen.legal(), moves);
                if Snarl::phase(now.world, now.after).asks(seat) {
                    assert!(seen.legal().iter().eq(legal(now.world, now.after, seat)));
                }
                assert!(seen.actors.iter().all(|actor| actor.name != now.world.player_name(seat)));
            }
        });
    }

    /// Other players and adversaries outside its square, the key if it lies there, and the dice may be anywhere: the
    /// view of a player stays the same.
    #[test]
    fn what_a_player_is_shown_does_not_hang_on_who_is_elsewhere(key: u64) {
        let mut random = Random::stream(key, 3);
        play(key, |now| {
            if random.below(4) > 0 {
                return;
            }
            let (world, state) = (now.world, now.after);
            for seat in all_seats(world).filter(|seat| seat.0 < world.code.players) {
                let other = disturbed(&mut random, world, state, seat);
                assert_eq!(shown(world, state, seat), shown(world, &other, seat));
            }
        });
    }

    /// Whatever lies outside its square, tiles, objects or actors: the view of a player stays the same.
    #[test]
    fn what_a_player_is_shown_does_not_hang_on_what_lies_elsewhere(key: u64) {
        let mut random = Random::new(key);
        let reach = 2 + random.below(3) as i64;
        let document = json!({"sight": reach, "max_rounds": random.below(4), "void_walls": random.below(2) == 0});
        let middle = (random.below(9) as i64 - 4, random.below(9) as i64 - 4);
        let inside = |at: (i64, i64)| (at.0 - middle.0).abs() <= reach && (at.1 - middle.1).abs() <= reach;
        let locked = random.below(2) == 0;
        let (mut first, mut second) = (Map::any(&mut random), Map::any(&mut random));
        // The same inside; outside anything.
        for map in [&mut first, &mut second] {
            map.tiles.entry(middle).or_insert('.');
            map.players[0] = middle;
        }
        second.tiles.retain(|&at, _| !inside(at));
        second.tiles.extend(first.tiles.iter().filter(|&(&at, _)| inside(at)));
        for (one, other) in [(&first.players, &mut second.players), (&first.zombies, &mut second.zombies),
                             (&first.ghosts, &mut second.ghosts), (&first.objects, &mut second.objects)] {
            for (i, at) in one.iter().enumerate() {
                while inside(*at) && other[i] != *at || !inside(*at) && inside(other[i]) {
                    other[i] = if inside(*at) { *at } else { anywhere(&mut random) };
                }
            }
        }
        let [(a, mut state_a), (b, mut state_b)] = [&first, &second]
            .map(|map| matches::given(&document, key, &map.state(locked)));
        assert_eq!(shown(&a, &state_a, Seat(0)), shown(&b, &state_b, Seat(0)));
        // Its actions there have the same result: where it stands and what it finds.
        let choice = one_of(&mut random, &legal(&a, &state_a, Seat(0)));
        let told = [(&a, &mut state_a), (&b, &mut state_b)].map(|(world, state)| step(world, state, &[(Seat(0), choice)])[0]);
        assert_eq!(told[0], told[1]);
    }
}

/// Everything that a player is shown, except the picture of [`Picture::scene_for`], which darkens the unseen and does
/// not hide it.
fn shown(world: &World, state: &State, seat: Seat) -> (Value, String, Vec<u8>, Vec<u32>, Vec<u8>, Vec<Action>) {
    let (square, empty, numbers, mask) = arrays(world, state, seat);
    assert!(empty.iter().all(|&byte| byte == 0), "an adversary's array shows a player something");
    let view = view(world, state, seat);
    let View::PlayerView(mine) = &view else { panic!("seat {seat} is a player") };
    let moves = mine.sight.legal();
    assert!(!Snarl::phase(world, state).asks(seat) || moves.iter().eq(legal(world, state, seat)));
    // Given levels have the same number and the same round.
    (json_of(&view), Snarl::drawing_for(world, state, seat), square, numbers, mask, legal(world, state, seat))
}

/// The same state, but everything outside the square of a player is drawn again.
fn disturbed(random: &mut Random, world: &World, state: &State, seat: Seat) -> State {
    let mut other = *state;
    let site = world.site(state);
    let seen = sight(world, state, seat);
    let hidden: Vec<Tile> = world.chart(state).tiles().filter(|&tile| seen.code(site.point(tile)).is_none()).collect();
    other.random = Random::new(random.next_u64());
    other.taker = state.taker;
    if hidden.is_empty() {
        return other;
    }
    for tile in other.hunters[..state.hunters(site).len()].iter_mut().filter(|tile| hidden.contains(tile)) {
        *tile = one_of(random, &hidden);
    }
    for (number, player) in other.players.iter_mut().enumerate().take(world.code.players.into()) {
        if player.status == Status::In && number != seat.index() && hidden.contains(&player.at) {
            player.at = one_of(random, &hidden);
        }
    }
    other
}

const SPAN: i64 = 9;

fn anywhere(random: &mut Random) -> (i64, i64) {
    let mut one = || random.below(2 * SPAN as u64 + 1) as i64 - SPAN;
    (one(), one())
}

/// A level tile by tile: every room is one tile, and so is every hallway (R50 requires no more).
#[derive(Clone, Debug)]
struct Map {
    tiles: BTreeMap<(i64, i64), char>,
    players: Vec<(i64, i64)>,
    zombies: Vec<(i64, i64)>,
    ghosts: Vec<(i64, i64)>,
    objects: Vec<(i64, i64)>,
}

impl Map {
    fn any(random: &mut Random) -> Self {
        let mut tiles = BTreeMap::new();
        let density = 1 + random.below(9);
        for row in -SPAN..=SPAN {
            for column in -SPAN..=SPAN {
                if random.below(10) < density {
                    tiles.insert((row, column), one_of(random, &['.', '.', '.', '#', '+', ':']));
                }
            }
        }
        // The corners are always there, so that all actors stand inside the rectangle.
        tiles.insert((-SPAN, -SPAN), '#');
        tiles.insert((SPAN, SPAN), '#');
        let mut some = |count: usize| (0..count).map(|_| anywhere(random)).collect::<Vec<_>>();
        Self { tiles, players: some(4), zombies: some(6), ghosts: some(6), objects: some(2) }
    }

    fn state(&self, locked: bool) -> Value {
        let mut rooms = vec![];
        let mut hallways = vec![];
        for (&(row, column), tile) in &self.tiles {
            match tile {
                ':' => hallways
                    .push(json!({"from": [row, column - 1], "to": [row, column - 1], "waypoints": [[row, column]]})),
                tile => {
                    let code = "#.+".find(*tile).expect("a tile");
                    rooms.push(
                        json!({"origin": [row, column], "bounds": {"rows": 1, "columns": 1}, "layout": [[code]]}),
                    );
                }
            }
        }
        let people = |kind: &str, list: &[(i64, i64)]| -> Vec<Value> {
            let one =
                |(i, at): (usize, &(i64, i64))| json!({"type": kind, "name": format!("{kind}{i}"), "position": at});
            list.iter().enumerate().map(one).collect()
        };
        let hunters = [people("zombie", &self.zombies), people("ghost", &self.ghosts)].concat();
        json!({"level": {"rooms": rooms, "hallways": hallways, "objects": [
                   {"type": "key", "position": self.objects[0]}, {"type": "exit", "position": self.objects[1]}]},
               "players": people("player", &self.players), "adversaries": hunters, "exit-locked": locked})
    }
}

#[test]
fn a_scene_for_a_player_shows_nobody_it_does_not_see() {
    matches::each_step(30, 802, true, |played| {
        for seat in all_seats(played.world).filter(|seat| seat.0 < played.world.code.players) {
            let seen = sight(played.world, played.after, seat);
            let scene = Snarl::scene_for(played.world, played.after, &played.events, seat);
            let Board::Grid(board) = scene.board else { panic!("a grid") };
            let own = usize::from(seen.position.is_some());
            assert_eq!(board.actors.len(), seen.actors.len() + own, "{}", played.case());
            assert_eq!(board.things.len(), seen.objects.len(), "{}", played.case());
            assert_eq!(board.actors.iter().filter(|actor| actor.glyph == '@').count(), own, "{}", played.case());
        }
    });
}

#[test]
fn the_check_says_what_is_wrong() {
    let document = json!({"players": 2, "placement": "corners", "zombies": 1, "ghosts": 1, "max_rounds": 50,
        "levels": [matches::level("########\n#..KE..+:\n########\n")]});
    let (world, good) = game(&document, 0);
    let tile = |row: u8, column: u8| Tile::new(row, column);
    type Damage = fn(&mut State);
    let damage: [(Damage, &str); 25] = [
        (|s| s.level = 1, "there is no level 1"),
        (|s| s.players[0].at = Tile::new(0, 0), "player1 stands on Wall"),
        (|s| s.players[0].at = Tile::new(9, 0), "player1 stands on Void"),
        (|s| s.hunters[0] = Tile::new(1, 7), "zombie1 stands on Door"),
        (|s| s.hunters[1] = Tile::new(0, 8), "ghost1 stands on Void"),
        (|s| s.hunters[1] = s.hunters[0], "ghost1 shares its tile with Some(Actor { kind: Zombie, number: 0 })"),
        (|s| s.hunters[0] = Tile::new(1, 4), "zombie1 stands on a closed object"),
        (|s| s.hunters[1] = Tile::new(1, 3), "ghost1 stands on a closed object"),
        (|s| s.locked = false, "the exit is locked exactly while the key lies in the level"),
        (|s| s.key = false, "the exit is locked exactly while the key lies in the level"),
        (|s| s.taker = Some(Seat(0)), "the key was taken and lies there"),
        (|s| s.round = 51, "round 51 of at most 50"),
        (|s| s.round = 0, "round 0 of at most 50"),
        (|s| s.exits.push(Seat(1)), "seat 1 is in but listed otherwise"),
        (|s| s.ejects.push(Seat(0)), "seat 0 is in but listed otherwise"),
        (|s| s.players[1].status = Status::Expelled, "seat 1 is expelled but listed otherwise"),
        (|s| s.players[1].status = Status::Exited, "seat 1 is exited but listed otherwise"),
        (|s| s.players[1].status = Status::Forfeited, "seat 1 is out but stands somewhere"),
        (
            |s| (s.players[1].status, s.players[1].at) = (Status::Stranded, Tile::default()),
            "seat 1 is stranded in a level that goes on",
        ),
        (|s| s.players[2].keys = 1, "a seat that does not exist has a player"),
        (|s| s.hunters[2] = Tile::new(1, 2), "an adversary that does not exist stands somewhere"),
        (|s| s.turn.0 = 4, "it is the turn of ghost2, who is not in the level"),
        (|s| s.end = Some(End::Won), "the game is over and somebody is in the level"),
        (
            |s| {
                for player in &mut s.players[..2] {
                    (player.status, player.at) = (Status::Forfeited, Tile::default());
                }
                (s.turn.0, s.end) = (0, Some(End::Won));
            },
            "the end does not fit the players and the level",
        ),
        (
            |s| {
                (s.players[0].status, s.players[0].at) = (Status::Forfeited, Tile::default());
            },
            "it is the turn of player1, who is not in the level",
        ),
    ];
    assert_eq!(Snarl::check(&world, &good), Ok(()));
    assert_eq!((good.players[0].at, good.hunters[1]), (tile(1, 1), tile(1, 6)));
    for (damage, words) in damage {
        let mut state = good;
        damage(&mut state);
        assert_eq!(Snarl::check(&world, &state), Err(words.into()));
    }
}

#[test]
fn views_of_adversaries_show_everybody() {
    matches::each_step(20, 803, true, |played| {
        let players = played.world.code.players;
        let View::AdversaryView(zombies) = view(played.world, played.after, Seat(players)) else { panic!("zombies") };
        let View::AdversaryView(ghosts) = view(played.world, played.after, Seat(players + 1)) else { panic!("ghosts") };
        assert_eq!(zombies.state, ghosts.state);
        let standing = places(played.world, played.after);
        assert_eq!(zombies.state.players.len() + zombies.state.adversaries.len(), standing.len());
        let acting = played.after.actor(&played.world.ground()).map(|actor| played.world.name(actor));
        let hunts = [zombies.actor, ghosts.actor].into_iter().flatten().next();
        assert!(hunts.is_none() || hunts == acting);
    });
}
