//! Snarl passes the kernel's suite.

use crate::Snarl;
use gridhaunt_testing::conformance::{Trial, check};
use serde_json::json;
use std::vec;

#[test]
fn every_corner_conforms() {
    let level = json!({"type":"level",
        "rooms":[{"type":"room","origin":[1,0],"bounds":{"rows":3,"columns":4},"layout":[[0,0,0,0],[0,1,1,2],[0,0,0,0]]},
                 {"type":"room","origin":[0,6],"bounds":{"rows":4,"columns":3},"layout":[[0,0,0],[2,1,0],[0,1,0],[0,0,0]]}],
        "hallways":[{"type":"hallway","from":[2,3],"to":[1,6],"waypoints":[[2,5],[1,5]]}],
        "objects":[{"type":"key","position":[1,6]},{"type":"exit","position":[2,3]}]});
    let settings = vec![
        json!({}),
        json!({"players": 1, "names": ["ana"], "max_rounds": 30}),
        json!({"players": 2, "levels": [level.clone(), level], "zombies": 1, "ghosts": 1, "max_rounds": 20}),
        json!({"players": 3, "placement": "corners", "generate": {"levels": 4, "rooms": 2, "min": [5, 5], "max": [5, 5]},
               "ghosts": 3, "zombies": 0, "closed_objects": false, "sight": 7}),
        json!({"players": 4, "generate": {"levels": 2, "rooms": 9, "min": [4, 6], "max": [6, 12], "loops": 100},
               "ghosts": 32, "zombies": 32, "void_walls": false, "max_rounds": 5}),
        json!({"players": 2, "start_level": 3, "zombies": 0, "ghosts": 0, "max_rounds": 0}),
    ];
    check::<Snarl>(&Trial { settings, seeds: 6, steps: 400 }).unwrap();
}
