//! Man pages and completions, made from the definition of the flags.

use crate::commands::tool::command;
use crate::completion::{self, Line};
use crate::failure::Failure;
use crate::target::check_folder;
use clap_complete::Shell;
use gridhaunt_kernel::registry::Registry;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Prints the completion script of a shell. It calls this program for candidates; for shells without such a script, a
/// generated one that knows only commands and flags.
pub(crate) fn completions(registry: &Registry, shell: Shell) -> Result<(), Failure> {
    let script: Cow<'_, [u8]> = match shell {
        Shell::Bash => include_bytes!("../completion/gridhaunt.bash").into(),
        Shell::Zsh => include_bytes!("../completion/gridhaunt.zsh").into(),
        Shell::Fish => include_bytes!("../completion/gridhaunt.fish").into(),
        _ => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(registry), "gridhaunt", &mut script);
            script.into()
        }
    };
    Ok(std::io::stdout().lock().write_all(&script)?)
}

/// Prints the candidates for a command line, one per line: the word and its description.
pub(crate) fn complete(registry: &Registry, line: &str, breaks: &str) -> Result<(), Failure> {
    let line = Line::read(line);
    let settled = line.settled(breaks);
    let mut out = std::io::stdout().lock();
    for candidate in completion::candidates(crate::command(registry), registry, &line.words) {
        writeln!(out, "{}\t{}", &candidate.word[settled..], candidate.about)?;
    }
    Ok(())
}

pub(crate) fn man(registry: &Registry, folder: &Path) -> Result<(), Failure> {
    check_folder(folder)?;
    if !folder.is_dir() {
        std::fs::create_dir(folder).map_err(|error| Failure::writing(folder, &error))?;
    }
    clap_mangen::generate_to(command(registry), folder).map_err(|error| Failure::writing(folder, &error))
}
