//! One suite for both databases (A17).

mod suite;
