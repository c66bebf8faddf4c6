//! The bot `perfect`: it plays what a policy file says.

use crate::Subject;
use crate::camps::Camps;
use crate::menu::Menu;
use crate::policy::{Policy, chained, seen};
use crate::subject::{Action, Settings, Stake, Start, State, View, World};
use crate::values::Values;
use gridhaunt_kernel::bot::Call;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::FieldKind;
use gridhaunt_kernel::settings::{Declared, as_given};
use gridhaunt_kernel::{Bot, BotEntry, Game, Invalid, Random, Seat};

const FILE: FieldKind =
    FieldKind::Schema(r#"{"description":"a file that `gridhaunt solve --policy FILE` wrote","type":"string"}"#);

gridhaunt_kernel::settings! {
    /// What `perfect` plays.
    struct Options {
        /// The solution to play
        policy: Option<Value> = None, kind FILE, shown "none: it must be given", read as_given;
    }
}

/// The entry of the bot for a game.
#[must_use]
pub const fn entry<S: Subject>() -> BotEntry<Settings<S>, Start<S>, View<S>, Action<S>> {
    BotEntry {
        name: "perfect",
        about: "exact play: draws from the solution in a policy file, for the settings and seed it was made for",
        options: Options::FIELDS,
        make: |call| Ok(Box::new(Perfect::<S>::new(call)?)),
    }
}

/// Plays a solution. In a match of another seed, where it finds no state of its own, it draws uniformly.
pub struct Perfect<S: Subject> {
    policy: Policy,
    world: World<S>,
    camps: Camps,
    /// What its seat is told in the match that was solved.
    told: Start<S>,
    seat: Seat,
    random: Random,
    /// Whether this is the match that was solved.
    at_home: bool,
    /// What it has seen and chosen so far, where something is hidden.
    past: u64,
    menu: Menu<S>,
    /// The state of its last choice and the actions that it had, where all is seen.
    asked: Option<(State<S>, Vec<Action<S>>)>,
}

impl<S: Subject> Perfect<S> {
    fn new(call: &Call<'_, Settings<S>>) -> Result<Self, Invalid> {
        let policy = read(call.options)?;
        policy.title.check::<S::Game>(call.settings).map_err(|error| error.within("policy"))?;
        let (world, origin) = S::Game::make(call.settings, policy.title.seed)?;
        let camps = Camps::of::<S::Game>(&world)?;
        let told = S::Game::start(&world, &origin, call.seat);
        Ok(Self {
            policy,
            world,
            camps,
            told,
            seat: call.seat,
            random: call.random,
            at_home: false,
            past: 0,
            menu: Menu::default(),
            asked: None,
        })
    }

    /// The key of what it sees, and the actions that the policy numbers.
    fn look(&mut self, view: &View<S>, legal: &[Action<S>]) -> Option<u64> {
        if self.policy.title.hidden {
            return Some(chained(self.past, seen::<S::Game>(view)));
        }
        let mut state = S::state_of(&self.world, &self.told, view, &mut self.random.clone())?;
        S::settle(&self.world, &mut state);
        self.menu.fill(&self.world, &state, &self.camps);
        let key = S::Game::hash_of(&self.world, &state);
        self.asked = Some((state, legal.to_vec()));
        Some(key)
    }

    /// A choice of the solution; none if it has none.
    fn decide(&mut self, view: &View<S>, legal: &[Action<S>]) -> Option<Action<S>> {
        let key = self.look(view, legal)?;
        let camp = self.camps.camp(self.seat);
        let [rows, columns] = self.policy.find(key)?;
        let strategy = if camp == 0 { rows } else { columns };
        let number = usize::from(draw(&strategy, &mut self.random)?);
        if self.policy.title.hidden {
            self.past = chained(key, number as u64);
            return legal.get(number).copied();
        }
        let mut seats = self.menu.seats(camp);
        let (_, actions, count) = seats.find(|(seat, ..)| *seat == self.seat)?;
        actions.get(number / count % actions.len().max(1)).copied()
    }
}

impl<S: Subject> Bot<Start<S>, View<S>, Action<S>> for Perfect<S> {
    fn start(&mut self, start: &Start<S>) {
        self.at_home = *start == self.told;
        (self.past, self.asked) = (0, None);
    }

    fn choose(&mut self, view: &View<S>, legal: &[Action<S>]) -> Action<S> {
        self.asked = None;
        let choice = if self.at_home { self.decide(view, legal) } else { None };
        choice.filter(|choice| legal.contains(choice)).unwrap_or_else(|| legal[self.random.index(legal.len())])
    }

    /// Exact, if the match was solved for its result and all is seen; else none.
    fn worths(&self) -> Vec<(Action<S>, f64)> {
        let Some((state, legal)) = self.asked.as_ref().filter(|_| self.policy.title.stake == Stake::Result) else {
            return Vec::new();
        };
        let sign = if self.camps.camp(self.seat) == 0 { 1.0 } else { -1.0 };
        let mut values = Values::<S>::new(&self.policy, &self.world, &self.camps);
        let mut worth = |action| values.after(state, self.seat, action).map(|value| (1.0 + sign * value) / 2.0);
        legal.iter().filter_map(|&action| Some((action, worth(action)?))).collect()
    }

    fn odds(&mut self, view: &View<S>, legal: &[Action<S>]) -> Option<Vec<f64>> {
        if self.policy.title.hidden || !self.at_home {
            return None;
        }
        let key = self.look(view, legal)?;
        let camp = self.camps.camp(self.seat);
        let [rows, columns] = self.policy.find(key)?;
        let (_, actions, count) = self.menu.seats(camp).find(|(seat, ..)| *seat == self.seat)?;
        let mut odds = vec![0.0; legal.len()];
        let strategy = if camp == 0 { rows } else { columns };
        let sum: f64 = strategy.iter().map(|&(_, share)| f64::from(share)).sum();
        for (number, share) in strategy {
            let action = actions.get(usize::from(number) / count % actions.len().max(1))?;
            odds[legal.iter().position(|legal| legal == action)?] += f64::from(share) / sum;
        }
        Some(odds)
    }
}

/// Draws a choice with its share. One that is certain draws nothing.
fn draw(strategy: &[(u16, f32)], random: &mut Random) -> Option<u16> {
    let (&(last, _), others) = strategy.split_last()?;
    if others.is_empty() {
        return Some(last);
    }
    let sum: f64 = strategy.iter().map(|&(_, share)| f64::from(share)).sum();
    let mut left = sum * (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    for &(choice, share) in others {
        left -= f64::from(share);
        if left < 0.0 {
            return Some(choice);
        }
    }
    Some(last)
}

fn read(options: &Map<String, Value>) -> Result<Policy, Invalid> {
    let options = Options::from_options(options)?;
    let Some(file) = options.policy else {
        let words = "missing, need a file that `gridhaunt solve --policy FILE` wrote";
        return Err(Invalid::new("policy", "missing", "a policy file").says(words));
    };
    let path = file.as_str().map_or_else(|| file.to_string(), String::from);
    let bytes = std::fs::read(&path).map_err(|error| {
        Invalid::new("policy", format!("{path:?}"), "a file that can be read").says(format!("{path}: {error}"))
    })?;
    Policy::read(&bytes)
}
