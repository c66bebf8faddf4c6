//! The table of roles.

use super::{Ground, Look, Shape, Tint};

pub(super) static ROLES: [(&str, Look); 79] = [
    ("python", Look::new(Tint::new(0x009e73, 0x2fc79b, 36), Shape::Snake, None)),
    ("rat", Look::new(Tint::new(0x646c79, 0xdfe3ea, 247), Shape::Mouse, None)),
    ("cheese", Look::new(Tint::new(0xf5bd1f, 0xf7c948, 178), Shape::Wedge, Some('◆'))),
    ("mud", Look::new(Tint::new(0x8a5a2b, 0xa8743f, 137), Shape::Disc, None)),
    ("ate", Look::new(Tint::new(0xd55e00, 0xff7a2e, 215), Shape::Disc, None)),
    ("won", Look::new(Tint::new(0xe69f00, 0xffe066, 214), Shape::Disc, None)),
    ("shared", Look::new(Tint::new(0xb65a8e, 0xe39cc6, 182), Shape::Disc, None)),
    ("killer", Look::new(KILLER, Shape::Ghost, None)),
    ("killer-trail", Look::new(KILLER, Shape::Disc, None)),
    ("survivor", Look::new(SURVIVOR, Shape::Runner, None)),
    ("survivor-trail", Look::new(SURVIVOR, Shape::Disc, None)),
    ("exit", Look::new(Tint::new(0x12a37a, 0x2fbf8a, 35), Shape::Gate, None)),
    ("sight", Look::new(Tint::new(0xfcecb5, 0x3b3622, 178), Shape::Disc, Some('∘'))),
    ("capture", Look::new(Tint::new(0x14171c, 0xf4f1e8, 220), Shape::Cross, Some('✗'))),
    ("escape", Look::new(Tint::new(0x0b63b8, 0x8fd0ff, 81), Shape::Arrow, Some('↑'))),
    ("stranded", Look::new(Tint::new(0x7b8290, 0x9aa3b2, 246), Shape::Disc, None)),
    ("start", Look::new(Tint::new(0x5b6675, 0x74839a, 66), Shape::Disc, None)),
    ("plain", Look::new(Tint::new(0xd5d8de, 0x4a515e, 247), Shape::Disc, None)),
    ("goal", Look::new(Tint::new(0xf0b71f, 0xf0c040, 178), Shape::Disc, None)),
    ("checked", Look::new(Tint::new(0x009e73, 0x2fc79b, 36), Shape::Disc, Some('✓'))),
    ("short", Look::new(Tint::new(0x566070, 0xa9b3c3, 246), Shape::Stroke, None)),
    ("long", Look::new(Tint::new(0xa0a8b5, 0x626c7d, 242), Shape::Dashes, None)),
    ("ghost", Look::pale(GHOST, Shape::Ghost)),
    ("turncoat", Look::pale(TURNCOAT, Shape::Guard)),
    ("sentinel", Look::new(SENTINEL, Shape::Guard, None)),
    ("delivery", Look::new(Tint::new(0xe69f00, 0xf0c040, 214), Shape::Disc, None)),
    ("recovery", Look::new(Tint::new(0x0072b2, 0x5db4ec, 75), Shape::Disc, None)),
    ("turned", Look::new(TURNCOAT, Shape::Disc, None)),
    ("wall", Look::ground(Tint::new(0x565e6e, 0x5a6375, 244), Ground::Wall, Some('█'))),
    ("floor", Look::ground(Tint::new(0xf6f0e3, 0x2f3542, 244), Ground::Floor, Some('·'))),
    ("hall", Look::ground(Tint::new(0xe7decb, 0x262b36, 137), Ground::Hall, None)),
    ("door", Look::ground(Tint::new(0xb07a3c, 0xb98545, 172), Ground::Door, None)),
    ("void", Look::ground(Tint::new(0xffffff, 0x14171c, 244), Ground::Void, None)),
    ("unseen", Look::new(Tint::new(0xffffff, 0x14171c, 244), Shape::Veil, None)),
    ("unknown", Look::new(Tint::new(0x3b414d, 0x97a1b1, 244), Shape::Fog, Some('░')).with_letter('?')),
    ("aim", Look::new(Tint::new(0xd55e00, 0xffb454, 215), Shape::Frame, Some('◇'))),
    ("pointed", Look::new(Tint::new(0x0b63b8, 0x4da6e0, 39), Shape::Frame, Some('◈')).with_letter('@')),
    ("key", Look::new(Tint::new(0xe3a008, 0xf7c948, 178), Shape::Key, None)),
    ("exit-locked", Look::new(Tint::new(0x7a5a68, 0x8a6677, 139), Shape::Lock, None)),
    ("exit-open", Look::new(Tint::new(0x1f9d63, 0x34d399, 35), Shape::Gate, None)),
    ("player-1", Look::new(Tint::new(0x0b63b8, 0x3b8ee0, 69), Shape::Pawn, None)),
    ("player-2", Look::new(Tint::new(0xd55e00, 0xf0803c, 208), Shape::Pawn, None)),
    ("player-3", Look::new(Tint::new(0xa8327f, 0xc455a8, 170), Shape::Pawn, None)),
    ("player-4", Look::new(Tint::new(0x56b4e9, 0x9bd6fa, 117), Shape::Pawn, None)),
    ("zombie", Look::new(Tint::new(0x3a6b2a, 0x4f7a3d, 65), Shape::Zombie, None)),
    ("spectre", Look { rim: Some(SPECTRE), ..Look::new(Tint::new(0xf1f0fd, 0xeceafc, 189), Shape::Spectre, None) }),
    ("teleport", Look::new(SPECTRE, Shape::Dashes, None)),
    ("expelled", Look::new(Tint::new(0x14171c, 0xf4f1e8, 220), Shape::Cross, Some('✗'))),
    ("exited", Look::new(Tint::new(0x0b63b8, 0x8fd0ff, 81), Shape::Arrow, Some('↑'))),
    ("key-taken", Look::new(Tint::new(0xe3a008, 0xf7c948, 220), Shape::Disc, None)),
    ("land.0", Look::field(LAND[0], Shape::Field, TRAIL[0], 'A')),
    ("land.1", Look::field(LAND[1], Shape::Field, TRAIL[1], 'B')),
    ("land.2", Look::field(LAND[2], Shape::Field, TRAIL[2], 'C')),
    ("land.3", Look::field(LAND[3], Shape::Field, TRAIL[3], 'D')),
    ("home.0", Look::field(HOME[0], Shape::Yard, TRAIL[0], 'A')),
    ("home.1", Look::field(HOME[1], Shape::Yard, TRAIL[1], 'B')),
    ("home.2", Look::field(HOME[2], Shape::Yard, TRAIL[2], 'C')),
    ("home.3", Look::field(HOME[3], Shape::Yard, TRAIL[3], 'D')),
    ("trail.0", Look::field(TRAIL[0], Shape::Track, FARMER[0], 'a')),
    ("trail.1", Look::field(TRAIL[1], Shape::Track, FARMER[1], 'b')),
    ("trail.2", Look::field(TRAIL[2], Shape::Track, FARMER[2], 'c')),
    ("trail.3", Look::field(TRAIL[3], Shape::Track, FARMER[3], 'd')),
    ("farmer.0", Look::new(FARMER[0], Shape::Farmer, None)),
    ("farmer.1", Look::new(FARMER[1], Shape::Farmer, None)),
    ("farmer.2", Look::new(FARMER[2], Shape::Farmer, None)),
    ("farmer.3", Look::new(FARMER[3], Shape::Farmer, None)),
    ("farmer", Look::new(Tint::new(0x5b6675, 0xbcc3cf, 247), Shape::Farmer, None)),
    ("weed", Look::new(Tint::new(0x35402b, 0x8fa052, 101), Shape::Weed, Some('♣')).with_letter('#')),
    ("thing.1", Look::new(POWER, Shape::Shield, None)),
    ("thing.2", Look::new(POWER, Shape::Star, None)),
    ("thing.3", Look::new(POWER, Shape::Flake, None)),
    ("thing.4", Look::new(SUPER, Shape::Chain, None)),
    ("thing.5", Look::new(SUPER, Shape::Sprout, None)),
    ("pruned", Look::new(Tint::new(0x14171c, 0xf4f1e8, 231), Shape::Cross, Some('✗'))),
    ("claimed", Look::new(Tint::new(0xe69f00, 0xffd75e, 220), Shape::Halo, Some('+')).with_letter('+')),
    ("sent-back", Look::new(Tint::new(0xa8327f, 0xe58fc6, 176), Shape::Halo, Some('↩')).with_letter('<')),
    ("respawned", Look::new(Tint::new(0x0b63b8, 0x8fd0ff, 81), Shape::Halo, Some('○')).with_letter('o')),
    ("picked-up", Look::new(Tint::new(0xd55e00, 0xf0803c, 208), Shape::Halo, None)),
    ("window", Look::new(Tint::new(0x3b414d, 0xd5dae3, 244), Shape::Frame, None)),
];

