//! Settings of games as flags: `max_turns` is `--max-turns`.

use clap::{Arg, ArgMatches, Command};
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::Field;

/// The id of a setting's flag inside clap, different from the id of every flag of the command.
fn id(field: &Field) -> String {
    format!("{SETTING}{}", field.name)
}

const SETTING: &str = "setting.";

/// The name of the setting, from the id of its flag inside clap; `None` for other flags.
pub(crate) fn name(id: &str) -> Option<&str> {
    id.strip_prefix(SETTING)
}

/// The settings of all games, each name once.
fn all(registry: &Registry) -> Vec<&'static Field> {
    let mut all: Vec<&Field> = Vec::new();
    for field in registry.games().flat_map(Face::fields) {
        if all.iter().all(|known| known.name != field.name) {
            all.push(field);
        }
    }
    all
}

/// Adds every setting of every game as a flag to the subcommand with these names (`["tournament", "run"]`). Whether the game that is played has the setting
/// is checked later, together with the other settings. A flag that the subcommand already has is not replaced.
pub(crate) fn with_flags(command: Command, names: &[&str], registry: &Registry) -> Command {
    let globals: Vec<String> = command.get_arguments().filter_map(|arg| arg.get_long().map(String::from)).collect();
    within(command, names, &|subcommand| {
        let own: Vec<String> = subcommand.get_arguments().filter_map(|arg| arg.get_long().map(String::from)).collect();
        let taken = |long: &String| {
            ["help", "version"].contains(&long.as_str()) || [&own, &globals].iter().any(|list| list.contains(long))
        };
        let flags = all(registry).into_iter().filter_map(|field| {
            let long = field.name.replace('_', "-");
            let flag = Arg::new(id(field)).long(long.clone()).value_name("VALUE").help(field.about).hide(true);
            (!taken(&long)).then_some(flag)
        });
        subcommand.args(flags.collect::<Vec<_>>())
    })
}

/// Changes the subcommand that these names lead to.
fn within(command: Command, names: &[&str], change: &dyn Fn(Command) -> Command) -> Command {
    match names {
        [] => change(command),
        [name, rest @ ..] => command.mut_subcommand(*name, |command| within(command, rest, change)),
    }
}

/// The settings that were given as flags, with their values.
pub(crate) fn given(matches: &ArgMatches, registry: &Registry) -> Vec<(String, String)> {
    let mut matches = matches;
    while let Some((_, deeper)) = matches.subcommand() {
        matches = deeper;
    }
    let value = |field: &Field| matches.try_get_one::<String>(&id(field)).ok().flatten().cloned();
    all(registry).into_iter().filter_map(|field| Some((field.name.to_string(), value(field)?))).collect()
}
