//! The boards of section 4.
