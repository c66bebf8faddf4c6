//! The plan of the next round with 1,000 entrants and 1,000,000 matches in the past (section 8 of the specification of
//! events): under 1 s and 1 GiB for every kind.
//!
//! ```text
//! cargo bench -p gridhaunt-bench --bench plan
//! ENTRANTS=200 MATCHES=50000 cargo bench -p gridhaunt-bench --bench plan
//! ```

use gridhaunt_events::block::BlockPlan;
use gridhaunt_events::plan::{EventKind, Past, PastState, Seated, Setup, next};
use gridhaunt_events::secret::Secret;
use gridhaunt_kernel::Random;
use std::time::Instant;

fn main() {
    let number =
        |name: &str, usual: usize| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (entrants, matches) = (number("ENTRANTS", 1000), number("MATCHES", 1_000_000));
    println!("the plan of the next round, {entrants} entrants, {matches} matches in the past");
    println!("{:<12} {:>5} {:>9} {:>8} {:>9} {:>10}", "kind", "table", "past", "planned", "seconds", "most memory");
    for (kind, table) in [
        (EventKind::RoundRobin, 2),
        (EventKind::RoundRobin, 4),
        (EventKind::Gauntlet, 2),
        (EventKind::Gauntlet, 4),
        (EventKind::Swiss, 2),
        (EventKind::Swiss, 4),
        (EventKind::Bracket, 2),
        (EventKind::Ladder, 2),
        (EventKind::Ladder, 4),
    ] {
        let (setup, past) = event(kind, entrants, table, matches / table);
        let began = Instant::now();
        let planned = next(&setup, &past, 64).blocks.len();
        let took = began.elapsed().as_secs_f64();
        println!("{:<12} {table:>5} {:>9} {planned:>8} {took:>9.3} {:>7} MiB", kind.name(), past.len(), peak());
    }
}

/// An event in the middle, with so many blocks played. A Swiss system plays as many rounds as that takes.
fn event(kind: EventKind, entrants: usize, table: usize, blocks: usize) -> (Setup, Vec<Past>) {
    let seated = |number: usize| Seated::new(format!("bot{number}"), format!("builtin bot{number} {{}}"));
    let mut setup = Setup {
        kind,
        entrants: (0..entrants).map(seated).collect(),
        maps: 1,
        table,
        rounds: if kind == EventKind::Ladder { 0 } else { 1_000_000 },
        blocks: 1,
        third_place: true,
        secret: Secret::of_number(1),
    };
    let mut random = Random::new(7);
    let mut past = Vec::with_capacity(blocks);
    if kind == EventKind::Bracket {
        // The first round takes it all.
        setup.blocks = (2 * blocks / entrants).max(1) as u32;
        let first = next(&setup, &past, 1).blocks;
        past.extend(first.into_iter().map(|block| done(block, &mut random)));
        return (setup, past);
    }
    let mut order: Vec<u32> = (0..entrants as u32).collect();
    while past.len() < blocks {
        let round = past.len() * table / entrants + 1;
        random.shuffle(&mut order);
        if kind == EventKind::Gauntlet {
            let first = order.iter().position(|&entrant| entrant == 0).unwrap_or(0);
            order.swap(0, first);
        }
        let tables: Vec<Vec<u32>> = if kind == EventKind::Gauntlet {
            order[1..].chunks_exact(table - 1).map(|others| [&[0], others].concat()).collect()
        } else {
            order.chunks_exact(table).map(<[u32]>::to_vec).collect()
        };
        for line_up in tables {
            let block = BlockPlan { line_up, rival: None, map: 0, k: round as u64, label: format!("round {round}") };
            past.push(done(block, &mut random));
        }
    }
    (setup, past)
}

/// A block that was played: the stronger, who has the lower number, wins more often.
fn done(block: BlockPlan, random: &mut Random) -> Past {
    let mut ranked: Vec<(u64, u32)> =
        block.line_up.iter().map(|&entrant| (u64::from(entrant) + random.below(1000), entrant)).collect();
    ranked.sort_unstable();
    let others = (ranked.len() - 1).max(1) as f64;
    let points =
        ranked.iter().rev().enumerate().map(|(beaten, &(_, entrant))| (entrant, beaten as f64 / others)).collect();
    Past { block, state: PastState::Done(points) }
}

/// The most memory this process ever had, in MiB; 0 where the system does not tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
