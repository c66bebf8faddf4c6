//! A document as a list of marks in pixels, which are painted one over the other.

use super::element::Element;
use super::flat::flat;
use super::letters;
use super::outline::{ellipse, path, points, rect};
use super::style::{Anchor, Ink, Style, transform};
use crate::theme::Rgb;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tiny_skia::{FillRule, LineCap, Path, PathStroker, Rect, Stroke, Transform};

/// The marks of a document at a certain size.
pub(crate) struct Plate {
    /// The sides of the document, in pixels.
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(super) marks: Vec<Mark>,
}

/// One unit of painting.
pub(super) struct Mark {
    pub(super) kind: MarkKind,
    /// The pixels it can touch: left, top, right, bottom.
    pub(super) bounds: [i32; 4],
    /// A key that is equal for marks that paint the same pixels.
    pub(super) hash: u64,
}

pub(super) enum MarkKind {
    /// An outline in pixels.
    Fill { path: Path, rule: FillRule, color: Color, smooth: bool },
    /// A line that is thinner than a pixel.
    Hairline { path: Path, line: Stroke, color: Color },
    /// A group of marks that are painted together with a common opacity.
    Group { marks: Vec<Mark>, opacity: f32 },
}

/// A colour and its opacity.
#[derive(Clone, Copy, Hash)]
pub(super) struct Color(pub(super) Rgb, pub(super) u8);

impl Plate {
    /// Reads a document of this crate; `zoom` is the number of pixels for one of its units.
    pub(crate) fn read(document: &str, zoom: f64, most_pixels: f64) -> Option<Self> {
        let root = Element::read(document)?;
        let [width, height] = ["width", "height"].map(|side| root.attribute(side).and_then(|side| side.parse().ok()));
        let (width, height): (f64, f64) = (width?, height?);
        let zoom = zoom.min((most_pixels / (width * height)).sqrt());
        let mut place = Transform::from_scale(zoom as f32, zoom as f32);
        if let Some([left, top, wide, high]) = root.attribute("viewBox").and_then(super::outline::numbers).as_deref() {
            let scale = (width as f32 / wide).min(height as f32 / high);
            let (x, y) = ((width as f32 - wide * scale) / 2.0, (height as f32 - high * scale) / 2.0);
            let view = Transform::from_translate(-left, -top).post_scale(scale, scale).post_translate(x, y);
            place = place.pre_concat(view);
        }
        let mut reader = Reader { names: HashMap::new(), paths: HashMap::new() };
        reader.find_names(&root);
        let mut marks = Vec::new();
        reader.children(&root, Style::default().of(&root), place, &mut marks);
        Some(Self { width: width * zoom, height: height * zoom, marks })
    }

    /// The sides in whole pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.width.ceil().max(1.0) as u32, self.height.ceil().max(1.0) as u32)
    }
}

/// The state of reading a document.
struct Reader<'a, 'e> {
    /// Elements by the id by which they are used.
    names: HashMap<&'a str, &'e Element<'a>>,
    /// Parsed paths by the address of their data.
    paths: HashMap<*const u8, Option<Arc<Path>>>,
}

impl<'a, 'e> Reader<'a, 'e> {
    fn find_names(&mut self, element: &'e Element<'a>) {
        for child in &element.children {
            if let Some(name) = child.attribute("id") {
                self.names.insert(name, child);
            }
            if child.name == "defs" {
                self.find_names(child);
            }
        }
    }

    fn children(&mut self, element: &'e Element<'a>, style: Style<'a>, place: Transform, marks: &mut Vec<Mark>) {
        for child in &element.children {
            self.element(child, style, place, marks);
        }
    }

