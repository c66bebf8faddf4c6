//! The game for the registry.

use crate::game::Sproutopia;
use crate::sets::Legacy;
use gridhaunt_kernel::prelude::*;

/// Sproutopia with both sets of rules, for the registry.
#[must_use]
pub fn family() -> Family<Sproutopia> {
    Family::<Sproutopia>::new().size::<Sproutopia<Legacy>>()
}
