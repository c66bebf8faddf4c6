//! What a server reports to its operator.

use super::result::HostedResult;
use gridhaunt_kernel::Seat;
use std::net::SocketAddr;
use std::time::Duration;

/// One report, with the number of its match, from 1.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Report {
    /// The match accepts connections at this address.
    Listening { game: usize, address: SocketAddr },
    Joined {
        game: usize,
        seat: Seat,
        /// Its nickname.
        nick: String,
    },
    /// A registration was refused.
    Refused {
        game: usize,
        /// The address of the client.
        peer: SocketAddr,
        /// The nickname and token that it gave, with control characters escaped.
        who: String,
        why: String,
        /// How many refusals before it were not reported, because there were too many.
        untold: u64,
    },
    /// A farmer lost its connection.
    Left {
        game: usize,
        seat: Seat,
        /// How long the match waits for it before the rest is played; `None` while others are connected.
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
        /// The last possible tick.
        of: u32,
    },
    /// A match is over.
    Ended {
        game: usize,
        /// The result and the record.
        played: Box<HostedResult>,
    },
    /// A match was not played.
    Failed { game: usize, why: String },
}
