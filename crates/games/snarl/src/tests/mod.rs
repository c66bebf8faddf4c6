//! The rules held against the specification.

mod conformance;