    fn element(&mut self, element: &'e Element<'a>, style: Style<'a>, place: Transform, marks: &mut Vec<Mark>) {
        let style = style.of(element);
        let place = match element.attribute("transform").and_then(transform) {
            Some(transform) => place.pre_concat(transform),
            None => place,
        };
        match element.attribute("opacity").and_then(|opacity| opacity.parse().ok()) {
            Some(opacity) if opacity < 1.0 => {
                let mut inner = Vec::new();
                self.content(element, style, place, &mut inner);
                marks.extend(Mark::group(inner, opacity));
            }
            _ => self.content(element, style, place, marks),
        }
    }

    fn content(&mut self, element: &'e Element<'a>, style: Style<'a>, place: Transform, marks: &mut Vec<Mark>) {
        let number = |name| element.number(name);
        let outline = match element.name {
            "g" | "svg" => return self.children(element, style, place, marks),
            "use" => {
                let used = element.attribute("href").and_then(|name| self.names.get(name.strip_prefix('#')?).copied());
                let place = place.pre_translate(number("x"), number("y"));
                // An element is not used inside itself.
                if let Some(used) = used.filter(|used| used.name != "use") {
                    self.element(used, style, place, marks);
                }
                return;
            }
            "text" => return self.text(element, style, place, marks),
            "path" => element.attribute("d").and_then(|data| self.path(data)),
            "rect" => {
                let round = element.attribute("rx").or(element.attribute("ry")).and_then(|round| round.parse().ok());
                let sides = (number("width"), number("height"));
                rect((number("x"), number("y")), sides, round.unwrap_or(0.0)).map(Arc::new)
            }
            "circle" => ellipse((number("cx"), number("cy")), (number("r"), number("r"))).map(Arc::new),
            "ellipse" => ellipse((number("cx"), number("cy")), (number("rx"), number("ry"))).map(Arc::new),
            "line" => {
                path(&format!("M{} {}L{} {}", number("x1"), number("y1"), number("x2"), number("y2"))).map(Arc::new)
            }
            "polyline" | "polygon" => {
                element.attribute("points").and_then(|list| points(list, element.name == "polygon")).map(Arc::new)
            }
            _ => None,
        };
        if let Some(outline) = outline {
            self.shape(&outline, &style, place, marks);
        }
    }

    fn path(&mut self, data: &'a str) -> Option<Arc<Path>> {
        self.paths.entry(data.as_ptr()).or_insert_with(|| path(data).map(Arc::new)).clone()
    }

    fn text(&mut self, element: &'e Element<'a>, style: Style<'a>, place: Transform, marks: &mut Vec<Mark>) {
        let Some(text) = letters::text(&element.text(), style.weight) else { return };
        let Some(outline) = &text.path else { return };
        let size = style.font_size;
        let aside = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -text.width * size / 2.0,
            Anchor::End => -text.width * size,
        };
        // The height of a lower-case x is about half the font size.
        let units = [("em", size), ("ex", size / 2.0), ("", 1.0)];
        let down = element.attribute("dy").and_then(|down| {
            let (number, unit) = units.iter().find_map(|(name, unit)| Some((down.strip_suffix(name)?, unit)))?;
            number.parse().ok().map(|number: f32| number * unit)
        });
        let down = down.unwrap_or(0.0);
        let place = place.pre_translate(element.number("x") + aside, element.number("y") + down);
        self.shape(outline, &style, place.pre_scale(size, size), marks);
    }

    fn shape(&mut self, outline: &Arc<Path>, style: &Style<'_>, place: Transform, marks: &mut Vec<Mark>) {
        let fill = color(style.fill, style.fill_opacity).and_then(|color| {
            let bounds = outline.bounds();
            // A line has no inside to fill.
            if bounds.width() == 0.0 || bounds.height() == 0.0 {
                return None;
            }
            let rule = if style.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
            let path = flat(&outline.as_ref().clone().transform(place)?)?;
            Mark::new(MarkKind::Fill { path, rule, color, smooth: style.smooth })
        });
        let stroke = color(style.stroke, style.stroke_opacity).and_then(|color| stroke(outline, style, color, place));
        marks.extend(fill);
        marks.extend(stroke);
    }
}

