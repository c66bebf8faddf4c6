//! What stands round the contents of every page.

use crate::docs::Docs;
use crate::games::Card;
use crate::markdown::{Rendered, escape};
use gridhaunt_page::play;
use std::fmt::Write as _;

/// A page: its title, the way back to the top folder, what is in its head besides, its class and its contents.
struct Page<'a> {
    title: &'a str,
    top: &'a str,
    head: &'a str,
    class: &'a str,
    scripts: &'a [&'a str],
}

const MOON: &str = r#"<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16 11.5A6.5 6.5 0 0 1 8.5 4a6.5 6.5 0 1 0 7.5 7.5z"/></svg>"#;
const MAGNIFIER: &str =
    r#"<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5"/><path d="m13 13 4 4"/></svg>"#;

impl Page<'_> {
    fn around(&self, contents: &str) -> String {
        let Self { title, top, head, class, scripts } = self;
        let scripts: String =
            scripts.iter().map(|name| format!("<script src=\"{top}{name}\" defer></script>\n")).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"gridhaunt\">\n\
             <title>{title}</title>\n<link rel=\"icon\" href=\"{top}assets/icon.svg\">\n\
             <link rel=\"manifest\" href=\"{top}manifest.webmanifest\">\n\
             <link rel=\"stylesheet\" href=\"{top}assets/look.css\">\n{head}\
             <script src=\"{top}assets/site.js\"></script>\n{scripts}</head>\n<body class=\"{class}\" data-top=\"{top}\">\n{contents}\n</body>\n</html>\n",
            policy = play::policy(),
            title = escape(title),
        )
    }

    /// The same with the head and the foot of a page to read.
    fn to_read(&self, contents: &str) -> String {
        let top = self.top;
        self.around(&format!(
            "<a class=\"skip\" href=\"#main\">To the contents</a>\n<header class=\"site\">\
             <a class=\"name\" href=\"{top}index.html\"><img src=\"{top}assets/icon.svg\" alt=\"\" width=\"28\" height=\"28\">Gridhaunt</a>\
             <nav aria-label=\"Site\"><a href=\"{top}play.html\">Play</a><a href=\"{top}docs/gallery.html\">Gallery</a>\
             <a href=\"{top}docs/index.html\">Docs</a></nav>\
             <a class=\"button quiet\" href=\"{top}search.html\" aria-label=\"Search\" title=\"Search (/)\">{MAGNIFIER}</a>\
             <button class=\"quiet shade\" type=\"button\" aria-label=\"Dark\" title=\"Light or dark\" aria-pressed=\"false\">{MOON}</button></header>\n\
             {contents}\n<footer class=\"site\"><p>Gridhaunt: one exact engine for discrete multi-agent games. What you play here runs in this page and nowhere else.</p></footer>"
        ))
    }
}

/// Two pictures of one thing, of which the page shows the one that suits it.
fn picture(top: &str, game: &Card) -> String {
    let (name, title) = (escape(game.name), escape(game.title));
    format!(
        "<img class=\"on-light\" src=\"{top}pictures/{name}.svg\" alt=\"A board of {title}\">\
         <img class=\"on-dark\" src=\"{top}pictures/{name}-dark.svg\" alt=\"A board of {title}\">"
    )
}

/// The first page: the games to play.
pub(crate) fn index(games: &[Card]) -> String {
    let mut cards = String::new();
    for game in games {
        let (name, title, about) = (escape(game.name), escape(game.title), escape(game.about));
        let picture = picture("", game);
        // Writing to memory does not fail.
        let _ = writeln!(
            cards,
            "<li class=\"game\"><a class=\"whole\" href=\"play.html#game={name}\" aria-label=\"Play {title}\"><span class=\"frame\">{picture}</span></a>\
             <h2>{title}</h2><p>{about}</p><p class=\"row\"><a class=\"button main\" href=\"play.html#game={name}\">Play</a>\
             <a class=\"button\" href=\"games/{name}.html\">Rules, settings, bots</a></p></li>"
        );
    }
    let page = Page { title: "Gridhaunt: play", top: "", head: "", class: "read", scripts: &[] };
    page.to_read(&format!(
        "<main id=\"main\" class=\"home\"><h1>Play against bots, right here</h1>\
         <p class=\"lead\">Ghosts that hunt, rats that race, farmers that fence. Choose a game; a match begins at once.</p>\
         <ul class=\"games\">\n{cards}</ul>\
         <section class=\"ways\"><h2>More</h2><ul><li><a href=\"docs/bots.html\">Write a bot of your own</a>, in any language</li>\
         <li><a href=\"docs/events.html\">Run a tournament or a league</a></li><li><a href=\"docs/python.html\">Use it from Python</a>, to learn and to search</li>\
         <li><a href=\"docs/index.html\">All of the documentation</a></li></ul></section></main>"
    ))
}

