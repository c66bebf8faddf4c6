//! The games there are, each named once: in this crate's manifest.

use gridhaunt_kernel::registry::Registry;

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// Every game, with no bots but `uniform`.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    add_all(&mut registry);
    registry
}
