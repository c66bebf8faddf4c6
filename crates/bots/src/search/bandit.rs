//! One seat at one node: which of its actions to try next, and which turned out best.
//!
//! Seats that choose at the same time each have a bandit of their own and learn from the same playouts.

use gridhaunt_kernel::prelude::*;

gridhaunt_kernel::words! {
    /// How a seat chooses among the actions of a node.
    pub enum Rule {
        /// Decoupled UCT: the action with the highest bound on its mean; settles on one action.
        Uct = "uct",
        /// Regret matching: in proportion to how much better an action would have been; its mean mixes.
        Regret = "regret",
        /// Exp3: exponential weights; its mean mixes.
        Exp3 = "exp3",
    }
}

/// The share of tries that the mixing rules spread evenly over all actions.
const SPREAD: f64 = 0.2;

/// How much worse than the mean an action counts that was never tried, beside how much uncertain ones are preferred.
const UNTRIED: f64 = 0.5;

/// How much of the preference for uncertain actions goes to what the policy would do.
const TRUST: f64 = 0.5;

/// In a mixture, actions with less than this share of the most frequent one are left out: they were tries.
const LEAST_SHARE: f64 = 0.1;

/// An action and what came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm<A> {
    pub(super) action: A,
    pub(super) visits: u32,
    /// The sum of what its playouts were worth.
    pub(super) sum: f64,
    /// The mean of its playouts, which selections read far more often than it changes.
    mean: f64,
    /// The gain in hindsight of the mixing rules.
    gain: f64,
}

impl<A> Arm<A> {
    const fn new(action: A) -> Self {
        Self { action, visits: 0, sum: 0.0, mean: 0.0, gain: 0.0 }
    }

    /// So many more playouts, which were worth so much together.
    fn add(&mut self, visits: u32, sum: f64) {
        self.visits += visits;
        self.sum += sum;
        self.mean = self.sum / f64::from(self.visits.max(1));
    }
}

/// The actions of one seat at one node.
#[derive(Clone, Debug)]
pub(super) struct Bandit<A> {
    arms: Vec<Arm<A>>,
    visits: u32,
    sum: f64,
    /// What the policy would do here, by number of its arm.
    hint: Option<usize>,
}

/// The memory of a selection, used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// The arms of the actions at hand.
    at_hand: Vec<usize>,
    odds: Vec<f64>,
}

/// An arm that was selected, and how likely that was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    pub(super) arm: usize,
    odds: f64,
    /// What the rule gave it before the even spread.
    share: f64,
}

impl<A: Copy + PartialEq> Bandit<A> {
    pub(super) const fn new() -> Self {
        Self { arms: Vec::new(), visits: 0, sum: 0.0, hint: None }
    }

    pub(super) fn action(&self, arm: usize) -> A {
        self.arms[arm].action
    }

