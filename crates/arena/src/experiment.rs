//! Experiments: the same seeds under several rules or bots, compared seed by seed.
//!
//! A [`recipe`] is what somebody asked for, a [`plan`] what it comes to for a game: arms that are opened and seated. A
//! [`run`] plays it over all cores into a [`ledger`] that survives an interruption; a [`summary`] holds a number and
//! its interval for every arm and [`measure`], and the [`report`] writes it down.

pub mod ledger;
pub mod measure;
pub mod plan;
pub mod recipe;
pub mod report;
pub mod run;
pub mod summary;
pub mod values;
