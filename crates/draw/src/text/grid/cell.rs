//! Draws the contents of one cell.

use super::rail;
use crate::cells::{Cells, Crowd, Place, Stroke};
use crate::columns::width;
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use anstyle::Style as Paint;
use gridhaunt_kernel::scene::{Actor, Ground, Look, Shape, Thing};

/// Draws the cell at a position: its contents, or the outline that runs through an empty cell.
pub(super) fn at(
    board: &Cells<'_>,
    place: Place,
    (room, floor): (usize, Option<char>),
    brush: &Brush,
    legend: &mut Legend,
) -> Line {
    let empty = Crowd::default();
    let crowd = board.crowds.get(&place).unwrap_or(&empty);
    match rail::of(board, place).filter(|_| rail::has_room(crowd, brush)) {
        Some(rail) => rail.draw(crowd, room, brush),
        None => draw(crowd, room, floor, brush, legend),
    }
}

/// Whether anything is visible in the cell at a position.
pub(super) fn is_blank(board: &Cells<'_>, place: Place) -> bool {
    let blank = |crowd: &Crowd<'_>| {
        crowd.is_bare() && crowd.frame.or(crowd.cover()).or(crowd.veil).is_none() && crowd.stroke.is_none()
    };
    board.crowds.get(&place).is_none_or(blank) && rail::of(board, place).is_none()
}

/// Draws a cell that is `room` columns wide: actors first, then things as far as they fit. Actors and badges that do
/// not fit go to the legend. An empty cell shows its floor.
fn draw(crowd: &Crowd<'_>, room: usize, floor: Option<char>, brush: &Brush, legend: &mut Legend) -> Line {
    // The mark of an event has priority over a frame.
    let mark = crowd.flashes.last().map(|flash| flash.look).or(crowd.frame);
    let mut inside = Line::default();
    // Land is visible in every empty cell, even after an event.
    if crowd.is_bare() || (land(crowd).is_some() && crowd.things.is_empty() && crowd.actors.is_empty()) {
        bare(crowd, mark, room, floor, brush, &mut inside);
    }
    stand(crowd, mark, room, brush, legend, &mut inside);
    let mut free = room - inside.width();
    let alarm = mark.filter(|_| !brush.color && free > 0 && !(crowd.is_bare() && crowd.frame.is_some()));
    let alarm = alarm.map(|look| brush.alarm(look));
    free -= usize::from(alarm.is_some());
    // An actor in a gate hides it.
    let seen = |look: &Look| crowd.actors.is_empty() || !look.shape.is_gate();
    let (seen, mut hidden): (Vec<&Thing>, Vec<&Thing>) = crowd.things.iter().rev().partition(|thing| seen(thing.look));
    hidden.extend(seen.iter().skip(free));
    if let Some(actor) = crowd.actors.first() {
        let sign = brush.actor(actor, crowd.heading(actor));
        hidden.iter().for_each(|thing| legend.say(format!("{sign} on {}", brush.clean(thing.look.word))));
    }
    for thing in seen.into_iter().take(free) {
        let paint = match (mark, land(crowd)) {
            (Some(_), _) => ground(crowd, mark, brush),
            (None, Some(land)) => brush.ink_on(thing.look, land),
            (None, None) if crowd.veil.is_some() => brush.faded(thing.look),
            (None, None) => brush.ink(thing.look),
        };
        inside.push(brush.sign(thing.look, thing.look.glyph()), paint);
    }
    if let Some(alarm) = alarm {
        inside.push(alarm, ground(crowd, mark, brush));
    }
    let before = (room - inside.width()) / 2;
    let paint = ground(crowd, mark, brush);
    let mut line = Line::of(&" ".repeat(before), paint);
    line.append(inside);
    line.text(&" ".repeat(room - line.width()), paint);
    line
}

