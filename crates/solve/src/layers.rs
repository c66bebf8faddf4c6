//! Finite games in which all is seen: every state once, layer by layer, then solved from the last layer back.
//!
//! A layer holds the states after so many steps. Only two layers of states are in memory at a time: of all others there
//! remain, for every state, the numbers of the states it leads to. Going back, each state is a matrix of the values of
//! the layer after it.

use crate::camps::Camps;
use crate::matrix::{Matrix, Solved};
use crate::menu::Menu;
use crate::size::{self, Size};
use crate::subject::{State, World};
use crate::table::Table;
use crate::{Stake, Subject};
use gridhaunt_kernel::Invalid;

/// Hears how far the work is, and may stop it.
pub trait Watch {
    /// So much of this is done, of so much if that is known.
    fn progress(&mut self, what: &str, done: u64, of: Option<u64>);
    /// Whether to stop.
    fn stopped(&self) -> bool;
}

/// Nobody listens.
impl Watch for () {
    fn progress(&mut self, _: &str, _: u64, _: Option<u64>) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// Why there is no result.
#[derive(Debug)]
pub enum Unsolved {
    /// It cannot be solved.
    Invalid(Invalid),
    /// It was stopped.
    Stopped,
}

impl From<Invalid> for Unsolved {
    fn from(error: Invalid) -> Self {
        Self::Invalid(error)
    }
}

/// What is to be solved.
#[derive(Debug)]
pub struct Task<S: Subject> {
    /// The world of the match.
    pub world: World<S>,
    /// The first states, all equally likely.
    pub starts: Vec<State<S>>,
    /// The two sides.
    pub camps: Camps,
    /// What is played for.
    pub stake: Stake,
    /// The most states.
    pub limit: u64,
    /// What a state holds beside its own size, in bytes.
    pub heap: usize,
}

/// Entries of a list of values that are kept for finished matches; states follow after them.
pub(crate) const ENDS: usize = 1024;

/// The most rows or columns of a matrix.
const MOST_CHOICES: usize = 1 << 12;

/// A layer, without its states.
#[derive(Debug, Default)]
pub struct Layer {
    /// Rows and columns of every state.
    pub(crate) shapes: Vec<[u16; 2]>,
    /// Where every choice leads, row by row: a number of the next list of values.
    pub(crate) next: Vec<u32>,
    /// What somebody noted of every state.
    pub notes: Vec<u64>,
    /// What somebody noted of the choices of a side: a share for each, state by state.
    pub shares: Vec<f64>,
}

impl Layer {
    pub(crate) fn bytes(&self) -> u64 {
        (self.shapes.capacity() * 4 + self.next.capacity() * 4 + self.notes.capacity() * 8 + self.shares.capacity() * 8)
            as u64
    }
}

/// All states of a game, and where they lead.
#[derive(Debug)]
pub struct Layers {
    pub(crate) layers: Vec<Layer>,
    /// What finished matches are worth.
    pub(crate) ends: Vec<f64>,
    /// How many states there are.
    pub states: u64,
    /// How many pairs of choices there are in all of them.
    pub steps: u64,
    /// The most memory that was held at a time, in bytes.
    pub bytes: u64,
}

/// The result of going back through all layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Back {
    /// The value for the first side, the mean over the first states.
    pub value: f64,
    /// The value for the first side from each first state.
    pub values: Vec<f64>,
    /// How far the value may be from the true one: the largest gaps of the matrices of each layer, added up.
    pub error: f64,
    /// How many states had no saddle point.
    pub mixed: u64,
}

