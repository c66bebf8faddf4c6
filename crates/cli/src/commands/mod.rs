//! The commands, one file for each.

mod bench;
mod bots;
mod check;
mod doctor;
mod experiment;
mod games;
mod manual;
mod new;
mod play;
mod replay;
mod repro;
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
        Command::New(new) => new::run(registry, new, output),
        Command::Replay(replay) => replay::run(registry, replay, output),
        Command::Watch(watch) => watch::run(registry, watch, output),
        Command::Step(step) => step::run(registry, step),
        Command::Bench(bench) => bench::run(registry, bench, output),
        Command::Experiment(experiment) => experiment::run(registry, experiment, output),
        Command::Check(check) => check::run(registry, check, output),
        Command::Repro(repro) => repro::run(registry, repro, output),
        Command::Bots(bots) => bots::run(registry, bots, output),
        Command::Doctor => doctor::run(output),
        Command::Completions { shell } => manual::completions(registry, *shell),
        Command::Complete { line, breaks } => manual::complete(registry, line, breaks),
        Command::Man { folder } => manual::man(registry, folder),
    }
}
