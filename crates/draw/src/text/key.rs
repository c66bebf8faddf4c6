//! The legend of a board: each sign with its meaning.

use super::brush::Brush;
use super::{Run, Style};
use crate::cells::Stroke;
use anstyle::{Effects, Style as Paint};
use gridhaunt_kernel::scene::{Ground, Key, Look, Shape, Sign};

/// Every sign of a legend as text, with its meaning. Things that text output writes in words have no line.
#[must_use]
pub fn explain(keys: &[Key], style: &Style) -> Vec<(Run, &'static str)> {
    signs(keys, &Brush::new(style)).collect()
}

pub(super) fn signs(keys: &[Key], brush: &Brush) -> impl Iterator<Item = (Run, &'static str)> {
    keys.iter().filter_map(|key| Some((sign(key, brush)?, key.word())))
}

fn sign(key: &Key, brush: &Brush) -> Option<Run> {
    let (look, ink) = (key.look, brush.ink(key.look));
    let one = |sign: char, paint: Paint| (sign.to_string(), paint);
    Some(match key.sign {
        Sign::Actor(glyph) => one(brush.sign(look, glyph), brush.chip(look)),
        Sign::Faded(glyph) => one(brush.sign(look, glyph), brush.faded(look)),
        Sign::Thing => one(brush.sign(look, look.glyph()), ink),
        Sign::Tile if look.shape == Shape::Veil => one(brush.veiled(Some(Ground::Wall), '#'), brush.faded(look)),
        Sign::Tile if look.shape == Shape::Frame => one(brush.alarm(look), brush.chip(look)),
        Sign::Tile => {
            let land = matches!(look.shape, Shape::Field(_) | Shape::Track | Shape::Yard(_) | Shape::Weed);
            one(brush.tile(look), if land { brush.chip(look) } else { ink })
        }
        Sign::Edge(label) => (label.to_string(), ink),
        Sign::Line => {
            let level = brush.stroke(Stroke { look, ways: Stroke::LEVEL });
            (level.to_string().repeat(2), ink)
        }
        Sign::Frame => (brush.pick("+-", "┌─").to_string(), ink),
        Sign::Bump => return None,
        Sign::Flash if brush.color => one(' ', brush.chip(look)),
        Sign::Flash => one(brush.alarm(look), ink),
        Sign::Node => ("7".into(), ink),
        Sign::Hollow => ("(7)".into(), brush.muted()),
        Sign::Mark => {
            let mark = brush.sign(look, look.initial());
            (format!("{mark}4"), ink)
        }
        Sign::Note(note) => {
            (note.to_string(), if brush.color { Paint::new().effects(Effects::BOLD) } else { Paint::new() })
        }
        Sign::Link if look.shape == Shape::Dashes => (format!("7 (9 {})", look.name), brush.muted()),
        Sign::Link => ("7 (3)".into(), brush.muted()),
        Sign::Token => one(first(look), ink),
        Sign::Energy => (format!("{}0:24", first(look)), ink),
        Sign::Pinned => (format!("{}0:24!", first(look)), ink),
        Sign::Own => (format!("[{}0]", first(look)), ink),
    })
}

fn first(look: &Look) -> char {
    look.initial().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::look;
    use crate::text::Charset;

    #[test]
    fn signs_are_those_of_the_board() {
        let style = Style { charset: Charset::Ascii, color: false, width: None, height: None, alone: false };
        let keys = [
            Key::new(Sign::Thing, look("cheese")),
            Key::new(Sign::Edge("3"), look("mud")),
            Key::new(Sign::Tile, look("unseen")),
        ];
        let lines: Vec<(String, &str)> =
            explain(&keys, &style).into_iter().map(|((sign, _), word)| (sign, word)).collect();
        assert_eq!(
            lines,
            [("*".to_string(), "cheese"), ("3".to_string(), "mud: turns"), ("%".to_string(), "not seen")]
        );
    }
}
