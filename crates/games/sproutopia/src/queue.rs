//! Commands that wait (R6, R7).

use crate::action::Action;

/// A command with its place in the order of arrival (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Command(u64);

impl Command {
    /// A command.
    #[inline]
    #[must_use]
    pub const fn new(stamp: u64, action: Action) -> Self {
        Self(stamp << 3 | action as u64)
    }

    /// Its place in the order of arrival. Commands compare by it.
    #[inline]
    #[must_use]
    pub const fn stamp(self) -> u64 {
        self.0 >> 3
    }

    /// The command with the seat it is for, as one number that sorts as the command does.
    #[inline]
    pub(crate) const fn with_seat(self, seat: usize) -> u64 {
        self.0 << 2 | seat as u64 & 3
    }

    /// The command and the seat of that number.
    #[inline]
    pub(crate) const fn of_seat(number: u64) -> (Self, usize) {
        (Self(number >> 2), (number & 3) as usize)
    }

    /// What to do.
    #[inline]
    #[must_use]
    pub const fn action(self) -> Action {
        match Action::from_u8((self.0 & 7) as u8) {
            Some(action) => action,
            None => Action::None,
        }
    }
}

/// The commands of one farmer that wait, first in, first out.
pub trait Queue: Clone + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// A queue in which at most `most` will ever wait.
    fn with_room(most: usize) -> Self;
    /// How many wait.
    fn len(&self) -> usize;
    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds a command at the end; the answer is whether it was accepted.
    fn push(&mut self, command: Command) -> bool;
    /// Takes the first.
    fn pop(&mut self) -> Option<Command>;
    /// Lets all go.
    fn clear(&mut self);
    /// The commands, the first first.
    fn each(&self, each: impl FnMut(Command));
}

/// A queue in place, of at most 64.
#[derive(Debug, PartialEq, Eq)]
pub struct Short {
    waiting: [Command; 64],
    len: u8,
    most: u8,
}

impl Clone for Short {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most.into());
        copy.clone_from(self);
        copy
    }

    /// Copies what waits, which is little.
    fn clone_from(&mut self, from: &Self) {
        let most = usize::from(self.len.max(from.len).min(64));
        self.waiting[..most].copy_from_slice(&from.waiting[..most]);
        (self.len, self.most) = (from.len, from.most);
    }
}

impl Queue for Short {
    fn with_room(most: usize) -> Self {
        Self { waiting: [Command(0); 64], len: 0, most: most.min(64) as u8 }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len.into()
    }

    #[inline]
    fn push(&mut self, command: Command) -> bool {
        let free = self.len < self.most;
        if free {
            self.waiting[usize::from(self.len % 64)] = command;
            self.len += 1;
        }
        free
    }

    #[inline]
    fn pop(&mut self) -> Option<Command> {
        let len = usize::from(self.len.min(64));
        let first = *self.waiting[..len].first()?;
        if len > 1 {
            self.waiting.copy_within(1..len, 0);
        }
        self.waiting[len - 1] = Command(0);
        self.len -= 1;
        Some(first)
    }

    #[inline]
    fn clear(&mut self) {
        self.waiting[..usize::from(self.len.min(64))].fill(Command(0));
        self.len = 0;
    }

    fn each(&self, each: impl FnMut(Command)) {
        self.waiting[..self.len()].iter().copied().for_each(each);
    }
}

/// A queue on the heap, with room for every command that can still be played: a step needs no more.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Long {
    ring: alloc::boxed::Box<[Command]>,
    first: usize,
    len: usize,
}

#[cfg(feature = "alloc")]
impl Long {
    fn at(&self, i: usize) -> usize {
        let at = self.first + i;
        if at >= self.ring.len() { at - self.ring.len() } else { at }
    }
}

#[cfg(feature = "alloc")]
impl Clone for Long {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.ring.len());
        copy.clone_from(self);
        copy
    }

    /// Copies what waits, and makes new room only where there is too little.
    fn clone_from(&mut self, from: &Self) {
        if self.ring.len() != from.ring.len() {
            *self = Self::with_room(from.ring.len());
        }
        (self.first, self.len) = (0, from.len);
        for i in 0..from.len {
            self.ring[i] = from.ring[from.at(i)];
        }
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for Long {
    fn eq(&self, other: &Self) -> bool {
        let same = |i: usize| self.ring[self.at(i)] == other.ring[other.at(i)];
        self.len == other.len && (0..self.len).all(same)
    }
}

#[cfg(feature = "alloc")]
impl Queue for Long {
    fn with_room(most: usize) -> Self {
        Self { ring: alloc::vec![Command(0); most.max(1)].into_boxed_slice(), first: 0, len: 0 }
    }

    fn len(&self) -> usize {
        self.len
    }

    /// Accepts all; one that could not be played before the match is over need not be kept.
    fn push(&mut self, command: Command) -> bool {
        if self.len < self.ring.len() {
            let end = self.at(self.len);
            self.ring[end] = command;
            self.len += 1;
        }
        true
    }

    fn pop(&mut self) -> Option<Command> {
        let first = (self.len > 0).then(|| self.ring[self.first])?;
        self.first = self.at(1);
        self.len -= 1;
        Some(first)
    }

    fn clear(&mut self) {
        (self.first, self.len) = (0, 0);
    }

    fn each(&self, each: impl FnMut(Command)) {
        (0..self.len).map(|i| self.ring[self.at(i)]).for_each(each);
    }
}
