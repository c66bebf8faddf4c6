//! Slots: a new one takes the slot freed last, else one at the end, and every walk is by slot (R47).

/// Up to `N` items in slots.
#[derive(Debug, PartialEq, Eq)]
pub struct Slots<T, const N: usize> {
    items: [Option<T>; N],
    /// How many slots there have been.
    used: u16,
    /// The free ones among them, the one freed last at the end.
    free: [u16; N],
    frees: u16,
}

impl<T: Copy, const N: usize> Clone for Slots<T, N> {
    fn clone(&self) -> Self {
        let mut copy = Self::NONE;
        copy.clone_from(self);
        copy
    }

    /// Copies the slots there are, which are few.
    fn clone_from(&mut self, from: &Self) {
        let (most, frees) = (usize::from(self.used.max(from.used)), usize::from(self.frees.max(from.frees)));
        self.items[..most].copy_from_slice(&from.items[..most]);
        self.free[..frees].copy_from_slice(&from.free[..frees]);
        (self.used, self.frees) = (from.used, from.frees);
    }
}

impl<T: Copy, const N: usize> Slots<T, N> {
    /// No item in no slot.
    pub const NONE: Self = Self { items: [None; N], used: 0, free: [0; N], frees: 0 };

    /// How many items there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.used - self.frees) as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.used == self.frees
    }

    /// How many slots there have been.
    #[must_use]
    pub const fn used(&self) -> usize {
        self.used as usize
    }

    /// The free slots, the one freed last at the end.
    #[must_use]
    pub fn free(&self) -> &[u16] {
        &self.free[..usize::from(self.frees)]
    }

    /// Puts an item into a slot; the answer is which, none if there is no room.
    pub fn insert(&mut self, item: T) -> Option<usize> {
        let slot = if self.frees > 0 {
            self.frees -= 1;
            core::mem::take(&mut self.free[usize::from(self.frees)])
        } else if usize::from(self.used) < N {
            self.used += 1;
            self.used - 1
        } else {
            return None;
        };
        self.items[usize::from(slot)] = Some(item);
        Some(slot.into())
    }

    /// Takes the item out of a slot.
    pub fn remove(&mut self, slot: usize) -> Option<T> {
        let item = self.items.get_mut(slot)?.take()?;
        self.free[usize::from(self.frees)] = slot as u16;
        self.frees += 1;
        Some(item)
    }

    /// The item in a slot.
    #[must_use]
    pub fn get(&self, slot: usize) -> Option<&T> {
        self.items.get(slot)?.as_ref()
    }

    /// The item in a slot, to be changed.
    #[must_use]
    pub fn get_mut(&mut self, slot: usize) -> Option<&mut T> {
        self.items.get_mut(slot)?.as_mut()
    }

    /// The items with their slots, by slot.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let used = self.items[..usize::from(self.used)].iter().enumerate();
        used.filter_map(|(slot, item)| Some((slot, item.as_ref()?)))
    }

    /// The slots that these items and this list of free ones make, none if they do not fit each other.
    #[must_use]
    pub fn from_parts(items: impl ExactSizeIterator<Item = Option<T>>, free: &[u16]) -> Option<Self> {
        let mut slots = Self { used: u16::try_from(items.len()).ok()?, frees: free.len() as u16, ..Self::NONE };
        if items.len() > N || free.len() > N {
            return None;
        }
        let mut empty = 0;
        for (slot, item) in items.enumerate() {
            empty += usize::from(item.is_none());
            slots.items[slot] = item;
        }
        for (at, &slot) in free.iter().enumerate() {
            let is_empty = slot < slots.used && slots.items[usize::from(slot)].is_none();
            if !is_empty || free[..at].contains(&slot) {
                return None;
            }
            slots.free[at] = slot;
        }
        (empty == free.len()).then_some(slots)
    }
}
