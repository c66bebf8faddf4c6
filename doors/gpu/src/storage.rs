//! Where the states of games lie.

use core::mem::MaybeUninit;

/// A way to keep the states of many games.
pub(crate) trait Storage<S> {
    /// How many bytes the state of a game takes.
    const KEPT: usize;

    /// Works on the state of a game of so many.
    ///
    /// # Safety
    /// `states` are as many as `games` and were kept by the same storage, and nobody else works on this one.
    unsafe fn with<R>(states: *mut u8, games: usize, game: usize, work: impl FnOnce(&mut S) -> R) -> R;

    /// Works on the state of a game of so many: with `usual`, and if that returns false, with `rest` on the state as it was.
    /// Returns what `rest` did. What both work on may be two copies, so that the usual one can stay in registers.
    ///
    /// # Safety
    /// As in [`Storage::with`].
    #[inline(always)]
    unsafe fn with_usual<R>(
        states: *mut u8,
        games: usize,
        game: usize,
        usual: impl FnOnce(&mut S) -> bool,
        rest: impl FnOnce(&mut S) -> R,
    ) -> Option<R> {
        // SAFETY: as the caller promises.
        unsafe { Self::with(states, games, game, |state| if usual(state) { None } else { Some(rest(state)) }) }
    }

    /// Looks at the state of a game of so many.
    ///
    /// # Safety
    /// As in [`Storage::with`], but others may look too.
    unsafe fn read<R>(states: *const u8, games: usize, game: usize, look: impl FnOnce(&S) -> R) -> R;

    /// Keeps a first state.
    ///
    /// # Safety
    /// As in [`Storage::with`], but the state need not be there yet.
    unsafe fn put(states: *mut u8, games: usize, game: usize, state: S);
}

/// One state after the other: for large ones, of which a step touches little.
pub(crate) struct InPlace;

impl<S> Storage<S> for InPlace {
    const KEPT: usize = size_of::<S>();

    #[inline(always)]
    unsafe fn with<R>(states: *mut u8, _games: usize, game: usize, work: impl FnOnce(&mut S) -> R) -> R {
        // SAFETY: the caller promises that the state is there and is nobody else's.
        work(unsafe { &mut *states.cast::<S>().add(game) })
    }

    #[inline(always)]
    unsafe fn read<R>(states: *const u8, _games: usize, game: usize, look: impl FnOnce(&S) -> R) -> R {
        // SAFETY: the caller promises that the state is there and nobody changes it.
        look(unsafe { &*states.cast::<S>().add(game) })
    }

    #[inline(always)]
    unsafe fn put(states: *mut u8, _games: usize, game: usize, state: S) {
        // SAFETY: the caller promises room for it.
        unsafe { states.cast::<S>().add(game).write(state) }
    }
}

/// Word by word over all games, so that threads side by side read and write side by side; for small states, which are
/// then worked on in registers. `N` words of type `W` hold a state.
pub(crate) struct Columns<W, const N: usize>(core::marker::PhantomData<W>);

impl<W: Copy, const N: usize> Columns<W, N> {
    const fn holds<S>() -> bool {
        size_of::<S>() <= N * size_of::<W>() && align_of::<S>() <= 16
    }

    /// # Safety
    /// The words of this game are there.
    #[inline(always)]
    unsafe fn load(states: *const u8, games: usize, game: usize) -> [MaybeUninit<W>; N] {
        let first = states.cast::<MaybeUninit<W>>().wrapping_add(game);
        // SAFETY: as the caller promises.
        core::array::from_fn(|word| unsafe { first.add(word * games).read() })
    }

    /// # Safety
    /// There is room for the words of this game, and it is nobody else's.
    #[inline(always)]
    unsafe fn store(states: *mut u8, games: usize, game: usize, words: &[MaybeUninit<W>; N]) {
        let first = states.cast::<MaybeUninit<W>>().wrapping_add(game);
        for (number, word) in words.iter().enumerate() {
            // SAFETY: as the caller promises.
            unsafe { first.add(number * games).write(*word) };
        }
    }
}

