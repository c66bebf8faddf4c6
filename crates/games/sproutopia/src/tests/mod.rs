//! The rules against the specification.

mod boards;
mod conformance;
mod draws;
