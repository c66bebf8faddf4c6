//! Things and actors.

use super::layers::middle;
use crate::cells::{Cells, Place};
use crate::columns::width;
use crate::share::share;
use crate::svg::UNIT;
use crate::svg::detail::Detail;
use crate::svg::motion::{Leap, bare};
use crate::svg::shapes;
use crate::svg::sheet::{Sheet, escape, number};
use gridhaunt_kernel::scene::{Actor, GridBoard, Look, Shape, Thing};
use std::collections::BTreeMap;

/// One sprite on the board.
struct Sprite<'a> {
    look: &'a Look,
    glyph: char,
    badge: Option<&'a str>,
    faded: bool,
    /// Whether it is the viewer's own actor.
    own: bool,
    at: (f64, f64),
    scale: f64,
    /// The direction it faces, in degrees clockwise from up.
    turn: Option<u16>,
    /// Its number among actors with the same look, and whether it is moving.
    id: u16,
    away: bool,
}

/// The position of a moving actor.
#[derive(Clone, Copy)]
struct Stop {
    at: (f64, f64),
    scale: f64,
    turn: Option<u16>,
    away: bool,
}

impl Stop {
    const fn of(sprite: &Sprite<'_>) -> Self {
        Self { at: sprite.at, scale: sprite.scale, turn: sprite.turn, away: sprite.away }
    }

    fn distance(&self, other: &Self) -> f64 {
        (self.at.0 - other.at.0).hypot(self.at.1 - other.at.1)
    }
}

impl Sprite<'_> {
    /// Moves from stop to stop, with the same time for each part.
    fn go(&mut self, stops: &[Stop], leap: &Leap<'_>) {
        // A move of several steps is one movement, without a pause in the middle.
        let share = if stops.iter().any(|stop| stop.away) { leap.share } else { leap.eased() };
        let legs = stops.len() - 1;
        let leg = ((share * legs as f64) as usize).min(legs - 1);
        let (from, to, share) = (stops[leg], stops[leg + 1], share * legs as f64 - leg as f64);
        self.at = (from.at.0 + (to.at.0 - from.at.0) * share, from.at.1 + (to.at.1 - from.at.1) * share);
        self.scale = from.scale + (to.scale - from.scale) * share;
        self.turn = if share > 0.0 { to.turn } else { from.turn };
    }
}

/// An actor that goes further than this in one step jumps: no movement is shown.
const FURTHEST: f64 = 2.9 * UNIT;

/// The scale of an actor that is moving.
const AWAY: f64 = 0.8;
/// The scale if another actor moves in the opposite direction, and how far both keep to the right.
const MEETING: (f64, f64) = (0.6, 7.0);

/// All sprites on the board.
pub(super) struct Sprites<'a> {
    things: Vec<Sprite<'a>>,
    actors: Vec<Sprite<'a>>,
}