    pub(super) fn arms(&self) -> &[Arm<A>] {
        &self.arms
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    /// Selects one of these actions, which are never empty. The first try is `hint`, if that is one of them.
    pub(super) fn select(
        &mut self,
        rule: Rule,
        explore: f64,
        actions: &[A],
        hint: Option<A>,
        bench: &mut Bench,
        random: &mut Random,
    ) -> Pull {
        if self.arms.is_empty() {
            self.arms.extend(actions.iter().copied().map(Arm::new));
        }
        bench.at_hand.clear();
        // Nearly always the same actions are at hand.
        if self.arms.iter().map(|arm| &arm.action).eq(actions) {
            bench.at_hand.extend(0..actions.len());
        } else {
            bench.at_hand.extend(actions.iter().map(|&action| self.number(action)));
        }
        if self.visits == 0
            && let Some(arm) = bench.at_hand.iter().copied().find(|&arm| Some(self.arms[arm].action) == hint)
        {
            self.hint = Some(arm);
            return Pull { arm, odds: 1.0, share: 1.0 };
        }
        match rule {
            Rule::Uct => Pull { arm: self.highest_bound(explore, &bench.at_hand, random), odds: 1.0, share: 1.0 },
            Rule::Regret => {
                self.draw(bench, random, |gains| match gains.iter().map(|gain| gain.max(0.0)).sum::<f64>() {
                    sum if sum > 0.0 => gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) / sum),
                    _ => gains.fill(1.0 / gains.len() as f64),
                })
            }
            Rule::Exp3 => self.draw(bench, random, |gains| {
                let pace = SPREAD / gains.len() as f64;
                let most = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                gains.iter_mut().for_each(|gain| *gain = libm::exp(pace * (*gain - most)));
                let sum: f64 = gains.iter().sum();
                gains.iter_mut().for_each(|gain| *gain /= sum);
            }),
        }
    }

    /// The number of the arm of an action, a new one if it has none.
    fn number(&mut self, action: A) -> usize {
        self.arms.iter().position(|arm| arm.action == action).unwrap_or_else(|| {
            self.arms.push(Arm::new(action));
            self.arms.len() - 1
        })
    }

    /// The arm with the highest upper bound. What the policy would do is preferred, and one that was never tried counts
    /// as a little worse than the mean of all, so that the policy is left only where it does badly.
    fn highest_bound(&self, explore: f64, at_hand: &[usize], random: &mut Random) -> usize {
        let scale = explore * f64::from(self.visits.max(1)).sqrt();
        let trust = if self.hint.is_some_and(|hint| at_hand.contains(&hint)) { TRUST } else { 0.0 };
        let share = (1.0 - trust) / at_hand.len() as f64;
        // Equals are told apart by where the search for them begins.
        let first = random.index(at_hand.len());
        let (mut best, mut most) = (at_hand[first], f64::NEG_INFINITY);
        let untried = self.mean() - UNTRIED * explore;
        let mut look_at = |at: usize| {
            let arm = &self.arms[at];
            let mean = if arm.visits == 0 { untried } else { arm.mean };
            let prior = share + if self.hint == Some(at) { trust } else { 0.0 };
            let bound = mean + scale * prior / f64::from(1 + arm.visits);
            if bound > most {
                (best, most) = (at, bound);
            }
        };
        let (before, after) = at_hand.split_at(first);
        after.iter().for_each(|&at| look_at(at));
        before.iter().for_each(|&at| look_at(at));
        best
    }

    /// Draws an arm with the odds that a rule makes of the gains.
    fn draw(&self, bench: &mut Bench, random: &mut Random, rule: impl FnOnce(&mut [f64])) -> Pull {
        let Bench { at_hand, odds } = bench;
        odds.clear();
        odds.extend(at_hand.iter().map(|&arm| self.arms[arm].gain));
        rule(odds);
        let even = SPREAD / odds.len() as f64;
        let chance = |share: f64| (1.0 - SPREAD) * share + even;
        let mut left = unit(random);
        let mut at = 0;
        while at + 1 < odds.len() && left >= chance(odds[at]) {
            left -= chance(odds[at]);
            at += 1;
        }
        Pull { arm: at_hand[at], odds: chance(odds[at]), share: odds[at] }
    }

    /// What a playout that began with this arm was worth.
    pub(super) fn learn(&mut self, rule: Rule, pull: Pull, worth: f64) {
        let usual = self.mean();
        let arm = &mut self.arms[pull.arm];
        arm.add(1, worth);
        match rule {
            Rule::Uct => {}
            // What was not tried is estimated as usual, so that only the difference counts.
            Rule::Regret => {
                let ahead = (worth - usual) / pull.odds;
                arm.gain += ahead;
                self.arms.iter_mut().for_each(|arm| arm.gain -= pull.share * ahead);
            }
            Rule::Exp3 => arm.gain += worth / pull.odds,
        }
        self.visits += 1;
        self.sum += worth;
    }

    /// Adds what another search found for the same seat.
    pub(super) fn add(&mut self, other: &Self) {
        for arm in &other.arms {
            match self.arms.iter_mut().find(|known| known.action == arm.action) {
                Some(known) => known.add(arm.visits, arm.sum),
                None => self.arms.push(*arm),
            }
        }
        self.visits += other.visits;
        self.sum += other.sum;
    }

    /// The action to play: the most visited one, or, where a rule mixes, one drawn as often as it was chosen. None if
    /// nothing was tried.
    pub(super) fn choice(&self, rule: Rule, random: &mut Random) -> Option<A> {
        let tried = || self.arms.iter().filter(|arm| arm.visits > 0);
        let most = tried().max_by(|a, b| a.visits.cmp(&b.visits).then(a.sum.total_cmp(&b.sum)))?;
        if rule == Rule::Uct {
            return Some(most.action);
        }
        let even = SPREAD * f64::from(self.visits) / self.arms.len() as f64;
        let weight = |arm: &Arm<A>| {
            let weight = f64::from(arm.visits) - even;
            if weight < LEAST_SHARE * (f64::from(most.visits) - even) { 0.0 } else { weight.max(0.0) }
        };
        let mut left = unit(random) * tried().map(weight).sum::<f64>();
        let drawn = tried().find(|arm| {
            left -= weight(arm);
            left < 0.0
        });
        Some(drawn.unwrap_or(most).action)
    }
}

