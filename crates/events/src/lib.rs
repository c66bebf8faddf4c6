//! Who is better: blocks, duels, tournaments, leagues, and what comes of them.