impl Layers {
    /// Finds all states. `note` is called with every state, its choices, and the layer to note something in.
    ///
    /// # Errors
    /// More states than the limit, dice that are thrown during play, or a stop.
    pub fn find<S: Subject>(
        task: &Task<S>,
        watch: &mut dyn Watch,
        mut note: impl FnMut(&State<S>, &Menu<S>, &mut Layer) -> Result<(), Invalid>,
    ) -> Result<Self, Unsolved> {
        let size = size::estimate(task, watch)?;
        size.check(task.limit)?;
        let mut found = Self { layers: Vec::new(), ends: Vec::new(), states: 0, steps: 0, bytes: 0 };
        let (mut now, mut then) = (Table::default(), Table::default());
        for start in &task.starts {
            let mut start = start.clone();
            S::settle(&task.world, &mut start);
            if S::worth(&task.world, &start, &task.camps, task.stake).is_some() {
                return Err(Invalid::new("settings", "a match that is over", "a match with a choice to make").into());
            }
            now.number(&start, S::hash(&task.world, &start));
        }
        let mut walk = Walk::<S>::default();
        let (mut sizes, mut probe) = (Vec::new(), (task.limit / 50).min(size::PROBE));
        while !now.states.is_empty() {
            let mut layer = Layer::default();
            for (number, state) in now.states.iter().enumerate() {
                walk.expand(task, state, &mut layer, &mut then, &mut found.ends)?;
                note(state, &walk.menu, &mut layer)?;
                if number % 4096 == 0 {
                    found.heed(task, number as u64, size, watch)?;
                }
            }
            found.states += now.states.len() as u64;
            found.steps += layer.next.len() as u64;
            found.layers.push(layer);
            let held =
                found.layers.iter().map(Layer::bytes).sum::<u64>() + now.bytes(task.heap) + then.bytes(task.heap);
            found.bytes = found.bytes.max(held);
            sizes.push(now.states.len());
            if found.states > probe {
                size::check_growth(&sizes, held, size, task.limit)?;
                probe = u64::MAX;
            }
            core::mem::swap(&mut now, &mut then);
            then.clear();
        }
        Ok(found)
    }

