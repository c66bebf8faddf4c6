//! What stands in one cell.

use crate::cells::Crowd;
use crate::columns::width;
use crate::text::brush::Brush;
use crate::text::legend::Legend;
use crate::text::line::Line;
use crate::theme::{Shape, look};
use anstyle::Style as Paint;
use gridhaunt_kernel::scene::Actor;

/// Draws a cell that is `room` columns wide: those who act first, then what lies there as far as it fits. Who or what
/// is written at them does not fit goes to the legend. A cell with nobody and nothing in it shows its floor.
pub(super) fn draw(crowd: &Crowd<'_>, room: usize, floor: Option<char>, brush: &Brush, legend: &mut Legend) -> Line {
    let flash = crowd.flashes.last().map(|flash| flash.role);
    let mut inside = Line::default();
    if let Some(floor) = crowd.tile.map(|role| brush.tile(role)).or(floor)
        && crowd.is_bare()
    {
        inside.push(floor, bare(crowd, brush));
    }
    stand(crowd, room, brush, legend, &mut inside);
    let mut free = room - inside.width();
    let alarm = flash.filter(|_| !brush.color && free > 0).map(|role| brush.alarm(role));
    free -= usize::from(alarm.is_some());
    // Whoever stands in a gate hides it.
    let seen = |role: &str| crowd.actors.is_empty() || look(role).shape != Shape::Gate;
    for thing in crowd.things.iter().rev().filter(|thing| seen(thing.role)).take(free) {
        let paint = if flash.is_none() { brush.ink(thing.role) } else { ground(flash, brush) };
        inside.push(brush.sign(thing.role, thing.glyph), paint);
    }
    if let Some(alarm) = alarm {
        inside.push(alarm, ground(flash, brush));
    }
    let before = (room - inside.width()) / 2;
    let mut line = Line::of(&" ".repeat(before), ground(flash, brush));
    line.append(inside);
    line.text(&" ".repeat(room - line.width()), ground(flash, brush));
    line
}

/// The colour of an empty cell: who went from here, or what fills it.
fn bare(crowd: &Crowd<'_>, brush: &Brush) -> Paint {
    crowd.trail.or(crowd.tile).map_or_else(|| brush.muted(), |role| brush.ink(role))
}

fn ground(flash: Option<&str>, brush: &Brush) -> Paint {
    flash.map_or_else(Paint::new, |role| brush.chip(role))
}

fn stand(crowd: &Crowd<'_>, room: usize, brush: &Brush, legend: &mut Legend, inside: &mut Line) {
    let names: Vec<_> = crowd.actors.iter().map(|actor| (*actor, badge(actor, brush))).collect();
    let length: usize = names.iter().map(|(_, badge)| 1 + width(badge)).sum();
    let seen = if names.len() <= room { names.len() } else { room - 1 };
    for (actor, badge) in names.iter().take(seen) {
        let paint = match crowd.flashes.last() {
            // No other column can show what happened.
            Some(flash) if room == 1 => brush.chip(flash.role),
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
        let name = |(actor, badge): &(&Actor, String)| format!("{}{badge}", brush.sign(actor.role, actor.glyph));
        let all = names.iter().map(name).collect::<Vec<_>>().join(" ");
        legend.say(if seen < names.len() { format!("&={all}") } else { all });
    }
}

/// The note on an actor; one on its way without a note carries how much of the way is left.
fn badge(actor: &Actor, brush: &Brush) -> String {
    let left = actor.way.filter(|way| way.done < way.of).map(|way| (way.of - way.done).to_string());
    actor.badge.clone().or(left).map(|note| brush.badge(&note)).unwrap_or_default()
}
