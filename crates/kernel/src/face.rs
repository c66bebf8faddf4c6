//! The type-erased interface: what the command line, the arena, the server and Python see of any game.
//!
//! [`Face`] is a game, [`Opened`] a game with its settings chosen, [`Session`] one match of it. Each is implemented
//! once, here, for every game. JSON is used at this boundary and nowhere deeper.

use crate::bot::{Bot, BotEntry, Call, Uniform};
use crate::flock::{Flock, Footprint, Plan, Shelf, TypedFlock, draw_shelf};
use crate::json::{Map, Value, brief, nearest};
use crate::learn::{Encoding, all_encodings};
use crate::registry::Study;
use crate::scene::{Goal, Offer, Row};
use crate::settings::{self, Declared, Field, Settings};
use crate::sides::Sides;
use crate::verdict::with_player;
use crate::{
    ActionCode, Game, Info, Invalid, Learn, Outcome, Phase, Picture, Random, Scene, Seat, SeatSet, Verdict, Wire,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;

/// Everything that a game must implement to be shown, played, recorded and learned.
pub trait Complete: Game + Wire + Learn + Picture {}
impl<G: Game + Wire + Learn + Picture> Complete for G {}

/// A game that can be found by name.
pub trait Face: Any + Send + Sync {
    /// What kind of game it is: its name, roles, sides and versions.
    fn info(&self) -> Info;
    /// Its settings, in the order in which they are checked.
    fn fields(&self) -> &'static [Field];
    /// The JSON Schema of its settings.
    fn schema(&self) -> Value;
    /// The options of its learning encodings.
    fn lens(&self) -> &'static [Field];
    /// The bots that play it.
    fn bots(&self) -> Vec<BotCard>;
    /// Other things that its entry offers, such as commands. The kernel does not know their types; the code that added
    /// them does.
    fn extras(&self) -> &[&'static Extra];
    /// The experiments that come with the game, in the order in which they were added.
    fn studies(&self) -> &[Study];
    /// Reads and checks settings; the error names the first bad field.
    fn open(&self, settings: &Value) -> Result<Box<dyn Opened>, Invalid>;
}

/// A bot as it is listed for people.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BotCard {
    /// The name that selects it, as in `greedy`.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// The options it takes, each with its default and its help.
    pub options: &'static [Field],
}

/// A game with its settings chosen.
pub trait Opened: Send + Sync {
    /// What kind of game it is with these settings.
    fn info(&self) -> Info;
    /// The settings as a replay keeps them: only the fields that were given, in one spelling each.
    fn settings(&self) -> Value;
    /// Every setting with its effective value, in the order of the game's fields (K7).
    fn resolved(&self) -> Vec<(&'static str, Value)>;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Starts a match. The same settings and seed make the same match on every machine.
    fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid>;
    /// Starts a match from a given state.
    fn begin_from(&self, seed: u64, state: &Value) -> Result<Box<dyn Session>, Invalid>;
    /// Makes the bot `name` with its options, and with the generator of its seat in a match with this seed.
    fn player(
        &self,
        name: &str,
        options: &Map<String, Value>,
        seed: u64,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Invalid>;
    /// How many numbered actions a seat has.
    fn actions(&self) -> usize;
    /// The arrays that a learner can read through a lens.
    fn encodings(&self, lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid>;
    /// The memory that a batch with this seed takes, in bytes.
    fn footprint(&self, seed: u64) -> Result<Footprint, Invalid>;
    /// Draws the worlds of a batch and makes its flocks, one for each plan.
    fn flocks(&self, lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid>;
    /// Plays random numbered actions with the typed rules until `steps` steps are done, and starts a new game when one
    /// ends. Returns a hash over the final states. It measures the rules and nothing else.
    fn run_rules(&self, seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid>;
    /// The hash of many seeded games of random play: equal on every machine that plays by the same rules.
    fn fingerprint(&self, games: u64, steps: u64) -> Result<u64, Invalid>;
}

/// Which steps' events a scene shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Span {
    Step,
    /// All steps since the previous frame.
    Frame,
}

/// One match, of a game whose type the caller does not know.
pub trait Session: Send {
    /// For players made by the same table, which cast it back to its type.
    fn as_any(&self) -> &dyn Any;
    /// What kind of game it is with the settings of this match.
    fn info(&self) -> Info;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The role of a seat, as an index into the roles of the game.
    fn role(&self, seat: Seat) -> usize;
    /// The side of a seat, as an index into the sides of the game.
    fn side(&self, seat: Seat) -> usize;
    /// The name of a seat, as every message, panel and picture shows it.
    fn seat_name(&self, seat: Seat) -> String;
    /// The name of the player of a seat, empty if it is not known.
    fn player_name(&self, seat: Seat) -> &str;
    /// Sets the names of the players, by seat; panels and results print them beside the seats.
    fn name_players(&mut self, players: &[String]);
    /// Whether a seat has been in play so far.
    fn took_part(&self, seat: Seat) -> bool;
    /// Which seats choose now.
    fn phase(&self) -> Phase;
    /// The seat whose choice arrives first when all are given at once; the others follow by number, and then from seat
    /// 0 again.
    fn first_to_arrive(&self) -> Seat;
    /// How many steps have been played.
    fn steps(&self) -> u64;
    /// The hash of the current state, as [`Game::hash_of`] computes it (K2).
    fn hash(&self) -> u64;
    /// 64 bits of the world's map; 0 where nothing is drawn.
    fn digest(&self) -> u64;
    /// The codes of the actions a seat may choose now.
    fn legal(&self, seat: Seat) -> Vec<u64>;
    /// Whether the seat may choose the action with this code now.
    fn allows(&self, seat: Seat, code: u64) -> bool;
    /// Plays one step with choices in order of arrival. A code that stands for no action is ignored.
    fn step(&mut self, choices: &[(Seat, u64)]);
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The result in words, once the game is over.
    fn verdict(&self) -> Option<Verdict>;
    /// Checks the invariants of the state; the error says which one does not hold.
    fn check(&self) -> Result<(), String>;
    /// The whole state as JSON text.
    fn state(&self) -> String;
    /// The events of the last step as the text of a JSON list.
    fn events(&self) -> String;
    /// The events of the last step, one line each for people; after the last step a line says who won and why.
    fn tell(&self) -> Vec<String>;
    /// The same as lines of the text log.
    fn log(&self) -> Vec<String>;
    /// The lines of [`Session::tell`] that matter: routine events are left out.
    fn highlights(&self) -> Vec<String>;
    /// The start message of a seat, as JSON text: it is sent once, before the first choice.
    fn start(&self, seat: Seat) -> String;
    /// The view of a seat, as JSON text: what it may know now.
    fn view(&self, seat: Seat) -> String;
    /// The action with this code, as JSON.
    fn action(&self, code: u64) -> Value;
    /// The code of an action given as JSON.
    fn read_action(&self, value: &Value) -> Result<u64, Invalid>;
    /// The line that goes before the events of the step just played, if the game has one.
    fn heading(&self) -> Option<String>;
    /// The number of the frame this state belongs to, where a film shows one frame for several steps.
    fn frame(&self) -> u64;
    /// How many frames per second it is shown at by default.
    fn pace(&self) -> f64;
    /// The scene to draw, with the events of a step or a whole frame, and from the point of view of a seat if one is
    /// given.
    fn scene(&self, span: Span, eye: Option<Seat>) -> Scene;
    /// What a seat knows: a scene made from its view and nothing else.
    fn known(&self, seat: Seat) -> Scene;
    /// Every action that a seat may choose now, with its code, in the words and at the place on the board of
    /// [`Session::known`] that a person sees.
    fn offers(&self, seat: Seat) -> Vec<(u64, Offer)>;
    /// An observer for a seat, which starts now.
    fn eyes(&self, seat: Seat) -> Box<dyn Eyes>;
    /// The board in the game's own text notation, whole or as a seat knows it.
    fn drawing(&self, eye: Option<Seat>) -> String;
    /// An independent copy of the match.
    fn fork(&self) -> Box<dyn Session>;
}

impl dyn Session + '_ {
    /// The name of a seat and of its player: `python · greedy`.
    #[must_use]
    pub fn full_name(&self, seat: Seat) -> String {
        with_player(&self.seat_name(seat), self.player_name(seat))
    }
}

/// An observer that follows a match from one seat, step by step: what the seat knows, what it remembers, and what the
/// last step meant to it.
pub trait Eyes: Send {
    /// Updates itself from the match after a step.
    fn look(&mut self, session: &dyn Session);
    /// What the seat knows and remembers, made from its views and nothing else.
    fn scene(&self) -> Scene;
    /// What the last step meant to the seat, in sentences addressed to its player.
    fn news(&self) -> &[String];
    /// Every action that the seat may choose now, with its code, on the board of [`Eyes::scene`].
    fn offers(&self, session: &dyn Session) -> Vec<(u64, Offer)>;
}

/// Chooses for a seat of an erased match.
pub trait Player: Send {
    /// Called once, before the first choice.
    fn start(&mut self, session: &dyn Session, seat: Seat);
    /// Requests a choice and does not wait for it. All seats that choose in a step are asked before the first answer is
    /// awaited, so that players in other processes think at the same time. Players that choose in this process may
    /// ignore it.
    fn ask(&mut self, session: &dyn Session, seat: Seat) {
        let _ = (session, seat);
    }
    /// The code of its choice; none if it makes no choice.
    fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64>;
}

type Entry<G> = BotEntry<<G as Game>::Settings, <G as Game>::Start, <G as Game>::View, <G as Game>::Action>;
type Entries<G> = Arc<Vec<Entry<G>>>;

/// One size of a game: a test whether settings fit it, and a function that opens a table of it.
type Size<G> = (fn(&<G as Game>::Settings) -> bool, fn(<G as Game>::Settings, Value, Entries<G>) -> Box<dyn Opened>);

/// Something that a game's entry offers and whose type the kernel does not know.
pub type Extra = dyn Any + Send + Sync;

/// A game in all its sizes, with its bots. `G` is the smallest size.
pub struct Family<G: Game> {
    sizes: Vec<Size<G>>,
    bots: Entries<G>,
    extras: Vec<&'static Extra>,
    studies: Vec<Study>,
}

impl<G: Complete> Default for Family<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Complete> Family<G> {
    /// The game with only one bot, `uniform`.
    #[must_use]
    pub fn new() -> Self {
        let uniform = BotEntry {
            name: "uniform",
            about: "draws uniformly among the legal actions",
            options: &[],
            make: |call| Ok(Box::new(Uniform(call.random))),
        };
        Self {
            sizes: alloc::vec![(G::fits, |settings, written, bots| Box::new(TypedOpened::<G> {
                settings,
                written,
                bots
            }))],
            bots: Arc::new(alloc::vec![uniform]),
            extras: Vec::new(),
            studies: Vec::new(),
        }
    }

    /// Adds a larger size, which is used where the smaller ones do not fit.
    #[must_use]
    pub fn size<H>(mut self) -> Self
    where
        H: Complete<Settings = G::Settings, Start = G::Start, View = G::View, Action = G::Action>,
    {
        self.sizes.push((H::fits, |settings, written, bots| Box::new(TypedOpened::<H> { settings, written, bots })));
        self
    }

    /// Adds a bot after those already there.
    pub fn bot(&mut self, bot: Entry<G>) -> &mut Self {
        // The list has no other owner while a family is being built.
        if let Some(bots) = Arc::get_mut(&mut self.bots) {
            bots.push(bot);
        }
        self
    }

    /// Adds something else that the game offers; code that knows its type finds it in [`Face::extras`].
    pub fn extra(&mut self, extra: &'static Extra) -> &mut Self {
        self.extras.push(extra);
        self
    }

    /// Adds an experiment to those that the game ships.
    pub fn study(&mut self, study: Study) -> &mut Self {
        self.studies.push(study);
        self
    }
}

impl<G: Complete> Face for Family<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn fields(&self) -> &'static [Field] {
        G::Settings::FIELDS
    }

    fn schema(&self) -> Value {
        settings::schema::<G::Settings>(G::INFO.title)
    }

    fn lens(&self) -> &'static [Field] {
        G::Lens::FIELDS
    }

    fn bots(&self) -> Vec<BotCard> {
        self.bots.iter().map(|bot| BotCard { name: bot.name, about: bot.about, options: bot.options }).collect()
    }

    fn extras(&self) -> &[&'static Extra] {
        &self.extras
    }

    fn studies(&self) -> &[Study] {
        &self.studies
    }

    fn open(&self, settings: &Value) -> Result<Box<dyn Opened>, Invalid> {
        let document = settings;
        let settings = G::Settings::read(document)?;
        let written = settings.written(document);
        match self.sizes.iter().find(|(fits, _)| fits(&settings)) {
            Some((_, open)) => Ok(open(settings, written, self.bots.clone())),
            None => Err(Invalid::new("settings", "this size", "a size this game comes in")),
        }
    }
}

struct TypedOpened<G: Game> {
    settings: G::Settings,
    written: Value,
    bots: Entries<G>,
}

impl<G: Complete> Opened for TypedOpened<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn settings(&self) -> Value {
        self.written.clone()
    }

    fn resolved(&self) -> Vec<(&'static str, Value)> {
        self.settings.resolved()
    }

    fn seats(&self) -> usize {
        G::seats_of(&self.settings)
    }

    fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        let (world, state) = G::make(&self.settings, seed)?;
        Ok(Box::new(TypedSession::<G>::new(Arc::new(world), state)))
    }

    fn begin_from(&self, seed: u64, state: &Value) -> Result<Box<dyn Session>, Invalid> {
        let (world, state) = G::given(&self.settings, seed, state)?;
        Ok(Box::new(TypedSession::<G>::new(Arc::new(world), state)))
    }

    fn player(
        &self,
        name: &str,
        options: &Map<String, Value>,
        seed: u64,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Invalid> {
        let Some(entry) = self.bots.iter().find(|bot| bot.name == name) else {
            let names: Vec<&str> = self.bots.iter().map(|bot| bot.name).collect();
            let hint =
                nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let expected = format!("one of {}", names.join(", "));
            return Err(Invalid::new("bot", format!("{name:?}"), expected.clone())
                .says(format!("{name:?} is not {expected}{hint}")));
        };
        let known: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
        if let Some((option, value)) = options.iter().find(|(option, _)| !known.contains(&option.as_str())) {
            let expected = format!("one of {}", known.join(", "));
            let words = match nearest(option, known.iter().copied()) {
                _ if known.is_empty() => "no such option: this bot has none".to_string(),
                Some(near) => format!("no such option, did you mean {near}?"),
                None => format!("no such option, need {expected}"),
            };
            return Err(Invalid::new(format!("bot {name}.{option}"), brief(value), expected).says(words));
        }
        let call = Call { settings: &self.settings, options, seat, random: Random::for_bot(seed, seat) };
        let bot = (entry.make)(&call).map_err(|error| error.within(&format!("bot {name}")))?;
        Ok(Box::new(Seated::<G> { bot, legal: Vec::new() }))
    }

    fn actions(&self) -> usize {
        G::actions(&self.settings)
    }

    fn encodings(&self, lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid> {
        Ok(all_encodings::<G>(&self.settings, read_lens::<G>(lens)?))
    }

    fn footprint(&self, seed: u64) -> Result<Footprint, Invalid> {
        crate::flock::footprint::<G>(&self.settings, seed)
    }

    fn flocks(&self, lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid> {
        let lens = read_lens::<G>(lens)?;
        let Some(first) = plans.first() else { return Ok(Vec::new()) };
        let shelf: Shelf<G> = draw_shelf::<G>(&self.settings, first.seed, first.worlds)?;
        let flock = |plan: &Plan| -> Box<dyn Flock> {
            Box::new(TypedFlock::<G>::new(&self.settings, lens, shelf.clone(), plan.clone()))
        };
        Ok(plans.iter().map(flock).collect())
    }

    fn run_rules(&self, seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid> {
        let lens = G::Lens::default();
        let games = (0..worlds.max(1) as u64)
            .map(|w| G::make(&self.settings, G::fold_seed(&self.settings, crate::flock::world_seed(seed, w))));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let (seats, actions) = (self.seats(), self.actions() as u64);
        let number = |world: &G::World, state: &G::State, seat: usize, dice: u64| {
            // Eight random bits for each seat; the slight bias does not matter for a measurement.
            let roll = ((dice >> (8 * (seat % 8)) & 0xFF) * actions) >> 8;
            G::numbered(world, state, Seat(seat as u8), lens, roll as usize)
        };
        let mut choices = Vec::with_capacity(seats);
        Ok(run::<G>(&games, seed, steps, |world, state, dice| {
            // Two seats that both choose, the common case, need no list.
            if let (2, Some(first), Some(second)) =
                (seats, number(world, state, 0, dice), number(world, state, 1, dice))
            {
                return G::step(world, state, &[(Seat(0), first), (Seat(1), second)], |_| {});
            }
            choices.clear();
            let asked = G::phase(world, state).seats().iter();
            choices.extend(asked.filter_map(|seat| Some((seat, number(world, state, seat.index(), dice)?))));
            G::step(world, state, &choices, |_| {});
        }))
    }

    fn fingerprint(&self, games: u64, steps: u64) -> Result<u64, Invalid> {
        crate::fingerprint::fingerprint::<G>(&self.settings, games, steps)
    }
}

/// Reads a lens from its options; an unknown option is an error.
fn read_lens<G: Learn>(options: &Map<String, Value>) -> Result<G::Lens, Invalid> {
    G::Lens::from_flags(options)
}

/// Steps games one after the other, each from its first state to its end; returns the hash of the last state.
#[inline]
fn run<G: Game>(
    games: &[(G::World, G::State)],
    seed: u64,
    steps: u64,
    mut step: impl FnMut(&G::World, &mut G::State, u64),
) -> u64 {
    let mut random = Random::new(seed);
    let (mut game, mut state) = (0, games[0].1.clone());
    for _ in 0..steps {
        let world = &games[game].0;
        step(world, &mut state, random.next_u64());
        if G::phase(world, &state).is_over() {
            game = (game + 1) % games.len();
            state.clone_from(&games[game].1);
        }
    }
    G::hash_of(&games[game].0, &state)
}

/// A match of a typed game.
pub struct TypedSession<G: Game> {
    world: Arc<G::World>,
    origin: G::State,
    state: G::State,
    last: Vec<(Seat, G::Action)>,
    /// The events since the previous frame; those of the last step begin at index `news`.
    events: Vec<G::Event>,
    news: usize,
    /// The state before the last step.
    before: G::State,
    steps: u64,
    /// The names of the players, by seat; empty where none is known.
    players: Arc<[String]>,
}

impl<G: Game> Clone for TypedSession<G> {
    fn clone(&self) -> Self {
        Self {
            world: self.world.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            last: self.last.clone(),
            events: self.events.clone(),
            news: self.news,
            before: self.before.clone(),
            steps: self.steps,
            players: self.players.clone(),
        }
    }
}

impl<G: Game> TypedSession<G> {
    /// A match at its beginning.
    #[must_use]
    pub fn new(world: Arc<G::World>, state: G::State) -> Self {
        let (origin, before, last, events) = (state.clone(), state.clone(), Vec::new(), Vec::new());
        Self { world, origin, state, last, events, news: 0, before, steps: 0, players: Arc::default() }
    }

    /// The world of this match, for callers that know which game it is.
    #[must_use]
    pub fn world(&self) -> &G::World {
        &self.world
    }

    /// The current state, for callers that know which game it is.
    #[must_use]
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// The events of the last step, for callers that know which game it is.
    #[must_use]
    pub fn news(&self) -> &[G::Event] {
        &self.events[self.news..]
    }

    fn start_of(&self, seat: Seat) -> G::Start {
        G::start(&self.world, &self.origin, seat)
    }

    fn view_of(&self, seat: Seat) -> G::View {
        G::view(&self.world, &self.state, &self.last, seat)
    }
}

impl<G: Complete> TypedSession<G> {
    /// Completes a scene: the title of the game, a byline (what the game is about or whose view this is), the players,
    /// the legend and the result.
    fn named(&self, mut scene: Scene, eye: Option<Seat>) -> Scene {
        let byline = match eye {
            Some(seat) => format!("What {} sees.", G::seat_name(&self.world, seat)),
            None => G::INFO.about.to_string(),
        };
        for row in &mut scene.panel {
            if let Row::Bar(bar) = row {
                bar.player = self.player_of(bar.seats).to_string();
            }
        }
        if let (Some(outcome), Some(verdict)) = (self.outcome(), self.verdict()) {
            crate::scene::close(&mut scene.panel, &outcome, &verdict);
        }
        Scene { title: G::INFO.title, byline, legend: G::LEGEND, ..scene }
    }

    /// The lines of a step; after the last step, also a line that says who won and why.
    fn with_verdict(&self, mut lines: Vec<String>) -> Vec<String> {
        if !lines.is_empty() {
            lines.extend(self.verdict().map(|verdict| verdict.to_string()));
        }
        lines
    }

    /// The player of all those of these seats that took part; empty if they have several players, or none is known.
    fn player_of(&self, seats: SeatSet) -> &str {
        let mut there = seats.iter().filter(|&seat| self.took_part(seat)).map(|seat| self.player_name(seat));
        let first = there.next().unwrap_or_default();
        if there.all(|player| player == first) { first } else { "" }
    }
}

impl<G: Complete> Session for TypedSession<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> Info {
        G::INFO
    }

    fn seats(&self) -> usize {
        G::seats(&self.world)
    }

    fn role(&self, seat: Seat) -> usize {
        G::role(&self.world, seat)
    }

    fn side(&self, seat: Seat) -> usize {
        G::INFO.side(self.role(seat))
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(&self.world, seat)
    }

    fn player_name(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("", String::as_str)
    }

    fn name_players(&mut self, players: &[String]) {
        self.players = players.into();
    }

    fn took_part(&self, seat: Seat) -> bool {
        G::took_part(&self.world, &self.state, seat)
    }

    fn phase(&self) -> Phase {
        G::phase(&self.world, &self.state)
    }

    fn first_to_arrive(&self) -> Seat {
        G::first_to_arrive(&self.world, &self.state)
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn hash(&self) -> u64 {
        G::hash_of(&self.world, &self.state)
    }

    fn digest(&self) -> u64 {
        G::digest(&self.world)
    }

    fn legal(&self, seat: Seat) -> Vec<u64> {
        let mut codes = Vec::new();
        G::legal(&self.world, &self.state, seat, &mut |action| codes.push(action.code()));
        codes
    }

    fn allows(&self, seat: Seat, code: u64) -> bool {
        G::Action::from_code(code).is_some_and(|action| G::allows(&self.world, &self.state, seat, action))
    }

    fn step(&mut self, choices: &[(Seat, u64)]) {
        if self.phase().is_over() {
            self.news = self.events.len();
            return;
        }
        let frame = self.frame();
        self.news = self.events.len();
        self.before.clone_from(&self.state);
        self.last.clear();
        self.last.extend(choices.iter().filter_map(|&(seat, code)| Some((seat, G::Action::from_code(code)?))));
        self.steps += 1;
        G::step(&self.world, &mut self.state, &self.last, |event| self.events.push(event));
        if self.frame() != frame {
            self.events.drain(..self.news);
            self.news = 0;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.world, &self.state)
    }

    fn verdict(&self) -> Option<Verdict> {
        let outcome = self.outcome()?;
        let sides = Sides::of(self);
        let (side, winners) = (sides.winner(&outcome), sides.winners(&outcome));
        let who = match (side, winners.as_slice()) {
            (Some(side), _) if sides.seats_of(side) > 1 => {
                format!("the {} win", G::INFO.sides.get(side).map_or("", |side| side.plural))
            }
            (_, [alone]) => format!("{} wins", (self as &dyn Session).full_name(Seat(*alone as u8))),
            _ => "a draw".to_string(),
        };
        Some(Verdict {
            winners: winners.into_iter().map(|seat| Seat(seat as u8)).collect(),
            side: side.map(|side| G::INFO.side_name(side)),
            who,
            why: G::why(&self.world, &self.state, &outcome),
        })
    }

    fn check(&self) -> Result<(), String> {
        G::check(&self.world, &self.state)
    }

    fn state(&self) -> String {
        text(&G::write_state(&self.world, &self.state))
    }

    fn events(&self) -> String {
        text(&&self.events[self.news..])
    }

    fn tell(&self) -> Vec<String> {
        self.with_verdict(G::tell_all(&self.world, &self.before, &self.events[self.news..]))
    }

    fn log(&self) -> Vec<String> {
        self.with_verdict(G::log(&self.world, &self.before, &self.events[self.news..]))
    }

    fn highlights(&self) -> Vec<String> {
        let news = self.events[self.news..].iter();
        let matters = news.filter(|event| !G::is_routine(event)).map(|event| G::tell(&self.world, event));
        self.with_verdict(matters.collect())
    }

    fn start(&self, seat: Seat) -> String {
        text(&self.start_of(seat))
    }

    fn view(&self, seat: Seat) -> String {
        text(&self.view_of(seat))
    }

    fn action(&self, code: u64) -> Value {
        G::Action::from_code(code).map_or(Value::Null, G::write_action)
    }

    fn read_action(&self, value: &Value) -> Result<u64, Invalid> {
        G::read_action(&self.world, value).map(ActionCode::code)
    }

    fn heading(&self) -> Option<String> {
        (self.steps > 0).then(|| G::heading(&self.world, &self.before)).flatten()
    }

    fn frame(&self) -> u64 {
        G::frame(&self.world, &self.state, self.steps)
    }

    fn pace(&self) -> f64 {
        G::PACE
    }

    fn scene(&self, span: Span, eye: Option<Seat>) -> Scene {
        let events = match span {
            Span::Step => &self.events[self.news..],
            Span::Frame => &self.events,
        };
        let scene = match eye {
            Some(seat) => G::scene_for(&self.world, &self.state, events, seat),
            None => G::scene(&self.world, &self.state, events),
        };
        self.named(scene, eye)
    }

    fn known(&self, seat: Seat) -> Scene {
        let byline = format!("What {} knows.", G::seat_name(&self.world, seat));
        Scene { byline, ..self.named(G::scene_of(&self.start_of(seat), &self.view_of(seat), seat), Some(seat)) }
    }

    fn offers(&self, seat: Seat) -> Vec<(u64, Offer)> {
        let (start, view) = (self.start_of(seat), self.view_of(seat));
        let mut offers = Vec::new();
        G::legal(&self.world, &self.state, seat, &mut |action| {
            offers.push((action.code(), G::offer(&start, &view, seat, action)));
        });
        offers
    }

    fn eyes(&self, seat: Seat) -> Box<dyn Eyes> {
        let (start, view, news) = (self.start_of(seat), self.view_of(seat), Vec::new());
        let mut recall = G::Recall::default();
        G::remember(&mut recall, &view);
        Box::new(Looking::<G> { seat, start, view, recall, news })
    }

    fn drawing(&self, eye: Option<Seat>) -> String {
        match eye {
            Some(seat) => G::drawing_for(&self.world, &self.state, seat),
            None => G::drawing(&self.world, &self.state),
        }
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

/// The observer for a seat of a typed match.
struct Looking<G: Picture> {
    seat: Seat,
    start: G::Start,
    view: G::View,
    recall: G::Recall,
    news: Vec<String>,
}

impl<G: Complete> Eyes for Looking<G> {
    fn look(&mut self, session: &dyn Session) {
        let Some(game) = session.as_any().downcast_ref::<TypedSession<G>>() else { return };
        let now = game.view_of(self.seat);
        self.news = told::<G>(&self.start, &self.view, &now, &game.events[game.news..], self.seat);
        self.view = now;
        G::remember(&mut self.recall, &self.view);
    }

    fn scene(&self) -> Scene {
        let (scene, _) = G::recalled(&self.recall, &self.start, &self.view, self.seat);
        Scene { title: G::INFO.title, legend: G::LEGEND, ..scene }
    }

    fn news(&self) -> &[String] {
        &self.news
    }

    fn offers(&self, session: &dyn Session) -> Vec<(u64, Offer)> {
        let (_, (right, down)) = G::recalled(&self.recall, &self.start, &self.view, self.seat);
        let mut offers = session.offers(self.seat);
        for (_, offer) in &mut offers {
            if let Some(Goal::Cell(cell)) = &mut offer.goal {
                (cell.x, cell.y) = (cell.x.saturating_add(right), cell.y.saturating_add(down));
            }
        }
        offers
    }
}

/// What a step with these events meant to a seat. Of the events it uses only those that concern the seat.
pub fn told<G: Picture>(
    start: &G::Start,
    before: &G::View,
    now: &G::View,
    events: &[G::Event],
    seat: Seat,
) -> Vec<String> {
    let own: Vec<G::Event> = events.iter().filter(|event| G::concerns(start, event, seat)).cloned().collect();
    G::news(start, before, now, &own, seat)
}

/// The JSON text of a value. Documents of a game have only string keys and finite numbers, so this cannot fail.
fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_string())
}

/// A typed bot on a seat of an erased match. It passes the seat's view to the bot and nothing else.
struct Seated<G: Game> {
    bot: Box<dyn Bot<G::Start, G::View, G::Action>>,
    legal: Vec<G::Action>,
}

impl<G: Game> Player for Seated<G> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        if let Some(game) = session.as_any().downcast_ref::<TypedSession<G>>() {
            self.bot.start(&game.start_of(seat));
        }
    }

    fn choose(&mut self, session: &dyn Session, seat: Seat) -> Option<u64> {
        let game = session.as_any().downcast_ref::<TypedSession<G>>()?;
        self.legal.clear();
        G::legal(&game.world, &game.state, seat, &mut |action| self.legal.push(action));
        if self.legal.is_empty() {
            return None;
        }
        let view = game.view_of(seat);
        Some(self.bot.choose(&view, &self.legal).code())
    }
}
