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

    /// The number of the action that is commanded, less than 8.
    #[inline]
    pub(crate) const fn number(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// The action that is commanded.
    #[inline]
    #[must_use]
    pub const fn action(self) -> Action {
        match Action::from_u8(self.number()) {
            Some(action) => action,
            None => Action::None,
        }
    }
}

/// The waiting commands of one farmer, first in, first out: how many there are, and the oldest. All others are
/// [`Later`]; mostly there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    len: u32,
    most: u32,
    /// The oldest command; no command if none waits, so that equal queues are equal.
    oldest: Command,
}

impl Queue {
    /// A queue in which at most `most` commands wait, and no more than there is room for.
    pub(crate) fn with_room<L: Later>(most: usize) -> Self {
        Self { len: 0, most: most.min(L::MOST) as u32, oldest: Command(0) }
    }

    /// How many commands wait.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no command waits.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether one more command may wait.
    #[inline]
    pub(crate) const fn has_room(&self) -> bool {
        self.len < self.most
    }

    /// Adds a command at the end; returns whether it was accepted.
    #[inline]
    pub(crate) fn push<L: Later>(&mut self, later: &mut L, command: Command) -> bool {
        if !self.has_room() {
            return !L::DROPS;
        }
        if self.len == 0 {
            self.oldest = command;
        } else {
            later.push(command);
        }
        self.len += 1;
        true
    }

    /// Removes and returns the oldest command; `repeat` if none waits.
    #[inline]
    pub(crate) fn pop_or<L: Later>(&mut self, later: &mut L, repeat: Command) -> Command {
        if self.len == 0 {
            return repeat;
        }
        self.len -= 1;
        core::mem::replace(&mut self.oldest, if self.len > 0 { later.pop() } else { Command(0) })
    }

    /// Removes all commands without playing them.
    #[inline]
    pub(crate) fn clear<L: Later>(&mut self, later: &mut L) {
        if self.len > 1 {
            later.clear();
        }
        (self.len, self.oldest) = (0, Command(0));
    }

    /// Every command, the oldest first.
    pub(crate) fn iter<L: Later>(self, later: &L) -> impl Iterator<Item = Command> {
        (self.len > 0).then_some(self.oldest).into_iter().chain(later.iter())
    }
}

/// The waiting commands of a farmer behind the oldest. They do not lie beside it: a tick mostly needs none of them.
pub trait Later: Clone + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// Whether a command that finds no room is dropped (R7). Otherwise it could not be played before the end of the
    /// match, and is forgotten.
    const DROPS: bool;
    /// How many commands can wait, the oldest included.
    const MOST: usize;

    /// Room for the commands of a queue in which at most `most` wait.
    fn with_room(most: usize) -> Self;
    /// Adds a command at the end.
    fn push(&mut self, command: Command);
    /// Removes and returns the oldest command.
    fn pop(&mut self) -> Command;
    /// Removes all commands.
    fn clear(&mut self);
    /// Every command, the oldest first.
    fn iter(&self) -> impl Iterator<Item = Command>;
}

/// Commands without heap, for queues of at most 64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short(ArrayVec<Command, 63>);

impl Later for Short {
    const DROPS: bool = true;
    const MOST: usize = 64;

    fn with_room(_most: usize) -> Self {
        Self(ArrayVec::new_const())
    }

    fn push(&mut self, command: Command) {
        // One more is the oldest, so there is room for all of them.
        let _ = self.0.try_push(command);
    }

    fn pop(&mut self) -> Command {
        self.0.pop_at(0).unwrap_or_default()
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn iter(&self) -> impl Iterator<Item = Command> {
        self.0.iter().copied()
    }
}

/// Commands on the heap, with room for every command that can still be played, so that a step never needs more.
#[cfg(feature = "alloc")]
#[derive(Debug, PartialEq)]
pub struct Long {
    most: usize,
    commands: VecDeque<Command>,
}

#[cfg(feature = "alloc")]
impl Clone for Long {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most);
        copy.clone_from(self);
        copy
    }

    /// Copies the waiting commands, and allocates only where there is too little room.
    fn clone_from(&mut self, from: &Self) {
        self.most = from.most;
        self.commands.clear();
        self.commands.reserve(from.most);
        self.commands.extend(&from.commands);
    }
}

#[cfg(feature = "alloc")]
impl Later for Long {
    const DROPS: bool = false;
    const MOST: usize = u32::MAX as usize;

    fn with_room(most: usize) -> Self {
        Self { most, commands: VecDeque::with_capacity(most) }
    }

    fn push(&mut self, command: Command) {
        self.commands.push_back(command);
    }

    fn pop(&mut self) -> Command {
        self.commands.pop_front().unwrap_or_default()
    }

    fn clear(&mut self) {
        self.commands.clear();
    }

    fn iter(&self) -> impl Iterator<Item = Command> {
        self.commands.iter().copied()
    }
}
