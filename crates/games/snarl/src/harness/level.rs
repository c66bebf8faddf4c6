//! The kind of a point in a level, and which rooms can be reached from it (R52).

use super::line;
use super::place::{Place, object_at};
use crate::level::{Level, ObjectKind, Point, Room};
use gridhaunt_kernel::prelude::*;
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    traversable: bool,
    object: Option<ObjectKind>,
    r#type: &'static str,
    reachable: Vec<Point>,
}

pub(super) fn answer([level, point]: &[Value; 2]) -> Result<String, Invalid> {
    let level = Level::read(level).map_err(|error| error.within("[0]"))?;
    let point = Point::read(point).map_err(|error| error.within("[1]"))?;
    let place = Place::of(&level, point);
    let (r#type, reachable) = match place {
        Place::Room(room, _) => ("room", beyond(&level, room)),
        Place::Hallway(hallway) => {
            let ends = [hallway.from, hallway.to];
            ("hallway", ends.into_iter().filter_map(|end| level.room_at(end)).map(|room| room.origin).collect())
        }
        Place::Void => ("void", Vec::new()),
    };
    let object = object_at(&level, point).map(|object| object.kind);
    Ok(line(&Answer { traversable: place.traversable(), object, r#type, reachable }))
}

/// The origins of the rooms at the other ends of the hallways that end in this room, including duplicates.
fn beyond(level: &Level, room: &Room) -> Vec<Point> {
    let here = |end: Point| level.room_at(end).is_some_and(|other| core::ptr::eq(other, room));
    let ends = level.hallways.iter().flat_map(|hallway| [(hallway.from, hallway.to), (hallway.to, hallway.from)]);
    ends.filter(|(near, _)| here(*near)).filter_map(|(_, far)| level.room_at(far)).map(|room| room.origin).collect()
}
