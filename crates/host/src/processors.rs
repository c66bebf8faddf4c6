//! Processors of their own for programs at level 2 (B15, B18): all programs of a match have one core each, or none has.
//!
//! What is handed out is whole cores, since two programs on the two threads of one core delay each other. One core at
//! least stays with the host. Hosts of several processes on a machine do not give away the same core.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Holds this process, and all that it starts from now on, to these processors. It is called before there are threads.
///
/// # Errors
/// One of them is not there, or the system does not have this.
pub fn keep_to(processors: &[usize]) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    {
        let mut set = rustix::thread::CpuSet::new();
        processors.iter().for_each(|processor| set.set(*processor));
        rustix::thread::sched_setaffinity(None, &set).map_err(|error| format!("the system refuses: {error}"))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = processors;
        Err("this system cannot hold a process to processors".into())
    }
}

/// The processors of one core.
type Core = Vec<usize>;

/// How many matches of which so many seats are asked at once have a processor for each: what events play at once if
/// nobody says (A10).
#[must_use]
pub fn room(wave: usize) -> usize {
    (thread::available_parallelism().map_or(1, usize::from) / wave.max(1)).max(1)
}

/// How many matches of so many programs have a core for each program and one for the host (B15); 0 if not even one has.
#[must_use]
pub fn room_apart(programs: usize) -> usize {
    divide(cores()).len() / programs.max(1)
}

/// The cores of this machine that this process may use, each with its processors.
#[cfg(target_os = "linux")]
fn cores() -> Vec<Core> {
    let Ok(ours) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    let mut cores: BTreeMap<usize, Core> = BTreeMap::new();
    for number in (0..rustix::thread::CpuSet::MAX_CPU).filter(|number| ours.is_set(*number)) {
        let path = format!("/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list");
        let siblings = std::fs::read_to_string(path).map(|text| list(&text)).unwrap_or_default();
        // A machine that does not tell has cores of one processor.
        cores.entry(siblings.first().copied().unwrap_or(number)).or_default().push(number);
    }
    cores.into_values().collect()
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<Core> {
    Vec::new()
}

/// The numbers of a list as the kernel writes it: `0-3,8`.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
fn list(text: &str) -> Vec<usize> {
    let part = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse::<usize>().ok()?..=last.trim().parse::<usize>().ok()?)
    };
    text.trim().split(',').filter_map(part).flatten().collect()
}

/// The cores that are the programs': all but the first, and all of one size, so that nobody has more than another.
fn divide(cores: Vec<Core>) -> Vec<Core> {
    let others: Vec<Core> = cores.into_iter().skip(1).collect();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    others.iter().for_each(|core| *sizes.entry(core.len()).or_default() += 1);
    let usual = sizes.into_iter().max_by_key(|&(size, many)| (many, size)).map_or(0, |(size, _)| size);
    others.into_iter().filter(|core| core.len() == usual).collect()
}

/// Why there are no cores for the programs of a match now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Short {
    /// Other programs of this host have them.
    Here,
    /// Other hosts of this machine have them.
    Elsewhere,
}

/// The sign to other hosts that a core is taken.
#[cfg(target_os = "linux")]
type Claim = std::os::fd::OwnedFd;
#[cfg(not(target_os = "linux"))]
type Claim = ();

/// Claims a core, unless another host has: a name that one socket can have at a time, and that is free when its process
/// is gone, however that ends.
#[cfg(target_os = "linux")]
fn claim(core: &[usize]) -> Option<Claim> {
    use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, socket_with};
    let name = format!("gridhaunt-core-{}", core.first()?);
    let socket = socket_with(AddressFamily::UNIX, SocketType::DGRAM, SocketFlags::CLOEXEC, None).ok()?;
    bind(&socket, &SocketAddrUnix::new_abstract_name(name.as_bytes()).ok()?).ok()?;
    Some(socket)
}

#[cfg(not(target_os = "linux"))]
fn claim(_core: &[usize]) -> Option<Claim> {
    None
}

/// The cores that the programs of a host may have.
#[derive(Debug)]
pub(crate) struct Stock {
    all: usize,
    free: Mutex<Vec<Core>>,
    freed: Condvar,
    claim: fn(&[usize]) -> Option<Claim>,
}

impl Stock {
    /// Those of this machine.
    pub(crate) fn of_this_machine() -> Self {
        Self::of(divide(cores()), claim)
    }

    /// None.
    pub(crate) fn empty() -> Self {
        Self::of(Vec::new(), |_| None)
    }

    fn of(cores: Vec<Core>, claim: fn(&[usize]) -> Option<Claim>) -> Self {
        Self { all: cores.len(), free: Mutex::new(cores), freed: Condvar::new(), claim }
    }

    fn free(&self) -> MutexGuard<'_, Vec<Core>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether so many matches at once of so many programs can have a core for each.
    pub(crate) fn is_enough(&self, matches: usize, programs: usize) -> bool {
        programs > 0 && matches.saturating_mul(programs) <= self.all
    }

    /// A core for each of so many programs, or for none; does not wait.
    pub(crate) fn lend(self: &Arc<Self>, many: usize) -> Result<Vec<Lent>, Short> {
        let mut free = self.free();
        if free.len() < many {
            return Err(Short::Here);
        }
        let claimed: Vec<(usize, Claim)> =
            (0..free.len()).rev().filter_map(|place| Some((place, (self.claim)(&free[place])?))).take(many).collect();
        if claimed.len() < many {
            return Err(Short::Elsewhere);
        }
        // The last place comes first, so that those before it stay where they are.
        let lend = |(place, claim)| Lent { stock: self.clone(), core: free.remove(place), claim: Some(claim) };
        Ok(claimed.into_iter().map(lend).collect())
    }

