//! Tokens, and the bands around tokens that have met.

use super::crowd::Slot;
use super::curve::arc;
use super::{Layout, TOKEN, fit};
use crate::share::share;
use crate::svg::sheet::{Sheet, escape, number};
use gridhaunt_kernel::scene::{Shape, Token};

/// The disc of a token, inside the arc.
const DISC: &str = "M-13 0a13 13 0 1 1 26 0a13 13 0 1 1-26 0Z";
const GHOST: &str = "M-10.6 10.8V-2A10.6 11 0 0 1 10.6-2V10.8L7.1 8.4L3.5 10.8L0 8.4L-3.5 10.8L-7.1 8.4Z";
const GUARD: &str = "M0-12.6L10.8-9.8V.5C10.8 7 6 10.6 0 13C-6 10.6-10.8 7-10.8 .5V-9.8Z";
/// The radius of the arc that shows how full the token is.
const ARC: f64 = 15.4;

pub(super) fn draw(layout: &Layout<'_>, sheet: &mut Sheet) {
    let seated = layout.board.tokens.iter().zip(&layout.shown).filter_map(|(token, slot)| Some((token, (*slot)?)));
    let seated: Vec<(&Token, Slot)> = seated.collect();
    if seated.is_empty() {
        return;
    }
    sheet.open(format_args!(r#"g class="tokens" font-weight="700" text-anchor="middle""#));
    for (token, slot) in seated {
        let (x, y, scale) = (number(slot.at.x), number(slot.at.y), number(slot.scale));
        let faint = if token.faded { r#" opacity=".35""# } else { "" };
        sheet.open(format_args!(
            r#"g class="{}" transform="translate({x} {y}) scale({scale})"{faint}"#,
            escape(token.look.name)
        ));
        body(token, sheet);
        sheet.close("g");
    }
    sheet.close("g");
}

/// A token round the origin.
pub(in crate::svg) fn body(token: &Token, sheet: &mut Sheet) {
    let paper = sheet.paper;
    let (look, color, rim) = (token.look, sheet.color(token.look), sheet.mark(token.look));
    let back = if token.own { TOKEN + 1.5 } else { TOKEN - 0.5 };
    let ring = if token.own { format!(r#" stroke="{}" stroke-width="2""#, paper.text) } else { String::new() };
    sheet.line(format_args!(r#"<circle r="{back}" fill="{}" fill-opacity=".9"{ring}/>"#, paper.floor));
    if let Some((now, full)) = token.energy {
        let (faint, share) = (paper.faint, share(now.into(), full.into()));
        sheet.line(format_args!(r#"<circle r="{ARC}" fill="none" stroke="{faint}" stroke-width="2.4"/>"#));
        // A full circle cannot be drawn as one arc: its ends would be equal.
        if share > 0.0 {
            let arc = arc(ARC, share.min(0.9999));
            sheet.line(format_args!(r#"<path d="{arc}" fill="none" stroke="{rim}" stroke-width="2.4"/>"#));
        }
    }
    let stroke = match look.rim {
        Some(_) => format!(r#" stroke="{rim}" stroke-width="1.8" stroke-linejoin="round""#),
        None => String::new(),
    };
    let outline = match look.shape {
        Shape::Ghost => GHOST,
        Shape::Guard => GUARD,
        _ => DISC,
    };
    sheet.line(format_args!(r#"<path d="{outline}" fill="{color}"{stroke}/>"#));
    if sheet.detail.is_full() {
        words(token, sheet);
    }
    if token.pinned {
        let (ink, floor) = (paper.text, paper.floor);
        sheet.line(format_args!(
            r#"<rect x="-15" y="9.5" width="30" height="5.5" rx="2" fill="{ink}" stroke="{floor}" stroke-width="1.2"/>"#
        ));
    }
}

/// The name of a token, and below it the text inside.
fn words(token: &Token, sheet: &mut Sheet) {
    let ink = sheet.color(token.look).contrast();
    let mut write = |text: &str, base: f64, size: f64| {
        let (base, size, text) = (number(base), number(size), escape(text));
        sheet.line(format_args!(r#"<text y="{base}" font-size="{size}" fill="{ink}">{text}</text>"#));
    };
    match &token.inside {
        Some(inside) => {
            write(&token.name, -2.8, fit(&token.name, 14.0, 8.5));
            let size = fit(inside, 18.5, 10.5);
            write(inside, 3.0 + 0.36 * size, size);
        }
        None => {
            let size = fit(&token.name, 17.5, 11.5);
            write(&token.name, 0.36 * size - 0.4, size);
        }
    }
}

/// A band around tokens that have met.
pub(super) fn meetings(layout: &Layout<'_>, sheet: &mut Sheet) {
    for meeting in &layout.board.meetings {
        let met = meeting.iter().filter_map(|&token| Some((token, (*layout.seats.get(token)?)?)));
        let met: Vec<_> = met.collect();
        let [(first, Slot { scale, .. }), _, ..] = met[..] else { continue };
        let points: Vec<_> =
            met.iter().map(|(_, Slot { at, .. })| format!("{} {}", number(at.x), number(at.y))).collect();
        let color = sheet.mark(layout.board.tokens[first].look);
        let thick = number(2.0 * TOKEN * scale + 11.0);
        sheet.line(format_args!(
            r#"<path class="meeting" d="M{}" fill="none" stroke="{color}" stroke-width="{thick}" stroke-opacity=".3" stroke-linecap="round" stroke-linejoin="round"/>"#,
            points.join("L")
        ));
    }
}
