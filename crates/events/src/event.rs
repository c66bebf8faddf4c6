//! An event in its store: how it is made, and what is read of it before it is played.

use crate::block::Orders;
use crate::entrant::{self, Entered, Entrant, enter};
use crate::plan::{self, EventKind, Past, PastState, Seated, Setup};
use crate::secret::{Map, Secret};
use crate::shape::Shape;
use crate::spec::{Decided, DuelTerms, Resolved, Spec};
use crate::trouble::Trouble;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_host::archive::Packed;
use gridhaunt_host::clock::Clock;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::sandbox::{Level, Wish};
use gridhaunt_kernel::face::{Face, Opened};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Info, Invalid, Seat};
use gridhaunt_record::seal::Digest;
use gridhaunt_store::{Event, EventId, NewEvent, Store};

/// A map of an event: a set of settings, opened.
pub struct EventMap {
    /// Its name.
    pub name: String,
    /// The game with its settings.
    pub opened: Box<dyn Opened>,
    /// The digest of the settings (K7).
    pub digest: Digest,
    /// The places of entrants.
    pub shape: Shape,
    /// The default bot of every seat.
    pub usual: Vec<BotSpec>,
}

impl EventMap {
    /// The same for the plan.
    #[must_use]
    pub fn plan(&self) -> Map<'_> {
        Map { opened: self.opened.as_ref(), digest: self.digest }
    }
}

/// An event as its spec says it.
pub struct Programme {
    /// The spec with every default said.
    pub spec: Resolved,
    /// The nature of the game.
    pub info: Info,
    /// Its maps.
    pub maps: Vec<EventMap>,
}

impl Programme {
    /// Opens the maps of a spec.
    ///
    /// # Errors
    /// Settings that do not open, maps with other places, points that a game does not have.
    pub fn new(registry: &Registry, spec: Resolved) -> Result<Self, Invalid> {
        let game = registry.find(&spec.game)?;
        let mut maps: Vec<EventMap> = Vec::with_capacity(spec.maps.len());
        for (i, map) in spec.maps.iter().enumerate() {
            let within = |error: Invalid| error.within(&format!("maps[{i}]"));
            let opened = game.open(&map.settings).map_err(within)?;
            let (info, session) = (opened.info(), opened.begin(0).map_err(within)?);
            let shape = Shape::of(session.as_ref(), &info, spec.side.as_deref())?;
            spec.by.check(&shape)?;
            if let Some(first) = maps.first().filter(|first| !same_places(&first.shape, &shape)) {
                let words = format!(
                    "{:?} has {} places and {:?} has {}: all maps of an event need the same",
                    first.name,
                    places(&first.shape),
                    map.name,
                    places(&shape)
                );
                return Err(Invalid::new(format!("maps[{i}]"), places(&shape), places(&first.shape)).says(words));
            }
            let usual = (0..session.seats())
                .map(|seat| info.roles.get(session.role(Seat(seat as u8))).map_or("", |role| role.bot))
                .map(BotSpec::parse)
                .collect::<Result<_, _>>()?;
            let digest = Map::new(opened.as_ref()).digest;
            maps.push(EventMap { name: map.name.clone(), opened, digest, shape, usual });
        }
        Ok(Self { info: game.info(), spec, maps })
    }

    /// The event with this number, read from its store.
    ///
    /// # Errors
    /// There is none, or it was made for other rules than this version has.
    pub fn load(store: &Store, registry: &Registry, event: &Event) -> Result<Self, Trouble> {
        let programme = Self::new(registry, Resolved::read(registry, &event.spec)?)?;
        let info = &programme.info;
        if (event.rules, event.generator) != (info.rules_version, info.generator_version) {
            let words = format!(
                "{}: event {} was made for rules {} and generator {} of {}, and this version has {} and {}: its matches \
                 would not fit together",
                store.address(),
                event.id,
                event.rules,
                event.generator,
                info.name,
                info.rules_version,
                info.generator_version
            );
            return Err(Invalid::new("event", event.id, "an event of this version of the rules").reads(words).into());
        }
        Ok(programme)
    }

    /// How many entrants sit at a table.
    #[must_use]
    pub fn table(&self) -> usize {
        self.maps.first().map_or(0, |map| map.shape.table())
    }

