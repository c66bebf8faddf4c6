//! The commands, one file for each.

mod bench;
mod experiment;
mod games;
mod manual;
mod play;
mod replay;
mod step;
pub(crate) mod tool;
mod watch;

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::output::Output;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &Registry, args: &Args) -> Result<(), Failure> {
    let output = Output::new(args.format, args.ascii);
    match &args.command {
        Command::Games(games) => games::run(registry, games, output),
        Command::Play(play) => play::run(registry, play, output),
        Command::Replay(replay) => replay::run(registry, replay, output),
        Command::Watch(watch) => watch::run(registry, watch, output),
        Command::Step(step) => step::run(registry, step),
        Command::Bench(bench) => bench::run(registry, bench, output),
        Command::Experiment(experiment) => experiment::run(registry, experiment, output),
        Command::Completions { shell } => manual::completions(registry, *shell),
        Command::Complete { line, breaks } => manual::complete(registry, line, breaks),
        Command::Man { folder } => manual::man(registry, folder),
    }
}
