//! Paints marks as pixels.

use super::plate::{Color, Mark, MarkKind, meet};
use tiny_skia::{Paint, Pixmap, PixmapPaint, Transform};

/// Paints marks on a part of the page that begins at this corner.
pub(super) fn paint(marks: &[Mark], (left, top): (i32, i32), part: &mut Pixmap) {
    let seen = [left, top, left + part.width() as i32, top + part.height() as i32];
    let place = Transform::from_translate(-(left as f32), -(top as f32));
    for mark in marks.iter().filter(|mark| meet(mark.bounds, seen)) {
        match &mark.kind {
            MarkKind::Fill { path, rule, color, smooth } => {
                let paint = Paint { anti_alias: *smooth, ..ink(color) };
                part.fill_path(path, &paint, *rule, place, None);
            }
            MarkKind::Hairline { path, line, color } => part.stroke_path(path, &ink(color), line, place, None),
            MarkKind::Group { marks, opacity } => {
                let [left, top] = [mark.bounds[0].max(seen[0]), mark.bounds[1].max(seen[1])];
                let [right, bottom] = [mark.bounds[2].min(seen[2]), mark.bounds[3].min(seen[3])];
                let Some(mut layer) = Pixmap::new((right - left) as u32, (bottom - top) as u32) else { continue };
                paint(marks, (left, top), &mut layer);
                let faint = PixmapPaint { opacity: *opacity, ..PixmapPaint::default() };
                part.draw_pixmap(left - seen[0], top - seen[1], layer.as_ref(), &faint, Transform::identity(), None);
            }
        }
    }
}

fn ink(&Color(color, opacity): &Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, opacity);
    paint
}
