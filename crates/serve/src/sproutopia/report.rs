//! What a server tells whoever runs it.

use super::played::Played;
use gridhaunt_kernel::Seat;
use std::net::SocketAddr;
use std::time::Duration;

/// One thing to tell, with the number of its match, from 1.
#[derive(Clone, Debug)]
pub enum Report {
    /// Connections are taken there.
    Listening {
        /// For which match.
        game: usize,
        /// Where.
        address: SocketAddr,
    },
    /// A bot registered.
    Joined {
        /// In which match.
        game: usize,
        /// On which seat.
        seat: Seat,
        /// What it is called.
        nick: String,
    },
    /// A registration was refused.
    Refused {
        /// In which match.
        game: usize,
        /// Where it came from.
        peer: SocketAddr,
        /// What it said who it is, with nothing that would steer a terminal.
        who: String,
        /// Why.
        why: String,
        /// How many were refused before it and not told, since there were too many.
        untold: u64,
    },
    /// The connection of a farmer is gone.
    Left {
        /// In which match.
        game: usize,
        /// On which seat.
        seat: Seat,
        /// How long the match waits before it is played to its end; none while others are connected.
        waits: Option<Duration>,
    },
    /// A farmer has a connection again.
    Resumed {
        /// In which match.
        game: usize,
        /// On which seat.
        seat: Seat,
    },
    /// A program that was started for a seat wrote a line.
    Said {
        /// In which match.
        game: usize,
        /// For which seat.
        seat: Seat,
        /// The line.
        line: String,
    },
    /// The first tick is due.
    Started {
        /// Which match.
        game: usize,
    },
    /// A tick was played.
    Tick {
        /// In which match.
        game: usize,
        /// Which one.
        tick: u32,
        /// The last there can be.
        of: u32,
    },
    /// A match is over.
    Ended {
        /// Which.
        game: usize,
        /// How, and its record.
        played: Box<Played>,
    },
    /// A match was not played.
    Failed {
        /// Which.
        game: usize,
        /// Why.
        why: String,
    },
}
