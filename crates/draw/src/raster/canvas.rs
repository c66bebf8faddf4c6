//! A page on which one document follows another: only the differences are painted again.

use super::part;
use super::plate::{Plate, join, meet};
use crate::theme::Rgb;
use std::collections::HashMap;

/// The pixels of the page and the document that it shows.
pub(crate) struct Canvas {
    page: Rgb,
    size: (u32, u32),
    pixels: Vec<Rgb>,
    /// The marks of the current document: a key that identifies each, and the pixels it can touch.
    marks: Vec<(u64, [i32; 4])>,
}

/// The changes of a page: the smallest rectangle that contains them all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Patch {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The pixels row by row; `None` for an unchanged one.
    pub(crate) pixels: Vec<Option<Rgb>>,
}

impl Canvas {
    /// Paints a document on a page of this size.
    pub(crate) fn new(plate: &Plate, (width, height): (u32, u32), page: Rgb) -> Self {
        let pixels = part(plate, page, [0, 0], [width, height]).map_or_else(
            || vec![page; width as usize * height as usize],
            |drawn| drawn.data().chunks_exact(4).map(|pixel| Rgb(pixel[0], pixel[1], pixel[2])).collect(),
        );
        Self { page, size: (width, height), pixels, marks: signs(plate) }
    }

    /// The whole page as a patch.
    pub(crate) fn whole(&self) -> Patch {
        let pixels = self.pixels.iter().copied().map(Some).collect();
        Patch { left: 0, top: 0, width: self.size.0, height: self.size.1, pixels }
    }

    /// Paints another document, and returns the changes; if there are none, one unchanged pixel, because a frame has at
    /// least one.
    pub(crate) fn show(&mut self, plate: &Plate) -> Patch {
        let marks = signs(plate);
        let areas = apart(differing(&self.marks, &marks), self.size);
        self.marks = marks;
        let width = self.size.0 as usize;
        let mut changed: Vec<(usize, Rgb)> = Vec::new();
        for [left, top, right, bottom] in areas {
            let sides = [(right - left) as u32, (bottom - top) as u32];
            let Some(drawn) = part(plate, self.page, [left, top], sides) else { continue };
            for (row, line) in drawn.data().chunks_exact(4 * sides[0] as usize).enumerate() {
                let start = (top as usize + row) * width + left as usize;
                let known = &mut self.pixels[start..start + sides[0] as usize];
                for (column, (known, pixel)) in known.iter_mut().zip(line.chunks_exact(4)).enumerate() {
                    let pixel = Rgb(pixel[0], pixel[1], pixel[2]);
                    if *known != pixel {
                        *known = pixel;
                        changed.push((start + column, pixel));
                    }
                }
            }
        }
        Patch::of(&changed, width)
    }
}

impl Patch {
    fn of(changed: &[(usize, Rgb)], width: usize) -> Self {
        let around = |rect: Option<[usize; 4]>, at: usize| {
            let (x, y) = (at % width, at / width);
            let [left, top, right, bottom] = rect.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        };
        let rect = changed.iter().fold(None, |rect, (at, _)| around(rect, *at));
        let [left, top, right, bottom] = rect.unwrap_or_default();
        let (wide, high) = (right - left + 1, bottom - top + 1);
        let mut pixels = vec![None; wide * high];
        for &(at, pixel) in changed {
            pixels[(at / width - top) * wide + at % width - left] = Some(pixel);
        }
        // The sides of a page are small enough for this type.
        let [left, top, width, height] = [left, top, wide, high].map(|side| side as u32);
        Self { left, top, width, height, pixels }
    }
}

fn signs(plate: &Plate) -> Vec<(u64, [i32; 4])> {
    plate.marks.iter().map(|mark| (mark.hash, mark.bounds)).collect()
}

/// The rectangles of marks that are in only one of the lists. Marks in both lists must be in the same order.
fn differing(before: &[(u64, [i32; 4])], after: &[(u64, [i32; 4])]) -> Vec<[i32; 4]> {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, (hash, _)) in before.iter().enumerate() {
        places.entry(*hash).or_default().push(place);
    }
    let (mut next, mut areas) = (0, Vec::new());
    for (hash, bounds) in after {
        let found = places.get(hash).and_then(|places| places.iter().find(|place| **place >= next));
        match found {
            Some(&place) => {
                areas.extend(before[next..place].iter().map(|(_, bounds)| *bounds));
                next = place + 1;
            }
            None => areas.push(*bounds),
        }
    }
    areas.extend(before[next..].iter().map(|(_, bounds)| *bounds));
    areas
}

/// Rectangles on a page of this size that contain all of these and do not overlap.
fn apart(areas: Vec<[i32; 4]>, (width, height): (u32, u32)) -> Vec<[i32; 4]> {
    let mut rest: Vec<[i32; 4]> = Vec::new();
    for [left, top, right, bottom] in areas {
        let mut area = [left.max(0), top.max(0), right.min(width as i32), bottom.min(height as i32)];
        if area[0] >= area[2] || area[1] >= area[3] {
            continue;
        }
        while let Some(met) = rest.iter().position(|other| meet(area, *other)) {
            area = join(area, rest.swap_remove(met));
        }
        rest.push(area);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_both_lists_in_one_order_is_left_alone() {
        let mark = |n: u64| (n, [n as i32, 0, n as i32 + 1, 1]);
        let differing = |before: &[u64], after: &[u64]| {
            let [before, after] = [before, after].map(|list| list.iter().map(|n| mark(*n)).collect::<Vec<_>>());
            differing(&before, &after).iter().map(|area| area[0]).collect::<Vec<_>>()
        };
        assert!(differing(&[1, 2, 3], &[1, 2, 3]).is_empty());
        assert_eq!(differing(&[1, 2, 3], &[1, 4, 3]), [4, 2]);
        assert_eq!(differing(&[1, 2], &[2, 1]), [1, 1], "what has changed places is painted anew");
        assert_eq!(differing(&[7, 7], &[7]), [7]);
    }

    #[test]
    fn areas_that_meet_become_one() {
        let areas = vec![[0, 0, 4, 4], [8, 8, 12, 12], [3, 3, 9, 9], [-9, -9, -1, -1], [15, 0, 99, 2]];
        assert_eq!(apart(areas, (20, 20)), [[0, 0, 12, 12], [15, 0, 20, 2]]);
    }
}
