//! `search`: a bot for any game that has a [`Searched`], by Monte-Carlo tree search.
//!
//! For every choice it guesses states that fit what its seat knows, walks down a tree of what may happen from them, plays on
//! from its leaves with a quick policy, and remembers how every seat fared (`tree`, `playout`). Seats that choose at
//! the same time learn side by side, each for its own side (`bandit`): what units of one side do together is found one
//! unit at a time. The part of the tree that is still true is kept for the next choice.

mod bandit;
mod budget;
mod game;
mod playout;
#[cfg(test)]
mod tests;
mod tree;

pub use bandit::Rule;
pub use game::Searched;

use bandit::Bandit;
use budget::{Budget, cores};
use gridhaunt_kernel::prelude::*;
use playout::{Place, Playout};
use tree::{Manner, Tree, sight};

gridhaunt_kernel::settings! {
    /// How `search` searches.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// How many playouts a choice may take; with nothing but this the choice is always the same
        sims: Option<u32> = None, in 1..=1_000_000_000, shown "1000, or without bound where ms is given";
        /// How many milliseconds a choice may take
        ms: Option<u32> = None, in 1..=3_600_000, shown "without bound";
        /// How many threads search, 0 for one on every core; each has a share of the playouts
        threads: u16 = 1, in 0..=256;
        /// Who plays on from the leaves of the tree: uniform, or a policy of the game
        policy: Option<String> = None, text "the name of a policy", shown "the game's";
        /// After how many steps a playout is cut and the state is valued
        depth: Option<u32> = None, in 0..=100_000, shown "the game's";
        /// From how many guesses of what is hidden a choice is searched
        guesses: Option<u16> = None, in 1..=10_000, shown "the game's";
        /// How actions are chosen in the tree
        rule: Rule = Rule::Uct;
        /// How much actions that are uncertain are preferred, as a share of how far playouts differ
        explore: f64 = 1.5, within 0.0..=100.0;
        /// The seed of its draws
        seed: Option<u64> = None, shown "that of the match";
    }
}

/// How many playouts a choice takes where nothing else is said.
const SIMS: u32 = 1000;

/// An action that was tried less often when the choice was made is tried so often before its worth is told.
const TRIES: u32 = 64;

/// How many views are remembered: a guess needs no more.
const MOST_HISTORY: usize = 4096;

/// The entry of the bot `search`, made by a function that knows the size of the game.
pub(crate) const fn entry<S, Start, View, Action>(
    make: gridhaunt_kernel::bot::Make<S, Start, View, Action>,
) -> BotEntry<S, Start, View, Action> {
    let about = "searches: plays on from what it knows, many times, and takes what turned out best";
    BotEntry { name: "search", about, options: Options::FIELDS, make }
}

/// A player of a typed game.
type BotOf<G> = Box<dyn Bot<<G as Game>::Start, <G as Game>::View, <G as Game>::Action>>;

/// Makes the bot for a game of one size.
pub(crate) fn make<G: Searched>(call: &Call<'_, G::Settings>) -> Result<BotOf<G>, Invalid> {
    let options = Options::from_options(call.options)?;
    Ok(Box::new(Search::<G>::new(call.settings, &options, call.seat, call.random)?))
}

/// A state that fits what a seat knows, and where it lies if that was guessed too.
struct Guessed<G: Searched> {
    place: Option<Place<G>>,
    state: G::State,
}

/// The bot.
pub struct Search<G: Searched> {
    settings: G::Settings,
    budget: Budget,
    guesses: u16,
    manner: Manner,
    random: Random,
    start: Option<G::Start>,
    /// Where it plays, if the start tells it.
    place: Option<Place<G>>,
    history: Vec<G::View>,
    /// One for each thread.
    trees: Vec<Tree<G>>,
    /// What was found out about the last choice.
    found: Bandit<G::Action>,
    /// The guesses and the actions of the last choice.
    asked: (Vec<Guessed<G>>, Vec<G::Action>),
}

impl<G: Searched> Search<G> {
    /// A bot for a seat of a game with these settings; the error names the option or the setting that is wrong.
    pub fn new(settings: &G::Settings, options: &Options, seat: Seat, random: Random) -> Result<Self, Invalid> {
        G::can_search(settings)?;
        let policy = match options.policy.as_deref() {
            None => (!G::POLICIES.is_empty()).then_some(0),
            Some("uniform") => None,
            Some(name) => Some(G::POLICIES.iter().position(|known| *known == name).ok_or_else(|| {
                let known: Vec<&str> = G::POLICIES.iter().copied().chain(["uniform"]).collect();
                Invalid::new("policy", format!("{name:?}"), format!("one of {}", known.join(", ")))
            })?),
        };
        let playout = Playout { policy, depth: options.depth.unwrap_or(G::DEPTH) };
        let threads = if options.threads == 0 { cores() } else { options.threads.into() };
        let random = options.seed.map_or(random, |seed| Random::for_bot(seed, seat));
        let trees = (0..threads as u64).map(|thread| Tree::new(Random::stream(random.key, thread)));
        Ok(Self {
            settings: settings.clone(),
            budget: Budget::new(options.sims, options.ms, SIMS),
            guesses: options.guesses.unwrap_or(G::GUESSES),
            manner: Manner { seat, rule: options.rule, explore: options.explore, playout },
            random,
            start: None,
            place: None,
            history: Vec::new(),
            trees: trees.collect(),
            found: Bandit::new(),
            asked: (Vec::new(), Vec::new()),
        })
    }