fn color(ink: Ink, opacity: f32) -> Option<Color> {
    match ink {
        Ink::None => None,
        Ink::Color(color) => Some(Color(color, (opacity.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)),
    }
}

/// A line along an outline: another outline, or a hairline if it is thinner than a pixel.
fn stroke(outline: &Path, style: &Style<'_>, color: Color, place: Transform) -> Option<Mark> {
    let mut line = style.line();
    if line.width <= 0.0 || line.width.is_nan() {
        return None;
    }
    let scale = PathStroker::compute_resolution_scale(&place);
    let dashed = match line.dash.take() {
        Some(dash) => Some(outline.dash(&dash, scale)?),
        None => None,
    };
    let outline = dashed.as_ref().unwrap_or(outline);
    let (sx, sy) = place.get_scale();
    if style.smooth && line.width * sx.max(sy) <= 1.0 {
        line.width *= (sx + sy) / 2.0;
        // Not as lines: each would have its own ends, which would overlap visibly.
        let path = outline.clone().transform(place)?;
        return Mark::new(MarkKind::Hairline { path, line, color });
    }
    let path = flat(&outline.stroke(&line, scale)?.transform(place)?)?;
    Mark::new(MarkKind::Fill { path, rule: FillRule::Winding, color, smooth: style.smooth })
}

impl Mark {
    fn new(kind: MarkKind) -> Option<Self> {
        let (path, extra) = match &kind {
            MarkKind::Fill { path, .. } => (path, 1),
            MarkKind::Hairline { path, .. } => (path, 2),
            MarkKind::Group { .. } => return None,
        };
        let bounds = around(path.bounds(), extra);
        let mut hasher = DefaultHasher::new();
        for verb in path.verbs() {
            hasher.write_u8(*verb as u8);
        }
        for point in path.points() {
            hasher.write_u32(point.x.to_bits());
            hasher.write_u32(point.y.to_bits());
        }
        match &kind {
            MarkKind::Fill { rule, color, smooth, .. } => {
                (0_u8, *rule == FillRule::EvenOdd, smooth).hash(&mut hasher);
                color.hash(&mut hasher);
            }
            MarkKind::Hairline { line, color, .. } => {
                (1_u8, line.width.to_bits(), line.line_cap == LineCap::Butt).hash(&mut hasher);
                color.hash(&mut hasher);
            }
            MarkKind::Group { .. } => {}
        }
        Some(Self { kind, bounds, hash: hasher.finish() })
    }

    fn group(marks: Vec<Self>, opacity: f32) -> Option<Self> {
        let bounds = marks.iter().map(|mark| mark.bounds).reduce(join)?;
        let mut hasher = DefaultHasher::new();
        (2_u8, opacity.to_bits()).hash(&mut hasher);
        marks.iter().for_each(|mark| hasher.write_u64(mark.hash));
        Some(Self { kind: MarkKind::Group { marks, opacity }, bounds, hash: hasher.finish() })
    }
}

/// The pixels that a rectangle covers, with a margin.
fn around(rect: Rect, extra: i32) -> [i32; 4] {
    // Coordinates too large for this type are limited; they are outside the page.
    [
        (rect.left().floor() as i32).saturating_sub(extra),
        (rect.top().floor() as i32).saturating_sub(extra),
        (rect.right().ceil() as i32).saturating_add(extra),
        (rect.bottom().ceil() as i32).saturating_add(extra),
    ]
}

/// The smallest rectangle that contains both.
pub(super) fn join(one: [i32; 4], other: [i32; 4]) -> [i32; 4] {
    [one[0].min(other[0]), one[1].min(other[1]), one[2].max(other[2]), one[3].max(other[3])]
}

/// Whether two rectangles share a pixel.
pub(super) const fn meet(one: [i32; 4], other: [i32; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
