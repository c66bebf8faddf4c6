//! The suite every game must pass.
//!
//! A game's tests call [`check`] with settings that reach its corners. It plays random games and holds them
//! against everything the kernel promises its users: `legal` and `step` agree, the same seed gives the same game, a
//! clone disturbs nothing, JSON round trips, a view tells no more than it should, a record re-runs to the same
//! hashes, and no settings, however hostile, do harm.

use gridhaunt_kernel::face::{Complete, told};
use gridhaunt_kernel::fingerprint::{draw_choices, legal};
use gridhaunt_kernel::grid::Cell;
use gridhaunt_kernel::info::{Dynamics, Information};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::{Dtype, Slot};
use gridhaunt_kernel::scene::{Board, Goal, Offer};
use gridhaunt_kernel::settings::{Declared, Settings};
use gridhaunt_kernel::{ActionCode, Game, Guess, Learn, Picture, PlayErrorReason, Random, Scene, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What to play.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Settings that reach the corners of the rules.
    pub settings: Vec<Value>,
    /// Games for each of them.
    pub seeds: u64,
    /// The most steps of a game.
    pub steps: u64,
}

/// Plays the trial; the error says what does not hold, and where.
pub fn check<G: Complete + Guess>(trial: &Trial) -> Result<(), String> {
    for document in &trial.settings {
        let settings = G::Settings::read(document).map_err(|error| format!("{document}: {error}"))?;
        [settings.document(), settings.written(document)]
            .iter()
            .try_for_each(|document| round_trip_settings(&settings, document))
            .map_err(|what| format!("{document}: {what}"))?;
        for seed in 0..trial.seeds {
            play::<G>(&settings, seed, trial.steps).map_err(|what| format!("{document}, seed {seed}: {what}"))?;
        }
    }
    let actions = G::actions(&G::Settings::default());
    ensure(actions == usize::from(G::INFO.actions), || {
        format!("there are {actions} actions, the info says {}", G::INFO.actions)
    })?;
    hostile_settings::<G>()
}

