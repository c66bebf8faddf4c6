//! Games of a learner with opponents inside: steps that go on until the learner is asked, episodes that are cut off, and
//! ends as Gymnasium has them.

use super::dice::Dice;
use super::{
    Autoreset, Beginning, Buffers, Episode, Flock, Footprint, Plan, Policy, Restart, Shown, StandIns, Stretch,
};
use super::{Tracks, UNNUMBERED, Worlds};
use crate::bot::{Asking, Bot, Call, Make};
use crate::heap::*;
use crate::json::{Map, Value};
use crate::learn::{Learn, Slot};
use crate::sides::Sides;
use crate::{Game, Invalid, Random, Seat, SeatSet};
use alloc::sync::Arc;

type Maker<G> = Make<<G as Game>::Settings, <G as Game>::Start, <G as Game>::View, <G as Game>::Action>;
pub(super) type Opponent<G> = Box<dyn Bot<<G as Game>::Start, <G as Game>::View, <G as Game>::Action>>;

/// All opponents that a cast can draw, ready to be made.
pub struct Opponents<G: Game> {
    settings: G::Settings,
    known: Vec<Known<G>>,
}

/// What words mean for a seat.
struct Known<G: Game> {
    seat: Seat,
    words: String,
    make: Maker<G>,
    options: Map<String, Value>,
}

impl<G: Game> Opponents<G> {
    /// No opponents, for a game with these settings.
    pub fn new(settings: &G::Settings) -> Self {
        Self { settings: settings.clone(), known: Vec::new() }
    }

    /// Adds what these words mean for a seat.
    pub fn add(&mut self, seat: Seat, words: &str, make: Maker<G>, options: Map<String, Value>) {
        self.known.push(Known { seat, words: words.into(), make, options });
    }

    /// The only opponent that there is for a seat, in an episode with this seed of the bots.
    pub(super) fn of_seat(&self, seat: Seat, seed: u64) -> Option<Opponent<G>> {
        self.made(self.known.iter().find(|known| known.seat == seat)?, seed)
    }

    /// The opponent of a seat in an episode with this seed of the bots.
    fn seated(&self, seat: Seat, words: &str, seed: u64) -> Option<Opponent<G>> {
        self.made(self.known.iter().find(|known| known.seat == seat && known.words == words)?, seed)
    }

    fn made(&self, known: &Known<G>, seed: u64) -> Option<Opponent<G>> {
        let (seat, random) = (known.seat, Random::for_bot(seed, known.seat));
        (known.make)(&Call { settings: &self.settings, options: &known.options, seat, random }).ok()
    }
}

/// One game with its opponents.
struct Table<G: Learn> {
    world: u32,
    state: G::State,
    /// The state before the last turn, where arrays are shown.
    before: G::State,
    /// The choices of the last turn.
    last: Vec<(Seat, G::Action)>,
    /// By seat; empty if there are none.
    opponents: Vec<Option<Opponent<G>>>,
    /// Draws the episodes.
    random: Random,
    /// What the learned seats earned before their first step, which pays it.
    owed: Box<[f32]>,
    steps: u64,
    /// How many turns of the rules the last step took.
    turns: u32,
    ended: bool,
}

pub(super) fn footprint<G: Learn>(world: &G::World, state: &G::State) -> Footprint {
    let (heap, seats) = (G::heap(world, state), G::seats(world));
    let a_seat = size_of::<(Seat, G::Action)>() + size_of::<f32>() + size_of::<Option<Opponent<G>>>();
    Footprint {
        world: size_of::<(G::World, G::State)>() + heap.world + heap.state,
        game: size_of::<Table<G>>() + 2 * heap.state + seats * a_seat,
    }
}

/// What all tables of a flock share.
struct Room<G: Learn> {
    shelf: Arc<Vec<Beginning<G>>>,
    opponents: Arc<Opponents<G>>,
    plan: Plan,
    lens: G::Lens,
    learned: SeatSet,
    /// For every seat its place among the learned ones.
    places: Vec<Option<usize>>,
    /// How many places a table of weights has.
    weighed: usize,
    shown: Vec<Shown>,
    asking: Asking<G>,
    choices: Vec<(Seat, G::Action)>,
    /// Who plays the learned seats, during a rollout with bots.
    stand_ins: Option<StandIns>,
    /// Room for a number for each learned seat, and for a mask.
    numbers: Vec<u8>,
    mask: Vec<u8>,
}

/// How arrays are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writing {
    Nothing,
    /// They show the turn before, and are brought up to date.
    Changes,
    All,
}

impl Writing {
    /// The same, but completely if `whole`.
    fn or_whole(self, whole: bool) -> Self {
        if whole && self == Self::Changes { Self::All } else { self }
    }
}

