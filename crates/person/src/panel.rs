//! The panel beside the board as JSON, for a page with its own layout.

use gridhaunt_draw::theme::{Rgb, Swatch};
use gridhaunt_kernel::scene::{Look, Row};
use serde_json::{Value, json};

/// The rows, with the colours of a light or a dark page.
#[must_use]
pub fn rows(panel: &[Row], dark: bool) -> Value {
    let color = |look: &Look| {
        let Rgb(red, green, blue) = Swatch::of(look.mark()).on(dark);
        format!("rgb({red} {green} {blue})")
    };
    let row = |row: &Row| match row {
        Row::Fact { label, value } => json!({ "kind": "fact", "label": label, "value": value }),
        Row::Bar(bar) => json!({
            "kind": "bar", "label": bar.who(), "figure": bar.figure, "note": bar.note, "color": color(bar.look),
            "value": bar.value, "of": bar.of, "mark": bar.mark, "leads": bar.leads,
        }),
        Row::Note(text) => json!({ "kind": "note", "text": text }),
        Row::End { verdict, reason, look } => {
            json!({ "kind": "end", "verdict": verdict, "reason": reason, "color": look.map(color) })
        }
    };
    panel.iter().map(row).collect()
}
