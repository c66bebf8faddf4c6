//! Outlines: the data of paths, and the basic shapes.

use tiny_skia::{Path, PathBuilder, Rect};

/// How far the handles of a quarter of a circle reach, in its radius.
const HANDLE: f32 = 0.552_284_8;

/// The path that `d` describes.
pub(super) fn path(data: &str) -> Option<Path> {
    let mut pen = Pen::default();
    let mut data = Data { rest: data };
    let mut command = b'M';
    while let Some(next) = data.peek() {
        if next.is_ascii_alphabetic() {
            command = next;
            data.skip();
        } else if command.eq_ignore_ascii_case(&b'Z') {
            break;
        }
        pen.draw(command, &mut data)?;
        // Further points after a move are lines.
        command = match command {
            b'M' => b'L',
            b'm' => b'l',
            other => other,
        };
    }
    pen.path.finish()
}

pub(super) fn ellipse((x, y): (f32, f32), (across, down): (f32, f32)) -> Option<Path> {
    if !(across > 0.0 && down > 0.0) {
        return None;
    }
    let (dx, dy) = (across * HANDLE, down * HANDLE);
    let mut path = PathBuilder::new();
    path.move_to(x + across, y);
    path.cubic_to(x + across, y + dy, x + dx, y + down, x, y + down);
    path.cubic_to(x - dx, y + down, x - across, y + dy, x - across, y);
    path.cubic_to(x - across, y - dy, x - dx, y - down, x, y - down);
    path.cubic_to(x + dx, y - down, x + across, y - dy, x + across, y);
    path.close();
    path.finish()
}

/// A rectangle with rounded corners.
pub(super) fn rect((x, y): (f32, f32), (width, height): (f32, f32), round: f32) -> Option<Path> {
    let rect = Rect::from_xywh(x, y, width, height)?;
    if round <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    let (rx, ry) = (round.min(width / 2.0), round.min(height / 2.0));
    let (hx, hy) = (rx * (1.0 - HANDLE), ry * (1.0 - HANDLE));
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + rx, y);
    path.line_to(right - rx, y);
    path.cubic_to(right - hx, y, right, y + hy, right, y + ry);
    path.line_to(right, bottom - ry);
    path.cubic_to(right, bottom - hy, right - hx, bottom, right - rx, bottom);
    path.line_to(x + rx, bottom);
    path.cubic_to(x + hx, bottom, x, bottom - hy, x, bottom - ry);
    path.line_to(x, y + ry);
    path.cubic_to(x, y + hy, x + hx, y, x + rx, y);
    path.close();
    path.finish()
}

/// The line through points, as `points` lists them.
pub(super) fn points(list: &str, closed: bool) -> Option<Path> {
    let mut data = Data { rest: list };
    let mut path = PathBuilder::new();
    while data.peek().is_some() {
        let (x, y) = (data.number()?, data.number()?);
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The numbers of a list, with blanks, commas or signs between them.
pub(super) fn numbers(list: &str) -> Option<Vec<f32>> {
    let mut data = Data { rest: list };
    let mut numbers = Vec::new();
    while data.peek().is_some() {
        numbers.push(data.number()?);
    }
    Some(numbers)
}

/// What is left to read.
struct Data<'a> {
    rest: &'a str,
}

impl Data<'_> {
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
        self.rest.bytes().next()
    }

    fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or("");
    }

    fn number(&mut self) -> Option<f32> {
        self.peek()?;
        let (mut dot, mut power) = (false, false);
        let mut before = b' ';
        let ends = |byte: u8| {
            let ends = match byte {
                b'0'..=b'9' => false,
                b'-' | b'+' => !matches!(before, b' ' | b'e'),
                b'.' if dot || power => true,
                b'.' => {
                    dot = true;
                    false
                }
                b'e' if !power => {
                    power = true;
                    false
                }
                _ => true,
            };
            before = byte;
            ends
        };
        let length = self.rest.bytes().position(ends).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(length);
        self.rest = rest;
        number.parse().ok()
    }

    /// A single digit of an arc.
    fn flag(&mut self) -> Option<bool> {
        let flag = self.peek()? == b'1';
        self.skip();
        Some(flag)
    }
}

