//! Results that are made once for everybody who asks at about the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long something is fresh.
const FRESH: Duration = Duration::from_secs(1);
/// How many times as long as its making took it is fresh at least, so that large events do not eat the machine.
const WORTH: u32 = 10;
/// The most things on a shelf.
const MOST: usize = 256;

/// Things by their names.
pub(crate) struct Shelf<K, T> {
    places: Mutex<HashMap<K, Arc<Place<T>>>>,
}

/// A thing, and who makes it.
struct Place<T> {
    thing: Mutex<Option<Made<T>>>,
    making: Mutex<()>,
}

struct Made<T> {
    thing: Arc<T>,
    at: Instant,
    took: Duration,
}

impl<K, T> Default for Shelf<K, T> {
    fn default() -> Self {
        Self { places: Mutex::default() }
    }
}

impl<K: Eq + Hash + Clone, T> Shelf<K, T> {
    /// The thing, made anew if it is not fresh. While somebody makes it, others get the last one.
    pub(crate) fn get<E>(&self, key: &K, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let place = self.place(key);
        if let Some(thing) = place.last(true) {
            return Ok(thing);
        }
        let making = match place.making.try_lock() {
            Ok(making) => making,
            Err(TryLockError::Poisoned(making)) => making.into_inner(),
            Err(TryLockError::WouldBlock) => match place.last(false) {
                Some(thing) => return Ok(thing),
                None => place.making.lock().unwrap_or_else(PoisonError::into_inner),
            },
        };
        // Somebody else may have made it meanwhile.
        if let Some(thing) = place.last(true) {
            return Ok(thing);
        }
        let began = Instant::now();
        let thing = Arc::new(make()?);
        let made = Made { thing: thing.clone(), at: Instant::now(), took: began.elapsed() };
        *place.thing.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        drop(making);
        Ok(thing)
    }

    fn place(&self, key: &K) -> Arc<Place<T>> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= MOST && !places.contains_key(key) {
            places.clear();
        }
        let place = || Arc::new(Place { thing: Mutex::default(), making: Mutex::default() });
        places.entry(key.clone()).or_insert_with(place).clone()
    }
}

impl<T> Place<T> {
    fn last(&self, fresh: bool) -> Option<Arc<T>> {
        let last = self.thing.lock().unwrap_or_else(PoisonError::into_inner);
        let made = last.as_ref()?;
        (!fresh || made.at.elapsed() < FRESH.max(made.took * WORTH)).then(|| made.thing.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn many_who_ask_at_once_get_one_thing() {
        let (shelf, made) = (Shelf::<u32, u32>::default(), AtomicU32::new(0));
        let make = || Ok::<_, Infallible>(made.fetch_add(1, Ordering::SeqCst));
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| assert_eq!(*shelf.get(&7, make).unwrap(), 0));
            }
        });
        assert_eq!(*shelf.get(&8, make).unwrap(), 1);
    }

    #[test]
    fn what_could_not_be_made_is_tried_again() {
        let shelf = Shelf::<u32, u32>::default();
        assert_eq!(shelf.get(&1, || Err("no")), Err("no"));
        assert_eq!(shelf.get(&1, || Ok::<_, &str>(5)).map(|thing| *thing), Ok(5));
    }

    #[test]
    fn a_shelf_has_an_end() {
        let shelf = Shelf::<usize, usize>::default();
        for key in 0..3 * MOST {
            shelf.get(&key, || Ok::<_, Infallible>(key)).unwrap();
        }
        assert!(shelf.places.lock().unwrap().len() <= MOST);
    }
}
