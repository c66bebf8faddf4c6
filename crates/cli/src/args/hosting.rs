//! Flags that say how programs are held, the same for every command where programs play.

use crate::number;
use clap::{Args as ClapArgs, ValueEnum};
use gridhaunt_host::clock::Clock;
use gridhaunt_host::sandbox::Wish;
use gridhaunt_kernel::Invalid;

/// How programs are held.
#[derive(Debug, Clone, Default, ClapArgs)]
#[command(next_help_heading = "Programs as bots (docs/bots.md)")]
pub(crate) struct Hosting {
    /// How long a program may think: 100ms a turn, 100ms+5s with a bank that pays for overruns, 60s/+50ms for the whole
    /// match with an increment, cpu:50ms of processor time, none; 1s if not given
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    pub(crate) clock: Option<Clock>,
    /// What a fault costs: soft is a strike and the game's default action, strict is a forfeit
    #[arg(long, value_enum, value_name = "POLICY")]
    pub(crate) faults: Option<Faults>,
    /// How many strikes are a forfeit, 0 for never; 5 if not given
    #[arg(long, value_name = "N", value_parser = number::from_zero::<u32>)]
    pub(crate) strikes: Option<u32>,
    /// How programs are shut in: 0, 0+, 1, 2 or best; `gridhaunt doctor` says what works here; 0 if not given
    #[arg(long, value_name = "LEVEL", value_parser = sandbox)]
    pub(crate) sandbox: Option<Wish>,
    /// Keep what went both ways for every program, not only after a fault
    #[arg(long)]
    pub(crate) transcripts: bool,
    /// Ask one program at a time, also where several seats choose at once
    #[arg(long)]
    pub(crate) serial: bool,
    /// In which order answers count where that matters: seeded draws it, real takes the order in which they arrive
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(crate) arrival: Option<Arrival>,
    /// Whether programs may think between their turns
    #[arg(long, value_enum, value_name = "YES|NO")]
    pub(crate) ponder: Option<Ponder>,
    /// Run programs as root if the host is root; they are given a user of their own otherwise
    #[arg(long)]
    pub(crate) as_root: bool,
    /// Let the build of a program use the network, to fetch what it needs; a match never has it
    #[arg(long)]
    pub(crate) build_network: bool,
    /// Print the process of this seat's program, wait for Enter, and keep no clock for it
    #[arg(long, value_name = "SEAT")]
    pub(crate) debug: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Faults {
    Soft,
    Strict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Arrival {
    Seeded,
    Real,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ponder {
    Yes,
    No,
}

pub(super) fn clock(text: &str) -> Result<Clock, String> {
    text.parse().map_err(|error: Invalid| error.to_string())
}

pub(super) fn sandbox(text: &str) -> Result<Wish, String> {
    text.parse()
}

/// What only the machine on which programs run can say, where an event says everything else.
#[derive(Debug, Clone, Default, ClapArgs)]
#[command(next_help_heading = "Programs as bots (docs/bots.md)")]
pub(crate) struct Running {
    /// Run programs as root if the host is root; they are given a user of their own otherwise
    #[arg(long)]
    pub(crate) as_root: bool,
}