#[derive(Default)]
struct Pen {
    path: PathBuilder,
    at: (f32, f32),
    /// The start of the current subpath.
    start: (f32, f32),
    /// The last handle, and whether it was one of a cubic curve.
    handle: Option<((f32, f32), bool)>,
}

impl Pen {
    fn draw(&mut self, command: u8, data: &mut Data<'_>) -> Option<()> {
        let (x, y) = if command.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        let point = |data: &mut Data<'_>| Some((x + data.number()?, y + data.number()?));
        let mut handle = None;
        match command.to_ascii_uppercase() {
            b'M' => {
                self.at = point(data)?;
                self.start = self.at;
                self.path.move_to(self.at.0, self.at.1);
            }
            b'L' => self.line(point(data)?),
            b'H' => self.line((x + data.number()?, self.at.1)),
            b'V' => self.line((self.at.0, y + data.number()?)),
            b'C' => {
                let (one, two, to) = (point(data)?, point(data)?, point(data)?);
                handle = self.cubic(one, two, to);
            }
            b'S' => {
                let (two, to) = (point(data)?, point(data)?);
                handle = self.cubic(self.mirrored(true), two, to);
            }
            b'Q' => {
                let (one, to) = (point(data)?, point(data)?);
                handle = self.quad(one, to);
            }
            b'T' => {
                let to = point(data)?;
                handle = self.quad(self.mirrored(false), to);
            }
            b'A' => {
                let radii = (data.number()?.abs(), data.number()?.abs());
                let (turn, large, sweep) = (data.number()?, data.flag()?, data.flag()?);
                let to = point(data)?;
                self.arc(radii, turn, (large, sweep), to);
            }
            b'Z' => {
                self.path.close();
                self.at = self.start;
            }
            _ => return None,
        }
        self.handle = handle;
        Some(())
    }

    fn line(&mut self, to: (f32, f32)) {
        self.path.line_to(to.0, to.1);
        self.at = to;
    }

    fn cubic(&mut self, one: (f32, f32), two: (f32, f32), to: (f32, f32)) -> Option<((f32, f32), bool)> {
        self.path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
        self.at = to;
        Some((two, true))
    }

    fn quad(&mut self, one: (f32, f32), to: (f32, f32)) -> Option<((f32, f32), bool)> {
        self.path.quad_to(one.0, one.1, to.0, to.1);
        self.at = to;
        Some((one, false))
    }

    /// The handle with which the next curve continues smoothly.
    fn mirrored(&self, cubic: bool) -> (f32, f32) {
        match self.handle {
            Some(((x, y), of_cubic)) if of_cubic == cubic => (2.0 * self.at.0 - x, 2.0 * self.at.1 - y),
            _ => self.at,
        }
    }