impl<'a> Sprites<'a> {
    /// Finds the position of every sprite: actors in the same cell are side by side, on the gate if there is one.
    pub(super) fn new(board: &Cells<'a>, detail: Detail) -> Self {
        let (mut things, mut actors) = (Vec::new(), Vec::new());
        for (&place, crowd) in &board.crowds {
            let mut ways: BTreeMap<Option<Travel>, Vec<&'a Actor>> = BTreeMap::new();
            for &actor in &crowd.actors {
                ways.entry(Travel::of(actor, board)).or_default().push(actor);
            }
            let standing = ways.remove(&None).unwrap_or_default();
            let (gates, lying): (Vec<_>, Vec<_>) = crowd.things.iter().partition(|thing| thing.look.shape.is_gate());
            things.extend(gates.into_iter().map(|gate| of_thing(gate, detail, middle(place), ALONE)));
            let slots = slots(standing.len() + lying.len());
            let (first, rest) = slots.split_at(standing.len());
            let turn = |actor: &Actor| crowd.heading(actor).map(degrees);
            let stand = |(actor, slot): (&&'a Actor, &Slot)| of_actor(actor, turn(actor), middle(place), 1.0, *slot);
            actors.extend(standing.iter().zip(first).map(stand));
            things
                .extend(lying.into_iter().zip(rest).map(|(thing, slot)| of_thing(thing, detail, middle(place), *slot)));
            for (travel, company) in ways.into_iter().filter_map(|(travel, company)| Some((travel?, company))) {
                let (zoom, aside) = if travel.is_opposed(board) { MEETING } else { (AWAY, 0.0) };
                let slots = self::slots(company.len());
                let at = travel.at(aside);
                actors.extend(
                    company.iter().zip(slots).map(|(actor, slot)| of_actor(actor, turn(actor), at, zoom, slot)),
                );
            }
        }
        Self { things, actors }
    }

    /// Moves actors towards their next positions, from grid to grid. Actors that appear, disappear or jump change at
    /// the end, and so do actors that cannot be identified.
    pub(super) fn glide(&mut self, grids: &[&GridBoard], leap: &Leap<'_>, detail: Detail) {
        let grids: Vec<GridBoard> = grids.iter().map(|grid| bare(grid)).collect();
        let grids: Vec<Vec<Sprite<'_>>> =
            grids.iter().map(|grid| Sprites::new(&Cells::new(grid), detail).actors).collect();
        let stops: Vec<_> = grids.iter().map(|sprites| (singles(sprites), sprites)).collect();
        let stop = |who: &(&Look, u16), (places, sprites): &(BTreeMap<_, _>, &Vec<Sprite<'_>>)| {
            places.get(who).copied().flatten().map(|place: usize| Stop::of(&sprites[place]))
        };
        let ways: Vec<(usize, Vec<Stop>)> = singles(&self.actors)
            .into_iter()
            .filter_map(|(who, here)| {
                let stops = stops.iter().map(|grid| stop(&who, grid)).collect::<Option<Vec<_>>>()?;
                Some((here?, stops))
            })
            .collect();
        for (here, mut stops) in ways {
            stops.insert(0, Stop::of(&self.actors[here]));
            if !stops.windows(2).any(|leg| leg[0].distance(&leg[1]) > FURTHEST) {
                self.actors[here].go(&stops, leap);
            }
        }
    }

    pub(super) fn things(&self, sheet: &mut Sheet) {
        layer("things", &self.things, sheet);
    }

    /// Draws the actors, with their notes if there is room.
    pub(super) fn actors(&self, sheet: &mut Sheet) {
        layer("actors", &self.actors, sheet);
        if sheet.detail.is_full() {
            badges(&self.actors, sheet);
        }
    }
}

/// Degrees clockwise from up, from columns to the right and rows down.
const fn degrees(heading: (i8, i8)) -> u16 {
    match heading {
        (1, -1) => 45,
        (1, 0) => 90,
        (1, 1) => 135,
        (0, 1) => 180,
        (-1, 1) => 225,
        (-1, 0) => 270,
        (-1, -1) => 315,
        _ => 0,
    }
}

fn of_actor<'a>(actor: &'a Actor, turn: Option<u16>, at: (f64, f64), zoom: f64, (dx, dy, scale): Slot) -> Sprite<'a> {
    let (at, badge) = ((at.0 + zoom * dx, at.1 + zoom * dy), actor.badge.as_deref());
    let (id, away) = (actor.id, actor.way.is_some_and(|way| way.done < way.of));
    let (Actor { look, glyph, faded, own, .. }, scale) = (actor, zoom * scale);
    Sprite { look, glyph: *glyph, badge, faded: *faded, own: *own, at, scale, turn, id, away }
}

fn of_thing<'a>(thing: &'a Thing, detail: Detail, at: (f64, f64), (dx, dy, scale): Slot) -> Sprite<'a> {
    let smaller = detail != Detail::Square && thing.look.shape == Shape::Disc;
    let (at, scale) = ((at.0 + dx, at.1 + dy), if smaller { 0.8 * scale } else { scale });
    let (id, away) = (0, false);
    Sprite {
        look: thing.look,
        glyph: thing.look.glyph(),
        badge: None,
        faded: false,
        own: false,
        at,
        scale,
        turn: None,
        id,
        away,
    }
}

