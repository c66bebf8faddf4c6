//! PyRat with facts and a study, as a game that counts something: `won`, `turns`, and `units` each. It refuses the
//! seed 99 on boards of width 9, as a game may that cannot be set up.

use gridhaunt_kernel::face::{BotCard, Desk, Extra, Eyes, Face, Opened, Player, Session, Span};
use gridhaunt_kernel::flock::{Flock, Footprint, Lesson, Plan, StandIns};
use gridhaunt_kernel::freight::Cargo;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::Encoding;
use gridhaunt_kernel::outcome::{Fact, Worth};
use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::scene::Offer;
use gridhaunt_kernel::settings::Field;
use gridhaunt_kernel::{Ending, Info, Invalid, Outcome, Phase, Scene, Seat};
use std::any::Any;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many matches of `counted` were begun.
pub(crate) static WORLDS: AtomicUsize = AtomicUsize::new(0);
/// How many steps of it were played.
pub(crate) static STEPS: AtomicUsize = AtomicUsize::new(0);

static GAMES: LazyLock<Registry> = LazyLock::new(gridhaunt_bots::registry);

/// The games there are, and `counted`.
pub(crate) fn registry() -> Registry {
    let mut registry = gridhaunt_bots::registry();
    registry.add(Counted(GAMES.find("pyrat").unwrap()));
    registry
}

/// Methods of a trait that are those of what is wrapped.
macro_rules! forward {
    ($($name:ident($($value:ident: $type:ty),*) -> $answer:ty;)+) => {
        $(fn $name(&self, $($value: $type),*) -> $answer {
            self.0.$name($($value),*)
        })+
    };
}

struct Counted(&'static dyn Face);

const STUDY: Study = Study {
    name: "counted-width",
    about: "asks whether a wide board takes longer",
    plan: "games = 20\nbots = [\"random\"]\nsettings = { height = 5, cheese_count = 5 }\n[[arms]]\nname = \"narrow\"\nsettings = { width = 5 }\n[[arms]]\nname = \"wide\"\nsettings = { width = 9 }\n",
};

impl Face for Counted {
    forward! {
        fields() -> &'static [Field];
        schema() -> Value;
        lens() -> &'static [Field];
        bots() -> Vec<BotCard>;
    }

    fn info(&self) -> Info {
        Info { name: "counted", ..self.0.info() }
    }

    fn extras(&self) -> &[&'static Extra] {
        &[]
    }

    fn studies(&self) -> &[Study] {
        &[STUDY]
    }

    fn open(&self, settings: &Value) -> Result<Box<dyn Opened>, Invalid> {
        Ok(Box::new(CountedOpened(self.0.open(settings)?)))
    }
}

struct CountedOpened(Box<dyn Opened>);

impl Opened for CountedOpened {
    forward! {
        settings() -> Value;
        resolved() -> Vec<(&'static str, Value)>;
        seats() -> usize;
        player(name: &str, options: &Map<String, Value>, seed: u64, seat: Seat) -> Result<Box<dyn Player>, Invalid>;
        actions() -> usize;
        places() -> usize;
        unmoved() -> Option<usize>;
        encodings(lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid>;
        desk(lens: &Map<String, Value>) -> Result<Box<dyn Desk>, Invalid>;
        footprint(seed: u64, lesson: &Lesson) -> Result<Footprint, Invalid>;
        flocks(lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid>;
        cargo(lens: &Map<String, Value>, seed: u64, worlds: usize, plain: bool) -> Result<Cargo, Invalid>;
        run_rules(seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid>;
        stand_ins(bots: &[(Seat, String)]) -> Result<StandIns, Invalid>;
        fingerprint(games: u64, steps: u64) -> Result<u64, Invalid>;
    }

    fn info(&self) -> Info {
        Info { name: "counted", ..self.0.info() }
    }

    fn begin(&self, seed: u64) -> Result<Box<dyn Session>, Invalid> {
        if seed == 99 && self.settings()["width"] == 9 {
            return Err(Invalid::new("width", 9, "a width that seed 99 can do with"));
        }
        WORLDS.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(CountedSession(self.0.begin(seed)?)))
    }

    fn begin_from(&self, seed: u64, state: &Value) -> Result<Box<dyn Session>, Invalid> {
        WORLDS.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(CountedSession(self.0.begin_from(seed, state)?)))
    }
}

struct CountedSession(Box<dyn Session>);

impl Session for CountedSession {
    forward! {
        as_any() -> &dyn Any;
        seats() -> usize;
        side(seat: Seat) -> usize;
        seat_name(seat: Seat) -> String;
        player_name(seat: Seat) -> &str;
        took_part(seat: Seat) -> bool;
        ending() -> Option<Ending>;
        role(seat: Seat) -> usize;
        phase() -> Phase;
        first_to_arrive() -> Seat;
        steps() -> u64;
        hash() -> u64;
        digest() -> u64;
        legal(seat: Seat) -> Vec<u64>;
        allows(seat: Seat, code: u64) -> bool;
        chosen() -> Vec<(Seat, u64)>;
        check() -> Result<(), String>;
        state() -> String;
        events() -> String;
        tell() -> Vec<String>;
        highlights() -> Vec<String>;
        pace() -> f64;
        eyes(seat: Seat) -> Box<dyn Eyes>;
        log() -> Vec<String>;
        start(seat: Seat) -> String;
        view(seat: Seat) -> String;
        action(code: u64) -> Value;
        read_action(value: &Value) -> Result<u64, Invalid>;
        heading() -> Option<String>;
        frame() -> u64;
        scene(span: Span, eye: Option<Seat>) -> Scene;
        known(seat: Seat) -> Scene;
        offers(seat: Seat) -> Vec<(u64, Offer)>;
        drawing(eye: Option<Seat>) -> String;
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut outcome = self.0.outcome()?;
        let units = outcome.seats.iter().map(|seat| seat.units).collect();
        outcome.facts = vec![
            Fact { name: "won", worth: Worth::Flag(outcome.winner() == Some(Seat(0))) },
            Fact { name: "turns", worth: Worth::Count(self.0.steps() as i64) },
            Fact { name: "units", worth: Worth::Counts(units) },
        ];
        Some(outcome)
    }

    fn info(&self) -> Info {
        Info { name: "counted", ..self.0.info() }
    }

    fn name_players(&mut self, players: &[String]) {
        self.0.name_players(players);
    }

    fn step(&mut self, choices: &[(Seat, u64)]) {
        STEPS.fetch_add(1, Ordering::SeqCst);
        self.0.step(choices);
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self(self.0.fork()))
    }
}
