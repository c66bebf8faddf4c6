//! Ghost Tag: what is known of perfect play.

pub mod solve;
