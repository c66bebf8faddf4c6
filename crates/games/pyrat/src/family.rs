//! The game for the registry.

use crate::game::PyRat;
use gridhaunt_kernel::prelude::*;

/// PyRat in all its sizes, for the registry.
#[must_use]
pub fn family() -> Family<PyRat> {
    Family::<PyRat>::new().size::<PyRat<26>>().size::<PyRat<42>>().size::<PyRat<128>>()
}
