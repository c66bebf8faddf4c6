//! What stands in one cell.

use crate::cells::Crowd;
use crate::columns::width;
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::theme::{Ground, look};
use anstyle::Style as Paint;
use gridhaunt_kernel::scene::Actor;

/// Draws a cell that is `room` columns wide: those who act first, then what lies there as far as it fits. Who or what
/// is written at them does not fit goes to the legend. A cell with nobody and nothing in it shows its floor.
pub(super) fn draw(crowd: &Crowd<'_>, room: usize, floor: Option<char>, brush: &Brush, legend: &mut Legend) -> Line {
    // What happened here counts for more than a frame.
    let mark = crowd.flashes.last().map(|flash| flash.role).or(crowd.frame);
    let mut inside = Line::default();
    if crowd.is_bare() {
        bare(crowd, room, floor, brush, &mut inside);
    }
    stand(crowd, mark.filter(|_| room == 1), room, brush, legend, &mut inside);
    let mut free = room - inside.width();
    let alarm = mark.filter(|_| !brush.color && free > 0 && !(crowd.is_bare() && crowd.frame.is_some()));
    let alarm = alarm.map(|role| brush.alarm(role));
    free -= usize::from(alarm.is_some());
    // Whoever stands in a gate hides it.
    let seen = |role: &str| crowd.actors.is_empty() || !look(role).shape.is_gate();
    for thing in crowd.things.iter().rev().filter(|thing| seen(thing.role)).take(free) {
        let paint = match mark {
            Some(_) => ground(mark, brush),
            None if crowd.veil.is_some() => brush.faded(thing.role),
            None => brush.ink(thing.role),
        };
        inside.push(brush.sign(thing.role, thing.glyph), paint);
    }
    if let Some(alarm) = alarm {
        inside.push(alarm, ground(mark, brush));
    }
    let before = (room - inside.width()) / 2;
    let mut line = Line::of(&" ".repeat(before), ground(mark, brush));
    line.append(inside);
    line.text(&" ".repeat(room - line.width()), ground(mark, brush));
    line
}

/// An empty cell: its frame, or what fills it in the colour of who went from here or its own.
fn bare(crowd: &Crowd<'_>, room: usize, floor: Option<char>, brush: &Brush, inside: &mut Line) {
    if let Some(role) = crowd.frame {
        return inside.push(brush.alarm(role), ground(Some(role), brush));
    }
    let Some(sign) = crowd.tile.map(|role| brush.tile(role)).or(floor) else { return };
    let paint = match crowd.trail.or(crowd.tile) {
        Some(role) if crowd.veil.is_some() => brush.faded(role),
        Some(role) => brush.ink(role),
        None => brush.muted(),
    };
    match crowd.ground {
        // Not every terminal dims.
        Some(Ground::Wall) if crowd.veil.is_some() => fill(brush.pick(sign, '▒'), room, paint, inside),
        Some(Ground::Wall) => fill(sign, room, paint, inside),
        Some(Ground::Void) => {}
        _ => inside.push(sign, paint),
    }
}

fn fill(sign: char, room: usize, paint: Paint, inside: &mut Line) {
    inside.text(&sign.to_string().repeat(room), paint);
}

fn ground(mark: Option<&str>, brush: &Brush) -> Paint {
    mark.map_or_else(Paint::new, |role| brush.chip(role))
}

/// Those who stand here, each in its colour unless no other column can show what happened.
fn stand(crowd: &Crowd<'_>, mark: Option<&str>, room: usize, brush: &Brush, legend: &mut Legend, inside: &mut Line) {
    let names: Vec<_> = crowd.actors.iter().map(|actor| (*actor, badge(actor, brush))).collect();
    let length: usize = names.iter().map(|(_, badge)| 1 + width(badge)).sum();
    let seen = if names.len() <= room { names.len() } else { room - 1 };
    for (actor, badge) in names.iter().take(seen) {
        let paint = match mark {
            Some(role) => brush.chip(role),
            _ if actor.faded => brush.faded(actor.role),
            _ => brush.chip(actor.role),
        };
        inside.push(brush.sign(actor.role, actor.glyph), paint);
        if length <= room {
            inside.text(badge, brush.ink(actor.role));
        }
    }
    if seen < names.len() {
        inside.push('&', Paint::new());
    }
    if length > room {
        let name = |(actor, badge): &(&Actor, String)| {
            // Digits are a number on someone, words are a name.
            let is = if badge.contains(char::is_alphabetic) { "=" } else { "" };
            format!("{}{is}{badge}", brush.sign(actor.role, actor.glyph))
        };
        let all = names.iter().map(name).collect::<Vec<_>>().join(" ");
        legend.say(if seen < names.len() { format!("&={all}") } else { all });
    }
}

/// The note on an actor; one on its way without a note carries how much of the way is left.
fn badge(actor: &Actor, brush: &Brush) -> String {
    let left = actor.way.filter(|way| way.done < way.of).map(|way| (way.of - way.done).to_string());
    actor.badge.clone().or(left).map(|note| brush.badge(&note)).unwrap_or_default()
}
