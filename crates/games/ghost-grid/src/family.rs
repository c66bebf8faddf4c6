//! The game for the registry.

use crate::game::GhostGrid;
use gridhaunt_console::AddTools;
use gridhaunt_kernel::prelude::*;

/// Ghost Grid, for the registry.
#[must_use]
pub fn family() -> Family<GhostGrid> {
    let mut family = Family::new();
    family.tool(&crate::survey::TOOL);
    family
}
