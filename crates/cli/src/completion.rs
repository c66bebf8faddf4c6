//! Completion of command lines: commands and flags as they are defined, and the existing games, bots, settings,
//! experiments and files. The completion scripts of shells call `gridhaunt complete` each time the tab key is pressed.

mod files;
mod line;
mod values;

pub(crate) use line::Line;

use clap::{Arg, Command};
use gridhaunt_kernel::registry::Registry;
use values::Values;

/// A possible completion of the word at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) word: String,
    /// A description of it, in a sentence.
    pub(crate) about: String,
}

impl Candidate {
    fn new(word: impl Into<String>, about: impl Into<String>) -> Self {
        Self { word: word.into(), about: about.into() }
    }

    /// The same candidate with a prefix: the part of the word that is already complete.
    fn behind(self, before: &str) -> Self {
        Self { word: format!("{before}{}", self.word), about: self.about }
    }
}

/// The candidates for the last word of a line; the first is the program's name.
pub(crate) fn candidates(mut command: Command, registry: &Registry, words: &[String]) -> Vec<Candidate> {
    command.build();
    let [_, before @ .., typed] = words else { return Vec::new() };
    let mut place = Place {
        command: &command,
        names: Vec::new(),
        operands: Vec::new(),
        waiting: None,
        flags: Vec::new(),
        bare: false,
    };
    for word in before {
        place.pass(word);
    }
    let mut found = place.offers(registry, typed);
    found.retain(|candidate| candidate.word.starts_with(typed.as_str()));
    found
}

/// The position in the command line after some words.
struct Place<'a> {
    command: &'a Command,
    /// The commands so far: `["replay", "verify"]`.
    names: Vec<&'a str>,
    operands: Vec<&'a str>,
    /// The flag whose value comes next.
    waiting: Option<&'a Arg>,
    /// The flags that had a value, by their ids.
    flags: Vec<(&'a str, &'a str)>,
    /// Whether `--` was passed, so that nothing is a flag any more.
    bare: bool,
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

impl<'a> Place<'a> {
    /// Processes a complete word.
    fn pass(&mut self, word: &'a str) {
        if let Some(arg) = self.waiting.take() {
            self.flags.push((arg.get_id().as_str(), word));
            return;
        }
        match word {
            "--" if !self.bare => self.bare = true,
            _ if !self.bare && word.starts_with("--") && word.contains('=') => {
                let flag = word[2..].split_once('=').and_then(|(name, value)| Some((self.long(name)?, value)));
                self.flags.extend(flag.map(|(arg, value)| (arg.get_id().as_str(), value)));
            }
            _ if !self.bare && word.starts_with("--") => {
                self.waiting = self.long(&word[2..]).filter(|arg| takes_value(arg));
            }
            _ if !self.bare && word.len() > 1 && word.starts_with('-') => {
                self.waiting = self.short(&word[1..]).and_then(|(arg, value)| value.is_empty().then_some(arg));
            }
            _ => match self.command.find_subcommand(word).filter(|_| self.operands.is_empty()) {
                Some(command) => {
                    self.names.push(command.get_name());
                    self.command = command;
                }
                None => self.operands.push(word),
            },
        }
    }

    fn long(&self, name: &str) -> Option<&'a Arg> {
        self.command.get_arguments().find(|arg| arg.get_long() == Some(name))
    }

    /// In a group of short flags, the first that takes a value, and the text after it.
    fn short<'w>(&self, letters: &'w str) -> Option<(&'a Arg, &'w str)> {
        letters.char_indices().find_map(|(at, letter)| {
            let arg = self.command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
            takes_value(arg).then(|| (arg, &letters[at + letter.len_utf8()..]))
        })
    }

    fn offers(&self, registry: &Registry, typed: &str) -> Vec<Candidate> {
        let values = Values { registry, names: &self.names, operands: &self.operands, flags: &self.flags };
        if let Some(arg) = self.waiting {
            return values.of(arg, typed);
        }
        if !self.bare && typed.starts_with("--") {
            if let Some((name, value)) = typed[2..].split_once('=') {
                let found = self.long(name).map(|arg| values.of(arg, value)).unwrap_or_default();
                return found.into_iter().map(|candidate| candidate.behind(&format!("--{name}="))).collect();
            }
            return self.flags(&values);
        }
        if !self.bare && typed.starts_with('-') {
            if let Some((arg, value)) = self.short(&typed[1..]) {
                let flag = &typed[..typed.len() - value.len()];
                return values.of(arg, value).into_iter().map(|candidate| candidate.behind(flag)).collect();
            }
            return self.flags(&values);
        }
        let mut found = Vec::new();
        if self.operands.is_empty() {
            let commands = self.command.get_subcommands().filter(|command| !command.is_hide_set());
            found.extend(commands.map(|command| Candidate::new(command.get_name(), about(command.get_about()))));
        }
        let operands: Vec<&Arg> = self.command.get_positionals().collect();
        // The last operand may be given many times.
        let many = operands.last().copied().filter(|arg| matches!(arg.get_action(), clap::ArgAction::Append));
        if let Some(arg) = operands.get(self.operands.len()).copied().or(many) {
            found.extend(values.of(arg, typed));
        }
        if found.is_empty() && typed.is_empty() && !self.bare { self.flags(&values) } else { found }
    }

    /// The flags of the command, including only those settings that this game has.
    fn flags(&self, values: &Values<'_>) -> Vec<Candidate> {
        let flags = self.command.get_arguments().filter(|arg| values.setting(arg).is_some() || !arg.is_hide_set());
        let flags =
            flags.filter_map(|arg| Some(Candidate::new(format!("--{}", arg.get_long()?), about(arg.get_help()))));
        flags.collect()
    }
}

/// The first line of a help text.
fn about(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default().lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests;
