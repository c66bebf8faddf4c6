//! Reads the included fonts: TrueType outlines, one table of letters, and kerning in pairs. What no font of ours
//! contains (hints, ligatures, marks to be placed, scaled components) is not read; the tests hold every letter and
//! every pair against a library that reads any font.

use tiny_skia::PathBuilder;

/// How deep glyphs may be made of glyphs.
const MOST_DEPTH: u8 = 8;

/// A table of a font or a part of one: numbers with the high byte first.
#[derive(Clone, Copy, Debug)]
struct Table(&'static [u8]);

impl Table {
    fn from(self, at: usize) -> Option<Self> {
        self.0.get(at..).map(Self)
    }

    fn byte(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    fn number(self, at: usize) -> Option<u16> {
        self.0.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
    }

    fn signed(self, at: usize) -> Option<i16> {
        self.number(at).map(u16::cast_signed)
    }

    fn place(self, at: usize) -> Option<usize> {
        self.number(at).map(usize::from)
    }

    fn far_place(self, at: usize) -> Option<usize> {
        self.0.get(at..)?.first_chunk().copied().map(u32::from_be_bytes).map(|place| place as usize)
    }

    /// What the place of two bytes at `at` points to.
    fn follow(self, at: usize) -> Option<Self> {
        self.from(self.place(at)?)
    }

    /// The table of a font with the given tag.
    fn named(self, tag: &[u8; 4]) -> Option<Self> {
        let mut entries = (0..self.place(4)?).map(|entry| 12 + 16 * entry);
        let entry = entries.find(|entry| self.0.get(*entry..).is_some_and(|entry| entry.starts_with(tag)))?;
        self.from(self.far_place(entry + 8)?)
    }

    /// The index of a glyph in a table of coverage.
    fn covered(self, glyph: u16) -> Option<u16> {
        let count = self.place(2)?;
        if self.number(0)? == 1 {
            let index = (0..count).find(|index| self.number(4 + 2 * index) == Some(glyph))?;
            return u16::try_from(index).ok();
        }
        let [first, _, index] = self.range(4, count, glyph)?;
        index.checked_add(glyph - first)
    }

    /// The class of a glyph in a table of classes; 0 is that of all others.
    fn class(self, glyph: u16) -> u16 {
        let listed = || match self.number(0)? {
            1 => {
                let index = glyph.checked_sub(self.number(2)?).filter(|index| Some(*index) < self.number(4))?;
                self.number(6 + 2 * usize::from(index))
            }
            _ => self.range(4, self.place(2)?, glyph).map(|[_, _, class]| class),
        };
        listed().unwrap_or(0)
    }

    /// The range that contains a glyph: its first, its last, and its value.
    fn range(self, at: usize, count: usize, glyph: u16) -> Option<[u16; 3]> {
        let read = |index| {
            let at = at + 6 * index;
            Some([self.number(at)?, self.number(at + 2)?, self.number(at + 4)?])
        };
        (0..count).filter_map(read).find(|[first, last, _]| (*first..=*last).contains(&glyph))
    }

    /// How much nearer the second of two glyphs stands, by a table of pairs; nothing if the table does not know them.
    fn pair(self, first: u16, second: u16) -> Option<i16> {
        let row = usize::from(self.follow(2)?.covered(first)?);
        if self.number(0)? == 1 {
            let pairs = self.follow(10 + 2 * row)?;
            let at = (0..pairs.place(0)?).map(|pair| 2 + 4 * pair).find(|at| pairs.number(*at) == Some(second))?;
            return pairs.signed(at + 2);
        }
        let (one, other) = (self.follow(8)?.class(first), self.follow(10)?.class(second));
        self.signed(16 + 2 * (usize::from(one) * self.place(14)? + usize::from(other)))
    }
}

/// A font. Lengths are in its units.
#[derive(Debug)]
pub(super) struct Font {
    letters: Table,
    advances: Table,
    outlines: Table,
    outlines_at: Table,
    /// Every list gives way once for a pair, by the first of its tables that knows the pair.
    kerning: Vec<Vec<Table>>,
    /// Units per em.
    pub(super) em: u16,
}

impl Font {
    pub(super) fn new(file: &'static [u8]) -> Option<Self> {
        let file = Table(file);
        let letters = file.named(b"cmap")?;
        Some(Self {
            // All its tables of letters say the same.
            letters: letters.from(letters.far_place(8)?)?,
            advances: file.named(b"hmtx")?,
            outlines: file.named(b"glyf")?,
            outlines_at: file.named(b"loca")?,
            kerning: kerning(file.named(b"GPOS")?.follow(8)?)?,
            em: file.named(b"head")?.number(18)?,
        })
    }

    /// The glyph of a letter, if the font has the letter.
    pub(super) fn glyph(&self, letter: char) -> Option<u16> {
        let (table, letter) = (self.letters, u16::try_from(u32::from(letter)).ok()?);
        let ends = 14;
        let doubled = table.place(6)?;
        let mut segments = (0..doubled).step_by(2);
        let at = ends + segments.find(|at| table.number(ends + at).is_some_and(|end| letter <= end))?;
        let first = table.number(at + doubled + 2)?;
        let after = letter.checked_sub(first)?;
        let (shift, list) = (table.number(at + 2 * doubled + 2)?, at + 3 * doubled + 2);
        let glyph = match table.place(list)? {
            0 => letter,
            place => table.number(list + place + 2 * usize::from(after))?,
        };
        Some(glyph.wrapping_add(shift)).filter(|glyph| *glyph != 0)
    }

    /// How far the next glyph is.
    pub(super) fn advance(&self, glyph: u16) -> u16 {
        self.advances.number(4 * usize::from(glyph)).unwrap_or(0)
    }

    /// How much farther the second of two glyphs is than the first says.
    pub(super) fn kerned(&self, first: u16, second: u16) -> i32 {
        let by = |tables: &Vec<Table>| tables.iter().find_map(|table| table.pair(first, second));
        self.kerning.iter().filter_map(by).map(i32::from).sum()
    }

    /// Draws a glyph on the baseline. One that cannot be read leaves its place empty.
    pub(super) fn draw(&self, glyph: u16, x: f32, path: &mut PathBuilder) {
        let shift = self.shift(glyph, MOST_DEPTH).unwrap_or(0);
        let _ = self.draw_part(glyph, [x + shift as f32, 0.0], MOST_DEPTH, path);
    }

    fn outline(&self, glyph: u16) -> Option<Table> {
        let at = |glyph: usize| self.outlines_at.place(2 * glyph).map(|half| 2 * half);
        let (start, end) = (at(glyph.into())?, at(usize::from(glyph) + 1)?);
        self.outlines.0.get(start..end).map(Table)
    }

    /// How much farther to the right a glyph begins than its outline does; a glyph may begin as one of its parts does.
    fn shift(&self, glyph: u16, depth: u8) -> Option<i32> {
        let outline = self.outline(glyph)?;
        match parts(outline)?.iter().rfind(|part| part.measures) {
            Some(part) => self.shift(part.glyph, depth.checked_sub(1)?),
            None => Some(i32::from(self.advances.signed(4 * usize::from(glyph) + 2)?) - i32::from(outline.signed(2)?)),
        }
    }

    fn draw_part(&self, glyph: u16, [x, y]: [f32; 2], depth: u8, path: &mut PathBuilder) -> Option<()> {
        let outline = self.outline(glyph)?;
        if let Ok(contours) = usize::try_from(outline.signed(0)?) {
            return draw_simple(outline, contours, [x, y], path);
        }
        for Part { glyph, right, up, .. } in parts(outline)? {
            self.draw_part(glyph, [x + f32::from(right), y + f32::from(up)], depth.checked_sub(1)?, path)?;
        }
        Some(())
    }
}

/// A glyph as a part of another, and where it is in it.
struct Part {
    glyph: u16,
    right: i16,
    up: i16,
    /// Whether the whole begins where this part does.
    measures: bool,
}

/// The parts of an outline; an outline that has a number of contours has none.
fn parts(outline: Table) -> Option<Vec<Part>> {
    const WORDS: u16 = 1;
    const MORE: u16 = 1 << 5;
    const MEASURES: u16 = 1 << 9;
    let mut parts = Vec::new();
    let mut at = 10;
    let mut more = outline.signed(0)? < 0;
    while more {
        let (flags, glyph) = (outline.number(at)?, outline.number(at + 2)?);
        let (right, up, size) = match flags & WORDS {
            0 => {
                let offset = |at| outline.byte(at).map(|byte| i16::from(byte.cast_signed()));
                (offset(at + 4)?, offset(at + 5)?, 6)
            }
            _ => (outline.signed(at + 4)?, outline.signed(at + 6)?, 8),
        };
        parts.push(Part { glyph, right, up, measures: flags & MEASURES != 0 });
        at += size;
        more = flags & MORE != 0;
    }
    Some(parts)
}

/// The tables of pairs, from the list of everything that moves glyphs.
fn kerning(lookups: Table) -> Option<Vec<Vec<Table>>> {
    const EXTENSION: u16 = 9;
    let lookup = |index: usize| {
        let lookup = lookups.follow(2 + 2 * index)?;
        let table = |index: usize| {
            let table = lookup.follow(6 + 2 * index)?;
            match lookup.number(0)? {
                EXTENSION => table.from(table.far_place(4)?),
                _ => Some(table),
            }
        };
        (0..lookup.place(4)?).map(table).collect()
    };
    (0..lookups.place(0)?).map(lookup).collect()
}

/// A point of an outline, and whether the curve passes through it.
#[derive(Clone, Copy, Debug)]
struct Point {
    x: f32,
    y: f32,
    on: bool,
}

impl Point {
    fn between(self, other: Self) -> Self {
        Self { x: f32::midpoint(self.x, other.x), y: f32::midpoint(self.y, other.y), on: true }
    }
}

fn draw_simple(outline: Table, contours: usize, origin: [f32; 2], path: &mut PathBuilder) -> Option<()> {
    let ends = 10;
    let Some(last) = contours.checked_sub(1) else { return Some(()) };
    let count = outline.place(ends + 2 * last)? + 1;
    let hints = ends + 2 * contours;
    let points = points(outline.from(hints + 2 + outline.place(hints)?)?, count, origin)?;
    let mut start = 0;
    for contour in 0..contours {
        let end = outline.place(ends + 2 * contour)? + 1;
        draw_contour(points.get(start..end)?, path);
        start = end;
    }
    Some(())
}

/// Points are written as flags, then all steps to the right, then all steps up.
fn points(table: Table, count: usize, origin: [f32; 2]) -> Option<Vec<Point>> {
    const ON: u8 = 1;
    const REPEATED: u8 = 1 << 3;
    let mut flags = Vec::with_capacity(count);
    let mut at = 0;
    while flags.len() < count {
        let flag = table.byte(at)?;
        at += 1;
        let mut times = 1;
        if flag & REPEATED != 0 {
            times += usize::from(table.byte(at)?);
            at += 1;
        }
        flags.extend((flags.len()..count).take(times).map(|_| flag));
    }
    // A step is a byte whose sign is in the flags, two bytes, or as long as nothing.
    let mut steps = |short: u8, same: u8, start: f32| {
        let mut place = start;
        let mut step = |flag: &u8| {
            let step = match (flag & short != 0, flag & same != 0) {
                (true, positive) => {
                    let step = i16::from(table.byte(at)?);
                    at += 1;
                    if positive { step } else { -step }
                }
                (false, true) => 0,
                (false, false) => {
                    at += 2;
                    table.signed(at - 2)?
                }
            };
            place += f32::from(step);
            Some(place)
        };
        flags.iter().map(&mut step).collect::<Option<Vec<f32>>>()
    };
    let (xs, ys) = (steps(1 << 1, 1 << 4, origin[0])?, steps(1 << 2, 1 << 5, origin[1])?);
    Some(xs.into_iter().zip(ys).zip(&flags).map(|((x, y), flag)| Point { x, y, on: flag & ON != 0 }).collect())
}

/// Draws a closed curve: between two points that it does not pass through it passes through the middle.
fn draw_contour(points: &[Point], path: &mut PathBuilder) {
    let ([first, rest @ ..], Some(last)) = (points, points.last()) else { return };
    let (start, points) = match (first.on, last.on) {
        (true, _) => (*first, rest),
        (false, true) => (*last, &points[..points.len() - 1]),
        (false, false) => (last.between(*first), points),
    };
    path.move_to(start.x, start.y);
    let mut bend: Option<Point> = None;
    for point in points {
        match bend {
            None if point.on => path.line_to(point.x, point.y),
            None => {}
            Some(bend) => {
                let to = if point.on { *point } else { bend.between(*point) };
                path.quad_to(bend.x, bend.y, to.x, to.y);
            }
        }
        bend = (!point.on).then_some(*point);
    }
    if let Some(bend) = bend {
        path.quad_to(bend.x, bend.y, start.x, start.y);
    }
    path.close();
}