    /// Waits until somebody gives a core back, but not longer than this.
    pub(crate) fn wait(&self, most: Duration) {
        let _ = self.freed.wait_timeout(self.free(), most);
    }
}

/// A core that one program has; dropped, it is given back.
#[derive(Debug)]
pub(crate) struct Lent {
    stock: Arc<Stock>,
    core: Core,
    claim: Option<Claim>,
}

impl Lent {
    /// Its processors.
    pub(crate) fn processors(&self) -> &[usize] {
        &self.core
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // First, so that who takes the core next can claim it.
        self.claim = None;
        self.stock.free().push(std::mem::take(&mut self.core));
        self.stock.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A claim that no other test of this machine has.
    fn unclaimed(_core: &[usize]) -> Option<Claim> {
        #[cfg(target_os = "linux")]
        return std::fs::File::open("/dev/null").ok().map(Into::into);
        #[cfg(not(target_os = "linux"))]
        Some(())
    }

    #[test]
    fn lists_are_read_as_the_kernel_writes_them() {
        assert_eq!(list("0-3,8\n"), [0, 1, 2, 3, 8]);
        assert_eq!(list("1\n"), [1]);
        assert_eq!(list("\n"), [] as [usize; 0]);
    }

    #[test]
    fn one_core_is_the_hosts_and_nobody_has_a_larger_one_than_another() {
        assert_eq!(divide(Vec::new()), [] as [Core; 0]);
        assert_eq!(divide(vec![vec![0]]), [] as [Core; 0]);
        assert_eq!(divide(vec![vec![0], vec![1]]), [[1]]);
        assert_eq!(divide(vec![vec![0, 8], vec![1, 9], vec![2]]), [[1, 9]]);
        assert_eq!(divide(vec![vec![0, 1], vec![2, 3], vec![4], vec![5], vec![6]]), [[4], [5], [6]]);
    }

    #[test]
    fn there_is_enough_only_for_all_matches_at_once() {
        let stock = Stock::of((0..4).map(|number| vec![number]).collect(), unclaimed);
        assert!(stock.is_enough(1, 4) && stock.is_enough(2, 2) && stock.is_enough(4, 1));
        assert!(!stock.is_enough(3, 2) && !stock.is_enough(1, 5) && !stock.is_enough(usize::MAX, 2));
        assert!(!stock.is_enough(1, 0));
        assert!(room(1) >= 1 && room(usize::MAX) == 1);
    }

    #[test]
    fn who_waits_goes_on_when_a_core_is_given_back() {
        let stock = Arc::new(Stock::of(vec![vec![7]], unclaimed));
        let lent = stock.lend(1).unwrap();
        assert_eq!(stock.lend(1).unwrap_err(), Short::Here);
        thread::scope(|scope| {
            let waits = scope.spawn(|| {
                while stock.lend(1).is_err() {
                    stock.wait(Duration::from_millis(100));
                }
            });
            drop(lent);
            waits.join().unwrap();
        });
        assert_eq!(stock.lend(1).unwrap()[0].processors(), [7]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn hosts_of_one_machine_do_not_lend_the_same_core() {
        // Far beyond the processors of any machine, so that nobody else has them.
        let first = 10_000_000 + 10 * std::process::id() as usize;
        let cores = || (first..first + 3).map(|number| vec![number]).collect();
        let (one, other) = (Arc::new(Stock::of(cores(), claim)), Arc::new(Stock::of(cores(), claim)));
        let mut lent = one.lend(2).unwrap();
        assert_eq!(other.lend(2).unwrap_err(), Short::Elsewhere);
        let rest = other.lend(1).unwrap();
        let all: BTreeSet<&[usize]> = lent.iter().chain(&rest).map(Lent::processors).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(one.lend(1).unwrap_err(), Short::Elsewhere);
        assert_eq!(one.lend(2).unwrap_err(), Short::Here);
        lent.pop();
        assert_eq!(other.lend(1).unwrap().len(), 1, "what is given back is free for others");
    }

    proptest! {
        #[test]
        fn no_core_is_ever_lent_to_two(
            sizes in prop::collection::vec(1..3usize, 0..12),
            wishes in prop::collection::vec((0..6usize, any::<prop::sample::Index>()), 0..60),
        ) {
            let mut next = 0;
            let cores: Vec<Core> = sizes.iter().map(|size| { next += size; (next - size..next).collect() }).collect();
            let hosts: BTreeSet<usize> = cores.first().into_iter().flatten().copied().collect();
            let stock = Arc::new(Stock::of(divide(cores), unclaimed));
            let all = stock.all;
            let mut lent: Vec<Vec<Lent>> = Vec::new();
            for (many, index) in wishes {
                let free = stock.free().len();
                match stock.lend(many) {
                    // All or none.
                    Ok(new) => {
                        prop_assert_eq!(new.len(), many);
                        lent.push(new);
                    }
                    Err(_) => prop_assert!(free < many),
                }
                let mut seen = hosts.clone();
                for processor in lent.iter().flatten().flat_map(Lent::processors) {
                    prop_assert!(seen.insert(*processor), "{processor} has two owners");
                }
                let size = lent.iter().flatten().map(|lent| lent.processors().len()).collect::<BTreeSet<_>>();
                prop_assert!(size.len() <= 1, "somebody has more than another");
                if !lent.is_empty() && index.index(2) == 0 {
                    drop(lent.swap_remove(index.index(lent.len())));
                }
            }
            drop(lent);
            prop_assert_eq!(stock.free().len(), all, "all come back");
        }
    }
}
