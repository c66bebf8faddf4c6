//! Which places there are at a table (A1).

use gridhaunt_kernel::face::Session;
use gridhaunt_kernel::json::nearest;
use gridhaunt_kernel::{Info, Invalid, Seat};

/// What one entrant has at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of its side.
    pub name: String,
    /// The side, as an index into the sides of the game.
    pub side: u16,
    /// Its seats, ascending.
    pub seats: Vec<Seat>,
}

/// The places of a game with its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Those that entrants have, in the order of their first seats.
    pub places: Vec<Place>,
    /// Whether all places are alike: nobody plays for something else than the others do.
    pub like: bool,
    /// The place whose score decides a pair of matches, where the game's rules score such pairs (A4).
    pub decides_pairs: Option<usize>,
    /// Whether the game says how much of what there was a side has, so that points can go by score (A4).
    pub scored: bool,
}

impl Shape {
    /// The places of a match: a whole side each, and a seat where a side has one (A1). If `side` is given, only that
    /// side is played by an entrant.
    ///
    /// # Errors
    /// A side that is not there; a single place in a game that cannot say what there was to get.
    pub fn of(session: &dyn Session, info: &Info, side: Option<&str>) -> Result<Self, Invalid> {
        let mut places: Vec<Place> = Vec::new();
        for seat in (0..session.seats()).map(|seat| Seat(seat as u8)) {
            let side = session.side(seat) as u16;
            match places.iter_mut().find(|place| place.side == side) {
                Some(place) => place.seats.push(seat),
                None => {
                    places.push(Place { name: info.side_name(side.into()).into(), side, seats: vec![seat] });
                }
            }
        }
        if let Some(side) = side {
            let names: Vec<String> = places.iter().map(|place| place.name.clone()).collect();
            places.retain(|place| place.name == side);
            if places.is_empty() {
                let expected = format!("one of {}", names.join(", "));
                let hint =
                    nearest(side, names.iter().map(String::as_str)).map(|near| format!(", did you mean {near}?"));
                let words = format!("{side:?} is not {expected}{}", hint.unwrap_or_default());
                return Err(Invalid::new("side", format!("{side:?}"), expected).says(words));
            }
        }
        let scored = places.iter().all(|place| session.side_score(place.side.into()).is_some());
        if places.len() < 2 && !scored {
            let words =
                format!("one entrant alone has points by score only, and {} does not say what there was", info.name);
            return Err(Invalid::new("side", "one place", "two places or more").says(words));
        }
        let pairs = session.decides_pairs().filter(|_| places.len() == 2);
        let decides_pairs = pairs.and_then(|side| places.iter().position(|place| usize::from(place.side) == side));
        let like = session.ranked_by_score() && places.iter().all(|place| place.seats.len() == places[0].seats.len());
        Ok(Self { places, like, decides_pairs, scored })
    }

    /// How many entrants sit at a table.
    #[must_use]
    pub fn table(&self) -> usize {
        self.places.len()
    }

    /// The place of a seat; none if its side is played by the game's own bots.
    #[must_use]
    pub fn place_of(&self, seat: Seat) -> Option<usize> {
        self.places.iter().position(|place| place.seats.contains(&seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn shape(game: &str, settings: Value, side: Option<&str>) -> Result<Shape, Invalid> {
        let registry = gridhaunt_bots::registry();
        let opened = registry.find(game)?.open(&settings)?;
        Shape::of(opened.begin(0)?.as_ref(), &opened.info(), side)
    }

    #[test]
    fn an_entrant_has_a_whole_side_or_a_seat() {
        // A1
        let places = |game: &str, settings: Value, side: Option<&str>| {
            let shape = shape(game, settings, side).unwrap();
            let all = shape.places.iter().map(|place| format!("{} {}", place.name, place.seats.len()));
            (all.collect::<Vec<_>>().join(", "), shape.like, shape.decides_pairs)
        };
        assert_eq!(places("pyrat", json!({}), None), ("python 1, rat 1".into(), true, None));
        assert_eq!(places("sproutopia", json!({}), None), ("north 1, east 1, south 1, west 1".into(), true, None));
        assert_eq!(places("snarl", json!({"players": 3}), None), ("player 3, adversary 2".into(), false, None));
        assert_eq!(places("snarl", json!({"players": 3}), Some("player")), ("player 3".into(), false, None));
        let tag = places("tag", json!({"survivors": 3, "killers": 2}), None);
        assert_eq!(tag, ("survivor 3, killer 2".into(), false, Some(0)));
        let shape = shape("tag", json!({"survivors": 3, "killers": 2}), Some("killer")).unwrap();
        assert_eq!((shape.place_of(Seat(0)), shape.place_of(Seat(4)), shape.table()), (None, Some(0), 1));
        assert_eq!(shape.decides_pairs, None, "nobody exchanges sides");
    }

    #[test]
    fn a_side_that_is_not_there_is_named() {
        let error = shape("tag", json!({}), Some("kilers")).unwrap_err().to_string();
        assert_eq!(error, "side: \"kilers\" is not one of survivor, killer, did you mean killer?");
    }
}
