//! What stands beside the board, for a page that lays it out itself.

use gridhaunt_draw::theme::{Rgb, look};
use gridhaunt_kernel::scene::Row;
use serde_json::{Value, json};

/// The rows, with the colours of a light or a dark page.
pub(crate) fn rows(panel: &[Row], dark: bool) -> Value {
    let color = |role: &str| {
        let tint = look(role).mark();
        let Rgb(red, green, blue) = if dark { tint.dark } else { tint.light };
        format!("rgb({red} {green} {blue})")
    };
    let row = |row: &Row| match row {
        Row::Fact { label, value } => json!({ "kind": "fact", "label": label, "value": value }),
        Row::Bar(bar) => json!({
            "kind": "bar", "label": bar.who(), "figure": bar.figure, "note": bar.note, "color": color(bar.role),
            "value": bar.value, "of": bar.of, "mark": bar.mark, "leads": bar.leads,
        }),
        Row::Note(text) => json!({ "kind": "note", "text": text }),
        Row::End { verdict, reason, role } => {
            json!({ "kind": "end", "verdict": verdict, "reason": reason, "color": role.map(color) })
        }
    };
    panel.iter().map(row).collect()
}
