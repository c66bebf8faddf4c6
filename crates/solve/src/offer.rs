//! The solver as a game's entry in the registry offers it.

use crate::camps::Camps;
use crate::endless;
use crate::exploit::{self, Given, Suspect};
use crate::layers::{Layers, Task, Unsolved, Watch};
use crate::policy::{Draft, Policy, Title, chained, seen};
use crate::subject::Settings;
use crate::tree::{Tree, learn};
use crate::{Stake, Subject};
use core::any::Any;
use gridhaunt_kernel::face::{Face, Family};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::settings::Settings as _;
use gridhaunt_kernel::{Game, Invalid, Learn};

/// What is asked of the solver.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The settings of the match, as a document.
    pub settings: &'a Value,
    /// The seed of the match.
    pub seed: u64,
    /// What is played for.
    pub stake: Stake,
    /// The most states, or histories where something is hidden.
    pub limit: u64,
    /// Solve it as if every seat saw everything.
    pub see_all: bool,
    /// Where something is hidden: how much a side may at most still gain.
    pub gap: f64,
    /// Where something is hidden: the most rounds of learning.
    pub rounds: u64,
}

/// How a match was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A matrix game in every state, from the last back.
    Matrices,
    /// A matrix game in every state, round by round.
    Rounds,
    /// Regret over the tree of histories.
    Regret,
}

/// A solution.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// The value for the first side, the mean over the first states; the second side has its negative.
    pub value: f64,
    /// The value is at most so far from the true one.
    pub error: f64,
    /// How many first states there are.
    pub starts: usize,
    /// States, or histories where something is hidden.
    pub states: u64,
    /// States without a saddle point; or what seats can tell apart where something is hidden.
    pub mixed: u64,
    /// Rounds of learning, where something is hidden.
    pub rounds: u64,
    /// How it was solved.
    pub way: Way,
    /// The most memory that was held, in bytes.
    pub bytes: u64,
    /// The strategies, if they were asked for.
    pub policy: Option<Policy>,
}

/// What a bot gives away, on every side that it plays.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// What it gives away, for each side that it plays.
    pub given: Vec<Given>,
}

/// How a bot is asked.
#[derive(Clone, Copy, Debug)]
pub struct Questioning<'a> {
    /// The bot, as `greedy:ties=first`.
    pub bot: &'a str,
    /// How often a bot that does not tell its odds is asked in each state.
    pub samples: u32,
    /// How many matches the response plays against such a bot.
    pub matches: u32,
}

type Solve = fn(&Ask<'_>, bool, &mut dyn Watch) -> Result<Answer, Unsolved>;
type Exploit = fn(&dyn Face, &Ask<'_>, &Questioning<'_>, &mut dyn Watch) -> Result<Verdict, Unsolved>;

/// Solves matches of one game. A game offers it as an extra of its entry.
#[derive(Clone, Copy)]
pub struct Solver {
    fits: fn(&Value) -> Result<bool, Invalid>,
    solve: Solve,
    exploit: Exploit,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// The solver for a subject. Without the feature `solvers` it refuses all work, and none of it is compiled.
    #[must_use]
    pub const fn of<S: Subject>() -> Self {
        match cfg!(feature = "solvers") {
            true => Self { fits: fits::<S>, solve: solve::<S>, exploit: exploit::<S> },
            false => Self {
                fits: fits::<S>,
                solve: |_, _, _| Err(left_out().into()),
                exploit: |_, _, _, _| Err(left_out().into()),
            },
        }
    }

    /// Solves a match; with the strategies if they are asked for.
    ///
    /// # Errors
    /// Settings that are wrong, too large, or that cannot be solved; or a stop.
    pub fn solve(&self, ask: &Ask<'_>, with_policy: bool, watch: &mut dyn Watch) -> Result<Answer, Unsolved> {
        (self.solve)(ask, with_policy, watch)
    }

    /// Finds what a bot of this game gives away.
    ///
    /// # Errors
    /// As [`Solver::solve`]; or a bot that does not exist or plays no side.
    pub fn exploit(
        &self,
        game: &dyn Face,
        ask: &Ask<'_>,
        questioning: &Questioning<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Verdict, Unsolved> {
        (self.exploit)(game, ask, questioning, watch)
    }
}

/// Finds the solver in a game's entry in the registry.
pub trait HasSolvers {
    /// The solver for a match with these settings.
    ///
    /// # Errors
    /// Settings that are wrong, or a game that offers no solver for them.
    fn solver(&self, settings: &Value) -> Result<&'static Solver, Invalid>;
}

impl HasSolvers for dyn Face + '_ {
    fn solver(&self, settings: &Value) -> Result<&'static Solver, Invalid> {
        let mut solvers = self.extras().iter().filter_map(|extra| extra.downcast_ref::<Solver>()).peekable();
        let name = self.info().name;
        if solvers.peek().is_none() {
            let words = format!("{name} offers no solver");
            return Err(Invalid::new("game", format!("{name:?}"), "a game that offers a solver").says(words));
        }
        for solver in solvers {
            if (solver.fits)(settings)? {
                return Ok(solver);
            }
        }
        let words = format!("{name} offers no solver for matches of this size or with these rules");
        Err(Invalid::new("settings", "this size", "a size with a solver").says(words))
    }
}

