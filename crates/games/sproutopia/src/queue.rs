//! Queues of waiting commands (R6, R7).

use crate::action::Action;
#[cfg(feature = "alloc")]
use alloc::collections::VecDeque;

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
    /// Removes and returns the oldest command; `repeat` if the queue is empty.
    fn pop_or(&mut self, repeat: Command) -> Command;
    /// Removes all commands without playing them.
    fn clear(&mut self);
    /// Calls `each` with every command, the oldest first.
    fn each(&self, each: impl FnMut(Command));
}

/// A queue without heap, for at most 64 commands. The first ones lie next to its length.
#[derive(Debug)]
#[repr(C)]
pub struct Short {
    len: u8,
    most: u8,
    /// The waiting commands, the oldest first; the first `len` are in use.
    waiting: [Command; 64],
}

impl Short {
    fn waiting(&self) -> &[Command] {
        &self.waiting[..usize::from(self.len).min(64)]
    }
}

impl PartialEq for Short {
    fn eq(&self, other: &Self) -> bool {
        self.most == other.most && self.waiting() == other.waiting()
    }
}

impl Clone for Short {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most.into());
        copy.clone_from(self);
        copy
    }

    /// Copies only the waiting commands, which are few.
    fn clone_from(&mut self, from: &Self) {
        let waiting = from.waiting();
        self.waiting[..waiting.len()].copy_from_slice(waiting);
        (self.len, self.most) = (from.len, from.most);
    }
}

impl Queue for Short {
    fn with_room(most: usize) -> Self {
        Self { len: 0, most: most.min(64) as u8, waiting: [Command(0); 64] }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len.into()
    }

    #[inline]
    fn push(&mut self, command: Command) -> bool {
        let fits = self.len < self.most;
        if fits {
            self.waiting[usize::from(self.len) % 64] = command;
            self.len += 1;
        }
        fits
    }

    /// Without a branch that depends on whether a command waits, which is unpredictable.
    #[inline]
    fn pop_or(&mut self, repeat: Command) -> Command {
        let command = if self.len == 0 { repeat } else { self.waiting[0] };
        self.len = self.len.saturating_sub(1);
        if self.len > 0 {
            self.waiting.copy_within(1..=usize::from(self.len) % 64, 0);
        }
        command
    }

    #[inline]
    fn clear(&mut self) {
        self.len = 0;
    }

    fn each(&self, each: impl FnMut(Command)) {
        self.waiting().iter().copied().for_each(each);
    }
}

/// A queue with room on the heap for every command that can still be played, so that a step never needs more. The
/// oldest command is not on the heap: mostly there is no other.
#[cfg(feature = "alloc")]
#[derive(Debug)]
#[repr(C)]
pub struct Long {
    len: u32,
    most: u32,
    /// The oldest command, if there is one.
    oldest: Command,
    /// All other commands.
    later: VecDeque<Command>,
}

#[cfg(feature = "alloc")]
impl Clone for Long {
    fn clone(&self) -> Self {
        let mut copy = Self::with_room(self.most as usize);
        copy.clone_from(self);
        copy
    }

    /// Copies the waiting commands, and allocates only where there is too little room.
    fn clone_from(&mut self, from: &Self) {
        (self.len, self.most, self.oldest) = (from.len, from.most, from.oldest);
        self.later.clear();
        self.later.reserve(from.most as usize);
        self.later.extend(&from.later);
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for Long {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && (self.len == 0 || self.oldest == other.oldest) && self.later == other.later
    }
}

#[cfg(feature = "alloc")]
impl Queue for Long {
    fn with_room(most: usize) -> Self {
        let most = most.max(1);
        Self { len: 0, most: most as u32, oldest: Command(0), later: VecDeque::with_capacity(most) }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    /// Accepts every command; one that cannot be played before the end of the match is not stored.
    #[inline]
    fn push(&mut self, command: Command) -> bool {
        if self.len == 0 {
            (self.oldest, self.len) = (command, 1);
        } else if self.len < self.most {
            self.later.push_back(command);
            self.len += 1;
        }
        true
    }

    #[inline]
    fn pop_or(&mut self, repeat: Command) -> Command {
        let command = if self.len == 0 { repeat } else { self.oldest };
        self.len = self.len.saturating_sub(1);
        if self.len > 0 {
            self.oldest = self.later.pop_front().unwrap_or(repeat);
        }
        command
    }

    fn clear(&mut self) {
        self.len = 0;
        self.later.clear();
    }

    fn each(&self, each: impl FnMut(Command)) {
        let oldest = (self.len > 0).then_some(self.oldest);
        oldest.into_iter().chain(self.later.iter().copied()).for_each(each);
    }
}