/// A state and the words that it is kept in.
#[repr(C, align(16))]
union Words<S, W: Copy, const N: usize> {
    state: core::mem::ManuallyDrop<S>,
    words: [MaybeUninit<W>; N],
}

impl<S, W: Copy, const N: usize> Storage<S> for Columns<W, N> {
    const KEPT: usize = N * size_of::<W>();

    #[inline(always)]
    unsafe fn with<R>(states: *mut u8, games: usize, game: usize, work: impl FnOnce(&mut S) -> R) -> R {
        const { assert!(Self::holds::<S>()) };
        // SAFETY: the caller promises that the words of this game are there and are nobody else's; they are those of a state.
        unsafe {
            let mut kept = Words::<S, W, N> { words: Self::load(states, games, game) };
            let result = work(&mut kept.state);
            Self::store(states, games, game, &kept.words);
            result
        }
    }

    #[inline(always)]
    unsafe fn with_usual<R>(
        states: *mut u8,
        games: usize,
        game: usize,
        usual: impl FnOnce(&mut S) -> bool,
        rest: impl FnOnce(&mut S) -> R,
    ) -> Option<R> {
        const { assert!(Self::holds::<S>()) };
        // SAFETY: as above.
        unsafe {
            let words = Self::load(states, games, game);
            let mut kept = Words::<S, W, N> { words };
            if usual(&mut kept.state) {
                Self::store(states, games, game, &kept.words);
                return None;
            }
            let mut other = Words::<S, W, N> { words };
            let result = rest(&mut other.state);
            Self::store(states, games, game, &other.words);
            Some(result)
        }
    }

    #[inline(always)]
    unsafe fn read<R>(states: *const u8, games: usize, game: usize, look: impl FnOnce(&S) -> R) -> R {
        const { assert!(Self::holds::<S>()) };
        // SAFETY: the caller promises that the words of this game are there; they are those of a state.
        unsafe { look(&Words::<S, W, N> { words: Self::load(states, games, game) }.state) }
    }

    #[inline(always)]
    unsafe fn put(states: *mut u8, games: usize, game: usize, state: S) {
        const { assert!(Self::holds::<S>()) };
        let kept = Words::<S, W, N> { state: core::mem::ManuallyDrop::new(state) };
        // SAFETY: as above; which of the words are padding does not matter, since they are only moved.
        unsafe { Self::store(states, games, game, &kept.words) };
    }
}

/// The same, but of a state without padding, so that its words can be compared: only those that a step changed are
/// written.
pub(crate) struct Changes<W, const N: usize>(core::marker::PhantomData<W>);

impl<S, W: Copy + PartialEq, const N: usize> Storage<S> for Changes<W, N> {
    const KEPT: usize = N * size_of::<W>();

    #[inline(always)]
    unsafe fn with<R>(states: *mut u8, games: usize, game: usize, work: impl FnOnce(&mut S) -> R) -> R {
        const { assert!(size_of::<S>() == N * size_of::<W>() && align_of::<S>() <= 16) };
        let first = states.cast::<W>().wrapping_add(game);
        // SAFETY: the caller promises that the words of this game are there and are nobody else's.
        let before: [W; N] = core::array::from_fn(|word| unsafe { first.add(word * games).read() });
        let mut kept = Words::<S, W, N> { words: before.map(MaybeUninit::new) };
        // SAFETY: these are the words of a state.
        let result = work(unsafe { &mut kept.state });
        for word in 0..N {
            // SAFETY: as above; a state without padding has a value in every word.
            unsafe {
                let now = kept.words[word].assume_init();
                if now != before[word] {
                    first.add(word * games).write(now);
                }
            }
        }
        result
    }

    #[inline(always)]
    unsafe fn read<R>(states: *const u8, games: usize, game: usize, look: impl FnOnce(&S) -> R) -> R {
        // SAFETY: as the caller promises.
        unsafe { Columns::<W, N>::read(states, games, game, look) }
    }

    #[inline(always)]
    unsafe fn put(states: *mut u8, games: usize, game: usize, state: S) {
        // SAFETY: as the caller promises.
        unsafe { Columns::<W, N>::put(states, games, game, state) }
    }
}
