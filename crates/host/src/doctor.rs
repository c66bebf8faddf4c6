//! What this machine can do for programs that play, and why not more.