/// The way of an actor between cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Travel {
    from: Place,
    to: Place,
    done: u16,
    of: u16,
}

impl Travel {
    /// `None` for an actor that does not move.
    fn of(actor: &Actor, board: &Cells<'_>) -> Option<Self> {
        let way = actor.way.filter(|way| way.done < way.of)?;
        let (from, to) = (board.place(way.from)?, board.place(actor.at)?);
        (from != to).then_some(Self { from, to, done: way.done, of: way.of })
    }

    /// Whether another actor moves in the opposite direction.
    fn is_opposed(self, board: &Cells<'_>) -> bool {
        let there = board.crowds.get(&self.from).into_iter().flat_map(|crowd| &crowd.actors);
        there.filter_map(|actor| Self::of(actor, board)).any(|other| other.from == self.to)
    }

    /// The point it has reached, moved by `aside` to the right of its direction.
    fn at(self, aside: f64) -> (f64, f64) {
        let ((x0, y0), (x1, y1)) = (middle(self.from), middle(self.to));
        let (dx, dy, share) = (x1 - x0, y1 - y0, share(self.done.into(), self.of.into()));
        let aside = aside / dx.hypot(dy).max(1.0);
        (x0 + dx * share - dy * aside, y0 + dy * share + dx * aside)
    }
}

/// The position of an actor relative to the middle of the cell, and its scale.
type Slot = (f64, f64, f64);

/// In the middle of the cell, at full size.
const ALONE: Slot = (0.0, 0.0, 1.0);

/// The positions of actors in the same cell.
fn slots(count: usize) -> Vec<Slot> {
    if count <= 1 {
        return vec![ALONE; count];
    }
    let columns = (1..).find(|side| side * side >= count).unwrap_or(count);
    let rows = count.div_ceil(columns);
    let pitch = (UNIT - 2.0) / columns as f64;
    let middle = |index: usize, length: usize| (index as f64 - (length as f64 - 1.0) / 2.0) * pitch;
    (0..count).map(|n| (middle(n % columns, columns), middle(n / columns, rows), 1.2 / columns as f64)).collect()
}

/// The positions of actors by identity; `None` if several actors have the same.
fn singles<'a>(sprites: &[Sprite<'a>]) -> BTreeMap<(&'a Look, u16), Option<usize>> {
    let mut found = BTreeMap::new();
    for (place, sprite) in sprites.iter().enumerate() {
        found.entry((sprite.look, sprite.id)).and_modify(|known| *known = None).or_insert(Some(place));
    }
    found
}

