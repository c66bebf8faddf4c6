//! The `gridhaunt` command: parse, call, print.
//!
//! [`main`] is the whole command line for any list of games, so that a game outside this repository can use it too:
//!
//! ```no_run
//! use gridhaunt::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     let mut registry = Registry::default();
//!     // registry.add(my_game::family());
//!     gridhaunt::main(registry)
//! }
//! ```

#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports, reason = "what only events read"))]

mod args;
mod commands;
mod completion;
mod eye;
mod failure;
mod fields;
mod hosting;
mod input;
mod lineup;
mod number;
mod output;
mod pace;
mod picture;
mod results_form;
mod screen;
mod shell;
mod sink;
mod stop;
mod target;

use failure::Failure;
pub use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::shown::shown;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line of this process with these games; returns the exit code of the process.
#[must_use]
pub fn main(registry: Registry) -> ExitCode {
    // The keeper of programs is this binary too (B16).
    gridhaunt_host::keeper::main_if_asked();
    // It lives as long as the process, and a server needs it on threads of its own.
    match run(Box::leak(Box::new(registry))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message().filter(|message| !message.is_empty()) {
                output::complain(&format!("gridhaunt: {message}"));
            }
            ExitCode::from(failure.code())
        }
    }
}

/// The commands that have the settings of games as flags.
const WITH_SETTINGS: [&[&str]; 8] = [
    &["play"],
    &["bench"],
    &["experiment"],
    &["solve"],
    &["exploit"],
    &["duel"],
    &["tournament", "run"],
    &["league", "run"],
];

/// The definition of the whole command line: commands, tools, and the settings of games as flags.
fn command(registry: &Registry) -> clap::Command {
    command_with(registry, |_| true)
}

/// The same with the settings at those commands alone that are wanted.
fn command_with(registry: &Registry, is_wanted: impl Fn(&[&str]) -> bool) -> clap::Command {
    let command = WITH_SETTINGS
        .into_iter()
        .filter(|names| is_wanted(names))
        .fold(commands::tool::command(registry), |command, names| fields::with_flags(command, names, registry));
    with_negatives(command)
}

/// A negative number after a flag is its value, perhaps out of range, and no flag that nobody knows.
fn with_negatives(command: clap::Command) -> clap::Command {
    let takes = |arg: &clap::Arg| {
        let hyphens = arg.is_allow_hyphen_values_set();
        arg.get_action().takes_values() && !arg.is_positional() && !hyphens
    };
    let command = command.mut_args(|arg| if takes(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negatives)
}

fn run(registry: &'static Registry) -> Result<(), Failure> {
    let given: Vec<OsString> = std::env::args_os().collect();
    // To make all settings for all commands takes longer than everything else at a start.
    let is_named = |names: &[&str]| names.iter().all(|name| given.iter().any(|word| word == name));
    let matches = parse(command_with(registry, is_named), &given);
    if let Some((tool, matches)) = commands::tool::called(registry, &matches) {
        let format = matches.get_one::<args::Format>("format").copied().unwrap_or(args::Format::Auto);
        if format == args::Format::Csv {
            return Err(Failure::Usage("--format: csv is for the results of events".into()));
        }
        return commands::tool::run(tool, matches, output::Output::new(format, matches.get_flag("ascii")));
    }
    // If it is not a tool, it is one of the commands that every game has.
    let args = args::Args::read(&matches, registry);
    commands::run(registry, &args)
}

/// Parses the command line; if it is wrong, prints the error and exits. Control characters in the error are escaped.
fn parse(mut command: clap::Command, given: &[OsString]) -> clap::ArgMatches {
    command.try_get_matches_from_mut(given).unwrap_or_else(|error| {
        let shown = given.iter().map(|word| shown(&word.to_string_lossy()).into_owned());
        command.try_get_matches_from(shown).err().unwrap_or(error).exit()
    })
}

impl From<gridhaunt_kernel::Invalid> for Failure {
    fn from(error: gridhaunt_kernel::Invalid) -> Self {
        Self::Usage(error.to_string())
    }
}
