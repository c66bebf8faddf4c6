//! The games' native wire protocols: sockets on one side, the rules on the other.
//!
//! ```
//! // The registry with the tools that need a network: `gridhaunt snarl server` is one of them.
//! let registry = gridhaunt_serve::registry();
//! assert!(registry.find("snarl")?.extras().len() > gridhaunt_bots::registry().find("snarl")?.extras().len());
//! # Ok::<(), gridhaunt_kernel::Invalid>(())
//! ```

#![cfg_attr(not(feature = "sockets"), allow(dead_code, reason = "flags that only a server reads"))]

#[cfg(not(feature = "sockets"))]
mod absent;
#[cfg(feature = "sockets")]
pub mod descriptors;
pub mod snarl;
pub mod sproutopia;
#[cfg(feature = "sockets")]
pub mod trouble;

use gridhaunt_console::AddTools;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_snarl::Snarl;
use gridhaunt_sproutopia::Sproutopia;

/// Every game, with all its bots and the tools that need a network.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = gridhaunt_bots::registry();
    if let Some(family) = registry.family::<Snarl>() {
        family.tool(&snarl::tools::SERVER).tool(&snarl::tools::CLIENT);
    }
    if let Some(family) = registry.family::<Sproutopia>() {
        family.tool(&sproutopia::tools::SERVE).tool(&sproutopia::tools::IMPORT).tool(&sproutopia::tools::EXPORT);
    }
    registry
}
