//! Clients that mean no good, or know no better.
