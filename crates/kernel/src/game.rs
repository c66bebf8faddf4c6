//! What a game is: rules over a world that never changes and a state that does.

use crate::hash::StateHash;
use crate::heap::*;
use crate::info::Dynamics;
use crate::json::{Value, brief};
use crate::outcome::SideScore;
use crate::scene::{Key, Offer};
#[cfg(feature = "schema")]
use crate::schema::Schemas;
use crate::settings::Settings;
use crate::{Info, Invalid, Outcome, Phase, PlayError, PlayErrorReason, Random, Scene, Seat, SeatSet};
use core::fmt::Debug;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An action as one number, so that records and type-erased callers need not know its type.
pub trait ActionCode: Copy + Eq + Debug + Send + Sync + 'static {
    /// The number of this action. Different actions have different numbers.
    fn code(self) -> u64;
    /// The action with this number, none if there is no such action.
    fn from_code(code: u64) -> Option<Self>;
}

/// The rules of a game.
///
/// The *world* is what never changes in a match: settings and the map made from them. The *state* is everything that
/// changes, including its generator; a clone of it is a fork of the game. [`Game::step`] allocates nothing, never
/// panics and never fails: each game's rules define the effect of a choice that is missing, late or impossible (K6).
pub trait Game: Sized + Send + Sync + 'static {
    /// The settings that a person chooses.
    type Settings: Settings;
    /// What never changes in a match.
    type World: Debug + Send + Sync + 'static;
    /// Everything that changes in a match, its generator included; a clone is a fork of the game.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a seat may choose.
    type Action: ActionCode;
    /// What a seat receives once, before its first choice.
    type Start: Serialize + DeserializeOwned + PartialEq + Debug + Send + 'static;
    /// What a seat may know at one moment, and nothing more.
    type View: Serialize + DeserializeOwned + PartialEq + Debug + Send + 'static;
    /// What happened in a step, for logs, viewers and statistics.
    type Event: Serialize + DeserializeOwned + PartialEq + Clone + Debug + Send + 'static;

    /// What kind of game it is.
    const INFO: Info;

    /// Whether a higher score means a better rank. False where sides score by different things.
    const RANKED_BY_SCORE: bool = true;

    /// Whether these settings fit this type's size of state. A game may come in several sizes, small ones first.
    fn fits(_settings: &Self::Settings) -> bool {
        true
    }

    /// The match seed that 64 random bits stand for, where not every number is a valid seed.
    fn fold_seed(_settings: &Self::Settings, seed: u64) -> u64 {
        seed
    }

    /// Checks the settings and makes the world and the first state. The same settings and seed make the same game on
    /// every machine.
    fn new(settings: &Self::Settings, seed: u64) -> Result<(Self::World, Self::State), Invalid> {
        settings.check()?;
        Self::make(settings, seed)
    }

    /// Makes the world and the first state from settings that were already read or checked; for other settings the
    /// result may be meaningless.
    fn make(settings: &Self::Settings, seed: u64) -> Result<(Self::World, Self::State), Invalid>;

    /// How many seats there are: the maximum of [`Game::INFO`], unless the game overrides it.
    fn seats(_world: &Self::World) -> usize {
        Self::INFO.seats.1.into()
    }

    /// The role of a seat, as an index into the roles of [`Game::INFO`]: one role for each seat in order, and the last
    /// role for all further seats.
    fn role(_world: &Self::World, seat: Seat) -> usize {
        seat.index().min(Self::INFO.roles.len().saturating_sub(1))
    }

    /// Whether a seat has been in play so far. Seats that never were in play are left out of results, menus and panels.
    fn took_part(_world: &Self::World, _state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// Which seats choose now.
    fn phase(world: &Self::World, state: &Self::State) -> Phase;

    /// Calls `each` with every action that the seat may choose now, in a fixed order; never if it does not choose now.
    ///
    /// Where actions carry free numbers (a bid, for example) one of each kind is enough; [`Game::allows`] decides.
    fn legal(world: &Self::World, state: &Self::State, seat: Seat, each: &mut dyn FnMut(Self::Action));

    /// Whether `step` would accept this choice.
    fn allows(world: &Self::World, state: &Self::State, seat: Seat, action: Self::Action) -> bool {
        let mut found = false;
        Self::legal(world, state, seat, &mut |legal| found |= legal == action);
        found
    }

    /// Plays one step. `choices` are in order of arrival; `log` receives what happens and costs nothing if it does
    /// nothing. It does not check the choices; [`Game::play`] does, for choices that come from outside.
    fn step(
        world: &Self::World,
        state: &mut Self::State,
        choices: &[(Seat, Self::Action)],
        log: impl FnMut(Self::Event),
    );

    /// Plays one step if every choice is one that its seat may make now; otherwise the state does not change and the
    /// error names the first choice that is not allowed. A seat without a choice is not an error: the game's rules
    /// define its effect (K6).
    fn play(
        world: &Self::World,
        state: &mut Self::State,
        choices: &[(Seat, Self::Action)],
        log: impl FnMut(Self::Event),
    ) -> Result<(), PlayError<Self::Action>> {
        let phase = Self::phase(world, state);
        let mut chosen = SeatSet::NONE;
        for (index, &(seat, action)) in choices.iter().enumerate() {
            let reason = if phase.is_over() {
                PlayErrorReason::Over
            } else if !phase.asks(seat) {
                PlayErrorReason::NotAsked
            } else if !Self::allows(world, state, seat, action) {
                PlayErrorReason::NotLegal
            } else if chosen.contains(seat) && Self::INFO.dynamics != Dynamics::Ticks {
                PlayErrorReason::Twice
            } else {
                chosen = chosen.with(seat);
                continue;
            };
            return Err(PlayError { index, seat, action, reason });
        }
        Self::step(world, state, choices, log);
        Ok(())
    }

    /// What the seat receives once. `origin` is the state in which the match began.
    fn start(world: &Self::World, origin: &Self::State, seat: Seat) -> Self::Start;

    /// What the seat may know now. `last` holds the choices of the previous step, none at the start.
    fn view(world: &Self::World, state: &Self::State, last: &[(Seat, Self::Action)], seat: Seat) -> Self::View;

    /// Makes an earlier view, of whatever seat and match, what [`Game::view`] returns. A game whose views are large
    /// overrides it, so that their memory is used again.
    fn look(
        world: &Self::World,
        state: &Self::State,
        last: &[(Seat, Self::Action)],
        seat: Seat,
        view: &mut Self::View,
    ) {
        *view = Self::view(world, state, last, seat);
    }

    /// The result; none until the game is over.
    fn outcome(world: &Self::World, state: &Self::State) -> Option<Outcome>;

    /// The side whose score decides a pair of matches with the sides exchanged, as an index into the sides, where the
    /// game's rules score such pairs.
    const DECIDES_PAIRS: Option<usize> = None;

    /// The score of a side now and the most that there was to get, so that scores of different matches can be compared;
    /// none if the game does not know. A score that all seats of a side share counts once.
    fn side_score(_world: &Self::World, _state: &Self::State, _side: usize) -> Option<SideScore> {
        None
    }

    /// Writes every field of the state in a fixed order (K2).
    fn hash(world: &Self::World, state: &Self::State, hash: &mut StateHash);

    /// 64 bits of the world's map, so that a replay can detect that its generation changed. 0 where nothing is drawn.
    fn digest(_world: &Self::World) -> u64 {
        0
    }

    /// Checks the invariants of a state; the error says which one does not hold.
    fn check(_world: &Self::World, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// The seat whose choice was refused, if the event reports a refusal.
    fn refusal(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// The hash of the state, seeded with the name of the game and the version of its rules (K2).
    fn hash_of(world: &Self::World, state: &Self::State) -> u64 {
        let mut hash = StateHash::new(Self::INFO.name, Self::INFO.rules_version);
        Self::hash(world, state, &mut hash);
        hash.finish()
    }
}

/// The JSON form of a game's values, where serde alone is not enough.
pub trait Wire: Game {
    /// The state as a document.
    type Document<'a>: Serialize;

    /// The JSON Schemas of what a seat receives and of what it may answer, mostly [`Schemas::of`] the game. A game that
    /// does not say allows anything.
    #[cfg(feature = "schema")]
    fn schemas() -> Schemas {
        Schemas::anything()
    }

    /// The whole state, everything hidden included.
    fn write_state<'a>(world: &'a Self::World, state: &'a Self::State) -> Self::Document<'a>;

    /// Reads a state from its document; an error if it could not be a state of this world.
    fn read_state(world: &Self::World, document: &Value) -> Result<Self::State, Invalid>;

    /// The world and the state of a match that begins from a document. By default the document is a state of the world
    /// that these settings and this seed make; a game whose documents contain a map reads it here.
    fn given(settings: &Self::Settings, seed: u64, document: &Value) -> Result<(Self::World, Self::State), Invalid> {
        let (world, _) = Self::make(settings, seed)?;
        let state = Self::read_state(&world, document).map_err(|error| error.within("state"))?;
        Ok((world, state))
    }

    /// An action as JSON: its code, unless the game has words for it.
    fn write_action(action: Self::Action) -> Value {
        action.code().into()
    }

    /// An action from JSON.
    fn read_action(_world: &Self::World, value: &Value) -> Result<Self::Action, Invalid> {
        let action = value.as_u64().and_then(Self::Action::from_code);
        action.ok_or_else(|| Invalid::new("action", brief(value), "the number of an action"))
    }

    /// The name of a seat, the same in events, panels, results, menus and pictures. By default it is the role, with a
    /// number where the role has several seats.
    fn seat_name(world: &Self::World, seat: Seat) -> String {
        let role = Self::role(world, seat);
        let alike = |seats: core::ops::Range<usize>| {
            seats.filter(|&other| Self::role(world, Seat(other as u8)) == role).count()
        };
        let name = Self::INFO.role_name(role);
        if alike(0..Self::seats(world)) > 1 { format!("{name} {}", alike(0..seat.index()) + 1) } else { name.into() }
    }

    /// Why a match ended and why its winners won, in words that can follow a colon: `2 of 3 survivors escaped, but
    /// under strict rules all must`. By default the code of the reason.
    fn why(_world: &Self::World, _state: &Self::State, outcome: &Outcome) -> String {
        outcome.reason.replace('_', " ")
    }

    /// An event as one line for people; by default its `Debug` text.
    fn tell(_world: &Self::World, event: &Self::Event) -> String {
        format!("{event:?}")
    }

    /// The events of one step as lines for people. By default one line each; a game overrides it where several events
    /// belong on one line or a line needs the state `before` the step.
    fn tell_all(world: &Self::World, _before: &Self::State, events: &[Self::Event]) -> Vec<String> {
        events.iter().map(|event| Self::tell(world, event)).collect()
    }

    /// Whether an event is routine, so that a list of highlights leaves it out.
    fn is_routine(_event: &Self::Event) -> bool {
        false
    }

    /// The events of one step as lines of the text log; by default those of [`Wire::tell_all`].
    fn log(world: &Self::World, before: &Self::State, events: &[Self::Event]) -> Vec<String> {
        Self::tell_all(world, before, events)
    }

    /// The line printed before the events of the step that is played from this state, if the game has one.
    fn heading(_world: &Self::World, _state: &Self::State) -> Option<String> {
        None
    }

    /// The whole board as plain text in the game's own notation, including what is hidden; by default the `Debug` text
    /// of the state.
    fn drawing(_world: &Self::World, state: &Self::State) -> String {
        format!("{state:?}\n")
    }

    /// The board as one seat knows it; by default the whole board.
    fn drawing_for(world: &Self::World, state: &Self::State, _seat: Seat) -> String {
        Self::drawing(world, state)
    }
}

/// How a state is drawn.
pub trait Picture: Game {
    /// What the signs on a board mean: all signs that a match can show.
    const LEGEND: &'static [Key] = &[];

    /// How many frames per second people can follow: the default speed of films and screens.
    const PACE: f64 = 6.0;

    /// Describes a state. `events` are those of the step or steps that led to it, empty for a bare state.
    fn scene(world: &Self::World, state: &Self::State, events: &[Self::Event]) -> Scene;

    /// The same from the point of view of one seat, with what it sees marked; by default the whole scene.
    fn scene_for(world: &Self::World, state: &Self::State, events: &[Self::Event], _seat: Seat) -> Scene {
        Self::scene(world, state, events)
    }

    /// What a seat knows: made only from its start and its view, so that it can contain nothing hidden.
    fn scene_of(start: &Self::Start, view: &Self::View, seat: Seat) -> Scene;

    /// What a seat remembers of what it has seen, where its current view does not contain it; `()` if nothing.
    type Recall: Default + Send + 'static;

    /// Updates the memory from what a seat sees now.
    fn remember(_recall: &mut Self::Recall, _view: &Self::View) {}

    /// What a seat knows and remembers, from its views alone; and how far to the right and down the cells of
    /// [`Picture::scene_of`] lie on this board.
    fn recalled(_recall: &Self::Recall, start: &Self::Start, view: &Self::View, seat: Seat) -> (Scene, (u16, u16)) {
        (Self::scene_of(start, view, seat), (0, 0))
    }

    /// Whether the seat did this or it was done to the seat, so that the seat knows of it whatever it sees.
    fn concerns(_start: &Self::Start, _event: &Self::Event, _seat: Seat) -> bool {
        false
    }

    /// What a step meant to a seat, in sentences addressed to its player: `Killer A caught you`. They are made from
    /// what the seat knew before, what it knows now and the events that concern it, so that they can contain nothing
    /// hidden.
    fn news(
        _start: &Self::Start,
        _before: &Self::View,
        _now: &Self::View,
        _own: &[Self::Event],
        _seat: Seat,
    ) -> Vec<String> {
        Vec::new()
    }

    /// An action in the words that a person in that seat sees; a goal is a place on the board of [`Picture::scene_of`].
    fn offer(_start: &Self::Start, _view: &Self::View, _seat: Seat, action: Self::Action) -> Offer {
        Offer::new(format!("{action:?}"))
    }

    /// The number of the frame a state belongs to, where a film shows one frame for several steps. It never decreases
    /// in a match; the last state with a number is the frame. By default every step is a frame.
    fn frame(_world: &Self::World, _state: &Self::State, steps: u64) -> u64 {
        steps
    }
}

/// For search: a world and a state that fit what a seat knows.
pub trait Guess: Game {
    /// Whether a seat is told the whole world at the start, so that [`Guess::imagine`] always makes the same one.
    const WORLD_IS_TOLD: bool = true;

    /// A world that fits the settings, the start, this view and the views before it (oldest first); what the seat was
    /// not told is drawn with this generator. None if the seat knows too little of it; by default always.
    fn imagine(
        _settings: &Self::Settings,
        _start: &Self::Start,
        _history: &[Self::View],
        _view: &Self::View,
        _random: &mut Random,
    ) -> Option<Self::World> {
        None
    }

    /// A state consistent with the start, this view and the views before it (oldest first), drawn with this generator;
    /// none if the game cannot find one.
    ///
    /// The seat's view of it equals `view`. In a game without hidden information it is the state itself.
    fn guess(
        world: &Self::World,
        start: &Self::Start,
        history: &[Self::View],
        view: &Self::View,
        random: &mut Random,
    ) -> Option<Self::State>;
}
