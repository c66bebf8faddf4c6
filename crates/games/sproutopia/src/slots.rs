//! Slots: a new item takes the slot freed last, or a new slot at the end, and every loop goes by slot (R47).

use arrayvec::ArrayVec;

/// Up to `N` items in slots.
#[derive(Debug, PartialEq, Eq)]
pub struct Slots<T, const N: usize> {
    /// All slots used so far.
    items: ArrayVec<Option<T>, N>,
    /// The free slots, the one freed last at the end.
    free: ArrayVec<u16, N>,
}

impl<T: Copy, const N: usize> Clone for Slots<T, N> {
    fn clone(&self) -> Self {
        let mut copy = Self::NONE;
        copy.clone_from(self);
        copy
    }

    /// Copies only the slots in use, which are few.
    fn clone_from(&mut self, from: &Self) {
        self.items.clone_from(&from.items);
        self.free.clone_from(&from.free);
    }
}

impl<T: Copy, const N: usize> Slots<T, N> {
    /// A list without items and without slots.
    pub const NONE: Self = Self { items: ArrayVec::new_const(), free: ArrayVec::new_const() };

    /// How many items there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many slots have been used so far.
    #[must_use]
    pub const fn used(&self) -> usize {
        self.items.len()
    }

    /// The free slots, the one freed last at the end.
    #[must_use]
    pub fn free(&self) -> &[u16] {
        &self.free
    }

    /// Puts an item into a slot; returns the slot, none if there is no room.
    pub fn insert(&mut self, item: T) -> Option<usize> {
        let Some(slot) = self.free.pop() else {
            return self.items.try_push(Some(item)).ok().map(|()| self.items.len() - 1);
        };
        *self.items.get_mut(usize::from(slot))? = Some(item);
        Some(slot.into())
    }

    /// Removes the item from a slot and returns it.
    pub fn remove(&mut self, slot: usize) -> Option<T> {
        let item = self.items.get_mut(slot)?.take()?;
        // Each slot is in the list at most once, so there is room for all of them.
        let _ = self.free.try_push(slot as u16);
        Some(item)
    }

    /// The item in a slot.
    #[must_use]
    pub fn get(&self, slot: usize) -> Option<&T> {
        self.items.get(slot)?.as_ref()
    }

    /// The item in a slot, mutable.
    #[must_use]
    pub fn get_mut(&mut self, slot: usize) -> Option<&mut T> {
        self.items.get_mut(slot)?.as_mut()
    }

    /// The items with their slots, by slot.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.items.iter().enumerate().filter_map(|(slot, item)| Some((slot, item.as_ref()?)))
    }

    /// Slots made from these items and this list of free ones, none if they contradict each other.
    #[must_use]
    pub fn from_parts(items: impl ExactSizeIterator<Item = Option<T>>, free: &[u16]) -> Option<Self> {
        if items.len() > N || free.len() > N {
            return None;
        }
        let slots = Self { items: items.collect(), free: free.iter().copied().collect() };
        for (at, &slot) in free.iter().enumerate() {
            let is_empty = slots.items.get(usize::from(slot)).is_some_and(Option::is_none);
            if !is_empty || free[..at].contains(&slot) {
                return None;
            }
        }
        let empty = slots.items.iter().filter(|item| item.is_none()).count();
        (empty == free.len()).then_some(slots)
    }
}
