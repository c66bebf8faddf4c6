//! `gridhaunt snarl scenario`: a drawing in which the zombies and ghosts act, with the rule that decided each act.

use super::decision::cited;
use super::{GHOST, Ghost, ZOMBIE, Zombie};
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::json::{nearest, parse};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::{Field, SEED, read_seed};
use gridhaunt_snarl::actor::{Actor, ActorKind};
use gridhaunt_snarl::hunt::Decision;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::sketch::Sketch;
use gridhaunt_snarl::view::{AdversaryView, View};
use gridhaunt_snarl::{Action, Event, Settings, Snarl, State, World};
use serde_json::json;

gridhaunt_kernel::settings! {
    /// What is asked.
    struct Flags {
        /// How many acts of zombies and ghosts to show
        acts: Option<u64> = None, in 1..=10_000, shown "one of each zombie and ghost";
        /// Options of the zombies
        zombie: String = String::new(), text "metric=euclid, ties=random, with commas between", shown "none";
        /// Options of the ghosts
        ghost: String = String::new(), text "sight=5, metric=euclid, ties=random, with commas between", shown "none";
        /// The seed of what is drawn
        seed: Option<u64> = None, kind SEED, shown "0", read read_seed;
    }
}

/// `gridhaunt snarl scenario FILE`.
pub static TOOL: Tool = Tool {
    name: "scenario",
    also: &[],
    about: "Let the zombies and ghosts of a drawing act, and tell which rule decided",
    example: "gridhaunt snarl scenario examples/snarl/strategies/G4.txt",
    flags: Flags::FIELDS,
    reads: Some("A drawing of a level with everybody in it"),
    run,
};

/// The largest size of a drawing with its remarks, in bytes.
const MOST_BYTES: usize = 1 << 20;

fn run(flags: &Map<String, Value>, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let Flags { acts, zombie, ghost, seed } = Flags::from_flags(flags)?;
    let seed = seed.unwrap_or(0);
    let (zombie, ghost) = (options("zombie", &zombie, ZOMBIE)?, options("ghost", &ghost, GHOST)?);

    let source = console.source();
    let mut drawing = String::new();
    while let Some(line) = console.read() {
        if drawing.len() + line.len() > MOST_BYTES {
            let words = format!("more than {} MiB", MOST_BYTES >> 20);
            return Err(Invalid::new(source, "more", "at most 1 MiB").says(words));
        }
        drawing += &line;
        drawing.push('\n');
        if console.stopped() {
            return Ok(Exit::Stopped);
        }
    }
    let sketch = Sketch::read(&source, &drawing)?;
    let hunters = sketch.zombies.len() + sketch.ghosts.len();
    if hunters == 0 {
        let words = "nobody would act, need a zombie Z or a ghost G";
        return Err(Invalid::new(source, 0, "a zombie or a ghost").says(words));
    }
    let mut scenario = Scenario::new(&sketch, seed, &zombie, &ghost)?;
    scenario.begin(console);
    for number in 1..=acts.unwrap_or(hunters as u64) {
        if console.stopped() {
            return Ok(Exit::Stopped);
        }
        let Some(act) = scenario.act() else {
            if !console.json() {
                console.say("no player is left in the level");
            }
            break;
        };
        scenario.tell(number, &act, console);
    }
    Ok(Exit::Fine)
}

/// Options as they are typed: `sight=5,ties=random`.
fn options(flag: &str, text: &str, known: &[Field]) -> Result<Map<String, Value>, Invalid> {
    let mut options = Map::new();
    for option in text.split(',').filter(|_| !text.is_empty()) {
        let Some((name, value)) = option.split_once('=') else {
            return Err(Invalid::new(flag, brief(&option.into()), "option=value"));
        };
        if !known.iter().any(|field| field.name == name) {
            let names: Vec<&str> = known.iter().map(|field| field.name).collect();
            let expected = format!("one of {}", names.join(", "));
            let hint = nearest(name, names.iter().copied()).map(|near| format!(", did you mean {near}?"));
            let words = format!("{} is not {expected}{}", brief(&name.into()), hint.unwrap_or_default());
            return Err(Invalid::new(flag, brief(&name.into()), expected).says(words));
        }
        options.insert(name.into(), parse(value.as_bytes()).unwrap_or_else(|_| value.into()));
    }
    Ok(options)
}

/// What an adversary did and why.
struct Act {
    actor: Actor,
    from: Point,
    decision: Decision,
    words: String,
    /// The wall that a ghost went into, and the board at that moment.
    wall: Option<(Point, String)>,
    to: Point,
    expelled: Vec<String>,
}

/// A game that starts from a drawing, in which the players never move.
struct Scenario {
    world: World,
    state: State,
    zombie: Zombie,
    ghost: Ghost,
}

