//! Commands that only one game has: the command line lists what it finds in the registry.

use crate::args::Args;
use crate::failure::Failure;
use crate::{input, output, stop};
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, ValueHint};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::{Field, Kind};
use gridhaunt_kernel::tool::{Console, Tool, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The whole command line: what every game has, and the tools of each.
pub(crate) fn command(registry: &Registry) -> Command {
    registry.games().filter(|game| !game.tools().is_empty()).fold(Args::command(), |command, game| {
        let info = game.info();
        let tools = Command::new(info.name)
            .about(format!("Tools of {}", info.title))
            .subcommand_required(true)
            .arg_required_else_help(true);
        command.subcommand(game.tools().iter().fold(tools, |tools, tool| tools.subcommand(subcommand(tool))))
    })
}

fn subcommand(tool: &Tool) -> Command {
    let command = Command::new(tool.name)
        .visible_aliases(tool.also)
        .about(tool.about)
        .before_help(format!("Example: {}", tool.example));
    let command = tool.flags.iter().fold(command, |command, field| command.arg(flag(field)));
    match tool.reads {
        None => command,
        Some(about) => command.arg(
            Arg::new(FILE)
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .help(format!("{about}; standard input if not given")),
        ),
    }
}

/// The name of the operand; flags are named by fields, which have no capitals.
const FILE: &str = "FILE";

fn flag(field: &Field) -> Arg {
    let arg = Arg::new(field.name).long(field.name.replace('_', "-"));
    if field.kind == Kind::Flag {
        return arg.action(ArgAction::SetTrue).help(field.about);
    }
    let help = format!("{} ({}; default {})", field.about, field.allowed(), field.default);
    // What is no single number or word may be a list, an item at a time.
    let action = if matches!(field.kind, Kind::Schema(_)) { ArgAction::Append } else { ArgAction::Set };
    arg.action(action).value_name("VALUE").help(help)
}

/// The tool that was called with its arguments, if one was.
pub(crate) fn called<'a, 'm>(registry: &'a Registry, matches: &'m ArgMatches) -> Option<(&'a Tool, &'m ArgMatches)> {
    let (name, matches) = matches.subcommand()?;
    let game: &dyn Face = registry.games().find(|game| game.info().name == name)?;
    let (name, matches) = matches.subcommand()?;
    Some((game.tools().iter().find(|tool| tool.name == name)?, matches)) // Clap tells the name, also of an alias.
}

pub(crate) fn run(tool: &Tool, matches: &ArgMatches, json: bool) -> Result<(), Failure> {
    let mut flags = Map::new();
    for field in tool.flags {
        if field.kind == Kind::Flag {
            if matches.get_flag(field.name) {
                flags.insert(field.name.into(), true.into());
            }
            continue;
        }
        let words = matches.get_many::<String>(field.name).into_iter().flatten();
        let value = |word: &String| match field.kind {
            Kind::Text(_) => Ok(word.as_str().into()),
            _ => input::value(field.name, word),
        };
        let mut values: Vec<Value> = words.map(value).collect::<Result<_, _>>()?;
        match values.len() {
            0 => {}
            1 => _ = flags.insert(field.name.into(), values.remove(0)),
            _ => _ = flags.insert(field.name.into(), values.into()),
        }
    }
    let file = tool.reads.and_then(|_| matches.get_one::<String>(FILE));
    let mut console = Terminal::open(tool, file.map(Path::new), json)?;
    let verdict = (tool.run)(&flags, &mut console);
    console.progress.finish_and_clear();
    if let Some(error) = console.trouble {
        return Err(error.into());
    }
    let told = console.complained;
    match verdict.map_err(|error| of_flag(tool, error))? {
        Verdict::Fine => Ok(()),
        Verdict::Wanting => {
            Err(Failure::Finding(if told { String::new() } else { "not everything is as it should be".into() }))
        }
        Verdict::Unusable => {
            Err(Failure::Usage(if told { String::new() } else { "not every line could be used".into() }))
        }
        Verdict::Stopped => Err(Failure::Interrupted("stopped before there was an answer".into())),
    }
}

/// The error of a flag names it as it is typed: `port` is `--port`.
fn of_flag(tool: &Tool, mut error: Invalid) -> Invalid {
    if tool.flags.iter().any(|field| field.name == error.field) {
        error.field = format!("--{}", error.field.replace('_', "-"));
    }
    error
}

/// Standard input or a file, standard output, and progress on standard error.
struct Terminal {
    lines: Option<Box<dyn BufRead>>,
    path: Option<PathBuf>,
    json: bool,
    progress: ProgressBar,
    /// Whether what is wrong has been told.
    complained: bool,
    /// Why lines could not be read or written.
    trouble: Option<io::Error>,
}

impl Terminal {
    fn open(tool: &Tool, path: Option<&Path>, json: bool) -> Result<Self, Failure> {
        let lines: Option<Box<dyn BufRead>> = match (tool.reads, path) {
            (None, _) => None,
            (Some(_), None) => Some(Box::new(BufReader::new(io::stdin()))),
            (Some(_), Some(path)) => {
                let file = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
                    true => Err(io::Error::from(io::ErrorKind::IsADirectory)),
                    false => Ok(file),
                });
                Some(Box::new(BufReader::new(file.map_err(|error| Failure::reading(path, &error))?)))
            }
        };
        Ok(Self {
            lines,
            path: path.map(Path::to_path_buf),
            json,
            progress: ProgressBar::hidden(),
            complained: false,
            trouble: None,
        })
    }
}

impl Console for Terminal {
    fn read(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let lines = self.lines.as_mut()?;
        match io::Read::take(lines, input::MOST_BYTES + 1).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(read) if read as u64 > input::MOST_BYTES => {
                self.trouble = Some(input::too_large());
                None
            }
            Ok(_) => Some(String::from_utf8_lossy(line.trim_ascii_end()).into_owned()),
            Err(error) => {
                self.trouble = Some(error);
                None
            }
        }
    }

    fn has_file(&self) -> bool {
        self.path.is_some()
    }

    fn source(&self) -> String {
        self.path.as_ref().map_or("standard input".into(), |path| path.display().to_string())
    }

    fn json(&self) -> bool {
        self.json
    }

    fn say(&mut self, line: &str) {
        self.progress.suspend(|| {
            if let Err(error) = output::line(line) {
                self.trouble.get_or_insert(error);
            }
        });
    }

    fn complain(&mut self, line: &str) {
        self.complained = true;
        self.progress.suspend(|| eprintln!("{line}"));
    }

    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        let text = input::read_text(Path::new(path));
        text.map_err(|error| Invalid::new(path, "no text", "a file that can be read").says(input::why_not(&error)))
    }

    fn progress(&mut self, what: &str, done: u64, of: Option<u64>) {
        if self.progress.is_hidden() && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed}");
            self.progress = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.progress.set_message(what.to_string());
        }
        self.progress.set_length(of.unwrap_or(done));
        self.progress.set_position(done);
    }

    fn stopped(&self) -> bool {
        self.trouble.is_some() || stop::flag().load(Ordering::Relaxed)
    }
}
