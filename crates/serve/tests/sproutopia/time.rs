//! Ticks by the clock and without one.