impl Scenario {
    fn new(
        sketch: &Sketch,
        seed: u64,
        zombie: &Map<String, Value>,
        ghost: &Map<String, Value>,
    ) -> Result<Self, Invalid> {
        let settings = Settings { max_rounds: 0, ..Settings::default() };
        let (world, state) = Snarl::given(&settings, seed, &sketch.state())?;
        let players = sketch.players.len() as u8;
        let call = |seat: u8, options| {
            let seat = Seat(seat);
            Call { settings: &settings, options, seat, random: Random::for_bot(seed, seat) }
        };
        let of = |flag: &str, mut error: Invalid| {
            error.field = format!("--{flag} {}", error.field);
            error
        };
        let zombie = Zombie::new(&call(players, zombie)).map_err(|error| of("zombie", error))?;
        let ghost = Ghost::new(&call(players + 1, ghost)).map_err(|error| of("ghost", error))?;
        Ok(Self { world, state, zombie, ghost })
    }

    fn drawing(&self, state: &State) -> String {
        Snarl::drawing(&self.world, state)
    }

    /// Shows the board before the first act.
    fn begin(&self, console: &mut dyn Console) {
        if console.json() {
            let state = json!(Snarl::write_state(&self.world, &self.state));
            console.say(&json!({"act": 0, "drawing": self.drawing(&self.state), "state": state}).to_string());
            return;
        }
        console.say("before");
        draw(&self.drawing(&self.state), console);
    }

    /// The next act of a zombie or ghost; none once no player is left.
    fn act(&mut self) -> Option<Act> {
        let actor = loop {
            let actor = self.state.actor(&self.world.ground())?;
            if actor.kind != ActorKind::Player {
                break actor;
            }
            Snarl::step(&self.world, &mut self.state, &[(Seat(actor.number), Action::Stay)], |_| {});
        };
        let seat = State::seat_of(&self.world.ground(), actor);
        let mut legal = Vec::new();
        Snarl::legal(&self.world, &self.state, seat, &mut |action| legal.push(action));
        let View::AdversaryView(view) = Snarl::view(&self.world, &self.state, &[], seat) else { return None };
        let (decision, words) = self.decide(actor.kind, &view, &legal)?;
        let before = self.state;
        let (world, mut events) = (&self.world, Vec::new());
        Snarl::step(world, &mut self.state, &[(seat, decision.action)], |event| events.push(event));
        let (mut from, mut to, mut wall, mut expelled) = (Point::default(), Point::default(), None, Vec::new());
        for event in events {
            match event {
                Event::Moved { from: left, to: reached, .. } => (from, to) = (left, reached),
                Event::Teleported { from: left, wall: through, to: reached, .. } => {
                    (from, to) = (left, reached);
                    wall = Some((through, self.drawing(&moved(world, before, actor, through))));
                }
                Event::Expelled { player, .. } => expelled.push(world.player_name(player).to_string()),
                _ => {}
            }
        }
        Some(Act { actor, from, decision, words, wall, to, expelled })
    }

    fn decide(&mut self, kind: ActorKind, view: &AdversaryView, legal: &[Action]) -> Option<(Decision, String)> {
        let (zombie, ghost) = (&mut self.zombie, &mut self.ghost);
        let decision = match kind {
            ActorKind::Ghost => ghost.decide(view, legal)?,
            _ => zombie.decide(view, legal)?,
        };
        let words = if kind == ActorKind::Ghost { ghost.words(view, &decision) } else { zombie.words(view, &decision) };
        Some((decision, words))
    }

    fn tell(&self, number: u64, act: &Act, console: &mut dyn Console) {
        let Act { actor, from, decision, words, wall, to, expelled } = act;
        let (rule, after) = (cited(decision.rule), self.drawing(&self.state));
        if console.json() {
            let (at, in_wall) = wall.as_ref().map_or((None, None), |(at, drawing)| (Some(at), Some(drawing)));
            let state = json!(Snarl::write_state(&self.world, &self.state));
            let line = json!({
                "act": number, "actor": actor, "rule": rule, "why": words, "step": decision.action, "from": from,
                "wall": at, "to": to, "expelled": expelled, "in_wall": in_wall, "drawing": after, "state": state,
            });
            return console.say(&line.to_string());
        }
        console.say(&format!("act {number}, {rule}: {actor} at {from}: {words}"));
        match wall {
            Some((at, drawing)) => {
                console.say(&format!("in the wall: {actor} at {at}"));
                draw(drawing, console);
                console.say(&format!("after: {actor} lands at {to}, drawn (R34)"));
            }
            None if from == to => console.say(&format!("after: {actor} at {to}")),
            None => console.say(&format!("after: {actor} steps to {to}")),
        }
        draw(&after, console);
        for player in expelled {
            console.say(&format!("{player} is expelled: {actor} came to its tile (R19)"));
        }
    }
}

/// The state with an adversary moved to another place.
fn moved(world: &World, mut state: State, actor: Actor, to: Point) -> State {
    let site = world.site(&state);
    if let Some(tile) = site.tile(to) {
        state.hunters[State::hunter_index(site, actor)] = tile;
    }
    state
}

fn draw(drawing: &str, console: &mut dyn Console) {
    drawing.lines().for_each(|row| console.say(if row.is_empty() { " " } else { row }));
}