fn left_out() -> Invalid {
    Invalid::new("solver", "left out of this build", "a build with the feature `solvers` of gridhaunt-solve")
}

fn fits<S: Subject>(settings: &Value) -> Result<bool, Invalid> {
    Settings::<S>::read(settings).map(|settings| S::Game::fits(&settings))
}

/// The task that was asked for, with the settings as they were read.
fn task<S: Subject>(ask: &Ask<'_>) -> Result<(Settings<S>, Task<S>), Invalid> {
    if ask.limit == 0 {
        return Err(Invalid::new("limit", 0, "at least 1"));
    }
    let settings = Settings::<S>::read(ask.settings)?;
    let (world, first) = S::Game::make(&settings, S::Game::fold_seed(&settings, ask.seed))?;
    let camps = Camps::of::<S::Game>(&world)?;
    if ask.stake == Stake::Points
        && let Some(&side) = camps.pair.iter().find(|&&side| S::Game::side_score(&world, &first, side).is_none())
    {
        let words = format!("points, but the game has no score of side {}", S::Game::INFO.side_name(side));
        return Err(Invalid::new("stake", "points", "result").says(words));
    }
    let heap = S::Game::heap(&world, &first).state;
    let starts = S::starts(&settings, &world, first)?;
    Ok((settings, Task { world, starts, camps, stake: ask.stake, limit: ask.limit, heap }))
}

fn sides<S: Subject>(camps: &Camps) -> [&'static str; 2] {
    camps.pair.map(|side| S::Game::INFO.side_name(side))
}

fn solve<S: Subject>(ask: &Ask<'_>, with_policy: bool, watch: &mut dyn Watch) -> Result<Answer, Unsolved> {
    let (settings, task) = task::<S>(ask)?;
    let sees_all = S::sees_all(&task.world);
    if with_policy && ask.see_all && !sees_all {
        let words = "not together with --see-all: a seat that does not see all cannot play this solution";
        return Err(Invalid::new("policy", "see_all", "settings in which all is seen").says(words).into());
    }
    let ends = S::ends(&task.world);
    if with_policy && !ends {
        let words = "matches may have no end, and a file holds one strategy for each state";
        return Err(Invalid::new("policy", "no end", "settings with a last turn").says(words).into());
    }
    let (mut answer, draft) = match (sees_all || ask.see_all, ends) {
        (true, true) => in_layers(&task, with_policy, watch)?,
        (true, false) => (in_rounds(&task, ask, watch)?, Draft::default()),
        (false, _) => in_tree(&task, ask, watch)?,
    };
    if with_policy {
        let hidden = answer.way == Way::Regret;
        let title = Title::of::<S::Game>(&settings, ask.seed, ask.stake, hidden, answer.value);
        answer.policy = Some(draft.finish(title)?);
    }
    Ok(answer)
}

fn in_layers<S: Subject>(
    task: &Task<S>,
    with_policy: bool,
    watch: &mut dyn Watch,
) -> Result<(Answer, Draft), Unsolved> {
    let layers = if with_policy {
        Layers::find(task, watch, |state, _, layer| {
            layer.notes.push(S::Game::hash_of(&task.world, state));
            Ok(())
        })?
    } else {
        Layers::find(task, watch, |_, _, _| Ok(()))?
    };
    let mut draft = Draft::default();
    let back = if with_policy {
        layers.back(watch, 0, |matrix, layer, number, _| {
            let solved = matrix.solve();
            let key = layer.notes[number];
            match solved.pure {
                Some([row, column]) => draft.add(key, [&[(row, 1.0)], &[(column, 1.0)]]),
                None => {
                    let [rows, columns] = matrix.mixed().map(shares);
                    draft.add(key, [&rows, &columns]);
                }
            }
            solved
        })?
    } else {
        layers.back(watch, 0, |matrix, _, _, _| matrix.solve())?
    };
    if with_policy && back.mixed > 0 && (0..2).any(|camp| task.camps.seats(camp).count() > 1) {
        let words = "seats of one side would have to draw together, which bots cannot";
        return Err(Invalid::new("policy", "mixed choices", "one seat a side").says(words).into());
    }
    let answer = Answer {
        sides: sides::<S>(&task.camps),
        value: back.value,
        error: back.error,
        starts: task.starts.len(),
        states: layers.states,
        mixed: back.mixed,
        rounds: 0,
        way: Way::Matrices,
        bytes: layers.bytes,
        policy: None,
    };
    Ok((answer, draft))
}

