//! Every command and flag, defined once: help, man pages and completions are made from this.

use crate::screen::watching::SPEEDS;
use crate::{fields, number, target};
use clap::{ArgMatches, Args as ClapArgs, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use gridhaunt_arena::seal::{self, Digest};
use gridhaunt_draw::film::Pace;
use gridhaunt_host::clock::Clock;
use gridhaunt_host::sandbox::Wish;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::registry::Registry;
use std::ffi::OsString;
use std::path::PathBuf;

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
            _ => {}
        }
        args
    }
}

const EXIT_CODES: &str =
    "Exit codes: 0 ok, 1 negative finding, 2 usage, 3 inconclusive, 4 infrastructure, 130 interrupted";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables to a terminal, JSON lines to a pipe
    Auto,
    /// Tables
    Table,
    /// JSON lines
    Json,
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
    /// Drive a game by hand or from a program: JSON lines in, JSON lines out
    #[command(before_help = STEP_EXAMPLE)]
    Step(Step),
    /// Measure steps and games a second, with spread
    #[command(before_help = "Example: gridhaunt bench pyrat", after_help = FIELDS)]
    Bench(Bench),
    /// Compare rules or bots: the same seeds under every variant, means with 95 % intervals, paired differences
    #[command(before_help = EXPERIMENT_EXAMPLES, after_help = EXPERIMENT_FIELDS)]
    Experiment(Experiment),
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

const PLAY_EXAMPLES: &str = "Examples: gridhaunt play pyrat greedy random
          gridhaunt play pyrat rat=random -c preset=tiny -n 1000
          gridhaunt play snarl -s 7 -o match.gif
          gridhaunt play tag --watch
          gridhaunt play pyrat greedy --human rat
          gridhaunt play pyrat ./mybot greedy --clock 100ms+5s";

const EXPERIMENT_EXAMPLES: &str = "Examples: gridhaunt experiment pyrat greedy random --vary mud_density=0,0.3 -n 200
          gridhaunt experiment pyrat --width 9 --height 9 --vary cheese_count=5..25..10 -o cheese
          gridhaunt experiment --list";

const FIELDS: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
A value may stand in a file: -c KEY=@FILE or --key @FILE, read as JSON if it is JSON, else as text.";

const EXPERIMENT_FIELDS: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
A value may stand in a file: -c KEY=@FILE or --key @FILE, read as JSON if it is JSON, else as text.
Rerunning the same command goes on where it was stopped; more --games add to what is there.";

const STEP_EXAMPLE: &str = r#"Example: echo '{"settings":{"preset":"open"},"seed":7}' | gridhaunt step pyrat"#;

#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    /// The game
    pub(crate) game: String,
    /// The folder to make; by default GAME-LANG
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
    /// The language: python, rust, cpp, javascript, go or java
    #[arg(long = "lang", value_name = "LANGUAGE", default_value = "python")]
    pub(crate) language: String,
}

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Games {
    #[command(subcommand)]
    pub(crate) command: Option<GamesCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Show a game: its nature, seats, settings with defaults and ranges, and bots
    #[command(before_help = "Example: gridhaunt games show pyrat --schema")]
    Show {
        /// The game
        game: String,
        /// Print a JSON Schema and nothing else: of the settings, or of what a bot is told and may answer (--schema=view)
        #[arg(long, value_name = "DOCUMENT", num_args = 0..=1, require_equals = true, default_missing_value = "settings")]
        #[arg(value_parser = ["settings", "start", "view", "action", "outcome"])]
        schema: Option<String>,
    },
}

/// What a match is made from.
#[derive(Debug, ClapArgs)]
pub(crate) struct Chosen {
    /// A setting, such as width=9 or start=random, or KEY=@FILE to read its value from a file; may be repeated
    #[arg(short = 'c', long = "config", value_name = "KEY=VALUE")]
    pub(crate) config: Vec<String>,
    /// A file with settings, TOML or JSON; -c goes over it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) settings: Option<PathBuf>,
}

const OUT_OF_PLAY: &str = "Where to write; the ending says what. The replay of one game goes to replays/ unless it is named here, and many games can only write replays:";

/// The most games of a run.
const MOST_GAMES: u64 = 1_000_000_000;

fn games(text: &str) -> Result<u64, String> {
    number::whole(text, &(1..=MOST_GAMES))
}

