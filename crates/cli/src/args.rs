//! Every command and flag, defined once: help, man pages and completions are made from this. The flags of a command are
//! in the file that has its name.

mod drawing;
mod duel;
mod events;
mod experiment;
mod games;
mod hosting;
mod play;
mod programs;
mod replay;
mod serve;
mod solve;
mod store;
mod tournament;

pub(crate) use drawing::{Drawing, Each};
pub(crate) use duel::{Duel, EloModel, apart};
pub(crate) use events::{By, Kept, Terms};
pub(crate) use experiment::{Bench, Experiment};
pub(crate) use games::{Games, GamesCommand, Step};
pub(crate) use hosting::{Arrival, Faults, Hosting, Ponder, Running};
pub(crate) use play::{Chosen, Play};
pub(crate) use programs::{Bots, Check, New, Repro};
pub(crate) use replay::{Analyse, Convert, Fork, Replay, Verify, Watch};
pub(crate) use serve::{Board, Hall, Open, Serve, Submit, Team};
pub(crate) use solve::{Exploit, Problem, Solve};
pub(crate) use store::{CheckStore, Cpus, Export, Gc, Import, Info, Rate, RatingModel, Store, Worker};
pub(crate) use tournament::{
    Add, Continue, League, OneMatch, Results, Run, RunLeague, RunTournament, Set, Tournament, Verb, YesNo,
};

use crate::fields;
use clap::{ArgMatches, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use duel::DUEL_EXAMPLES;
use experiment::{EXPERIMENT_EXAMPLES, EXPERIMENT_FIELDS};
use games::STEP_EXAMPLE;
use gridhaunt_kernel::registry::Registry;
use play::{FIELDS, PLAY_EXAMPLES};
use serve::{SERVE_EXAMPLES, SUBMIT_EXAMPLE};
use solve::{EXPLOIT_EXAMPLES, SOLVE_EXAMPLES};
use std::path::PathBuf;
use store::{RATE_EXAMPLES, WORKER_EXAMPLE};

/// One fast, exact engine for discrete multi-agent games on grids and graphs.
#[derive(Debug, Parser)]
#[command(name = "gridhaunt", version, propagate_version = true, max_term_width = 100)]
#[command(before_help = "Example: gridhaunt play pyrat greedy random")]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// Tables for people or JSON lines for programs; by default tables to a terminal and JSON lines to a pipe
    #[arg(long, global = true, value_enum, default_value_t = Format::Auto, value_name = "FORMAT")]
    pub(crate) format: Format,

    /// Draw boards and screens with ASCII alone; by default where the locale or the terminal has no more
    #[arg(long, global = true)]
    pub(crate) ascii: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// What was asked for, or the end of the program if it cannot be read.
    pub(crate) fn read(matches: &ArgMatches, registry: &Registry) -> Self {
        let mut args = Self::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
        let fields = || fields::given(matches, registry);
        let settings = || fields().into_iter().map(|(field, value)| format!("{field}={value}"));
        match &mut args.command {
            Command::Play(play) => play.chosen.config.extend(settings()),
            Command::Bench(bench) => bench.chosen.config.extend(settings()),
            Command::Experiment(experiment) => experiment.fields = fields(),
            Command::Solve(solve) => solve.problem.chosen.config.extend(settings()),
            Command::Exploit(exploit) => exploit.problem.chosen.config.extend(settings()),
            Command::Duel(duel) => duel.terms.chosen.config.extend(settings()),
            Command::Tournament(Tournament::Run(run)) => run.run.terms.chosen.config.extend(settings()),
            Command::League(League::Run(run)) => run.run.terms.chosen.config.extend(settings()),
            _ => {}
        }
        args
    }
}

impl Command {
    /// Whether it prints a table for a spreadsheet if it is asked to.
    pub(crate) const fn has_csv(&self) -> bool {
        matches!(
            self,
            Self::Rate(_)
                | Self::Tournament(Tournament::Verb(Verb::Results(_)))
                | Self::League(League::Verb(Verb::Results(_)))
        )
    }
}

const EXIT_CODES: &str =
    "Exit codes: 0 ok, 1 negative finding, 2 usage, 3 inconclusive, 4 infrastructure, 130 interrupted";

