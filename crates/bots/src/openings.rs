//! The first match of somebody who never played a game: settings that fit a small screen and a few minutes.

use gridhaunt_ghost_grid::GhostGrid;
use gridhaunt_kernel::face::{Complete, Extra, Face};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_pyrat::PyRat;
use gridhaunt_snarl::Snarl;
use gridhaunt_sproutopia::Sproutopia;
use gridhaunt_tag::Tag;

/// Settings by a name, which a game offers as an extra of its entry to people who play it.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// What people call it.
    pub name: &'static str,
    /// What it is like, in a few words.
    pub about: &'static str,
    /// The settings, as the text of a JSON object.
    pub settings: &'static str,
}

impl Opening {
    /// The openings of a game, the one for a first match before the others.
    pub fn of(game: &dyn Face) -> impl Iterator<Item = &'static Self> {
        game.extras().iter().filter_map(|extra| extra.downcast_ref())
    }
}

static PYRAT: [Opening; 2] =
    [Opening { name: "A short match", about: "a small maze", settings: r#"{"preset":"small"}"# }, WHOLE];
static TAG: [Opening; 2] = [
    Opening {
        name: "A short match",
        about: "a small board, three run from one",
        settings: r#"{"width":13,"height":13,"max_rounds":40,"survivors":3,"killers":1,"win_rule":"score","exit_spacing":6,"d_exit_min":6,"killer_sight":4,"survivor_sight":3}"#,
    },
    WHOLE,
];
static GHOST_GRID: [Opening; 2] = [
    Opening {
        name: "A short match",
        about: "a small graph",
        settings: r#"{"preset":"casual","n":4,"nodes_per_layer":3,"max_ghosts":2,"sentinels_per_ghost":2}"#,
    },
    WHOLE,
];
static SNARL: [Opening; 2] = [
    Opening {
        name: "A short match",
        about: "one player, two small levels",
        settings: r#"{"players":1,"generate":{"levels":2,"rooms":3},"max_rounds":150}"#,
    },
    WHOLE,
];
static SPROUTOPIA: [Opening; 2] = [
    Opening {
        name: "A short match",
        about: "a small field and 150 ticks",
        settings: r#"{"rows":18,"cols":18,"max_ticks":150,"weeds_start_tick":40,"power_up_start_tick":20}"#,
    },
    WHOLE,
];

/// The game as its rules have it.
const WHOLE: Opening = Opening { name: "The whole game", about: "as the rules have it", settings: "{}" };

/// Adds the openings to the games.
pub(crate) fn offer(registry: &mut Registry) {
    add::<PyRat>(registry, &PYRAT);
    add::<Tag>(registry, &TAG);
    add::<GhostGrid>(registry, &GHOST_GRID);
    add::<Snarl>(registry, &SNARL);
    add::<Sproutopia>(registry, &SPROUTOPIA);
}

fn add<G: Complete>(registry: &mut Registry, openings: &'static [Opening]) {
    let Some(family) = registry.family::<G>() else { return };
    for opening in openings {
        family.extra(opening as &Extra);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_begins_a_match() {
        for game in crate::registry().games() {
            let name = game.info().name;
            for opening in Opening::of(game) {
                let settings = serde_json::from_str(opening.settings).unwrap();
                let opened = game.open(&settings).unwrap_or_else(|error| panic!("{name}: {error}"));
                opened.begin(opened.fold_seed(7)).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}