fn done(text: &str) -> Result<u64, String> {
    number::whole(text, &(0..=MOST_GAMES))
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Play {
    /// The game
    pub(crate) game: String,
    /// Bots in seat order (greedy, greedy:ties=first, or a program: ./mybot) or by role (rat=random); as many names as there are sides are one for each; the game's own for seats nobody named
    pub(crate) bots: Vec<String>,
    /// The match seed; drawn and printed if not given. Game i of many has seed + i
    #[arg(short, long, value_parser = number::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Begin from a state as `gridhaunt step` prints it, alone or under "state" with the "settings" and the "seed" it
    /// belongs to; -s and -c go over those, and the seed is 0 if there is none. - is standard input. Of many games all
    /// begin from it, and their bots draw other numbers
    #[arg(long, value_name = "STATE.json", id = "state", value_hint = ValueHint::FilePath)]
    pub(crate) from: Option<PathBuf>,
    /// How many games: 2000, 2_000 or 2e3
    #[arg(short = 'n', long, value_name = "GAMES", default_value_t = 1, value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// So many games of the run are done, and the rest is played; seeds and seats are those of the whole run
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true, value_parser = done, allow_negative_numbers = true)]
    pub(crate) done: u64,
    /// Seat the bots of game i of many i places further on, round the table, and tell the results by bot
    #[arg(long)]
    pub(crate) rotate: bool,
    /// Where to write the replay, a picture or a film; the ending says what. The replay of one game goes to replays/ unless
    /// it is named here; many games write none
    #[arg(short, long, value_name = "NAME", allow_hyphen_values = true, value_hint = ValueHint::AnyPath, long_help = target::help(OUT_OF_PLAY))]
    pub(crate) out: Option<PathBuf>,
    /// Write no replay
    #[arg(long)]
    pub(crate) no_replay: bool,
    /// Watch the match full screen while it is played; needs a terminal
    #[arg(long, conflicts_with = "human")]
    pub(crate) watch: bool,
    /// Play this seat yourself, by its number or its role, and see only what it knows; needs a terminal. Bots in seat
    /// order are then those of the other seats
    #[arg(long, value_name = "SEAT")]
    pub(crate) human: Option<String>,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

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
    #[arg(long, value_name = "N")]
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

fn clock(text: &str) -> Result<Clock, String> {
    text.parse().map_err(|error: Invalid| error.to_string())
}

fn sandbox(text: &str) -> Result<Wish, String> {
    text.parse()
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// The program: a folder with bot.toml, or a file
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) bot: String,
    /// The game; that of the manifest if it names one
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// How long it may think, as in play; 1s if not given
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    pub(crate) clock: Option<Clock>,
    /// How it is shut in: 0, 0+, 1, 2 or best; best if not given
    #[arg(long, value_name = "LEVEL", value_parser = sandbox)]
    pub(crate) sandbox: Option<Wish>,
    /// Run it as root if the host is root
    #[arg(long)]
    pub(crate) as_root: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Repro {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The program: a folder with bot.toml, or a file; the record knows only its name and its digest
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) bot: Option<String>,
    /// The seat that it had; its number, or its name
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: String,
    /// The turns that are compared, both ends included: 17, 10..20, 10.. or ..20; all if not given. Turns before them are
    /// handed over too
    #[arg(long, value_name = "A..B", value_parser = turns)]
    pub(crate) turn: Option<(u64, u64)>,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
    /// Write what went both ways to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) transcript: Option<PathBuf>,
    /// How it is shut in: 0, 0+, 1, 2 or best; as in the match if not given
    #[arg(long, value_name = "LEVEL", value_parser = sandbox)]
    pub(crate) sandbox: Option<Wish>,
    /// Run it as root if the host is root
    #[arg(long)]
    pub(crate) as_root: bool,
}

impl Repro {
    /// The turns that are compared.
    pub(crate) fn turns(&self) -> std::ops::RangeInclusive<u64> {
        self.turn.map_or(0..=u64::MAX, |(first, last)| first..=last)
    }
}

