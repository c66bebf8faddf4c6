//! Which neighbours of a point in a room can be walked on (R51).

use super::line;
use crate::level::{Point, Room};
use gridhaunt_kernel::prelude::*;

pub(super) fn answer([room, point]: &[Value; 2]) -> Result<String, Invalid> {
    let room = Room::read(room).map_err(|error| error.within("[0]"))?;
    let point = Point::read(point).map_err(|error| error.within("[1]"))?;
    let origin = room.origin;
    if room.code(point).is_none() {
        return Ok(line(&("Failure: Point ", point, " is not in room at ", origin)));
    }
    let open = |point: &Point| matches!(room.code(*point), Some(1 | 2));
    let points: Vec<Point> = point.neighbours().into_iter().filter(open).collect();
    Ok(line(&("Success: Traversable points from ", point, " in room at ", origin, " are ", points)))
}
