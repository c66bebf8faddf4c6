//! Letters of the included fonts as outlines; fonts of the machine are not used.

use super::font::Font;
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

    fn font(self) -> Option<&'static Font> {
        static FONTS: [OnceLock<Option<Font>>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        FONTS[self as usize].get_or_init(|| Font::new(self.file())).as_ref()
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
    let text = weight.font()?.write(words);
    let mut known = known.write().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST_TEXTS {
        known.clear();
    }
    known.insert(key, text.clone());
    Some(text)
}

impl Font {
    fn write(&self, words: &str) -> Text {
        let mut path = PathBuilder::new();
        let mut x = 0.0;
        let mut before = None;
        for letter in composed(words) {
            let (glyph, advance) = match (self.glyph(letter), self.blank(letter)) {
                (None, Some(advance)) => (self.glyph(' ').unwrap_or(0), advance),
                // Glyph 0 stands for all letters that the font lacks.
                (glyph, _) => (glyph.unwrap_or(0), self.advance(glyph.unwrap_or(0))),
            };
            if let Some(before) = before {
                x += self.kerned(before, glyph) as f32;
            }
            self.draw(glyph, x, &mut path);
            x += f32::from(advance);
            before = Some(glyph);
        }
        let em = f32::from(self.em);
        let path = path.finish().and_then(|path| path.transform(Transform::from_scale(1.0 / em, -1.0 / em)));
        Text { path: path.map(Arc::new), width: x / em }
    }

    /// The width of a blank for which the font needs no glyph.
    fn blank(&self, letter: char) -> Option<u16> {
        let of = |letter| Some(self.advance(self.glyph(letter)?));
        let parts = match letter {
            '\u{2001}' | '\u{2003}' | '\u{3000}' => 1,
            '\u{2000}' | '\u{2002}' => 2,
            '\u{2004}' => 3,
            '\u{2005}' => 4,
            '\u{2006}' => 6,
            '\u{2007}' => return of('0'),
            '\u{2008}' => return of('.'),
            '\u{2009}' => 5,
            '\u{200a}' => 16,
            '\u{202f}' => return of(' ').map(|width| width / 2),
            _ => return None,
        };
        Some((self.em + parts / 2) / parts)
    }
}

/// The letters of a text, without those that are never seen, and with each accent joined to the letter before it where
/// that is a letter of its own: on some machines the names of files are written with such accents.
fn composed(words: &str) -> Vec<char> {
    let mut letters: Vec<char> = Vec::with_capacity(words.len());
    let seen = |letter: &char| !matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    for letter in words.chars().filter(seen) {
        match letters.last_mut().and_then(|last| Some((accented(*last, letter)?, last))) {
            Some((joined, last)) => *last = joined,
            None => letters.push(letter),
        }
    }
    letters
}

