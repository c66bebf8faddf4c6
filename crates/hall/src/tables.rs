//! Tables: matches of people with people and bots. Each person has a chair, reached by a link that nobody can guess, and is
//! sent what its seat knows and nothing else.

mod chair;
mod socket;

pub(crate) use chair::Chair;
pub(crate) use socket::{gone, sit};

use crate::hall::LOOK;
use crate::limits::TABLES;
use crate::refusal::Refusal;
use chair::Person;
use gridhaunt_arena::company::Company;
use gridhaunt_arena::play::{Arena, STOPPED};
use gridhaunt_arena::seating::{BotSpec, PERSON, seat_all};
use gridhaunt_kernel::face::Opened;
use gridhaunt_kernel::json::{Map, Value, brief};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::{Invalid, Seat, SeatSet};
use gridhaunt_record::Match;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long everybody is waited for.
const GATHERING: Duration = Duration::from_secs(15 * 60);
/// How long a match goes on that nobody looks at.
const ALONE: Duration = Duration::from_secs(10 * 60);
/// How long a match that is over can be looked at.
const AFTER: Duration = Duration::from_secs(60 * 60);

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub game: String,
    pub settings: Value,
    /// The seats of people, the one who opens the table first.
    pub seats: Vec<u8>,
    /// The bot on all other seats; none for the usual ones.
    pub bot: Option<String>,
    /// How long a choice may take.
    pub limit: Duration,
}

/// All tables.
#[derive(Default)]
pub(crate) struct Tables {
    chairs: Arc<Mutex<HashMap<String, Arc<Chair>>>>,
}

/// A match that waits for its people.
struct Table {
    opened: Box<dyn Opened>,
    bots: Vec<BotSpec>,
    seed: u64,
    chairs: Vec<Arc<Chair>>,
    stop: &'static AtomicBool,
}

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Chair>>> {
        self.chairs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The chair that a link leads to.
    pub(crate) fn chair(&self, secret: &str) -> Option<Arc<Chair>> {
        self.lock().get(secret).cloned()
    }

    /// Opens a table; its chairs, that of who opens it first.
    pub(crate) fn open(
        &self,
        registry: &'static Registry,
        wish: &Wish,
        stop: &'static AtomicBool,
    ) -> Result<Vec<Arc<Chair>>, Refusal> {
        let game = registry.find(&wish.game)?;
        let opened = game.open(&wish.settings)?;
        let first = opened.fold_seed(random()?);
        let arena =
            Arena { info: opened.info(), opened: opened.as_ref(), seats: &[], rotate: false, from: None, house: None };
        let (seed, session) = arena.begin_one_of(first, 100)?;
        let mut bots = seat_all(game, session.as_ref(), &[])?;
        if let Some(bot) = &wish.bot {
            // Only bots of the registry: a word must never become a path here.
            let names: Vec<&str> = game.bots().iter().map(|known| known.name).collect();
            if !names.contains(&bot.as_str()) {
                return Err(Invalid::new(
                    "bot",
                    brief(&Value::from(bot.as_str())),
                    format!("one of {}", names.join(", ")),
                )
                .into());
            }
            bots.fill(BotSpec::parse(bot)?);
        }
        let mut chairs = Vec::new();
        for &seat in &wish.seats {
            let at = Seat(seat);
            if at.index() >= session.seats()
                || !session.took_part(at)
                || wish.seats.iter().filter(|other| **other == seat).count() > 1
            {
                let seats: Vec<String> = (0..session.seats())
                    .map(|seat| Seat(seat as u8))
                    .filter(|seat| session.took_part(*seat))
                    .map(|seat| seat.to_string())
                    .collect();
                return Err(Invalid::new("seat", seat, format!("one of {}, each once", seats.join(", "))).into());
            }
            bots[at.index()] = BotSpec { name: PERSON.into(), options: Map::new(), program: None, guest: None };
            chairs.push(Arc::new(Chair::new(secret()?, at, session.as_ref(), wish.limit)));
        }
        if chairs.is_empty() {
            return Err(Invalid::new("seat", "none", "a seat for you").into());
        }
        for (seat, bot) in bots.iter().enumerate().filter(|(_, bot)| bot.name != PERSON) {
            opened.player(&bot.name, &bot.options, seed, Seat(seat as u8))?;
        }
        let links = chairs[1..].iter().map(|chair| (chair.name.clone(), chair.secret.clone())).collect();
        chairs[0].invite(links);
        {
            let mut all = self.lock();
            if all.len() + chairs.len() > TABLES {
                return Err(Refusal::later("all tables are taken: wait until a match is over", 60));
            }
            all.extend(chairs.iter().map(|chair| (chair.secret.clone(), chair.clone())));
        }
        let table = Table { opened, bots, seed, chairs: chairs.clone(), stop };
        let all = self.chairs.clone();
        thread::spawn(move || {
            let chairs = table.chairs.clone();
            let over = table.play();
            let kept = Instant::now();
            while over && kept.elapsed() < AFTER && !table.stop.load(Ordering::Relaxed) {
                thread::sleep(LOOK);
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            chairs.iter().for_each(|chair| drop(all.remove(&chair.secret)));
        });
        Ok(chairs)
    }
}

fn random() -> Result<u64, Invalid> {
    getrandom::u64().map_err(|error| Invalid::new("seed", error, "random numbers of the system"))
}

/// A link that nobody can guess.
fn secret() -> Result<String, Invalid> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

impl Table {
    /// Plays the match; whether it came to its end.
    fn play(&self) -> bool {
        if !self.gather() {
            self.chairs.iter().for_each(|chair| chair.end("nobody came", None));
            return false;
        }
        match self.begin() {
            Ok((mut game, mut company)) => self.go_on(&mut game, &mut company),
            Err(error) => {
                self.chairs.iter().for_each(|chair| chair.end(&error.to_string(), None));
                true
            }
        }
    }

    /// Waits until everybody has come.
    fn gather(&self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < GATHERING && !self.stop.load(Ordering::Relaxed) {
            if self.chairs.iter().all(|chair| chair.came()) {
                return true;
            }
            thread::sleep(LOOK);
        }
        false
    }

    fn begin(&self) -> Result<(Match, Company), Invalid> {
        let opened = self.opened.as_ref();
        let arena = Arena { info: opened.info(), opened, seats: &self.bots, rotate: false, from: None, house: None };
        let game = arena.ready(self.seed, opened.begin(self.seed)?, true);
        let outside: SeatSet = self.chairs.iter().map(|chair| chair.seat).collect();
        let mut company = Company::new(opened, &self.bots, self.seed, outside)?;
        for chair in &self.chairs {
            chair.begin(game.session());
            company.seat(chair.seat, Box::new(Person { chair: chair.clone(), stop: self.stop }));
        }
        company.start(game.session());
        Ok((game, company))
    }

    fn go_on(&self, game: &mut Match, company: &mut Company) -> bool {
        let mut seen = Instant::now();
        while !game.is_over() && !self.stop.load(Ordering::Relaxed) {
            if self.chairs.iter().any(|chair| chair.is_there()) {
                seen = Instant::now();
            } else if seen.elapsed() > ALONE {
                break;
            }
            company.step(game, None);
            self.chairs.iter().for_each(|chair| chair.look(game.session()));
        }
        let record: Option<Arc<str>> = game.record(STOPPED).map(Into::into);
        let result =
            game.ending().map_or_else(|| "the match was not played to its end".into(), |ending| ending.to_string());
        self.chairs.iter().for_each(|chair| chair.end(&result, record.clone()));
        true
    }
}
