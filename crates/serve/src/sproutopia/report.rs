//! What a server tells whoever runs it.

use super::played::Played;
use gridhaunt_kernel::Seat;
use std::net::SocketAddr;
use std::time::Duration;

/// One thing to tell, with the number of its match, from 1.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Report {
    /// Connections are taken there.
    Listening { game: usize, address: SocketAddr },
    Joined {
        game: usize,
        seat: Seat,
        /// What it is called.
        nick: String,
    },
    /// A registration was refused.
    Refused {
        game: usize,
        /// Where it came from.
        peer: SocketAddr,
        /// What it said who it is, with nothing that would steer a terminal.
        who: String,
        why: String,
        /// How many were refused before it and not told, since there were too many.
        untold: u64,
    },
    /// The connection of a farmer is gone.
    Left {
        game: usize,
        seat: Seat,
        /// How long the match waits before it is played to its end; none while others are connected.
        waits: Option<Duration>,
    },
    /// A farmer has a connection again.
    Resumed { game: usize, seat: Seat },
    /// A program that was started for a seat wrote a line.
    Said { game: usize, seat: Seat, line: String },
    /// The first tick is due.
    Started { game: usize },
    /// A tick was played.
    Tick {
        game: usize,
        tick: u32,
        /// The last there can be.
        of: u32,
    },
    /// A match is over.
    Ended {
        game: usize,
        /// How, and its record.
        played: Box<Played>,
    },
    /// A match was not played.
    Failed { game: usize, why: String },
}
