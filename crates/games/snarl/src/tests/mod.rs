//! The rules held against the specification. `slow` plays them a second time in the plainest way there is.

mod matches;
mod pictures;
mod slow;

mod conformance;
mod levels;
mod scenarios;
mod settings;
