//! PyRat passes the kernel's suite, in every size.

use gridhaunt_pyrat::PyRat;
use gridhaunt_testing::conformance::{Trial, check};
use serde_json::json;

#[test]
fn every_size_conforms() {
    let small = vec![
        json!({}),
        json!({"preset": "tiny"}),
        json!({"preset": "asymmetric", "start": "random", "max_turns": 60}),
        json!({"width": 2, "height": 2, "start": "mirrored"}),
        json!({"width": 3, "height": 2, "walls": [[0, 0, 1, 0]], "mud": [[1, 0, 2, 0, 255]], "cheese": [[0, 0], [2, 1]], "end_on_majority": false}),
        json!({"width": 4, "height": 5, "mud_density": 1.0, "mud_range": 9, "wall_density": 0.2, "connected": false}),
        json!({"preset": "open", "width": 9, "height": 9, "cheese_count": 81}),
    ];
    check::<PyRat>(&Trial { settings: small, seeds: 3, steps: 200 }).unwrap();
    check::<PyRat<26>>(&Trial { settings: vec![json!({"preset": "large", "max_turns": 20})], seeds: 1, steps: 30 })
        .unwrap();
    check::<PyRat<42>>(&Trial { settings: vec![json!({"preset": "huge", "max_turns": 20})], seeds: 1, steps: 30 })
        .unwrap();
    let largest = vec![json!({"width": 64, "height": 64, "max_turns": 10, "mud_range": 255})];
    check::<PyRat<128>>(&Trial { settings: largest, seeds: 1, steps: 20 }).unwrap();
}
