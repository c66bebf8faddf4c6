//! The palette: the colours of the tints, in all kinds of output.
//!
//! The colours are those of Okabe and Ito or near them: people who confuse red and green can tell them apart. Two
//! things that meet on one board differ in lightness and shape too.

use gridhaunt_kernel::scene::{Depth, Hue, Tint};
use std::fmt;

/// A colour in sRGB: red, green and blue from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(hex: u32) -> Self {
        Self((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn contrast(self) -> Self {
        let part = |part: u8, weight: f64| weight * (f64::from(part) / 255.0).powf(2.2);
        let luminance = part(self.0, 0.2126) + part(self.1, 0.7152) + part(self.2, 0.0722);
        // Where the contrast ratios of WCAG with black and with white are equal.
        if luminance > 0.18 { Self::hex(0x14171c) } else { Self::hex(0xffffff) }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// One tint in its three surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// On a light page.
    pub light: Rgb,
    /// On a dark page.
    pub dark: Rgb,
    /// On a terminal, as a number among its 256; it can be read on black and on white.
    pub terminal: u8,
}

impl Swatch {
    /// The colours of a tint.
    #[must_use]
    pub const fn of(tint: Tint) -> Self {
        let (light, dark, terminal) = match tint {
            Tint::Green => (0x009e73, 0x2fc79b, 36),
            Tint::Silver => (0x646c79, 0xdfe3ea, 247),
            Tint::Amber => (0xf5bd1f, 0xf7c948, 178),
            Tint::Brown => (0x8a5a2b, 0xa8743f, 137),
            Tint::Red => (0xc8283c, 0xd63a4a, 167),
            Tint::Blue => (0x0b63b8, 0x2a76c8, 68),
            Tint::Jade => (0x12a37a, 0x2fbf8a, 35),
            Tint::Orchid => (0xb0588b, 0xdc8fbd, 175),
            Tint::Orange => (0xd55e00, 0xf0803c, 208),
            Tint::Navy => (0x00518f, 0x2a76c8, 68),
            Tint::Royal => (0x0b63b8, 0x3b8ee0, 69),
            Tint::Magenta => (0xa8327f, 0xc455a8, 170),
            Tint::Ice => (0x56b4e9, 0x9bd6fa, 117),
            Tint::Moss => (0x3a6b2a, 0x4f7a3d, 65),
            Tint::Indigo => (0x5a55a8, 0xb4aef0, 141),
            Tint::Pewter => (0x5b6675, 0xbcc3cf, 247),
            Tint::Blush => (0xfbf3f8, 0xf3e3ee, 175),
            Tint::Cream => (0xfbf3f8, 0xf3e3ee, 208),
            Tint::Mist => (0xf1f0fd, 0xeceafc, 189),
            Tint::Brass => (0xe3a008, 0xf7c948, 178),
            Tint::Plum => (0x7a5a68, 0x8a6677, 139),
            Tint::Emerald => (0x1f9d63, 0x34d399, 35),
            Tint::Olive => (0x35402b, 0x8fa052, 101),
            Tint::Violet => (0x6f4fc4, 0x9b83ec, 98),
            Tint::Fuchsia => (0xb3277f, 0xe56fb4, 169),
            Tint::Ember => (0xd55e00, 0xff7a2e, 215),
            Tint::Gold => (0xe69f00, 0xffe066, 214),
            Tint::Mauve => (0xb65a8e, 0xe39cc6, 182),
            Tint::Ink => (0x14171c, 0xf4f1e8, 220),
            Tint::Sky => (0x0b63b8, 0x8fd0ff, 81),
            Tint::Marigold => (0xe69f00, 0xf0c040, 214),
            Tint::Azure => (0x0072b2, 0x5db4ec, 75),
            Tint::Topaz => (0xe3a008, 0xf7c948, 220),
            Tint::Sun => (0xe69f00, 0xffd75e, 220),
            Tint::Rose => (0xa8327f, 0xe58fc6, 176),
            Tint::Pitch => (0x14171c, 0xf4f1e8, 231),
            Tint::Slate => (0x5b6675, 0x74839a, 66),
            Tint::Ash => (0xd5d8de, 0x4a515e, 247),
            Tint::Honey => (0xf0b71f, 0xf0c040, 178),
            Tint::Iron => (0x566070, 0xa9b3c3, 246),
            Tint::Smoke => (0xa0a8b5, 0x626c7d, 242),
            Tint::Stone => (0x565e6e, 0x5a6375, 244),
            Tint::Parchment => (0xf6f0e3, 0x2f3542, 244),
            Tint::Sand => (0xe7decb, 0x262b36, 137),
            Tint::Oak => (0xb07a3c, 0xb98545, 172),
            Tint::Paper => (0xffffff, 0x14171c, 244),
            Tint::Straw => (0xfcecb5, 0x3b3622, 178),
            Tint::Graphite => (0x3b414d, 0x97a1b1, 244),
            Tint::Tangerine => (0xd55e00, 0xffb454, 215),
            Tint::Cobalt => (0x0b63b8, 0x4da6e0, 39),
            // People with any kind of colour blindness can distinguish these: they differ in lightness and in blue
            // against yellow, not only in red against green.
            Tint::Of(Hue::Rust, Depth::Pale) => (0xfbb58d, 0x5d3d2b, 216),
            Tint::Of(Hue::Water, Depth::Pale) => (0x93c8fb, 0x1b4570, 111),
            Tint::Of(Hue::Leaf, Depth::Pale) => (0xb5dfcf, 0x0f6354, 115),
            Tint::Of(Hue::Corn, Depth::Pale) => (0xffe58c, 0x6b5a12, 228),
            Tint::Of(Hue::Rust, Depth::Soft) => (0xf49a68, 0x7a4f37, 209),
            Tint::Of(Hue::Water, Depth::Soft) => (0x6fb1f2, 0x245a90, 75),
            Tint::Of(Hue::Leaf, Depth::Soft) => (0x8fcbb6, 0x147d69, 79),
            Tint::Of(Hue::Corn, Depth::Soft) => (0xf2cf57, 0x877219, 221),
            Tint::Of(Hue::Rust, Depth::Strong) => (0xcf4f17, 0xd2653a, 202),
            Tint::Of(Hue::Water, Depth::Strong) => (0x2f74d6, 0x4f8fe6, 33),
            Tint::Of(Hue::Leaf, Depth::Strong) => (0x1fae8c, 0x1fc4a0, 36),
            Tint::Of(Hue::Corn, Depth::Strong) => (0xdfa400, 0xd3ab1c, 178),
            Tint::Of(Hue::Rust, Depth::Deep) => (0x7d1a0a, 0xffa075, 160),
            Tint::Of(Hue::Water, Depth::Deep) => (0x1246a8, 0x84c5ff, 27),
            Tint::Of(Hue::Leaf, Depth::Deep) => (0x0f7d64, 0x74f5cf, 29),
            Tint::Of(Hue::Corn, Depth::Deep) => (0xb08200, 0xffe14f, 136),
        };
        Self { light: Rgb::hex(light), dark: Rgb::hex(dark), terminal }
    }

    /// The colour on a light or a dark page.
    #[must_use]
    pub const fn on(self, dark: bool) -> Rgb {
        if dark { self.dark } else { self.light }
    }
}

/// The colours of the parts that have no look: page, lines and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Paper {
    pub page: Rgb,
    pub floor: Rgb,
    /// The lines between open cells, and the empty part of a bar.
    pub faint: Rgb,
    pub wall: Rgb,
    /// The more important text.
    pub text: Rgb,
    /// The less important text.
    pub muted: Rgb,
}

impl Paper {
    /// A light or a dark page.
    #[must_use]
    pub const fn new(dark: bool) -> Self {
        let [page, floor, faint, wall, text, muted] = if dark {
            [0x14171c, 0x1d2129, 0x2e343f, 0x97a1b1, 0xe8ebf0, 0x9aa3b2]
        } else {
            [0xffffff, 0xfaf8f3, 0xe6e2d8, 0x3b414d, 0x1f242c, 0x676f7c]
        };
        Self {
            page: Rgb::hex(page),
            floor: Rgb::hex(floor),
            faint: Rgb::hex(faint),
            wall: Rgb::hex(wall),
            text: Rgb::hex(text),
            muted: Rgb::hex(muted),
        }
    }
}

/// The terminal colour of less important text.
pub const TERMINAL_MUTED: u8 = 244;
