//! The report of an event as one HTML file: its results as JSON, and the replays of its matches, each of which opens in
//! the viewer inside that same file.
//!
//! The page of one match is in the file once, with the engine, and is put into a frame with the replay that is asked for.
//! Replays are packed with gzip, which browsers unpack by themselves.

use crate::carried::{self, pack};
use crate::template::{fill, text_in_html};
use crate::{BOLD, ENGINE, NoViewer, REGULAR, SEMIBOLD, data, is_ready, policy};
use gridhaunt_kernel::shown::steers;
use std::io::{self, Write};

/// Which replays a report carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replays {
    /// As many as fit in a file that can still be handed round: about 24 MB.
    #[default]
    Fitting,
    /// At most so many.
    AtMost(u64),
    /// All of them, however large the file becomes.
    All,
}

const TEMPLATE: &str = include_str!("../assets/report.html");
const REPORT_STYLE: &str = concat!(include_str!("../assets/look.css"), include_str!("../assets/report/report.css"));
/// One script, in the order in which its parts need each other.
const REPORT_SCRIPT: &str = concat!(
    include_str!("../assets/packed.js"),
    include_str!("../assets/element.js"),
    include_str!("../assets/frame.js"),
    include_str!("../assets/report/words.js"),
    include_str!("../assets/report/table.js"),
    include_str!("../assets/report/drawing.js"),
    include_str!("../assets/report/standings.js"),
    include_str!("../assets/report/ratings.js"),
    include_str!("../assets/report/cross.js"),
    include_str!("../assets/report/shares.js"),
    include_str!("../assets/report/bracket.js"),
    include_str!("../assets/report/matches.js"),
    include_str!("../assets/report/watch.js"),
    include_str!("../assets/report/about.js"),
    include_str!("../assets/report/main.js"),
);

/// A replay as it stands in a report: compressed, and encoded as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed(String);

impl Packed {
    /// Packs the text of a replay.
    #[must_use]
    pub fn new(replay: &str) -> Self {
        Self(pack(replay.as_bytes()))
    }

    /// The bytes that it takes in the file.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// The error when a report cannot be written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unwritten {
    #[error(transparent)]
    NoViewer(#[from] NoViewer),
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Writes a report: the results as JSON, as `gridhaunt tournament results` gives them, and the replays of those matches that
/// have one, by block and number.
pub fn write_report(
    out: &mut dyn Write,
    title: &str,
    results: &str,
    replays: impl IntoIterator<Item = ((i64, u32), Packed)>,
) -> Result<(), Unwritten> {
    is_ready()?;
    write_filled(out, ENGINE, title, results, replays)?;
    Ok(())
}

fn write_filled(
    out: &mut dyn Write,
    engine: &str,
    title: &str,
    results: &str,
    replays: impl IntoIterator<Item = ((i64, u32), Packed)>,
) -> io::Result<()> {
    let (scripts, styles) = (carried::scripts(), carried::styles());
    let policy = policy::one_file(&[REPORT_SCRIPT, scripts[0], scripts[1]], &[REPORT_STYLE, styles[0], styles[1]]);
    let (title, results) = (text_in_html(&harmless(title)), data(&harmless(results)));
    let value = |name: &str| match name {
        "policy" => policy.as_str(),
        "title" => title.as_str(),
        "style" => REPORT_STYLE,
        "script" => REPORT_SCRIPT,
        "results" => results.as_str(),
        "viewer" => carried::playing_viewer(),
        "engine" => engine,
        "regular" => REGULAR,
        "semibold" => SEMIBOLD,
        "bold" => BOLD,
        _ => "",
    };
    let (before, after) = TEMPLATE.split_once("{{replays}}").unwrap_or((TEMPLATE, ""));
    out.write_all(fill(before, value).as_bytes())?;
    for ((block, number), Packed(replay)) in replays {
        writeln!(out, r#"<script type="text/plain" id="replay-{block}.{number}">{replay}</script>"#)?;
    }
    out.write_all(fill(after, value).as_bytes())
}

/// A text without the characters that turn the direction of what stands beside them, or hide. Lines of JSON stay lines.
fn harmless(text: &str) -> String {
    text.chars().map(|character| if steers(character) && character != '\n' { '?' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use flate2::read::GzDecoder;
    use std::io::Read as _;

    const RESULTS: &str =
        r#"{"event":{"name":"</script><script>alert(1)</script> {{engine}}"},"standings":[{"name":"<!--<script>"}]}"#;

    fn report(title: &str, results: &str, replays: Vec<((i64, u32), Packed)>) -> String {
        let mut page = Vec::new();
        write_filled(&mut page, "engine", title, results, replays).unwrap();
        String::from_utf8(page).unwrap()
    }

    fn unpacked(text: &str) -> String {
        let mut unpacked = String::new();
        GzDecoder::new(STANDARD.decode(text).unwrap().as_slice()).read_to_string(&mut unpacked).unwrap();
        unpacked
    }

    fn block<'a>(page: &'a str, id: &str) -> &'a str {
        let (_, rest) = page.split_once(&format!(r#"id="{id}">"#)).unwrap();
        rest.split_once("</script>").unwrap().0
    }

    #[test]
    fn a_name_cannot_end_its_block() {
        let page = report("</title><script>alert(2)</script>", RESULTS, vec![]);
        let plain = report("x", "{}", vec![]);
        for what in ["<script", "</script", "<!--", "</title", ">engine<"] {
            assert_eq!(page.matches(what).count(), plain.matches(what).count(), "{what}");
        }
        assert_eq!(block(&page, "results").replace("\\u003c", "<"), RESULTS);
    }

    #[test]
    fn what_turns_the_direction_of_text_is_shown_as_a_question_mark() {
        let page = report("a\u{202e}b", "{\"name\":\"gnp\u{202e}exe\u{200f}\"}", vec![]);
        assert!(!page.contains(['\u{202e}', '\u{200f}']));
        assert!(page.contains("<title>a?b</title>") && page.contains("gnp?exe?"));
    }

    #[test]
    fn every_place_is_filled_and_nothing_is_loaded() {
        let page = report("x", "{}", vec![((7, 1), Packed::new("replay"))]);
        assert!(!page.contains("{{"));
        for address in ["src=\"", "href=\"http", "url(", "import ", "@import"] {
            assert!(!page.contains(address), "{address}");
        }
        assert_eq!(unpacked(block(&page, "replay-7.1")), "replay");
    }

    #[test]
    fn the_viewer_leaves_open_what_the_report_has() {
        let page = report("x", "{}", vec![]);
        let viewer = unpacked(block(&page, "viewer"));
        let places: Vec<&str> =
            viewer.split("{{").skip(1).map(|rest| rest.split_once("}}").unwrap_or_default().0).collect();
        assert_eq!(places, ["replay", "engine", "regular", "semibold", "bold"]);
    }

    #[test]
    fn a_report_allows_its_own_scripts_and_no_other() {
        let page = report("x", "{}", vec![]);
        let policy = page.split_once("Content-Security-Policy\" content=\"").unwrap().1.split_once('"').unwrap().0;
        let scripts = policy.split("; ").find(|part| part.starts_with("script-src")).unwrap();
        assert_eq!(scripts.matches("'sha256-").count(), 3);
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains('*'));
        assert!(policy.starts_with("default-src 'none'; "));
    }
}
