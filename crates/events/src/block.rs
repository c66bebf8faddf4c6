//! A block: one seed and one map, played once in every arrangement of its line-up (A2).

pub use gridhaunt_arena::orders::Orders;

/// A block that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPlan {
    /// The entrants, by number, in the order of the first match.
    pub line_up: Vec<u32>,
    /// The entrant that plays the same matches in place of the first, in a duel at a larger table (A8).
    pub rival: Option<u32>,
    /// The map.
    pub map: u32,
    /// The how manieth block of these entrants on this map it is, from 0 (A3).
    pub k: u64,
    /// What it is called: `round 3`, `final`.
    pub label: String,
}

impl BlockPlan {
    /// The entrant of every place, match by match: the orders of the line-up, and in a duel at a larger table the same
    /// with the rival in the first one's place (A2, A8).
    #[must_use]
    pub fn arrangements(&self, orders: Orders) -> Vec<Vec<u32>> {
        let mut all = orders.of(&self.line_up);
        if let (Some(rival), Some(&first)) = (self.rival, self.line_up.first()) {
            let same = |seats: &Vec<u32>| seats.iter().map(|&seat| if seat == first { rival } else { seat }).collect();
            let rivals: Vec<Vec<u32>> = all.iter().map(same).collect();
            all.extend(rivals);
        }
        all
    }

    /// The block whose arrangements these are.
    #[must_use]
    pub fn of(arrangements: &[Vec<u32>], map: u32, k: u64, label: String) -> Self {
        let line_up = arrangements.first().cloned().unwrap_or_default();
        let rival =
            arrangements.last().and_then(|last| last.iter().copied().find(|entrant| !line_up.contains(entrant)));
        Self { line_up, rival, map, k, label }
    }

    /// Everybody who plays in it: the line-up, then the rival.
    pub fn entrants(&self) -> impl Iterator<Item = u32> + '_ {
        self.line_up.iter().copied().chain(self.rival)
    }

    /// Whether an entrant plays in it.
    #[must_use]
    pub fn has(&self, entrant: u32) -> bool {
        self.entrants().any(|other| other == entrant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(line_up: &[u32], rival: Option<u32>) -> BlockPlan {
        BlockPlan { line_up: line_up.into(), rival, map: 0, k: 0, label: String::new() }
    }

    #[test]
    fn a_block_is_played_in_every_rotation() {
        // A2
        assert_eq!(block(&[4, 7], None).arrangements(Orders::Rotations), [[4, 7], [7, 4]]);
        assert_eq!(block(&[1, 2, 3], None).arrangements(Orders::Rotations), [[1, 2, 3], [3, 1, 2], [2, 3, 1]]);
        assert_eq!(block(&[1, 2, 3], None).arrangements(Orders::All).len(), 6);
        assert_eq!(block(&[5], None).arrangements(Orders::Rotations), [[5]]);
    }

    #[test]
    fn a_rival_plays_the_same_against_the_same() {
        // A8
        let duel = block(&[0, 2, 3], Some(1));
        assert_eq!(
            duel.arrangements(Orders::Rotations),
            [[0, 2, 3], [3, 0, 2], [2, 3, 0], [1, 2, 3], [3, 1, 2], [2, 3, 1]]
        );
        assert_eq!(block(&[0], Some(1)).arrangements(Orders::Rotations), [[0], [1]]);
        for plan in [duel, block(&[0], Some(1)), block(&[4, 7], None), block(&[5], None)] {
            let all = plan.arrangements(Orders::Rotations);
            assert_eq!(BlockPlan::of(&all, 0, 0, String::new()), plan);
        }
    }
}
