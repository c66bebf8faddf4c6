//! What is left of a match: its record and its logs.
