//! Styles of elements, which children inherit.

use super::element::Element;
use super::letters::Weight;
use super::outline::numbers;
use crate::theme::Rgb;
use tiny_skia::{LineCap, LineJoin, Stroke, StrokeDash, Transform};

/// What a shape is filled or stroked with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    None,
    Color(Rgb),
}

/// The horizontal alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The properties that children inherit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    color: Rgb,
    pub(super) fill: Ink,
    pub(super) fill_opacity: f32,
    pub(super) stroke: Ink,
    pub(super) stroke_opacity: f32,
    width: f32,
    cap: LineCap,
    join: LineJoin,
    dashes: Option<&'a str>,
    /// Whether edges are smooth.
    pub(super) smooth: bool,
    pub(super) even_odd: bool,
    pub(super) font_size: f32,
    pub(super) weight: Weight,
    pub(super) anchor: Anchor,
}

impl Default for Style<'_> {
    fn default() -> Self {
        let black = Rgb(0, 0, 0);
        Self {
            color: black,
            fill: Ink::Color(black),
            fill_opacity: 1.0,
            stroke: Ink::None,
            stroke_opacity: 1.0,
            width: 1.0,
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            dashes: None,
            smooth: true,
            even_odd: false,
            font_size: 12.0,
            weight: Weight::Regular,
            anchor: Anchor::Start,
        }
    }
}

impl<'a> Style<'a> {
    /// The style of a child element of an element with this style.
    pub(super) fn of(mut self, element: &Element<'a>) -> Self {
        // The colour first: the others may refer to it.
        if let Some(color) = element.attribute("color").and_then(color) {
            self.color = color;
        }
        for (name, value) in element.attributes() {
            let number = || value.parse::<f32>().ok();
            match name {
                "fill" => self.fill = self.ink(value),
                "stroke" => self.stroke = self.ink(value),
                "fill-opacity" => self.fill_opacity = number().unwrap_or(1.0),
                "stroke-opacity" => self.stroke_opacity = number().unwrap_or(1.0),
                "stroke-width" => self.width = number().unwrap_or(1.0),
                "stroke-dasharray" => self.dashes = Some(value).filter(|value| *value != "none"),
                "stroke-linecap" => {
                    self.cap = match value {
                        "round" => LineCap::Round,
                        "square" => LineCap::Square,
                        _ => LineCap::Butt,
                    }
                }
                "stroke-linejoin" => {
                    self.join = match value {
                        "round" => LineJoin::Round,
                        "bevel" => LineJoin::Bevel,
                        _ => LineJoin::Miter,
                    }
                }
                "shape-rendering" => self.smooth = value != "crispEdges",
                "fill-rule" => self.even_odd = value == "evenodd",
                "font-size" => self.font_size = number().unwrap_or(12.0),
                "font-weight" => {
                    self.weight = match value {
                        "bold" => Weight::Bold,
                        value => Weight::of(value.parse().unwrap_or(400)),
                    }
                }
                "text-anchor" => {
                    self.anchor = match value {
                        "middle" => Anchor::Middle,
                        "end" => Anchor::End,
                        _ => Anchor::Start,
                    }
                }
                _ => {}
            }
        }
        self
    }

    fn ink(&self, value: &str) -> Ink {
        match value {
            "none" => Ink::None,
            "currentColor" => Ink::Color(self.color),
            value => color(value).map_or(Ink::None, Ink::Color),
        }
    }

    /// The stroke in this style.
    pub(super) fn line(&self) -> Stroke {
        let dash = self.dashes.and_then(numbers).and_then(|mut dashes| {
            if !dashes.len().is_multiple_of(2) {
                dashes.extend_from_within(..);
            }
            StrokeDash::new(dashes, 0.0)
        });
        Stroke { width: self.width, line_cap: self.cap, line_join: self.join, dash, ..Stroke::default() }
    }
}

/// A colour such as `#fa0` or `#ffaa00`.
fn color(value: &str) -> Option<Rgb> {
    let digits = value.strip_prefix('#')?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [red, green, blue] = match digits.len() {
        3 => [number >> 8, number >> 4, number].map(|part| (part & 0xf) * 17),
        6 => [number >> 16, number >> 8, number].map(|part| part & 0xff),
        _ => return None,
    };
    Some(Rgb(red as u8, green as u8, blue as u8))
}

/// The transformation of an attribute such as `translate(3 4) scale(2)`.
pub(super) fn transform(value: &str) -> Option<Transform> {
    let mut whole = Transform::identity();
    for part in value.split(')').filter(|part| !part.trim().is_empty()) {
        let (name, list) = part.split_once('(')?;
        let numbers = numbers(list)?;
        let part = match (name.trim_matches([' ', ',']), numbers.as_slice()) {
            ("translate", &[x]) => Transform::from_translate(x, 0.0),
            ("translate", &[x, y]) => Transform::from_translate(x, y),
            ("scale", &[scale]) => Transform::from_scale(scale, scale),
            ("scale", &[x, y]) => Transform::from_scale(x, y),
            ("rotate", &[angle]) => Transform::from_rotate(angle),
            ("rotate", &[angle, x, y]) => Transform::from_rotate_at(angle, x, y),
            ("matrix", &[a, b, c, d, e, f]) => Transform::from_row(a, b, c, d, e, f),
            _ => return None,
        };
        whole = whole.pre_concat(part);
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read() {
        assert_eq!([color("#fa0"), color("#14171c")], [Some(Rgb(255, 170, 0)), Some(Rgb(0x14, 0x17, 0x1c))]);
        assert_eq!([color("red"), color("#12345"), color("#ggg")], [None; 3]);
    }

    #[test]
    fn transforms_are_read_from_left_to_right() {
        let mut points = [tiny_skia::Point::from_xy(1.0, 0.0)];
        transform("translate(10 20) rotate(90) scale(2)").unwrap().map_points(&mut points);
        assert!((points[0].x - 10.0).abs() < 1e-5 && (points[0].y - 22.0).abs() < 1e-5, "{points:?}");
        assert!(transform("skewX(3)").is_none() && transform("scale").is_none());
    }
}
