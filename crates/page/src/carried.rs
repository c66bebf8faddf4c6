//! The two pages that others carry, packed, and show in frames: the viewer of a match, and the player in which a person plays
//! on. Each carries the other.
//!
//! A page that carries one fills its open places, such as `{{engine}}`, with what it has already.

use crate::play::{BODY, LOOK, PARTS, STYLE_OF_PLAY, WORKER};
use crate::policy;
use crate::template::fill;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::sync::LazyLock;

const VIEWER: &str = include_str!("../assets/page.html");
pub(crate) const VIEWER_STYLE: &str = concat!(
    include_str!("../assets/look.css"),
    include_str!("../assets/panel.css"),
    include_str!("../assets/page.css")
);
/// One script, in the order in which its parts need each other.
pub(crate) const VIEWER_SCRIPT: &str = concat!(
    include_str!("../assets/packed.js"),
    include_str!("../assets/element.js"),
    include_str!("../assets/around.js"),
    include_str!("../assets/frame.js"),
    include_str!("../assets/engine.js"),
    include_str!("../assets/match.js"),
    include_str!("../assets/seats.js"),
    include_str!("../assets/panel.js"),
    include_str!("../assets/axes.js"),
    include_str!("../assets/board.js"),
    include_str!("../assets/timeline.js"),
    include_str!("../assets/events.js"),
    include_str!("../assets/link.js"),
    include_str!("../assets/saving.js"),
    include_str!("../assets/player.js"),
    include_str!("../assets/playon.js"),
    include_str!("../assets/keys.js"),
    include_str!("../assets/main.js"),
);

const PLAYER: &str = include_str!("../assets/player.html");
static PLAYER_STYLE: LazyLock<String> = LazyLock::new(|| [LOOK, STYLE_OF_PLAY].concat());
static PLAYER_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let [packed, around] = [include_str!("../assets/packed.js"), include_str!("../assets/around.js")];
    [packed, around, PARTS, include_str!("../assets/play/carried.js")].concat()
});

/// The letters and the engine as places that are still open.
const OPEN: MatchPage<'_> = MatchPage {
    title: "A match",
    replay: "{{replay}}",
    remarks: "",
    engine: "{{engine}}",
    fonts: ["{{regular}}", "{{semibold}}", "{{bold}}"],
};

/// What stands in the page of a match.
pub(crate) struct MatchPage<'a> {
    pub(crate) title: &'a str,
    pub(crate) replay: &'a str,
    pub(crate) remarks: &'a str,
    pub(crate) engine: &'a str,
    /// Regular, semibold and bold letters.
    pub(crate) fonts: [&'a str; 3],
}

impl MatchPage<'_> {
    /// The page, with a packed player or none.
    pub(crate) fn filled(&self, player: &str) -> String {
        let policy = policy::one_file(&scripts(), &styles());
        let value = |name: &str| match name {
            "policy" => policy.as_str(),
            "title" => self.title,
            "style" => VIEWER_STYLE,
            "script" => VIEWER_SCRIPT,
            "replay" => self.replay,
            "remarks" => self.remarks,
            "player" => player,
            "engine" => self.engine,
            "regular" => self.fonts[0],
            "semibold" => self.fonts[1],
            "bold" => self.fonts[2],
            _ => "",
        };
        fill(VIEWER, value)
    }
}

/// The scripts of both pages: a frame runs what it may itself and what the page around it may run, too.
pub(crate) fn scripts() -> [&'static str; 2] {
    [VIEWER_SCRIPT, PLAYER_SCRIPT.as_str()]
}

/// The styles of both pages.
pub(crate) fn styles() -> [&'static str; 2] {
    [VIEWER_STYLE, PLAYER_STYLE.as_str()]
}

/// The viewer with open places, which leaves playing on to the page around it.
pub(crate) fn viewer() -> &'static str {
    static PACKED: LazyLock<String> = LazyLock::new(|| pack(OPEN.filled("").as_bytes()));
    &PACKED
}

/// The viewer with open places and a player of its own.
pub(crate) fn playing_viewer() -> &'static str {
    static PACKED: LazyLock<String> = LazyLock::new(|| pack(OPEN.filled(player()).as_bytes()));
    &PACKED
}

/// The player with open places.
pub(crate) fn player() -> &'static str {
    static PACKED: LazyLock<String> = LazyLock::new(|| {
        let policy = policy::one_file(&scripts(), &styles());
        let value = |name: &str| match name {
            "policy" => policy.as_str(),
            "style" => PLAYER_STYLE.as_str(),
            "body" => BODY,
            "viewer" => viewer(),
            "engine" => OPEN.engine,
            "regular" => OPEN.fonts[0],
            "semibold" => OPEN.fonts[1],
            "bold" => OPEN.fonts[2],
            "worker" => WORKER,
            "script" => PLAYER_SCRIPT.as_str(),
            _ => "",
        };
        pack(fill(PLAYER, value).as_bytes())
    });
    &PACKED
}

/// Bytes compressed with gzip, which browsers unpack by themselves, and encoded as text.
pub(crate) fn pack(bytes: &[u8]) -> String {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = packed.write_all(bytes);
    STANDARD.encode(packed.finish().unwrap_or_default())
}