    /// An arc of an ellipse, as cubic curves of at most a quarter each.
    fn arc(&mut self, radii: (f32, f32), turn: f32, (large, sweep): (bool, bool), to: (f32, f32)) {
        let (from, [mut rx, mut ry]) = (self.at, [radii.0, radii.1].map(f64::from));
        if from == to {
            return;
        }
        if rx == 0.0 || ry == 0.0 {
            return self.line(to);
        }
        let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(f64::from);
        let (sin, cos) = f64::from(turn).to_radians().sin_cos();
        let (dx, dy) = ((x0 - x1) / 2.0, (y0 - y1) / 2.0);
        let (x, y) = (cos * dx + sin * dy, cos * dy - sin * dx);
        let reach = (x / rx).powi(2) + (y / ry).powi(2);
        if reach > 1.0 {
            (rx, ry) = (rx * reach.sqrt(), ry * reach.sqrt());
        }
        let square = (rx * y).powi(2) + (ry * x).powi(2);
        let far = (((rx * ry).powi(2) - square).max(0.0) / square).sqrt() * if large == sweep { -1.0 } else { 1.0 };
        let (cx, cy) = (far * rx * y / ry, -far * ry * x / rx);
        let (middle_x, middle_y) = (cos * cx - sin * cy + (x0 + x1) / 2.0, sin * cx + cos * cy + (y0 + y1) / 2.0);
        let begin = ((y - cy) / ry).atan2((x - cx) / rx);
        let mut sweep_by = ((-y - cy) / ry).atan2((-x - cx) / rx) - begin;
        if sweep && sweep_by < 0.0 {
            sweep_by += std::f64::consts::TAU;
        } else if !sweep && sweep_by > 0.0 {
            sweep_by -= std::f64::consts::TAU;
        }
        let parts = (sweep_by.abs() / std::f64::consts::FRAC_PI_2 - 1e-6).ceil().max(1.0);
        let by = sweep_by / parts;
        let reach = 4.0 / 3.0 * (by / 4.0).tan();
        let place = |(x, y): (f64, f64)| {
            let (x, y) = (rx * x, ry * y);
            ((middle_x + cos * x - sin * y) as f32, (middle_y + sin * x + cos * y) as f32)
        };
        for part in 0..parts as u32 {
            let (one, two) = (begin + f64::from(part) * by, begin + f64::from(part + 1) * by);
            let first = place((one.cos() - reach * one.sin(), one.sin() + reach * one.cos()));
            let second = place((two.cos() + reach * two.sin(), two.sin() - reach * two.cos()));
            let end = if part + 1 == parts as u32 { to } else { place((two.cos(), two.sin())) };
            self.cubic(first, second, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(data: &str) -> [f32; 4] {
        let bounds = path(data).unwrap().compute_tight_bounds().unwrap();
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(|side| (side * 100.0).round() / 100.0)
    }

    #[test]
    fn numbers_need_nothing_between_them() {
        assert_eq!(numbers("1-2.5.5,-3 4e1"), Some(vec![1.0, -2.5, 0.5, -3.0, 40.0]));
        assert_eq!(numbers("1 x"), None);
    }

    #[test]
    fn every_command_is_drawn() {
        assert_eq!(bounds("M1 2h4v3h-4z"), [1.0, 2.0, 5.0, 5.0]);
        assert_eq!(bounds("M0 0L2 2 4 0zm1 1h9"), [0.0, 0.0, 10.0, 2.0]);
        assert_eq!(bounds("M0 0C0-4 8-4 8 0S16 4 16 0"), [0.0, -3.0, 16.0, 3.0]);
        assert_eq!(bounds("M0 0Q2-4 4 0T8 0"), [0.0, -2.0, 8.0, 2.0]);
        assert_eq!(bounds("M-5 0A5 5 0 0 1 5 0"), [-5.0, -5.0, 5.0, 0.0]);
        assert_eq!(bounds("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"), [-5.0, -5.0, 5.0, 5.0]);
        assert_eq!(bounds("M0-15A15 15 0 1 1-15 0"), [-15.0, -15.0, 15.0, 15.0]);
        assert!(path("").is_none() && path("M0 0X").is_none() && path("M0 0L1").is_none());
    }

    #[test]
    fn shapes_have_their_sides() {
        let sides = |path: Option<Path>| path.and_then(|path| path.compute_tight_bounds());
        assert_eq!(sides(ellipse((1.0, 2.0), (3.0, 4.0))), Rect::from_ltrb(-2.0, -2.0, 4.0, 6.0));
        assert_eq!(sides(rect((1.0, 2.0), (30.0, 4.0), 9.0)), Rect::from_xywh(1.0, 2.0, 30.0, 4.0));
        assert!(ellipse((0.0, 0.0), (0.0, 1.0)).is_none() && rect((0.0, 0.0), (-1.0, 1.0), 0.0).is_none());
    }
}
