//! Who can be compared with whom: entrants that met, directly or through others.

/// Sets of entrants that grow together.
pub(crate) struct Components {
    above: Vec<u32>,
}

impl Components {
    pub(crate) fn new(entrants: usize) -> Self {
        Self { above: (0..entrants as u32).collect() }
    }

    /// The entrant that stands for the set of this one.
    pub(crate) fn root(&mut self, mut entrant: u32) -> u32 {
        while self.above[entrant as usize] != entrant {
            let above = self.above[entrant as usize];
            self.above[entrant as usize] = self.above[above as usize];
            entrant = above;
        }
        entrant
    }

    /// These two can be compared.
    pub(crate) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        // The lower number stands for the set, so that the order of matches changes nothing.
        self.above[one.max(other) as usize] = one.min(other);
    }

    /// The sets, each in ascending order, in the order of their first members.
    pub(crate) fn sets(mut self) -> Vec<Vec<u32>> {
        let mut sets: Vec<Vec<u32>> = vec![Vec::new(); self.above.len()];
        for entrant in 0..self.above.len() as u32 {
            let root = self.root(entrant);
            sets[root as usize].push(entrant);
        }
        sets.retain(|set| !set.is_empty());
        sets
    }
}
