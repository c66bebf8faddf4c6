//! What a game is: rules over a world that never changes and a state that does.

use crate::hash::StateHash;
use crate::info::Dynamics;
use crate::json::{Value, brief};
use crate::scene::{Key, Offer};
use crate::settings::Settings;
use crate::{Info, Invalid, Outcome, Phase, PlayError, PlayErrorReason, Random, Scene, Seat, SeatSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An action as one number, so that records and erased callers need not know its type.
pub trait ActionCode: Copy + Eq + Debug + Send + Sync + 'static {
    /// The number of this action. Different actions have different numbers.
    fn code(self) -> u64;
    /// The action with this number, none if there is no such action.
    fn from_code(code: u64) -> Option<Self>;
}

/// The rules of a game.
///
/// The *world* is what never changes in a match: settings and the map made from them. The *state* is all that
/// changes, its generator included; a clone of it is a fork of the game. [`Game::step`] allocates nothing, never
/// panics and never fails: what a choice that is missing, late or impossible does is the game's own rule (K6).
pub trait Game: Sized + Send + Sync + 'static {
    /// What a person chooses.
    type Settings: Settings;
    /// What never changes in a match.
    type World: Debug + Send + Sync + 'static;
    /// All that changes.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a seat may choose.
    type Action: ActionCode;
    /// What a seat is told once, before its first choice.
    type Start: Serialize + DeserializeOwned + PartialEq + Debug + Send + 'static;
    /// What a seat may know at one moment, and no more.
    type View: Serialize + DeserializeOwned + PartialEq + Debug + Send + 'static;
    /// What happened, for people: logs, viewers, statistics.
    type Event: Serialize + DeserializeOwned + PartialEq + Clone + Debug + Send + 'static;

    /// The nature of the game.
    const INFO: Info;

    /// Whether who scores more is ranked better. Sides that are scored by different things say no.
    const RANKED_BY_SCORE: bool = true;

    /// Whether these settings fit this type's size of state. A game may come in several sizes, small ones first.
    fn fits(_settings: &Self::Settings) -> bool {
        true
    }

    /// The match seed that 64 random bits stand for, where not every number is one.
    fn fold_seed(_settings: &Self::Settings, seed: u64) -> u64 {
        seed
    }

    /// Checks the settings and makes world and first state. The same settings and seed make the same game on every
    /// machine.
    fn new(settings: &Self::Settings, seed: u64) -> Result<(Self::World, Self::State), Invalid> {
        settings.check()?;
        Self::make(settings, seed)
    }

    /// Makes world and first state of settings that were read or checked; of others it may make nonsense.
    fn make(settings: &Self::Settings, seed: u64) -> Result<(Self::World, Self::State), Invalid>;

    /// How many seats there are: the most of [`Game::INFO`], unless the world says.
    fn seats(_world: &Self::World) -> usize {
        Self::INFO.seats.1.into()
    }

    /// The role of a seat, as an index into the roles of [`Game::INFO`]: each seat its own, the last for all that follow.
    fn role(_world: &Self::World, seat: Seat) -> usize {
        seat.index().min(Self::INFO.roles.len().saturating_sub(1))
    }

    /// Whether a seat has been in play so far. Seats that never were are left out of results, menus and panels.
    fn took_part(_world: &Self::World, _state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// Whose choice it is.
    fn phase(world: &Self::World, state: &Self::State) -> Phase;

    /// Calls `each` with every action the seat may choose now, in a fixed order; with none if it does not choose.
    ///
    /// Where actions carry free numbers (a bid, say) one of each kind is enough; [`Game::allows`] has the last word.
    fn legal(world: &Self::World, state: &Self::State, seat: Seat, each: &mut dyn FnMut(Self::Action));

    /// Whether `step` would accept this choice.
    fn allows(world: &Self::World, state: &Self::State, seat: Seat, action: Self::Action) -> bool {
        let mut found = false;
        Self::legal(world, state, seat, &mut |legal| found |= legal == action);
        found
    }

    /// Plays one step. `choices` are in order of arrival; `log` is told what happens and costs nothing if it
    /// does nothing. It trusts the choices; [`Game::play`] is the same for those that come from outside.
    fn step(
        world: &Self::World,
        state: &mut Self::State,
        choices: &[(Seat, Self::Action)],
        log: impl FnMut(Self::Event),
    );

    /// Plays one step if every choice is one that its seat may make now; else the state stays as it is and the error names
    /// the first that is not. A seat without a choice is no error: what that does is the game's rule (K6).
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

    /// What the seat is told once. `origin` is the state in which the match began.
    fn start(world: &Self::World, origin: &Self::State, seat: Seat) -> Self::Start;

    /// What the seat may know now. `last` are the choices of the step before, empty at the start.
    fn view(world: &Self::World, state: &Self::State, last: &[(Seat, Self::Action)], seat: Seat) -> Self::View;

    /// The result, once the game is over.
    fn outcome(world: &Self::World, state: &Self::State) -> Option<Outcome>;

    /// Writes every field of the state in a fixed order (K2).
    fn hash(world: &Self::World, state: &Self::State, hash: &mut StateHash);

    /// 64 bits of the world's map, so that a replay can tell when its generation changed.
    /// 0 where nothing is drawn.
    fn digest(_world: &Self::World) -> u64 {
        0
    }

    /// Checks what must hold of every state, and says what does not.
    fn check(_world: &Self::World, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// The seat whose choice this event says was refused, if that is what it says.
    fn refusal(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// The state hash.
    fn hash_of(world: &Self::World, state: &Self::State) -> u64 {
        let mut hash = StateHash::new(Self::INFO.name, Self::INFO.rules_version);
        Self::hash(world, state, &mut hash);
        hash.finish()
    }
}

/// How a game's values look in JSON, where serde alone cannot know.
pub trait Wire: Game {
    /// The state as a document.
    type Document<'a>: Serialize;

    /// The whole state, everything hidden included.
    fn write_state<'a>(world: &'a Self::World, state: &'a Self::State) -> Self::Document<'a>;

    /// A state from its document, refused if it could not be a state of this world.
    fn read_state(world: &Self::World, document: &Value) -> Result<Self::State, Invalid>;

    /// World and state of a match that begins from a document. By default the document is a state of the world that
    /// these settings and this seed make; a game whose documents bring their own map reads it here.
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

    /// What people call a seat, the same in events, panels, results, menus and pictures: its role, with a number where
    /// the role has several, unless the game has names of its own.
    fn seat_name(world: &Self::World, seat: Seat) -> String {
        let role = Self::role(world, seat);
        let alike = |seats: core::ops::Range<usize>| {
            seats.filter(|&other| Self::role(world, Seat(other as u8)) == role).count()
        };
        let name = Self::INFO.role_name(role);
        if alike(0..Self::seats(world)) > 1 { format!("{name} {}", alike(0..seat.index()) + 1) } else { name.into() }
    }

    /// Why a match ended and why they won who did, as what follows a colon: `2 of 3 survivors escaped, but under strict
    /// rules all must`. The reason's code, unless the game has words for it.
    fn why(_world: &Self::World, _state: &Self::State, outcome: &Outcome) -> String {
        outcome.reason.replace('_', " ")
    }

    /// An event as one line for people; as programs see it, unless the game has words for it.
    fn tell(_world: &Self::World, event: &Self::Event) -> String {
        format!("{event:?}")
    }

    /// The events of one step as lines for people, where several belong on one line or a line needs the state
    /// `before` the step; else a line each.
    fn tell_all(world: &Self::World, _before: &Self::State, events: &[Self::Event]) -> Vec<String> {
        events.iter().map(|event| Self::tell(world, event)).collect()
    }

    /// Whether an event is of the kind that happens all the time: a list of what matters leaves it out.
    fn is_routine(_event: &Self::Event) -> bool {
        false
    }

    /// The same as lines of the text log, where the game's page has words of its own for it.
    fn log(world: &Self::World, before: &Self::State, events: &[Self::Event]) -> Vec<String> {
        Self::tell_all(world, before, events)
    }

    /// The line that goes before the events of the step that is played from this state; none if they need none.
    fn heading(_world: &Self::World, _state: &Self::State) -> Option<String> {
        None
    }

    /// The board as plain text in the game's own notation, with all that is hidden; as programs see it, unless the game
    /// has a notation.
    fn drawing(_world: &Self::World, state: &Self::State) -> String {
        format!("{state:?}\n")
    }

    /// The board as one seat knows it; the whole board where all is seen.
    fn drawing_for(world: &Self::World, state: &Self::State, _seat: Seat) -> String {
        Self::drawing(world, state)
    }
}

/// How a state looks.
pub trait Picture: Game {
    /// What the signs on a board mean, all that a match can show.
    const LEGEND: &'static [Key] = &[];

    /// How many frames a second people can follow: films and screens run at this pace unless asked.
    const PACE: f64 = 6.0;

    /// Describes a state. `events` are those of the step or steps that led to it, empty for a bare state.
    fn scene(world: &Self::World, state: &Self::State, events: &[Self::Event]) -> Scene;

    /// The same with the eye on one seat, marking what it sees, where that differs from the whole.
    fn scene_for(world: &Self::World, state: &Self::State, events: &[Self::Event], _seat: Seat) -> Scene {
        Self::scene(world, state, events)
    }

    /// What a seat knows: made from what it is told and nothing else, so that nothing hidden can be in it.
    fn scene_of(start: &Self::Start, view: &Self::View, seat: Seat) -> Scene;

    /// What a seat keeps in mind of what it has seen, where its view of the moment does not say it; `()` if nothing.
    type Recall: Default + Send + 'static;

    /// Keeps in mind what a seat sees now.
    fn remember(_recall: &mut Self::Recall, _view: &Self::View) {}

    /// What a seat knows and remembers, from its views alone; and how far to the right and down the cells of
    /// [`Picture::scene_of`] lie on this board.
    fn recalled(_recall: &Self::Recall, start: &Self::Start, view: &Self::View, seat: Seat) -> (Scene, (u16, u16)) {
        (Self::scene_of(start, view, seat), (0, 0))
    }

    /// Whether an event was done by this seat or to it, so that it knows of it whatever it sees.
    fn concerns(_start: &Self::Start, _event: &Self::Event, _seat: Seat) -> bool {
        false
    }

    /// What a step was to a seat, in sentences to the one who plays it: `Killer A caught you`. They are made from what it
    /// knew before, what it knows now and the events that concern it, so that nothing hidden can be in them.
    fn news(
        _start: &Self::Start,
        _before: &Self::View,
        _now: &Self::View,
        _own: &[Self::Event],
        _seat: Seat,
    ) -> Vec<String> {
        Vec::new()
    }

    /// An action as a person in that seat is offered it; a goal is one on the board of [`Picture::scene_of`].
    fn offer(_start: &Self::Start, _view: &Self::View, _seat: Seat, action: Self::Action) -> Offer {
        Offer::new(format!("{action:?}"))
    }

    /// The number of the frame a state belongs to, where a film shows one frame for several steps. It never goes
    /// down in a match; the last state of a number is the frame. By default every step is a frame.
    fn frame(_world: &Self::World, _state: &Self::State, steps: u64) -> u64 {
        steps
    }
}

/// Search over hidden information: a state that fits what a seat knows.
pub trait Guess: Game {
    /// A state consistent with the start, this view and the views before it (oldest first), drawn with this
    /// generator; none if the game cannot tell one.
    ///
    /// Its view for the seat equals `view`. In a game where all is seen it is the state itself.
    fn guess(
        world: &Self::World,
        start: &Self::Start,
        history: &[Self::View],
        view: &Self::View,
        random: &mut Random,
    ) -> Option<Self::State>;
}