    /// How many seats the largest match has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.maps.iter().map(|map| map.usual.len()).max().unwrap_or(0)
    }

    /// In which orders a line-up plays a block.
    #[must_use]
    pub const fn orders(&self) -> Orders {
        if self.spec.all_orders { Orders::All } else { Orders::Rotations }
    }

    /// How many matches a block has.
    #[must_use]
    pub fn matches_a_block(&self) -> u32 {
        let line_up: Vec<u32> = (0..self.table() as u32).collect();
        let orders = u32::try_from(self.orders().of(&line_up).len()).unwrap_or(u32::MAX);
        if self.spec.kind == EventKind::Duel && self.table() != 2 { 2 * orders } else { orders }
    }

    /// What the plan of this event is made for.
    #[must_use]
    pub fn setup(&self, entrants: Vec<Seated>, secret: Secret) -> Setup {
        let spec = &self.spec;
        let blocks = match &spec.duel {
            Some(duel) => {
                let most = match duel.decided {
                    Decided::Fixed(blocks) => blocks,
                    Decided::Sprt { .. } => 0,
                };
                let limit = duel.games.map(|games| (games / u64::from(self.matches_a_block())).max(1));
                let most = match (most, limit) {
                    (0, limit) => limit.unwrap_or(0),
                    (most, limit) => limit.map_or(most, |limit| most.min(limit)),
                };
                u32::try_from(most).unwrap_or(u32::MAX)
            }
            None if spec.kind == EventKind::Bracket => spec.best_of,
            None => spec.blocks,
        };
        Setup {
            kind: spec.kind,
            maps: self.maps.len() as u32,
            table: self.table(),
            rounds: spec.rounds.unwrap_or_else(|| usual_rounds(spec.kind, entrants.len())),
            blocks,
            third_place: spec.third_place,
            secret,
            entrants,
        }
    }

    /// How many blocks there will be in all; none where results decide it, or where there is no end.
    #[must_use]
    pub fn total(&self, setup: &Setup, past: &[Past]) -> Option<u64> {
        match &self.spec.duel {
            Some(DuelTerms { decided: Decided::Sprt { .. }, .. }) => None,
            _ => plan::total(setup, past),
        }
    }

    /// How many blocks are to come: those that are open, and those that are not in the plan yet, because it is made a
    /// part at a time.
    #[must_use]
    pub fn to_come(&self, setup: &Setup, past: &[Past]) -> u64 {
        let count = |is: fn(&PastState) -> bool| past.iter().filter(|past| is(&past.state)).count() as u64;
        let done = count(|state| matches!(state, PastState::Done(_)));
        let open = count(|state| matches!(state, PastState::Pending));
        self.total(setup, past).map_or(open, |all| all.saturating_sub(done).max(open))
    }

    /// Which of an entrant's bots plays each seat, map by map.
    ///
    /// # Errors
    /// It cannot play a seat that it may be given.
    pub fn seats_of(&self, name: &str, bots: &[BotSpec]) -> Result<Vec<Vec<Option<usize>>>, Invalid> {
        let of =
            |map: &EventMap| entrant::seats(map.opened.as_ref(), map.opened.begin(0)?.as_ref(), &map.shape, name, bots);
        self.maps.iter().map(of).collect()
    }

    /// Warns if more matches are played at once than the machine has room for (A10).
    #[must_use]
    pub fn crowded(&self, programs: bool) -> Option<String> {
        let room = Resolved { concurrency: None, ..self.spec.clone() }.slots(self.seats(), programs);
        let wanted = self.spec.concurrency.filter(|wanted| *wanted > room)?;
        Some(format!("{wanted} matches at once, and this machine has room for {room}: bots will wait for each other"))
    }

    /// Reads who enters and checks that they can play.
    fn enter(&self, game: &dyn Face, spec: &Spec, known: &[String]) -> Result<Entered, Trouble> {
        let mut words = spec.entrants.clone();
        words.extend(spec.duel.with.iter().cloned());
        let entered = enter(game, &words, spec.folder.as_deref(), spec.skip_unfit, known)?;
        for entrant in entered.entrants.iter().filter(|entrant| entrant.unfit.is_none()) {
            self.check_entrant(entrant)?;
        }
        self.check_terms(&entered.entrants)?;
        Ok(entered)
    }

    /// Checks that an entrant can play every seat that it may be given.
    fn check_entrant(&self, entrant: &Entrant) -> Result<(), Invalid> {
        self.seats_of(&entrant.name, &entrant.bots)?;
        if let Some(program) = entrant.bots.iter().find_map(|bot| bot.program.as_deref()).filter(|bot| bot.team) {
            let sides = self.maps[0].shape.places.iter().map(|place| place.name.as_str());
            if let Some(side) = sides.into_iter().find(|side| !self.info.one_mind.contains(side)) {
                let words = format!(
                    "{} has team = true, but in {} one mind does not lead the {side}",
                    program.name, self.info.name
                );
                return Err(Invalid::new("team", "true", "false").says(words)); // B8
            }
        }
        Ok(())
    }

    /// Checks that this machine has what programs need.
    fn check_terms(&self, entrants: &[Entrant]) -> Result<(), Trouble> {
        if entrants.iter().all(|entrant| entrant.packed.is_none()) {
            return Ok(());
        }
        let level = self.spec.level()?;
        check_clock(self.spec.terms.clock, level)?;
        Ok(())
    }
}

