//! Flags of `tournament` and `league`. Both have the same verbs; only what `run` begins differs.

use super::events::{Kept, Terms, concurrency};
use crate::number;
use crate::target::results_help;
use clap::{Args as ClapArgs, Subcommand, ValueEnum, ValueHint};
use gridhaunt_page::Replays;
use std::path::PathBuf;

const RUN_EXAMPLES: &str = "Examples: gridhaunt tournament run --game pyrat --kind round-robin bots/*
          gridhaunt tournament run --game pyrat greedy random idle --blocks 10 -o report.html
          gridhaunt tournament run class.toml";

const LEAGUE_EXAMPLES: &str = "Examples: gridhaunt league run --game pyrat bots/*
          gridhaunt league run weekend.toml --concurrency 4";

const ANEW: &str =
    "Every setting of the game is a flag too: --max-turns 50 is -c max_turns=50 (gridhaunt games show GAME lists them).
An event that was stopped goes on with `continue`; nothing that was finished is lost.";

#[derive(Debug, Subcommand)]
pub(crate) enum Tournament {
    /// Begin a tournament, from a file or from flags, and play it to its end
    #[command(before_help = RUN_EXAMPLES, after_help = ANEW)]
    Run(Box<RunTournament>),
    #[command(flatten)]
    Verb(Verb),
}

#[derive(Debug, Subcommand)]
#[command(mut_subcommands(|command| {
    // The examples of the verbs are those of tournaments.
    let example = command.get_before_help().map(|help| help.to_string().replace("gridhaunt tournament", "gridhaunt league"));
    match example {
        Some(example) => command.before_help(example),
        None => command,
    }
}))]
pub(crate) enum League {
    /// Begin a league, which runs until it is stopped: the next block is always the one that tells most
    #[command(before_help = LEAGUE_EXAMPLES, after_help = ANEW)]
    Run(Box<RunLeague>),
    #[command(flatten)]
    Verb(Verb),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RunTournament {
    #[command(flatten)]
    pub(crate) run: Run,
    /// Who plays whom: round-robin, gauntlet, swiss or bracket [default: round-robin]
    #[arg(long, value_name = "KIND", value_parser = ["round-robin", "gauntlet", "swiss", "bracket"])]
    pub(crate) kind: Option<String>,
    /// How many rounds: of swiss, or of tables an entrant where a table has more than two places
    #[arg(long, value_name = "N", value_parser = few)]
    pub(crate) rounds: Option<u32>,
    /// How many blocks a pairing has [default: 1]
    #[arg(long, value_name = "N", value_parser = few)]
    pub(crate) blocks: Option<u32>,
    /// Of how many blocks a pairing of a bracket has at most; who cannot be caught up any more goes on [default: 3]
    #[arg(long, value_name = "N", value_parser = few)]
    pub(crate) best_of: Option<u32>,
    /// Whether a bracket also plays for the third place [default: yes]
    #[arg(long, value_enum, value_name = "YES|NO", num_args = 0..=1, default_missing_value = "yes")]
    pub(crate) third_place: Option<YesNo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RunLeague {
    #[command(flatten)]
    pub(crate) run: Run,
}

/// What both begin with.
#[derive(Debug, ClapArgs)]
pub(crate) struct Run {
    /// The entrants (greedy, greedy:ties=first, or programs: bots/*), or a file that ends in .toml and says everything
    #[arg(required = true, value_name = "BOTS|SPEC.toml", id = "bots")]
    pub(crate) words: Vec<String>,
    /// The game; a file says it itself
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Another map: settings that go over those of -c, with commas between them; may be repeated, and then every entrant
    /// plays each
    #[arg(long, value_name = "KEY=VALUE,…", id = "maps")]
    pub(crate) map: Vec<String>,
    /// Leave out what is no bot, and enter a bot with a wrong manifest as one that cannot play
    #[arg(long)]
    pub(crate) skip_unfit: bool,
    /// Write the whole specification, with everything that was left open filled in, to this file
    #[arg(long, value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub(crate) save_as: Option<PathBuf>,
    /// Write the results at the end; may be repeated, and the ending says what
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::AnyPath, allow_hyphen_values = true, long_help = results_help())]
    pub(crate) out: Vec<PathBuf>,
    /// How many replays a page (.html) carries: a number, all, or none; as many as fit in about 24 MB if not given
    #[arg(long, value_name = "N|all|none", value_parser = replays)]
    pub(crate) replays: Option<Replays>,
    #[command(flatten)]
    pub(crate) terms: Terms,
}

impl Run {
    /// The file that says everything, if one is given.
    pub(crate) fn file(&self) -> Option<&str> {
        let is_file = |word: &&str| word.to_ascii_lowercase().ends_with(".toml");
        self.words.first().map(String::as_str).filter(is_file)
    }

    /// The settings of every further map.
    pub(crate) fn maps(&self) -> Vec<Vec<String>> {
        self.map.iter().map(|word| apart_settings(word)).collect()
    }
}

