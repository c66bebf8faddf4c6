//! The experiments that come with the game: who wins, and what changes it (section 13)?

use gridhaunt_kernel::registry::Study;

pub(super) const BOTS: Study = Study {
    name: "ghost-grid-bots",
    about: "Every ghost bot against every sentinel bot",
    plan: include_str!("bots.toml"),
};

pub(super) const BALANCE: Study = Study {
    name: "ghost-grid-balance",
    about: "What the main settings change, for two pairs of bots",
    plan: include_str!("balance.toml"),
};