    pub(crate) fn heed<S: Subject>(
        &self,
        task: &Task<S>,
        more: u64,
        size: Size,
        watch: &mut dyn Watch,
    ) -> Result<(), Unsolved> {
        let states = self.states + more;
        if states > task.limit {
            let expected = format!("at most {} states", task.limit);
            let words = format!("more than {} states were found; --limit allows more", task.limit);
            return Err(Invalid::new("settings", states, expected).says(words).into());
        }
        watch.progress("states found", states, Some(states.max(size.states as u64)));
        if watch.stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    /// Goes back from the last layer to the first. `decide` returns the value of a state from its matrix, and may use
    /// what was noted of it: the layer, the number of the state in it, and where its shares begin.
    ///
    /// # Errors
    /// A stop.
    pub fn back(
        &self,
        watch: &mut dyn Watch,
        camp_of_shares: usize,
        mut decide: impl FnMut(&mut Matrix, &Layer, usize, usize) -> Solved,
    ) -> Result<Back, Unsolved> {
        let mut matrix = Matrix::default();
        let (mut after, mut before) = (Vec::new(), Vec::new());
        let (mut error, mut mixed, mut done) = (0.0, 0, 0);
        for layer in self.layers.iter().rev() {
            before.clear();
            before.extend(self.ends.iter().copied());
            before.resize(ENDS, 0.0);
            if after.is_empty() {
                after.clone_from(&before);
            }
            let (mut first, mut first_share, mut gap) = (0, 0, 0.0);
            for (number, &[rows, columns]) in layer.shapes.iter().enumerate() {
                let (rows, columns) = (usize::from(rows), usize::from(columns));
                let next = &layer.next[first..][..rows * columns];
                for (entry, &to) in matrix.resize(rows, columns).iter_mut().zip(next) {
                    *entry = after[to as usize];
                }
                let solved = decide(&mut matrix, layer, number, first_share);
                first += next.len();
                first_share += [rows, columns][camp_of_shares];
                gap = if solved.gap() > gap { solved.gap() } else { gap };
                mixed += u64::from(solved.pure.is_none());
                before.push(solved.value());
                if number % 65536 == 0 {
                    watch.progress("states solved", done + number as u64, Some(self.states));
                    if watch.stopped() {
                        return Err(Unsolved::Stopped);
                    }
                }
            }
            done += layer.shapes.len() as u64;
            error += gap;
            core::mem::swap(&mut after, &mut before);
        }
        let values = after.split_off(ENDS);
        Ok(Back { value: values.iter().sum::<f64>() / values.len().max(1) as f64, values, error, mixed })
    }
}

/// The memory for expanding states.
pub(crate) struct Walk<S: Subject> {
    menu: Menu<S>,
    /// The states that a state leads to and that are not over, with their hashes and their places in the list.
    open: Vec<(State<S>, u64, usize)>,
}

impl<S: Subject> Default for Walk<S> {
    fn default() -> Self {
        Self { menu: Menu::default(), open: Vec::new() }
    }
}

impl<S: Subject> Walk<S> {
    /// Adds a state to its layer, and the states it leads to to the next.
    #[inline]
    pub(crate) fn expand(
        &mut self,
        task: &Task<S>,
        state: &State<S>,
        layer: &mut Layer,
        then: &mut Table<State<S>>,
        ends: &mut Vec<f64>,
    ) -> Result<(), Invalid> {
        let Self { menu, open } = self;
        menu.fill(&task.world, state, &task.camps);
        let (rows, columns) = (menu.count(0), menu.count(1));
        if rows.max(columns) > MOST_CHOICES {
            let words = format!("a side has {} choices in a state, {MOST_CHOICES} are the most", rows.max(columns));
            return Err(
                Invalid::new("settings", rows.max(columns), format!("at most {MOST_CHOICES} choices")).says(words)
            );
        }
        layer.shapes.push([rows as u16, columns as u16]);
        let mut used = 0;
        for row in 0..rows {
            menu.choose(0, row);
            for column in 0..columns {
                menu.choose(1, column);
                if used == open.len() {
                    open.push((state.clone(), 0, 0));
                }
                let (next, hash, place) = &mut open[used];
                step::<S>(task, state, menu, next)?;
                match S::worth(&task.world, next, &task.camps, task.stake) {
                    Some(worth) => layer.next.push(end(ends, worth)?),
                    None => {
                        S::settle(&task.world, next);
                        (*hash, *place) = (S::hash(&task.world, next), layer.next.len());
                        layer.next.push(0);
                        used += 1;
                    }
                }
            }
        }
        // All first looks side by side, then one after the other.
        let looks = open[..used].iter().fold(0, |looks, (_, hash, _)| looks ^ then.peek(*hash));
        core::hint::black_box(looks);
        for (next, hash, place) in &open[..used] {
            layer.next[*place] = ENDS as u32 + then.number(next, *hash);
        }
        Ok(())
    }
}

/// Plays the choices of a menu.
#[inline]
pub(crate) fn step<S: Subject>(
    task: &Task<S>,
    state: &State<S>,
    menu: &Menu<S>,
    next: &mut State<S>,
) -> Result<(), Invalid> {
    use gridhaunt_kernel::Game;
    next.clone_from(state);
    S::Game::step(&task.world, next, &menu.choices, |_| {});
    if S::drew(state, next) {
        let words = "dice are thrown during play, which exact play does not follow";
        return Err(Invalid::new("settings", "dice", "a match without dice after its set-up").says(words));
    }
    Ok(())
}

/// The number of what a finished match is worth.
#[inline]
fn end(ends: &mut Vec<f64>, worth: f64) -> Result<u32, Invalid> {
    if let Some(number) = ends.iter().position(|&known| known == worth) {
        return Ok(number as u32);
    }
    if ends.len() == ENDS {
        let words = format!("matches end in more than {ENDS} ways");
        return Err(Invalid::new("settings", ENDS + 1, format!("at most {ENDS} different results")).says(words));
    }
    ends.push(worth);
    Ok(ends.len() as u32 - 1)
}
