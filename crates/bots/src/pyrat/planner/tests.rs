//! The ideas of the planner, each on a board where the right step is known.
