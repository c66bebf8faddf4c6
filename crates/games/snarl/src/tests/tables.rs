//! The tables of a world, compared tile by tile with what the rules say of its levels.

use crate::action::{Action, Moves};
use crate::chart::Chart;
use crate::ground::{Tile, TileKind};
use crate::level::{Level, ObjectKind};
use crate::settings::Charts;
use crate::{Settings, World};
use alloc::sync::Arc;
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use proptest::prelude::*;
use serde_json::json;

/// The moves of a set for which `is` is true.
fn moves(all: &[Action], is: impl Fn(Action) -> bool) -> Moves {
    Moves(all.iter().filter(|&&action| is(action)).map(|&action| 1 << action as u8).sum())
}

/// The tile after the two steps of a move, one of them first; none if a tile on the way is not traversable (R15).
fn walk(chart: &Chart, from: Tile, steps: [Action; 2]) -> Option<Tile> {
    steps.iter().try_fold(from, |tile, &step| chart.after(tile, step).filter(|&to| chart.kind(to).is_traversable()))
}

fn check(world: &World) {
    let ground = world.ground();
    for (site, [chart, bare]) in world.sites().iter().zip(&world.charts) {
        assert_eq!((&chart.kinds, &chart.room_of), (&bare.kinds, &bare.room_of));
        assert_eq!(**bare, Chart::loose(chart.level.without_key()).expect("not too large"));
        for tile in chart.tiles() {
            let spot = ground.spot(site, tile);
            let kind = |to: Option<Tile>| to.map(|to| chart.kind(to));
            let next = |step: Action| chart.after(tile, step);
            let can_reach = |to: Tile| {
                let ways = Action::STEPS.into_iter().flat_map(|a| Action::STEPS.map(|b| [a, b]));
                let straight = Action::STEPS
                    .into_iter()
                    .filter_map(next)
                    .any(|near| near == to && chart.kind(to).is_traversable());
                to == tile || straight || ways.filter_map(|way| walk(chart, tile, way)).any(|end| end == to)
            };
            let all: Vec<Action> = (0..Action::COUNT).filter_map(Action::numbered).collect();
            let reach = moves(&all, |action| {
                let (rows, columns) = action.offset();
                let point = site.point(tile);
                let to = crate::level::Point::new(point.row + i64::from(rows), point.column + i64::from(columns));
                site.tile(to).is_some_and(can_reach)
            });
            let steps = |is: &dyn Fn(Action) -> bool| moves(&Action::STEPS, is);
            let same_room = |to: Tile| chart.kind(to) == TileKind::Floor && chart.room(to) == chart.room(tile);
            let is_wall = |kind| kind == TileKind::Wall || world.values.void_walls && kind == TileKind::Void;
            assert_eq!(spot.kind(), chart.kind(tile));
            assert_eq!(spot.reach(), reach, "{tile:?} of {:?}", chart.level);
            assert_eq!(
                spot.zombie(),
                steps(&|step| next(step).is_some_and(same_room)),
                "{tile:?} of {:?}",
                chart.level
            );
            assert_eq!(spot.open(), steps(&|step| kind(next(step)).is_some_and(TileKind::is_traversable)));
            assert_eq!(
                spot.walls(),
                steps(&|step| kind(next(step)).is_some_and(is_wall)),
                "{tile:?} of {:?}",
                chart.level
            );
            assert_eq!(ground.room(site, tile), chart.room(tile));
        }
        assert_eq!(site.free.of(ground.free), chart.free().collect::<Vec<_>>());
        let rooms = site.rooms.of(ground.rooms);
        assert_eq!(rooms.len(), chart.level.rooms.len());
        for (number, room) in rooms.iter().enumerate() {
            let is_its_floor =
                |&tile: &Tile| chart.kind(tile) == TileKind::Floor && usize::from(chart.room(tile)) == number;
            assert_eq!(room.of(ground.floors), chart.tiles().filter(is_its_floor).collect::<Vec<_>>());
        }
        assert_eq!(site.floored as usize, rooms.iter().filter(|room| room.len > 0).count());
        let objects = [ObjectKind::Key, ObjectKind::Exit].map(|kind| chart.object(kind));
        assert_eq!([site.key, site.exit], objects);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn drawn_levels(
        seed in any::<u64>(), rooms in 2..20u8, (low, high) in ((3..8u8, 3..8u8), (0..9u8, 0..9u8)),
        loops in 0..=100u8, void_walls in any::<bool>(),
    ) {
        let max = [low.0 + high.0, low.1 + high.1];
        let generate = json!({"levels": 2, "rooms": rooms, "min": [low.0, low.1], "max": max, "loops": loops});
        let document = json!({"players": 1, "zombies": 0, "ghosts": 0, "generate": generate, "void_walls": void_walls});
        // Very small rooms may not hold everybody.
        if let Ok(settings) = Settings::read(&document) {
            check(&World::new(&settings, &mut Random::stream(seed, 1)));
        }
    }

    /// Rooms over rooms, ragged rows, codes that mean nothing, hallways through everything (R49).
    #[test]
    fn levels_that_cannot_be_played(
        rooms in proptest::collection::vec(
            (-3..9i64, -3..9i64, proptest::collection::vec(proptest::collection::vec(-1..4i64, 0..6), 0..6)), 1..6),
        hallways in proptest::collection::vec(((0..9i64, 0..9i64), (0..9i64, 0..9i64), any::<bool>()), 0..4),
        objects in proptest::collection::vec((0..9i64, 0..9i64), 0..3),
        void_walls in any::<bool>(),
    ) {
        let room = |(row, column, layout): (i64, i64, Vec<Vec<i64>>)| {
            json!({"origin": [row, column], "bounds": {"rows": 1, "columns": 1}, "layout": layout})
        };
        let hallway = |(from, to, first): ((i64, i64), (i64, i64), bool)| {
            let turn = if first { (from.0, to.1) } else { (to.0, from.1) };
            json!({"from": from, "to": to, "waypoints": [turn]})
        };
        let object = |(i, at): (usize, (i64, i64))| json!({"type": if i == 0 { "key" } else { "exit" }, "position": at});
        let document = json!({
            "rooms": rooms.into_iter().map(room).collect::<Vec<_>>(),
            "hallways": hallways.into_iter().map(hallway).collect::<Vec<_>>(),
            "objects": objects.into_iter().enumerate().map(object).collect::<Vec<_>>(),
        });
        let level = Level::read(&document).expect("a level");
        prop_assert_eq!(level.to_value()["rooms"][0]["layout"].clone(), document["rooms"][0]["layout"].clone());
        let chart = Arc::new(Chart::loose(level).expect("not too large"));
        let settings = Settings { levels: Some(Charts(vec![chart])), void_walls, ..Settings::default() };
        check(&World::new(&settings, &mut Random::new(0)));
    }
}
