//! The boards of section 4 as the rule book draws them, in several places.

use super::Which as _;
use super::matches::{Table, cell};
use crate::event::Event;
use crate::game::Complete;
use crate::power::PowerKind;
use crate::{Legacy, Official};
use gridhaunt_kernel::prelude::*;

/// A corner of the board, its middle, and as far to the right as the widest picture fits.
const CORNERS: [(u16, u16); 3] = [(0, 0), (6, 3), (15, 7)];

/// `(name, before, from, moves, after, T of official, T of v2024.0.8)`; B plays where it is drawn.
type Board = (&'static str, &'static str, (u16, u16), &'static str, &'static str, u64, u64);

const BOARDS: [Board; 6] = [
    (
        "claim",
        "
        ......
        ......
        AAA...
        AAA...
        AAA...
        ",
        (1, 3),
        "UURRRDDLL",
        "
        ......
        .AAAA.
        AAAAA.
        AAAAA.
        AAA...
        ",
        8,
        1,
    ),
    (
        "bridge",
        "
        AA...AA
        AA...AA
        .....AA
        .......
        ",
        (1, 0),
        "RRRR",
        "
        AAAAAAA
        AA...AA
        .....AA
        .......
        ",
        3,
        3,
    ),
    (
        "then",
        "
        AAAAAAA
        AA...AA
        .....AA
        .......
        ",
        (1, 1),
        "DDRRRRRU",
        "
        AAAAAAA
        AAAAAAA
        .AAAAAA
        .AAAAAA
        ",
        13,
        6,
    ),
    (
        "corner",
        "
        AAA...
        AAA.AA
        AAAA..
        ",
        (2, 0),
        "RRD",
        "
        AAAAA.
        AAAAAA
        AAAA..
        ",
        3,
        3,
    ),
    (
        "hole",
        "
        .AAA
        .A.A
        .AAA
        ",
        (1, 2),
        "LUR",
        "
        .AAA
        AAAA
        AAAA
        ",
        3,
        1,
    ),
    (
        "stealing",
        "
        .....BBB
        AAA..BBB
        AAA.BBBB
        AAA.BBBB
        ........
        ",
        (2, 2),
        "RRRDDLLLU",
        "
        .....BBB
        AAA..BBB
        AAAAABBB
        AAAAAABB
        ..AAAA..
        ",
        9,
        2,
    ),
];

fn rows(picture: &str) -> String {
    picture.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A letter of the rule book is one step of A.
fn walk<R: Complete>(table: &mut Table<R>, moves: &str) -> Vec<Event> {
    moves.chars().flat_map(|way| table.play(&std::format!("A{way}"))).collect()
}

/// T from the events, with the points it earns in hundredths.
fn t<R: Complete>(events: &[Event], table: &Table<R>) -> (u64, u64) {
    let claims = events.iter().filter_map(|event| match *event {
        Event::Claimed { cells, enclosed, .. } => Some(if R::LEGACY { enclosed } else { cells }),
        _ => None,
    });
    (claims.map(u64::from).sum(), table.state.points[0])
}

fn earned<R: Complete>(t: u64) -> u64 {
    if R::LEGACY { t * t / 100 * 100 } else { t * t }
}

fn as_drawn<R: Complete>() {
    for (name, before, (x, y), moves, after, official, old) in BOARDS {
        for (cx, cy) in CORNERS {
            let players = if before.contains('B') { 2 } else { 1 };
            let mut table = Table::<R>::drawn(before, players, cell(cx, cy)).place(&std::format!("A{x},{y}"));
            if players > 1 {
                table = table.home(1, 6, 1).place("B7,0");
            }
            let expected = if R::LEGACY { old } else { official };
            let events = walk(&mut table, moves);
            assert_eq!(table.picture(), rows(after), "{name} at {cx},{cy}, {}", R::NAME);
            assert_eq!(t(&events, &table), (expected, earned::<R>(expected)), "{name}, {}", R::NAME);
            assert_eq!(table.state.trail(0).len(), 0);
        }
    }
}

#[test]
fn the_boards_are_as_drawn_in_official() {
    as_drawn::<Official>();
}

#[test]
fn the_boards_are_as_drawn_in_the_old_rules() {
    as_drawn::<Legacy>();
}

const ENCIRCLED: &str = "
    AA.......
    AA.BBB...
    AA.BBBBBB
    AA.BBB...
    AA.......
";
const PRUNED: &str = "
    AAAAAAA..
    AAA...A..
    AAA...AAA
    AAA...A..
    AAAAAAA..
";
const BACK: &str = "
    AAAAAAA..
    AAABBBA..
    AAABBBAAA
    AAABBBA..
    AAAAAAA..
";

fn encircling<R: Complete>(corner: (u16, u16)) -> (Table<R>, Vec<Event>) {
    let table = Table::<R>::drawn(ENCIRCLED, 2, cell(corner.0, corner.1)).home(1, 4, 2);
    let mut table = table.place("A1,0 B4,2");
    let events = walk(&mut table, "RRRRRDDDDLLLLL");
    (table, events)
}

#[test]
fn encircled_in_official_the_home_is_nobodys_until_its_farmer_is_back() {
    for corner in CORNERS {
        let (mut table, events) = encircling::<Official>(corner);
        assert_eq!(table.picture(), rows(PRUNED));
        assert_eq!(t(&events, &table), (16, 256));
        assert!(table.state.is_away(1));
        table.play("-");
        assert_eq!(table.picture(), rows(BACK));
        assert!(!table.state.is_away(1));
    }
}

#[test]
fn encircled_in_the_old_rules_its_farmer_is_back_in_the_same_tick() {
    for corner in CORNERS {
        let (table, events) = encircling::<Legacy>(corner);
        assert_eq!(table.picture(), rows(BACK));
        assert_eq!(t(&events, &table), (12, 100));
        assert!(events.iter().any(|event| matches!(event, Event::Respawned { .. })));
    }
}

fn fertilized<R: Complete>() {
    for (cx, cy) in CORNERS {
        let before = "
            AAA....
            AAA....
            AAA....
        ";
        let mut table = Table::<R>::drawn(before, 1, cell(cx, cy)).place("A2,1 A+5:40");
        walk(&mut table, "RRRU");
        let after = "
            AAAAAA.
            AAAAAAA
            AAAAA..
        ";
        assert_eq!(table.picture(), rows(after), "{}", R::NAME);
        assert!(table.state.farmers[0].has(PowerKind::Fertilizer));
        walk(&mut table, "L");
        assert_eq!(table.farmers(), if R::LEGACY { "A 4,0 L +5:35" } else { "A 4,0 L" }.to_string());
        assert_eq!(table.state.points[0], 0);
    }
}

#[test]
fn the_fertilizer_claims_as_drawn_and_ends_at_home_in_official_only() {
    fertilized::<Official>();
    fertilized::<Legacy>();
}
