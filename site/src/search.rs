//! The index of the search: every section of every page as words.

use crate::docs::Docs;
use crate::games::Card;
use serde_json::json;

/// The most letters of a section that are searched.
const MOST_LETTERS: usize = 4000;

/// The script that holds the index: a list of address, title, heading and text.
pub(crate) fn index(docs: &Docs, games: &[Card]) -> String {
    let mut entries = Vec::new();
    for game in games {
        entries.push(json!([format!("games/{}.html", game.name), game.title, "", game.about]));
    }
    for (path, page) in docs.all() {
        for section in &page.sections {
            let address = if section.anchor.is_empty() { path.clone() } else { format!("{path}#{}", section.anchor) };
            let text: String = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = text.chars().take(MOST_LETTERS).collect();
            let heading = if section.anchor.is_empty() { "" } else { section.heading.as_str() };
            entries.push(json!([address, page.title, heading, text]));
        }
    }
    format!("window.gridhauntSearch={};\n", json!(entries))
}