    /// States that fit what the seat knows; none if the game finds no such state.
    fn guess(&mut self, view: &G::View) -> Vec<Guessed<G>> {
        let Self { settings, start: Some(start), place, history, random, guesses, .. } = self else {
            return Vec::new();
        };
        let draw_place = |random: &mut Random| {
            let world = G::imagine(settings, start, history, view, random)?;
            let state = G::guess(&world, start, history, view, random)?;
            Some((Place { tables: G::tables(&world, &state), world }, state))
        };
        if !G::WORLD_IS_TOLD {
            let guess = |(place, state)| Guessed { place: Some(place), state };
            return (0..*guesses).filter_map(|_| draw_place(random)).map(guess).collect();
        }
        if place.is_none() {
            *place = draw_place(random).map(|(place, _)| place);
        }
        let Some(place) = place else { return Vec::new() };
        let wanted = if G::INFO.information == Information::Hidden { *guesses } else { 1 };
        let guess = |_| G::guess(&place.world, start, history, view, random);
        (0..wanted).filter_map(guess).map(|state| Guessed { place: None, state }).collect()
    }

    /// Lets every tree grow from these guesses until the budget is spent.
    fn grow(&mut self, guesses: &[Guessed<G>]) {
        let Self { budget, manner, place: told, trees, .. } = self;
        let first = &guesses[0];
        let Some(place) = first.place.as_ref().or(told.as_ref()) else { return };
        let seen = sight::<G>(&place.world, &first.state, manner.seat);
        let threads = trees.len();
        let run = |thread: usize, tree: &mut Tree<G>| {
            tree.go_on(seen, manner.seat);
            let mut state = first.state.clone();
            let mut clock = budget.begin(thread, threads);
            // Threads begin with different guesses.
            for guess in guesses.iter().cycle().skip(thread * guesses.len() / threads) {
                let Some(place) = guess.place.as_ref().or(told.as_ref()).filter(|_| clock.goes_on()) else { break };
                state.clone_from(&guess.state);
                tree.grow(manner, place, &mut state);
            }
        };
        match &mut trees[..] {
            [alone] => run(0, alone),
            many => std::thread::scope(|scope| {
                let run = &run;
                many.iter_mut().enumerate().for_each(|(thread, tree)| _ = scope.spawn(move || run(thread, tree)));
            }),
        }
    }

    /// The sum of what an action was worth in so many tries: a tree of its own grows from what follows it, so that the
    /// next choice does not depend on what was asked about this one.
    fn try_out(&self, action: G::Action, tries: u32) -> Option<f64> {
        let mut tree = Tree::new(Random::stream(self.random.key, action.code()));
        let mut sum = 0.0;
        for guess in self.asked.0.iter().cycle().take(tries as usize) {
            let place = guess.place.as_ref().or(self.place.as_ref())?;
            let worths = tree.grow_after(&self.manner, place, &mut guess.state.clone(), action);
            sum += worths.get(G::INFO.side(G::role(&place.world, self.manner.seat)))?;
        }
        Some(sum)
    }
}

impl<G: Searched> Bot<G::Start, G::View, G::Action> for Search<G> {
    fn start(&mut self, start: &G::Start) {
        (self.start, self.place) = (Some(start.clone()), None);
        self.asked = (Vec::new(), Vec::new());
        self.history.clear();
        self.trees.iter_mut().for_each(Tree::clear);
    }

    fn choose(&mut self, view: &G::View, legal: &[G::Action]) -> G::Action {
        self.found = Bandit::new();
        let guesses = if legal.len() > 1 { self.guess(view) } else { Vec::new() };
        if !guesses.is_empty() {
            self.grow(&guesses);
            let roots = self.trees.iter().filter_map(|tree| tree.root(self.manner.seat));
            roots.for_each(|root| self.found.add(root));
        }
        self.asked = (guesses, legal.to_vec());
        if self.history.len() == MOST_HISTORY {
            self.history.remove(0);
        }
        self.history.push(view.clone());
        let found = self.found.choice(self.manner.rule, &mut self.random);
        let choice = found.filter(|choice| legal.contains(choice));
        let choice = choice.unwrap_or_else(|| legal[self.random.index(legal.len())]);
        self.trees.iter_mut().for_each(|tree| tree.chosen(choice));
        choice
    }

    fn worths(&self) -> Vec<(G::Action, f64)> {
        let (guesses, legal) = &self.asked;
        if guesses.is_empty() {
            return Vec::new();
        }
        let worth = |&action: &G::Action| {
            let arm = self.found.arms().iter().find(|arm| arm.action == action);
            let (tried, sum) = arm.map_or((0, 0.0), |arm| (arm.visits, arm.sum));
            let more = TRIES.saturating_sub(tried);
            Some((action, (sum + self.try_out(action, more)?) / f64::from(tried + more)))
        };
        legal.iter().filter_map(worth).collect()
    }
}