/// Reads `17`, `10..20`, `10..` or `..20`.
fn turns(text: &str) -> Result<(u64, u64), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let end = |word: &str, usual: u64| if word.is_empty() { Ok(usual) } else { number::whole(word, &(0..=u64::MAX)) };
    let range = (end(first, 0)?, end(last, u64::MAX)?);
    if text.is_empty() || range.0 > range.1 { Err("not turns such as 17 or 10..20".into()) } else { Ok(range) }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Bots {
    /// The game
    pub(crate) game: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Replay {
    /// Re-run replays and name the first step that differs
    #[command(before_help = "Example: gridhaunt replay verify replays/*.jsonl")]
    Verify(Verify),
    /// Print the board, the choices and the events of a step
    #[command(before_help = "Example: gridhaunt replay show replays/pyrat-greedy-random-7.jsonl --step 20")]
    Show {
        /// The replay
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The step, 0 being the start; the last if not given
        #[arg(long)]
        step: Option<usize>,
        /// Which match of the file, from 1
        #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        which: u64,
        /// What one seat is told at that step, in the game's own notation and as JSON, instead of the board
        #[arg(long, value_name = "SEAT", conflicts_with_all = ["seat", "knows"])]
        view: Option<String>,
        /// Mark what this seat sees; its number, or its name
        #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
        seat: Option<String>,
        /// Draw what this seat knows, and nothing else
        #[arg(long, value_name = "SEAT")]
        knows: Option<String>,
    },
    /// Write a replay in another form: text, a picture, pictures, a film or a page, by the ending of the name
    #[command(
        before_help = "Examples: gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o match.png --step 20\n          gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o match.gif --fps 4\n          gridhaunt replay convert replays/pyrat-greedy-random-7.jsonl -o 'frames/%03d.svg' --every 10"
    )]
    Convert(Convert),
    /// Tell what happened, step by step; as a table in words, as JSON lines one event a line
    #[command(before_help = "Example: gridhaunt replay log replays/pyrat-greedy-random-7.jsonl")]
    Log {
        /// The replay
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Where to write: words if it ends in .txt or .log, events if in .jsonl or .jsonl.zst
        #[arg(short, long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// Which match of the file, from 1
        #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        which: u64,
    },
    /// Go on from a step with other bots or a person; the new replay begins with the steps of the old one
    #[command(before_help = FORK_EXAMPLES)]
    Fork(Fork),
    /// Sign replays that verify: a line after the end of every match
    #[command(before_help = "Example: gridhaunt replay sign --key my.key match.jsonl")]
    Sign {
        /// The replays; each is written anew with its signatures
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// The secret key, as keygen made it
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        key: PathBuf,
    },
    /// Make a key to sign with
    #[command(before_help = "Example: gridhaunt replay keygen my.key")]
    Keygen {
        /// Where the secret key goes; the public one goes beside it, with .pub at the end
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
}

const FORK_EXAMPLES: &str = "Examples: gridhaunt replay fork replays/pyrat-greedy-random-7.jsonl --step 20 rat=greedy
          gridhaunt replay fork replays/pyrat-greedy-random-7.jsonl --step 20 --human rat";

#[derive(Debug, ClapArgs)]
pub(crate) struct Fork {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Who takes over a seat: its number, name or role, and a bot (rat=greedy, 1=./mybot); the others go on themselves
    #[arg(value_name = "SEAT=BOT")]
    pub(crate) bots: Vec<String>,
    /// The last step that is taken from the replay, 0 being the start
    #[arg(long)]
    pub(crate) step: usize,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
    /// Play this seat yourself; its number, name or role
    #[arg(long, value_name = "SEAT")]
    pub(crate) human: Option<String>,
    /// Where to write the new replay, .jsonl or .jsonl.zst; a new name in replays/ if not given
    #[arg(short, long, value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Verify {
    /// The replays
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// The seal that play printed: the file must hold exactly those matches
    #[arg(long, value_name = "HEX", value_parser = seal)]
    pub(crate) seal: Option<Digest>,
    /// A public key, its digits or its file: it must have signed every match
    #[arg(long, value_name = "PUB", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<OsString>,
}

fn seal(text: &str) -> Result<Digest, String> {
    seal::from_digits(text).ok_or_else(|| "not 64 hexadecimal digits".into())
}

