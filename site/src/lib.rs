//! Everything as a static site: the games to play in the page, a page for each game with its rules, settings and bots, the
//! gallery, and the documentation with a search.
//!
//! The site opens from a folder or from any host: scripts are plain files, the engine stands in one of them, and nothing is
//! loaded from other places. Over http a service worker keeps it for the time without a network.

mod docs;
mod games;
mod markdown;
mod search;
mod shell;
mod worker;

use docs::Docs;
use gridhaunt_page::play;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// The error when a site cannot be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unwritten {
    #[error(transparent)]
    NoViewer(#[from] gridhaunt_page::NoViewer),
    #[error("{0}: {1}")]
    File(String, io::Error),
    #[error(transparent)]
    Game(#[from] gridhaunt_kernel::Invalid),
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Written {
    pub files: usize,
    pub bytes: usize,
}

/// The files of the site by their paths, with `/` between folders.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Writes the site of a repository to a folder, which may exist.
///
/// # Errors
/// A file that cannot be read or written, a build without the player, or a game whose picture cannot be made.
pub fn write(repository: &Path, out: &Path) -> Result<Written, Unwritten> {
    let files = files(repository)?;
    for (name, bytes) in &files {
        let path = out.join(name);
        let failed = |error| Unwritten::File(path.display().to_string(), error);
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(failed)?;
        fs::write(&path, bytes).map_err(failed)?;
    }
    Ok(Written { files: files.len(), bytes: files.values().map(Vec::len).sum() })
}

/// Makes all files of the site.
///
/// # Errors
/// Those of [`write()`].
pub fn files(repository: &Path) -> Result<BTreeMap<String, Vec<u8>>, Unwritten> {
    let mut files = Files::new();
    let registry = gridhaunt_bots::registry();
    let docs = Docs::read(repository)?;
    assets(&mut files)?;
    let cards = games::pages(&registry, &docs, &mut files)?;
    docs.pages(&mut files);
    put(&mut files, "index.html", shell::index(&cards));
    put(&mut files, "play.html", shell::play());
    put(&mut files, "search.html", shell::search());
    put(&mut files, "search-index.js", search::index(&docs, &cards));
    let keeper = worker::script(&files);
    put(&mut files, "sw.js", keeper);
    Ok(files)
}

pub(crate) fn put(files: &mut Files, name: &str, text: impl Into<Vec<u8>>) {
    files.insert(name.into(), text.into());
}

/// Styles, scripts, letters and the engine.
fn assets(files: &mut Files) -> Result<(), Unwritten> {
    let json = |text: &str| serde_json::Value::from(text).to_string();
    put(files, "assets/look.css", [play::LOOK, include_str!("../assets/site.css")].concat());
    put(files, "assets/play.css", play::STYLE_OF_PLAY);
    put(files, "assets/play.js", play::script());
    put(files, "assets/site.js", [play::THEME, include_str!("../assets/site.js")].concat());
    put(files, "assets/search.js", include_str!("../assets/search.js"));
    put(files, "assets/start.js", include_str!("../assets/start.js"));
    put(files, "assets/icon.svg", include_str!("../assets/icon.svg"));
    put(files, "manifest.webmanifest", include_str!("../assets/manifest.webmanifest"));
    let fonts: Vec<String> = play::FONTS.iter().map(|(name, text)| format!("{name}:{}", json(text))).collect();
    let parts = [
        format!("engine:{}", json(play::engine()?)),
        format!("viewer:{}", json(play::viewer())),
        format!("worker:{}", json(play::WORKER)),
        format!("fonts:{{{}}}", fonts.join(",")),
    ];
    put(files, "assets/engine.js", format!("window.gridhauntParts={{{}}};\n", parts.join(",")));
    put(files, "assets/inter-400.ttf", gridhaunt_fonts::REGULAR);
    put(files, "assets/inter-600.ttf", gridhaunt_fonts::SEMIBOLD);
    put(files, "assets/inter-700.ttf", gridhaunt_fonts::BOLD);
    Ok(())
}

#[cfg(test)]
mod tests;
