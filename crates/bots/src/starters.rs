//! The bots that starters contain: a text for each game and language.

use gridhaunt_ghost_grid::GhostGrid;
use gridhaunt_kernel::face::{Complete, Extra};
use gridhaunt_kernel::registry::{Registry, Starter};
use gridhaunt_pyrat::PyRat;
use gridhaunt_snarl::Snarl;
use gridhaunt_sproutopia::Sproutopia;
use gridhaunt_tag::Tag;

macro_rules! starters {
    ($game:literal) => {
        [
            &Starter { language: "python", bot: include_str!(concat!("../starters/", $game, "/bot.py")) },
            &Starter { language: "rust", bot: include_str!(concat!("../starters/", $game, "/bot.rs")) },
            &Starter { language: "cpp", bot: include_str!(concat!("../starters/", $game, "/bot.hpp")) },
            &Starter { language: "javascript", bot: include_str!(concat!("../starters/", $game, "/bot.js")) },
            &Starter { language: "go", bot: include_str!(concat!("../starters/", $game, "/bot.go")) },
            &Starter { language: "java", bot: include_str!(concat!("../starters/", $game, "/Bot.java")) },
        ]
    };
}

/// Adds the texts to the games.
pub(crate) fn offer(registry: &mut Registry) {
    add::<PyRat>(registry, starters!("pyrat"));
    add::<Tag>(registry, starters!("tag"));
    add::<GhostGrid>(registry, starters!("ghost-grid"));
    add::<Snarl>(registry, starters!("snarl"));
    add::<Sproutopia>(registry, starters!("sproutopia"));
}

fn add<G: Complete>(registry: &mut Registry, starters: [&'static Starter; 6]) {
    let Some(family) = registry.family::<G>() else { return };
    for starter in starters {
        family.extra(starter as &Extra);
    }
}
