//! A page for each game: what it is about, how it is played, its settings and its bots.

use crate::docs::Docs;
use crate::markdown::escape;
use crate::{Files, Unwritten, put, shell};
use gridhaunt_bots::openings::Opening;
use gridhaunt_kernel::face::{BotCard, Face};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use gridhaunt_kernel::settings::Field;
use gridhaunt_person::portrait;
use std::fmt::Write as _;

/// What the other pages say of a game.
pub(crate) struct Card {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
}

/// Writes the page and the pictures of every game.
pub(crate) fn pages(registry: &Registry, docs: &Docs, files: &mut Files) -> Result<Vec<Card>, Unwritten> {
    let mut cards = Vec::new();
    for game in registry.games() {
        let info = game.info();
        let first = Opening::of(game).next().and_then(|opening| serde_json::from_str(opening.settings).ok());
        let [light, dark] = portrait::of(game, &first.unwrap_or_else(|| Value::from(Map::new())))?;
        put(files, &format!("pictures/{}.svg", info.name), light);
        put(files, &format!("pictures/{}-dark.svg", info.name), dark);
        let card = Card { name: info.name, title: info.title, about: info.about };
        put(files, &format!("games/{}.html", info.name), shell::game(&card, &body(game, docs)));
        cards.push(card);
    }
    Ok(cards)
}

fn body(game: &dyn Face, docs: &Docs) -> String {
    let info = game.info();
    let mut body = String::new();
    // Writing to memory does not fail.
    for role in info.roles {
        let _ = writeln!(body, "<p class=\"goal\"><strong>{}</strong>: {}</p>", escape(role.name), escape(role.goal));
    }
    let mut links = Vec::new();
    for (folder, words) in [("games", "How it is played, with examples"), ("rules", "Every rule by its number")] {
        let path = format!("docs/{folder}/{}.md", info.name);
        if docs.page(&path).is_some() {
            links.push(format!("<a href=\"../docs/{folder}/{}.html\">{words}</a>", escape(info.name)));
        }
    }
    let _ = writeln!(body, "<p>{}</p>", links.join(" · "));
    let _ = writeln!(body, "<h2 id=\"bots\">Bots</h2>\n{}", bots(&game.bots()));
    let _ = writeln!(body, "<h2 id=\"settings\">Settings</h2>\n{}", settings(game.fields()));
    body
}

fn bots(bots: &[BotCard]) -> String {
    let row = |bot: &BotCard| {
        let options: Vec<String> =
            bot.options.iter().map(|option| format!("<code>{}</code>", escape(option.name))).collect();
        format!(
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(bot.name),
            escape(bot.about),
            options.join(" ")
        )
    };
    table(&["Bot", "How it plays", "Options"], bots.iter().map(row))
}

fn settings(fields: &[Field]) -> String {
    let row = |field: &Field| {
        let [name, usual, allowed, about] = [field.name, &field.default(), &field.allowed(), field.about].map(escape);
        format!("<tr><td><code>{name}</code></td><td>{about}</td><td>{usual}</td><td>{allowed}</td></tr>")
    };
    table(&["Setting", "What it does", "Usual", "Allowed"], fields.iter().map(row))
}

fn table(heads: &[&str], rows: impl Iterator<Item = String>) -> String {
    let heads: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    let rows: String = rows.collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
