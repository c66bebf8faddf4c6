//! The check values of R60.

use crate::event::Event;
use crate::power::PowerKind;
use crate::{Ground, Legacy, Settings, State, rules};
use gridhaunt_kernel::prelude::*;
use gridhaunt_kernel::settings::Settings as _;
use serde_json::json;

fn old(seed: u64) -> (Ground, State<Legacy>) {
    let settings = Settings::read(&json!({"rules": "v2024.0.8"})).unwrap();
    let ground = Ground::new(settings.code());
    (ground, State::new(&ground, seed))
}

#[test]
fn first_countdowns() {
    let (_, state) = old(12345);
    assert_eq!((state.weed_countdown, state.power_up_countdown), (47, 25));
    let (_, state) = old(0);
    assert_eq!((state.weed_countdown, state.power_up_countdown), (72, 29));
}

#[test]
fn what_appears_while_nobody_moves() {
    let (ground, mut state) = old(0);
    let mut told = Vec::new();
    for tick in 1..=171 {
        rules::step(&ground, &mut state, &[], |event| {
            if matches!(event, Event::PowerUpSpawned { .. } | Event::WeedSpawned { .. }) {
                told.push((tick, event));
            }
        });
    }
    let cell = |x, y| Cell { x, y };
    let power_up = |tick, kind, x, y| (tick, Event::PowerUpSpawned { kind, cell: cell(x, y) });
    assert_eq!(told[0], power_up(78, PowerKind::Unprunable, 4, 10));
    assert_eq!(told[1], power_up(96, PowerKind::Immunity, 44, 47));
    assert_eq!(told[2], power_up(119, PowerKind::Unprunable, 48, 30));
    let (tick, weed) = told.iter().find(|(_, event)| matches!(event, Event::WeedSpawned { .. })).unwrap();
    let Event::WeedSpawned { cells, kind, .. } = weed else { panic!("{weed:?}") };
    assert_eq!((*tick, *kind), (171, PowerKind::Fertilizer));
    assert_eq!(cells.cells()[0], cell(11, 9));
    let mut rest = cells.cells()[1..].to_vec();
    rest.sort_unstable();
    assert_eq!(rest, [cell(10, 7), cell(10, 8), cell(10, 9), cell(11, 8)]);
}
