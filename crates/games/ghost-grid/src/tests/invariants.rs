//! The invariants after every phase of any match: section 15.

use super::encode::arrays;
use super::matches::{self, all_seats};
use crate::check::loot;
use crate::event::Event;
use crate::ground::{NodeSet, Side};
use crate::state::{Memory, State, Status};
use crate::{GhostGrid, World};
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::Stepped;
use proptest::prelude::*;

fn came(played: &State, world: &World, side: Side) -> usize {
    world.code.side(side).iter().filter(|&seat| played.tally.status(&world.code, seat) != Status::Idle).count()
}

fn count(world: &World, state: &State, side: Side, status: Status) -> usize {
    world.code.side(side).iter().filter(|&seat| state.tally.status(&world.code, seat) == status).count()
}

#[test]
fn loot_is_kept_and_counts_only_grow() {
    matches::each_step(600, 801, true, |played| {
        let Stepped { world, before, after, .. } = *played;
        let (was, is, code) = (&before.tally, &after.tally, &world.code);
        assert_eq!(loot(after), u32::from(code.total_loot), "{}", played.case());
        assert!(is.delivered >= was.delivered && is.lost >= was.lost, "{}", played.case());
        let turned = played.events.iter().any(|event| matches!(event, Event::Turned { .. }));
        assert!(is.recovered >= was.recovered || code.cumulative && turned, "{}", played.case());
        assert_eq!(is.lost, u16::from(is.turncoats) * code.loss);
        assert!(is.turncoats <= code.turncoats);
        assert_eq!(usize::from(is.captured), count(world, after, Side::Ghost, Status::Captured));
        assert_eq!(usize::from(is.turncoats), count(world, after, Side::Sentinel, Status::Turned));
        let captures: u32 = after.agents.iter().map(|agent| u32::from(agent.captures)).sum();
        assert_eq!(captures, u32::from(is.captured));
        if is.ghosts_at_start > 0 {
            let needed = usize::from(code.sentinels_per_ghost) * usize::from(is.ghosts_at_start);
            assert_eq!(came(after, world, Side::Sentinel), needed, "{}", played.case());
            assert_eq!(is.ghosts_at_start, is.natives);
        }
        assert_eq!(GhostGrid::check(world, after), Ok(()), "{}", played.case());
    });
}

#[test]
fn nobody_goes_but_along_a_connection_that_is_paid() {
    matches::each_step(600, 802, true, |played| {
        let Stepped { world, before, after, .. } = *played;
        let code = &world.code;
        for seat in all_seats(world) {
            let statuses = [before, after].map(|state| state.tally.status(code, seat));
            let [was, is] = [before, after].map(|state| state.agents[seat.index()]);
            match statuses {
                [Status::Idle, _] => continue,
                [Status::Active, _] => {}
                [out, still] => assert_eq!((out, was), (still, is), "who is out stays as it is (R9)"),
            }
            let recharged = played.events.iter().find_map(|event| match *event {
                Event::Recharged { sentinel, amount } if sentinel == seat => Some(amount),
                _ => None,
            });
            if was.node == is.node {
                assert_eq!(is.energy, was.energy + recharged.unwrap_or(0), "{}", played.case());
            } else {
                assert_eq!(code.side_of(seat), before.tally.phase, "in its own phase");
                let port = world.ground().port(was.node, is.node).expect("a connection");
                assert_eq!(is.energy + u32::from(port.dist), was.energy, "{}", played.case());
                let frozen = code.side_of(seat) == Side::Sentinel && was.frozen >= before.tally.turn;
                assert!(!frozen, "{}", played.case());
            }
        }
    });
}

#[test]
fn by_contact_nobody_with_loot_stands_beside_a_sentinel() {
    matches::each_step(600, 803, true, |played| {
        let Stepped { world, before, after, .. } = *played;
        let code = &world.code;
        if after.tally.end.is_some() {
            return;
        }
        let reinforced = played.events.iter().any(|event| matches!(event, Event::Reinforced { .. }));
        let is_new = |seat: Seat| before.tally.status(code, seat) == Status::Idle;
        for ghost in after.tally.of(code, Side::Ghost).iter() {
            let agent = &after.agents[ghost.index()];
            let guarded = !after.at(code, Side::Sentinel, agent.node).is_empty();
            let beside = guarded && agent.loot > 0;
            let born = is_new(ghost) && world.role_of(ghost).0 == crate::view::Role::Turncoat;
            assert!(!code.contact || !beside || born || reinforced, "{}", played.case());
            let in_goal = world.ground().is_goal(agent.node) && agent.loot > 0;
            let ghosts_moved = before.tally.phase == Side::Ghost;
            assert!(!(code.on_arrival && ghosts_moved && in_goal), "{}", played.case());
        }
    });
}

