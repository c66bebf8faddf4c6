//! Queues of waiting commands (R6, R7).

use crate::action::Action;
#[cfg(feature = "alloc")]
use alloc::collections::VecDeque;
use arrayvec::ArrayVec;

/// A command with its stamp, its position in the order of arrival (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Command(u64);

impl Command {
    /// A command with this stamp; the action is stored in the lowest three bits.
    #[inline]
    #[must_use]
    pub const fn new(stamp: u64, action: Action) -> Self {
        Self(stamp << 3 | action as u64)
    }

    /// Its position in the order of arrival. Commands are compared by it.
    #[inline]
    #[must_use]
    pub const fn stamp(self) -> u64 {
        self.0 >> 3
    }

    /// The command with its seat, as one number that sorts like the command.
    #[inline]
    pub(crate) const fn with_seat(self, seat: usize) -> u64 {
        self.0 << 2 | seat as u64 & 3
    }

    /// The command and the seat of such a number.
    #[inline]
    pub(crate) const fn of_seat(number: u64) -> (Self, usize) {
        (Self(number >> 2), (number & 3) as usize)
    }

    /// The action that is commanded.
    #[inline]
    #[must_use]
    pub const fn action(self) -> Action {
        match Action::from_u8((self.0 & 7) as u8) {
            Some(action) => action,
            None => Action::None,
        }
    }
}

/// The waiting commands of one farmer, first in, first out.
pub trait Queue: Clone + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// A queue in which at most `most` commands will ever wait.
    fn with_room(most: usize) -> Self;
    /// How many commands wait.
    fn len(&self) -> usize;
    /// Whether no command waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds a command at the end; returns whether it was accepted.
    fn push(&mut self, command: Command) -> bool;
    /// Removes and returns the oldest command; none if the queue is empty.
    fn pop(&mut self) -> Option<Command>;
    /// Removes all commands without playing them.
    fn clear(&mut self);
    /// Calls `each` with every command, the oldest first.
    fn each(&self, each: impl FnMut(Command));
}

/// A queue without heap, for at most 64 commands.
#[derive(Debug, PartialEq, Eq)]
pub struct Short {
    waiting: ArrayVec<Command, 64>,
    most: u8,
}

impl Clone for Short {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most.into());
        copy.clone_from(self);
        copy
    }

    /// Copies only the waiting commands, which are few.
    fn clone_from(&mut self, from: &Self) {
        self.waiting.clone_from(&from.waiting);
        self.most = from.most;
    }
}

impl Queue for Short {
    fn with_room(most: usize) -> Self {
        Self { waiting: ArrayVec::new(), most: most.min(64) as u8 }
    }

    #[inline]
    fn len(&self) -> usize {
        self.waiting.len()
    }

    #[inline]
    fn push(&mut self, command: Command) -> bool {
        self.len() < self.most.into() && self.waiting.try_push(command).is_ok()
    }

    #[inline]
    fn pop(&mut self) -> Option<Command> {
        self.waiting.pop_at(0)
    }

    #[inline]
    fn clear(&mut self) {
        self.waiting.clear();
    }

    fn each(&self, each: impl FnMut(Command)) {
        self.waiting.iter().copied().for_each(each);
    }
}

/// A queue on the heap, with room for every command that can still be played, so that a step never needs more.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Long {
    waiting: VecDeque<Command>,
    most: usize,
}

#[cfg(feature = "alloc")]
impl Clone for Long {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most);
        copy.waiting.extend(&self.waiting);
        copy
    }

    /// Copies the waiting commands, and allocates only where there is too little room.
    fn clone_from(&mut self, from: &Self) {
        self.waiting.clear();
        self.waiting.reserve(from.most);
        self.waiting.extend(&from.waiting);
        self.most = from.most;
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for Long {
    fn eq(&self, other: &Self) -> bool {
        self.waiting == other.waiting
    }
}

#[cfg(feature = "alloc")]
impl Queue for Long {
    fn with_room(most: usize) -> Self {
        Self { waiting: VecDeque::with_capacity(most.max(1)), most: most.max(1) }
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Accepts every command; one that cannot be played before the end of the match is not stored.
    fn push(&mut self, command: Command) -> bool {
        if self.len() < self.most {
            self.waiting.push_back(command);
        }
        true
    }

    fn pop(&mut self) -> Option<Command> {
        self.waiting.pop_front()
    }

    fn clear(&mut self) {
        self.waiting.clear();
    }

    fn each(&self, each: impl FnMut(Command)) {
        self.waiting.iter().copied().for_each(each);
    }
}
