//! The documentation: every page of `docs/`, with its pictures.

use crate::markdown::{Rendered, render};
use crate::{Files, Unwritten, put, shell};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The pages by their paths in the repository, rendered, and the other files that they show.
pub(crate) struct Docs {
    pages: BTreeMap<String, Rendered>,
    others: Files,
}

/// The endings of files that pages show.
const SHOWN: [&str; 5] = ["svg", "png", "gif", "jpg", "webp"];

impl Docs {
    /// Reads the documentation of a repository.
    pub(crate) fn read(repository: &Path) -> Result<Self, Unwritten> {
        let mut found = Files::new();
        gather(repository, "docs", &mut found)?;
        let ending = |name: &str| name.rsplit_once('.').map_or("", |(_, ending)| ending).to_string();
        let texts: BTreeMap<String, String> = found
            .iter()
            .filter(|(name, _)| ending(name) == "md")
            .map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned()))
            .collect();
        found.retain(|name, _| SHOWN.contains(&ending(name).as_str()));
        let others = found;
        let pages = texts.iter().map(|(name, text)| {
            let leads = |link: &str| leads(link, name, |path| texts.contains_key(path) || others.contains_key(path));
            (name.clone(), render(text, leads))
        });
        Ok(Self { pages: pages.collect(), others })
    }

    /// A page by its path in the repository.
    pub(crate) fn page(&self, path: &str) -> Option<&Rendered> {
        self.pages.get(path)
    }

    /// Every page with its path on the site.
    pub(crate) fn all(&self) -> impl Iterator<Item = (String, &Rendered)> {
        self.pages.iter().map(|(path, page)| (on_site(path), page))
    }

    /// Writes all pages and what they show.
    pub(crate) fn pages(&self, files: &mut Files) {
        for (path, page) in self.all() {
            put(files, &path, shell::document(&path, page, self));
        }
        put(files, "docs/index.html", shell::contents(self));
        files.extend(self.others.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
    }
}

/// The path of a page on the site.
fn on_site(path: &str) -> String {
    format!("{}.html", path.strip_suffix(".md").unwrap_or(path))
}

/// Reads all files below a folder.
fn gather(repository: &Path, folder: &str, found: &mut Files) -> Result<(), Unwritten> {
    let failed = |error| Unwritten::File(folder.to_string(), error);
    for entry in fs::read_dir(repository.join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(failed)?.is_dir() {
            gather(repository, &name, found)?;
        } else {
            found.insert(name, fs::read(entry.path()).map_err(failed)?);
        }
    }
    Ok(())
}

/// Where a link on a page leads: to another page of the site, to a picture, or elsewhere; none for a file that is only in
/// the repository.
fn leads(link: &str, page: &str, exists: impl Fn(&str) -> bool) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_string());
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    let whole = parts.join("/");
    let found = [whole.clone(), format!("{whole}/README.md")].into_iter().find(|path| exists(path))?;
    let ups = "../".repeat(folder.split('/').filter(|part| !part.is_empty()).count());
    let anchor = anchor.map_or_else(String::new, |anchor| format!("#{anchor}"));
    let target = if found.ends_with(".md") { on_site(&found) } else { found };
    Some(format!("{ups}{target}{anchor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_of_the_site_or_nowhere() {
        let exists = |path: &str| {
            ["docs/bots.md", "docs/games/tag.md", "docs/protocol/README.md", "docs/p/a.png"].contains(&path)
        };
        for (link, page, expected) in [
            ("bots.md#a-clock", "docs/page.md", Some("../docs/bots.html#a-clock")),
            ("../bots.md", "docs/games/tag.md", Some("../../docs/bots.html")),
            ("protocol", "docs/json.md", Some("../docs/protocol/README.html")),
            ("p/a.png", "docs/json.md", Some("../docs/p/a.png")),
            ("../crates/cli/src/main.rs", "docs/json.md", None),
            ("../../../etc/passwd", "docs/json.md", None),
            ("#here", "docs/json.md", Some("#here")),
            ("https://example.org/", "docs/json.md", Some("https://example.org/")),
        ] {
            assert_eq!(leads(link, page, exists).as_deref(), expected, "{link}");
        }
    }
}
