//! The looks of everything in a scene (§15).

use crate::ground::SEATS;
use gridhaunt_kernel::scene::{Depth, Furrows, Hue, Look, Shape, Tint};

pub(crate) static LAND: [Look; SEATS] = [
    land("land.0", 0, 'A').called("owned land"),
    land("land.1", 1, 'B'),
    land("land.2", 2, 'C'),
    land("land.3", 3, 'D'),
];
pub(crate) static HOME: [Look; SEATS] =
    [home("home.0", 0, 'A').called("home"), home("home.1", 1, 'B'), home("home.2", 2, 'C'), home("home.3", 3, 'D')];
pub(crate) static TRAILS: [Look; SEATS] = [
    trail("trail.0", 0, 'a').called("trail"),
    trail("trail.1", 1, 'b'),
    trail("trail.2", 2, 'c'),
    trail("trail.3", 3, 'd'),
];
pub(crate) static FARMERS: [Look; SEATS] =
    [farmer("farmer.0", 0), farmer("farmer.1", 1), farmer("farmer.2", 2), farmer("farmer.3", 3)];
/// A farmer that is seen without its name.
pub(crate) static FARMER: Look = Look::new("farmer", Shape::Farmer, Tint::Pewter);
pub(crate) static WEED: Look =
    Look::new("weed", Shape::Weed, Tint::Olive).called("weeds").with_letter('#').with_sign('♣');
/// The items that can be picked up; the index is the number minus one.
pub(crate) static THINGS: [Look; 5] = [
    Look::new("thing.1", Shape::Shield, Tint::Violet).called("immunity").with_letter('1'),
    Look::new("thing.2", Shape::Star, Tint::Violet).called("unprunable").with_letter('2'),
    Look::new("thing.3", Shape::Flake, Tint::Violet).called("freeze").with_letter('3'),
    Look::new("thing.4", Shape::Chain, Tint::Fuchsia).called("safe trail").with_letter('4'),
    Look::new("thing.5", Shape::Sprout, Tint::Fuchsia).called("fertilizer").with_letter('5'),
];

pub(crate) static CLAIMED: Look =
    Look::new("claimed", Shape::Halo, Tint::Sun).called("land claimed").with_letter('+').with_sign('+');
pub(crate) static PICKED_UP: Look = Look::new("picked-up", Shape::Halo, Tint::Orange).called("picked up");
pub(crate) static PRUNED: Look = Look::new("pruned", Shape::Cross, Tint::Pitch).with_sign('✗');
pub(crate) static SENT_BACK: Look =
    Look::new("sent-back", Shape::Halo, Tint::Rose).called("sent back").with_letter('<').with_sign('↩');
pub(crate) static RESPAWNED: Look = Look::new("respawned", Shape::Halo, Tint::Sky).with_letter('o').with_sign('○');

const fn land(name: &'static str, seat: usize, letter: char) -> Look {
    let (hue, shape) = (Hue::ALL[seat], Shape::Field(Furrows::ALL[seat]));
    Look::new(name, shape, Tint::Of(hue, Depth::Pale)).with_rim(Tint::Of(hue, Depth::Strong)).with_letter(letter)
}

const fn home(name: &'static str, seat: usize, letter: char) -> Look {
    let (hue, shape) = (Hue::ALL[seat], Shape::Yard(Furrows::ALL[seat]));
    Look::new(name, shape, Tint::Of(hue, Depth::Soft)).with_rim(Tint::Of(hue, Depth::Strong)).with_letter(letter)
}

const fn trail(name: &'static str, seat: usize, letter: char) -> Look {
    let hue = Hue::ALL[seat];
    Look::new(name, Shape::Track, Tint::Of(hue, Depth::Strong)).with_rim(Tint::Of(hue, Depth::Deep)).with_letter(letter)
}

const fn farmer(name: &'static str, seat: usize) -> Look {
    Look::new(name, Shape::Farmer, Tint::Of(Hue::ALL[seat], Depth::Deep))
}