/// A flock of games with opponents inside.
pub struct TableFlock<G: Learn> {
    tables: Vec<Table<G>>,
    room: Room<G>,
}

impl<G: Learn> TableFlock<G> {
    /// A flock over worlds with their first states, every game at the start of its first episode.
    pub fn new(
        settings: &G::Settings,
        lens: G::Lens,
        shelf: Arc<Vec<Beginning<G>>>,
        opponents: Arc<Opponents<G>>,
        plan: Plan,
    ) -> Self {
        let seats = G::seats_of(settings);
        let learned: SeatSet = plan.lesson.cast.learned.iter().copied().collect();
        let place = |seat: Seat| learned.contains(seat).then(|| learned.and(SeatSet::first(seat.index())).len());
        let table = |i: usize| Table {
            world: 0,
            state: shelf[0].1.clone(),
            before: shelf[0].1.clone(),
            last: Vec::with_capacity(seats),
            opponents: Vec::new(),
            random: Random::stream(plan.seed, (plan.first + i) as u64),
            owed: vec![0.0; learned.len()].into(),
            steps: 0,
            turns: 0,
            ended: false,
        };
        let mut flock = Self {
            tables: (0..plan.games).map(table).collect(),
            room: Room {
                places: SeatSet::first(seats).iter().map(place).collect(),
                weighed: G::places(settings),
                shown: super::shown::<G>(settings, lens, &plan),
                asking: Asking::new(),
                choices: Vec::with_capacity(seats),
                stand_ins: None,
                numbers: vec![0; learned.len()],
                mask: vec![0; G::actions(settings)],
                shelf,
                opponents,
                plan,
                lens,
                learned,
            },
        };
        flock.tables.iter_mut().for_each(|table| flock.room.begin(table));
        flock
    }
}

impl<G: Learn> Room<G> {
    fn world(&self, table: &Table<G>) -> &G::World {
        &self.shelf[table.world as usize].0
    }

    /// Puts a table at the start of its next episode.
    fn begin(&mut self, table: &mut Table<G>) {
        let cast = &self.plan.lesson.cast;
        let episode = Episode::draw(&mut table.random, Worlds::Shelf(self.plan.worlds as u64), cast);
        let (world, first) = &self.shelf[episode.world as usize];
        table.world = episode.world as u32;
        table.state.clone_from(first);
        table.last.clear();
        (table.steps, table.turns, table.ended) = (0, 0, false);
        if !cast.troupes.is_empty() {
            table.opponents.clear();
            table.opponents.resize_with(self.places.len(), || None);
            for (seat, words) in cast.opponents(&episode) {
                let mut opponent = self.opponents.seated(seat, words, episode.bots);
                if let Some(bot) = &mut opponent {
                    bot.start(&G::start(world, first, seat));
                }
                table.opponents[seat.index()] = opponent;
            }
        }
        if self.stand_ins.is_some() {
            self.seat_stand_ins(table, episode.bots);
        }
        let mut owed = core::mem::take(&mut table.owed);
        owed.fill(0.0);
        self.play_on(table, &mut owed);
        table.owed = owed;
    }

    /// One step of the rules, with a number for each learned seat.
    fn turn(&mut self, table: &mut Table<G>, numbers: &[u8], rewards: &mut [f32]) {
        let Self { shelf, lens, learned, places, asking, choices, shown, .. } = self;
        let world = &shelf[table.world as usize].0;
        let Table { state, before, last, opponents, .. } = table;
        choices.clear();
        for seat in G::phase(world, state).seats().iter_from(G::first_to_arrive(world, state)) {
            let action = match opponents.get_mut(seat.index()) {
                Some(Some(bot)) => asking.ask(bot.as_mut(), world, state, last, seat),
                _ => {
                    let number = places[seat.index()].and_then(|place| numbers.get(place));
                    number.and_then(|&number| G::numbered(world, state, seat, *lens, number.into()))
                }
            };
            choices.extend(action.map(|action| (seat, action)));
        }
        if !shown.is_empty() {
            before.clone_from(state);
        }
        let account = G::account(world, state, *lens);
        G::step(world, state, choices, |_| {});
        core::mem::swap(last, choices);
        for (reward, seat) in rewards.iter_mut().zip(learned.iter()) {
            *reward += G::reward(world, &account, state, seat, *lens);
        }
        table.turns = table.turns.saturating_add(1);
    }

