//! The colours of a frame.

use crate::theme::Rgb;
use std::collections::HashMap;

/// At most 256 colours, and which of them replaces each colour of a picture.
pub(super) struct Palette {
    /// The colours, the most frequent first.
    pub(super) colors: Vec<Rgb>,
    entries: HashMap<Rgb, u8>,
}

impl Palette {
    /// The palette of these pixels: exact if there are at most `most` colours, else chosen so that the largest error is
    /// small.
    pub(super) fn of(pixels: impl Iterator<Item = Rgb>, most: usize) -> Self {
        let found = by_frequency(pixels);
        // Flat colours are frequent; the shades at their edges are rare and similar to each other.
        let reaches = (0..).map(|step: u32| step * step);
        let colors = reaches.map(|reach| leaders(&found, reach)).find(|colors| colors.len() <= most);
        let colors = colors.unwrap_or_default();
        let nearest = |color: &Rgb| {
            let entries = colors.iter().enumerate();
            entries.min_by_key(|(_, entry)| distance(**entry, *color)).map_or(0, |(entry, _)| entry as u8)
        };
        let entries = found.iter().map(|color| (*color, nearest(color))).collect();
        Self { colors, entries }
    }

    /// The palette index for a colour of the picture.
    pub(super) fn entry(&self, color: Rgb) -> u8 {
        self.entries.get(&color).copied().unwrap_or(0)
    }
}

/// All colours, the most frequent first.
fn by_frequency(pixels: impl Iterator<Item = Rgb>) -> Vec<Rgb> {
    let mut counts: HashMap<Rgb, u64> = HashMap::new();
    let mut run: Option<(Rgb, u64)> = None;
    for pixel in pixels {
        match &mut run {
            Some((color, length)) if *color == pixel => *length += 1,
            _ => {
                if let Some((color, length)) = run.replace((pixel, 1)) {
                    *counts.entry(color).or_default() += length;
                }
            }
        }
    }
    if let Some((color, length)) = run {
        *counts.entry(color).or_default() += length;
    }
    let mut found: Vec<(Rgb, u64)> = counts.into_iter().collect();
    found.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
    found.into_iter().map(|(color, _)| color).collect()
}

/// A subset of the colours: no two are nearer to each other than `reach`, and every colour is within `reach` of one of
/// them.
fn leaders(found: &[Rgb], reach: u32) -> Vec<Rgb> {
    if reach == 0 {
        return found.to_vec();
    }
    let mut leaders: Vec<Rgb> = Vec::new();
    for &color in found {
        if leaders.iter().all(|&leader| distance(leader, color) >= reach) {
            leaders.push(color);
        }
    }
    leaders
}

/// The square of the distance between two colours.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let parts = [one.0.abs_diff(other.0), one.1.abs_diff(other.1), one.2.abs_diff(other.2)];
    parts.map(|part| u32::from(part).pow(2)).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels: Vec<Rgb> = (0..256).map(|n| Rgb(n as u8, (n / 2) as u8, 7)).collect();
        let palette = Palette::of(pixels.iter().copied(), 256);
        assert!(pixels.iter().all(|&pixel| palette.colors[usize::from(palette.entry(pixel))] == pixel));
    }

    #[test]
    fn of_many_colours_none_is_far_off_and_frequent_ones_are_exact() {
        let flat = Rgb(200, 30, 30);
        let shades = (0..5000_u32).map(|n| Rgb((n % 251) as u8, (n % 241) as u8, (n % 239) as u8));
        let pixels: Vec<Rgb> = std::iter::repeat_n(flat, 9000).chain(shades).collect();
        let palette = Palette::of(pixels.iter().copied(), 255);
        assert!(palette.colors.len() <= 255);
        let shown = |pixel: Rgb| palette.colors[usize::from(palette.entry(pixel))];
        assert_eq!(shown(flat), flat);
        let worst = pixels.iter().map(|&pixel| distance(pixel, shown(pixel))).max();
        assert!(worst < Some(50 * 50), "{worst:?}");
    }

    #[test]
    fn no_picture_has_no_colours() {
        assert!(Palette::of(std::iter::empty(), 255).colors.is_empty());
    }
}