/// The entrants of an event as the plan sees them.
pub(crate) fn seated(entrants: &[gridhaunt_store::Entrant]) -> Vec<Seated> {
    let of = |entrant: &gridhaunt_store::Entrant| Seated {
        benched: entrant.benched.is_some(),
        joined_at_block: entrant.joined_at_block,
        ..Seated::new(&entrant.name, &entrant.identity)
    };
    entrants.iter().map(of).collect()
}

/// Processor time needs control groups (B10).
pub(crate) fn check_clock(clock: Clock, level: Level) -> Result<(), Trouble> {
    if matches!(clock, Clock::Cpu { .. }) && level != Level::Two {
        let why = format!("{clock}: processor time needs control groups, which level 2 of the sandbox has");
        return Err(match Wish::At(Level::Two).level() {
            Ok(_) => Invalid::new("clock", clock, "a clock on the wall").says(why).into(),
            Err(missing) => Trouble::Surroundings(format!("clock: {why}; here it does not work: {missing}")),
        });
    }
    Ok(())
}

/// Rounds where nobody says: a Swiss system has as many as tell the first from the rest and one more, a ladder has no
/// end.
fn usual_rounds(kind: EventKind, entrants: usize) -> u32 {
    match kind {
        EventKind::Swiss => entrants.max(2).next_power_of_two().trailing_zeros() + 1,
        EventKind::Ladder => 0,
        _ => 1,
    }
}

fn same_places(one: &Shape, other: &Shape) -> bool {
    one.places.len() == other.places.len() && one.places.iter().zip(&other.places).all(|(a, b)| a.name == b.name)
}