    /// Plays on until a learned seat is asked or the game is over, if the lesson wants that.
    fn play_on(&mut self, table: &mut Table<G>, rewards: &mut [f32]) {
        while self.plan.lesson.until_asked {
            let phase = G::phase(self.world(table), &table.state);
            if phase.is_over() || !phase.seats().and(self.learned).is_empty() {
                break;
            }
            self.turn(table, &[], rewards);
        }
    }

    /// A step of the learner. A game that was over before its first step only pays what it owes.
    fn step(&mut self, table: &mut Table<G>, numbers: &[u8], rewards: &mut [f32]) {
        rewards.copy_from_slice(&table.owed);
        table.owed.fill(0.0);
        table.turns = 0;
        if !G::phase(self.world(table), &table.state).is_over() {
            self.turn(table, numbers, rewards);
            table.steps += 1;
            self.play_on(table, rewards);
        }
    }

    /// A step of a game as its lesson says. Returns whether an episode ended with it.
    fn advance(
        &mut self,
        game: usize,
        table: &mut Table<G>,
        numbers: &[u8],
        writing: Writing,
        buffers: &mut Buffers<'_, '_>,
    ) -> bool {
        let learned = game * self.learned.len()..(game + 1) * self.learned.len();
        let rewards = &mut buffers.rewards[learned.clone()];
        let autoreset = self.plan.lesson.autoreset;
        if table.ended {
            rewards.fill(0.0);
            if autoreset == Autoreset::NextStep {
                if let Some(results) = buffers.results.get_mut(learned) {
                    results.fill(f32::NAN);
                }
                self.begin(table);
                (buffers.over[game], buffers.truncated[game]) = (0, 0);
                self.write(game, table, writing.or_whole(true), buffers.arrays);
            } else if writing == Writing::All {
                self.write(game, table, writing, buffers.arrays);
            }
            return false;
        }
        self.step(table, numbers, rewards);
        let terminated = G::phase(self.world(table), &table.state).is_over();
        let truncated = !terminated && self.plan.lesson.max_steps.is_some_and(|most| table.steps >= most);
        table.ended = terminated || truncated;
        (buffers.over[game], buffers.truncated[game]) = (table.ended.into(), truncated.into());
        if let Some(results) = buffers.results.get_mut(learned) {
            self.tell(table, results);
        }
        let (ended, again) = (table.ended, table.ended && autoreset == Autoreset::SameStep);
        if again {
            self.write(game, table, writing.or_whole(true), buffers.finals);
            self.begin(table);
        }
        self.write(game, table, writing.or_whole(again), buffers.arrays);
        ended
    }

