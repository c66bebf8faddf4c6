//! The programs and objects among the opponents of an environment.

use crate::guest::{Object, Troubles};
use crate::hosting::{Hosting, Ours};
use crate::play::{Fixed, raised};
use crate::shared::{raise, registry};
use crate::signals;
use gridhaunt_arena::house::House;
use gridhaunt_arena::opponents::Opponents;
use gridhaunt_arena::seating::{BotSpec, GUEST};
use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::flock::{Cast, Episode, is_outside};
use gridhaunt_kernel::{Invalid as Wrong, Seat, SeatSet};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Arc, Mutex, PoisonError};

/// How a learned seat is called where the players of a match are named.
const LEARNER: &str = "learner";

/// Where the words of an opponent lead.
enum Outsider {
    Program(BotSpec),
    Object(usize),
}

/// The programs and objects among the opponents, and where programs play.
#[derive(Default)]
pub(crate) struct Outsiders {
    by_words: Vec<(String, Outsider)>,
    objects: Vec<Object>,
    hosting: Hosting,
    /// Made for the first episode, and again in a forked process and after Ctrl-C.
    house: Mutex<Option<Arc<Ours<House>>>>,
}

/// The object that words such as `@0` mean.
pub(crate) fn object_of<'a>(objects: &'a [Object], words: &str) -> Result<(usize, &'a Object), Wrong> {
    let number = words.strip_prefix(GUEST).and_then(|number| number.parse::<usize>().ok());
    number
        .and_then(|number| Some((number, objects.get(number)?)))
        .ok_or_else(|| Wrong::new("bot", format!("{words:?}"), "a bot"))
}

/// An error if one bot is to play on several seats of a match.
pub(crate) fn check_single(field: &str, object: &Object, seats: usize) -> Result<(), Wrong> {
    if object.single && seats > 1 {
        let words = format!("one bot cannot play {seats} seats, need the class, which makes one for each");
        return Err(Wrong::new(field, &object.name, "a class").says(words));
    }
    Ok(())
}

fn of_opponents(wrong: Wrong) -> Wrong {
    Wrong { field: "opponents".into(), ..wrong }
}

impl Outsiders {
    /// Finds all of them, and builds the programs.
    pub(crate) fn read(
        py: Python<'_>,
        game: &str,
        cast: &Cast,
        guests: &[Bound<'_, PyAny>],
        hosting: Hosting,
    ) -> PyResult<Self> {
        let raising = |wrong: Wrong| raise(py, &wrong);
        let objects = guests.iter().map(Object::read).collect::<PyResult<Vec<_>>>()?;
        let game = registry().find(game).map_err(raising)?;
        let mut by_words: Vec<(String, Outsider)> = Vec::new();
        for (_, words) in cast.words().filter(|(_, words)| is_outside(words)) {
            if by_words.iter().any(|(known, _)| known == words) {
                continue;
            }
            let outsider = if words.starts_with(GUEST) {
                let (number, object) = object_of(&objects, words).map_err(raising)?;
                let mut seats: Vec<Seat> = cast.words().filter(|(_, of)| *of == words).map(|(seat, _)| seat).collect();
                seats.dedup();
                check_single("opponents", object, seats.len()).map_err(raising)?;
                Outsider::Object(number)
            } else {
                Outsider::Program(BotSpec::find(game, words).map_err(|wrong| raising(of_opponents(wrong)))?)
            };
            by_words.push((words.into(), outsider));
        }
        let outsiders = Self { by_words, objects, hosting, ..Self::default() };
        outsiders.house(py)?;
        Ok(outsiders)
    }

    pub(crate) const fn has_objects(&self) -> bool {
        !self.objects.is_empty()
    }

    fn programs(&self) -> Vec<BotSpec> {
        let program = |(_, outsider): &(String, Outsider)| match outsider {
            Outsider::Program(spec) => Some(spec.clone()),
            Outsider::Object(_) => None,
        };
        self.by_words.iter().filter_map(program).collect()
    }

    /// Where programs play, in this process; none if there are no programs.
    fn house(&self, py: Python<'_>) -> PyResult<Option<Arc<Ours<House>>>> {
        let programs = self.programs();
        if programs.is_empty() {
            return Ok(None);
        }
        let mut house = self.house.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let works = |house: &Ours<House>| house.is_ours() && house.get().is_some_and(|house| !house.host.is_stopped());
        if let Some(house) = house.as_ref().filter(|house| works(house)) {
            return Ok(Some(house.clone()));
        }
        let made = self.hosting.house(py, &programs, 1)?;
        *house = made.map(|house| Arc::new(Ours::new(house)));
        Ok(house.clone())
    }

    fn spec(&self, words: &str, episode: &Episode, troubles: &Arc<Troubles>) -> Option<BotSpec> {
        match &self.by_words.iter().find(|(known, _)| known == words)?.1 {
            Outsider::Program(spec) => Some(spec.clone()),
            Outsider::Object(number) => Some(self.objects.get(*number)?.spec(troubles, Some(episode.bots))),
        }
    }

    /// Has those of an episode begin; none if it has none.
    pub(crate) fn begin(
        &self,
        fixed: &Fixed,
        episode: &Episode,
        world: u64,
        session: &mut dyn Session,
        troubles: &Arc<Troubles>,
    ) -> PyResult<Option<Ours<Opponents>>> {
        if self.by_words.is_empty() {
            return Ok(None);
        }
        let mut bots = vec![BotSpec::parse(LEARNER).map_err(raised)?; session.seats()];
        let (mut ours, mut many) = (SeatSet::NONE, 0);
        for (seat, words) in fixed.cast.opponents(episode) {
            let known = self.spec(words, episode, troubles);
            if known.is_some() {
                ours = ours.or(SeatSet::only(seat));
                many += 1;
            }
            bots[seat.index()] = known.map_or_else(|| BotSpec::parse(words), Ok).map_err(raised)?;
        }
        if many == 0 {
            return Ok(None);
        }
        session.name_players(&bots.iter().map(ToString::to_string).collect::<Vec<_>>());
        let house = Python::attach(|py| self.house(py))?;
        let house = house.as_deref().and_then(Ours::get);
        if let Some(house) = house {
            house.host.keep_at_most(many);
        }
        let outside = SeatSet::first(session.seats()).without(ours);
        let begun = Opponents::start(fixed.opened.as_ref(), &bots, world, outside, house, session);
        signals::check()?;
        troubles.check()?;
        begun.map(|begun| Some(Ours::new(begun))).map_err(|wrong| raised(of_opponents(wrong)))
    }
}
