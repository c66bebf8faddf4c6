//! The game for the registry.

use crate::game::Snarl;
use gridhaunt_console::AddTools;
use gridhaunt_kernel::prelude::*;

/// Snarl, for the registry.
#[must_use]
pub fn family() -> Family<Snarl> {
    let mut family = Family::new();
    family.tool(&crate::survey::TOOL).tool(&crate::generator::TOOL);
    crate::harness::TOOLS.iter().for_each(|tool| _ = family.tool(tool));
    family
}
