//! The games' native wire protocols: sockets on one side, the rules on the other.

pub mod snarl;
