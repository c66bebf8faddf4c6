//! What stands in the scenes for tests.

use gridhaunt_kernel::scene::{Depth, Furrows, Ground, Hue, Look, Shape, Tint};

/// The look of this name.
pub(crate) const fn look(name: &str) -> &'static Look {
    let mut n = 0;
    while n < LOOKS.len() {
        if is_same(LOOKS[n].name.as_bytes(), name.as_bytes()) {
            return &LOOKS[n];
        }
        n += 1;
    }
    panic!("no sample looks like that")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}

const fn ground(name: &'static str, ground: Ground, tint: Tint, letter: char) -> Look {
    Look::new(name, Shape::Ground(ground), tint).with_letter(letter)
}

const fn pale(name: &'static str, shape: Shape, tint: Tint, rim: Tint) -> Look {
    Look::new(name, shape, tint).with_rim(rim)
}

const fn land(name: &'static str, seat: usize, letter: char) -> Look {
    let (hue, shape) = (Hue::ALL[seat], Shape::Field(Furrows::ALL[seat]));
    pale(name, shape, Tint::Of(hue, Depth::Pale), Tint::Of(hue, Depth::Strong)).with_letter(letter)
}

const fn home(name: &'static str, seat: usize, letter: char) -> Look {
    let (hue, shape) = (Hue::ALL[seat], Shape::Yard(Furrows::ALL[seat]));
    pale(name, shape, Tint::Of(hue, Depth::Soft), Tint::Of(hue, Depth::Strong)).with_letter(letter)
}

const fn trail(name: &'static str, seat: usize, letter: char) -> Look {
    let hue = Hue::ALL[seat];
    pale(name, Shape::Track, Tint::Of(hue, Depth::Strong), Tint::Of(hue, Depth::Deep)).with_letter(letter)
}

const fn farmer(name: &'static str, seat: usize) -> Look {
    Look::new(name, Shape::Farmer, Tint::Of(Hue::ALL[seat], Depth::Deep))
}