fn layer(class: &str, sprites: &[Sprite<'_>], sheet: &mut Sheet) {
    if sprites.is_empty() {
        return;
    }
    let mut looks: BTreeMap<&Look, Vec<&Sprite<'_>>> = BTreeMap::new();
    for sprite in sprites {
        looks.entry(sprite.look).or_default().push(sprite);
    }
    sheet.open(format_args!(r#"g class="{class}""#));
    for (look, sprites) in looks {
        let (color, shape) = (sheet.color(look), look.shape);
        let letters = if sheet.detail.has_letter(shape) {
            format!(r#" fill="{}" font-weight="700" text-anchor="middle""#, color.contrast())
        } else if shape == Shape::Farmer {
            format!(r#" fill="{}""#, color.contrast())
        } else {
            String::new()
        };
        sheet.open(format_args!(r#"g class="{}" color="{color}"{letters}"#, escape(look.name)));
        for sprite in sprites {
            place(shape, sprite, sheet);
        }
        sheet.close("g");
    }
    sheet.close("g");
}

fn place(shape: Shape, sprite: &Sprite<'_>, sheet: &mut Sheet) {
    let Sprite { glyph, at: (x, y), scale, .. } = sprite;
    let (name, left, top) = (shapes::name(shape, sheet.detail), number(*x), number(*y));
    if sprite.faded {
        sheet.open(format_args!(r#"g opacity=".4""#));
    }
    if sprite.own && sheet.detail != Detail::Square {
        let (radius, thick) = (number(sheet.detail.pick(24.0, 18.5) * scale), number(sheet.detail.pick(4.0, 2.0)));
        let (ink, floor) = (sheet.paper.text, sheet.paper.floor);
        sheet.line(format_args!(
            r#"<circle class="own" cx="{left}" cy="{top}" r="{radius}" fill="{floor}" fill-opacity=".7" stroke="{ink}" stroke-width="{thick}"/>"#
        ));
    }
    let seam = match sheet.detail {
        _ if sprite.look.rim.is_some() => format!(r#" stroke="{}""#, sheet.mark(sprite.look)),
        Detail::Plain => format!(r#" stroke="{}""#, sheet.paper.floor),
        _ => String::new(),
    };
    if (scale - 1.0).abs() < 1e-9 {
        sheet.line(format_args!(r##"<use href="#{name}" x="{left}" y="{top}"{seam}/>"##));
    } else {
        let scale = number(*scale);
        sheet.line(format_args!(r##"<use href="#{name}" transform="translate({left} {top}) scale({scale})"{seam}/>"##));
    }
    if let Some(turn) = sprite.turn {
        facing((&left, &top), turn, *scale, sheet);
    }
    if sheet.detail.has_letter(shape) {
        let (size, base) = shapes::letter(*glyph, shape, sheet.detail);
        let (size, base, letter) = (number(size * scale), number(y + base * scale), escape(&glyph.to_string()));
        sheet.line(format_args!(r#"<text x="{left}" y="{base}" font-size="{size}">{letter}</text>"#));
    }
    if sprite.faded {
        sheet.close("g");
    }
}

/// An arrow head in front of an actor, in the direction it faces.
fn facing((left, top): (&str, &str), turn: u16, scale: f64, sheet: &mut Sheet) {
    let (head, thick) = match sheet.detail {
        Detail::Square => return,
        Detail::Plain => ("M0-38L17-16.8H-17Z", 4),
        Detail::Full | Detail::Fine => ("M0-28L10-17.4H-10Z", 2),
    };
    let (scale, floor) = (number(scale), sheet.paper.floor);
    sheet.line(format_args!(
        r#"<path class="facing" d="{head}" transform="translate({left} {top}) rotate({turn}) scale({scale})" fill="currentColor" stroke="{floor}" stroke-width="{thick}" stroke-linejoin="round"/>"#
    ));
}

fn badges(actors: &[Sprite<'_>], sheet: &mut Sheet) {
    let badges: Vec<_> = actors.iter().filter_map(|actor| Some((actor, actor.badge?))).collect();
    if badges.is_empty() {
        return;
    }
    let paper = sheet.paper;
    sheet.open(format_args!(
        r#"g class="badges" fill="{}" stroke="{}" font-size="9" font-weight="700" text-anchor="middle""#,
        paper.text, paper.page
    ));
    for (Sprite { at: (x, y), scale, .. }, badge) in badges {
        // A number is at the upper corner of the actor, a name above it.
        let (aside, above) = if badge.contains(char::is_alphabetic) { (0.0, 20.5) } else { (9.0, 11.0) };
        let (x, y) = (x + aside * scale, y - above * scale);
        let wide = 5.5 * width(badge) as f64 + 5.5;
        let (left, top, wide) = (number(x - wide / 2.0), number(y - 5.5), number(wide));
        let (middle, base, text) = (number(x), number(y + 3.2), escape(badge));
        sheet.line(format_args!(
            r#"<rect x="{left}" y="{top}" width="{wide}" height="11" rx="5.5"/><text x="{middle}" y="{base}" fill="{}" stroke="none">{text}</text>"#,
            paper.page
        ));
    }
    sheet.close("g");
}