/// A uniform number from 0 to below 1.
fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seats at one matrix of worths for the first, many times; how often each action was tried.
    fn meet<const R: usize, const C: usize>(rule: Rule, worths: [[f64; C]; R], times: usize) -> ([f64; R], [f64; C]) {
        let (mut rows, mut columns) = (Bandit::new(), Bandit::new());
        let (mut bench, mut random) = (Bench::default(), Random::new(7));
        let (all_rows, all_columns): ([usize; R], [usize; C]) =
            (core::array::from_fn(|i| i), core::array::from_fn(|i| i));
        for _ in 0..times {
            let row = rows.select(rule, 0.7, &all_rows, None, &mut bench, &mut random);
            let column = columns.select(rule, 0.7, &all_columns, None, &mut bench, &mut random);
            let worth = worths[rows.action(row.arm)][columns.action(column.arm)];
            rows.learn(rule, row, worth);
            columns.learn(rule, column, 1.0 - worth);
        }
        let shares = |bandit: &Bandit<usize>, action: usize| {
            let arm = bandit.arms().iter().find(|arm| arm.action == action);
            f64::from(arm.map_or(0, |arm| arm.visits)) / times as f64
        };
        (core::array::from_fn(|i| shares(&rows, i)), core::array::from_fn(|i| shares(&columns, i)))
    }

    #[test]
    fn every_rule_finds_the_better_action() {
        for rule in [Rule::Uct, Rule::Regret, Rule::Exp3] {
            let (rows, _) = meet(rule, [[0.2], [0.9], [0.4]], 3000);
            assert!(rows[1] > 0.7, "{rule:?}: {rows:?}");
        }
    }

    #[test]
    fn mixing_rules_come_near_an_equilibrium_that_mixes() {
        // Matching pennies where one match is worth more: the first plays it with 1/3, so that the second gains nothing by either.
        for rule in [Rule::Regret, Rule::Exp3] {
            let (rows, columns) = meet(rule, [[1.0, 0.0], [0.0, 0.5]], 60_000);
            // A tenth of all tries of each action are spread evenly.
            assert!((rows[0] - (0.8 / 3.0 + 0.1)).abs() < 0.06, "{rule:?}: {rows:?}");
            assert!((columns[0] - (0.8 / 3.0 + 0.1)).abs() < 0.06, "{rule:?}: {columns:?}");
        }
    }

    #[test]
    fn the_hint_is_tried_first_and_only_what_is_at_hand() {
        let (mut bandit, mut bench, mut random) = (Bandit::new(), Bench::default(), Random::new(1));
        let first = bandit.select(Rule::Uct, 0.7, &['a', 'b', 'c'], Some('b'), &mut bench, &mut random);
        assert_eq!(bandit.action(first.arm), 'b');
        bandit.learn(Rule::Uct, first, 1.0);
        for _ in 0..20 {
            let next = bandit.select(Rule::Uct, 0.7, &['a', 'c'], Some('b'), &mut bench, &mut random);
            assert_ne!(bandit.action(next.arm), 'b', "it is not at hand any more");
            bandit.learn(Rule::Uct, next, 0.0);
        }
    }

    #[test]
    fn two_searches_add_up() {
        let mut one = Bandit::new();
        let arm = |action, visits, sum| {
            let mut arm = Arm::new(action);
            arm.add(visits, sum);
            arm
        };
        one.add(&Bandit { arms: vec![arm('a', 3, 1.0)], visits: 3, sum: 1.0, hint: None });
        one.add(&Bandit { arms: vec![arm('a', 1, 1.0), arm('b', 5, 2.0)], visits: 6, sum: 3.0, hint: None });
        assert_eq!(one.choice(Rule::Uct, &mut Random::new(0)), Some('b'));
        assert_eq!((one.arms[0].visits, one.visits), (4, 9));
        assert_eq!(Bandit::<char>::new().choice(Rule::Uct, &mut Random::new(0)), None);
    }
}