/// The page on which one plays.
pub(crate) fn play() -> String {
    let head = "<link rel=\"stylesheet\" href=\"assets/play.css\">\n";
    let scripts = ["assets/play.js", "assets/engine.js", "assets/start.js"];
    let page = Page { title: "Play · Gridhaunt", top: "", head, class: "playing", scripts: &scripts };
    let tool = |id: &str, title: &str, words: &str, path: &str| {
        format!(
            "<button id=\"{id}\" class=\"quiet\" type=\"button\" title=\"{title}\" aria-label=\"{words}\"><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"{path}\"/></svg><span>{words}</span></button>"
        )
    };
    let tools = [
        tool("new", "Another game, board, seat or bot", "New match", "M10 4v12M4 10h12"),
        tool("open", "Open a replay, look at it and play on from any moment", "Open a replay", "M3 6h5l2 2h7v8H3z"),
    ];
    page.around(&format!(
        "<header><a class=\"button quiet\" href=\"index.html\" aria-label=\"All games\" title=\"All games\"><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"M12.5 4.5 7 10l5.5 5.5\"/></svg></a>\
         <div class=\"names\"><h1 id=\"title\">Play</h1><p id=\"subtitle\"></p></div><div class=\"tools\">{}\
         <a id=\"rules\" class=\"button quiet\" href=\"index.html\" title=\"Rules, settings and bots\" hidden>Rules</a>\
         <button class=\"quiet shade\" type=\"button\" aria-label=\"Dark\" title=\"Light or dark (q)\" aria-pressed=\"false\">{MOON}</button>\
         <button id=\"help\" class=\"quiet\" type=\"button\" title=\"How to play (?)\" aria-label=\"How to play\"><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"M7.5 7.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M10 14.5v.1\"/></svg></button></div>\
         <input id=\"file\" type=\"file\" accept=\".jsonl\" aria-label=\"A replay\" hidden></header>\n<p id=\"banner\" role=\"alert\" hidden></p>\n{}",
        tools.concat(),
        play::BODY
    ))
}

/// The page of a game.
pub(crate) fn game(card: &Card, body: &str) -> String {
    let (name, title, about) = (escape(card.name), escape(card.title), escape(card.about));
    let picture = picture("../", card);
    let page =
        Page { title: &format!("{} · Gridhaunt", card.title), top: "../", head: "", class: "read", scripts: &[] };
    page.to_read(&format!(
        "<main id=\"main\" class=\"about-game\"><div class=\"top\"><div><h1>{title}</h1><p class=\"lead\">{about}</p>\
         <p><a class=\"button main\" href=\"../play.html#game={name}\">Play</a></p></div><div class=\"frame\">{picture}</div></div>\n<article>{body}</article></main>"
    ))
}

/// The titles of all pages of the documentation as a list of links; the page itself is marked.
fn list(docs: &Docs, top: &str, here: &str) -> String {
    let (mut html, mut group) = (String::new(), String::new());
    let mut pages: Vec<(String, &Rendered)> = docs.all().collect();
    // Pages of the top folder come first.
    pages.sort_by_key(|(path, _)| (path.matches('/').count(), path.clone()));
    for (path, page) in pages {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        if folder != group {
            let name = folder.strip_prefix("docs/").unwrap_or("Guides");
            let close = if group.is_empty() { "" } else { "</ul>" };
            let _ = write!(html, "{close}<h2>{}</h2><ul>", escape(&capital(name)));
            group = folder;
        }
        let current = if path == here { " aria-current=\"page\"" } else { "" };
        let _ = write!(html, "<li><a href=\"{top}{path}\"{current}>{}</a></li>", escape(&page.title));
    }
    html + "</ul>"
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A page of the documentation.
pub(crate) fn document(path: &str, rendered: &Rendered, docs: &Docs) -> String {
    let top = "../".repeat(path.matches('/').count());
    let title = format!("{} · Gridhaunt", rendered.title);
    let page = Page { title: &title, top: &top, head: "", class: "read", scripts: &[] };
    page.to_read(&format!(
        "<div class=\"with-list\"><nav class=\"list\" aria-label=\"Documentation\"><details><summary>All pages</summary>{}</details></nav>\
         <main id=\"main\"><article>{}</article></main></div>",
        list(docs, &top, path),
        rendered.html
    ))
}

/// The contents of the documentation.
pub(crate) fn contents(docs: &Docs) -> String {
    let page = Page { title: "Documentation · Gridhaunt", top: "../", head: "", class: "read", scripts: &[] };
    page.to_read(&format!(
        "<main id=\"main\" class=\"contents\"><h1>Documentation</h1><p><a class=\"button\" href=\"../search.html\">Search</a></p>{}</main>",
        list(docs, "../", "")
    ))
}

/// The search.
pub(crate) fn search() -> String {
    let scripts = ["search-index.js", "assets/search.js"];
    let page = Page { title: "Search · Gridhaunt", top: "", head: "", class: "read", scripts: &scripts };
    page.to_read(
        "<main id=\"main\" class=\"search\"><h1>Search</h1><form role=\"search\"><label class=\"unseen\" for=\"words\">Words to look for</label>\
         <input id=\"words\" type=\"search\" placeholder=\"Words to look for\" autocomplete=\"off\" spellcheck=\"false\" autofocus></form>\
         <p id=\"count\" role=\"status\"></p><ol id=\"found\"></ol></main>",
    )
}
