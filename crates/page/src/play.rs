//! What lets a person play in a page: the parts that pages put together, each as a text of its own, so that a server or
//! another site can use them as files.
//!
//! A page has [`BODY`] in it, the styles [`LOOK`] and [`STYLE_OF_PLAY`] and the script [`script`], and calls
//! `gridhaunt.addressedPage({ engine, viewer, worker, fonts })` with [`engine`], [`viewer`] and [`WORKER`]. Whoever has sheets
//! from elsewhere, as a server that seats people, leaves that out and makes
//! `new gridhaunt.Play(source, gridhaunt.partsOf({}))`: a source has one method, `ask(request)`, which promises a sheet of
//! `gridhaunt_person::Chair`.

use crate::carried::{self, VIEWER_SCRIPT, VIEWER_STYLE};
use crate::{BOLD, ENGINE, NoViewer, REGULAR, SEMIBOLD, is_ready, policy};

/// The part of a page on which a match is played, with its dialogs.
pub const BODY: &str = include_str!("../assets/play/body.html");

/// Colours, letters, buttons and dialogs: the style that all pages share.
pub const LOOK: &str = include_str!("../assets/look.css");

/// The style of the panel beside a board, and of a page on which a match is played.
pub const STYLE_OF_PLAY: &str = concat!(include_str!("../assets/panel.css"), include_str!("../assets/play/play.css"));

/// The script of the worker that runs the engine.
pub const WORKER: &str = include_str!("../assets/play/worker.js");

/// The script that keeps a page light or dark.
pub const THEME: &str = include_str!("../assets/play/theme.js");

/// The parts of the script, in the order in which they need each other.
pub(crate) const PARTS: &str = concat!(
    include_str!("../assets/element.js"),
    include_str!("../assets/frame.js"),
    include_str!("../assets/seats.js"),
    include_str!("../assets/panel.js"),
    include_str!("../assets/saving.js"),
    include_str!("../assets/axes.js"),
    include_str!("../assets/play/theme.js"),
    include_str!("../assets/play/source.js"),
    include_str!("../assets/play/field.js"),
    include_str!("../assets/play/choices.js"),
    include_str!("../assets/play/hands.js"),
    include_str!("../assets/play/play.js"),
    include_str!("../assets/play/seating.js"),
    include_str!("../assets/play/setup.js"),
    include_str!("../assets/play/takeover.js"),
    include_str!("../assets/play/address.js"),
    include_str!("../assets/play/lookback.js"),
    include_str!("../assets/play/main.js"),
);
/// The engine with its bots as WebAssembly, compressed with gzip and encoded as base64.
///
/// # Errors
/// It did not exist when this crate was built.
pub fn engine() -> Result<&'static str, NoViewer> {
    is_ready().map(|()| ENGINE)
}

/// The letters by weight, compressed with gzip and encoded as base64, by the names of the viewer's places.
pub const FONTS: [(&str, &str); 3] = [("regular", REGULAR), ("semibold", SEMIBOLD), ("bold", BOLD)];

/// The script of a page on which one plays, as a file that is no module: such files also load from a folder. What others
/// use of it is in `gridhaunt`.
#[must_use]
pub fn script() -> String {
    format!(
        "(() => {{\n{PARTS}\nwindow.gridhaunt = {{ addressedPage, partsOf, listenToHands, Play, followTheme }};\n}})();\n"
    )
}

/// The page of the viewer with places for a replay, the engine and letters, compressed and encoded as the engine is.
#[must_use]
pub fn viewer() -> &'static str {
    carried::viewer()
}

/// The content security policy of a page on which one plays and whose scripts and styles are files beside it. The two
/// hashes are those of the viewer, which runs in a frame that the page makes.
#[must_use]
pub fn policy() -> String {
    policy::files(&[VIEWER_SCRIPT], &[VIEWER_STYLE])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_allows_files_of_the_site_and_nothing_inline_but_the_viewer() {
        let policy = policy();
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains('*'));
        assert_eq!(policy.matches("'sha256-").count(), 2);
    }

    #[test]
    fn the_body_has_no_script_and_loads_nothing() {
        for what in ["<script", "src=", "href=\"http", "style=", " onclick"] {
            assert!(!BODY.contains(what), "{what}");
        }
    }
}