#[test]
fn a_match_ends_once_and_at_last() {
    let mut ended = 0;
    matches::each_step(600, 804, true, |played| {
        let ends = played.events.iter().filter(|event| matches!(event, Event::GameEnded { .. })).count();
        assert_eq!(ends, usize::from(played.after.tally.end.is_some()));
        assert!(ends == 0 || matches!(played.events.last(), Some(Event::GameEnded { .. })));
        assert!(played.after.tally.turn <= played.world.code.max_turns);
        assert_eq!(played.after.tally.end.is_some(), GhostGrid::outcome(played.world, played.after).is_some());
        ended += ends;
    });
    assert!(ended > 500);
}

#[test]
fn legal_choices_are_refused_only_when_others_were_quicker() {
    matches::each_step(500, 805, false, |played| {
        for event in &played.events {
            if let Event::Refused { reason, .. } = event {
                assert!(matches!(reason.name(), "gone" | "ghost_cap"), "{}", played.case());
                assert_eq!(GhostGrid::refusal(event), None);
            }
        }
    });
}

#[test]
fn the_order_of_choices_is_without_effect() {
    let mut random = Random::new(806);
    matches::each_step(400, 806, false, |played| {
        let mut choices = played.choices.clone();
        random.shuffle(&mut choices);
        let mut state = played.before.clone();
        let events = matches::step(played.world, &mut state, &choices);
        assert_eq!((&state, &events), (played.after, &played.events), "{}", played.case());
    });
}

#[test]
fn the_generator_changes_only_by_reinforcement() {
    // R37
    let mut drawn = 0;
    matches::each_step(600, 807, true, |played| {
        let came = played.events.iter().filter(|event| matches!(event, Event::Reinforced { .. })).count();
        let (was, is) = (played.before.tally.random, played.after.tally.random);
        assert_eq!(was.key, is.key);
        let draws = if played.world.posts.len() > 1 { came as u64 } else { 0 };
        assert_eq!(is.counter, was.counter + draws, "{}", played.case());
        drawn += draws;
    });
    assert!(drawn > 100);
}

#[test]
fn a_state_that_was_written_and_read_goes_on_to_the_same_states() {
    matches::each_step(250, 808, true, |played| {
        let document = serde_json::to_value(GhostGrid::write_state(played.world, played.before)).expect("JSON");
        let mut state = GhostGrid::read_state(played.world, &document).expect("a state");
        assert_eq!(&state, played.before);
        matches::step(played.world, &mut state, &played.choices);
        assert_eq!(&state, played.after);
        assert_eq!(GhostGrid::hash_of(played.world, &state), GhostGrid::hash_of(played.world, played.after));
    });
}

#[test]
fn what_is_remembered_was_true_at_its_time() {
    let mut lying: Vec<Vec<u16>> = Vec::new();
    let mut checked = 0;
    matches::each_step(600, 809, true, |played| {
        let now = |state: &State| state.tally.phases(&played.world.code) as usize;
        let loot = |state: &State| state.places.iter().map(|place| place.loot).collect::<Vec<u16>>();
        if now(played.before) == 0 {
            lying = Vec::from([loot(played.before)]);
        }
        if played.after.tally.end.is_some() {
            return;
        }
        // A phase without sentinels, played in the step before it, moves no loot.
        lying.resize(now(played.after) + 1, loot(played.after));
        for ghost in played.after.tally.of(&played.world.code, Side::Ghost).iter() {
            for (node, memory) in played.after.memory_of(&played.world.code, ghost).iter().enumerate() {
                let Some((time, amount)) = memory.get() else { continue };
                let lay = lying[time as usize][node];
                assert!(amount.map_or(lay > 0, |amount| amount == lay), "{ghost} {node} {memory:?} {}", played.case());
                checked += 1;
            }
        }
    });
    assert!(checked > 10_000);
}

