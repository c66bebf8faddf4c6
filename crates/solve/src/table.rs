//! The states of one layer, each once.

/// States by number, found by their hash and told apart by what they are.
#[derive(Debug)]
pub(crate) struct Table<State> {
    pub(crate) states: Vec<State>,
    hashes: Vec<u64>,
    /// The high half of a hash and the number of its state plus one; 0 where nothing is. A power of two in length.
    slots: Vec<u64>,
}

impl<State> Default for Table<State> {
    fn default() -> Self {
        Self { states: Vec::new(), hashes: Vec::new(), slots: vec![0; 64] }
    }
}

impl<State: Clone + PartialEq> Table<State> {
    /// The memory that it holds, in bytes, where a state holds this much beside its own size.
    pub(crate) fn bytes(&self, heap: usize) -> u64 {
        let states = self.states.capacity() * size_of::<State>() + self.states.len() * heap;
        (states + self.hashes.capacity() * size_of::<u64>() + self.slots.capacity() * size_of::<u64>()) as u64
    }

    /// Forgets all states and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.hashes.clear();
        self.slots.fill(0);
    }

    /// What stands where this hash is looked for first. Reading it ahead of [`Table::number`] for several states lets the
    /// processor fetch them side by side.
    #[inline]
    pub(crate) fn peek(&self, hash: u64) -> u64 {
        self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// The number of a state, which is added if it is new.
    #[inline]
    pub(crate) fn number(&mut self, state: &State, hash: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return self.add(state, hash, at);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == hash >> 32 && self.states[number as usize] == *state {
                return number;
            }
            at = (at + 1) & mask;
        }
    }

    fn add(&mut self, state: &State, hash: u64, at: usize) -> u32 {
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.hashes.push(hash);
        self.slots[at] = slot(hash, number);
        if 2 * self.states.len() > self.slots.len() {
            self.spread();
        }
        number
    }

    /// Twice as many slots.
    #[cold]
    fn spread(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for (number, &hash) in self.hashes.iter().enumerate() {
            let mut at = hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot(hash, number as u32);
        }
    }
}

#[inline]
const fn slot(hash: u64, number: u32) -> u64 {
    (hash >> 32 << 32) | (number as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_do_not_make_states_equal() {
        let mut table = Table::default();
        for round in 0..2 {
            for state in 0..1000u32 {
                // All hashes meet in few slots, and many are equal altogether.
                assert_eq!(table.number(&state, u64::from(state % 7) << 40), state, "round {round}");
            }
        }
        assert_eq!(table.states.len(), 1000);
        table.clear();
        assert_eq!(table.number(&5, 9), 0);
    }
}