    /// Plays a stretch of one game.
    fn roll(
        &mut self,
        game: usize,
        table: &mut Table<G>,
        stretch: &Stretch,
        tracks: &mut Tracks<'_, '_>,
        buffers: &mut Buffers<'_, '_>,
    ) {
        let learners = self.learned.len();
        let learned = game * learners..(game + 1) * learners;
        let mut dice = Dice::new(stretch.seed, self.plan.first + game);
        if self.stand_ins.is_some() {
            self.seat_stand_ins(table, dice.next());
        }
        let mut numbers = core::mem::take(&mut self.numbers);
        let mut mask = core::mem::take(&mut self.mask);
        for step in (0..stretch.steps).take_while(|_| !stretch.is_stopped()) {
            match &stretch.policy {
                Policy::Uniform => dice.fill(mask.len() as u32, &mut numbers),
                Policy::Masked => {
                    for (seat, number) in self.learned.iter().zip(&mut numbers) {
                        G::mask(self.world(table), &table.state, seat, self.lens, &mut mask);
                        *number = dice.masked(&mask);
                    }
                }
                Policy::Bots(_) => numbers.fill(UNNUMBERED),
                Policy::Given(weights) => {
                    let (odds, world, seats) = (weights.odds(), self.world(table), &self.plan.lesson.cast.learned);
                    dice.draw_by(&mut numbers, |learned| {
                        odds.row(
                            table.world as usize,
                            learned,
                            G::place(world, &table.state, seats[learned], self.lens),
                        )
                    });
                }
            }
            let at = game * stretch.steps + step;
            if let Some(path) = &mut tracks.path {
                self.write(at, table, Writing::All, path.arrays);
                path.actions[at * learners..][..learners].copy_from_slice(&numbers);
            }
            let writing = if step + 1 == stretch.steps { Writing::All } else { Writing::Nothing };
            let ended = self.advance(game, table, &numbers, writing, buffers);
            tracks.episodes[game] += u32::from(ended);
            let rewards = &buffers.rewards[learned.clone()];
            let sums = tracks.returns[learned.clone()].iter_mut();
            sums.zip(rewards).for_each(|(sum, &reward)| *sum += f64::from(reward));
            if ended
                && let (Some(sums), Some(results)) =
                    (tracks.results.get_mut(learned.clone()), buffers.results.get(learned.clone()))
            {
                let worth = results.iter().map(|&result| if result.is_nan() { 0.0 } else { f64::from(result) });
                sums.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += worth);
            }
            if let Some(path) = &mut tracks.path {
                path.over[at] = u8::from(ended);
                path.rewards[at * learners..][..learners].copy_from_slice(rewards);
            }
        }
        if self.stand_ins.is_some() {
            let learned = self.learned.iter();
            learned.for_each(|seat| table.opponents[seat.index()] = None);
        }
        (self.numbers, self.mask) = (numbers, mask);
    }

    /// Puts the bots of a rollout on the learned seats.
    fn seat_stand_ins(&self, table: &mut Table<G>, seed: u64) {
        let Some(bots) = self.stand_ins.as_ref().and_then(|bots| bots.of::<G>().ok()) else { return };
        let (world, first) = &self.shelf[table.world as usize];
        table.opponents.resize_with(self.places.len(), || None);
        for seat in self.learned.iter() {
            let mut bot = bots.of_seat(seat, seed);
            if let Some(bot) = &mut bot {
                bot.start(&G::start(world, first, seat));
            }
            table.opponents[seat.index()] = bot;
        }
    }

    /// Writes what the result of a game is worth to the learned seats; not a number while it is not over.
    fn tell(&self, table: &Table<G>, results: &mut [f32]) {
        let world = self.world(table);
        results.fill(f32::NAN);
        if let Some(outcome) = G::outcome(world, &table.state) {
            let worth = Sides::in_world::<G>(world).results(&outcome);
            let learned = self.learned.iter().filter_map(|seat| worth.get(seat.index()));
            results.iter_mut().zip(learned).for_each(|(result, &worth)| *result = worth);
        }
    }

    /// Writes the arrays of a table: those of its next turn where they show the turn before, or completely.
    fn write(&self, game: usize, table: &Table<G>, writing: Writing, arrays: &mut [Slot<'_>]) {
        if writing == Writing::Nothing {
            return;
        }
        let world = self.world(table);
        let before = (writing == Writing::Changes && table.turns == 1).then_some(&table.before);
        for (slot, shown) in arrays.iter_mut().zip(&self.shown) {
            for (place, seat) in self.learned.iter().enumerate() {
                let out = slot.part((game * self.learned.len() + place) * shown.len, shown.len);
                shown.write::<G>(world, before, &table.state, seat, self.lens, out);
            }
        }
    }
}

impl<G: Learn> Flock for TableFlock<G> {
    fn reset(&mut self, restart: Restart<'_>, buffers: Buffers<'_, '_>) {
        let learners = self.room.learned.len();
        let room = &mut self.room;
        for (game, table) in self.tables.iter_mut().enumerate().filter(|(game, _)| restart.starts(*game)) {
            if let Some(seed) = restart.seed(game) {
                table.random = Random::stream(seed, 0);
            }
            room.begin(table);
            room.write(game, table, Writing::All, buffers.arrays);
            buffers.rewards[game * learners..][..learners].fill(0.0);
            if let Some(results) = buffers.results.get_mut(game * learners..(game + 1) * learners) {
                results.fill(f32::NAN);
            }
            (buffers.over[game], buffers.truncated[game]) = (0, 0);
        }
    }

    fn step(&mut self, actions: &[u8], mut buffers: Buffers<'_, '_>) {
        let learners = self.room.learned.len();
        for (game, table) in self.tables.iter_mut().enumerate() {
            let numbers = &actions[game * learners..][..learners];
            self.room.advance(game, table, numbers, Writing::Changes, &mut buffers);
        }
    }

    fn play(
        &mut self,
        stretch: &Stretch,
        mut tracks: Tracks<'_, '_>,
        mut buffers: Buffers<'_, '_>,
    ) -> Result<(), Invalid> {
        if let Policy::Bots(bots) = &stretch.policy {
            bots.of::<G>()?;
            self.room.stand_ins = Some(bots.clone());
        }
        if let Policy::Given(weights) = &stretch.policy {
            let Room { plan, learned, weighed, mask, .. } = &self.room;
            weights.check([plan.worlds, learned.len(), *weighed, mask.len()])?;
        }
        for (game, table) in self.tables.iter_mut().enumerate() {
            self.room.roll(game, table, stretch, &mut tracks, &mut buffers);
        }
        self.room.stand_ins = None;
        Ok(())
    }

    fn hash(&self, game: usize) -> u64 {
        let table = &self.tables[game];
        G::hash_of(self.room.world(table), &table.state)
    }
}
