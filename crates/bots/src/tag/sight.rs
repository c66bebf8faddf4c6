//! The experiment that comes with the game: what is full sight worth (R53 to R55)?

use gridhaunt_kernel::registry::Study;

pub(super) const STUDY: Study = Study {
    name: "tag-sight",
    about: "Full sight against a 5 by 5 square, for survivors, for killers and for both",
    plan: include_str!("sight.toml"),
};
