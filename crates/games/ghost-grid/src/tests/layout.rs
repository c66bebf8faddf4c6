//! The positions of nodes, and how many connections cross.

use super::matches;
use crate::layout::{Span, by_number, crossings, order, places};
use gridhaunt_kernel::prelude::*;
use serde_json::json;

/// The crossings of a graph whose nodes are drawn in this order.
fn crossed(layers: &[u8], edges: &[(u8, u8)], rows: &[Vec<u8>]) -> usize {
    crossings(&Span::all(layers, edges.iter().copied()), &places(rows))
}

#[test]
fn two_lines_that_cross_are_told_from_two_that_do_not() {
    let layers = [0, 0, 1, 1, 2];
    let rows = by_number(&layers);
    assert_eq!(rows, [vec![0, 1], vec![2, 3], vec![4]]);
    for (edges, expected) in [
        ([(0, 2), (1, 3)], 0),
        ([(0, 3), (1, 2)], 1),
        ([(0, 2), (0, 3)], 0),
        ([(0, 4), (1, 2)], 1),
        ([(0, 4), (1, 3)], 0),
    ] {
        assert_eq!(crossed(&layers, &edges, &rows), expected, "{edges:?}");
    }
}

/// The same pair by pair: which of two is above the other changes between the first and the last layer that both have.
fn crossed_by_pairs(spans: &[Span], places: &[i64]) -> usize {
    let long = |span: &Span| span.layers[1] - span.layers[0];
    let height = |span: &Span, layer: i64| {
        let [from, to] = span.ends.map(|end| places[usize::from(end)]);
        from * (span.layers[1] - layer) + to * (layer - span.layers[0])
    };
    let above = |one: &Span, other: &Span, layer| {
        (height(one, layer) * long(other) - height(other, layer) * long(one)).signum()
    };
    let cross = |one: &Span, other: &Span| {
        let (from, to) = (one.layers[0].max(other.layers[0]), one.layers[1].min(other.layers[1]));
        from < to && above(one, other, from) * above(one, other, to) < 0
    };
    spans.iter().enumerate().map(|(n, one)| spans[..n].iter().filter(|other| cross(one, other)).count()).sum()
}

#[test]
fn crossings_are_those_of_every_pair() {
    for seed in 0..100 {
        let (world, _) = matches::game(&json!({}), seed);
        let spans = Span::all(&world.graph.layers, world.graph.edges().map(|(u, v, _)| (u, v)));
        for rows in
            [by_number(&world.graph.layers), order(&world.graph.layers, world.graph.edges().map(|(u, v, _)| (u, v)))]
        {
            let places = places(&rows);
            assert_eq!(crossings(&spans, &places), crossed_by_pairs(&spans, &places), "seed {seed}");
        }
    }
}

#[test]
fn what_can_be_drawn_without_crossings_is() {
    let layers = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    let edges = [(0, 5), (1, 4), (2, 3), (3, 8), (4, 6), (5, 7)];
    let rows = order(&layers, edges.into_iter());
    assert!(crossed(&layers, &edges, &by_number(&layers)) >= 3);
    assert_eq!(crossed(&layers, &edges, &rows), 0, "{rows:?}");
}

#[test]
fn every_node_has_one_place_and_the_order_follows_from_the_graph() {
    for seed in 0..100 {
        let (world, _) = matches::game(&json!({}), seed);
        let edges: Vec<(u8, u8)> = world.graph.edges().map(|(u, v, _)| (u, v)).collect();
        let rows = order(&world.graph.layers, edges.iter().copied());
        let mut again = edges.clone();
        again.reverse();
        assert_eq!(rows, order(&world.graph.layers, again.into_iter().map(|(u, v)| (v, u))), "seed {seed}");
        let mut nodes: Vec<u8> = rows.concat();
        nodes.sort_unstable();
        assert_eq!(nodes, (0..=34).collect::<Vec<_>>());
        for (layer, row) in rows.iter().enumerate() {
            assert!(row.iter().all(|&node| usize::from(world.graph.layers[usize::from(node)]) == layer));
        }
    }
}

#[test]
fn less_than_half_of_the_crossings_are_left() {
    let (mut before, mut after) = (0, 0);
    for seed in 0..100 {
        let (world, _) = matches::game(&json!({}), seed);
        let (layers, edges) = (&world.graph.layers, world.graph.edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>());
        let [old, new] =
            [by_number(layers), order(layers, edges.iter().copied())].map(|rows| crossed(layers, &edges, &rows));
        assert!(new <= old, "seed {seed}: {new} of {old}");
        (before, after) = (before + old, after + new);
    }
    assert!(2 * after < before, "{after} of {before}");
}
