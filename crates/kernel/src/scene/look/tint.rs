//! Which colours there are, by name. What they are on a light page, on a dark page and on a terminal a palette says.

/// A colour by its name. Palettes are made for people who lack red, green or blue too: colours of one line below can be
/// told apart on light and on dark pages. Two things that meet on a board should differ in shape as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "a colour is what it is called")]
#[rustfmt::skip]
pub enum Tint {
    // Those who act, and what they are after.
    Green, Silver, Amber, Brown,
    Red, Blue, Jade,
    Orchid, Orange, Navy,
    Royal, Magenta, Ice, Moss, Indigo,
    Pewter,
    /// Almost white, with something of its rim on a terminal: orchid, orange, indigo.
    Blush, Cream, Mist,
    // What lies about.
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
    /// One of four hues in one of four depths: for what belongs to one of up to four.
    Of(Hue, Depth),
}

/// Four hues that everybody can tell apart, at every depth.
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

/// How strong a hue is, against the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Depth {
    Pale,
    /// For what stands out in it.
    Soft,
    /// For a way over it.
    Strong,
    /// For who goes there.
    Deep,
}
