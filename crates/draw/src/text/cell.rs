//! What stands in one cell.

use super::brush::Brush;
use super::legend::Legend;
use super::line::Line;
use crate::board::Crowd;
use crate::columns::width;
use gridhaunt_kernel::scene::Actor;

/// Draws a cell that is `room` columns wide: those who act first, then what lies there as far as it fits. Who or what
/// is written at them does not fit goes to the legend.
pub(super) fn draw(crowd: &Crowd<'_>, room: usize, brush: &Brush, legend: &mut Legend) -> Line {
    let flash = crowd.flashes.last().map(|flash| flash.role);
    let mut inside = Line::default();
    stand(crowd, room, brush, legend, &mut inside);
    let mut free = room - inside.width();
    let alarm = flash.is_some() && !brush.color && free > 0;
    free -= usize::from(alarm);
    for thing in crowd.things.iter().rev().take(free) {
        let paint = if flash.is_none() { brush.ink(thing.role) } else { ground(flash, brush) };
        inside.push(brush.sign(thing.role, thing.glyph), paint);
    }
    if alarm {
        inside.push('!', ground(flash, brush));
    }
    let before = (room - inside.width()) / 2;
    let mut line = Line::of(&" ".repeat(before), ground(flash, brush));
    line.append(inside);
    line.text(&" ".repeat(room - line.width()), ground(flash, brush));
    line
}

fn ground(flash: Option<&str>, brush: &Brush) -> anstyle::Style {
    flash.map_or_else(anstyle::Style::new, |role| brush.chip(role))
}

fn stand(crowd: &Crowd<'_>, room: usize, brush: &Brush, legend: &mut Legend, inside: &mut Line) {
    let names: Vec<_> = crowd.actors.iter().map(|actor| (*actor, badge(actor, brush))).collect();
    let length: usize = names.iter().map(|(_, badge)| 1 + width(badge)).sum();
    let seen = if names.len() <= room { names.len() } else { room - 1 };
    for (actor, badge) in names.iter().take(seen) {
        inside.push(brush.sign(actor.role, actor.glyph), brush.chip(actor.role));
        if length <= room {
            inside.text(badge, brush.ink(actor.role));
        }
    }
    if seen < names.len() {
        inside.push('&', anstyle::Style::new());
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
