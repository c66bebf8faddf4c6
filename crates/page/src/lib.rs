//! A replay as one HTML file: the record, the engine as WebAssembly, a page that plays it and one on which a person plays
//! on; and the report of an event, which carries many replays and those pages once ([`write_report`]). Nothing is loaded
//! from other places.
//!
//! The text of a replay is only data in the page: it can neither end its block nor be executed. The content security
//! policy of the page allows only the scripts whose hashes it contains.
//!
//! ```
//! let replay = r#"{"gridhaunt":"replay"}"#;
//! match gridhaunt_page::html(replay, "PyRat, seed 7") {
//!     Ok(page) => assert!(page.contains("PyRat, seed 7")),
//!     Err(missing) => assert!(missing.to_string().contains("make viewer")),
//! }
//! ```

mod carried;
pub mod play;
mod policy;
mod report;
mod template;

use carried::MatchPage;
use template::text_in_html;

pub use report::{Packed, Replays, Unwritten, write_report};

/// The engine, compressed with gzip and encoded as base64; empty if it did not exist when this crate was built.
const ENGINE: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));
const REGULAR: &str = include_str!(concat!(env!("OUT_DIR"), "/regular.txt"));
const SEMIBOLD: &str = include_str!(concat!(env!("OUT_DIR"), "/semibold.txt"));
const BOLD: &str = include_str!(concat!(env!("OUT_DIR"), "/bold.txt"));

/// The error when the viewer did not exist when this crate was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this gridhaunt was built without the viewer that HTML files carry: run `make viewer` in its repository and build it again"
)]
pub struct NoViewer;

/// The error when the viewer does not know the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an HTML file carries an engine that knows only the games it was built with ({known}), and so not {game}: add the game \
     to crates/roster/Cargo.toml of gridhaunt's repository, run `make viewer` there and build with it, or write .svg, .png or .gif"
)]
#[allow(missing_docs, reason = "the names say it")]
pub struct UnknownGame {
    pub game: String,
    /// The games that the viewer knows.
    pub known: String,
}

/// Checks that pages can be made: that the viewer existed when this crate was built.
pub const fn is_ready() -> Result<(), NoViewer> {
    if ENGINE.is_empty() { Err(NoViewer) } else { Ok(()) }
}

/// Checks that the viewer knows a game, by its name.
pub fn knows(game: &str) -> Result<(), UnknownGame> {
    let registry = gridhaunt_roster::registry();
    let known: Vec<&str> = registry.games().map(|game| game.info().name).collect();
    match known.contains(&game) {
        true => Ok(()),
        false => Err(UnknownGame { game: game.into(), known: known.join(", ") }),
    }
}

/// The page of a replay, given as its text. The title is shown until the page has read the replay.
pub fn html(replay: &str, title: &str) -> Result<String, NoViewer> {
    remarked(replay, title, "")
}

/// The page of a replay with remarks on choices, given as the text of a JSON list: each has a `step`, a `seat`, a `cost`
/// and a `note` that is shown there.
pub fn remarked(replay: &str, title: &str, remarks: &str) -> Result<String, NoViewer> {
    is_ready()?;
    Ok(filled(ENGINE, replay, title, remarks))
}

fn filled(engine: &str, replay: &str, title: &str, remarks: &str) -> String {
    let (title, replay, remarks) = (text_in_html(title), data(replay), data(remarks));
    let page =
        MatchPage { title: &title, replay: &replay, remarks: &remarks, engine, fonts: [REGULAR, SEMIBOLD, BOLD] };
    page.filled(carried::player())
}

/// JSON as data in a page: `<` occurs only inside strings, where this escape is allowed; only `<` could end the block.
fn data(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"gridhaunt":"replay","seats":["</script><script>alert(1)</script>","<!--<script>"]}"#;

    #[test]
    fn a_name_cannot_end_its_block() {
        let page = filled("engine", RECORD, "</title><script>alert(2)</script> & {{engine}}", r#"["</script>"]"#);
        let plain = filled("engine", "{}", "x", "");
        let count = |page: &str, what: &str| page.matches(what).count();
        for what in ["<script", "</script", "<!--", "</title", ">engine<"] {
            assert_eq!(count(&page, what), count(&plain, what), "{what}");
        }
        assert!(page.contains("&lt;/title>&lt;script>alert(2)&lt;/script> &amp; {{engine}}"));
    }

    #[test]
    fn what_a_record_says_stays_what_it_was() {
        let page = filled("", RECORD, "x", "");
        let (_, rest) = page.split_once(r#"id="replay">"#).unwrap();
        let (block, _) = rest.split_once("</script>").unwrap();
        assert_eq!(block.replace("\\u003c", "<"), RECORD);
    }

    #[test]
    fn every_place_of_the_template_is_filled_and_nothing_is_loaded() {
        let page = filled("", "{}", "x", "");
        assert!(!page.contains("{{"));
        for address in ["src=", "href=\"http", "url(", "import ", "@import"] {
            assert!(!page.contains(address), "{address}");
        }
    }

    #[test]
    fn a_game_that_the_engine_lacks_is_told_with_what_to_do() {
        assert_eq!(knows("pyrat"), Ok(()));
        let words = knows("nim").unwrap_err().to_string();
        assert!(words.contains("and so not nim: add the game to crates/roster/Cargo.toml"), "{words}");
    }

    #[test]
    fn a_page_is_small() {
        let page = html("{}", "x").unwrap_or_else(|error| panic!("{error}"));
        println!(
            "page {} bytes, of these engine {} and fonts {}",
            page.len(),
            ENGINE.len(),
            REGULAR.len() + SEMIBOLD.len() + BOLD.len()
        );
        assert!(page.len() < 1_800_000, "{} bytes without a replay leave too little room for one", page.len());
    }
}
