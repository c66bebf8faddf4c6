//! `bots`: who can play a game: the bots of the registry, and the programs in the folder tree.

use crate::args::Bots;
use crate::failure::Failure;
use crate::output::{self, Output, line, table};
use gridhaunt_host::identity::{LEFT_OUT, digest, digits};
use gridhaunt_host::manifest::{MANIFEST, Program};
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::path::{Path, PathBuf};

/// How many folders deep programs are looked for.
const DEEPEST: usize = 4;
/// The most folders that are looked into.
const MOST: usize = 10_000;
/// How many digits of a digest are shown to people.
pub(super) const DIGITS: usize = 12;

/// A folder with a manifest.
struct Found {
    path: PathBuf,
    /// The program and its digest, or what is wrong with it.
    read: Result<(Program, String), String>,
}

pub(crate) fn run(registry: &Registry, args: &Bots, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let found = find(Path::new("."));
    let plays = |found: &Found| {
        let name = game.info().name;
        found.read.as_ref().map_or(true, |(program, _)| program.check_game(name).is_ok())
    };
    let (fit, others): (Vec<Found>, Vec<Found>) = found.into_iter().partition(plays);
    if output.json { documents(game, &fit) } else { show(game, &fit, &others) }
}

/// All folders with a manifest below this one.
fn find(root: &Path) -> Vec<Found> {
    let (mut folders, mut found, mut looked) = (vec![(root.to_path_buf(), 0)], Vec::new(), 0);
    while let Some((folder, depth)) = folders.pop() {
        looked += 1;
        if folder.join(MANIFEST).exists() {
            let read = Program::find(&folder.to_string_lossy()).and_then(|program| {
                let digits = digits(&digest(&program)?);
                Ok((program, digits))
            });
            found.push(Found { path: folder.clone(), read: read.map_err(|error| error.to_string()) });
        }
        if depth == DEEPEST || looked > MOST {
            continue;
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(entries.filter_map(|entry| {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_left_out = LEFT_OUT.iter().any(|name| entry.file_name() == *name);
            (is_folder && !is_left_out).then(|| (entry.path(), depth + 1))
        }));
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn documents(game: &dyn Face, found: &[Found]) -> Result<(), Failure> {
    for bot in game.bots() {
        let option = |field: &gridhaunt_kernel::settings::Field| json!({"name": field.name, "default": field.default(), "allowed": field.allowed(), "about": field.about});
        let options: Vec<_> = bot.options.iter().map(option).collect();
        line(json!({"bot": bot.name, "kind": "built-in", "about": bot.about, "options": options}))?;
    }
    for Found { path, read } in found {
        let path = output::path(path);
        line(match read {
            Ok((program, digest)) => json!({
                "bot": program.name, "kind": "program", "path": path, "digest": digest, "games": program.games,
                "options": program.options,
            }),
            Err(error) => json!({"kind": "program", "path": path, "error": error}),
        })?;
    }
    Ok(())
}

fn show(game: &dyn Face, fit: &[Found], others: &[Found]) -> Result<(), Failure> {
    line("Built-in bots")?;
    for bot in game.bots() {
        table(&[vec![format!("  {:<10}", bot.name), bot.about.into()]])?;
        for option in bot.options {
            line(format!("    {}={}  {} (default {})", option.name, option.allowed(), option.about, option.default()))?;
        }
    }
    line("\nPrograms")?;
    let mut rows = Vec::new();
    for Found { path, read } in fit {
        let path = format!("  {}", path.display());
        rows.push(match read {
            Ok((program, digest)) => {
                let games = if program.games.is_empty() { "any game".into() } else { program.games.join(", ") };
                vec![path, program.name.clone(), digest[..DIGITS].into(), games]
            }
            Err(error) => vec![path, "cannot be read".into(), String::new(), error.clone()],
        });
    }
    if rows.is_empty() {
        let name = game.info().name;
        line(format!("  none here: no folder with {MANIFEST} is for {name}; `gridhaunt new {name} mybot` makes one"))?;
    } else {
        table(&rows)?;
    }
    if !others.is_empty() {
        let (many, s) = (others.len(), if others.len() == 1 { "" } else { "s" });
        line(format!("  and {many} program{s} for other games"))?;
    }
    Ok(())
}
