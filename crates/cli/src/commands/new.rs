//! `new`: makes a starter for a bot.

use crate::args::New;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, line};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_starters::{Language, create};
use serde_json::json;
use std::path::PathBuf;

pub(crate) fn run(registry: &Registry, args: &New, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let language = Language::find(&args.language)?;
    let usual = || PathBuf::from(format!("{}-{}", game.info().name, language.name()));
    let folder = args.folder.clone().unwrap_or_else(usual);
    let files = create(game, language, &folder)?;
    let shown = input::name(&folder);
    let next = format!("gridhaunt check {}", shlex::try_quote(&shown).unwrap_or_else(|_| shown.as_str().into()));
    if output.json {
        let files: Vec<_> = files.iter().map(|file| input::name(file)).collect();
        return Ok(line(json!({
            "game": game.info().name, "language": language.name(), "folder": shown, "files": files, "next": next,
        }))?);
    }
    line(format!("{shown}: a bot for {} ({})", game.info().title, language.about()))?;
    line(format!("edit: choose in {}", input::name(&folder.join(language.bot()))))?;
    line(format!("next: {next}"))?;
    Ok(())
}
