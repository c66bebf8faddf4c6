//! What stands beside the board, for a page that lays it out itself.

use gridhaunt_draw::theme::{Rgb, look};
use gridhaunt_kernel::scene::{Row, Share};
use serde_json::{Value, json};

/// The rows, with the colours of a light or a dark page.
pub(crate) fn rows(panel: &[Row], dark: bool) -> Value {
    let color = |role: &str| {
        let tint = look(role).mark();
        let Rgb(red, green, blue) = if dark { tint.dark } else { tint.light };
        format!("rgb({red} {green} {blue})")
    };
    let part = |part: &Share| json!({ "label": part.label, "color": color(part.role), "value": part.value });
    let row = |row: &Row| match row {
        Row::Fact { label, value } => json!({ "kind": "fact", "label": label, "value": value }),
        Row::Bar { label, role, value, of, mark } => {
            json!({ "kind": "bar", "label": label, "color": color(role), "value": value, "of": of, "mark": mark })
        }
        Row::Shares { label, parts, of } => {
            json!({ "kind": "shares", "label": label, "parts": parts.iter().map(part).collect::<Vec<_>>(), "of": of })
        }
        Row::Note(text) => json!({ "kind": "note", "text": text }),
    };
    panel.iter().map(row).collect()
}