#[derive(Debug, ClapArgs)]
#[command(mut_arg("from", |arg| arg.visible_alias("from")))]
pub(crate) struct Convert {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Where to write; the ending says what
    #[arg(short, long, value_name = "NAME", allow_hyphen_values = true, value_hint = ValueHint::AnyPath, long_help = target::help("Where to write; the ending says what:"))]
    pub(crate) out: PathBuf,
    /// Which match of the file, from 1; for .jsonl all of them if not given, else the first
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: Option<u64>,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// What is shown of a match, and how.
#[derive(Debug, Default, ClapArgs)]
#[command(next_help_heading = "Pictures and films")]
pub(crate) struct Drawing {
    /// The step of a picture, or with which all frames end, 0 being the start; the last if not given
    #[arg(long)]
    pub(crate) step: Option<usize>,
    /// Whether there is a board for every frame or for every step; a picture shows what happened in it [default: frame]
    #[arg(long, value_enum)]
    pub(crate) each: Option<Each>,
    /// The first frame (or step, with --each step) to show
    #[arg(long = "from-frame", value_name = "FRAME")]
    pub(crate) from: Option<u64>,
    /// The last frame to show
    #[arg(long, value_name = "FRAME", conflicts_with = "step")]
    pub(crate) to: Option<u64>,
    /// Show one frame of so many; the last is always shown
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Frames of the match a second in a film, 0.1 to 50, whatever --tween is; the last stays for two seconds [default: the
    /// game's own pace]
    #[arg(long, value_parser = fps)]
    pub(crate) fps: Option<f64>,
    /// Pictures in a film for one frame of the match, so that movement is smooth: 1 for none between two frames, at most
    /// 50, and never more than 50 a second [default: about 30 a second, at most 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub(crate) tween: Option<u32>,
    /// Mark what this seat sees; its number, or its name
    #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
    pub(crate) seat: Option<String>,
    /// Draw what this seat knows, and nothing else
    #[arg(long, value_name = "SEAT")]
    pub(crate) knows: Option<String>,
    /// Pixels a cell: 8 to 256 for .svg, else 2 to 64. If not given 32, but where it is not .svg 16 for a board with more
    /// than 32 cells a side, and 8 for one with more than 80, in a film with more than 48
    #[arg(long)]
    pub(crate) cell: Option<u32>,
    /// So many times the usual size, such as 0.5 or 2; the size of a cell stays in the range of --cell
    #[arg(long, value_name = "TIMES", value_parser = scale, conflicts_with = "cell")]
    pub(crate) scale: Option<f64>,
    /// A dark picture
    #[arg(long)]
    pub(crate) dark: bool,
}

fn scale(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|scale| (0.05..=8.0).contains(scale)).ok_or_else(|| "not in 0.05..=8".into())
}

fn fps(text: &str) -> Result<f64, String> {
    let fastest = Pace::FASTEST;
    text.parse().ok().filter(|fps| (0.1..=fastest).contains(fps)).ok_or_else(|| format!("not in 0.1..={fastest}"))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Each {
    /// As the game counts them
    #[default]
    Frame,
    /// Every step
    Step,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Watch {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Mark what this seat sees; its number, or its name
    #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
    pub(crate) seat: Option<String>,
    /// Show what this seat knows, and nothing else
    #[arg(long, value_name = "SEAT")]
    pub(crate) knows: Option<String>,
    /// Steps a second [default: the game's own pace]
    #[arg(long, value_parser = speed)]
    pub(crate) speed: Option<f64>,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
}

fn speed(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|speed| SPEEDS.contains(speed)).ok_or_else(|| format!("not in {SPEEDS:?}"))
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Step {
    /// The game
    pub(crate) game: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Experiment {
    /// An experiment that a game ships (see --list), a file that ends in .toml, or a game
    #[arg(required_unless_present = "list")]
    pub(crate) name: Option<String>,
    /// Bots in seat order (greedy, greedy:ties=first, or a program: ./mybot) or by role (rat=random); as many names as there are sides are one for each; the game's own for seats nobody named
    pub(crate) bots: Vec<String>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// A field and its values: killer_sight=3,all or killers=2..5 (both ends) or width=5..25..10; may be repeated, and
    /// then all combinations are played
    #[arg(long, value_name = "FIELD=VALUES")]
    pub(crate) vary: Vec<String>,
    /// How many seeds every variant plays [default: 1000, or what the experiment says]
    #[arg(short = 'n', long, value_name = "GAMES", value_parser = games, allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,
    /// The first seed [default: 0, or what the experiment says]
    #[arg(short, long, value_parser = number::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The measures to show, with commas between them, or all; files always hold all of them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) measures: Option<Vec<String>>,
    /// Write the result as one JSON document
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,
    /// Write the result as a table, one row for every number
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Write one JSON line for every game (packed if it ends in .zst)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) jsonl: Option<PathBuf>,
    /// Draw the intervals as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Draw the intervals as PNG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// A folder for all of them: games.jsonl, result.json, result.csv, chart.svg, chart.png
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Forget the games on file and play them anew
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
    /// List the experiments that games ship
    #[arg(long, conflicts_with = "name")]
    pub(crate) list: bool,
    /// Settings that were given as flags of their own.
    #[arg(skip)]
    pub(crate) fields: Vec<(String, String)>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Bench {
    /// The game; all if not given
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// Seconds a measurement
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How often each is measured
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) rounds: u64,
    /// Games side by side in a batch
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 22))]
    pub(crate) games: u64,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds)).ok_or_else(|| "not in 0.01..=600".into())
}
