//! What tests of events share.
#![allow(dead_code, reason = "not every test needs all of it")]

use gridhaunt_events::event::{Created, create};
use gridhaunt_events::run::{Ended, Options, Progress, run};
use gridhaunt_events::spec::Spec;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Address, BlockState, EventId, Store};
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

/// Everything that results say of an event, so that two runs of it can be compared: block by block who was paired on
/// which seed, what came of it, and every match.
pub(crate) fn table(store: &Store, id: EventId) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for block in store.blocks(id, 0).unwrap() {
        assert_ne!(block.state, BlockState::Open, "{block:?}");
        rows.push(format!(
            "{} {} {} {} {:?} {:?}",
            block.label, block.map, block.k, block.seed, block.arrangements, block.points
        ));
        let filter = gridhaunt_store::Filter { block: Some(block.id), ..Default::default() };
        for row in store.matches(&filter).unwrap() {
            rows.push(format!(
                "  {} {:?} {:?} {:?} {:?} {} {}",
                row.id.number,
                row.entrants,
                row.points,
                row.ranks,
                row.scores,
                row.steps,
                row.seal.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
            ));
        }
    }
    rows
}