fn some_memory() -> impl Strategy<Value = Memory> {
    prop_oneof![
        Just(Memory::NONE),
        (0u32..4, 0u16..=1000).prop_map(|(time, amount)| Memory::exact(time, amount % 3)),
        (0u32..4).prop_map(Memory::some),
        (0u32..=200_000, 0u16..=1000).prop_map(|(time, amount)| Memory::exact(time, amount)),
        (0u32..=200_000).prop_map(Memory::some),
    ]
}

proptest! {
    /// R32: the latest, at equal times an exact one. Two exact ones of one time are the same in a match.
    #[test]
    fn merging_memories_is_commutative_associative_and_idempotent(
        a in some_memory(), b in some_memory(), c in some_memory()
    ) {
        let merged = |a: Memory, b: Memory| a.max(b);
        prop_assert_eq!(merged(a, b), merged(b, a));
        prop_assert_eq!(merged(a, merged(b, c)), merged(merged(a, b), c));
        prop_assert_eq!(merged(a, a), a);
        prop_assert_eq!(merged(a, Memory::NONE), a);
        let expected = match (a.get(), b.get()) {
            (None, _) => b,
            (_, None) => a,
            (Some((x, _)), Some((y, _))) if x != y => if x > y { a } else { b },
            (Some((_, None)), _) => b,
            (_, Some((_, None))) => a,
            _ => merged(a, b),
        };
        prop_assert_eq!(merged(a, b), expected);
    }

    #[test]
    fn a_memory_says_what_was_put_in(time in 0u32..=200_000, amount in 0u16..=1000) {
        prop_assert_eq!(Memory::exact(time, amount).get(), Some((time, Some(amount))));
        prop_assert_eq!(Memory::some(time).get(), Some((time, None)));
        prop_assert_eq!(Memory::exact(time, amount).is_exact_loot(), amount > 0);
        prop_assert!(!Memory::some(time).is_exact_loot());
    }
}

/// The same state, but everything that R44 hides from the seat is drawn again.
fn disturbed(random: &mut Random, world: &World, state: &State, seat: Seat) -> State {
    let (code, mut other) = (&world.code, state.clone());
    let own = state.agents[seat.index()].node;
    let is_ghost = code.side_of(seat) == Side::Ghost;
    let short: Vec<u8> =
        world.graph.ports(own.into()).iter().filter(|port| code.is_short(port.dist)).map(|port| port.node).collect();
    let everywhere: Vec<u8> = (0..world.graph.len()).map(|node| node as u8).collect();
    let elsewhere: Vec<u8> = everywhere.iter().copied().filter(|&node| node != own).collect();
    let unseen: Vec<u8> = elsewhere.iter().copied().filter(|node| !short.contains(node)).collect();

    for seat_of in all_seats(world).filter(|&other| other != seat) {
        let agent = &mut other.agents[seat_of.index()];
        agent.energy = random.below(100) as u32;
        agent.was = Seat(random.below(20) as u8);
        agent.captures = random.below(3) as u8;
        (agent.loot, agent.haul, agent.taken) =
            (random.below(50) as u16, random.below(50) as u16, random.below(50) as u16);
        agent.frozen = random.below(2) as u32 * 100_000;
        if code.side_of(seat_of) == Side::Ghost && agent.node != own {
            agent.node = *random.pick(&elsewhere).expect("there are other nodes");
        }
    }
    // Ghosts elsewhere may be captured instead, and captured ones may be there.
    let away = code.side(Side::Ghost).iter().filter(|&ghost| {
        ghost != seat && other.agents[ghost.index()].node != own && state.tally.status(code, ghost) != Status::Idle
    });
    for ghost in away {
        let active = &mut other.tally.active;
        *active = if random.below(2) == 0 { active.with(ghost) } else { active.without(SeatSet::only(ghost)) };
    }
    if is_ghost {
        let mut hunters: Vec<Seat> = state.tally.of(code, Side::Sentinel).iter().collect();
        hunters.retain(|hunter| state.agents[hunter.index()].node != own);
        // Which sentinel is seen behind a port is hidden.
        let mut nodes: Vec<u8> = hunters.iter().map(|hunter| state.agents[hunter.index()].node).collect();
        random.shuffle(&mut nodes);
        for (hunter, node) in hunters.iter().zip(nodes) {
            let free = !short.contains(&node) && !unseen.is_empty();
            other.agents[hunter.index()].node = if free { *random.pick(&unseen).expect("some") } else { node };
        }
        for node in everywhere.iter().map(|&node| usize::from(node)) {
            other.places[node].checked = random.below(9) as u32;
            if random.below(2) == 0 {
                other.tally.mapped.insert(node);
            }
        }
        for &node in &unseen {
            other.places[usize::from(node)].loot = random.below(4) as u16;
        }
        for &node in &short {
            let lies = &mut other.places[usize::from(node)].loot;
            *lies = if *lies > 0 { 1 + random.below(50) as u16 } else { 0 };
        }
    } else {
        let me = &mut other.agents[seat.index()];
        (me.haul, me.captures) = (me.taken + random.below(50) as u16, random.below(5) as u8);
        for &node in &elsewhere {
            other.places[usize::from(node)].loot = random.below(4) as u16;
        }
    }
    let nodes = world.graph.len();
    for ghost in code.side(Side::Ghost).iter().filter(|&ghost| ghost != seat) {
        let at = code.ghost(ghost);
        other.known[at] = (0..nodes).filter(|_| random.below(2) == 0).collect::<NodeSet>();
        for slot in &mut other.memory[at * nodes..(at + 1) * nodes] {
            *slot = Memory::exact(random.below(9) as u32, random.below(9) as u16);
        }
    }
    other.tally.random = Random::new(random.next_u64());
    other
}

