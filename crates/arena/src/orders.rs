//! In which orders a line-up plays: moved by one place from match to match, or in every order.

use gridhaunt_kernel::Invalid;

gridhaunt_kernel::words! {
    /// In which orders the line-up of a block plays (A2 of events).
    #[derive(Default)]
    pub enum Orders {
        /// Every rotation.
        #[default]
        Rotations = "rotations",
        /// Every order there is.
        All = "all",
    }
}

/// The most places whose every order is played: 720 matches a block.
const MOST_PLACES: usize = 6;

impl Orders {
    /// The orders of a line-up, the given one first.
    #[must_use]
    pub fn of<T: Clone>(self, line_up: &[T]) -> Vec<Vec<T>> {
        match self {
            Self::Rotations => (0..line_up.len().max(1) as u64).map(|i| rotated(line_up, i)).collect(),
            Self::All => {
                let mut all = Vec::new();
                permute(&mut Vec::new(), line_up.len(), &mut |places| {
                    all.push(places.iter().map(|&place| line_up[place].clone()).collect());
                });
                all
            }
        }
    }

    /// Checks that a block of so many places is not too long to be played.
    ///
    /// # Errors
    /// Every order of more than 6 places.
    pub fn check(self, places: usize) -> Result<(), Invalid> {
        if self == Self::All && places > MOST_PLACES {
            let expected = format!("at most {MOST_PLACES} places where every order is played");
            return Err(Invalid::new("all_orders", format!("{places} places"), expected));
        }
        Ok(())
    }
}

/// The line-up of match `i`: moved by `i` places to the right, which wraps round.
#[must_use]
pub fn rotated<T: Clone>(line_up: &[T], i: u64) -> Vec<T> {
    let mut seats = line_up.to_vec();
    if !seats.is_empty() {
        seats.rotate_right((i % line_up.len() as u64) as usize);
    }
    seats
}

/// Brings what stands by place in match `i` back into the order of the line-up.
pub fn rotate_back<T>(by_place: &mut [T], i: u64) {
    if !by_place.is_empty() {
        by_place.rotate_left((i % by_place.len() as u64) as usize);
    }
}

/// Calls `each` with every order of `0..n`, in the order of words in a dictionary.
fn permute(chosen: &mut Vec<usize>, n: usize, each: &mut impl FnMut(&[usize])) {
    if chosen.len() == n {
        return each(chosen);
    }
    for place in 0..n {
        if !chosen.contains(&place) {
            chosen.push(place);
            permute(chosen, n, each);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_one_sits_in_every_place_once() {
        assert_eq!(Orders::Rotations.of(&["a", "b", "c"]), [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]);
        assert_eq!(Orders::Rotations.of(&[7]), [[7]]);
        let mut seats = rotated(&[1, 2, 3, 4], 6);
        assert_eq!(seats, [3, 4, 1, 2]);
        rotate_back(&mut seats, 6);
        assert_eq!(seats, [1, 2, 3, 4]);
        assert!(rotated::<u8>(&[], 3).is_empty());
    }

    #[test]
    fn all_orders_are_all_and_different() {
        let mut all = Orders::All.of(&[0, 1, 2, 3]);
        assert_eq!((all.len(), all[0].as_slice()), (24, [0, 1, 2, 3].as_slice()));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 24);
        assert!(Orders::All.check(6).is_ok() && Orders::Rotations.check(30).is_ok());
        let error = Orders::All.check(7).unwrap_err().to_string();
        assert_eq!(error, "all_orders: 7 places is not at most 6 places where every order is played");
    }
}
