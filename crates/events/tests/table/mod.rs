//! What tests of events share.
#![allow(dead_code, reason = "not every test needs all of it")]

use gridhaunt_events::event::{Created, create};
use gridhaunt_events::run::{Ended, Options, Progress, run};
use gridhaunt_events::spec::Spec;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, Block, BlockState, EventId, Filter, MatchRow, Store};
use std::path::Path;

/// A store in a file of this folder.
pub(crate) fn store(folder: &Path) -> Store {
    Store::open(&Address::parse(folder.join("events.db").to_str().unwrap()).unwrap()).unwrap()
}

/// An event of this spec.
pub(crate) fn made(store: &Store, registry: &Registry, spec: &str) -> Created {
    create(store, registry, &Spec::parse(spec, None).unwrap()).unwrap()
}

/// Runs an event to its end.
pub(crate) fn played(store: &Store, registry: &Registry, id: EventId, concurrency: u32) -> Progress {
    let options = Options { concurrency: Some(concurrency), ..Options::default() };
    let mut last = None;
    let ended = run(store, registry, id, &options, &mut |progress| last = Some(progress.clone())).unwrap();
    assert_eq!(ended, Ended::Finished);
    last.unwrap()
}

/// Everything that results say of an event, so that two runs of it can be compared: of each block who was paired on which
/// seed, what came of it, and every match. They are sorted, since some kinds plan in the order in which blocks are done.
pub(crate) fn table(store: &Store, id: EventId) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for block in store.blocks(id, 0).unwrap() {
        assert_ne!(block.state, BlockState::Open, "{block:?}");
        let Block { label, map, k, seed, arrangements, points, .. } = block;
        let mut row = format!("{label} {map} {k} {seed} {arrangements:?} {points:?}");
        for done in store.matches(&Filter { block: Some(block.id), ..Filter::default() }).unwrap() {
            let MatchRow { id, entrants, points, ranks, scores, steps, .. } = &done;
            let seal: String = done.seal.iter().map(|byte| format!("{byte:02x}")).collect();
            row += &format!("; {} {entrants:?} {points:?} {ranks:?} {scores:?} {steps} {seal}", id.number);
        }
        rows.push(row);
    }
    rows.sort();
    rows
}