fn places(shape: &Shape) -> String {
    shape.places.iter().map(|place| place.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// An event that was made.
#[derive(Clone, Debug)]
pub struct Created {
    /// Its number in the store.
    pub id: EventId,
    /// Its spec with every default said, for `--save-as`.
    pub spec: Resolved,
    /// What a person should know, a line each.
    pub told: Vec<String>,
    /// What is no bot and was left out, a line each; it is among what is told.
    pub left_out: Vec<String>,
}

/// Makes an event in a store; nothing is played yet.
///
/// # Errors
/// The spec or an entrant is wrong; the surroundings do not have what it needs.
pub fn create(store: &Store, registry: &Registry, spec: &Spec) -> Result<Created, Trouble> {
    let game = registry.find(&spec.game)?;
    let mut programme = Programme::new(registry, spec.resolve(registry)?)?;
    let Entered { entrants, left_out } = programme.enter(game, spec, &[])?;
    // Words as they stand in the store: folders expanded, and what was left out left out.
    let many = programme.spec.duel.as_ref().map_or(0, |duel| duel.with.len());
    let words: Vec<String> = entrants.iter().map(|entrant| entrant.words.clone()).collect();
    let (own, with) = words.split_at(words.len() - many.min(words.len()));
    programme.spec.entrants = own.to_vec();
    if let Some(duel) = &mut programme.spec.duel {
        duel.with = with.to_vec();
    }
    let secret = spec.seed.map_or_else(Secret::random, |seed| Ok(Secret::of_number(seed)))?;
    let seated: Vec<Seated> = entrants.iter().map(|entrant| Seated::new(&entrant.name, &entrant.identity)).collect();
    let setup = programme.setup(seated, secret);
    setup.check()?;
    if matches!(programme.spec.kind, EventKind::RoundRobin | EventKind::Gauntlet | EventKind::Swiss) {
        programme.spec.rounds = Some(setup.rounds);
    }
    let programs = entrants.iter().any(|entrant| entrant.packed.is_some());
    let mut told = left_out.clone();
    told.extend(programme.crowded(programs));
    let (spec, info) = (programme.spec, programme.info);
    let id = store.create_event(&NewEvent {
        name: spec.name.clone(),
        game: info.name.into(),
        rules: info.rules_version,
        generator: info.generator_version,
        kind: spec.kind.name().into(),
        spec: spec.to_value().to_string(),
        secret: secret.0,
        entrants: entrants.iter().map(Entrant::to_row).collect(),
    })?;
    for (number, entrant) in (0u32..).zip(&entrants) {
        if let Some(why) = &entrant.unfit {
            store.bench(id, number, why)?;
            told.push(format!("{} is benched: {why}", entrant.name));
        }
    }
    Ok(Created { id, spec, told, left_out })
}

/// Adds entrants to an event that goes on (A11). What is new is planned by whoever runs it.
///
/// # Errors
/// An entrant that cannot play or takes part already; a kind that takes nobody in later; an event that is closed.
pub fn add(
    store: &Store,
    registry: &Registry,
    id: EventId,
    words: &[String],
    skip_unfit: bool,
) -> Result<Vec<String>, Trouble> {
    let event = store.event(id)?;
    let programme = Programme::load(store, registry, &event)?;
    check_open(&event, &programme)?;
    let game = registry.find(&programme.spec.game)?;
    let known: Vec<String> = store.entrants(id)?.into_iter().map(|entrant| entrant.identity).collect();
    let spec = Spec { game: event.game.clone(), entrants: words.to_vec(), skip_unfit, ..Spec::default() };
    let Entered { entrants, left_out: mut told } = programme.enter(game, &spec, &known)?;
    let numbers = store.add_entrants(id, &entrants.iter().map(Entrant::to_row).collect::<Vec<_>>())?;
    for (entrant, number) in entrants.iter().zip(numbers) {
        match &entrant.unfit {
            Some(why) => {
                store.bench(id, number, why)?;
                told.push(format!("{} is benched: {why}", entrant.name));
            }
            None => told.push(format!("{} takes part now", entrant.name)),
        }
    }
    Ok(told)
}

/// Adds a program to an event that goes on, under this name; returns its number there. Earlier programs of the name make
/// room: they are benched, and what they played stays. One that takes part already plays on.
///
/// # Errors
/// It cannot play; a kind that takes nobody in later; an event that is closed.
pub fn add_program(
    store: &Store,
    registry: &Registry,
    id: EventId,
    name: &str,
    program: &Program,
    packed: Packed,
) -> Result<u32, Trouble> {
    let event = store.event(id)?;
    let programme = Programme::load(store, registry, &event)?;
    check_open(&event, &programme)?;
    program.check_game(&event.game)?;
    let program = Program { name: name.into(), ..program.clone() };
    let entrant = Entrant::of_program(Packed { name: name.into(), ..packed }, program);
    programme.check_entrant(&entrant)?;
    programme.check_terms(std::slice::from_ref(&entrant))?;
    let there = store.entrants(id)?;
    let number = match there.iter().find(|other| other.identity == entrant.identity) {
        Some(known) => known.number,
        None => store.add_entrants(id, &[entrant.to_row()])?[0],
    };
    for other in there.iter().filter(|other| other.digest.is_some() && other.name == name) {
        if other.number == number {
            store.unbench(id, number)?;
        } else if other.benched.is_none() {
            store.bench(id, other.number, "a later version has taken its place")?;
        }
    }
    Ok(number)
}

/// Refuses to add anybody to an event that is closed, or whose plan is made once.
fn check_open(event: &Event, programme: &Programme) -> Result<(), Invalid> {
    let (id, kind) = (event.id, programme.spec.kind);
    if event.state.is_closed() {
        let words = format!("event {id} is {}: nobody can be added", event.state.word());
        return Err(Invalid::new("event", id, "an event that goes on").reads(words));
    }
    if !matches!(kind, EventKind::RoundRobin | EventKind::Gauntlet | EventKind::Ladder) {
        let words =
            format!("event {id} is a {}: only round-robin, gauntlet and ladder take entrants in later", kind.name());
        return Err(Invalid::new("event", id, "a round-robin, a gauntlet or a ladder").reads(words));
    }
    Ok(())
}