fn in_rounds<S: Subject>(task: &Task<S>, ask: &Ask<'_>, watch: &mut dyn Watch) -> Result<Answer, Unsolved> {
    let (found, back, rounds) = endless::solve(task, ask.gap, ask.rounds, watch)?;
    Ok(Answer {
        sides: sides::<S>(&task.camps),
        value: back.value,
        error: back.error,
        starts: task.starts.len(),
        states: found.states,
        mixed: back.mixed,
        rounds,
        way: Way::Rounds,
        bytes: found.bytes,
        policy: None,
    })
}

/// The choices that have a share.
fn shares(list: &[f64]) -> Vec<(u16, f32)> {
    (0..).zip(list).filter(|(_, share)| **share > 0.0).map(|(choice, &share)| (choice, share as f32)).collect()
}

fn in_tree<S: Subject>(task: &Task<S>, ask: &Ask<'_>, watch: &mut dyn Watch) -> Result<(Answer, Draft), Unsolved> {
    if ask.rounds == 0 {
        return Err(Invalid::new("rounds", 0, "at least 1").into());
    }
    let tree = Tree::find(task, watch)?;
    let learned = learn(&tree, ask.gap, ask.rounds, watch)?;
    let mut draft = Draft::default();
    let mut keys: Vec<u64> = Vec::with_capacity(tree.spots.len());
    for (number, spot) in tree.spots.iter().enumerate() {
        let past = spot.before.map_or(0, |(before, choice)| chained(keys[before as usize], choice.into()));
        let key = chained(past, seen::<S::Game>(&spot.view));
        keys.push(key);
        let strategy = shares(&learned.shares[tree.choices_of(number as u32)]);
        draft.add(key, if spot.camp == 0 { [&strategy, &[]] } else { [&[], &strategy] });
    }
    let answer = Answer {
        sides: sides::<S>(&task.camps),
        value: 0.5 * (learned.low + learned.high),
        error: 0.5 * (learned.high - learned.low),
        starts: task.starts.len(),
        states: tree.histories(),
        mixed: tree.spots.len() as u64,
        rounds: learned.rounds,
        way: Way::Regret,
        bytes: tree.bytes(),
        policy: None,
    };
    Ok((answer, draft))
}

fn exploit<S: Subject>(
    game: &dyn Face,
    ask: &Ask<'_>,
    questioning: &Questioning<'_>,
    watch: &mut dyn Watch,
) -> Result<Verdict, Unsolved> {
    let Some(family) = (game as &dyn Any).downcast_ref::<Family<S::Game>>() else {
        return Err(Invalid::new("game", game.info().name, "the game of this solver").into());
    };
    for (field, number) in [("samples", questioning.samples), ("matches", questioning.matches)] {
        if number == 0 {
            return Err(Invalid::new(field, 0, "at least 1").into());
        }
    }
    let (settings, task) = task::<S>(ask)?;
    let Questioning { bot: words, samples, matches } = *questioning;
    if !S::ends(&task.world) {
        let words = "matches may have no end, the best response to a bot needs a last turn";
        return Err(Invalid::new("settings", "no end", "settings with a last turn").says(words).into());
    }
    let suspect = Suspect::<S> { family, settings: &settings, words, samples, matches };
    let mut given = Vec::new();
    let mut refused = None;
    for camp in 0..2 {
        if let Err(error) = suspect.suits(&task, camp) {
            refused = Some(error);
            continue;
        }
        given.push(if S::sees_all(&task.world) || ask.see_all {
            exploit::in_layers(&task, &suspect, camp, watch)?
        } else {
            exploit::in_tree(&task, &suspect, camp, ask.gap, ask.rounds, watch)?
        });
    }
    match refused {
        Some(error) if given.is_empty() => Err(error.into()),
        _ => Ok(Verdict { sides: sides::<S>(&task.camps), given }),
    }
}