/// An empty cell: its frame, the line of an actor that left it, or its filling.
fn bare(crowd: &Crowd<'_>, mark: Option<&Look>, room: usize, floor: Option<char>, brush: &Brush, inside: &mut Line) {
    if let Some(look) = crowd.frame {
        return inside.push(brush.alarm(look), brush.chip(look));
    }
    if let Some(stroke) = crowd.stroke.filter(|_| is_clear(crowd)) {
        let sign = brush.stroke(stroke);
        let paint = brush.ink(stroke.look);
        return fill(sign, if stroke.ways == Stroke::LEVEL { room } else { 1 }, paint, inside);
    }
    if let Some(fog) = crowd.veil.filter(|look| crowd.cover().is_none() && look.shape == Shape::Fog) {
        let sign = brush.tile(fog);
        let columns = if sign.is_ascii() { 1 } else { room };
        return fill(sign, columns, brush.muted(), inside);
    }
    // An empty cell that is not visible stays blank.
    let floor = floor.filter(|_| crowd.veil.is_none());
    let Some(sign) = crowd.cover().map(|look| brush.tile(look)).or(floor) else { return };
    let paint = match crowd.tile {
        _ if land(crowd).is_some() => ground(crowd, mark, brush),
        Some(look) if crowd.veil.is_some() => brush.faded(look),
        Some(look) => brush.ink(look),
        None => brush.muted(),
    };
    let sign = if crowd.veil.is_some() { brush.veiled(crowd.ground, sign) } else { sign };
    match crowd.ground {
        Some(Ground::Wall) => fill(sign, room, paint, inside),
        Some(Ground::Void) => {}
        _ => inside.push(sign, paint),
    }
}

/// Whether a line can be drawn through a cell: walls and doors keep their signs, and so do things on land.
fn is_clear(crowd: &Crowd<'_>) -> bool {
    crowd.weed.or(crowd.track).is_none() && !matches!(crowd.ground, Some(Ground::Wall | Ground::Door))
}

fn fill(sign: char, room: usize, paint: Paint, inside: &mut Line) {
    inside.text(&sign.to_string().repeat(room), paint);
}

/// The look of the region or way in a cell, which is shown as the background colour.
fn land<'a>(crowd: &Crowd<'a>) -> Option<&'a Look> {
    crowd.weed.or(crowd.track).or(crowd.field)
}

fn ground(crowd: &Crowd<'_>, mark: Option<&Look>, brush: &Brush) -> Paint {
    mark.or(land(crowd)).map_or_else(Paint::new, |look| brush.chip(look))
}

/// The actors in a cell, each in its colour unless the event can be shown in no other column, and the direction that
/// one of them faces.
fn stand(crowd: &Crowd<'_>, mark: Option<&Look>, room: usize, brush: &Brush, legend: &mut Legend, inside: &mut Line) {
    let names: Vec<_> = crowd.actors.iter().map(|actor| (*actor, badge(actor, brush))).collect();
    let length: usize = names.iter().map(|(_, badge)| 1 + width(badge)).sum();
    let seen = if names.len() <= room { names.len() } else { room - 1 };
    for (actor, badge) in names.iter().take(seen) {
        let paint = match mark {
            Some(look) if room == 1 => brush.chip(look),
            _ if actor.faded => brush.faded(actor.look),
            _ => brush.chip(actor.look),
        };
        let sign = brush.actor(actor, crowd.heading(actor));
        inside.push(sign, if actor.own { brush.own(paint) } else { paint });
        if length <= room {
            inside.text(badge, brush.ink(actor.look));
        }
        if !brush.color {
            tell(actor, sign, legend);
        }
    }
    if seen < names.len() {
        inside.push('&', Paint::new());
    }
    // The mark of an event has priority over the direction for this column.
    if let [(actor, _)] = names[..]
        && let Some(heading) = crowd.heading(actor).filter(|_| !brush.color)
        && length.min(room) + width(&brush.bearing(heading)) + usize::from(mark.is_some()) <= room
    {
        inside.text(&brush.bearing(heading), Paint::new());
    }
    if length > room {
        let name = |(actor, badge): &(&Actor, String)| {
            // Digits are a number on an actor, words are a name.
            let is = if badge.contains(char::is_alphabetic) { "=" } else { "" };
            format!("{}{is}{badge}", brush.actor(actor, crowd.heading(actor)))
        };
        let all = names.iter().map(name).collect::<Vec<_>>().join(" ");
        legend.say(if seen < names.len() { format!("&={all}") } else { all });
    }
}

/// Writes into the legend what colours would show about an actor.
fn tell(actor: &Actor, sign: char, legend: &mut Legend) {
    if actor.faded {
        legend.tell("out", sign.to_string());
    }
    // The sign @ needs no explanation.
    if actor.own && actor.glyph != '@' {
        legend.tell("sees this", sign.to_string());
    }
}

/// The note on an actor; without a note, an actor on its way has the length of the rest of the way.
fn badge(actor: &Actor, brush: &Brush) -> String {
    let left = actor.way.filter(|way| way.done < way.of).map(|way| (way.of - way.done).to_string());
    actor.badge.clone().or(left).map(|note| brush.badge(&note)).unwrap_or_default()
}
