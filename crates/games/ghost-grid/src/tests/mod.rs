//! The rules, held against their page.

mod conformance;
mod graphs;