/// `a=1,b=[2,3]` is two settings: a comma parts them where a name and `=` follow.
fn apart_settings(word: &str) -> Vec<String> {
    let mut settings: Vec<String> = Vec::new();
    for piece in word.split(',') {
        let begins = piece.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
        });
        match settings.last_mut().filter(|_| !begins) {
            Some(setting) => setting.extend([",", piece]),
            None => settings.push(piece.into()),
        }
    }
    settings
}

fn replays(text: &str) -> Result<Replays, String> {
    match text {
        "all" => Ok(Replays::All),
        "none" => Ok(Replays::AtMost(0)),
        number => number::whole(number, &(0..=u64::MAX))
            .map(Replays::AtMost)
            .map_err(|_| "need a whole number, all or none".to_string()),
    }
}

fn few(text: &str) -> Result<u32, String> {
    number::whole(text, &(1..=1_000_000)).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// What is done with an event that is there already.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List the events of the store
    #[command(before_help = "Example: gridhaunt tournament list")]
    List(List),
    /// Show how an event stands: what is played, who plays, who leads, time left
    #[command(before_help = "Example: gridhaunt tournament status 1")]
    Status(Named),
    /// Let a running event play what is under way and begin nothing new
    #[command(before_help = "Example: gridhaunt tournament pause 1")]
    Pause(Named),
    /// Go on with an event that was stopped or paused
    #[command(before_help = "Example: gridhaunt tournament continue 1")]
    Continue(Continue),
    /// Change a running event, such as concurrency=4
    #[command(before_help = "Example: gridhaunt tournament set 1 concurrency=4")]
    Set(Set),
    /// End an event for good; what was played stays
    #[command(before_help = "Example: gridhaunt tournament cancel 1")]
    Cancel(Named),
    /// Let further entrants join an event, also while it is running; only what is new is played
    #[command(before_help = "Example: gridhaunt tournament add 1 ./late-bot")]
    Add(Add),
    /// Show the results: standings, who beat whom, by map and by role; or write them as a page, a chart or a table
    #[command(
        before_help = "Examples: gridhaunt tournament results 1\n          gridhaunt tournament results 1 -o report.html -o ratings.svg"
    )]
    Results(Results),
    /// Take the replay of a match out of the store, with the transcripts of its programs if they are kept
    #[command(before_help = "Example: gridhaunt tournament replay 12.0 -o match.jsonl")]
    Replay(OneMatch),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Named {
    /// The event: its number, or its name; the last one if not given
    #[arg(value_name = "EVENT")]
    pub(crate) event: Option<String>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Continue {
    #[command(flatten)]
    pub(crate) named: Named,
    /// Matches side by side; as before if not given
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) concurrency: Option<u32>,
    /// Write the results at the end; may be repeated, and the ending says what
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::AnyPath, allow_hyphen_values = true, long_help = results_help())]
    pub(crate) out: Vec<PathBuf>,
    /// How many replays a page (.html) carries: a number, all, or none; as many as fit in about 24 MB if not given
    #[arg(long, value_name = "N|all|none", value_parser = replays)]
    pub(crate) replays: Option<Replays>,
    #[command(flatten)]
    pub(crate) running: super::hosting::Running,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Set {
    /// The event: its number, or its name
    #[arg(value_name = "EVENT")]
    pub(crate) event: String,
    /// What is changed: concurrency=4
    #[arg(value_name = "KEY=VALUE", required = true, id = "changes")]
    pub(crate) changes: Vec<String>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Add {
    /// The event: its number, or its name
    #[arg(value_name = "EVENT")]
    pub(crate) event: String,
    /// Who joins (greedy, greedy:ties=first, or a program: ./mybot)
    #[arg(value_name = "BOTS", required = true, id = "entrants")]
    pub(crate) bots: Vec<String>,
    /// Leave out what is no bot, and enter a bot with a wrong manifest as one that cannot play
    #[arg(long)]
    pub(crate) skip_unfit: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Results {
    #[command(flatten)]
    pub(crate) named: Named,
    /// Write them instead of showing them; may be repeated, and the ending says what
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::AnyPath, allow_hyphen_values = true, long_help = results_help())]
    pub(crate) out: Vec<PathBuf>,
    /// How many replays a page (.html) carries: a number, all, or none; as many as fit in about 24 MB if not given
    #[arg(long, value_name = "N|all|none", value_parser = replays)]
    pub(crate) replays: Option<Replays>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct OneMatch {
    /// The match, as results and reports name it: BLOCK.NUMBER, such as 12.0
    #[arg(value_name = "MATCH", id = "number")]
    pub(crate) number: String,
    /// Where to write; the ending says what. A new name in replays/ if not given
    #[arg(short, long, value_name = "NAME", value_hint = ValueHint::AnyPath, allow_hyphen_values = true, long_help = crate::target::help("Where to write; the ending says what. A new name in replays/ if not given:"))]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_one_word_with_several_settings() {
        assert_eq!(apart_settings("a=1,b=[2,3],c.d=x"), ["a=1", "b=[2,3]", "c.d=x"]);
        assert_eq!(apart_settings("a"), ["a"]);
    }
}
