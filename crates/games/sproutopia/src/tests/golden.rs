//! Published known answers (K2, K5), and playthroughs for people to read: what a change of rules or of the generator
//! would change.

use super::matches::{cell, game, settings, under};
use super::slow::{Walker, commands};
use super::{DATA, wire};
use crate::game::Complete;
use crate::power::{Held, PowerKind};
use crate::queue::Command;
use crate::state::{End, State};
use crate::{Action, Legacy, Official, Sproutopia, World};
use gridhaunt_kernel::fingerprint::fingerprint;
use gridhaunt_kernel::json::hex;
use gridhaunt_kernel::prelude::*;
use gridhaunt_testing::{Playthrough, every_field_counts, hold_snapshot};
use serde_json::json;
use std::fmt::Write as _;

/// A match that is recorded tick by tick.
fn written() -> Value {
    json!({
        "players": 3, "cols": 12, "rows": 10, "max_ticks": 60, "weeds_start_tick": 3, "weed_spawn_rate_mean": 9,
        "weeds_max_amount": 2, "weeds_max_growth": 6, "power_up_start_tick": 1, "power_up_spawn_rate_mean": 4,
        "power_up_spawn_rate_std_dev": 2, "lifespan_freeze": 2, "lifespan_unprunable": 12,
    })
}

fn playthrough<R: Complete>() -> String {
    let one = Playthrough::<Sproutopia<R>> {
        title: R::NAME,
        seed: 8,
        settings: under::<R>(&written()),
        world: |world| format!("board {}\n\n", hex(Sproutopia::<R>::digest(world))),
        outcome: |outcome| format!("\n{}\n", serde_json::to_string(outcome).expect("JSON")),
    };
    let mut walkers = Vec::new();
    one.text(|world, state, random| {
        if state.tick == 0 {
            walkers = Walker::some(random, world.ground.players());
        }
        commands(random, &world.ground, state, &mut walkers, 3)
    })
}

#[test]
fn the_playthroughs_are_as_written() {
    let all = playthrough::<Official>() + &playthrough::<Legacy>();
    hold_snapshot(DATA, "playthroughs", &(Playthrough::<Sproutopia<Official>>::heading() + &all));
}