#[test]
fn what_r44_hides_changes_nothing_that_a_seat_is_shown() {
    let mut random = Random::new(810);
    let mut differed = 0;
    matches::each_step(260, 810, true, |played| {
        let world = played.world;
        for seat in played.after.tally.active.iter() {
            let other = disturbed(&mut random, world, played.after, seat);
            differed += u32::from(&other != played.after);
            let case = || format!("seat {seat}\n{}\n{}", played.case(), matches::describe(world, &other));
            let shown = |state: &State| {
                let mut legal = Vec::new();
                GhostGrid::legal(world, state, seat, &mut |action| legal.push(action));
                let scene = GhostGrid::scene_for(world, state, &played.events, seat);
                (
                    GhostGrid::view(world, state, &played.choices, seat),
                    GhostGrid::drawing_for(world, state, seat),
                    format!("{scene:?}"),
                    arrays(world, state, seat),
                    legal,
                )
            };
            assert_eq!(shown(played.after), shown(&other), "{}", case());
        }
    });
    assert!(differed > 1000);
}

#[test]
fn the_check_says_what_is_wrong() {
    let (world, _) = matches::game(&matches::m3(), 0);
    let good = matches::read(&world, "ghost 2 | G0@1 40/8, G1@0 60/8; S0@3 24");
    type Damage = fn(&mut State);
    let damage: [(Damage, &str); 10] = [
        (|s| s.agents[4].haul = 1, "hauls add up to 1, need at most 0"),
        (|s| s.agents[0].loot -= 1, "loot adds up to 99, need 100"),
        (|s| s.tally.turn = 16, "turn 16 of 15"),
        (|s| s.tally.turn = 0, "turn 0 of 15"),
        (|s| s.tally.natives = 5, "5 natives, need at most 4"),
        (|s| s.agents[0].energy = 9, "seat 0 has 9 of 8 energy"),
        (|s| s.agents[4].energy = 25, "seat 4 has 25 of 24 energy"),
        (|s| s.agents[4].node = 6, "seat 4 is on no node"),
        (|s| s.agents[4].node = 5, "seat 4 is a sentinel in the goal"),
        (|s| s.agents[9].node = 1, "seat 9 is not yet in play"),
    ];
    assert_eq!(GhostGrid::check(&world, &good), Ok(()));
    for (damage, words) in damage {
        let mut state = good.clone();
        damage(&mut state);
        assert_eq!(GhostGrid::check(&world, &state), Err(words.into()));
    }
}
