use super::*;
use std::collections::BTreeSet;

fn site() -> Files {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    files(repository).unwrap_or_else(|error| panic!("{error}"))
}

/// Every address in attributes of a page.
fn addresses(html: &str) -> impl Iterator<Item = &str> {
    let quoted = ["href=\"", "src=\"", "srcset=\""];
    quoted
        .into_iter()
        .flat_map(|name| html.split(name).skip(1).filter_map(|rest| rest.split_once('"').map(|(to, _)| to)))
}

/// Where an address on a page leads, as a path of the site.
fn target(page: &str, address: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            ".." => _ = parts.pop().unwrap_or_else(|| panic!("{page}: {address} leads out of the site")),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// An address with its letters as they are, as a browser looks for them.
fn plain(address: &str) -> String {
    let mut parts = address.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(byte, 16).unwrap());
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere() {
    let files = site();
    let text = |name: &str| String::from_utf8_lossy(&files[name]).into_owned();
    let pages: Vec<&String> = files.keys().filter(|name| name.ends_with(".html")).collect();
    assert!(pages.len() > 30, "{} pages", pages.len());
    for page in pages {
        let html = text(page);
        for address in addresses(&html).filter(|address| !address.starts_with("http")) {
            let address = plain(address);
            let (path, anchor) = address.split_once('#').unwrap_or((&address, ""));
            let to = if path.is_empty() { page.clone() } else { target(page, path) };
            assert!(files.contains_key(&to), "{page}: {address} leads to {to}, which is not there");
            if to.ends_with(".html") && to != "play.html" && !anchor.is_empty() {
                assert!(text(&to).contains(&format!("id=\"{anchor}\"")), "{page}: {address} has no such place");
            }
        }
        let tags: String =
            html.split('<').skip(1).filter_map(|rest| Some(format!("<{}>", rest.split_once('>')?.0))).collect();
        for what in ["<script>", " style=\"", " onclick", "src=\"http", "javascript:"] {
            assert!(!tags.contains(what), "{page}: {what}");
        }
    }
}

#[test]
fn every_game_has_a_page_a_picture_and_a_way_to_play_it() {
    let files = site();
    let index = String::from_utf8_lossy(&files["index.html"]).into_owned();
    for game in gridhaunt_bots::registry().games() {
        let name = game.info().name;
        assert!(index.contains(&format!("play.html#game={name}")));
        let page = String::from_utf8_lossy(&files[&format!("games/{name}.html")]).into_owned();
        for bot in game.bots() {
            assert!(page.contains(&format!("<code>{}</code>", bot.name)), "{name}: {}", bot.name);
        }
        for field in game.fields() {
            assert!(page.contains(&format!("<code>{}</code>", field.name)), "{name}: {}", field.name);
        }
        let pictures = ["", "-dark"].map(|shade| &files[&format!("pictures/{name}{shade}.svg")]);
        assert!(pictures.iter().all(|picture| picture.starts_with(b"<svg")));
    }
}

#[test]
fn what_is_kept_for_the_time_without_a_network_exists() {
    let files = site();
    let keeper = String::from_utf8_lossy(&files["sw.js"]).into_owned();
    let (_, list) = keeper.split_once("const FILES = ").unwrap();
    let kept: BTreeSet<String> = serde_json::from_str(list.split_once(';').unwrap().0).unwrap();
    assert!(kept.contains("index.html") && kept.contains("assets/engine.js") && kept.contains("play.html"));
    assert!(kept.iter().all(|name| files.contains_key(name)));
    assert!(!keeper.contains("{{"));
}