/// What the four seats of a land game have, from the palest to the strongest. Told apart with every kind of colour
/// blindness: they differ in lightness and in blue against yellow, not only in red against green.
const LAND: [Tint; 4] = [
    Tint::new(0xfbb58d, 0x5d3d2b, 216),
    Tint::new(0x93c8fb, 0x1b4570, 111),
    Tint::new(0xb5dfcf, 0x0f6354, 115),
    Tint::new(0xffe58c, 0x6b5a12, 228),
];
const HOME: [Tint; 4] = [
    Tint::new(0xf49a68, 0x7a4f37, 209),
    Tint::new(0x6fb1f2, 0x245a90, 75),
    Tint::new(0x8fcbb6, 0x147d69, 79),
    Tint::new(0xf2cf57, 0x877219, 221),
];
const TRAIL: [Tint; 4] = [
    Tint::new(0xcf4f17, 0xd2653a, 202),
    Tint::new(0x2f74d6, 0x4f8fe6, 33),
    Tint::new(0x1fae8c, 0x1fc4a0, 36),
    Tint::new(0xdfa400, 0xd3ab1c, 178),
];
const FARMER: [Tint; 4] = [
    Tint::new(0x7d1a0a, 0xffa075, 160),
    Tint::new(0x1246a8, 0x84c5ff, 27),
    Tint::new(0x0f7d64, 0x74f5cf, 29),
    Tint::new(0xb08200, 0xffe14f, 136),
];
const POWER: Tint = Tint::new(0x6f4fc4, 0x9b83ec, 98);
const SUPER: Tint = Tint::new(0xb3277f, 0xe56fb4, 169);

const SPECTRE: Tint = Tint::new(0x5a55a8, 0xb4aef0, 141);

const GHOST: Tint = Tint::new(0xb0588b, 0xdc8fbd, 175);
const TURNCOAT: Tint = Tint::new(0xd55e00, 0xf0803c, 208);
const SENTINEL: Tint = Tint::new(0x00518f, 0x2a76c8, 68);
const KILLER: Tint = Tint::new(0xc8283c, 0xd63a4a, 167);
const SURVIVOR: Tint = Tint::new(0x0b63b8, 0x2a76c8, 68);