fn ensure(holds: bool, what: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn play<G: Complete + Guess>(settings: &G::Settings, seed: u64, steps: u64) -> Result<(), String> {
    let make = || G::new(settings, seed).map_err(|error| error.to_string());
    let ((world, mut state), (again, twin)) = (make()?, make()?);
    ensure(state == twin && G::digest(&world) == G::digest(&again), || "the same seed made two games".into())?;
    let seats = G::seats(&world);
    ensure(seats == G::seats_of(settings) && seats <= Seat::MOST, || format!("{seats} seats"))?;
    for seat in (0..seats).map(|seat| Seat(seat as u8)) {
        ensure(G::role(&world, seat) < G::INFO.roles.len(), || format!("seat {seat} has no role"))?;
        round_trip(&G::start(&world, &state, seat), "start")?;
    }
    let mut random = Random::stream(seed, u64::MAX);
    let (mut last, mut record) = (Vec::new(), Vec::new());
    let mut recalls: Vec<G::Recall> = (0..seats).map(|_| G::Recall::default()).collect();
    let mut visited = BTreeMap::new();
    for step in 0..steps {
        let here = |what: String| format!("step {step}: {what}");
        G::check(&world, &state).map_err(here)?;
        look::<G>(settings, &world, &state, &last, &twin, &mut random).map_err(here)?;
        recall::<G>(&world, &state, &last, &twin, &mut recalls).map_err(here)?;
        if G::phase(&world, &state).is_over() {
            break;
        }
        let choices = draw_choices::<G>(&world, &state, &mut random);
        tell::<G>(&world, &state, [&last, &choices], &twin, &mut random).map_err(here)?;
        advance::<G>(settings, &world, &mut state, &choices, step, &mut random).map_err(here)?;
        let hash = G::hash_of(&world, &state);
        let known = visited.entry(hash).or_insert_with(|| state.clone());
        ensure(*known == state, || here("two different states have the same hash".into()))?;
        record.push((choices.clone(), hash));
        last = choices;
    }
    let mut rerun = twin;
    for (step, (choices, hash)) in record.iter().enumerate() {
        G::step(&again, &mut rerun, choices, |_| {});
        ensure(G::hash_of(&again, &rerun) == *hash, || format!("the record re-runs to another hash at step {step}"))?;
    }
    ensure(rerun == state, || "the record re-runs to another state".into())
}

/// What must hold of one state.
fn look<G: Complete + Guess>(
    settings: &G::Settings,
    world: &G::World,
    state: &G::State,
    last: &[(Seat, G::Action)],
    origin: &G::State,
    random: &mut Random,
) -> Result<(), String> {
    let phase = G::phase(world, state);
    let outcome = G::outcome(world, state);
    ensure(phase.is_over() == outcome.is_some(), || "an outcome exactly when it is over".into())?;
    if let Some(outcome) = outcome {
        ensure(outcome.seats.len() == G::seats(world), || "an outcome for every seat".into())?;
        ensure(outcome.seats.iter().any(|standing| standing.rank == 1), || "somebody has rank 1".into())?;
        let mut frozen = state.clone();
        let mut told = 0;
        let any = (0..G::seats(world))
            .flat_map(|seat| (0..3).filter_map(move |c| Some((Seat(seat as u8), G::Action::from_code(c)?))));
        G::step(world, &mut frozen, &any.collect::<Vec<_>>(), |_| told += 1);
        ensure(frozen == *state && told == 0, || "a step after the end changed or told something".into())?;
    } else {
        ensure(!phase.seats().is_empty(), || "a phase without a seat".into())?;
    }

    let text = serde_json::to_string(&G::write_state(world, state)).map_err(|error| error.to_string())?;
    let document = serde_json::from_str(&text).map_err(|error| format!("{error}"))?;
    let read = G::read_state(world, &document).map_err(|error| format!("state {text}: {error}"))?;
    ensure(read == *state, || format!("the state {text} reads back as another"))?;
    ensure(G::hash_of(world, &read) == G::hash_of(world, state), || "equal states, different hashes".into())?;
    let _ = (G::scene(world, state, &[]), G::drawing(world, state));
    for seat in (0..G::seats(world)).map(|seat| Seat(seat as u8)) {
        let _ = (G::scene_for(world, state, &[], seat), G::drawing_for(world, state, seat));
    }

    for seat in (0..G::seats(world)).map(|seat| Seat(seat as u8)) {
        let actions = legal::<G>(world, state, seat);
        ensure(phase.asks(seat) != actions.is_empty(), || {
            format!("seat {seat} is asked, or has legal actions, not both")
        })?;
        for &action in &actions {
            ensure(G::allows(world, state, seat, action), || format!("{action:?} is legal but not allowed"))?;
            ensure(G::Action::from_code(action.code()) == Some(action), || format!("{action:?} has no code"))?;
            let json = G::write_action(action);
            let back = G::read_action(world, &json).map_err(|error| error.to_string())?;
            ensure(back == action, || format!("{action:?} reads back as {back:?}"))?;
        }
        let view = G::view(world, state, last, seat);
        round_trip(&view, "view")?;
        let start = G::start(world, origin, seat);
        offered::<G>(&G::scene_of(&start, &view, seat), (0, 0), &actions, |action| {
            G::offer(&start, &view, seat, action)
        })
        .map_err(|what| format!("seat {seat}: {what}"))?;
        let guess = G::guess(world, &start, &[], &view, random);
        let told = guess.is_some() || G::INFO.information == Information::Hidden;
        ensure(told, || format!("all is seen, yet seat {seat} cannot tell the state"))?;
        if let Some(guess) = guess {
            // What a view leaves open may be anything, and the view is still the same: so it does not tell.
            G::check(world, &guess).map_err(|what| format!("a guess of seat {seat}: {what}"))?;
            ensure(G::view(world, &guess, last, seat) == view, || format!("a guess of seat {seat} has another view"))?;
        }
        learn::<G>(settings, world, state, seat)?;
    }
    Ok(())
}

/// Every action is offered by a name of its own, and leads to a place on the board that the seat knows.
fn offered<G: Game>(
    known: &Scene,
    (right, down): (u16, u16),
    actions: &[G::Action],
    offer: impl Fn(G::Action) -> Offer,
) -> Result<(), String> {
    let mut labels = BTreeSet::new();
    for &action in actions {
        let Offer { label, goal, .. } = offer(action);
        ensure(!label.is_empty() && labels.insert(label.clone()), || format!("two actions are called {label:?}"))?;
        let lies = match (goal, &known.board) {
            (None, _) => true,
            (Some(Goal::Cell(Cell { x, y })), Board::Grid(board)) => {
                board.grid.index(Cell { x: x + right, y: y + down }).is_some()
            }
            (Some(Goal::Node(node)), Board::Graph(board)) => node < board.nodes.len(),
            _ => false,
        };
        ensure(lies, || format!("{action:?} leads to {goal:?}, which is not known"))?;
    }
    Ok(())
}

/// What a seat remembers is a board on which its actions lead somewhere too.
fn recall<G: Picture>(
    world: &G::World,
    state: &G::State,
    last: &[(Seat, G::Action)],
    origin: &G::State,
    recalls: &mut [G::Recall],
) -> Result<(), String> {
    for (recall, seat) in recalls.iter_mut().zip((0..).map(Seat)) {
        let (start, view) = (G::start(world, origin, seat), G::view(world, state, last, seat));
        G::remember(recall, &view);
        let (scene, shift) = G::recalled(recall, &start, &view, seat);
        let offer = |action| G::offer(&start, &view, seat, action);
        offered::<G>(&scene, shift, &legal::<G>(world, state, seat), offer)
            .map_err(|what| format!("seat {seat}, as it remembers: {what}"))?;
    }
    Ok(())
}

/// What a seat is told of a step says nothing that is hidden from it: in a state that looks alike to it, before the step
/// and after, and with the same deeds of its own, it is told the same.
fn tell<G: Picture + Guess>(
    world: &G::World,
    before: &G::State,
    [last, choices]: [&[(Seat, G::Action)]; 2],
    origin: &G::State,
    random: &mut Random,
) -> Result<(), String> {
    let stepped = |state: &G::State| {
        let (mut state, mut events) = (state.clone(), Vec::new());
        let allowed = choices.iter().filter(|(seat, action)| G::allows(world, &state, *seat, *action)).copied();
        let allowed: Vec<_> = allowed.collect();
        G::step(world, &mut state, &allowed, |event| events.push(event));
        (state, events)
    };
    let (after, events) = stepped(before);
    for seat in (0..G::seats(world)).map(|seat| Seat(seat as u8)) {
        let start = G::start(world, origin, seat);
        let own = |events: &[G::Event]| -> Vec<G::Event> {
            events.iter().filter(|event| G::concerns(&start, event, seat)).cloned().collect()
        };
        let (was, is) = (G::view(world, before, last, seat), G::view(world, &after, choices, seat));
        let lines = told::<G>(&start, &was, &is, &events, seat);
        ensure(lines.iter().all(|line| !line.is_empty()), || format!("seat {seat} is told nothing in many words"))?;
        let Some(other) = G::guess(world, &start, &[], &was, random) else { continue };
        let (other, deeds) = stepped(&other);
        if G::view(world, &other, choices, seat) == is && own(&deeds) == own(&events) {
            let twin = told::<G>(&start, &was, &is, &deeds, seat);
            ensure(twin == lines, || format!("seat {seat} is told what it cannot know: {lines:?}, not {twin:?}"))?;
        }
    }
    Ok(())
}

/// Masks name actions that are allowed, and none where none is.
fn learn<G: Learn>(settings: &G::Settings, world: &G::World, state: &G::State, seat: Seat) -> Result<(), String> {
    let lens = G::lens(&Map::new()).map_err(|error| error.to_string())?;
    let mut mask = vec![9; G::actions(settings)];
    G::mask(world, state, seat, lens, &mut mask);
    ensure(mask.iter().all(|&bit| bit <= 1), || "a mask is 0 or 1".into())?;
    if !G::phase(world, state).asks(seat) {
        return Ok(());
    }
    ensure(mask.contains(&1), || format!("the mask of seat {seat} is {mask:?}"))?;
    ensure(G::lasts(world, state, seat, lens), || format!("seat {seat} chooses after its episode ended"))?;
    for number in (0..mask.len()).filter(|&number| mask[number] == 1) {
        let action = G::numbered(world, state, seat, lens, number);
        let allowed = action.is_some_and(|action| G::allows(world, state, seat, action));
        ensure(allowed, || format!("number {number} of seat {seat} is masked in but stands for {action:?}"))?;
    }
    Ok(())
}

/// Steps, and holds the step against its variations.
fn advance<G: Complete + Guess>(
    settings: &G::Settings,
    world: &G::World,
    state: &mut G::State,
    choices: &[(Seat, G::Action)],
    steps: u64,
    random: &mut Random,
) -> Result<(), String> {
    let before = state.clone();
    let mut events = Vec::new();
    G::step(world, state, choices, |event| events.push(event));
    let frames = [G::frame(world, &before, steps), G::frame(world, state, steps + 1)];
    ensure((frames[0]..=frames[0] + 1).contains(&frames[1]), || format!("frame {} after {}", frames[1], frames[0]))?;
    for event in &events {
        round_trip(event, "event")?;
        ensure(!G::tell(world, event).is_empty(), || format!("{event:?} tells nothing"))?;
        if let Some(seat) = G::refusal(event) {
            return Err(format!("the legal choice of seat {seat} was refused: {event:?}"));
        }
    }
    let _ = G::scene(world, state, &events);
    checked::<G>(world, &before, choices, state, random)?;

    let stepped = |choices: &[(Seat, G::Action)]| {
        let mut fork = before.clone();
        G::step(world, &mut fork, choices, |_| {});
        fork
    };
    ensure(stepped(choices) == *state, || "a step without a log differs from one with a log".into())?;
    if G::INFO.dynamics != Dynamics::Ticks {
        let reversed: Vec<_> = choices.iter().rev().copied().collect();
        ensure(stepped(&reversed) == *state, || "the order of choices has an effect".into())?;
        let nobody = Seat(G::seats(world) as u8);
        let strangers = choices.first().map(|&(_, action)| [(nobody, action), (Seat(255), action)]);
        let crowd: Vec<_> = choices.iter().copied().chain(strangers.into_iter().flatten()).collect();
        ensure(stepped(&crowd) == *state, || "the choice of a seat that does not exist has an effect".into())?;
        let twice: Vec<_> = choices.iter().chain(draw_choices::<G>(world, &before, random).iter()).copied().collect();
        ensure(stepped(&twice) == *state, || "a second choice of a seat has an effect".into())?;
        // K6: what is missing or not allowed does what the game's rule says, and no step fails.
        let none = stepped(&[]);
        for seat in G::phase(world, &before).seats().iter() {
            let wild = (0..16).chain([random.next_u64() >> random.below(64)]).filter_map(G::Action::from_code);
            for wild in wild.filter(|&action| !G::allows(world, &before, seat, action)) {
                ensure(stepped(&[(seat, wild)]) == none, || {
                    format!("{wild:?} is not allowed, yet seat {seat} did it")
                })?;
            }
        }
    }
    update::<G>(settings, world, &before, state)
}

/// `play` does what `step` does with what is legal, and leaves the state alone where one choice is not.
fn checked<G: Game>(
    world: &G::World,
    before: &G::State,
    choices: &[(Seat, G::Action)],
    after: &G::State,
    random: &mut Random,
) -> Result<(), String> {
    let played = |choices: &[(Seat, G::Action)]| {
        let mut fork = before.clone();
        let answer = G::play(world, &mut fork, choices, |_| {});
        (fork, answer.map_err(|error| (error.index, error.seat, error.action, error.reason)))
    };
    ensure(played(choices) == (after.clone(), Ok(())), || format!("{choices:?} are legal, but not played"))?;
    let phase = G::phase(world, before);
    let any = random.next_u64() >> random.below(64);
    let wild: Vec<G::Action> = (0..16).chain([any]).filter_map(G::Action::from_code).collect();
    let mut draw = |asked: bool, reason| {
        let seats: Vec<Seat> =
            (0..=G::seats(world) as u8).map(Seat).filter(|&seat| phase.asks(seat) == asked).collect();
        let (seat, action) = (*random.pick(&seats)?, *random.pick(&wild)?);
        let wrong = !asked || !G::allows(world, before, seat, action);
        wrong.then_some((seat, action, reason))
    };
    let mut wrong: Vec<_> = draw(false, PlayErrorReason::NotAsked).into_iter().collect();
    wrong.extend((0..4).filter_map(|_| draw(true, PlayErrorReason::NotLegal)));
    if let Some(&(seat, action)) = choices.first().filter(|_| G::INFO.dynamics != Dynamics::Ticks) {
        wrong.push((seat, action, PlayErrorReason::Twice));
    }
    for (seat, action, reason) in wrong {
        let crowd: Vec<_> = choices.iter().copied().chain([(seat, action)]).collect();
        let refused = Err((choices.len(), seat, action, reason));
        ensure(played(&crowd) == (before.clone(), refused), || {
            format!("{action:?} of seat {seat} was not refused as {reason:?}, or the state changed")
        })?;
    }
    let ended = G::phase(world, after).is_over();
    if let Some(&choice) = choices.first().filter(|_| ended) {
        let mut frozen = after.clone();
        let answer = G::play(world, &mut frozen, &[choice], |_| {});
        let over = answer.is_err_and(|error| error.reason == PlayErrorReason::Over);
        ensure(over && frozen == *after, || format!("{choice:?} was played when all was over"))?;
    }
    Ok(())
}

/// Arrays brought up to date equal arrays written anew.
fn update<G: Learn>(
    settings: &G::Settings,
    world: &G::World,
    before: &G::State,
    after: &G::State,
) -> Result<(), String> {
    let lens = G::lens(&Map::new()).map_err(|error| error.to_string())?;
    for (which, encoding) in G::encodings(settings, lens).iter().enumerate() {
        for seat in (0..G::seats(world)).map(|seat| Seat(seat as u8)) {
            let mut arrays = [Array::new(encoding.dtype, encoding.len()), Array::new(encoding.dtype, encoding.len())];
            G::encode(world, before, seat, lens, which, arrays[0].slot());
            G::update(world, before, after, seat, lens, which, arrays[0].slot());
            G::encode(world, after, seat, lens, which, arrays[1].slot());
            ensure(arrays[0] == arrays[1], || {
                format!("{} of seat {seat}, brought up to date, differs", encoding.name)
            })?;
        }
    }
    Ok(())
}

#[derive(PartialEq)]
enum Array {
    U8(Vec<u8>),
    I16(Vec<i16>),
    F32(Vec<f32>),
}

impl Array {
    fn new(dtype: Dtype, len: usize) -> Self {
        match dtype {
            Dtype::U8 => Self::U8(vec![77; len]),
            Dtype::I16 => Self::I16(vec![77; len]),
            Dtype::F32 => Self::F32(vec![77.0; len]),
        }
    }

    fn slot(&mut self) -> Slot<'_> {
        match self {
            Self::U8(list) => Slot::U8(list),
            Self::I16(list) => Slot::I16(list),
            Self::F32(list) => Slot::F32(list),
        }
    }
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, name: &str) -> Result<(), String> {
    let text = serde_json::to_string(value).map_err(|error| format!("{name} {value:?}: {error}"))?;
    let back: T = serde_json::from_str(&text).map_err(|error| format!("{name} {text}: {error}"))?;
    ensure(back == *value, || format!("the {name} {text} reads back as {back:?}"))
}

