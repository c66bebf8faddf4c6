//! The colours by name. A palette defines each of them for a light page, a dark page and a terminal.

/// A colour by its name. Palettes also work for colour-blind people: colours on one line below can be distinguished on
/// light and on dark pages. Two things that meet on a board should differ in shape as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "a colour is what it is called")]
#[rustfmt::skip]
pub enum Tint {
    // Units, and what they are after.
    Green, Silver, Amber, Brown,
    Red, Blue, Jade,
    Orchid, Orange, Navy,
    Royal, Magenta, Ice, Moss, Indigo,
    Pewter,
    /// Almost white; on a terminal with a little of the colour of its rim: orchid, orange, indigo.
    Blush, Cream, Mist,
    // Things that lie on the board.
    Brass, Plum, Emerald, Olive, Violet, Fuchsia,
    // What just happened.
    Ember, Gold, Mauve,
    Ink, Sky,
    Marigold, Azure,
    Topaz,
    Sun, Rose, Pitch,
    // Nodes and links.
    Slate, Ash, Honey, Iron, Smoke,
    // Tiles and what lies over them.
    Stone, Parchment, Sand, Oak, Paper, Straw, Graphite, Tangerine, Cobalt,
    /// One of four hues in one of four depths: for things that belong to one of up to four players.
    Of(Hue, Depth),
}

/// Four hues that everybody can distinguish, at every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "a colour is what it is called")]
pub enum Hue {
    Rust,
    Water,
    Leaf,
    Corn,
}

impl Hue {
    /// All of them, in the order of seats.
    pub const ALL: [Self; 4] = [Self::Rust, Self::Water, Self::Leaf, Self::Corn];
}

/// How strongly a hue differs from the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Depth {
    Pale,
    /// For highlighted parts of a region.
    Soft,
    /// For a path over a region.
    Strong,
    /// For the unit itself.
    Deep,
}
