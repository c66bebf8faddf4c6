//! Who holds leases on this machine, and which of them are no more (A20).

use crate::trouble::Trouble;
use gridhaunt_store::{EventId, LeaseKey, Store};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The name of this machine in results.
pub(crate) fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| !c.is_control()).take(64).collect();
    if name.is_empty() { "unknown".into() } else { name }
}

/// Who holds a lease: a run of this process, so that others on this machine can see whether it is still there.
pub(crate) struct Holder {
    pub(crate) name: String,
    run: u64,
}

/// The runs of this process that go on.
static RUNS: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

impl Holder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (pid, run) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        RUNS.lock().unwrap_or_else(PoisonError::into_inner).insert(run);
        Self { name: format!("{} {pid} {} {run}", here(), started(pid).unwrap_or_default()), run }
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        RUNS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.run);
    }
}

/// Where process numbers mean the same: this start of the machine, and this namespace of processes.
fn here() -> String {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let space = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    format!("{} {}", boot.trim(), space.display())
}

/// When a process was started, in ticks since the machine was; none if it is not there.
fn started(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of a process may contain anything, and stands in brackets before the rest.
    let rest = stat.rsplit_once(')')?.1;
    rest.split_whitespace().nth(19)?.parse().ok()
}

/// Whether a holder was a run of this machine, whose processes are `here`, and is no more.
fn is_dead(holder: &str, here: &str) -> bool {
    if here.trim().is_empty() {
        return false;
    }
    let Some(rest) = holder.strip_prefix(here) else { return false };
    let words: Vec<u64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [pid, since, run] = words[..] else { return false };
    let is_own = pid == u64::from(std::process::id());
    u32::try_from(pid).ok().and_then(started) != Some(since)
        || is_own && !RUNS.lock().unwrap_or_else(PoisonError::into_inner).contains(&run)
}

/// Gives back the blocks of runs of this machine that are no more, so that nobody waits for their leases.
pub(crate) fn free_the_dead(store: &Store, event: EventId) -> Result<(), Trouble> {
    let (here, leases) = (here(), store.leases(event)?);
    let dead = leases.into_iter().filter(|(_, holder)| is_dead(holder, &here));
    Ok(store.release(&dead.map(|(key, _)| key).collect::<Vec<LeaseKey>>())?)
}

/// Who holds blocks of an event, once for each; runs of this machine that are no more hold nothing.
pub(crate) fn living(store: &Store, event: EventId) -> Result<Vec<String>, Trouble> {
    let here = here();
    let holders = store.leases(event)?.into_iter().map(|(_, holder)| holder);
    Ok(holders.filter(|holder| !is_dead(holder, &here)).collect())
}
