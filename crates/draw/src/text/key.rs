//! What the signs on a board mean, sign by sign.

use super::brush::Brush;
use super::{Run, Style};
use crate::theme::{Shape, look, word};
use anstyle::{Effects, Style as Paint};
use gridhaunt_kernel::scene::{Key, Sign};

/// Every sign of a legend as text, with what it means. What text does not show has no line.
#[must_use]
pub fn explain(keys: &[Key], style: &Style) -> Vec<(Run, &'static str)> {
    let brush = Brush::new(style);
    keys.iter().filter_map(|key| Some((sign(key, &brush)?, word(key)))).collect()
}

fn sign(key: &Key, brush: &Brush) -> Option<Run> {
    let (role, ink) = (key.role, brush.ink(key.role));
    let one = |sign: char, paint: Paint| (sign.to_string(), paint);
    Some(match key.sign {
        Sign::Actor(glyph) => one(brush.sign(role, glyph), brush.chip(role)),
        Sign::Faded(glyph) => one(brush.sign(role, glyph), brush.faded(role)),
        Sign::Thing(glyph) => one(brush.sign(role, glyph), ink),
        Sign::Tile if look(role).shape == Shape::Veil => return None,
        Sign::Tile if look(role).shape == Shape::Frame => one(brush.alarm(role), brush.chip(role)),
        Sign::Tile => {
            let land = matches!(look(role).shape, Shape::Field | Shape::Track | Shape::Yard | Shape::Weed);
            one(brush.tile(role), if land { brush.chip(role) } else { ink })
        }
        Sign::Edge(label) => (label.to_string(), ink),
        Sign::Line | Sign::Bump | Sign::Frame => return None,
        Sign::Flash if brush.color => one(' ', brush.chip(role)),
        Sign::Flash => one(brush.alarm(role), ink),
        Sign::Node => ("7".into(), ink),
        Sign::Hollow => ("(7)".into(), brush.muted()),
        Sign::Mark => {
            let mark = brush.sign(role, role.chars().next().unwrap_or('*'));
            (format!("{mark}4"), ink)
        }
        Sign::Note(note) => {
            (note.to_string(), if brush.color { Paint::new().effects(Effects::BOLD) } else { Paint::new() })
        }
        Sign::Link if look(role).shape == Shape::Dashes => (format!("7 (9 {role})"), brush.muted()),
        Sign::Link => ("7 (3)".into(), brush.muted()),
        Sign::Token => one(role.chars().next().unwrap_or('?').to_ascii_uppercase(), ink),
        Sign::Energy => (format!("{}0:24", first(role)), ink),
        Sign::Pinned => (format!("{}0:24!", first(role)), ink),
        Sign::Own => (format!("[{}0]", first(role)), ink),
    })
}

fn first(role: &str) -> char {
    role.chars().next().unwrap_or('?').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Charset;

    #[test]
    fn signs_are_those_of_the_board() {
        let style = Style { charset: Charset::Ascii, color: false, width: None, height: None };
        let keys =
            [Key::new(Sign::Thing('*'), "cheese"), Key::new(Sign::Edge("3"), "mud"), Key::new(Sign::Tile, "unseen")];
        let lines: Vec<(String, &str)> =
            explain(&keys, &style).into_iter().map(|((sign, _), word)| (sign, word)).collect();
        assert_eq!(lines, [("*".to_string(), "cheese"), ("3".to_string(), "mud: turns")]);
    }
}
