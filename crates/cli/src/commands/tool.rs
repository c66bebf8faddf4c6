//! Commands that only one game has, as they are listed in the registry.

mod console;

use crate::args::Args;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, ValueHint};
use console::Terminal;
use gridhaunt_console::{Exit, HasTools, Tool};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::{Field, FieldKind};
use std::path::Path;

/// The whole command line: the commands for all games, and the tools of each game.
pub(crate) fn command(registry: &Registry) -> Command {
    registry.games().filter(|game| game.tools().next().is_some()).fold(Args::command(), |command, game| {
        let info = game.info();
        let tools = Command::new(info.name)
            .about(format!("Tools of {}", info.title))
            .subcommand_required(true)
            .arg_required_else_help(true);
        command.subcommand(game.tools().fold(tools, |tools, tool| tools.subcommand(subcommand(tool))))
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

/// The id of the operand. It cannot collide with the flags, whose names are in lower case.
const FILE: &str = "FILE";

fn flag(field: &Field) -> Arg {
    let arg = Arg::new(field.name).long(field.name.replace('_', "-"));
    if field.kind == FieldKind::Flag {
        return arg.action(ArgAction::SetTrue).help(field.about);
    }
    let help = format!("{} ({}; default {})", field.about, field.allowed(), field.default());
    // A flag with a schema may be a list; it is given once for each item.
    let action = if matches!(field.kind, FieldKind::Schema(_)) { ArgAction::Append } else { ArgAction::Set };
    arg.action(action).value_name("VALUE").help(help)
}

/// The tool that was called with its arguments, if one was.
pub(crate) fn called<'m>(registry: &Registry, matches: &'m ArgMatches) -> Option<(&'static Tool, &'m ArgMatches)> {
    let (name, matches) = matches.subcommand()?;
    let game: &dyn Face = registry.games().find(|game| game.info().name == name)?;
    let (name, matches) = matches.subcommand()?;
    Some((game.tools().find(|tool| tool.name == name)?, matches)) // Clap tells the name, also of an alias.
}

pub(crate) fn run(tool: &Tool, matches: &ArgMatches, output: Output) -> Result<(), Failure> {
    let mut flags = Map::new();
    for field in tool.flags {
        if field.kind == FieldKind::Flag {
            if matches.get_flag(field.name) {
                flags.insert(field.name.into(), true.into());
            }
            continue;
        }
        let words = matches.get_many::<String>(field.name).into_iter().flatten();
        let value = |word: &String| match field.kind {
            FieldKind::Text(_) => Ok(word.as_str().into()),
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
    let mut console = Terminal::open(tool, file.map(Path::new), output)?;
    let verdict = (tool.run)(&flags, &mut console);
    match console.close() {
        // The player did not reach the end of the game.
        Some(error) if console.played => return Err(Failure::Finding(error.to_string())),
        Some(error) => return Err(error.into()),
        None => {}
    }
    let told = console.complained;
    let verdict = match verdict.map_err(|error| of_flag(tool, error)) {
        Err(error) if console.unwritten => return Err(Failure::Infrastructure(error.to_string())),
        Ok(_) if console.unwritten => Exit::Unwritten,
        verdict => verdict?,
    };
    match verdict {
        Exit::Fine => Ok(()),
        Exit::Wanting => {
            Err(Failure::Finding(if told { String::new() } else { "not everything is as it should be".into() }))
        }
        Exit::Unusable => Err(Failure::Usage(if told { String::new() } else { "not every line could be used".into() })),
        Exit::Unwritten => {
            Err(Failure::Infrastructure(if told { String::new() } else { "a file could not be written".into() }))
        }
        Exit::Stopped => Err(Failure::Interrupted("stopped before there was an answer".into())),
    }
}

/// Changes an error so that it names the flag as it is typed: `port` becomes `--port`.
fn of_flag(tool: &Tool, mut error: Invalid) -> Invalid {
    if tool.flags.iter().any(|field| field.name == error.field) {
        error.field = format!("--{}", error.field.replace('_', "-"));
    }
    error
}
