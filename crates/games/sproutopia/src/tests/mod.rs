//! The rules held against the specification. `slow` plays them a second time in the plainest way there is.

mod matches;
mod slow;

mod boards;
mod conformance;
mod draws;
mod scenarios;
mod settings;
mod wire;
