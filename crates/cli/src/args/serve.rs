//! Flags of `serve` and `submit`: the arena in a browser, and bots that are sent to it.

use super::events::{Kept, concurrency};
use super::hosting::Running;
use clap::{Args as ClapArgs, Subcommand, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;

pub(super) const SERVE_EXAMPLES: &str = "Examples: gridhaunt serve --league pyrat
          gridhaunt serve team add ada
          gridhaunt serve board 1 --deadline 2026-12-01T12:00:00Z --freeze 2h";

pub(super) const SUBMIT_EXAMPLE: &str =
    "Example: GRIDHAUNT_TOKEN=gridhaunt_… gridhaunt submit ./mybot --to http://127.0.0.1:8080";

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Serve {
    #[command(subcommand)]
    pub(crate) command: Option<Hall>,
    #[command(flatten)]
    pub(crate) open: Open,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Open {
    /// Where browsers find it; port 0 for a free one [default: 127.0.0.1:8080, with --expose 0.0.0.0:8080]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) bind: Option<SocketAddr>,
    /// Let other machines in: needs an organiser's token (`serve token`) and a sandbox of level 1
    #[arg(long)]
    pub(crate) expose: bool,
    /// Browsers come through a proxy that speaks TLS, so that cookies go no other way
    #[arg(long)]
    pub(crate) tls: bool,
    /// Have a league of this game that takes bots; it is made if there is none; may be repeated
    #[arg(long, value_name = "GAME")]
    pub(crate) league: Vec<String>,
    /// The bots of the house in a league that is made [default: the usual ones]
    #[arg(long = "with", id = "others", value_name = "BOTS", value_delimiter = ',', requires = "league")]
    pub(crate) with: Vec<String>,
    /// Only show: play no event and check no bot here
    #[arg(long)]
    pub(crate) only_show: bool,
    /// Matches side by side; if not given, as many as there are processors for all programs of a match
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) jobs: Option<u32>,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) running: Running,
}

/// What an organiser does with the store of a hall, whether or not it is open.
#[derive(Debug, Subcommand)]
pub(crate) enum Hall {
    /// Teams: who may submit bots
    #[command(subcommand, before_help = "Example: gridhaunt serve team add ada")]
    Team(Team),
    /// Print a token for an organiser, once; those given before stay valid
    #[command(before_help = "Example: gridhaunt serve token")]
    Token(Plain),
    /// Let an event take bots, or set until when, and when the board that the public sees is frozen
    #[command(before_help = "Example: gridhaunt serve board 1 --deadline 2026-12-01T12:00:00Z --freeze none")]
    Board(Board),
    /// Announce something on the first page
    #[command(before_help = "Example: gridhaunt serve announce 'The final begins at noon'")]
    Announce(Announce),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Team {
    /// Make a team and print its token, once
    #[command(before_help = "Example: gridhaunt serve team add ada")]
    Add(OneTeam),
    /// Print another token for a team, once; the one before is void
    #[command(before_help = "Example: gridhaunt serve team token ada")]
    Token(OneTeam),
    /// Close a team: its token is void, its bots play on
    #[command(before_help = "Example: gridhaunt serve team close ada")]
    Close(OneTeam),
    /// List the teams
    #[command(before_help = "Example: gridhaunt serve team list")]
    List(Plain),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct OneTeam {
    /// The name, which its bots have too: 1 to 64 letters, digits, - _ .
    #[arg(id = "team", value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Plain {
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Board {
    /// The event, by number or name
    pub(crate) event: String,
    /// When it takes no more bots: 2026-12-01, 2026-12-01T12:00:00Z, 90m, 12h or 7d from now, or none
    #[arg(long, value_name = "TIME")]
    pub(crate) deadline: Option<String>,
    /// From when on the public sees the board as it was then: the same, or none
    #[arg(long, value_name = "TIME")]
    pub(crate) freeze: Option<String>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Announce {
    /// What is announced
    pub(crate) words: String,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Submit {
    /// The bot: a folder with bot.toml
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) bot: String,
    /// The address of the hall
    #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:8080")]
    pub(crate) to: String,
    /// The event, by number or name; not needed if only one takes bots
    #[arg(long)]
    pub(crate) event: Option<String>,
    /// A file with the team's token; GRIDHAUNT_TOKEN if not given
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) token_file: Option<PathBuf>,
}

/// An address with a port; `localhost` is this machine's own.
fn address(text: &str) -> Result<SocketAddr, String> {
    let written = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let known = written.as_deref().unwrap_or(text).parse();
    known.map_err(|_| "it must be an IP address and a port, such as 127.0.0.1:8080".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port() {
        assert_eq!(address("localhost:8099").unwrap(), SocketAddr::from(([127, 0, 0, 1], 8099)));
        assert_eq!(address("0.0.0.0:0").unwrap(), SocketAddr::from(([0, 0, 0, 0], 0)));
        for wrong in ["8080", "localhost", "localhost:", "example.org:80", "127.0.0.1:70000"] {
            assert!(address(wrong).unwrap_err().contains("127.0.0.1:8080"), "{wrong}");
        }
    }
}
