//! The commands, one file for each.

mod analyse;
mod bench;
mod bots;
mod check;
mod doctor;
mod duel;
mod events;
mod experiment;
mod games;
mod manual;
mod new;
mod play;
mod rate;
mod replay;
mod repro;
mod solve;
mod step;
mod store;
pub(crate) mod tool;
mod tournament;
mod watch;
mod worker;

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::output::Output;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &Registry, args: &Args) -> Result<(), Failure> {
    let output = Output::new(args.format, args.ascii);
    if output.csv && !args.command.has_csv() {
        return Err(Failure::Usage("--format: csv is for `tournament results`, `league results` and `rate`".into()));
    }
    match &args.command {
        Command::Games(games) => games::run(registry, games, output),
        Command::Play(play) => play::run(registry, play, output),
        Command::New(new) => new::run(registry, new, output),
        Command::Replay(replay) => replay::run(registry, replay, output),
        Command::Watch(watch) => watch::run(registry, watch, output),
        Command::Analyse(analyse) => analyse::run(registry, analyse, output),
        Command::Step(step) => step::run(registry, step),
        Command::Bench(bench) => bench::run(registry, bench, output),
        Command::Experiment(experiment) => experiment::run(registry, experiment, output),
        Command::Solve(solve) => solve::run(registry, solve, output),
        Command::Exploit(exploit) => solve::exploit(registry, exploit, output),
        Command::Check(check) => check::run(registry, check, output),
        Command::Repro(repro) => repro::run(registry, repro, output),
        Command::Duel(duel) => duel::run(registry, duel, output),
        Command::Tournament(tournament) => tournament::run(registry, tournament, output),
        Command::League(league) => tournament::league(registry, league, output),
        Command::Rate(rate) => rate::run(registry, rate, output),
        Command::Store(store) => store::run(registry, store, output),
        Command::Worker(worker) => worker::run(registry, worker, output),
        Command::Bots(bots) => bots::run(registry, bots, output),
        Command::Doctor => doctor::run(output),
        Command::Completions { shell } => manual::completions(registry, *shell),
        Command::Complete { line, breaks } => manual::complete(registry, line, breaks),
        Command::Man { folder } => manual::man(registry, folder),
    }
}
