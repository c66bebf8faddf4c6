//! Letters of the included fonts as outlines; fonts of the machine are not used.

use harfrust::{FontRef, ShapeOptions, Shaper, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use tiny_skia::{Path, PathBuilder, Transform};

/// How many texts are cached; a film contains the same texts many times.
const MOST_TEXTS: usize = 4096;

/// The weight of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    SemiBold,
    Bold,
}

impl Weight {
    /// The weight nearest to a CSS number.
    pub(super) const fn of(number: u16) -> Self {
        match number {
            0..550 => Self::Regular,
            550..650 => Self::SemiBold,
            _ => Self::Bold,
        }
    }

    const fn file(self) -> &'static [u8] {
        match self {
            Self::Regular => gridhaunt_fonts::REGULAR,
            Self::SemiBold => gridhaunt_fonts::SEMIBOLD,
            Self::Bold => gridhaunt_fonts::BOLD,
        }
    }

    fn face(self) -> Option<&'static Face> {
        static FACES: [OnceLock<Option<Face>>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        FACES[self as usize].get_or_init(|| Face::new(self)).as_ref()
    }
}

/// A text as an outline, one unit per em, from the left end of its baseline.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) path: Option<Arc<Path>>,
    pub(super) width: f32,
}

/// The outline of a text.
pub(super) fn text(words: &str, weight: Weight) -> Option<Text> {
    type Texts = HashMap<(Weight, String), Text>;
    static KNOWN: OnceLock<RwLock<Texts>> = OnceLock::new();
    let known = KNOWN.get_or_init(RwLock::default);
    let key = (weight, words.to_string());
    // No code panics while the lock is held; even then the texts would be valid.
    if let Some(text) = known.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(text.clone());
    }
    let text = weight.face()?.write(words);
    let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST_TEXTS {
        known.clear();
    }
    known.insert(key, text.clone());
    Some(text)
}

struct Face {
    shaper: Shaper<'static>,
    outlines: skrifa::outline::OutlineGlyphCollection<'static>,
    /// Units of the font per em.
    em: f32,
}

impl Face {
    fn new(weight: Weight) -> Option<Self> {
        static DATA: [OnceLock<ShaperData>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let font = FontRef::new(weight.file()).ok()?;
        let data = DATA[weight as usize].get_or_init(|| ShaperData::new(&font));
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let em = f32::from(metrics.units_per_em);
        Some(Self { shaper: data.shaper(&font).build(), outlines: font.outline_glyphs(), em })
    }

    fn write(&self, words: &str) -> Text {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(words);
        buffer.set_direction(harfrust::Direction::LeftToRight);
        buffer.guess_segment_properties();
        let glyphs = self.shaper.shape(buffer, ShapeOptions::new());
        let mut pen = Pen { path: PathBuilder::new(), x: 0.0, y: 0.0 };
        let mut x = 0.0;
        for (glyph, place) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            (pen.x, pen.y) = (x + place.x_offset as f32, place.y_offset as f32);
            if let Some(outline) = self.outlines.get(GlyphId::new(glyph.glyph_id)) {
                // A glyph that cannot be drawn leaves its place empty.
                let _ = outline.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut pen);
            }
            x += place.x_advance as f32;
        }
        let path =
            pen.path.finish().and_then(|path| path.transform(Transform::from_scale(1.0 / self.em, -1.0 / self.em)));
        Text { path: path.map(Arc::new), width: x / self.em }
    }
}

/// Draws glyphs one after the other.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y + y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y + y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + x1, self.y + y1, self.x + x, self.y + y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x + x1, self.y + y1, self.x + x2, self.y + y2, self.x + x, self.y + y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_widths() {
        let width = |words: &str, weight| text(words, weight).unwrap().width;
        assert!(width("iiii", Weight::Regular) < width("MMMM", Weight::Regular));
        assert!(width("AV", Weight::Bold) < width("A", Weight::Bold) + width("V", Weight::Bold), "they are kerned");
        assert!(width("round", Weight::Regular) < width("round", Weight::Bold));
        assert!(text(" ", Weight::Bold).unwrap().path.is_none() && text("", Weight::Bold).unwrap().width == 0.0);
    }
}
