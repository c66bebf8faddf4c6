//! PyRat with facts and a study, as a game that counts something: `won`, `turns`, and `units` each. It refuses the
//! seed 99 on boards of width 9, as a game may that cannot be set up.

use gridhaunt_kernel::face::{BotCard, Extra, Eyes, Face, Player, Session, Span, Table};
use gridhaunt_kernel::flock::{Flock, Footprint, Plan};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::learn::Encoding;
use gridhaunt_kernel::outcome::{Fact, Worth};
use gridhaunt_kernel::registry::{Registry, Study};
use gridhaunt_kernel::scene::Offer;
use gridhaunt_kernel::settings::Field;
use gridhaunt_kernel::{Info, Invalid, Outcome, Phase, Scene, Seat, Verdict};
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
    registry.add(Counted);
    registry
}

fn pyrat() -> &'static dyn Face {
    GAMES.find("pyrat").unwrap()
}

struct Counted;

const STUDY: Study = Study {
    name: "counted-width",
    about: "asks whether a wide board takes longer",
    plan: "games = 20\nbots = [\"random\"]\nsettings = { height = 5, cheese_count = 5 }\n[[arms]]\nname = \"narrow\"\nsettings = { width = 5 }\n[[arms]]\nname = \"wide\"\nsettings = { width = 9 }\n",
};

impl Face for Counted {
    fn info(&self) -> Info {
        Info { name: "counted", ..pyrat().info() }
    }
    fn fields(&self) -> &'static [Field] {
        pyrat().fields()
    }
    fn schema(&self) -> Value {
        pyrat().schema()
    }
    fn lens(&self) -> &'static [Field] {
        pyrat().lens()
    }
    fn bots(&self) -> Vec<BotCard> {
        pyrat().bots()
    }
    fn extras(&self) -> &[&'static Extra] {
        &[]
    }
    fn studies(&self) -> &[Study] {
        &[STUDY]
    }
    fn open(&self, settings: &Value) -> Result<Box<dyn Table>, Invalid> {
        Ok(Box::new(CountedTable(pyrat().open(settings)?)))
    }
}

struct CountedTable(Box<dyn Table>);

impl Table for CountedTable {
    fn info(&self) -> Info {
        Info { name: "counted", ..self.0.info() }
    }
    fn settings(&self) -> Value {
        self.0.settings()
    }
    fn resolved(&self) -> Vec<(&'static str, Value)> {
        self.0.resolved()
    }
    fn seats(&self) -> usize {
        self.0.seats()
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
    fn player(
        &self,
        name: &str,
        options: &Map<String, Value>,
        seed: u64,
        seat: Seat,
    ) -> Result<Box<dyn Player>, Invalid> {
        self.0.player(name, options, seed, seat)
    }
    fn actions(&self) -> usize {
        self.0.actions()
    }
    fn encodings(&self, lens: &Map<String, Value>) -> Result<Vec<Encoding>, Invalid> {
        self.0.encodings(lens)
    }
    fn footprint(&self, seed: u64) -> Result<Footprint, Invalid> {
        self.0.footprint(seed)
    }
    fn flocks(&self, lens: &Map<String, Value>, plans: &[Plan]) -> Result<Vec<Box<dyn Flock>>, Invalid> {
        self.0.flocks(lens, plans)
    }
    fn run_rules(&self, seed: u64, worlds: usize, steps: u64) -> Result<u64, Invalid> {
        self.0.run_rules(seed, worlds, steps)
    }
    fn fingerprint(&self, games: u64, steps: u64) -> Result<u64, Invalid> {
        self.0.fingerprint(games, steps)
    }
}

struct CountedSession(Box<dyn Session>);

impl Session for CountedSession {
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
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }
    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn side(&self, seat: Seat) -> usize {
        self.0.side(seat)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }
    fn player_name(&self, seat: Seat) -> &str {
        self.0.player_name(seat)
    }
    fn name_players(&mut self, players: &[String]) {
        self.0.name_players(players);
    }
    fn took_part(&self, seat: Seat) -> bool {
        self.0.took_part(seat)
    }
    fn verdict(&self) -> Option<Verdict> {
        self.0.verdict()
    }
    fn role(&self, seat: Seat) -> usize {
        self.0.role(seat)
    }
    fn phase(&self) -> Phase {
        self.0.phase()
    }
    fn first_to_arrive(&self) -> Seat {
        self.0.first_to_arrive()
    }

    fn steps(&self) -> u64 {
        self.0.steps()
    }
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn digest(&self) -> u64 {
        self.0.digest()
    }
    fn legal(&self, seat: Seat) -> Vec<u64> {
        self.0.legal(seat)
    }
    fn allows(&self, seat: Seat, code: u64) -> bool {
        self.0.allows(seat, code)
    }
    fn step(&mut self, choices: &[(Seat, u64)]) {
        STEPS.fetch_add(1, Ordering::SeqCst);
        self.0.step(choices);
    }
    fn check(&self) -> Result<(), String> {
        self.0.check()
    }
    fn state(&self) -> String {
        self.0.state()
    }
    fn events(&self) -> String {
        self.0.events()
    }
    fn tell(&self) -> Vec<String> {
        self.0.tell()
    }
    fn highlights(&self) -> Vec<String> {
        self.0.highlights()
    }
    fn pace(&self) -> f64 {
        self.0.pace()
    }
    fn eyes(&self, seat: Seat) -> Box<dyn Eyes> {
        self.0.eyes(seat)
    }
    fn log(&self) -> Vec<String> {
        self.0.log()
    }
    fn start(&self, seat: Seat) -> String {
        self.0.start(seat)
    }
    fn view(&self, seat: Seat) -> String {
        self.0.view(seat)
    }
    fn action(&self, code: u64) -> Value {
        self.0.action(code)
    }
    fn read_action(&self, value: &Value) -> Result<u64, Invalid> {
        self.0.read_action(value)
    }
    fn heading(&self) -> Option<String> {
        self.0.heading()
    }
    fn frame(&self) -> u64 {
        self.0.frame()
    }
    fn scene(&self, span: Span, eye: Option<Seat>) -> Scene {
        self.0.scene(span, eye)
    }
    fn known(&self, seat: Seat) -> Scene {
        self.0.known(seat)
    }
    fn offers(&self, seat: Seat) -> Vec<(u64, Offer)> {
        self.0.offers(seat)
    }
    fn drawing(&self, eye: Option<Seat>) -> String {
        self.0.drawing(eye)
    }
    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self(self.0.fork()))
    }
}
