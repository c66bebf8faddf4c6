//! What the bots of Sproutopia do.