const DUEL_CODES: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
Exit codes: 0 A is better, 1 it is not, 3 undecided after --games; with --fixed always 0.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables to a terminal, JSON lines to a pipe
    Auto,
    /// Tables
    Table,
    /// JSON lines
    Json,
    /// A table for a spreadsheet; of `tournament results` and `rate`
    Csv,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, or show one: its nature, seats, settings and bots
    #[command(before_help = "Example: gridhaunt games show pyrat")]
    Games(Games),
    /// Play a match between bots, or very many; watch it, or play a seat yourself
    #[command(
        before_help = PLAY_EXAMPLES,
        after_help = FIELDS
    )]
    Play(Play),
    /// Make a folder with a bot that plays: typed code for a game, in a language of your choice
    #[command(before_help = "Example: gridhaunt new pyrat mybot --lang python")]
    New(New),
    /// Verify, show, convert, tell or sign replays
    #[command(subcommand, before_help = "Example: gridhaunt replay verify replays/*.jsonl")]
    Replay(Replay),
    /// Watch a replay in the terminal: play, step, seek, search, see what a seat sees or knows; ? says how
    #[command(before_help = "Example: gridhaunt watch replays/pyrat-greedy-random-7.jsonl")]
    Watch(Watch),
    /// Find the choices that cost a seat most: what it chose, what was better, and by how much
    #[command(before_help = "Example: gridhaunt analyse replays/pyrat-greedy-random-7.jsonl --seat 1 -o analysed.html")]
    Analyse(Analyse),
    /// Drive a game by hand or from a program: JSON lines in, JSON lines out
    #[command(before_help = STEP_EXAMPLE)]
    Step(Step),
    /// Measure steps and games a second, with spread
    #[command(before_help = "Example: gridhaunt bench pyrat", after_help = FIELDS)]
    Bench(Bench),
    /// Compare rules or bots: the same seeds under every variant, means with 95 % intervals, paired differences
    #[command(before_help = EXPERIMENT_EXAMPLES, after_help = EXPERIMENT_FIELDS)]
    Experiment(Experiment),
    /// Compute exact play of a match that is small enough: its value for both sides, and strategies that nobody beats
    #[command(before_help = SOLVE_EXAMPLES, after_help = FIELDS)]
    Solve(Solve),
    /// Say how far bots are from exact play: what the best response to each takes from it
    #[command(before_help = EXPLOIT_EXAMPLES, after_help = FIELDS)]
    Exploit(Exploit),
    /// Ask whether a bot is better than another: play until the answer is sure, with a stated risk of error
    #[command(before_help = DUEL_EXAMPLES, after_help = DUEL_CODES)]
    Duel(Duel),
    /// Let many bots play each other: round-robin, gauntlet, swiss or bracket, with everything kept in a store
    #[command(subcommand, before_help = "Example: gridhaunt tournament run --game pyrat greedy random idle")]
    Tournament(Tournament),
    /// Let bots play each other for ever, those first of whom least is known
    #[command(subcommand, before_help = "Example: gridhaunt league run --game pyrat bots/*")]
    League(League),
    /// Rate whoever played: strengths with intervals from everything in the store
    #[command(before_help = RATE_EXAMPLES)]
    Rate(Rate),
    /// Look after the store: what is in it, whether it is sound, and moving it
    #[command(subcommand, before_help = "Example: gridhaunt store info")]
    Store(Store),
    /// Play blocks of the events in a store, beside other machines
    #[command(before_help = WORKER_EXAMPLE)]
    Worker(Worker),
    /// Open the arena to browsers: leaderboards, events, matches live, submissions of teams, and people against bots
    #[command(before_help = SERVE_EXAMPLES)]
    Serve(Box<Serve>),
    /// Send a bot to a hall that `serve` opened
    #[command(before_help = SUBMIT_EXAMPLE)]
    Submit(Submit),
    /// Check a program before it plays: it is built, started, greeted, plays short matches in every role, and is watched
    #[command(before_help = "Example: gridhaunt check ./mybot")]
    Check(Check),
    /// Hand a program again what it was handed in a match, and show where its answers differ
    #[command(before_help = "Example: gridhaunt repro replays/pyrat-mybot-greedy-7.jsonl --seat 0 ./mybot")]
    Repro(Repro),
    /// List who can play a game: built-in bots, and the programs in this folder and those in it
    #[command(before_help = "Example: gridhaunt bots pyrat")]
    Bots(Bots),
    /// Say what this machine can do for programs that play: levels of --sandbox, delays, limits, tool chains
    #[command(before_help = "Example: gridhaunt doctor")]
    Doctor,
    /// Print shell completions: commands, flags, games, bots, settings and their values, replays
    #[command(before_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// For which shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print what can follow on a command line, a word and what it is on each line; completions ask this
    #[command(hide = true, before_help = "Example: gridhaunt complete -- 'gridhaunt play pyrat gr'")]
    Complete {
        /// The line up to the cursor
        line: String,
        /// The characters at which the shell breaks words; what stands before the last of them is left out
        #[arg(long, value_name = "CHARACTERS", default_value = "", allow_hyphen_values = true)]
        breaks: String,
    },
    /// Write the man pages
    #[command(before_help = "Example: gridhaunt man man1 && man -l man1/gridhaunt-play.1")]
    Man {
        /// The folder to write them to
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
}

const COMPLETIONS_EXAMPLES: &str =
    "Examples: gridhaunt completions bash > ~/.local/share/bash-completion/completions/gridhaunt
          gridhaunt completions zsh > ~/.zfunc/_gridhaunt
          gridhaunt completions fish > ~/.config/fish/completions/gridhaunt.fish";
