//! The entrants of an event on this machine: their bots, ready to be seated, and how fit they are.

use crate::entrant::{recall, seating};
use crate::event::{EventMap, Programme, check_clock};
use crate::names;
use crate::spec::{Arrival, wave};
use crate::trouble::Trouble;
use gridhaunt_arena::house::House;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_host::archive::Packed;
use gridhaunt_host::copies::{Copies, NoCopy};
use gridhaunt_host::host::Terms;
use gridhaunt_host::manifest::Program;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::Value;
use gridhaunt_record::seal::from_digits;
use gridhaunt_store::{Entrant, EventId, Store};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// After so many matches in a row that it spoiled an entrant is benched (B14).
pub(crate) const MOST_UNFIT: u32 = 3;

/// An entrant that can be seated.
pub(crate) struct Player {
    pub(crate) name: String,
    bots: Vec<BotSpec>,
    /// Which of its bots plays each seat, by map.
    by_map: Vec<Vec<Option<usize>>>,
    /// How many matches in a row it spoiled.
    unfit: AtomicU32,
    benched: AtomicBool,
}

impl Player {
    pub(crate) fn is_benched(&self) -> bool {
        self.benched.load(Ordering::Relaxed)
    }

    /// It played a match; whatever came of that, it was fit.
    pub(crate) fn played(&self) {
        self.unfit.store(0, Ordering::Relaxed);
    }

    /// It spoiled a match; whether it is to be benched because of that.
    pub(crate) fn spoiled(&self) -> bool {
        self.unfit.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_UNFIT
    }

    pub(crate) fn bench(&self) {
        self.benched.store(true, Ordering::Relaxed);
    }
}

/// All entrants of an event on this machine.
pub(crate) struct Players<'a> {
    store: &'a Store,
    event: EventId,
    game: &'a dyn Face,
    programme: &'a Programme,
    secret: [u8; 32],
    stop: &'static AtomicBool,
    copies: PathBuf,
    /// Whether programs run as root where the host is root.
    pub(crate) as_root: bool,
    /// Where programs play; none until there is one.
    house: RwLock<Option<Arc<House>>>,
    all: RwLock<Vec<Arc<Player>>>,
}

impl<'a> Players<'a> {
    pub(crate) fn new(
        store: &'a Store,
        event: EventId,
        game: &'a dyn Face,
        programme: &'a Programme,
        secret: [u8; 32],
        stop: &'static AtomicBool,
        copies: PathBuf,
    ) -> Self {
        let (house, all) = (RwLock::default(), RwLock::default());
        Self { store, event, game, programme, secret, stop, copies, as_root: false, house, all }
    }

