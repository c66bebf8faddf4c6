//! Man pages and completions, made from the definition of the flags.

use crate::commands::tool::command;
use crate::failure::Failure;
use gridhaunt_kernel::registry::Registry;
use std::io::Write;
use std::path::Path;

pub(crate) fn completions(registry: &Registry, shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(registry), "gridhaunt", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

pub(crate) fn man(registry: &Registry, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
    clap_mangen::generate_to(command(registry), folder).map_err(|error| Failure::writing(folder, &error))
}