static LOOKS: [Look; 87] = [
    Look::AIM,
    Look::POINTED,
    Look::UNSEEN,
    Look::UNKNOWN,
    Look::new("python", Shape::Snake, Tint::Green),
    Look::new("rat", Shape::Mouse, Tint::Silver),
    Look::new("cheese", Shape::Wedge, Tint::Amber).with_letter('*').with_sign('◆'),
    Look::new("mud", Shape::Disc, Tint::Brown).called("mud: turns"),
    Look::new("ate", Shape::Disc, Tint::Ember).called("cheese eaten"),
    Look::new("killer", Shape::Ghost, Tint::Red),
    Look::new("killer-trail", Shape::Disc, Tint::Red).called("killer's step"),
    Look::new("survivor", Shape::Runner, Tint::Blue),
    Look::new("survivor-trail", Shape::Disc, Tint::Blue).called("runner's step"),
    Look::new("stranded", Shape::Disc, Tint::Slate),
    Look::new("exit", Shape::Gate, Tint::Jade).with_letter('>'),
    Look::new("sight", Shape::Disc, Tint::Straw).called("in sight").with_sign('∘'),
    Look::new("capture", Shape::Cross, Tint::Ink).called("captured").with_sign('✗'),
    Look::new("escape", Shape::Arrow, Tint::Sky).called("escaped").with_sign('↑'),
    Look::new("start", Shape::Disc, Tint::Slate),
    Look::new("plain", Shape::Disc, Tint::Ash).called("node"),
    Look::new("goal", Shape::Disc, Tint::Honey),
    Look::new("checked", Shape::Disc, Tint::Green).called("checked on").with_sign('✓'),
    Look::new("short", Shape::Stroke, Tint::Iron).called("short way"),
    Look::new("long", Shape::Dashes, Tint::Smoke).called("long way"),
    Look::new("loot", Shape::Disc, Tint::Azure),
    pale("ghost", Shape::Ghost, Tint::Blush, Tint::Orchid),
    pale("turncoat", Shape::Guard, Tint::Cream, Tint::Orange),
    Look::new("sentinel", Shape::Guard, Tint::Navy),
    Look::new("delivery", Shape::Disc, Tint::Marigold).called("delivered"),
    Look::new("recovery", Shape::Disc, Tint::Azure).called("recovered"),
    Look::new("turned", Shape::Disc, Tint::Orange).called("changed sides"),
    ground("wall", Ground::Wall, Tint::Stone, '#').with_sign('█'),
    ground("floor", Ground::Floor, Tint::Parchment, '.').with_sign('·'),
    ground("hall", Ground::Hall, Tint::Sand, ':').called("hallway"),
    ground("door", Ground::Door, Tint::Oak, '+'),
    ground("void", Ground::Void, Tint::Paper, ' '),
    Look::new("key", Shape::Key, Tint::Brass).with_letter('K'),
    Look::new("exit-locked", Shape::Lock, Tint::Plum).called("locked exit").with_letter('E'),
    Look::new("exit-open", Shape::Gate, Tint::Emerald).called("open exit").with_letter('O'),
    Look::new("player-1", Shape::Pawn, Tint::Royal),
    Look::new("player-2", Shape::Pawn, Tint::Orange),
    Look::new("player-3", Shape::Pawn, Tint::Magenta),
    Look::new("player-4", Shape::Pawn, Tint::Ice),
    Look::new("zombie", Shape::Zombie, Tint::Moss),
    pale("spectre", Shape::Spectre, Tint::Mist, Tint::Indigo),
    Look::new("teleport", Shape::Dashes, Tint::Indigo).called("ghost's jump"),
    Look::new("expelled", Shape::Cross, Tint::Ink).with_sign('✗'),
    Look::new("exited", Shape::Arrow, Tint::Sky).called("got out").with_sign('↑'),
    Look::new("key-taken", Shape::Disc, Tint::Topaz).called("key taken"),
    land("land.0", 0, 'A').called("owned land"),
    land("land.1", 1, 'B'),
    land("land.2", 2, 'C'),
    land("land.3", 3, 'D'),
    home("home.0", 0, 'A').called("home"),
    home("home.1", 1, 'B'),
    home("home.2", 2, 'C'),
    home("home.3", 3, 'D'),
    trail("trail.0", 0, 'a').called("trail"),
    trail("trail.1", 1, 'b'),
    trail("trail.2", 2, 'c'),
    trail("trail.3", 3, 'd'),
    farmer("farmer.0", 0),
    farmer("farmer.1", 1),
    farmer("farmer.2", 2),
    farmer("farmer.3", 3),
    Look::new("farmer", Shape::Farmer, Tint::Pewter),
    Look::new("weed", Shape::Weed, Tint::Olive).called("weeds").with_letter('#').with_sign('♣'),
    Look::new("thing.1", Shape::Shield, Tint::Violet).called("immunity").with_letter('1'),
    Look::new("thing.2", Shape::Star, Tint::Violet).called("unprunable").with_letter('2'),
    Look::new("thing.3", Shape::Flake, Tint::Violet).called("freeze").with_letter('3'),
    Look::new("thing.4", Shape::Chain, Tint::Fuchsia).called("safe trail").with_letter('4'),
    Look::new("thing.5", Shape::Sprout, Tint::Fuchsia).called("fertilizer").with_letter('5'),
    Look::new("pruned", Shape::Cross, Tint::Pitch).with_sign('✗'),
    Look::new("claimed", Shape::Halo, Tint::Sun).called("land claimed").with_letter('+').with_sign('+'),
    Look::new("sent-back", Shape::Halo, Tint::Rose).called("sent back").with_letter('<').with_sign('↩'),
    Look::new("picked-up", Shape::Halo, Tint::Orange).called("picked up"),
    Look::new("window", Shape::Frame, Tint::Graphite),
    Look::new("wizard", Shape::Disc, Tint::Ice),
    Look::new("land", Shape::Disc, Tint::Ash),
    // What a game should not have.
    Look::new("", Shape::Disc, Tint::Red).with_letter('\u{1b}'),
    Look::new("<", Shape::Disc, Tint::Blue),
    Look::new("&", Shape::Disc, Tint::Green),
    Look::new("\"", Shape::Disc, Tint::Amber),
    Look::new("\u{1b}", Shape::Disc, Tint::Plum),
    Look::new("\u{1b}<", Shape::Disc, Tint::Plum),
    Look::new("鬼", Shape::Disc, Tint::Oak).with_letter('\u{301}'),
    Look::new("evil", Shape::Disc, Tint::Sky).called("\u{1b}[2J<script>"),
];
