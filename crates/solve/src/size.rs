//! How many states there are, before the work begins.
//!
//! Random matches are played side by side. Where two of them are in one state after the same number of steps, there
//! cannot be many states: `n` equally likely states make `p` such pairs of `m` matches where `n` is about `m²/2p`. States are
//! not equally likely, so there are more than that. The other bound is how the first layers grow: as a power of their
//! number, which goes on until the board is full. What both let pass is counted against the limit while it is found.
//!
//! Histories are never alike, so theirs is simpler (Knuth 1975): the product of the numbers of choices on the way to a
//! node of a random match is, on average, the number of nodes there.

use crate::Subject;
use crate::layers::{Task, Unsolved, Watch, step};
use crate::menu::Menu;
use crate::subject::State;
use gridhaunt_kernel::{Invalid, Random};

/// An estimate of the size of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// How many states there are.
    pub states: f64,
    /// How much memory they take, in bytes.
    pub bytes: f64,
    /// The most steps of a random match.
    pub longest: usize,
}

const MATCHES: usize = 2048;
/// With so many steps played, no more matches are begun.
const STEPS: usize = 1 << 20;
/// Nobody waits for the end of a match that takes longer.
const LONGEST: usize = 1 << 14;

/// Plays random matches and estimates the number of states.
pub(crate) fn estimate<S: Subject>(task: &Task<S>, watch: &mut dyn Watch) -> Result<Size, Unsolved> {
    let mut random = Random::stream(0, 1);
    let mut seen: Vec<Vec<u64>> = Vec::new();
    let (mut steps, mut pairs_of_choices) = (0, 0.0);
    let mut menu = Menu::<S>::default();
    for number in 0..MATCHES {
        let Some(start) = task.starts.get(number % task.starts.len().max(1)) else { break };
        let mut state = start.clone();
        S::settle(&task.world, &mut state);
        let mut next: State<S> = state.clone();
        for depth in 0..LONGEST {
            if S::worth(&task.world, &state, &task.camps, task.stake).is_some() {
                break;
            }
            if seen.len() == depth {
                seen.push(Vec::new());
            }
            seen[depth].push(S::hash(&task.world, &state));
            menu.fill(&task.world, &state, &task.camps);
            pairs_of_choices += (menu.count(0) * menu.count(1)) as f64;
            for camp in 0..2 {
                let choice = random.index(menu.count(camp));
                menu.choose(camp, choice);
            }
            step(task, &state, &menu, &mut next)?;
            S::settle(&task.world, &mut next);
            core::mem::swap(&mut state, &mut next);
            steps += 1;
        }
        if watch.stopped() {
            return Err(Unsolved::Stopped);
        }
        if steps > STEPS {
            break;
        }
    }
    let longest = seen.len();
    let branching = pairs_of_choices / steps.max(1) as f64;
    let (mut states, mut largest, mut last) = (0.0, 0.0, task.starts.len() as f64);
    for mut hashes in seen {
        let many = hashes.len() as f64;
        hashes.sort_unstable();
        let alike = hashes.chunk_by(|a, b| a == b).map(|alike| alike.len() as f64);
        let (pairs, different) = alike.fold((0.0, 0.0), |(p, d), n| (p + n * (n - 1.0) / 2.0, d + 1.0));
        let here = (many * many / (2.0 * f64::max(pairs, 0.5))).max(different).min(last * branching.max(1.0) * 4.0);
        states += here;
        largest = f64::max(largest, here);
        last = here;
    }
    let each = 4.0 * branching + 12.0;
    Ok(Size {
        states,
        bytes: states * each + 2.0 * largest * ((size_of::<State<S>>() + task.heap) as f64 + 24.0),
        longest,
    })
}

/// So many states are found before their growth is looked at, or a fiftieth of the limit.
pub(crate) const PROBE: u64 = 1 << 18;
/// Growth goes on as it began only until the board is full: this many times the limit is too much all the same.
const EASE: f64 = 64.0;

/// An error if layers of these sizes would, growing as they do, come to far more states than the limit.
pub(crate) fn check_growth(layers: &[usize], bytes: u64, size: Size, limit: u64) -> Result<(), Invalid> {
    let (now, half) = (layers.len(), layers.len() / 2);
    if half == 0 || size.longest <= now {
        return Ok(());
    }
    let (last, before) = (layers[now - 1] as f64, layers[half - 1].max(1) as f64);
    let power = (last / before).ln() / (now as f64 / half as f64).ln();
    let found: usize = layers.iter().sum();
    let states = last * now as f64 / (power + 1.0) * (size.longest as f64 / now as f64).powf(power + 1.0);
    let each = bytes as f64 / found.max(1) as f64;
    if states.is_nan() || states <= EASE * limit as f64 {
        return Ok(());
    }
    Size { states, bytes: states * each, ..size }.check(limit)
}

/// An error if there are more histories than this, at so many bytes each.
pub(crate) fn check_histories<S: Subject>(task: &Task<S>, each: usize) -> Result<(), Invalid> {
    let (mut random, mut sum) = (Random::stream(0, 2), 0.0);
    let (mut menu, mut matches) = (Menu::<S>::default(), 0.0);
    for number in 0..MATCHES {
        let Some(mut state) = task.starts.get(number % task.starts.len().max(1)).cloned() else { break };
        let mut next = state.clone();
        let mut nodes = task.starts.len() as f64;
        for _ in 0..LONGEST {
            sum += nodes;
            if S::worth(&task.world, &state, &task.camps, task.stake).is_some() {
                break;
            }
            menu.fill_legal(&task.world, &state, &task.camps);
            for camp in 0..2 {
                let count = menu.count(camp);
                nodes *= count as f64;
                sum += if camp == 0 && count > 1 && menu.count(1) > 1 { nodes } else { 0.0 };
                menu.choose(camp, random.index(count));
            }
            step(task, &state, &menu, &mut next)?;
            core::mem::swap(&mut state, &mut next);
        }
        matches += 1.0;
        if !f64::is_finite(sum) {
            break;
        }
    }
    let states = sum / f64::max(matches, 1.0);
    if states <= task.limit as f64 {
        return Ok(());
    }
    let (many, bytes, limit) = (short(states), in_bytes(states * each as f64), task.limit);
    let words =
        format!("about {many} histories and {bytes} of memory, over {limit}; smaller settings, or a higher --limit");
    Err(Invalid::new("settings", many, format!("at most {limit} histories")).says(words))
}

impl Size {
    /// An error if there are more states than this.
    pub(crate) fn check(self, limit: u64) -> Result<(), Invalid> {
        if self.states <= limit as f64 {
            return Ok(());
        }
        let words = format!(
            "about {} states and {} of memory or more, over {limit} states; smaller settings, or a higher --limit",
            short(self.states),
            in_bytes(self.bytes)
        );
        Err(Invalid::new("settings", short(self.states), format!("at most {limit} states")).says(words))
    }
}

/// A large number in a few digits.
#[must_use]
pub fn short(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// An amount of memory for people.
#[must_use]
pub fn in_bytes(bytes: f64) -> String {
    let (mut amount, mut units) = (bytes, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"].iter());
    let mut unit = units.next();
    while amount >= 1024.0
        && let Some(larger) = units.next()
    {
        (amount, unit) = (amount / 1024.0, Some(larger));
    }
    format!("{amount:.1} {}", unit.copied().unwrap_or_default())
}
