//! The game for the registry.

use crate::game::Tag;
use gridhaunt_console::AddTools;
use gridhaunt_kernel::prelude::*;

/// Ghost Tag in all its sizes, for the registry.
#[must_use]
pub fn family() -> Family<Tag> {
    let mut family = Family::<Tag>::new().size::<Tag<16>>();
    family.tool(&crate::scenario::TOOL);
    family
}