    /// Makes those ready who joined since, and looks who was benched. A program that does not build is benched (B14).
    pub(crate) fn update(&self, entrants: &[Entrant], tell: &mut dyn FnMut(&str)) -> Result<(), Trouble> {
        let known = self.all();
        for (player, row) in known.iter().zip(entrants) {
            player.benched.store(row.benched.is_some(), Ordering::Relaxed);
        }
        if entrants.len() <= known.len() {
            return Ok(());
        }
        let mut shown = entrants.to_vec();
        names::tell_apart(&mut shown);
        for (row, shown) in entrants.iter().zip(shown).skip(known.len()) {
            let player = self.make(row, shown.name, tell)?;
            self.all.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(player));
        }
        Ok(())
    }

    /// How many were made ready.
    pub(crate) fn len(&self) -> usize {
        self.all.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn all(&self) -> Vec<Arc<Player>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn get(&self, number: u32) -> Option<Arc<Player>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).get(number as usize).cloned()
    }

    /// Where programs play, if there are any.
    pub(crate) fn house(&self) -> Option<Arc<House>> {
        self.house.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes somebody ready, who is told of under this name.
    fn make(&self, row: &Entrant, name: String, tell: &mut dyn FnMut(&str)) -> Result<Player, Trouble> {
        let mut player = Player {
            name,
            bots: Vec::new(),
            by_map: Vec::new(),
            unfit: AtomicU32::new(0),
            benched: AtomicBool::new(row.benched.is_some()),
        };
        if row.benched.is_some() {
            return Ok(player);
        }
        let bots = match &row.digest {
            None => recall(self.game, &row.words).map(Some)?,
            Some(digest) => match self.copy(row, digest, tell) {
                Ok(bot) => Some(vec![bot]),
                Err(Unready::Unfit(why)) => {
                    self.store.bench(self.event, row.number, &why)?;
                    tell(&format!("{} is benched: {why}", player.name));
                    player.bench();
                    None
                }
                Err(Unready::Trouble(trouble)) => return Err(trouble),
            },
        };
        if let Some(bots) = bots {
            player.by_map = self.programme.seats_of(&row.name, &bots)?;
            player.bots = bots;
        }
        Ok(player)
    }

    /// A program that plays from its copy, built here (B3, A20).
    fn copy(&self, row: &Entrant, digits: &str, tell: &mut dyn FnMut(&str)) -> Result<BotSpec, Unready> {
        let damaged =
            |words: String| Unready::Trouble(Trouble::Surroundings(format!("{}: {words}", self.store.address())));
        let digest = from_digits(digits).ok_or_else(|| damaged(format!("{digits:?} is no digest of {}", row.name)))?;
        let options = match serde_json::from_str(&row.options) {
            Ok(Value::Object(options)) => options,
            _ => return Err(damaged(format!("the options of {} are no object", row.name))),
        };
        let house = self.open_house()?;
        let copies =
            Copies::new(&self.copies).map_err(|error| Unready::Trouble(Trouble::Surroundings(error.to_string())))?;
        let bot = match house.copied(&row.name, &digest, options.clone(), &copies) {
            Some(bot) => bot,
            None => {
                let bytes = self.store.archive(digits)?;
                let bytes = bytes.ok_or_else(|| damaged(format!("the files of {} are not there", row.name)))?;
                let packed = Packed { name: row.name.clone(), digest, bytes };
                // Matches under way are drained, but nobody waits for a build.
                let terms = Terms { stop: Some(self.stop), ..house.host.terms.clone() };
                copies.make(&packed, &terms, tell)?;
                let made = house.copied(&row.name, &digest, options, &copies);
                made.ok_or_else(|| damaged(format!("the copy of {} is gone", row.name)))?
            }
        };
        let reuse = |program: &Arc<Program>| {
            let own = Program { reuse: program.reuse && self.programme.spec.terms.reuse, ..(**program).clone() };
            Arc::new(own) // B9a
        };
        Ok(BotSpec { program: bot.program.as_ref().map(reuse), ..bot })
    }

    fn open_house(&self) -> Result<Arc<House>, Trouble> {
        if let Some(house) = self.house() {
            return Ok(house);
        }
        let spec = &self.programme.spec;
        let terms = &spec.terms;
        let level = spec.level()?;
        check_clock(terms.clock, level)?;
        let host_terms = Terms {
            clock: terms.clock,
            level,
            ponder: terms.ponder,
            build_network: terms.build_network,
            as_root: self.as_root,
            ..Terms::default()
        };
        let mut house = House::new(host_terms, terms.policy, wave(self.programme.seats(), terms.serial));
        house.real_arrival = terms.arrival == Arrival::Real;
        house.show_names = terms.show_names;
        if let Some(host) = Arc::get_mut(&mut house.host) {
            host.secret = self.secret; // B7
        }
        let house = Arc::new(house);
        *self.house.write().unwrap_or_else(PoisonError::into_inner) = Some(house.clone());
        Ok(house)
    }

    /// The bots of a match, by seat.
    pub(crate) fn seat(&self, map: usize, arrangement: &[u32]) -> Result<Vec<BotSpec>, Invalid> {
        let EventMap { usual, shape, .. } = &self.programme.maps[map];
        let players: Vec<(u32, Arc<Player>)> =
            arrangement.iter().filter_map(|&number| Some((number, self.get(number)?))).collect();
        seating(usual, shape, arrangement, |number| {
            let (_, player) = players.iter().find(|(known, _)| *known == number)?;
            Some((&player.bots, player.by_map.get(map)?))
        })
    }
}

/// Why a program is not ready.
enum Unready {
    Unfit(String),
    Trouble(Trouble),
}

impl From<Trouble> for Unready {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<gridhaunt_store::StoreError> for Unready {
    fn from(error: gridhaunt_store::StoreError) -> Self {
        Self::Trouble(error.into())
    }
}

impl From<NoCopy> for Unready {
    fn from(error: NoCopy) -> Self {
        match error {
            NoCopy::Unfit(error) => Self::Unfit(error.to_string()),
            NoCopy::Surroundings(error) => Self::Trouble(Trouble::Surroundings(error.to_string())),
            NoCopy::Stopped => Self::Trouble(Trouble::Stopped),
        }
    }
}
