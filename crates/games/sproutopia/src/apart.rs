//! What most ticks do not touch, kept away from what they do.
//!
//! A batch of games fits into no cache, and the fewer pages the games take that are stepped one after the other, the
//! sooner the processor finds each of them.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::ops::{Deref, DerefMut};

/// A value in memory of its own, where there is a heap.
#[derive(Debug, PartialEq, Eq)]
pub struct Apart<T>(#[cfg(feature = "alloc")] Box<T>, #[cfg(not(feature = "alloc"))] T);

impl<T> Apart<T> {
    /// Moves a value there.
    pub fn new(value: T) -> Self {
        #[cfg(feature = "alloc")]
        let value = Box::new(value);
        Self(value)
    }
}

impl<T: Clone> Clone for Apart<T> {
    fn clone(&self) -> Self {
        Self::new((**self).clone())
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, from: &Self) {
        (**self).clone_from(from);
    }
}

impl<T> Deref for Apart<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Apart<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
