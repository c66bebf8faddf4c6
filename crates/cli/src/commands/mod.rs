//! The commands, one file for each.

mod analyse;
#[cfg(feature = "full")]
mod bench;
mod bots;
mod check;
mod doctor;
#[cfg(feature = "full")]
mod duel;
#[cfg(feature = "full")]
mod events;
#[cfg(feature = "full")]
mod experiment;
mod games;
mod manual;
#[cfg(feature = "full")]
mod new;
mod play;
#[cfg(feature = "full")]
mod rate;
mod replay;
mod repro;
#[cfg(feature = "full")]
mod serve;
#[cfg(feature = "full")]
mod solve;
mod step;
#[cfg(feature = "full")]
mod store;
pub(crate) mod tool;
#[cfg(feature = "full")]
mod tournament;
mod watch;
#[cfg(feature = "full")]
mod worker;

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::output::Output;
#[cfg(not(feature = "full"))]
use gridhaunt_console::PARTLY_BUILT;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &'static Registry, args: &Args) -> Result<(), Failure> {
    let output = Output::new(args.format, args.ascii);
    if output.csv && !args.command.has_csv() {
        return Err(Failure::Usage("--format: csv is for `tournament results`, `league results` and `rate`".into()));
    }
    match &args.command {
        Command::Games(games) => games::run(registry, games, output),
        Command::Play(play) => play::run(registry, play, output),
        #[cfg(feature = "full")]
        Command::New(new) => new::run(registry, new, output),
        Command::Replay(replay) => replay::run(registry, replay, output),
        Command::Watch(watch) => watch::run(registry, watch, output),
        Command::Analyse(analyse) => analyse::run(registry, analyse, output),
        Command::Step(step) => step::run(registry, step),
        #[cfg(feature = "full")]
        Command::Bench(bench) => bench::run(registry, bench, output),
        #[cfg(feature = "full")]
        Command::Experiment(experiment) => experiment::run(registry, experiment, output),
        #[cfg(feature = "full")]
        Command::Solve(solve) => solve::run(registry, solve, output),
        #[cfg(feature = "full")]
        Command::Exploit(exploit) => solve::exploit(registry, exploit, output),
        Command::Check(check) => check::run(registry, check, output),
        Command::Repro(repro) => repro::run(registry, repro, output),
        #[cfg(feature = "full")]
        Command::Duel(duel) => duel::run(registry, duel, output),
        #[cfg(feature = "full")]
        Command::Tournament(tournament) => tournament::run(registry, tournament, output),
        #[cfg(feature = "full")]
        Command::League(league) => tournament::league(registry, league, output),
        #[cfg(feature = "full")]
        Command::Rate(rate) => rate::run(registry, rate, output),
        #[cfg(feature = "full")]
        Command::Store(store) => store::run(registry, store, output),
        #[cfg(feature = "full")]
        Command::Worker(worker) => worker::run(registry, worker, output),
        #[cfg(feature = "full")]
        Command::Serve(serve) => serve::run(registry, serve, output),
        #[cfg(feature = "full")]
        Command::Submit(submit) => serve::submit(submit, output),
        #[cfg(not(feature = "full"))]
        Command::New(_)
        | Command::Bench(_)
        | Command::Experiment(_)
        | Command::Solve(_)
        | Command::Exploit(_)
        | Command::Duel(_)
        | Command::Tournament(_)
        | Command::League(_)
        | Command::Rate(_)
        | Command::Store(_)
        | Command::Worker(_)
        | Command::Serve(_)
        | Command::Submit(_) => Err(Failure::Usage(format!("this command is {PARTLY_BUILT}"))),
        Command::Bots(bots) => bots::run(registry, bots, output),
        Command::Doctor => doctor::run(output),
        Command::Completions { shell } => manual::completions(registry, *shell),
        Command::Complete { line, breaks } => manual::complete(registry, line, breaks),
        Command::Man { folder } => manual::man(registry, folder),
    }
}