fn round_trip_settings<S: Settings>(settings: &S, document: &Value) -> Result<(), String> {
    let back = S::read(document).map_err(|error| format!("{document}: {error}"))?;
    ensure(back == *settings, || format!("the settings {document} read back as {back:?}"))?;
    let names = settings.resolved().into_iter().map(|(name, _)| name);
    ensure(names.eq(S::FIELDS.iter().map(|field| field.name)), || {
        format!("the settings {document} do not resolve to every field in order")
    })?;
    ensure(back.resolved() == settings.resolved(), || format!("the settings {document} resolve in two ways"))
}

/// Values nobody should give.
fn hostile_values() -> Vec<Value> {
    let deep = (0..60).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
    let mut values = vec![
        Value::Null,
        Value::Bool(true),
        Value::from(0),
        Value::from(1),
        Value::from(-1),
        Value::from(i64::MIN),
        Value::from(u64::MAX),
        Value::from(1e308),
        Value::from(-0.5),
        Value::from(""),
        Value::from("nan"),
        Value::from("all"),
        Value::from("\u{0}\u{1F400}"),
        Value::Array(vec![]),
        Value::Object(Map::new()),
        Value::from(vec![1, 2, 3, 4, 5]),
        Value::from(vec![vec![0, 0], vec![0, 0]]),
        Value::from(vec![vec![u64::MAX; 4]; 3]),
        Value::from(vec![vec![0; 5]; 2]),
        deep,
    ];
    values.push(Value::from((0..300).map(Value::from).collect::<Vec<_>>()));
    values
}

/// No document makes the game panic: it gives a game or an error that names a field.
fn hostile_settings<G: Game>() -> Result<(), String> {
    let attempt = |document: Value| -> Result<(), String> {
        match G::Settings::read(&document) {
            Ok(settings) if G::fits(&settings) => match G::new(&settings, 7) {
                Ok((world, state)) => G::check(&world, &state).map_err(|what| format!("{document}: {what}")),
                Err(error) => ensure(!error.field.is_empty(), || format!("{document}: an error without a field")),
            },
            Ok(_) => Ok(()),
            Err(error) => ensure(!error.field.is_empty(), || format!("{document}: an error without a field")),
        }
    };
    for document in hostile_values() {
        attempt(document)?;
    }
    for field in G::Settings::FIELDS {
        for value in hostile_values() {
            attempt(Value::Object(Map::from_iter([(field.name.to_string(), value)])))?;
        }
    }
    let unknown = Value::Object(Map::from_iter([("no_such_setting".to_string(), Value::Null)]));
    let named = G::Settings::read(&unknown).is_err_and(|error| error.field == "no_such_setting");
    ensure(named, || "an unknown setting is not refused by name".into())
}
