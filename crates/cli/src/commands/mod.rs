//! One file a command.

mod bench;
mod games;
mod manual;
mod play;
mod replay;
mod step;
mod watch;

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let registry = gridhaunt_bots::registry();
    let output = Output::new(args.format);
    match &args.command {
        Command::Games(games) => games::run(&registry, games, output),
        Command::Play(play) => play::run(&registry, play, output),
        Command::Replay(replay) => replay::run(&registry, replay, output),
        Command::Watch(watch) => watch::run(&registry, watch, output),
        Command::Step(step) => step::run(&registry, step),
        Command::Bench(bench) => bench::run(&registry, bench, output),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { folder } => manual::man(folder),
    }
}