/// The letter that is another with an accent.
fn accented(letter: char, accent: char) -> Option<char> {
    let pairs = match accent {
        '\u{300}' => "AÀEÈIÌOÒUÙaàeèiìoòuùЕЀИЍеѐиѝ",
        '\u{301}' => "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќ",
        '\u{302}' => "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ",
        '\u{303}' => "AÃNÑOÕaãnñoõIĨiĩUŨuũ",
        '\u{304}' => "AĀaāEĒeēIĪiīOŌoōUŪuū",
        '\u{306}' => "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуў",
        '\u{307}' => "CĊcċEĖeėGĠgġIİZŻzż",
        '\u{308}' => "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёії",
        '\u{30a}' => "AÅaåUŮuů",
        '\u{30b}' => "OŐoőUŰuű",
        '\u{30c}' => "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzž",
        '\u{327}' => "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ",
        '\u{328}' => "AĄaąEĘeęIĮiįUŲuų",
        _ => return None,
    };
    let mut pairs = pairs.chars();
    while let (Some(plain), Some(joined)) = (pairs.next(), pairs.next()) {
        if plain == letter {
            return Some(joined);
        }
    }
    None
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

    /// The outline of a text, as others shape and draw it; without what is drawn unless that is asked for.
    fn oracle(words: &str, weight: Weight, is_drawn: bool) -> (Option<Path>, f32) {
        use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
        use skrifa::instance::{LocationRef, Size};
        use skrifa::outline::{DrawSettings, OutlinePen};
        use skrifa::{GlyphId, MetadataProvider};

        struct Pen(PathBuilder, f32, f32);
        impl OutlinePen for Pen {
            fn move_to(&mut self, x: f32, y: f32) {
                self.0.move_to(self.1 + x, self.2 + y);
            }
            fn line_to(&mut self, x: f32, y: f32) {
                self.0.line_to(self.1 + x, self.2 + y);
            }
            fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
                self.0.quad_to(self.1 + x1, self.2 + y1, self.1 + x, self.2 + y);
            }
            fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
                self.0.cubic_to(self.1 + x1, self.2 + y1, self.1 + x2, self.2 + y2, self.1 + x, self.2 + y);
            }
            fn close(&mut self) {
                self.0.close();
            }
        }
        let font = FontRef::new(weight.file()).unwrap();
        static DATA: [OnceLock<ShaperData>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let data = DATA[weight as usize].get_or_init(|| ShaperData::new(&font));
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(words);
        buffer.set_direction(harfrust::Direction::LeftToRight);
        buffer.guess_segment_properties();
        let glyphs = data.shaper(&font).build().shape(buffer, ShapeOptions::new());
        let outlines = font.outline_glyphs();
        let mut pen = Pen(PathBuilder::new(), 0.0, 0.0);
        let mut x = 0.0;
        for (glyph, place) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            (pen.1, pen.2) = (x + place.x_offset as f32, place.y_offset as f32);
            if is_drawn {
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                outlines.get(GlyphId::new(glyph.glyph_id)).unwrap().draw(settings, &mut pen).unwrap();
            }
            x += place.x_advance as f32;
        }
        let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        let path = pen.0.finish().and_then(|path| path.transform(Transform::from_scale(1.0 / em, -1.0 / em)));
        (path, x / em)
    }

    const WEIGHTS: [Weight; 3] = [Weight::Regular, Weight::SemiBold, Weight::Bold];

    fn check(words: &str) {
        for weight in WEIGHTS {
            let ours = weight.font().unwrap().write(words);
            let (path, width) = oracle(words, weight, true);
            assert_eq!((ours.path.as_deref(), ours.width), (path.as_ref(), width), "{words:?} in {weight:?}");
        }
    }

    fn check_width(words: &str) {
        for weight in WEIGHTS {
            let (ours, width) = (weight.font().unwrap().write(words).width, oracle(words, weight, false).1);
            assert_eq!(ours, width, "{words:?} in {weight:?}");
        }
    }

    /// Every so many of what stands for much like it: all in `make endure`, one in four otherwise.
    fn stride() -> usize {
        if std::env::var_os("GRIDHAUNT_ENDURE").is_some() { 1 } else { 4 }
    }

    #[test]
    fn letters_and_pairs_are_as_others_draw_them() {
        let known: Vec<char> =
            ('\0'..'\u{3000}').filter(|letter| Weight::Bold.font().unwrap().glyph(*letter).is_some()).collect();
        assert_eq!(known.len(), 550);
        let pairs = |letters: &[char], stride: usize, check: fn(&str)| {
            for (index, first) in letters.iter().enumerate().step_by(stride) {
                // Every pair occurs once.
                let words: String = letters[index..].iter().flat_map(|second| [*first, *second]).collect();
                check(&words);
            }
        };
        known.iter().for_each(|letter| check(&letter.to_string()));
        // Where a letter stands follows from the widths before it; what it looks like there does not depend on them.
        pairs(&known, stride(), check_width);
        let plain: Vec<char> = known.into_iter().filter(char::is_ascii).collect();
        pairs(&plain, 1, check);
    }

    #[test]
    fn what_fonts_lack_is_as_others_draw_it() {
        for words in
            ["", " ", "鬼 and 👻", "\u{301}", "x\u{301}", "👩\u{200d}💻", "co\u{ad}op", "✔\u{fe0f}", "a\u{feff}b"]
        {
            check(words);
        }
        for blank in ('\u{2000}'..='\u{200b}').chain(['\u{202f}', '\u{2060}', '\u{3000}']) {
            check(&format!("A{blank}V 1{blank}000"));
        }
    }

    #[test]
    fn accents_are_joined_as_others_join_them() {
        let accents = ('\u{300}'..'\u{330}').collect::<Vec<char>>();
        for letter in (' '..'\u{460}')
            .filter(|letter| letter.is_alphabetic() && Weight::Bold.font().unwrap().glyph(*letter).is_some())
            .step_by(stride())
        {
            let words: String = accents.iter().flat_map(|accent| ['x', letter, *accent]).collect();
            check(&words);
        }
        check("e\u{301}te\u{301} ι\u{308}\u{301}");
    }
}
