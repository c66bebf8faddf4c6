//! Experiments: the same seeds under several rules or bots, compared seed by seed.
//!
//! A [`recipe`] is the description of an experiment; a [`plan`] is the recipe applied to a game: arms with settings
//! read and bots seated. A [`run`] plays it on all cores into a [`ledger`], a file that survives an interruption. A
//! [`summary`] contains a number and its interval for every arm and [`measure`], and the [`report`] writes it.

pub mod ledger;
pub mod measure;
pub mod plan;
pub mod recipe;
pub mod report;
pub mod run;
pub mod summary;
pub mod values;
