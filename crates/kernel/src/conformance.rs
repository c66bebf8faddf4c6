//! The suite every game must pass.