fn boards() -> [(&'static str, Value); 4] {
    [
        ("default", json!({})),
        ("busy", wire::busy()),
        ("tight", json!({"cols": 7, "rows": 7, "max_ticks": 200, "weeds_start_tick": 0, "power_up_start_tick": 0})),
        ("wide", json!({"cols": 64, "rows": 64, "players": 2, "weed_growth_rate": 1, "weeds_max_growth": 64})),
    ]
}

fn ledger<R: Complete>(text: &mut String) {
    for (name, document) in boards() {
        for seed in 0..5 {
            let (mut hash, mut ticks, mut cells) = (0, 0, Vec::new());
            wire::played::<R>(&document, seed, 300, |world, state, _| {
                hash = Sproutopia::<R>::hash_of(world, state);
                ticks = state.tick;
                cells = state.farmers[..world.ground.players()].iter().map(|farmer| farmer.cells).collect();
            });
            let _ = writeln!(text, "{:<9} {name:<7} {seed} {ticks:>4} {} {cells:?}", R::NAME, hex(hash));
        }
        let settings = settings(&under::<R>(&document));
        let all = fingerprint::<Sproutopia<R>>(&settings, 20, 120).expect("settings");
        let _ = writeln!(text, "{:<9} {name:<7} 20 games of random play {}", R::NAME, hex(all));
    }
}

#[test]
fn many_matches_hash_to_what_was_published() {
    let mut text = String::from(
        "# The state after at most 300 ticks of farmers that walk loops: ticks, hash, cells. Then all states of random play.\n",
    );
    ledger::<Official>(&mut text);
    ledger::<Legacy>(&mut text);
    hold_snapshot(DATA, "hashes", &text);
}

/// Puts a cell into a set of the field, or takes it out.
fn flip(state: &mut State<Legacy>, set: usize, cell: Cell) {
    if state.field.contains(set, cell) { state.field.remove(set, cell) } else { state.field.insert(set, cell) }
}

#[test]
fn every_field_of_the_state_counts_in_its_hash() {
    let (world, state) = wire::played::<Legacy>(&wire::busy(), 4, 60, |_, _, _| {});
    let changes: [fn(&mut State<Legacy>); 34] = [
        |s| flip(s, 2, cell(0, 8)),
        |s| flip(s, 0, cell(1, 0)),
        |s| s.tread(0, cell(3, 3)),
        |s| s.tread(1, cell(3, 3)),
        |s| s.farmers[1].at.x ^= 1,
        |s| s.farmers[1].at.y ^= 1,
        |s| s.farmers[1].momentum = Action::Stand,
        |s| s.farmers[1].out = true,
        |s| s.away = 2,
        |s| s.farmers[2].power = Some(Held { kind: PowerKind::Freeze, left: 1 }),
        |s| s.farmers[2].power = Some(Held { kind: PowerKind::Freeze, left: 2 }),
        |s| s.farmers[2].super_power = Some(Held { kind: PowerKind::Fertilizer, left: 2 }),
        |s| _ = s.enqueue(0, Command::new(900, Action::Up)),
        |s| _ = s.enqueue(0, Command::new(901, Action::Up)),
        |s| _ = s.enqueue(0, Command::new(900, Action::Down)),
        |s| s.farmers[0].repeat = Command::new(900, Action::Up),
        |s| s.farmers[0].repeat = Command::new(900, Action::Down),
        |s| s.points[0] += 1,
        |s| s.weed_countdown += 1,
        |s| s.power_up_countdown += 1,
        |s| s.tick += 1,
        |s| s.stamps += 1,
        |s| s.end = Some(End::MaxTicks),
        |s| s.end = Some(End::Full),
        |s| s.dice.p ^= 1,
        |s| s.dice.a[55] ^= 1,
        |s| s.weeds.get_mut(0).expect("a weed").grows += 1,
        |s| {
            let kind = &mut s.weeds.get_mut(0).expect("a weed").kind;
            *kind = if *kind == PowerKind::Fertilizer { PowerKind::TrailProtection } else { PowerKind::Fertilizer };
        },
        |s| s.weeds.get_mut(0).expect("a weed").first.x ^= 1,
        |s| s.weeds.get_mut(0).expect("a weed").shuffle(&mut Random::new(3)),
        |s| _ = s.weeds.remove(0),
        |s| s.power_ups.get_mut(0).expect("a power-up").at.x ^= 1,
        |s| _ = s.power_ups.remove(0),
        |s| _ = s.supers.insert(crate::power::Thing { at: cell(1, 1), kind: PowerKind::Fertilizer }),
    ];
    every_field_counts::<Sproutopia<Legacy>>(&world, &state, &changes);
}

#[test]
fn the_order_in_which_slots_were_freed_counts() {
    let (world, mut state) = game::<Official>(&json!({}), 0);
    for x in 0..3 {
        state.power_ups.insert(crate::power::Thing { at: cell(x, 0), kind: PowerKind::Freeze });
    }
    let freed = |order: [usize; 2]| {
        let mut other = state.clone();
        order.into_iter().for_each(|slot| _ = other.power_ups.remove(slot));
        Sproutopia::<Official>::hash_of(&world, &other)
    };
    assert_ne!(freed([0, 1]), freed([1, 0]));
}

#[test]
fn the_board_counts_in_the_digest() {
    fn digest<R: Complete>(document: Value) -> u64 {
        let (world, _): (World, State<R>) = game::<R>(&document, 0);
        Sproutopia::<R>::digest(&world)
    }
    let mut digests = std::vec![
        digest::<Official>(json!({})),
        digest::<Legacy>(json!({})),
        digest::<Official>(json!({"cols": 20})),
        digest::<Official>(json!({"rows": 20})),
        digest::<Official>(json!({"players": 3})),
    ];
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 5);
}
