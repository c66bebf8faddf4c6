use crate::samples::graph::{heard, m3, night, nonsense};
use crate::svg::{Options, render};

#[test]
fn a_graph_of_any_kind_can_be_drawn() {
    for scene in [m3(), night(), heard(), nonsense()] {
        assert!(render(&scene, &Options::default()).starts_with("<svg"));
    }
}
