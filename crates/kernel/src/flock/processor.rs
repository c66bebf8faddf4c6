//! What batches use of a processor beyond plain code: wide vectors, large pages, and memory that is fetched ahead.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// What the processor offers beyond plain code. Only [`Vector::detect`] returns more than [`Vector::PLAIN`], so such a
/// value proves that the processor has those instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(dead_code, reason = "only detection makes them"))]
enum Level {
    Plain,
    Avx2,
    Avx512,
}

impl Vector {
    /// Nothing beyond the baseline of the target.
    pub const PLAIN: Self = Self(Level::Plain);

    /// What this processor offers.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            Self::of(
                has!("avx2") && has!("bmi2"),
                has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl"),
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self::PLAIN
    }

    /// The level of a processor with AVX2 and BMI2, and with AVX-512. A level includes all lower ones: a virtual
    /// machine may offer AVX-512 and hide BMI2.
    #[cfg(any(test, all(feature = "std", target_arch = "x86_64")))]
    const fn of(avx2: bool, avx512: bool) -> Self {
        match (avx2, avx512) {
            (true, true) => Self(Level::Avx512),
            (true, false) => Self(Level::Avx2),
            (false, _) => Self::PLAIN,
        }
    }

    /// Whether the processor has AVX-512 (F, BW, DQ and VL).
    #[inline]
    #[must_use]
    pub const fn has_avx512(self) -> bool {
        matches!(self.0, Level::Avx512)
    }

    /// Whether the processor has AVX2 and BMI2.
    #[inline]
    #[must_use]
    pub const fn has_avx2(self) -> bool {
        matches!(self.0, Level::Avx2 | Level::Avx512)
    }

    /// This level and all lower ones, the best first.
    #[must_use]
    pub fn and_lower(self) -> Vec<Self> {
        let all = [Level::Avx512, Level::Avx2, Level::Plain].map(Self);
        let from = all.iter().position(|&level| level == self).unwrap_or(2);
        all[from..].to_vec()
    }

    /// The level in lower case, for reports: `plain`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Plain => "plain",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

/// Functions for every level of vectors: each is a plain one, compiled for processors with their features as well.
///
/// The plain function must be `#[inline(always)]`; the one that is made takes a [`Vector`] before its arguments.
/// References stay arguments, so that the compiler knows that none of them overlap.
///
/// ```
/// #[inline(always)]
/// fn sum<const N: usize>(numbers: &[u32; N]) -> u32 {
///     numbers.iter().sum()
/// }
///
/// gridhaunt_kernel::at_every_level! {
///     fn sum_all<const N: usize>(numbers: &[u32; N]) -> u32 = sum;
/// }
///
/// assert_eq!(sum_all(gridhaunt_kernel::flock::Vector::PLAIN, &[1, 2, 3]), 6);
/// ```
#[macro_export]
macro_rules! at_every_level {
    ($(fn $name:ident<const $n:ident: usize>($($arg:ident: $kind:ty),* $(,)?) $(-> $out:ty)? = $plain:path;)*) => {$(
        #[inline]
        fn $name<const $n: usize>(vector: $crate::flock::Vector, $($arg: $kind),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "calling code compiled for a processor that the vector proves to be there")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512<const $n: usize>($($arg: $kind),*) $(-> $out)? {
                    $plain($($arg),*)
                }
                #[target_feature(enable = "avx2,bmi2")]
                fn avx2<const $n: usize>($($arg: $kind),*) $(-> $out)? {
                    $plain($($arg),*)
                }
                if vector.has_avx512() {
                    // SAFETY: only detection creates a vector with AVX-512, after it found F, BW, DQ and VL.
                    return unsafe { avx512($($arg),*) };
                }
                if vector.has_avx2() {
                    // SAFETY: only detection creates a vector with AVX2, after it found AVX2 and BMI2.
                    return unsafe { avx2($($arg),*) };
                }
            }
            let _ = vector;
            $plain($($arg),*)
        }
    )*};
}

/// Memory for so many values, in large pages where the system gives them to those who ask. Stepping many games goes
/// through more small pages than a processor knows by heart, and to look one up takes as long as many instructions.
pub(super) fn with_large_pages<T>(capacity: usize) -> Vec<T> {
    let mut values = Vec::with_capacity(capacity);
    ask_for_large_pages(values.spare_capacity_mut());
    values
}

/// The usual size of a large page in bytes.
pub const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to make this memory of large pages as it is first written. It may have none; that is no error.
#[cfg(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn ask_for_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    use core::ffi::{c_int, c_void};
    const MADV_HUGEPAGE: c_int = 14;
    #[allow(unsafe_code, reason = "the standard library is linked with this function and does not offer it")]
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    // Only whole large pages, so that nobody else's memory is in them.
    let range = memory.as_mut_ptr_range();
    let first = range.start.addr().next_multiple_of(LARGE_PAGE);
    let length = range.end.addr().saturating_sub(first) / LARGE_PAGE * LARGE_PAGE;
    if length > 0 {
        let address = range.start.cast::<c_void>().with_addr(first);
        // SAFETY: the range lies within `memory`, which is ours alone; the call changes no contents, only what the
        // pages are made of. That it may fail changes nothing: it is a wish.
        #[allow(unsafe_code, reason = "a foreign function")]
        let _ = unsafe { madvise(address, length, MADV_HUGEPAGE) };
    }
}

/// Asks the system to make this memory of large pages; here it cannot be asked.
#[cfg(not(all(feature = "std", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub fn ask_for_large_pages<T>(_memory: &mut [MaybeUninit<T>]) {}

/// Asks the processor for the cache line in which a value begins, so that it is there when it is needed. Nothing else
/// happens.
#[inline]
pub fn fetch<T>(value: &T) {
    fetch_at(value);
}

/// The same for an address, behind which there may be anything, or nothing.
#[inline]
pub fn fetch_at<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "there is no safe way to say that memory will be needed")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of every processor of this target; it is a hint that is allowed for every
        // address, reads nothing into the program and cannot fail.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use super::Vector;

    #[test]
    fn a_level_has_all_that_the_lower_ones_have() {
        let best = Vector::of(true, true);
        assert!(best.has_avx512() && best.has_avx2());
        assert!(!Vector::of(true, false).has_avx512() && Vector::of(true, false).has_avx2());
        assert_eq!(Vector::of(false, true), Vector::PLAIN, "AVX-512 without BMI2");
        assert_eq!(
            best.and_lower().iter().map(|level| level.name()).collect::<std::vec::Vec<_>>(),
            ["avx512", "avx2", "plain"]
        );
    }
}
